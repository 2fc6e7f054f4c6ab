"""`hoyle replay`: plays the games of a trace again and compares every event."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hoyle.cli.arguments import at_least
from hoyle.cli.faults import FINDINGS, OK, UserFault
from hoyle.cli.streams import harmless
from hoyle.wording import counted

if TYPE_CHECKING:
    import argparse

    from hoyle import Game, State
    from hoyle.play.traces import Difference, Recorded

EXAMPLE = """\
examples:
  hoyle replay games.jsonl
  hoyle replay games.jsonl --ruleset my-game.yaml --show
  hoyle replay games.jsonl --browse --game 2 --seat 0
  hoyle replay games.jsonl --transcript markdown > game.md
  hoyle replay games.jsonl --ruleset my-stop.yaml --was old-stop.yaml --anyway

`hoyle run … --trace FILE` and `hoyle lint --play --trace-dir D` write traces.

exit status: 0 the same, 1 different or damaged, 2 wrong usage, 3 internal error"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    add = parser.add_argument
    add("trace", metavar="TRACE", help="a file with one JSON event a line, of one or several games")
    add("--ruleset", metavar="RULESET", help="the ruleset to play by (default: the bundled id in the trace)")
    add("--anyway", action="store_true", help="replay although the ruleset is not the one of the trace")
    add("--show", action="store_true", help="print the games as a person reads them")
    add(
        "--browse",
        action="store_true",
        help="look through a game: forward and back, and play on from any position",
    )
    add("--transcript", choices=["text", "markdown"], help="print one game in sentences")
    add(
        "--game", type=at_least(1), metavar="N", help="which game, with --browse or --transcript (default: 1)"
    )
    add(
        "--seat",
        metavar="S",
        help="through the eyes of a seat, counted from 0 (0 is Player 1), or `none`; with --browse or "
        "--transcript (default: all)",
    )
    add("--language", metavar="CODE", help="tell it in this language; with --browse or --transcript")
    add(
        "--was",
        metavar="RULESET",
        help="with --anyway: the ruleset of the trace, to say what has changed since",
    )


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.files import lines_of
    from hoyle.play.traces import MOST_BYTES, DamagedTrace, read_trace

    _check_usage(arguments)
    path = arguments.trace
    rulesets: dict[str, Game] = {}
    seen = Seen()
    try:
        for recorded in read_trace(lines_of(path, MOST_BYTES)):
            name = arguments.ruleset or recorded.start["ruleset"]
            game = rulesets.get(name) or rulesets.setdefault(name, _game(name, path, arguments.ruleset))
            _check_hash(game, recorded, path, arguments.anyway)
            seen.add(recorded)
            if arguments.browse or arguments.transcript:
                if seen.games == (arguments.game or 1):
                    return _looked_at(game, recorded, name, arguments)
                continue
            found = _replayed(game, recorded, path, arguments.show)
            if found is not None:
                print(harmless(_told(found, recorded, f"game {seen.games}", path)))
                _tell_rails(game, recorded, name, arguments)
                return FINDINGS
    except DamagedTrace as error:
        raise UserFault(f"{path}:{error.line}: {error.message}", None, FINDINGS) from None
    if arguments.browse or arguments.transcript:
        raise UserFault(
            f"--game {arguments.game}: {path} has {counted(seen.games, 'game')}", "they count from 1"
        )
    print(f"{path}: {seen.told()}")
    return OK


def _check_usage(arguments: argparse.Namespace) -> None:
    """What is for looking at one game makes no sense without."""
    if arguments.browse and arguments.transcript:
        raise UserFault("--browse and --transcript are two ways to look at a game", "leave one of them out")
    for name in ("game", "seat", "language"):
        if getattr(arguments, name) is not None and not (arguments.browse or arguments.transcript):
            raise UserFault(f"--{name} says how to look at one game", "add --browse or --transcript text")
    if arguments.was is not None and not arguments.anyway:
        raise UserFault("--was is for a ruleset that has changed", "add --anyway")


def _looked_at(game: Game, recorded: Recorded, source: str, arguments: argparse.Namespace) -> int:
    """One game to read or to look through, if it can be played again as it is recorded."""
    from hoyle.cli.commands.play import chosen_language, title_in
    from hoyle.cli.table.browsing import Browser, Played
    from hoyle.cli.table.screen import Screen
    from hoyle.story.languages import in_part

    path, start = arguments.trace, recorded.start
    found = _replayed(game, recorded, path, False)
    picks = recorded.picks
    if found is not None:
        print(harmless(_told(found, recorded, "this game", path)))
        _tell_rails(game, recorded, source, arguments)
        picks = [event["pick"] for event in recorded.events[: found.index] if event["event"] == "decide"]
        print(f"as far as it goes: {counted(len(picks), 'decision')}")
    if recorded.events[-1]["event"] == "fault":
        picks = picks[:-1]  # in the last of them the rules fail
    language = chosen_language(game, arguments.language)
    if arguments.browse and (note := in_part(game.program, game.title, language)):
        print(note)
    wanted = arguments.seat or "all"
    if wanted not in ("all", "none", *map(str, range(start["players"]))):
        raise UserFault(
            f"--seat {wanted[:20]}: there is no such seat", f"seats go from 0 to {start['players'] - 1}"
        )
    title = title_in(game, language)
    played = Played(game, start["players"], start["seed"], start["options"], tuple(picks), title)
    seat = int(wanted) if wanted.isdecimal() else None

    def play_on(state: State, at: int) -> None:
        _play_on(state, at, title, source, language)

    browser = Browser(played, Screen(), language, seat, wanted == "all", play_on)
    if arguments.browse:
        browser.browse()
    else:
        print("\n".join(browser.transcript(arguments.transcript)))
    return OK if found is None else FINDINGS


