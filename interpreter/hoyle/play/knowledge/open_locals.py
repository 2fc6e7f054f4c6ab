"""Which locals of waiting rules everybody can tell from what is shown, and where it is hidden who called.

A local is not shown. Yet most of them follow from what is: who is asked, a number that was chosen openly, how
far a loop has come if each time round shows something. What does not follow is found here, once for a plan:
what comes of hidden pieces and variables, and what differs between two ways of which nothing tells apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from hoyle.ir import program as ir
from hoyle.ir.walk import parts_of, walk
from hoyle.plan import blocks as b
from hoyle.plan.model import Plan
from hoyle.plan.recursion import find_recursion
from hoyle.plan.telling import kept_hidden
from hoyle.play.knowledge.first_told import ANYTHING, FirstTold, Told

Name = tuple[str, str]
"""A local, by its rule; a memory, by no rule."""


@dataclass(frozen=True, slots=True)
class Turn:
    """How far a loop has come: the list that it goes through, and the local that holds the item."""

    items: str
    item: str


class OpenLocals:
    """What everybody can tell of the frames of a plan."""

    def __init__(self, plan: Plan) -> None:
        program = plan.program
        self.program = program
        stopping = find_recursion(program, plan.mode.stepped).stopping
        self.graph = b.cut(program, stopping, plan.mode.stepped)
        self.procs = {**program.procs, program.match.name: program.match}
        self._open_zones = {zone.name for zone in program.zones if zone.seen == "everyone"}
        self._vars = {var.name: var for var in program.vars}
        self._kept_hidden = kept_hidden(program)
        self._first = FirstTold(program, self.graph, self.is_open)
        self.hidden: set[Name] = set()
        self._values: set[str] = set()  # rules whose value hangs on something hidden
        self._unsure: set[str] = set()  # rules of which it may be hidden who called them
        self._asked = self._asked_before()
        self._here: frozenset[str] = frozenset()  # those of the block that is looked at
        self._find()

    def is_open(self, var: str) -> bool:
        """Whether everybody sees all that a variable says."""
        found = self._vars.get(var)
        if found is None:
            return var != "face_up"
        return found.seen == "everyone" and not found.type.names_pieces and (
            not any(type_.kind == "piece" for type_ in found.per)
        )  # fmt: skip

    # -------------------------------------------------------------- what frames hold
    def is_hidden(self, block: int, name: str) -> bool:
        """Whether not everybody can tell what a local holds, where a rule goes on with a block."""
        return (self.graph.blocks[block].proc, name) in self.hidden and name not in self._asked[block]

    def remembers_openly(self, memory: str) -> bool:
        """Whether everybody can tell what a memory holds."""
        return ("", memory) not in self.hidden and all(map(self.is_open, self._vars[memory].remembers))

    def may_be_called_otherwise(self, proc: str) -> bool:
        """Whether it is hidden which rules wait for one to come to its end."""
        return proc in self._unsure and not self._has_one_way(proc, ())

    def _has_one_way(self, proc: str, above: tuple[str, ...]) -> bool:
        found = self.below[proc]
        if len(found) > 1 or proc in above:
            return False
        return all(self._has_one_way(self.graph.blocks[one].proc, (*above, proc)) for one in found)

    @cached_property
    def below(self) -> dict[str, frozenset[int]]:
        """By rule: the blocks of which one waits for it to come to its end, in the frame below."""
        returns, threaded = self._first.returns, self.graph.threaded
        return {proc: frozenset(threaded(block) for block in returns.get(proc, ())) for proc in self.procs}

    def shorter_ways(self, proc: str) -> list[int]:
        """The blocks that may wait for a rule to come to its end, and are nearer to the end of the match."""
        far = self._far
        blocks = self.graph.blocks
        return sorted(one for one in self.below[proc] if far[blocks[one].proc] < far[proc])

    @cached_property
    def _far(self) -> dict[str, int]:
        """By rule: how many others wait at least for it to come to its end."""
        found = dict.fromkeys(self.procs, len(self.procs))
        found[self.program.match.name] = 0
        for _ in self.procs:
            for proc, blocks in self.below.items():
                for one in blocks:
                    found[proc] = min(found[proc], found[self.graph.blocks[one].proc] + 1)
        return found

    def is_set(self, proc: str, name: str) -> bool:
        """Whether a rule sets one of its parameters to something else."""
        return any(
            isinstance(node, ir.SetLocal) and node.name == name for node in walk(self.procs[proc].body or ())
        )

    def items_of(self, proc: str) -> frozenset[str]:
        """The locals of a rule that hold what a loop goes through."""
        return frozenset(turn.items for (rule, _), turn in self.turns.items() if rule == proc)

    @cached_property
    def calls(self) -> dict[str, list[tuple[str, int | None, tuple[ir.Expr, ...]]]]:
        """By rule: which rules call it, the block that then goes on (None: none does), and with what."""
        found: dict[str, list[tuple[str, int | None, tuple[ir.Expr, ...]]]] = {}
        for block in self.graph.blocks:
            match block.end:
                case b.CallEnd(proc=proc, args=args, next=following):
                    found.setdefault(proc, []).append((block.proc, following, args))
                case b.RoundEnd(next=following):
                    found.setdefault("round", []).append((block.proc, following, ()))
                case _:
                    pass
        return found

    @cached_property
    def turns(self) -> dict[Name, Turn]:
        """The locals that count how far loops, and those who are asked in turn, have come."""
        found: dict[Name, Turn] = {}
        for block in self.graph.blocks:
            for stmt in block.stmts:
                match stmt:
                    case ir.SetLocal(value=ir.ItemAt(list=ir.Local(name=items), index=ir.Local(name=turn))):
                        found[block.proc, turn] = Turn(items, stmt.name)
                    case _:
                        pass
        for site in self.graph.sites.values():
            if site.decide is not None and site.turn:
                found[site.proc, site.turn] = Turn(site.who, site.decide.local)
        return found

    # -------------------------------------------------------------- what is hidden
    def _find(self) -> None:
        while True:
            before = len(self.hidden), len(self._values), len(self._unsure)
            for proc in self.procs.values():
                if proc.value is not None and self._hides(proc.value, proc.name):
                    self._values.add(proc.name)
                self._statements(proc.body or (), proc.name, under=False)
            for block in self.graph.blocks:
                self._here = self._asked[block.id]
                self._statements(tuple(block.stmts), block.proc, under=False)
                self._branch(block)
            self._here = frozenset()
            if before == (len(self.hidden), len(self._values), len(self._unsure)):
                return

    def _statements(self, stmts: tuple[ir.Stmt, ...], proc: str, *, under: bool) -> None:
        """What statements hide; `under`: whether they are done at all hangs on something hidden."""
        for stmt in stmts:
            match stmt:
                case ir.SetLocal(name=name, value=value):
                    self._set(proc, name, under or self._hides(value, proc))
                case ir.Random(name=name):
                    self._set(proc, name, under or self._rolls_unseen(stmt))
                case ir.Draw(into=name) if name:
                    self._set(proc, name, True)
                case ir.CallProc(proc=called, args=args, into=into):
                    self._hand_on(called, args, proc)
                    if into:
                        self._set(proc, into, under or called in self._values or self._hides(args, proc))
                case ir.If(test=test, then=then, otherwise=otherwise):
                    # Where somebody may be asked on the way, blocks and what they show decide.
                    inner = under or (self._hides(test, proc) and not _asks(stmt, self.procs))
                    self._statements(then, proc, under=inner)
                    self._statements(otherwise, proc, under=inner)
                case ir.ForEach(local=name, list=list_, body=body):
                    inner = under or self._hides(list_, proc)
                    self._set(proc, name, inner)
                    self._statements(body, proc, under=inner)
                case ir.While(body=body) | ir.Repeat(body=body):
                    test = stmt.test if isinstance(stmt, ir.While) else stmt.times
                    self._statements(body, proc, under=under or self._hides(test, proc))
                case ir.Remember(memory=memory) | ir.Forget(memory=memory):
                    self._set("", memory, under)
                case ir.Return(value=value):
                    if under or self._hides(value, proc):
                        self._values.add(proc)
                case ir.Decide():
                    self._decision(stmt, proc)
                case _:
                    pass

    def _decision(self, decide: ir.Decide, proc: str) -> None:
        """What was picked is told to all, but for pieces that not all see, and what is chosen unseen."""
        unseen = decide.how == "simultaneously"
        for alternative in decide.alternatives:
            for pick in alternative.picks:
                names = pick.type.names_pieces and self._hides(pick.list, proc)
                names = names and not self._lays_open(pick.name, alternative.body, ())
                self._set(proc, pick.name, unseen or names)
            self._statements(alternative.body, proc, under=unseen)
        self._statements(decide.otherwise or (), proc, under=False)

    def _lays_open(self, name: str, stmts: tuple[ir.Stmt, ...], calling: tuple[str, ...]) -> bool:
        """Whether the first that is done with a piece, before anybody is asked, shows it to all."""
        for stmt in stmts:
            match stmt:
                case ir.Move(what=ir.Local(name=moved), to=ir.ZoneAt(zone=zone)) if moved == name:
                    return zone in self._open_zones
                case ir.CallProc(proc=called, args=args) if ir.Local(name) in args and called not in calling:
                    inner = self.procs[called].params[args.index(ir.Local(name))]
                    return self._lays_open(inner, self.procs[called].body or (), (*calling, called))
                case ir.SetLocal() | ir.SetVar():
                    continue
                case ir.If() if not _asks(stmt, self.procs) and not _leaves(stmt):
                    continue
                case _:
                    return False
        return False

    def _set(self, proc: str, name: str, hidden: bool) -> None:
        if hidden:
            self.hidden.add((proc, name))

    def _hand_on(self, called: str, args: tuple[ir.Expr, ...], proc: str) -> None:
        for param, arg in zip(self.procs[called].params, args, strict=True):
            self._set(called, param, self._hides(arg, proc))

    def _rolls_unseen(self, stmt: ir.Random) -> bool:
        if stmt.type.names_pieces or (stmt.at, stmt.name) in self._kept_hidden:
            return True
        return stmt.label in self._vars and not self.is_open(stmt.label)

    def _hides(self, value: object, proc: str) -> bool:
        """Whether an expression hangs on something that not everybody sees."""
        match value:
            case None:
                return False
            case tuple():
                return any(self._hides(item, proc) for item in value)
            case ir.Local(name=name):
                return (proc, name) in self.hidden and name not in self._here
            case ir.Get(var=var, index=index):
                return not self._is_shown(var) or self._hides(index, proc)
            case ir.GetEach(var=var, indices=indices):
                return not self._is_shown(var) or self._hides(indices, proc)
            case ir.Times(memory=memory):
                return not self.remembers_openly(memory)
            case ir.Fn(name="size" | "drawable", args=(ir.Pieces(zone=zone) | (ir.ZoneAt() as zone),)):
                return self._hides(zone, proc)
            case ir.Pieces(zone=zone) | ir.Fn(name="top" | "bottom", args=(zone, *_)):
                return self._shuts(zone) or self._hides(zone, proc)
            case ir.PiecesOfEach(zone=name, indices=indices):
                return name not in self._open_zones or self._hides(indices, proc)
            case ir.Call(proc=called, args=args):
                return called in self._values or self._hides(args, proc)
            case ir.Supposing(proc=called):
                return self._touches(called) or self._parts_hide(value, proc)
            case ir.Fn(name="active") if self.program.active is not None:
                active = self.program.active
                return self._hides(active.value, active.name) or self._parts_hide(value, proc)
            case _:
                return self._parts_hide(value, proc)

    def _parts_hide(self, value: object, proc: str) -> bool:
        if not hasattr(value, "__dataclass_fields__"):
            return False
        return any(self._hides(getattr(value, name), proc) for name in parts_of(type(value)))

    def _is_shown(self, var: str) -> bool:
        """Whether whoever knows the indices of a variable knows what it says; a piece shows what is on it."""
        found = self._vars.get(var)
        return found is None or (found.seen == "everyone" and not found.type.names_pieces)

    def _shuts(self, zone: object) -> bool:
        """Whether not everybody sees the pieces of a zone."""
        if isinstance(zone, ir.ZoneAt):
            return zone.zone not in self._open_zones
        return len(self._open_zones) < len(self.program.zones)

    def _touches(self, proc: str) -> bool:
        """Whether anything hidden can have to do with what a rule does."""
        seen, waiting = {proc}, [proc]
        while waiting:
            one = self.procs[waiting.pop()]
            for node in walk((one.body or (), one.value)):
                if (
                    isinstance(node, ir.Expr)
                    and not isinstance(node, ir.Local)
                    and self._hides(node, one.name)
                ):
                    return True
                if isinstance(node, ir.Call | ir.CallProc) and node.proc not in seen:
                    seen.add(node.proc)
                    waiting.append(node.proc)
        return False

    # -------------------------------------------------------------- ways that nothing tells apart
    def _branch(self, block: b.Block) -> None:
        """If it is hidden which way is taken from a block, and nothing shows it: what the ways set."""
        match block.end:
            case b.CallEnd(proc=called, args=args, next=following):
                self._hand_on(called, args, block.proc)
                into = None if following is None else self.graph.blocks[following].receive
                if into:
                    self._set(block.proc, into, called in self._values or self._hides(args, block.proc))
            case b.Branch(test=test, then=then, otherwise=otherwise) if self._hides(test, block.proc):
                ways = self._first.of_block(then), self._first.of_block(otherwise)
                self._apart(ways, (then, otherwise))
            case b.Leave(value=value) if self._hides(value, block.proc):
                self._values.add(block.proc)
            case b.Ask(site=number):
                self._asking(self.graph.sites[number])
            case _:
                pass
        if any(map(_leaves, block.stmts)) and any(
            self._hides(node.test, block.proc)
            for stmt in block.stmts
            for node in walk(stmt)
            if isinstance(node, ir.If | ir.While)
        ):
            self._apart((ANYTHING, ANYTHING), (*self._first.after(block), *self._first.returns[block.proc]))

    def _asking(self, site: b.Site) -> None:
        """Who has nothing to choose from is not asked."""
        asked = frozenset({("decide", str(site.id))})
        for number in (site.otherwise, site.done):
            if number >= 0:
                self._apart((asked, self._first.of_block(number)), (number,))

    def _asked_before(self) -> list[frozenset[str]]:
        """By block: the locals that hold somebody who was asked on every way there, which was told to all."""
        graph = self.graph
        ways: list[list[tuple[int, frozenset[str]]]] = [
            [] for _ in graph.blocks
        ]  # from where, and asked there
        for block in graph.blocks:
            for number in _in_rule(block):
                ways[number].append((block.id, frozenset()))
            if isinstance(block.end, b.Ask):
                site = graph.sites[block.end.site]
                ways[site.id].append((block.id, frozenset()))
                for number in (*site.bodies, site.passing):
                    if number >= 0:
                        ways[number].append((block.id, frozenset(asked_by(site.decide))))
                for number in (site.otherwise, site.done):
                    if number >= 0:
                        ways[number].append((block.id, frozenset()))
        everything = frozenset(name for site in graph.sites.values() for name in asked_by(site.decide))
        found = [everything if way else frozenset() for way in ways]
        changed = True
        while changed:
            changed = False
            for block in graph.blocks:
                if ways[block.id]:
                    after = [
                        asked | (found[number] - _sets(graph.blocks[number]))
                        for number, asked in ways[block.id]
                    ]
                    new = frozenset.intersection(*after)
                    if new != found[block.id]:
                        found[block.id], changed = new, True
        return found

    def _apart(self, ways: tuple[Told, Told], starts: tuple[int, ...]) -> None:
        """What lies on ways from a hidden branch to where they meet, unless what is shown tells."""
        first, second = ways
        if not (first & second or first >= ANYTHING or second >= ANYTHING):
            return
        called: list[str] = []
        for number in self._first.until_they_meet(starts):
            block = self.graph.blocks[number]
            self._statements(tuple(block.stmts), block.proc, under=True)
            match block.end:
                case b.CallEnd(proc=proc):
                    called.append(proc)
                    for param in self.procs[proc].params:
                        self._set(proc, param, True)
                case b.Leave():
                    self._values.add(block.proc)
                    called += [block.proc]
                case b.RoundEnd():
                    called.append("round")
                case _:
                    pass
        while called:
            proc = called.pop()
            if proc not in self._unsure:
                self._unsure.add(proc)
                called += [other for other, ways in self.calls.items() if any(w[0] == proc for w in ways)]


def _asks(stmt: ir.Stmt, procs: dict[str, ir.Proc]) -> bool:
    """Whether somebody may be asked in a statement."""
    return any(
        isinstance(node, ir.Decide) or (isinstance(node, ir.CallProc) and procs[node.proc].asks)
        for node in walk(stmt)
    )


def _leaves(stmt: ir.Stmt) -> bool:
    return any(isinstance(node, ir.Return | ir.End) for node in walk(stmt))


def _in_rule(block: b.Block) -> list[int]:
    """The blocks of the same rule that may go on after one, also after a call."""
    match block.end:
        case b.Goto(target=target):
            return [target]
        case b.Branch(then=then, otherwise=otherwise):
            return [then, otherwise]
        case b.CallEnd(next=int(following)) | b.RoundEnd(next=following):
            return [following]
        case b.Chance():
            return []
        case _:
            return []


def _sets(block: b.Block) -> frozenset[str]:
    """The locals that a block gives another value."""
    found = {block.receive} if block.receive else set[str]()
    for node in walk(tuple(block.stmts)):
        if isinstance(node, ir.SetLocal | ir.Random | ir.Pick):
            found.add(node.name)
        elif isinstance(node, ir.CallProc | ir.Draw) and node.into:
            found.add(node.into)
        elif isinstance(node, ir.ForEach):
            found.add(node.local)
    return frozenset(found)


def asked_by(decide: ir.Decide | None) -> Iterator[str]:
    """The locals that hold who is asked at a decision."""
    if decide is not None:
        yield decide.local
        if isinstance(decide.who, ir.Local) and decide.how == "choose":
            yield decide.who.name
