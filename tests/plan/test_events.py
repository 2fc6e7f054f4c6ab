"""What is recorded, as statements of the plan; and moves, written out where nothing is to be noted."""

from __future__ import annotations

import pytest

from hoyle.ir.walk import walk
from hoyle.plan import statement_nodes as s
from hoyle.plan.events import AS_SET
from hoyle.plan.from_program import Mode
from hoyle.plan.model import Plan
from tests.plan.planning import HEAD, as_text, function, plan
from tests.plan.readable import lines

RECORDING = Mode(record=True)


def body(rules: str, mode: Mode, head: str = HEAD) -> str:
    found = function(plan(f"{as_text(rules)}\n", mode=mode, head=head), "round")
    return "\n".join(lines(found.body))


# statements: silently, and recorded
BOTH: dict[str, tuple[str, str]] = {
    "n = 1": ("""
        n@5 = 1
        """, """
        n@5 = 1
        RecordSet(n, None, n@5)
        """),
    "gold[who] += 1": ("""
        gold@17[who@21] += 1
        Bound(gold@17[who@21], above)
        """, """
        gold@17[who@21] += 1
        Bound(gold@17[who@21], above)
        RecordSet(gold, who@21, gold@17[who@21])
        """),
    # Everybody sees it who sees the variable that it is for: two seats and a spectator.
    "n = random(1..6)": ("""
        ChooseRandom(valueT1, (1, 2, 3, 4, 5, 6), int)
        n@5 = valueT1
        """, """
        ChooseRandom(valueT1, (1, 2, 3, 4, 5, 6), int)
        RecordRandom(n, int, valueT1, -1)
        n@5 = valueT1
        RecordSet(n, None, n@5)
        """),
    "let c = random(deck)": ("""
        ChooseRandom(c, Pieces(0), piece:card)
        """, """
        ChooseRandom(c, Pieces(0), piece:card)
        RecordRandom(c, piece:card, c, PieceMask(c))
        """),
    "move top(deck) to heap": ("""
        tP1 = EndOf(0, top, False)
        TakeUp(tP1)
        LayDown(tP1, 1, False)
        """, """
        MovePiece(EndOf(0, top, False), 1, False, False, True)
        """),
    "draw n from deck to heap": ("""
        for tP2 in Upto(n@5):
          if HasItems(Pieces(0)):
            TakeTop(tP1, 0)
            LayDown(tP1, 1, False)
          else:
            Break()
        """, """
        DrawPieces(0, 1, n@5, False, False)
        """),
    "deal 1 from deck to hand[p] for p in players": ("""
        for tP1 in Upto(1):
          for p in (0, 1):
            tP2 = hand@2[p]
            if IsEmpty(0):
              Fail(not enough, (deck))
            TakeTop(tP3, 0)
            LayDown(tP3, tP2, False)
        """, """
        for tP1 in Upto(1):
          for p in (0, 1):
            DrawPieces(0, hand@2[p], 1, False, True)
        """),
    # What moves many goes through the runtime in any case, which records piece by piece.
    "move deck to heap": ("""
        MovePieces(Frozen(Pieces(0)), 1, False)
        """, """
        MovePieces(Frozen(Pieces(0)), 1, False)
        """),
    "move random(hand[p]) to hand[left(p)] for p in players": ("""
        MoveAround(p, (0, 1), Items((RandomPiece(Pieces(hand@2[p])))), hand@2[((p + 1) % 2)], False, False, 0)
        """, """
        MoveAround(p, (0, 1), Items((RandomPiece(Pieces(hand@2[p])))), hand@2[((p + 1) % 2)], False, False, 0)
        """),
    "end match": ("""
        match_ended@3 = 1
        EndRound(False)
        """, """
        match_ended@3 = 1
        EndRound(False)
        """),
}  # fmt: skip


@pytest.mark.parametrize("rules", BOTH)
def test_statements(rules: str) -> None:
    silently, recorded = BOTH[rules]
    assert body(rules, Mode()) == as_text(silently)
    assert body(rules, RECORDING) == as_text(recorded)


def test_where_room_may_run_out_a_move_goes_through_the_runtime() -> None:
    narrow = HEAD.replace("heap: {of: card}", "heap: {of: card, room: 1}")
    assert (
        body("move top(deck) to heap", Mode(), narrow)
        == "MovePiece(EndOf(0, top, False), 1, False, False, False)"
    )
    assert "LayDown" in body("move top(heap) to deck", Mode(), narrow)


def test_an_empty_zone_is_refilled_before_a_piece_is_drawn() -> None:
    refilled = HEAD.replace("shuffled: true}", "shuffled: true, refill: {from: heap}}")
    assert body("draw 1 from deck to hand[who]", Mode(), refilled) == as_text("""
        tP1 = hand@2[who@21]
        if IsEmpty(0):
          Refill(0)
        if HasItems(Pieces(0)):
          TakeTop(tP2, 0)
          LayDown(tP2, tP1, False)
        """)


def test_what_chance_sets_is_told_as_the_variable_is() -> None:
    assert f"RecordRandom(n, int, valueT1, {AS_SET})" in body("n = random(1..6)", RECORDING)


def test_who_is_told_what_is_kept_hangs_on_where_it_goes() -> None:
    hidden = HEAD.replace("n: int = 0", "n: int seen nobody = 0")
    kept = "let drawn = random(1..6)\nn = drawn"
    assert "RecordRandom(drawn, int, drawn, 7)" in body(kept, RECORDING)
    assert "RecordRandom(drawn, int, drawn, 0)" in body(kept, RECORDING, hidden)


def recorded(found: Plan) -> list[str]:
    stmts = walk(tuple(block.body for block in found.blocks.values()))
    return [node.var for node in stmts if isinstance(node, s.RecordSet)]


def test_first_values_are_told_and_what_has_events_of_its_own_is_not() -> None:
    assert recorded(plan("n = 1\n", mode=RECORDING)) == "n m many owner gold price who".split()
    assert recorded(plan("n = 1\n")) == []


def test_all_gains_are_computed_before_any_is_added() -> None:
    head = HEAD + "match:\n  score(player p): gold[p] + score[left(p)]\n"
    (block,) = plan("n = 1\n", mode=RECORDING, head=head).blocks.values()
    found = [line.strip() for line in lines(block.body)]
    assert found[found.index("PlayRound(0)") + 1 :][:6] == [
        "tP1 = (gold@17 + score@1)",
        "tP2 = (gold@18 + score@0)",
        "score@0 = Fit((score@0 + tP1), False)",
        "score@1 = Fit((score@1 + tP2), False)",
        "RecordScore((tP1, tP2))",
        "CountRound()",
    ]
