"""Mends a world: exchanges pieces that a seat does not know, until all happens as the seat saw it."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, NamedTuple

from hoyle.plan.faults import Fault
from hoyle.play.errors import PlayError
from hoyle.play.knowledge.guide import Attempt, Opening, attempt, went_on
from hoyle.play.knowledge.story import HIDDEN, Entry, Eyes, taken
from hoyle.play.knowledge.tokens import Tokens
from hoyle.random import Stream, derive

if TYPE_CHECKING:
    from hoyle.play.knowledge.guide import Due
    from hoyle.play.state import PythonState

_NEAR = 40
"""Exchanges that are tried at the decision at which a world is lost, before the whole story is told again."""

_PATIENCE = 25
"""Tries without getting further, after which other pieces are thought to have moved unseen."""

_LATELY = 3
"""So many of the looks that were shown last are preferred, half of the time."""

_MIXED = 10
"""Exchanges that are tried in a world that fits, so that it becomes another one."""


class _Spot(NamedTuple):
    """Where a piece was dealt to that the seat does not know: the number of the shuffle, and the place."""

    shuffle: int
    place: int


class _Lost(NamedTuple):
    """How a world is lost: what was wanted there, and what is in the way of it."""

    state: PythonState
    position: int
    wanted: Entry
    wrong: list[int]  # pieces that are chosen from, and should not be
    lacks: set[int]  # looks that should be there
    moved: int  # the piece that was moved instead of another one

    def goes_further_than(self, other: _Lost) -> bool:
        """Whether it goes further than another one, or less is in the way."""
        if self.position != other.position:
            return self.position > other.position
        return 0 < len(self.wrong) < len(other.wrong) or len(self.lacks) < len(other.lacks)


class Mending:
    """A story, and one way in which the pieces that a seat does not know can lie in it."""

    def __init__(self, opening: Opening, eyes: Eyes, story: list[Entry], due: Due, seed: int) -> None:
        self.opening, self.eyes, self.story, self.due = opening, eyes, story, due
        self.tokens = Tokens(eyes, Stream(derive(seed, 2)))
        self.tokens.follow(story)
        self.seed, self.stream = seed, Stream(derive(seed, 1))
        self.sure: set[int] = set()  # the pieces in places that the seat has seen
        self.here = self._told([])

    def _told(self, dealt: list[list[int]]) -> Attempt:
        """The story with pieces dealt so; what is not said of it is dealt at random."""
        stream = Stream(self.seed)
        return attempt(self.opening, self.eyes, self.story, self.due, self.tokens, dealt, stream)

    def mend(self, tries: int) -> int:
        """Looks for a world that fits; how many tries it took, also if it is given up before."""
        last = best = 0
        for number in range(tries):
            if self.here.position > best:
                last, best = number, self.here.position
            if self.here.fits or number - last > _PATIENCE:
                return number
            exchanges = self._near()
            if not exchanges:
                return number
            self._try(exchanges)
        return tries

    def mixed(self, seed: int) -> PythonState:
        """Another world that fits, some exchanges away from this one."""
        other = copy(self)
        other.stream = Stream(seed)
        spots = list(other._spots().values())
        for _ in range(_MIXED):
            found = other._pair(spots, spots)
            if found is None:
                break
            other._try([found])
        return other.here.state.copy()

    def _try(self, exchanges: list[tuple[_Spot, _Spot]]) -> None:
        """Tells the story with pieces exchanged, and keeps that if it goes at least as far."""
        dealt = [looks[:] for looks in self.here.dealt]
        for one, two in exchanges:
            a, b = dealt[one.shuffle], dealt[two.shuffle]
            a[one.place], b[two.place] = b[two.place], a[one.place]
        there = self._told(dealt)
        if there.position >= self.here.position and (there.fits or not self.here.fits):
            self.here = there

    # -------------------------------------------------------------- near the decision at which it is lost
    def _near(self) -> list[tuple[_Spot, _Spot]]:
        """Exchanges after which the decision goes as the seat saw it, or after which less is in the way."""
        spots, before = self._spots(), self.here.before
        if self.here.lacks:
            return self._into_shuffle(spots)
        chosen: list[tuple[_Spot, _Spot]] = []
        last: list[tuple[_Spot, _Spot]] = []
        lost = self._lost(self.here.state, self.here.position, spots)
        for _ in range(_NEAR):
            piece = self._piece(lost, spots)
            other = self._other(piece, before or lost.state, spots, lost)
            if other < 0:
                continue
            pair = spots[piece], spots[other]
            if before is None:  # lost before anybody was asked: only the whole story can tell
                return [pair]
            changed = before.copy()
            _exchange(changed, piece, other)
            after, position, fits = self._after(changed)
            if fits:
                return [*chosen, pair]
            last = [pair]
            now = self._lost(after, position, spots)
            if now.goes_further_than(lost):
                chosen.append(pair)
                spots[piece], spots[other] = pair[1], pair[0]
                before, lost = changed, now
        return chosen or last

    def _into_shuffle(self, spots: dict[int, _Spot]) -> list[tuple[_Spot, _Spot]]:
        """Exchanges that bring into a zone what is shown to come out of it after it was shuffled."""
        state, story, alike = self.here.state, self.story, self.eyes.alike
        wanted = story[self.here.position] if self.here.position < len(story) else ()
        if wanted[:1] != ("shuffle",):
            return []
        v, location, free = state.v, state.plan.layout.location, dict(spots)
        found: list[tuple[_Spot, _Spot]] = []
        for look in self.here.lacks:
            outside = [p for p in free if alike[p] == look and v[location + p] != wanted[1]]
            if not outside:
                continue
            piece = outside[self.stream.below(len(outside))]
            inside = [
                p
                for p in free
                if v[location + p] == wanted[1]
                and free[p].shuffle == free[piece].shuffle
                and alike[p] != look
            ]
            if inside:
                other = inside[self.stream.below(len(inside))]
                found.append((free.pop(piece), free.pop(other)))
        return found

    def _lost(self, state: PythonState, position: int, spots: dict[int, _Spot]) -> _Lost:
        wanted = self.story[position] if 0 <= position < len(self.story) else ()
        happened = state.log[-1] if state.log else ("nothing",)
        moved = -1
        if happened[0] == "move" and wanted[:1] == ("move",) and wanted[1] is not None:
            moved = happened[1] if happened[2] == wanted[2] and happened[1] in spots else -1
        return _Lost(
            state,
            position,
            wanted,
            self._in_the_way(state, spots),
            self._lacking(state, position),
            moved,
        )

    def _piece(self, lost: _Lost, spots: dict[int, _Spot]) -> int:
        """A piece that may be the reason why a world is lost; -1: none."""
        if lost.moved >= 0 and self.stream.below(2):
            return lost.moved
        pieces: list[int] = lost.wrong if lost.wrong and self.stream.below(4) else self._held(lost, spots)
        if not pieces:
            return -1
        if not self.stream.below(3):  # what came last
            zone: list[int] = lost.state.z[lost.state.v[lost.state.plan.layout.location + pieces[0]]]
            if zone and zone[-1] in pieces:
                return zone[-1]
        return pieces[self.stream.below(len(pieces))]

    def _after(self, before: PythonState) -> tuple[PythonState, int, bool]:
        """A world after one more decision, how far it goes as the seat saw it, and whether to its end."""
        start = self.here.start
        end = next((n for n in range(start + 1, len(self.story)) if self.story[n][0] == "decide"), None)
        due = self.due
        if end is not None:
            due = self.story[end][1], self.story[end][3]
        try:
            before.game.ask_again(before)
        except (Fault, PlayError, ValueError, LookupError):
            return before, -1, False
        return went_on(before, self.eyes, self.story, start, end, due, Stream(self.seed))

    def _spots(self) -> dict[int, _Spot]:
        """Where each piece was dealt to whose place the seat has not seen."""
        found: dict[int, _Spot] = {}
        self.sure = set()
        for number, (tokens, laid) in enumerate(zip(self.tokens.shuffles, self.here.laid, strict=False)):
            for place, (token, piece) in enumerate(zip(tokens, laid, strict=True)):
                if token.may_change:
                    found[piece] = _Spot(number, place)
                if token.sure:
                    self.sure.add(piece)
        return dict(sorted(found.items()))

    def _in_the_way(self, state: PythonState, spots: dict[int, _Spot]) -> list[int]:
        """The pieces of which a choice is offered that the seat did not see offered or taken."""
        if state.over or not state.k or state.k[-1][0] not in state.plan.sites:
            return []
        labels = state.game.labels(state.build)
        found: set[int] = set()
        for raw in state.c:
            for value, kind in zip(raw[1:], labels.kinds(raw[0]), strict=False):
                if kind:
                    found.update(value if kind == "some" else (value,))
        return sorted(piece for piece in found if piece in spots)

    def _held(self, lost: _Lost, spots: dict[int, _Spot]) -> list[int]:
        """Pieces that lie where something else happens than the seat saw; otherwise any."""
        layout, v = lost.state.plan.layout, lost.state.v
        seats, zones = {lost.state.seat}, set()
        match lost.wanted:
            case ("decide", seat, *_):
                seats.add(seat)
            case ("move", _, source, target, *_):
                zones = {source, target}
            case ("reveal", pieces, _):
                zones = {one[1] for one in pieces if one is not None}
            case () if self.due is not None:
                seats.add(self.due[0])
        if zones and self.stream.below(2):
            held = [piece for piece in sorted(spots) if v[layout.location + piece] in zones]
        else:
            held = [piece for piece in sorted(spots) if self.eyes.holder(v[layout.location + piece]) in seats]
        return self._unsure(held) or sorted(spots)

    def _unsure(self, pieces: list[int]) -> list[int]:
        """Mostly without those that the seat has seen, though it may not be able to follow them."""
        if self.stream.below(4):
            return [piece for piece in pieces if piece not in self.sure] or pieces
        return pieces

    def _other(self, piece: int, state: PythonState, spots: dict[int, _Spot], lost: _Lost) -> int:
        """A piece that could lie where this one lies: from elsewhere, or from there if it is about order."""
        if piece < 0:
            return -1
        alike, spot, v, location = self.eyes.alike, spots[piece], state.v, state.plan.layout.location
        here = v[location + piece]
        in_a_pile = self.eyes.holder(here) is None
        others = [
            one
            for one, there in spots.items()
            if there.shuffle == spot.shuffle
            and alike[one] != alike[piece]
            and (v[location + one] != here or in_a_pile or piece == lost.moved)
        ]
        others = self._unsure(others)
        if self.stream.below(2):
            shown = lost.lacks or self._shown_lately()
            others = [one for one in others if alike[one] in shown] or others
        return others[self.stream.below(len(others))] if others else -1

    def _shown_lately(self) -> set[int]:
        """The looks that were shown last: what somebody is asked often hangs on these."""
        found, left = set[int](), _LATELY
        for entry in reversed(self.story[: self.here.position]):
            if entry[0] == "move" and entry[1] is not None:
                found.add(entry[1])
                left -= 1
                if not left:
                    break
        return found

    def _lacking(self, state: PythonState, position: int) -> set[int]:
        """The looks of pieces that were chosen, moved or shown where the story is lost, and are not there."""
        wanted = self.story[position] if 0 <= position < len(self.story) else ("end",)
        found: set[int] = set()
        if wanted[0] == "move" and wanted[1] is not None:
            found = {wanted[1]}
        elif wanted[0] == "decide":
            kinds = state.game.labels(state.build).kinds
            pick = taken(self.story, position, kinds) or (-1,)
            for value, kind in zip(pick[1:], kinds(pick[0]) if len(pick) > 1 else (), strict=False):
                if kind:
                    found.update(value if kind == "some" else (value,))
        elif wanted[0] == "reveal":
            found = {one[0] for one in wanted[1] if one is not None}
            if state.log and state.log[-1][0] == "reveal":
                found -= set(self.eyes.each_alike(state.log[-1][1]))
        return {look for look in found if look > HIDDEN}

    def _pair(self, ones: list[_Spot], others: list[_Spot]) -> tuple[_Spot, _Spot] | None:
        """Two places of one shuffle, at random, with pieces that look different."""
        dealt = self.here.dealt
        for _ in range(_NEAR if ones else 0):
            one, two = ones[self.stream.below(len(ones))], others[self.stream.below(len(others))]
            if one.shuffle == two.shuffle:
                looks = dealt[one.shuffle]
                if looks[one.place] != looks[two.place]:
                    return one, two
        return None


def _exchange(state: PythonState, piece: int, other: int) -> None:
    z, v, location = state.z, state.v, state.plan.layout.location
    here, there = v[location + piece], v[location + other]
    one, two = z[here].index(piece), z[there].index(other)
    z[here][one], z[there][two] = other, piece
    v[location + piece], v[location + other] = there, here
