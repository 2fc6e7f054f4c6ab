"""Plays a game again as a seat saw it, with other chance where the seat saw none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from hoyle.plan.faults import Fault
from hoyle.play.knowledge.story import HIDDEN, Entry, Eyes, has_hidden, names_places, taken
from hoyle.play.knowledge.tokens import Contradiction, Token, Tokens, deal, deal_so
from hoyle.play.state import PythonState
from hoyle.random import Stream, shuffle

if TYPE_CHECKING:
    from hoyle.backends.contract import Build
    from hoyle.play.game import Game
    from hoyle.play.state import State


class Record(list[Entry]):
    """The record of a world in the making: each entry must show the seat what its story says next."""

    def __init__(self, guide: Guide, entries: Sequence[Entry] = ()) -> None:
        super().__init__(entries)
        self.guide = guide
        self.waiting: Entry | None = None  # something random that is told as what is set with it

    def append(self, entry: Entry) -> None:
        """Adds an entry; Contradiction if the seat did not see that."""
        super().append(entry)
        guide = self.guide
        if self.waiting is not None:
            first, self.waiting = self.waiting, None
            guide.compare(guide.eyes.shown(first, entry))
        if entry[0] == "random":
            self.waiting = entry
            return
        guide.compare(guide.eyes.shown(entry))


class Guide:
    """What chance and unseen choices bring, so that it fits a story."""

    def __init__(
        self,
        eyes: Eyes,
        story: list[Entry],
        stream: Stream,
        tokens: Tokens | None,
        position: int = 0,
        dealt: list[list[int]] | None = None,
    ) -> None:
        self.eyes, self.story, self.stream = eyes, story, stream
        self.shuffles = None if tokens is None else tokens.shuffles
        self.left = {} if tokens is None else tokens.left
        self.position = position
        self.dealt = [] if dealt is None else dealt  # by shuffle: the look that each of its places is to get
        self.laid: list[list[int]] = []  # and the piece that it got

    def compare(self, shown: Entry | None) -> None:
        """Goes on in the story with what the seat is shown in the world."""
        if shown is None:
            return
        if self.position == len(self.story):
            raise Contradiction
        wanted = self.story[self.position]
        if shown[0] == "gather" and wanted[0] == "gather":
            # Where pieces come from at the beginning is a matter of the round before.
            if shown[2] != wanted[2]:
                raise Contradiction
        elif shown != wanted:
            raise Contradiction
        self.position += 1

    # -------------------------------------------------------------- chance
    def shuffle(self, zone: list[int]) -> None:
        """Brings a zone into an order; called by the runtime of guided plans."""
        if self.shuffles is None:
            self.stream.state = shuffle(self.stream.state, zone)
            return
        number, alike = len(self.laid), self.eyes.alike
        if number == len(self.shuffles):
            raise Contradiction
        tokens = self.shuffles[number]
        if len(tokens) != len(zone):
            raise Contradiction
        looks = self.dealt[number] if number < len(self.dealt) else []
        if sorted(looks) == sorted([alike[piece] for piece in zone]):
            deal_so(looks, tokens, zone, alike)
        else:
            deal(tokens, zone, alike, self.stream)
            self.dealt[number:] = [[alike[piece] for piece in zone]]
        self.laid.append(zone[:])

    def random(self, items: Sequence[int], piece: bool) -> int:
        """One of some items; called by the runtime of guided plans."""
        if self.position < len(self.story):
            wanted = self.story[self.position]
            if wanted[0] == "random":
                for item in items:
                    if (self.eyes.alike[item] if piece else item) == wanted[3]:
                        return item
        return items[self.stream.below(len(items))]

    # -------------------------------------------------------------- choices
    def is_asked(self, state: PythonState) -> bool:
        """Whether a world waits for the decision that the story tells next."""
        wanted = self.story[self.position]
        return wanted[0] == "decide" and (wanted[1], wanted[3]) == due_of(state)

    def fitting(self, state: PythonState) -> int:
        """A choice at a decision that can be the one that was taken there; Contradiction if there is none."""
        if not self.is_asked(state):
            raise Contradiction
        wanted = self.story[self.position]
        labels = state.game.labels(state.build)
        pick, own = taken(self.story, self.position, labels.kinds), wanted[1] == self.eyes.seat
        if pick is None:
            return self._likely(state, list(range(len(state.c))))
        same = [index for index, raw in enumerate(state.c) if raw[0] == pick[0]]
        if own and names_places(pick):
            choice, masks, places = self.eyes.choice, labels.masks, labels.places
            for index in same:
                raw = state.c[index]
                if choice(raw, masks(raw, state), places(raw, state), own=True) == pick:
                    return index
            raise Contradiction
        kinds, by_looks = labels.kinds(pick[0]), self.eyes.by_looks
        if own or not has_hidden(pick):
            for index in same:
                if by_looks(state.c[index], kinds) == pick:
                    return index
            raise Contradiction
        return self._likely(state, [i for i in same if _covers(pick, by_looks(state.c[i], kinds))])

    def _likely(self, state: PythonState, found: list[int]) -> int:
        """One of some choices: preferably of pieces that go where the tokens of the story go."""
        if not found:
            raise Contradiction
        coming = self._coming(state.seat)
        pieces = {token.piece for token in coming}
        looks = {token.look for token in coming if token.piece < 0}
        labels, alike = state.game.labels(state.build), self.eyes.alike
        likely = []
        for index in found if coming else ():
            raw = state.c[index]
            named: list[int] = []
            for value, kind in zip(raw[1:], labels.kinds(raw[0]), strict=False):
                if kind:
                    named += value if kind == "some" else (value,)
            if named and all(piece in pieces or alike[piece] in looks for piece in named):
                likely.append(index)
        able = likely or found
        return able[self.stream.below(len(able))]

    def _coming(self, seat: int) -> list[Token]:
        """The tokens that move unseen before this seat chooses again."""
        found = []
        for number in range(self.position + 1, len(self.story)):
            entry = self.story[number]
            if entry[0] == "decide" and entry[1] == seat:
                break
            if number in self.left:
                found.append(self.left[number])
        return found


def _covers(pick: Entry, looks: Entry) -> bool:
    """Whether a choice can be one of which only a part was seen."""
    for seen, look in zip(pick, looks, strict=True):
        if isinstance(seen, tuple):
            left = list(look)
            for one in seen:
                if one != HIDDEN:
                    if one not in left:
                        return False
                    left.remove(one)
            if len(seen) != len(look):
                return False
        elif seen not in (HIDDEN, look):
            return False
    return True


class Opening:
    """Where a story begins: the numbers of the state at the beginning of a round."""

    def __init__(self, game: Game, build: Build, numbers: list[Any], rounds: int) -> None:
        self.game, self.build, self.numbers, self.rounds = game, build, numbers, rounds

    def state(self, guide: Guide) -> PythonState:
        """A world at the beginning of the round, whose record is compared with a story."""
        state = self.begun_by(guide)
        state.log = Record(guide)
        return state

    def begun_by(self, chance: Any) -> PythonState:
        """A world at the beginning of the round; `chance` is asked what comes."""
        state = PythonState(self.game, self.build, {"seed": None, "rng": 0, "guide": chance})
        state.v = self.numbers[:]
        state.rounds = self.rounds
        return state


Due = tuple[int, int] | None
"""The seat that is asked and the place that asks; None: the match is over."""


class Attempt(NamedTuple):
    """A world, and how far all happens in it as the seat saw it."""

    state: PythonState
    fits: bool
    position: int  # in the story
    dealt: list[list[int]]  # by shuffle: the looks, by their places
    laid: list[list[int]]  # and the pieces
    before: PythonState | None  # how it stood at the last decision of the story that it came to
    start: int  # the position of that
    lacks: tuple[int, ...]  # looks that were not in a zone when it was shuffled, and should have been


def attempt(
    opening: Opening,
    eyes: Eyes,
    story: list[Entry],
    due: Due,
    tokens: Tokens,
    dealt: list[list[int]],
    stream: Stream,
) -> Attempt:
    """Tells a story again in a world in which pieces are dealt so, as far as that goes."""
    guide = Guide(eyes, story, stream, tokens, dealt=dealt)
    state, before, start = opening.state(guide), None, -1
    fits = False
    lacks: tuple[int, ...] = ()
    for tokens_of_one in tokens.shuffles:
        for token in tokens_of_one:
            token.piece = -1
    try:
        opening.build.begin(state)
        while guide.position < len(story):
            if guide.is_asked(state):
                before, start = _stood(state), guide.position
            _go_on(state, guide)
        fits = due_of(state) == due
    except Contradiction as contradiction:
        lacks = contradiction.lacks
    except Fault:
        pass
    return Attempt(state, fits, guide.position, guide.dealt, guide.laid, before, start, lacks)


def went_on(
    state: PythonState, eyes: Eyes, story: list[Entry], start: int, end: int | None, due: Due, stream: Stream
) -> tuple[PythonState, int, bool]:
    """A world after one more decision, how far that goes as the seat saw it, and whether all of it does."""
    guide = Guide(eyes, story[:end], stream, None, start)
    new = cloned(state, guide)
    try:
        _go_on(new, guide)
    except (Fault, Contradiction):
        return new, guide.position, False
    return new, guide.position, guide.position == len(guide.story) and due_of(new) == due


def _stood(state: PythonState) -> PythonState:
    """A world as it stands, without its record."""
    log, state.log = state.log, []
    new = state.copy()
    state.log = log
    return new


def cloned(state: PythonState, guide: Guide) -> PythonState:
    """A copy of a world, without its record, that goes on by another guide."""
    new = state.copy()
    new.log, new.start = Record(guide), state.start | {"guide": guide}
    return new


def due_of(state: State) -> Due:
    return None if state.over else (state.seat, state.k[-1][0])


def _go_on(state: PythonState, guide: Guide) -> None:
    """Takes the choice that the story tells next."""
    index = guide.fitting(state)
    state._log_decision(index)
    state.history = (state.history, index)
    state.decisions += 1
    state.build.take(state, state.c[index])
