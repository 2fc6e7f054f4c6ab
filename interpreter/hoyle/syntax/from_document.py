"""Parses every piece of the action language that stands in a document."""

from __future__ import annotations

import dataclasses

from hoyle.diagnostics.model import Findings, Place, SourceFile
from hoyle.document.nodes import Document, Entry, Map, Node, Scalar
from hoyle.document.remains import Remains
from hoyle.syntax import nodes as n
from hoyle.syntax.parser import (
    parse_declaration,
    parse_expression,
    parse_procedure,
    parse_signature,
    parse_template,
    parse_type,
)
from hoyle.syntax.patches import add_alternatives, apply_patch
from hoyle.syntax.ruleset import (
    Definition,
    Exception_,
    Requirement,
    Rule,
    Ruleset,
    StateVariable,
    Text,
)


def parse_ruleset(document: Document, remains: Remains, findings: Findings) -> Ruleset:
    """Parses what remains of a merged document; what cannot be parsed is reported and left out."""
    root = remains.root
    ruleset = Ruleset(document, root, remains.lost)
    _read_types(ruleset, findings)
    _read_zones(ruleset, findings)
    for scope in ("match", "round"):
        for entry in _map(_map(root.get("state")).get(scope)):
            if isinstance(entry.value, Scalar):
                declaration = parse_declaration(entry.value, findings)
                if declaration is not None:
                    name = entry.key.text
                    ruleset.state[name] = StateVariable(name, entry.key, scope, declaration)
    match = _map(root.get("match"))
    ruleset.score = _definition(match, "score", findings)
    ruleset.rounds = _expression(match.get("rounds"), findings)
    ruleset.ends = _expression(match.get("ends"), findings)
    ruleset.active = _definition(_map(root.get("players")), "active", findings)
    for entry in _map(root.get("requires")):
        body = _map(entry.value)
        test = _expression(body.get("is"), findings)
        if test is not None:
            why = _text(body.get("why"), findings)
            ruleset.requires.append(Requirement(entry.key.text, entry.key, test, why, cites_of(body)))
    _read_rules(ruleset, findings)
    return ruleset


def _read_types(ruleset: Ruleset, findings: Findings) -> None:
    root = ruleset.root
    for entry in _map(root.get("types")):
        for column in _map(_map(entry.value).get("columns")):
            type_ = _type(column.value, findings)
            if type_ is not None:
                ruleset.column_types[entry.key.text, column.key.text] = type_
    for entry in _map(root.get("components")):
        for attribute in _map(_map(entry.value).get("has")):
            type_ = _type(attribute.value, findings)
            if type_ is not None:
                ruleset.attribute_types[entry.key.text, attribute.key.text] = type_
    for entry in _map(root.get("boards")):
        for attribute in _map(_map(entry.value).get("attributes")):
            type_ = _type(_map(attribute.value).get("type"), findings)
            if type_ is not None:
                ruleset.node_attribute_types[entry.key.text, attribute.key.text] = type_


def _read_zones(ruleset: Ruleset, findings: Findings) -> None:
    for entry in _map(ruleset.root.get("zones")):
        zone = _map(entry.value)
        definition = _definition(zone, "starts", findings)
        if definition is not None:
            ruleset.starts[entry.key.text] = definition
        when = _expression(_map(zone.get("refill")).get("when"), findings)
        if when is not None:
            ruleset.refill_when[entry.key.text] = when


def _read_rules(ruleset: Ruleset, findings: Findings) -> None:
    rules = _map(ruleset.root.get("rules"))
    for entry in rules:
        if "." in entry.key.text.partition("(")[0] or not isinstance(entry.value, Map):
            continue
        rule = _rule(entry, rules, findings)
        if rule is not None:
            ruleset.rules[rule.name] = rule


def _rule(entry: Entry, rules: Map, findings: Findings) -> Rule | None:
    signature = parse_signature(entry.key, findings)
    if signature is None:
        return None
    rule = _body(entry, signature, findings)
    name = signature.name.text
    if rule.body is not None:
        body = rule.body
        for level in _levels_of(entry, "add"):
            body = add_alternatives(body, name, level, findings)
        for other in rules:
            head, _, part = other.key.text.partition(".")
            if head == name and part:
                body = apply_patch(body, name, part, other, findings)
        rule = dataclasses.replace(rule, body=body)
    return rule


