"""The names that can be written somewhere, each with what it is."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from hoyle.checked import model as m
from hoyle.checked.builtins import FUNCTIONS, VALUES
from hoyle.checked.types import NOTHING, Type, per_words
from hoyle.show.declarations import default_of
from hoyle.syntax.words import reserved

ProposalKind: TypeAlias = Literal[
    "local", "zone", "state", "option", "rule", "function", "builtin", "type", "value", "attribute",
    "keyword", "key",
]  # fmt: skip

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
STATEMENTS = (
    "also", "choose for", "deal", "draw", "else", "else if", "end match", "end round", "for each", "forget",
    "if", "let", "move", "nothing", "offer to", "otherwise", "remember", "repeat", "return", "reveal",
    "shuffle", "simultaneously", "while",
)  # fmt: skip
IN_EXPRESSIONS = (
    "all", "and", "any", "count", "each", "exists", "first", "highest", "if", "in", "like", "lowest", "no",
    "not", "or", "sum", "supposing", "those", "where",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Proposal:
    """`text` is what is written; the first ranks stand on top."""

    label: str
    kind: ProposalKind
    detail: str = ""
    about: str = ""
    text: str | None = None
    rank: int = 5


def memories(model: m.Model) -> list[str]:
    return [name for name, variable in model.variables.items() if variable.type.kind == "memory"]


def names(model: m.Model, locals_: dict[str, Type]) -> Iterator[Proposal]:
    """Everything that a name in an expression can mean."""
    for name, type_ in locals_.items():
        yield Proposal(name, "local", str(type_), rank=1)
    for name, zone in model.zones.items():
        per = f" per {per_words(zone.per)}" if zone.per else ""
        yield Proposal(name, "zone", f"zone of {zone.component}{per}", rank=2)
    for name, variable in model.variables.items():
        per = f" per {per_words(variable.per)}" if variable.per else ""
        yield Proposal(name, "state", f"{_written_type(model, variable)}{per}", rank=2)
    for name, option in model.options.items():
        detail = f"option: {option.type}, default {default_of(option)}"
        yield Proposal(name, "option", detail, option.about or "", rank=3)
    yield from rules(model)
    for function in FUNCTIONS:
        yield Proposal(function.name, "function", function.signature, function.about, rank=4)
    for value in VALUES:
        per = f" per {value.per}" if value.per else ""
        yield Proposal(value.name, "builtin", f"{value.type}{per}", value.about, rank=4)
    for name in (
        *model.components,
        *model.ranges,
        *_enums(model),
        *model.board_of_node,
        *model.board_of_edge,
    ):
        yield Proposal(name, "type", "all its values", rank=5)


def rules(model: m.Model) -> Iterator[Proposal]:
    for name, info in model.rules.items():
        if "." not in name:
            result = f" → {info.result}" if info.result not in (None, NOTHING) else ""
            detail = f"{info.signature}{result}"
            yield Proposal(name, "rule", detail, " ".join((info.rule.about or "").split()), rank=3)


def types(model: m.Model) -> Iterator[Proposal]:
    """The types that a declaration or a parameter can have."""
    for name in ("int", "bool", "player", "team"):
        yield Proposal(name, "type", "built in", rank=2)
    for name in (
        *model.components,
        *_enums(model),
        *model.ranges,
        *model.board_of_node,
        *model.board_of_edge,
    ):
        yield Proposal(name, "type", rank=1)


def values(model: m.Model, type_: Type, quoted: bool = False) -> Iterator[Proposal]:
    """The values of an enum, or the nodes or edges of a board; quoted where they are no words."""
    type_ = type_.inner if type_.kind != "list" else type_.element.inner
    if type_.kind == "bool":
        yield from (Proposal(word, "value", "bool", rank=0) for word in ("true", "false"))
    taken = model.zones.keys() | model.variables.keys() | model.options.keys()
    for name in model.values_of(type_):
        is_word = _IDENTIFIER.fullmatch(name) is not None and name not in reserved() | taken
        text = name if is_word and not quoted else f'"{name}"'
        yield Proposal(name, "value", str(type_), text=text, rank=0)


def all_values(model: m.Model, quoted: bool) -> Iterator[Proposal]:
    for name in model.enums:
        yield from values(model, Type("enum", name), quoted)


def attributes(model: m.Model, owner: Type) -> Iterator[Proposal]:
    """What can stand behind the dot."""
    for name, type_ in model.attributes_of(owner.inner).items():
        yield Proposal(name, "attribute", str(type_), rank=0)


def all_attributes(model: m.Model) -> Iterator[Proposal]:
    owners = [Type("piece", name) for name in model.components]
    owners += [Type("enum", name) for name in model.enums]
    for owner in (*owners, *(Type("node", name) for name in model.board_of_node)):
        yield from attributes(model, owner)


def keywords(words: Iterable[str]) -> Iterator[Proposal]:
    for word in words:
        yield Proposal(word, "keyword", rank=6)


def _enums(model: m.Model) -> list[str]:
    return [name for name in model.enums if not name.startswith("option ")]


def _written_type(model: m.Model, variable: m.Variable) -> str:
    """A variable's type as it is declared, so that a range is seen."""
    declared = model.syntax.state.get(variable.name)
    return str(variable.type) if declared is None else " ".join(declared.declaration.type.at.text.split())
