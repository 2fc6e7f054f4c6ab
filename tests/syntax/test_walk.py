"""The one way through the syntax tree."""

from __future__ import annotations

import dataclasses
from typing import Any

from hoyle.bundled import bundled
from hoyle.diagnostics.model import Findings
from hoyle.pipeline import open_ruleset
from hoyle.syntax import nodes as n
from hoyle.syntax.parser import parse_expression, parse_procedure
from hoyle.syntax.walk import conjuncts, decisions_in, names_in, other_trees, replaced, rule_trees, walk
from tests.syntax.scalars import block

TURN = """\
choose for me:
  play "lay {c}"(c in hand[me]) needs fits(c) and a == b:
    offer to q in players:
      jump: nothing
    otherwise: nothing
otherwise:
  simultaneously p in players:
    bid: nothing
"""


def procedure(text: str) -> n.Block:
    tree = parse_procedure(block(text), Findings())
    assert tree is not None
    return tree


def expression(text: str) -> n.Expr:
    tree = parse_expression(block(text), Findings())
    assert tree is not None
    return tree


def naive(tree: Any) -> list[n.Node]:
    if isinstance(tree, tuple):
        return [node for item in tree for node in naive(item)]
    if not isinstance(tree, n.Node):
        return []
    parts = [getattr(tree, field.name) for field in dataclasses.fields(tree)]
    return [tree, *(node for part in parts for node in naive(part))]


def test_every_node_of_every_ruleset_once_and_in_order() -> None:
    for name in bundled():
        syntax = open_ruleset(name, until="syntax").syntax
        assert syntax is not None
        trees = (other_trees(syntax), *(rule_trees(rule) for rule in syntax.rules.values()))
        assert list(walk(trees)) == naive(trees)


def test_expressions_in_labels_belong_to_the_tree() -> None:
    [label] = [node for node in walk(procedure(TURN)) if isinstance(node, n.Label)]
    assert label.text == "lay {c}"
    assert label.parts is not None
    words, name = label.parts
    assert words == "lay "
    assert name in list(walk(label))


def test_what_is_looked_into_can_be_chosen() -> None:
    tree = procedure(TURN)
    found = list(walk(tree, lambda node: ()))
    assert found == list(tree)


def test_decisions_of_a_rule() -> None:
    tree = procedure(TURN)
    assert [decision.how for decision in decisions_in(tree)] == ["choose", "offer", "simultaneously"]
    [choose] = [node for node in tree if isinstance(node, n.Decision)]
    changed = dataclasses.replace(choose, otherwise_name="turn.otherwise")
    assert [decision.how for decision in decisions_in((changed,))] == ["choose", "offer"]


def test_one_node_replaced_leaves_the_rest() -> None:
    tree = expression("a and b + c < d")
    [old] = [node for node in walk(tree) if isinstance(node, n.Name) and node.text == "c"]
    new = replaced(tree, old, n.Integer(old.at, 3))
    assert isinstance(tree, n.And)
    assert isinstance(new, n.And)
    assert new.left is tree.left
    assert names_in(new) == {"a", "b", "d"}
    assert names_in(tree) == {"a", "b", "c", "d"}
    assert replaced(tree, n.Nothing(old.at), new) is tree


def test_conditions_joined_by_and() -> None:
    assert [part.at.text for part in conjuncts(expression("a and (b or c) and d"))] == ["a", "b or c", "d"]
