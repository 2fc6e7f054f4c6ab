"""Plans the lists of choices: their order, when each condition is looked at, and which look alike."""

from __future__ import annotations

import dataclasses
from typing import TypeVar

from hoyle.ir import program as ir
from hoyle.ir.walk import conjuncts, free_names, numbered, rebuilt, replaced, walk, walk_here
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.expressions import EMPTY, Expressions, Scope
from hoyle.plan.fold import constant_of
from hoyle.plan.hoist import invariants, is_total
from hoyle.plan.liveness import asked_locals
from hoyle.plan.model import Function
from hoyle.plan.nodes import Expr
from hoyle.plan.statement_nodes import Stmt

LIST = "choices"

T = TypeVar("T")


def plan_choices(source: Expressions, decide: ir.Decide, bodies: tuple[int, ...], rule: str) -> Function:
    """The function that lists the choices of a decision, alternative by alternative."""
    function = source.draft.function(f"choices {rule}", tuple(sorted(asked_locals(decide))), rule)
    shared = _shared_lists(source, decide)
    body: list[Stmt] = [s.StartList(-1, LIST), *(s.Forget(-1, name) for name in shared.values())]
    for alternative, block in zip(decide.alternatives, bodies, strict=True):
        listing = _Alternative(source, alternative, block, shared)
        short = listing.at_once() if len(decide.alternatives) == 1 else None
        if short is not None:
            function.body = (s.Return(alternative.at, short),)
            return function
        body += listing.loops()
    function.body = (*body, s.Return(-1, p.Local(LIST)))
    return function


def _shared_lists(source: Expressions, decide: ir.Decide) -> dict[ir.Expr, str]:
    """Lists that several alternatives pick from, and that are worth making once."""
    found: dict[ir.Expr, int] = {}
    for alternative in decide.alternatives:
        picks = {pick.name for pick in alternative.picks}
        for items in dict.fromkeys(numbered(pick.list) for pick in alternative.picks if pick.kind == "one"):
            if isinstance(items, ir.Quantified | ir.Call) and not free_names(items) & picks:
                found[items] = found.get(items, 0) + 1
    wanted = [items for items, times in found.items() if times > 1]
    return {
        items: f"listP{number}"
        for number, items in enumerate(wanted)
        if constant_of(source.expr(items)) is None
    }


