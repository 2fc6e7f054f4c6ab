"""The generated parts are up to date and leave nothing out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from hoyle.checked.builtins import FUNCTIONS, VALUES
from hoyle.checked.types import Kind
from hoyle.diagnostics.model import SourceFile
from hoyle.pipeline import run
from hoyle.reference import codes
from hoyle.reference.forms import (
    DECISIONS,
    FORMS,
    PICKS,
    QUANTIFIERS,
    STATEMENTS,
    STRUCTURE,
    TYPES,
    Form,
)
from hoyle.reference.generate import CONTENTS, DOCS, PAGES, PARTS, UnknownPart, filled, main, marked
from hoyle.syntax.grammar import parser
from tests.docs.pages import lay_out

LANGUAGE = (DOCS / "language.md").read_text(encoding="utf-8")


def grammar_rules() -> set[str]:
    """The names of the grammar's rules and aliases that make a node of their own."""
    from hoyle.bundled import data_path

    text = (data_path("grammar") / "actions.lark").read_text(encoding="utf-8")
    inlined = set(re.findall(r"^\?([a-z_]+):", text, re.MULTILINE))
    return {
        name
        for rule in parser().rules
        if not (name := str(rule.alias or rule.origin.name)).startswith("_") and name not in inlined
    }


def one_of(rule: str) -> set[str]:
    """What the alternatives of a rule are called."""
    return {str(found.expansion[0].name) for found in parser().rules if found.origin.name == rule}


