"""Checks a plan's promises, so that a back end can print it without looking twice.

Every local that is read has surely been set, whatever is called or jumped to exists and takes as many values
as it is given, nothing follows a statement that leaves, tables have the shape that their use wants.
"""

from __future__ import annotations

from math import prod
from string import Formatter
from typing import Any, TypeAlias

from hoyle.ir.verify import BrokenPromise
from hoyle.ir.walk import parts_of, walk
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.choices import LIST
from hoyle.plan.faults import FAULTS
from hoyle.plan.model import Block, Function, Plan, Site
from hoyle.plan.nodes import Expr, Table
from hoyle.plan.statement_nodes import Stmt

Names: TypeAlias = frozenset[str]

# What statements hand on to each other beside the locals: no local can be called so.
_CHOICES, _KEYS = "the list of choices", "the keys"

_LEAVING = (s.Return, s.ReturnBest, s.ReturnSupposed, s.Fail, s.EndRound, s.Jump, s.Leave, s.Wait, s.Break)
_IN_FUNCTIONS = (s.Return, s.ReturnBest, s.ReturnSupposed)
_IN_BLOCKS = (s.Receive, s.Push, s.Jump, s.Leave, s.Wait, s.ApplyChoices, s.NoteChoice, s.IfNobodyChose)
_RECORDING = (s.RecordSet, s.RecordRandom, s.RecordScore, p.PieceMask)
_STEPPED = (s.ListOutcomes, s.Settle)
_WRITTEN_OUT = (s.TakeUp, s.TakeTop, s.LayDown)  # moves beside which nothing is noted
_MOVING = (*_WRITTEN_OUT, s.MovePiece, s.MovePieces, s.MoveAround, s.DrawPieces)
_LASTING = (s.ChooseRandom, s.Shuffle, s.Reveal, s.Refill, s.Gather, s.CountRound, s.PlayRound)


def verify(plan: Plan) -> None:
    """Raises BrokenPromise if the plan is not closed or not well-formed."""
    functions = {id(function): function for function in plan.functions}
    for number, function in enumerate(plan.functions):
        if function.number != number:
            raise BrokenPromise(f"function {number} says that it is function {function.number}")
        _Code(plan, f"function {number} ({function.name})", function).check_function(function)
    called = [(function, 0) for function in (plan.starts, *plan.refills.values())]
    called += [(function, 1) for function in plan.definitions.values()]
    for function, params in called:
        if id(function) not in functions or function.effects or len(function.params) != params:
            raise BrokenPromise(f"{function.name} is not one of the functions that play can call")
    for block in plan.blocks.values():
        _Code(plan, f"block {block.id} ({block.rule})").check_block(block)
    for site in plan.sites.values():
        _Code(plan, f"site {site.id} ({site.rule})").check_site(site)
    _verify_frames(plan)


def _verify_frames(plan: Plan) -> None:
    """What play knows of frames is what the code makes of them."""
    kept = {site.id: len(site.frame) for site in plan.sites.values()}
    for node in walk(tuple(block.body for block in plan.blocks.values())):
        if isinstance(node, s.Push):
            kept[node.block] = len(node.frame)
    if kept != plan.frame_sizes:
        raise BrokenPromise(f"frames hold {kept}, not {plan.frame_sizes}")
    pushed = kept.keys() - plan.sites.keys()
    if pushed != plan.continuations:
        raise BrokenPromise(f"frames name {sorted(pushed)}, not {sorted(plan.continuations)}")
    if plan.entry not in plan.blocks or plan.blocks[plan.entry].names:
        raise BrokenPromise(f"a match cannot begin at block {plan.entry}")
    for number in (*plan.blocks, *plan.sites):
        if not 0 <= number < len(plan.rules):
            raise BrokenPromise(f"{number} belongs to no rule")
    if both := plan.blocks.keys() & plan.sites.keys():
        raise BrokenPromise(f"{sorted(both)} are blocks and sites")


