"""CONTRIBUTING's table of rooms names every folder and every module of the package, and nothing else."""

from __future__ import annotations

import re

from tests.docs.pages import ROOT

PACKAGE = ROOT / "interpreter" / "hoyle"


def named() -> list[str]:
    """The first column of the table, as it is written."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = re.search(r"^\| room \|.*\n\|[-|: ]+\|\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert table is not None, "CONTRIBUTING.md has a table whose first column is `room`"
    rows = [row.split("|")[1] for row in table[1].splitlines()]
    return [name for row in rows for name in re.findall(r"`([^`]+)`", row)]


def present() -> set[str]:
    folders = {f"{path.parent.name}/" for path in PACKAGE.glob("*/__init__.py")}
    return folders | {path.name for path in PACKAGE.glob("*.py") if not path.name.startswith("__")}


def test_every_room_is_named() -> None:
    assert present() - set(named()) == set()


def test_every_name_is_a_room() -> None:
    assert set(named()) - present() == set()


def test_no_room_is_named_twice() -> None:
    assert len(named()) == len(set(named()))


def test_every_room_says_what_it_is_for() -> None:
    for path in PACKAGE.rglob("__init__.py"):
        assert path.read_text(encoding="utf-8").startswith('"""'), path
