"""Makes the pieces of each component from its rows of `make`."""

from __future__ import annotations

import itertools
import re
from math import prod
from typing import TYPE_CHECKING

from hoyle.checked import habits
from hoyle.checked import model as m
from hoyle.checked.types import ANY, Type
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.written import Several, Written, bounds_of, text_of
from hoyle.wording import counted

if TYPE_CHECKING:
    from hoyle.checked.declarations import Declarations

MAX_PIECES = 10_000
MAX_COMBINATIONS = 100_000  # of which `where` leaves some


def read_components(declarations: Declarations) -> None:
    _Reader(declarations).read()


class _Reader:
    def __init__(self, declarations: Declarations) -> None:
        self.declarations = declarations
        self.findings = declarations.findings
        self.syntax = declarations.syntax
        self.model = declarations.model
        self.unreadable = False  # whether a name in a formula means nothing, which is reported later

    def read(self) -> None:
        first = 0
        for declared in self.syntax.components.values():
            self.declarations.declare(declared.key)
            component = self._component(declared, first)
            first += len(component.pieces)
            if first > MAX_PIECES:
                self.findings.report(
                    codes.TOO_MANY,
                    declared.key.place,
                    f"more than {MAX_PIECES:,} pieces",
                    help="make fewer copies",
                )
                component = m.Component(
                    component.name, component.attributes, 0, (), (), {}, declared.key.place
                )
                first = 0
            self.model.components[component.name] = component

    def _is_somebody(self, item: s.Attribute, type_: Type) -> bool:
        """Whether an attribute is to name a player, which is not printed on a piece; says what can be."""
        if type_.inner.kind not in ("player", "team") or item.type is None:
            return False
        most = max(self.model.counts, default=4) - 1
        self.findings.report(
            codes.BAD_VALUE,
            item.type.at.place,
            f"an attribute cannot be of type `{type_}`",
            help=f"use the number of the seat, `0..{most}`, which is `position(p)` of a player p",
            names=(item.key.text,),
        )
        return True

    def _component(self, declared: s.Component, first: int) -> m.Component:
        name = declared.key.text
        attributes: dict[str, Type] = {}
        ranges: dict[str, tuple[int, int]] = {}
        for item in declared.attributes:
            type_ = self.declarations.type_of(item.type)
            attributes[item.key.text] = ANY if self._is_somebody(item, type_) else type_
            inner = item.type.item if isinstance(item.type, n.MaybeType) else item.type
            if isinstance(inner, n.RangeType):
                ranges[item.key.text] = (inner.low, inner.high)
            elif (name_of_range := _named(item)) in self.model.ranges:
                span = self.model.ranges[name_of_range]
                ranges[item.key.text] = (span.low, span.high)
        found_before = len(self.findings)
        self.unreadable = False
        pieces: list[dict[str, m.Value]] = []
        counts: dict[str, int] = {}
        for row in declared.make:
            made = self._row(row, declared.attributes, attributes, ranges)
            counts[row.key.text] = len(made)
            pieces += made
            if len(pieces) > MAX_PIECES:
                break
        total = self._total(declared.total)
        # With a row that could not be read the total is bound to differ.
        readable = (
            len(self.findings) == found_before
            and ANY not in (type_.inner for type_ in attributes.values())
            and not self.unreadable
            and not any(_named(item) in self.declarations.lost for item in declared.attributes)
        )
        if declared.total is not None and total != len(pieces) and readable:
            parts = " + ".join(f"{count} {row}" for row, count in counts.items())
            self.findings.report(
                codes.WRONG_TOTAL,
                declared.total.place,
                f"`make` gives {counted(len(pieces), 'piece')} ({parts}), not {total}",
                help="correct the rows of `make`, or the total",
                cites=declared.cites,
            )
        labels = self._labels(declared.label, attributes, pieces, name)
        return m.Component(name, attributes, first, tuple(pieces), labels, counts, declared.key.place)

    def _total(self, declared: s.Formula | None) -> int | None:
        if declared is None:
            return None
        total = self.declarations.formulas.number(declared)
        self.unreadable |= total is None
        return total

    def _copies(self, declared: s.Formula | None) -> int:
        if declared is None:
            return 1
        copies = self.declarations.formulas.number(declared)
        self.unreadable |= copies is None
        if copies is None and isinstance(declared.written, Several):
            self.declarations.bad(declared, "`copies` is a number")
        elif copies is not None and copies < 0:
            text = " ".join((text_of(declared.written) or "").split())
            self.declarations.bad(
                declared, f"`{text}` is {copies} here, but there cannot be fewer than 0 copies"
            )
        return copies if copies is not None and copies >= 0 else 1

    def _row(
        self,
        row: s.Make,
        declared: tuple[s.Attribute, ...],
        attributes: dict[str, Type],
        ranges: dict[str, tuple[int, int]],
    ) -> list[dict[str, m.Value]]:
        values = {cell.key.text: cell.value for cell in row.cells}
        copies = self._copies(row.copies)
        for item in row.cells:
            if item.key.text not in attributes:
                self.findings.report(
                    codes.UNKNOWN_ATTRIBUTE,
                    item.key.place,
                    f"`{item.key.text}` is not declared under `has`",
                    help=did_you_mean(item.key.text, [*attributes, "copies"])
                    or f"declare it: `has: {{{item.key.text}: …}}`",
                )
        choices: list[list[m.Value]] = []
        for attribute, type_ in attributes.items():
            node = values.get(attribute)
            if node is None:
                if type_.kind not in ("maybe", "any") and values.keys() <= attributes.keys():
                    self.findings.report(
                        codes.MISSING_ATTRIBUTE,
                        row.key.place,
                        f"the row `{row.key.text}` does not say which `{attribute}` its pieces have",
                        help=f"add `{attribute}: …`, or declare the attribute as `{type_}?`",
                        names=(attribute,),
                    )
                choices.append([None])
            else:
                choices.append(self._several(node, type_, ranges.get(attribute)))
        if row.where is not None or (row.copies is not None and row.copies.expr is not None):
            self.declarations.formulas.rows.append(tuple(map(tuple, choices)))
        combinations = prod(map(len, choices))
        most = MAX_PIECES if row.where is None else MAX_COMBINATIONS
        if combinations > most:
            return [{}] * (MAX_PIECES + 1)
        made = [
            dict(zip(attributes, combination, strict=True)) for combination in itertools.product(*choices)
        ]
        if row.where is not None:
            made = self._where(row.where, made, declared, attributes)
        if len(made) * copies > MAX_PIECES:
            return [{}] * (MAX_PIECES + 1)
        return [dict(piece) if copies > 1 else piece for piece in made for _ in range(copies)]

    def _where(
        self,
        where: s.Formula,
        made: list[dict[str, m.Value]],
        declared: tuple[s.Attribute, ...],
        attributes: dict[str, Type],
    ) -> list[dict[str, m.Value]]:
        holds = self.declarations.formulas.condition(where, declared, attributes)
        self.unreadable |= holds is None
        return made if holds is None else [piece for piece in made if holds(piece)]

    def _several(self, node: Written, type_: Type, bounds: tuple[int, int] | None) -> list[m.Value]:
        """What `all`, a list, `a..b` or a single value stands for."""
        if isinstance(node, Several):
            return [value for item in node.items for value in self._several(item, type_, bounds)]
        text = node.text
        inner = type_.inner
        if inner.kind == "enum":
            values = self.model.enums[inner.name].values
            if text == "all" and "all" not in values:
                return list(range(len(values)))
            low, dots, high = text.partition("..")
            if dots and low in values and high in values:
                first, last = values.index(low), values.index(high)
                if first > last:
                    self.declarations.bad(
                        node, f"`{low}` comes after `{high}` in `{inner.name}`", names=(inner.name,)
                    )
                return list(range(first, last + 1))
            joined = re.fullmatch(r"(\S+?)\s*(?:-|–|to)\s*(\S+)", text)
            if text not in values and joined is not None and {joined[1], joined[2]} <= {*values}:
                self.declarations.bad(
                    node, f"`{text}` is not a value of `{inner.name}`", f"write `{joined[1]}..{joined[2]}`"
                )
                return []
            if dots:
                wrong = low if low not in values else high
                self.declarations.bad(
                    node,
                    f"`{wrong}` is not a value of `{inner.name}`",
                    did_you_mean(wrong, values) or habits.values_said(values),
                    (inner.name,),
                )
                return [0]
        if inner.kind == "int":
            if text == "all":
                if bounds is None:
                    self.declarations.bad(node, "`all` needs a range: declare the attribute as `1..9`")
                    return [0]
                return list(range(bounds[0], bounds[1] + 1))
            span = bounds_of(node)
            if span is not None and ".." in text and span[1] - span[0] <= MAX_PIECES:
                if bounds is not None and not bounds[0] <= span[0] <= span[1] <= bounds[1]:
                    self.declarations.bad(
                        node, f"`{text}` is outside the declared range {bounds[0]}..{bounds[1]}"
                    )
                return list(range(span[0], span[1] + 1))
        value = self.declarations.value(node, type_)
        if bounds is not None and isinstance(value, int) and not bounds[0] <= value <= bounds[1]:
            self.declarations.bad(node, f"{value} is outside the declared range {bounds[0]}..{bounds[1]}")
        return [value]

    def _labels(
        self, label: s.PieceLabel, attributes: dict[str, Type], pieces: list[dict[str, m.Value]], name: str
    ) -> tuple[str, ...]:
        for part in label.parts:
            if isinstance(part, n.Name) and part.text not in attributes:
                self.findings.report(
                    codes.UNKNOWN_ATTRIBUTE,
                    label.place,
                    f"the label names `{{{part.text}}}`, which is not an attribute of `{name}`",
                    help=did_you_mean(part.text, attributes),
                    names=(name,),
                )

        def shown(piece: dict[str, m.Value], part: str | n.Name) -> str:
            if isinstance(part, str):
                return part
            value, type_ = piece.get(part.text), attributes.get(part.text, ANY).inner
            if value is None:
                return ""
            return self.model.enums[type_.name].values[int(value)] if type_.kind == "enum" else str(value)

        texts = ("".join(shown(piece, part) for part in label.parts) for piece in pieces)
        return tuple(" ".join(text.split()) or name for text in texts)


def _named(attribute: s.Attribute) -> str:
    """The name of an attribute's type, if it has one."""
    inner = attribute.type.item if isinstance(attribute.type, n.MaybeType) else attribute.type
    return inner.name if isinstance(inner, n.NamedType) else ""
