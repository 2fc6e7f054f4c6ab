"""Cuts procedures that may stop into blocks, so that control is data: a stack of (block, locals) frames."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from hoyle.ir import program as ir
from hoyle.ir.nodes import RESULT
from hoyle.ir.walk import walk


@dataclass
class Goto:
    target: int
    back: bool = False  # to the head of a loop


@dataclass
class Branch:
    at: int
    test: ir.Expr
    then: int
    otherwise: int


@dataclass
class CallEnd:
    at: int
    proc: str
    args: tuple[ir.Expr, ...]
    into: str | None
    next: int | None  # None: a tail call, which costs no frame


@dataclass
class RoundEnd:
    """Runs `round`; the frame of `next` is where `end round` leads."""

    at: int
    next: int


@dataclass
class Leave:
    at: int
    value: ir.Expr | None


@dataclass
class Stop:
    at: int
    what: Literal["round", "match"]


@dataclass
class Ask:
    at: int
    site: int


@dataclass
class Chance:
    """Stepped chance: waits for an outcome, a value for `name` or the top piece of a zone."""

    at: int
    site: int


# The local that holds the piece which a zone turned out to show.
SETTLED = "pieceB0"

Terminator: TypeAlias = Goto | Branch | CallEnd | RoundEnd | Leave | Stop | Ask | Chance


@dataclass
class Block:
    id: int
    proc: str
    stmts: list[ir.Stmt] = field(default_factory=list)
    end: Terminator | None = None
    receive: str | None = None  # the local that takes a call's value
    entry: bool = False  # reached by the driver or from several places: a function of its own
    params: tuple[str, ...] | None = None
    live: frozenset[str] = frozenset()


@dataclass
class Site:
    """A place where the game waits. `who`, `turn` and `got` are the locals of an offer's progress."""

    id: int
    proc: str
    decide: ir.Decide | None
    chance: ir.Random | ir.Settle | None
    bodies: list[int] = field(default_factory=list)  # per alternative; for chance the one continuation
    passing: int = -1
    otherwise: int = -1
    done: int = -1
    who: str = ""
    turn: str = ""
    got: str = ""
    apart: bool = False  # what all do at once may stop, so that it is in blocks of its own, from `done` on
    frame: tuple[str, ...] = ()

    def picks(self, alternative: int) -> tuple[str, ...]:
        """What a choice brings along: the picks of an alternative, or an outcome of chance."""
        if self.decide is not None:
            return tuple(pick.name for pick in self.decide.alternatives[alternative].picks)
        return (self.chance.name,) if isinstance(self.chance, ir.Random) else (SETTLED,)


@dataclass
class Graph:
    """The blocks of a program by number, the places where it waits, and where each rule begins."""

    blocks: list[Block] = field(default_factory=list)
    sites: dict[int, Site] = field(default_factory=dict)
    entries: dict[str, int] = field(default_factory=dict)

    def threaded(self, target: int) -> int:
        """Where a continuation really goes on: one that only jumps is passed over."""
        block = self.blocks[target]
        while not block.stmts and not block.receive and isinstance(block.end, Goto):
            following = self.blocks[block.end.target]
            if following.entry:
                target = following.id
            elif following.stmts or not isinstance(following.end, Goto):
                break
            block = following
        return target


def cut(program: ir.Program, stopping: frozenset[str], stepped: bool) -> Graph:
    """Cuts all rules of a program that may stop, and the match itself."""
    cutter = _Cutter(program, stopping, stepped)
    cutter.cut()
    return cutter.graph


