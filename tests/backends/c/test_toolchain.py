"""Finding a compiler, and compiling: with every way in which it can fail."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hoyle.backends.c import toolchain
from hoyle.backends.c.cache import NOTE, OBJECT, Cache
from hoyle.backends.c.compiler import compilers, environment
from hoyle.backends.c.toolchain import Unavailable, compile_shared, find_shared, load_shared

SEVEN = '__attribute__((visibility("default"))) int seven(void) { return 7; }\n'
EIGHT = SEVEN.replace("7", "8")


def program(folder: Path, name: str, text: str) -> Path:
    """A program of our own, to stand in for a compiler."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def stand_in(folder: Path, name: str, text: str) -> Path:
    """One that tells its version, and does something else instead of compiling."""
    return program(folder, name, f'case "$1" in --version) echo stand-in 1;; *) {text};; esac')


@pytest.fixture
def bin_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH, without the package ziglang either."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr("hoyle.backends.c.compiler._zig", lambda: None)
    return folder


# ---------------------------------------------------------------------- finding


def test_without_a_compiler_the_reason_is_told(cache: Cache, bin_folder: Path) -> None:
    found = compile_shared(SEVEN)
    assert isinstance(found, Unavailable)
    assert (found.code, found.reason) == ("no compiler", "there is no C compiler here")
    assert "pip install 'hoyle[native]'" in found.help


