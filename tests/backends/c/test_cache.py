"""The cache: what is refused, what is dropped, and that nothing of it is ever half there."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.backends.c.cache import NOTE, OBJECT, TAG, Cache, Kept, Key, user_folder
from hoyle.backends.c.toolchain import compile_shared, load_shared, private_cache, usable_cache
from hoyle.backends.c.trust import why_not_own, why_untrusted

SEVEN = '__attribute__((visibility("default"))) int seven(void) { return 7; }\n'
KEY = Key("text", "cc 1.0", ("-O1",), "here")

posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="there are no owners and modes")


def kept(cache: Cache, key: Key = KEY, content: bytes = b"code", about: str = "") -> Path:
    assert cache.why_unusable() is None
    with cache.draft() as draft:
        (draft / OBJECT).write_bytes(content)
        (draft / "rest.txt").write_text("of compiling")
        (draft / "zig").mkdir()
        return cache.keep(draft, key, about)


def numbered(number: int) -> Key:
    return Key(str(number), "cc 1.0", ("-O1",), "here")


# ---------------------------------------------------------------------- where it is


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="its place is another one there")
def test_its_place_follows_the_conventions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HOYLE_CACHE", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert user_folder() == tmp_path / ".cache" / "hoyle"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/is/ignored")
    assert user_folder() == tmp_path / ".cache" / "hoyle"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert user_folder() == tmp_path / "xdg" / "hoyle"
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "mine"))
    assert user_folder() == tmp_path / "mine"


@posix
def test_it_is_made_for_this_user_alone(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "a" / "b")
    assert cache.why_unusable() is None
    assert cache.folder.stat().st_mode & 0o777 == 0o700
    assert cache.folder.parent.stat().st_mode & 0o777 == 0o700
    path = kept(cache)
    assert path.stat().st_mode & 0o777 == 0o600
    assert sorted(one.name for one in path.parent.iterdir()) == [OBJECT, NOTE]


@posix
def test_others_who_could_read_no_longer_can(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    cache.folder.mkdir(mode=0o755)
    assert cache.why_unusable() is None
    assert cache.folder.stat().st_mode & 0o777 == 0o700


# ---------------------------------------------------------------------- what is refused


def another_owner(entry: Path) -> None:
    os.chown(entry / OBJECT, 12345, -1)


def a_folder_of_another_owner(entry: Path) -> None:
    os.chown(entry, 12345, -1)


def writable_by_others(entry: Path) -> None:
    (entry / OBJECT).chmod(0o602)


def writable_by_the_group(entry: Path) -> None:
    (entry / NOTE).chmod(0o620)


def a_folder_writable_by_others(entry: Path) -> None:
    entry.chmod(0o777)


def truncated(entry: Path) -> None:
    with (entry / OBJECT).open("r+b") as stream:
        stream.truncate(2)


def empty(entry: Path) -> None:
    (entry / OBJECT).write_bytes(b"")


def altered(entry: Path) -> None:
    content = bytearray((entry / OBJECT).read_bytes())
    content[-1] ^= 1
    (entry / OBJECT).write_bytes(content)


def of_another_platform(entry: Path) -> None:
    note = json.loads((entry / NOTE).read_text())
    note["key"]["platform"] = "win32 AMD64 64"
    (entry / NOTE).write_text(json.dumps(note))


def of_another_text(entry: Path) -> None:
    note = json.loads((entry / NOTE).read_text())
    note["key"]["text"] = "another"
    (entry / NOTE).write_text(json.dumps(note))


def a_link(entry: Path) -> None:
    other = entry.parent.parent / "planted.so"
    (entry / OBJECT).rename(other)
    (entry / OBJECT).symlink_to(other)


def a_link_to_a_folder(entry: Path) -> None:
    other = entry.parent.parent / "planted"
    entry.rename(other)
    entry.symlink_to(other)


def a_pipe(entry: Path) -> None:
    (entry / OBJECT).unlink()
    os.mkfifo(entry / OBJECT)


def a_note_that_is_none(entry: Path) -> None:
    (entry / NOTE).write_text("[]")


def a_note_in_no_language(entry: Path) -> None:
    (entry / NOTE).write_bytes(b"\xff\xfe{")


def no_note(entry: Path) -> None:
    (entry / NOTE).unlink()


def no_object(entry: Path) -> None:
    (entry / OBJECT).unlink()


OWNERS = (another_owner, a_folder_of_another_owner)
POISONS = (
    writable_by_others, writable_by_the_group, a_folder_writable_by_others,
    truncated, empty, altered, of_another_platform, of_another_text,
    a_link, a_link_to_a_folder, a_pipe, a_note_that_is_none, a_note_in_no_language, no_note, no_object,
)  # fmt: skip


@posix
@pytest.mark.parametrize("poison", [*OWNERS, *POISONS], ids=lambda poison: poison.__name__)
def test_what_was_tampered_with_is_refused_and_replaced(cache: Cache, poison: Callable[[Path], None]) -> None:
    if poison in OWNERS and os.geteuid() != 0:
        pytest.skip("only the system's own user can give files away")
    path = kept(cache)
    assert cache.find(KEY) == path
    poison(path.parent)
    assert cache.find(KEY) is None
    assert not os.path.lexists(path.parent)
    assert kept(cache) == path == cache.find(KEY)
    assert path.read_bytes() == b"code"


@posix
def test_for_another_user_all_of_it_is_anothers(cache: Cache, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = kept(cache).parent
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert "belongs to another user" in str(why_not_own(entry, folder=True))
    assert "belongs to another user" in str(cache.why_unusable())
    assert cache.find(KEY) is None


@posix
@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("poison", [*OWNERS, *POISONS], ids=lambda poison: poison.__name__)
def test_what_was_tampered_with_is_compiled_anew(cache: Cache, poison: Callable[[Path], None]) -> None:
    if poison in OWNERS and os.geteuid() != 0:
        pytest.skip("only the system's own user can give files away")
    path = compile_shared(SEVEN)
    assert isinstance(path, Path)
    poison(path.parent)
    found = load_shared(SEVEN, lambda one: ctypes.CDLL(str(one)))
    assert isinstance(found, ctypes.CDLL)
    assert found.seven() == 7
    assert why_not_own(path, folder=False) is None


@posix
@pytest.mark.usefixtures("compiler")
def test_code_of_another_machine_with_the_right_note_is_compiled_anew(cache: Cache) -> None:
    from hashlib import sha256

    path = compile_shared(SEVEN)
    assert isinstance(path, Path)
    content = bytearray(path.read_bytes())
    content[18:20] = b"\xff\xfe"  # the machine, in the format of Linux; elsewhere it is just damage
    path.write_bytes(content)
    note = json.loads((path.parent / NOTE).read_text())
    note["sha256"] = sha256(content).hexdigest()
    (path.parent / NOTE).write_text(json.dumps(note))
    found = load_shared(SEVEN, lambda one: ctypes.CDLL(str(one)))
    assert isinstance(found, ctypes.CDLL)
    assert found.seven() == 7


# ---------------------------------------------------------------------- the folder itself


@posix
def test_a_folder_that_others_may_write_to_is_not_used(cache: Cache) -> None:
    path = kept(cache)
    cache.folder.chmod(0o777)
    assert "others may write to" in str(cache.why_unusable())
    found = usable_cache()
    assert isinstance(found, Cache)
    assert found.folder != cache.folder
    assert found is private_cache()
    assert path.exists()
    cache.clear()
    assert cache.why_unusable() is None  # made anew


def test_a_folder_that_holds_other_things_is_left_alone(cache: Cache) -> None:
    """Somebody sets HOYLE_CACHE to a folder that he lives in."""
    cache.folder.mkdir(mode=0o755)
    (cache.folder / "letters").mkdir()
    (cache.folder / "letters" / "one.txt").write_text("dear")
    assert cache.why_unusable() == f"{cache.folder} holds other things"
    assert cache.folder.stat().st_mode & 0o777 == 0o755
    cache.clear()
    cache.trim(0, 0)
    assert (cache.folder / "letters" / "one.txt").read_text() == "dear"


def test_clearing_takes_only_what_is_its_own(cache: Cache) -> None:
    path = kept(cache)
    (cache.folder / "mine.txt").write_text("dear")
    cache.clear()
    assert not path.exists()
    assert sorted(one.name for one in cache.folder.iterdir()) == [TAG, "mine.txt"]
    (cache.folder / "mine.txt").unlink()
    cache.clear()
    assert not cache.folder.exists()


@posix
def test_a_folder_that_is_a_link_is_not_used(cache: Cache, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    cache.folder.symlink_to(tmp_path / "elsewhere")
    assert "is a link" in str(cache.why_unusable())
    cache.clear()
    assert (tmp_path / "elsewhere").exists()
    assert cache.folder.is_symlink()


@posix
def test_every_folder_above_counts(tmp_path: Path) -> None:
    above = tmp_path / "above"
    cache = Cache(above / "between" / "cache")
    assert cache.why_unusable() is None
    above.chmod(0o777)
    assert cache.why_unusable() == f"others may write to {above}"
    above.chmod(0o1777)  # as /tmp: nobody moves what is another's
    assert cache.why_unusable() is None
    above.chmod(0o775)
    assert cache.why_unusable() == f"others may write to {above}"
    above.chmod(0o755)
    assert cache.why_unusable() is None


@posix
def test_links_on_the_way_are_followed_and_looked_at(tmp_path: Path) -> None:
    real = tmp_path / "real"
    (real / "cache").mkdir(parents=True, mode=0o700)
    real.chmod(0o755)
    (tmp_path / "absolute").symlink_to(real)
    (tmp_path / "relative").symlink_to("absolute")
    (tmp_path / "round").symlink_to("round")
    assert why_untrusted(tmp_path / "relative" / "cache") is None
    real.chmod(0o777)
    assert why_untrusted(tmp_path / "relative" / "cache") == f"others may write to {real}"
    assert "too many links" in str(why_untrusted(tmp_path / "round" / "cache"))
    if os.geteuid() == 0:
        real.chmod(0o755)
        os.chown(tmp_path / "absolute", 12345, -1, follow_symlinks=False)
        assert "a link that belongs to another user" in str(why_untrusted(tmp_path / "relative"))


@posix
def test_a_file_in_the_way_is_told(cache: Cache, tmp_path: Path) -> None:
    cache.folder.write_text("mine")
    assert "is not a folder" in str(cache.why_unusable())
    assert Cache(cache.folder / "below").why_unusable() is not None
    assert isinstance(usable_cache(), Cache)


# ---------------------------------------------------------------------- how large it gets


def test_what_was_used_longest_ago_goes_first(cache: Cache) -> None:
    for number in range(5):
        path = kept(cache, numbered(number), b"x" * 100)
        os.utime(path.parent / NOTE, (1000 + number, 1000 + number))
    assert cache.find(numbered(0)) is not None  # which is now the one used last
    cache.trim(most_bytes=350)
    assert [number for number in range(5) if cache.find(numbered(number)) is not None] == [0, 3, 4]
    cache.trim(most_objects=1)
    assert len(cache.objects()) == 1
    assert not list(cache.folder.glob("draft-*"))


def test_halves_and_what_was_left_behind_go_too(cache: Cache) -> None:
    path = kept(cache)
    (path.parent / NOTE).unlink()
    old, new = cache.folder / "draft-old", cache.folder / "draft-new"
    for draft in (old, new):
        draft.mkdir()
        (draft / "game.c").write_text("")
    os.utime(old, (0, 0))
    cache.trim()
    assert not path.parent.exists()
    assert not old.exists()
    assert new.exists()


def test_what_others_keep_while_it_is_trimmed_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(tmp_path / "cache")
    kept(cache)
    listed = Cache.objects

    def added_meanwhile(self: Cache) -> list[Kept]:
        found = listed(self)
        monkeypatch.setattr(Cache, "objects", listed)
        kept(Cache(cache.folder), numbered(1))
        return found

    monkeypatch.setattr(Cache, "objects", added_meanwhile)
    cache.trim()
    assert cache.find(KEY) is not None
    assert cache.find(numbered(1)) is not None


def test_clearing_leaves_nothing(cache: Cache) -> None:
    kept(cache)
    assert cache.bytes > 0
    cache.clear()
    assert not cache.folder.exists()
    cache.clear()
    assert cache.bytes == 0


# ---------------------------------------------------------------------- many at once

CHURN = """
import sys
from pathlib import Path
from hoyle.backends.c.cache import Cache, Key, OBJECT
cache = Cache(Path(sys.argv[1]))
assert cache.why_unusable() is None
for step in range(60):
    key = Key(str(step * int(sys.argv[2]) % 7), "cc", (), "here")
    found = cache.find(key)
    if found is None:
        with cache.draft() as draft:
            (draft / OBJECT).write_bytes(key.text.encode() * 1000)
            found = cache.keep(draft, key)
    try:
        assert found.read_bytes() == key.text.encode() * 1000
    except FileNotFoundError:
        pass  # another has dropped it meanwhile
    cache.trim(most_objects=4)
"""


def test_many_processes_find_keep_and_drop_at_once(cache: Cache) -> None:
    running = [
        subprocess.Popen([sys.executable, "-c", CHURN, str(cache.folder), str(step)]) for step in (1, 2, 3, 5)
    ]
    assert [process.wait(60) for process in running] == [0] * 4
    assert 0 < len(cache.objects()) <= 7
    assert not list(cache.folder.glob("draft-*"))
