"""Splits a text such as "{c} is not {led()}" into words and expressions."""

from __future__ import annotations

from typing import TypeAlias

from hoyle.diagnostics.catalogue import syntax as codes
from hoyle.diagnostics.model import Findings
from hoyle.document.nodes import Scalar
from hoyle.syntax.nodes import Expr
from hoyle.syntax.parser import parse_part

Template: TypeAlias = tuple[str | Expr, ...]


def parse_template(
    scalar: Scalar, findings: Findings, start: int = 0, end: int | None = None
) -> Template | None:
    """The parts of a text between two offsets; `{{` and `}}` stand for the braces themselves."""
    text = scalar.text[:end]
    parts: list[str | Expr] = []
    words: list[str] = []
    i = start
    while i < len(text):
        char = text[i]
        if text[i : i + 2] in ("{{", "}}"):
            words.append(char)
            i += 2
        elif char == "{":
            close = text.find("}", i)
            if close < 0:
                findings.report(codes.TEMPLATE, scalar.place_of(i, i + 1), "this `{` is never closed")
                return None
            expr = parse_part(scalar, i + 1, close, findings)
            if expr is None:
                return None
            if words:
                parts.append("".join(words))
                words = []
            parts.append(expr)
            i = close + 1
        elif char == "}":
            findings.report(
                codes.TEMPLATE,
                scalar.place_of(i, i + 1),
                "this `}` closes nothing",
                help="write `}}` for a brace that is meant to be shown",
            )
            return None
        else:
            words.append(char)
            i += 1
    if words:
        parts.append("".join(words))
    return tuple(parts)
