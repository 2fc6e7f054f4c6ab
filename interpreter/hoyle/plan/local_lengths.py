"""How long the lists can be that locals and functions hold, through all that hands them on."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any, TypeAlias

from hoyle.ir.walk import parts_of
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.lengths import Lengths
from hoyle.plan.limits import LONGEST_LIST, MOST_ITEMS
from hoyle.plan.model import Block, Function, Site
from hoyle.plan.nodes import Expr
from hoyle.plan.statement_nodes import Stmt

Unit: TypeAlias = tuple[str, int]

# So often at most is looked at what hands lists on; what has not come to rest by then may be any list.
_ROUNDS = 6


class LocalLengths:
    """The most items of the lists that locals of functions, blocks and sites hold."""

    def __init__(self, lengths: Lengths) -> None:
        self.lengths = lengths
        self.locals: dict[Unit, dict[str, float]] = {}

    def find(
        self,
        functions: Iterable[Function],
        blocks: Iterable[Block],
        sites: Iterable[Site],
        open_: frozenset[int],
    ) -> None:
        """Looks at all code until nothing changes; the functions of these numbers may be given any list."""
        bodies: dict[Unit, tuple[Stmt, ...]] = {("function", one.number): one.body for one in functions}
        bodies |= {("block", one.id): one.body for one in blocks}
        bodies |= {("site", one.id): one.again for one in sites}
        params: dict[Unit, tuple[str, ...]] = {("function", one.number): one.params for one in functions}
        params |= {("block", one.id): one.names for one in blocks}
        params |= {("site", one.id): one.frame for one in sites}
        # Only code that hands lists on or makes them matters; most of a plan does neither.
        follows = {site.id: [("block", body) for body in site.bodies] for site in sites}
        nodes = {unit: _Made(body) for unit, body in bodies.items()}
        for unit, made in nodes.items():
            found: dict[str, float] = dict.fromkeys((*(name for name, _ in made.set), *made.started), 0)
            if unit[0] != "function" or unit[1] not in open_:
                found |= dict.fromkeys(params[unit], 0)
            self.locals[unit] = found | dict.fromkeys(made.bound, LONGEST_LIST)
        for number in (unit[1] for unit in bodies if unit[0] == "function"):
            self.lengths.results[number] = 0
        for _ in range(_ROUNDS):
            changed = False
            for unit, made in nodes.items():
                here = self.locals[unit]
                self.lengths.locals = here
                for name, value in made.set:
                    changed |= _raise(here, name, self.lengths.of(value))
                for name, count in made.appended(self.lengths).items():
                    changed |= _raise(here, name, count)
                for node in made.handing:
                    for target, values in _handed(node, follows):
                        for name, value in zip(params.get(target, ()), values, strict=False):
                            if name and target in self.locals:
                                changed |= _raise(self.locals[target], name, self.lengths.of(value))
                if unit[0] == "function":
                    given = max((self.lengths.of(value) for value in made.returned), default=0)
                    if given > self.lengths.results[unit[1]]:
                        self.lengths.results[unit[1]], changed = given, True
            if not changed:
                return
        self.locals.clear()
        self.lengths.results.clear()


class _Made:
    """What code does with lists: sets locals, adds to lists, hands on and returns."""

    def __init__(self, body: tuple[Stmt, ...]) -> None:
        self.set: list[tuple[str, Expr]] = []
        self.handing: list[Any] = []
        self.returned: list[Expr] = []
        self.started: set[str] = set()
        self.bound: set[str] = set()  # to values of which nothing is known here
        self.adds: list[tuple[str, tuple[Expr | None, ...]]] = []
        self._look(body, ())

    def _look(self, value: Any, loops: tuple[Expr | None, ...]) -> None:
        if isinstance(value, tuple):
            for item in value:
                self._look(item, loops)
            return
        match value:
            case s.SetLocal():
                self.set.append((value.name, value.value))
            case s.StartList():
                self.started.add(value.name)
            case s.Append():
                self.adds.append((value.name, loops))
            case s.Return() if value.value is not None:
                self.returned.append(value.value)
            case s.ReturnSupposed():
                self.returned.append(value.value)
            case s.ReturnBest():
                self.returned.append(p.Upto(p.Local("any")))  # an item, which may be any list
            case p.Call() | s.ListChoices() | s.Jump() | s.Push() | s.Wait():
                self.handing.append(value)
            case s.Act():
                self.handing.append(value)
                self.bound |= {value.into} if value.into else set()
            case s.ChooseRandom() | s.Receive() | s.TakeTop():
                self.bound.add(value.name)
            case s.DrawPieces() if value.into:
                self.bound.add(value.into)
            case s.NoteChoice():
                self.bound.add(value.got)
            case s.Loop():
                self.bound |= set(value.names)
                self._look((value.items, value.unbroken), loops)
                self._look(value.body, (*loops, value.items))
                return
            case s.While() | s.Repeat():
                self._look(value.test if isinstance(value, s.While) else value.times, loops)
                self._look(value.body, (*loops, None))
                return
            case _:
                pass
        if hasattr(value, "__dataclass_fields__"):
            for name in parts_of(type(value)):
                self._look(getattr(value, name), loops)

    def appended(self, lengths: Lengths) -> dict[str, float]:
        found: dict[str, float] = dict.fromkeys(self.started, 0)
        for name, loops in self.adds:
            count: float = 1
            for items in loops:
                count *= inf if items is None else lengths.of(items)
            found[name] = min(MOST_ITEMS, found.get(name, 0) + count)
        return found


def _handed(node: Any, follows: dict[int, list[Unit]]) -> Iterable[tuple[Unit, tuple[Expr, ...]]]:
    match node:
        case p.Call() | s.Act() | s.ListChoices():
            yield ("function", node.function), node.args
        case s.Jump():
            yield ("block", node.block), node.args
        case s.Push():
            yield ("block", node.block), node.frame
        case s.Wait():
            yield ("site", node.site), node.frame
            for block in follows.get(node.site, ()):
                yield block, node.frame


def _raise(known: dict[str, float], name: str, value: float) -> bool:
    if value > known.get(name, -1):
        known[name] = value
        return True
    return False
