"""The locals of printed code: their names in C, which come from no ruleset, and what is known of them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from hoyle.backends.c.bits import Bits, wide_at
from hoyle.backends.c.bounds import Bounds
from hoyle.backends.c.intervals import Intervals
from hoyle.backends.c.kinds import EMPTY, NUMBER, Kind, Kinds, Owner
from hoyle.plan import nodes as p


@dataclass(frozen=True)
class Variable:
    """A variable of C, and between which numbers it is known to lie."""

    text: str
    kind: Kind
    bounds: Bounds | None = None


@dataclass(frozen=True)
class Beginning:
    """A list that is the beginning of a row, up to the first place that stops, which is a bit, or none."""

    of: str  # the local that is the row
    row: str  # its bits
    stop: str  # the variable with the bit
    up: str  # whether the row goes up
    words: str  # where the row begins

    @property
    def count(self) -> str:
        return f"before_stop({self.row}, {self.stop}, {self.up})"

    @property
    def list(self) -> str:
        return f"((L){{(int32_t){self.count}, {self.words}}})"


@dataclass(frozen=True)
class Held:
    """The words of a bit set that has what is in a list of places."""

    words: str
    count: int

    @property
    def bits(self) -> Bits | None:
        """As one bit set; None if it has more than two words."""
        if self.count > 2:
            return None
        return Bits(f"{self.words}[0]") if self.count == 1 else wide_at(self.words, "0")


class Scope:
    """The variables of one function or block of C."""

    def __init__(
        self,
        kinds: Kinds,
        intervals: Intervals,
        owner: Owner,
        made: frozenset[str] = frozenset(),
        changed: frozenset[str] = frozenset(),
    ) -> None:
        self.kinds, self.intervals, self.owner = kinds, intervals, owner
        self.made = made  # locals that are lists in the making
        self.changed = changed  # locals that are set by other statements than loops
        # Locals that may not have been computed so far: what says so, and the same for lists as bits.
        self.once: dict[str, str] = {}
        self.masks: dict[str, tuple[str, str]] = {}
        # Locals that are the pieces of a zone that stays: its handle.
        self.zones: dict[str, str] = {}
        # Locals that are a row of a table: the table, and which row.
        self.rows: dict[str, tuple[p.Table, str]] = {}
        self.beginnings: dict[str, Beginning] = {}
        # Locals that are lists to which something is added; those of them with a set of what is in them.
        self.growing: frozenset[str] = frozenset()
        self.sets: dict[str, Held] = {}
        # Locals that are what a variable holds at another local.
        self.held: dict[str, tuple[str, p.Cell]] = {}
        self._known: dict[str, Variable] = {}
        self._declared: list[str] = []
        self._count = self._fresh = 0

    def fresh(self, stem: str) -> str:
        self._fresh += 1
        return f"{stem}{self._fresh}_"

    def variable(self, name: str) -> Variable:
        """Of a local, declared for the whole function when it is first met."""
        if name not in self._known:
            text, kind = f"l{self._count}", self.kinds.local(self.owner, name)
            self._count += 1
            if name in self.made or name in self.growing:
                self._declared.append(f"Made {text} = {{{{0, 0}}, 0, 0}};")
                text = f"{text}.list"
            else:
                self._declared.append(self.declaration(text, kind, " = 0"))
            self._known[name] = Variable(text, kind, self.intervals.local(self.owner, name))
        return self._known[name]

    def declaration(self, text: str, kind: Kind, value: str = "") -> str:
        if kind == NUMBER:
            return f"N {text}{value};"
        return f"L {text}{' = {0, 0}' if value else ''};"

    def declare(self, line: str) -> None:
        self._declared.append(line)

    @property
    def declarations(self) -> str:
        return " ".join(self._declared)

    @contextmanager
    def bound(self, given: dict[str, Variable]) -> Iterator[None]:
        """What some names stand for meanwhile."""
        before = {name: self._known.get(name) for name in given}
        self._known.update(given)
        try:
            yield
        finally:
            for name, variable in before.items():
                if variable is None:
                    del self._known[name]
                else:
                    self._known[name] = variable

    def kind(self, name: str) -> Kind:
        return self.variable(name).kind

    # -------------------------------------------------------------- what bounds are asked about
    def number(self, name: str) -> Bounds | None:
        """Between which numbers a local lies."""
        found = self._known.get(name)
        return self.intervals.local(self.owner, name) if found is None else found.bounds

    def items(self, name: str) -> Bounds | None:
        """Between which numbers all lie that are in a list."""
        return self.intervals.local(self.owner, name)

    def result(self, function: int) -> Bounds | None:
        return self.intervals.result(function)


def is_list(kind: Kind | None) -> bool:
    return kind is not None and kind != NUMBER


def is_flat(kind: Kind | None) -> bool:
    """A list of numbers, or one in which there is nothing."""
    return kind in (1, EMPTY)
