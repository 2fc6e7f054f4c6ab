"""Rulesets that hypothesis writes, faults and all, are the same game in every kind of build."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from hoyle import pipeline
from hoyle.checked.builtins import FUNCTIONS
from hoyle.diagnostics.model import SourceFile
from hoyle.syntax import nodes
from hoyle.syntax.walk import other_trees, rule_trees, walk
from tests.differential.known import KNOWN
from tests.differential.playing import Failed, tried
from tests.differential.referee import Tally
from tests.differential.rulesets import rulesets

FEW, MANY = 40, 2_000
SEED = int(os.environ.get("DIFFERENTIAL_SEED", "1"))
"""Another seed, other rulesets: for the long test only."""


def generated(count: int, test: Callable[[str], None], with_seed: int, smaller: bool = False) -> None:
    """Lets hypothesis write rulesets; the first that fails is made `smaller`, which can take minutes."""

    @seed(with_seed)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink] if smaller else [Phase.generate],
    )
    @given(rulesets())
    def written(text: str) -> None:
        test(text)

    written()


def check(count: int, tally: Tally, with_seed: int, smaller: bool = False) -> None:
    read = 0

    def play(text: str) -> None:
        nonlocal read
        found = tried(text, tally)
        read += found is not False
        if isinstance(found, Failed):
            if not any(known.met(text, found.error) for known in KNOWN.values()):
                pytest.fail(str(found), pytrace=False)
            tally.known += 1

    generated(count, play, with_seed, smaller)
    assert read > 0.8 * count, "most of the rulesets must lint without errors"
    assert tally.faults > count / 10
    assert tally.decisions > count


def test_a_few_rulesets(tally: Tally) -> None:
    check(FEW, tally, 1)


@pytest.mark.slow
def test_many_rulesets(tally: Tally) -> None:
    print(f"DIFFERENTIAL_SEED={SEED}")
    check(MANY, tally, SEED, smaller=True)


@pytest.mark.slow
def test_everything_is_written() -> None:
    """The generated rulesets use every kind of statement, expression, pick and type, and every built-in."""
    met: set[str] = set()
    text = ""

    def look(ruleset: str) -> None:
        nonlocal text
        work = pipeline.run(SourceFile("generated.yaml", ruleset), until="syntax")
        assert work.syntax is not None
        rules, variables = work.syntax.rules.values(), work.syntax.state.values()
        declared = tuple(variable.declaration for variable in variables)
        parameters = tuple(rule.parameters for rule in rules)
        trees = (*map(rule_trees, rules), other_trees(work.syntax), declared, parameters)
        met.update(type(node).__name__ for node in walk(trees))
        text += ruleset

    generated(MANY, look, 1)
    kinds = {
        kind.__name__
        for union in (nodes.Expr, nodes.Statement, nodes.Pick, nodes.TypeNode)
        for kind in union.__args__
    }
    assert kinds - met == set()
    assert [f.name for f in FUNCTIONS if f"{f.name}(" not in text] == []
