"""`hoyle doctor` and `hoyle cache`: what they say of this machine, of a bare one, and of a spoilt one."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hoyle.backends import choose
from hoyle.backends.c.cache import OBJECT, Cache, Key
from hoyle.backends.c.unavailable import Unavailable
from hoyle.cli.main import main
from hoyle.doctor import machine

KEY = Key("text", "cc 1.0", ("-O1",), "here")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("HOYLE_ENGINE", raising=False)
    return Cache(tmp_path / "cache")


@pytest.fixture
def bare(cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without any compiler."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr("hoyle.backends.c.compiler._zig", lambda: None)
    nothing = Unavailable("no compiler", "there is no C compiler here", "install one")
    monkeypatch.setattr(choose, "find_native", lambda _: None)
    monkeypatch.setattr(choose, "make_native", lambda _: nothing)


def keep(cache: Cache, about: str) -> None:
    assert cache.why_unusable() is None
    with cache.draft() as draft:
        (draft / OBJECT).write_bytes(b"code")
        cache.keep(draft, KEY, about)


# ---------------------------------------------------------------------- the doctor


@pytest.mark.usefixtures("bare")
def test_without_a_compiler_it_says_why_and_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split(maxsplit=1) == ["engine", "python: there is no C compiler here"]
    assert lines[1].strip() == "install one"
    assert ["compiler", "none"] in [line.split() for line in lines]
    assert main(["doctor", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["engine"] == {
        "wanted": "auto", "by": "", "used": "python",
        "why": "there is no C compiler here", "help": "install one",
    }  # fmt: skip
    assert found["compilers"] == []
    assert found["cache"]["unusable"] is None
    assert found["versions"]["lark"]
    assert set(found["extras"]) >= {"lsp", "dev"}


@pytest.mark.usefixtures("bare")
def test_python_that_is_asked_for_is_well(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOYLE_ENGINE", "python")
    assert main(["doctor"]) == 0
    printed = capsys.readouterr().out
    assert "python: HOYLE_ENGINE says so" in printed
    monkeypatch.setenv("HOYLE_ENGINE", "swift")
    assert main(["doctor"]) == 2
    assert "not 'swift'" in capsys.readouterr().err


@pytest.mark.usefixtures("bare")
def test_a_compiler_that_does_not_work_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    broken = tmp_path / "cc"
    broken.write_text('#!/bin/sh\n[ "$1" = --version ] && echo cc 1.0 && exit\necho no linker >&2\nexit 1\n')
    broken.chmod(0o755)
    assert main(["doctor"]) == 1
    printed = capsys.readouterr().out
    assert f"{broken} (cc 1.0): does not work: {broken} failed (1): no linker" in printed


@pytest.mark.usefixtures("bare")
def test_a_cache_that_is_not_used_is_told(cache: Cache, capsys: pytest.CaptureFixture[str]) -> None:
    keep(cache, "x")
    cache.folder.chmod(0o777)
    main(["doctor"])
    assert f"not used: others may write to {cache.folder}" in capsys.readouterr().out


def test_an_engine_that_plays_otherwise_is_found_out(
    cache: Cache, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.backends.native_stand_in import NativeStandIn

    games = []

    def make(plan: object) -> NativeStandIn:
        import hoyle

        game = hoyle.load(plan.program.id)  # type: ignore[attr-defined]
        games.append(NativeStandIn(plan, game))  # type: ignore[arg-type]
        return games[-1]

    monkeypatch.setattr(choose, "make_native", make)
    found = machine.examine()
    assert (found.engine.used, found.well) == ("native", True)
    assert sum(len(part) for _, part in games[-1].played) == machine.GAMES
    monkeypatch.setattr(NativeStandIn, "fresh", lambda *args: args[1].start(engine="python"))
    found = machine.examine()
    assert (found.engine.used, found.well) == ("python", False)
    assert "otherwise than Python" in found.engine.why


# ---------------------------------------------------------------------- the cache


def test_what_is_kept_is_shown_and_cleared(cache: Cache, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache"]) == 0
    assert capsys.readouterr().out == f"{cache.folder}: 0 objects, 0.00 MB of at most 64.0 MB\n"
    keep(cache, "whist\x1b[31m")
    os.utime(cache.folder / KEY.name / "note.json", (0, 0))
    assert main(["cache", "show"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith(f"{cache.folder}: 1 object, ")
    assert lines[3] == "whist?[31m       4   1970-01-01 00:00 UTC   cc 1.0"
    assert main(["cache", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["unusable"], [one["bytes"] for one in found["objects"]]) == (None, [4])
    assert main(["cache", "clear"]) == 0
    assert capsys.readouterr().out.startswith(f"{cache.folder}: 1 object removed, ")
    assert not cache.folder.exists()
    assert main(["cache", "clear", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"folder": str(cache.folder), "removed": 0, "bytes": 0}


def test_a_folder_of_another_kind_is_told_and_left(cache: Cache, capsys: pytest.CaptureFixture[str]) -> None:
    cache.folder.mkdir()
    (cache.folder / "letter.txt").write_text("dear")
    assert main(["cache"]) == 0
    assert f"it is not used: {cache.folder} holds other things" in capsys.readouterr().out
    assert main(["cache", "clear"]) == 0
    assert (cache.folder / "letter.txt").exists()


def test_what_cannot_be_cleared_is_told(
    cache: Cache, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(_: Cache) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Cache, "clear", refused)
    assert main(["cache", "clear"]) == 2
    assert f"cannot clear {cache.folder}: Permission denied" in capsys.readouterr().err


def test_a_wrong_word_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cache", "empty"]) == 2
    assert "see `hoyle cache --help`" in capsys.readouterr().err
