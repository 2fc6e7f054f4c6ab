"""One layout for the action language: blocks two columns deeper, one blank around operators."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from lark import ParseTree, Token
from lark.exceptions import LarkError

from hoyle.syntax.grammar import Blocks, parser
from hoyle.syntax.words import keywords

STEP = 2

_OPERATORS = frozenset("== != <= >= < > += -= = + - * / %".split())
_TIGHT_BEFORE = frozenset([",", ":", ")", "]", "?", ".", ".."])
_TIGHT_AFTER = frozenset(["(", "[", ".", ".."])
# After these an expression begins: a minus is a sign, and a bracket opens a list or a group.
_BEFORE_VALUE = frozenset(
    "and by deal draw else except from have if in needs not of or repeat return then to where while".split()
)


@dataclass(frozen=True, slots=True)
class Parsed:
    """What the parser makes of a text, and the tokens that it saw; equal trees mean the same."""

    tree: ParseTree
    tokens: tuple[Token, ...] = field(compare=False)


@dataclass(slots=True)
class Line:
    """What stands on a line of a text."""

    text: str
    words: list[Token] = field(default_factory=list)
    level: int | None = None  # how deep the block is of which a statement begins here; None if none does
    inside: bool = False  # brackets were opened above and not closed

    @property
    def body(self) -> str:
        return self.text.lstrip(" ")

    @property
    def column(self) -> int:
        return len(self.text) - len(self.body)


@lru_cache(maxsize=4096)
def parsed(text: str, entry: str) -> Parsed | None:
    """The text as the parser reads it, if it can be read."""
    if "\t" in text or not text.strip():
        return None
    try:
        parsing = parser().parse_interactive(text.rstrip("\n") + "\n", start=entry)
        tokens = tuple(parsing.iter_parse())
        return Parsed(parsing.feed_token(Token("$END", "")), tokens)
    except (LarkError, AssertionError, RecursionError):
        return None


def laid_out(lines: Sequence[str], entry: str) -> list[str]:
    """The lines of a block in their layout, or as they were if they cannot be read."""
    before = parsed("\n".join(lines), entry)
    if before is None:
        return list(lines)
    found = _lines(lines, before.tokens)
    for line in found:
        line.text = _spaced(line)
    after = _without_double_blanks(_indented(found))
    return after if parsed("\n".join(after), entry) == before else list(lines)


def laid_out_line(text: str, entry: str) -> str:
    """The same for a value on the line of its key, where YAML gives `: ` and ` #` another meaning."""
    before = parsed(text, entry)
    if before is None:
        return text
    (line,) = _lines([text], before.tokens)
    after = _spaced(line, in_yaml=True)
    return after if parsed(after, entry) == before else text


def _lines(lines: Iterable[str], tokens: Sequence[Token]) -> list[Line]:
    """The lines of a text with the tokens that stand on them."""
    found = [Line(text) for text in lines]
    level, begins = 0, True
    for token in tokens:
        if token.type == Blocks.INDENT_type:
            level += 1
        elif token.type == Blocks.DEDENT_type:
            level -= 1
        elif token.type == Blocks.NL_type:
            begins = True
        else:
            assert token.line is not None
            line = found[token.line - 1]
            line.words.append(token)
            if begins:
                line.level, begins = level, False
    depth = 0
    for line in found:
        line.inside = depth > 0
        for word in line.words:
            depth += (word.type in Blocks.OPEN_PAREN_types) - (word.type in Blocks.CLOSE_PAREN_types)
    return found


# ------------------------------------------------------------------ blanks
def _spaced(line: Line, in_yaml: bool = False) -> str:
    """A line with the usual blanks between its words; its indentation and its comment stay.

    >>> laid_out(["owed=owed+2*( -1 )  # as ever"], "procedure")
    ['owed = owed + 2 * (-1)  # as ever']
    """
    text, position = line.text, line.column
    parts = [text[:position]]
    last, sign = "", False
    for number, word in enumerate(line.words):
        assert word.column is not None
        start = word.column - 1
        gap = text[position:start]
        # A minus at the beginning of a line may be a sign, or go on with the line above.
        if number > 1 or (number == 1 and last != "-"):
            gap = _gap(last, sign, word, gap, in_yaml)
        parts += [gap, word]
        sign = word == "-" and (
            last in _OPERATORS or last in _TIGHT_AFTER or last in (",", ":") or last in _BEFORE_VALUE
        )
        last, position = str(word), start + len(word)
    return "".join([*parts, text[position:]]).rstrip()


def _gap(last: str, sign: bool, word: str, gap: str, in_yaml: bool) -> str:
    """The blanks between two neighbours."""
    if last == ":" and (gap or in_yaml):
        return gap  # authors align them
    if sign or word in _TIGHT_BEFORE or last in _TIGHT_AFTER:
        return ""
    if word in ("(", "[") and last not in _OPERATORS and last not in (",", ":"):
        if last in _BEFORE_VALUE:
            return " "
        if last in keywords():
            return gap[:1]  # `first(…)` may be a call or a quantifier's list
        return ""
    return " "


# ------------------------------------------------------------------ indentation
def _indented(lines: Sequence[Line]) -> Iterator[str]:
    """The lines with every block two columns deeper than what it belongs to."""
    above = (0, 0)  # the old and the new column of the statement above
    comments: list[Line] = []  # whose column depends on the next statement
    for line in lines:
        if line.level is not None:
            here = (line.column, STEP * line.level)
            yield from (_moved(comment, here if comment.column == here[0] else above) for comment in comments)
            comments, above = [], here
            yield _moved(line, here)
        elif not line.words and not line.inside and (line.body or comments):
            comments.append(line)
        else:
            yield _moved(line, above)
    yield from (_moved(comment, above) for comment in comments)


def _moved(line: Line, columns: tuple[int, int]) -> str:
    """A line as far to the side as what it goes with, which was in one column and comes to another."""
    old, new = columns
    return " " * max(new + line.column - old, 0) + line.body if line.body else ""


def _without_double_blanks(lines: Iterable[str]) -> list[str]:
    kept: list[str] = []
    for line in lines:
        if line or not kept or kept[-1]:
            kept.append(line)
    return kept
