"""Lines and columns as editors count them, and where the cursor stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.lsp.spot import spot_at
from hoyle.lsp.text import Lines


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 6), ("utf-16", 3), ("utf-32", 2)])
def test_columns(encoding: str, column: int) -> None:
    assert Lines("x\r\né🂡é", encoding).position(5) == (1, column)
    assert Lines("x\r\né🂡é", encoding).offset((1, column)) == 5


@given(st.text(alphabet="ab\r\n é🂡", max_size=30), st.sampled_from(["utf-8", "utf-16", "utf-32"]), st.data())
def test_there_and_back_again(text: str, encoding: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    lines = Lines(text, encoding)
    back = lines.offset(lines.position(offset))
    # an offset inside a line end is brought back before it
    assert back == offset or text[back:offset].strip("\r\n") == ""


@given(st.text(alphabet="ab:|- {}[],#\"'\n\r\t", max_size=60), st.data())
def test_any_text_has_a_spot(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    spot = spot_at(text, offset)
    assert text[spot.start : offset] == spot.before


@pytest.mark.parametrize(
    ("marked", "path", "is_key"),
    [
        ("rules:\n  a:\n    do: ^\n      x¦", ("rules", "a", "do"), False),
        ("rules:\n  a:\n    do: ^\n      x\n    ¦", ("rules", "a"), True),
        ("rules:\n  a:\n    do: ^\n      x\n  ¦", ("rules",), True),
        ("rules:\n  a(card c):\n    is: c.¦", ("rules", "a(card c)", "is"), False),
        ("zones:\n  deck: {of: card, se¦", ("zones", "deck"), True),
        ("zones:\n  deck: {of: card, refill: {from: ¦", ("zones", "deck", "refill", "from"), False),
        ("cites: [A, ¦", ("cites", "-"), False),
        (
            "scenarios:\n  s:\n    then:\n      - expect: si¦",
            ("scenarios", "s", "then", "-", "expect"),
            False,
        ),
        ("¦", (), True),
    ],
)
def test_spots(marked: str, path: tuple[str, ...], is_key: bool) -> None:
    text = marked.replace("^", "|")
    spot = spot_at(text.replace("¦", ""), text.index("¦"))
    assert (spot.path, spot.is_key) == (path, is_key)
