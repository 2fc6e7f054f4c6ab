"""What names, values, attributes and indices mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.checked import habits
from hoyle.checked import model as m
from hoyle.checked.builtins import FUNCTION, GRID_DIRECTIONS, VALUE, Value
from hoyle.checked.types import (
    ANY,
    BOOL,
    INT,
    MEMORY,
    NONE,
    PLAYER,
    Type,
    builtin_type,
    comparable,
    described,
    fits,
    list_of,
    per_words,
    piece,
)
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Diagnostic, Findings, Related, together
from hoyle.diagnostics.suggest import all_of, closest, did_you_mean
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import names_in
from hoyle.syntax.words import reserved

if TYPE_CHECKING:
    from hoyle.checked.checker import Checker


def declare_local(checker: Checker, name: n.Ident, type_: Type) -> None:
    """Declares a local; says so if its name already means something."""
    text, taken = name.text, checker.scope.locals.get(name.text)
    places = checker.declarations.places
    message, place, names = None, None, tuple[str, ...]()
    if taken is not None:
        message, place = f"`{text}` is already the name of something here", taken.name.at.place
    elif text in VALUE or text in places:
        message, place = f"`{text}` already means something else in this ruleset", places.get(text)
    elif (home := _value_home(checker.model, text)) is not None:
        message, names = f"`{text}` is a value of `{home}`: here it would be hidden", (home,)
    if message is not None:
        related = [Related(place, "declared here")] if place is not None else []
        help_ = "choose another name"
        if text in checker.model.variables:
            help_ += f", or write `{text} = …` to set that one"
        checker.report(codes.SHADOWED, name, message, help_, related, names)
        type_ = ANY  # whichever is meant, its uses are not mistakes of their own
    checker.note_scope(name)
    local = checker.scope.declare(name, type_)
    checker.typing.locals[name] = local.unique
    checker.typing.types[name] = type_


def _value_home(model: m.Model, text: str) -> str | None:
    for enum in model.enums.values():
        declared = not enum.name.startswith("option ") and not _yields(model, enum.name, text)
        if text in enum.values and declared:
            return enum.name
    for board in model.boards.values():
        if text in board.nodes:
            return board.node_type
    return None


def _yields(model: m.Model, enum: str, text: str) -> bool:
    """Whether a value means whatever else is called so: `north`, where only paths lead north."""
    if enum != "direction" or text not in GRID_DIRECTIONS or model.enums[enum].place is not None:
        return False
    return all(board.kind != "grid" for board in model.boards.values())


def is_value_word(checker: Checker, node: n.Expr) -> bool:
    """Whether a word can only be a value of some type, so that the other side tells which."""
    if isinstance(node, n.Quoted):
        return True
    if isinstance(node, n.ListOf):
        return bool(node.items) and all(is_value_word(checker, item) for item in node.items)
    if not isinstance(node, n.Name) or node.text in checker.scope.locals:
        return False
    return common_name(checker, node.text) is None and node.text not in checker.declarations.misdeclared


def common_name(checker: Checker, name: str) -> tuple[m.Binding, Type] | None:
    """A name of the common space: state, options, zones, built-in values, types."""
    model = checker.model
    if name in checker.declarations.misdeclared:
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
    type_ = checker.declarations.named_type(name)
    if name in model.ranges:
        return m.TypeRef(Type("int", name)), list_of(INT)
    if type_ is not None and type_.kind in ("enum", "piece", "node", "edge"):
        return m.TypeRef(type_), list_of(type_)
    return None


def name_type(checker: Checker, node: n.Name, want: Type | None) -> Type:
    """The type of what a name stands for: a local, something of the common space, or a value."""
    text = node.text
    bindings = checker.typing.bindings
    local = checker.scope.locals.get(text)
    if local is not None:
        bindings[node] = m.LocalRef(local.unique)
        return local.type
    common = common_name(checker, text)
    if common is None:
        if text in checker.declarations.misdeclared:
            return ANY
        return value_word(checker, node, want)
    binding, type_ = common
    if want is not None and want.inner.kind in ("enum", "node", "edge") and not fits(type_, want):
        # A value called like a type or a zone: the wanted type decides.
        value = _value_in(checker.model, want.inner, text)
        if value is not None:
            bindings[node] = m.ValueRef(want.inner, value)
            return want.inner
    bindings[node] = binding
    per = per_of(checker.model, binding)
    if type_ == MEMORY and want != MEMORY:
        return checker.report(
            codes.BAD_MEMORY, node, f"`{text}` is a memory, not a value", help=f"ask `times({text})`"
        )
    return needs_index(checker, node, text, per) if per else type_


def needs_index(checker: Checker, node: n.Node, text: str, per: tuple[Type, ...]) -> Type:
    """Says that one of several is meant, but not which."""
    shown = {local.type: name for name, local in checker.scope.locals.items()}
    dots = ", ".join(shown.get(type_, "…") for type_ in per)
    message, help_ = f"there is one `{text}` per {per_words(per)}", f"say which: `{text}[{dots}]`"
    if per == (PLAYER,) and PLAYER not in shown:
        help_ += f", or ask about all: `any p in players where {text}[p] …`"
    return checker.report(codes.NEEDS_INDEX, node, message, help=help_)


def per_of(model: m.Model, binding: m.Binding) -> tuple[Type, ...]:
    """By what something is indexed, if there are several of it."""
    match binding:
        case m.VariableRef():
            return model.variables[binding.name].per
        case m.ZoneRef():
            return model.zones[binding.name].per
        case m.BuiltinRef():
            return per_builtin(VALUE[binding.name])
        case _:
            return ()


def per_builtin(value: Value) -> tuple[Type, ...]:
    """By what a built-in value is indexed; a piece is of any component."""
    return (PLAYER,) if value.per == "player" else (piece(""),) if value.per == "piece" else ()


def _value_in(model: m.Model, type_: Type, text: str) -> int | None:
    names = model.values_of(type_)
    return names.index(text) if text in names else None


def _value_types(model: m.Model) -> list[Type]:
    """All types that have values with names."""
    found = [Type("enum", name) for name in model.enums]
    found += [Type("node", name) for name in model.board_of_node]
    found += [Type("edge", name) for name in model.board_of_edge]
    return found


def value_word(checker: Checker, node: n.Name | n.Quoted, want: Type | None) -> Type:
    """The type of a word that can only be a value: of the wanted type, or of the one type that has it."""
    text, bindings, item = node.text, checker.typing.bindings, want
    if want is not None and want.kind == "list":
        item = want.element
    wanted = item.inner if item is not None else None
    if wanted is not None and wanted.kind in ("enum", "node", "edge"):
        value = _value_in(checker.model, wanted, text)
        if value is not None:
            bindings[node] = m.ValueRef(wanted, value)
            return wanted
    model = checker.model
    homes = [type_ for type_ in _value_types(model) if text in model.values_of(type_)]
    if len(homes) > 1:
        homes = [type_ for type_ in homes if not (type_.kind == "enum" and _yields(model, type_.name, text))]
    if len(homes) > 1 and wanted is None:
        declared = [type_ for type_ in homes if not type_.name.startswith("option ")]
        homes = declared if len(declared) == 1 else homes
    if len(homes) == 1 or (homes and wanted is not None):
        bindings[node] = m.ValueRef(homes[0], _value_in(checker.model, homes[0], text) or 0)
        return homes[0]
    if homes:
        types = " and ".join(named(home) for home in homes)
        message, names = f"`{text}` is a value of {types}", tuple(declared_name(home) for home in homes)
        return checker.report(codes.AMBIGUOUS_VALUE, node, message, names=names)
    return _unknown(checker, node, want, wanted)


def declared_name(type_: Type) -> str:
    """The name under which a type with values is declared: its own, or that of an option."""
    return type_.name.removeprefix("option ")


def _unknown(checker: Checker, node: n.Name | n.Quoted, want: Type | None, item: Type | None) -> Type:
    """Reports a word that means nothing; `item` is what is wanted, or what a list of is wanted."""
    checker.note_scope(node)
    text, model = node.text, checker.model
    wanted = item if item is not None and item.kind in ("enum", "node", "edge") else None
    anything = item is None or item.kind in ("any", "none")
    types = [wanted] if wanted is not None else _value_types(model) if anything else []
    values = [value for type_ in types for value in model.values_of(type_)]
    if isinstance(node, n.Quoted):
        return _no_value(checker, node, wanted, values)
    if text in reserved():
        return ANY  # that is a finding of the parser already
    help_ = habits.for_name(text)
    if text in model.boards:
        places = model.boards[text].node_type
        help_ = f"`{text}` is a board; all of its places are `{places}`"
    elif text in model.rules:
        help_ = f"`{text}` is a rule: write `{text}(…)`"
    elif text in FUNCTION:
        help_ = f"`{text}` is a built-in function: write `{text}(…)`"
    if help_ is None and wanted is not None and closest(text, values) is not None:
        return _no_value(checker, node, wanted, values)
    help_ = help_ or did_you_mean(text, _names_for(checker, None if anything else want, values))
    if help_ is None and wanted is not None and want is not None and want.kind != "list":
        return _no_value(checker, node, wanted, values)
    if help_ is None and want is not None and want.kind == "zone" and model.zones:
        help_ = f"the zones are {all_of(model.zones)}"
    help_ = help_ or "declare it: with `let`, as a parameter, or under `state`"
    message = f"there is nothing called `{text}` here"
    return checker.report_unknown(codes.UNKNOWN_NAME, node, message, help_)


def _names_for(checker: Checker, want: Type | None, values: list[str]) -> list[str]:
    """The names that could stand where something is wanted: a zone, a player, anything."""
    model = checker.model
    typed = {name: local.type for name, local in checker.scope.locals.items()}
    typed |= {name: variable.type for name, variable in model.variables.items()}
    typed |= {name: option.type for name, option in model.options.items()}
    typed |= {name: Type("zone", zone.component) for name, zone in model.zones.items()}
    typed |= {name: builtin_type(value.type) for name, value in VALUE.items()}
    if want is None:
        return [*typed, *values, *model.enums, *model.ranges, *model.components]
    if want.kind == "zone":
        return [name for name, type_ in typed.items() if type_.kind in ("zone", "any")]
    if want.kind == "list":
        lists = [name for name, type_ in typed.items() if type_.kind in ("list", "zone", "any")]
        return [*lists, *values, *model.enums, *model.ranges, *model.components]
    return [*(name for name, type_ in typed.items() if comparable(type_, want)), *values]


def _no_value(checker: Checker, node: n.Name | n.Quoted, wanted: Type | None, values: list[str]) -> Type:
    """Says that a word is none of a type's values, and which there are."""
    text = f'"{node.text}"' if isinstance(node, n.Quoted) else f"`{node.text}`"
    kind = named(wanted) if wanted is not None else "any type"
    help_ = did_you_mean(node.text, values)
    if help_ is None and wanted is not None:
        help_ = habits.values_said(values)
    home = (declared_name(wanted),) if wanted is not None else ()
    return checker.report(
        codes.UNKNOWN_VALUE, node, f"{text} is not a value of {kind}", help=help_, names=home
    )


