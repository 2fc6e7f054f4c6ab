"""What a slip in the action language is answered with, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.diagnostics.model import Findings
from hoyle.diagnostics.render import render_full
from hoyle.syntax import parser as p
from tests.checked.snapshots import matches
from tests.syntax.scalars import block, scalar_in

EXPECTED = Path(__file__).parent / "mistakes"

PROCEDURES = {
    "missing_from": "draw 1 deck to discard",
    "missing_to": "move top(deck) discard",
    "missing_to_at_the_end": "move top(deck)",
    "missing_for": "deal 3 from deck to hand[p]",
    "one_equals_sign": "if owed = 2: nothing",
    "two_equals_signs": "owed == 2",
    "unclosed_bracket": "let x = (3 + 4\nlet y = 2",
    "closing_bracket": "let x = 3 + 4)",
    "mixed_brackets": "let x = (a[1)]",
    "unclosed_quote": 'let x = "2+',
    "bad_dedent": "if true:\n    nothing\n  nothing",
    "too_deep_a_line": "let x = 1\n  let y = 2",
    "missing_block": "if true:\nnothing",
    "missing_colon": "if owed > 2\n  nothing",
    "missing_colon_of_else": "if owed > 2:\n  nothing\nelse\n  nothing",
    "missing_colon_of_alternative": "choose for me:\n  play(c in hand[me])\n    nothing",
    "capital_letter": "draw 1 from Deck to discard",
    "single_quotes": "let x = '2+'",
    "elif": "if a: nothing\nelif b: nothing",
    "foreach": "foreach p in players: nothing",
    "for_without_each": "for p in players: nothing",
    "keyword_as_name": "let end = 3",
    "keyword_as_value": "if due == draw: nothing",
    "unknown_character": "let x = 3 $ 4",
    "semicolon": "let x = 3; let y = 4",
    "ampersand": "if a && b: nothing",
    "exclamation_mark": "if !a: nothing",
    "dash": "let x = 3 – 2",
    "misspelt_return": "if true:\n  retrun",
    "misspelt_nothing": "if true: nothign",
    "misspelt_statement": "shufle deck",
    "no_statement": "deck hand",
    "statement_for_alternative": "choose for me:\n  draw 1 from deck to discard",
    "nothing_for_alternative": "choose for me:\n  nothing",
    "if_behind_a_colon": "for each p in players: if a: nothing",
    "else_alone": "else: nothing",
    "otherwise_alone": "otherwise: nothing",
    "plus_plus": "x++",
    "breaks_off": "let x = 3 +",
    "no_comma": "f(a b)",
    "half_a_number": "let x = 1.5",
    "compared_twice": "if 1 < x < 3: nothing",
    "quantifier_inside": "let x = 1 + count c in hand where c",
    "quantifier_without_in": "let x = any c hand where c",
    "if_without_else": "let x = if a then b",
    "end_of_what": "end game",
    "offer_without_to": "offer me:\n  a: nothing",
    "repeat_without_times": "repeat 3:\n  nothing",
    "huge_number": "let x = 12345678901",
    "too_deep": "let x = " + "(" * 70 + "1" + ")" * 70,
}
EXPRESSIONS = {
    "expression_breaks_off": "a ==",
    "statement_for_expression": "move c to discard",
    "two_expressions": "a b",
}
WHOLE = {
    "tab": 'do: "if true:\\n\\tnothing"\n',
    "empty": 'do: ""\n',
    "only_a_comment": "do: |\n  # later\n",
    "windows_line_ends": "do: |\r\n  nothing\r\n  draw 1 deck to discard\r\n",
    "folded": "do: >\n  draw 1\n  deck to discard\n",
}


@pytest.mark.parametrize("name", PROCEDURES)
def test_procedures(name: str) -> None:
    findings = Findings()
    p.parse_procedure(block(PROCEDURES[name]), findings)
    assert matches(render_full(findings.sorted), EXPECTED / f"{name}.out")


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_expressions(name: str) -> None:
    findings = Findings()
    assert p.parse_expression(block(EXPRESSIONS[name]), findings) is None
    assert matches(render_full(findings.sorted), EXPECTED / f"{name}.out")


@pytest.mark.parametrize("name", WHOLE)
def test_whole_files(name: str) -> None:
    findings = Findings()
    assert p.parse_procedure(scalar_in(WHOLE[name]), findings) is None
    assert matches(render_full(findings.sorted), EXPECTED / f"{name}.out")


def test_signature() -> None:
    findings = Findings()
    assert p.parse_signature(scalar_in("do: turn(me)\n"), findings) is None
    assert matches(render_full(findings.sorted), EXPECTED / "signature.out")


def test_nothing_is_left_over() -> None:
    names = {*PROCEDURES, *EXPRESSIONS, *WHOLE, "signature"}
    assert {path.stem for path in EXPECTED.iterdir()} == names
