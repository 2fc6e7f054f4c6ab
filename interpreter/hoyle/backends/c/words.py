"""States as words of 32 bits, as they leave and enter C, and as Python has them."""

from __future__ import annotations

from array import array
from struct import Struct
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from hoyle.backends.c.kinds import NUMBER, PICKED, Kind, Kinds, kind_of_type
from hoyle.plan.model import Plan

if TYPE_CHECKING:
    from hoyle.play.state import State

_BEGINNING = Struct("=iII")  # decisions so far, and the stream

_HALF = (1 << 32) - 1


class WordFormat:
    """Reads and writes the states of one plan."""

    def __init__(self, plan: Plan, kinds: Kinds, stride: int) -> None:
        self.plan, self.kinds, self.stride = plan, kinds, stride
        layout = plan.layout
        self.lists = [
            (place, kind_of_type(slot.type))
            for slot in layout.slots.values()
            if slot.type.kind in ("list", "memory")
            for place in range(slot.base, slot.base + slot.count)
        ]
        self._like: WeakKeyDictionary[WordFormat, bool] = WeakKeyDictionary()
        sites = plan.sites.values()
        self._alternatives = {  # by the name of the local that holds what several have chosen
            name: site.bodies for site in sites if site.decide is not None for name in site.frame
        }

    def is_like(self, other: WordFormat) -> bool:
        """Whether the words of states mean the same in both."""
        if other not in self._like:
            self._like[other] = (
                self.stride == other.stride
                and self.lists == other.lists
                and self.kinds.framed == other.kinds.framed
                and self.kinds.picks == other.kinds.picks
            )
        return self._like[other]

    @staticmethod
    def begun_with(data: bytes, rng: int) -> bytes:
        """The same state before its first decision, with other chance to come."""
        return data[:12] + _BEGINNING.pack(0, rng & _HALF, rng >> 32) + data[24:]

    # -------------------------------------------------------------- reading
    def read(self, data: bytes, state: State) -> None:
        """Gives a state of Python what a state of C holds."""
        words: list[Any] = array("i", data).tolist()
        size = self.plan.layout.size
        over, state.seat, state.rounds, state.decisions, low, high, _ = words[:7]
        state.over = bool(over)
        state.rng = (low & _HALF) | (high & _HALF) << 32
        state.v = words[7 : 7 + size]
        reader = _Reader(words, 7 + size)
        for place, kind in self.lists:
            state.v[place] = reader.lists(kind)
        state.z = [reader.take() for _ in self.plan.layout.handles]
        state.k = self._frames(reader.take())
        count = reader.one()
        choices = reader.some(count * self.stride)
        picked = reader.take()
        state.c = [
            self.choice(choices[at : at + self.stride], picked)
            for at in range(0, count * self.stride, self.stride)
        ]
        state.weights = []

    def choice(self, record: list[int], picked: list[int]) -> tuple[Any, ...]:
        """A choice: the block that it leads to, and its picks."""
        block = record[0]
        found: list[Any] = [block]
        for position in range(len(self.plan.blocks[block].picks)):
            word = record[1 + position]
            if self.kinds.pick(block, position) == NUMBER:
                found.append(word)
            else:
                found.append(tuple(picked[word + 1 : word + 1 + picked[word]]))
        return tuple(found)

    def _frames(self, words: list[int]) -> list[tuple[Any, ...]]:
        found: list[tuple[Any, ...]] = []
        end = len(words)
        while end:
            block, length = words[end - 2], words[end - 1]
            found.append(self._frame(block, words[end - 2 - length : end - 2]))
            end -= length + 2
        return found[::-1]

    def frame(self, words: list[int]) -> tuple[Any, ...]:
        """One frame of its words: values, block, length."""
        return self._frame(words[-2], words[:-2])

    def _frame(self, block: int, words: list[int]) -> tuple[Any, ...]:
        reader = _Reader(words, 0)
        values: list[Any] = []
        for position in range(self.plan.frame_sizes[block]):
            kind = self.kinds.frame(block, position)
            if kind == NUMBER:
                values.append(reader.one())
            elif kind == PICKED:
                values.append(self._picked(block, position, reader))
            else:
                values.append(tuple(reader.take()) if kind in (1, -1) else reader.lists(kind))
        return (block, *values)

    def _records(self, block: int, position: int) -> tuple[int, ...]:
        """The blocks of the alternatives that several choose among unseen."""
        site = self.plan.sites.get(block)
        if site is not None:
            return site.bodies
        name = self.plan.blocks[block].names[position]
        return self._alternatives[name]

    def _picked(self, block: int, position: int, reader: _Reader) -> tuple[Any, ...]:
        bodies = self._records(block, position)
        count, length = reader.one(), reader.one()
        inner = _Reader(reader.some(length), 0)
        found: list[Any] = []
        for _ in range(count):
            record = _Reader(inner.take(), 0)
            if not record.words:
                found.append(())
                continue
            number = record.one()
            values: list[Any] = [number]
            for pick in range(len(self.plan.blocks[bodies[number]].picks)):
                is_number = self.kinds.pick(bodies[number], pick) == NUMBER
                values.append(record.one() if is_number else tuple(record.take()))
            found.append(tuple(values))
        return tuple(found)

    # -------------------------------------------------------------- writing
    def write(self, state: State) -> bytes | None:
        """What a state of C is to hold; None if it cannot, since a number is too large for 32 bits."""
        rng = state.rng
        words: list[int] = [int(state.over), state.seat, state.rounds, state.decisions]
        words += [_signed(rng & _HALF), _signed(rng >> 32), len(state.k)]
        places = {place for place, _ in self.lists}
        words += [0 if place in places else int(value) for place, value in enumerate(state.v)]
        for place, kind in self.lists:
            words += lists_as_words(state.v[place], kind)
        for zone in state.z:
            words += [len(zone), *zone]
        frames = [word for frame in state.k for word in self._framed(frame)]
        words += [len(frames), *frames, len(state.c)]
        picked: list[int] = []
        for raw in state.c:
            words += self._chosen(raw, picked)
        try:
            return array("i", [*words, len(picked), *picked]).tobytes()
        except OverflowError:
            return None

    def _framed(self, frame: tuple[Any, ...]) -> list[int]:
        block, *values = frame
        words: list[int] = []
        for position, value in enumerate(values):
            kind = self.kinds.frame(block, position)
            if kind == NUMBER:
                words.append(int(value))
            elif kind == PICKED:
                words += self._unseen(value)
            else:
                words += [len(value), *value] if kind in (1, -1) else lists_as_words(value, kind)
        return [*words, block, len(words)]

    def _unseen(self, got: tuple[Any, ...]) -> list[int]:
        words: list[int] = []
        for record in got:
            inner: list[int] = []
            for value in record:
                inner += [len(value), *value] if isinstance(value, tuple) else [value]
            words += [len(inner), *inner]
        return [len(got), len(words), *words]

    def _chosen(self, raw: tuple[Any, ...], picked: list[int]) -> list[int]:
        words: list[int] = []
        for value in raw:
            if isinstance(value, tuple):
                words.append(len(picked))
                picked += [len(value), *value]
            else:
                words.append(int(value))
        return words + [0] * (self.stride - len(words))


