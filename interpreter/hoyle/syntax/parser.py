"""Parses one scalar of the document; what cannot be read becomes a diagnostic at its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from lark import Token, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from hoyle.diagnostics.catalogue import syntax as codes
from hoyle.diagnostics.model import Findings
from hoyle.document.nodes import Scalar
from hoyle.syntax import nodes as n
from hoyle.syntax.build import Builder, TreeTooDeep
from hoyle.syntax.grammar import parser
from hoyle.syntax.mistakes import Mistake, mistake_of
from hoyle.wording import counted

Result = TypeVar("Result")

MAX_LENGTH = 40_000
_WITH_LINES = ("procedure", "alternatives")  # all else is one line, however it is broken
_PARTNERS = {"(": ")", "[": "]"}
_SECOND_PARTS = {"otherwise": "the decision", "else": "the `if`"}  # and what they belong to


@dataclass(frozen=True, slots=True)
class EntryPoint(Generic[Result]):
    """Where the grammar begins for a text, and what is built of it."""

    start: str
    build: Callable[[Builder, Tree[Token]], Result]

    def __call__(self, scalar: Scalar, findings: Findings) -> Result | None:
        """What a scalar says; what can't be read is reported."""
        return _parse(self, scalar, findings)


parse_procedure = EntryPoint("procedure", Builder.procedure)
parse_expression = EntryPoint("expression", Builder.expression)
parse_conditions = EntryPoint("conditions", Builder.conditions)
parse_alternatives = EntryPoint("alternatives", Builder.added)
parse_signature = EntryPoint("signature", Builder.signature)
parse_declaration = EntryPoint("declaration", Builder.declaration)
parse_type = EntryPoint("type_only", Builder.type_only)


def parse_part(scalar: Scalar, start: int, end: int, findings: Findings) -> n.Expr | None:
    """Parses the expression between two offsets of a scalar's text, as in `{…}` of a message."""
    return _parse(parse_expression, scalar, findings, start, end)


def parse_template(
    scalar: Scalar, findings: Findings, start: int = 0, end: int | None = None
) -> n.Template | None:
    """Splits the text between two offsets into words and expressions; `{{` and `}}` stand for the braces."""
    text = scalar.text[:end]
    parts: list[str | n.Expr] = []
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


def _parse(
    point: EntryPoint[Result], scalar: Scalar, findings: Findings, start: int = 0, end: int | None = None
) -> Result | None:
    entry = point.start
    text = scalar.text[start:end]
    result: Result | None = None
    mistakes: list[Mistake] = []
    unreadable = _unreadable(text, entry)
    if unreadable is not None:
        mistakes.append(unreadable)
    else:
        try:
            # The indenter needs a line end to close the last block.
            lines = text if entry in _WITH_LINES else _one_line(text)
            tree = parser().parse(lines if lines.endswith("\n") else lines + "\n", start=entry)
            builder = Builder(scalar, start, lambda begin, end: parse_template(scalar, findings, begin, end))
            result = point.build(builder, tree)
            mistakes += [_reserved_word(name, start) for name in builder.misnamed]
            if any(_is_second_part(name) for name in builder.misnamed):
                result = None  # what it belongs to was not read as it is meant
        except TreeTooDeep as error:
            help_ = "give an inner part a name: make it a rule of its own"
            at = error.start - start
            mistakes.append(
                Mistake(codes.TOO_DEEP, at, at + 1, "this is nested too deeply to be read", help_)
            )
        except DedentError:
            mistakes.append(_bad_dedent(text))
        except UnexpectedInput as error:
            mistakes.append(mistake_of(error, entry, text))
    for mistake in mistakes:
        place = scalar.place_of(start + mistake.start, start + mistake.end)
        findings.report(mistake.code, place, mistake.message, help=mistake.help)
    return result


def _one_line(text: str) -> str:
    """An expression may go over several lines: only blocks have lines that mean something."""
    blank = re.sub(r'"[^"\n]*"|#[^\n]*', lambda found: _blanked(found.group()), text)
    return blank.replace("\n", " ").replace("\r", " ")


def _blanked(text: str) -> str:
    return " " * len(text) if text.startswith("#") else text


def _is_second_part(name: n.Extent) -> bool:
    """Whether a line begins with `otherwise` or `else` where the name of an alternative is wanted."""
    before, after = name.scalar.text[: name.start], name.scalar.text[name.end :]
    return name.text in _SECOND_PARTS and not before.rpartition("\n")[2].strip() and after.lstrip()[:1] == ":"


