"""Tells one short seeded game of a ruleset in plain lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import hoyle
from hoyle.random import Stream

FOLDER = Path(__file__).parent
WIDTH = 110
MOST_LINES = 150
MOST_CHOICES = 12


@dataclass(frozen=True)
class Play:
    """Which game of a ruleset is told: a short one that shows what matters."""

    players: int | None = None
    seed: int = 1
    options: dict[str, Any] = field(default_factory=dict)


# Where the fewest players, the defaults and seed 1 would not show the game.
PLAYS = {
    "backgammon": Play(2, 7, {"three_men": True}),
    "blackjack": Play(3, 4, {"hands": 2}),
    "chess": Play(2, 1450),
    "euchre": Play(4, 1, {"target": 1}),
    "gin-rummy": Play(2, 188, {"hands": 1, "knock_at": 30, "hand_size": 7}),
    "go": Play(2, 286, {"size": 4, "komi": 0}),
    "go-fish": Play(3),
    "goofspiel": Play(3, 1, {"cards": 5}),
    "hanabi": Play(3, 2),
    "hex": Play(2, 17, {"size": 5, "swap": True}),
    "if-zero-stop": Play(3, 1, {"rounds": 1}),
    "if-zero-stop-by-rounds": Play(3, 1, {"rounds": 1}),
    "if-zero-stop-collector": Play(3, 1, {"rounds": 1}),
    "if-zero-stop-gifts": Play(3, 1, {"rounds": 1}),
    "liars-dice": Play(3, 2, {"dice_each": 2}),
    "nine-mens-morris": Play(2, 85, {"men": 5}),
    "pig": Play(2, 1, {"target": 20}),
    "rock-paper-scissors": Play(2, 1, {"throws": 3}),
    "stop": Play(3, 2, {"target": 0}),
    "stop-draw-and-play": Play(3, 2, {"target": 0}),
    "stop-no-jumping": Play(3, 2, {"target": 0}),
    "stop-short-evening": Play(3, 2, {"target": 0}),
}


def told(name: str) -> str:
    """The playthrough of a bundled ruleset."""
    play = PLAYS.get(name, Play())
    state = hoyle.load(name).start(play.players, play.seed, play.options)
    stream = Stream(play.seed)
    while not state.over and state.decisions < 5_000:
        state.apply(stream.below(len(state.decision)))
    lines = list(_lines(state.events))
    decisions = sum(event["event"] == "decide" for event in state.events)
    if len(lines) > MOST_LINES:
        # Cut between two paragraphs: in front of what somebody decides.
        end = max(n for n, line in enumerate(lines[: MOST_LINES - 1]) if line.startswith("seat "))
        count = sum(line.startswith("seat ") for line in lines[:end])
        lines = [*lines[:end], f"… and so on: {decisions - count} of {decisions} decisions are left out."]
    return "\n".join(lines) + "\n"


def _lines(events: list[dict[str, Any]]) -> Iterator[str]:
    for kind, group in groupby(events, key=_kind):
        match kind:
            case ("move", source):
                yield from _moved(source, list(group))
            case ("set",):
                yield from _wrapped("    " + ", ".join(map(_set, group)))
            case _:
                for event in group:
                    yield from _line(event)


def _kind(event: dict[str, Any]) -> tuple[str, ...]:
    return ("move", event["from"]) if event["event"] == "move" else (event["event"],)


def _moved(source: str, moves: list[dict[str, Any]]) -> Iterator[str]:
    """Moves from one place in one line, in their order: `deck → hand[0]: red 4; hand[1]: blue 2, blue 3`."""
    parts = []
    for where, several in groupby(moves, key=lambda move: (move["to"], move.get("bottom", False))):
        target = f"the bottom of {where[0]}" if where[1] else where[0]
        parts.append(f"{target}: {', '.join(move['piece'] for move in several)}")
    yield from _wrapped(f"    {source} → {'; '.join(parts)}")


def _set(event: dict[str, Any]) -> str:
    value, index = event["value"], f"[{_index(event['index'])}]" if "index" in event else ""
    if isinstance(value, list) and len(value) > 4 and all(item == value[0] for item in value):
        return f"all {len(value)} {event['name']} = {_word(value[0])}"
    return f"{event['name']}{index} = {_word(value)}"


def _index(index: Any) -> str:
    return ", ".join(map(_word, index)) if isinstance(index, list) else _word(index)


def _line(event: dict[str, Any]) -> Iterator[str]:
    match event["event"]:
        case "start":
            options = ", ".join(f"{key} {_word(value)}" for key, value in event["options"].items())
            yield f"{event['ruleset']} for {event['players']}, seed {event['seed']}"
            yield from _wrapped(f"options: {options or 'none'}")
        case "round":
            yield ""
            yield f"--- round {event['number']}"
        case "shuffle":
            yield from _wrapped(f"    {event['zone']} is shuffled, from the top: {', '.join(event['order'])}")
        case "random":
            yield f"    chance, {event['label']}: {_word(event['value'])}"
        case "decide":
            yield ""
            yield f"seat {event['seat']}, {event['name']}"
            choices = event["choices"]
            if len(choices) > MOST_CHOICES:
                choices = [*choices[:3], f"… {len(choices)} in all"]
            yield from _wrapped(f"    may: {' | '.join(choices)}")
            yield f"    does: {event['pick']}"
        case "reveal":
            to = (
                event["to"]
                if event["to"] == "everyone"
                else ", ".join(f"seat {seat}" for seat in event["to"])
            )
            yield from _wrapped(f"    shown to {to}: {', '.join(event['pieces'])}")
        case "score":
            gained = f"gained {_word(event['gained'])}, " if "gained" in event else ""
            yield f"    {gained}scores {_word(event['scores'])}"
        case "end":
            yield ""
            winners = ", ".join(map(str, event["winners"]))
            by = f"seat {winners}" if winners else "nobody"
            yield f"=== scores {_word(event['scores'])}, won by {by}"
        case other:
            raise AssertionError(other)


def _word(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_word, value)) + "]"
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _wrapped(line: str) -> Iterator[str]:
    """A long line goes on below, deeper than it began."""
    indent = " " * (len(line) - len(line.lstrip()) + 4)
    while len(line) > WIDTH and " " in line[len(indent) : WIDTH]:
        cut = line.rindex(" ", len(indent), WIDTH)
        yield line[:cut].rstrip()
        line = indent + line[cut:].lstrip()
    yield line