class _Code:
    """Goes through the code of one function, block or site, in the order in which it is run."""

    def __init__(self, plan: Plan, where: str, function: Function | None = None) -> None:
        self.plan, self.where, self.function = plan, where, function

    @property
    def _is_supposed(self) -> bool:
        """Whether all that the code changes is taken back."""
        if self.function is None:
            return False
        supposing = any(isinstance(stmt, s.ReturnSupposed) for stmt in self.function.body)
        return supposing or self.function.supposed

    def broken(self, what: str) -> BrokenPromise:
        return BrokenPromise(f"{self.where}: {what}")

    # -------------------------------------------------------------- what code is part of
    def check_function(self, function: Function) -> None:
        after = self.sequence(function.body, frozenset(function.params))
        if after is not None and not function.effects:
            raise self.broken("it ends without a value")

    def check_block(self, block: Block) -> None:
        if block.called != "with a choice" and block.picks:
            raise self.broken("it takes picks, but no choice leads to it")
        names = frozenset(name for name in (*block.picks, *block.names) if name)
        if self.sequence(block.body, names) is not None:
            raise self.broken("it does not say how to go on")

    def check_site(self, site: Site) -> None:
        self.sequence(site.again, frozenset(site.frame))
        if (site.decide is None) == (site.chance is None) or (site.decide is None) != (site.choices is None):
            raise self.broken("it waits for both or neither of a decision and chance")
        for block in (*site.bodies, *((site.passing,) if site.passing >= 0 else ())):
            found = self.plan.blocks.get(block)
            if found is None or found.called != "with a choice" or len(found.names) != len(site.frame):
                raise self.broken(f"block {block} cannot go on from it")
        if site.choices is not None:
            self._check_choices(site, site.choices)

    def _check_choices(self, site: Site, choices: Function) -> None:
        """All that a site lists leads to one of its alternatives, with its picks."""
        for node in walk(choices.body):
            match node:
                case s.Append(name=name, item=item) if name == LIST:
                    rows = _rows_of(item)
                case s.Return(value=p.Listed(items=p.Zipped(left=p.Fixed(table=ready)), value=p.Local())):
                    rows = ready.rows
                case s.Return(value=p.Listed(value=item)):
                    rows = _rows_of(item)
                case _:
                    continue
            for block, *picks in rows:
                if block not in site.bodies or len(self.plan.blocks[block].picks) != len(picks):
                    raise self.broken(f"a choice leads to block {block} with {len(picks)} picks")

    # -------------------------------------------------------------- statements
    def sequence(self, stmts: tuple[Stmt, ...], known: Names) -> Names | None:
        """The locals that are surely set after some statements; None: they are never left at their end."""
        after: Names | None = known
        for index, stmt in enumerate(stmts):
            self._node(stmt)
            # What can never be run after two branches that both leave is as good as anything.
            known = known if after is None else after
            after = self._statement(stmt, known)
            if isinstance(stmt, _LEAVING) and index + 1 < len(stmts):
                raise self.broken(f"{_name(stmts[index + 1])} follows {_name(stmt)}, which leaves")
        return after

    def _statement(self, stmt: Stmt, known: Names) -> Names | None:
        match stmt:
            case s.If():
                self.expr(stmt.test, known)
                return self._either(self.sequence(stmt.then, known), self.sequence(stmt.otherwise, known))
            case s.Loop():
                self.expr(stmt.items, known)
                self._taken_apart(stmt.names, stmt.items)
                self.sequence(stmt.body, known | set(stmt.names))
                return self.sequence(stmt.unbroken, known) if _never_broken(stmt) else known
            case s.Repeat():
                self.expr(stmt.times, known)
                self.sequence(stmt.body, known)
                return known
            case s.While():
                self.expr(stmt.test, known)
                self.sequence(stmt.body, known)
                return known
            case s.IfChoices() | s.IfNew() | s.IfNobodyChose():
                self._parts(stmt, known)
                wanted = {s.IfChoices: {_CHOICES}, s.IfNew: {_KEYS}}.get(type(stmt), set())
                self._read(known, *wanted)
                return self._either(self.sequence(stmt.then, known), known)
            case s.ApplyChoices():
                self.expr(stmt.who, known)
                self.expr(stmt.got, known)
                for picks, body in stmt.bodies:
                    self.sequence(body, known | {stmt.name, *picks})
                return known
            case s.FillCells():
                self.expr(stmt.cells, known)
                self.expr(stmt.value, known | {name for name in stmt.names if name})
                if not len(stmt.names) == len(stmt.lows) == len(stmt.counts):
                    raise self.broken("FillCells has not as many bounds as names")
                if stmt.names and prod(stmt.counts) != stmt.cells.count:
                    raise self.broken(f"{stmt.cells.count} numbers are not filled by {stmt.counts}")
                return known
            case s.Remember() | s.EmptyMemory() if not self._is_memory(stmt.memory):
                raise self.broken(f"{stmt.memory.var} is no memory")
            case s.MoveAround():
                self.expr(stmt.items, known)
                self.expr((stmt.pieces, stmt.handle), known | {stmt.name})
                return known
            case s.ReturnBest():
                self.expr(stmt.items, known)
                self.expr((stmt.test, stmt.key), known | {stmt.name})
                return None
            case s.ReturnSupposed():
                self.expr((stmt.ranges, stmt.cells), known)
                self.sequence(stmt.body, known)
                self.expr(stmt.value, known)
                return None
            case _:
                self._parts(stmt, known)
                self._read(known, *_reads(stmt))
                return None if isinstance(stmt, _LEAVING) else known | _sets(stmt)

    def _either(self, first: Names | None, second: Names | None) -> Names | None:
        if first is None or second is None:
            return second if first is None else first
        return first & second

    def _parts(self, node: Any, known: Names) -> None:
        for name in parts_of(type(node)):
            if name not in ("then", "otherwise", "body", "unbroken"):
                self.expr(getattr(node, name), known)

    # -------------------------------------------------------------- expressions
    def expr(self, expr: Expr | tuple[Any, ...] | None, known: Names) -> None:
        if isinstance(expr, tuple):
            for item in expr:
                self.expr(item, known)
            return
        if not hasattr(expr, "__dataclass_fields__") or isinstance(expr, Table):
            return
        self._node(expr)
        match expr:
            case p.Local():
                self._read(known, expr.name)
            case p.Once():
                self._read(known, expr.name)
                self.expr(expr.of, known)
            case p.Listed():
                self.expr(expr.items, known)
                self._taken_apart(expr.names, expr.items)
                self.expr((expr.test, expr.value), known | set(expr.names))
            case p.PiecesOfEach():
                self.expr(expr.items, known)
                self.expr(expr.handle, known | {expr.name})
            case _:
                self._parts(expr, known)

    def _read(self, known: Names, *names: str) -> None:
        for name in names:
            if name not in known:
                raise self.broken(f"{name} is read, but not surely set before")

    def _taken_apart(self, names: tuple[str, ...], items: Expr) -> None:
        if len(names) == 1:
            return
        rows = items.table.rows if isinstance(items, p.Fixed) else ()
        fits = all(isinstance(row, tuple) and len(row) == len(names) for row in rows)
        if not fits or not isinstance(items, p.Fixed | p.Zipped) or len(names) > 2 > len(rows):
            raise self.broken(f"items are taken apart as {', '.join(names)}, which they are not made of")

    # -------------------------------------------------------------- one node by itself
    def _node(self, node: Any) -> None:
        plan = self.plan
        at = getattr(node, "at", -1)
        if not -1 <= at < max(1, len(plan.program.places)):
            raise self.broken(f"there is no place {at}")
        self._check_mode(node)
        match node:
            case p.Call() | s.ListChoices():
                self._check_call(node.function, node.args, effects=False)
            case s.Act():
                self._check_call(node.function, node.args, effects=True)
                if plan.functions[node.function].supposed != self._is_supposed:
                    raise self.broken("what is supposed calls what is not, or is called by it")
            case s.ReturnSupposed():
                for first, count in node.zones:
                    self._check_handles(p.Known(first), p.Known(first + count - 1))
            case s.PlayRound():
                self._check_call(node.function, (), effects=True)
            case s.Jump():
                called = ("with arguments", "with a frame") if node.unwinding else ("with arguments",)
                self._check_target(node.block, node.args, called)
            case s.Push():
                self._check_target(node.block, node.frame, ("with arguments", "with a frame"))
            case s.Wait() if node.site not in plan.sites:
                raise self.broken(f"there is no site {node.site}")
            case s.Wait() if len(node.frame) != len(plan.sites[node.site].frame):
                raise self.broken(f"a frame of site {node.site} holds {len(node.frame)} values")
            case s.AddPass() if node.block not in {site.passing for site in plan.sites.values()}:
                raise self.broken(f"nobody passes at block {node.block}")
            case s.ListOutcomes():
                known = plan.alternatives.get(node.block)
                if known is None or known[0].chance is None:
                    raise self.broken(f"chance does not lead to block {node.block}")
            case s.Fail():
                self._check_fault(node)
            case p.Cell() | p.Cells():
                count = node.count if isinstance(node, p.Cells) else 1
                if not 0 <= node.place <= plan.layout.size - count:
                    raise self.broken(f"{node.var} lies outside the state, at {node.place}")
            case s.RecordSet() if node.var not in plan.layout.slots:
                raise self.broken(f"unknown variable {node.var}")
            case p.Pieces() | p.IsEmpty() | p.InZone() | p.EndOf() | p.Drawable():
                self._check_handles(node.handle)
            case p.PiecesOf() | p.SizeOf():
                self._check_handles(*(p.Known(handle) for handle in node.handles))
            case p.Times() if not self._is_memory(node.memory):
                raise self.broken(f"{node.memory.var} is no memory")
            case p.LinesOf() if node.board not in plan.boards:
                raise self.broken(f"unknown board {node.board}")
            case p.Lookup() | p.Fixed() | p.Mapped() | p.MappedPair() | p.Group():
                if not _has_shape(node):
                    raise self.broken(f"{_name(node)} cannot look into the table {node.table.name!r}")
            case _:
                pass

    def _is_memory(self, cell: p.Cell) -> bool:
        slot = self.plan.layout.slots.get(cell.var)
        return slot is not None and slot.type.kind == "memory" and cell.index is None

    def _check_mode(self, node: Any) -> None:
        mode = self.plan.mode
        in_block = self.function is None
        if isinstance(node, _IN_FUNCTIONS if in_block else _IN_BLOCKS):
            raise self.broken(f"{_name(node)} stands in a {'block' if in_block else 'function'}")
        if isinstance(node, s.EndRound) and node.from_block != in_block:
            raise self.broken("EndRound does not know where it stands")
        if isinstance(node, _RECORDING) and not mode.record:
            raise self.broken(f"{_name(node)} stands in a plan that records nothing")
        if isinstance(node, _STEPPED) and not mode.stepped:
            raise self.broken(f"{_name(node)} stands in a plan that is not stepped")
        if isinstance(node, _MOVING) and node.anew != self._is_supposed:
            raise self.broken(f"{_name(node)} does not know whether it is supposed")
        if isinstance(node, (*_LASTING, *_RECORDING, *_STEPPED)) and self._is_supposed:
            raise self.broken(f"{_name(node)} cannot be taken back")
        if isinstance(node, _WRITTEN_OUT) and (mode.record or mode.stepped) and not node.anew:
            raise self.broken(f"{_name(node)} notes nothing, in a plan where moves are noted")

    def _check_call(self, number: int, args: tuple[Expr, ...], effects: bool) -> None:
        if not 0 <= number < len(self.plan.functions):
            raise self.broken(f"there is no function {number}")
        function = self.plan.functions[number]
        if len(function.params) != len(args):
            raise self.broken(f"{function.name} is called with {len(args)} arguments")
        if function.effects != effects:
            raise self.broken(f"{function.name} is called as if it had {'' if effects else 'no '}effects")

    def _check_target(self, block: int, values: tuple[Expr, ...], called: tuple[str, ...]) -> None:
        found = self.plan.blocks.get(block)
        if found is None:
            raise self.broken(f"there is no block {block}")
        if found.called not in called:
            raise self.broken(f"block {block} is called {found.called}, not {' or '.join(called)}")
        if len(found.names) != len(values):
            raise self.broken(f"block {block} takes {len(found.names)} values, not {len(values)}")

    def _check_fault(self, fail: s.Fail) -> None:
        if fail.code not in FAULTS:
            raise self.broken(f"there is no fault {fail.code!r}")
        wanted = {field for _, field, _, _ in Formatter().parse(FAULTS[fail.code].words) if field is not None}
        if len(wanted) != len(fail.values):
            raise self.broken(f"the fault {fail.code!r} comes with {len(fail.values)} values")

    def _check_handles(self, *handles: Expr) -> None:
        for handle in handles:
            if isinstance(handle, p.Known) and not 0 <= handle.value < len(self.plan.layout.handles):
                raise self.broken(f"there is no zone {handle.value}")


