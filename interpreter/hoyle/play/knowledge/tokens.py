"""Follows pieces through a seat's story, those too that it does not know.

A shuffle that a seat does not see makes a token for each place of the pile. Tokens move as the story tells,
and what the seat is shown later binds a token to a look: so a world's shuffles can bring what is seen
afterwards.
"""

from __future__ import annotations

from hoyle.play.knowledge.story import HIDDEN, Entry, Eyes
from hoyle.random import Stream

OPEN = -1
"""The look of a token that may be any of several."""


class Contradiction(Exception):
    """What is looked for does not fit what the seat was shown; `lacks` are looks missing somewhere."""

    def __init__(self, lacks: tuple[int, ...] = ()) -> None:
        super().__init__(lacks)
        self.lacks = lacks


class Token:
    """A piece that a seat follows.

    It is `sure` where the seat saw which place it had, and `loose` if one left its zone and the seat did not
    see from which place: then it may have been another one.
    """

    __slots__ = ("look", "loose", "others", "piece", "pool", "sure")

    def __init__(
        self, look: int, pool: dict[int, int] | None = None, others: list[Token] | None = None
    ) -> None:
        self.look = look
        self.pool = pool  # how many of each look are left among the tokens of its shuffle; None: not known
        self.others: list[Token] = [] if others is None else others  # the tokens of its shuffle
        self.sure = self.loose = False
        self.piece = -1  # which piece it is in a world

    @property
    def may_change(self) -> bool:
        """Whether it may be another one after all."""
        return self.loose or not self.sure

    def may_be(self, look: int) -> bool:
        if self.look != OPEN:
            return self.look == look
        return self.pool is None or self.pool.get(look, 0) > 0

    def bind(self, look: int) -> None:
        """Says which look it has; Contradiction if it cannot."""
        if self.look == look:
            return
        if not self.may_be(look):
            raise Contradiction
        self.look = look
        if self.pool is not None:
            self.pool[look] -= 1

    def claim(self, look: int) -> None:
        """Says which look it has, also if it was thought to have another one, or another token to be that."""
        if self.look == look:
            return
        if not self.may_change:
            raise Contradiction
        self._let_go()
        if not self.may_be(look):
            other = next((token for token in self.others if token.look == look and token.may_change), None)
            if other is None:
                raise Contradiction
            other._let_go()
        self.bind(look)

    def _let_go(self) -> None:
        if self.pool is not None and self.look != OPEN:
            self.pool[self.look] = self.pool.get(self.look, 0) + 1
        self.look = OPEN


