"""What every name in a checked ruleset stands for, with all the places where it is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from hoyle.checked import model as m
from hoyle.checked.builtins import FUNCTION
from hoyle.checked.checker import Checker
from hoyle.checked.types import Type
from hoyle.diagnostics.model import Findings, Place, SourceFile
from hoyle.document.nodes import Scalar
from hoyle.lsp.declared import BUILTIN_TYPES, declared_in
from hoyle.lsp.scenario_uses import scenario_code, scenario_uses
from hoyle.syntax import nodes as n
from hoyle.syntax.parser import parse_expression, parse_procedure
from hoyle.syntax.walk import rule_trees, texts, walk

Kind: TypeAlias = Literal[
    "zone", "state", "option", "rule", "type", "component", "board", "value", "attribute", "local", "builtin",
    "builtin type",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Meaning:
    """`home` is the type of a value or attribute, or the rule of a local."""

    kind: Kind
    name: str
    home: str = ""
    type: Type | None = field(default=None, compare=False)  # of a local or an attribute


@dataclass(frozen=True, slots=True)
class Use:
    place: Place
    meaning: Meaning
    declares: bool = False


@dataclass(frozen=True, slots=True)
class CodeTree:
    """What is evaluated by itself, with its parameters; `home` tells its locals from others."""

    home: str
    parameters: tuple[n.Ident, ...]
    tree: Any


_MAKE = "make "  # what the home of a row's condition begins with


def code_of(model: m.Model) -> Iterator[CodeTree]:
    """All code of a ruleset: its rules, and what stands elsewhere in its sections."""
    syntax = model.syntax
    for id, info in model.rules.items():
        yield CodeTree(id, tuple(one.name for one in info.rule.parameters), rule_trees(info.rule))
    for number, definition in enumerate((*syntax.definitions, *syntax.starts.values())):
        parameters = tuple(one.name for one in definition.parameters)
        yield CodeTree(f"{definition.name} {number}", parameters, definition.value)
    for variable in syntax.state.values():
        declaration = variable.declaration
        index = tuple(name for name in declaration.index if name is not None)
        yield CodeTree(f"state {variable.name}", index, (declaration.first, declaration.later))
    others: list[Any] = [syntax.rounds, syntax.ends, *syntax.refill_when.values()]
    for requirement in syntax.requires:
        others += [requirement.test, *texts(requirement.why)]
    for component in syntax.components.values():
        for row in component.make:
            if row.where is not None and row.where.expr is not None:
                yield CodeTree(f"{_MAKE}{component.key.text}", (), row.where.expr)
    for number, tree in enumerate((*others, *syntax.formulas)):
        yield CodeTree(f"expression {number}", (), tree)


class Uses:
    """All uses of names in the files of a ruleset; `own` is the file being edited."""

    def __init__(self, model: m.Model) -> None:
        self.model = model
        self.document = model.syntax.document
        self.own: SourceFile = self.document.files[0]
        found: dict[tuple[int, int, int], Use] = {}
        for use in (*self._keys(), *self._trees(), *self._types(), *self._scenarios()):
            key = id(use.place.file), use.place.start, use.place.end
            # a declaration is often visited a second time as part of a tree
            if key not in found or use.declares > found[key].declares:
                found[key] = use
        self.all = tuple(found.values())

    def at(self, offset: int) -> Use | None:
        """The name at an offset of the file being edited, or the one that ends there."""
        here = [
            use
            for use in self.all
            if use.place.file is self.own and use.place.start <= offset <= use.place.end
        ]
        return min(
            here, key=lambda use: (use.place.end == offset, use.place.end - use.place.start), default=None
        )

    def of(self, meaning: Meaning) -> list[Use]:
        return sorted(
            (use for use in self.all if use.meaning == meaning),
            key=lambda use: (self._level(use.place), use.place.start),
        )

    def declarations(self, meaning: Meaning) -> list[Place]:
        """Where a name is declared, the variant's own declaration before those of its bases."""
        return [use.place for use in self.of(meaning) if use.declares]

    def _level(self, place: Place) -> int:
        files = self.document.files
        return next((level for level, file in enumerate(files) if file is place.file), len(files))

    # -------------------------------------------------------------- where names come from
    def _keys(self) -> Iterator[Use]:
        for layer in self.document.layers:
            for kind, name, home, place, declares in declared_in(layer):
                if kind == "type" and name in BUILTIN_TYPES:
                    yield Use(place, Meaning("builtin type", name))
                elif kind == "type" and not declares:
                    yield Use(place, self._type_meaning(name))
                else:
                    yield Use(place, Meaning(kind, name, home), declares)

    def _scenarios(self) -> Iterator[Use]:
        model = self.model
        spaces: tuple[tuple[Kind, Iterable[str]], ...] = (
            ("zone", model.zones),
            ("state", model.variables),
            ("option", model.options),
            ("rule", [name for name in model.rules if "." not in name]),
        )
        for layer in self.document.layers:
            for name, place, called in scenario_uses(layer):
                for kind, names in spaces:
                    if name in names and (kind == "rule") == called:
                        yield Use(place, Meaning(kind, name))
            for scalar, is_statement in scenario_code(layer):
                for use in self._fragment(scalar, is_statement):
                    if use.meaning.kind in ("zone", "state", "option", "rule"):
                        yield use

    def _fragment(self, scalar: Scalar, is_statement: bool) -> Iterator[Use]:
        """The names in code that is no part of the ruleset."""
        checker = Checker.of_fragment(self.model, Findings())
        if is_statement:
            block = parse_procedure(scalar, Findings()) or ()
            checker.block(block)
            yield from self._tree(block, "scenario")
        elif (expr := parse_expression(scalar, Findings())) is not None:
            checker.condition(expr)
            yield from self._tree(expr, "scenario")

    def _trees(self) -> Iterator[Use]:
        for code in code_of(self.model):
            for ident in code.parameters:
                yield from self._ident(ident, code.home, declares=True)
            yield from self._tree(code.tree, code.home)

    def _tree(self, tree: Any, home: str) -> Iterator[Use]:
        typing = self.model.typing
        nodes = list(walk(tree))
        assigned = {node.target for node in nodes if isinstance(node, n.Assign)}
        for node in nodes:
            match node:
                case n.Call():
                    yield from self._call(node)
                case n.Attribute():
                    owner = typing.types.get(node.of)
                    if owner is not None and owner.inner.kind in ("piece", "enum", "node"):
                        attribute = Meaning(
                            "attribute", node.name.text, owner.inner.name, typing.types.get(node)
                        )
                        yield Use(node.name.at.place, attribute)
                case n.Ident() if node in typing.locals:
                    yield from self._ident(node, home, node not in assigned)
                case n.Name() | n.Quoted() | n.Ident():
                    binding = typing.bindings.get(node)
                    meaning = self._meaning(binding, node, home) if binding is not None else None
                    if meaning is not None:
                        yield Use(_inside(node), meaning)
                case _:
                    pass

    def _ident(self, ident: n.Ident, home: str, declares: bool) -> Iterator[Use]:
        unique = self.model.typing.locals.get(ident)
        if unique is not None:
            type_ = self.model.typing.types.get(ident)
            # parameters are shared by a rule and by what it replaced
            home = home.removesuffix(".base") if "." in home else home
            yield Use(ident.at.place, Meaning("local", unique, home, type_), declares)

    def _call(self, node: n.Call) -> Iterator[Use]:
        target = self.model.typing.targets.get(node)
        if isinstance(target, m.RuleTarget):
            name = target.id.partition(".")[0]
            # `base(…)` is a way to the rule's older body, not its name
            yield Use(node.name.at.place, Meaning("rule", name, "base" if "." in target.id else ""))
        elif node.name.text in FUNCTION:
            yield Use(node.name.at.place, Meaning("builtin", node.name.text))

    def _meaning(self, binding: m.Binding, node: n.Node, home: str) -> Meaning | None:
        match binding:
            case m.LocalRef():
                if home.startswith(_MAKE):  # in a condition of `make` the attributes are locals
                    owner = home.removeprefix(_MAKE)
                    return Meaning("attribute", binding.name, owner, self.model.typing.types.get(node))
                home = home.removesuffix(".base") if "." in home else home
                return Meaning("local", binding.name, home, self.model.typing.types.get(node))
            case m.VariableRef():
                return Meaning("state", binding.name)
            case m.OptionRef():
                return Meaning("option", binding.name)
            case m.ZoneRef():
                return Meaning("zone", binding.name)
            case m.BuiltinRef():
                return Meaning("builtin", binding.name)
            case m.TypeRef():
                return self._type_meaning(binding.type.name)
            case m.ValueRef():
                text = node.text if isinstance(node, n.Name | n.Quoted) else ""
                if binding.type.kind in ("bool", "none"):
                    return Meaning("builtin", text)
                return Meaning("value", text, binding.type.name)

    def _type_meaning(self, name: str) -> Meaning:
        if name in BUILTIN_TYPES:
            return Meaning("builtin type", name)
        return Meaning("component" if name in self.model.components else "type", name)

    def _types(self) -> Iterator[Use]:
        syntax = self.model.syntax
        for type_ in syntax.type_nodes:
            yield from self._type_nodes(type_)
        for variable in syntax.state.values():
            yield from self._type_nodes(variable.declaration.type)
            for per in variable.declaration.per:
                yield Use(per.at.place, self._type_meaning(per.text))
        rules = (info.rule for info in self.model.rules.values())
        called = [rule.parameters for rule in rules]
        called += [one.parameters for one in (*syntax.definitions, *syntax.starts.values())]
        for parameter in (parameter for parameters in called for parameter in parameters):
            yield from self._type_nodes(parameter.type)

    def _type_nodes(self, node: n.TypeNode) -> Iterator[Use]:
        match node:
            case n.NamedType():
                yield Use(node.at.place, self._type_meaning(node.name))
            case n.ListType() | n.MaybeType():
                yield from self._type_nodes(node.item)
            case n.ZoneType():
                scalar: Scalar = node.at.scalar
                start = node.at.start + node.at.text.rfind(node.component)
                place = scalar.place_of(start, start + len(node.component))
                yield Use(place, self._type_meaning(node.component))
            case n.MemoryType():
                for name in node.names:
                    yield Use(name.at.place, Meaning("state", name.text))
            case n.RangeType():
                pass


@lru_cache(maxsize=8)
def uses_of(model: m.Model) -> Uses:
    """The uses of names in a ruleset, which an editor asks about many times."""
    return Uses(model)


def _inside(node: n.Name | n.Quoted | n.Ident) -> Place:
    """The place of a name without the quotation marks of the action language."""
    at = node.at
    if isinstance(node, n.Quoted) and at.text[:1] == '"':
        return at.scalar.place_of(at.start + 1, at.end - 1)
    return at.place
