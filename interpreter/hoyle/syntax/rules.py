"""Makes rules from their entries, with a variant's changes to their alternatives, as in `turn.wild: off`."""

from __future__ import annotations

import dataclasses

from hoyle.diagnostics.catalogue import variants as codes
from hoyle.diagnostics.model import Findings
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.merge import is_off, rule_id
from hoyle.document.nodes import Entry, Map, Node, Scalar, as_map
from hoyle.syntax import keys
from hoyle.syntax import nodes as n
from hoyle.syntax.parser import parse_signature, parse_template
from hoyle.syntax.ruleset import Exception_, Rule, Text
from hoyle.syntax.walk import conjuncts, decisions_in, replaced, walk
from hoyle.syntax.written import cites_of, text_of


def parse_rules(section: Map, findings: Findings) -> dict[str, Rule]:
    """The rules by their names; what a variant says about parts of them is worked in."""
    found: dict[str, Rule] = {}
    for entry in section:
        if "." not in rule_id(entry.key.text) and isinstance(entry.value, Map):
            rule = _rule(entry, section, findings)
            if rule is not None:
                found[rule.name] = rule
    return found


def parse_text(node: Node | None, findings: Findings) -> Text | None:
    """A text with `{expressions}`, in one language or several."""
    scalars = {"en": node} if isinstance(node, Scalar) else {e.key.text: e.value for e in as_map(node)}
    languages: dict[str, n.Template] = {}
    for language, scalar in scalars.items():
        template = parse_template(scalar, findings) if isinstance(scalar, Scalar) else None
        if template is not None:
            languages[language] = template
    return Text(languages) if languages else None


def _rule(entry: Entry, rules: Map, findings: Findings) -> Rule | None:
    signature = parse_signature(entry.key, findings)
    if signature is None:
        return None
    rule = _body(entry, signature, findings)
    name = signature.name.text
    if rule.body is not None:
        body = rule.body
        for level in _levels_of(entry, keys.ADD.name):
            body = _with_added(body, name, level, findings)
        for other in rules:
            head, _, part = other.key.text.partition(".")
            if head == name and part:
                body = _patched(body, name, part, other, findings)
        rule = dataclasses.replace(rule, body=body)
    return rule


def _levels_of(entry: Entry, key: str) -> list[Scalar]:
    """The values of a key over all levels that still count, the oldest first.

    An `add:` of a level older than the newest `do:` belongs to a body that is no longer there.
    """
    found: list[Scalar] = []
    value = as_map(entry.value)
    item = value.entry(key)
    do = value.entry(keys.DO.name)
    newest = do.value.place.file if do is not None else None
    while item is not None:
        if isinstance(item.value, Scalar):
            found.append(item.value)
            if item.value.place.file is newest:
                break
        item = item.base
    return found[::-1]


def _body(entry: Entry, signature: n.Signature, findings: Findings) -> Rule:
    value = as_map(entry.value)
    do, is_ = value.entry(keys.DO.name), value.entry(keys.IS.name)
    body = definition = None
    source = None
    base: Rule | None = None
    if do is not None and isinstance(do.value, Scalar):
        body, source = keys.DO.parse(do.value, findings), do.value
        base = _replaced(do.base, keys.DO, entry, signature, findings)
    elif is_ is not None and isinstance(is_.value, Scalar):
        definition, source = keys.IS.parse(is_.value, findings), is_.value
        base = _replaced(is_.base, keys.IS, entry, signature, findings)
    exceptions = []
    for item in as_map(value.get("unless")):
        test = keys.UNLESS.parse(item.value, findings)
        if test is not None:
            exceptions.append(Exception_(item.key.text, item.key, test))
    return Rule(
        signature.name.text,
        entry.key,
        signature.parameters,
        body,
        definition,
        tuple(exceptions),
        parse_text(value.get("why"), findings),
        text_of(value.get("about")),
        cites_of(value),
        base,
        source,
    )


def _replaced(
    entry: Entry | None,
    key: keys.Key[n.Block] | keys.Key[n.Expr],
    rule: Entry,
    signature: n.Signature,
    findings: Findings,
) -> Rule | None:
    """The rule as it was before a variant replaced its body."""
    if entry is None or not isinstance(entry.value, Scalar):
        return None
    older = _replaced(entry.base, key, rule, signature, findings)
    body = keys.DO.parse(entry.value, findings) if key is keys.DO else None
    value = keys.IS.parse(entry.value, findings) if key is keys.IS else None
    if body is None and value is None:
        return None
    return Rule(
        signature.name.text, rule.key, signature.parameters, body, value, base=older, source=entry.value
    )


# ---------------------------------------------------------------- changes to alternatives
def _with_added(block: n.Block, rule: str, scalar: Scalar, findings: Findings) -> n.Block:
    """Adds the alternatives of an `add:` to the rule's decision."""
    added = keys.ADD.parse(scalar, findings)
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


def _patched(block: n.Block, rule: str, part: str, entry: Entry, findings: Findings) -> n.Block:
    """Applies one `rule.part:` entry, older levels first."""
    if entry.base is not None:
        block = _patched(block, rule, part, entry.base, findings)
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
    if is_off(entry, ("rules",)):
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
    conditions, statements = keys.NEEDS.read(value, findings), keys.DO.read(value, findings)
    if conditions is not None:
        new = dataclasses.replace(new, needs=_with_base(conditions, old.needs))
    if statements is not None:
        new = dataclasses.replace(new, body=statements)
    alternatives = tuple(new if a is old else a for a in decision.alternatives)
    return replaced(block, decision, dataclasses.replace(decision, alternatives=alternatives))


def _patch_otherwise(
    block: n.Block, rule: str, decision: n.Decision, value: Node, findings: Findings
) -> n.Block:
    statements = keys.DO.read(as_map(value), findings)
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