def _levels_of(entry: Entry, key: str) -> list[Scalar]:
    """The values of a key over all levels that still count, the oldest first.

    An `add:` of a level older than the newest `do:` belongs to a body that is no longer there.
    """
    found: list[Scalar] = []
    value = _map(entry.value)
    item = value.entry(key)
    do = value.entry("do")
    newest = do.value.place.file if do is not None else None
    while item is not None:
        if isinstance(item.value, Scalar):
            found.append(item.value)
            if item.value.place.file is newest:
                break
        item = item.base
    return found[::-1]


def _body(entry: Entry, signature: n.Signature, findings: Findings) -> Rule:
    value = _map(entry.value)
    do, is_ = value.entry("do"), value.entry("is")
    body = definition = None
    source = None
    base: Rule | None = None
    if do is not None and isinstance(do.value, Scalar):
        body, source = parse_procedure(do.value, findings), do.value
        base = _replaced(do.base, "do", entry, signature, findings)
    elif is_ is not None and isinstance(is_.value, Scalar):
        definition, source = parse_expression(is_.value, findings), is_.value
        base = _replaced(is_.base, "is", entry, signature, findings)
    exceptions = []
    for item in _map(value.get("unless")):
        if isinstance(item.value, Scalar):
            test = parse_expression(item.value, findings)
            if test is not None:
                exceptions.append(Exception_(item.key.text, item.key, test))
    about = value.get("about")
    return Rule(
        signature.name.text,
        entry.key,
        signature.parameters,
        body,
        definition,
        tuple(exceptions),
        _text(value.get("why"), findings),
        about.text if isinstance(about, Scalar) else None,
        cites_of(value),
        base,
        source,
    )


def _replaced(
    entry: Entry | None, key: str, rule: Entry, signature: n.Signature, findings: Findings
) -> Rule | None:
    """The rule as it was before a variant replaced its body."""
    if entry is None or not isinstance(entry.value, Scalar):
        return None
    older = _replaced(entry.base, key, rule, signature, findings)
    body = parse_procedure(entry.value, findings) if key == "do" else None
    value = parse_expression(entry.value, findings) if key == "is" else None
    if body is None and value is None:
        return None
    return Rule(
        signature.name.text, rule.key, signature.parameters, body, value, base=older, source=entry.value
    )


def _definition(owner: Map, name: str, findings: Findings) -> Definition | None:
    for entry in owner:
        if entry.key.text.partition("(")[0].strip() == name and isinstance(entry.value, Scalar):
            if name == "starts" and "(" not in entry.key.text:
                return None  # `starts: all` is a word, not an expression
            signature = parse_signature(entry.key, findings)
            value = parse_expression(entry.value, findings)
            if signature is not None and value is not None:
                return Definition(name, entry.key, signature.parameters, value)
    return None


def _expression(node: Node | None, findings: Findings) -> n.Expr | None:
    return parse_expression(node, findings) if isinstance(node, Scalar) else None


def _type(node: Node | None, findings: Findings) -> n.TypeNode | None:
    return parse_type(node, findings) if isinstance(node, Scalar) else None


def _text(node: Node | None, findings: Findings) -> Text | None:
    """A text with `{expressions}`, in one language or several."""
    if isinstance(node, Scalar):
        template = parse_template(node, findings)
        return Text({"en": template}) if template is not None else None
    if isinstance(node, Map):
        languages: dict[str, n.Template] = {}
        for entry in node:
            if isinstance(entry.value, Scalar):
                template = parse_template(entry.value, findings)
                if template is not None:
                    languages[entry.key.text] = template
        return Text(languages) if languages else None
    return None


def cites_of(owner: Map) -> tuple[str, ...]:
    """The rulebook points that a declaration cites."""
    node = owner.get("cites")
    if node is None:
        return ()
    if isinstance(node, Scalar):
        return (node.text,)
    if isinstance(node, Map):
        return ()
    return tuple(item.text for item in node.items if isinstance(item, Scalar))


def _map(node: Node | None) -> Map:
    return node if isinstance(node, Map) else _EMPTY


_EMPTY = Map((), Place(SourceFile("", ""), 0, 0), False)