def _name(node: Any) -> str:
    return type(node).__name__


def _rows_of(choice: Expr) -> Any:
    """The choices that an expression may be: the block of each, and its picks."""
    match choice:
        case p.ChoiceOf():
            return ((choice.block, *choice.picks),)
        case p.Lookup():
            return choice.table.rows
        case p.Fixed():
            return (choice.table.rows,)
        case _:
            return ((-1,),)


def _reads(stmt: Stmt) -> tuple[str, ...]:
    """What a statement reads that is not one of its expressions."""
    match stmt:
        case s.SetItem() | s.Append() | s.AddTo():
            return (stmt.name,)
        case s.NoteChoice():
            return (stmt.got,)
        case s.AddPass() | s.ShowChoices() | s.Wait():
            return (_CHOICES,)
        case _:
            return ()


def _sets(stmt: Stmt) -> set[str]:
    """The locals that a statement sets."""
    match stmt:
        case (
            s.SetLocal() | s.StartList() | s.StartFilled() | s.Forget() | s.ChooseRandom() | s.TakeTop()
            | s.Receive()
        ):  # fmt: skip
            return {stmt.name}
        case s.Act() | s.DrawPieces():
            return {stmt.into} if stmt.into else set()
        case s.SetSeat():
            return {stmt.name} if stmt.name is not None else set()
        case s.ListChoices() | s.ListOutcomes():
            return {_CHOICES}
        case s.NewKeys():
            return {_KEYS}
        case _:
            return set()