class _Alternative:
    """Lists the choices of one alternative; `shared` names lists that others pick from, too."""

    def __init__(
        self, source: Expressions, alternative: ir.Alternative, block: int, shared: dict[ir.Expr, str]
    ) -> None:
        self.source, self.draft, self.shared = source, source.draft, shared
        self.alternative, self.at, self.block = alternative, alternative.at, block
        self.picks = alternative.picks
        self.scope = EMPTY
        self.tests = self._split()
        self.levels = self._levels()
        self.key = self._key()

    # -------------------------------------------------------------- conditions
    def _split(self) -> list[ir.Expr]:
        """The conditions; where nothing can fail in between, each part of an `and` on its own."""
        program = self.source.program
        if not all(is_total((pick.list, pick.least, pick.most), program) for pick in self.picks[1:]):
            return [need.test for need in self.alternative.needs]
        return [
            part
            for need in self.alternative.needs
            for part in (conjuncts(need.test) if is_total(need.test, program) else (need.test,))
        ]

    def _levels(self) -> list[int]:
        """After how many picks each condition can be looked at; the order of conditions is kept."""
        found, level = [], 0
        for test in self.tests:
            level = max(level, self._level(test))
            found.append(level)
        return found

    def _level(self, expr: ir.Expr) -> int:
        """After how many picks an expression can be computed."""
        bound = {pick.name: index + 1 for index, pick in enumerate(self.picks)}
        return max((bound.get(name, 0) for name in free_names(expr)), default=0)

    # -------------------------------------------------------------- look-alikes
    def _key(self) -> Expr | None:
        """What tells choices apart, where pieces look alike; None: no two can be alike."""
        parts: list[Expr] = []
        alike = False
        for pick in self.picks:
            if pick.type.kind != "piece" or not self._has_look_alikes(pick.type.name):
                parts.append(p.Local(pick.name))
                continue
            alike = True
            if pick.kind == "some":
                look = self._look(p.Local("pieceP"), pick)
                parts.append(p.Sorted(p.Listed(("pieceP",), p.Local(pick.name), None, look)))
            else:
                parts.append(self._look(p.Local(pick.name), pick))
        if not alike:
            return None
        return parts[0] if len(parts) == 1 else p.Items(tuple(parts))

    def _has_look_alikes(self, component: str) -> bool:
        looks = next(c.looks for c in self.source.program.components if c.name == component)
        return len(set(looks)) < len(looks)

    def _look(self, piece: Expr, pick: ir.Pick) -> Expr:
        """How a piece looks: its attributes, what variables say of it and, if it matters, where it lies."""
        layout = self.source.layout
        parts: list[Expr] = [p.Lookup(self.source.tables.table(self.draft.looks, "look"), piece)]
        if pick.zones == 2:
            parts.append(p.Cell("location", layout.location, piece))
        for name, slot in layout.slots.items():
            if slot.per_piece:
                for offset, stride in slot.of_a_piece:
                    place = piece if stride == 1 else p.Scaled(piece, stride)
                    parts.append(p.Cell(name, slot.base + offset, place))
        return parts[0] if len(parts) == 1 else p.Items(tuple(parts))

    # -------------------------------------------------------------- one pick, nothing to tell apart
    def at_once(self) -> Expr | None:
        """All choices as one list, where there is one pick and nothing to tell apart."""
        if len(self.picks) != 1 or self.picks[0].kind != "one" or self.key is not None or 0 in self.levels:
            return None
        pick, needs = self.picks[0], tuple(self.tests)
        found = invariants(needs, frozenset((pick.name,)), self.source.program)
        if any(
            isinstance(part, ir.Call | ir.Quantified | ir.Supposing)
            and constant_of(self.source.expr(part)) is None
            for part in (*found.before, *found.when_needed)
        ):
            return None  # worth computing once, before a loop
        items, scope = self.source.expr(pick.list), self.scope
        looked = self.source.loops.whole_variable(items, pick.name, needs)
        if looked is None:
            return p.Listed((pick.name,), items, self._all(needs, scope), self._choice())
        cells, held = self.source.cells(looked), p.Local("heldP")
        scope = scope.holding(looked, pick.name, held)
        if self._looks_only(needs, looked, pick.name):
            # The test needs only the values: let the ready-made choices go along with them.
            constant = constant_of(items)
            assert isinstance(constant, tuple)
            ready = tuple((self.block, value) for value in constant)
            pairs = p.Zipped(self.source.tables.constant(ready, "choices"), cells)
            return p.Listed(("choiceP", "heldP"), pairs, self._all(needs, scope), p.Local("choiceP"))
        pairs = p.Zipped(items, cells)
        return p.Listed((pick.name, "heldP"), pairs, self._all(needs, scope), self._choice())

    def _all(self, tests: tuple[ir.Expr, ...], scope: Scope) -> Expr | None:
        found: Expr | None = None
        for test in tests:
            part = self.source.expr(test, scope)
            found = part if found is None else self.source.fold(p.And(found, part))
        return None if found == p.Known(1) else found

    def _looks_only(self, needs: tuple[ir.Expr, ...], variable: str, name: str) -> bool:
        """Whether conditions use a local only to look up a variable."""
        looks = sum(1 for node in walk_here(needs) if node == ir.Get(variable, ir.Local(name)))
        return looks == sum(1 for node in walk(needs) if node == ir.Local(name))

    def _choice(self) -> Expr:
        """A choice; with one pick of a small type it lies ready in a table."""
        tables, layout = self.source.tables, self.source.layout
        if not self.picks:
            return tables.constant((self.block,), "choice")
        pick = self.picks[0]
        small = pick.type.kind in ("piece", "player", "team", "enum", "node", "edge")
        if len(self.picks) == 1 and pick.kind == "one" and small:
            ready = tuple((self.block, value) for value in range(layout.count_of(pick.type)))
            return p.Lookup(tables.table(ready, "choices"), p.Local(pick.name))
        return p.ChoiceOf(self.block, tuple(p.Local(pick.name) for pick in self.picks))

    # -------------------------------------------------------------- loops
    def loops(self) -> tuple[Stmt, ...]:
        """A loop for each pick, within those of the picks before it; each condition as early as it can be."""
        self._remember()
        body = self._pick(0)
        forget = tuple(s.Forget(self.at, name) for name, level in self.remembered.items() if level == 0)
        keys = (s.NewKeys(self.at),) if self.key is not None else ()
        return *keys, *forget, *self._where(0, body)

    def _remember(self) -> None:
        """What can be computed once is: before a loop, or when it is first needed."""
        self.before: list[list[tuple[str, ir.Expr]]] = [[] for _ in self.picks]
        self.remembered: dict[str, int] = {}  # the name of each, and after which pick it is another
        for index in range(len(self.picks)):
            changing = frozenset(pick.name for pick in self.picks[index:])
            own = [number for number, level in enumerate(self.levels) if level == index + 1]
            found = invariants(tuple(self.tests[n] for n in own), changing, self.source.program)
            names: dict[ir.Expr, ir.Expr] = {}
            needed: dict[ir.Expr, ir.Expr] = {}
            for expr in (*found.before, *found.when_needed):
                planned = self.source.expr(expr, self.scope)
                if constant_of(planned) is not None:
                    continue
                name = f"fixed{index}H{len(names) + len(needed)}"
                level = self._level(expr)
                early = expr in found.before and self.picks[index].kind != "some"
                if early and (level == index or not isinstance(expr, ir.Call | ir.Quantified | ir.Supposing)):
                    self.before[index].append((name, expr))
                    names[expr] = ir.Local(name)
                else:
                    needed[expr] = ir.Local(name)
                    self.remembered[name] = level
                    self.scope = self.scope.bound(name, p.Once(name, planned))
            for number in own:
                self.tests[number] = replaced(_replaced_when_needed(self.tests[number], needed), names)

    def _where(self, level: int, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """What is done if the conditions hold that can be looked at after so many picks."""
        tests = tuple(
            test for test, found in zip(self.tests, self.levels, strict=True) if found == level
        )  # fmt: skip
        test = self._all(tests, self.scope)
        return body if test is None else (s.If(self.at, test, body),)

    def _pick(self, index: int) -> tuple[Stmt, ...]:
        if index == len(self.picks):
            add = s.Append(self.at, LIST, self._choice())
            return (add,) if self.key is None else (s.IfNew(self.at, self.key, (add,)),)
        pick, name = self.picks[index], f"itemsP{index}"
        items = self._items(pick)
        inner = self._where(index + 1, self._pick(index + 1))
        forget = tuple(
            s.Forget(self.at, name) for name, level in self.remembered.items() if level == index + 1
        )
        if not self.before[index]:
            return (s.Loop(self.at, (pick.name,), items, (*forget, *inner)),)
        fixed = tuple(
            s.SetLocal(self.at, name, self.source.expr(expr, self.scope)) for name, expr in self.before[index]
        )
        loop = s.Loop(self.at, (pick.name,), p.Local(name), (*forget, *inner))
        some = p.HasItems(p.Local(name))
        return s.SetLocal(self.at, name, items), s.If(self.at, some, (*fixed, loop))

    def _items(self, pick: ir.Pick) -> Expr:
        items = self.source.expr(pick.list)
        shared = self.shared.get(numbered(pick.list))
        if shared is not None:
            return p.Once(shared, items)
        match pick.kind:
            case "rider":
                both = self.source.tables.constant((0, 1), "rider")
                return self.source.fold(p.Choose(items, both, self.source.tables.constant((0,), "rider")))
            case "one":
                return items
            case "some":
                assert pick.least is not None
                assert pick.most is not None
                return p.Selections(items, self.source.expr(pick.least), self.source.expr(pick.most))


def _replaced_when_needed(value: T, given: dict[ir.Expr, ir.Expr]) -> T:
    """A copy with parts replaced, though none inside a quantifier.

    That may be a function, which is handed all it reads: so what it might never look at would be computed.
    """
    if isinstance(value, ir.Quantified):
        return given.get(value, value)  # type: ignore[return-value]
    if dataclasses.is_dataclass(value) and value in given:
        return given[value]  # type: ignore[return-value]
    if isinstance(value, ir.Supposing):
        args, values = _replaced_when_needed((value.args, value.values), given)
        return dataclasses.replace(value, args=args, values=values)
    return rebuilt(value, lambda part: _replaced_when_needed(part, given))
