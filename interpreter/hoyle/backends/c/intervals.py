"""Between which numbers the locals, parameters and results of a plan lie, found by going through all of it.

A frame may have been read from a file, so of what comes from one only its type is believed: reading has
looked at that. For a list it is the numbers in it that lie so.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from hoyle.backends.c.bounds import Bounds, BoundsFinder, bounds_of_constant, bounds_of_type, hull
from hoyle.backends.c.constants import list_rows
from hoyle.backends.c.kinds import Owner
from hoyle.ir.walk import walk
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.choices import LIST
from hoyle.plan.model import Plan
from hoyle.plan.nodes import Constant, Expr

T = TypeVar("T")

# So often something may turn out to lie wider than it did; then it may be anything.
MOST_WIDER = 3


class _NotYet(Exception):
    """A value hangs on something of which nothing is known so far."""


class Intervals:
    """The bounds of everything that has a name; None: it may be anything."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._found: dict[Hashable, Bounds | None] = {}
        self._wider: dict[Hashable, int] = {}
        self._listing = {id(site.choices) for site in plan.sites.values()}
        self._given()
        # First what hangs on something unknown is left for later; what then is still unknown may be anything.
        for self._patient in (True, False):
            self._changed = True
            while self._changed:
                self._changed = False
                self._look()

    # -------------------------------------------------------------- what is asked
    def local(self, owner: Owner, name: str) -> Bounds | None:
        return self._found.get((owner, name))

    def result(self, function: int) -> Bounds | None:
        return self._found.get(function)

    def so_far(self, key: Hashable) -> Bounds | None:
        if self._patient and key not in self._found:
            raise _NotYet
        return self._found.get(key)

    # -------------------------------------------------------------- what comes from outside
    def _given(self) -> None:
        plan = self.plan
        for function in plan.definitions.values():
            for name in function.params:
                self._found[("function", function.number), name] = None
        for block in plan.blocks.values():
            if block.called == "with a choice":
                frame = plan.alternatives[block.id][0].id
            elif block.id in plan.continuations:
                frame = block.id
            else:
                continue
            for name, type_ in zip(block.names, plan.frames[frame], strict=True):
                if name:
                    self._found[("block", block.id), name] = bounds_of_type(plan.layout, type_)

    # -------------------------------------------------------------- one round of looking
    def _look(self) -> None:
        plan = self.plan
        for function in plan.functions:
            _Looker(self, ("function", function.number)).look(function.body, id(function) in self._listing)
        for block in plan.blocks.values():
            looker = _Looker(self, ("block", block.id))
            for number, name in enumerate(block.picks):
                if name:
                    self.note((looker.owner, name), self.so_far, (block.id, number))
            looker.look(block.body, listing=False)

    def note(self, key: Hashable, find: Callable[[T], Bounds | None], of: T) -> None:
        """Something may have a value, too, of which the bounds can be found."""
        try:
            found = find(of)
        except _NotYet:
            return
        if key in self._found:
            found = hull(self._found[key], found)
            if found == self._found[key]:
                return
            self._wider[key] = self._wider.get(key, 0) + 1
            if self._wider[key] > MOST_WIDER:
                found = None
        self._found[key] = found
        self._changed = True


