"""`hoyle replay`: plays the games of a trace again and compares every event."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hoyle.cli.faults import FINDINGS, OK, UserFault
from hoyle.wording import counted

if TYPE_CHECKING:
    import argparse

    from hoyle import Game
    from hoyle.play.traces import Difference, Recorded

EXAMPLE = """\
examples:
  hoyle replay games.jsonl
  hoyle replay games.jsonl --ruleset my-game.yaml --show

`hoyle run … --trace FILE` and `hoyle lint --play --trace-dir D` write traces.

exit status: 0 the same, 1 different or damaged, 2 wrong usage, 3 internal error"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    add = parser.add_argument
    add("trace", metavar="TRACE", help="a file with one JSON event a line, of one or several games")
    add("--ruleset", metavar="RULESET", help="the ruleset to play by (default: the bundled id in the trace)")
    add("--anyway", action="store_true", help="replay although the ruleset is not the one of the trace")
    add("--show", action="store_true", help="print the games as a person reads them")


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.files import read_whole
    from hoyle.play.traces import DamagedTrace, read_trace

    path = arguments.trace
    try:
        games = read_trace(read_whole(path))
    except DamagedTrace as error:
        raise UserFault(f"{path}:{error.line}: {error.message}", None, FINDINGS) from None
    rulesets: dict[str, Game] = {}
    for number, recorded in enumerate(games, 1):
        name = arguments.ruleset or recorded.start["ruleset"]
        game = rulesets.get(name) or rulesets.setdefault(name, _game(name, path, arguments.ruleset))
        _check_hash(game, recorded, path, arguments.anyway)
        found = _replayed(game, recorded, path, arguments.show)
        if found is not None:
            print(_told(found, recorded, f"game {number} of {len(games)}", path))
            return FINDINGS
    print(_summary(games, path))
    return OK


def _replayed(game: Game, recorded: Recorded, path: str, shows: bool) -> Difference | None:
    """Where a game, played again, parts from its record."""
    import hoyle
    from hoyle.play.traces import difference, story

    try:
        if shows:
            print("\n".join(story(recorded)))
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


def _summary(games: list[Recorded], path: str) -> str:
    events = sum(len(recorded.events) for recorded in games)
    cut = sum(1 for recorded in games if recorded.events[-1]["event"] not in ("end", "fault"))
    faults = sum(1 for recorded in games if recorded.events[-1]["event"] == "fault")
    text = f"{path}: {counted(len(games), 'game')}, {events} events, all the same"
    if faults:
        text += f"; {faults} with the same fault of the rules at the end"
    return f"{text}; {cut} unfinished" if cut else text


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
