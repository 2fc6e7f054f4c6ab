"""What lint says about formulas, and about shapes: once if all have it, otherwise with which."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.cli.main import main
from tests.shapes.rulesets import DOMINOES, HEX, TOKENS, work_of


def told(text: str) -> list[str]:
    return [
        f"{found.place.line} {found.code.id} {found.message}" + (f" | {found.help}" if found.help else "")
        for found in work_of(text).findings.sorted
    ]


@pytest.mark.parametrize("text", [HEX, DOMINOES, TOKENS])
def test_nothing_is_found(text: str) -> None:
    assert told(text) == []


MISTAKES = [
    (HEX, "[size, size]", "[size, stone]",
     "8 H613 `stone` is not known before the game starts | use options and `size(players)`"),
    (HEX, "[size, size]", '[size, "free(c)"]',
     "8 H613 `free(c)` is not known before the game starts | use options and `size(players)`"),
    (HEX, "[size, size]", "[size, round_number]",
     "8 H613 `round_number` is not known before the game starts | use options and `size(players)`"),
    (HEX, "[size, size]", "[size, side]",
     "8 H401 there is nothing called `side` here | did you mean `size`?"),
    (HEX, "[size, size]", "[size, players]",
     "8 H613 `players` is not known before the game starts | use options and `size(players)`"),
    (HEX, "[size, size]", "[size, size == 3]", "8 H501 an int is wanted here, not a bool"),
    (HEX, "[size, size]", "[size, 10 / abs(size - 11)]", "8 H601 this divides by zero (with size = 11)"),
    (HEX, "[size, size]", "[size, min(1]", "8 H115 an unquoted expression inside {…}: YAML cuts it at "
     "commas, colons and brackets | put the whole expression in quotation marks, or write the mapping in "
     "block style"),
    (HEX, "[size, size]", "[size, 10 * size]", "8 H604 `10 * size` is 110 here, but a grid has from 1 to 100 "
     "columns and rows (with size = 11, size = 12, size = 13 or 6 more) | narrow the option's `range`, or "
     "rule this out under `requires`"),
    (HEX, "[size, size]", "[size, size - 4]", "8 H604 `size - 4` is -1 here, but a grid has from 1 to 100 "
     "columns and rows (with size = 3 or size = 4) | narrow the option's `range`, or rule this out under "
     "`requires`"),
    (HEX, "[size, size]", "[0, size]", "8 H204 expected a number of at least 1, found the number 0"),
    (HEX, "free(c):", "free(c), c != e5:", "18 H405 `e5` is not a value of `cell` (with size = 3 or "
     "size = 4) | its values are `a1`, `b1`, `c1`, `a2`, `b2`, `c2`, `a3`, `b3` and `c3`"),
    (HEX, "free(c):", "freed(c):",
     "18 H402 there is no rule or built-in `freed` | did you mean `free`?"),
    (TOKENS, "6 * laps", "laps - 1", "19 H604 `laps - 1` is 1 here, but a ring has from 2 to 10,000 nodes "
     "(with laps = 2 or laps = 1) | narrow the option's `range`, or rule this out under `requires`"),
    (TOKENS, "copies: laps * size(players)", "copies: laps - 2",
     "17 H601 `laps - 2` is -1 here, but there cannot be fewer than 0 copies (with laps = 1)"),
    (TOKENS, "copies: laps * size(players)", "copies: 4000 * laps",
     "15 H612 more than 10,000 pieces (with laps = 3) | make fewer copies"),
    (TOKENS, "keep: size(players) - 2", "keep: size(players) - 3",
     "21 H601 `size(players) - 3` is -1 here, but `keep` is a number of pieces, 0 or more (with 2 players"
     ")"),
    (TOKENS, "room: 3 * laps * size(players)", "room: laps - 2",
     "23 H601 `laps - 2` is 0 here, but a zone has room for at least 1 (with laps = 2 or laps = 1)"),
    (TOKENS, "then 4 else 6", "then 4 else 8", "12 H602 `make` gives 6 pieces (6 pack), not 8 (with 2 players"
     ") | correct the rows of `make`, or the "
     "total"),
    (TOKENS, 'rank != "2" or', 'ranks != "2" or',
     "14 H401 there is nothing called `ranks` here | did you mean `rank`?"),
    (TOKENS, 'where: rank != "2" or size(players) != 3', "where: size(players)",
     "14 H518 this is an int, which is neither true nor false | compare it: `size(players) > 0`"),
    (TOKENS, 'where: rank != "2" or size(players) != 3', "where: size(deck) > 3",
     "14 H613 `deck` is not known before the game starts | use options and `size(players)`"),
    (DOMINOES, "0..pips", "0..line",
     "9 H613 `line` is not known before the game starts | use options and `size(players)`"),
    (DOMINOES, "0..pips", "pips..0",
     "9 H601 the range `6..0` is empty | the lower end comes first: `0..6`"),
    (DOMINOES, "then 7 else 5", "then 7 else pips",
     "6 H613 `pips` is an option, and a default cannot depend on one | use `size(players)`"),
    (DOMINOES, "then 7 else 5", "then 9 else 5", "6 H601 the default for 2 players is 9, which is outside "
     "1..7 | choose one inside, or widen the range to 1..9"),
    (DOMINOES, "if size(players) == 2 then 7 else 5", "seven",
     "6 H601 a default is a number, `true`, `false`, or one of `values` "
     "| name all words that can be chosen: `values: [seven, …]`"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "old", "new", "finding"), MISTAKES, ids=[one[2] for one in MISTAKES])
def test_a_mistake(text: str, old: str, new: str, finding: str) -> None:
    assert old in text
    found = told(text.replace(old, new))
    assert found == [finding], "\n".join(found)


def test_what_one_shape_uses_is_of_use() -> None:
    text = HEX.replace("free(c):\n", "free(c), size == 3 or c.column > 0:\n", 1)
    assert [line for line in told(text) if "H7" in line] == []


def test_a_shape_that_is_not_allowed_is_not_looked_at() -> None:
    text = HEX.replace("free(c):", "free(c), c != e5:")
    assert told(text)
    assert told(text + "requires:\n  large: {is: size >= 5}\n".replace("size >= 5", '"size >= 5"')) == []


def test_a_note_says_which_of_many_were_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "shaped.yaml"
    path.write_text(HEX.replace("3..19", "3..99"), encoding="utf-8")
    assert main(["lint", str(path)]) == 0
    first, note = capsys.readouterr().out.splitlines()
    assert first.endswith("nothing found")
    assert note.startswith(f"{path}: looked at 40 of the many settings of size: 11; 3; 5; ")
    assert note.endswith("; 99")
    assert note.count(";") == 39
    path.write_text(HEX, encoding="utf-8")
    assert main(["lint", str(path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1
    path.write_text(HEX.replace("3..19", "3..99"), encoding="utf-8")
    assert main(["lint", str(path), "--format", "json"]) == 0
    assert "looked at" not in capsys.readouterr().out
