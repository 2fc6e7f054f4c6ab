"""Finds out how far the values of a program can go: of locals, variables and what rules return.

Nothing is assumed that is not declared, written, or follows from that. A variable can hold whatever its type
allows, since a game may be taken up in any position; so can a parameter. `in_play` looks at whole games
instead, from their start: there a variable holds what is stored in it, and a parameter what it is handed.
"""

from __future__ import annotations

from typing import TypeVar, assert_never

from hoyle.ir import extent as x
from hoyle.ir import program as ir
from hoyle.ir.extent import FAR, TRUTH, Extent
from hoyle.ir.extent_facts import Found, Table
from hoyle.ir.extent_of import ExtentOf, Refined, is_plain
from hoyle.ir.nodes import LARGEST
from hoyle.ir.walk import walk

# After so many rounds what still grows is taken to grow without end.
_PATIENCE = 4
_SECOND_LOOKS = 3


class Extents(ExtentOf):
    """The extents of all of a program's values."""

    def __init__(self, program: ir.Program, table: Table, in_play: bool = False) -> None:
        super().__init__(program, table, in_play)
        self._rounds = self._most_rounds()
        self._grow()
        self._shrink()
        self.noting = True
        self._go_through()

    def _begin(self) -> Found:
        """What is known before anything is looked at."""
        built_in = {"clockwise": TRUTH, "face_up": TRUTH, "match_ended": TRUTH}
        zero = dict.fromkeys(("score", "round_number"), x.number(0, 0))
        return Found(variables={**zero, **built_in} if self.in_play else {})

    def _grow(self) -> None:
        """Goes through the program until nothing new is found; what goes on growing may have no end."""
        self.found = self.known = found = self._begin()
        for turn in range(1000):
            before = found.copy()
            self._go_through()
            if found == before:
                break
            if turn >= _PATIENCE:
                found.variables = _widened(before.variables, found.variables)
                found.locals = _widened(before.locals, found.locals)
                found.results = _widened(before.results, found.results)

    def _shrink(self) -> None:
        """Looks again, by what was found: something that was taken to have no end may have one after all."""
        for _ in range(_SECOND_LOOKS):
            self.known, self.found = self.found, self._begin()
            self._go_through()
            if self.found == self.known:
                break
        self.known = self.found

    def _go_through(self) -> None:
        for proc in self.procs:
            self.rule, self.refined = proc.name, {}
            if proc.body is not None:
                self._block(proc.body)
            if proc.value is not None:
                self.gives(proc.name, self.of(proc.value))

    def _most_rounds(self) -> int:
        """How many rounds there are at most, if the match says so."""
        for node in walk(self.program.match.body):
            match node:
                case ir.Compare(op=">=", left=ir.Get(var="round_number"), right=rounds):
                    self.rule = self.program.match.name
                    found = self.of(rounds)
                    return FAR if found is None else max(1, found.high)
        return FAR

    # -------------------------------------------------------------- statements
    def _block(self, stmts: tuple[ir.Stmt, ...]) -> bool:
        """Goes through statements; whether what follows can be reached."""
        reached = True
        for stmt in stmts:
            reached &= self._statement(stmt)
        return reached

    def _inside(self, stmts: tuple[ir.Stmt, ...], refined: Refined) -> Refined | None:
        """What is known after a branch; None if it leaves."""
        self.refined = dict(refined)
        return self.refined if self._block(stmts) else None

    def _statement(self, stmt: ir.Stmt) -> bool:
        match stmt:
            case ir.SetLocal():
                self._set_local(stmt, stmt.name, self.of(stmt.value))
            case ir.SetVar():
                self._set_var(stmt)
            case ir.FillVar():
                for name, type_ in zip((stmt.local, *stmt.more), self.pers.get(stmt.var, ()), strict=False):
                    self.found.locals[self.rule, name] = x.joined(
                        self.found.locals.get((self.rule, name)), self.of_type(type_)
                    )
                value = self.of(stmt.value)
                self.check(stmt, value, self.types.get(stmt.var))
                self.store(stmt.var, value)
                self.forget(stmt.var)
            case ir.Random():
                self._set_local(stmt, stmt.name, self.item(stmt.list))
            case ir.CallProc():
                self._call(stmt)
            case ir.If():
                return self._if(stmt)
            case ir.While():
                self.refined = {}
                self.assume(stmt.test)
                self._block(stmt.body)
                self.refined = {}
                self.assume(stmt.test, False)
            case ir.Repeat():
                self.of(stmt.times)
                self.refined = {}
                self._block(stmt.body)
                self.refined = {}
            case ir.ForEach():
                self.set(stmt.local, self.item(stmt.list))
                self.refined = {}
                self._block(stmt.body)
                self.refined = {}
            case ir.Return():
                if stmt.value is not None:
                    self.gives(self.rule, self.of(stmt.value))
                return False
            case ir.End():
                return False
            case ir.Decide():
                return self._decide(stmt)
            case ir.ScoreRound():
                self._score(stmt)
            case ir.Draw():
                self.parts(stmt.count, stmt.source, stmt.to)
                if stmt.into:
                    self.set(stmt.into, x.several(x.number(0, self.piece_count - 1), 0, self.piece_count))
                self.forget_state()
            case ir.Deal():
                self.set(stmt.local, self.item(stmt.list))
                self.parts(stmt.count, stmt.source, stmt.to)
                self.forget_state()
            case ir.MoveAround():
                self.set(stmt.local, self.item(stmt.list))
                self.parts(stmt.what, stmt.to)
                self.forget_state()
            case ir.Move():
                self.parts(stmt.what, stmt.to)
                self.forget_state()
            case ir.Reveal():
                self.parts(stmt.pieces, stmt.to)
            case ir.Shuffle() | ir.Settle() | ir.Refill():
                self.parts(stmt.zone)
                self.forget_state()
            case ir.Remember() | ir.Forget() | ir.Gather() | ir.PlayRound():
                self.refined = {}
            case _:
                assert_never(stmt)
        return True

    def _set_local(
        self, stmt: ir.SetLocal | ir.Random | ir.CallProc, name: str, value: Extent | None
    ) -> None:
        type_ = self.type_of_local(name)
        self.check(stmt, value, type_)
        value = self.stored(value, type_)
        self.set(name, value)
        self.forget(local=name)
        if value is not None and not value.is_list:
            self.refined[ir.Local(name)] = value

    def _set_var(self, stmt: ir.SetVar) -> None:
        cell = ir.Get(stmt.var, stmt.index)
        type_ = self.types.get(stmt.var)
        value = self.of(stmt.value)
        if stmt.var == "round_number":
            value = x.number(1, self._rounds)
        elif stmt.op != "=" and (type_ is None or type_.kind != "list"):
            value = self.of(ir.Arith("+" if stmt.op == "+=" else "-", cell, stmt.value))
        if stmt.op != "-=" or type_ is None or type_.kind != "list":
            self.check(stmt, value, type_)
            self.store(stmt.var, value)
        self.forget(stmt.var)
        if (
            value is not None
            and not value.is_list
            and type_ is not None
            and stmt.var not in _reads(stmt.index)
        ):
            kept = self.stored(value, type_)
            if kept is not None and is_plain(cell):
                self.refined[cell] = kept

    def _call(self, stmt: ir.CallProc) -> None:
        proc = self.program.procs[stmt.proc]
        self.hand(stmt, proc, stmt.args)
        self.forget_state()
        if stmt.into is not None:
            self._set_local(stmt, stmt.into, self.result(proc))

    def _if(self, stmt: ir.If) -> bool:
        self.of(stmt.test)
        before = dict(self.refined)
        self.assume(stmt.test)
        then = self._inside(stmt.then, self.refined)
        self.refined = dict(before)
        self.assume(stmt.test, False)
        otherwise = self._inside(stmt.otherwise, self.refined)
        ways = [way for way in (then, otherwise) if way is not None]
        if not ways:
            return False
        self.refined = ways[0] if len(ways) == 1 else _both(*ways)
        return True

    def _decide(self, stmt: ir.Decide) -> bool:
        who = self.of(stmt.who)
        self.set(stmt.local, who.item if who is not None and who.is_list else who)
        reached = stmt.how != "choose"
        for alternative in stmt.alternatives:
            self.refined = {}
            for pick in alternative.picks:
                self.set(pick.name, self._picked(pick))
            for need in alternative.needs:
                self.of(need.test)
                self.assume(need.test)
            if stmt.how == "simultaneously":  # what the others do comes in between
                self.forget_state()
            reached |= self._block(alternative.body)
        self.refined = {}
        reached |= self._block(stmt.otherwise) if stmt.otherwise is not None else False
        self.refined = {}
        return reached

    def _picked(self, pick: ir.Pick) -> Extent | None:
        if pick.kind == "rider":
            self.of(pick.list)
            return TRUTH
        if pick.kind == "one":
            return self.item(pick.list)
        items = self.of(pick.list)
        assert pick.least is not None
        assert pick.most is not None
        least, most = self.of(pick.least), self.of(pick.most)
        if items is None or least is None or most is None:
            return None
        return x.several(items.item, least.low, min(most.high, items.most))

    def _score(self, stmt: ir.ScoreRound) -> None:
        if stmt.value is None:
            return
        self.found.locals[self.rule, stmt.local] = x.number(0, self.table.players[1] - 1)
        gain = self.of(stmt.value)
        if gain is not None and not gain.is_list:
            before = self.known.variables.get("score") if self._rounds >= FAR else x.number(0, 0)
            total = x.times(gain, x.number(0, min(self._rounds, LARGEST)))
            self.store("score", x.plus(before or x.number(0, 0), gain if self._rounds >= FAR else total))


Key = TypeVar("Key")


def _widened(before: dict[Key, Extent | None], now: dict[Key, Extent | None]) -> dict[Key, Extent | None]:
    return {key: x.widened(before[key], extent) if key in before else extent for key, extent in now.items()}


def _both(left: Refined, right: Refined) -> Refined:
    """What is known after either of two branches."""
    found: Refined = {}
    for expr in left.keys() & right.keys():
        extent = x.joined(left[expr], right[expr])
        if extent is not None:
            found[expr] = extent
    return found


def _reads(expr: ir.Expr | None) -> set[str]:
    return {node.var for node in walk(expr) if isinstance(node, ir.Get | ir.GetEach)}
