"""Replays traces through the oracles: `python tests/oracles/trace.py stop t.jsonl`.

An oracle plays its game at a *table*. The table answers for chance and for the players:
`Replay` answers from a trace and compares everything the oracle says with it,
`SelfPlay` answers at random and writes down a trace of its own.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Protocol, TypeAlias, cast

GAMES = {
    "stop": "stop",
    "mister-zero": "mister_zero",
    "one-more": "one_more",
    "if-zero-stop": "if_zero_stop",
}

# What the oracle itself must arrive at. The other events (move, reveal, set, score, round)
# tell the consequences; of these only the moves are used, to recompute the zones.
STATIONS = ("shuffle", "random", "decide", "end")


Event: TypeAlias = dict[str, Any]
Options: TypeAlias = Mapping[str, Any]
Zones: TypeAlias = Callable[[], Mapping[str, list[str]]]
Bag: TypeAlias = Iterable[str] | Mapping[str, int]


class Table(Protocol):
    """What an oracle asks: of chance, of the players, and to be heard."""

    zones: Zones

    def shuffle(self, zone: str, pieces: list[str]) -> list[str]: ...
    def random(self, label: str, outcomes: list[Any]) -> Any: ...
    def decide(self, seat: int, name: str, choices: dict[str, Any]) -> Any: ...
    def move(self, piece: str, source: str, target: str) -> None: ...
    def round(self, number: int) -> None: ...
    def score(self, seat: int, points: int) -> None: ...
    def note(self, what: str) -> None: ...
    def settled(self) -> None: ...
    def end(self, scores: list[int], winners: list[int]) -> None: ...


class Oracle(Protocol):
    """A module that plays a game from its rulings."""

    @property
    def ID(self) -> str: ...
    @property
    def PLAYERS(self) -> Collection[int]: ...
    @property
    def OPTIONS(self) -> Options: ...
    @property
    def read_piece(self) -> Callable[[str], str]: ...
    @property
    def read_zone(self) -> Callable[[str], str]: ...
    @property
    def read_label(self) -> Callable[[str], str]: ...
    @property
    def play(self) -> Callable[[Table, int, Options], None]: ...


class Mismatch(Exception):
    """The trace and the oracle disagree."""

    def __init__(self, game: int, event: int, what: str, expected: Any, got: Any) -> None:
        super().__init__(f"game {game}, event {event}: {what}: expected {short(expected)}, got {short(got)}")
        self.game, self.event, self.what = game, event, what
        self.expected, self.got = expected, got


def short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 400 else text[:400] + "…"


# ---------------------------------------------------------------- reading events
# All that depends on how a trace is spelled is in this section and in each oracle's
# read_label, read_piece and read_zone.


def kind(event: Event) -> str:
    """The event's name, whichever of the usual keys carries it."""
    for key in ("event", "type", "kind"):
        if key in event:
            return str(event[key])
    raise ValueError(f"an event without a name: {event}")


def is_station(event: Event) -> bool:
    """Whether the oracle must arrive at it; the shuffle of nothing at all may be told or not."""
    return kind(event) in STATIONS and not (kind(event) == "shuffle" and not event["order"])


def number_in(value: object) -> int:
    """A seat, given as 2, "2" or "seat 2"."""
    if isinstance(value, int):
        return value
    found = re.fullmatch(r"\D*(\d+)\D*", str(value))
    if not found:
        raise ValueError(f"not a seat: {value!r}")
    return int(found[1])


def players_of(start: Event) -> int:
    players = start["players"]
    return len(players) if isinstance(players, list) else int(players)


def per_seat(scores: Any, players: int) -> list[Any]:
    """Scores as a list, given as a list or as {seat: score}."""
    if isinstance(scores, dict):
        by_seat = {number_in(seat): score for seat, score in scores.items()}
        return [by_seat.get(seat) for seat in range(players)]
    return list(scores)


@cache
def tidy(label: str) -> str:
    """One spelling for blanks, case and the minus sign."""
    return " ".join(str(label).replace("\u2212", "-").replace("\u2013", "-").lower().split())


def counts(pieces: list[str]) -> dict[str, int]:
    """How many of each, as a plain dict: they compare ten times faster than Counters."""
    return dict(Counter(pieces))


def read_file(path: str | Path) -> list[list[Event]]:
    """The games of a trace file, each a list of events that begins with `start`."""
    games: list[list[Event]] = []
    with Path(path).open(encoding="utf-8") as lines:
        for line in lines:
            if not line.strip():
                continue
            event = json.loads(line)
            if kind(event) == "start":
                games.append([])
            if not games:
                raise ValueError(f"{path}: the first event is not a start")
            games[-1].append(event)
    return games


