"""Which values of a plan are numbers, which are lists, and how deep these are.

A value is a number, or a list of values. C has to know beforehand, so this finds it out for every local,
parameter and result, by going through the plan until nothing new is found.
"""

from __future__ import annotations

from typing import TypeAlias

from hoyle.backends.c.declined import Declined
from hoyle.ir.types import ValueType
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.model import Function, Plan, Site
from hoyle.plan.nodes import Constant, Expr
from hoyle.plan.statement_nodes import Stmt

Kind: TypeAlias = int
"""How many lists inside each other a value is; also one of these:"""

NUMBER: Kind = 0
LIST: Kind = 1
EMPTY: Kind = -1  # a list of which only is known that nothing is in it
PICKED: Kind = 99  # what several have chosen unseen: records, see `statements.NoteChoice`

Owner: TypeAlias = tuple[str, int]
"""A function, block or site, by its number."""


def joined(one: Kind | None, other: Kind | None) -> Kind | None:
    """What a value is that may come from two places; None: nothing is known so far."""
    if one is None or other is None or one == other:
        return other if one is None else one
    if EMPTY in (one, other) and NUMBER not in (one, other):
        return max(one, other)
    raise Declined("a local holds a number at one time and a list at another")


def kind_of_constant(value: Constant) -> Kind:
    if isinstance(value, int):
        return NUMBER
    found: Kind | None = None
    for item in value:
        found = joined(found, kind_of_constant(item))
    return EMPTY if found is None else 1 + max(found, NUMBER)


def kind_of_type(type_: ValueType) -> Kind:
    if type_.kind == "memory":
        return 2
    return 1 + kind_of_type(type_.element) if type_.kind == "list" else NUMBER