def test_the_first_that_is_there_is_taken_and_each_only_once(
    bin_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(bin_folder, "gcc", "echo gcc 1.0")
    (bin_folder / "cc").symlink_to("gcc")
    program(bin_folder, "clang", "echo clang 2.0; echo more")
    mine = program(bin_folder, "mine", "echo mine 3.0")
    monkeypatch.setenv("CC", f"'{mine}' -m64")
    found = list(compilers())
    assert [one.version for one in found] == ["mine 3.0", "gcc 1.0", "clang 2.0"]
    assert found[0].command == (str(mine), "-m64")
    assert found[1].command == (str(bin_folder / "cc"),)


@pytest.mark.parametrize("text", ["exit 1", "echo", "kill -9 $$"])
def test_one_that_does_not_tell_its_version_is_none(bin_folder: Path, text: str) -> None:
    program(bin_folder, "cc", text)
    assert list(compilers()) == []


def test_none_of_the_folder_one_is_in(
    bin_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path, "cc", "echo trap 1.0")
    monkeypatch.chdir(tmp_path)
    for path in ("", ".", f".{os.pathsep}{bin_folder}", f"{os.pathsep}{bin_folder}"):
        monkeypatch.setenv("PATH", path)
        assert list(compilers()) == []


@pytest.mark.parametrize("cc", ["", "   ", "'half a quote", "not-there -O2", "/not/there"])
def test_a_senseless_cc_is_passed_over(bin_folder: Path, monkeypatch: pytest.MonkeyPatch, cc: str) -> None:
    program(bin_folder, "cc", "echo cc 1.0")
    monkeypatch.setenv("CC", cc)
    assert [one.version for one in compilers()] == ["cc 1.0"]


def test_variables_that_would_change_the_output_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CPATH", "/elsewhere")
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert "CPATH" not in environment()
    assert environment()["LC_ALL"] == "C"


# ---------------------------------------------------------------------- compiling


@pytest.mark.usefixtures("compiler")
def test_an_object_is_compiled_once_and_works(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_shared(SEVEN) is None
    path = compile_shared(SEVEN, about="seven")
    assert isinstance(path, Path)
    assert ctypes.CDLL(str(path)).seven() == 7
    monkeypatch.setattr(toolchain, "compile_in", None)  # nothing more is compiled
    assert compile_shared(SEVEN) == find_shared(SEVEN) == path
    assert [kept.about for kept in cache.objects()] == ["seven"]
    assert sorted(one.name for one in path.parent.iterdir()) == [OBJECT, NOTE]


@pytest.mark.usefixtures("compiler")
def test_text_level_flags_and_compiler_are_in_the_key(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = {
        compile_shared(SEVEN),
        compile_shared(EIGHT),
        compile_shared(SEVEN, level="-O2"),
        compile_shared(SEVEN, more=("-fno-inline",)),
    }
    first = next(compilers())
    other = type(first)(first.command, first.version + " patched")
    monkeypatch.setattr(toolchain, "compilers", lambda: iter([other]))
    paths.add(compile_shared(SEVEN))
    monkeypatch.setattr(toolchain, "platform", lambda: "elsewhere")
    paths.add(compile_shared(SEVEN))
    assert len(paths) == len(cache.objects()) == 6


@pytest.mark.usefixtures("compiler")
def test_the_same_text_gives_the_same_bytes(
    cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = compile_shared(SEVEN)
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "another"))
    second = compile_shared(SEVEN)
    assert isinstance(first, Path)
    assert isinstance(second, Path)
    assert first != second
    assert first.read_bytes() == second.read_bytes()


@pytest.mark.usefixtures("compiler")
def test_text_that_is_wrong_is_refused_with_the_compilers_words(cache: Cache) -> None:
    found = compile_shared("int seven(void) { return seven eight; }\n")
    assert isinstance(found, Unavailable)
    assert found.code == "refused"
    assert "error" in found.reason
    assert cache.objects() == []
    assert not list(cache.folder.glob("draft-*"))


def test_a_compiler_without_headers_makes_way_for_the_next(
    cache: Cache, bin_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in(bin_folder, "cc", 'echo "stdint.h: missing" >&2; exit 1')
    stand_in(bin_folder, "gcc", "echo made >game.so")
    path = compile_shared(SEVEN)
    assert isinstance(path, Path)
    assert path.read_text() == "made\n"
    (bin_folder / "gcc").unlink()
    found = compile_shared(EIGHT)
    assert isinstance(found, Unavailable)
    assert found.code == "refused"
    assert "stdint.h: missing" in found.reason


def test_what_takes_too_long_is_killed_with_all_its_children(cache: Cache, bin_folder: Path) -> None:
    note = bin_folder / "pid"
    sleep = "/bin/sleep 30 & echo $! >" + str(note) + "; wait"
    stand_in(bin_folder, "cc", sleep)
    began = time.monotonic()
    found = compile_shared(SEVEN, seconds=0.5)
    assert time.monotonic() - began < 10
    assert isinstance(found, Unavailable)
    assert found.code == "too slow"
    child = int(note.read_text())
    until = time.monotonic() + 5
    while _alive(child) and time.monotonic() < until:
        time.sleep(0.02)
    assert not _alive(child)
    assert not list(cache.folder.glob("draft-*"))


def _alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_text_that_is_too_long_is_not_tried(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchain, "MOST_TEXT", 10)
    found = compile_shared(SEVEN)
    assert isinstance(found, Unavailable)
    assert found.code == "too long"


def test_a_full_disk_is_told(cache: Cache, bin_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(bin_folder, "cc", 'echo "game.s: No space left on device" >&2; exit 1')
    found = compile_shared(SEVEN)
    assert isinstance(found, Unavailable)
    assert found.code == "no room"


@pytest.mark.usefixtures("compiler")
def test_a_full_cache_is_gone_round(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = Cache.keep

    def full(self: Cache, *args: object) -> Path:
        if self.folder == cache.folder:
            raise OSError(28, "No space left on device")
        return keep(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Cache, "keep", full)
    path = compile_shared(SEVEN)
    assert isinstance(path, Path)
    assert not path.is_relative_to(cache.folder)
    assert ctypes.CDLL(str(path)).seven() == 7
    assert not list(cache.folder.glob("draft-*"))


# ---------------------------------------------------------------------- loading


@pytest.mark.usefixtures("compiler")
def test_what_the_system_does_not_load_is_compiled_anew_once(cache: Cache) -> None:
    tried: list[Path] = []

    def load(path: Path) -> ctypes.CDLL:
        tried.append(path)
        if len(tried) == 1:
            raise OSError("wrong ELF class")
        return ctypes.CDLL(str(path))

    compile_shared(SEVEN)
    loaded = load_shared(SEVEN, load)
    assert not isinstance(loaded, Unavailable)
    assert loaded.seven() == 7
    assert len(tried) == 2


@pytest.mark.usefixtures("compiler")
def test_what_is_never_loaded_is_told(cache: Cache) -> None:
    def load(_: Path) -> None:
        raise OSError("not permitted")

    found = load_shared(SEVEN, load)
    assert isinstance(found, Unavailable)
    assert (found.code, "not permitted" in found.reason) == ("not loadable", True)


# ---------------------------------------------------------------------- many at once

RACE = """
import ctypes, sys
from pathlib import Path
from hoyle.backends.c.toolchain import compile_shared
path = compile_shared(sys.argv[1])
assert isinstance(path, Path), path
assert ctypes.CDLL(str(path)).seven() == 7
"""


@pytest.mark.usefixtures("compiler")
def test_many_processes_at_once_compile_once(cache: Cache, tmp_path: Path) -> None:
    real = next(compilers()).command[0]
    calls = tmp_path / "calls"
    counting = program(tmp_path, "counting", f'[ "$1" = --version ] || echo x >>{calls}; exec {real} "$@"')
    variables = os.environ | {"CC": str(counting)}
    running = [subprocess.Popen([sys.executable, "-c", RACE, SEVEN], env=variables) for _ in range(6)]
    assert [process.wait(60) for process in running] == [0] * 6
    assert calls.read_text() == "x\n"
    assert len(cache.objects()) == 1
    assert not list(cache.folder.glob("draft-*"))


KILLED = """
import sys
from hoyle.backends.c.toolchain import compile_shared
compile_shared(sys.argv[1])
"""


@pytest.mark.usefixtures("compiler")
def test_one_that_is_killed_leaves_nothing_that_counts(cache: Cache, tmp_path: Path) -> None:
    began = tmp_path / "began"
    slow = f"echo half >game.so; echo x >{began}; exec /bin/sleep 3"
    hanging = stand_in(tmp_path, "hanging", slow)
    variables = os.environ | {"CC": str(hanging)}
    process = subprocess.Popen([sys.executable, "-c", KILLED, SEVEN], env=variables)
    until = time.monotonic() + 30
    while not began.exists() and time.monotonic() < until:
        time.sleep(0.02)
    process.kill()
    process.wait()
    assert cache.objects() == []
    left = list(cache.folder.glob("draft-*"))
    assert len(left) == 1
    quick = stand_in(tmp_path, "quick", "echo made >game.so")
    variables["CC"] = str(quick)  # the lock went with the process
    assert subprocess.run([sys.executable, "-c", KILLED, SEVEN], env=variables, timeout=20).returncode == 0
    assert [kept.bytes for kept in cache.objects()] == [5]
    os.utime(left[0], (0, 0))
    cache.trim()
    assert not left[0].exists()
