"""What lies on the table, from a seat's view and the declarations."""

from __future__ import annotations

from typing import Any

import pytest

import hoyle
from hoyle.bundled import bundled
from hoyle.random import Stream
from hoyle.tabletop.declared import Declared
from hoyle.tabletop.from_view import tabletop
from hoyle.tabletop.names import Names
from hoyle.tabletop.nodes import Pile, Tabletop

NAMES = Names(("Ann", "Ben", "Cid", "Dan"), 0)


def declared(state: hoyle.State) -> Declared:
    return Declared(state.plan.program, state.view(None)["players"])


def seen(state: hoyle.State, seat: int | None = 0) -> Tabletop:
    return tabletop(declared(state), state.view(seat), NAMES)


def started(ruleset: str, picks: tuple[str | int, ...] = (), **settings: Any) -> hoyle.State:
    state = hoyle.load(ruleset).start(**({"seed": 3} | settings))
    for pick in picks:
        state.apply(pick)
    return state


def piles(table: Tabletop) -> dict[str, Pile]:
    own = [pile for seat in table.seats for pile in seat.piles]
    places = [node.place for board in table.boards for node in board.nodes]
    places += [edge.place for board in table.boards for edge in board.edges]
    on_boards = [pile for place in places for pile in place.piles]
    return {pile.name: pile for pile in (*own, *table.piles, *on_boards)}


def labels(pile: Pile) -> list[str | None]:
    return [piece.label for piece in pile.pieces]


def test_a_hand_is_sorted_and_a_pile_has_its_top_first() -> None:
    state = started("stop", players=3)
    table = seen(state)
    hand = piles(table)["hand[0]"]
    order = [state.plan.program.components[0].labels.index(label or "") for label in labels(hand)]
    assert order == sorted(order)
    assert hand.pieces[0].attributes[0][0] == "colour"
    assert labels(piles(table)["hand[1]"]) == [None] * 7
    assert labels(piles(table)["discard"]) == state.view(0)["zones"]["discard"]


def test_a_line_begins_where_its_bottom_is() -> None:
    state = started("dominoes", players=2)
    stream = Stream(5)
    for _ in range(8):
        state.apply(stream.below(len(state.decision)))
    line = piles(seen(state))["line"]
    assert line.arrangement == "line"
    assert labels(line) == ["1-3", "1-6", "6-6", "5-6", "3-5", "3-3", "2-3", "2-5", "5-5"]
    figures = {figure.name: figure.entries[0][1].text for figure in seen(state).figures}
    assert (figures["left end"], figures["right end"]) == ("3", "5")


def test_a_row_keeps_its_places() -> None:
    """Hanabi names the places of a hand, from its bottom on."""
    state = started("hanabi", players=2)
    hand = piles(seen(state))["hand[1]"]
    assert hand.arrangement == "row"
    assert labels(hand) == list(reversed(state.view(0)["zones"]["hand[1]"]))


def test_men_have_an_owner_and_a_kind() -> None:
    board = seen(started("chess")).boards[0]
    men = {node.place.name: (node.place.owner, node.place.kind) for node in board.nodes}
    assert (men["e1"], men["g8"], men["e4"]) == ((0, "king"), (1, "knight"), (None, None))
    assert board.kinds == ("king", "queen", "rook", "bishop", "knight", "pawn")


def test_numbers_and_pieces_on_boards() -> None:
    ring = seen(started("oware")).boards[0]
    assert {node.place.notes[0].value.text for node in ring.nodes} == {"4"}
    table = seen(started("mister-zero", (0,), players=2))
    held = [edge.place.piles[0] for edge in table.boards[0].edges]
    assert sum(len(pile.pieces) for pile in held) > 0
    assert not any(pile.name.startswith("slot") for pile in table.piles)


def test_variables_go_to_their_players() -> None:
    table = seen(started("curtain-call", ("bow",), players=3))
    assert [note.value.text for seat in table.seats for note in seat.notes] == ["1", "0", "0"]
    assert [figure.name for figure in table.figures] == ["turns", "winner"]
    assert table.figures[1].entries[0][1].says_nothing


def test_dice_show_their_faces() -> None:
    cup = piles(seen(started("liars-dice", players=2)))["cup[0]"]
    faces = [piece.notes[0].value.number for piece in cup.pieces]
    assert faces == sorted(face or 0 for face in faces)
    assert all(piece.notes == () for piece in piles(seen(started("liars-dice", players=2)))["cup[1]"].pieces)


def test_who_is_out_is_told_only_where_all_can_tell() -> None:
    rules = {
        name: declared(started(name)).active for name in ("liars-dice", "curtain-call", "euchre", "hearts")
    }
    assert {name for name, rule in rules.items() if rule is not None} == {
        "liars-dice",
        "curtain-call",
        "euchre",
    }
    state = started("liars-dice")
    view = state.view(0)
    assert [seat.out for seat in tabletop(declared(state), view, NAMES, [1]).seats] == [False, True]


@pytest.mark.parametrize("ruleset", bundled())
@pytest.mark.parametrize("seat", [0, None])
def test_every_piece_of_the_view_lies_on_the_table_once(ruleset: str, seat: int | None) -> None:
    state = hoyle.load(ruleset).start(seed=4)
    stream = Stream(1)
    for _ in range(15):
        if not state.over:
            state.apply(stream.below(len(state.decision)))
    view = state.view(seat)
    found = piles(tabletop(declared(state), view, Names(())))
    assert set(found) == set(view["zones"])
    for name, pieces in view["zones"].items():
        known = sorted(piece["piece"] if isinstance(piece, dict) else piece for piece in pieces if piece)
        assert sorted(label for label in labels(found[name]) if label is not None) == known
        assert found[name].unknown == pieces.count(None)