def test_no_page_is_stale(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().err


def test_a_stale_page_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for page in PAGES:
        (tmp_path / page).write_text((DOCS / page).read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr("hoyle.reference.generate.DOCS", tmp_path)
    assert main(["--check"]) == 1
    assert not (tmp_path / "codes").exists()
    assert main([]) == 0
    assert main(["--check"]) == 0
    index = tmp_path / "codes" / codes.INDEX
    language = LANGUAGE.replace("`shuffle ZONE`", "`shuffle PILE`")
    (tmp_path / "language.md").write_text(language, encoding="utf-8")
    (tmp_path / "codes" / "H401.md").write_text("old", encoding="utf-8")
    (tmp_path / "codes" / "H000.md").write_text("gone", encoding="utf-8")
    index.unlink()
    capsys.readouterr()
    assert main(["--check"]) == 1
    told = capsys.readouterr().err.splitlines()
    names = ["codes/H000.md", "codes/H401.md", f"codes/{codes.INDEX}", "language.md"]
    assert told == [f"docs/{name} is stale; run `python -m hoyle.reference`" for name in names]
    assert main([]) == 0
    assert capsys.readouterr().out.startswith("docs/codes/H000.md is deleted\ndocs/codes/H401.md is written")
    assert main(["--check"]) == 0
    assert (tmp_path / "language.md").read_text(encoding="utf-8") == LANGUAGE
    assert not (tmp_path / "codes" / "H000.md").exists()


def test_a_page_about_a_code() -> None:
    pages = codes.pages()
    page = pages["H401.md"]
    assert page.split("\n\n")[1:3] == ["# H401 unknown-name", "A name that nothing declares (error)."]
    assert page.count("```yaml") == 2
    links = re.findall(r"\]\((\S+)\)", pages[codes.INDEX])
    assert set(links) == set(pages) - {codes.INDEX}


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(UnknownPart, match="nothing generates `nonsense`"):
        filled("<!-- generated: nonsense -->\n<!-- end -->")


def test_every_part_stands_on_a_page_once() -> None:
    found = [name for page in PAGES for name in marked((DOCS / page).read_text(encoding="utf-8"))]
    assert sorted(found) == sorted([*PARTS, CONTENTS])


def test_every_rule_of_the_grammar_has_a_form() -> None:
    described = {rule for form in FORMS for rule in form.rules}
    assert described & set(STRUCTURE) == set()
    assert described | set(STRUCTURE) == grammar_rules()


def test_every_statement_stands_in_its_table() -> None:
    stated = {rule for form in STATEMENTS for rule in form.rules} - {"assign_plain"}
    assert stated == (one_of("simple") | one_of("compound")) - {
        rule for form in DECISIONS for rule in form.rules
    }


def test_every_quantifier_word_stands_in_the_table() -> None:
    words = {token.lower() for token in one_of("quantity")} | {"highest", "lowest", "sum", "each", "if"}
    shown = " ".join(form.syntax for form in QUANTIFIERS).split()
    assert words <= set(shown)


def test_every_kind_of_type_stands_in_the_table() -> None:
    inner = {"any", "nothing", "none"}  # of what is wrong, of a call without a value, of `none`
    shown = {
        "int": "int · bool", "bool": "int · bool", "player": "player · team", "team": "player · team",
        "enum": "an enum's name", "piece": "a component's name", "node": "a board's nodes or edges",
        "edge": "a board's nodes or edges", "list": "[T]", "maybe": "T?", "zone": "zone of T",
        "memory": "memory of NAME, …",
    }  # fmt: skip
    assert set(get_args(Kind)) - inner == set(shown)
    assert set(shown.values()) <= {form.syntax for form in TYPES}


def test_every_builtin_stands_on_the_page() -> None:
    for function in FUNCTIONS:
        assert f"`{function.signature}`" in LANGUAGE
    for value in VALUES:
        assert f"| `{value.name}" in LANGUAGE


# ------------------------------------------------------------------ examples
def _errors(folder: Path, rules: str, base: str = "table") -> list[str]:
    state = "state:\n  round:\n    stage: int\n    positions: memory of stage\n    path: '[int] = [1, 2]'\n"
    text = f"hoyle: 1\nid: example\ntitle: An example\nextends: {base}\n{state}rules:\n{rules}"
    work = run(SourceFile(str(folder / "example.yaml"), text), until="checked")
    return [f"{d.place}: {d.message}" for d in work.findings.sorted if d.code.severity == "error"]


def _rule(signature: str, body: str) -> str:
    lines = "\n".join(f"      {line}" for line in body.splitlines())
    return f"  {signature}:\n    do: |\n{lines}\n"


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.syntax)
def test_an_example_is_right(form: Form, tmp_path: Path) -> None:
    lay_out(tmp_path)
    if form in PICKS:
        body = f"choose for me:\n  {form.example}: nothing"
    elif form.group in ("statement", "decision"):
        body = form.example
    elif form.example.startswith("memory of"):
        return  # stands in `_errors`, and only under `state`
    elif form.group == "type":
        assert not _errors(tmp_path, _rule(f"example(player me, {form.example} x)", "nothing"))
        return
    else:
        body = f"let x = {form.example}"
    lender = "  leaving(player p):\n    choices: |\n      fold: folded[p] = true\n"
    assert not _errors(tmp_path, _rule("example(player me)", body) + lender * ("also" in form.rules))


BOARDS = """\
hoyle: 1
id: boards
title: Boards of all kinds
players: 2..4
types:
  colour: [blue, red]
components:
  card: {has: {colour: colour}, make: {all: {colour: all}}}
boards:
  grid: {nodes: cell, grid: [4, 4]}
  map: {nodes: point, edges: road, at: {centre: [0, 0], top_end: [0, 1]}, paths: [centre-top_end]}
zones:
  deck: {of: card, seen: nobody, starts: all}
  hand: {of: card, per: player, seen: owner}
rules:
  round:
    do: nothing
"""


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.name)
def test_the_example_of_a_builtin_is_right(function: object, tmp_path: Path) -> None:
    (tmp_path / "boards.yaml").write_text(BOARDS, encoding="utf-8")
    signature = "example(player me, point here, road e, cell n)"
    example = getattr(function, "example")  # noqa: B009
    assert not _errors(tmp_path, _rule(signature, f"let x = {example}"), "boards")