# ---------------------------------------------------------------- the two tables


class Replay:
    """A table that answers from one game of a trace, and compares."""

    def __init__(self, oracle: Oracle, events: list[Event], game: int = 1) -> None:
        self.oracle, self.events, self.game = oracle, events, game
        self.at = 1  # the next event; 0 is `start`
        self.players = players_of(events[0])
        self.decisions = self.zone_checks = 0
        self.notes: Counter[str] = Counter()
        self.has_moves = any(kind(e) == "move" for e in events)
        self.told: dict[str, dict[str, int]] = {}  # zone -> piece -> how many, as the moves tell it
        self.anchored = False  # whether we know where the pieces began
        self.moved = False
        self.zones: Zones = dict  # the oracle's own zones; it sets this
        self.known: frozenset[str] = frozenset()  # their names

    # -- what the oracle calls

    def shuffle(self, zone: str, pieces: list[str]) -> list[str]:
        """The new order of these pieces, top first."""
        self._advance()
        event = self._event()
        if len(pieces) <= 1 and not self._is_shuffle_of(event, zone, pieces):
            return list(pieces)  # there is nothing to shuffle, and a trace need not say so
        event = self._expect(event, "shuffle")
        self._compare("shuffled zone", zone, self.oracle.read_zone(event["zone"]))
        order = [self.oracle.read_piece(piece) for piece in event["order"]]
        self._compare_bags(f"pieces shuffled in {zone}", pieces, order)
        if self.has_moves:
            if self.anchored:
                self._compare_bags(f"{zone} as moved, at its shuffle", order, self.told.get(zone, {}))
            self.told[zone] = counts(order)
            self.anchored = True
        self.at += 1
        return order

    def random(self, label: str, outcomes: list[Any]) -> Any:
        """One of the outcomes (seats or pieces)."""
        self._advance()
        event = self._event()
        if len(set(outcomes)) == 1 and (event is None or kind(event) != "random"):
            return outcomes[0]
        event = self._expect(event, "random")
        try:
            read = number_in if isinstance(outcomes[0], int) else self.oracle.read_piece
            value = read(event["value"])
        except ValueError as fault:
            raise self._mismatch(label, sorted(set(outcomes)), str(fault)) from None
        if value not in outcomes:
            raise self._mismatch(label, sorted(set(outcomes)), value)
        self.at += 1
        return value

    def decide(self, seat: int, name: str, choices: dict[str, Any]) -> Any:
        """The meaning of the choice that the trace's player took."""
        self._advance()
        event = self._event()
        if event is None or kind(event) != "decide":
            asked = f"seat {seat} to {name}: {sorted(choices)}"
            raise self._mismatch("what comes next", asked, self._show(event))
        self._compare(f"who is asked to {name}", seat, number_in(event["seat"]))
        try:
            labels = [self.oracle.read_label(label) for label in event["choices"]]
            pick = self.oracle.read_label(event["pick"])
        except ValueError as fault:
            raise self._mismatch(f"choices of seat {seat} to {name}", sorted(choices), str(fault)) from None
        self._compare_bags(f"choices of seat {seat} to {name}", list(choices), labels)
        if pick not in choices:
            raise self._mismatch(f"pick of seat {seat} to {name}", sorted(choices), pick)
        self._compare_zones()
        self.decisions += 1
        self.at += 1
        return choices[pick]

    def move(self, piece: str, source: str, target: str) -> None:
        """Not compared one by one: the order of moves within a step is nobody's business."""

    def round(self, number: int) -> None:
        """Not compared."""

    def score(self, seat: int, points: int) -> None:
        """Not compared: `end` has the scores."""

    def note(self, what: str) -> None:
        """Counts a rule at work."""
        self.notes[what] += 1

    def settled(self) -> None:
        """The oracle's zones must be seen before the next station (say, before cards are gathered)."""
        if not self.has_moves:
            return
        own = self._own_zones()
        while self._differing(own):
            event = self._event()
            if event is None or is_station(event):
                self._compare_zones()
            assert event is not None  # else there was a mismatch
            self._apply(event)
        self.zone_checks += 1

    def end(self, scores: list[int], winners: list[int]) -> None:
        self._advance()
        event = self._event()
        event = self._expect(event, "end")
        self._compare("scores", list(scores), per_seat(event["scores"], self.players))
        self._compare("winners", sorted(winners), sorted(number_in(seat) for seat in event["winners"]))
        self.at += 1
        self._advance()
        if self._event() is not None:
            raise self._mismatch("what comes after the end", "nothing", self._show(self._event()))

    # -- the trace

    def _event(self) -> Event | None:
        return self.events[self.at] if self.at < len(self.events) else None

    def _advance(self) -> None:
        while (event := self._event()) is not None and not is_station(event):
            self._apply(event)

    def _apply(self, event: Event) -> None:
        if kind(event) == "move":
            source, target = self.oracle.read_zone(event["from"]), self.oracle.read_zone(event["to"])
            known = self.known = self.known or frozenset(self.zones())
            if source not in known and target not in known:  # say, a marker: not ours to follow
                self.at += 1
                return
            piece = self.oracle.read_piece(event["piece"])
            if self.anchored and source in known and self.told.get(source, {}).get(piece, 0) < 1:
                raise self._mismatch(f"move of {piece}", "from where it is", f"from {source}")
            for zone, change in ((source, -1), (target, 1)):
                there = self.told.setdefault(zone, {})
                there[piece] = there.get(piece, 0) + change
                if not there[piece]:
                    del there[piece]
            self.moved = True
        self.at += 1

    def _is_shuffle_of(self, event: Event | None, zone: str, pieces: list[str]) -> bool:
        return (
            event is not None
            and kind(event) == "shuffle"
            and self.oracle.read_zone(event["zone"]) == zone
            and [self.oracle.read_piece(piece) for piece in event["order"]] == pieces
        )

    # -- comparing

    def _own_zones(self) -> dict[str, dict[str, int]]:
        return {zone: counts(pieces) for zone, pieces in self.zones().items()}

    def _differing(self, own: dict[str, dict[str, int]]) -> list[str]:
        return [zone for zone, pieces in own.items() if pieces != self.told.get(zone, {})]

    def _compare_zones(self) -> None:
        if not self.has_moves:
            return
        own = self._own_zones()
        if not self.anchored:
            if not self.moved:  # nothing was shuffled or moved: the pieces began where they are
                self.told = own
            self.anchored = True
        for zone in self._differing(own):
            self._compare_bags(f"contents of {zone}", own[zone], self.told.get(zone, {}))
        self.zone_checks += 1

    def _compare(self, what: str, expected: Any, got: Any) -> None:
        if expected != got:
            raise self._mismatch(what, expected, got)

    def _compare_bags(self, what: str, expected: Any, got: Any) -> None:
        expected, got = Counter(expected), Counter(got)
        if expected != got:
            missing, extra = sorted((expected - got).elements()), sorted((got - expected).elements())
            what = f"{what} (missing {short(missing)}, too many {short(extra)})"
            raise self._mismatch(what, sorted(expected.elements()), sorted(got.elements()))

    def _expect(self, event: Event | None, name: str) -> Event:
        if event is None or kind(event) != name:
            raise self._mismatch("what comes next", name, self._show(event))
        return event

    def _show(self, event: Event | None) -> str:
        return "the end of the trace" if event is None else json.dumps(event, ensure_ascii=False)

    def _mismatch(self, what: str, expected: Any, got: Any) -> Mismatch:
        return Mismatch(self.game, self.at, what, expected, got)


