"""The parts of a ruleset that can be taken out, each with the variant that does without it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hoyle.bundled import bundled
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import decisions_in, own_alternatives
from hoyle.wording import typed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hoyle.checked.model import Component, Model
    from hoyle.ir import program as ir
    from hoyle.pipeline import Work
    from hoyle.syntax.ruleset import Make, Rule

Kind = Literal["option", "exception", "alternative", "piece"]
OFF = None  # in a variant: what the base has is removed
MOST_VALUES = 40  # of an attribute; more are no kinds


@dataclass(frozen=True, slots=True)
class Part:
    """Something that a ruleset could do without, or have otherwise."""

    kind: Kind
    name: str
    options: Mapping[str, Any] = field(default_factory=dict)  # set so, to do without it
    change: Mapping[str, Any] = field(default_factory=dict)  # what the variant says, as nested keys
    pieces: frozenset[str] = frozenset()  # the labels of the pieces that are taken out
    count: int = 0  # how many these are


@dataclass(frozen=True, slots=True)
class Kept:
    """A part that cannot be taken out, and why."""

    kind: Kind
    name: str
    why: str


def parts_of(work: Work, players: int) -> list[Part | Kept]:
    """Everything of a ruleset that can be weighed, in the order in which it stands there."""
    assert work.model is not None
    assert work.syntax is not None
    assert work.program is not None
    found: list[Part | Kept] = []
    for option in work.program.options:
        found += _option(option, players)
    for rule in work.syntax.rules.values():
        found += _exceptions(rule)
    for rule in work.syntax.rules.values():
        found += _alternatives(rule)
    for name, component in work.model.components.items():
        rows = {row.key.text: row for row in work.syntax.components[name].make}
        stated = work.syntax.components[name].total is not None
        found += _pieces(component, rows, work.model, stated=stated)
    return found


# ---------------------------------------------------------------- options
def _option(option: ir.Option, players: int) -> Iterator[Part | Kept]:
    default = option.default_for(players)
    for value in values_to_try(option, default):
        yield Part("option", f"{option.name} {typed(value)}", options={option.name: value})
    if option.kind == "list":
        yield Kept("option", option.name, "a list has no values that suggest themselves: use `run --by`")


def values_to_try(option: ir.Option, default: int | tuple[int, ...]) -> list[Any]:
    """Other values of an option, as people write them: of a number none, half and double."""
    match option.kind:
        case "bool":
            return [not default]
        case "enum":
            return [value for number, value in enumerate(option.values) if number != default]
        case "int":
            assert isinstance(default, int)
            tried = dict.fromkeys(
                (0, default // 2, default - 1 if default == 1 else default * 2, default + 1)
            )
            if default > 1:
                tried.pop(default + 1, None)
            return [
                value for value in sorted(tried) if option.low <= value <= option.high and value != default
            ]
        case "list":
            return []


# ---------------------------------------------------------------- rules
def _exceptions(rule: Rule) -> Iterator[Part]:
    for exception in rule.exceptions:
        change = {"rules": {rule.name: {"unless": {exception.name: OFF}}}}
        yield Part("exception", f"{rule.name}, unless {exception.name}", change=change)


def _alternatives(rule: Rule) -> Iterator[Part | Kept]:
    if rule.choices is not None:
        yield from _without(rule, rule.choices, needed=False)
    if rule.body is None:
        return
    for number, decision in enumerate(decisions_in(rule.body)):
        if number:
            for alternative in own_alternatives(decision.alternatives):
                why = "only the first decision of a rule can be changed by a variant"
                yield Kept("alternative", f"{rule.name}, {alternative.name.text}", why)
        else:
            needed = decision.how != "offer" and decision.otherwise is None
            yield from _without(rule, decision.alternatives, needed=needed)


def _without(rule: Rule, offered: tuple[n.Offered, ...], *, needed: bool) -> Iterator[Part | Kept]:
    """A part for each alternative; the last one is kept, but never legal."""
    for alternative in own_alternatives(offered):
        name = f"{rule.name}, {alternative.name.text}"
        key = f"{rule.name}.{alternative.name.text}"
        if len(offered) > 1:
            yield Part("alternative", name, change={"rules": {key: OFF}})
        elif needed:
            yield Kept("alternative", name, "there is nothing else to do there")
        else:
            yield Part("alternative", name, change={"rules": {key: {"needs": "base and false"}}})


# ---------------------------------------------------------------- pieces
def _pieces(
    component: Component, rows: Mapping[str, Make], model: Model, *, stated: bool
) -> Iterator[Part | Kept]:
    for attribute, type_ in component.attributes.items():
        values = dict.fromkeys(piece[attribute] for piece in component.pieces)
        if not 1 < len(values) <= MOST_VALUES:
            continue
        for value in values:
            if value is None:  # those that lack it are no kind
                continue
            if type_.inner.kind == "enum":
                word = model.enums[type_.inner.name].values[int(value)]
            else:
                word = typed(value)
            gone = [number for number, piece in enumerate(component.pieces) if piece[attribute] == value]
            make = _rows_without(component, rows, attribute, value, _quoted(word, type_.inner.kind))
            change: dict[str, Any] = {"make": make}
            if stated:
                change["total"] = OFF
            yield Part(
                "piece",
                f"{component.name}, {attribute} {word}",
                change={"components": {component.name: change}},
                pieces=frozenset(component.labels[number] for number in gone),
                count=len(gone),
            )


def _rows_without(
    component: Component, rows: Mapping[str, Make], attribute: str, value: Any, written: str
) -> dict[str, Any]:
    """The rows of `make` that have pieces with a value, without these."""
    changed: dict[str, Any] = {}
    first = 0
    for name, count in component.counts.items():
        made = component.pieces[first : first + count]
        first += count
        if any(piece[attribute] == value for piece in made):
            where = rows[name].where
            before = (
                f"({where.written.text}) and " if where is not None and hasattr(where.written, "text") else ""
            )
            changed[name] = {"where": f"{before}{attribute} != {written}"}
    return changed


def _quoted(word: str, kind: str) -> str:
    return json.dumps(word, ensure_ascii=False) if kind == "enum" else word


# ---------------------------------------------------------------- variants
def variant_text(part: Part, base: str, id: str) -> str:
    """The ruleset that does without a part, as one would write it."""
    extends = base if base in bundled() else str(Path(base).resolve())
    head = {"hoyle": 1, "id": id, "extends": extends, "title": f"Without {part.name}"}
    lines = [f"{key}: {_scalar(value)}" for key, value in head.items()]
    return "\n".join([*lines, "", *_lines(part.change, "")]) + "\n"


def _lines(change: Mapping[str, Any], margin: str) -> Iterator[str]:
    for key, value in change.items():
        if isinstance(value, dict):
            yield f"{margin}{_key(key)}:"
            yield from _lines(value, f"{margin}  ")
        else:
            yield f"{margin}{_key(key)}: {'off' if value is OFF else _scalar(value)}"


def _key(key: str) -> str:
    return (
        key if key.replace("_", "").replace(".", "").isalnum() and not key[0].isdigit() else json.dumps(key)
    )


def _scalar(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else typed(value)
