"""Prints the statements of a plan as C."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

from hoyle.backends.c.bounds import inside
from hoyle.backends.c.constants import list_rows
from hoyle.backends.c.control import ControlPrinter
from hoyle.backends.c.declined import Declined
from hoyle.backends.c.expressions import ExpressionPrinter
from hoyle.backends.c.growing import GrowingPrinter, growing_lists
from hoyle.backends.c.kinds import NUMBER
from hoyle.backends.c.scope import Scope, Variable, is_flat, is_list
from hoyle.ir.walk import walk
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.choices import LIST
from hoyle.plan.limits import LARGEST
from hoyle.plan.model import Block, Function
from hoyle.plan.nodes import Expr
from hoyle.plan.statement_nodes import Stmt

if TYPE_CHECKING:
    from hoyle.backends.c.module import Module

Code: TypeAlias = "Function | Block"

# Statements after which the state may be another, or the list that a loop goes through.
_CHANGING = (
    s.SetCell, s.FillCells, s.Remember, s.EmptyMemory, s.ChooseRandom, s.Act, s.TakeUp, s.TakeTop, s.LayDown,
    s.MovePiece, s.MovePieces, s.MoveAround, s.DrawPieces, s.Refill, s.Shuffle, s.Reveal, s.Gather,
    s.CountRound, s.PlayRound, s.ReturnSupposed,
)  # fmt: skip


def changes(stmts: tuple[Stmt, ...]) -> bool:
    """Whether some statements may change the state."""
    return any(isinstance(node, _CHANGING) for node in walk(stmts))


def _sets(node: Any) -> bool:
    return isinstance(node, s.SetLocal | s.StartList | s.AddTo | s.ChooseRandom | s.TakeTop | s.Receive)


def names_used(stmts: tuple[Stmt, ...], kind: type[p.Local]) -> set[str]:
    return {node.name for node in walk(stmts) if isinstance(node, kind)}


def lists_in_the_making(stmts: tuple[Stmt, ...]) -> frozenset[str]:
    return frozenset(node.name for node in walk(stmts) if isinstance(node, s.StartList | s.Append))


def names_set(stmts: tuple[Stmt, ...]) -> frozenset[str]:
    """Locals that are set otherwise than by a loop that goes through a list."""
    found: set[str] = set()
    for node in walk(stmts):
        match node:
            case s.SetLocal() | s.AddTo() | s.ChooseRandom() | s.TakeTop() | s.Receive() | s.StartFilled():
                found.add(node.name)
            case s.Act() | s.DrawPieces() if node.into:
                found.add(node.into)
            case s.ApplyChoices():
                found |= {node.name, *(pick for picks, _ in node.bodies for pick in picks)}
            case _:
                pass
    return frozenset(found)


class StatementPrinter:
    """Prints the statements of one function or block."""

    def __init__(self, module: Module, scope: Scope, function: Function | None) -> None:
        self.module, self.scope, self.function = module, scope, function
        self.expressions = ExpressionPrinter(module, scope)
        self.layout = module.plan.layout
        self.control = ControlPrinter(self)
        self.growing = self.expressions.growing = GrowingPrinter(self)

    @property
    def in_block(self) -> bool:
        return self.function is None

    @property
    def supposed(self) -> bool:
        """Whether what is changed is taken back."""
        return self.function is not None and (
            self.function.supposed or any(isinstance(stmt, s.ReturnSupposed) for stmt in self.function.body)
        )

    def whole(self, stmts: tuple[Stmt, ...]) -> str:
        """The body of a function or block."""
        text = self.body(stmts)
        for keys, empty in self.control.begun.items():
            text = text.replace(f"{keys};", empty)
        return text

    def body(self, stmts: tuple[Stmt, ...]) -> str:
        found: list[str] = []
        rest = list(stmts)
        while rest:
            beginning = self._beginning(rest[0], rest[1]) if len(rest) > 1 else None
            found.append(self.statement(rest[0]) if beginning is None else beginning)
            del rest[: 1 if beginning is None else 2]
        return " ".join(found)

    def _beginning(self, start: Stmt, loop: Stmt) -> str | None:
        """A list up to the first item that does not fit: the beginning of the one that is gone through."""
        match start, loop:
            case (
                s.StartList(name=name),
                s.Loop(
                    names=(item,),
                    items=items,
                    body=(
                        s.If(test=stop, then=(s.Break(),), otherwise=()),
                        s.Append(name=added, item=p.Local(name=same)),
                    ),
                    unbroken=(),
                ),
            ) if name == added and item == same and is_flat(self.expressions.kind(items)):
                pass
            case _:
                return None
        e, made = self.expressions, self._made(name)
        if name in names_used((loop,), p.Local) or not isinstance(items, p.Local | p.Lookup | p.Fixed):
            return None
        if self._set_once(name, but=p.Frozen(p.Local(name))):
            found = e.selector.beginning(item, items, stop)
            if found is not None:
                text, self.scope.beginnings[name] = found
                return text
        a, n, x = self.scope.fresh("a"), self.scope.fresh("n"), self.scope.variable(item).text
        known = Variable(x, NUMBER, e.bounds.items(items) if item not in self.scope.changed else None)
        with self.scope.bound({item: known}):
            test = e.test(stop)
        loop_text = f"for (; {n} < {a}.n; {n}++) {{ {x} = {a}.p[{n}]; if ({test}) break; }}"
        begin = f"L {a} = {e.list(items)}; int32_t {n} = 0; {loop_text}"
        return f"{{ {begin} {made} = (Made){{{{{n}, {a}.p}}, {n}, 0}}; }}"

    def set(self, name: str, value: Expr) -> str:
        return f"{self.scope.variable(name).text} = {self.expressions.value(value)};"

    # -------------------------------------------------------------- the cases
    def statement(self, stmt: Stmt) -> str:
        guided = self.module.guided
        told = None if guided is None else guided.statement(stmt, self)
        if told is not None:
            return told
        match stmt:
            case (
                s.SetLocal() | s.StartList() | s.StartFilled() | s.SetItem() | s.Append() | s.AddTo()
                | s.Forget() | s.Evaluate() | s.Act() | s.ChooseRandom()
            ):  # fmt: skip
                return self._local(stmt)
            case s.SetCell() | s.Bound() | s.FillCells() | s.Remember() | s.EmptyMemory() | s.CountRound():
                return self._state(stmt)
            case (
                s.TakeUp() | s.TakeTop() | s.LayDown() | s.MovePiece() | s.MovePieces() | s.MoveAround()
                | s.DrawPieces() | s.Refill() | s.Shuffle() | s.Reveal() | s.Gather()
            ):  # fmt: skip
                return self._piece(stmt)
            case (
                s.RecordSet() | s.RecordRandom() | s.RecordScore() | s.ListOutcomes() | s.Settle()
                | s.SetSeat() | s.ShowChoices()
            ):  # fmt: skip
                raise Declined("a plan that records, or that is stepped")
            case _:
                return self.control.statement(stmt)

    def _local(
        self,
        stmt: s.SetLocal | s.StartList | s.StartFilled | s.SetItem | s.Append | s.AddTo | s.Forget
        | s.Evaluate | s.Act | s.ChooseRandom,
    ) -> str:  # fmt: skip
        e = self.expressions
        match stmt:
            case s.SetLocal() if stmt.name in self.scope.growing:
                return self.growing.set(stmt)
            case s.SetLocal() if stmt.name in self.scope.made:
                if stmt.value == p.Frozen(p.Local(stmt.name)):
                    return ""  # it is complete
                made = self._made(stmt.name)
                return f"{made} = (Made){{{e.list(stmt.value)}, 0, 0}};"
            case s.SetLocal(value=p.Pieces(handle=handle)) if self._stays(stmt.name):
                name = self.scope.zones[stmt.name] = self.scope.fresh("z")
                self.scope.declare(f"N {name} = 0;")
                return f"{name} = {e.handle(handle)};"
            case s.SetLocal(value=p.Lookup()) if self._set_once(stmt.name):
                if is_list(self.scope.kind(stmt.name)):
                    return self._set_row(stmt.name, stmt.value)
                return self.set(stmt.name, stmt.value)
            case s.SetLocal():
                return self.set(stmt.name, stmt.value)
            case s.StartList() if self.control.lists_choices and stmt.name == LIST:
                return self.control.begin_list()
            case s.StartList():
                return f"{self._made(stmt.name)} = (Made){{{{0, 0}}, 0, 0}};"
            case s.StartFilled():
                i, text = self.scope.fresh("i"), self.scope.variable(stmt.name).text
                begin = f"{text} = (L){{{stmt.count}, words(S, {stmt.count})}};"
                loop = f"for (N {i} = 0; {i} < {stmt.count}; {i}++) {text}.p[{i}] = {e.word(stmt.item)};"
                return f"{begin} {loop}"
            case s.SetItem():
                text = self.scope.variable(stmt.name).text
                return f"{text}.p[index_of(S, {e.number(stmt.index)}, {text}.n)] = {e.word(stmt.value)};"
            case s.Append() if self.control.lists_choices and stmt.name == LIST:
                return self.control.append(stmt.item)
            case s.Append():
                return e.lists.add(self._made(stmt.name), stmt.item)
            case s.AddTo():
                return f"{self.scope.variable(stmt.name).text} += {e.number(stmt.value)};"
            case s.Forget():
                known = self.scope.once.setdefault(stmt.name, "")
                if not known:
                    known = self.scope.once[stmt.name] = self.scope.fresh("has")
                    self.scope.declare(f"int {known} = 0;")
                mask = self.scope.masks.get(stmt.name)
                return f"{known} = 0;" + ("" if mask is None else f" {mask[0]} = 0;")
            case s.Evaluate():
                return f"(void){e.value(stmt.of)};"
            case s.ChooseRandom(items=p.Span() as span):
                return self._random_number(stmt.name, span)
            case s.ChooseRandom(items=p.Pieces(handle=handle)):
                text = self.scope.variable(stmt.name).text
                return f"{text} = random_piece(S, {e.handle(handle)});"
            case s.ChooseRandom():
                return f"{self.scope.variable(stmt.name).text} = random_of(S, {e.list(stmt.items)});"
            case s.Act():
                call = self.module.act(stmt.function, stmt.args, e)
                into = f"{self.scope.variable(stmt.into).text} = " if stmt.into else ""
                return f"{into}{call}; {self.control.after_act(stmt.function)}"
            case _:
                assert_never(stmt)

    def _set_once(self, name: str, but: Expr | None = None) -> bool:
        """Whether a local of a function is set by one statement only, but for one value."""
        function = self.function
        if function is None or name in function.params:
            return False
        setting = [node for node in walk(function.body) if _sets(node) and node.name == name]
        others = [node for node in setting if but is None or getattr(node, "value", None) != but]
        return len(others) == 1

    def _stays(self, name: str) -> bool:
        """Whether part of the state that a local is set to once is the same as long as that is used."""
        return self.function is not None and not changes(self.function.body) and self._set_once(name)

    def _set_row(self, name: str, row: Expr) -> str:
        """A row of a table: which one it is, is remembered."""
        assert isinstance(row, p.Lookup)
        rows, which = list_rows(row.table), self.scope.fresh("r")
        self.scope.declare(f"N {which} = 0;")
        self.scope.rows[name] = row.table, which
        text = self.module.constants.rows(rows).row(which)
        index = self.expressions.index(row.key, len(rows))
        return f"{which} = {index}; {self.scope.variable(name).text} = {text};"

    def _made(self, name: str) -> str:
        return self.scope.variable(name).text.removesuffix(".list")

    def _random_number(self, name: str, span: p.Span) -> str:
        """A number from a span, without making a list of it."""
        low, high, text = self.scope.fresh("n"), self.scope.fresh("h"), self.scope.variable(name).text
        begin = (
            f"N {low} = {self.expressions.number(span.low)}, {high} = {self.expressions.number(span.high)};"
        )
        check = f"if ({high} < {low}) trouble(S);"
        return f"{{ {begin} {check} {text} = {low} + (N)below(&S->head.rng, {high} - {low} + 1); }}"

    # -------------------------------------------------------------- numbers of the state
    def _state(
        self, stmt: s.SetCell | s.Bound | s.FillCells | s.Remember | s.EmptyMemory | s.CountRound
    ) -> str:
        e = self.expressions
        match stmt:
            case s.SetCell():
                place = e.place(stmt.cell)
                if is_list(e.kind(stmt.cell)):
                    name = self.scope.fresh("a")
                    stored = f"store(S, {place}, {name}, {e.lists.words(stmt.cell, name)});"
                    return f"{{ L {name} = {e.list(stmt.value)}; {stored} }}"
                return self._set_number(stmt, place)
            case s.Bound():
                found = e.bounds.of(stmt.of) if isinstance(stmt.of, p.Local) else None
                if found is not None and inside(found, (-LARGEST, LARGEST)):
                    return ""
                beyond = "> LARGEST" if stmt.side == "above" else "< -LARGEST"
                return f"if (RARE({e.number(stmt.of)} {beyond})) trouble(S);"
            case s.FillCells():
                return self._fill(stmt)
            case s.Remember():
                record, count = e.record(stmt.record)
                memory = self.module.memories[stmt.memory.place]
                return f"remember(S, {memory}, {record}, {count}, {stmt.most});"
            case s.EmptyMemory():
                memory = self.module.memories[stmt.memory.place]
                return f"{'hide' if self.supposed else 'forget'}(S, {memory});"
            case s.CountRound():
                return "S->head.rounds++;"
            case _:
                assert_never(stmt)

    def _set_number(self, stmt: s.SetCell, place: str) -> str:
        e, plane = self.expressions, self.module.planes.get(stmt.cell.var)
        if plane is None:
            return f"S->v[{place}] {stmt.op} {e.word(stmt.value)};"
        value = e.word(stmt.value)
        if stmt.op != "=":
            value = f"S->v[{place}] {stmt.op[0]} {value}"
        sets = f"S->{plane.name}, {plane.values}, {plane.words}, S->v + {plane.slot.base}"
        return f"set_plane({sets}, {place} - {plane.slot.base}, {value});"

    def _fill(self, stmt: s.FillCells) -> str:
        """All values are computed before any is stored."""
        filled = self._filled(stmt)
        plane = self.module.planes.get(stmt.cells.var)
        return filled if plane is None else f"{filled} {plane.found_anew}"

    def _filled(self, stmt: s.FillCells) -> str:
        e, cells = self.expressions, stmt.cells
        lists = e.kind(cells) > 1
        if not stmt.names and not lists:
            i, name = self.scope.fresh("i"), self.scope.fresh("x")
            loop = (
                f"for (N {i} = {cells.place}; {i} < {cells.place + cells.count}; {i}++) S->v[{i}] = {name};"
            )
            return f"{{ int32_t {name} = {e.word(stmt.value)}; {loop} }}"
        made = self.scope.fresh("m")
        text = self._filling(stmt, made)
        i, q = self.scope.fresh("i"), self.scope.fresh("q")
        if not lists:
            done = f"memcpy(S->v + {cells.place}, {made}.list.p, {4 * cells.count});"
        else:
            count = f"*{q}" if e.kind(cells) == 2 else f"lists_in(*{q}, {q} + 1)"
            one = f"store(S, {cells.place} + {i}, (L){{{count}, {q} + 1}}, *{q});"
            loop = f"for (N {i} = 0; {i} < {cells.count}; {i}++, {q} += 1 + *{q}) {one}"
            done = f"int32_t *{q} = {made}.list.p; {loop}"
        return f"{{ Made {made} = {{{{0, 0}}, 0, 0}}; {text} {done} }}"

    def _filling(self, stmt: s.FillCells, made: str) -> str:
        """Loops through the indices, the last one fastest, that add each value to a list."""
        names, lows = stmt.names or ("",), stmt.lows or (0,)
        indices = [
            (name, self.scope.fresh("c"), low, low + count)
            for name, low, count in zip(names, lows, stmt.counts or (stmt.cells.count,), strict=True)
        ]
        known = {name: Variable(text, NUMBER, (low, end - 1)) for name, text, low, end in indices if name}
        with self.scope.bound(known):
            adding = self.expressions.lists.add(made, stmt.value)
        for _, text, low, end in reversed(indices):
            adding = f"for (N {text} = {low}; {text} < {end}; {text}++) {{ {adding} }}"
        return adding

    # -------------------------------------------------------------- pieces
    def _piece(
        self,
        stmt: s.TakeUp | s.TakeTop | s.LayDown | s.MovePiece | s.MovePieces | s.MoveAround | s.DrawPieces
        | s.Refill | s.Shuffle | s.Reveal | s.Gather,
    ) -> str:  # fmt: skip
        e = self.expressions
        match stmt:
            case s.TakeUp():
                return f"take_up(S, {e.piece(stmt.piece)});"
            case s.TakeTop():
                return f"{self.scope.variable(stmt.name).text} = take_top(S, {e.handle(stmt.handle)});"
            case s.LayDown():
                where = f"{e.piece(stmt.piece)}, {e.handle(stmt.handle)}"
                return f"lay_down(S, {where}, {int(stmt.bottom)});"
            case s.MovePiece():
                return f"move(S, {e.piece(stmt.piece)}, {e.handle(stmt.handle)}, {int(stmt.bottom)});"
            case s.MovePieces():
                each = e.each(stmt.each, stmt.late)
                where = f"{e.list(stmt.pieces)}, {e.handle(stmt.handle)}, {int(stmt.bottom)}"
                return f"move_many(S, {where}, {each});"
            case s.MoveAround():
                return self._move_around(stmt)
            case s.DrawPieces():
                into = f"{self.scope.variable(stmt.into).text} = " if stmt.into else ""
                where = f"{e.handle(stmt.source)}, {e.handle(stmt.handle)}, {e.number(stmt.count)}"
                flags = f"{int(stmt.bottom)}, {int(stmt.strict)}, {int(stmt.anew)}"
                each = f"{e.each(stmt.each, stmt.late)}, {e.each(stmt.each_refilled, stmt.late)}"
                return f"{into}draw(S, {where}, {flags}, {each});"
            case s.Refill():
                return f"refill(S, {e.handle(stmt.handle)}, {e.each(stmt.each, stmt.late)});"
            case s.Shuffle():
                return f"shuffle(S, {e.handle(stmt.handle)}, {e.each(stmt.each, stmt.late)});"
            case s.Reveal():
                to = "(L){0, 0}, 1" if stmt.to is None else f"{e.list(stmt.to)}, 0"
                return f"reveal(S, {e.list(stmt.pieces)}, {to});"
            case s.Gather():
                return "gather(S);"
            case _:
                assert_never(stmt)

    def _move_around(self, stmt: s.MoveAround) -> str:
        """What goes where is found out for all, before any is moved."""
        e, made, i, q = self.expressions, *(self.scope.fresh(stem) for stem in "miq")

        def note() -> str:
            name = self.scope.fresh("a")
            to = e.handle(stmt.handle)
            begin = f"L {name} = {e.list(stmt.pieces)};"
            return f"{begin} add(S, &{made}, {to}); add_list(S, &{made}, {name}, {name}.n);"

        loop = e.loops.each((stmt.name,), stmt.items, note, own=False)
        where = f"(L){{{q}[1], {q} + 2}}, {q}[0]"
        moved = f"move_many(S, {where}, {int(stmt.bottom)}, {e.each(stmt.each, stmt.late)});"
        if self.module.guided is not None and not self.supposed:
            moved = self.module.guided.moved_around(stmt, self, where)
        moving = f"for (N {i} = 0; {i} < {made}.list.n / 2; {i}++, {q} += 2 + {q}[1]) {moved}"
        begin = f"Made {made} = {{{{0, 0}}, 0, 0}};"
        return f"{{ {begin} {loop} int32_t *{q} = {made}.list.p; {moving} }}"


def scope_of(module: Module, code: Code) -> Scope:
    """The scope of a function's or block's body."""
    owner = ("function", code.number) if isinstance(code, Function) else ("block", code.id)
    names = names_set(code.body)
    scope = Scope(module.kinds, module.intervals, owner, lists_in_the_making(code.body), names)
    scope.growing = growing_lists(code, scope)
    return scope
