"""Plays the same game in every kind of build and compares them at every decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import hoyle
from hoyle.random import Stream
from tests.differential.contestants import (
    KINDS,
    STEPPED,
    Fault,
    Kind,
    Position,
    Table,
    Truth,
    begun,
    by_looks,
    exactly,
    seated,
    unknown,
    waits_for_chance,
)

MOST_OUTCOMES = (
    200_000  # chance events of a stepped game between two decisions; a thousand rounds have 60,000
)
MOST_FAULTS = 3  # in one game: each is played again from the start, by everybody


class Disagreement(AssertionError):
    """Two builds that play differently."""


@dataclass
class Tally:
    """What has been compared so far."""

    tables: int = 0
    games: int = 0
    decisions: int = 0
    outcomes: int = 0
    faults: int = 0
    known: int = 0  # rulesets given up because of a known disagreement

    @property
    def numbers(self) -> dict[str, int]:
        found = {"tables": self.tables, "games": self.games, "decisions": self.decisions}
        found |= {"outcomes of chance": self.outcomes, "faults": self.faults}
        return found | ({"known disagreements": self.known} if self.known else {})


class Match:
    """One game, played by all kinds at once."""

    def __init__(
        self, game: hoyle.Game, table: Table, seed: int, tally: Tally, kinds: Iterable[Kind] = KINDS
    ) -> None:
        self.game, self.table, self.seed, self.tally = game, table, seed, tally
        self.states: dict[Kind, hoyle.State] = {}
        self.kinds: tuple[Kind, ...] = tuple(kinds)
        self.truths = {kind: Truth() for kind in STEPPED}
        self.faults = 0
        self.log: list[tuple[Any, ...]] = []  # the recorded game's, also of what a fault has taken back

    def play(self, most: int) -> None:
        """A random game of at most so many decisions."""
        self.tally.games += 1
        if not self._begin():
            return
        stream = Stream(self.seed)
        lead = self.states["fast"]
        for _ in range(most):
            self._compare()
            if lead.over:
                break
            self.tally.decisions += 1
            choices = list(range(len(lead.decision)))
            while choices and self.faults < MOST_FAULTS:
                if self._take(choices.pop(stream.below(len(choices)))):
                    break
                self.faults += 1
                self._compare()  # a choice that failed is taken back
            else:
                break
        self._compare()
        self._compare_events()

    # ---------------------------------------------------------------- taking
    def _begin(self) -> bool:
        faults: dict[Kind, Fault | None] = {}
        for kind in self.kinds:
            state = self.states[kind] = seated(kind, self.game, self.table, self.seed)
            faults[kind] = self._try(kind, faults, lambda state=state, kind=kind: self._started(kind, state))  # type: ignore[misc]
        return self._agree(faults, "at the start")

    def _started(self, kind: Kind, state: hoyle.State) -> None:
        self.states[kind] = begun(kind, state, self.table, self.seed)

    def _take(self, index: int) -> bool:
        """Takes a choice in all states; False if the rules failed, everywhere alike."""
        label = self.states["fast"].decision[index].label
        faults: dict[Kind, Fault | None] = {}
        for kind in self.kinds:
            state = self.states[kind]
            if kind in STEPPED:
                before, truth = state.copy(), self.truths[kind].copy()
            faults[kind] = self._try(kind, faults, lambda state=state: state.apply(index))  # type: ignore[misc]
            if faults[kind] is not None and kind in STEPPED:  # where only the last outcome is taken back
                self.states[kind], self.truths[kind] = before, truth
        return self._agree(faults, f"after {label!r}")

    def _try(self, kind: Kind, faults: dict[Kind, Fault | None], act: Callable[[], None]) -> Fault | None:
        if kind == "recorded":
            self.log = self.states[kind].log  # a fault takes the state back, with a new log; this one goes on
        fast = faults.get("fast")
        if kind == "careful" and fast is not None and fast.code == "fuel":
            return fast  # steps are counted by the plan that is played
        sampled = faults.get("recorded")
        if kind in STEPPED and sampled is not None and sampled.limit:
            return sampled
        try:
            act()
            if kind in STEPPED:
                self._follow(kind)
        except hoyle.PlayError as error:
            fault = Fault.of(error)
            if kind in STEPPED and fault.limit:
                # To it, a loop in which chance has a part is one that asks: it goes round less often.
                self.kinds = tuple(other for other in self.kinds if other != kind)
                return sampled
            if kind in STEPPED and sampled is not None and fault.code == sampled.code == "depth":
                # Told at the call by rules that stop, at the rule by others; and at chance more of them stop.
                return sampled
            # Where it is, a state finds out by playing again: but here what is unknown was laid out anew.
            return sampled if sampled is not None and kind == "stepped" else fault
        return None

    def _follow(self, kind: Kind) -> None:
        """Lets the stepped game go as chance had it in the recorded one."""
        state, truth = self.states[kind], self.truths[kind]
        for _ in range(MOST_OUTCOMES):
            truth.lay_out(state, self.log)
            if not waits_for_chance(state):
                return
            index = truth.outcome(state, self.log)
            if index is None:
                raise Disagreement(
                    f"{self}: {kind} chance cannot bring what the recorded game had: {state!r}"
                )
            self.tally.outcomes += 1
            state.apply(index)
        raise Disagreement(f"{self}: {kind} chance does not come to a decision")

    # ---------------------------------------------------------------- comparing
    def _agree(self, faults: dict[Kind, Fault | None], when: str) -> bool:
        if len(set(faults.values())) > 1:
            told = "".join(f"\n  {kind}: {fault or 'goes on'}" for kind, fault in faults.items())
            raise Disagreement(f"{self}, {when}, faults differ:{told}")
        if faults["fast"] is None:
            return True
        self.tally.faults += 1
        return False

    def _compare(self) -> None:
        for kind in self.kinds:
            if kind in STEPPED:
                one, other = by_looks(self.states["recorded"]), by_looks(self.states[kind])
                for handle, part in unknown(self.states[kind]):
                    for position in (one, other):
                        position["zones"][handle][part] = sorted(position["zones"][handle][part])
                self._same("recorded", one, kind, other)
            elif kind != "fast":
                self._same("fast", exactly(self.states["fast"], kind), kind, exactly(self.states[kind], kind))

    def _same(self, name: str, one: Position, other_name: str, other: Position) -> None:
        if one == other:
            return
        parts = [key for key in {**one, **other} if one.get(key) != other.get(key)]
        told = "".join(
            f"\n  {key}:\n    {name}: {one.get(key)}\n    {other_name}: {other.get(key)}" for key in parts
        )
        raise Disagreement(
            f"{self}, after {self.states['fast'].picks()}, {name} and {other_name} differ:{told}"
        )

    def _compare_events(self) -> None:
        other: Kind = "recorded" if "recorded" in self.kinds else self.kinds[-1]
        story = self.states[other].events
        if self.states["fast"].events != story:
            raise Disagreement(f"{self}: a silent game tells other events than a {other} one")
        sampled = [event | {"order": None} if event["event"] == "shuffle" else event for event in story]
        for kind in self.kinds:
            for one, two in zip(sampled, self.states[kind].events, strict=True) if kind in STEPPED else ():
                if one != two:
                    raise Disagreement(f"{self}: events differ:\n  recorded: {one}\n  {kind}: {two}")

    def __str__(self) -> str:
        return f"{self.game.id} for {self.table}, seed {self.seed}"


def compare(
    game: hoyle.Game,
    tables: Iterable[Table],
    seeds: Iterable[int],
    most: int,
    tally: Tally,
    kinds: Iterable[Kind] = KINDS,
) -> None:
    """Random games of at most so many decisions at each table; a table that cannot be is left out."""
    for table in tables:
        try:
            for seed in seeds:
                Match(game, table, seed, tally, kinds).play(most)
        except hoyle.StartError:
            continue
        tally.tables += 1
