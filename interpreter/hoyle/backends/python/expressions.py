"""Writes expressions as Python source over the flat state `v` and the zones `z`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import assert_never

from hoyle.backends.python.module import Line, ModuleSource
from hoyle.backends.python.quantifiers import Names, QuantifierSource, local
from hoyle.ir import program as ir
from hoyle.ir.verify import nodes_of
from hoyle.plan.fold import Constant, Folder
from hoyle.plan.layout import Layout, Slot, ZoneSlot
from hoyle.plan.seating import around

_LISTS = (ir.Span, ir.Pieces, ir.PiecesOfEach, ir.GetEach, ir.Without)


def is_list(expr: ir.Expr) -> bool:
    """Whether the source of an expression may be a list, a range or a zone itself, not a tuple."""
    match expr:
        case ir.Quantified():
            return expr.word in ("those", "each")
        case ir.Choice():
            return is_list(expr.then) or is_list(expr.otherwise)
        case ir.Fn():
            return expr.name == "active" or (expr.name == "reversed" and is_list(expr.args[0]))
        case _:
            return isinstance(expr, _LISTS)


def _is_count(expr: ir.Expr) -> bool:
    """Whether an expression is a number of things, and so never negative."""
    return isinstance(expr, ir.Fn) and expr.name == "size"


class ExpressionSource:
    """Writes expressions for one layout."""

    def __init__(self, layout: Layout, module: ModuleSource, folder: Folder) -> None:
        self.layout = layout
        self.module = module
        self.folder = folder
        self.program = layout.program
        self._pure: dict[str, str] = {}
        self.careful = False  # written to find faults, not to be fast

    # -------------------------------------------------------------- entry points
    def write(self, expr: ir.Expr, names: Names | None = None) -> str:
        """The source of an expression; compound ones are bracketed."""
        names = names or {}
        constant = self.folder.value(expr)
        if constant is not None:
            return self.constant(constant)
        return self._write(expr, names)

    def frozen(self, expr: ir.Expr, names: Names | None = None) -> str:
        """A value that can be kept: lists become tuples."""
        constant = self.folder.value(expr)
        if constant is not None:
            return self.constant(constant)
        text = self._write(expr, names or {})
        return f"tuple({text})" if is_list(expr) else text

    def constant(self, value: Constant) -> str:
        if isinstance(value, tuple):
            return self.module.constant(value) if value else "()"
        return f"({value})" if value < 0 else str(value)

    # -------------------------------------------------------------- the cases
    def _write(self, expr: ir.Expr, names: Names) -> str:
        w: Callable[[ir.Expr], str] = lambda item: self.write(item, names)  # noqa: E731
        match expr:
            case ir.Const():
                return self.constant(expr.value)
            case ir.Local():
                return local(expr.name, names)
            case ir.Opt():
                return self.constant(self.layout.options[expr.name])
            case ir.Get():
                if isinstance(expr.index, ir.Local):
                    # A loop over all of a variable holds its values already.
                    held = names.get(f"{expr.var}[{expr.index.name}]")
                    if held is not None:
                        return held
                return self.variable(expr.var, expr.index, names)
            case ir.GetEach():
                slot = self.layout.slots[expr.var]
                if self.folder.value(expr.indices) == tuple(range(slot.count)) and not slot.low:
                    return f"v[{slot.base}:{slot.base + slot.count}]"
                return f"[{self._indexed('v', slot, 'i_')} for i_ in {w(expr.indices)}]"
            case ir.Table():
                table = self.module.constant(self.program.tables[expr.table], expr.table)
                return f"{table}[{w(expr.key)}]"
            case ir.ZoneAt():
                return self.handle(expr, names)
            case ir.Pieces():
                return f"z[{w(expr.zone)}]"
            case ir.PiecesOfEach():
                return self._pieces_of_each(expr, names)
            case ir.Call():
                return self._call(expr, names)
            case ir.Fn():
                return self._function(expr, names)
            case ir.Arith():
                return self._arith(expr, names)
            case ir.Concat():
                return f"joined({self.frozen(expr.left, names)}, {self.frozen(expr.right, names)})"
            case ir.Span():
                return f"span({w(expr.low)}, {w(expr.high)})"
            case ir.Around():
                return self._around(expr, names)
            case ir.Without():
                if isinstance(expr.items, ir.Items) and len(expr.items.items) == 1:
                    return f"[x_ for x_ in {w(expr.list)} if x_ != {w(expr.items.items[0])}]"
                return f"without({w(expr.list)}, {w(expr.items)})"
            case ir.Compare():
                return self._compare(expr, names)
            case ir.Exists():
                return f"({w(expr.of)} != {ir.NONE})"
            case ir.In():
                return self._in(expr, names)
            case ir.Alike():
                look = self.module.constant(self.looks, "look")
                return f"({look}[{w(expr.left)}] == {look}[{w(expr.right)}])"
            case ir.Not():
                if isinstance(expr.of, ir.Exists):
                    return f"({w(expr.of.of)} == {ir.NONE})"
                return f"(not {w(expr.of)})"
            case ir.And():
                left = self.folder.value(expr.left)
                return w(expr.right) if left else f"({w(expr.left)} and {w(expr.right)})"
            case ir.Or():
                left = self.folder.value(expr.left)
                return w(expr.right) if left == 0 else f"({w(expr.left)} or {w(expr.right)})"
            case ir.Choice():
                return self._choice(expr, names)
            case ir.Items():
                inner = ", ".join(w(item) for item in expr.items)
                return f"({inner},)" if expr.items else "()"
            case ir.ItemAt():
                index = self.folder.value(expr.index)
                if (isinstance(index, int) and index >= 0) or (_is_count(expr.index) and not self.careful):
                    return f"{w(expr.list)}[{w(expr.index)}]"
                return f"item_at({w(expr.list)}, {w(expr.index)})"
            case ir.Quantified():
                return QuantifierSource(self).write(expr, names)
            case _:
                assert_never(expr)

    @property
    def looks(self) -> tuple[int, ...]:
        return tuple(look for component in self.program.components for look in component.looks)

    # -------------------------------------------------------------- state
    def variable(self, name: str, index: ir.Expr | None, names: Names) -> str:
        slot = self.layout.slots[name]
        if index is None:
            return f"v[{slot.base}]"
        constant = self.folder.value(index)
        if isinstance(constant, int) and 0 <= constant - slot.low < slot.count:
            return f"v[{slot.base + constant - slot.low}]"
        return self._indexed("v", slot, self.write(index, names))

    def _indexed(self, what: str, slot: Slot | ZoneSlot, index: str) -> str:
        return f"{what}[{self._offset(slot, index)}]"

    def _offset(self, slot: Slot | ZoneSlot, index: str) -> str:
        per = slot.per if isinstance(slot, Slot) else slot.zone.per
        if per.startswith("range:"):
            # Any number may stand here, so it is checked; the other index types hold no other values.
            return f"{slot.base} + in_range({index}, {slot.low}, {slot.count})"
        return f"{slot.base} + {index}" if slot.base else index

    def handle(self, expr: ir.ZoneAt, names: Names) -> str:
        slot = self.layout.zones[expr.zone]
        if expr.index is None:
            return str(slot.base)
        constant = self.folder.value(expr.index)
        if isinstance(constant, int) and 0 <= constant - slot.low < slot.count:
            return str(slot.base + constant - slot.low)
        return self._offset(slot, self.write(expr.index, names))

    def _pieces_of_each(self, expr: ir.PiecesOfEach, names: Names) -> str:
        slot = self.layout.zones[expr.zone]
        constant = self.folder.value(expr.indices)
        if isinstance(constant, tuple) and 0 < len(constant) <= 16:
            parts = [f"*z[{slot.base + int(i) - slot.low}]" for i in constant if isinstance(i, int)]
            return f"({', '.join(parts)},)"
        index = self._offset(slot, "i_")
        return f"[c_ for i_ in {self.write(expr.indices, names)} for c_ in z[{index}]]"

    # -------------------------------------------------------------- operators
    def _arith(self, expr: ir.Arith, names: Names) -> str:
        left, right = self.write(expr.left, names), self.write(expr.right, names)
        match expr.op:
            case "*":
                return f"times({left}, {right})"
            case "/":
                return f"({left} // {right})"
            case "+" if right.startswith("(-") and right[2:-1].isdigit():
                return f"({left} - {right[2:-1]})"
            case op:
                return f"({left} {op} {right})"

    def _compare(self, expr: ir.Compare, names: Names) -> str:
        left, right = self.write(expr.left, names), self.write(expr.right, names)
        if expr.op in ("==", "!=") and (is_list(expr.left) or is_list(expr.right)):
            return f"(tuple({left}) {expr.op} tuple({right}))"
        return f"({left} {expr.op} {right})"

    def _choice(self, expr: ir.Choice, names: Names) -> str:
        test = self.folder.value(expr.test)
        if test is not None:
            return self.write(expr.then if test else expr.otherwise, names)
        then, otherwise = self.write(expr.then, names), self.write(expr.otherwise, names)
        return f"({then} if {self.write(expr.test, names)} else {otherwise})"

    def _in(self, expr: ir.In, names: Names) -> str:
        item = self.write(expr.item, names)
        match expr.list:
            case ir.Pieces(zone=zone):
                return f"(v[{self.layout.location} + {item}] == {self.write(zone, names)})"
            case ir.Span(low=low, high=high):
                return f"({self.write(low, names)} <= {item} <= {self.write(high, names)})"
            case _:
                return f"({item} in {self.write(expr.list, names)})"

    def _around(self, expr: ir.Around, names: Names) -> str:
        count = self.layout.players
        by = self.write(expr.by, names)
        if self.folder.value(expr.players) == tuple(range(count)):
            rows = tuple(around(tuple(range(count)), seat, expr.how, count) for seat in range(count))
            return f"{self.module.constant(rows, f'players_{expr.how}')}[{by}]"
        return f"around({self.write(expr.players, names)}, {by}, {expr.how!r}, {count})"

    # -------------------------------------------------------------- functions
    def _function(self, expr: ir.Fn, names: Names) -> str:
        count = self.layout.players
        args = [self.write(arg, names) for arg in expr.args]
        tables = self.folder.boards.get(expr.hint)
        match expr.name:
            case "seat":
                return f"seat({args[0]}, {count})"
            case "left" | "right":
                sign = "+" if expr.name == "left" else "-"
                return f"(({args[0]} {sign} {args[1]}) % {count})"
            case "next" | "previous":
                return self._next(expr.name, args[0])
            case "active":
                return self._active()
            case "following" if (
                isinstance(ring := self.folder.value(expr.args[1]), tuple) and not self.careful
            ):
                pairs = list(zip(ring, (*ring[1:], *ring[:1]), strict=True))
                after = dict(reversed(pairs))  # of equal items the first counts
                return f"{self.module.shared(after, f'after_{args[1]}')}[{args[0]}]"
            case "following":
                return f"following({args[0]}, {args[1]})"
            case "steps":
                return f"(({args[1]} - {args[0]}) % {count})"
            case "team":
                return f"{self.module.constant(self.layout.team_of, 'team_of')}[{args[0]}]"
            case "members":
                return f"{self.module.constant(self.layout.teams, 'members')}[{args[0]}]"
            case "size":
                return self._size(expr.args[0], args[0], names)
            case "min" | "max" | "abs":
                return f"{expr.name}({', '.join(args)})"
            case "top" | "bottom" if self.careful:
                return f"end_of(z, {args[0]}, {expr.name!r})"
            case "top":
                return f"z[{args[0]}][-1]"
            case "bottom":
                return f"z[{args[0]}][0]"
            case "drawable":
                return self._drawable(expr.args[0], args[0])
            case "reversed":
                return f"{args[0]}[::-1]"
            case "distinct":
                return f"tuple(dict.fromkeys({args[0]}))"
            case "frozen":
                return f"tuple({args[0]})"
            case "edges" | "neighbours":
                assert tables is not None
                rows = tables.edges if expr.name == "edges" else tables.neighbours
                return f"{self.module.constant(rows, f'{expr.name}_{expr.hint}')}[{args[0]}]"
            case "across" | "turning":
                assert tables is not None
                found = tables.across if expr.name == "across" else tables.turning
                return f"{self.module.shared(found, f'{expr.name}_{expr.hint}')}[{args[0]}, {args[1]}]"
            case "ray" | "step":
                assert tables is not None
                table: Constant = tables.rays if expr.name == "ray" else tables.steps
                width = len(tables.directions)
                rays = self.module.constant(table, f"{expr.name}_{expr.hint}")
                return f"{rays}[{args[0]} * {width} + {args[1]}]"
            case "opposite":
                return f"{self.module.constant(self.folder.opposites, 'opposite')}[{args[0]}]"
            case "lines":
                return (
                    f"{self.module.shared(tables, f'board_{expr.hint}')}.lines(tuple({args[0]}), {args[1]})"
                )
        raise AssertionError(expr.name)

    def _size(self, arg: ir.Expr, text: str, names: Names) -> str:
        if isinstance(arg, ir.PiecesOfEach):
            constant = self.folder.value(arg.indices)
            slot = self.layout.zones[arg.zone]
            if isinstance(constant, tuple) and 0 < len(constant) <= 16:
                parts = [f"len(z[{slot.base + int(i) - slot.low}])" for i in constant if isinstance(i, int)]
                return f"({' + '.join(parts)})"
        return f"len({text})"

    def _drawable(self, zone: ir.Expr, handle: str) -> str:
        slot = self.layout.zones[zone.zone] if isinstance(zone, ir.ZoneAt) else None
        if slot is None:
            return f"drawable(v, z, {handle})"
        refill = slot.zone.refill
        if refill is None:
            return f"len(z[{handle}])"
        source = self.layout.zones[refill.source].base
        more = f"max(0, len(z[{source}]) - {refill.keep})" if refill.keep else f"len(z[{source}])"
        when = 1 if refill.when is None else self.folder.value(refill.when)
        if when is None:
            assert refill.when is not None
            more = f"({more} if {self.write(refill.when)} else 0)"
        return f"len(z[{handle}])" if when == 0 else f"(len(z[{handle}]) + {more})"

    def _next(self, name: str, seat: str) -> str:
        count = self.layout.players
        if self.program.active is None:
            forward = 1 if name == "next" else -1
            if not self.turns_around:
                return f"(({seat} {'+' if forward > 0 else '-'} 1) % {count})"
            sign = f"v[{self.layout.slots['clockwise'].base}]"
            step = f"(1 if {sign} else -1)" if forward > 0 else f"(-1 if {sign} else 1)"
            return f"(({seat} + {step}) % {count})"
        if name not in self._pure:
            self._pure[name] = f"{name}_player"
            sign = f"v[{self.layout.slots['clockwise'].base}]"
            step = f"(1 if {sign} else -1)" if name == "next" else f"(-1 if {sign} else 1)"
            self.module.function(
                f"{name}_player",
                "v, z, seat_",
                [
                    (
                        1,
                        f"step_ = {step}" if self.turns_around else f"step_ = {1 if name == 'next' else -1}",
                        -1,
                    ),
                    (1, f"for i_ in range({count}):", -1),
                    (2, f"seat_ = (seat_ + step_) % {count}", -1),
                    (2, f"if {self._is_active('seat_')}: return seat_", -1),
                    (1, "raise Fault('nobody is active, so there is no next player')", -1),
                ],
            )
        return f"{self._pure[name]}(v, z, {seat})"

    @property
    def turns_around(self) -> bool:
        """Whether the direction of play can change at all."""
        return self.module.sets_direction

    def _is_active(self, seat: str) -> str:
        active = self.program.active
        assert active is not None
        assert active.value is not None
        return self.write(active.value, {active.params[0]: seat})

    def _active(self) -> str:
        if self.program.active is None:
            return self.constant(tuple(range(self.layout.players)))
        everyone = self.constant(tuple(range(self.layout.players)))
        return f"[p_ for p_ in {everyone} if {self._is_active('p_')}]"

    # -------------------------------------------------------------- pure rules
    def _call(self, expr: ir.Call, names: Names) -> str:
        args = [self.frozen(arg, names) for arg in expr.args]
        return f"{self.pure(self.program.procs[expr.proc])}({', '.join(['v', 'z', *args])})"

    def pure(self, proc: ir.Proc) -> str:
        """The function of a pure rule."""
        if proc.name in self._pure:
            return self._pure[proc.name]
        name = f"f_{re.sub('[^a-z0-9_]', '_', proc.name)}_{len(self._pure)}"
        self._pure[proc.name] = name
        params = ", ".join(["v", "z", *(f"l_{param}" for param in proc.params)])
        lines: list[Line] = []
        if proc.value is not None:
            lines.append((1, f"return {self.frozen(proc.value)}", proc.value_at))
        else:
            lines += self.module.pure_body(proc)
        self.module.function(name, params, lines, proc.name)
        return name

    # -------------------------------------------------------------- quantifiers
    def whole_variable(
        self, items: ir.Expr, name: str, tests: tuple[ir.Expr, ...]
    ) -> tuple[str, Slot] | None:
        """The variable that a loop over all its indices looks at, if the tests look at it by that index."""
        constant = self.folder.value(items)
        for node in nodes_of(tests):
            if isinstance(node, ir.Get) and node.index == ir.Local(name):
                slot = self.layout.slots[node.var]
                if not slot.low and constant == tuple(range(slot.count)):
                    return node.var, slot
        return None
