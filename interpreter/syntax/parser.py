"""Parses one scalar of the document; what cannot be read becomes a diagnostic at its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from interpreter.diagnostics.catalogue import syntax as codes
from interpreter.diagnostics.model import Findings
from interpreter.diagnostics.suggest import closest
from interpreter.document.nodes import Scalar
from interpreter.syntax import nodes as n
from interpreter.syntax.build import Builder, TreeTooDeep
from interpreter.syntax.expected import KEYWORDS, describe, words_of
from interpreter.syntax.grammar import parser

Result = TypeVar("Result")

MAX_LENGTH = 40_000


def parse_procedure(scalar: Scalar, findings: Findings) -> n.Block | None:
    return _parse("procedure", scalar, findings, Builder.procedure)


def parse_expression(scalar: Scalar, findings: Findings) -> n.Expr | None:
    return _parse("expression", scalar, findings, Builder.expression)


def parse_conditions(scalar: Scalar, findings: Findings) -> tuple[n.Expr, ...] | None:
    return _parse("conditions", scalar, findings, Builder.conditions)


def parse_alternatives(scalar: Scalar, findings: Findings) -> tuple[n.Alternative, ...] | None:
    return _parse("alternatives", scalar, findings, Builder.added)


def parse_signature(scalar: Scalar, findings: Findings) -> n.Signature | None:
    return _parse("signature", scalar, findings, Builder.signature)


def parse_declaration(scalar: Scalar, findings: Findings) -> n.Declaration | None:
    return _parse("declaration", scalar, findings, Builder.declaration)


def parse_type(scalar: Scalar, findings: Findings) -> n.TypeNode | None:
    return _parse("type_only", scalar, findings, Builder.type_only)


def parse_part(scalar: Scalar, start: int, end: int, findings: Findings) -> n.Expr | None:
    """Parses the expression between two offsets of a scalar's text, as in `{…}` of a message."""
    return _parse("expression", scalar, findings, Builder.expression, start, end)


def _parse(
    entry: str,
    scalar: Scalar,
    findings: Findings,
    build: Callable[[Builder, object], Result],  # type: ignore[type-arg]
    start: int = 0,
    end: int | None = None,
) -> Result | None:
    text = scalar.text[start:end]
    refusal = _unreadable(text)
    if refusal is not None:
        code, offset, length, message = refusal
        findings.report(code, scalar.place_of(start + offset, start + offset + length), message)
        return None
    try:
        # The indenter needs a line end to close the last block.
        tree = parser().parse(text if text.endswith("\n") else text + "\n", start=entry)
        return build(Builder(scalar, start), tree)
    except TreeTooDeep as error:
        findings.report(
            codes.TOO_DEEP,
            scalar.place_of(error.start, error.start + 1),
            "this is nested too deeply to be read",
            help="give an inner part a name: make it a rule of its own",
        )
    except DedentError:
        offset = _bad_dedent(text)
        findings.report(
            codes.INDENTATION,
            scalar.place_of(start + offset, start + offset + 1),
            "this line begins in a column in which no block began",
            help="align it with the block that it belongs to",
        )
    except UnexpectedInput as error:
        _report(error, entry, scalar, start, text, findings)
    return None


_Refusal = tuple[codes.Code, int, int, str]


def _unreadable(text: str) -> _Refusal | None:
    tab = re.search(r"\t", text)
    if tab:
        return codes.TAB, tab.start(), 1, "a tab; the action language is indented and spaced with spaces"
    if len(text) > MAX_LENGTH:
        return codes.TOO_DEEP, 0, 1, f"this text has {len(text)} characters; {MAX_LENGTH} are allowed"
    if not text.strip():
        return codes.SYNTAX, 0, 1, "nothing is written here; write `nothing` where nothing is to happen"
    huge = re.search(r"(?<![a-z0-9_])[0-9]{10,}", text)
    if huge:
        return codes.SYNTAX, huge.start(), len(huge.group()), "this number is too large; numbers end at 999999999"
    opened: list[tuple[str, int]] = []
    for found in re.finditer(r'"[^"\n]*"|#[^\n]*|[][()]', text):
        char = found.group()
        if char in "([":
            opened.append((char, found.start()))
        elif char in ")]":
            if not opened or opened[-1][0] + char not in ("()", "[]"):
                return codes.UNCLOSED, found.start(), 1, f"this `{char}` closes nothing"
            opened.pop()
    if opened:
        char, offset = opened[0]
        return codes.UNCLOSED, offset, 1, f"this `{char}` is never closed"
    return None


