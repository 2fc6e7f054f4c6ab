"""What may be supposed, and what may stand alone where a value is wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.pipeline import open_ruleset
from tests.checked.samples import GAME, codes_in, found_in

RULES = """\
rules:
  round:
    do: |
      starter = dealer
      loser = dealer
      turn(seat(0))
      {body}
  lay(player me):
    do: |
      move hand[me] to discard
      loser = none
  ends():
    do: |
      end match
  take(zone of card z, player me):
    do: |
      draw 1 from z to hand[me]
  peek(player me):
    do: |
      lay(me)
      show_all()
  show_all():
    do: |
      reveal discard
  first_of(zone of card z):
    is: top(z)
  winner_is(player p):
    is: loser == p
  many(player me):
    do: |
      lay(me)
      return players
"""


def rules(body: str) -> str:
    return RULES.replace("{body}", body)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if supposing lay(starter) then size(discard) > 3: end round", []),
        ("if supposing ends() then size(discard) > 3: end round", []),
        ("if supposing lay(starter) then size(deck) > 3 or any c in deck where c.colour == red: nothing", []),
        ("if supposing lay(starter) then drawable(deck) > 3: end round", []),
        ("if supposing take(discard, starter) then first_of(discard).colour == blue: end round", []),
        ("let x = 1 + (supposing lay(starter) then supposing ends() then size(discard))", []),
        ("for each c in (supposing lay(starter) then discard): move c to discard", []),
        ("if supposing take(deck, starter) then loser exists: end round", ["H530"]),
        ("if supposing lay(starter) then first_of(deck).colour == blue: end round", ["H530"]),
        ("if supposing lay(starter) then size(those c in deck where true) > 1: nothing", ["H530"]),
        ("if supposing peek(starter) then loser exists: end round", ["H530"]),
        ("if supposing turn(starter) then loser exists: end round", ["H530"]),
        ("if supposing roll() then loser exists: end round", ["H530"]),
        ("if supposing size(deck) then loser exists: end round", ["H530"]),
        ("if supposing nobody() then loser exists: end round", ["H402"]),
        ("if supposing lay(3) then loser exists: end round", ["H501"]),
        ("if supposing lay(starter) then roll() > 3: end round", ["H510"]),
        # What was known of the state is not known in what is supposed, and known again after it.
        ("if loser exists and (supposing lay(starter) then winner_is(loser)): end round", ["H502"]),
        ("if loser exists and (supposing lay(starter) then true) and winner_is(loser): nothing", []),
        # A rule that supposes is still one that changes nothing.
        ("let x = if supposing lay(starter) then true then 1 else 2", []),
    ],
)  # fmt: skip
def test_what_may_be_supposed(body: str, expected: list[str], tmp_path: Path) -> None:
    assert codes_in(rules(body), tmp_path) == expected


def test_the_statement_in_the_way_is_named(tmp_path: Path) -> None:
    (finding,) = found_in(rules("if supposing peek(starter) then loser exists: end round"), tmp_path)
    assert finding.message == "`peek` cannot be supposed: it reveals something"
    (related,) = finding.related
    assert related.place.file.text[related.place.start : related.place.end] == "reveal discard"


def test_a_circle_of_rules_hides_nothing(tmp_path: Path) -> None:
    one = "if supposing one(3) then loser exists: end round\n"
    text = rules(f"{one}      {one.replace('one', 'two')}")
    text += "  one(int k):\n    do: |\n      if k > 0: two(k - 1)\n      shuffle discard\n"
    text += "  two(int k):\n    do: |\n      loser = none\n      if k > 0: one(k - 1)\n"
    assert codes_in(text, tmp_path) == ["H530", "H530"]


def test_a_rule_that_changes_nothing(tmp_path: Path) -> None:
    text = "rules:\n  round:\n    do: |\n      starter = dealer\n      loser = dealer\n"
    text += (
        "      if supposing idle() then starter == dealer: end match\n  idle():\n    do: |\n      nothing\n"
    )
    assert codes_in(text, tmp_path, "lint") == ["H720"]


def test_something_may_be_called_supposing(tmp_path: Path) -> None:
    assert codes_in(rules("let supposing = 3\n      if supposing > 2: end round"), tmp_path) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if random([true, false]): end round", []),
        ("if roll() == 3: end round", ["H510"]),
        ("if not random([true, false]): end round", ["H513"]),
        ("repeat roll() times: lay(starter)", []),
        ("repeat random(1..6) times: lay(starter)", []),
        ("for each p in many(starter): lay(p)", []),
        ("for each p in roll(): nothing", ["H505"]),
        ("if roll(): nothing", ["H518"]),
        ("if lay(starter): nothing", ["H511", "H518"]),
        ("while random([true, false]): nothing", ["H513"]),
        # What the rule may have changed is no longer known.
        ("if loser exists:\n        if asked(): winner_is_told(loser)", ["H502"]),
        ("if loser exists:\n        if starter == dealer: nothing\n        else if asked(): nothing\n"
         "        winner_is_told(loser)", ["H502"]),
    ],
)  # fmt: skip
def test_what_may_stand_alone(body: str, expected: list[str], tmp_path: Path) -> None:
    more = "  asked():\n    do: |\n      lay(starter)\n      return true\n"
    more += "  winner_is_told(player p):\n    do: |\n      starter = p\n"
    found = codes_in(rules(body) + more, tmp_path)
    assert [code for code in found if code != "H518" or "H511" not in found] == [
        code for code in expected if code != "H518" or "H511" not in expected
    ]


def test_the_message_says_what_to_write(tmp_path: Path) -> None:
    (finding,) = found_in(rules("if not turn(starter): end round"), tmp_path)
    assert finding.message == "`turn` asks somebody something, so it cannot stand inside an expression"
    assert finding.help == "give its value a name first: `let x = turn(starter)`"


def test_a_definition_that_calls_itself(tmp_path: Path) -> None:
    text = "rules:\n  deep(int n):\n    is: if n > 0 then deep(n - 1) else 0\n"
    (finding,) = found_in(text, tmp_path)
    assert finding.help == "a rule that calls itself is written as `do`, with `return` for each of its values"


# ---------------------------------------------------------------- variants
def variant(folder: Path, rules: str) -> list[str]:
    (folder / "base.yaml").write_text(GAME, encoding="utf-8")
    path = folder / "variant.yaml"
    path.write_text(
        f"hoyle: 1\nid: variant\ntitle: Variant\nextends: base.yaml\nrules:\n{rules}", encoding="utf-8"
    )
    return [finding.code.id for finding in open_ruleset(str(path)).findings.sorted]


TURN = "  turn:\n    do: |\n      choose for me:\n        play(c in hand[me]): move c to discard\n"


def test_what_a_replaced_rule_called_may_be_off(tmp_path: Path) -> None:
    assert variant(tmp_path, f"{TURN}  penalty: off\n  roll: off\n") == []
    assert variant(tmp_path, f"{TURN}      base(me)\n  penalty: off\n") == ["H410"]
    assert variant(tmp_path, "  penalty: off\n") == ["H410"]


def test_first_values_before_the_deal(tmp_path: Path) -> None:
    head = "rules:\n  round:\n    do: |\n      starter = dealer\n      loser = dealer\n"
    head += "      if most > 3: end match\n"
    for value, expected in (
        ("size(hand[seat(0)])", ["H721"]),
        ("size(deck)", []),
        ("held(seat(0))", ["H721"]),
    ):
        text = f"state:\n  round:\n    most: int = {value}\n{head}"
        text += "  held(player p):\n    is: size(hand[p])\n" if "held" in value else ""
        assert codes_in(text, tmp_path, "lint") == expected, value
