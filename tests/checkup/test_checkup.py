"""What playing finds: each code by its sample, deterministically, with a trace that reproduces it."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.checkup import checkup
from hoyle.checkup.checkup import CheckupResult, check_up
from hoyle.checkup.incidents import Bounds, Inspection
from hoyle.checkup.settings import Setting, settings
from hoyle.coverage.marks import marked
from hoyle.coverage.watch import Tracing
from hoyle.diagnostics.catalogue import play as codes
from hoyle.diagnostics.model import Code, SourceFile
from hoyle.pipeline import Work, compile_ruleset, open_ruleset, run
from hoyle.play.game import Game
from hoyle.play.traces import difference, read_trace
from tests.checked.samples import SMALL_GAME, complete

CODES = [value for value in vars(codes).values() if isinstance(value, Code) and value.id != "H805"]


def work_of(fragment: str) -> Work:
    work = run(SourceFile("sample.yaml", complete(fragment, SMALL_GAME)))
    assert work.program is not None, work.findings.sorted
    return work


def checked(fragment: str) -> CheckupResult:
    return check_up(work_of(fragment), "sample.yaml", 1, "traces")


@pytest.fixture
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """One number of players, and few games more: each takes all the time that a limit grants."""
    monkeypatch.setattr(checkup, "settings", lambda program: settings(program)[:1])
    monkeypatch.setattr(checkup, "_PATIENCE", 2)


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_the_bad_sample_causes_exactly_it(code: Code, request: pytest.FixtureRequest) -> None:
    if code is codes.LIMIT:
        request.getfixturevalue("briefly")
    assert [finding.code.id for finding in checked(code.bad).findings] == [code.id]


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_the_good_sample_is_clean(code: Code) -> None:
    assert [finding.message for finding in checked(code.good).findings] == []


def test_a_finding_names_the_game_and_comes_with_its_trace() -> None:
    found = checked(codes.DEAD_END.bad)
    (finding,) = found.findings
    assert finding.message == (
        "nobody can act: no alternative is legal, and there is no `otherwise` "
        "(2 players, seed 0; also in 2 other games)"
    )
    assert finding.help == (
        "see it: hoyle replay traces/sample-dead-end-1.jsonl --ruleset sample.yaml --show"
    )
    assert finding.place.file.line(finding.place.line).strip() == "choose for me:"
    (trace,) = found.traces.values()
    (recorded,) = read_trace(trace.encode().splitlines())
    assert recorded.events[-1]["event"] == "fault"
    program = work_of(codes.DEAD_END.bad).program
    assert program is not None
    assert difference(Game(program), recorded) is None


def test_without_a_folder_it_says_how_to_play_it_again() -> None:
    fragment = "options:\n  amount: {default: 1, range: 1..9}\nrules:\n  round:\n    do: |\n"
    fragment += "      deal amount from deck to hand[p] for p in players\n"
    (finding,) = check_up(work_of(fragment), "sample.yaml", 1).findings
    assert finding.code is codes.FAULT
    assert finding.message.startswith("`deck` has not enough pieces to deal (2 players, amount 9, seed 0")
    assert finding.help == "play it again: hoyle run sample.yaml --players 2 --seed 0 --option amount=9"


def test_the_same_findings_every_time() -> None:
    first, second = checked(codes.LEAK.bad), checked(codes.LEAK.bad)
    assert [finding.message for finding in first.findings] == [finding.message for finding in second.findings]
    assert first.traces == second.traces


def test_settings_that_a_requirement_refuses_are_left_out() -> None:
    fragment = (
        "options:\n  amount: {default: 1, range: 1..9}\n  more: {default: false}\n"
        "requires:\n  enough:\n    is: amount * size(players) <= 10\n    why: too many\n"
        "rules:\n  round:\n    do: |\n      deal amount from deck to hand[p] for p in players\n"
        "      if more: shuffle deck\n"
    )
    assert check_up(work_of(fragment), "sample.yaml", 1).findings == []


LIMITS = [
    "      let n = 2\n      while n > 0: n = n * n\n",
    "      again()\n  again:\n    do: |\n      shuffle deck\n      again()\n",
    "      let items = [1]\n      while size(items) > 0: items = items + items\n",
    "      choose for seat(0):\n        take(cs in 1..10 of deck + deck): move cs to discard\n",
]


@pytest.mark.usefixtures("briefly")
@pytest.mark.parametrize("body", LIMITS)
def test_every_limit_is_told_from_other_faults(body: str) -> None:
    found = checked(f"rules:\n  round:\n    do: |\n{body}").findings
    assert {finding.code.id for finding in found if finding.code.severity == "error"} == {"H803"}


def test_a_piece_that_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Game.start

    def careless(self: Game, *arguments: object, **named: object) -> hoyle.State:
        state = start(self, *arguments, **named)  # type: ignore[arg-type]
        next(zone for zone in state.z if zone).pop()
        return state

    monkeypatch.setattr(Game, "start", careless)
    program = compile_ruleset("crazy-eights")
    tracing = Tracing(marked(program))
    incident = Inspection(Game(program), Setting(2), 0, Bounds(), tracing, views=False).incident()
    assert incident is not None
    assert incident.code is codes.LOST_PIECE
    assert incident.message.endswith("is in 0 zones")


@pytest.mark.parametrize("name", ["nim", "kuhn-poker", "tic-tac-toe", "if-zero-stop-gifts"])
def test_bundled_rulesets_are_clean(name: str) -> None:
    assert check_up(open_ruleset(name), name, 1).findings == []


def test_a_variant_answers_only_for_its_own_rules(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text(complete(codes.RULE_NEVER_RAN.bad, SMALL_GAME), encoding="utf-8")
    variant = tmp_path / "variant.yaml"
    variant.write_text("hoyle: 1\nid: variant\ntitle: Variant\nextends: base\n", encoding="utf-8")
    assert check_up(open_ruleset(variant), str(variant), 1).findings == []