def _never_broken(loop: s.Loop) -> bool:
    """Whether a loop is surely gone through to its end, or left for good."""
    return not any(isinstance(node, s.Break) for node in walk(loop.body))


def _has_shape(node: p.Lookup | p.Fixed | p.Mapped | p.MappedPair | p.Group) -> bool:
    rows = node.table.rows
    match node:
        case p.Fixed():
            return isinstance(rows, tuple) and not any(isinstance(row, dict) for row in rows)
        case p.Lookup():
            return isinstance(rows, tuple) and (_all(rows, int) or _all(rows, tuple))
        case p.Mapped():
            return isinstance(rows, dict) and _all(tuple(rows), int) and _all(tuple(rows.values()), int)
        case p.MappedPair():
            pairs = isinstance(rows, dict) and all(isinstance(key, tuple) and len(key) == 2 for key in rows)
            return pairs and isinstance(rows, dict) and (
                _all(tuple(rows.values()), int) or _all(tuple(rows.values()), tuple)
            )  # fmt: skip
        case p.Group():
            mappings = (rows,) if node.row is None else rows
            return isinstance(mappings, tuple) and all(
                isinstance(row, dict) and _all(tuple(row), int) and _all(tuple(row.values()), tuple)
                for row in mappings
            )


def _all(items: tuple[Any, ...], kind: type) -> bool:
    return all(isinstance(item, kind) for item in items)