def _reserved_word(name: n.Extent, shift: int) -> Mistake:
    if _is_second_part(name):
        return Mistake(
            codes.INDENTATION,
            name.start - shift,
            name.end - shift,
            f"this `{name.text}` is indented too deep: here stand the alternatives",
            f"begin it in the column of {_SECOND_PARTS[name.text]} that it belongs to",
        )
    declared = re.search(r"\b(let|each)\s+$", name.scalar.text[: name.start]) is not None
    return Mistake(
        codes.RESERVED_WORD,
        name.start - shift,
        name.end - shift,
        f"`{name.text}` is a word of the language and no name",
        "choose another name"
        if declared
        else f'a value of that name is quoted, `"{name.text}"`; anything else needs another name',
    )


def _unreadable(text: str, entry: str) -> Mistake | None:
    """What can be said without parsing, and better than the parser could."""
    tab = text.find("\t")
    if tab >= 0:
        return Mistake(
            codes.TAB, tab, tab + 1, "a tab stands here", "use blanks: a tab looks different in every editor"
        )
    if len(text) > MAX_LENGTH:
        message = f"this text has {len(text):,} characters, {MAX_LENGTH:,} are allowed"
        return Mistake(codes.TOO_DEEP, 0, 1, message, "split it into several rules")
    if not re.sub(r"#[^\n]*", "", text).strip():
        what = (
            "write `nothing` if nothing is to happen" if entry == "procedure" else "write what belongs here"
        )
        return Mistake(codes.SYNTAX, 0, 1, "nothing is written here", what)
    twice = (
        re.match(r"[^=#]*?\bper\s+\w+(?:\s+\w+)??\s*,?\s*\bper\b", text) if entry == "declaration" else None
    )
    if twice:
        last = twice.end()
        return Mistake(
            codes.SYNTAX,
            last - 3,
            last,
            "several indices stand behind one `per`",
            "write `per player, square`",
        )
    huge = re.search(r"(?<![A-Za-z0-9_\"])[0-9]{10,}", text)
    if huge:
        return Mistake(codes.SYNTAX, *huge.span(), "this number is too large", "numbers end at 999999999")
    return _unclosed(text)


def _unclosed(text: str) -> Mistake | None:
    opened: list[tuple[str, int]] = []
    for found in re.finditer(r'"[^"\n]*"|#[^\n]*|[][()"]', text):
        sign, start = found.group(), found.start()
        if sign in "([":
            opened.append((sign, start))
        elif sign == '"':
            return Mistake(
                codes.UNCLOSED,
                start,
                start + 1,
                "this quote is never closed",
                'end it with `"` on the same line',
            )
        elif sign in ")]":
            if not opened:
                return Mistake(
                    codes.UNCLOSED,
                    start,
                    start + 1,
                    f"this `{sign}` closes nothing",
                    "remove it, or open it before",
                )
            wanted = _PARTNERS[opened.pop()[0]]
            if sign != wanted:
                return Mistake(
                    codes.UNCLOSED,
                    start,
                    start + 1,
                    f"expected `{wanted}`, found `{sign}`",
                    "close what was opened last first",
                )
    if opened:
        sign, start = opened[0]
        return Mistake(
            codes.UNCLOSED,
            start,
            start + 1,
            f"this `{sign}` is never closed",
            f"write `{_PARTNERS[sign]}` where it ends",
        )
    return None


def _bad_dedent(text: str) -> Mistake:
    columns = [0]
    offset = 0
    for line in text.splitlines(keepends=True):
        body = line.lstrip(" ")
        if body.strip() and not body.startswith("#") and not re.match(r"(needs|and|or)\b", body):
            column = len(line) - len(body)
            if column > columns[-1]:
                columns.append(column)
            inner = columns[-1]
            while column < columns[-1]:
                inner = columns.pop()
            if column != columns[-1]:
                return _misaligned(offset + column, inner - column, column - columns[-1])
        offset += len(line)
    return _misaligned(0, 0, 0)


def _misaligned(start: int, short: int, over: int) -> Mistake:
    """A line between two blocks, so many blanks short of the inner one and beyond the outer one."""
    return Mistake(
        codes.INDENTATION,
        start,
        start + 1,
        "this line begins in a column in which no block began",
        f"{counted(short, 'blank')} more, and it goes on with the block above; "
        f"{over} less, and it goes on with the one around that",
    )
