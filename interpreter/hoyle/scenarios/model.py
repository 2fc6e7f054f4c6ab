"""The shape of a scenario."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from hoyle.diagnostics.model import Place
from hoyle.document.nodes import Entry, Map, Node, Scalar

StepKind = Literal[
    "may", "may not", "do", "sees", "does not see", "expect", "scores", "over", "winners", "ranks", "events"
]


@dataclass(frozen=True, eq=False)
class Step:
    kind: StepKind
    seat: int
    value: Node
    place: Place


def is_round(entry: Scalar) -> bool:
    """Whether a scenario begins with the round itself, which no rule can call."""
    return entry.text.replace(" ", "") in ("round", "round()")


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
    second: Entry | None  # the other one, where both are written, which is a mistake
    steps: tuple[Step, ...]
    random_places: tuple[Place, ...] = ()  # where each of `random` stands
    setting_places: dict[str, Place] = field(default_factory=dict)  # of `players` and each `option NAME`

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
    instead: str = ""  # the step that would have been right, as YAML

    def __str__(self) -> str:
        lines = [f"{self.place}: {self.message}"]
        if self.expected or self.actual:
            lines += [f"    expected: {self.expected}", f"    actual:   {self.actual}"]
        if self.instead:
            lines += ["    what is so:", *(f"      {line}" for line in self.instead.splitlines())]
        return "\n".join(lines)
