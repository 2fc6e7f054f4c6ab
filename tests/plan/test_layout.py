"""Where everything lies in the flat list of a state, and what zones are called."""

from __future__ import annotations

import pytest

from hoyle.ir.types import ValueType
from hoyle.plan.layout import around, make_layout
from hoyle.plan.visibility import everyone, owners, seat_bit, variable_mask, zone_mask
from tests.plan.planning import HEAD, options_of, plan, program


def layout(rules: str = "n = 1\n", players: int = 2, head: str = HEAD):  # type: ignore[no-untyped-def]
    found = program(rules, head)
    return make_layout(found, players, options_of(found, {}))


def places(players: int, rules: str = "n = 1\n") -> dict[str, tuple[int, int]]:
    return {name: (slot.base, slot.count) for name, slot in layout(rules, players).slots.items()}


def test_built_in_variables_come_first_then_the_ruleset_s() -> None:
    assert places(2) == {
        "score": (0, 2), "round_number": (2, 1), "match_ended": (3, 1), "clockwise": (4, 1),
        "n": (5, 1), "m": (6, 1), "many": (7, 1), "owner": (8, 9), "gold": (17, 2), "price": (19, 2),
        "who": (21, 1),
    }  # fmt: skip


def test_nothing_overlaps_and_nothing_is_left_out() -> None:
    for players in (2, 3, 4):
        made = layout(players=players)
        taken = [base + offset for base, count in places(players).values() for offset in range(count)]
        assert taken == list(range(made.location))
        assert made.size == made.location + made.pieces


def test_what_was_revealed_and_what_lies_face_up_is_kept_where_it_matters() -> None:
    assert layout().known == -1
    shown = layout("reveal heap\n")
    assert (shown.known, shown.size) == (shown.location + 8, shown.location + 16)
    assert "face_up" not in layout().slots
    assert layout("face_up[top(deck)] = true\n").slots["face_up"].count == 8


def test_zones_have_handles_in_order() -> None:
    assert plan("n = 1\n", players=3).zone_names == ("deck", "heap", "hand[0]", "hand[1]", "hand[2]")
    by = HEAD.replace("  heap: {of: card}", """\
  heap: {of: card}
  by_colour: {of: card, per: colour}
  by_rank: {of: card, per: rank}
  on: {of: card, per: square}""")  # fmt: skip
    names = plan("n = 1\n", head=by).zone_names
    assert names[2:7] == ("by_colour[red]", "by_colour[blue]", "by_rank[1]", "by_rank[2]", "on[a1]")
    made = layout(head=by)
    assert [made.zones[name].base for name in ("deck", "by_colour", "by_rank", "on", "hand")] == [
        0,
        2,
        4,
        6,
        15,
    ]
    assert made.zones["by_rank"].low == 1


def test_each_is_a_team_where_there_are_none() -> None:
    assert (layout(players=3).teams, layout(players=3).team_of) == (((0,), (1,), (2,)), (0, 1, 2))
    paired = HEAD.replace("players: 2..4", "players: {count: 4, teams: {4: [[0, 2], [1, 3]]}}")
    made = layout(players=4, head=paired)
    assert (made.teams, made.team_of) == (((0, 2), (1, 3)), (0, 1, 0, 1))
    assert made.count_of(ValueType("team")) == 2


@pytest.mark.parametrize(
    ("how", "by", "order"),
    [("from", 1, (1, 3, 0)), ("after", 1, (3, 0, 1)), ("before", 1, (0, 3, 1)), ("after", 2, (3, 0, 1))],
)
def test_around_the_table(how: str, by: int, order: tuple[int, ...]) -> None:
    assert around((0, 1, 3), by, how, 4) == order


# ------------------------------------------------------------------ who sees what
def test_masks_have_a_bit_for_each_seat_and_one_for_a_spectator() -> None:
    made = layout(players=3)
    assert everyone(made) == 0b1111
    assert [seat_bit(made, seat) for seat in (0, 2, None)] == [1, 4, 8]
    with pytest.raises(ValueError, match="there is no seat 3"):
        seat_bit(made, 3)
    with pytest.raises(ValueError, match="there is no seat True"):
        seat_bit(made, True)
    assert [zone_mask(made, handle) for handle in range(5)] == [0b1111, 0b1111, 1, 2, 4]
    assert owners(made, made.zones["hand"], 1) == 2
    assert owners(made, made.zones["deck"], 0) == 0
    assert variable_mask(made, "gold", 0) == 0b1111
