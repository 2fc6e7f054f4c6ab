"""The Lark parser of `grammar/actions.lark`, made ready once per process.

Computing the tables takes a fifth of a second, reading them a hundredth: so they stand beside the grammar,
and `python -m hoyle.syntax` writes them anew; where they are not those of the grammar they are computed.
"""

from __future__ import annotations

import io
from functools import cache
from hashlib import sha256
from typing import ClassVar

import lark
from lark import Lark
from lark.indenter import Indenter

from hoyle.bundled import data_path

TABLES = "actions.tables"
ENTRY_POINTS = (
    "procedure",
    "expression",
    "signature",
    "declaration",
    "type_only",
    "alternatives",
    "conditions",
)


class Blocks(Indenter):
    """Turns indentation into tokens; inside brackets a line end means nothing."""

    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = ["LPAR", "LSQB"]
    CLOSE_PAREN_types: ClassVar[list[str]] = ["RPAR", "RSQB"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def parser() -> Lark:
    """The parser for all entry points."""
    text = grammar()
    try:
        stored = (data_path("grammar") / TABLES).read_bytes()
    except OSError:
        return build(text)
    made_of, _, tables = stored.partition(b"\n")
    return Lark.load(io.BytesIO(tables)) if made_of == _origin(text) else build(text)


def write_tables() -> None:
    """Writes the tables beside the grammar, under a line that says what they were made of."""
    tables = io.BytesIO()
    build(grammar()).save(tables)
    (data_path("grammar") / TABLES).write_bytes(_origin(grammar()) + b"\n" + tables.getvalue())


def grammar() -> str:
    return (data_path("grammar") / "actions.lark").read_text(encoding="utf-8")


def build(text: str, strict: bool = False) -> Lark:
    """Computes the tables; strictly, with every conflict or collision of terminals an error."""
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        postlex=Blocks(),
        start=list(ENTRY_POINTS),
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )


def _origin(text: str) -> bytes:
    """What tables depend on: the grammar, its entry points, and the library that reads them."""
    library = ".".join(lark.__version__.split(".")[:2])
    return sha256("\n".join([text, *ENTRY_POINTS, library]).encode()).hexdigest().encode()
