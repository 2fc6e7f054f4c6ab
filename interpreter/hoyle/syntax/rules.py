"""Makes rules from their entries, with a variant's changes to their alternatives, as in `turn.wild: off`."""

from __future__ import annotations

import dataclasses

from hoyle.diagnostics.catalogue import variants as codes
from hoyle.diagnostics.catalogue.syntax import TOO_DEEP
from hoyle.diagnostics.model import Findings
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.merge import is_off, rule_id
from hoyle.document.nodes import Entry, Map, Node, Scalar, as_map
from hoyle.syntax import keys
from hoyle.syntax import nodes as n
from hoyle.syntax.parser import parse_signature, parse_template
from hoyle.syntax.ruleset import Exception_, Rule, Text
from hoyle.syntax.walk import conjuncts, decisions_in, own_alternatives, replaced, walk
from hoyle.syntax.written import cites_of, text_of

# Of conditions, with what `base` stands for: written twice in each of twenty variants, that is a million.
MOST_PARTS = 5_000


def parse_rules(section: Map, findings: Findings) -> dict[str, Rule]:
    """The rules by their names; what a variant says about parts of them is worked in."""
    found: dict[str, Rule] = {}
    parts: dict[str, list[Entry]] = {}
    for entry in section:
        parts.setdefault(entry.key.text.partition(".")[0], []).append(entry)
    for entry in section:
        if "." not in rule_id(entry.key.text) and isinstance(entry.value, Map):
            rule = _rule(entry, parts, findings)
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


def _rule(entry: Entry, rules: dict[str, list[Entry]], findings: Findings) -> Rule | None:
    signature = parse_signature(entry.key, findings)
    if signature is None:
        return None
    rule = _body(entry, signature, findings)
    name = signature.name.text
    parts = [other for other in rules.get(name, ()) if other.key.text.startswith(f"{name}.")]
    if rule.body is not None:
        body = rule.body
        for level in _levels_of(entry, keys.ADD.name):
            body = _with_added(body, name, level, findings)
        for other in parts:
            body = _patched(body, name, other.key.text.partition(".")[2], other, findings)
        rule = dataclasses.replace(rule, body=body)
    if rule.choices is not None:
        choices = rule.choices
        for level in _levels_of(entry, keys.ADD.name):
            choices = _joined(choices, name, level, findings)
        for other in parts:
            choices = _patched_choices(choices, name, other.key.text.partition(".")[2], other, findings)
        rule = dataclasses.replace(rule, choices=choices)
    return rule


def _levels_of(entry: Entry, key: str) -> list[Scalar]:
    """The values of a key over all levels that still count, the oldest first.

    An `add:` of a level older than the newest `do:` or `choices:` belongs to a body that is no longer there.
    """
    found: list[Scalar] = []
    value = as_map(entry.value)
    item = value.entry(key)
    do = value.entry(keys.DO.name) or value.entry(keys.CHOICES.name)
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
    shared = value.entry(keys.CHOICES.name)
    choices = None
    if body is None and definition is None and shared is not None and isinstance(shared.value, Scalar):
        choices, source = keys.CHOICES.parse(shared.value, findings), shared.value
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
        choices,
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
    decision = _the_decision(block, rule, scalar, findings)
    if decision is None:
        keys.ADD.parse(scalar, findings)
        return block
    alternatives = _joined(decision.alternatives, rule, scalar, findings)
    return replaced(block, decision, dataclasses.replace(decision, alternatives=alternatives))


def _joined(
    alternatives: tuple[n.Offered, ...], rule: str, scalar: Scalar, findings: Findings
) -> tuple[n.Offered, ...]:
    """Some alternatives and those of an `add:`."""
    added = keys.ADD.parse(scalar, findings) or ()
    for alternative in own_alternatives(added):
        if any(old.name.text == alternative.name.text for old in own_alternatives(alternatives)):
            findings.report(
                codes.PART_EXISTS,
                alternative.name.at.place,
                f"`{rule}` already has an alternative `{alternative.name.text}`",
                help=f"to change it, write `{rule}.{alternative.name.text}:` instead",
            )
            return alternatives
    return alternatives + added


def _patched(block: n.Block, rule: str, part: str, entry: Entry, findings: Findings) -> n.Block:
    """Applies one `rule.part:` entry, older levels first."""
    if entry.base is not None:
        block = _patched(block, rule, part, entry.base, findings)
    decision = _the_decision(block, rule, entry.key, findings)
    if decision is None:
        return block
    if part == "otherwise":
        return _patch_otherwise(block, rule, decision, entry.value, findings)
    alternatives = _changed(decision.alternatives, rule, part, entry, findings)
    return replaced(block, decision, dataclasses.replace(decision, alternatives=alternatives))


def _patched_choices(
    choices: tuple[n.Offered, ...], rule: str, part: str, entry: Entry, findings: Findings
) -> tuple[n.Offered, ...]:
    """The same for alternatives that decisions share."""
    if entry.base is not None:
        choices = _patched_choices(choices, rule, part, entry.base, findings)
    return _changed(choices, rule, part, entry, findings)


def _changed(
    alternatives: tuple[n.Offered, ...], rule: str, part: str, entry: Entry, findings: Findings
) -> tuple[n.Offered, ...]:
    """Some alternatives, one of them changed or removed as an entry says."""
    own = own_alternatives(alternatives)
    old = next((a for a in own if a.name.text == part), None)
    if old is None:
        _report_no_such_part(alternatives, rule, part, entry, findings)
        return alternatives
    if is_off(entry, ("rules",)):
        rest = tuple(a for a in alternatives if a is not old)
        if not rest:
            findings.report(
                codes.NOTHING_LEFT,
                entry.key.place,
                f"without `{part}` the decision in `{rule}` has no alternative left",
                help=f"replace the rule `{rule}` as a whole",
            )
            return alternatives
        return rest
    if not isinstance(entry.value, Map):
        return alternatives
    new = old
    conditions, statements = keys.NEEDS.read(entry.value, findings), keys.DO.read(entry.value, findings)
    if conditions is not None:
        if _size_with_base(conditions, old.needs) > MOST_PARTS:
            findings.report(
                TOO_DEEP,
                entry.key.place,
                f"with what `base` stands for, these conditions have more than {MOST_PARTS:,} parts",
                help="write `base` once",
            )
            return alternatives
        new = dataclasses.replace(new, needs=_with_base(conditions, old.needs))
    if statements is not None:
        new = dataclasses.replace(new, body=statements)
    return tuple(new if a is old else a for a in alternatives)


def _report_no_such_part(
    alternatives: tuple[n.Offered, ...], rule: str, part: str, entry: Entry, findings: Findings
) -> None:
    names = [*(a.name.text for a in own_alternatives(alternatives)), "otherwise"]
    help_ = did_you_mean(part, names) or f"it has {', '.join(f'`{name}`' for name in names)}"
    lent = [item.call.name.text for item in alternatives if isinstance(item, n.Also)]
    if lent:
        ways = " or ".join(f"`{other}.{part}`" for other in lent)
        help_ += f"; what it shares is changed where it stands: {ways}"
    findings.report(
        codes.NO_SUCH_PART,
        entry.key.place,
        f"the decision in `{rule}` has no alternative `{part}`",
        help=help_,
    )


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


def _size_with_base(conditions: tuple[n.Expr, ...], old: tuple[n.Expr, ...]) -> int:
    """How many parts the conditions have when the old ones stand for `base`: it may double each time."""
    size, names = 0, 0
    for node in walk(conditions):
        size += 1
        names += isinstance(node, n.Name) and node.text == "base"
    return size + names * sum(1 for _ in walk(old))


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
