"""Worlds that a seat cannot tell from the true one, and what it knows of where pieces lie."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

from hoyle.plan.model import Mode
from hoyle.plan.visibility import piece_mask
from hoyle.play.decision import CHANCE
from hoyle.play.errors import PlayError
from hoyle.play.events import recorded_state
from hoyle.play.knowledge.glimpse import glimpse
from hoyle.play.knowledge.guide import due_of
from hoyle.play.knowledge.loose import Loose
from hoyle.play.knowledge.mind import Mind, mind_of
from hoyle.play.knowledge.native_minds import Began, Past
from hoyle.play.knowledge.sight import UNKNOWN, Sight
from hoyle.play.knowledge.story import Entry, Eyes
from hoyle.play.state import PythonState, State
from hoyle.random import MASK, first_state

if TYPE_CHECKING:
    from hoyle.backends.contract import FoundWorld, NativeMinds
    from hoyle.play.native import NativeCode

TRIES = 300
"""How often a world is looked for in which all happens as the seat saw it."""

NOT_A_SEAT = -1


def determinise(state: State, seat: int | None, seed: int, tries: int | None = None) -> State:
    """A world that a seat cannot tell from the true one, and that holds nothing of it."""
    if type(seed) is not int or not 0 <= seed <= MASK:
        raise ValueError(f"the seed must be a whole number from 0 to {MASK}, not {seed!r}")
    if tries is not None and (type(tries) is not int or tries < 0):
        raise ValueError(f"tries are a whole number from 0 on, not {tries!r}")
    if state.plan.mode.stepped and state.seat == CHANCE and not state.over:
        raise PlayError("chance is to decide here: a world is for a moment at which a player does")
    worlds = worlds_of(state, seat)
    found = worlds.exact(seed, TRIES if tries is None else tries)
    return found if found is not None else worlds.without_state(state).loose(seed)


def worlds_of(state: State, seat: int | None) -> Worlds:
    """Where a seat's worlds come from; kept beside what is recorded, until the match goes on."""
    if not _may_differ(state, seat):
        return Worlds(state, seat)
    recorded = recorded_state(state)
    key = "worlds", seat, state.engine
    done, known = recorded.kept.get(key, (0, None))
    if known is None or done != len(recorded.log):
        known = Worlds(state, seat)
        recorded.kept[key] = len(recorded.log), known
    found: Worlds = known
    return found


class Worlds:
    """Where a seat's worlds come from at a moment: what it was shown, and nothing of the truth."""

    __slots__ = (
        "_build", "_due", "_game", "_layout", "_loose", "_mind", "_native", "_open", "_own", "_sight", "seat",
    )  # fmt: skip

    def __init__(self, state: State, seat: int | None) -> None:
        self.seat = seat
        self._game, self._layout = state.game, state.plan.layout
        self._build = self._game.build(self._layout.players, self._layout.options, Mode())
        self._native = _native(state) if state.engine == "native" else None
        eyes, due = state.game.eyes(state.build, seat), due_of(state)
        self._due = None if due is None else (due[0], eyes.number(due[1]))
        self._mind: Mind | None = None
        self._open: PythonState | None = None  # the position, where nothing is hidden
        self._loose: Loose | None = None  # how worlds are made up that need not fit
        if not _may_differ(state, seat):
            self._open = _without_past(state.in_python())
            return
        recorded = recorded_state(state)
        self._mind = mind_of(recorded, record_of(recorded), recorded.game.eyes(recorded.build, seat))
        self._sight = sight_of(state, seat)
        self._own = _choices(state, seat) if not state.over and state.seat == seat else None

    @property
    def hides(self) -> bool:
        """Whether worlds differ in more than what chance will bring."""
        return self._open is None

    def without_state(self, state: State) -> Worlds:
        """The same, from which all worlds come, also those that do not fit."""
        if self._mind is not None and self._loose is None and not state.plan.mode.stepped:
            open_locals = self._game.open_locals(self._build)
            found = glimpse(state, self._sight, self._build.plan, open_locals)
            self._loose = Loose(self._game, self._build, found, open_locals, self._own)
        return self

    def world(self, seed: int, tries: int) -> State:
        """A world for a seed; where none is found that fits, one that fits what the seat sees now."""
        found = self.exact(seed, tries)
        return found if found is not None else self.loose(seed)

    def exact(self, seed: int, tries: int) -> State | None:
        """A world in which all happens as the seat saw it; None if it is not found."""
        if self._mind is None:
            assert self._open is not None
            return self._handed(self._open.copy(), {}, seed, exact=True)
        mind = self._mind
        if mind.opening is None or not tries:
            return None
        minds = self._game.native_minds(mind.opening.build)
        if minds is not None:
            native = mind.in_native_code(minds, self._own)
            if native is not None:
                course = native.world(seed, tries)
                return (
                    None if course is None else self._entered(course, minds, Past(mind.opening, course), seed)
                )
        began = perf_counter()
        found = mind.world(seed, tries)
        self._game.mind_chooser(mind.opening.build).spent(perf_counter() - began)
        if found is None or not self._is_due(found):
            return None
        return self._handed(found, {"past": list(found.log)}, seed, exact=True)

    def loose(self, seed: int) -> State:
        """A position in which the seat sees the same now, made of what it can tell."""
        if self._loose is None:
            raise PlayError("no world was found; where chance is stepped nothing else can stand for one")
        known = {"known": (self.seat, self._sight.zones)}
        return self._handed(self._loose.world(seed), known, seed, exact=False)

    def _is_due(self, found: State) -> bool:
        """Whether a world waits for the same as the true game: what the seat is asked it can see."""
        if due_of(found) != self._due:
            return False
        return self._own is None or _choices(found, self.seat) == self._own

    def _handed(self, plain: PythonState, before: dict[str, Any], seed: int, *, exact: bool) -> State:
        """A world as a state of its own: its history begins here, and its chance with the seed.

        `before` is what there is to know of its past: its record, or where a seat knows pieces to lie.
        """
        layout, game = self._layout, self._game
        new = PythonState.__new__(PythonState)
        new.build = self._build
        new.game, new.v, new.z, new.k, new.c = game, plain.v[: layout.size], plain.z, plain.k, plain.c
        new.seat, new.over, new.rounds, new.decisions = plain.seat, plain.over, plain.rounds, 0
        new.rng = first_state(seed ^ _APART)
        new.weights, new.log, new.kept, new.r, new.history, new.recorder = [], [], {}, 0, None, None
        new.start = {"seed": None, "rng": new.rng, "exact": exact, **before}
        new.start["origin"] = new.copy()
        if self._native is not None:
            from hoyle.play.native import adopted

            return adopted(new, self._native)
        return new

    def _entered(self, found: FoundWorld, minds: NativeMinds, past: Past, seed: int) -> State:
        """A world that native code has found, as a state of its own."""
        rng = first_state(seed ^ _APART)
        words = minds.format.begun_with(found.state, rng)
        if self._native is None or not minds.format.is_like(self._native.format):
            plain = PythonState(self._game, self._build, {"seed": None, "rng": rng})
            minds.format.read(words, plain)
            return self._handed(plain, {"past": past}, seed, exact=True)
        from hoyle.play.native import entered

        began = Began(self._game, self._build, minds.format, words)
        start = {"seed": None, "rng": rng, "exact": True, "past": past, "origin": began}
        return entered(self._game, self._build, self._native, start, words)


