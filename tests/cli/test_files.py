"""Files are written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from hoyle.cli.faults import UserFault
from hoyle.cli.files import written_whole


def test_a_file_appears_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "figures.txt"
    with written_whole(str(path)) as stream:
        stream.write("half")
        assert not path.exists()
        stream.write(" and half\n")
    assert path.read_text() == "half and half\n"
    assert list(tmp_path.iterdir()) == [path]


def test_what_was_there_stays_when_the_work_fails(tmp_path: Path) -> None:
    path = tmp_path / "figures.txt"
    path.write_text("old")
    with pytest.raises(ZeroDivisionError), written_whole(str(path)) as stream:
        stream.write("new")
        raise ZeroDivisionError
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_modes_and_links_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "figures.txt", tmp_path / "link.txt"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    with written_whole(str(link)) as stream:
        stream.write("new")
    assert link.is_symlink()
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_device_is_written_to_and_not_replaced() -> None:
    with written_whole(os.devnull) as stream:
        stream.write("gone")
    assert not Path(os.devnull).is_file()


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UserFault, match="is a folder"), written_whole(str(tmp_path)):
        pass
    with pytest.raises(UserFault, match="there is no folder"), written_whole(str(tmp_path / "no" / "x")):
        pass


def test_drafts_that_nobody_writes_are_cleared(tmp_path: Path) -> None:
    left, other = tmp_path / ".hoyle-1-0.part", tmp_path / ".hoyle-notes"
    left.write_text("half")
    other.write_text("mine")
    with written_whole(str(tmp_path / "one")) as one, written_whole(str(tmp_path / "two")) as two:
        one.write("1")
        two.write("2")
        assert not left.exists()
        assert len(list(tmp_path.glob(".hoyle-*.part"))) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == [".hoyle-notes", "one", "two"]


@pytest.mark.skipif(os.name == "nt", reason="has no such folders")
def test_what_only_its_owner_may_replace_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o1777)
    path = tmp_path / "figures.txt"
    path.write_text("old")
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    with pytest.raises(UserFault, match="only its owner may replace it"), written_whole(str(path)):
        pytest.fail("too late")
    assert path.read_text() == "old"


def test_everything_is_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "figures.txt"
    settled: list[tuple[int, bool]] = []

    def fsync(descriptor: int) -> None:
        status = os.fstat(descriptor)
        if stat.S_ISREG(status.st_mode):
            settled.append((status.st_size, path.exists()))

    monkeypatch.setattr(os, "fsync", fsync)
    with written_whole(str(path)) as stream:
        stream.write("new")
    assert settled == [(3, False)]
