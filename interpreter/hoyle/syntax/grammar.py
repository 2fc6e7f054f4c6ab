"""Builds the Lark parser from `grammar/actions.lark`, once per process."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path
from typing import ClassVar

from lark import Lark
from lark.indenter import Indenter

from hoyle.resources import data_path

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
    """The parser for all entry points.

    Computing the tables takes a third of a second, reading them back from the cache a hundredth;
    where the cache cannot be written the tables are simply computed.
    """
    text = (data_path("grammar") / "actions.lark").read_text(encoding="utf-8")
    try:
        return _build(text, str(_cache_file()))
    except OSError:
        return _build(text, False)


def _build(text: str, cached: str | bool, strict: bool = False) -> Lark:
    return Lark(
        text,
        parser="lalr",
        lexer="contextual",
        postlex=Blocks(),
        start=list(ENTRY_POINTS),
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
        cache=cached,
    )


def build_strict(text: str) -> Lark:
    """Builds without cache and with every conflict or lexer collision an error."""
    return _build(text, False, strict=True)


def _cache_file() -> Path:
    if sys.platform == "win32":
        root = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = root / "hoyle"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"grammar-{sys.version_info.major}{sys.version_info.minor}.lark-tables"