class SelfPlay:
    """A table that answers at random and writes the trace down."""

    def __init__(self, ruleset: str, players: int, options: Options, seed: int) -> None:
        self.chance = random.Random(seed)
        self.notes: Counter[str] = Counter()
        self.zones: Zones = dict
        self.events: list[Event] = []
        self._write("start", ruleset=ruleset, players=players, options=options, seed=seed)

    def shuffle(self, zone: str, pieces: list[str]) -> list[str]:
        order = list(pieces)
        self.chance.shuffle(order)
        self._write("shuffle", zone=zone, order=list(order))  # the oracle draws from the other
        return order

    def random(self, label: str, outcomes: list[Any]) -> Any:
        value = self.chance.choice(outcomes)
        self._write("random", label=label, value=value)
        return value

    def decide(self, seat: int, name: str, choices: dict[str, Any]) -> Any:
        pick = self.chance.choice(sorted(choices))
        self._write("decide", seat=seat, name=name, choices=list(choices), pick=pick)
        return choices[pick]

    def move(self, piece: str, source: str, target: str) -> None:
        self._write("move", piece=piece, **{"from": source, "to": target})

    def round(self, number: int) -> None:
        self._write("round", number=number)

    def score(self, seat: int, points: int) -> None:
        self._write("score", seat=seat, points=points)

    def note(self, what: str) -> None:
        self.notes[what] += 1

    def settled(self) -> None:
        """Nothing to compare with."""

    def end(self, scores: list[int], winners: list[int]) -> None:
        self._write("end", scores=list(scores), winners=list(winners))

    def _write(self, event: str, **fields: Any) -> None:
        self.events.append({"event": event, **fields})


