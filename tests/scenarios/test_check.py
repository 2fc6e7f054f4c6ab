"""What lint says about scenarios without playing them, in the ruleset and beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.bundled import bundled
from hoyle.cli.main import main
from hoyle.pipeline import open_ruleset
from hoyle.play.event_kinds import EVENTS
from hoyle.scenarios.check import file_findings, scenario_findings
from hoyle.scenarios.suite import suite_of

GAME = """\
hoyle: 1
id: coins
title: Coins
players: 2..3
options:
  bank: {default: true}
components:
  coin: {has: {value: 1..3}, make: {all: {value: all}}}
zones:
  purse: {of: coin, starts: all}
  hand: {of: coin, per: player}
state:
  round:
    n: int = 0
match:
  score(player p): size(hand[p]) + n
rules:
  round:
    do: turn(seat(0))
  turn(player me):
    do: |
      choose for me:
        take(c in purse): move c to hand[me]
        leave needs bank: nothing
"""

WRONG = {
    "begin: 'nosuch()'": "H402 there is no rule or built-in `nosuch`",
    "begin: turn(seat(0))\n    call: turn(seat(0))": "H657 `begin` and `call` together: "
    "a scenario starts in one place",
    "players: 9": "H655 coins is for 2 or 3 players, not 9",
    "options: {bnk: 3}": "H655 coins has no option `bnk`; did you mean `bank`?",
    "options: {bank: 3}": "H655 the option `bank` is true or false, not 3",
    "seed: -1": "H655 the seed must be a whole number from 0 to 18446744073709551615, not -1",
    "given: {zzz: 1}": "H651 there is no zone or variable `zzz`",
    "given: {'hand[2]': []}": "H651 there is no zone `hand[2]`",
    "given: {purse: ['4']}": "H652 there is no piece `4`",
    "given: {rest: pruse}": "H651 there is no zone `pruse`",
    "given: {n: 10000000000}": "H652 `10000000000` is too large: "
    "numbers go from -1,000,000,000 to 1,000,000,000",
}
WRONG_STEPS = {
    "expect: nosuch": "H401 there is nothing called `nosuch` here",
    "expect: n = 3": "H301 expected the end of the line, found `=`",
    "seat 2: leave": "H653 there is no seat 2: they go from 0 to 1",
    "winners: [0, 2]": "H653 there is no seat 2: they go from 0 to 1",
    "winners: [-1]": "H653 there is no seat -1: they go from 0 to 1",
    "scores: [1, 2, 3]": "H653 2 seats, but 3 scores",
    "scores: [1]": "H653 2 seats, but 1 score",
    "seat 2 sees: [purse]": "H653 there is no seat 2: they go from 0 to 1",
    "seat 0 sees: {prse: []}": "H651 there is no zone or variable `prse`",
    "seat 0 does not see: ['hand[2]']": "H651 there is no zone or variable `hand[2]`",
    "seat 0 does not see: [top(n)]": "H651 there is no zone or variable `n`",
    "seat 0 does not see: {n: 1}": "H653 `n` is a variable: its value is hidden, or it is not",
    "seat 0 may not: {leave: bnk}": "H656 nothing called `bnk` refuses a choice",
    "seat 0 may not: {leave: turn}": "H656 the rule `turn` is not among the conditions of any choice, "
    "so it refuses none",
    "events: [{move: '1', value: 1}]": "H653 a `move` event has no `value`",
    "events: [{nosuch: 1}]": "H653 `nosuch` is neither a kind of event nor part of one",
}


def written(folder: Path, scenarios: str, beside: bool) -> list[str]:
    (folder / "coins.yaml").write_text(GAME + "" if beside else GAME + scenarios, encoding="utf-8")
    if beside:
        (folder / "coins.scenarios.yaml").write_text(f"for: coins\n{scenarios}", encoding="utf-8")
    work = open_ruleset(str(folder / "coins.yaml"))
    assert not work.findings.sorted
    found = scenario_findings(work)
    if beside:
        assert [str(one.place) for one in file_findings(str(folder / "coins.scenarios.yaml"))] == [
            str(one.place) for one in found
        ]
    return [f"{finding.code.id} {finding.message}" for finding in found]


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("part", [*WRONG, *WRONG_STEPS])
def test_wrong(part: str, beside: bool, tmp_path: Path) -> None:
    if part in WRONG:
        text = f"scenarios:\n  one:\n    {part}\n    then:\n      - over: false\n"
    else:
        text = f"scenarios:\n  one:\n    then:\n      - {part}\n"
    assert written(tmp_path, text, beside) == [(WRONG | WRONG_STEPS)[part]]


def test_what_refuses_a_choice(tmp_path: Path) -> None:
    """A condition as written, the name of a pick, or `unknown`."""
    steps = "      - seat 0 may not: {leave: bank}\n      - seat 0 may not: {take 1: c, take 9: unknown}\n"
    given = "    options: {bank: false}\n    given: {'hand[1]': ['1']}\n    begin: turn(seat(0))\n"
    text = f"scenarios:\n  one:\n{given}    then:\n{steps}"
    assert written(tmp_path, text, beside=True) == []
    (tested,) = suite_of(str(tmp_path / "coins.yaml")).run()
    assert tested.outcome.passed, tested.outcome.failures


def test_a_scenario_that_shows_nothing(tmp_path: Path) -> None:
    text = "scenarios:\n  one: {then: []}\n"
    assert written(tmp_path, text, beside=True) == ["H653 `one` shows nothing: `then` has no steps"]


def test_all_scenarios_are_looked_at(tmp_path: Path) -> None:
    text = (
        "scenarios:\n"
        "  one: {then: [{seet 0: leave}]}\n"
        "  two: {players: 9, then: [{over: false}]}\n"
        "  three: {then: [{expect: nosuch}, {expect: nope}]}\n"
        "  good: {then: [{seat 0: leave}]}\n"
    )
    assert written(tmp_path, text, beside=True) == [
        "H201 there is no key `seet 0` in `then`",
        "H655 coins is for 2 or 3 players, not 9",
        "H401 there is nothing called `nosuch` here",
        "H401 there is nothing called `nope` here",
    ]
    results = suite_of(str(tmp_path / "coins.yaml")).run()
    assert [tested.outcome.passed for tested in results] == [False, False, False, True]


def test_lint_shows_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "scenarios:\n  one: {then: [{expect: nosuch}]}\n", beside=True)
    for name in ("coins.yaml", "coins.scenarios.yaml"):
        assert main(["lint", name, "--format", "concise"]) == 1
        shown = capsys.readouterr().out
        assert shown == (
            "coins.scenarios.yaml:3:25: H401 unknown-name: there is nothing called `nosuch` here\n"
        )


def test_the_bundled_ones_are_clean() -> None:
    assert [scenario_findings(open_ruleset(id)) for id in ("stop", "mister-zero", "nim")] == [[], [], []]


@pytest.mark.parametrize("id", ["stop", "mister-zero", "kuhn-poker", "one-more"])
def test_the_words_of_events_are_those_of_the_engine(id: str) -> None:
    assert id in bundled()
    import hoyle

    state = hoyle.load(id).start(seed=1, record=True)
    for _ in range(60):
        if not state.over:
            state.apply(0)
    for event in state.events:
        fields = EVENTS[event["event"]].fields
        always = {name for name, field in fields.items() if not field.optional}
        assert always <= event.keys() - {"event"} <= fields.keys()
