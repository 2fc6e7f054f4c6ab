"""The grammar is free of conflicts, and each of its rules becomes a node."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from lark import Tree

from hoyle.diagnostics.model import Findings
from hoyle.syntax import grammar
from hoyle.syntax import nodes as n
from hoyle.syntax import parser as p
from hoyle.syntax.grammar import parser
from hoyle.syntax.words import keywords, reserved
from tests.syntax.scalars import block, scalar_in

STATEMENTS = """\
let x = 3
x += 1
x = -x
crossed[b] = true
men[me, b][0] -= path[1, 2]
remember positions
forget positions
move top(deck) to discard
move hand[p] to bottom of hand[left(p)] for p in players
draw 2 from deck to hand[me]
deal 5 from deck to hand[p] for each p in players after dealer
shuffle deck
reveal hand[me] to left(me)
turn(me, [1, "2+"], (x))
if x == 1 and not y or z exists: nothing
else if c in hand[me] and c like d: return
else:
  return x
for each i in 1..3 except 2: nothing
while x < 3 * 4: nothing
repeat 3 times: nothing
let a = if any c in deck where c.n > 1 then 1 else 2
let b = sum c in deck where c.n > 1 of c.n
let c = highest c in deck by c.n
let d = each c in deck of c.n
let e = x and not (no c in deck where y)
let f = x or y and any c in deck where y
let g = not all c in deck have y
let h = x and supposing put(me, x) then y or z
choose for me:
  play "lay {c}"(c in hand[me], on b in bridge, some in 1..2 of deck, boldly if x) needs x, y: nothing
  draw: nothing
otherwise:
  offer to q in players:
    end: end round
  otherwise: end match
offer to me:
  count: nothing
simultaneously p in players:
  pass: nothing