def _play_on(state: State, seat: int, title: str, source: str, language: str) -> None:
    """A recorded game goes on with somebody at a seat, bots at the others."""
    from hoyle.bots.levels import DEFAULT_LEVEL, bot_of
    from hoyle.cli.table.company import Company
    from hoyle.cli.table.screen import Screen
    from hoyle.cli.table.session import Session, Setting
    from hoyle.pipeline import open_sound
    from hoyle.show.rulebook import rulebook

    players = len(state.view(None)["scores"])
    setting = Setting((seat,), ("",) * players, language, title, source)
    company = Company(bot_of(DEFAULT_LEVEL), state.to_json()["seed"] or 0, players)
    Session(
        state, setting, company, Screen(), lambda: rulebook(open_sound(source, leave_out=("lint",)))
    ).play()


def _tell_rails(game: Game, recorded: Recorded, source: str, arguments: argparse.Namespace) -> None:
    """With other rules than those of the trace: what has changed, and where that matters."""
    if recorded.start["hash"] == game.hash:
        return
    from hoyle.cli.table.rails import changes, former_ruleset, where_it_leaves

    for line in where_it_leaves(game, recorded):
        print(harmless(f"  {line}"))
    former = former_ruleset(recorded, arguments.was)
    if former is None:
        print("  which rules have changed can be told with --was RULESET, the ruleset as it was then")
        return
    print(f"  what has changed since {former}:")
    for line in changes(former, source):
        print(harmless(f"    {line}"))


@dataclass(slots=True)
class Seen:
    """What a trace holds, up to now: its games themselves are not kept."""

    games: int = 0
    events: int = 0
    cut: int = 0
    faults: int = 0

    def add(self, recorded: Recorded) -> None:
        """Counts a game."""
        last = recorded.events[-1]["event"]
        self.games += 1
        self.events += len(recorded.events)
        self.cut += last not in ("end", "fault")
        self.faults += last == "fault"

    def told(self) -> str:
        """All of it in a line, if every game went as it is recorded."""
        text = f"{counted(self.games, 'game')}, {self.events} events, all the same"
        if self.faults:
            text += f"; {self.faults} with the same fault of the rules at the end"
        return f"{text}; {self.cut} unfinished" if self.cut else text


def _replayed(game: Game, recorded: Recorded, path: str, shows: bool) -> Difference | None:
    """Where a game, played again, parts from its record."""
    import hoyle
    from hoyle.play.traces import difference, story

    try:
        if shows:
            print(harmless("\n".join(story(recorded))))
        return difference(game, recorded)
    except hoyle.StartError as error:
        what = f"this game cannot start: {error}"
    except RecursionError:
        what = "a value in this game is nested too deep"
    raise UserFault(f"{path}:{recorded.lines[0]}: {what}", None, FINDINGS)


def _game(name: str, path: str, given: str | None) -> Game:
    import hoyle
    from hoyle.bundled import bundled
    from hoyle.cli.rulesets import located

    if given is None and name not in bundled():
        raise UserFault(
            f"{path} is of `{name}`, which is not a bundled ruleset", "say where it is with --ruleset FILE"
        )
    return hoyle.load(located(name))


def _check_hash(game: Game, recorded: Recorded, path: str, anyway: bool) -> None:
    start = recorded.start
    if start["hash"] == game.hash or anyway:
        return
    where = f"{path}:{recorded.lines[0]}"
    if start["ruleset"] != game.id:
        message = f"{where}: this game is of {start['ruleset']}, not of {game.id}"
    else:
        message = f"{where}: {game.id} has changed since: its hash was {start['hash']}, and is {game.hash}"
    help = "give the right ruleset with --ruleset, or add --anyway to see where the games part"
    raise UserFault(message, help, FINDINGS)


def _told(found: Difference, recorded: Recorded, which: str, path: str) -> str:
    inside = found.index < len(recorded.lines)
    line = recorded.lines[found.index] if inside else recorded.lines[-1]
    before, now = _sides(found.recorded, found.replayed)
    return (
        f"{path}:{line}: {which} goes differently at its event {found.index + 1}\n"
        f"  in the trace: {before}\n"
        f"  played again: {now}"
    )


def _sides(before: dict[str, Any] | None, now: dict[str, Any] | None) -> tuple[str, str]:
    """Both events in JSON; of what they share only what kind they are, and who decides."""
    if before is None or now is None:
        return _json(before), _json(now)
    kept = ("event", "seat", "name", "zone", "piece", "label")
    if before.get("event") == now.get("event"):
        shared = [key for key in before if key not in kept and key in now and before[key] == now[key]]
        before = {key: value for key, value in before.items() if key not in shared}
        now = {key: value for key, value in now.items() if key not in shared}
    return _json(before), _json(now)


def _json(event: dict[str, Any] | None) -> str:
    return "nothing more" if event is None else json.dumps(event, ensure_ascii=False)
