"""Applies a variant's changes to single alternatives of a decision: `turn.wild: off` and the like."""

from __future__ import annotations

import dataclasses

from hoyle.diagnostics.catalogue import variants as codes
from hoyle.diagnostics.model import Findings
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.nodes import Entry, Map, Scalar
from hoyle.syntax import nodes as n
from hoyle.syntax.parser import parse_alternatives, parse_conditions, parse_procedure
from hoyle.syntax.walk import conjuncts, decisions_in, replaced, walk


def add_alternatives(block: n.Block, rule: str, scalar: Scalar, findings: Findings) -> n.Block:
    """Adds the alternatives of an `add:` to the rule's decision."""
    added = parse_alternatives(scalar, findings)
    decision = _the_decision(block, rule, scalar, findings)
    if added is None or decision is None:
        return block
    for alternative in added:
        if any(old.name.text == alternative.name.text for old in decision.alternatives):
            findings.report(
                codes.PART_EXISTS,
                alternative.name.at.place,
                f"`{rule}` already has an alternative `{alternative.name.text}`",
                help=f"to change it, write `{rule}.{alternative.name.text}:` instead",
            )
            return block
    changed = dataclasses.replace(decision, alternatives=decision.alternatives + added)
    return replaced(block, decision, changed)


def apply_patch(block: n.Block, rule: str, part: str, entry: Entry, findings: Findings) -> n.Block:
    """Applies one `rule.part:` entry, older levels first."""
    if entry.base is not None:
        block = apply_patch(block, rule, part, entry.base, findings)
    decision = _the_decision(block, rule, entry.key, findings)
    if decision is None:
        return block
    value = entry.value
    if part == "otherwise":
        return _patch_otherwise(block, rule, decision, value, findings)
    old = next((a for a in decision.alternatives if a.name.text == part), None)
    if old is None:
        names = [a.name.text for a in decision.alternatives] + ["otherwise"]
        findings.report(
            codes.NO_SUCH_PART,
            entry.key.place,
            f"the decision in `{rule}` has no alternative `{part}`",
            help=did_you_mean(part, names) or f"it has {', '.join(f'`{name}`' for name in names)}",
        )
        return block
    if isinstance(value, Scalar) and value.text == "off":
        rest = tuple(a for a in decision.alternatives if a is not old)
        if not rest:
            findings.report(
                codes.NOTHING_LEFT,
                entry.key.place,
                f"without `{part}` the decision in `{rule}` has no alternative left",
                help=f"replace the rule `{rule}` as a whole",
            )
            return block
        return replaced(block, decision, dataclasses.replace(decision, alternatives=rest))
    if not isinstance(value, Map):
        return block
    new = old
    needs, body = value.get("needs"), value.get("do")
    if isinstance(needs, Scalar):
        conditions = parse_conditions(needs, findings)
        if conditions is not None:
            new = dataclasses.replace(new, needs=_with_base(conditions, old.needs))
    if isinstance(body, Scalar):
        statements = parse_procedure(body, findings)
        if statements is not None:
            new = dataclasses.replace(new, body=statements)
    alternatives = tuple(new if a is old else a for a in decision.alternatives)
    return replaced(block, decision, dataclasses.replace(decision, alternatives=alternatives))


def _patch_otherwise(
    block: n.Block, rule: str, decision: n.Decision, value: object, findings: Findings
) -> n.Block:
    body = value.get("do") if isinstance(value, Map) else None
    if not isinstance(body, Scalar):
        return block
    statements = parse_procedure(body, findings)
    if statements is None:
        return block
    changed = dataclasses.replace(decision, otherwise=statements, otherwise_name=f"{rule}.otherwise")
    return replaced(block, decision, changed)


def _the_decision(block: n.Block, rule: str, key: Scalar, findings: Findings) -> n.Decision | None:
    found = decisions_in(block)
    if found:
        return found[0]
    findings.report(
        codes.NO_SUCH_PART,
        key.place,
        f"the rule `{rule}` takes no decision, so it has no alternatives to change",
        help="change the rule's `do` instead",
    )
    return None


def _with_base(conditions: tuple[n.Expr, ...], old: tuple[n.Expr, ...]) -> tuple[n.Expr, ...]:
    """The conditions, with `base` standing for the old ones."""
    result: list[n.Expr] = []
    for condition in conditions:
        for part in conjuncts(condition):
            if isinstance(part, n.Name) and part.text == "base":
                result += old
            else:
                result.append(_substitute(part, old))
    return tuple(result)


def _substitute(expr: n.Expr, old: tuple[n.Expr, ...]) -> n.Expr:
    for name in [node for node in walk(expr) if isinstance(node, n.Name) and node.text == "base"]:
        whole: n.Expr = n.Compare(name.at, "==", n.Integer(name.at, 0), n.Integer(name.at, 0))
        for index, condition in enumerate(old):
            whole = condition if index == 0 else n.And(name.at, whole, condition)
        expr = replaced(expr, name, whole)
    return expr
