"""Notices expressions that YAML may have cut to pieces, because they stand unquoted inside {…} or […]."""

from __future__ import annotations

import re

from hoyle.diagnostics.catalogue.document import FLOW_EXPRESSION
from hoyle.diagnostics.model import Findings
from hoyle.document.merge import Path, rule_id
from hoyle.document.nodes import Map, Node, Scalar, Seq
from hoyle.document.schema import is_piece, is_signature_cut
from hoyle.syntax.keys import DEFAULT, FORMULAS, KEYS, SCENARIO_KEYS
from hoyle.syntax.parser import parse_type

# A type has nothing in it that YAML would cut.
_LONGER = tuple(key for key in (*KEYS, *SCENARIO_KEYS) if key.entry is not parse_type and key not in FORMULAS)
_NAMES = frozenset(key.name for key in _LONGER) - {"*"}
_ONE_WORD = re.compile(r"-?[\w.]+\Z")
_HELP = "put the whole expression in quotation marks, or write the mapping in block style"
_LONGEST = 50  # characters of the author's own text that a help repeats

_BRACKETS = "an unquoted expression inside {…}: YAML cuts it at commas, colons and brackets"


def check_flow_expressions(root: Map, findings: Findings) -> None:
    """Reports every unquoted expression inside {…} or […] that is longer than a word."""
    _check(root, (), findings)


def _is_code(path: Path, key: str) -> bool:
    """Whether the value of a key at a path is written in the action language, or is meant to be."""
    if any(known.name == "*" and known.at((*path, key)) for known in _LONGER):
        return True
    # Names that authors choose may be the same as these keys.
    named = path[:1] == ("state",) or (len(path) == 1 and path[0] not in ("match", "players"))
    return not named and rule_id(key) in _NAMES


def _is_unquoted(scalar: Scalar) -> bool:
    return scalar.in_flow and scalar.style == "plain" and bool(scalar.text)


def _is_cut(path: Path, text: str) -> bool:
    """Whether a value that is usually short, and so stands in {…} as it is, has lost the end of a call."""
    return text.count("(") != text.count(")") and any(key.at(path) for key in (DEFAULT, *FORMULAS))


def _quoted(text: str) -> str:
    """The expression in quotation marks, unless it is long, has some itself, or has lost its end."""
    whole = all(text.count(opening) == text.count(closing) for opening, closing in ("()", "[]"))
    return (
        f'write it in quotation marks: `"{text}"`'
        if whole and len(text) <= _LONGEST and '"' not in text
        else _HELP
    )


def _check(node: Node, path: Path, findings: Findings) -> None:
    if isinstance(node, Seq):
        for item in node.items:
            if isinstance(item, Scalar) and _is_unquoted(item) and _is_cut(path, item.text):
                findings.report(FLOW_EXPRESSION, item.place, _BRACKETS, help=_HELP)
                return
            _check(item, path, findings)
    if not isinstance(node, Map):
        return
    reported = False
    for entry in node:
        value = entry.value
        if isinstance(value, Scalar):
            long = _is_code(path, entry.key.text) and not _ONE_WORD.match(value.text)
            if _is_unquoted(value) and (long or _is_cut((*path, entry.key.text), value.text)):
                findings.report(FLOW_EXPRESSION, value.place, _BRACKETS, help=_quoted(value.text))
                reported = True
        else:
            _check(value, (*path, rule_id(entry.key.text)), findings)
    if reported:
        return
    for entry, after in zip(node, (*node, None)[1:], strict=True):
        if is_signature_cut(entry, after):
            assert after is not None
            whole = f"{entry.key.text}, {after.key.text}"
            test = after.value.text if isinstance(after.value, Scalar) else "…"
            help_ = f'put both in quotation marks: `"{whole}": "{test}"`'
            findings.report(FLOW_EXPRESSION, entry.key.place, "YAML cuts a key at its comma", help=help_)
            return
    for entry in node:
        if is_piece(entry):
            message = f"`{entry.key.text}` looks like a piece of an expression that YAML cut at a comma"
            findings.report(FLOW_EXPRESSION, entry.key.place, message, help=_HELP)