class _Looker:
    """Notes what the names in some code may stand for."""

    def __init__(self, intervals: Intervals, owner: Owner) -> None:
        self.intervals, self.owner = intervals, owner
        self.finder = BoundsFinder(intervals.plan.layout, self)

    # -------------------------------------------------------------- what the finder asks
    def number(self, name: str) -> Bounds | None:
        return self.intervals.so_far((self.owner, name))

    items = number

    def result(self, function: int) -> Bounds | None:
        return self.intervals.so_far(function)

    # -------------------------------------------------------------- what is noted
    def _value(self, name: str, value: Expr) -> None:
        self.intervals.note((self.owner, name), self.finder.any, value)

    def _known(self, name: str, bounds: Bounds | None) -> None:
        self.intervals.note((self.owner, name), lambda found: found, bounds)

    def _among(self, name: str, items: Expr) -> None:
        self.intervals.note((self.owner, name), self.finder.items, items)

    def _piece(self, name: str) -> None:
        self._known(name, (0, self.intervals.plan.layout.pieces - 1))

    def look(self, body: tuple[s.Stmt, ...], listing: bool) -> None:
        for node in walk(body):
            if not self._choice(node, listing):
                self._local(node)
                self._handed(node)

    def _local(self, node: object) -> None:
        """What names of the code itself are set or bound to."""
        match node:
            case s.SetLocal() | s.SetItem():
                self._value(node.name, node.value)
            case s.StartFilled() | s.Append():
                self._value(node.name, node.item)
            case p.Once():
                self._value(node.name, node.of)
            case s.AddTo() | s.Receive():
                self._known(node.name, None)
            case s.NoteChoice():
                self._known(node.got, None)
            case s.TakeTop():
                self._piece(node.name)
            case s.DrawPieces() if node.into:
                self._piece(node.into)
            case s.ChooseRandom() | s.MoveAround() | s.ReturnBest() | p.PiecesOfEach():
                self._among(node.name, node.items)
            case s.FillCells():
                for name, low, count in zip(node.names, node.lows, node.counts, strict=True):
                    self._known(name, (low, low + count - 1))
            case s.Loop() | p.Listed():
                self._bind(node.names, node.items)
            case s.ApplyChoices():
                self._among(node.name, node.who)
                for name in (name for picks, _ in node.bodies for name in picks):
                    self._known(name, None)
            case s.Act() if node.into:
                self.intervals.note((self.owner, node.into), self.intervals.so_far, node.function)
            case _:
                pass

    def _bind(self, names: tuple[str, ...], items: Expr) -> None:
        while isinstance(items, p.Charged):
            items = items.list
        if isinstance(items, p.Zipped):
            self._among(names[0], items.left)
            self._among(names[1], items.right)
        elif isinstance(items, p.Fixed) and len(names) > 1:
            for name, column in zip(names, zip(*list_rows(items.table), strict=True), strict=True):
                self._known(name, bounds_of_constant(column))
        else:
            for name in names:
                self._among(name, items)

    def _handed(self, node: object) -> None:
        """What other code is handed, and what this returns."""
        note, find, plan = self.intervals.note, self.finder.any, self.intervals.plan
        match node:
            case s.Act() | p.Call() | s.ListChoices():
                for name, arg in zip(plan.functions[node.function].params, node.args, strict=True):
                    note((("function", node.function), name), find, arg)
            case s.Jump():
                for name, arg in zip(plan.blocks[node.block].names, node.args, strict=True):
                    note((("block", node.block), name), find, arg)
            case s.Return(value=value) | s.ReturnSupposed(value=value) if value is not None:
                note(self.owner[1], find, value)
            case s.ReturnBest():
                note(self.owner[1], self.number, node.name)
            case _:
                pass

    # -------------------------------------------------------------- choices
    def _choice(self, node: object, listing: bool) -> bool:
        """Notes what is picked, where choices are made."""
        match node:
            case p.ChoiceOf():
                for number, pick in enumerate(node.picks):
                    self.intervals.note((node.block, number), self.finder.any, pick)
            case s.Append(name=name) if listing and name == LIST:
                self._ready(node.item)
            case s.Return(value=p.Listed() as listed) if listing:
                self._ready(listed.value)
                if isinstance(listed.items, p.Zipped):
                    self._ready(listed.items.left)
            case s.Return() if listing:
                pass
            case _:
                return False
        return True

    def _ready(self, choices: Expr) -> None:
        """Choices that lie ready in a table."""
        if isinstance(choices, p.Charged):
            choices = choices.list
        if isinstance(choices, p.Fixed | p.Lookup):
            rows = choices.table.rows
            assert isinstance(rows, tuple)
            picked: dict[tuple[int, int], list[Constant]] = {}
            for row in rows if all(isinstance(row, tuple) for row in rows) else (rows,):
                block, *picks = row if isinstance(row, tuple) else (row,)
                assert isinstance(block, int)
                for number, pick in enumerate(picks):
                    assert not isinstance(pick, dict)
                    picked.setdefault((block, number), []).append(pick)
            for key, values in picked.items():  # at once: what grows again and again may be anything
                self.intervals.note(key, bounds_of_constant, tuple(values))