def named(type_: Type) -> str:
    """A type as a message names it: by its name, or as the option whose values it has."""
    if type_.kind == "enum" and type_.name.startswith("option "):
        return f"the option `{declared_name(type_)}`"
    return f"`{type_}`"


# ------------------------------------------------------------------ attributes and indices
def attribute_type(checker: Checker, node: n.Attribute) -> Type:
    owner, name = checker.expr(node.of), node.name.text
    if owner.kind == "any":
        return ANY
    if owner.kind == "maybe":
        return checker.report(
            codes.MAYBE_NONE,
            node.of,
            f"`{node.of.at.text}` may be none, so it may have no `{name}`",
            help=f"test it first: `{node.of.at.text} exists`",
            names=(name,),
        )
    found = checker.model.attributes_of(owner)
    if name in found:
        return found[name]
    checker.note_scope(node.name)
    related = []
    place = checker.declarations.places.get(owner.name)
    if place is not None and owner.kind != "zone":
        related.append(Related(place, f"`{owner}` is declared here"))
    has = f"it has {', '.join(f'`{key}`' for key in found)}" if found else "it has no attributes"
    message = f"{described(owner)} has no attribute `{name}`"
    help_ = habits.for_attribute(owner, node, checker.model) or did_you_mean(name, found) or has
    return checker.report_unknown(codes.UNKNOWN_ATTRIBUTE, node.name, message, help_, related)


