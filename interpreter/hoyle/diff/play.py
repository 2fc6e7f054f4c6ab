"""How a variant moves the figures of its base: both are played with the same seeds, game by game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hoyle.analysis.claims import holm
from hoyle.analysis.paired import FEWEST_PAIRS, Difference, paired
from hoyle.analysis.sequential import LEVEL, Verdict
from hoyle.analysis.sequential import Comparison as Settling
from hoyle.analysis.workers import play_samples
from hoyle.page import Bullets, Heading, Page, Paragraph, Table
from hoyle.wording import counted, listed

if TYPE_CHECKING:
    from hoyle import Game
    from hoyle.analysis.batch import Batch
    from hoyle.analysis.sample import Sample


class CannotPlay(Exception):
    """The two can't be played side by side; says why, and what to do."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message, self.help = message, help


@dataclass(frozen=True, slots=True)
class Moved:
    """One figure of both rulesets, and how it differs."""

    name: str
    seat: int | None
    found: Difference
    chance: float  # of such a difference if there were none; corrected for all figures together

    @property
    def clear(self) -> bool:
        return self.chance <= LEVEL

    @property
    def direction(self) -> str:
        return "" if not self.clear else "higher" if self.found.value > 0 else "lower"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two rulesets played side by side."""

    base: str
    variant: str
    players: int
    games: int
    seed: int
    unfinished: tuple[int, int]  # games given up, of the base and of the variant
    pairs: int  # games that both finished: only these count
    figures: tuple[Moved, ...]
    margin: float | None = None  # where games were played until the wins of every seat were settled
    settled: tuple[Verdict, ...] = ()  # likewise, per seat
    saved: int = 0  # games of each that did not have to be played for that
    bot: str = "random"
    interrupted: bool = False


def compare_play(
    games: tuple[Game, Game],
    batches: tuple[Batch, Batch],
    *,
    until_sure: float | None = None,
    workers: int = 1,
    on_progress: Callable[[int], object] | None = None,
) -> Comparison:
    """Plays a base and a variant, every game of one with the seed of the other's.

    With `until_sure` only until it is settled for every seat whether its share of the wins is another, or
    the same within that margin. Whoever interrupts it has what was found until then.
    """
    players, most = batches[0].players, batches[0].games
    pairs: list[tuple[Sample, Sample]] = []
    unfinished = [0, 0]
    margin = until_sure if until_sure is not None else 1.0
    seats = [Settling(margin, LEVEL / players) for _ in range(players)] if until_sure is not None else []
    done, interrupted = 0, False
    try:
        with ExitStack() as stack:
            sides = [
                stack.enter_context(closing(play_samples(batch, workers=workers, game=game)))
                for game, batch in zip(games, batches, strict=True)
            ]
            for old, new in zip(*sides, strict=True):
                done += 1
                unfinished[0] += not old.finished
                unfinished[1] += not new.finished
                if old.finished and new.finished:
                    pairs.append((old, new))
                    for seat, before, after in zip(seats, old.wins, new.wins, strict=False):
                        seat.add(after - before)
                if on_progress is not None:
                    on_progress(done)
                if seats and all(seat.verdict is not Verdict.OPEN for seat in seats):
                    break
    except KeyboardInterrupt:
        if not done:
            raise
        interrupted = True
    return Comparison(
        base=games[0].id,
        variant=games[1].id,
        players=players,
        games=done,
        seed=batches[0].seed,
        unfinished=(unfinished[0], unfinished[1]),
        pairs=len(pairs),
        figures=figures(pairs, players),
        margin=until_sure,
        settled=tuple(seat.verdict for seat in seats),
        saved=0 if interrupted else most - done,
        bot=batches[0].bots[0],
        interrupted=interrupted,
    )


def players_of_both(base: Game, variant: Game, wanted: int | None) -> int:
    """How many play both: as many as wanted, or the fewest that can."""
    both = sorted(set(base.player_counts) & set(variant.player_counts))
    if not both:
        raise CannotPlay("no number of players can play both", "the two can only be compared in words")
    if wanted is not None and wanted not in both:
        numbers = listed([str(number) for number in both], "or")
        raise CannotPlay(f"{wanted} players can't play both", f"{numbers} can")
    return wanted if wanted is not None else both[0]


# -------------------------------------------------------------------- figures
def figures(pairs: Sequence[tuple[Sample, Sample]], players: int) -> tuple[Moved, ...]:
    """Every figure of the paired games, all tested together."""
    if not pairs:
        return ()
    sides = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    values: list[tuple[str, int | None, list[list[float]]]] = []

    def figure(name: str, seat: int | None, of: Callable[[Sample], float]) -> None:
        values.append((name, seat, [[of(one) for one in side] for side in sides]))

    for seat in range(players):
        figure("wins", seat, lambda one, seat=seat: one.wins[seat])  # type: ignore[misc]
    if any(not one.winners for side in sides for one in side):
        figure("nobody wins", None, lambda one: float(not one.winners))
    for seat in range(players):
        figure("score", seat, lambda one, seat=seat: one.scores[seat])  # type: ignore[misc]
    figure("decisions a game", None, lambda one: one.decisions)
    values.append(("choices a decision", None, [_choices(side) for side in sides]))
    figure("rounds a game", None, lambda one: one.rounds)
    found = [paired(*both) for _, _, both in values]
    chances = holm([one.chance for one in found])
    return tuple(
        Moved(name, seat, one, chance)
        for (name, seat, _), one, chance in zip(values, found, chances, strict=True)
    )


def _choices(games: Sequence[Sample]) -> list[float]:
    """Choices over decisions as in `hoyle run`: a quotient of sums, made linear so that games have values."""
    decisions = sum(game.decisions for game in games)
    mean = sum(game.choices for game in games) / decisions if decisions else 0.0
    scale = decisions / len(games) or 1.0
    return [mean + (game.choices - mean * game.decisions) / scale for game in games]


# -------------------------------------------------------------------- shown
def play_page(comparison: Comparison) -> Page:
    """The section about play, to be put below what differs in words."""
    players = counted(comparison.players, "player")
    games = counted(comparison.games, "game")
    moves = "random moves" if comparison.bot == "random" else f"moves by {comparison.bot}"
    how = f"{games} of each with the same seeds from {comparison.seed}, {players}, {moves}."
    page: Page = [Heading(2, "How it plays"), Paragraph(how)]
    for id, number in zip((comparison.base, comparison.variant), comparison.unfinished, strict=True):
        if number:
            lost = f"{counted(number, 'game')} of {id} did not come to an end; such pairs do not count"
            page.append(Bullets((lost,)))
    if not comparison.figures:
        return [*page, Paragraph("No game was finished by both, so there is nothing to compare.")]
    head = ("", comparison.base, comparison.variant, "difference", "95 % interval", "clearly")
    page.append(Table(head, tuple(_row(figure) for figure in comparison.figures)))
    clear = [figure for figure in comparison.figures if figure.clear]
    if not clear and comparison.pairs < FEWEST_PAIRS:
        page.append(Paragraph("Too few games to call anything different."))
    elif not any(figure.found.value or figure.found.margin for figure in comparison.figures):
        page.append(Paragraph("No game went differently."))
    elif not clear:
        page.append(Paragraph("Nothing differs clearly: what there is may be chance."))
    if comparison.margin is not None:
        page.append(Paragraph(_settled(comparison)))
    return page


def _settled(comparison: Comparison) -> str:
    """What is sure about the wins, at 95 % for all seats together and at whatever moment one looks."""
    assert comparison.margin is not None
    within = f"{100 * comparison.margin:g} pp"
    said = {
        Verdict.HIGHER: "wins more",
        Verdict.LOWER: "wins less",
        Verdict.ALIKE: f"wins as much within {within}",
        Verdict.OPEN: "is not settled",
    }
    seats = [f"seat {seat} {said[verdict]}" for seat, verdict in enumerate(comparison.settled)]
    sure = "Sure" if Verdict.OPEN not in comparison.settled else "Not all is sure"
    most = comparison.games + comparison.saved
    saved = f"; {comparison.saved:,} of {counted(most, 'game')} of each saved" if comparison.saved else ""
    return f"{sure} after {counted(comparison.games, 'game')} of each: {listed(seats)}{saved}."


def _row(figure: Moved) -> tuple[str, ...]:
    percent = figure.name in ("wins", "nobody wins")
    name = figure.name if figure.seat is None else f"{figure.name}, seat {figure.seat}"
    found, interval = figure.found, ""
    if found.margin is not None:
        low, high = found.value - found.margin, found.value + found.margin
        interval = f"{_number(low, percent, '+')} to {_number(high, percent, '+')}"
    return (
        name,
        _number(found.before, percent),
        _number(found.after, percent),
        _number(found.value, percent, "+"),
        interval,
        figure.direction,
    )


def _number(value: float, percent: bool, sign: str = "") -> str:
    """A number as people read it; of shares the difference is in percentage points, and nothing has no sign.

    >>> _number(0.0312, True, "+"), _number(-0.0, False, "+"), _number(1234.5, False)
    ('+3.1 pp', '0.00', '1,234.50')
    """
    digits = 1 if percent else 2
    shown = round(100 * value if percent else value, digits)
    text = f"{shown:{sign if shown else ''},.{digits}f}" if shown else f"{0:.{digits}f}"
    unit = " pp" if sign else " %"
    return text + unit if percent else text


def play_json(comparison: Comparison) -> dict[str, Any]:
    """The comparison for programs."""
    return {
        "players": comparison.players,
        "games": comparison.games,
        "seed": comparison.seed,
        "unfinished": list(comparison.unfinished),
        "pairs": comparison.pairs,
        "margin": comparison.margin,
        "bot": comparison.bot,
        "saved": comparison.saved,
        "settled": [verdict.value for verdict in comparison.settled],
        "figures": [
            {
                "name": figure.name,
                "seat": figure.seat,
                "base": figure.found.before,
                "variant": figure.found.after,
                "difference": figure.found.value,
                "low": None if figure.found.margin is None else figure.found.value - figure.found.margin,
                "high": None if figure.found.margin is None else figure.found.value + figure.found.margin,
                "chance": figure.chance,
                "clear": figure.clear,
            }
            for figure in comparison.figures
        ],
    }
