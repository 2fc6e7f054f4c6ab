"""What names, values, attributes and indices mean."""

from __future__ import annotations

from hoyle.checked import model as m
from hoyle.checked.builtins import FUNCTION, VALUE
from hoyle.checked.expectations import Expectations
from hoyle.checked.types import (
    ANY,
    BOOL,
    INT,
    NONE,
    PLAYER,
    Type,
    builtin_type,
    described,
    fits,
    list_of,
    piece,
)  # fmt: skip
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Related
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.syntax import nodes as n
from hoyle.syntax.words import reserved


class Names(Expectations):
    """Finds what a name stands for, and the type of what hangs on it."""

    def declare_local(self, name: n.Ident, type_: Type) -> None:
        """Declares a local; says so if its name already means something."""
        text, taken = name.text, self.scope.locals.get(name.text)
        places = self.checker.declarations.places
        message, place = None, None
        if taken is not None:
            message, place = f"`{text}` is already the name of something here", taken.place
        elif text in VALUE or text in places:
            message, place = f"`{text}` already means something else in this ruleset", places.get(text)
        elif (home := self._value_home(text)) is not None:
            message = f"`{text}` is a value of `{home}`: here it would be hidden"
        if message is not None:
            related = [Related(place, "declared here")] if place is not None else []
            self.report(codes.SHADOWED, name, message, help="choose another name", related=related)
            type_ = ANY  # whichever is meant, its uses are not mistakes of their own
        local = self.scope.declare(text, type_, name.at.place)
        self.model.typing.locals[name] = local.unique
        self.model.typing.types[name] = type_

    def _value_home(self, text: str) -> str | None:
        for enum in self.model.enums.values():
            if text in enum.values and not enum.name.startswith("option "):
                return enum.name
        for board in self.model.boards.values():
            if text in board.nodes:
                return board.node_type
        return None

    def is_value_word(self, node: n.Expr) -> bool:
        """Whether a word can only be a value of some type, so that the other side tells which."""
        if isinstance(node, n.Quoted):
            return True
        if isinstance(node, n.ListOf):
            return bool(node.items) and all(self.is_value_word(item) for item in node.items)
        if not isinstance(node, n.Name) or node.text in self.scope.locals:
            return False
        return self._common(node.text) is None and node.text not in self.checker.declarations.misdeclared

    def _common(self, name: str) -> tuple[m.Binding, Type] | None:
        """A name of the common space: state, options, zones, built-in values, types."""
        model = self.model
        if name in self.checker.declarations.misdeclared:
            return None
        if name in model.variables:
            return m.VariableRef(name), model.variables[name].type
        if name in model.options:
            return m.OptionRef(name), model.options[name].type
        if name in model.zones:
            return m.ZoneRef(name), Type("zone", model.zones[name].component)
        if name in ("true", "false"):
            return m.ValueRef(BOOL, int(name == "true")), BOOL
        if name == "none":
            return m.ValueRef(NONE, None), NONE
        if name in VALUE:
            return m.BuiltinRef(name), builtin_type(VALUE[name].type)
        type_ = self.checker.declarations.named_type(name)
        if name in model.ranges:
            return m.TypeRef(Type("int", name)), list_of(INT)
        if type_ is not None and type_.kind in ("enum", "piece", "node", "edge"):
            return m.TypeRef(type_), list_of(type_)
        return None

    def name(self, node: n.Name, want: Type | None, indexed: bool = False) -> Type:
        text = node.text
        bindings = self.model.typing.bindings
        local = self.scope.locals.get(text)
        if local is not None:
            bindings[node] = m.LocalRef(local.unique)
            return local.type
        common = self._common(text)
        if common is None:
            if text in self.checker.declarations.misdeclared:
                return ANY
            return self._quoted(node, text, want)
        binding, type_ = common
        if want is not None and want.inner.kind in ("enum", "node", "edge") and not fits(type_, want):
            # A value called like a type or a zone: the wanted type decides.
            value = self._value_in(want.inner, text)
            if value is not None:
                bindings[node] = m.ValueRef(want.inner, value)
                return want.inner
        bindings[node] = binding
        if not indexed and isinstance(binding, m.VariableRef | m.ZoneRef | m.BuiltinRef):
            per = self.per_of(binding)
            if per is not None:
                return self.report(
                    codes.NEEDS_INDEX,
                    node,
                    f"there is one `{text}` per {per}",
                    help=f"say which: `{text}[…]`",
                )
        return type_

    def per_of(self, binding: m.Binding) -> Type | None:
        match binding:
            case m.VariableRef():
                return self.model.variables[binding.name].per
            case m.ZoneRef():
                return self.model.zones[binding.name].per
            case m.BuiltinRef():
                per = VALUE[binding.name].per
                return PLAYER if per == "player" else Type("piece", "") if per == "piece" else None
            case _:
                return None

    def _value_in(self, type_: Type, text: str) -> int | None:
        names: tuple[str, ...] = ()
        if type_.kind == "enum":
            names = self.model.enums[type_.name].values
        elif type_.kind == "node":
            names = _nodes(self.model, type_)
        elif type_.kind == "edge":
            names = _edges(self.model, type_)
        return names.index(text) if text in names else None

    def _value_types(self) -> list[Type]:
        model = self.model
        found = [Type("enum", name) for name in model.enums]
        found += [Type("node", name) for name in model.board_of_node]
        found += [Type("edge", name) for name in model.board_of_edge]
        return found

    def _quoted(self, node: n.Name | n.Quoted, text: str, want: Type | None) -> Type:
        bindings = self.model.typing.bindings
        if want is not None and want.kind == "list":
            want = want.element
        wanted = want.inner if want is not None else None
        if wanted is not None and wanted.kind in ("enum", "node", "edge"):
            value = self._value_in(wanted, text)
            if value is not None:
                bindings[node] = m.ValueRef(wanted, value)
                return wanted
        homes = [type_ for type_ in self._value_types() if self._value_in(type_, text) is not None]
        if len(homes) > 1 and wanted is None:
            plain = [type_ for type_ in homes if not type_.name.startswith("option ")]
            homes = plain if len(plain) == 1 else homes
        if len(homes) == 1 or (homes and wanted is not None):
            bindings[node] = m.ValueRef(homes[0], self._value_in(homes[0], text) or 0)
            return homes[0]
        if homes:
            types = " and ".join(f"`{home}`" for home in homes)
            return self.report(codes.AMBIGUOUS_VALUE, node, f"`{text}` is a value of {types}")
        return self._unknown(node, text, wanted)

    def _unknown(self, node: n.Name | n.Quoted, text: str, wanted: Type | None) -> Type:
        values: list[str] = []
        for type_ in (
            self._value_types() if wanted is None or wanted.kind not in ("enum", "node", "edge") else [wanted]
        ):
            if type_.kind == "enum":
                values += self.model.enums[type_.name].values
            elif type_.kind == "node":
                values += _nodes(self.model, type_)
            else:
                values += _edges(self.model, type_)
        if isinstance(node, n.Quoted):
            kind = (
                f"`{wanted}`"
                if wanted is not None and wanted.kind in ("enum", "node", "edge")
                else "any type"
            )
            return self.report(
                codes.UNKNOWN_VALUE,
                node,
                f'"{text}" is not a value of {kind}',
                help=did_you_mean(text, values),
            )
        model = self.model
        if wanted is not None and wanted.kind in ("enum", "node", "edge"):
            near = did_you_mean(text, values)
            if near is not None:
                return self.report(
                    codes.UNKNOWN_VALUE, node, f"`{text}` is not a value of `{wanted}`", help=near
                )
        known = [*self.scope.locals, *model.variables, *model.options, *model.zones, *VALUE, *values]
        known += [*model.enums, *model.ranges, *model.components]
        help_ = did_you_mean(text, known) or "declare it: with `let`, as a parameter, or under `state`"
        if text in model.rules:
            help_ = f"`{text}` is a rule: write `{text}(…)`"
        elif text in FUNCTION:
            help_ = f"`{text}` is a built-in function: write `{text}(…)`"
        if text in reserved():
            return ANY  # that is a finding of the parser already
        message = f"there is nothing called `{text}` here"
        return self.report_unknown(codes.UNKNOWN_NAME, node, message, help_)

    # -------------------------------------------------------------- attributes and indices
    def _attribute(self, node: n.Attribute) -> Type:
        owner, name = self.expr(node.of), node.name.text
        if owner.kind == "any":
            return ANY
        if owner.kind == "maybe":
            return self.report(
                codes.MAYBE_NONE,
                node.of,
                f"`{node.of.at.text}` may be none, so it may have no `{name}`",
                help=f"test it first: `{node.of.at.text} exists`",
            )
        found: dict[str, Type] = {}
        if owner.kind == "piece":
            found = self.model.components[owner.name].attributes if owner.name else {}
        elif owner.kind == "enum":
            found = {key: column.type for key, column in self.model.enums[owner.name].columns.items()}
        elif owner.kind == "node":
            board = self.model.board_of_node.get(owner.name)
            found = (
                {key: column.type for key, column in board.attributes.items()} if board is not None else {}
            )
        if name in found:
            return found[name]
        related = []
        place = self.checker.declarations.places.get(owner.name)
        if place is not None:
            related.append(Related(place, f"`{owner}` is declared here"))
        has = f"it has {', '.join(f'`{key}`' for key in found)}" if found else "it has no attributes"
        message = f"{described(owner)} has no attribute `{name}`"
        help_ = did_you_mean(name, found) or has
        return self.report_unknown(codes.UNKNOWN_ATTRIBUTE, node.name, message, help_, related)

    def _index(self, node: n.Index) -> Type:
        if isinstance(node.of, n.Name) and node.of.text not in self.scope.locals:
            common = self._common(node.of.text)
            if common is not None and self.per_of(common[0]) is not None:
                return self._per_index(node, node.of, *common)
        owner = self.expr(node.of)
        if owner.kind == "zone":
            if fits(self.expr(node.index), INT):
                return piece(owner.name)
            return self._single(node)
        if owner.kind == "list":
            self.expect(node.index, INT, "as the place in a list")
            self._check_range(node)
            return owner.element
        self.expr(node.index)
        if owner.kind == "any":
            return ANY
        return self._single(node)

    def _single(self, node: n.Index) -> Type:
        name = node.of.at.text
        message = f"`{name}` is single, it takes no `[{node.index.at.text}]`"
        return self.report(codes.NO_INDEX, node.index, message, help=f"write `{name}` alone")

    def _check_range(self, node: n.Index) -> None:
        """Says so if a list that is written out has no such place."""
        if not isinstance(node.of, n.ListOf):
            return
        size, index = len(node.of.items), node.index
        if isinstance(index, n.Minus) or (isinstance(index, n.Integer) and index.value >= size):
            last = f"its places are 0 to {size - 1}" if size else "it is empty"
            self.report(
                codes.OUT_OF_RANGE,
                index,
                f"the list has no place {index.at.text}",
                help=f"counted from 0, {last}",
            )

    def _per_index(self, node: n.Index, name: n.Name, binding: m.Binding, type_: Type) -> Type:
        self.model.typing.bindings[name] = binding
        self.model.typing.types[name] = type_
        per = self.per_of(binding)
        assert per is not None
        wanted = INT if per.kind == "int" else per
        index = self.expr(node.index, wanted)
        several = index.kind in ("list", "zone")
        item = index.element if index.kind == "list" else piece(index.name) if index.kind == "zone" else index
        if per.kind == "piece" and not per.name and item.kind == "piece":
            pass
        elif not fits(item, wanted):
            if item.kind == "maybe" and fits(item.inner, wanted):
                return self.report(
                    codes.MAYBE_NONE,
                    node.index,
                    f"`{node.index.at.text}` may be none, but `{name.text}` is one per {per}",
                    help=f"test it first: `{node.index.at.text} exists`",
                )
            help_ = f"write `seat({node.index.at.text})`" if wanted == PLAYER and item == INT else None
            return self.report(
                codes.WRONG_TYPE, node.index, f"`{name.text}` is one per {per}, not per {item}", help=help_
            )
        if several:
            return list_of(piece(type_.name) if type_.kind == "zone" else type_)
        return type_


def _nodes(model: m.Model, type_: Type) -> tuple[str, ...]:
    """The nodes of a node type; none where its board could not be built."""
    board = model.board_of_node.get(type_.name)
    return board.nodes if board is not None else ()


def _edges(model: m.Model, type_: Type) -> tuple[str, ...]:
    board = model.board_of_edge.get(type_.name)
    return tuple(edge.name for edge in board.edges) if board is not None else ()
