"""Lowers checked expressions."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, assert_never

from hoyle.checked import model as m
from hoyle.checked.types import Type
from hoyle.ir import program as ir
from hoyle.ir.types import ValueType, list_of, within
from hoyle.syntax import nodes as n
from hoyle.syntax.nodes import Template

if TYPE_CHECKING:
    from hoyle.ir.from_checked import Lowering

TRUE, FALSE = ir.Const(1), ir.Const(0)

# Each item of a list that stands among several indices; the grammar allows no capitals, so it is free.
_EACH = "eachT0"


def value_type(type_: Type) -> ValueType:
    """A checked type as a program has it, where it does not matter whether something may be absent."""
    match type_.kind:
        case "enum" | "node" | "edge" | "piece":
            return ValueType(type_.kind, type_.name)
        case "list":
            return list_of(value_type(type_.element))
        case "maybe":
            return value_type(type_.inner)
        case "int" if type_.name:
            return ValueType("range", type_.name)
        case _:
            return ValueType(type_.kind)  # type: ignore[arg-type]


def stored_type(type_: Type) -> ValueType:
    """A checked type as a program has it, with all that may be absent."""
    if type_.kind == "maybe":
        return dataclasses.replace(stored_type(type_.inner), optional=True)
    return list_of(stored_type(type_.element)) if type_.kind == "list" else value_type(type_)


def flat(per: ir.Per, indices: tuple[ir.Expr, ...]) -> ir.Expr:
    """The one index of a single one, or the number that several indices make."""
    return indices[0] if len(indices) == 1 else ir.Flat(per, indices)


class ExpressionLowering:
    """Turns typed syntax into expressions of the program."""

    def __init__(self, lowering: Lowering) -> None:
        self.lowering = lowering
        self.model = lowering.model
        self.typing = lowering.model.typing
        # Alternatives that a rule lends are lowered where they are shared: their locals get names of their
        # own there, and some of their parameters are what they are given.
        self.suffix = ""
        self.given: dict[str, ir.Expr] = {}
        self.locals: dict[str, ValueType] = {}  # all that are declared so far

    def declared(self, name: n.Ident) -> str:
        """The local that a name declares."""
        return self.local(self.typing.locals[name] + self.suffix, self.type_of(name))

    def local(self, name: str, type_: Type) -> str:
        """Notes the type of a local; one that is several things in turn can be anything."""
        found = stored_type(type_)
        self.locals[name] = found if self.locals.get(name, found) == found else ValueType("any")
        return name

    def parameters(self, nodes: tuple[n.Parameter, ...], ends: dict[str, m.Ends]) -> tuple[str, ...]:
        """The locals that parameters declare."""
        found = tuple(self.declared(node.name) for node in nodes)
        for node, name in zip(nodes, found, strict=True):
            self.locals[name] = within(self.locals[name], ends.get(node.name.text))
        return found

    @property
    def typed(self) -> tuple[ir.Typed, ...]:
        return tuple(ir.Typed(name, type_) for name, type_ in self.locals.items())

    def type_of(self, node: n.Node) -> Type:
        return self.typing.types[node]

    # -------------------------------------------------------------- lists and zones
    def list(self, node: n.Expr) -> ir.Expr:
        """An expression where a list is wanted: a zone stands for its pieces."""
        lowered = self.expr(node)
        return ir.Pieces(lowered) if self.type_of(node).kind == "zone" else lowered

    def players(self, node: n.Expr) -> ir.Expr:
        """One player or a list of them, as a list."""
        lowered = self.expr(node)
        return ir.Items((lowered,)) if self.type_of(node).kind == "player" else lowered

    # -------------------------------------------------------------- the cases
    def expr(self, node: n.Expr) -> ir.Expr:
        match node:
            case n.Integer():
                return ir.Const(node.value)
            case n.Name() | n.Quoted():
                return self._name(node)
            case n.Attribute():
                owner = self.type_of(node.of)
                board = self.model.board_of_node.get(owner.name) if owner.kind == "node" else None
                if board is not None and node.name.text in board.coordinates:
                    return ir.Fn(node.name.text, (self.expr(node.of),), board.name)
                return ir.Table(f"{owner.kind}.{owner.name}.{node.name.text}", self.expr(node.of))
            case n.Index():
                return self._index(node)
            case n.Call():
                return self._call(node)
            case n.ListOf():
                return ir.Items(tuple(self.expr(item) for item in node.items))
            case n.Minus():
                inner = self.expr(node.of)
                return (
                    ir.Const(-inner.value)
                    if isinstance(inner, ir.Const)
                    else ir.Arith("-", ir.Const(0), inner)
                )
            case n.Arithmetic():
                if node.op in ("+", "-") and self.type_of(node.left).kind in ("list", "zone"):
                    together = ir.Concat if node.op == "+" else ir.TakenOut
                    return together(self.list(node.left), self.list(node.right))
                return ir.Arith(node.op, self.expr(node.left), self.expr(node.right))
            case n.Range():
                return ir.Span(self.expr(node.low), self.expr(node.high))
            case n.Arrange():
                return self._arrange(node)
            case n.Compare():
                return ir.Compare(node.op, self.expr(node.left), self.expr(node.right))
            case n.Exists():
                return ir.Exists(self.expr(node.of))
            case n.Member():
                return ir.In(self.expr(node.item), self.list(node.list))
            case n.Like():
                return ir.Alike(self.expr(node.left), self.expr(node.right))
            case n.Not():
                return ir.Not(self.expr(node.of))
            case n.And():
                return ir.And(self.expr(node.left), self.expr(node.right))
            case n.Or():
                return ir.Or(self.expr(node.left), self.expr(node.right))
            case n.Conditional():
                # A zone on one side and a list on the other: both are lists.
                side = self.list if self.type_of(node).kind == "list" else self.expr
                return ir.Choice(self.expr(node.test), side(node.then), side(node.otherwise))
            case n.Quantifier() | n.Total() | n.Extreme() | n.Each():
                return self._quantified(node)
            case n.Supposing():
                return self._supposing(node)
            case _:
                assert_never(node)

    def _name(self, node: n.Name | n.Quoted) -> ir.Expr:
        binding = self.typing.bindings[node]
        match binding:
            case m.LocalRef():
                return self.given.get(binding.name) or ir.Local(binding.name + self.suffix)
            case m.VariableRef():
                return ir.Get(binding.name)
            case m.OptionRef():
                return ir.Opt(binding.name)
            case m.ZoneRef():
                return ir.ZoneAt(binding.name)
            case m.ValueRef():
                return ir.Const(ir.NONE if binding.value is None else binding.value)
            case m.TypeRef():
                return self.values_of(binding.type)
            case m.BuiltinRef():
                if binding.name in ("players", "teams", "active"):
                    return ir.Fn(binding.name, ())
                return ir.Get(binding.name)
            case _:
                assert_never(binding)

    def values_of(self, type_: Type) -> ir.Expr:
        """All values of a type."""
        if type_.kind == "int":
            bounds = self.model.ranges[type_.name]
            return ir.Span(ir.Const(bounds.low), ir.Const(bounds.high))
        if type_.kind == "piece":
            component = self.model.components[type_.name]
            return _span(component.first, component.first + len(component.pieces))
        size = {
            "enum": lambda: len(self.model.enums[type_.name].in_use),
            "node": lambda: len(self.model.board_of_node[type_.name].nodes),
            "edge": lambda: len(self.model.board_of_edge[type_.name].edges),
        }[type_.kind]()
        return _span(0, size)

    def _index(self, node: n.Index) -> ir.Expr:
        binding = self.typing.bindings.get(node.of) if isinstance(node.of, n.Name) else None
        per: tuple[Type, ...] = ()
        if isinstance(binding, m.VariableRef):
            per = self.model.variables[binding.name].per
        elif isinstance(binding, m.ZoneRef):
            per = self.model.zones[binding.name].per
        elif isinstance(binding, m.BuiltinRef) and binding.name in ("score", "face_up"):
            per = (Type("any"),)
        if not per:
            return ir.ItemAt(self.list(node.of), self.expr(node.index))
        several = any(self.type_of(index).kind in ("list", "zone") for index in node.indices)
        assert binding is not None
        assert not isinstance(binding, m.ValueRef | m.TypeRef)
        index = self.indices(node.indices, per)
        if isinstance(binding, m.ZoneRef):
            return ir.PiecesOfEach(binding.name, index) if several else ir.ZoneAt(binding.name, index)
        return ir.GetEach(binding.name, index) if several else ir.Get(binding.name, index)

    def indices(self, nodes: tuple[n.Expr, ...], per: tuple[Type, ...]) -> ir.Expr:
        """Which of many: its index, or the number of several indices; the list of these if one is a list."""
        if len(nodes) == 1:
            return self.list(nodes[0])
        types = tuple(map(value_type, per))
        found = tuple(map(self.list, nodes))
        for place, node in enumerate(nodes):
            if self.type_of(node).kind in ("list", "zone"):
                self.local(_EACH, per[place])
                one = (*found[:place], ir.Local(_EACH), *found[place + 1 :])
                return ir.Quantified("each", _EACH, found[place], value=ir.Flat(types, one))
        return ir.Flat(types, found)

    def _arrange(self, node: n.Arrange) -> ir.Expr:
        if node.how == "except":
            by = self.type_of(node.by)
            items = self.list(node.by) if by.kind in ("list", "zone") else ir.Items((self.expr(node.by),))
            return ir.Without(self.list(node.list), items)
        return ir.Around(node.how, self.list(node.list), self.expr(node.by))

    def _quantified(self, node: n.Quantifier | n.Total | n.Extreme | n.Each) -> ir.Expr:
        local = self.declared(node.name)
        items = self.list(node.list)
        test = None if node.test is None else self.expr(node.test)
        match node:
            case n.Quantifier():
                return ir.Quantified(node.word, local, items, test, node.prefix)
            case n.Total():
                return ir.Quantified("sum", local, items, test, value=self.expr(node.value))
            case n.Each():
                return ir.Quantified("each", local, items, test, value=self.expr(node.value))
            case n.Extreme():
                return ir.Quantified(node.word, local, items, test, value=self.expr(node.key))

    def _supposing(self, node: n.Supposing) -> ir.Expr:
        target = self.typing.targets[node.call]
        assert isinstance(target, m.RuleTarget)
        kept = self.list if self.type_of(node.then).kind == "zone" else self.expr
        return ir.Supposing(target.id, self.arguments(node.call), kept(node.then))

    # -------------------------------------------------------------- calls
    def _call(self, node: n.Call) -> ir.Expr:
        target = self.typing.targets[node]
        if isinstance(target, m.RuleTarget):
            return ir.Call(target.id, self.arguments(node))
        return self._builtin(node, target.name)

    def arguments(self, node: n.Call) -> tuple[ir.Expr, ...]:
        """A call's arguments; a zone given for a list stands for its pieces."""
        target = self.typing.targets[node]
        if isinstance(target, m.RuleTarget):
            wanted = [type_ for _, type_ in self.model.rules[target.id].parameters]
            return tuple(
                self.list(arg) if type_.kind == "list" else self.expr(arg)
                for arg, type_ in zip(node.args, wanted, strict=True)
            )
        return tuple(self.expr(arg) for arg in node.args)

    def _builtin(self, node: n.Call, name: str) -> ir.Expr:
        match name:
            case "times":
                memory = self.typing.bindings[node.args[0]]
                assert isinstance(memory, m.VariableRef)
                return ir.Times(memory.name)
            case "top" | "bottom" | "drawable":
                return ir.Fn(name, (self.expr(node.args[0]),))
            case "size" | "reversed" | "distinct":
                return ir.Fn(name, (self.list(node.args[0]),))
            case "following":
                return ir.Fn(name, (self.expr(node.args[0]), self.list(node.args[1])))
            case "position":
                return self._position(node.args[0])
            case "left" | "right":
                steps = self.expr(node.args[1]) if len(node.args) > 1 else ir.Const(1)
                return ir.Fn(name, (self.expr(node.args[0]), steps))
            case "edges" | "neighbours" | "turning" | "across" | "ray" | "step":
                return ir.Fn(name, tuple(self.expr(arg) for arg in node.args), self._board(node))
            case "lines":
                board = self.model.board_of_node[self.type_of(node.args[0]).element.name].name
                return ir.Fn(name, (self.list(node.args[0]), self.expr(node.args[1])), board)
            case _:
                return ir.Fn(name, tuple(self.expr(arg) for arg in node.args))

    def _position(self, arg: n.Expr) -> ir.Expr:
        type_ = self.type_of(arg)
        value = self.expr(arg)
        if type_.kind == "piece":
            return ir.Arith("-", value, ir.Const(self.model.components[type_.name].first))
        return value

    def _board(self, node: n.Call) -> str:
        for arg in node.args:
            type_ = self.type_of(arg)
            if type_.kind == "node":
                return self.model.board_of_node[type_.name].name
            if type_.kind == "edge":
                return self.model.board_of_edge[type_.name].name
        raise AssertionError("no board")

    # -------------------------------------------------------------- texts
    def template(self, template: Template) -> tuple[ir.TextPart, ...]:
        return tuple(
            part if isinstance(part, str) else ir.Shown(self._shown(part), value_type(self.type_of(part)))
            for part in template
        )

    def _shown(self, node: n.Expr) -> ir.Expr:
        return self.list(node) if self.type_of(node).kind == "zone" else self.expr(node)


def _span(first: int, end: int) -> ir.Expr:
    return ir.Span(ir.Const(first), ir.Const(end - 1))
