"""Traces: reading them, writing one that reproduces a game, and finding where a replay parts from one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hoyle.play.errors import IllegalChoice, PlayError, StartError
from hoyle.play.event_kinds import EVENTS
from hoyle.play.game import Game
from hoyle.play.state import State
from hoyle.wording import counted, said

Event = dict[str, Any]
_Get = Callable[..., Any]  # a field of an event, by its name

_LISTS = {"decide": ("choices",), "reveal": ("pieces", "to"), "end": ("winners",)}  # none, if hidden
_START: dict[str, type] = {"ruleset": str, "hash": str, "players": int, "options": dict, "seed": int}


MOST_BYTES = 64 << 20  # of one game; it takes some ten times as much memory
TOO_LONG = f"the trace of this game is longer than {MOST_BYTES >> 20} MiB"


class DamagedTrace(Exception):
    """A trace that cannot be read: what is wrong, and in which line."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line, self.message = line, message


class LongTrace(PlayError):
    """A game whose trace would be longer than any that is read."""


@dataclass
class Recorded:
    """One game of a trace; `lines` are those of the file in which its events stand."""

    events: list[Event] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    @property
    def start(self) -> Event:
        return self.events[0]

    @property
    def picks(self) -> list[str]:
        return [event["pick"] for event in self.events if event["event"] == "decide"]


@dataclass(frozen=True)
class Difference:
    """The first event that a replay tells otherwise; None where one side has nothing more to tell."""

    index: int
    recorded: Event | None
    replayed: Event | None


# ------------------------------------------------------------------ reading
def read_trace(lines: Iterable[bytes]) -> Iterator[Recorded]:
    """The games of a trace, one after the other; DamagedTrace names the first line that is wrong."""
    game: Recorded | None = None
    size = 0
    for number, line in enumerate(lines, 1):
        size += len(line)
        if not line.strip():
            continue
        if len(line) > MOST_BYTES:  # perhaps not all of it is there
            raise DamagedTrace(number, TOO_LONG)
        event = _event(number, line)
        if event["event"] == "start":
            _check_start(number, event)
            if game is not None:
                yield game
            game, size = Recorded(), len(line)
        elif game is None:
            raise DamagedTrace(number, f"a game begins with a `start` event, not with `{event['event']}`")
        elif event["event"] == "decide" and not isinstance(event.get("pick"), str):
            raise DamagedTrace(
                number, "the choice is hidden: only a trace that shows everything can be replayed"
            )
        if size > MOST_BYTES:
            raise DamagedTrace(number, TOO_LONG)
        game.events.append(event)
        game.lines.append(number)
    if game is None:
        raise DamagedTrace(1, "there is no game in it")
    yield game


def _event(number: int, line: bytes) -> Event:
    try:
        found = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise DamagedTrace(number, "this is not UTF-8 text") from None
    except (ValueError, RecursionError):
        raise DamagedTrace(number, "this is not a JSON object; it may be cut off") from None
    if not isinstance(found, dict):
        raise DamagedTrace(number, "this is not a JSON object")
    kind = found.get("event")
    if kind not in tuple(EVENTS):  # which may be anything, also what has no hash
        raise DamagedTrace(number, f"there is no event `{kind}`" if "event" in found else "it has no `event`")
    for key in _LISTS.get(kind, ()):
        value = found.get(key)
        if value is not None and not isinstance(value, list) and (key, value) != ("to", "everyone"):
            raise DamagedTrace(number, f"the `{kind}` event has no proper `{key}`")
    return found


def _check_start(number: int, event: Event) -> None:
    for key, kind in _START.items():
        value = event.get(key)
        if key == "seed" and value is None and key in event:
            raise DamagedTrace(
                number, "the seed is hidden: only a trace that shows everything can be replayed"
            )
        if not isinstance(value, kind) or isinstance(value, bool):
            raise DamagedTrace(number, f"the `start` event has no proper `{key}`")


# ------------------------------------------------------------------ playing again
def retold(
    game: Game, players: int, seed: int, options: dict[str, Any], picks: Sequence[str | int]
) -> list[Event]:
    """The events of a game with these picks; a fault of the rules is the last of them.

    A pick that is not legal ends the story with a decision that is not taken.
    """
    try:
        state = game.start(players, seed, options, record=True)
    except StartError:
        raise
    except PlayError as error:
        return [_begun(game, players, seed, options), _fault(error)]
    for pick in picks:
        try:
            state.apply(pick)
        except IllegalChoice:
            return [*state.events, *([] if state.over else [_due(state)])]
        except PlayError as error:
            return [*error.events, _fault(error)]
    return state.events


