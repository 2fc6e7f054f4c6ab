"""Which shapes a ruleset has: the numbers of players and the options that components and boards read."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from math import prod
from typing import TypeVar

from hoyle.checked import model as m
from hoyle.checked.constants import Known, NotKnown, Undefined, value_of
from hoyle.checked.model import OptionValue, Shape
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.walk import walk
from hoyle.wording import counted, listed, typed

_MOST_LOOKED_AT = 10_000  # settings of which some are chosen

Item = TypeVar("Item")


def family_of(syntax: s.Ruleset, rows: tuple[tuple[tuple[m.Value, ...], ...], ...] = ()) -> m.Family | None:
    """What the declarations of a ruleset read; None if every game has the same components and boards."""
    names = {node.text for node in walk(syntax.shaping) if isinstance(node, n.Name)}
    options = tuple(name for name in syntax.options if name in names)
    return m.Family("players" in names, options, rows) if options or "players" in names else None


def told(model: m.Model, shape: Shape) -> str:
    """A shape as people say it: `size = 5`, `3 players and copies = 2`."""
    assert model.family is not None
    values = values_of(model, shape)
    parts = [counted(int(values.pop(0)), "player")] if model.family.players else []
    parts += [f"{name} = {value}" for name, value in zip(model.family.options, values, strict=True)]
    return listed(parts)


def values_of(model: m.Model, shape: Shape) -> list[str]:
    """The values of a shape as people write them: the number of players if it matters, and options."""
    assert model.family is not None
    found = [str(shape.players)] if model.family.players else []
    for name in model.family.options:
        option = model.options[name]
        found.append(_shown(option, shape.options.get(name, option.default_for(shape.players))))
    return found


def _shown(option: m.Option, value: OptionValue) -> str:
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    if option.values:
        return option.values[int(value)]
    return typed(bool(value) if option.type.kind == "bool" else value)


def other_shapes(model: m.Model, most: int) -> tuple[list[Shape], bool]:
    """The shapes besides the first, at most so many and evenly chosen; and whether these are all."""
    family = model.family
    if family is None:
        return [], True
    factors: list[Sequence[OptionValue]] = [model.counts if family.players else model.counts[:1]]
    factors += [_values(model.options[name]) for name in family.options if name in model.options]
    whole = not any(model.options[name].type.kind == "list" for name in family.options)
    while prod(map(len, factors)) > _MOST_LOOKED_AT:
        whole = False
        longest = max(range(len(factors)), key=lambda index: len(factors[index]))
        factors[longest] = evenly(factors[longest], len(factors[longest]) // 2 + 1)
    first = next(iter(_shapes(model, [[values[0]] for values in _firsts(model)])))
    found = [shape for shape in _shapes(model, factors) if shape != first and allowed(model, shape)]
    if len(found) <= most:
        return found, whole
    return evenly(found, most), False


def _firsts(model: m.Model) -> Iterator[list[OptionValue]]:
    assert model.family is not None
    yield [model.counts[0]]
    for name in model.family.options:
        yield [model.options[name].default]


def _shapes(model: m.Model, factors: Sequence[Sequence[OptionValue]]) -> Iterator[Shape]:
    assert model.family is not None
    for players, *values in itertools.product(*factors):
        assert isinstance(players, int)
        yield Shape(players, dict(zip(model.family.options, values, strict=True)))


def _values(option: m.Option) -> Sequence[OptionValue]:
    """All values of an option; of a list only its default."""
    if option.type.kind == "list":
        return [option.default]
    return range(option.low, option.high + 1)


def evenly(items: Sequence[Item], count: int) -> list[Item]:
    """So many of the items, both ends included.

    >>> evenly(range(3, 20), 5)
    [3, 7, 11, 15, 19]
    """
    if count >= len(items):
        return list(items)
    return [items[round(index * (len(items) - 1) / (count - 1))] for index in range(count)]


def allowed(model: m.Model, shape: Shape) -> bool:
    """Whether the requirements allow a shape, with all other options at their defaults."""
    options: dict[str, OptionValue] = {
        name: shape.options.get(name, option.default_for(shape.players))
        for name, option in model.options.items()
    }
    known = Known(model, shape.players, options)
    for requirement in model.syntax.requires:
        try:
            if not value_of(requirement.test, known):
                return False
        except (NotKnown, Undefined, RecursionError):
            continue  # what only the start of a game can tell
    return True
