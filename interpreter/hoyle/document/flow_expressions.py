"""Notices expressions that YAML may have cut to pieces, because they stand unquoted inside {…} or […]."""

from __future__ import annotations

import re

from hoyle.diagnostics.catalogue.document import FLOW_EXPRESSION
from hoyle.diagnostics.model import Findings
from hoyle.document.merge import rule_id
from hoyle.document.nodes import Entry, Map, Node, Scalar, Seq

_RULE_KEYS = frozenset({"is", "do", "when", "needs", "add"})
_SIGNED_KEYS = frozenset({"score", "starts", "active"})
_DSL_KEYS = _RULE_KEYS | _SIGNED_KEYS | {"ends", "rounds", "expect", "begin", "call"}
_ONE_WORD = re.compile(r"-?[\w.]+\Z")
_STEP = re.compile(r"seat \d+( may| may not)?\Z")  # of a scenario
_PIECE = re.compile(r"[()\[\]=<>+*/%\"\s]")
_HELP = "put the whole expression in quotation marks, or write the mapping in block style"


def check_flow_expressions(root: Map, findings: Findings) -> None:
    """Reports every unquoted expression inside {…} or […] that is longer than a word."""
    _check(root, (), findings)


def is_piece(entry: Entry) -> bool:
    """Whether a key without a value looks like the rest of an expression that YAML cut at a comma."""
    value, key = entry.value, entry.key
    return (
        key.in_flow
        and key.style == "plain"
        and isinstance(value, Scalar)
        and value.style == "plain"
        and not value.text
        and _PIECE.search(key.text) is not None
        and not _STEP.match(key.text)
    )


def _is_dsl(path: tuple[str, ...], key: str) -> bool:
    """Whether the value of a key at a path is written in the action language."""
    if path[:1] == ("state",):
        return len(path) == 2
    # Names that authors choose may be the same as these keys.
    named = len(path) == 1 and path[0] not in ("match", "players")
    return path[-1:] == ("unless",) or (not named and rule_id(key) in _DSL_KEYS)


def _check(node: Node, path: tuple[str, ...], findings: Findings) -> None:
    if isinstance(node, Seq):
        for item in node.items:
            _check(item, path, findings)
    if not isinstance(node, Map):
        return
    reported = False
    for entry in node:
        value = entry.value
        if isinstance(value, Scalar):
            unquoted = value.in_flow and value.style == "plain" and value.text
            if unquoted and _is_dsl(path, entry.key.text) and not _ONE_WORD.match(value.text):
                brackets = "an unquoted expression inside {…}: YAML cuts it at commas, colons and brackets"
                findings.report(FLOW_EXPRESSION, value.place, brackets, help=_HELP)
                reported = True
        else:
            _check(value, (*path, rule_id(entry.key.text)), findings)
    if reported:
        return
    for entry in node:
        if is_piece(entry):
            message = f"`{entry.key.text}` looks like a piece of an expression that YAML cut at a comma"
            findings.report(FLOW_EXPRESSION, entry.key.place, message, help=_HELP)
