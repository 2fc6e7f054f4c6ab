"""Resolves options: their types, ranges and defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.checked import habits
from hoyle.checked import model as m
from hoyle.checked.types import BOOL, INT, Type, list_of
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.written import Several, numbers_of, text_of
from hoyle.wording import counted

if TYPE_CHECKING:
    from hoyle.checked.declarations import Declarations


_TRUTHS = {"true": "true", "false": "false", "yes": "true", "on": "true", "no": "false", "off": "false"}


def read_options(declarations: Declarations) -> None:
    for declared in declarations.syntax.options.values():
        # `size` is the best name for the size of a board, and `size(…)` cannot be mistaken for it.
        declarations.declare(declared.key, beside_functions=True)
        option = _option(declared, declarations)
        if option is not None:
            declarations.model.options[option.name] = option


def _option(declared: s.Option, declarations: Declarations) -> m.Option | None:
    name, values = declared.key.text, declared.values
    about, cites = declared.about, declared.cites
    bounds = declared.range.bounds if declared.range is not None else None
    low, high = bounds or (0, 999_999)
    if declared.range is not None and bounds is None:
        declarations.bad(declared.range, "a range is written `1..9`")
    if low > high:
        declarations.turned_round(declared.range or declared, low, high)
        low, high = high, low  # read as meant
    if declared.default is None:
        return None
    place = declared.key.place
    if declared.default.expr is not None:
        return _computed(declared, declared.default.expr, declarations, (low, high))
    default = declared.default.written
    if values:
        enum = f"option {name}"
        declarations.model.enums[enum] = m.EnumType(enum, values, {}, place)
        text = text_of(default) or ""
        if text not in values:
            help_ = did_you_mean(text, values) or habits.values_said(values)
            declarations.bad(default, f"the default `{text}` is not among the values", help_)
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
    text = text_of(default) or ""
    help_ = f"name all words that can be chosen: `values: [{text or 'low'}, …]`"
    if (truth := _TRUTHS.get(text.lower())) is not None:
        help_ = f"`{text}` is a word like any other: write `default: {truth}`"
        if truth == text.lower():
            help_ = f"write `{truth}` without quotation marks"
    declarations.bad(default, "a default is a number, `true`, `false`, or one of `values`", help_, (name,))
    return None


def _computed(
    declared: s.Option, expr: n.Expr, declarations: Declarations, bounds: tuple[int, int]
) -> m.Option | None:
    """An option whose default hangs on the number of players."""
    name, values, place = declared.key.text, declared.values, declared.key.place
    low, high = bounds
    if values:
        type_ = Type("enum", f"option {name}")
        declarations.model.enums[type_.name] = m.EnumType(type_.name, values, {}, place)
        low, high = 0, len(values) - 1
    else:
        type_ = INT if declared.range is not None else BOOL
        low, high = (low, high) if declared.range is not None else (0, 1)
    found = declarations.formulas.defaults(expr, type_)
    if not found:
        return None
    for count, value in found.items():
        if not low <= value <= high:
            declarations.bad(
                expr.at,
                f"the default for {counted(count, 'player')} is {value}, which is outside {low}..{high}",
                f"choose one inside, or widen the range to {min(low, value)}..{max(high, value)}",
            )
            return None
    first = found[declarations.model.counts[0]]
    return m.Option(
        name,
        type_,
        bool(first) if type_ == BOOL else first,
        low,
        high,
        values,
        (0, 0),
        declared.about,
        declared.cites,
        place,
        found,
    )