def difference(game: Game, recorded: Recorded, course_alone: bool = False) -> Difference | None:
    """Where the game, played again by the same seed, options and decisions, parts from its record.

    With `course_alone` it may offer other choices, as long as those that were taken have the same effect.
    """
    start = recorded.start
    told = retold(game, start["players"], start["seed"], start["options"], recorded.picks)
    for index, event in enumerate(recorded.events):
        again = told[index] if index < len(told) else None
        if index == 0 and again is not None:
            again = _as_begun(again, event)
        if again != event and not (course_alone and _goes_alike(event, again)):
            return Difference(index, event, again)
    if len(told) > len(recorded.events) and told[-1]["event"] == "fault":
        return Difference(len(recorded.events), None, told[-1])
    return None


def _goes_alike(event: Event, again: Event | None) -> bool:
    """Whether two decisions differ only in what could have been chosen."""
    return again is not None and event | {"choices": None} == again | {"choices": None}


def _as_begun(again: Event, recorded: Event) -> Event:
    """The start of a game played again, without what was looked at beforehand or can't be in the record.

    Ruleset and hash are looked at beforehand; an option that the ruleset has got since is at its default.
    """
    known = {name: value for name, value in again["options"].items() if name in recorded["options"]}
    return again | {"ruleset": recorded["ruleset"], "hash": recorded["hash"], "options": known}


def trace_text(events: Sequence[Event]) -> str:
    """Events as a trace holds them, one JSON object a line; LongTrace if none may be so long."""
    lines = []
    size = 0
    for event in events:
        line = json.dumps(event, ensure_ascii=False, separators=(",", ":")) + "\n"
        size += len(line) if line.isascii() else len(line.encode())
        if size > MOST_BYTES:
            raise LongTrace(TOO_LONG)
        lines.append(line)
    return "".join(lines)


def _begun(game: Game, players: int, seed: int, options: dict[str, Any]) -> Event:
    shown = game.options_for(players) | options
    return {
        "event": "start",
        "ruleset": game.id,
        "hash": game.hash,
        "players": players,
        "options": shown,
        "seed": seed,
    }


def _due(state: State) -> Event:
    decision = state.decision
    return {
        "event": "decide",
        "seat": decision.seat,
        "name": decision.name,
        "choices": decision.labels,
        "pick": None,
    }


def _fault(error: PlayError) -> Event:
    return {"event": "fault", "rule": error.rule, "message": error.message}


# ------------------------------------------------------------------ reading aloud
def story(recorded: Recorded) -> Iterator[str]:
    """A game as a person reads it, line by line."""
    for event in recorded.events:
        yield _SENTENCES[event["event"]](event.get)


def _start(of: _Get) -> str:
    options = "".join(f", {name} {said(value)}" for name, value in of("options").items())
    return f"{of('ruleset')}: {of('players')} players, seed {of('seed')}{options}"


def _decide(of: _Get) -> str:
    return f"  seat {of('seat')} ({of('name')}, {counted(len(of('choices') or ()), 'choice')}): {of('pick')}"


def _move(of: _Get) -> str:
    under = " (to the bottom)" if of("bottom") else ""
    return f"    {of('piece')}: {of('from')} → {of('to')}{under}"


def _reveal(of: _Get) -> str:
    to = "everyone" if of("to") == "everyone" else _seats(of("to"))
    return f"    {', '.join(map(str, of('pieces') or ()))} shown to {to}"


def _set(of: _Get) -> str:
    index = of("index", _set)  # `none` is an index like others
    return f"    {of('name')}{'' if index is _set else f'[{said(index)}]'} = {said(of('value'))}"


def _failure(of: _Get) -> str:
    rule = f" (in the rule `{of('rule')}`)" if of("rule") else ""
    return f"the rules fail: {of('message')}{rule}"


def _seats(seats: Sequence[int] | None) -> str:
    return ", ".join(f"seat {seat}" for seat in seats or ())


_SENTENCES: dict[str, Callable[[_Get], str]] = {
    "start": _start,
    "round": lambda of: f"round {of('number')}",
    "decide": _decide,
    "move": _move,
    "shuffle": lambda of: f"    {of('zone')} is shuffled",
    "random": lambda of: f"    by chance: {of('label')} {said(of('value'))}",
    "reveal": _reveal,
    "set": _set,
    "score": lambda of: f"  scores: {said(of('scores'))}",
    "end": lambda of: f"end: scores {said(of('scores'))}; won by {_seats(of('winners')) or 'nobody'}",
    "fault": _failure,
}
