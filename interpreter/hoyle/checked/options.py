"""Resolves options: their types, ranges and defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.checked import model as m
from hoyle.checked.types import BOOL, INT, Type, list_of
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.syntax import ruleset as s
from hoyle.syntax.written import Several, numbers_of, text_of

if TYPE_CHECKING:
    from hoyle.checked.declarations import Declarations


def read_options(declarations: Declarations) -> None:
    for declared in declarations.syntax.options.values():
        declarations.declare(declared.key)
        option = _option(declared, declarations)
        if option is not None:
            declarations.model.options[option.name] = option


def _option(declared: s.Option, declarations: Declarations) -> m.Option | None:
    name, default, values = declared.key.text, declared.default, declared.values
    about, cites = declared.about, declared.cites
    bounds = declared.range.bounds if declared.range is not None else None
    low, high = bounds or (0, 999_999)
    if declared.range is not None and bounds is None:
        declarations.bad(declared.range, "a range is written `1..9`")
    if low > high:
        declarations.bad(declared.range or declared, f"the range `{low}..{high}` is empty")
    if default is None:
        return None
    place = declared.key.place
    if values:
        enum = f"option {name}"
        declarations.model.enums[enum] = m.EnumType(enum, values, {}, place)
        text = text_of(default) or ""
        if text not in values:
            declarations.bad(
                default, f"the default `{text}` is not among the values", did_you_mean(text, values)
            )
            text = values[0]
        type_ = Type("enum", enum)
        return m.Option(
            name, type_, values.index(text), 0, len(values) - 1, values, (0, 0), about, cites, place
        )
    if isinstance(default, Several):
        numbers = tuple(number or 0 for number in numbers_of(default))
        sizes = declared.sizes or (len(numbers), len(numbers))
        if not sizes[0] <= len(numbers) <= sizes[1] or any(not low <= x <= high for x in numbers):
            declarations.bad(
                default,
                f"the default does not fit the range {low}..{high} or the size {sizes[0]}..{sizes[1]}",
            )
        return m.Option(name, list_of(INT), numbers, low, high, (), sizes, about, cites, place)
    value = default.value
    if isinstance(value, bool):
        return m.Option(name, BOOL, value, 0, 1, (), (0, 0), about, cites, place)
    if isinstance(value, int):
        if declared.range is None:
            declarations.bad(declared, f"the option `{name}` has no range", "add `range: 1..9`", (name,))
        elif not low <= value <= high:
            declarations.bad(
                default,
                f"the default {value} is outside {low}..{high}",
                f"choose one inside, or widen the range to {min(low, value)}..{max(high, value)}",
            )
        return m.Option(name, INT, value, low, high, (), (0, 0), about, cites, place)
    declarations.bad(default, "a default is a number, `true`, `false`, or one of `values`")
    return None
