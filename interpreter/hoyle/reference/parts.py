"""The generated parts of the pages, each as Markdown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from hoyle.bundled import data_path
from hoyle.checked.builtins import FUNCTIONS, VALUES
from hoyle.play.event_kinds import EVENTS
from hoyle.random import Stream, derive, first_state, shuffle
from hoyle.reference import forms
from hoyle.syntax.words import reserved
from hoyle.tables import markdown_table

SEEDS = (0, 1, 7, 2**64 - 1)


# ------------------------------------------------------------------ Markdown
def _code(text: str) -> str:
    """Words in code style; several, separated by a dot, each by itself."""
    return " · ".join(f"`{part}`" for part in text.split(" · ") if part)


def _example(text: str) -> str:
    return "<br>".join(f"`{line.replace('  ', '  ')}`" for line in text.splitlines())


def _forms(found: Iterable[forms.Form]) -> str:
    rows = ([_code(form.syntax), form.about, _example(form.example)] for form in found)
    return markdown_table(["form", "meaning", "example"], rows)


def contents(page: str) -> str:
    """The headings of a page, as links.

    >>> contents("# Page\\n\\n## Tricks, and trumps\\n\\n## Dice\\n")
    '[Tricks, and trumps](#tricks-and-trumps) · [Dice](#dice)'
    """
    headings = re.findall(r"^## (.+)$", page, re.MULTILINE)
    slugs = (re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings)
    return " · ".join(f"[{heading}](#{slug})" for heading, slug in zip(headings, slugs, strict=True))


# ------------------------------------------------------------------ the language
def statements() -> str:
    return _forms(forms.STATEMENTS)


def decisions() -> str:
    return _forms(forms.DECISIONS)


def picks() -> str:
    return _forms(forms.PICKS)


def quantifiers() -> str:
    return _forms(forms.QUANTIFIERS)


def operators() -> str:
    return _forms(forms.OPERATORS)


def types() -> str:
    as_code = ("int · bool", "player · team", "direction", "T?", "[T]", "zone of T")
    rows = (
        [_code(form.syntax) if form.syntax in as_code else form.syntax, form.about] for form in forms.TYPES
    )
    return markdown_table(["written", "values"], rows)


def builtin_values() -> str:
    rows = []
    for value in VALUES:
        of = {"player": "[p]", "piece": "[c]", "": ""}[value.per]
        rows.append(
            [f"`{value.name}{of}`", f"`{value.type}`", value.about, "yes" if value.assignable else ""]
        )
    return markdown_table(["value", "type", "meaning", "can be set"], rows)


def builtin_functions() -> str:
    rows = ([f"`{f.signature}`", f.about, f"`{f.example}`", "error" if f.partial else ""] for f in FUNCTIONS)
    return markdown_table(["signature", "meaning", "example", "if there is none"], rows)


def reserved_words() -> str:
    return ", ".join(f"`{word}`" for word in sorted(reserved())) + "."


# ------------------------------------------------------------------ sections and keys
def _schema(name: str = "ruleset") -> dict[str, Any]:
    text = (data_path("schemas") / f"{name}.schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


def _resolved(node: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """A node with what it refers to; what it says itself comes first."""
    while "$ref" in node:
        target = schema["$defs"][node["$ref"].rpartition("/")[2]]
        node = {**target, **{key: value for key, value in node.items() if key != "$ref"}}
    return node


def _pattern_name(pattern: str) -> str:
    """How a key that is given by a pattern is written."""
    word = pattern.lstrip("^").split("\\s")[0].split("$")[0].replace("[0-9]+", "N")
    signatures = {"starts": "starts · starts(…)"}
    signatures |= {word: f"{word}(player p)" for word in ("active", "score", "wins", "ties")}
    return signatures.get(word, word)


def _keys(node: dict[str, Any], schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The keys of a mapping, with their descriptions."""
    for key, value in node.get("properties", {}).items():
        yield key, _resolved(value, schema).get("description", "")
    for pattern, value in node.get("patternProperties", {}).items():
        yield _pattern_name(pattern), _resolved(value, schema).get("description", "")


