"""The tutorial is walked through from top to bottom, as a reader would.

Its blocks are fenced with tildes, so that the other tests of the pages, which take each block by itself,
leave them alone. Each part (`## …`) begins in an empty folder, in which its blocks follow one another:

- `yaml file=NAME` writes the file;
- `yaml in=NAME` is laid into it: an entry takes the place of the one with its name, or goes to the end;
- `yaml is=NAME` shows what stands in it, with `…` as in console blocks;
- `console` is run, and prints what the page says.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from hoyle.cli.main import main
from tests.docs.pages import DOCS, Fence
from tests.docs.test_console import INTERNAL, matches, steps_of

PAGE = DOCS / "tutorial.md"
HOW = {"file", "in", "is"}
PARTS = {"Your first variant in ten minutes", "Your first game"}


@dataclass(frozen=True)
class Block:
    part: str
    line: int
    language: str
    how: str
    name: str
    text: str

    def __str__(self) -> str:
        return f"{PAGE.name}:{self.line}"


def blocks() -> list[Block]:
    found: list[Block] = []
    part, info, start, lines = "", None, 0, list[str]()
    for number, line in enumerate(PAGE.read_text(encoding="utf-8").splitlines(), start=1):
        if info is None:
            if line.startswith("## "):
                part = line[3:]
            elif line.startswith("~~~"):
                info, start, lines = line[3:].strip(), number + 1, []
        elif line.startswith("~~~"):
            language, _, rest = info.partition(" ")
            how, _, name = rest.partition("=")
            found.append(Block(part, start, language, how, name, "\n".join(lines) + "\n"))
            info = None
        else:
            lines.append(line)
    assert info is None, "a fenced block is never closed"
    return found


def entries(text: str, indent: str) -> list[tuple[str, str]]:
    """The entries of a mapping at this depth, each with its name; what stands before the first has none."""
    found: list[tuple[str, str]] = [("", "")]
    for line in text.splitlines(keepends=True):
        if re.match(rf"{indent}[^\s#]", line):
            found.append((line.strip().partition(":")[0], line))
        else:
            found[-1] = (found[-1][0], found[-1][1] + line)
    return found


def laid_in(text: str, block: str, indent: str = "") -> str:
    """The text with the entries of the block: section by section, and in each entry by entry.

    >>> laid_in("a: 1\\nb:\\n  c: 2\\n  d: 3\\n", "b:\\n  d: 4\\ne: 5\\n")
    'a: 1\\nb:\\n  c: 2\\n  d: 4\\n\\ne: 5\\n'
    """
    old = entries(text, indent)
    names = [name for name, _ in old]
    for name, new in entries(block, indent)[1:]:
        if name not in names:
            old[-1] = (old[-1][0], old[-1][1].rstrip("\n") + "\n")
            old.append((name, f"\n{new}"))
            continue
        place = names.index(name)
        was = old[place][1]
        gap = "\n" if was.endswith("\n\n") else ""
        head, _, rest = new.partition("\n")
        if indent == "" and rest.strip() and was.partition("\n")[2].strip():
            new = f"{head}\n" + laid_in(was.partition("\n")[2], rest, "  ")
        old[place] = (name, new.rstrip("\n") + "\n" + gap)
    return "".join(part for _, part in old)


def run(block: Block, capsys: pytest.CaptureFixture[str]) -> None:
    for step in steps_of(Fence(PAGE, block.line, "console", None, block.text)):
        assert step.command[0] == "hoyle", f"{PAGE.name}:{step.line}: only `hoyle` commands are run"
        status = main(step.command[1:])
        printed = capsys.readouterr()
        output = printed.out + printed.err
        assert status != INTERNAL, f"{PAGE.name}:{step.line}\n{output}"
        assert step.expected, f"{PAGE.name}:{step.line}: the page does not show what it prints"
        assert matches(step.expected, output), (
            f"{PAGE.name}:{step.line}\nexpected:\n{step.expected}\nprinted:\n{output}"
        )


@pytest.mark.parametrize("part", sorted({block.part for block in blocks()}))
def test_a_part_goes_as_the_page_says(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.setenv("NO_COLOR", "1")
    for block in blocks():
        if block.part != part:
            continue
        path = tmp_path / block.name
        if block.language == "console":
            run(block, capsys)
        elif block.how == "file":
            path.write_text(block.text, encoding="utf-8")
        elif block.how == "in":
            path.write_text(laid_in(path.read_text(encoding="utf-8"), block.text), encoding="utf-8")
        else:
            there = path.read_text(encoding="utf-8")
            assert matches(block.text, there), f"{block}: {block.name} is\n{there}"
    for path in tmp_path.glob("*.yaml"):
        if not path.name.endswith(".scenarios.yaml"):
            assert main(["lint", path.name]) == 0, f"{path.name} is not clean at the end"
            assert main(["test", path.name]) == 0, f"{path.name}: a scenario fails at the end"
            assert len(path.read_text(encoding="utf-8").splitlines()) <= 60, f"{path.name} is no small file"


def test_all_blocks_of_the_tutorial_are_of_a_known_kind() -> None:
    assert {block.part for block in blocks()} == PARTS
    for block in blocks():
        assert (block.language == "console") == (block.how == ""), str(block)
        assert block.language in {"console", "yaml"}, str(block)
        assert block.language == "console" or (block.how in HOW and block.name.endswith(".yaml")), str(block)


def test_no_block_of_the_tutorial_is_fenced_with_backticks() -> None:
    assert "```" not in PAGE.read_text(encoding="utf-8")