"""
DECLARATIONS = [
    "int per player p, square = 0",
    "memory of man, to_move",
    *["[player] = []", "int? per player seen owner = 0 then 1", "colour", "-1..3", "zone of card"],
]


def trees(tree: Tree[Any]) -> set[str]:
    return {str(part.data) for part in tree.iter_subtrees()}


def test_no_conflicts() -> None:
    grammar.build(grammar.grammar(), strict=True)


def test_the_stored_tables_are_those_of_the_grammar(monkeypatch: pytest.MonkeyPatch) -> None:
    def computed(text: str) -> None:
        raise AssertionError("the tables are out of date: run `python -m hoyle.syntax`")

    fresh = grammar.build(grammar.grammar())
    with monkeypatch.context() as patched:
        patched.setattr(grammar, "build", computed)
        stored = grammar.parser.__wrapped__()
    assert stored.parse(STATEMENTS, start="procedure") == fresh.parse(STATEMENTS, start="procedure")
    assert {t.name for t in stored.terminals} == {t.name for t in fresh.terminals}


@pytest.mark.parametrize("stored", ["another grammar's", "missing"])
def test_other_tables_are_not_used(stored: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "actions.lark").write_text(grammar.grammar(), encoding="utf-8")
    if stored != "missing":
        (tmp_path / grammar.TABLES).write_bytes(b"0123\nnothing that could be loaded")
    monkeypatch.setattr(grammar, "data_path", lambda _: tmp_path)
    found = grammar.parser.__wrapped__()
    assert found.parse("shuffle deck\n", start="procedure") == parser().parse(
        "shuffle deck\n", start="procedure"
    )
    grammar.write_tables()
    monkeypatch.setattr(grammar, "build", None)
    assert grammar.parser.__wrapped__().options.start == list(grammar.ENTRY_POINTS)


def test_every_rule_gives_a_node() -> None:
    seen = trees(parser().parse(STATEMENTS, start="procedure"))
    findings = Findings()
    assert p.parse_procedure(block(STATEMENTS), findings) is not None
    for text in DECLARATIONS:
        seen |= trees(parser().parse(text + "\n", start="declaration"))
        assert p.parse_declaration(scalar_in(f"do: '{text}'"), findings) is not None
    others: dict[str, tuple[str, Callable[..., object]]] = {
        "expression": ("a + b", p.parse_expression),
        "conditions": ("a, b", p.parse_conditions),
        "alternatives": ("also common()", p.parse_alternatives),
        "signature": ("turn(player me)", p.parse_signature),
        "type_only": ("int?", p.parse_type),
    }
    for entry, (text, parse) in others.items():
        seen |= trees(parser().parse(text + "\n", start=entry))
        assert parse(scalar_in(f"do: '{text}'"), findings) is not None
    assert not findings.sorted
    named = {str(rule.alias or rule.options.template_source or rule.origin.name) for rule in parser().rules}
    inlined = {name for name in named if name.startswith("_")}
    passed_on = {str(rule.origin.name) for rule in parser().rules if rule.options.expand1}
    assert named - inlined - passed_on - seen == set()


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("x", n.Name),
        ("3", n.Integer),
        ('"2+"', n.Quoted),
        ("f(1)", n.Call),
        ("[1, 2]", n.ListOf),
        ("c.kind", n.Attribute),
        ("hand[me]", n.Index),
        ("-x", n.Minus),
        ("1 + 2", n.Arithmetic),
        ("1..3", n.Range),
        ("players from p", n.Arrange),
        ("a == b", n.Compare),
        ("a exists", n.Exists),
        ("a in b", n.Member),
        ("a like b", n.Like),
        ("not a", n.Not),
        ("a and b", n.And),
        ("a or b", n.Or),
        ("if a then b else c", n.Conditional),
        ("any x in l where y", n.Quantifier),
        ("sum x in l of y", n.Total),
        ("lowest x in l by y", n.Extreme),
        ("each x in l of y", n.Each),
        ("((x))", n.Name),
    ],
)
def test_expressions(text: str, kind: type) -> None:
    assert isinstance(p.parse_expression(block(text), Findings()), kind)


def parsed(text: str) -> n.Expr:
    findings = Findings()
    found = p.parse_expression(block(text), findings)
    assert found is not None, findings.sorted
    return found


def test_precedence() -> None:
    whole = parsed("a or b and not c == 1 + 2 * 3")
    assert isinstance(whole, n.Or)
    assert isinstance(whole.right, n.And)
    assert isinstance(whole.right.right, n.Not)
    compared = whole.right.right.of
    assert isinstance(compared, n.Compare)
    assert isinstance(compared.right, n.Arithmetic)
    assert compared.right.op == "+"


def test_a_word_is_not_cut() -> None:
    findings = Findings()
    assert p.parse_expression(block("x andy"), findings) is None
    assert p.parse_expression(block("x orb"), findings) is None
    assert isinstance(parsed("notary"), n.Name)
    assert isinstance(parsed("iffy and inn"), n.And)


def test_a_line_that_begins_with_needs_and_or_goes_on() -> None:
    text = "choose for me:\n  play(c in hand[me])\n    needs a, b\n    and c: # so\n    nothing\n"
    found = p.parse_procedure(block(text), findings := Findings())
    assert found is not None, findings.sorted
    assert isinstance(found[0], n.Decision)
    (alternative,) = found[0].alternatives
    assert isinstance(alternative, n.Alternative)
    assert len(alternative.needs) == 2
    assert isinstance(parsed("a\n  or b # the rest\n  and c"), n.Or)


def test_a_decision_has_a_question_conditions_and_what_others_lend() -> None:
    text = 'choose for me "Which, {me}?" needs a, b:\n  also common(me, 3)\n  also needs c: nothing\n'
    found = p.parse_procedure(block(text), findings := Findings())
    assert found is not None, findings.sorted
    decision = found[0]
    assert isinstance(decision, n.Decision)
    assert decision.question is not None
    assert decision.question.text == "Which, {me}?"
    assert len(decision.needs) == 2
    lent, own = decision.alternatives
    assert isinstance(lent, n.Also)
    assert isinstance(own, n.Alternative)
    assert (lent.call.at.text, own.name.text) == ("common(me, 3)", "also")
    for head in (
        'offer to q in players "You?" needs q:',
        'offer to me "You?":',
        'simultaneously q in players "You?":',
    ):
        assert p.parse_procedure(block(f"{head}\n  also common()\n"), Findings()) is not None


@pytest.mark.parametrize(
    "text", ["also: x = 3", "also(c in hand): x = 3", 'also "too": x = 3', "also needs y: x = 3"]
)
def test_also_is_a_word_only_before_a_rule(text: str) -> None:
    (found,) = p.parse_alternatives(block(text), Findings()) or ()
    assert isinstance(found, n.Alternative)
    assert isinstance(parsed("also + 3"), n.Arithmetic)


def test_inside_brackets_a_line_end_means_nothing() -> None:
    found = p.parse_procedure(block("let x = f(1,\n   2)\nlet y = [1,\n2\n]\n"), Findings())
    assert found is not None
    assert len(found) == 2


def test_words_of_the_language_as_actions_and_attributes() -> None:
    words = sorted(reserved() - {"and", "or", "needs", "else", "otherwise"})
    for word in words:
        assert parsed(f"c.{word}") is not None
    actions = (
        "all any choose count deal draw each end except first highest like lowest match move no offer repeat"
    )
    for word in [*actions.split(), *"return reveal round shuffle sum times".split()]:
        for place in (
            f"a: nothing\n  {word}: nothing",
            f"{word}: nothing\n  a: nothing",
            f"{word}(c in deck): nothing",
        ):
            findings = Findings()
            found = p.parse_procedure(block(f"choose for me:\n  {place}"), findings)
            assert found is not None, (word, findings.sorted)
            assert not findings.sorted, (word, findings.sorted)


def test_other_names_are_not_words_of_the_language() -> None:
    for word in sorted(reserved()):
        findings = Findings()
        p.parse_procedure(block(f"let {word} = 3"), findings)
        assert [finding.code.id for finding in findings.sorted] == ["H309"], word
    only_sometimes = {"also", "bottom", "forget", "memory", "per", "remember", "seen", "supposing", "zone"}
    assert keywords() - reserved() == only_sometimes


def test_line_ends_of_windows() -> None:
    text = "do: |\r\n  if a:\r\n    move c to discard\r\n  else: nothing\r\n"
    findings = Findings()
    found = p.parse_procedure(scalar_in(text), findings)
    assert found is not None, findings.sorted
    assert isinstance(found[0], n.If)
    move = found[0].branches[0][1][0]
    assert move.at.place.line == 3
    assert move.at.place.column == 5
    assert move.at.text == "move c to discard"


def test_comments_and_empty_lines() -> None:
    text = "# first\n\nif a:   # why\n\n  # deeper\n  nothing\n# shallow\n  nothing\n\nnothing # end"
    found = p.parse_procedure(block(text), findings := Findings())
    assert found is not None, findings.sorted
    assert len(found) == 2


@pytest.mark.parametrize("text", ["int per player per colour = 0", "int per player p, per colour"])
def test_a_second_index_is_told_what_to_do(text: str) -> None:
    findings = Findings()
    assert p.parse_declaration(scalar_in(f"do: '{text}'"), findings) is None
    (found,) = findings.sorted
    assert (found.code.id, found.message) == ("H301", "several indices stand behind one `per`")
    assert found.help == "write `per player, square`"


def test_words_of_memories_can_still_be_names() -> None:
    text = """\
let remember = 3
let forget = [remember]
let memory = forget[0]
remember += 1
forget[0] = memory
remember(memory, forget(3))
choose for me:
  remember needs memory > 3: nothing
  forget(memory in forget): nothing
"""
    findings = Findings()
    assert p.parse_procedure(block(text), findings) is not None, findings.sorted
    assert not findings.sorted
