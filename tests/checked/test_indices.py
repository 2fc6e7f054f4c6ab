"""What the checker says about several indices, items of lists and memories, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle import pipeline
from hoyle.diagnostics.model import SourceFile

GAME = """\
hoyle: 1
id: sample
title: Sample
players: 2
types:
  row: 1..3
components:
  token: {has: {n: row}, make: {all: {n: all}}}
boards:
  board: {nodes: square, grid: [3, 3]}
zones:
  bag: {of: token, starts: all}
  pile: {of: token, per: [player, square]}
state:
  round:
    men: int per player, square
    maybe: int? per player, square
    cost: int per row, row
    path: "[int] = [1]"
    rows: "[[int]] = [[1]]"
    trail: "[int] per player = [1]"
    n: int
    here: square?
    secret: int per player seen owner
    positions: memory of men, n
rules:
  round:
    do: |
      let me = seat(0)
      let s = a1
      score[me] += use(me, s, path, rows, trail[me], secret[me], maybe[me, s])
      if times(positions) > 1: remember positions
      if here exists: n = cost[1, 2]
      move pile[me, s] to bag
STATEMENT
  use(player p, square s, [int] a, [[int]] b, [int] c, int d, int? e):
    is: men[p, s] + size(a) + size(b) + size(c) + d + (if e exists then e else 0)
