"""The oracles themselves: they accept what they produce, refuse what was altered, and know the rulings."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from tests.oracles import if_zero_stop, mister_zero, one_more, stop
from tests.oracles.trace import Event, Mismatch, Options, Oracle, check_game, kind, oracle_for, produce_game

Alter: TypeAlias = Callable[[list[Event], random.Random], None]
Rule: TypeAlias = Callable[[stop.Stop, int], Any]

# ---------------------------------------------------------------- produce, check

SETTINGS = [
    *((stop, players, {"target": 60}) for players in stop.PLAYERS),
    (stop, 4, {"target": 100, "jump_in": False}),
    (stop, 3, {"target": 100, "forgot_penalty": 0}),
    (stop, 5, {"target": 50, "forgot_penalty": 4, "hand_size": 1}),
    (stop, 2, {"target": 0, "hand_size": 2}),
    (stop, 10, {"target": 200, "hand_size": 10}),  # the piles are short
    *((mister_zero, players, {"games": games}) for players in mister_zero.PLAYERS for games in (1, 2, 5)),
    *((one_more, players, {}) for players in one_more.PLAYERS),
    (one_more, 4, {"exchange_pick": "random", "losses_to_win": 3}),
    (one_more, 9, {"reshuffle": True, "losses_to_win": 1}),
    (one_more, 5, {"reset_direction": True}),
    *((if_zero_stop, players, {"rounds": 2}) for players in if_zero_stop.PLAYERS),
    (if_zero_stop, 3, {"rounds": 3, "first_player": "rotate", "match_winner": "rounds_won"}),
]


def id_of(value: object) -> str:
    return getattr(value, "ID", None) or getattr(value, "__name__", None) or str(value)


@pytest.mark.parametrize(("oracle", "players", "options"), SETTINGS, ids=id_of)
def test_accepts_what_it_produces(oracle: Oracle, players: int, options: Options) -> None:
    for seed in range(2):
        table = produce_game(oracle, players, seed, options)
        events = json.loads(json.dumps(table.events))  # as from a file
        checked = check_game(oracle, events)
        assert checked.decisions == sum(kind(event) == "decide" for event in events)
        assert checked.zone_checks > 0
        assert checked.notes == table.notes


def test_the_rules_are_at_work() -> None:
    notes: Counter[str] = Counter()
    for seed in range(4):
        notes += produce_game(stop, 4, seed).notes
    for rule in (
        "2+ answered with 2+",
        "skip answered with skip",
        "swap answered with 0",
        "x+ answered with 0",
        "ST-5: a forgotten declaration",
        "ST-6: a round ended with swap",
        "ST-8: a jump-in",
    ):
        assert notes[rule], rule


def test_command_line(tmp_path: Path) -> None:
    script, file = Path(__file__).with_name("trace.py"), tmp_path / "t.jsonl"
    command = [sys.executable, str(script), "mister-zero", str(file)]
    made = subprocess.run([*command, "--produce", "--games", "3"], capture_output=True, text=True)
    assert (made.returncode, made.stderr) == (0, "")
    assert "3 games, 60 decisions compared" in made.stdout
    assert ", 0 mismatches" in made.stdout
    file.write_text(file.read_text().replace('"seat": 1', '"seat": 0', 1))
    checked = subprocess.run(command, capture_output=True, text=True)
    assert checked.returncode == 1
    assert ", 1 mismatches" in checked.stdout


# ---------------------------------------------------------------- altered traces are refused


def of_kind(events: list[Event], name: str) -> list[Event]:
    return [event for event in events if kind(event) == name]


def a_decision(events: list[Event], chance: random.Random, least: int = 1) -> Event:
    return chance.choice([event for event in of_kind(events, "decide") if len(event["choices"]) >= least])


def lose_a_choice(events: list[Event], chance: random.Random) -> None:
    decision = a_decision(events, chance, least=2)
    decision["choices"].remove(chance.choice([c for c in decision["choices"] if c != decision["pick"]]))


def double_a_choice(events: list[Event], chance: random.Random) -> None:
    decision = a_decision(events, chance)
    decision["choices"].append(decision["choices"][0])


def add_a_choice(events: list[Event], chance: random.Random) -> None:
    decision = a_decision(events, chance)
    others = {c for d in of_kind(events, "decide") for c in d["choices"]} - set(decision["choices"])
    decision["choices"].append(chance.choice(sorted(others)))


def pick_something_else(events: list[Event], chance: random.Random) -> None:
    decision = a_decision(events, chance, least=2)
    decision["pick"] = chance.choice([c for c in decision["choices"] if c != decision["pick"]])


def pick_what_is_not_offered(events: list[Event], chance: random.Random) -> None:
    decision = a_decision(events, chance)
    others = {c for d in of_kind(events, "decide") for c in d["choices"]} - set(decision["choices"])
    decision["pick"] = chance.choice(sorted(others))


def ask_another_seat(events: list[Event], chance: random.Random) -> None:
    decision = a_decision(events, chance)
    decision["seat"] = (decision["seat"] + 1) % events[0]["players"]


def lose_a_decision(events: list[Event], chance: random.Random) -> None:
    events.remove(a_decision(events, chance))


def repeat_a_decision(events: list[Event], chance: random.Random) -> None:
    decision = a_decision(events, chance)
    events.insert(events.index(decision), copy.deepcopy(decision))


def change_a_score(events: list[Event], chance: random.Random) -> None:
    events[-1]["scores"][chance.randrange(events[0]["players"])] += 1


def change_the_winners(events: list[Event], chance: random.Random) -> None:
    winners = events[-1]["winners"]
    events[-1]["winners"] = [seat for seat in range(events[0]["players"]) if seat not in winners]


def lose_the_end(events: list[Event], chance: random.Random) -> None:
    events.pop()


def lose_a_move(events: list[Event], chance: random.Random) -> None:
    # The moves that set up the first round may be told or not.
    first = next(n for n, event in enumerate(events) if kind(event) in ("shuffle", "decide"))
    events.remove(chance.choice([event for event in events[first:] if kind(event) == "move"]))


def change_a_shuffle(events: list[Event], chance: random.Random) -> None:
    order = of_kind(events, "shuffle")[0]["order"]
    other = next(n for n, piece in enumerate(order) if piece != order[0])
    order[0], order[other] = order[other], order[0]


def lose_a_shuffled_piece(events: list[Event], chance: random.Random) -> None:
    chance.choice(of_kind(events, "shuffle"))["order"].pop()


def change_a_random_value(events: list[Event], chance: random.Random) -> None:
    event = of_kind(events, "random")[0]
    event["value"] = (event["value"] + 1) % events[0]["players"]


def an_unknown_option(events: list[Event], chance: random.Random) -> None:
    events[0]["options"]["house_rule"] = 1


ANY_GAME = [change_a_score, change_the_winners, lose_the_end, lose_a_move, an_unknown_option]
DECISIONS = [lose_a_choice, double_a_choice, add_a_choice, pick_something_else, pick_what_is_not_offered,
             ask_another_seat, lose_a_decision, repeat_a_decision]  # fmt: skip
SHUFFLES = [change_a_shuffle, lose_a_shuffled_piece]
ALTERED = [
    *((stop, alter) for alter in (*ANY_GAME, *DECISIONS, *SHUFFLES)),
    *((mister_zero, alter) for alter in (*ANY_GAME, *DECISIONS)),
    *((one_more, alter) for alter in (*ANY_GAME, *DECISIONS, *SHUFFLES, change_a_random_value)),
    *((if_zero_stop, alter) for alter in (*ANY_GAME, *SHUFFLES, change_a_random_value)),
]


@cache
def original_trace(name: str) -> str:
    oracle = oracle_for(name)
    short = {stop.ID: {"target": 50}, mister_zero.ID: {"games": 2}, if_zero_stop.ID: {"rounds": 2}}
    options = short.get(oracle.ID, {})
    events = produce_game(oracle, 4, 5, options).events
    # Where everybody ties, there is nobody to take the win from; this seed has a loser.
    assert len(events[-1]["winners"]) < 4
    return json.dumps(events)


@pytest.mark.parametrize(("oracle", "alter"), ALTERED, ids=id_of)
def test_refuses_an_altered_trace(oracle: Oracle, alter: Alter) -> None:
    for seed in range(3):
        events = json.loads(original_trace(oracle.ID))
        alter(events, random.Random(seed))
        with pytest.raises(Mismatch):
            check_game(oracle, events)


def test_what_a_trace_may_leave_out_or_add() -> None:
    events = json.loads(original_trace(stop.ID))
    check_game(stop, [event for event in events if kind(event) != "move"])
    events.insert(2, {"event": "shuffle", "zone": "deck", "order": []})
    events.insert(2, {"event": "set", "name": "dealer", "value": 0})
    check_game(stop, events)


def test_a_mismatch_says_where() -> None:
    events = produce_game(mister_zero, 2, 1).events
    decision = of_kind(events, "decide")[3]
    lost = next(c for c in decision["choices"] if c != decision["pick"])
    decision["choices"].remove(lost)
    with pytest.raises(Mismatch) as caught:
        check_game(mister_zero, events, game=7)
    assert (caught.value.game, caught.value.event) == (7, events.index(decision))
    assert lost in str(caught.value)


# ---------------------------------------------------------------- wrong rules are found out


def jumping_in_after_the_round(right: Rule) -> Rule:
    def wrong(game: stop.Stop, laid_by: int) -> Any:
        decided, game.decided = game.decided, False
        jumper = right(game, laid_by)
        game.decided = decided or game.decided
        return jumper

    return wrong


def left_of_the_defender_after_a_swap(right: Rule) -> Rule:
    def wrong(game: stop.Stop, seat: int) -> Any:
        before = len(game.discard)
        following = right(game, seat)
        return following if len(game.discard) == before else game.left_of(following)

    return wrong


def one_skip_whatever_was_laid(right: Rule) -> Rule:
    def wrong(game: stop.Stop, seat: int) -> Any:
        before = len(game.discard)
        following = right(game, seat)
        stacked = len(game.discard) - before if stop.kind_of(game.top) == "skip" else 0
        return (following - stacked) % game.players

    return wrong


def an_opening_card_with_effect(right: Rule) -> Rule:
    def wrong(game: stop.Stop, dealer: int) -> Any:
        seat = right(game, dealer)
        return seat if stop.is_number(game.top) else game.left_of(seat)

    return wrong


def drawn_card_is_played(right: Rule) -> Rule:
    def wrong(game: stop.Stop, seat: int) -> Any:
        before = len(game.hands[seat])
        following = right(game, seat)
        return seat if len(game.hands[seat]) == before + 1 and game.fits(game.hands[seat][-1]) else following

    return wrong


WRONG = [
    ("one_jump_in", jumping_in_after_the_round),
    ("swap", left_of_the_defender_after_a_swap),
    ("skip", one_skip_whatever_was_laid),
    ("open", an_opening_card_with_effect),
    ("turn", drawn_card_is_played),
]


@pytest.mark.parametrize(("rule", "mistake"), WRONG, ids=id_of)
def test_a_wrong_rule_is_found_out(rule: str, mistake: Callable[[Rule], Rule]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stop.Stop, rule, mistake(getattr(stop.Stop, rule)))
        traces = [produce_game(stop, 4, seed, {"target": 100}).events for seed in range(6)]
    found = 0
    for events in traces:
        try:
            check_game(stop, events)
        except Mismatch:
            found += 1
    assert found
