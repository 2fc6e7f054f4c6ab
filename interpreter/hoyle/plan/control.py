"""Plans control: blocks with all that follows inside them, jumps, frames, and where a game waits."""

from __future__ import annotations

from hoyle.ir import program as ir
from hoyle.ir.walk import walk
from hoyle.plan import blocks as b
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.choices import plan_choices
from hoyle.plan.circles import in_circles
from hoyle.plan.draft import Draft
from hoyle.plan.events import after_random
from hoyle.plan.expressions import Expressions
from hoyle.plan.fold import constant_of
from hoyle.plan.model import Block, Called, Function, Site
from hoyle.plan.nodes import Expr
from hoyle.plan.statement_nodes import Stmt
from hoyle.plan.statements import Statements


class Control:
    """Turns the graph of a program into planned blocks and sites."""

    def __init__(
        self, draft: Draft, graph: b.Graph, expressions: Expressions, statements: Statements
    ) -> None:
        self.draft, self.graph = draft, graph
        self.expressions, self.statements = expressions, statements
        self.blocks: dict[int, Block] = {}
        self.sites: dict[int, Site] = {}
        self.continuations: set[int] = set()
        self.frames = {site.id: site.frame for site in graph.sites.values()}  # the locals that each holds
        self._joined = self._count_ways()
        self._endless = self._find_endless()
        self._site_of = {body: site for site in graph.sites.values() for body in site.bodies}
        self._site_of |= {site.passing: site for site in graph.sites.values() if site.passing >= 0}
        # Blocks that only frames lead to: one more jump from there nests no deeper.
        self._by_frame = {
            block.end.next
            for block in graph.blocks
            if isinstance(block.end, b.CallEnd | b.RoundEnd) and block.end.next is not None
        }
        self._shallow = False
        self._choices: dict[int, Function] = {}

    def plan(self) -> None:
        for block in self.graph.blocks:
            if block.id in self.graph.sites:
                self.sites[block.id] = self._site(self.graph.sites[block.id])
            elif self._stands_alone(block):
                self.blocks[block.id] = self._block(block)

    # -------------------------------------------------------------- the graph
    def _targets(self, block: b.Block) -> list[int]:
        """The blocks that a block goes on with before anybody is asked, calls aside."""
        match block.end:
            case b.Goto(target=target):
                return [target]
            case b.Branch(then=then, otherwise=otherwise):
                return [then, otherwise]
            case b.Ask(site=site_id) | b.Chance(site=site_id):
                site = self.graph.sites[site_id]
                return [target for target in (site.otherwise, site.done) if target >= 0]
            case _:
                return []

    def _count_ways(self) -> dict[int, int]:
        """How many ways lead to each block."""
        found: dict[int, int] = {}
        for block in self.graph.blocks:
            for target in self._targets(block):
                found[target] = found.get(target, 0) + 1
        return found

    def _find_endless(self) -> frozenset[str]:
        """Rules that can come back to themselves before anybody is asked."""
        calls: dict[str, set[str]] = {}
        for name, entry in self.graph.entries.items():
            calls[name], seen, waiting = set(), set[int](), [entry]
            while waiting:
                block = self.graph.blocks[waiting.pop()]
                if block.id in seen:
                    continue
                seen.add(block.id)
                waiting += self._targets(block)
                if isinstance(block.end, b.CallEnd):
                    calls[name].add(block.end.proc)
                elif isinstance(block.end, b.RoundEnd):
                    calls[name].add("round")
        return in_circles(calls)

    def _stands_alone(self, block: b.Block) -> bool:
        """Whether a block is reached by frames or in several ways; others are part of the one before."""
        return block.entry or self._joined.get(block.id, 0) > 1

    def _locals(self, names: tuple[str, ...] | None) -> tuple[Expr, ...]:
        return tuple(p.Local(name) for name in names or ())

    # -------------------------------------------------------------- blocks
    def _block(self, block: b.Block) -> Block:
        site = self._site_of.get(block.id)
        called: Called = "with arguments"
        picks: tuple[str, ...] = ()
        names = block.params or ()
        if site is not None:
            called, names = "with a choice", site.frame
            if block.id != site.passing:
                picks = site.picks(site.bodies.index(block.id))
        elif block.id in self._by_frame:
            called = "with a frame"
        self._shallow = called != "with arguments"
        body = self._begin(block, site) + self._code(block)
        if called != "with arguments":
            used = names_used(body)
            picks = tuple(name if name in used else "" for name in picks)
            names = tuple(name if name in used and name not in picks else "" for name in names)
        return Block(block.id, block.proc, called, picks, names, body)

    def _begin(self, block: b.Block, site: b.Site | None) -> tuple[Stmt, ...]:
        """What is done first with a choice: it is noted, or what chance brought comes true."""
        if site is None or block.id == site.passing:
            return ()
        if site.decide is not None:
            if not site.got:
                return ()
            index = site.bodies.index(block.id)
            return (s.NoteChoice(site.decide.at, site.got, index, self._locals(site.picks(index))),)
        if isinstance(site.chance, ir.Random):
            return after_random(self.draft, site.chance)
        assert site.chance is not None
        zone = self.expressions.expr(site.chance.zone)
        return (s.Settle(site.chance.at, zone, p.Local(b.SETTLED)),)

    def _code(self, block: b.Block) -> tuple[Stmt, ...]:
        begin: tuple[Stmt, ...] = (s.Receive(-1, block.receive),) if block.receive else ()
        body = self.statements.sequence(tuple(block.stmts))
        # With these options a branch may be certain that leaves.
        left = bool(body) and isinstance(body[-1], s.Leave | s.EndRound)
        return begin + body if left else begin + body + self._end(block)

    def _end(self, block: b.Block) -> tuple[Stmt, ...]:
        end = block.end
        match end:
            case b.Goto():
                return self._jump(end.target, end.back)
            case b.Branch():
                test = self.expressions.expr(end.test)
                known = constant_of(test)
                if known is not None:
                    return self._jump(end.then if known else end.otherwise)
                return s.If(end.at, test, self._jump(end.then)), *self._jump(end.otherwise)
            case b.CallEnd():
                return self._call(end)
            case b.RoundEnd():
                entry = self.graph.entries["round"]
                return self._push(end.at, end.next, False), s.Jump(end.at, entry, (), False)
            case b.Leave():
                return self.statements.sequence((ir.Return(end.at, end.value),))
            case b.Stop():
                return self.statements.end(ir.End(end.at, end.what), in_block=True)
            case b.Ask():
                return self._ask(self.graph.sites[end.site])
            case b.Chance():
                return self._chance(self.graph.sites[end.site])
            case None:
                raise AssertionError("a block without an end")

    def _push(self, at: int, target: int, counted: bool) -> Stmt:
        self.frames[target] = self.graph.blocks[target].params or ()
        self.continuations.add(target)
        return s.Push(at, target, self._locals(self.frames[target]), counted)

    def _jump(self, target: int, back: bool = False) -> tuple[Stmt, ...]:
        block = self.graph.blocks[target]
        if not self._stands_alone(block):
            return self._code(block)
        unwinding = back and not self._shallow
        return (s.Jump(-1, target, self._locals(block.params), unwinding),)

    def _call(self, end: b.CallEnd) -> tuple[Stmt, ...]:
        found: list[Stmt] = []
        circular = end.proc in self.draft.recursion.circular
        if end.next is not None:
            found.append(self._push(end.at, self.graph.threaded(end.next), circular))
        args = tuple(self.expressions.stored(arg) for arg in end.args)
        # A rule that calls itself must not nest one call in the other, unless somebody is asked in between.
        unwinding = end.proc in self._endless and not self._shallow
        return *found, s.Jump(end.at, self.graph.entries[end.proc], args, unwinding)

    # -------------------------------------------------------------- asking
    def _list(self, site: b.Site) -> Stmt:
        """The list of choices at a site."""
        decide = site.decide
        assert decide is not None
        if site.id not in self._choices:
            self._choices[site.id] = plan_choices(self.expressions, decide, tuple(site.bodies), site.proc)
        function = self._choices[site.id]
        return s.ListChoices(decide.at, function.number, self._locals(function.params))

    def _wait(self, site: b.Site, seat: Expr, at: int) -> Stmt:
        return s.Wait(at, site.id, seat, self._locals(site.frame))

    def _ask(self, site: b.Site) -> tuple[Stmt, ...]:
        decide = site.decide
        assert decide is not None
        at = decide.at
        if decide.how == "choose":
            wait = s.IfChoices(at, (self._wait(site, self.expressions.expr(decide.who), at),))
            otherwise = (s.Fail(at, "no choice"),) if site.otherwise < 0 else self._jump(site.otherwise)
            return self._list(site), wait, *otherwise
        who, turn, asked = p.Local(site.who), p.Local(site.turn), p.Local(decide.local)
        begin = (
            s.SetLocal(at, decide.local, p.ItemAt(who, turn, checked=False)),
            s.SetLocal(at, site.turn, p.Arith("+", turn, p.Known(1))),
            self._list(site),
        )
        more = p.Compare("<", turn, p.Size(who))
        wait_ = self._wait(site, asked, at)
        if decide.how == "offer":
            offer = s.IfChoices(at, (s.AddPass(at, site.passing), wait_))
            return s.While(at, more, (*begin, offer), who), *self._jump(site.otherwise)
        body = (*begin, s.IfChoices(at, (wait_,)), s.NoteChoice(at, site.got, None))
        return s.While(at, more, body, who), *self._apply_all(site, decide)

    def _apply_all(self, site: b.Site, decide: ir.Decide) -> tuple[Stmt, ...]:
        """Everybody has chosen: now all choices take effect, in order."""
        got = p.Local(site.got)
        nobody: tuple[Stmt, ...] = ()
        if site.otherwise >= 0:
            nobody = (s.IfNobodyChose(decide.at, got, self._jump(site.otherwise)),)
        if site.apart:
            return *nobody, *self._jump(site.done)
        bodies = tuple(
            (site.picks(index), self.statements.sequence(alternative.body))
            for index, alternative in enumerate(decide.alternatives)
        )
        apply = s.ApplyChoices(decide.at, decide.local, p.Local(site.who), got, bodies)
        return *nobody, apply, *self._jump(site.done)

    def _site(self, site: b.Site) -> Site:
        choices: Function | None = None
        if site.decide is None:
            again: tuple[Stmt, ...] = (s.SetSeat(-1, p.Known(-1), None), self._outcomes(site, -1))
        else:
            seat: Expr = self.expressions.expr(site.decide.who)
            name = None
            if site.who:
                before = p.Arith("-", p.Local(site.turn), p.Known(1))
                seat = p.ItemAt(p.Local(site.who), before, checked=False)
                name = site.decide.local if site.decide.local not in site.frame else None
            again = s.SetSeat(-1, seat, name), self._list(site)
            choices = self._choices[site.id]
            if site.passing >= 0:
                again = *again, s.AddPass(-1, site.passing)
        return Site(
            site.id,
            site.proc,
            site.decide,
            site.chance,
            site.frame,
            tuple(site.bodies),
            site.passing,
            choices,
            (*again, s.ShowChoices(-1)),
            site.who,
            site.turn,
            site.got,
        )

    # -------------------------------------------------------------- stepped chance
    def _outcomes(self, site: b.Site, at: int) -> Stmt:
        chance, block = site.chance, site.bodies[0]
        if isinstance(chance, ir.Random):
            return s.ListOutcomes(at, block, "random", self.expressions.expr(chance.list))
        assert chance is not None
        return s.ListOutcomes(at, block, "all" if chance.all else "top", self.expressions.expr(chance.zone))

    def _chance(self, site: b.Site) -> tuple[Stmt, ...]:
        chance = site.chance
        assert chance is not None
        wait = self._wait(site, p.Known(-1), chance.at)
        if isinstance(chance, ir.Random):
            return self._outcomes(site, chance.at), wait
        return self._outcomes(site, chance.at), s.IfChoices(chance.at, (wait,)), *self._jump(site.done)


def names_used(stmts: tuple[Stmt, ...]) -> frozenset[str]:
    """All locals that statements read, and lists that they add to."""
    found: set[str] = set()
    for node in walk(stmts):
        match node:
            case p.Local():
                found.add(node.name)
            case s.NoteChoice():
                found.add(node.got)
            case _:
                pass
    return frozenset(found)