class _Reader:
    """Takes words one after the other."""

    def __init__(self, words: list[int], at: int) -> None:
        self.words, self.at = words, at

    def one(self) -> int:
        self.at += 1
        return self.words[self.at - 1]

    def some(self, count: int) -> list[int]:
        self.at += count
        return self.words[self.at - count : self.at]

    def take(self) -> list[int]:
        """A list with its length before it."""
        return self.some(self.one())

    def lists(self, kind: Kind) -> tuple[Any, ...]:
        """A list with the number of its items, and of its words, before it."""
        count, length = self.one(), self.one()
        return _nested(self.some(length), count, kind)


def _nested(words: list[int], count: int, kind: Kind) -> tuple[Any, ...]:
    if kind <= 1:
        return tuple(words)
    reader = _Reader(words, 0)
    found = []
    while reader.at < len(words):
        inner = reader.take()
        found.append(_nested(inner, 0, kind - 1))
    return tuple(found)


def lists_as_words(value: tuple[Any, ...], kind: Kind) -> list[int]:
    """A list with the number of its items, and of its words, before it."""
    words = _flat(value, kind)
    return [len(value), len(words), *words]


def _flat(value: tuple[Any, ...], kind: Kind) -> list[int]:
    if kind <= 1:
        return [int(item) for item in value]
    words: list[int] = []
    for item in value:
        inner = _flat(item, kind - 1)
        words += [len(inner), *inner]
    return words


def _signed(half: int) -> int:
    return half - (1 << 32) if half >> 31 else half