def _bad_dedent(text: str) -> int:
    columns = [0]
    offset = 0
    for line in text.splitlines(keepends=True):
        body = line.lstrip(" ")
        if body.strip() and not body.startswith("#") and not re.match(r"(needs|and|or)\b", body):
            column = len(line) - len(body)
            if column > columns[-1]:
                columns.append(column)
            while column < columns[-1]:
                columns.pop()
            if column != columns[-1]:
                return offset + column
        offset += len(line)
    return 0


def _report(
    error: UnexpectedInput, entry: str, scalar: Scalar, shift: int, text: str, findings: Findings
) -> None:
    code = codes.SIGNATURE if entry == "signature" else codes.SYNTAX
    if isinstance(error, UnexpectedToken) and error.token.type not in ("$END", "_NL", "_INDENT", "_DEDENT"):
        token = error.token
        start, end = token.start_pos or 0, token.end_pos or 0
        expected = error.accepts or error.expected
        shown = f"`{token}`"
    elif isinstance(error, UnexpectedCharacters):
        start = error.pos_in_stream or 0
        word = re.match(r"[A-Za-z0-9_]+|.", text[start:])
        end = start + (word.end() if word else 1)
        expected = error.allowed or set()
        shown = f"`{text[start:end]}`"
        if not re.match(r"[a-z0-9_ .,:\"()\[\]=<>!+*/%?-]", text[start:]) and entry != "signature":
            code = codes.CHARACTER
    elif isinstance(error, UnexpectedToken):
        start = end = _before_line_end(text, error.token.start_pos if error.token.type != "$END" else None)
        expected = error.accepts or error.expected
        shown = {
            "_INDENT": "a deeper indentation",
            "_DEDENT": "the end of the block",
            "_NL": "the end of the line",
            "$END": "the end of the text",
        }[error.token.type]
        if error.token.type == "_INDENT":
            start = _line_start_after(text, start)
            end, code = start, codes.INDENTATION
    else:
        assert isinstance(error, UnexpectedEOF)
        start = end = len(text.rstrip())
        expected = set(error.expected)
        shown = "the end of the text"
    help_ = _hint(text, start, end, expected, entry)
    findings.report(
        code,
        scalar.place_of(shift + start, shift + max(end, start + 1)),
        f"{shown} cannot stand here; {describe(expected)}",
        help=help_,
    )


def _before_line_end(text: str, position: int | None) -> int:
    """The last visible character before a line end, so that the caret stands under something."""
    return max(len(text[:position].rstrip()) - 1, 0)


def _line_start_after(text: str, position: int) -> int:
    found = re.compile(r"\n[ ]*(?=[^ \n#])").search(text, position)
    return found.end() if found else position


def _hint(text: str, start: int, end: int, expected: set[str], entry: str) -> str | None:
    word = text[start:end]
    if entry == "signature":
        return "write `name` or `name(type parameter, …)`, as in `turn(player me)`"
    if word == "=" and "COMPARE" in expected:
        return "`=` sets a value; to compare write `==`"
    if word in ("&", "|", "!"):
        return "write `and`, `or`, `not` in words"
    if word == "'":
        return 'values are quoted with double quotes: `"2+"`'
    if word[:1].isupper():
        return f"names are written in small letters: `{word.lower()}`"
    if word == "elif":
        return "write `else if`"
    if word in KEYWORDS and "NAME" in expected:
        return f"`{word}` is a word of the language; where it is a value, quote it: `\"{word}\"`"
    near = closest(word, words_of(expected)) if re.fullmatch(r"[a-z_]+", word) else None
    if near is not None and near != word:
        return f"did you mean `{near}`?"
    before = re.search(r"([a-z_]+)\s+$", text[:start])
    if before and before.group(1) not in KEYWORDS:
        near = closest(before.group(1), KEYWORDS)
        if near is not None:
            return f"did you mean `{near}` for `{before.group(1)}`?"
    return None


def first_token(text: str) -> Token | None:
    """The first token of a text, where it has one."""
    for token in parser().lex(text):
        return token
    return None
