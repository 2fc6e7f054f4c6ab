"""Stories as words of 32 bits, as what looks for worlds in C reads them (`runtime/story.h`)."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from hoyle.backends.c.guided import PICKED_PIECE, PICKED_PIECES, Labels, labels_of, picks_of
from hoyle.backends.c.kinds import kind_of_type
from hoyle.backends.c.words import lists_as_words
from hoyle.plan.model import Plan

(_MOVED, _SHUFFLED, _CAME, _WAS_SET, _TURNED, _DECIDED, _REVEALED, _ROUND_BEGAN, _SCORED, _GATHERED) = range(
    10
)
_UNSEEN, _HIDDEN, _NOWHERE, _MASKED = -1, -2, -1_000_000, -1_000_001
_BY_LOOKS, _BY_PLACES, _COVERED = range(3)

_PADDING = [0] * 8


class StoryFormat:
    """Writes stories for one guided plan; ValueError for what has no place in 32 bits."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.layout = plan, plan.layout
        self._labels: Labels = labels_of(plan)
        self._slots = {name: (number, slot) for number, (name, slot) in enumerate(plan.layout.slots.items())}
        self._picks: dict[int, tuple[int, ...]] = {}

    def story(
        self, story: Sequence[tuple[Any, ...]], taken: Sequence[tuple[Any, ...] | None], seat: int | None
    ) -> tuple[array[int], array[int]]:
        """All words of a story, and where each entry has its own; `taken` says by entry what was chosen."""
        words: list[int] = []
        entries: list[int] = []
        for shown, pick in zip(story, taken, strict=True):
            at = len(words)
            words += self.entry(shown)
            found = at, len(words) - at
            if pick is None:
                entries += (*found, -1, 0)
                continue
            entries += (*found, len(words), self._how(pick, shown[1] == seat))
            own = self.choice(pick)
            words += [len(own), *own]
        try:
            return array("i", words + _PADDING), array("i", entries)
        except OverflowError as error:
            raise ValueError(str(error)) from None

    def entry(self, shown: tuple[Any, ...]) -> list[int]:
        """The words of what a seat was shown."""
        match shown:
            case ("move", look, source, target, bottom, place, values):
                where = _NOWHERE if place is None else place
                return [_MOVED, _UNSEEN if look is None else look, source, target, int(bottom), where,
                        *(values or ())]  # fmt: skip
            case ("shuffle", handle, order):
                return [_SHUFFLED, handle, 0] if order is None else [_SHUFFLED, handle, 1, *order]
            case ("random", label, type_, value):
                return [_CAME, self._labels.get((label, type_), -1), value]
            case ("set", name, index, value, where):
                return self._set(name, index, value, where)
            case ("decide", seat, _, site, count, pick):
                told = [0] if pick is None else [1, *self.choice(pick)]
                return [_DECIDED, seat, site, -1 if count is None else count, *told]
            case ("reveal", pieces, to):
                words = [_REVEALED, *([-1] if to is None else [len(to), *to]), len(pieces)]
                for piece in pieces:
                    if piece is None:
                        words.append(_UNSEEN)
                    else:
                        look, handle, place, values = piece
                        words += [look, handle, _NOWHERE if place is None else place, *values]
                return words
            case ("round", number):
                return [_ROUND_BEGAN, number]
            case ("score", totals, gained):
                return [_SCORED, int(gained is not None), *totals, *(gained or ())]
            case ("gather", _, zones):
                words = [_GATHERED]
                for zone in zones:
                    words += [-1] if zone is None else [len(zone), *zone]
                return words
            case _:
                raise ValueError(f"nothing in C tells of {shown[0]}")

    def _set(self, name: str, index: Any, value: Any, where: tuple[int, int] | None) -> list[int]:
        number, slot = self._slots[name]
        if where is not None:
            return [_TURNED, number, index, int(value), *where]
        kind = kind_of_type(slot.type)

        def words(one: Any) -> list[int]:
            return lists_as_words(one, kind) if isinstance(one, tuple) else [one]

        def parts(one: Any) -> Sequence[int]:
            return one if isinstance(one, tuple) else (one,)

        if index is not None or not slot.indexed:
            return [_WAS_SET, number, 0, *(() if index is None else parts(index)), *words(value)]
        how, found = value
        if how == "all":
            return [_WAS_SET, number, 1, found]
        if how == "some":
            return [_WAS_SET, number, 2, *(word for at, one in found for word in (*parts(at), *words(one)))]
        each = [[_MASKED] if one is None else words(one) for one in found]
        return [_WAS_SET, number, 3, *(word for own in each for word in own)]

    def choice(self, pick: tuple[Any, ...]) -> list[int]:
        """A choice: the block that it leads to, and its picks, several ones with their number before them."""
        words: list[int] = []
        for part in pick:
            words += [len(part), *part] if isinstance(part, tuple) else [part]
        return words

    def _how(self, pick: tuple[Any, ...], own: bool) -> int:
        """How the choice is found that was taken: by looks, by places, or by what is known of it."""
        parts = [part if isinstance(part, tuple) else (part,) for part in pick[1:]]
        if own:
            named = [
                one
                for part, kind in zip(parts, self._kinds(pick[0]), strict=False)
                if kind in (PICKED_PIECE, PICKED_PIECES)
                for one in part
            ]
            return _BY_PLACES if any(one < _HIDDEN for one in named) else _BY_LOOKS
        return _COVERED if any(_HIDDEN in part for part in parts) else _BY_LOOKS

    def _kinds(self, block: int) -> tuple[int, ...]:
        if block not in self._picks:
            self._picks[block] = picks_of(self.plan, block)
        return self._picks[block]
