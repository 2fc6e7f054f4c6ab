"""The shape of a scenario."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from hoyle.diagnostics.model import Place
from hoyle.document.nodes import Entry, Map, Node, Scalar

StepKind = Literal["may", "may not", "do", "expect", "scores", "over", "winners", "events"]

# The kinds of events, each with the entry that its name alone stands for: `{move: red 4}`.
EVENT_KINDS: dict[str, str | None] = {
    "start": None,
    "round": None,
    "shuffle": "zone",
    "random": "label",
    "decide": "pick",
    "move": "piece",
    "reveal": "pieces",
    "set": "name",
    "score": None,
    "end": None,
}
EVENT_FIELDS = frozenset(
    "event ruleset hash players options seed number zone order label value seat name choices pick piece from "
    "to bottom pieces index scores gained winners".split()
)


@dataclass(frozen=True, eq=False)
class Step:
    kind: StepKind
    seat: int
    value: Node
    place: Place


@dataclass(frozen=True, eq=False)
class Scenario:
    name: str
    place: Place
    about: str
    cites: tuple[str, ...]
    players: int | None
    options: dict[str, Any]
    seed: int
    random: tuple[str, ...] | None  # what chance brings first
    given: Map | None
    entry: Entry | None  # `begin` or `call`
    steps: tuple[Step, ...]

    @property
    def stops_after_call(self) -> bool:
        return self.entry is not None and self.entry.key.text == "call"

    @property
    def entry_text(self) -> Scalar | None:
        return self.entry.value if self.entry is not None and isinstance(self.entry.value, Scalar) else None


@dataclass(frozen=True)
class Failure:
    """A step that did not come out as expected."""

    place: Place
    message: str
    expected: str = ""
    actual: str = ""
    rows: tuple[tuple[str, str], ...] = ()  # of two lists: what is expected beside what is there

    def __str__(self) -> str:
        lines = [f"{self.place}: {self.message}"]
        if self.expected or self.actual:
            lines += [f"    expected: {self.expected}", f"    actual:   {self.actual}"]
        return "\n".join(lines)
