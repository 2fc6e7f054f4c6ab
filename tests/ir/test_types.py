"""How value types are spelled in a program's JSON, and read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.ir.types import _KINDS, _NAMED, ValueType, list_of, read_type

NAMES = st.text("abcdefghijklmnopqrstuvwxyz_", min_size=1, max_size=8)


@st.composite
def plain_types(draw: st.DrawFn) -> ValueType:
    kind = draw(st.sampled_from(sorted(_KINDS - {"list"})))
    # A piece may be of any component; the others have a name if they can.
    optional_name = kind == "piece" and draw(st.booleans())
    name = draw(NAMES) if kind in _NAMED and not optional_name else ""
    ends = draw(st.none() | st.tuples(st.integers(), st.integers())) if kind == "int" else None
    return ValueType(kind, name, optional=draw(st.booleans()), ends=ends)


def lists(items: st.SearchStrategy[ValueType]) -> st.SearchStrategy[ValueType]:
    return st.builds(
        lambda item, optional: ValueType("list", item=item, optional=optional), items, st.booleans()
    )


TYPES = st.recursive(plain_types(), lists, max_leaves=3)


@given(TYPES)
def test_a_type_is_read_as_it_is_spelled(value_type: ValueType) -> None:
    assert read_type(str(value_type)) == value_type


@pytest.mark.parametrize(
    ("text", "value_type"),
    [
        ("int", ValueType("int")),
        ("bool?", ValueType("bool", optional=True)),
        ("enum:colour", ValueType("enum", "colour")),
        ("piece:", ValueType("piece")),
        ("list:player", list_of(ValueType("player"))),
        ("int:-1..6?", ValueType("int", optional=True, ends=(-1, 6))),
        ("list:(player?)", list_of(ValueType("player", optional=True))),
        (
            "list:(list:int:1..6?)?",
            ValueType(
                "list",
                item=ValueType("list", item=ValueType("int", ends=(1, 6)), optional=True),
                optional=True,
            ),
        ),
        (
            "list:list:node:square?",
            ValueType("list", item=list_of(ValueType("node", "square")), optional=True),
        ),
    ],
)
def test_spellings(text: str, value_type: ValueType) -> None:
    assert read_type(text) == value_type
    assert str(value_type) == text


@pytest.mark.parametrize(
    "text", ["", "number", "int:x", "int:1..", "list:", "list", "list:colour", "Int", "?", "player:0"]
)
def test_what_is_no_type_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no type is spelled"):
        read_type(text)


def test_lists_of_lists_of_pieces_name_pieces() -> None:
    assert list_of(list_of(ValueType("piece", "card"))).names_pieces
    assert not list_of(ValueType("int")).names_pieces
