"""Nodes know their place in the file, to the character, in every style of scalar."""

from __future__ import annotations

import pytest

from hoyle.diagnostics.model import Findings
from hoyle.syntax import nodes as n
from hoyle.syntax.parser import parse_expression, parse_procedure, parse_template
from hoyle.syntax.walk import walk
from tests.syntax.scalars import scalar_in

STYLES = {
    "block": "a: 1\ndo: |\n  x == top(deck).kind\n",
    "stripped": "a: 1\ndo: |-\n    x == top(deck).kind\n",
    "folded": "a: 1\ndo: >\n  x ==\n  top(deck).kind\n",
    "double": 'a: 1\ndo: "x == top(deck).kind"\n',
    "double with escapes": 'a: 1\ndo: "\\x78 ==\\ttop(deck).kind"\n'.replace("\\t", " "),
    "double over two lines": 'a: 1\ndo: "x ==\n   top(deck).kind"\n',
    "single": "a: 1\ndo: 'x == top(deck).kind'\n",
    "plain": "a: 1\ndo: x == top(deck).kind\n",
    "plain over two lines": "a: 1\ndo: x ==\n   top(deck).kind\n",
    "in a flow mapping": "a: 1\ndo: 'x == top(deck).kind'\nb: {c: 'd'}\n",
    "windows": "a: 1\r\ndo: |\r\n  x == top(deck).kind\r\n",
}


@pytest.mark.parametrize("text", STYLES.values(), ids=STYLES.keys())
def test_places(text: str) -> None:
    found = parse_expression(scalar_in(text), findings := Findings())
    assert found is not None, findings.sorted
    shown = {}
    for node in walk(found):
        place = node.at.place
        shown[node.at.text] = text[place.start : place.end]
    del shown[found.at.text]
    shown.pop("x")  # may be written as an escape
    assert shown == {word: word for word in ("top(deck).kind", "top(deck)", "top", "deck", "kind")}


def test_places_of_statements_and_picks() -> None:
    head = "do: |\n  choose for me:\n    play(with c in hand[me], x in 2 of deck, bold if y) needs fits(c):\n"
    text = head + "      move c to discard\n"
    found = parse_procedure(scalar_in(text), Findings())
    assert found is not None
    decision = found[0]
    assert isinstance(decision, n.Decision)
    alternative = decision.alternatives[0]
    assert isinstance(alternative, n.Alternative)
    assert decision.at.text == "choose for me:"
    assert [pick.at.text for pick in alternative.picks] == [
        "with c in hand[me]",
        "x in 2 of deck",
        "bold if y",
    ]
    assert [node.at.place.column for node in alternative.picks] == [10, 30, 46]
    assert alternative.needs[0].at.text == "fits(c)"
    assert str(alternative.body[0].at.place) == "game.yaml:4:7"


def test_places_inside_texts() -> None:
    text = 'do: "{c}: not {top(deck)}, {{really}}"\n'
    parts = parse_template(scalar_in(text), Findings())
    assert parts is not None
    shown = [part if isinstance(part, str) else (part.at.text, part.at.place.column) for part in parts]
    assert shown == [("c", 7), ": not ", ("top(deck)", 16), ", {really}"]
