"""Prints the statements of a plan that decide what comes next: loops, frames, waiting, choices."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from hoyle.backends.c.bits import Bits
from hoyle.backends.c.bounds import WORD
from hoyle.backends.c.constants import list_rows, number_rows
from hoyle.backends.c.declined import Declined
from hoyle.backends.c.kinds import NUMBER
from hoyle.backends.c.planes import Plane, Selection, conjunction
from hoyle.backends.c.scope import Variable, is_flat, is_list
from hoyle.ir.walk import walk
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.nodes import Expr
from hoyle.plan.statement_nodes import Stmt

if TYPE_CHECKING:
    from hoyle.backends.c.statements import StatementPrinter


# Keys that are so few are bits of words.
MOST_KEYS = 1024


class ControlPrinter:
    """Prints control for one function or block."""

    def __init__(self, statements: StatementPrinter) -> None:
        self.statements, self.module = statements, statements.module
        self.scope, self.e = statements.scope, statements.expressions
        self._broken: list[str] = []  # where to go on after each loop around, if `break` is not enough
        self._keys = ""
        self.begun: dict[str, str] = {}  # how each set of keys is emptied
        self._supposing = ""  # where the value of what is supposed is computed

    @property
    def lists_choices(self) -> bool:
        function = self.statements.function
        return function is not None and self.module.lists_choices(function)

    def body(self, stmts: tuple[Stmt, ...]) -> str:
        return self.statements.body(stmts)

    def nothing(self) -> str:
        """Leaves a function whose value nobody will look at."""
        function = self.statements.function
        assert function is not None
        return self.listed if self.lists_choices else f"return {self.module.nothing(function)};"

    def after_act(self, function: int) -> str:
        """A rule may have ended the round: then this one is left, too."""
        if function not in self.module.ending:
            return ""
        if self._supposing:
            return f"if (RARE(S->head.x->ended)) {{ S->head.x->ended = 0; goto {self._supposing}; }}"
        if self.statements.in_block:
            return "if (RARE(S->head.x->ended)) { S->head.x->ended = 0; goto ended; }"
        return f"if (RARE(S->head.x->ended)) {self.nothing()}"

    # -------------------------------------------------------------- the cases
    def statement(
        self,
        stmt: s.Charge | s.If | s.Loop | s.Repeat | s.While | s.Break | s.Return | s.ReturnBest
        | s.ReturnSupposed | s.Fail | s.EndRound | s.PlayRound | s.Receive | s.Push | s.Jump | s.Leave
        | s.ListChoices | s.IfChoices | s.AddPass | s.Wait | s.NewKeys | s.IfNew | s.ApplyChoices
        | s.IfNobodyChose | s.NoteChoice,
    ) -> str:  # fmt: skip
        match stmt:
            case s.Charge():
                burnt = f"burn(S, {stmt.steps});"
                return f"if (is_late(S)) {burnt}" if stmt.late else burnt
            case s.If() | s.Loop() | s.Repeat() | s.While() | s.Break():
                return self._flow(stmt)
            case s.Return() | s.ReturnBest() | s.ReturnSupposed() | s.Fail() | s.EndRound() | s.PlayRound():
                return self._leaving(stmt)
            case s.Receive() | s.Push() | s.Jump() | s.Leave() | s.Wait():
                return self._frames(stmt)
            case s.ListChoices() | s.IfChoices() | s.AddPass() | s.NewKeys() | s.IfNew():
                return self._choices(stmt)
            case s.ApplyChoices() | s.IfNobodyChose() | s.NoteChoice():
                return self._unseen(stmt)
            case _:
                assert_never(stmt)

    def _flow(self, stmt: s.If | s.Loop | s.Repeat | s.While | s.Break) -> str:
        match stmt:
            case s.If():
                then, otherwise = self.body(stmt.then), self.body(stmt.otherwise)
                text = f"if ({self.e.test(stmt.test)}) {{ {then} }}"
                return f"{text} else {{ {otherwise} }}" if stmt.otherwise else text
            case s.Loop():
                return self._loop(stmt)
            case s.Repeat():
                i, n = self.scope.fresh("i"), self.scope.fresh("n")
                begin = f"N {n} = {self.e.number(stmt.times)};"
                self._broken.append("")
                loop = f"for (N {i} = 0; {i} < {n}; {i}++) {{ {self.body(stmt.body)} }}"
                self._broken.pop()
                return f"{{ {begin} {loop} }}"
            case s.While():
                self._broken.append("")
                text = f"while ({self.e.test(stmt.test)}) {{ {self.body(stmt.body)} }}"
                self._broken.pop()
                return text
            case s.Break():
                label = self._broken[-1]
                return f"goto {label};" if label else "break;"

    def _loop(self, stmt: s.Loop) -> str:
        from hoyle.backends.c.statements import changes

        label = self.scope.fresh("after") if stmt.unbroken else ""
        label = f"{label}{self.module.fresh()}" if label else ""

        def inner() -> str:
            self._broken.append(label)
            text = self.body(stmt.body)
            self._broken.pop()
            return text

        changing = changes(stmt.body)
        text = self._bits(stmt, label, changing)
        if text is None:
            text = self.e.loops.each(stmt.names, stmt.items, inner, own=False, changing=changing)
        if not label:
            return text
        return f"{text} {self.body(stmt.unbroken)} {label}:;"

    def _bits(self, stmt: s.Loop, label: str, changing: bool) -> str | None:
        """A loop over bits, where its list or its first conditions are about what a variable holds."""

        def inner(body: tuple[Stmt, ...]) -> str:
            self._broken.append(label)
            text = self.body(body)
            self._broken.pop()
            return text

        loops = self.e.loops
        pay, items = loops.paid(stmt.items)
        if not stmt.body:
            return None
        *before, last = stmt.body
        if not changing and isinstance(last, s.If) and not last.otherwise:
            forgets = all(isinstance(one, s.Forget) for one in before)
            found = self._selected(stmt.names, items, last) if forgets else None
            if found is not None:
                rest = conjunction(found.rest)
                then: tuple[Stmt, ...] = last.then if rest is None else (s.If(last.at, rest, last.then),)
                body = (*before, *then)
                return pay + loops.chosen(stmt.names, items, found, lambda: inner(body), own=False)
            if isinstance(items, p.Fixed) and len(stmt.names) > 1 and not before:
                rows = self.e.selector.rows(stmt.names, items, last.test)
                if rows is not None and not _reads(last.then, stmt.names):
                    masks, word = rows
                    i, w = self.scope.fresh("i"), self.scope.fresh("w")
                    mask = self.module.constants.mask_at(masks, i)
                    test = f"if (!({mask.text} & {w})) {{ {inner(last.then)} }}"
                    loop = f"for (N {i} = 0; {i} < {len(masks)}; {i}++) {test}"
                    return f"{{ {pay}{word.type} {w} = {word.opposite.text}; {loop} }}"
        listed = self._mask(items)
        if listed is None:
            return None
        return pay + loops.bits(stmt.names, items, listed, lambda: inner(stmt.body), own=False)

    def _selected(self, names: tuple[str, ...], items: Expr, one: s.If) -> Selection | None:
        """The items for which something is done; what that adds to a list is not asked about beforehand."""
        sets = self.scope.sets
        added = {node.name for node in walk(one.then) if isinstance(node, s.SetLocal)}
        self.scope.sets = {name: held for name, held in sets.items() if name not in added}
        found = self.e.loops.selected(names, items, one.test, _in_order(one.then))
        self.scope.sets = sets
        return found

    def _mask(self, items: Expr) -> Bits | None:
        """A list that is made before the loop, as bits."""
        if isinstance(items, p.Listed):
            return self.e.selector.items(items, ordered=True)
        if not isinstance(items, p.Once) or self.e.iterating:
            return None
        mask = self._mask(items.of)
        if mask is None:
            return None
        if items.name not in self.scope.masks:
            has, kept = self.scope.fresh("has"), self.scope.fresh("m")
            self.scope.declare(f"int {has} = 0; {mask.type} {kept} = 0;")
            self.scope.masks[items.name] = has, kept
        has, kept = self.scope.masks[items.name]
        return Bits(f"({has} ? {kept} : ({{ {kept} = {mask.text}; {has} = 1; {kept}; }}))", mask.wide)

    # -------------------------------------------------------------- functions
    def _leaving(
        self, stmt: s.Return | s.ReturnBest | s.ReturnSupposed | s.Fail | s.EndRound | s.PlayRound
    ) -> str:
        match stmt:
            case s.Return() if self.lists_choices:
                if isinstance(stmt.value, p.Listed):
                    return f"{self.begin_list()} {self._listed(stmt.value)} {self.listed}"
                return self.listed
            case s.Return(value=None):
                return self.nothing()
            case s.Return():
                assert stmt.value is not None
                return f"return {self.e.value(stmt.value)};"
            case s.ReturnBest():
                return self._best(stmt)
            case s.ReturnSupposed():
                return self._supposed(stmt)
            case s.Fail():
                return "trouble(S);"
            case s.EndRound():
                return "goto ended;" if stmt.from_block else f"S->head.x->ended = 1; {self._ended()}"
            case s.PlayRound():
                return f"{self.module.act(stmt.function, (), self.e)}; S->head.x->ended = 0;"
            case _:
                assert_never(stmt)

    def _ended(self) -> str:
        if self._supposing:
            return f"S->head.x->ended = 0; goto {self._supposing};"
        return self.nothing()

    def _best(self, stmt: s.ReturnBest) -> str:
        best, found, any_, key = (self.scope.fresh(stem) for stem in ("best", "found", "any", "key"))
        if is_list(self.e.kind(stmt.key)):
            raise Declined("the highest of lists")
        kind = self.scope.kind(stmt.name)

        def inner() -> str:
            sign = ">" if stmt.word == "highest" else "<"
            item = self.scope.variable(stmt.name).text
            better = f"{{ {any_} = 1; {best} = {key}; {found} = {item}; }}"
            text = f"N {key} = {self.e.number(stmt.key)}; if (!{any_} || {key} {sign} {best}) {better}"
            return text if stmt.test is None else f"if ({self.e.test(stmt.test)}) {{ {text} }}"

        loop = self.e.loops.each((stmt.name,), stmt.items, inner, own=False, changing=False)
        begin = f"N {best} = 0; int {any_} = 0; {self.scope.declaration(found, kind, ' = 0')}"
        return f"{{ {begin} {loop} if (!{any_}) trouble(S); return {found}; }}"

    def _supposed(self, stmt: s.ReturnSupposed) -> str:
        """Saves what may be changed, acts, looks, and puts it back."""
        save: list[str] = []
        back: list[str] = []
        for part in stmt.ranges:
            name = self.scope.fresh("s")
            save.append(f"int32_t {name}[{part.count}]; memcpy({name}, S->v + {part.place}, sizeof {name});")
            back.append(f"memcpy(S->v + {part.place}, {name}, sizeof {name});")
        for plane in self._planes_of(stmt):
            name = self.scope.fresh("s")
            save.append(f"uint64_t {name}[{plane.size}];")
            save.append(f"memcpy({name}, S->{plane.name}, sizeof {name});")
            back.append(f"memcpy(S->{plane.name}, {name}, sizeof {name});")
        for memory in self._memories_of(stmt):
            name = self.scope.fresh("s")
            save.append(f"Record *{name} = S->memory[{memory}];")
            back.append(f"put_back(S, {memory}, {name});")
        for cell in stmt.cells:
            name, place = self.scope.fresh("s"), self.scope.fresh("p")
            save.append(f"N {place} = {self.e.place(cell)}; int32_t {name} = S->v[{place}];")
            back.append(f"S->v[{place}] = {name};")
        for first, count in stmt.zones:
            name, sizes = self.scope.fresh("s"), self.scope.fresh("s")
            at, words = self.module.zone_words(first, count)
            save.append(
                f"Piece {name}[{words}], {sizes}[{count}]; memcpy({name}, S->za + {at}, sizeof {name});"
            )
            save.append(f"memcpy({sizes}, S->zn + {first}, sizeof {sizes});")
            back.append(f"memcpy(S->za + {at}, {name}, sizeof {name});")
            back.append(f"memcpy(S->zn + {first}, {sizes}, sizeof {sizes});")
        label = f"then{self.module.fresh()}"
        before, self._supposing = self._supposing, label
        acts = self.body(stmt.body)
        self._supposing = before
        value, found = self.e.value(stmt.value), self.scope.fresh("x")
        kind = "L" if is_list(self.e.kind(stmt.value)) else "N"
        then = f"{label}:; {kind} {found} = {value};"
        return f"{{ {' '.join(save)} {acts} {then} {' '.join(back)} return {found}; }}"

    def _memories_of(self, stmt: s.ReturnSupposed) -> list[int]:
        """The memories that are put back."""
        spans = [(part.place, part.place + part.count) for part in stmt.ranges]
        spans += [(cell.place, cell.place + 1) for cell in stmt.cells]
        return [
            memory
            for place, memory in self.module.memories.items()
            if any(first <= place < last for first, last in spans)
        ]

    def _planes_of(self, stmt: s.ReturnSupposed) -> list[Plane]:
        """The bit sets of variables that are put back."""
        spans = [(part.place, part.place + part.count) for part in stmt.ranges]
        spans += [(cell.place, cell.place + (1 if cell.index is None else 0)) for cell in stmt.cells]
        names = {cell.var for cell in stmt.cells}
        return [
            plane
            for name, plane in self.module.planes.items()
            if name in names
            or any(
                first < plane.slot.base + plane.slot.count and plane.slot.base < last for first, last in spans
            )
        ]

    # -------------------------------------------------------------- frames
    def _frames(self, stmt: s.Receive | s.Push | s.Jump | s.Leave | s.Wait) -> str:
        match stmt:
            case s.Receive():
                variable = self.scope.variable(stmt.name)
                return f"{variable.text} = {'R' if variable.kind == NUMBER else 'RL'};"
            case s.Push():
                counted = " if (RARE(S->depth > DEEPEST)) trouble(S);" if stmt.counted else ""
                return self._frame(stmt.block, stmt.frame) + counted
            case s.Jump():
                return self._jump(stmt)
            case s.Leave():
                if stmt.value is None:
                    return "goto leave;"
                into = "RL" if is_list(self.e.kind(stmt.value)) else "R"
                return f"{into} = {self.e.value(stmt.value)}; goto leave;"
            case s.Wait():
                return (
                    f"S->head.seat = {self.e.word(stmt.seat)}; {self._frame(stmt.site, stmt.frame)} return;"
                )
            case _:
                assert_never(stmt)

    def _frame(self, block: int, values: tuple[Expr, ...]) -> str:
        """Puts a frame on the stack: numbers as words, lists with their length before them."""
        k = self.scope.fresh("k")
        before: list[str] = []
        need = "2"
        puts: list[str] = []
        for position, value in enumerate(values):
            kind = self.module.kinds.frame(block, position)
            if not is_list(kind):
                puts.append(f"*{k}++ = {self.e.word(value)};")
                need += " + 1"
                continue
            name = self.scope.fresh("a")
            before.append(f"L {name} = {self.e.list(value)};")
            if is_flat(kind):
                puts.append(f"{k} = put_list({k}, {name});")
                need += f" + 1 + {name}.n"
            else:
                words = self.scope.fresh("w")
                before.append(f"int32_t {words} = words_of({name});")
                puts.append(f"{k} = put_lists({k}, {name}, {words});")
                need += f" + 2 + {words}"
        begin = f"int32_t *{k} = frame(S, {need});"
        return f"{{ {' '.join(before)} {begin} {' '.join(puts)} framed(S, {k}, {block}); }}"

    def _jump(self, stmt: s.Jump) -> str:
        block = self.module.plan.blocks[stmt.block]
        given = [
            f"{self.module.param(stmt.block, number)} = {self.e.value(value)};"
            for number, (name, value) in enumerate(zip(block.names, stmt.args, strict=True))
            if name
        ]
        # Computed for its faults, though nobody needs it.
        given += [
            f"(void){self.e.value(value)};"
            for name, value in zip(block.names, stmt.args, strict=True)
            if not name and not isinstance(value, p.Known | p.Local)
        ]
        count = "if (RARE(--S->head.x->jumps < 0)) trouble(S); " if stmt.unwinding else ""
        return f"{' '.join(given)} {count}goto B{stmt.block};"

    # -------------------------------------------------------------- choices
    listed = "end_list(S, written); return;"

    def begin_list(self) -> str:
        """No choices so far."""
        return "written = list_anew(S);"

    def _choices(self, stmt: s.ListChoices | s.IfChoices | s.AddPass | s.NewKeys | s.IfNew) -> str:
        match stmt:
            case s.ListChoices():
                limit = " if (RARE(S->head.choices.n > MOST_CHOICES)) trouble(S);" if stmt.limited else ""
                return f"{self.module.call(p.Call(stmt.function, stmt.args), self.e)};{limit}"
            case s.IfChoices():
                return f"if (S->head.choices.n) {{ {self.body(stmt.then)} }}"
            case s.AddPass():
                return f"write_out(S); choice(S, {stmt.block});"
            case s.NewKeys():
                # How keys are told apart is known when they are met.
                self._keys = f"keys{self.module.fresh()}_"
                return f"{self._keys};"
            case s.IfNew():
                return self._if_new(stmt)
            case _:
                assert_never(stmt)

    def _if_new(self, stmt: s.IfNew) -> str:
        parts = _parts(stmt.key)
        key, keys, then = self.scope.fresh("key"), self._keys, self.body(stmt.then)
        found = None if any(is_list(self.e.kind(part)) for part in parts) else self._numbered(parts)
        if found is not None:
            number, count = found
            words = -(-count // 64)
            self.scope.declare(f"uint64_t {keys}[{words}];")
            self.begun[keys] = f"memset({keys}, 0, sizeof {keys});"
            word, bit = f"{keys}[{key} >> 6]", f"(1ull << ({key} & 63))"
            test = f"if (!({word} & {bit})) {{ {word} |= {bit}; {then} }}"
            return f"{{ N {key} = {number}; {test} }}"
        self.scope.declare(f"Seen {keys} = {{0}};")
        self.begun[keys] = f"{keys} = (Seen){{0}};"
        if not any(is_list(self.e.kind(part)) for part in parts):
            values = ", ".join(map(self.e.word, parts))
            test = f"is_new(S, &{keys}, {key}, {len(parts)})"
            return f"{{ int32_t {key}[] = {{{values}}}; if ({test}) {{ {then} }} }}"
        adding = " ".join(self.e.lists.add(key, part) for part in parts)
        test = f"is_new(S, &{keys}, {key}.list.p, {key}.words)"
        return f"{{ Made {key} = {{{{0, 0}}, 0, 0}}; {adding} if ({test}) {{ {then} }} }}"

    def _numbered(self, parts: list[Expr]) -> tuple[str, int] | None:
        """A key as one number, and how many there are, if these are few."""
        text, count = "0", 1
        for part in parts:
            bounds = self.e.bounds.of(part)
            if bounds is None:
                return None
            low, width = bounds[0], bounds[1] - bounds[0] + 1
            count *= width
            if count > MOST_KEYS:
                return None
            own = self.e.number(part)
            own = f"{own} - ({low})" if low else own
            text = own if text == "0" else f"({text}) * {width} + ({own})"
        return text, count

    def append(self, item: Expr) -> str:
        """One more choice."""
        match item:
            case p.ChoiceOf():
                return self._choice(str(item.block), item.picks)
            case p.Fixed():
                block, *picks = number_rows(item.table)
                return self._choice(str(block), tuple(map(p.Known, picks)))
            case p.Lookup():
                rows = list_rows(item.table)
                blocks = {row[0] for row in rows}
                if len(blocks) != 1 or any(row[1:] != (number,) for number, row in enumerate(rows)):
                    raise Declined("a table of choices that are not in order")
                return self._choice(str(blocks.pop()), (p.InRange(item.key, 0, len(rows)),))
            case _:
                raise Declined(f"{type(item).__name__} as a choice")

    def _choice(self, block: str, picks: tuple[Expr, ...]) -> str:
        before: list[str] = []
        puts: list[str] = []
        for number, pick in enumerate(picks, 1):
            if is_list(self.e.kind(pick)):
                name = self.scope.fresh("a")
                before.append(f"int32_t {name} = pick_list(S, {self.e.list(pick)});")
                puts.append(f"written.at[{number}] = {name};")
            else:
                puts.append(f"written.at[{number}] = {self.e.word(pick)};")
        return f"{{ {' '.join(before)} CHOICE({block}); {' '.join(puts)} written.at += STRIDE; }}"

    def _listed(self, listed: p.Listed) -> str:
        """All choices of an alternative with one pick."""

        def inner() -> str:
            adding = self.append(listed.value)
            return adding if listed.test is None else f"if ({self.e.test(listed.test)}) {adding}"

        pay, items = self.e.loops.paid(listed.items)
        if isinstance(listed.value, p.Local) and isinstance(items, p.Zipped):
            return pay + self._ready(listed, items)
        found = self.e.loops.selected(listed.names, items, listed.test)
        if found is not None:
            rest = conjunction(found.rest)

            def chosen() -> str:
                adding = self.append(listed.value)
                return adding if rest is None else f"if ({self.e.test(rest)}) {adding}"

            return pay + self.e.loops.chosen(listed.names, items, found, chosen, own=True)
        return self.e.loops.each(listed.names, listed.items, inner, own=True, changing=False)

    def _ready(self, listed: p.Listed, items: p.Zipped) -> str:
        """Choices that lie ready, each beside a number of the state that decides about it."""
        left, right = items.left, items.right
        assert isinstance(left, p.Fixed)
        assert isinstance(right, p.Cells)
        rows = list_rows(left.table)
        i, held = self.scope.fresh("i"), self.scope.fresh("c")
        blocks = {row[0] for row in rows}
        picks = tuple(row[1] for row in rows if isinstance(row[1], int))
        if len(blocks) != 1:
            raise Declined("choices of several alternatives in one table")
        pick = i if picks == tuple(range(len(picks))) else f"{self.module.constants.numbers(picks)}[{i}]"
        known = Variable(held, NUMBER, WORD)
        found = (
            self.e.selector.held(listed.names[1], right, listed.test) if len(rows) == right.count else None
        )
        if found is not None and not found.rest:
            m = self.scope.fresh("m")
            begin = f"N {i} = {found.mask.lowest(m)};"
            adding = f"CHOICE({blocks.pop()}); written.at[1] = (int32_t){pick}; written.at += STRIDE;"
            loop = f"for ({found.mask.type} {m} = {found.mask.text}; {m}; {m} &= {m} - 1)"
            return f"{loop} {{ {begin} {adding} }}"
        with self.scope.bound({listed.names[1]: known}):
            test = "1" if listed.test is None else self.e.test(listed.test)
        adding = f"CHOICE({blocks.pop()}); written.at[1] = (int32_t){pick}; written.at += STRIDE;"
        adding = f"if ({test}) {{ {adding} }}"
        count = min(len(rows), right.count)
        return f"for (N {i} = 0; {i} < {count}; {i}++) {{ N {held} = S->v[{right.place} + {i}]; {adding} }}"

    # -------------------------------------------------------------- what all choose unseen
    def _unseen(self, stmt: s.ApplyChoices | s.IfNobodyChose | s.NoteChoice) -> str:
        match stmt:
            case s.ApplyChoices():
                return self._apply(stmt)
            case s.IfNobodyChose():
                return f"if (nobody_chose({self.e.list(stmt.got)})) {{ {self.body(stmt.then)} }}"
            case s.NoteChoice():
                return self._note(stmt)
            case _:
                assert_never(stmt)

    def _note(self, stmt: s.NoteChoice) -> str:
        """Adds a record: the alternative, then its picks, lists with their length before them."""
        got, made = self.scope.variable(stmt.got).text, self.scope.fresh("m")
        adding = ""
        if stmt.alternative is not None:
            adding = " ".join(
                self.e.lists.add(made, part) for part in (p.Known(stmt.alternative), *stmt.picks)
            )
        begin = f"Made {made} = {{{{0, 0}}, 0, 0}};"
        return f"{{ {begin} {adding} {got} = noted(S, {got}, {made}.list.p, {made}.words); }}"

    def _apply(self, stmt: s.ApplyChoices) -> str:
        who, got, i, q, f = (self.scope.fresh(stem) for stem in ("who", "got", "i", "q", "f"))
        text = ""
        site = self.module.kinds.site_of(stmt)
        for index, (picks, body) in enumerate(stmt.bodies):
            taking = ""
            for number, name in enumerate(picks):
                variable = self.scope.variable(name)
                is_number = self.module.kinds.pick(site.bodies[index], number) == NUMBER
                taking += f"{variable.text} = {f'*{f}++' if is_number else f'get_list(S, &{f})'}; "
            begin = f"const int32_t *{f} = {q} + 2; (void){f};"
            text += f"if (*{q} && {q}[1] == {index}) {{ {begin} {taking} {self.body(body)} }} "
        name = self.scope.variable(stmt.name).text
        begin = f"L {who} = {self.e.list(stmt.who)}, {got} = {self.e.list(stmt.got)}; int32_t *{q} = {got}.p;"
        count = f"{i} < {who}.n && {i} < {got}.n"
        loop = f"for (int32_t {i} = 0; {count}; {i}++, {q} += 1 + *{q})"
        return f"{{ {begin} {loop} {{ {name} = {who}.p[{i}]; {text} }} }}"


def _in_order(then: tuple[Stmt, ...]) -> bool:
    """Whether it matters in which order items are met that fulfil a condition."""
    match then:
        case (s.Return(value=p.Known()),) | (s.AddTo(value=p.Known()),) | (s.Break(),):
            return False
        case _:
            return True


def _reads(stmts: tuple[Stmt, ...], names: tuple[str, ...]) -> bool:
    return any(isinstance(node, p.Local) and node.name in names for node in walk(stmts))


def _parts(key: Expr) -> list[Expr]:
    """The numbers and lists that a key is made of."""
    if isinstance(key, p.Items):
        return [part for item in key.items for part in _parts(item)]
    return [key]
