"""Writes statements that cannot stop as Python source."""

from __future__ import annotations

from typing import assert_never

from hoyle.backends.python.expressions import ExpressionSource
from hoyle.backends.python.module import Line, ModuleSource
from hoyle.ir import program as ir
from hoyle.plan.fold import Folder
from hoyle.plan.layout import Layout
from hoyle.plan.liveness import reads
from hoyle.plan.visibility import everyone


class StatementSource(ExpressionSource):
    """`record` adds the writing of events; `stepped` keeps account of what is known of shuffled zones."""

    def __init__(
        self,
        layout: Layout,
        module: ModuleSource,
        folder: Folder,
        recursive: frozenset[str],
        record: bool,
        stepped: bool,
    ) -> None:
        super().__init__(layout, module, folder)
        self.recursive = recursive
        self.record = record
        self.stepped = stepped
        self.in_block = False  # `return` leaves to the driver
        self._plain: dict[str, str] = {}
        self._temporary = 0
        module.pure_body = self._pure_body

    def temporary(self) -> str:
        self._temporary += 1
        return f"t{self._temporary}_"

    # -------------------------------------------------------------- procedures
    def _pure_body(self, proc: ir.Proc) -> list[Line]:
        saved, self.in_block = self.in_block, False
        assert proc.body is not None
        lines = self.block(proc.body, 1)
        self.in_block = saved
        return lines

    def plain(self, proc: ir.Proc) -> str:
        """The function of a rule with effects that never stops."""
        if proc.name not in self._plain:
            name = f"p_{''.join(c if c.isalnum() else '_' for c in proc.name)}_{len(self._plain)}"
            self._plain[proc.name] = name
            saved = self.in_block
            self.in_block = False
            assert proc.body is not None
            lines = self.block(proc.body, 1)
            if proc.name in self.recursive:
                lines = [(1, "S.depth += 1", proc.at), (1, "if S.depth > 200: too_deep()", proc.at), *lines]
            self.in_block = saved
            self.module.function(name, ", ".join(["S", *(f"l_{p}" for p in proc.params)]), lines, proc.name)
        return self._plain[proc.name]

    # -------------------------------------------------------------- blocks
    def block(self, stmts: tuple[ir.Stmt, ...] | list[ir.Stmt], indent: int) -> list[Line]:
        lines: list[Line] = []
        for stmt in stmts:
            lines += self.statement(stmt, indent)
            if isinstance(stmt, ir.Return | ir.End):
                break
        return lines or [(indent, "pass", -1)]

    def statement(self, stmt: ir.Stmt, indent: int) -> list[Line]:
        at = stmt.at

        def one(text: str) -> list[Line]:
            return [(indent, text, at)]

        w = self.write
        match stmt:
            case ir.SetLocal(value=ir.Quantified(word="those", prefix=True) as those) if (
                stmt.name not in reads(those) and self.folder.value(those) is None
            ):
                return self._set_list(stmt.name, those, indent, stmt.at)
            case ir.SetLocal():
                return one(f"l_{stmt.name} = {self.checked(stmt.value)}")
            case ir.SetVar():
                return self._set(stmt, indent)
            case ir.FillVar():
                return self._fill(stmt, indent)
            case ir.Random():
                return self._random(stmt, indent)
            case ir.CallProc():
                return self._call_proc(stmt, indent)
            case ir.Move():
                return self._move(stmt, indent)
            case ir.MoveAround():
                return self._move_around(stmt, indent)
            case ir.Draw():
                return self._draw(stmt, indent)
            case ir.Deal():
                one_piece = ir.Draw(at, ir.Const(1), stmt.source, stmt.to, stmt.bottom, True)
                return [
                    (indent, f"for _ in range({w(stmt.count)}):", at),
                    (indent + 1, f"for l_{stmt.local} in {w(stmt.list)}:", at),
                    *self._draw(one_piece, indent + 2),
                ]
            case ir.Shuffle():
                return one(f"shuffle(S, {w(stmt.zone)})")
            case ir.Reveal():
                to = "None" if stmt.to is None else w(stmt.to)
                return one(f"reveal(S, {w(stmt.pieces)}, {to})")
            case ir.If():
                return self._if(stmt, indent)
            case ir.ForEach():
                # A zone may change while it is gone through, so its pieces are taken beforehand.
                head = f"for l_{stmt.local} in {self._snapshot(stmt.list)}:"
                return [(indent, head, at), *self.block(stmt.body, indent + 1)]
            case ir.While():
                return [
                    (indent, f"while {w(stmt.test)}:", at),
                    (indent + 1, "FUEL[0] -= 1", at),
                    (indent + 1, "if FUEL[0] < 0: out_of_fuel()", at),
                    *self.block(stmt.body, indent + 1),
                ]
            case ir.Repeat():
                return [
                    (indent, f"for _ in span(1, {w(stmt.times)}):", at),
                    *self.block(stmt.body, indent + 1),
                ]
            case ir.Return():
                return self._return(stmt, indent)
            case ir.End():
                return self._end(stmt, indent)
            case ir.Gather():
                return one("gather(S)")
            case ir.PlayRound():
                # Only where `round` never stops; otherwise it ends a block.
                name = self.plain(self.program.procs["round"])
                return [
                    (indent, "try:", at),
                    (indent + 1, f"{name}(S)", at),
                    (indent, "except EndRound:", at),
                    (indent + 1, "pass", at),
                ]
            case ir.ScoreRound():
                return self._score(stmt, indent)
            case ir.Refill():
                return one(f"refill(S, {w(stmt.zone)})")
            case ir.Decide() | ir.Settle():
                raise AssertionError("ends a block")
            case _:
                assert_never(stmt)

    def _snapshot(self, items: ir.Expr) -> str:
        text = self.write(items)
        return f"tuple({text})" if isinstance(items, ir.Pieces) else text

    def _if(self, stmt: ir.If, indent: int) -> list[Line]:
        test = self.folder.value(stmt.test)
        if test is not None:
            chosen = stmt.then if test else stmt.otherwise
            return self.block(chosen, indent) if chosen else []
        lines = [(indent, f"if {self.write(stmt.test)}:", stmt.at), *self.block(stmt.then, indent + 1)]
        if stmt.otherwise:
            lines += [(indent, "else:", stmt.at), *self.block(stmt.otherwise, indent + 1)]
        return lines

    # -------------------------------------------------------------- values
    def checked(self, value: ir.Expr) -> str:
        """A value that may have grown is kept within 32 bits."""
        text = self.frozen(value)
        return f"fit({text})" if self._may_grow(value) else text

    def _is_small(self, value: ir.Expr) -> bool:
        constant = self.folder.value(value)
        return isinstance(constant, int) and abs(constant) <= 100

    def _may_grow(self, value: ir.Expr) -> bool:
        """Adding a small constant cannot get far within the step limits; adding two values can."""
        match value:
            case ir.Arith(op="+" | "-", left=left, right=right):
                small = self._is_small(left) or self._is_small(right)
                return not small or self._may_grow(left) or self._may_grow(right)
            case ir.Choice(then=then, otherwise=otherwise):
                return self._may_grow(then) or self._may_grow(otherwise)
            case ir.Quantified(word="sum"):
                return True
            case _:
                return False

    def _set(self, stmt: ir.SetVar, indent: int) -> list[Line]:
        target = self.variable(stmt.var, stmt.index, {})
        slot = self.layout.slots[stmt.var]
        if slot.type.startswith("list:"):
            text = self.frozen(stmt.value)
            text = f"joined({target}, {text})" if stmt.op == "+=" else text
            lines = [(indent, f"{target} = {text}", stmt.at)]
        elif stmt.op == "=":
            lines = [(indent, f"{target} = {self.checked(stmt.value)}", stmt.at)]
        elif self._is_small(stmt.value):
            lines = [(indent, f"{target} {stmt.op} {self.write(stmt.value)}", stmt.at)]
        else:
            sign = stmt.op[0]
            lines = [(indent, f"{target} = fit({target} {sign} {self.write(stmt.value)})", stmt.at)]
        if self.record and stmt.var not in ("round_number", "match_ended"):
            index = "None" if stmt.index is None else self.write(stmt.index)
            lines.append((indent, f"S.log.append(('set', {stmt.var!r}, {index}, {target}))", stmt.at))
        return lines

    def _set_list(self, name: str, those: ir.Quantified, indent: int, at: int) -> list[Line]:
        """A list up to the first item that does not fit, without a function for its loop."""
        assert those.test is not None
        return [
            (indent, f"l_{name} = []", at),
            (indent, f"for l_{those.local} in {self.write(those.list)}:", at),
            (indent + 1, f"if not {self.write(those.test)}: break", at),
            (indent + 1, f"l_{name}.append(l_{those.local})", at),
            (indent, f"l_{name} = tuple(l_{name})", at),
        ]

    def _fill(self, stmt: ir.FillVar, indent: int) -> list[Line]:
        slot = self.layout.slots[stmt.var]
        value = self.checked(stmt.value)
        if slot.indexed and stmt.local:
            cells = f"v[{slot.base}:{slot.base + slot.count}]"
            indices = f"range({slot.low}, {slot.low + slot.count})"
            lines = [(indent, f"{cells} = [{value} for l_{stmt.local} in {indices}]", stmt.at)]
        elif slot.indexed:
            lines = [(indent, f"v[{slot.base}:{slot.base + slot.count}] = [{value}] * {slot.count}", stmt.at)]
        else:
            lines = [(indent, f"v[{slot.base}] = {value}", stmt.at)]
        if self.record:
            shown = (
                f"v[{slot.base}]" if not slot.indexed else f"tuple(v[{slot.base}:{slot.base + slot.count}])"
            )
            lines.append((indent, f"S.log.append(('set', {stmt.var!r}, None, {shown}))", stmt.at))
        return lines

    def _random(self, stmt: ir.Random, indent: int) -> list[Line]:
        lines = [
            (indent, f"l_{stmt.name} = choose_randomly(S, {self.write(stmt.list)}, {stmt.type!r})", stmt.at)
        ]
        if self.record:
            event = f"('random', {stmt.label!r}, {stmt.type!r}, l_{stmt.name}, {self.random_mask(stmt)})"
            lines.append((indent, f"S.log.append({event})", stmt.at))
        return lines

    def random_mask(self, stmt: ir.Random) -> str:
        """Who learns a random value: whoever sees what it is assigned to, or the piece that it is."""
        if stmt.type.startswith("piece:"):
            return f"piece_mask(S, l_{stmt.name})"
        slot = self.layout.slots.get(stmt.label)
        if slot is None or slot.seen == "everyone":
            return str(everyone(self.layout))
        return "0"

    def _call_proc(self, stmt: ir.CallProc, indent: int) -> list[Line]:
        proc = self.program.procs[stmt.proc]
        if proc.pure:
            call = f"{self.pure(proc)}({', '.join(['v', 'z', *map(self.frozen, stmt.args)])})"
        else:
            call = f"{self.plain(proc)}({', '.join(['S', *map(self.frozen, stmt.args)])})"
        lines = [(indent, f"l_{stmt.into} = {call}" if stmt.into else call, stmt.at)]
        if proc.name in self.recursive and not proc.pure:
            lines.append((indent, "S.depth -= 1", stmt.at))
        return lines

    # -------------------------------------------------------------- pieces
    def _place(self, piece: str, handle: str, bottom: bool, indent: int, at: int) -> list[Line]:
        add = f"z[{handle}].insert(0, {piece})" if bottom else f"z[{handle}].append({piece})"
        return [(indent, add, at), (indent, f"v[{self.layout.location} + {piece}] = {handle}", at)]

    def _needs_call(self, to: ir.Expr) -> bool:
        """Whether a move must go through the runtime: events, rooms, reveals or stepped chance."""
        if self.record or self.stepped or self.layout.known >= 0:
            return True
        if isinstance(to, ir.ZoneAt):
            return bool(self.layout.zones[to.zone].zone.room)
        return any(zone.room for zone in self.program.zones)

    def _move(self, stmt: ir.Move, indent: int) -> list[Line]:
        at, to = stmt.at, self.write(stmt.to)
        what = self.write(stmt.what)
        if stmt.kind == "one":
            if self._needs_call(stmt.to):
                return [(indent, f"move(S, {what}, {to}, {stmt.bottom})", at)]
            lines = []
            if not what.startswith("l_"):
                name = self.temporary()
                lines.append((indent, f"{name} = {what}", at))
                what = name
            if not to.isdigit():
                name = self.temporary()
                lines.append((indent, f"{name} = {to}", at))
                to = name
            lines.append((indent, f"z[v[{self.layout.location} + {what}]].remove({what})", at))
            return [*lines, *self._place(what, to, stmt.bottom, indent, at)]
        items = f"tuple(z[{what}])" if stmt.kind == "zone" else f"tuple({what})"
        return [(indent, f"move_many(S, {items}, {to}, {stmt.bottom})", at)]

    def _move_around(self, stmt: ir.MoveAround, indent: int) -> list[Line]:
        """All are taken up before any is laid down, so that hands can go around the table."""
        at, taken = stmt.at, self.temporary()
        what = self.write(stmt.what)
        if stmt.random:
            what = f"(choose_randomly(S, {what}, 'piece:', 'piece'),)"
        elif stmt.kind == "zone":
            what = f"tuple(z[{what}])"
        elif stmt.kind == "one":
            what = f"({what},)"
        else:
            what = f"tuple({what})"
        return [
            (indent, f"{taken} = []", at),
            (indent, f"for l_{stmt.local} in {self._snapshot(stmt.list)}:", at),
            (indent + 1, f"{taken}.append(({what}, {self.write(stmt.to)}))", at),
            (indent, f"for pieces_, to_ in {taken}: move_many(S, pieces_, to_, {stmt.bottom})", at),
        ]

    def _draw(self, stmt: ir.Draw, indent: int) -> list[Line]:
        at = stmt.at
        source, to = self.write(stmt.source), self.write(stmt.to)
        count = self.write(stmt.count)
        slot = self.layout.zones[stmt.source.zone] if isinstance(stmt.source, ir.ZoneAt) else None
        simple = slot is not None and not self._needs_call(stmt.to) and not stmt.bottom
        if not simple or not isinstance(stmt.to, ir.ZoneAt):
            return [(indent, f"draw(S, {source}, {to}, {count}, {stmt.bottom}, {stmt.strict})", at)]
        assert slot is not None
        lines: list[Line] = []
        deeper = indent
        if count != "1":
            lines.append((indent, f"for _ in range({count}):", at))
            deeper += 1
        if slot.zone.refill is not None:
            lines.append((deeper, f"if not z[{source}]: refill(S, {source})", at))
        if not to.isdigit():
            name = self.temporary()
            lines.insert(0, (indent, f"{name} = {to}", at))
            to = name
        if stmt.strict:
            lines.append((deeper, f"if not z[{source}]: not_enough({slot.zone.name!r})", at))
            deeper -= 1
        else:
            lines.append((deeper, f"if z[{source}]:", at))
        lines.append((deeper + 1, f"c_ = z[{source}].pop()", at))
        lines += self._place("c_", to, False, deeper + 1, at)
        return lines

    # -------------------------------------------------------------- leaving
    def _return(self, stmt: ir.Return, indent: int) -> list[Line]:
        if stmt.value is None:
            return [(indent, "return None", stmt.at)]
        value = self.checked(stmt.value)
        if self.in_block:
            return [(indent, f"S.r = {value}", stmt.at), (indent, "return None", stmt.at)]
        return [(indent, f"return {value}", stmt.at)]

    def _end(self, stmt: ir.End, indent: int) -> list[Line]:
        lines: list[Line] = []
        if stmt.what == "match":
            lines.append((indent, f"v[{self.layout.slots['match_ended'].base}] = 1", stmt.at))
        if self.in_block:
            # The lowest frame is the match's own: there the round is scored.
            return [*lines, (indent, "del k[1:]", stmt.at), (indent, "return None", stmt.at)]
        return [*lines, (indent, "raise EndRound", stmt.at)]

    def _score(self, stmt: ir.ScoreRound, indent: int) -> list[Line]:
        """All gains are computed before any is added."""
        at, slot = stmt.at, self.layout.slots["score"]
        lines: list[Line] = []
        gains: list[str] = []
        if stmt.value is not None:
            for seat in range(self.layout.players):
                gains.append(self.temporary())
                value = self.write(stmt.value, {stmt.local: str(seat)})
                lines.append((indent, f"{gains[-1]} = {value}", at))
            for seat, gain in enumerate(gains):
                total = f"v[{slot.base + seat}]"
                lines.append((indent, f"{total} = fit({total} + {gain})", at))
        if self.record:
            shown = f"({', '.join(gains)},)" if gains else "None"
            lines.append((indent, f"score_round(S, {shown})", at))
        lines.append((indent, "S.rounds += 1", at))
        return lines
