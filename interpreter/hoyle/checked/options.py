"""Resolves options: their types, ranges and defaults."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.checked import model as m
from hoyle.checked.reading import as_int, as_items, as_map, as_range, as_text
from hoyle.checked.types import BOOL, INT, Type, list_of
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.nodes import Entry, Scalar, Seq
from hoyle.syntax.from_document import cites_of

if TYPE_CHECKING:
    from hoyle.checked.declarations import Declarations


def read_options(declarations: Declarations) -> None:
    for entry in as_map(declarations.root.get("options")):
        declarations.declare(entry.key)
        option = _option(entry, declarations)
        if option is not None:
            declarations.model.options[option.name] = option


def _option(entry: Entry, declarations: Declarations) -> m.Option | None:
    body = as_map(entry.value)
    name = entry.key.text
    default, bounds = body.get("default"), as_range(body.get("range"))
    about, cites = as_text(body.get("about")), cites_of(body)
    low, high = bounds or (0, 999_999)
    if bounds is None and body.get("range") is not None:
        declarations.bad(body.get("range") or entry.value, "a range is written `1..9`")
    if low > high:
        declarations.bad(body.get("range") or entry.value, f"the range `{low}..{high}` is empty")
    values = tuple(filter(None, (as_text(item) for item in as_items(body.get("values")))))
    if default is None:
        return None
    place = entry.key.place
    if values:
        enum = f"option {name}"
        declarations.model.enums[enum] = m.EnumType(enum, values, {}, place)
        text = as_text(default) or ""
        if text not in values:
            declarations.bad(
                default, f"the default `{text}` is not among the values", did_you_mean(text, values)
            )
            text = values[0]
        type_ = Type("enum", enum)
        return m.Option(
            name, type_, values.index(text), 0, len(values) - 1, values, (0, 0), about, cites, place
        )
    if isinstance(default, Seq):
        numbers = tuple(as_int(item) or 0 for item in default.items)
        sizes = as_range(body.get("size")) or (len(numbers), len(numbers))
        if not sizes[0] <= len(numbers) <= sizes[1] or any(not low <= x <= high for x in numbers):
            declarations.bad(
                default,
                f"the default does not fit the range {low}..{high} or the size {sizes[0]}..{sizes[1]}",
            )
        return m.Option(name, list_of(INT), numbers, low, high, (), sizes, about, cites, place)
    value = default.value if isinstance(default, Scalar) else None
    if isinstance(value, bool):
        return m.Option(name, BOOL, value, 0, 1, (), (0, 0), about, cites, place)
    if isinstance(value, int):
        if bounds is None and body.get("range") is None:
            declarations.bad(entry.value, f"the option `{name}` has no range", "add `range: 1..9`")
        elif not low <= value <= high:
            declarations.bad(
                default,
                f"the default {value} is outside {low}..{high}",
                f"choose one inside, or widen the range to {min(low, value)}..{max(high, value)}",
            )
        return m.Option(name, INT, value, low, high, (), (0, 0), about, cites, place)
    declarations.bad(default, "a default is a number, `true`, `false`, or one of `values`")
    return None
