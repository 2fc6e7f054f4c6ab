"""What would be after a rule: its type, and that the rule can be taken back.

A rule that is supposed asks nobody, and nothing in it, or in what is looked at after it, hangs on chance: no
random value, no shuffling, and no order of a zone that is ever shuffled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from hoyle.checked import model as m
from hoyle.checked.calls import call_type
from hoyle.checked.types import ANY, Type, list_of, piece
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Findings, Place, Related
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import children, names_in, walk

if TYPE_CHECKING:
    from hoyle.checked.checker import Checker


def type_of(checker: Checker, node: n.Supposing, want: Type | None) -> Type:
    """The type of the value; what was known of the state is not known after the rule."""
    checker.typing.types[node.call] = call_type(checker, node.call, None, statement=True)
    target = checker.typing.targets.get(node.call)
    if isinstance(target, m.BuiltinTarget):
        checker.report(
            codes.NOT_SUPPOSED,
            node.call,
            f"`{target.name}` is a built-in function, which changes nothing",
            help="suppose a rule with a `do` that changes something",
        )
    elif isinstance(target, m.RuleTarget):
        checker.supposed.append((node, checker.scope.cites))
    known = checker.scope.known
    checker.scope.forget()
    found = checker.expr(node.then, want)
    checker.scope.known = known
    if found.kind == "nothing":
        return checker.no_result(node.then)
    # A zone is only there afterwards: what is left of it is a list of its pieces.
    return list_of(piece(found.name)) if found.kind == "zone" else found


# ------------------------------------------------------------------ what cannot be taken back
_Zones: TypeAlias = tuple[tuple[str, str | None], ...]
"""For the parameters of a rule that are zones: which zone each is, if that is known."""


class _Obstacle(NamedTuple):
    what: str  # "asks somebody"
    where: Place
    names: tuple[str, ...] = ()  # those that `what` mentions


def check_supposed(
    model: m.Model, findings: Findings, supposed: list[tuple[n.Supposing, tuple[str, ...]]]
) -> None:
    """Reports rules that are supposed although they ask, roll or reveal, themselves or through a call."""
    if not supposed:
        return
    shuffled = _shuffled(model)
    for node, cites in supposed:
        target = model.typing.targets[node.call]
        assert isinstance(target, m.RuleTarget)
        name = model.rules[target.id].rule.name
        obstacle = _Search(model, shuffled).of_call(node.call, {})
        if obstacle is not None:
            findings.report(
                codes.NOT_SUPPOSED,
                node.call.at.place,
                f"`{name}` cannot be supposed: it {obstacle.what}",
                help="put what comes after that into a rule of its own, and suppose this one",
                related=[Related(obstacle.where, "here")],
                cites=cites,
                names=(name, *obstacle.names),
            )
            continue
        obstacle = _Search(model, shuffled, reading=True).within(node.then, {})
        if obstacle is not None:
            findings.report(
                codes.NOT_SUPPOSED,
                node.then.at.place,
                f"this cannot be looked at after a rule that is supposed: it {obstacle.what}",
                help="look at it before, and give it a name",
                related=[Related(obstacle.where, "here")],
                cites=cites,
                names=obstacle.names,
            )


class _Search:
    """Looks for the first thing in a rule that cannot be supposed, through all that it calls."""

    def __init__(self, model: m.Model, shuffled: frozenset[str], reading: bool = False) -> None:
        self.model, self.typing, self.shuffled = model, model.typing, shuffled
        self.reading = reading  # an expression, in which what has effects is a finding of its own
        self._seen: set[tuple[str, _Zones]] = set()

    def of_call(self, call: n.Call, zones: Mapping[str, str | None]) -> _Obstacle | None:
        target = self.typing.targets.get(call)
        if not isinstance(target, m.RuleTarget):
            return None
        rule = self.model.rules[target.id].rule
        given = {
            self.typing.locals[parameter.name]: self._zone(arg, zones)
            for parameter, arg in zip(rule.parameters, call.args, strict=False)
            if self._type(arg).kind == "zone" and parameter.name in self.typing.locals
        }
        key = target.id, tuple(sorted(given.items(), key=lambda item: item[0]))
        if key in self._seen:
            return None
        self._seen.add(key)
        return self.within((rule.body, rule.value, *(test.test for test in rule.exceptions)), given)

    def within(self, tree: Any, zones: Mapping[str, str | None]) -> _Obstacle | None:
        """The first obstacle in a tree, where some locals are known zones."""
        return next(self._obstacles(tree, zones, ordered=True), None)

    def _obstacles(self, tree: Any, zones: Mapping[str, str | None], ordered: bool) -> Iterator[_Obstacle]:
        """All obstacles in a tree; not `ordered`: of a zone here only matters what is in it."""
        if isinstance(tree, tuple):
            for item in tree:
                yield from self._obstacles(item, zones, ordered=True)
            return
        if not isinstance(tree, n.Node):
            return
        place = tree.at
        match tree:
            case n.Decision():
                yield _Obstacle("asks somebody something", place.place)
            case n.Shuffle():
                yield _Obstacle("shuffles", place.place)
            case n.Reveal():
                yield _Obstacle("reveals something", place.place)
            case n.Draw() | n.Deal() if self._by_chance(tree.zone, zones):
                said = f"draws from `{tree.zone.at.text}`, which is shuffled"
                yield _Obstacle(said, place.place, tuple(names_in(tree.zone)))
            case n.Draw() | n.Deal() | n.PlaceTo():
                parts = [part for part in children(tree) if part is not tree.zone]
                yield from self._obstacles(_indices(tree.zone), zones, ordered)
                for part in parts:
                    yield from self._obstacles(part, zones, ordered=True)
                return
            case n.Call():
                yield from self._call(tree, zones)
                return
            case n.Supposing():
                # What is supposed in turn is looked at on its own.
                yield from self._obstacles(tree.call.args, zones, ordered=True)
                return
            case n.Quantifier(word="any" | "all" | "no" | "count", prefix=False) | n.Total():
                yield from self._obstacles(tree.list, zones, ordered=False)
                for part in children(tree):
                    if part is not tree.list and part is not tree.name:
                        yield from self._obstacles(part, zones, ordered=True)
                return
            case n.Member():
                yield from self._obstacles(tree.item, zones, ordered=True)
                yield from self._obstacles(tree.list, zones, ordered=False)
                return
            case n.Name() | n.Index() if ordered and self._by_chance(tree, zones):
                said = f"looks at the order of `{tree.at.text}`, which is shuffled"
                yield _Obstacle(said, place.place, tuple(names_in(tree)))
            case n.Index() if self._is_zone(tree):
                yield from self._obstacles(tree.index, zones, ordered=True)
                return
            case _:
                pass
        for part in children(tree):
            yield from self._obstacles(part, zones, ordered=True)

    def _call(self, call: n.Call, zones: Mapping[str, str | None]) -> Iterator[_Obstacle]:
        target = self.typing.targets.get(call)
        if target == m.BuiltinTarget("random") and not self.reading:
            yield _Obstacle("rolls", call.at.place)
        counted = target in (m.BuiltinTarget("size"), m.BuiltinTarget("drawable"))
        wanted: list[Type] = []
        if isinstance(target, m.RuleTarget):
            acts = self.reading and self.model.rules[target.id].changes
            found = None if acts else self.of_call(call, zones)
            if found is not None:
                yield found
            wanted = [type_ for _, type_ in self.model.rules[target.id].parameters]
        for index, arg in enumerate(call.args):
            as_zone = index < len(wanted) and wanted[index].kind == "zone"
            yield from self._obstacles(arg, zones, ordered=not (counted or as_zone))

    # -------------------------------------------------------------- zones
    def _type(self, node: n.Expr) -> Type:
        return self.typing.types.get(node, ANY)

    def _is_zone(self, node: n.Expr) -> bool:
        """Whether it names a zone, or several zones of one name."""
        named = node.of if isinstance(node, n.Index) else node
        return isinstance(self.typing.bindings.get(named), m.ZoneRef) or self._type(node).kind == "zone"

    def _zone(self, node: n.Expr, zones: Mapping[str, str | None]) -> str | None:
        """The name of the zone that an expression stands for, if it is known."""
        match self.typing.bindings.get(node.of if isinstance(node, n.Index) else node):
            case m.ZoneRef(name):
                return name
            case m.LocalRef(name):
                return zones.get(name)
            case _:
                return None

    def _by_chance(self, node: n.Expr, zones: Mapping[str, str | None]) -> bool:
        """Whether it is a zone, or several, that may lie in an order which chance has made."""
        if not self._is_zone(node):
            return False
        name = self._zone(node, zones)
        if name is not None:
            return name in self.shuffled
        component = self._type(node).name
        return any(self.model.zones[other].component == component for other in self.shuffled)


def _indices(zone: n.Expr) -> Any:
    return zone.index if isinstance(zone, n.Index) else ()


def _shuffled(model: m.Model) -> frozenset[str]:
    """The zones whose order chance may have made."""
    found = {zone.name for zone in model.zones.values() if zone.shuffled or zone.refill is not None}
    for info in model.rules.values():
        for node in walk(info.rule.body):
            if isinstance(node, n.Shuffle):
                binding = model.typing.bindings.get(
                    node.zone.of if isinstance(node.zone, n.Index) else node.zone
                )
                found |= {binding.name} if isinstance(binding, m.ZoneRef) else set(model.zones)
    return frozenset(found)
