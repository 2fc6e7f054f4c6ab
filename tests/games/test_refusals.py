"""Why not: the answers in words, with the place of the condition in the YAML."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.document.from_yaml import read
from hoyle.pipeline import open_ruleset
from hoyle.scenarios.compiler import ScenarioCompiler
from hoyle.scenarios.from_document import read_scenarios
from hoyle.scenarios.position import Position
from tests.play.playing import loaded


def position(name: str, text: str) -> hoyle.State:
    """The state of a scenario that only gives a position and begins."""
    findings = Findings()
    root = read(SourceFile("given.yaml", f"for: {name}\nscenarios:\n  one:\n{text}"), findings)
    assert root is not None
    (scenario,) = read_scenarios(root, findings)
    compiler = ScenarioCompiler(open_ruleset(name))
    game = compiler.game(scenario.entry_text, scenario.stops_after_call, findings)
    assert game is not None
    assert scenario.given is not None
    state = game.start(scenario.players, 1)
    Position(state, findings).lay_out(scenario.given)
    assert findings.sorted == []
    state.apply(0)  # it waits for its position to be laid out
    return state


def place_of(name: str, line: str, word: str) -> str:
    path = loaded(name).path
    assert path is not None
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line in text:
            return f"({path}:{number}:{text.index(word) + 1})"
    raise AssertionError(line)


STOP = """\
    players: 3
    given:
      discard: [red 7]
      hand[0]: [blue 4, red 3, jolly, green 7]
      hand[1]: [blue 1, blue 2+]
      hand[2]: [blue 3, blue 5]
      up: seat 0
    begin: turns()
    then: []
"""
ZERO = """\
    players: 2
    given:
      slot[c-i_nw]: [green 5]
      slot[c-i_ne]: [red 7]
      slot[n-o_ne]: [red 1]
      up: seat 0
    call: place(seat(0))
    then: []
"""
MORE = """\
    players: 3
    given:
      table: [4+ again]
      hand[0]: [3+ reverse, 7- again]
      hand[1]: [6- draw]
      hand[2]: [8- draw]
      up: seat 0
    begin: turns()
    then: []
"""
OUT = """\
    players: 4
    given:
      table: [2+ again]
      hand[0]: [5+ draw, 6+ again]
      hand[1]: []
      hand[2]: [1+ again]
      hand[3]: [8- draw]
      up: seat 0
    begin: turns()
    then: []
"""


@pytest.mark.parametrize(
    ("label", "reason", "line", "word"),
    [
        (
            "play blue 4",
            "blue 4: neither the colour nor the kind of red 7",
            "play(c in hand[me], declaring",
            "fits(c)",
        ),
        (
            "play jolly",
            "a jolly is never laid without a coloured card",
            "play(c in hand[me], declaring",
            "no_jolly(c)",
        ),
        (
            "play jolly with jolly",
            "jolly with jolly: only a jolly takes a card along, and only a coloured one",
            'wild "play"',
            "goes_along(j, c)",
        ),
        (
            "play red 3 declaring",
            "`declaring` does not apply here: only a move that leaves exactly one card is declared",
            "play(c in hand[me], declaring",
            "leaves_one(me, 1)",
        ),
        ("play yellow 8", "yellow 8 is not there to choose", "play(c in hand[me], declaring", "play(c"),
    ],
)
def test_stop(label: str, reason: str, line: str, word: str) -> None:
    state = position("stop", STOP)
    assert state.why_not("play red 3") is None
    assert state.why_not(label) == f"{reason} {place_of('stop', line, word)}"


def test_a_jolly_without_a_companion() -> None:
    alone = position("stop", STOP.replace("[blue 4, red 3, jolly, green 7]", "[red 3, jolly]"))
    assert alone.why_not("play jolly") == (
        f"a jolly is never laid without a coloured card {place_of('stop', 'play(c in hand[me], declaring', 'no_jolly(c)')}"  # noqa: E501
    )


def test_an_equal_number_on_a_central_bridge() -> None:
    state = position("mister-zero", ZERO)
    assert state.why_not("place red 4 on c-i_se") is None
    line = "place(t in stock[me], on b in bridge)"
    assert state.why_not("place red 5 on c-i_se") == (
        "5 is the lowest number on the central bridges now; red 5 may not lie beside it "
        + place_of("mister-zero", line, "not_the_lowest_again(me, t, b)")
    )
    assert state.why_not("place red 5 on c-i_nw") == (
        f"c-i_nw already carries a token {place_of('mister-zero', line, 'free(b)')}"
    )
    assert state.why_not("place red 5 on i_nw-o_nw") is None
    assert "is not there to choose" in str(state.why_not("place green 9 on c-i_se"))


def test_a_card_that_misses_the_constraint() -> None:
    state = position("one-more", MORE)
    assert state.why_not("play 7- again") is None
    assert state.why_not("play 3+ reverse") == (
        "3+ reverse does not meet the constraint of 4+ again "
        + place_of("one-more", "play(c in hand[me]) needs meets(c)", "meets(c)")
    )


def test_a_player_who_is_out_of_the_round() -> None:
    state = position("one-more", OUT)
    state.apply("play 5+ draw")
    assert [choice.label for choice in state.decision] == [
        "give to seat 0",
        "give to seat 2",
        "give to seat 3",
    ]
    assert state.why_not("give to seat 1") == (
        f"seat 1 is out of the round {place_of('one-more', 'give(to p in players)', 'may_draw(p, me)')}"
    )
    exchange = position("one-more", OUT.replace("5+ draw", "5+ exchange"))
    exchange.apply("play 5+ exchange")
    assert exchange.why_not("exchange seat 0 and seat 1") == (
        "seat 1 is out of the round "
        + place_of("one-more", "exchange(pair in 2 of players)", "holds_cards(pair[1])")
    )
    assert exchange.why_not("exchange seat 0 and seat 2") is None
