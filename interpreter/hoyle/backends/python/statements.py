"""Prints the statements of a plan as lines of Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, assert_never

from hoyle.backends.python.expressions import ExpressionPrinter
from hoyle.ir.program import LARGEST, NONE
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.limits import DEEPEST, MOST_CHOICES
from hoyle.plan.nodes import Expr
from hoyle.plan.statement_nodes import Stmt

if TYPE_CHECKING:
    from hoyle.backends.python.module import Module

Line: TypeAlias = tuple[int, str, int]
"""Indentation, text, and the number of the place in the ruleset (-1: none)."""


class StatementPrinter:
    """Prints the statements of one function."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.lines: list[Line] = []
        self.expressions = ExpressionPrinter(module)
        self.e, self.local = self.expressions.expr, self.expressions.local
        self.uses = self.expressions.uses

    def out(self, indent: int, text: str, at: int) -> None:
        self.lines.append((indent, text, at))

    def body(self, stmts: tuple[Stmt, ...], indent: int) -> None:
        for stmt in stmts:
            self.statement(stmt, indent)
        if not stmts:
            self.out(indent, "pass", -1)

    def frame(self, block: int, values: tuple[Expr, ...]) -> str:
        """A tuple of a block's number and what it will be called with."""
        return self.expressions.several((p.Known(block), *values))

    def call(self, indent: int, at: int, name: str, *args: str | Expr) -> None:
        """A call of the runtime with the state."""
        words = [arg if isinstance(arg, str) else self.e(arg) for arg in args]
        self.out(indent, f"{name}({', '.join(['S', *words])})", at)

    def move(
        self,
        indent: int,
        stmt: s.MovePiece | s.MovePieces | s.MoveAround | s.DrawPieces,
        name: str,
        *args: str | Expr,
        into: str = "",
    ) -> None:
        """A call of the runtime that moves pieces; what is supposed has only parts of the state."""
        words = [arg if isinstance(arg, str) else self.e(arg) for arg in args]
        if not isinstance(stmt, s.MovePiece):
            words.append(self.each(stmt.each, stmt.late))
        if isinstance(stmt, s.DrawPieces):
            words.append(self.each(stmt.each_refilled, stmt.late))
        if isinstance(stmt, s.MoveAround) and stmt.followed:
            words.append(str(stmt.followed))
        if stmt.anew:
            self.uses |= {"v", "z", "u"}
        state, called = (["v", "z", "u"], f"suppose_{name}") if stmt.anew else (["S"], name)
        self.out(indent, f"{into}{called}({', '.join([*state, *words])})", stmt.at)

    def each(self, steps: int, late: bool) -> str:
        """What is charged for each piece here, if anything is."""
        return str(steps) if self.module.late >= late else "0"

    # -------------------------------------------------------------- the cases
    def statement(self, stmt: Stmt, indent: int) -> None:
        match stmt:
            case (
                s.SetLocal() | s.StartList() | s.StartFilled() | s.SetItem() | s.Append() | s.AddTo()
                | s.Forget() | s.SetCell() | s.Bound() | s.FillCells() | s.Remember() | s.EmptyMemory()
                | s.ChooseRandom() | s.Evaluate() | s.Act()
            ):  # fmt: skip
                self._value(stmt, indent)
            case (
                s.TakeUp() | s.TakeTop() | s.LayDown() | s.MovePiece() | s.MovePieces() | s.MoveAround()
                | s.DrawPieces() | s.Refill() | s.Shuffle() | s.Reveal() | s.Gather() | s.Settle()
            ):  # fmt: skip
                self._piece(stmt, indent)
            case s.RecordSet() | s.RecordRandom() | s.RecordScore() | s.CountRound():
                self._event(stmt, indent)
            case (
                s.Charge() | s.If() | s.Loop() | s.Repeat() | s.While() | s.Break() | s.Return()
                | s.ReturnBest() | s.ReturnSupposed() | s.Fail() | s.EndRound() | s.PlayRound()
            ):  # fmt: skip
                self._control(stmt, indent)
            case s.Receive() | s.Push() | s.Jump() | s.Leave() | s.Wait() | s.SetSeat() | s.ShowChoices():
                self._block(stmt, indent)
            case _:
                self._choice(stmt, indent)

    def _value(
        self,
        stmt: s.SetLocal | s.StartList | s.StartFilled | s.SetItem | s.Append | s.AddTo | s.Forget | s.SetCell
        | s.Bound | s.FillCells | s.Remember | s.EmptyMemory | s.ChooseRandom | s.Evaluate | s.Act,
        indent: int,
    ) -> None:  # fmt: skip
        e, at = self.e, stmt.at
        match stmt:
            case s.SetLocal():
                self.out(indent, f"{self.local(stmt.name)} = {e(stmt.value)}", at)
            case s.StartList():
                self.out(indent, f"{self.local(stmt.name)} = []", at)
            case s.StartFilled():
                self.out(indent, f"{self.local(stmt.name)} = [{e(stmt.item)}] * {stmt.count}", at)
            case s.SetItem():
                self.out(indent, f"{self.local(stmt.name)}[{e(stmt.index)}] = {e(stmt.value)}", at)
            case s.Append():
                self.out(indent, f"{self.local(stmt.name)}.append({e(stmt.item)})", at)
            case s.AddTo():
                self.out(indent, f"{self.local(stmt.name)} += {e(stmt.value)}", at)
            case s.Forget():
                self.out(indent, f"{self.local(stmt.name)} = None", at)
            case s.SetCell(op="=", value=p.Within(depth=0) as value) if _is_plain(stmt.cell.index):
                self._set_within(stmt, value, indent)
            case s.SetCell():
                self.out(indent, f"{e(stmt.cell)} {stmt.op} {e(stmt.value)}", at)
            case s.Bound():
                beyond = f"> {LARGEST}" if stmt.side == "above" else f"< -{LARGEST}"
                self.out(indent, f"if {e(stmt.of)} {beyond}: too_large({e(stmt.of)})", at)
            case s.FillCells():
                filled = f"[{e(stmt.value)}] * {stmt.cells.count}"
                if stmt.names:
                    bounds = zip(stmt.names, stmt.lows, stmt.counts, strict=True)
                    loops = [
                        f"for {self.local(name) if name else '_'} in range({low}, {low + count})"
                        for name, low, count in bounds
                    ]
                    filled = f"[{e(stmt.value)} {' '.join(loops)}]"
                self.out(indent, f"{e(stmt.cells)} = {filled}", at)
            case s.Remember():
                memory, record = e(stmt.memory), self.expressions.record(stmt.record)
                rest = f"{stmt.memory.var!r}, {stmt.most}"
                self.out(indent, f"{memory} = remembered({memory}, {record}, {rest})", at)
            case s.EmptyMemory():
                self.out(indent, f"{e(stmt.memory)} = ()", at)
            case s.ChooseRandom():
                type_ = self.module.shared(stmt.type, f"type {stmt.type}")
                self.out(
                    indent, f"{self.local(stmt.name)} = choose_randomly(S, {e(stmt.items)}, {type_})", at
                )
            case s.Evaluate():
                self.out(indent, e(stmt.of), at)
            case s.Act():
                text = self.module.act(stmt.function, stmt.args, self)
                self.out(indent, f"{self.local(stmt.into)} = {text}" if stmt.into else text, at)
            case _:
                assert_never(stmt)

    def _piece(
        self,
        stmt: s.TakeUp | s.TakeTop | s.LayDown | s.MovePiece | s.MovePieces | s.MoveAround | s.DrawPieces
        | s.Refill | s.Shuffle | s.Reveal | s.Gather | s.Settle,
        indent: int,
    ) -> None:  # fmt: skip
        e, at, state = self.e, stmt.at, self.expressions
        layout = self.module.plan.layout
        match stmt:
            case s.TakeUp():
                piece = e(stmt.piece)
                where = state.v(f"{layout.location} + {piece}")
                if stmt.anew:
                    self.out(indent, f"h_ = {where}", at)
                    left = f"[x_ for x_ in {state.z('h_')} if x_ != {piece}]"
                    self.out(indent, f"{state.z('h_')} = {left}", at)
                else:
                    self.out(indent, f"{state.z(where)}.remove({piece})", at)
            case s.TakeTop():
                pile = state.z(e(stmt.handle))
                if stmt.anew:
                    self.out(indent, f"{self.local(stmt.name)} = {pile}[-1]", at)
                    self.out(indent, f"{pile} = {pile}[:-1]", at)
                else:
                    self.out(indent, f"{self.local(stmt.name)} = {pile}.pop()", at)
            case s.LayDown():
                piece, handle = e(stmt.piece), e(stmt.handle)
                zone = state.z(handle)
                if stmt.anew:
                    laid = f"[{piece}, *{zone}]" if stmt.bottom else f"[*{zone}, {piece}]"
                    self.out(indent, f"{zone} = {laid}", at)
                else:
                    how = f"insert(0, {piece})" if stmt.bottom else f"append({piece})"
                    self.out(indent, f"{zone}.{how}", at)
                self.out(indent, f"{state.v(f'{layout.location} + {piece}')} = {handle}", at)
                if layout.known >= 0:
                    self.out(indent, f"{state.v(f'{layout.known} + {piece}')} = 0", at)
            case s.MovePiece():
                followed = ("True",) if stmt.followed else ()
                self.move(indent, stmt, "move", stmt.piece, stmt.handle, str(stmt.bottom), *followed)
            case s.MovePieces():
                self.move(indent, stmt, "move_many", stmt.pieces, stmt.handle, str(stmt.bottom))
            case s.MoveAround():
                self.out(indent, "taken_ = []", at)
                self.out(indent, f"for {self.local(stmt.name)} in {e(stmt.items)}:", at)
                self.out(indent + 1, f"taken_.append(({e(stmt.pieces)}, {e(stmt.handle)}))", at)
                self.out(indent, "for pieces_, to_ in taken_:", at)
                self.move(indent + 1, stmt, "move_many", "pieces_", "to_", str(stmt.bottom))
            case s.DrawPieces():
                flags = str(stmt.bottom), str(stmt.strict)
                into = f"{self.local(stmt.into)} = " if stmt.into else ""
                self.move(indent, stmt, "draw", stmt.source, stmt.handle, stmt.count, *flags, into=into)
            case s.Refill():
                self.call(indent, at, "refill", stmt.handle, self.each(stmt.each, stmt.late))
            case s.Shuffle():
                self.call(indent, at, "shuffle", stmt.handle, self.each(stmt.each, stmt.late))
            case s.Reveal():
                self.call(indent, at, "reveal", stmt.pieces, "None" if stmt.to is None else stmt.to)
            case s.Gather():
                self.call(indent, at, "gather")
            case s.Settle():
                self.call(indent, at, "settle", stmt.handle, stmt.piece)
            case _:
                assert_never(stmt)

    def _event(self, stmt: s.RecordSet | s.RecordRandom | s.RecordScore | s.CountRound, indent: int) -> None:
        e, at = self.e, stmt.at
        match stmt:
            case s.RecordSet():
                index = "None" if stmt.index is None else e(stmt.index)
                self.out(indent, f"record_set(S, {stmt.var!r}, {index}, {e(stmt.value)})", at)
            case s.RecordRandom():
                type_ = self.module.shared(stmt.type, f"type {stmt.type}")
                event = f"('random', {stmt.label!r}, {type_}, {e(stmt.value)}, {e(stmt.mask)})"
                self.out(indent, f"S.log.append({event})", at)
            case s.RecordScore():
                gains = "None" if stmt.gains is None else self.expressions.several(stmt.gains)
                self.call(indent, at, "score_round", gains)
            case s.CountRound():
                self.out(indent, "S.rounds += 1", at)
            case _:
                assert_never(stmt)

    # -------------------------------------------------------------- control
    def _control(
        self,
        stmt: s.Charge | s.If | s.Loop | s.Repeat | s.While | s.Break | s.Return | s.ReturnBest
        | s.ReturnSupposed | s.Fail | s.EndRound | s.PlayRound,
        indent: int,
    ) -> None:  # fmt: skip
        e, at = self.e, stmt.at
        match stmt:
            case s.Charge():
                if stmt.late and not self.module.late:
                    return
                left = f"{self.expressions.u()}[0]"
                self.out(indent, f"{left} -= {stmt.steps}", at)
                self.out(indent, f"if {left} < 0: out_of_fuel()", at)
            case s.If():
                word, rest = "if", stmt
                while True:
                    self.out(indent, f"{word} {e(rest.test)}:", rest.at)
                    self.body(rest.then, indent + 1)
                    match rest.otherwise:
                        case (s.If() as rest,):  # a long chain must not be indented ever deeper
                            word = "elif"
                        case _:
                            break
                if rest.otherwise:
                    self.out(indent, "else:", rest.at)
                    self.body(rest.otherwise, indent + 1)
            case s.Loop():
                self.out(indent, f"for {', '.join(map(self.local, stmt.names))} in {e(stmt.items)}:", at)
                self.body(stmt.body, indent + 1)
                if stmt.unbroken:
                    self.out(indent, "else:", at)
                    self.body(stmt.unbroken, indent + 1)
            case s.Repeat():
                self.out(indent, f"for _ in range({e(stmt.times)}):", at)
                self.body(stmt.body, indent + 1)
            case s.While():
                self.out(indent, f"while {e(stmt.test)}:", at)
                self.body(stmt.body, indent + 1)
            case s.Break():
                self.out(indent, "break", at)
            case s.Return():
                self.out(indent, f"return {'None' if stmt.value is None else e(stmt.value)}", at)
            case s.ReturnBest():
                self._best(stmt, indent)
            case s.ReturnSupposed():
                self._supposed(stmt, indent)
            case s.Fail():
                values = "".join(f", {value!r}" for value in stmt.values)
                self.out(indent, f"raise Fault({stmt.code!r}{values})", at)
            case s.EndRound():
                if stmt.from_block:
                    # The lowest frame is the match's own: there the round is scored.
                    self.uses.add("k")
                    self.out(indent, "del k[1:]", at)
                    self.out(indent, "return None", at)
                else:
                    self.out(indent, "raise EndRound", at)
            case s.PlayRound():
                self.out(indent, "try:", at)
                self.out(indent + 1, self.module.act(stmt.function, (), self), at)
                self.out(indent, "except EndRound:", at)
                self.out(indent + 1, "pass", at)
            case _:
                assert_never(stmt)

    def _best(self, stmt: s.ReturnBest, indent: int) -> None:
        e, at, item = self.e, stmt.at, self.local(stmt.name)
        self.out(indent, "best_ = None", at)
        self.out(indent, f"for {item} in {e(stmt.items)}:", at)
        deep = indent + 1
        if stmt.test is not None:
            self.out(deep, f"if {e(stmt.test)}:", at)
            deep += 1
        sign = ">" if stmt.word == "highest" else "<"
        self.out(deep, f"key_ = {e(stmt.key)}", at)
        self.out(deep, f"if best_ is None or key_ {sign} best_: best_ = key_; found_ = {item}", at)
        self.out(indent, f"if best_ is None: raise Fault('none {stmt.word}')", at)
        self.out(indent, "return found_", at)

    def _supposed(self, stmt: s.ReturnSupposed, indent: int) -> None:
        at, saved = stmt.at, self._saved(stmt, indent)
        for number, part in enumerate(saved):
            self.out(indent, f"s{number}_ = {part}", at)
        inside = indent + 1 if saved else indent
        if saved:
            self.out(indent, "try:", at)
        if stmt.ends:
            self.out(inside, "try:", at)
            self.body(stmt.body, inside + 1)
            self.out(inside, "except EndRound:", at)
            self.out(inside + 1, "pass", at)
        elif stmt.body:
            self.body(stmt.body, inside)
        self.out(inside, f"return {self.e(stmt.value)}", at)
        if saved:
            self.out(indent, "finally:", at)
        for number, part in enumerate(saved):
            self.out(indent + 1, f"{part} = s{number}_", at)

    def _saved(self, stmt: s.ReturnSupposed, indent: int) -> list[str]:
        """What is to be put back; where it is much of the numbers or zones, a copy of all is changed instead.

        To copy the 142 numbers of chess is quicker than to save 128 of them and to put them back.
        """
        layout, state = self.module.plan.layout, self.expressions
        numbers = [*map(self.e, stmt.ranges), *map(self.e, stmt.cells)]
        zones = [
            state.z(f"{first}:{first + count}" if count > 1 else f"{first}") for first, count in stmt.zones
        ]
        many = sum(found.count for found in stmt.ranges) + len(stmt.cells)
        if numbers and 2 * many >= layout.size:
            self.out(indent, "v = v.copy()", stmt.at)
            numbers = []
        if zones and 2 * sum(count for _, count in stmt.zones) >= len(layout.handles):
            self.out(indent, "z = z.copy()", stmt.at)
            zones = []
        return [*numbers, *zones]

    # -------------------------------------------------------------- blocks and choices
    def _block(
        self,
        stmt: s.Receive | s.Push | s.Jump | s.Leave | s.Wait | s.SetSeat | s.ShowChoices,
        indent: int,
    ) -> None:
        e, at = self.e, stmt.at
        match stmt:
            case s.Receive():
                self.out(indent, f"{self.local(stmt.name)} = S.r", at)
            case s.Push():
                self.uses.add("k")
                self.out(indent, f"k.append({self.frame(stmt.block, stmt.frame)})", at)
                if stmt.counted:
                    self.out(indent, f"if len(k) > {DEEPEST}: raise Fault('depth')", at)
            case s.Jump():
                if stmt.unwinding:
                    self.out(indent, f"return {self.frame(stmt.block, stmt.args)}", at)
                else:
                    self.out(indent, f"return b{stmt.block}({', '.join(['S', *map(e, stmt.args)])})", at)
            case s.Leave():
                if stmt.value is not None:
                    self.out(indent, f"S.r = {e(stmt.value)}", at)
                self.out(indent, "return None", at)
            case s.Wait():
                self.uses.add("k")
                self.out(indent, "S.c = c_", at)
                self.out(indent, f"S.seat = {e(stmt.seat)}", at)
                self.out(indent, f"k.append({self.frame(stmt.site, stmt.frame)})", at)
                self.out(indent, "return WAIT", at)
            case s.SetSeat():
                name = f"{self.local(stmt.name)} = " if stmt.name is not None else ""
                self.out(indent, f"{name}S.seat = {e(stmt.seat)}", at)
            case s.ShowChoices():
                self.out(indent, "S.c = c_", at)
            case _:
                assert_never(stmt)

    def _set_within(self, stmt: s.SetCell, value: p.Within, indent: int) -> None:
        """A number that is stored and then looked at, without a call: what fails is taken back anyway."""
        e, cell = self.e, self.e(stmt.cell)
        changed, outside = f"{cell} = {e(value.of)}", f"not {value.low} <= {cell} <= {value.high}"
        match value.of:
            case p.Arith(op="+" | "-" as op, left=p.Cell() as left, right=p.Known(value=step)) if (
                left == stmt.cell and step > 0
            ):
                changed = f"{cell} {op}= {step}"
                outside = f"{cell} > {value.high}" if op == "+" else f"{cell} < {value.low}"
        none = f" and {cell} != {NONE}" if value.optional else ""
        self.out(indent, changed, stmt.at)
        fault = f"within({cell}, {value.low}, {value.high}, {value.name!r})"
        self.out(indent, f"if {outside}{none}: {fault}", stmt.at)

    def _choice(
        self,
        stmt: s.ListChoices | s.IfChoices | s.AddPass | s.ListOutcomes | s.NewKeys | s.IfNew | s.ApplyChoices
        | s.IfNobodyChose | s.NoteChoice,
        indent: int,
    ) -> None:  # fmt: skip
        e, at = self.e, stmt.at
        match stmt:
            case s.ListChoices():
                call = self.module.call(p.Call(stmt.function, stmt.args), self.expressions)
                self.out(indent, f"c_ = {call}", at)
                if stmt.limited:
                    self.out(indent, f"if len(c_) > {MOST_CHOICES}: raise Fault('choices')", at)
            case s.IfChoices():
                self.out(indent, "if c_:", at)
                self.body(stmt.then, indent + 1)
            case s.AddPass():
                self.out(indent, f"c_.append(({stmt.block},))", at)
            case s.ListOutcomes():
                how = f"outcomes_{stmt.how}"
                self.out(indent, f"c_, S.weights = {how}(S, {stmt.block}, {e(stmt.of)})", at)
            case s.NewKeys():
                self.out(indent, "seen_ = set()", at)
            case s.IfNew():
                self.out(indent, f"key_ = {e(stmt.key)}", at)
                self.out(indent, "if key_ not in seen_:", at)
                self.out(indent + 1, "seen_.add(key_)", at)
                self.body(stmt.then, indent + 1)
            case s.ApplyChoices():
                name = self.local(stmt.name)
                self.out(indent, f"for {name}, got_ in zip({e(stmt.who)}, {e(stmt.got)}):", at)
                for index, (picks, body) in enumerate(stmt.bodies):
                    self.out(indent + 1, f"if got_ and got_[0] == {index}:", at)
                    for number, pick in enumerate(picks):
                        self.out(indent + 2, f"{self.local(pick)} = got_[{number + 1}]", at)
                    self.body(body, indent + 2)
            case s.IfNobodyChose():
                self.out(indent, f"if not any({e(stmt.got)}):", at)
                self.body(stmt.then, indent + 1)
            case s.NoteChoice():
                got, noted = self.local(stmt.got), "()"
                if stmt.alternative is not None:
                    noted = self.expressions.several((p.Known(stmt.alternative), *stmt.picks))
                self.out(indent, f"{got} = (*{got}, {noted})", at)
            case _:
                assert_never(stmt)


def _is_plain(index: Expr | None) -> bool:
    """Whether it costs nothing to look for a cell again."""
    return index is None or isinstance(index, p.Local | p.Known)