class Tokens:
    """One way in which the pieces of a story can have moved."""

    def __init__(self, eyes: Eyes, stream: Stream) -> None:
        self.eyes, self.stream = eyes, stream
        self.zones: list[list[Token]] = [[] for _ in eyes.sees]
        self.shuffles: list[list[Token]] = []  # the tokens of each shuffle, bottom first
        self.shown_last: dict[int, int] = {}  # by look: the entry that shows it last
        self.left: dict[int, Token] = {}  # by entry: what moved there from a place that the seat did not see
        self.gone: dict[int, list[int]] = {}  # by zone: the entries at which something left it unseen

    def follow(self, story: list[Entry]) -> None:
        """Goes through a story; Contradiction if pieces cannot have moved as was thought of them."""
        self.shown_last = _shown_last(story)
        for number, shown in enumerate(story):
            match shown:
                case ("move", look, source, target, bottom, place, _):
                    token = self._taken(number, source, look, place)
                    zone = self.zones[target]
                    zone.insert(0 if bottom else len(zone), token)
                case ("gather", _, zones):
                    for handle, pieces in enumerate(zones):
                        if pieces is not None:
                            self.zones[handle] = [Token(look) for look in pieces]
                case ("shuffle", handle, order):
                    self._shuffled(handle, order)
                case ("reveal", pieces, _):
                    self._revealed(pieces)
                case ("set", "face_up", look, _, (handle, place)) if look != HIDDEN:
                    self._seen(self.zones[handle][place], look)
                case _:
                    pass

    def _taken(self, number: int, source: int, look: int | None, place: int | None) -> Token:
        zone = self.zones[source]
        if place is not None:
            token = zone.pop(place if place >= 0 else -1 - place)
            if look is not None:
                self._seen(token, look)
            return token
        if look is not None:
            token = self._one_that_may_be(source, look)
            token.claim(look)
        else:
            # What is shown later was probably not it.
            last = self.shown_last
            able = [token for token in zone if last.get(token.look, -1) < number] or zone
            token = self._first_like(zone, able[self.stream.below(len(able))])
            self.gone.setdefault(source, []).append(number)
        self.left[number] = token
        for one in zone:
            one.loose = True
        zone.remove(token)
        return token

    @staticmethod
    def _seen(token: Token, look: int) -> None:
        token.claim(look)
        token.sure = True

    def _one_that_may_be(self, source: int, look: int) -> Token:
        zone = self.zones[source]
        known = [token for token in zone if token.look == look]
        if known:
            return known[0]
        able = [token for token in zone if token.may_be(look)]
        if not able:
            other = self._gone_after_all(source, look)
            able = [other] if other is not None else [token for token in zone if token.may_change]
        if not able:
            raise Contradiction
        return self._first_like(zone, able[self.stream.below(len(able))])

    def _gone_after_all(self, source: int, look: int) -> Token | None:
        """A token that was thought to have left a zone, and must be there still: another one left it."""
        stayed = [token for token in self.zones[source] if token.loose]
        for number in reversed(self.gone.get(source, [])):
            left = self.left[number]
            there = next((zone for zone in self.zones if left in zone), None)
            if stayed and there is not None and left.may_be(look):
                token = stayed[self.stream.below(len(stayed))]
                here = self.zones[source]
                at, place = here.index(token), there.index(left)
                here[at], there[place] = left, token
                self.left[number] = token
                return left
        return None

    @staticmethod
    def _first_like(zone: list[Token], token: Token) -> Token:
        """The first token of which no more is known: it makes no difference which of them is taken."""
        if token.look != OPEN:
            return token
        return next(t for t in zone if t.look == OPEN and t.pool is token.pool)

    def _shuffled(self, handle: int, order: tuple[int, ...] | None) -> None:
        zone = self.zones[handle]
        if order is not None:
            tokens = [Token(look) for look in reversed(order)]
        else:
            pool: dict[int, int] | None = {}
            for token in zone:
                if token.look == OPEN:
                    pool = None
                    break
                assert pool is not None
                pool[token.look] = pool.get(token.look, 0) + 1
            tokens = []
            tokens += [Token(OPEN, pool, tokens) for _ in zone]
            if pool is not None and len(pool) == 1:
                for token in tokens:
                    token.bind(next(iter(pool)))
        self.zones[handle] = tokens[:]
        self.shuffles.append(tokens)

    def _revealed(self, pieces: tuple[Entry | None, ...]) -> None:
        held: dict[int, list[int]] = {}
        for piece in pieces:
            if piece is None:
                continue
            look, handle, place, _ = piece
            if place is not None:
                self._seen(self.zones[handle][place], look)
            else:
                held.setdefault(handle, []).append(look)
        for handle, looks in held.items():
            zone = self.zones[handle]
            for look in sorted(set(looks)):
                missing = looks.count(look) - sum(token.look == look for token in zone)
                for _ in range(missing):
                    self._unbound(zone, look, looks).claim(look)

    def _unbound(self, zone: list[Token], look: int, looks: list[int]) -> Token:
        """A token of a hand that may have a look, of which the seat was shown these."""
        able = [token for token in zone if token.look == OPEN and token.may_be(look)]
        if not able:
            able = [token for token in zone if token.may_change and token.look not in looks]
        if not able:
            raise Contradiction
        return able[self.stream.below(len(able))]


def _shown_last(story: list[Entry]) -> dict[int, int]:
    """By look, the last entry that shows a piece of it on its way."""
    found: dict[int, int] = {}
    for number, shown in enumerate(story):
        if shown[0] == "move" and shown[1] is not None:
            found[shown[1]] = number
        elif shown[0] == "reveal":
            found |= {piece[0]: number for piece in shown[1] if piece is not None}
    return found


def deal(tokens: list[Token], zone: list[int], alike: tuple[int, ...], stream: Stream) -> None:
    """Gives the pieces of a shuffled zone to the tokens of its places; the zone gets their order.

    Every way that fits is about as likely as any other. Contradiction if there is none.
    """
    by_look: dict[int, list[int]] = {}
    for piece in sorted(zone, reverse=True):
        by_look.setdefault(alike[piece], []).append(piece)
    free: list[Token] = []
    lacks: list[int] = []
    for token in tokens:
        if token.look == OPEN:
            free.append(token)
            continue
        found = by_look.get(token.look)
        if found:
            token.piece = found.pop()
        elif not token.may_change:
            lacks.append(token.look)
        else:
            free.append(token)
    if lacks:
        raise Contradiction(tuple(lacks))
    pieces = sorted(piece for some in by_look.values() for piece in some)
    for i in range(len(pieces) - 1, 0, -1):
        j = stream.below(i + 1)
        pieces[i], pieces[j] = pieces[j], pieces[i]
    for token, piece in zip(free, pieces, strict=True):
        token.piece = piece
    zone[:] = [token.piece for token in tokens]


def deal_so(looks: list[int], tokens: list[Token], zone: list[int], alike: tuple[int, ...]) -> None:
    """Gives the pieces of a shuffled zone to the tokens of its places by the looks that they are to have."""
    by_look: dict[int, list[int]] = {}
    for piece in sorted(zone, reverse=True):
        by_look.setdefault(alike[piece], []).append(piece)
    for token, look in zip(tokens, looks, strict=True):
        token.piece = by_look[look].pop()
    zone[:] = [token.piece for token in tokens]
