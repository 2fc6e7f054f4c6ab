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


@pytest.mark.parametrize("id", ["stop", "mister-zero", "one-more", "hearts", "stop-draw-and-play"])
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
    for use in own[::7]:
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
