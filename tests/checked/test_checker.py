"""The checker used for code that is no part of a ruleset, and what it notes for others to read."""

from __future__ import annotations

import pytest

from hoyle.checked.checker import Checker
from hoyle.checked.model import LocalRef, Model, ZoneRef
from hoyle.checked.types import BOOL, INT, Type, list_of
from hoyle.diagnostics.model import Findings, Place, SourceFile
from hoyle.document.nodes import Scalar
from hoyle.pipeline import open_ruleset, run
from hoyle.syntax import nodes as n
from hoyle.syntax.parser import parse_expression
from tests.checked.samples import GAME


@pytest.fixture(scope="module")
def model() -> Model:
    found = open_ruleset("hearts", until="checked").model
    assert found is not None
    return found


def parsed(text: str) -> n.Expr:
    node = parse_expression(
        Scalar(text, Place(SourceFile("step", text), 0, len(text)), "plain", False), Findings()
    )
    assert node is not None
    return node


@pytest.mark.parametrize(
    ("text", "type_"), [("1 + 2", INT), ("size(players) > 3", BOOL), ("[1, 2]", list_of(INT))]
)
def test_the_type_of_a_fragment(model: Model, text: str, type_: Type) -> None:
    findings = Findings()
    checker = Checker.of_fragment(model, findings)
    assert checker.expr(parsed(text)) == type_
    checker.finish()
    assert not findings.sorted


def test_a_fragment_is_typed_like_the_ruleset(model: Model) -> None:
    zone = next(name for name, zone in model.zones.items() if zone.per)
    node = parsed(f"any p in players where size({zone}[p]) > 0")
    assert isinstance(node, n.Quantifier)
    Checker.of_fragment(model, Findings()).condition(node)
    assert model.typing.types[node] == BOOL
    assert model.typing.locals[node.name] == "p"
    bindings = model.typing.bindings.values()
    assert ZoneRef(zone) in bindings
    assert LocalRef("p") in bindings


def test_findings_of_a_fragment_are_its_own(model: Model) -> None:
    first, second = Findings(), Findings()
    for findings in (first, second):
        checker = Checker.of_fragment(model, findings)
        checker.condition(parsed("nowhere == 1"))
        assert not findings.sorted  # an unknown name may be used again
        checker.finish()
    assert [finding.code.id for finding in first.sorted] == ["H401"]
    assert len(second) == 1


def test_what_is_in_scope_at_an_unknown_name() -> None:
    text = GAME.replace("rules:\n", "rules:\n  sample([player] some):\n    do: |\n"
        "      let n = 1\n"
        "      for each q in some: nobody_knows(q)\n"
        "      repeat n times: nothing\n", 1)  # fmt: skip
    found = run(SourceFile("sample.yaml", text), until="checked").model
    assert found is not None
    scopes = {node.text: scope for node, scope in found.typing.in_scope.items() if isinstance(node, n.Ident)}
    assert list(scopes["nobody_knows"]) == ["some", "n", "q"]
    assert list(scopes["q"]) == ["some", "n"]  # where it is declared it cannot be used yet
