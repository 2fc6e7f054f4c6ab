"""One layout for the action language: blocks two columns deeper, one blank around operators."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from lark import ParseTree
from lark.exceptions import LarkError

from hoyle.syntax.grammar import parser
from hoyle.syntax.words import keywords

STEP = 2

_WORD = re.compile(
    r'(?P<gap>[ ]*)(?:(?P<string>"[^"]*")|(?P<comment>#.*)|(?P<word>[a-z_][a-z0-9_]*)|(?P<number>[0-9]+)'
    r"|(?P<mark>==|!=|<=|>=|\+=|-=|\.\.|[-+*/%<>=()\[\],:.?]))"
)
_OPERATORS = frozenset("== != <= >= < > += -= = + - * / %".split())
_TIGHT_BEFORE = frozenset([",", ":", ")", "]", "?", ".", ".."])
_TIGHT_AFTER = frozenset(["(", "[", ".", ".."])
_CONTINUES = re.compile(r"(?:needs|and|or)\b")
# After these an expression begins: a minus is a sign, and a bracket opens a list or a group.
_BEFORE_VALUE = frozenset(
    "and by deal draw else except from have if in needs not of or repeat return then to where while".split()
)


@lru_cache(maxsize=4096)
def parsed(text: str, entry: str) -> ParseTree | None:
    """The tree of a text, if it can be read; two texts with equal trees mean the same."""
    if "\t" in text or not text.strip():
        return None
    try:
        return parser().parse(text.rstrip("\n") + "\n", start=entry)
    except (LarkError, AssertionError, RecursionError):
        return None


def laid_out(lines: Sequence[str], entry: str) -> list[str]:
    """The lines of a block in their layout, or as they were if they cannot be read."""
    before = parsed("\n".join(lines), entry)
    if before is None:
        return list(lines)
    spaced = [respaced(line) for line in lines]
    after = _without_double_blanks(_indented(spaced))
    return after if parsed("\n".join(after), entry) == before else list(lines)


def laid_out_line(text: str, entry: str) -> str:
    """The same for a value on the line of its key, where YAML gives `: ` and ` #` another meaning."""
    before = parsed(text, entry)
    after = respaced(text, in_yaml=True)
    return after if before is not None and parsed(after, entry) == before else text


def respaced(line: str, in_yaml: bool = False) -> str:
    """A line with the usual blanks between its words; its indentation stays.

    >>> respaced("  owed=owed+2*( -1 )  # as ever")
    '  owed = owed + 2 * (-1)  # as ever'
    """
    indent = len(line) - len(line.lstrip(" "))
    position, parts = indent, [line[:indent]]
    last, last_kind, sign = "", "", False
    while position < len(line.rstrip()):
        found = _WORD.match(line, position)
        if found is None:
            return line.rstrip()
        kind = found.lastgroup or ""
        word, gap = found.group(kind), found.group("gap")
        if last and not (last == "-" and len(parts) == 3):
            # A minus at the beginning of a line may be a sign, or go on with the line above.
            gap = _gap(last, last_kind, sign, word, kind, gap, in_yaml)
        parts += [gap, word]
        sign = word == "-" and (
            last in _OPERATORS or last in _TIGHT_AFTER or last in (",", ":") or last in _BEFORE_VALUE
        )
        last, last_kind = word, kind
        position = found.end()
    return "".join(parts).rstrip()


def _gap(last: str, last_kind: str, sign: bool, word: str, kind: str, gap: str, in_yaml: bool) -> str:
    """The blanks between two neighbours."""
    if kind == "comment" or (last == ":" and (gap or in_yaml)):
        return gap  # authors align them
    if sign or word in _TIGHT_BEFORE or last in _TIGHT_AFTER:
        return ""
    if word in ("(", "[") and last not in _OPERATORS and last not in (",", ":"):
        if last in _BEFORE_VALUE:
            return " "
        if last_kind == "word" and last in keywords():
            return gap[:1]  # `first(…)` may be a call or a quantifier's list
        return ""
    return " "


def _indented(lines: Sequence[str]) -> list[str]:
    """The lines with every block two columns deeper than what it belongs to."""
    result: list[str | None] = []
    columns = [0]
    old = new = 0  # the column of the last line that began a statement
    depth = 0
    comments: list[int] = []  # lines whose column depends on the next statement
    for line in lines:
        body = line.lstrip(" ")
        column = len(line) - len(body)
        if not body:
            result.append("")
        elif depth > 0 or _CONTINUES.match(body):
            result.append(" " * max(new + column - old, 0) + body)
        elif body.startswith("#"):
            comments.append(len(result))
            result.append(None)
        else:
            before = (old, new)
            while column < columns[-1]:
                columns.pop()
            if column > columns[-1]:
                columns.append(column)
            old, new = column, STEP * (len(columns) - 1)
            result.append(" " * new + body)
            for index in comments:
                result[index] = _comment(lines[index], (old, new), before)
            comments = []
        if not body.startswith("#"):
            depth += _opened(body)
    for index in comments:
        result[index] = _comment(lines[index], None, (old, new))
    return [line or "" for line in result]


def _comment(line: str, following: tuple[int, int] | None, before: tuple[int, int]) -> str:
    """A comment goes with the statement below it if they are aligned, else with the one above."""
    body = line.lstrip(" ")
    column = len(line) - len(body)
    if following is not None and following[0] == column:
        return " " * following[1] + body
    return " " * max(before[1] + column - before[0], 0) + body


def _opened(body: str) -> int:
    """How many brackets a line opens and leaves open."""
    bare = re.sub(r'"[^"]*"|#.*', "", body)
    return sum(bare.count(mark) for mark in "([") - sum(bare.count(mark) for mark in ")]")


def _without_double_blanks(lines: Sequence[str]) -> list[str]:
    return [line for index, line in enumerate(lines) if line or index == 0 or lines[index - 1]]
