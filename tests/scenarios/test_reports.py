"""A scenario that comes out otherwise says what was expected, what came instead, and where.

The reports lie in `reports/`; UPDATE_SNAPSHOTS=1 writes them anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.diagnostics.render import render_full
from hoyle.document.from_yaml import read
from hoyle.pipeline import Work, open_ruleset
from hoyle.scenarios.from_document import read_scenarios
from hoyle.scenarios.run import run_scenarios
from tests.checked.snapshots import matches

REPORTS = Path(__file__).parent / "reports"

GIVEN = """\
for: stop

scenarios:
  sample:
    players: 3
    given:
      discard: [red 7]
      hand[0]: [blue 4, red 3, green 1]
      hand[1]: [blue 1, blue 2+]
      hand[2]: [blue 3, blue 5]
      up: seat 0
    begin: turns()
    then:
"""

SAMPLES = {
    "wrong_may": GIVEN + "      - seat 0 may: [play red 3, play blue 4]\n",
    "too_few_in_may": GIVEN + "      - seat 0 may: []\n",
    "wrong_refusal": GIVEN + "      - seat 0 may not: {play blue 4: no_jolly}\n",
    "allowed_after_all": GIVEN + "      - seat 0 may not: [play red 3]\n",
    "never_a_choice": GIVEN + "      - seat 0 may not: [jump in blue 4, ply blue 4]\n",
    "never_a_card": GIVEN + "      - seat 0 may not: [play blue 4, play bluue 4]\n",
    "no_truth": GIVEN.replace("up: seat 0", "decided: yes") + "      - over: false\n",
    "no_such_seat": GIVEN.replace("up: seat 0", "up: seat 3") + "      - over: false\n",
    "list_for_one_value": GIVEN.replace("up: seat 0", "owed: [1]") + "      - over: false\n",
    "index_of_a_single_one": GIVEN.replace("up: seat 0", "owed[1]: 1") + "      - over: false\n",
    "not_empty_after_all": GIVEN.replace("up: seat 0", "deck: []") + "      - over: false\n",
    "refused": GIVEN + "      - seat 0: play blue 4\n",
    "wrong_seat": GIVEN + "      - seat 2 may: [play blue 3]\n",
    "wrong_seat_after_a_step": GIVEN + "      - seat 0: play red 3\n      - seat 0: play blue 4\n",
    "failing_expect": GIVEN
    + "      - expect: size(hand[seat(0)]) == 3 and size(hand[seat(1)]) > 1 + size(discard)\n",
    "failing_expect_of_a_card": GIVEN + "      - expect: top(discard).colour == blue\n",
    "failing_expect_without_sides": GIVEN + "      - expect: decided\n",
    "impossible_expect": GIVEN
    + "      - expect: size(hand[seat(0)]) / size(those c in discard where c.kind == jolly) == 1\n",
    "failing_expect_of_all": GIVEN
    + "      - expect: all p in players have size(hand[p]) == 2 and top(hand[p]).colour == blue\n",
    "failing_expect_of_any": GIVEN + "      - expect: any p in players where size(hand[p]) > 3\n",
    "failing_expect_of_no": GIVEN + "      - expect: no c in hand[seat(0)] where c.colour == red\n",
    "failing_expect_of_or": GIVEN + "      - expect: decided or not size(discard) == 1\n",
    "failing_expect_of_members": GIVEN + "      - expect: top(discard) in hand[seat(0)]\n",
    "failing_expect_of_nobody": GIVEN
    + "      - expect: any c in (those d in discard where d.colour == blue) where c.colour == blue\n",
    "sees_else": GIVEN
    + "      - seat 0 sees:\n          hand[0]: [blue 4, red 3]\n          top(discard): red 7\n",
    "sees_not_all": GIVEN + "      - seat 0 sees: ['hand[0]', 'hand[1]']\n",
    "sees_after_all": GIVEN + "      - seat 0 does not see: [deck, discard]\n",
    "sees_a_piece_after_all": GIVEN + "      - seat 1 does not see: {'hand[1]': blue 1}\n",
    "hidden_elsewhere": GIVEN + "      - seat 0 does not see: {'hand[1]': [blue 1, red 3]}\n",
    "sees_what_is_not_there": GIVEN + "      - seat 0 sees: {dekc: [], 'owed[1]': 2, face_up: 1}\n",
    "sees_a_variable_with_a_value": GIVEN + "      - seat 0 does not see: {owed: 2}\n",
    "not_in_the_list_of_a_pick": GIVEN + "      - seat 0 may not: {play blue 1: unknown}\n",
    "wrong_scores": GIVEN + "      - scores: [0, 0, 5]\n",
    "wrong_over": GIVEN + "      - over: true\n",
    "wrong_winners": GIVEN + "      - winners: [1]\n",
    "wrong_events": GIVEN + "      - seat 0: play red 3\n      - events: [{move: red 3, to: deck}]\n",
    "wrong_event_after_another": GIVEN
    + "      - seat 0: play red 3\n      - events: [{move: red 3}, {decide: play red 3, seat: seat 0}]\n",
    "event_of_another_kind": GIVEN
    + "      - seat 0: play red 3\n      - events: [{move: red 3, value: 3}]\n",
    "unknown_event": GIVEN + "      - seat 0: play red 3\n      - events: [{mvoe: red 3}]\n",
    "number_too_large": GIVEN.replace("up: seat 0", "owed: 10000000000") + "      - over: false\n",
    "unknown_piece": GIVEN.replace("blue 4", "blue 44") + "      - over: false\n",
    "too_many_of_a_piece": GIVEN.replace("[blue 4,", "[blue 4, blue 4, blue 4,") + "      - over: false\n",
    "unknown_zone": GIVEN.replace("hand[1]", "hnad[1]") + "      - over: false\n",
    "zone_of_no_seat": GIVEN.replace("hand[1]", "hand[7]") + "      - over: false\n",
    "unknown_value": GIVEN.replace("up: seat 0", "due: skp") + "      - over: false\n",
    "unknown_step": GIVEN + "      - seet 0: play red 3\n",
    "unknown_name_in_expect": GIVEN + "      - expect: size(dekc) == 1\n",
    "unknown_rule": GIVEN.replace("turns()", "truns()") + "      - over: false\n",
    "no_call": GIVEN.replace("turns()", "turns") + "      - over: false\n",
    "wrong_players": GIVEN.replace("players: 3", "players: 33") + "      - over: false\n",
    "wrong_option": GIVEN.replace("    given:", "    options: {hand_sise: 4}\n    given:")
    + "      - over: false\n",
    "rules_that_fail": GIVEN.replace("[red 7]", "[]") + "      - over: false\n",
}


@pytest.fixture(scope="module")
def stop() -> Work:
    return open_ruleset("stop")


@pytest.mark.parametrize("name", SAMPLES)
def test_the_report_of(name: str, stop: Work) -> None:
    findings = Findings()
    root = read(SourceFile(f"{name}.yaml", SAMPLES[name]), findings)
    assert root is not None
    told = []
    for outcome in run_scenarios(stop, read_scenarios(root, findings)):
        assert not outcome.passed or findings.sorted
        told += [str(failure) for failure in outcome.failures]
        told += [render_full([finding]).strip() for finding in outcome.findings]
    told += [render_full([finding]).strip() for finding in findings.sorted]
    text = "\n\n".join(told) + "\n"
    assert "Traceback" not in text
    assert f"{name}.yaml:" in text
    assert matches(text.replace(str(Path.cwd()) + "/", ""), REPORTS / f"{name}.out")


def test_every_report_belongs_to_a_sample() -> None:
    assert {path.stem for path in REPORTS.glob("*.out")} == set(SAMPLES)


def test_one_scenario_s_fault_is_not_the_next_one_s(stop: Work) -> None:
    findings = Findings()
    one = SAMPLES["unknown_zone"]
    good = GIVEN.partition("scenarios:\n")[2].replace("sample:", "good:") + "      - over: false\n"
    root = read(SourceFile("both.yaml", one + good), findings)
    assert root is not None
    bad, fine = run_scenarios(stop, read_scenarios(root, findings))
    assert (bad.passed, fine.passed) == (False, True)