def _without_past(plain: PythonState) -> PythonState:
    """A position that says neither how it came about nor what chance will bring."""
    plain.start, plain.history, plain.recorder = {"seed": None}, None, None
    plain.rng, plain.log, plain.kept = 0, [], {}
    return plain


def _may_differ(state: State, seat: int | None) -> bool:
    """Whether a seat may be in the dark about anything but what chance will bring."""
    hides = state.game.eyes(state.build, seat).hides
    return hides or state.plan.mode.stepped or _unseen_choices(state)


def _unseen_choices(state: State) -> bool:
    return any(
        site.decide is not None and site.decide.how == "simultaneously" for site in state.plan.sites.values()
    )


def _choices(state: State, seat: int | None) -> list[Any]:
    eyes, labels = state.game.eyes(state.build, seat), state.game.labels(state.build)
    return [
        eyes.choice(raw, labels.masks(raw, state), labels.places(raw, state), own=True) for raw in state.c
    ]


# The chance of a world and the looking for it go different ways from the same seed.
_APART = 0x9E3779B97F4A7C15


def _native(state: Any) -> NativeCode:
    native: NativeCode = state.native
    return native


# ------------------------------------------------------------------ where pieces lie
def record_of(recorded: State) -> list[Entry]:
    """All that is recorded of a game; of a world also how it came about."""
    past: list[Entry] | Past = recorded.start.get("past", [])
    before = past.entries if isinstance(past, Past) else past
    return before + recorded.log if before else recorded.log


def sight_of(state: State, seat: int | None) -> Sight:
    """Where a seat knows pieces to lie."""
    own = state.game.eyes(state.build, seat)
    if all(own.sees):  # what lies in the open need not be followed
        return Sight(own, [list(own.each_alike(zone)) for zone in state.z])
    recorded = recorded_state(state)
    eyes = recorded.game.eyes(recorded.build, seat)
    log = record_of(recorded)
    key = "sight", seat
    done, known = recorded.kept.get(key, (0, None))
    sight: Sight = _first_sight(recorded, eyes) if known is None else known.copy()
    for number in range(done, len(log)):
        shown = eyes.shown(log[number], log[number + 1] if number + 1 < len(log) else ())
        if shown is not None:
            sight.take(shown)
    recorded.kept[key] = len(log), sight
    return sight


def _first_sight(recorded: State, eyes: Eyes) -> Sight:
    """What a seat sees when a game is taken up in the midst of it; nothing where it begins."""
    if "past" in recorded.start or recorded.start.get("seed") is not None:
        return Sight(eyes)
    seat, zones = recorded.start.get("known", (NOT_A_SEAT, ()))
    if seat == eyes.seat:
        return Sight(eyes, [zone[:] for zone in zones])
    from hoyle.play.saved import position_of

    position = position_of(recorded)
    assert position is not None
    first = recorded.game.placed(position)
    zones = []
    for handle, zone in enumerate(first.z):
        known = [
            eyes.alike[piece] if piece_mask(eyes.layout, first.v, piece) & eyes.bit else UNKNOWN
            for piece in zone
        ]
        # Of a hidden zone it is not known which lies where.
        zones.append(known if eyes.ordered[handle] or eyes.nobodys[handle] else sorted(known, reverse=True))
    return Sight(eyes, zones)
