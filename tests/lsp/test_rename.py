"""Renaming in the bundled rulesets, and what the command says without its extra."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from hoyle.bundled import bundled
from hoyle.cli.main import main
from hoyle.lsp.buffers import Buffer, Buffers
from hoyle.lsp.lookup import uses_in
from hoyle.lsp.rename import applied, rename

KINDS = ("zone", "rule", "state", "option")


@pytest.mark.parametrize("id", ["stop", "mister-zero", "one-more", "hearts", "oware", "stop-draw-and-play"])
def test_there_and_back_again(id: str) -> None:
    path = bundled()[id]
    text = path.read_text(encoding="utf-8")
    buffers = Buffers()
    buffer = buffers.put(path.as_uri(), text, 1)
    assert buffers.get(buffer.uri) is buffer
    assert not buffer.findings
    uses = uses_in(buffer)
    assert uses is not None
    declared = [use for use in uses.all if use.declares and use.meaning.kind in KINDS]
    own = [use for use in declared if uses.declarations(use.meaning) == [use.place]]
    own = [use for use in own if use.place.file is uses.own and use.meaning.name != "round"]
    assert own
    for use in own[::7] if id != "oware" else own:
        start, name = use.place.start, use.meaning.name
        buffers.put(buffer.uri, text, 1)
        edits = rename(buffers, _worked(buffers, buffer.uri), start, "quite_new")
        there = applied(text, edits)
        buffers.put(buffer.uri, there, 2)
        assert not _worked(buffers, buffer.uri).findings
        moved = sum(edit.place.start < start for edit in edits) * (len("quite_new") - len(name))
        back = rename(buffers, _worked(buffers, buffer.uri), start + moved, name)
        assert len(back) == len(edits)
        assert applied(there, back) == text


def _worked(buffers: Buffers, uri: str) -> Buffer:
    buffer = buffers.get(uri)
    assert buffer is not None
    return buffer


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == "pygls" else find_spec(name, *more)
    )
    assert main(["lsp"]) == 2
    assert "pip install 'hoyle[lsp]'" in capsys.readouterr().err


def test_an_unsaved_variant_of_an_unsaved_base(tmp_path: Path) -> None:
    buffers = Buffers()
    base, variant = tmp_path / "mine.yaml", tmp_path / "yours.yaml"
    buffers.put(base.as_uri(), bundled()["nim"].read_text(encoding="utf-8"), 1)
    buffers.put(variant.as_uri(), "hoyle: 1\nid: yours\nextends: mine\ntitle: Yours\n", 1)
    work = _worked(buffers, variant.as_uri()).work
    assert work is not None
    assert work.model is not None
    assert work.document is not None
    assert [Path(file.name).name for file in work.document.files] == ["yours.yaml", "mine.yaml"]


LENDING = """\
hoyle: 1
id: lending
title: Lending
players: 2
rules:
  round:
    do: |
      choose for seat(0):
        also common(3)
        also common_two()
  common(int n):
    choices: |
      dig(c in 1..n): let _x = c
  common_two:
    choices: |
      rest: nothing
match:
  wins(player p): p == seat(0)
"""


def test_through_also_and_wins(tmp_path: Path) -> None:
    path = tmp_path / "lending.yaml"
    buffers = Buffers()
    buffers.put(path.as_uri(), LENDING, 1)
    buffer = _worked(buffers, path.as_uri())
    assert not buffer.findings
    there = applied(LENDING, rename(buffers, buffer, LENDING.index("common(3)"), "lent"))
    assert there == LENDING.replace("common(", "lent(")
    uses = uses_in(buffer)
    assert uses is not None
    (lent,) = {use.meaning for use in uses.all if use.meaning.name == "common"}
    assert len(uses.declarations(lent)) == 1


def test_what_a_seat_sees_is_renamed_too(tmp_path: Path) -> None:
    """Zones and variables in steps of scenarios, also inside `top(…)`."""
    text = (
        "hoyle: 1\nid: mine\ntitle: Mine\nplayers: 2\n"
        "components:\n  card: {has: {n: 1..3}, make: {all: {n: all}}}\n"
        "zones:\n  deck: {of: card, seen: nobody, starts: all}\n"
        "rules:\n  round:\n    do: |\n      reveal top(deck) to seat(0)\n      choose for seat(0):\n"
        "        go: nothing\n"
        "scenarios:\n  one:\n    then:\n      - seat 0 sees:\n          top(deck): 3\n"
        "      - seat 1 does not see: [deck]\n"
    )
    path = tmp_path / "mine.yaml"
    buffers = Buffers()
    buffer = buffers.put(path.as_uri(), text, 1)
    assert not buffer.findings
    edits = rename(buffers, _worked(buffers, buffer.uri), text.index("deck:"), "stock")
    assert applied(text, edits) == text.replace("deck", "stock")
