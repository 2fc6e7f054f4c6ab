"""The table of keys whose values are written in the action language, against the schema and the grammar."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from hoyle.bundled import data_path
from hoyle.syntax.grammar import ENTRY_POINTS
from hoyle.syntax.keys import KEYS, SCENARIO_KEYS, entry_point
from hoyle.syntax.parser import parse_type

SCHEMA = json.loads((data_path("schemas") / "ruleset.schema.json").read_text("utf-8"))
CODE = {
    "#/$defs/expression": "expression",
    "#/$defs/formula": "expression",
    "#/$defs/statements": "statements",
}


def places(part: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """The paths of the schema whose values are code, with what kind of code it says."""
    ref = part.get("$ref", "")
    if ref in CODE:
        yield path, CODE[ref]
    elif ref.startswith("#/$defs/"):
        yield from places(SCHEMA["$defs"][ref.removeprefix("#/$defs/")], path)
    for key, inner in part.get("properties", {}).items():
        yield from places(inner, (*path, key))
    for pattern, inner in part.get("patternProperties", {}).items():
        signed = re.match(r"\^([a-z]+)\\s", pattern)
        yield from places(inner, (*path, f"{signed.group(1)}()" if signed else "*"))
    for keyword in ("additionalProperties", "items"):
        if isinstance(inner := part.get(keyword), dict):
            yield from places(inner, (*path, "*") if keyword == "additionalProperties" else path)


def test_the_table_has_what_the_schema_calls_code() -> None:
    said = dict(places(SCHEMA))
    known = {key.path: key.entry.start for key in (*KEYS, *SCENARIO_KEYS) if key.entry is not parse_type}
    del known["state", "*", "*"]  # a declaration, of which the schema says more
    del known["types", "*"]  # a range, if it is neither a list nor a mapping
    assert said.keys() == known.keys()
    for path, kind in said.items():
        lines = known[path] in ("procedure", "alternatives")
        assert lines == (kind == "statements"), path


def test_every_entry_point_of_the_grammar_has_a_key() -> None:
    used = {key.entry.start for key in (*KEYS, *SCENARIO_KEYS)}
    assert used | {"signature"} == set(ENTRY_POINTS)  # signatures are keys themselves


def test_the_entry_point_of_a_path() -> None:
    assert entry_point(("rules", "turn.play", "needs")) == "conditions"
    assert entry_point(("zones", "deck", "starts (card c)")) == "expression"
    assert entry_point(("zones", "deck", "starts")) is None
    assert entry_point(("state", "round", "owed")) == "declaration"
    assert entry_point(("types", "kind", "columns", "points")) is None
    assert entry_point(("scenarios", "first", "begin")) is None
    assert entry_point(("boards", "board", "grid", "-")) == "expression"
    assert entry_point(("types", "suit", "-")) is None
