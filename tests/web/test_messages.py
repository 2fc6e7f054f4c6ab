"""What browsers say: whatever it is, it is read or refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hoyle.web.messages import Answer, Choose, Hello, Rename, Undo, Unreadable, Why, read, tidy_name

TEXT = st.text(alphabet="aZ0 \n\x00é\u202e\u200b\ud800😀", max_size=40)
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inside: st.lists(inside) | st.dictionaries(TEXT, inside),
    max_leaves=8,
)
WORDS = ["hello", "choose", "why", "undo", "agree", "disagree", "name"]


@pytest.mark.parametrize(
    ("said", "read_as"),
    [
        ({"say": "hello", "table": "t"}, Hello("t", None, None)),
        ({"say": "hello", "table": "t", "secret": "s", "language": "it"}, Hello("t", "s", "it")),
        ({"say": "choose", "at": 1, "pick": 2, "move": "m", "more": 0}, Choose(1, 2, "m")),
        ({"say": "why", "what": "blue 4"}, Why("blue 4")),
        ({"say": "undo", "at": 3}, Undo(3)),
        ({"say": "agree", "at": 3}, Answer(3, True)),
        ({"say": "disagree", "at": 3}, Answer(3, False)),
        ({"say": "name", "name": "Ada"}, Rename("Ada")),
    ],
)
def test_what_is_understood(said: dict[str, Any], read_as: object) -> None:
    assert read(json.dumps(said)) == read_as


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "3", "null", "{", '{"say": 3}', '{"say": "sing"}', '{"say": "choose"}', "[" * 5_000,
        '{"say": "choose", "at": true, "pick": 0, "move": "m"}',
        '{"say": "choose", "at": -1, "pick": 0, "move": "m"}',
        '{"say": "choose", "at": 1e9, "pick": 0, "move": "m"}',
        '{"say": "choose", "at": 99999999999999999999, "pick": 0, "move": "m"}',
        '{"say": "choose", "at": 1, "pick": 0, "move": ""}',
        '{"say": "why", "what": "' + "x" * 301 + '"}',
        '{"say": "hello", "table": "t", "secret": 7}',
    ],
)  # fmt: skip
def test_what_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        read(text)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(st.sampled_from(["at", "pick", "move", "what", "name", "table", "secret"]), ANYTHING),
    st.sampled_from(WORDS),
)
def test_anything_at_all_is_read_or_refused(fields: dict[str, Any], word: str) -> None:
    try:
        read(json.dumps({"say": word, **fields}))
    except Unreadable as error:
        assert str(error)  # noqa: PT017 (either is fine; nothing else is)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(TEXT)
def test_names_are_short_and_can_be_seen(name: str) -> None:
    tidied = tidy_name(name, 24)
    assert len(tidied) <= 24
    assert tidied == tidied.strip()
    assert all(sign.isprintable() for sign in tidied)