def index_type(checker: Checker, node: n.Index) -> Type:
    if isinstance(node.of, n.Name) and node.of.text not in checker.scope.locals:
        common = common_name(checker, node.of.text)
        if common is not None and per_of(checker.model, common[0]):
            return _per_index(checker, node, node.of, *common)
    if (name := _chained(checker, node)) is not None:
        return name
    owner = checker.expr(node.of)
    if node.more:
        for index in node.indices:
            checker.expr(index)
        message = f"`{node.of.at.text}` takes one index at a time, not {len(node.indices)}"
        return ANY if owner.kind == "any" else checker.report(codes.NO_INDEX, node.more[0], message)
    if owner.kind == "zone":
        if fits(checker.expr(node.index), INT):
            return piece(owner.name)
        return _single(checker, node)
    if owner.kind == "list":
        checker.expect(node.index, INT, "as the place in a list")
        _check_range(checker, node)
        return owner.element
    checker.expr(node.index)
    if owner.kind == "any":
        return ANY
    return _single(checker, node)


def _chained(checker: Checker, node: n.Index) -> Type | None:
    """Says so where the indices of something per several types are written one after the other."""
    inner: n.Expr = node
    indices: list[n.Expr] = []
    while isinstance(inner, n.Index):
        indices = [*inner.indices, *indices]
        inner = inner.of
    if not isinstance(inner, n.Name) or inner.text in checker.scope.locals:
        return None
    common = common_name(checker, inner.text)
    per = () if common is None else per_of(checker.model, common[0])
    if not isinstance(node.of, n.Index) or len(per) < 2 or len(node.of.indices) >= len(per):
        return None
    for index in indices:
        checker.expr(index)
    return chained(checker, node, inner.text, tuple(indices), per)


