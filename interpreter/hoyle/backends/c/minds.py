"""Machine code of a guided plan: it looks for worlds in which all happens as a seat saw it."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoyle.backends.c import ABI
from hoyle.backends.c.declined import Declined
from hoyle.backends.c.module import Module, to_c
from hoyle.backends.c.stories import StoryFormat
from hoyle.backends.c.toolchain import Unavailable, find_shared, load_shared
from hoyle.backends.c.words import WordFormat
from hoyle.backends.contract import FoundWorld
from hoyle.plan.model import Plan
from hoyle.plan.visibility import seat_bit

if TYPE_CHECKING:
    from hoyle.play.state import State

_INT, _LONG, _STREAM, _MIND = ctypes.c_int32, ctypes.c_int64, ctypes.c_uint64, ctypes.c_void_p

_ROOM = 1 << 14  # words of a world at first


class _Story(ctypes.Structure):
    _fields_ = (
        ("words", ctypes.c_void_p),
        ("entries", ctypes.c_void_p),
        ("count", _INT),
        ("seat", _INT),
        ("bit", _INT),
        ("due_seat", _INT),
        ("due_site", _INT),
        ("own", ctypes.c_void_p),
        ("own_count", _INT),
    )


class _Minds(ctypes.Structure):
    _fields_ = (
        ("abi", _INT),
        ("unused", _INT),
        ("open", ctypes.CFUNCTYPE(_MIND, ctypes.POINTER(_Story), ctypes.c_void_p, _LONG)),
        ("close", ctypes.CFUNCTYPE(None, _MIND)),
        ("world", ctypes.CFUNCTYPE(_LONG, _MIND, _STREAM, _INT, ctypes.c_void_p, _LONG)),
    )


class MindLibrary:
    """A compiled guided game; one that is of another version is refused."""

    def __init__(self, path: Path) -> None:
        self._object = ctypes.CDLL(str(path))
        self.minds = _Minds.in_dll(self._object, "hoyle_minds")
        if self.minds.abi != ABI:
            raise OSError(f"{path} is of version {self.minds.abi}, not {ABI}")


class CMinds:
    """What opens minds in machine code, for one guided plan."""

    def __init__(self, plan: Plan, module: Module, library: MindLibrary) -> None:
        self.plan, self.library = plan, library
        self.format = WordFormat(plan, module.kinds, module.stride)
        self._stories = StoryFormat(plan)

    def mind(
        self,
        opening: State,
        story: Sequence[tuple[Any, ...]],
        taken: Sequence[tuple[Any, ...] | None],
        seat: int | None,
        due: tuple[int, int] | None,
        own: Sequence[tuple[Any, ...]] | None,
    ) -> CMind | None:
        """The mind of a seat; None where it has no place in machine code."""
        begins = self.format.write(opening)
        if begins is None:
            return None
        try:
            words, entries = self._stories.story(story, taken, seat)
            choices = None if own is None else array(
                "i", [word for choice in own for word in self._stories.choice(choice)]
            )  # fmt: skip
        except (ValueError, OverflowError):
            return None
        bit = seat_bit(self.plan.layout, seat)
        return CMind(self.library, words, entries, begins, seat, bit, due, choices)


class CMind:
    """The story of a seat in machine code."""

    def __init__(
        self,
        library: MindLibrary,
        words: array[int],
        entries: array[int],
        opening: bytes,
        seat: int | None,
        bit: int,
        due: tuple[int, int] | None,
        own: array[int] | None,
    ) -> None:
        self._library, self._kept = library, (words, entries, own)  # C looks at these as long as it is open
        due_seat, due_site = (-1, -1) if due is None else due
        story = _Story(
            words.buffer_info()[0], entries.buffer_info()[0], len(entries) // 4,
            -1 if seat is None else seat, bit, due_seat, due_site,
            None if own is None else own.buffer_info()[0], -1 if own is None else len(own),
        )  # fmt: skip
        self._pointer = library.minds.open(ctypes.byref(story), opening, len(opening) // 4)
        if not self._pointer:
            raise MemoryError
        self._room = _ROOM
        self._words = (_INT * self._room)()

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            self._library.minds.close(self._pointer)

    def world(self, seed: int, tries: int) -> FoundWorld | None:
        """A world in which all happens as the seat saw it; None if it was not found in so many tries."""
        count = self._library.minds.world(self._pointer, seed, tries, self._words, self._room)
        if count > self._room:
            self._room = 2 * count
            self._words = (_INT * self._room)()
            count = self._library.minds.world(self._pointer, seed, tries, self._words, self._room)
        if not count:
            return None
        size = self._words[0]
        raw = memoryview(self._words).cast("B")
        return FoundWorld(bytes(raw[4 : 4 + 4 * size]), bytes(raw[4 + 4 * size : 4 * count]))


def make_minds(plan: Plan) -> CMinds | Unavailable:
    """The machine code of a guided plan, compiled now if need be; or why there is none."""
    try:
        module = to_c(plan)
    except Declined as declined:
        return Unavailable("unsupported", f"the C back end does not print {declined}")
    library = load_shared(module.text, MindLibrary, about=plan.program.id)
    return library if isinstance(library, Unavailable) else CMinds(plan, module, library)


def find_minds(plan: Plan) -> CMinds | None:
    """The machine code of a guided plan if it has been compiled before."""
    try:
        module = to_c(plan)
    except Declined:
        return None
    if find_shared(module.text) is None:
        return None
    found = make_minds(plan)
    return None if isinstance(found, Unavailable) else found
