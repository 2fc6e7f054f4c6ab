"""Worlds that a seat cannot tell from the true one, and what it knows of where pieces lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.plan.model import Mode
from hoyle.plan.visibility import piece_mask
from hoyle.play.events import recorded_state
from hoyle.play.knowledge.loose import loose_world
from hoyle.play.knowledge.mind import mind_of
from hoyle.play.knowledge.sight import UNKNOWN, Sight
from hoyle.play.knowledge.story import Entry, Eyes
from hoyle.play.state import PythonState, State
from hoyle.random import MASK, first_state

if TYPE_CHECKING:
    from hoyle.play.native import NativeState

TRIES = 300
"""How often a world is looked for in which all happens as the seat saw it."""

NOT_A_SEAT = -1


def determinise(state: State, seat: int | None, seed: int, tries: int | None = None) -> State:
    """A world that a seat cannot tell from the true one, and that holds nothing of it."""
    if type(seed) is not int or not 0 <= seed <= MASK:
        raise ValueError(f"the seed must be a whole number from 0 to {MASK}, not {seed!r}")
    if tries is not None and (type(tries) is not int or tries < 0):
        raise ValueError(f"tries are a whole number from 0 on, not {tries!r}")
    eyes = state.game.eyes(state.build, seat)
    if not eyes.hides and not _unseen_choices(state):
        return _anew(state, seed)
    recorded = recorded_state(state)
    log = record_of(recorded)
    mind = mind_of(recorded, log, recorded.game.eyes(recorded.build, seat))
    found = mind.world(seed, TRIES if tries is None else tries)
    if found is None or not _is_due(found, recorded, seat):
        sight = sight_of(state, seat)
        known = {"known": (seat, sight.zones)}
        return _handed(loose_world(state, sight, seed), state, known, seed, exact=False)
    return _handed(found, state, {"past": list(found.log)}, seed, exact=True)


def _unseen_choices(state: State) -> bool:
    return any(
        site.decide is not None and site.decide.how == "simultaneously" for site in state.plan.sites.values()
    )


def _is_due(found: State, truth: State, seat: int | None) -> bool:
    """Whether a world waits for the same as the true game: what the seat is asked it can see."""
    if found.over or truth.over:
        return found.over == truth.over
    if (found.seat, found.k[-1][0]) != (truth.seat, truth.k[-1][0]):
        return False
    return seat != truth.seat or _choices(found, seat) == _choices(truth, seat)


def _choices(state: State, seat: int) -> list[Any]:
    eyes, labels = state.game.eyes(state.build, seat), state.game.labels(state.build)
    return [
        eyes.choice(raw, labels.masks(raw, state), labels.places(raw, state), own=True) for raw in state.c
    ]


def _anew(state: State, seed: int) -> State:
    """Where nothing is hidden: the same position, with other chance to come and nothing of its past."""
    return _handed(state.in_python(), state, {}, seed, exact=True)


def _handed(plain: PythonState, truth: State, before: dict[str, Any], seed: int, *, exact: bool) -> State:
    """A world as a state of its own: its history begins here, and its chance with the seed.

    `before` is what there is to know of what came before: its record, or where a seat knows pieces to lie.
    """
    layout, game = truth.plan.layout, truth.game
    new = PythonState.__new__(PythonState)
    new.build = game.build(layout.players, layout.options, Mode())
    new.game, new.v, new.z, new.k, new.c = game, plain.v[: layout.size], plain.z, plain.k, plain.c
    new.seat, new.over, new.rounds, new.decisions = plain.seat, plain.over, plain.rounds, 0
    new.rng = first_state(seed ^ _APART)
    new.weights, new.log, new.kept, new.r, new.history, new.recorder = [], [], {}, 0, None, None
    new.start = {"seed": None, "rng": new.rng, "exact": exact, **before}
    new.start["origin"] = new.copy()
    if truth.engine == "native":
        from hoyle.play.native import adopted

        return adopted(new, _native(truth))
    return new


# The chance of a world and the looking for it go different ways from the same seed.
_APART = 0x9E3779B97F4A7C15


def _native(state: Any) -> Any:
    native: NativeState = state
    return native.native


# ------------------------------------------------------------------ where pieces lie
def record_of(recorded: State) -> list[Entry]:
    """All that is recorded of a game; of a world also how it came about."""
    past: list[Entry] = recorded.start.get("past", [])
    return past + recorded.log if past else recorded.log


def sight_of(state: State, seat: int | None) -> Sight:
    """Where a seat knows pieces to lie."""
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