def chained(
    checker: Checker, node: n.Node, name: str, indices: tuple[n.Expr, ...], per: tuple[Type, ...]
) -> Type:
    """Says how several indices are written."""
    together = ", ".join(index.at.text for index in indices)
    message = f"there is one `{name}` per {per_words(per)}: its indices stand in one pair of brackets"
    return checker.report(codes.NEEDS_INDEX, node, message, help=f"write `{name}[{together}]`", names=(name,))


def _single(checker: Checker, node: n.Index) -> Type:
    name = node.of.at.text
    message = f"`{name}` is single, it takes no `[{node.index.at.text}]`"
    return checker.report(
        codes.NO_INDEX, node.index, message, help=f"write `{name}` alone", names=tuple(names_in(node.of))
    )


def _check_range(checker: Checker, node: n.Index) -> None:
    """Says so if a list that is written out has no such place."""
    if not isinstance(node.of, n.ListOf):
        return
    size, index = len(node.of.items), node.index
    if isinstance(index, n.Minus) or (isinstance(index, n.Integer) and index.value >= size):
        last = f"its places are 0 to {size - 1}" if size else "it is empty"
        checker.report(
            codes.OUT_OF_RANGE,
            index,
            f"the list has no place {index.at.text}",
            help=f"counted from 0, {last}",
        )