_COMMON = ("about", "cites")


def _key_table(node: dict[str, Any], schema: dict[str, Any], common: bool = False) -> str:
    found = ((key, about) for key, about in _keys(node, schema) if common or key not in _COMMON)
    return markdown_table(["key", "meaning"], ([_code(key), about] for key, about in found))


def sections() -> str:
    """One table of the top-level keys, and one for each section whose entries have keys of their own."""
    schema = _schema()
    required = {"hoyle", "id", "title"}
    complete = set(schema["$defs"]["complete"]["required"])
    rows = []
    for key, about in _keys(schema, schema):
        needed = "always" if key in required else "unless it extends" if key in complete else ""
        rows.append([f"`{key}`", about, needed])
    text = [markdown_table(["key", "meaning", "required"], rows)]
    for section, entry in _entries(schema):
        text += [f"### `{section}`", entry.get("description", ""), _key_table(entry, schema)]
        if section == "zones":
            text += ["The keys of `refill`:", _key_table(entry["properties"]["refill"], schema)]
        if section == "rules":
            text += ["A part of a rule, in a variant:", _key_table(_resolved_def("part", schema), schema)]
    return "\n\n".join(text)


def _entries(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The sections in the order of the schema, each with what an entry of it (or it itself) looks like."""
    own = {"players": "players", "state": "state", "match": "match"}
    each = {
        "options": "option", "requires": "requirement", "types": "type", "components": "component",
        "boards": "board", "zones": "zone", "rules": "rule",
    }  # fmt: skip
    for section in schema["properties"]:
        name = own.get(section) or each.get(section)
        if name is not None:
            yield section, _resolved_def(name, schema)


def _resolved_def(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    return _resolved({"$ref": f"#/$defs/{name}"}, schema)


def scenario_keys() -> str:
    schema = _schema()
    return _key_table(_resolved_def("scenario", schema), schema, common=True)


def scenario_steps() -> str:
    schema = _schema()
    return _key_table(_resolved_def("step", schema), schema)


def events() -> str:
    """A table for each kind of event."""
    text = []
    for name, kind in EVENTS.items():
        rows = []
        for field, meaning in kind.fields.items():
            main = " (its main field)" if field == kind.main else ""
            left_out = "; left out otherwise" if meaning.optional else ""
            about = f"{meaning.about}{left_out}{main}"
            rows.append([f"`{field}`", about, f"`{meaning.example}`", meaning.hidden])
        table = markdown_table(["field", "meaning", "example", "hidden"], rows)
        text += [f"### `{name}`", kind.about, table]
    return "\n\n".join(text)


# ------------------------------------------------------------------ the random generator
def random_numbers() -> str:
    rows = []
    for seed in SEEDS:
        stream = Stream(seed)
        rows.append(
            [f"{seed}", f"`{first_state(seed):016x}`", *(f"`{stream.next():016x}`" for _ in range(3))]
        )
    return markdown_table(["seed", "first state", "1st number", "2nd number", "3rd number"], rows)


def random_below() -> str:
    rows = []
    for seed, count in ((7, 6), (7, 2), (1, 52), (0, 1_000_000_007)):
        stream = Stream(seed)
        rows.append([f"{seed}", f"{count}", ", ".join(str(stream.below(count)) for _ in range(8))])
    return markdown_table(["seed", "n", "the first eight of below(n)"], rows)


def random_shuffles() -> str:
    rows = []
    for seed, size in ((7, 1), (7, 5), (1, 10), (0, 10)):
        items = list(range(size))
        state = shuffle(first_state(seed), items)
        rows.append([f"{seed}", f"{size}", ", ".join(map(str, items)), f"`{state:016x}`"])
    return markdown_table(
        ["seed", "size", "0, 1, 2, … after the shuffle, bottom first", "state afterwards"], rows
    )


def random_derived() -> str:
    rows = [
        [f"{seed}", f"{index}", f"{derive(seed, index)}"] for seed in (0, 1, 7) for index in (0, 1, 2, 99_999)
    ]
    return markdown_table(["seed", "index", "derive(seed, index)"], rows)
