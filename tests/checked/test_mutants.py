"""Rulesets with one token deleted, doubled, swapped or renamed: never a traceback, never a hang."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hoyle import pipeline
from hoyle.bundled import bundled
from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.document.from_yaml import read
from hoyle.document.nodes import Entry, Map, Node, Scalar
from hoyle.scenarios.check import scenario_findings
from hoyle.syntax import parser as p
from hoyle.syntax.words import keywords
from tests.syntax.scalars import block

TOKEN = re.compile(r"[A-Za-z0-9_]+|[^\sA-Za-z0-9_]|\n *")
FEW, MANY = 200, 20_000
SLOWEST = 5.0  # seconds of the processor: what lint promises for any file
NEAR = 2  # lines between the mutated place and the first finding


@dataclass(frozen=True)
class Mutant:
    text: str
    line: int  # of the mutated place


def mutants(count: int, seed: int) -> Iterator[tuple[str, Mutant]]:
    chance = random.Random(seed)
    texts = {str(path): path.read_text(encoding="utf-8") for path in bundled().values()}
    tokens = {name: list(TOKEN.finditer(text)) for name, text in texts.items()}
    names = sorted(texts)
    for _ in range(count):
        name = chance.choice(names)
        yield name, mutated(texts[name], tokens[name], chance)


def mutated(text: str, tokens: list[re.Match[str]], chance: random.Random) -> Mutant:
    index = chance.randrange(len(tokens) - 1)
    one, next_ = tokens[index], tokens[index + 1]
    start, end = one.span()
    match chance.choice(["delete", "double", "swap", "rename"]):
        case "delete":
            changed = text[:start] + text[end:]
        case "double":
            changed = text[:end] + " " * one.group().isalnum() + one.group() + text[end:]
        case "swap":
            between = text[end : next_.start()]
            changed = text[:start] + next_.group() + between + one.group() + text[next_.end() :]
        case _:
            changed = text[:start] + renamed(one.group(), chance) + text[end:]
    return Mutant(changed, text.count("\n", 0, start) + 1)


def renamed(word: str, chance: random.Random) -> str:
    if not word.strip() or not word.isalnum() or chance.random() < 0.3:
        return chance.choice(
            ["x", "0", "99999999999", "é", "'", '"', "]", "}", "|", "&a", "*a", ":", "- ", "\t"]
        )
    place = chance.randrange(len(word))
    return chance.choice([word + word[-1], word[:place] + word[place + 1 :], word[::-1], word.upper()])


def check(count: int, seed: int) -> float:
    """Runs mutants through the checker; the share of found ones whose first finding is near."""
    near = found = 0
    for name, mutant in mutants(count, seed):
        started = time.process_time()
        findings = pipeline.run(SourceFile(name, mutant.text), until="lint").findings.sorted
        seconds = time.process_time() - started
        assert seconds < SLOWEST, (name, mutant.line, seconds)
        own = [finding for finding in findings if finding.place.file.name == name]
        if own:
            found += 1
            places = [
                place for finding in own for place in (finding.place, *(r.place for r in finding.related))
            ]
            near += any(abs(place.line - mutant.line) <= NEAR for place in places)
    return near / max(found, 1)


def check_scenarios(count: int, seed: int) -> None:
    """Looks at the scenarios of mutants, which may have any error."""
    for name, mutant in mutants(count, seed):
        work = pipeline.run(SourceFile(name, mutant.text))
        findings = scenario_findings(work)
        assert all(finding.message for finding in findings)


def test_scenarios_of_mutants() -> None:
    check_scenarios(FEW // 4, seed=4)


@pytest.mark.slow
def test_scenarios_of_many_mutants() -> None:
    check_scenarios(MANY // 10, seed=5)


def test_mutants() -> None:
    assert check(FEW, seed=1) > 0.7


@pytest.mark.slow
def test_many_mutants() -> None:
    assert check(MANY, seed=2) > 0.8


SHAPES = ["5", "-1", "x", "[]", "[1, x]", "{}", "{a: 1}", "~", "''", "true", "1.5", "[[a]]", "off", "1..9"]


def entries(node: Node) -> Iterator[Entry]:
    inner = node.entries if isinstance(node, Map) else ()
    for entry in inner:
        yield entry
        yield from entries(entry.value)


def test_entries_of_another_shape() -> None:
    chance = random.Random(3)
    texts = {str(path): path.read_text(encoding="utf-8") for path in bundled().values()}
    for _ in range(FEW):
        name = chance.choice(sorted(texts))
        tree = read(SourceFile(name, texts[name]), Findings())
        assert tree is not None
        entry = chance.choice(list(entries(tree)))
        place = chance.choice([entry.key, entry.value]).place
        changed = texts[name][: place.start] + chance.choice(SHAPES) + texts[name][place.end :]
        pipeline.run(SourceFile(name, changed))


WORDS = [
    *sorted(keywords()),
    *'x deck hand[me] 3 "2+" ( ) [ ] , : . .. = == += + - * ? { }'.split(),
    "\n",
    "\n  ",
]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_any_words_are_answered(words: list[str]) -> None:
    findings = Findings()
    found = p.parse_procedure(block("x\n" + " ".join(words)), findings)
    assert found is not None or findings.sorted


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30))
@example("\ufffe")
@example("\u2028")
@example("\ufeff")
def test_any_text_is_answered(text: str) -> None:
    findings = Findings()
    root = read(SourceFile("game.yaml", f"do: |\n  x {text}\n"), findings)
    scalar = root.get("do") if root is not None else None
    found = p.parse_expression(scalar, findings) if isinstance(scalar, Scalar) else None
    assert found is not None or findings.sorted
