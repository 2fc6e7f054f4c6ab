"""`hoyle play`: a game at the terminal, people at some seats and bots at the others."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from hoyle.cli.arguments import chosen_options, seed
from hoyle.cli.faults import OK, UserFault, one_of
from hoyle.cli.playing import add_game
from hoyle.wording import counted, typed

if TYPE_CHECKING:
    import argparse

    from hoyle import Game, State
    from hoyle.cli.table.session import Setting

EXAMPLE = """\
examples:
  hoyle play tic-tac-toe
  hoyle play stop --players 4 --name Ann --level easy --seed 7
  hoyle play hearts --seat 0 --seat 2 --name Ann --name Ben
  hoyle play oware --seat all --language it

Choose by number, by label or by a few words of one; `help` tells what else can be typed."""


def configure(parser: argparse.ArgumentParser) -> None:
    from hoyle.bots.levels import DEFAULT_LEVEL, LEVELS

    parser.epilog = EXAMPLE
    add_game(parser)
    add = parser.add_argument
    add(
        "--seat",
        action="append",
        metavar="S",
        help="where you sit, counted from 0: `--seat 0` is Player 1; several times or `all` (default: 0)",
    )
    add(
        "--name",
        action="append",
        default=[],
        metavar="NAME",
        help="what you are called instead of Player 1; once for each of you",
    )
    add(
        "--language",
        metavar="CODE",
        help="tell it in this language, where the ruleset and we have it (it, fr, es)",
    )
    add("--level", choices=LEVELS, help=f"how well the others play (default: {DEFAULT_LEVEL})")
    add("--bot", metavar="BOT", help="who plays the other seats, instead of a level (see `hoyle run --help`)")
    add("--seed", type=seed, metavar="S", help="what all chance follows from (default: any)")
    add("--resume", metavar="FILE", help="go on with a game that was saved")


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located

    source = located(arguments.ruleset)

    import hoyle
    from hoyle.cli.seating import named_bots
    from hoyle.cli.table.company import Company
    from hoyle.cli.table.saved import Kept, resumed
    from hoyle.cli.table.screen import Screen
    from hoyle.cli.table.session import Session, Setting
    from hoyle.pipeline import open_sound
    from hoyle.show.rulebook import rulebook
    from hoyle.story.languages import in_part

    if arguments.resume:
        _refuse_settings(arguments)
    bot = chosen_bot(arguments)
    game = hoyle.load(source)
    chosen_language(game, arguments.language)
    if arguments.resume:
        state, kept = resumed(game, arguments.resume)
    else:
        state, kept = _started(game, arguments, bot), Kept()
    if kept.bot is not None and arguments.bot is arguments.level is None:
        bot = named_bots(kept.bot, clock=True, option=f"{arguments.resume}: bot")[0]
    language = chosen_language(game, arguments.language or kept.language)
    players = len(state.view(None)["scores"])
    seats = kept.people if arguments.seat is None else ()
    people = seats or chosen_seats(arguments.seat or ["0"], players)
    title = title_in(game, language)
    setting = Setting(people, _names(arguments.name, people, players, kept.names), language, title, source)
    luck = state.to_json()["seed"]
    print(f"{title}: {counted(players, 'player')}, {_you(setting, people)}, seed {luck}")
    if note := in_part(game.program, game.title, language):
        print(note)
    screen = Screen()
    if game.options:
        options = state.to_json()["options"]
        told = ", ".join(f"{name} {typed(value)}" for name, value in options.items())
        screen.show(screen.wrapped(f"options: {told}"))
    book = cache(lambda: rulebook(open_sound(source, leave_out=("lint",))))
    Session(state, setting, Company(bot, luck or 0, players), screen, book).play()
    return OK


def _started(game: Game, arguments: argparse.Namespace, bot: str) -> State:
    from hoyle import StartError
    from hoyle.cli.table.company import is_searched_natively

    luck = arguments.seed
    if luck is None:
        from secrets import randbelow

        luck = randbelow(1 << 32)
    options: dict[str, Any] = dict(chosen_options(arguments.option, game.options))
    if is_searched_natively(game, bot):
        with suppress(StartError):  # no compiler, say: Python plays, or tells what else is wrong
            return game.start(players=arguments.players, seed=luck, options=options, engine="native")
    return game.start(players=arguments.players, seed=luck, options=options)


def _refuse_settings(arguments: argparse.Namespace) -> None:
    """A saved game has its players, seed and options already."""
    for name in ("players", "seed", "option"):
        if getattr(arguments, name) not in (None, []):
            raise UserFault(
                f"--{name} is for a new game, and --resume goes on with a saved one",
                f"leave --{name} or --resume out",
            )


def chosen_bot(arguments: argparse.Namespace) -> str:
    """The bot of a level, or the one that is named."""
    from hoyle.bots.levels import DEFAULT_LEVEL, bot_of
    from hoyle.bots.registry import BOTS
    from hoyle.cli.seating import named_bots

    if arguments.bot is None:
        return bot_of(arguments.level or DEFAULT_LEVEL)
    if arguments.level is not None:
        raise UserFault("--level and --bot both say who plays", "leave one of them out")
    if "," in arguments.bot:
        raise UserFault(
            f"--bot {arguments.bot}: all other seats are played by one bot", one_of("", list(BOTS), "bots")
        )
    return named_bots(arguments.bot, clock=True, option="--bot")[0]


def chosen_seats(words: list[str], players: int) -> tuple[int, ...]:
    """Where people sit."""
    if words == ["all"]:
        return tuple(range(players))
    for word in words:
        if word not in map(str, range(players)):
            raise UserFault(f"--seat {word[:20]}: there is no such seat", f"{_seats(players)}, or `all`")
    return tuple(dict.fromkeys(map(int, words)))


def chosen_language(game: Game, wanted: str | None) -> str:
    """The language to tell things in: one of the ruleset's or of ours."""
    from hoyle.story.phrases import PHRASES

    if wanted is None:
        return "en"
    known = sorted({*PHRASES, *game.program.title, *game.program.about})
    if wanted not in known:
        raise UserFault(
            f"--language {wanted}: {game.title} has no text in it", one_of(wanted, known, "languages")
        )
    return wanted


def title_in(game: Game, language: str) -> str:
    return game.program.title.get(language, game.title)


def _names(names: list[str], people: tuple[int, ...], players: int, kept: tuple[str, ...]) -> tuple[str, ...]:
    """The players' names: those of people in the order of their seats; or as they were called before."""
    from hoyle.cli.table.saved import MOST_NAMED, is_name

    cleaned = [" ".join(name.split()) for name in names]
    if len(cleaned) > len(people):
        raise UserFault(
            f"--name: {counted(len(names), 'name')} for {counted(len(people), 'person')}",
            "give more of --seat",
        )
    called = dict(enumerate(kept))
    for seat, name in zip(people, cleaned, strict=False):
        called.pop(seat, None)
        if not is_name(name, list(called.values())):
            raise UserFault(
                f"--name {name[:MOST_NAMED]}: a name has 1 to {MOST_NAMED} letters, and nobody else has it",
                "choose another one",
            )
        called[seat] = name
    return tuple(called.get(seat, "") for seat in range(players))


def _you(setting: Setting, people: tuple[int, ...]) -> str:
    from hoyle.story.phrases import names_in

    names = names_in(setting.language, setting.players)
    return f"you are {' and '.join(names.seat(seat) for seat in sorted(people))}"


def _seats(players: int) -> str:
    return f"seats go from 0 (Player 1) to {players - 1} (Player {players})"