"""


def found(statement: str, head: str = GAME) -> list[str]:
    lines = "".join(f"      {line}\n" for line in statement.splitlines())
    work = pipeline.run(SourceFile("sample.yaml", head.replace("STATEMENT\n", lines)))
    return [f"{d.code.id} {d.message} | {d.help or ''}" for d in work.findings.sorted]


CLEAN = [
    "men[me, s] -= 1",
    "men[left(me), b2] = sum x in men[me, square] of x",
    "if maybe[me, s] exists: n = maybe[me, s]",
    "for each t in pile[players, s]: move t to pile[me, c3]",
    "path[0] = path[0] + 1",
    "trail[me][0] -= n",
    "let own = [1, 2]\nown[1] += 3\nn = own[0]",
    "rows[0] = [3]",
    "rows[0] += [3]",
    "forget positions",
    "n = times(positions) + cost[1, 3]",
]


@pytest.mark.parametrize("statement", CLEAN)
def test_what_is_right(statement: str) -> None:
    assert found(statement) == []


WRONG = {
    "men[me][s] -= 1": "H507 there is one `men` per player and square: its indices stand in one pair of "
    "brackets | write `men[me, s]`",
    "n = men[me][s]": "H507 there is one `men` per player and square: its indices stand in one pair of "
    "brackets | write `men[me, s]`",
    "n = size(pile[me][s])": "H507 there is one `pile` per player and square: its indices stand in one pair "
    "of brackets | write `pile[me, s]`",
    "men[me] = 1": "H507 there is one `men` per player and square: it takes 2 indices, not 1"
    " | write `men[me, …]`",
    "n = men[me]": "H507 there is one `men` per player and square: it takes 2 indices, not 1"
    " | write `men[me, …]`",
    "men = 1": "H507 there is one `men` per player and square | say which: `men[me, s]`",
    "n = men": "H507 there is one `men` per player and square | say which: `men[me, s]`",
    "n = secret[me, s]": "H508 `secret` is one per player, it takes one index and not 2 | ",
    "n = men[s, s]": "H501 `men` is one per player and square: a player is wanted here, not a square | ",
    "men[0, s] = 1": "H501 a player is wanted among the indices of `men`, one per player and square, not an "
    "int | a number is not a player: write `seat(0)`",
    "n = men[0, s]": "H501 `men` is one per player and square: a player is wanted here, not an int"
    " | write `seat(0)`",
    "n = men[me, here]": "H502 `here` may be none, but `men` is one per player and square"
    " | test it first: `here exists`",
    "n = size(men[players, square])": "H501 only one of the indices of `men` may be a list"
    " | go through the others: `for each x in players: …`",
    "n = path[0, 1]": "H508 `path` takes one index at a time, not 2 | ",
    "n[0] = 1": "H508 `n` is single, it takes no `[0]` | write `n` alone",
    "path[0] = me": "H501 `path` holds an int, not a player | ",
    "path[me] = 1": "H501 an int is wanted as the place in a list, not a player | ",
    "men[me, s][0] = 1": "H508 `men[me, s][0]` is no list: there is no item of it to set"
    " | write `men[me, s]` alone",
    "rows[0][0] = 1": "H509 an item of a list inside a list cannot be set"
    " | set the whole inner list, or declare a variable `per` something",
    "remember men": "H640 `men` is not a memory, so there is nothing to remember"
    " | declare one under `state`: `positions: memory of …`",
    "forget position": "H640 `position` is not a memory, so there is nothing to forget"
    " | did you mean `positions`?",
    "n = positions": "H640 `positions` is a memory, not a value | ask `times(positions)`",
    "let x = positions": "H640 `positions` is a memory, not a value | ask `times(positions)`",
    "positions = 3": "H640 `positions` is a memory, which cannot be set"
    " | write `remember positions` or `forget positions`",
    "n = times(n)": "H501 a memory is wanted by `times`, not an int | ",
}


@pytest.mark.parametrize("statement", WRONG)
def test_what_is_wrong(statement: str) -> None:
    errors = [line for line in found(statement) if not line.startswith("H7")]
    assert errors == [WRONG[statement]]


DECLARED = {
    "memory of men, n": [],
    "memory of menn, n": [
        "H640 `menn` is not a state variable, so it cannot be remembered | did you mean `men`?"
    ],
    "memory of path": [
        "H640 `path` is a list, so it cannot be remembered"
        " | name variables that everybody sees, and that are not lists"
    ],
    "memory of secret": [
        "H640 `secret` is not seen by everyone, so it cannot be remembered"
        " | name variables that everybody sees, and that are not lists"
    ],
    "memory of positions": [
        "H640 `positions` is a memory, so it cannot be remembered"
        " | name variables that everybody sees, and that are not lists"
    ],
    "memory of bag": ["H640 `bag` is not a state variable, so it cannot be remembered | "],
}


@pytest.mark.parametrize("declared", DECLARED)
def test_what_a_memory_can_be_of(declared: str) -> None:
    head = GAME.replace("memory of men, n", declared)
    assert [line for line in found("n = 1", head) if not line.startswith("H7")] == DECLARED[declared]


def test_indices_end_somewhere() -> None:
    many = GAME.replace("cost: int per row, row", "cost: int per row, row, row, row, row")
    (line, *_) = found("n = 1", many)
    assert line == "H601 5 indices are too many: there may be 4 | "
    large = GAME.replace("grid: [3, 3]", "grid: [90, 90]").replace(
        "men: int per player, square", "men: int per square, square"
    )
    (line, *_) = [one for one in found("n = 1", large) if one.startswith("H612")]
    assert line == "H612 one per square and square makes 65,610,000; 100,000 are allowed | "


def test_an_owner_is_one_player_among_the_indices() -> None:
    assert (
        found(
            "n = 1",
            GAME.replace("per player, square\n    maybe", "per square, player seen owner\n    maybe")
            .replace("of men, n", "of n")
            .replace("men[p, s]", "men[s, p]"),
        )
        == []
    )
    twice = GAME.replace("maybe: int? per player, square", "maybe: int? per player, player seen owner")
    assert [line for line in found("n = 1", twice) if line.startswith("H610")] == [
        "H610 `seen owner` does not fit `maybe` | `seen nobody`, or `seen owner` where it is one per player"
    ]


def test_what_is_remembered_but_never_asked_is_unused() -> None:
    head = GAME.replace("if times(positions) > 1: remember positions", "remember positions")
    assert found("n = 1", head) == [
        "H704 the state variable `positions` is set, but nothing depends on it | use it, or remove it"
    ]


def test_what_only_a_memory_reads_is_used() -> None:
    head = GAME.replace("    n: int\n", "    n: int\n    m: int\n").replace("of men, n", "of men, m")
    assert [line for line in found("m = 1", head) if "`m`" in line] == []


def test_a_ruleset_on_disk(tmp_path: Path) -> None:
    path = tmp_path / "sample.yaml"
    path.write_text(GAME.replace("STATEMENT\n", "      men[me, s] += 1\n"), encoding="utf-8")
    assert pipeline.open_ruleset(str(path)).findings.sorted == []
