"""Who does better with a kind of piece: with those dealt to them, and with those that they ever held."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import fmean, pvariance
from typing import TYPE_CHECKING, Any

import hoyle
from hoyle.analysis.batch import Batch, play_game
from hoyle.analysis.paired import CONFIDENCE, FEWEST_PAIRS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hoyle import Game
    from hoyle.weigh.parts import Part


@dataclass(frozen=True, slots=True)
class Round:
    """One round of a game: how each seat stood in it, and the pieces that each was dealt and ever held."""

    game: int
    standings: tuple[float, ...]  # between 0 and 1, for each seat: ties count half
    dealt: tuple[Mapping[str, int], ...]
    held: tuple[Mapping[str, int], ...]


@dataclass(frozen=True, slots=True)
class Gain:
    """How much better a seat stands for each piece of a kind, with its 95 % interval."""

    value: float
    margin: float
    chance: float
    spread: float  # the standard deviation of standings
    rounds: int

    @property
    def size(self) -> float:
        """The least of the gain that its interval leaves, in standard deviations of standings."""
        return max(0.0, abs(self.value) - self.margin) / self.spread if self.spread else 0.0


def watched(game: Game, batch: Batch) -> list[Round]:
    """The rounds of a batch's games."""
    owners = _owners(game, batch)
    found: list[Round] = []
    if not owners:
        return found
    for index in range(batch.games):
        try:
            state, sample = play_game(game, batch, index)
        except hoyle.PlayError:
            continue
        if sample.finished:
            found += _rounds(index, state.events, owners, sample.ranks)
    return found


def _owners(game: Game, batch: Batch) -> dict[str, int]:
    """The zones that belong to a seat."""
    own = {zone.name for zone in game.program.zones if zone.per and zone.per[0].kind == "player"}
    state = game.start(players=batch.players, options=dict(batch.options), engine="python")
    owners = {}
    for name in state.plan.zone_names:
        zone, bracket, indices = name.partition("[")
        if bracket and zone in own:
            owners[name] = int(indices.replace("]", ",").split(",")[0])
    return owners


def _rounds(
    index: int, events: Iterable[Mapping[str, Any]], owners: Mapping[str, int], ranks: Sequence[int]
) -> list[Round]:
    players = len(ranks)
    found: list[Round] = []
    lower = [-rank for rank in ranks]  # better is higher
    dealt, held, now = _hands(players), _hands(players), _hands(players)
    decided = False
    gains: list[list[int] | None] = []
    for event in events:
        match event["event"]:
            case "round":
                dealt, held, now = _hands(players), _hands(players), _hands(players)
                decided = False
            case "decide":
                if not decided:
                    dealt = [Counter(one) for one in now]
                    decided = True
            case "move":
                piece, source, target = event["piece"], owners.get(event["from"]), owners.get(event["to"])
                if source is not None:
                    now[source][piece] -= 1
                if target is not None:
                    now[target][piece] += 1
                    held[target][piece] = max(held[target][piece], now[target][piece])
            case "score":
                gains.append(event.get("gained"))
                none: tuple[Mapping[str, int], ...] = tuple(Counter() for _ in range(players))
                found.append(
                    Round(index, (), tuple(map(dict, dealt)) if decided else none, tuple(map(dict, held)))
                )
    if len(found) == 1 or any(gained is None for gained in gains):
        values: list[Sequence[float]] = [lower] * len(found)
    else:  # whether many points are good is seen from who won with how many in all
        totals = [sum(gained[seat] for gained in gains if gained is not None) for seat in range(players)]
        agree = sum(
            (totals[one] - totals[other]) * (lower[one] - lower[other])
            for one in range(players)
            for other in range(one)
        )
        sign = 1 if agree >= 0 else -1
        values = [[sign * gain for gain in gained or ()] for gained in gains]
    return [
        Round(one.game, tuple(_standings(value)), one.dealt, one.held)
        for one, value in zip(found, values, strict=True)
    ]


def _hands(players: int) -> list[Counter[str]]:
    return [Counter() for _ in range(players)]


def _standings(values: Sequence[float]) -> list[float]:
    """How each seat stands among the others, from values of which more is better."""
    if len(values) < 2:
        return [0.5] * len(values)
    return [
        fmean(
            1.0 if own > value else 0.5 if own == value else 0.0
            for other, value in enumerate(values)
            if other != seat
        )
        for seat, own in enumerate(values)
    ]


def gain(rounds: Sequence[Round], part: Part, *, dealt: bool) -> Gain | None:
    """The slope of the standing on the number of pieces, each seat compared with the others of its round.

    Games are the units: rounds of one game may be alike, so its residuals are added up before they are
    squared. None where nobody ever has more of these pieces than another.
    """
    terms: dict[int, list[tuple[float, float]]] = {}
    for one in rounds:
        hands = one.dealt if dealt else one.held
        counts = [sum(hand.get(piece, 0) for piece in part.pieces) for hand in hands]
        middle, usual = fmean(counts), fmean(one.standings)
        terms.setdefault(one.game, []).extend(
            (count - middle, standing - usual) for count, standing in zip(counts, one.standings, strict=True)
        )
    below = fsum(x * x for pairs in terms.values() for x, _ in pairs)
    if below < 1e-9 or len(terms) < FEWEST_PAIRS:
        return None
    from scipy import stats

    slope = fsum(x * y for pairs in terms.values() for x, y in pairs) / below
    scores = [fsum(x * (y - slope * x) for x, y in pairs) for pairs in terms.values()]
    units = len(terms)
    error = sqrt(fsum(score * score for score in scores) * units / (units - 1)) / below
    spread = sqrt(pvariance([standing for one in rounds for standing in one.standings]))
    if error < 1e-12:
        return None
    margin = float(stats.t.ppf((1 + CONFIDENCE) / 2, units - 1)) * error
    chance = 2 * float(stats.t.sf(abs(slope) / error, units - 1))
    return Gain(slope, margin, chance, spread, len(rounds))