def _per_index(checker: Checker, node: n.Index, name: n.Name, binding: m.Binding, type_: Type) -> Type:
    checker.typing.bindings[name] = binding
    checker.typing.types[name] = type_
    per = per_of(checker.model, binding)
    if not right_number(checker, node, name.text, node.indices, per):
        return ANY
    found = [
        _one_index(checker, index, wanted, name.text, per)
        for index, wanted in zip(node.indices, per, strict=True)
    ]
    lists = [index for index, of in zip(node.indices, found, strict=True) if of.kind in ("list", "zone")]
    if ANY in found:
        return ANY
    if len(lists) > 1:
        message = f"only one of the indices of `{name.text}` may be a list"
        help_ = f"go through the others: `for each x in {lists[0].at.text}: …`"
        return checker.report(codes.WRONG_TYPE, lists[1], message, help=help_, names=(name.text,))
    if lists:
        return list_of(piece(type_.name) if type_.kind == "zone" else type_)
    return type_


def right_number(
    checker: Checker, node: n.Node, name: str, indices: tuple[n.Expr, ...], per: tuple[Type, ...]
) -> bool:
    """Whether there are as many indices as something is `per`; says so if not."""
    if len(indices) == len(per):
        return True
    for index in indices:
        checker.expr(index)
    if len(per) == 1:
        message = f"`{name}` is one per {per_words(per)}, it takes one index and not {len(indices)}"
        checker.report(codes.NO_INDEX, indices[1], message, names=(name,))
    else:
        dots = ", ".join([*(index.at.text for index in indices), "…"][: len(per)])
        message = (
            f"there is one `{name}` per {per_words(per)}: it takes {len(per)} indices, not {len(indices)}"
        )
        checker.report(codes.NEEDS_INDEX, node, message, help=f"write `{name}[{dots}]`", names=(name,))
    return False


def _one_index(checker: Checker, node: n.Expr, per: Type, name: str, all_: tuple[Type, ...]) -> Type:
    """The type of one index, a single one or a list; ANY if it was reported."""
    wanted = INT if per.kind == "int" else per
    index = checker.expr(node, wanted)
    item = index.single
    if (per.kind == "piece" and not per.name and item.kind == "piece") or fits(item, wanted):
        return index
    if item.kind == "maybe" and fits(item.inner, wanted):
        return checker.report(
            codes.MAYBE_NONE,
            node,
            f"`{node.at.text}` may be none, but `{name}` is one per {per_words(all_)}",
            help=f"test it first: `{node.at.text} exists`",
            names=(name,),
        )
    help_ = f"write `seat({node.at.text})`" if wanted == PLAYER and item == INT else None
    message = f"`{name}` is one per {per}, not per {item}"
    if len(all_) > 1:
        message = (
            f"`{name}` is one per {per_words(all_)}: {described(per)} is wanted here, not {described(item)}"
        )
    return checker.report(codes.WRONG_TYPE, node, message, help=help_, names=(name,))


# ------------------------------------------------------------------ names that nothing declares
class UnknownNames:
    """Collects unknown names, so that one misspelt declaration is one finding however often it is used."""

    def __init__(self) -> None:
        self._uses: dict[tuple[str, str], list[Diagnostic]] = {}

    def add(self, use: Diagnostic) -> None:
        self._uses.setdefault((use.code.id, use.message), []).append(use)

    def report(self, findings: Findings) -> None:
        """One finding for each name: its first use, and the others as related places."""
        for uses in self._uses.values():
            places = {use.place: use for use in uses}
            findings.add(together(sorted(places.values(), key=lambda use: use.sort_key)))
