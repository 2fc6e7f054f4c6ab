"""Single rulings of the checker, beyond what the samples of the catalogue show."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle import pipeline
from hoyle.bundled import bundled
from tests.checked.samples import codes_in, found_in

ROUND = "rules:\n  round:\n    do: |\n      "
TOKENS = (
    "components:\n  token: {has: {n: 1..4}, make: {all: {n: all}}}\n"
    "zones:\n  mine:\n    of: token\n    per: player\n    "
)


@pytest.mark.parametrize("id", sorted(bundled()))
def test_bundled_rulesets_are_clean(id: str) -> None:
    work = pipeline.open_ruleset(id)
    assert work.findings.sorted == []
    assert work.model is not None


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("let past = [1]\n      past += [2, 3]", []),
        ("let past = []\n      past += [seat(0)]", []),
        ("let past = []\n      past += [seat(0)]\n      past += [1]", ["H501"]),
        ("let past = []\n      for each p in players: past += [p]\n      score[past[0]] += 1", []),
        (
            "let past = []\n      for each p in players: past += [p]\n      score[seat(0)] += past[0]",
            ["H501"],
        ),
        ("let past = []\n      past = hand[seat(0)]\n      score[seat(0)] += past[0]", ["H501"]),
        ("let seen = [seat(0)]\n      seen += players", []),
        ("let past = [1]\n      past += 2", ["H501"]),
        ("let past = [1]\n      past += [seat(0)]", ["H501"]),
        ("let past = [1]\n      past -= [1]", []),
        ("let past = [1]\n      past -= 1", ["H501"]),
        ("let past = [1]\n      past = past - [1]", []),
        ("let past = [1]\n      past = past - 1", ["H505"]),
        ("let past = [1]\n      past = past - players", ["H505"]),
        ("let past = hand[seat(0)] - deck\n      past -= discard", []),
        ("let b = true\n      b -= true", ["H501"]),
        ("let past = 1\n      past += seat(0)", ["H501"]),
        ("let b = true\n      b += 1", ["H501"]),
    ],
)
def test_lists_are_lengthened_by_lists(body: str, expected: list[str], tmp_path: Path) -> None:
    assert codes_in(ROUND + body + "\n", tmp_path) == expected


@pytest.mark.parametrize(
    ("starts", "expected"),
    [
        ("starts(player p, token t): p == left(seat(0), t.n)\n", []),
        ("starts(player p, token t): t.n <= round_number and p in players\n", []),
        ("starts(player p, token t): p == dealer and t.n > 0\n", ["H615"]),
        ("starts(player p, token t): size(deck) > t.n and p == seat(0)\n", ["H615"]),
        ("starts(player p, token t): p == next(seat(0)) and t.n > 0\n", ["H615"]),
        ("starts(player p, token t): score[p] > t.n\n", ["H615"]),
        ("starts(player p, token t): first_to_act(p, t)\n", ["H615"]),
        ("starts(player p, token t): twice_removed(p, t)\n", ["H615"]),
    ],
)
def test_pieces_are_laid_out_before_the_state_is_set(
    starts: str, expected: list[str], tmp_path: Path
) -> None:
    rules = (
        "rules:\n  twice_removed(player p, token t):\n    is: first_to_act(p, t)\n"
        "  first_to_act(player p, token t):\n    is: p == dealer and t.n > 0\n"
    )
    assert codes_in(TOKENS + starts + rules, tmp_path) == expected


def test_requirements_are_looked_at_before_anything_else(tmp_path: Path) -> None:
    rules = "rules:\n  enough:\n    is: size(deck) > 3\n"
    (finding,) = found_in("requires:\n  cards: {is: 'enough()'}\n" + rules, tmp_path)
    assert finding.code.id == "H613"
    assert finding.message == "`enough` uses `deck`, which is not known before the game starts"
    assert [other.message for other in finding.related] == ["used here"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("let x = [3, 5][1]", []),
        ("let x = [3, 5][2]", ["H524"]),
        ("let x = [3, 5][-1]", ["H524"]),
        ("let x = [3, 5][round_number]", []),
    ],
)
def test_places_of_a_written_list(text: str, expected: list[str], tmp_path: Path) -> None:
    assert codes_in(ROUND + text + "\n", tmp_path) == expected


def test_a_question_inside_simultaneously_is_found_on_a_right_hand_side_too(tmp_path: Path) -> None:
    text = (
        "simultaneously p in players:\n        pick: let n = asking(p)\n"
        "  asking(player me):\n    do: |\n      choose for me:\n        a: nothing\n      return 3\n"
    )
    assert codes_in(ROUND + text, tmp_path) == ["H517"]


# ------------------------------------------------------------------ what is in vain
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("let _x = 3", []),
        ("let x = 3\n      x = 4", ["H707"]),
        ("for each p in players: draw 1 from deck to hand[p]", []),
        ("for each p in players: shuffle deck", ["H707"]),
        ("for each _p in players: shuffle deck", []),
        ("let n = count c in deck where true\n      draw n from deck to discard", ["H707"]),
        ('choose for seat(0):\n        take "take {n}"(n in 1..3): nothing', []),
        ("choose for seat(0):\n        take(n in 1..3): nothing", ["H707"]),
        ("choose for seat(0):\n        take(boldly if true): nothing", ["H707"]),
        ("simultaneously p in players:\n        ready: nothing", []),
    ],
)
def test_unused_locals(text: str, expected: list[str], tmp_path: Path) -> None:
    assert codes_in(f"{ROUND}{text}\n", tmp_path, "lint") == expected


def test_a_parameter_used_only_in_why_is_used(tmp_path: Path) -> None:
    text = ROUND + "choose for seat(0):\n        go needs fine(3): nothing\n"
    rule = '  fine(int n):\n    is: round_number > 0\n    why: "{n} is not fine"\n'
    assert codes_in(text + rule, tmp_path, "lint") == []


def test_unused_rules_that_call_each_other_are_one_finding(tmp_path: Path) -> None:
    ring = "  a(int n):\n    do: |\n      if n > 0: b(n)\n  b(int n):\n    do: |\n      if n > 0: a(n)\n"
    assert codes_in(ROUND + "nothing\n" + ring, tmp_path, "lint") == ["H702"]
    alone = "  a(int n):\n    do: |\n      if n > 0: a(n - 1)\n"
    assert codes_in(ROUND + "nothing\n" + alone, tmp_path, "lint") == ["H702"]


def test_an_unused_rule_that_belongs_to_another_section(tmp_path: Path) -> None:
    (finding,) = found_in(ROUND + "nothing\n  score(player p):\n    is: size(hand[p])\n", tmp_path, "lint")
    assert finding.help == "`score` counts under `match:`; put it there, or call it"


def test_an_unused_variable_that_is_a_slip_for_another(tmp_path: Path) -> None:
    state = "state:\n  round:\n    passes: int = 0\n    pases: int = 0\n"
    text = state + ROUND + "passes += 1\n      if passes > 3: end round\n"
    (finding,) = found_in(text, tmp_path, "lint")
    assert finding.code.id == "H704"
    assert finding.help == "was `passes` meant? otherwise use it, or remove it"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("draw 1 from deck to hand[seat(1)]", []),
        ("draw 1 from deck to hand[seat(2)]", ["H709"]),
        ("if size(players) > 2: draw 1 from deck to hand[seat(2)]", []),
        ("if round_number > 2: draw 1 from deck to hand[seat(2)]", ["H709"]),
        ("let p = if size(players) > 2 then seat(2) else seat(0)\n      draw 1 from deck to hand[p]", []),
        ("if size(players) > 2 and size(hand[seat(2)]) > 1: nothing", []),
    ],
)
def test_seats_that_stay_empty(text: str, expected: list[str], tmp_path: Path) -> None:
    assert codes_in(f"{ROUND}{text}\n", tmp_path, "lint") == expected


def test_a_variant_is_not_blamed_for_what_its_base_declares(tmp_path: Path) -> None:
    """The variant calls `penalty` no more, but did not declare it."""
    text = "extends: base\nrules:\n  turn:\n    do: |\n      draw 1 from deck to hand[me]\n"
    assert codes_in(text, tmp_path, "lint") == []
    own = text + "  fine(player me):\n    do: |\n      draw 1 from deck to hand[me]\n"
    assert codes_in(own, tmp_path, "lint") == ["H702"]


def test_attributes(tmp_path: Path) -> None:
    def card(label: str, has: str = "colour: colour, n: 1..3") -> str:
        make = "make: {all: {colour: all, n: all}}"
        return f"components:\n  card: {{has: {{{has}}}, label: '{label}', {make}}}\n"

    assert codes_in(card("{colour} {n}"), tmp_path, "lint") == []
    assert codes_in(card("{colour}"), tmp_path, "lint") == ["H705"]
    used = card("{colour}") + ROUND + "if top(deck).n > 1: shuffle deck\n"
    assert codes_in(used, tmp_path, "lint") == []
    alike = card("{colour}") + ROUND + "if top(deck) like bottom(deck): shuffle deck\n"
    assert codes_in(alike, tmp_path, "lint") == []
