"""Prints the expressions of a plan as Python, over the numbers `v` and the zones `z` of a state `S`."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from hoyle.ir.program import NONE
from hoyle.plan import nodes as p
from hoyle.plan.nodes import Expr

if TYPE_CHECKING:
    from hoyle.backends.python.module import Module


class ExpressionPrinter:
    """Prints expressions for one function; notes which parts of the state it has used."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.uses: set[str] = set()
        self._iterating = 0  # inside how many lists that a comprehension goes through

    def v(self, index: str) -> str:
        self.uses.add("v")
        return f"v[{index}]"

    def u(self) -> str:
        """What is left of the budget."""
        self.uses.add("u")
        return "u"

    def z(self, handle: str) -> str:
        self.uses.add("z")
        return f"z[{handle}]"

    def local(self, name: str) -> str:
        return f"l_{name}"

    def several(self, items: tuple[Expr, ...]) -> str:
        """A tuple."""
        return f"({', '.join(map(self.expr, items))},)" if items else "()"

    def called(self, name: str, *parts: Expr) -> str:
        """A call of the runtime."""
        return f"{name}({', '.join(map(self.expr, parts))})"

    def gone_through(self, items: Expr) -> str:
        """What a comprehension goes through; Python allows no assignment in it."""
        self._iterating += 1
        text = self.expr(items)
        self._iterating -= 1
        return text

    def place(self, first: int, index: Expr) -> str:
        """The sum of a place and an index."""
        if isinstance(index, p.Known):
            return str(first + index.value)
        return f"{first} + {self.expr(index)}" if first else self.expr(index)

    def record(self, cells: tuple[p.Cells, ...]) -> str:
        """What some numbers are now, as one tuple."""
        return f"({', '.join(f'*{self.expr(part)}' for part in cells)},)"

    # -------------------------------------------------------------- the cases
    def expr(self, expr: Expr) -> str:
        """The source of an expression; compound ones are bracketed."""
        match expr:
            case p.Known():
                return f"({expr.value})" if expr.value < 0 else str(expr.value)
            case p.Fixed():
                return self.module.constant(expr.table) if expr.table.rows else "()"
            case p.Local():
                return self.local(expr.name)
            case (
                p.Arith() | p.Product() | p.Scaled() | p.Fit() | p.Within() | p.Extreme() | p.Magnitude()
                | p.Seat()
            ):  # fmt: skip
                return self._number(expr)
            case p.Compare() | p.CompareLists() | p.Not() | p.And() | p.Or() | p.Choose():
                return self._logic(expr)
            case p.In() | p.InZone() | p.InSpan() | p.IsEmpty() | p.HasItems():
                return self._test(expr)
            case p.Lookup() | p.Mapped() | p.MappedPair() | p.Group():
                return self._table(expr)
            case p.Call():
                return self.module.call(expr, self)
            case p.Once():
                name = self.local(expr.name)
                value = self.expr(expr.of)
                kept = value if self._iterating else f"({name} := {value})"
                return f"({name} if {name} is not None else {kept})"
            case p.ChoiceOf():
                return self.several((p.Known(expr.block), *expr.picks))
            case p.RandomPiece():
                return f"random_piece(S, {self.expr(expr.items)})"
            case p.PieceMask():
                return f"piece_mask(S, {self.expr(expr.piece)})"
            case (
                p.Cell() | p.Cells() | p.Times() | p.InRange() | p.Handle() | p.Pieces() | p.PiecesOf()
                | p.PiecesOfEach() | p.SizeOf() | p.EndOf() | p.Drawable()
            ):  # fmt: skip
                return self._state(expr)
            case _:
                return self._list(expr)

    def _number(
        self,
        expr: p.Arith | p.Product | p.Scaled | p.Fit | p.Within | p.Extreme | p.Magnitude | p.Seat,
    ) -> str:
        e = self.expr
        match expr:
            case p.Arith(op="+", right=p.Known(value=value)) if value < 0:
                return f"({e(expr.left)} - {-value})"
            case p.Arith():
                return f"({e(expr.left)} {'//' if expr.op == '/' else expr.op} {e(expr.right)})"
            case p.Product():
                return self.called("times", expr.left, expr.right)
            case p.Scaled():
                return f"{e(expr.of)} * {expr.by}"
            case p.Fit():
                return self.called("fit_wide" if expr.wide else "fit", expr.of)
            case p.Within():
                how = "all_within" if expr.depth else "within_or_none" if expr.optional else "within"
                more = f", {expr.optional}" if expr.depth else ""
                return f"{how}({e(expr.of)}, {expr.low}, {expr.high}, {expr.name!r}{more})"
            case p.Extreme():
                return self.called(expr.word, expr.left, expr.right)
            case p.Magnitude():
                return self.called("abs", expr.of)
            case p.Seat():
                return f"seat({e(expr.number)}, {expr.count})"
            case _:
                assert_never(expr)

    def _logic(self, expr: p.Compare | p.CompareLists | p.Not | p.And | p.Or | p.Choose) -> str:
        e = self.expr
        match expr:
            case p.Compare():
                return f"({e(expr.left)} {expr.op} {self._absent(expr.right)})"
            case p.CompareLists():
                return f"(tuple({e(expr.left)}) {expr.op} tuple({e(expr.right)}))"
            case p.Not():
                return f"(not {e(expr.of)})"
            case p.And():
                return f"({e(expr.left)} and {e(expr.right)})"
            case p.Or():
                return f"({e(expr.left)} or {e(expr.right)})"
            case p.Choose():
                return f"({e(expr.then)} if {e(expr.test)} else {e(expr.otherwise)})"
            case _:
                assert_never(expr)

    def _absent(self, expr: Expr) -> str:
        return str(NONE) if expr == p.Known(NONE) else self.expr(expr)

    def _test(self, expr: p.In | p.InZone | p.InSpan | p.IsEmpty | p.HasItems) -> str:
        e = self.expr
        match expr:
            case p.In():
                return f"({e(expr.item)} in {e(expr.list)})"
            case p.InZone():
                where = self.v(f"{self.module.plan.layout.location} + {e(expr.piece)}")
                return f"({where} == {e(expr.handle)})"
            case p.InSpan():
                return f"({e(expr.low)} <= {e(expr.item)} <= {e(expr.high)})"
            case p.IsEmpty():
                return f"not {self.z(e(expr.handle))}"
            case p.HasItems():
                return e(expr.list)
            case _:
                assert_never(expr)

    def _table(self, expr: p.Lookup | p.Mapped | p.MappedPair | p.Group) -> str:
        e, table = self.expr, self.module.constant(expr.table)
        match expr:
            case p.Lookup() | p.Mapped():
                return f"{table}[{e(expr.key)}]"
            case p.MappedPair():
                return f"{table}[{e(expr.first)}, {e(expr.second)}]"
            case p.Group():
                row = f"{table}[{e(expr.row)}]" if expr.row is not None else table
                return f"{row}.get({e(expr.key)}, ())"
            case _:
                assert_never(expr)

    def _state(
        self,
        expr: p.Cell | p.Cells | p.Times | p.InRange | p.Handle | p.Pieces | p.PiecesOf | p.PiecesOfEach
        | p.SizeOf | p.EndOf | p.Drawable,
    ) -> str:  # fmt: skip
        e = self.expr
        match expr:
            case p.Cell():
                return self.v(str(expr.place) if expr.index is None else self.place(expr.place, expr.index))
            case p.Cells():
                return self.v(f"{expr.place}:{expr.place + expr.count}")
            case p.Times():
                memory = e(expr.memory)
                if expr.each and self.module.late >= expr.late:
                    memory = f"paid({self.u()}, {memory}, {expr.each})"
                return f"{memory}.count({self.record(expr.record)})"
            case p.InRange():
                return f"in_range({e(expr.index)}, {expr.low}, {expr.count})"
            case p.Handle():
                return self.place(expr.first, expr.index)
            case p.Pieces():
                return self.z(e(expr.handle))
            case p.PiecesOf():
                return f"({', '.join(f'*{self.z(str(handle))}' for handle in expr.handles)},)"
            case p.PiecesOfEach():
                name, pieces = self.local(expr.name), self.z(self.gone_through(expr.handle))
                return f"[c_ for {name} in {self.gone_through(expr.items)} for c_ in {pieces}]"
            case p.SizeOf():
                return f"({' + '.join(f'len({self.z(str(handle))})' for handle in expr.handles)})"
            case p.EndOf():
                if expr.checked:
                    self.uses.add("z")
                    return f"end_of(z, {e(expr.handle)}, {expr.end!r})"
                return f"{self.z(e(expr.handle))}[{-1 if expr.end == 'top' else 0}]"
            case p.Drawable():
                self.uses |= {"v", "z", "u"}
                return f"drawable(v, z, u, {e(expr.handle)})"
            case _:
                assert_never(expr)

    def _list(
        self,
        expr: p.Items | p.ItemAt | p.WithItem | p.Concat | p.TakenOut | p.Span | p.Upto | p.Without
        | p.WithoutOne | p.Around | p.Following | p.Size | p.Count | p.Reversed | p.Distinct | p.Sorted
        | p.Frozen | p.LinesOf | p.Listed | p.Zipped | p.Selections | p.Charged | p.FitList,
    ) -> str:  # fmt: skip
        e = self.expr
        match expr:
            case p.Items():
                return self.several(expr.items)
            case p.ItemAt():
                if expr.checked:
                    return self.called("item_at", expr.list, expr.index)
                return f"{e(expr.list)}[{e(expr.index)}]"
            case p.WithItem():
                item = f"-{e(expr.item)}" if expr.op == "-=" else e(expr.item)
                how = "with_item" if expr.op == "=" else "with_added"
                return f"{how}({e(expr.list)}, {e(expr.index)}, {item}, {expr.name!r})"
            case p.Concat():
                return self.called("joined", expr.left, expr.right)
            case p.TakenOut():
                return self.called("taken_out", expr.list, expr.items)
            case p.Span():
                return f"range({e(expr.low)}, {e(expr.high)} + 1)"
            case p.Upto():
                return self.called("range", expr.count)
            case p.Without():
                return self.called("without", expr.list, expr.items)
            case p.WithoutOne():
                return f"[x_ for x_ in {self.gone_through(expr.list)} if x_ != {e(expr.item)}]"
            case p.Around():
                return f"around({e(expr.players)}, {e(expr.by)}, {expr.how!r}, {expr.count})"
            case p.Following():
                return self.called("following", expr.item, expr.list)
            case p.Size():
                return self.called("len", expr.list)
            case p.Count():
                return f"{e(expr.list)}.count({e(expr.item)})"
            case p.Reversed():
                return f"{e(expr.list)}[::-1]"
            case p.Distinct():
                return f"tuple(dict.fromkeys({e(expr.list)}))"
            case p.Sorted():
                return f"tuple(sorted({e(expr.list)}))"
            case p.Frozen():
                return self.called("tuple", expr.list)
            case p.LinesOf():
                board = self.module.board(expr.board)
                return f"{board}.lines({e(expr.nodes)}, {e(expr.length)})"
            case p.Listed():
                names = ", ".join(map(self.local, expr.names))
                where = "" if expr.test is None else f" if {e(expr.test)}"
                return f"[{e(expr.value)} for {names} in {self.gone_through(expr.items)}{where}]"
            case p.Zipped():
                return self.called("zip", expr.left, expr.right)
            case p.Selections():
                bounds = f"{e(expr.least)}, {e(expr.most)}"
                return f"selections({self.u()}, {e(expr.items)}, {bounds}, {expr.each}, {expr.way})"
            case p.Charged():
                if expr.late and not self.module.late:
                    return e(expr.list)
                return f"paid({self.u()}, {e(expr.list)}, {expr.each})"
            case p.FitList():
                name = f", {expr.name!r}" if expr.name else ""
                how = "fit_deep" if expr.deep else "fit_list"
                return f"{how}({e(expr.list)}, {expr.most}{name})"
            case _:
                assert_never(expr)