class _Cutter:
    def __init__(self, program: ir.Program, stopping: frozenset[str], stepped: bool) -> None:
        self.program = program
        self.stopping = stopping
        self.stepped = stepped
        self.graph = Graph()
        self.blocks, self.sites, self.entries = self.graph.blocks, self.graph.sites, self.graph.entries
        self.fresh = 0

    def cut(self) -> None:
        procs = [proc for proc in self.program.procs.values() if proc.name in self.stopping]
        for proc in [*procs, self.program.match]:
            block = self.block(proc.name)
            block.entry = True
            block.params = proc.params
            self.entries[proc.name] = block.id
        for proc in [*procs, self.program.match]:
            assert proc.body is not None
            self.sequence(proc.body, self.blocks[self.entries[proc.name]], None)

    # -------------------------------------------------------------- cutting
    def block(self, proc: str, entry: bool = False) -> Block:
        block = Block(len(self.blocks), proc, entry=entry)
        self.blocks.append(block)
        return block

    def temporary(self, stem: str) -> str:
        """A local that no rule names: rules have no capital letters in their names."""
        self.fresh += 1
        return f"{stem}B{self.fresh}"

    def stops(self, stmt: ir.Stmt) -> bool:
        """Whether a statement may stop for a decision (or, stepped, for chance)."""
        match stmt:
            case ir.Decide():
                return True
            case ir.Random() | ir.Settle():
                return self.stepped
            case ir.CallProc():
                return stmt.proc in self.stopping
            case ir.PlayRound():
                return "round" in self.stopping
            case ir.If():
                return any(map(self.stops, stmt.then)) or any(map(self.stops, stmt.otherwise))
            case ir.ForEach() | ir.While() | ir.Repeat():
                return any(map(self.stops, stmt.body))
            case _:
                return False

    def after(self, rest: tuple[ir.Stmt, ...], proc: str, after: int | None) -> int | None:
        """The block where what follows a statement begins; None: the procedure ends."""
        if not rest:
            return after
        block = self.block(proc)
        self.sequence(rest, block, after)
        return block.id

    def target(self, block: int | None, proc: str) -> int:
        if block is not None:
            return block
        leaving = self.block(proc)
        leaving.end = Leave(0, None)
        return leaving.id

    def sequence(self, stmts: tuple[ir.Stmt, ...], current: Block, after: int | None) -> None:
        for index, stmt in enumerate(stmts):
            if not self.stops(stmt):
                current.stmts.append(stmt)
                if isinstance(stmt, ir.Return | ir.End):
                    current.stmts.pop()
                    current.end = (
                        Leave(stmt.at, stmt.value)
                        if isinstance(stmt, ir.Return)
                        else Stop(stmt.at, stmt.what)
                    )
                    return
                continue
            self.cut_at(stmt, current, tuple(stmts[index + 1 :]), after)
            return
        current.end = Goto(after) if after is not None else Leave(0, None)

    def cut_at(self, stmt: ir.Stmt, current: Block, rest: tuple[ir.Stmt, ...], after: int | None) -> None:
        proc = current.proc
        match stmt:
            case ir.CallProc():
                last = not rest and after is None and stmt.into is None
                if last or _hands_on(stmt, rest):
                    current.end = CallEnd(stmt.at, stmt.proc, stmt.args, None, None)
                    return
                following = self.block(proc, entry=True)
                following.receive = stmt.into
                self.sequence(rest, following, after)
                current.end = CallEnd(stmt.at, stmt.proc, stmt.args, stmt.into, following.id)
            case ir.PlayRound():
                following = self.block(proc, entry=True)
                self.sequence(rest, following, after)
                current.end = RoundEnd(stmt.at, following.id)
            case ir.If():
                join = self.after(rest, proc, after)
                then, otherwise = self.block(proc), self.block(proc)
                self.sequence(stmt.then, then, join)
                self.sequence(stmt.otherwise, otherwise, join)
                current.end = Branch(stmt.at, stmt.test, then.id, otherwise.id)
            case ir.While():
                head = self._loop(current, stmt.at, stmt.test, rest, after)
                self._body(stmt.body, head)
            case ir.ForEach():
                items, turn = self.temporary("items"), self.temporary("turn")
                current.stmts.append(ir.SetLocal(stmt.at, items, ir.Fn("frozen", (stmt.list,))))
                current.stmts.append(ir.SetLocal(stmt.at, turn, ir.Const(0)))
                test = ir.Compare("<", ir.Local(turn), ir.Fn("size", (ir.Local(items),)))
                head = self._loop(current, stmt.at, test, rest, after)
                first = (
                    ir.SetLocal(stmt.at, stmt.local, ir.ItemAt(ir.Local(items), ir.Local(turn))),
                    ir.SetLocal(stmt.at, turn, ir.Arith("+", ir.Local(turn), ir.Const(1))),
                )
                self._body((*first, *stmt.body), head)
            case ir.Repeat():
                left = self.temporary("times")
                current.stmts.append(ir.SetLocal(stmt.at, left, stmt.times))
                head = self._loop(current, stmt.at, ir.Compare(">", ir.Local(left), ir.Const(0)), rest, after)
                first_ = ir.SetLocal(stmt.at, left, ir.Arith("-", ir.Local(left), ir.Const(1)))
                self._body((first_, *stmt.body), head)
            case ir.Decide():
                self._decide(stmt, current, self.after(rest, proc, after))
            case ir.Random() | ir.Settle():
                self._chance(stmt, current, rest, after)
            case _:
                raise AssertionError(stmt)

    def _loop(
        self, current: Block, at: int, test: ir.Expr, rest: tuple[ir.Stmt, ...], after: int | None
    ) -> Block:
        head = self.block(current.proc, entry=True)
        current.end = Goto(head.id)
        leaving = self.target(self.after(rest, current.proc, after), current.proc)
        body = self.block(current.proc)
        head.end = Branch(at, test, body.id, leaving)
        return head

    def _body(self, stmts: tuple[ir.Stmt, ...], head: Block) -> None:
        assert isinstance(head.end, Branch)
        back = self.block(head.proc)
        back.end = Goto(head.id, back=True)
        self.sequence(stmts, self.blocks[head.end.then], back.id)

    def _decide(self, stmt: ir.Decide, current: Block, join: int | None) -> None:
        proc = current.proc
        site_block = self.block(proc)  # its number names the site; it holds no code
        site = Site(site_block.id, proc, stmt, None)
        self.sites[site.id] = site
        site_block.end = Leave(stmt.at, None)
        asking = current
        if stmt.how != "choose":
            site.who, site.turn = self.temporary("who"), self.temporary("turn")
            current.stmts.append(ir.SetLocal(stmt.at, site.who, ir.Fn("frozen", (stmt.who,))))
            current.stmts.append(ir.SetLocal(stmt.at, site.turn, ir.Const(0)))
            if stmt.how == "simultaneously":
                site.got = self.temporary("got")
                current.stmts.append(ir.SetLocal(stmt.at, site.got, ir.Items(())))
            asking = self.block(proc, entry=True)
            current.end = Goto(asking.id)
            if stmt.how == "offer":
                passing = self.block(proc, entry=True)
                passing.end = Goto(asking.id)
                site.passing = passing.id
        asking.end = Ask(stmt.at, site.id)
        for alternative in stmt.alternatives:
            body = self.block(proc, entry=True)
            site.bodies.append(body.id)
            if stmt.how == "simultaneously":
                body.end = Goto(asking.id)  # the source writes the recording of the choice itself
            else:
                self.sequence(alternative.body, body, join)
        if stmt.otherwise is not None or stmt.how == "offer":
            otherwise = self.block(proc)
            self.sequence(stmt.otherwise or (), otherwise, join)
            site.otherwise = otherwise.id
        if stmt.how == "simultaneously":
            done = self.block(proc)
            done.end = Goto(join) if join is not None else Leave(stmt.at, None)
            site.done = done.id
            site.apart = self.stepped and self._is_chancy(tuple(one.body for one in stmt.alternatives))
            if site.apart:
                self.sequence(self._applied(stmt, site), done, join)

    def _is_chancy(self, stmts: Any) -> bool:
        """Whether some statements, or rules that they call, stop for chance."""
        waiting, seen = [stmts], set[str]()
        while waiting:
            for node in walk(waiting.pop()):
                if isinstance(node, ir.Random | ir.Settle):
                    return True
                if isinstance(node, ir.CallProc) and node.proc not in seen:
                    seen.add(node.proc)
                    waiting.append(self.program.procs[node.proc].body)
        return False

    def _applied(self, stmt: ir.Decide, site: Site) -> tuple[ir.Stmt, ...]:
        """What all do at once as a loop that may stop: for each in turn what was picked, and the body."""
        at = stmt.at
        turn, choice = ir.Local(self.temporary("turn")), ir.Local(self.temporary("choice"))
        who, got = ir.Local(site.who), ir.Local(site.got)
        body: tuple[ir.Stmt, ...] = ()
        for index, alternative in reversed(list(enumerate(stmt.alternatives))):
            picks = tuple(
                ir.SetLocal(at, pick.name, ir.ItemAt(choice, ir.Const(number)))
                for number, pick in enumerate(alternative.picks, 1)
            )
            taken = ir.Compare("==", ir.ItemAt(choice, ir.Const(0)), ir.Const(index))
            body = (ir.If(at, taken, (*picks, *alternative.body), body),)
        once = (
            ir.SetLocal(at, stmt.local, ir.ItemAt(who, turn)),
            ir.SetLocal(at, choice.name, ir.ItemAt(got, turn)),
            ir.SetLocal(at, turn.name, ir.Arith("+", turn, ir.Const(1))),
            # Whoever had nothing to choose is passed over.
            ir.If(at, ir.Compare(">", ir.Fn("size", (choice,)), ir.Const(0)), body, ()),
        )
        more = ir.Compare("<", turn, ir.Fn("size", (who,)))
        return ir.SetLocal(at, turn.name, ir.Const(0)), ir.While(at, more, once)

    def _chance(
        self, stmt: ir.Random | ir.Settle, current: Block, rest: tuple[ir.Stmt, ...], after: int | None
    ) -> None:
        proc = current.proc
        site_block = self.block(proc)
        site_block.end = Leave(stmt.at, None)
        site = Site(site_block.id, proc, None, stmt)
        self.sites[site.id] = site
        following = self.block(proc, entry=True)
        site.bodies = [following.id]
        if isinstance(stmt, ir.Settle):
            # Settling all pieces comes back here until there is nothing more to settle.
            joined = self.block(proc, entry=True)
            self.sequence(rest, joined, after)
            site.done = joined.id
            if stmt.all:
                split = self.block(proc, entry=True)
                split.end = Chance(stmt.at, site.id)
                current.end = Goto(split.id)
                following.end = Goto(split.id, back=True)
            else:
                following.end = Goto(joined.id)
                current.end = Chance(stmt.at, site.id)
            return
        self.sequence(rest, following, after)
        current.end = Chance(stmt.at, site.id)


def _hands_on(call: ir.CallProc, rest: tuple[ir.Stmt, ...]) -> bool:
    """Whether what a call brings is returned as it is: then whoever waits for us may get it from there.

    Only for a local of our own, so that frames of games that were saved long ago stay what they were.
    """
    if call.into is None or not call.into.startswith(f"{RESULT}T"):
        return False
    return bool(rest) and isinstance(rest[0], ir.Return) and rest[0].value == ir.Local(call.into)
