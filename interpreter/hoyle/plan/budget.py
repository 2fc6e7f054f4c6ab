"""Places the charges: what code costs is counted here, once, for every back end.

Each part of a plan costs some steps (`limits.STEPS`; `charging` adds them up). What is surely little is
charged nowhere: the greatest number of times that a piece of code can run between two decisions, times what
it costs, must stay below a share of the budget. Whatever may take more is charged as it happens: for each
time round, for each item of a list before it is gone through, or for each call. A part that costs little by
itself is charged along with what it stands in.

Somebody is asked sooner or later: nearly always after a few jumps between blocks. So a lap, what is done from
one jump to the next, is charged for all that it can cost only after some jumps (`late`); what has no bound is
always charged.

Events cost nothing here, so a plan for recording has the same charges as the one that it records.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import inf

from hoyle.ir import program as ir
from hoyle.ir.walk import walk
from hoyle.plan import statement_nodes as s
from hoyle.plan.charging import SMALL, Charging, Code, Unit, whole
from hoyle.plan.circles import circles
from hoyle.plan.limits import FREE_JUMPS, MOST_JUMPS, STEPS
from hoyle.plan.model import Block, Function, Site
from hoyle.plan.statement_nodes import Stmt

# What one loop or function may cost between two decisions without being charged, and all of a plan together.
SHARES = (10_000_000, 1_000_000, 100_000, 10_000, 1_000, 0)
MOST_UNCHARGED = 50_000_000


class Budget(Charging):
    """Charges the code of a plan; later functions can be added, for labels and the like."""

    # -------------------------------------------------------------- a whole plan
    def charge(
        self,
        blocks: dict[int, Block],
        sites: dict[int, Site],
        repeated: frozenset[str],
        asked: Iterable[Function] = (),
    ) -> tuple[dict[int, Block], dict[int, Site]]:
        """The blocks and sites with charges; functions are changed in place.

        `repeated` names the rules that labels and reasons look at, for each choice anew; `asked` are
        functions that play calls for each player.
        """
        for function in self.functions:
            self._code["function", function.number] = Code(function.body, _is_supposed(function))
        for block in blocks.values():
            self._code["block", block.id] = Code(block.body)
        for site in sites.values():
            self._code["site", site.id] = Code(site.again)
        told = frozenset(function.number for function in self.functions if function.rule in repeated)
        self._locals.find(self.functions, blocks.values(), sites.values(), told)
        always = {("function", number) for number in (*told, *(refill.number for refill in self.refills))}
        framed = {("block", block.id) for block in blocks.values() if block.called == "with a frame"}
        bodies: dict[Unit, tuple[Stmt, ...]] = {}
        first = self._code
        for self._late, laps in ((False, float(FREE_JUMPS)), (True, inf)):
            if self._late:
                self._code = {unit: Code(body, first[unit].supposed) for unit, body in bodies.items()}
            begun = {unit: laps if unit in framed else 1 for unit in self._code if unit[0] != "function"}
            begun |= {("function", function.number): self.layout.players for function in asked}
            bodies = self._charged(list(self._code), begun | dict.fromkeys(always, inf), laps)
        self._late, self._code = False, first
        self._charged_so_far = len(self.functions)
        for function in self.functions:
            function.body = bodies["function", function.number]
        return (
            {number: replace(block, body=bodies["block", number]) for number, block in blocks.items()},
            {number: replace(site, again=bodies["site", number]) for number, site in sites.items()},
        )

    def charge_value(self, function: Function) -> None:
        """Charges a function for a label, a question or a reason, and what was made along with it."""
        made = self.functions[self._charged_so_far :]
        for one in made:
            self._code["function", one.number] = Code(one.body, _is_supposed(one))
        units = [("function", one.number) for one in made]
        bodies = self._charged(units, dict.fromkeys(units, inf), inf)
        for one in made:
            one.body = bodies["function", one.number]
        self._charged_so_far = len(self.functions)
        function.body = (s.Charge(-1, STEPS.VALUE), *function.body)

    def _charged(
        self, units: list[Unit], begun: dict[Unit, float], laps: float
    ) -> dict[Unit, tuple[Stmt, ...]]:
        """The bodies of some code, with charges; blocks are come back to so many times."""
        self._collecting = True
        for unit in units:
            self._enter(unit)
            self._sequence(self._here.body, 1)
        order = self._count_runs(units, begun, laps)
        self._collecting = False
        for share in SHARES:
            self._share, self._uncharged = share, 0
            bodies = {unit: self._body(unit) for unit in order}
            if self._uncharged <= MOST_UNCHARGED:
                break
        return bodies

    def _count_runs(self, units: list[Unit], begun: dict[Unit, float], laps: float) -> list[Unit]:
        """How often each can run between two decisions; they come out after what they call."""
        own = set(units)
        groups = circles({unit: [to for to, _ in self._code[unit].calls if to in own] for unit in units})
        for group in groups:
            calls_itself = any(to == group[0] for to, _ in self._code[group[0]].calls)
            for unit in group:
                self._code[unit].circle = len(group) if len(group) > 1 or calls_itself else 0
        chains: dict[Unit, int] = {}
        for group in groups:
            inner = max((chains.get(to, 0) for unit in group for to, _ in self._code[unit].calls), default=0)
            chains |= dict.fromkeys(group, len(group) + inner)
        self.chain = max([self.chain, *chains.values()])
        for group in reversed(groups):
            for unit in group:
                code = self._code[unit]
                code.runs += begun.get(unit, 0)
                if code.circle and any(self._code[one].runs or begun.get(one) for one in group):
                    code.runs = laps if unit[0] == "block" else inf
            for unit in group:
                for to, times in self._code[unit].calls:
                    self._code[to].runs += self._code[unit].runs * times if times else 0
        return [unit for group in groups for unit in group]

    def _enter(self, unit: Unit) -> None:
        self._here = self._code[unit]
        self.lengths.locals = self._locals.locals.get(unit, {})

    def _body(self, unit: Unit) -> tuple[Stmt, ...]:
        """The charged body of a unit; what it calls has been charged before."""
        self._enter(unit)
        here = self._here
        here.hidden = 0
        body, cost = self._sequence(here.body, 1)
        runs = max(here.runs, 1)
        here.visible = STEPS.CALL
        if body and isinstance(body[0], s.Charge):
            return body
        if unit[0] == "function":
            if here.circle or (cost > SMALL and runs * cost > self._share):
                return (s.Charge(-1, whole(cost), self._late), *body)
            if cost <= SMALL:
                here.visible += cost
                return body
        elif runs * cost > self._share and (not here.circle or here.circle * cost > 5 * SMALL):
            # What is less is bounded by the number of jumps.
            return (s.Charge(-1, whole(cost), self._late), *body)
        if cost > SMALL:
            self._uncharged += min(runs, MOST_JUMPS) * cost
            here.hidden += cost
        return body


def repeated_rules(program: ir.Program) -> frozenset[str]:
    """The rules that texts for people look at, directly or not."""
    texts = [node for node in walk((program.procs, program.requires)) if isinstance(node, ir.Text | ir.Shown)]
    waiting = [node.proc for node in walk(tuple(texts)) if isinstance(node, ir.Call | ir.Supposing)]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            proc = program.procs[name]
            waiting += [
                node.proc
                for node in walk((proc.body, proc.value))
                if isinstance(node, ir.Call | ir.CallProc | ir.Supposing)
            ]
    return frozenset(found)


def _is_supposed(function: Function) -> bool:
    """Whether what a function changes is taken back."""
    return function.supposed or any(isinstance(stmt, s.ReturnSupposed) for stmt in function.body)
