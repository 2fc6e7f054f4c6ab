"""Says what is wrong with the players and options of a scenario, each where it stands."""

from __future__ import annotations

from hoyle.diagnostics.model import Place
from hoyle.play.errors import StartError
from hoyle.play.game import Game
from hoyle.scenarios.model import Scenario


def wrong_setting(game: Game, scenario: Scenario, error: StartError) -> tuple[Place, str]:
    """Where the fault stands that keeps a scenario from starting, and what it is."""
    try:
        players = game.chosen_players(scenario.players)
    except StartError as fault:
        return scenario.setting_places.get("players", scenario.place), str(fault)
    for name, value in scenario.options.items():
        try:
            game.chosen_options({name: value}, players)
        except StartError as fault:
            return scenario.setting_places.get(f"option {name}", scenario.place), str(fault)
    return scenario.place, str(error)