class Kinds:
    """The kinds of all locals and results of a plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.choices = {id(site.choices) for site in plan.sites.values() if site.choices is not None}
        self.locals: dict[tuple[Owner, str], Kind] = {}
        self.results: dict[int, Kind] = {}  # by function
        self.left: dict[int, Kind] = {}  # what a rule leaves with, by the block that it begins at
        self.received: dict[int, Kind] = {}  # by block
        self.picks: dict[tuple[int, int], Kind] = {}  # by block and position
        self.framed: dict[tuple[int, int], Kind] = {}  # values of frames, by block or site and position
        self._changed = True
        while self._changed:
            self._changed = False
            self._look()

    # -------------------------------------------------------------- what is asked
    def local(self, owner: Owner, name: str) -> Kind:
        """Of a local; one that is never set is as good as a number."""
        return max(self.locals.get((owner, name), NUMBER), EMPTY)

    def result(self, function: int) -> Kind:
        return self.results.get(function, NUMBER)

    def pick(self, block: int, position: int) -> Kind:
        return self.picks.get((block, position), NUMBER)

    def frame(self, block: int, position: int) -> Kind:
        """How a value lies in the frames of a block or site."""
        return self.framed.get((block, position), NUMBER)

    # -------------------------------------------------------------- one round of looking
    def _look(self) -> None:
        plan = self.plan
        for function in plan.functions:
            self._function(function)
        for block in plan.blocks.values():
            owner = "block", block.id
            for number, name in enumerate(block.picks):
                if name:
                    self._set(owner, name, self.picks.get((block.id, number)))
            self._sequence(block.body, owner)
            self._leaving(block.body, block.id)
        for site in plan.sites.values():
            self._sequence(site.again, ("site", site.id))
            for body in (*site.bodies, *((site.passing,) if site.passing >= 0 else ())):
                for name, own in zip(plan.blocks[body].names, site.frame, strict=True):
                    if name:
                        self._set(("block", body), name, self.locals.get((("site", site.id), own)))

    def _note(self, table: dict[int, Kind], key: int, kind: Kind | None) -> None:
        found = joined(table.get(key), kind)
        if found is not None and found != table.get(key):
            table[key] = found
            self._changed = True

    def _set(self, owner: Owner, name: str, kind: Kind | None) -> None:
        found = joined(self.locals.get((owner, name)), kind)
        if found is not None and found != self.locals.get((owner, name)):
            self.locals[owner, name] = found
            self._changed = True

    def _function(self, function: Function) -> None:
        owner = "function", function.number
        if id(function) in self.choices:
            self._choosing(function.body, owner)
        else:
            self._sequence(function.body, owner)

    # -------------------------------------------------------------- choices
    def _choosing(self, stmts: tuple[Stmt, ...], owner: Owner) -> None:
        """The body of a function that lists choices: what it adds to its list are no values."""
        for stmt in stmts:
            match stmt:
                case s.Append(name="choices"):
                    self._choice(stmt.item, owner)
                case s.Return(value=p.Listed(items=p.Zipped(left=left), value=p.Local()) as listed):
                    ready = left.list if isinstance(left, p.Charged) else left
                    assert isinstance(ready, p.Fixed)
                    self._set(owner, listed.names[1], NUMBER)
                    self._inside((listed.test,), owner)
                    self._choice(p.Lookup(ready.table, p.Known(0)), owner)
                case s.Return(value=p.Listed() as listed):
                    self._bind(listed.names, listed.items, owner)
                    self._inside((listed.test,), owner)
                    self._choice(listed.value, owner)
                case s.Return() | s.StartList(name="choices"):
                    pass
                case s.If():
                    self._inside((stmt.test,), owner)
                    self._choosing(stmt.then + stmt.otherwise, owner)
                case s.Loop():
                    self._bind(stmt.names, stmt.items, owner)
                    self._choosing(stmt.body + stmt.unbroken, owner)
                case s.IfNew():
                    self._inside((stmt.key,), owner)
                    self._choosing(stmt.then, owner)
                case _:
                    self._sequence((stmt,), owner)

    def _choice(self, item: Expr, owner: Owner) -> None:
        """Notes what the picks of a choice are; those that lie ready in a table are numbers."""
        match item:
            case p.ChoiceOf():
                for number, pick in enumerate(item.picks):
                    self._pick(item.block, number, self.kind(pick, owner))
            case p.Lookup(table=table):
                for row in table.rows:
                    if isinstance(row, tuple):
                        self._pick(int(row[0]), 0, NUMBER)  # type: ignore[arg-type]
            case _:
                pass

    def _pick(self, block: int, number: int, kind: Kind | None) -> None:
        found = joined(self.picks.get((block, number)), kind)
        if found is not None and found != self.picks.get((block, number)):
            self.picks[block, number] = found
            self._changed = True

    # -------------------------------------------------------------- statements
    def _sequence(self, stmts: tuple[Stmt, ...], owner: Owner) -> None:
        for stmt in stmts:
            self._statement(stmt, owner)

    def _statement(self, stmt: Stmt, owner: Owner) -> None:
        kind = self.kind
        self._inside(stmt, owner)
        match stmt:
            case s.SetLocal():
                self._set(owner, stmt.name, kind(stmt.value, owner))
            case s.StartList() | s.StartFilled():
                self._set(owner, stmt.name, EMPTY)
            case s.Append():
                item = kind(stmt.item, owner)
                self._set(owner, stmt.name, None if item is None else 1 + max(item, NUMBER))
            case s.SetItem():
                item = kind(stmt.value, owner)
                self._set(owner, stmt.name, None if item is None else 1 + max(item, NUMBER))
            case s.AddTo() | s.ChooseRandom() | s.TakeTop():
                self._set(owner, stmt.name, NUMBER)
            case s.FillCells():
                for name in stmt.names:
                    self._set(owner, name, NUMBER)
            case s.Act():
                self._hand(stmt.function, stmt.args, owner)
                if stmt.into:
                    self._set(owner, stmt.into, self.results.get(stmt.function))
            case s.ListChoices():
                self._hand(stmt.function, stmt.args, owner)
            case s.MoveAround():
                self._bind((stmt.name,), stmt.items, owner)
            case s.DrawPieces() if stmt.into:
                self._set(owner, stmt.into, LIST)
            case s.If():
                self._sequence(stmt.then + stmt.otherwise, owner)
            case s.Loop():
                self._bind(stmt.names, stmt.items, owner)
                self._sequence(stmt.body + stmt.unbroken, owner)
            case s.Repeat() | s.While():
                self._sequence(stmt.body, owner)
            case s.IfChoices() | s.IfNobodyChose() | s.IfNew():
                self._sequence(stmt.then, owner)
            case s.Return() if stmt.value is not None:
                self._note(self.results, owner[1], kind(stmt.value, owner))
            case s.ReturnBest():
                self._bind((stmt.name,), stmt.items, owner)
                self._note(self.results, owner[1], self.locals.get((owner, stmt.name)))
            case s.ReturnSupposed():
                self._sequence(stmt.body, owner)
                self._note(self.results, owner[1], kind(stmt.value, owner))
            case s.Receive():
                self._set(owner, stmt.name, self.received.get(owner[1]))
            case s.Push():
                self._values(stmt.block, stmt.frame, owner)
                self._frame(stmt.block, stmt.frame, owner)
            case s.Jump():
                self._frame(stmt.block, stmt.args, owner)
            case s.Wait():
                self._values(stmt.site, stmt.frame, owner)
                for name, value in zip(self.plan.sites[stmt.site].frame, stmt.frame, strict=True):
                    self._set(("site", stmt.site), name, kind(value, owner))
            case s.SetSeat() if stmt.name is not None:
                self._set(owner, stmt.name, NUMBER)
            case s.NoteChoice():
                self._set(owner, stmt.got, PICKED)
            case s.ApplyChoices():
                self._applied(stmt, owner)
            case _:
                pass

    def _applied(self, stmt: s.ApplyChoices, owner: Owner) -> None:
        self._bind((stmt.name,), stmt.who, owner)
        for block, (picks, body) in zip(self.site_of(stmt).bodies, stmt.bodies, strict=True):
            for number, name in enumerate(picks):
                self._set(owner, name, self.picks.get((block, number)))
            self._sequence(body, owner)

    def site_of(self, stmt: s.ApplyChoices) -> Site:
        """Where all have chosen: the site whose frame holds the list of it."""
        assert isinstance(stmt.got, p.Local)
        return next(site for site in self.plan.sites.values() if stmt.got.name in site.frame)

    def _hand(self, function: int, args: tuple[Expr, ...], owner: Owner) -> None:
        for name, arg in zip(self.plan.functions[function].params, args, strict=True):
            self._set(("function", function), name, self.kind(arg, owner))

    def _values(self, block: int, values: tuple[Expr, ...], owner: Owner) -> None:
        for position, value in enumerate(values):
            key = block, position
            found = joined(self.framed.get(key), self.kind(value, owner))
            if found is not None and found != self.framed.get(key):
                self.framed[key] = found
                self._changed = True

    def _frame(self, block: int, values: tuple[Expr, ...], owner: Owner) -> None:
        for name, value in zip(self.plan.blocks[block].names, values, strict=True):
            if name:
                self._set(("block", block), name, self.kind(value, owner))

    def _leaving(self, stmts: tuple[Stmt, ...], block: int) -> None:
        """What a rule leaves with goes to whoever waits for it: the frame pushed before the jump."""
        pushed: int | None = None
        for stmt in stmts:
            match stmt:
                case s.Leave() if stmt.value is not None:
                    self._note(self.left, block, self.kind(stmt.value, ("block", block)))
                case s.Push():
                    pushed = stmt.block
                case s.Jump() if pushed is not None:
                    self._note(self.received, pushed, self.left.get(stmt.block))
                    self._note(self.left, block, self.left.get(pushed))
                case s.Jump():
                    self._note(self.left, block, self.left.get(stmt.block))
                case s.Wait():
                    site = self.plan.sites[stmt.site]
                    for body in (*site.bodies, *((site.passing,) if site.passing >= 0 else ())):
                        self._note(self.left, block, self.left.get(body))
                case s.If():
                    self._leaving(stmt.then, block)
                    self._leaving(stmt.otherwise, block)
                case s.Loop() | s.Repeat() | s.While():
                    self._leaving(stmt.body, block)
                case s.IfChoices() | s.IfNobodyChose() | s.IfNew():
                    self._leaving(stmt.then, block)
                case s.ApplyChoices():
                    for _, body in stmt.bodies:
                        self._leaving(body, block)
                case _:
                    pass

    # -------------------------------------------------------------- expressions
    def _inside(self, value: object, owner: Owner) -> None:
        """Notes what calls are handed, and what names of lists are bound to, in all that a node computes."""
        from hoyle.ir.walk import parts_of

        if isinstance(value, tuple):
            for item in value:
                self._inside(item, owner)
            return
        if not hasattr(value, "__dataclass_fields__") or isinstance(value, p.Table):
            return
        match value:
            case p.Call():
                self._hand(value.function, value.args, owner)
            case p.Listed():
                self._bind(value.names, value.items, owner)
            case p.PiecesOfEach():
                self._bind((value.name,), value.items, owner)
            case p.Once():
                self._set(owner, value.name, self.kind(value.of, owner))
            case _:
                pass
        for name in parts_of(type(value)):
            if name not in ("then", "otherwise", "body", "bodies", "unbroken") or isinstance(value, p.Choose):
                self._inside(getattr(value, name), owner)

    def _bind(self, names: tuple[str, ...], items: Expr, owner: Owner) -> None:
        """What a loop's names are bound to."""
        self._inside(items, owner)
        while isinstance(items, p.Charged):
            items = items.list
        if isinstance(items, p.Zipped):
            for name, part in zip(names, (items.left, items.right), strict=True):
                self._set(owner, name, self._item(part, owner))
        elif len(names) > 1:
            for name in names:
                self._set(owner, name, NUMBER)
        else:
            self._set(owner, names[0], self._item(items, owner))

    def _item(self, items: Expr, owner: Owner) -> Kind | None:
        if isinstance(items, p.Charged):
            return self._item(items.list, owner)
        kind = LIST + 1 if isinstance(items, p.Selections) else self.kind(items, owner)
        if kind is None or kind == EMPTY:
            return None
        if kind == NUMBER:
            raise Declined("a number is gone through as if it were a list")
        return kind - 1

    def kind(self, expr: Expr, owner: Owner) -> Kind | None:
        """Of an expression; None if it is not known so far."""
        match expr:
            case p.Fixed():
                return kind_of_constant(expr.table.rows)  # type: ignore[arg-type]
            case p.Local() | p.Once():
                return self.locals.get((owner, expr.name))
            case p.Cell():
                slot = self.plan.layout.slots.get(expr.var)
                return NUMBER if slot is None else kind_of_type(slot.type)
            case p.Cells():
                slot = self.plan.layout.slots.get(expr.var)
                return LIST if slot is None else 1 + kind_of_type(slot.type)
            case p.Lookup() | p.Mapped() | p.MappedPair():
                return self._rows(expr.table)
            case p.Group() | p.Pieces() | p.PiecesOf() | p.PiecesOfEach() | p.Span() | p.Upto() | p.Around():
                return LIST
            case p.Call():
                return self.results.get(expr.function)
            case p.Fit() | p.Within():
                return self.kind(expr.of, owner)
            case p.Charged() | p.FitList():
                return self.kind(expr.list, owner)
            case p.Choose():
                return joined(self.kind(expr.then, owner), self.kind(expr.otherwise, owner))
            case p.Items():
                return self._items(expr, owner)
            case p.ItemAt() | p.Following():
                return self._item(expr.list, owner)
            case p.WithItem() | p.TakenOut() | p.Without() | p.WithoutOne():
                return self.kind(expr.list, owner)
            case p.Reversed() | p.Distinct() | p.Sorted() | p.Frozen():
                return self.kind(expr.list, owner)
            case p.Concat():
                return joined(self.kind(expr.left, owner), self.kind(expr.right, owner))
            case p.LinesOf():
                return LIST + 1
            case p.Listed():
                item = self.kind(expr.value, owner)
                return None if item is None else 1 + max(item, NUMBER)
            case p.Zipped() | p.Selections():
                return None
            case _:
                return NUMBER

    def _items(self, expr: p.Items, owner: Owner) -> Kind | None:
        found: Kind | None = EMPTY
        for item in expr.items:
            inner = self.kind(item, owner)
            if inner is None:
                return None
            # A key that tells look-alikes apart may have numbers beside lists: it is no value.
            found = max(found or NUMBER, 1 + max(inner, NUMBER))
        return found

    def _rows(self, table: p.Table) -> Kind:
        rows = table.rows.values() if isinstance(table.rows, dict) else table.rows
        found: Kind | None = None
        for row in rows:
            found = joined(found, kind_of_constant(row))  # type: ignore[arg-type]
        return NUMBER if found is None else found
