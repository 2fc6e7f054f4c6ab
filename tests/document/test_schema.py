"""Misfits with the schema are said in plain words, on the key or value that is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterator
from textwrap import dedent
from typing import Any

import pytest

from hoyle.bundled import data_path
from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.document.extends import load_document
from hoyle.document.from_yaml import read
from hoyle.document.schema import _EXAMPLES, check_document, check_scenario_file, check_schema
from hoyle.syntax.flow_expressions import check_flow_expressions

HEAD = "hoyle: 1\nid: x\ntitle: X\nplayers: 2\nrules: {round: {do: nothing}}\n"


BODY = "`do`, `is` or `choices` | for instance `do: draw 1 from deck to hand[me]`"


def shown(findings: Findings) -> list[str]:
    lines = []
    for finding in findings.sorted:
        help = f" | {finding.help}" if finding.help else ""
        lines.append(f"{str(finding.place)[2:]} {finding.code.id} {finding.message}{help}")
    return lines


def lint(text: str) -> list[str]:
    findings = Findings()
    root = read(SourceFile("f", dedent(text)), findings)
    assert root is not None
    check_schema(root, findings)
    check_flow_expressions(root, findings)
    return shown(findings)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zone: {}", "6:1 H201 there is no key `zone` | did you mean `zones`?"),
        ("zones: {deck: {of: card, shufled: true}}",
         "6:26 H201 there is no key `shufled` in `deck` | did you mean `shuffled`?"),
        ("match: {scor(player p): 1}",
         "6:9 H201 there is no key `scor(player p)` in `match` | did you mean `score`?"),
        ("zones: {deck: {of: card, shuffled: yes}}",
         "6:36 H202 expected `true` or `false`, found the text `yes` | write `true`"),
        ("zones: {deck: {of: card, room: true}}",
         "6:32 H202 expected a whole number, or an expression over options and `size(players)`, "
         "found `true`"),
        ("boards: {board: {nodes: square, grid: [8, 8, 8]}}",
         "6:39 H204 expected two numbers: `[columns, rows]`, found a list"),
        ("zones: {deck: {of: card, room: 0}}",
         "6:32 H204 expected a number of at least 1, found the number 0"),
        ("zones: {deck: {of: card, seen: owners}}",
         "6:32 H204 expected `nobody`, `everyone`, `owner`, `others`, `team` or `face_up`, "
         "found the text `owners` | did you mean `owner`?"),
        ("zones:\n  deck:\n    per: player", "7:3 H203 `deck` needs the key `of` | for instance `of: card`"),
        ("zones:\n  deck:", "7:3 H202 `deck` has no value: expected a mapping with `of`"),
        ("zones: [deck]", "6:8 H202 expected a mapping, found a list"),
        ("about: 5",
         "6:8 H202 expected a text, or a mapping from languages to texts, found the number 5 | "
         "put it in quotation marks"),
        ("about: {en: x, Italian: y}", "6:16 H201 there is no key `Italian` in `about`"),
        ("cites: ST-3",
         "6:8 H202 expected a list of rulebook points such as `[R-3]`, found the text `ST-3`"
         " | write `[ST-3]`"),
        ("options: {a: {range: 1..2}}", "6:11 H203 `a` needs the key `default` | for instance `default: 3`"),
        ("options: {a: 3}",
         "6:14 H202 expected a mapping with `default`, found the number 3 | "
         "write `{default: 3, range: 1..9}`"),
        ("options: {a: {default: 1, range: 1-2}}",
         "6:34 H204 expected a range such as `1..9`, found the text `1-2` | write `1..2`"),
        ("options: {a-b: {default: 1}}",
         "6:11 H204 `a-b` can't be a key here: expected a name of letters, digits and `_` | write `a_b`"),
        ("types: {t: {columns: {n: int}}}",
         "6:9 H203 `t` needs the key `values` | for instance `values: {low: [1], high: [2]}`"),
        ("components: {c: {make: {a: {copies: 0}}}}",
         "6:37 H204 expected a number of at least 1, found the number 0"),
        ("boards: {b: {nodes: n, grid: [3]}}",
         "6:30 H204 expected two numbers: `[columns, rows]`, found a list"),
        ("scenarios: {s: {then: [{over: true, expect: x}]}}",
         "6:24 H204 this holds more than one key: expected a step such as `seat 0: pass` or "
         "`expect: …` | begin each step with `- `"),
        ("scenarios: {s: {then: [{seat 0 my: [pass]}]}}",
         "6:25 H201 there is no key `seat 0 my` in `then` | did you mean `seat 0 may`?"),
        ("scenarios: {s: {then: [{seat 0: }]}}",
         "6:25 H202 `seat 0` has no value: expected a choice's label"),
        ("scenarios: {s: {players: 2}}",
         "6:13 H203 `s` needs the key `then` | for instance `then: [{over: true}]`"),
    ],
)  # fmt: skip
def test_misfit(text: str, expected: str) -> None:
    assert lint(HEAD + text + "\n") == [expected]


def test_rules() -> None:
    text = """\
        hoyle: 2
        id: My Game
        title: ""
        rules:
          round: {about: x}
          turn me: {do: nothing}
          ask(player p):
            do: nothing
            wy: x
        """
    assert lint(text) == [
        "1:1 H203 the file needs the key `players` | for instance `players: 2..4`",
        "1:8 H204 expected `1`, found the number 2",
        "2:5 H204 expected an id in kebab-case such as `my-game`, found the text `My Game` | write `my-game`",
        "3:8 H204 `title` is empty: expected a text, or a mapping from languages to texts",
        f"5:3 H203 `round` needs the key {BODY}",
        "6:3 H204 `turn me` can't be a key here: expected a rule's name such as `turn`, "
        "`turn(player me)` or, "
        "in a variant, `turn.play` | write `turn(player me)`",
        "9:5 H201 there is no key `wy` in `ask(player p)` | did you mean `why`?",
    ]


def test_a_variant_needs_less_but_the_whole_must_be_complete() -> None:
    base = SourceFile("b", HEAD + "zones: {deck: {of: card, shuffled: true}, hand: {of: card}}\n")
    text = (
        "hoyle: 1\nid: v\ntitle: V\nextends: b\noptions: {a: {default: 1, range: 1..2}}\n"
        "zones: {deck: {shuffled: off}, hand: {of: off}}\nrules: {round: {do: off}, new(): "
        "{about: x}, round.a: off}\n"
    )
    findings = Findings()
    document = load_document(SourceFile("v", text), lambda *_: base, findings)
    assert document is not None
    check_document(document, findings)
    assert shown(findings) == [
        "6:32 H203 `hand` needs the key `of` | for instance `of: card`",
        f"7:16 H203 `round` needs the key {BODY}",
        f"7:27 H203 `new()` needs the key {BODY}",
    ]


def test_scenario_file() -> None:
    findings = Findings()
    text = """\
        for: x
        scenarios:
          first-one:
            players: 2
            options: {jump: false}
            given: {"hand[0]": [red 1], owed: 2}
            begin: turns()
            then:
              - seat 0 may: [pass, play red 1]
              - seat 0 may not: {play red 2: fits}
              - seat 0: pass
              - expect: owed == 0
              - scores: [0, 1]
              - winners: [1]
              - events: [{move: red 4}]
          second:
            steps: []
        """
    root = read(SourceFile("f", dedent(text)), findings)
    assert root is not None
    check_scenario_file(root, findings)
    assert shown(findings) == [
        "17:5 H201 there is no key `steps` in `second` | write `then`",
    ]


def test_expressions_in_flow_collections() -> None:
    text = HEAD.replace("rules: {round: {do: nothing}}\n", "") + dedent("""\
        match: {score(player p): owed + 1, rounds: 3, wins: highest}
        state: {round: {owed: int = 0, free: "int = 0", up: player}}
        zones: {deck: {of: card, starts: all, refill: {from: x, when: a and b}}}
        rules:
          round: {do: nothing}
          fits(card c): {is: same(c, top(discard))}
          odd(card c): {about: f(a, b), is: x}
          quoted(card c): {is: "same(c, top(discard))"}
          block(card c):
            is: same(c, top(discard))
            unless: {a: c.b, e: x == y}
        """)
    cut = "an unquoted expression inside {…}: YAML cuts it at commas, colons and brackets"
    help = "put the whole expression in quotation marks, or write the mapping in block style"
    quoted = "write it in quotation marks"
    piece = "`b)` looks like a piece of an expression that YAML cut at a comma"
    assert lint(text) == [
        f'5:26 H115 {cut} | {quoted}: `"owed + 1"`',
        f'6:23 H115 {cut} | {quoted}: `"int = 0"`',
        f'7:63 H115 {cut} | {quoted}: `"a and b"`',
        f"10:22 H115 {cut} | {help}",
        f"11:29 H115 {piece} | {help}",
        f'15:25 H115 {cut} | {quoted}: `"x == y"`',
    ]


def test_every_missing_key_has_an_example() -> None:
    schemas = [json.loads((data_path("schemas") / f"{name}.schema.json").read_text("utf-8"))
               for name in ("ruleset", "scenarios")]  # fmt: skip
    assert set(required(schemas)) - {"extends"} <= set(_EXAMPLES)


def required(node: Any) -> Iterator[str]:
    if isinstance(node, list):
        for item in node:
            yield from required(item)
    if isinstance(node, dict):
        for key, value in node.items():
            yield from value if key == "required" else required(value)
