"""Which numbers of players and which options to play with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from hoyle.ir import program as ir
from hoyle.wording import counted, typed


@dataclass(frozen=True)
class Setting:
    """One way of starting; `options` are those that are not at their default."""

    players: int
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        told = [
            counted(self.players, "player"),
            *(f"{name} {typed(value)}" for name, value in self.options),
        ]
        return ", ".join(told)


def settings(program: ir.Program) -> list[Setting]:
    """Every number of players with the defaults; then each pair of values together at least once.

    In the pairs only the fewest and the most players take part.
    """
    counts = program.counts
    found = [Setting(count) for count in counts]
    if not program.options:
        return found
    factors: list[list[Any]] = [list(dict.fromkeys((counts[0], counts[-1])))]
    factors += [values_of(option) for option in program.options]
    defaults = [values[0] for values in factors[1:]]
    for row in pairwise([len(values) for values in factors]):
        players, *chosen = [values[index] for values, index in zip(factors, row, strict=True)]
        options = tuple(
            (option.name, value)
            for option, value, default in zip(program.options, chosen, defaults, strict=True)
            if value != default
        )
        setting = Setting(players, options)
        if setting not in found:
            found.append(setting)
    return found


def alone(setting: Setting) -> list[Setting]:
    """The changes of a setting one by one, for when they do not go together."""
    if len(setting.options) < 2:
        return []
    return [Setting(setting.players, (option,)) for option in setting.options]


def values_of(option: ir.Option) -> list[Any]:
    """The values to try, as people write them, the default first."""
    default = option.default
    found: list[Any]
    match option.kind:
        case "bool":
            return [bool(default), not default]
        case "enum":
            assert isinstance(default, int)
            found = [option.values[default], *option.values]
        case "int":
            found = [default, option.low, option.high]
        case "list":
            assert isinstance(default, tuple)
            least, most = option.sizes
            found = [list(default), [option.low] * least, [option.high] * most]
    return [value for index, value in enumerate(found) if value not in found[:index]]


def pairwise(sizes: Sequence[int]) -> list[list[int]]:
    """Rows of indices in which every two values of different factors meet at least once.

    >>> pairwise([2, 2, 2])
    [[0, 0, 0], [0, 1, 1], [1, 0, 1], [1, 1, 0]]
    """
    if len(sizes) == 1:
        return [[index] for index in range(sizes[0])]
    missing = {
        (one, a, other, b): None
        for one, other in combinations(range(len(sizes)), 2)
        for a in range(sizes[one])
        for b in range(sizes[other])
    }
    rows: list[list[int]] = []
    while missing:
        one, a, other, b = next(iter(missing))
        row: dict[int, int] = {one: a, other: b}
        for factor in range(len(sizes)):
            if factor not in row:
                gains = [_gain(row, factor, value, missing) for value in range(sizes[factor])]
                row[factor] = gains.index(max(gains))
        rows.append([row[factor] for factor in range(len(sizes))])
        for first, second in combinations(range(len(sizes)), 2):
            missing.pop((first, row[first], second, row[second]), None)
    return rows


def _gain(
    row: dict[int, int], factor: int, value: int, missing: dict[tuple[int, int, int, int], None]
) -> int:
    """How many missing pairs a value brings."""
    return sum(
        ((other, known, factor, value) if other < factor else (factor, value, other, known)) in missing
        for other, known in row.items()
    )