# ---------------------------------------------------------------- whole games and files


def oracle_for(game: str) -> Oracle:
    """The oracle's module for a game's id (`mister-zero` or `mister_zero`)."""
    return cast(Oracle, importlib.import_module("tests.oracles." + GAMES[game.replace("_", "-")]))


def with_defaults(oracle: Oracle, options: Options) -> Options:
    unknown = sorted(set(options) - set(oracle.OPTIONS))
    if unknown:
        raise ValueError(f"options that the rulings do not know: {', '.join(unknown)}")
    return {**oracle.OPTIONS, **options}


def check_game(oracle: Oracle, events: list[Event], game: int = 1) -> Replay:
    """Replays one game; raises Mismatch at the first difference."""
    start = events[0]
    table = Replay(oracle, events, game)
    if table.players not in oracle.PLAYERS:
        raise Mismatch(game, 0, "number of players", list(oracle.PLAYERS), table.players)
    try:
        options = with_defaults(oracle, start.get("options") or {})
    except ValueError as fault:
        raise Mismatch(game, 0, "options", sorted(oracle.OPTIONS), str(fault)) from None
    try:
        oracle.play(table, table.players, options)
    except (KeyError, ValueError, TypeError, AttributeError) as fault:  # an event that cannot be read
        raise Mismatch(game, table.at, "event", "one that can be read", repr(fault)) from fault
    return table


def produce_game(oracle: Oracle, players: int, seed: int, options: Options | None = None) -> SelfPlay:
    """Plays one random game; its trace is in `.events`."""
    options = dict(options or {})
    table = SelfPlay(oracle.ID, players, options, seed)
    oracle.play(table, players, with_defaults(oracle, options))
    return table


def option(text: str) -> tuple[str, object]:
    """`hand_size=5` as a name and a value."""
    name, _, value = text.partition("=")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description="Check a trace against the oracle, or let the oracle produce one.",
        epilog="examples: trace.py stop t.jsonl; trace.py stop t.jsonl --produce --players 4 --games 50",
    )
    parser.add_argument("game", choices=sorted({*GAMES, *GAMES.values()}))
    parser.add_argument("file", help="the trace, one JSON object a line")
    parser.add_argument("--show", type=int, default=10, metavar="N", help="print at most N mismatches")
    parser.add_argument("--notes", action="store_true", help="also print how often each rule was at work")
    parser.add_argument("--produce", action="store_true", help="first write the file by self-play")
    parser.add_argument("--players", type=int, help="with --produce (default: the smallest number)")
    parser.add_argument("--games", type=int, default=10, help="with --produce")
    parser.add_argument("--seed", type=int, default=1, help="with --produce")
    parser.add_argument("--option", type=option, action="append", default=[], help="K=V, with --produce")
    asked = parser.parse_args(arguments)
    oracle = oracle_for(asked.game)

    if asked.produce:
        players = asked.players or min(oracle.PLAYERS)
        with Path(asked.file).open("w", encoding="utf-8") as lines:
            for number in range(asked.games):
                made = produce_game(oracle, players, asked.seed * 1_000_003 + number, dict(asked.option))
                for event in made.events:
                    lines.write(json.dumps(event, ensure_ascii=False) + "\n")

    games = read_file(asked.file)
    decisions = zone_checks = without_moves = 0
    notes: Counter[str] = Counter()
    mismatches: list[Mismatch] = []
    for number, events in enumerate(games, start=1):
        try:
            table = check_game(oracle, events, number)
        except Mismatch as found:
            mismatches.append(found)
            continue
        decisions += table.decisions
        zone_checks += table.zone_checks
        without_moves += not table.has_moves
        notes += table.notes
    for mismatch in mismatches[: asked.show]:
        print(mismatch)
    print(
        f"{oracle.ID}: {len(games)} games, {decisions} decisions compared, "
        f"{zone_checks} times all zones compared, {len(mismatches)} mismatches"
        + (f" ({without_moves} games had no moves)" if without_moves else "")
    )
    if asked.notes:
        for what, count in sorted(notes.items()):
            print(f"  {count:8} {what}")
    return 1 if mismatches or not games else 0


if __name__ == "__main__":
    # Run as a script, this folder is first on the path, where this file would hide the standard
    # library's `trace`; the package is imported from the root of the repository instead.
    sys.path[0] = str(Path(__file__).resolve().parents[2])
    sys.exit(importlib.import_module("tests.oracles.trace").main())
