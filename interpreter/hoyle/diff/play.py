"""How a variant moves the figures of its base: both are played with the same seeds, game by game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from typing import TYPE_CHECKING, Any

import hoyle
from hoyle.analysis.batch import Batch, play_game
from hoyle.analysis.sample import Sample
from hoyle.analysis.sequential import LEVEL, Verdict
from hoyle.analysis.sequential import Comparison as Settling
from hoyle.analysis.summary import student
from hoyle.page import Bullets, Heading, Page, Paragraph, Table
from hoyle.random import derive
from hoyle.wording import counted, listed

if TYPE_CHECKING:
    from hoyle import Game

FEWEST_FOR_A_MARK = 10  # pairs of games; with fewer, even a difference in all of them may be chance


class CannotPlay(Exception):
    """The two can't be played side by side; says why, and whether a ruleset is to blame."""

    def __init__(self, message: str, help: str | None = None, *, ruleset: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.ruleset = ruleset


@dataclass(frozen=True, slots=True)
class Moved:
    """One figure of both rulesets, and the difference with its 95 % confidence interval."""

    name: str
    seat: int | None
    base: float
    variant: float
    difference: float
    margin: float | None  # half the interval's width; None with fewer than two games
    clear: bool

    @property
    def direction(self) -> str:
        return "" if not self.clear else "higher" if self.difference > 0 else "lower"


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


def compare_play(
    base: Game,
    variant: Game,
    *,
    players: int | None = None,
    games: int,
    seed: int,
    until_sure: float | None = None,
    bot: str = "random",
    on_progress: Callable[[int], object] | None = None,
) -> Comparison:
    """Plays both rulesets with their default options, every game of one with the seed of the other's.

    With `until_sure` only until it is settled for every seat whether its share of the wins is another, or
    the same within that margin.
    """
    number = _players(base, variant, players)
    batches = [Batch(game.id, number, games, seed, (bot,) * number) for game in (base, variant)]
    pairs: list[tuple[Sample, Sample]] = []
    unfinished = [0, 0]
    saved = 0
    margin = until_sure if until_sure is not None else 1.0
    seats = [Settling(margin, LEVEL / number) for _ in range(number)] if until_sure is not None else []
    for index in range(games):
        old, new = (_play(game, batch, index) for game, batch in zip((base, variant), batches, strict=True))
        unfinished[0] += not old.finished
        unfinished[1] += not new.finished
        if old.finished and new.finished:
            pairs.append((old, new))
            for seat, before, after in zip(seats, old.wins, new.wins, strict=False):
                seat.add(after - before)
        if on_progress is not None:
            on_progress(index + 1)
        if seats and all(seat.verdict is not Verdict.OPEN for seat in seats):
            games, saved = index + 1, games - index - 1
            break
    lost = unfinished[0], unfinished[1]
    verdicts = tuple(seat.verdict for seat in seats)
    found = figures(pairs, number)
    return Comparison(
        base=base.id,
        variant=variant.id,
        players=number,
        games=games,
        seed=seed,
        unfinished=lost,
        pairs=len(pairs),
        figures=found,
        margin=until_sure,
        settled=verdicts,
        saved=saved,
        bot=bot,
    )


def _players(base: Game, variant: Game, wanted: int | None) -> int:
    both = sorted(set(base.player_counts) & set(variant.player_counts))
    if not both:
        raise CannotPlay("no number of players can play both", "the two can only be compared in words")
    if wanted is not None and wanted not in both:
        numbers = listed([str(number) for number in both], "or")
        raise CannotPlay(f"{wanted} players can't play both", f"{numbers} can")
    return wanted if wanted is not None else both[0]


def _play(game: Game, batch: Batch, index: int) -> Sample:
    try:
        return play_game(game, batch, index)[1]
    except hoyle.PlayError as error:
        message = f"a game of {game.id} could not go on: {error}"
        raise CannotPlay(
            message, f"that game's own seed is {derive(batch.seed, index)}", ruleset=True
        ) from None


# -------------------------------------------------------------------- figures
def figures(pairs: Sequence[tuple[Sample, Sample]], players: int) -> tuple[Moved, ...]:
    """Every figure of the paired games.

    Games with the same seed are alike, so the interval is that of the differences game by game: it holds
    however much they depend on each other, and is narrower where they do.
    """
    if not pairs:
        return ()
    old, new = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    nobody = any(not one.winners for one in (*old, *new))
    bar = _bar(2 * players + 3 + nobody, len(pairs))
    found = []
    for seat in range(players):
        shares = [one.wins[seat] for one in old], [one.wins[seat] for one in new]
        found.append(_mean("wins", seat, *shares, bar))
    if nobody:
        found.append(
            _mean(
                "nobody wins", None, [not one.winners for one in old], [not one.winners for one in new], bar
            )
        )
    for seat in range(players):
        scores = [one.scores[seat] for one in old], [one.scores[seat] for one in new]
        found.append(_mean("score", seat, *scores, bar))
    decisions = [one.decisions for one in old], [one.decisions for one in new]
    rounds = [one.rounds for one in old], [one.rounds for one in new]
    found.append(_mean("decisions a game", None, *decisions, bar))
    found.append(_choices(pairs, bar))
    found.append(_mean("rounds a game", None, *rounds, bar))
    return tuple(found)


def _bar(figures: int, pairs: int) -> float | None:
    """How many standard errors a clear difference has at least.

    Of many figures one in twenty lies outside its own 95 % interval by chance. The bar is so high that with
    no difference at all a mark on any of them has a chance of 5 % (Bonferroni).
    """
    if pairs < FEWEST_FOR_A_MARK:
        return None
    return student(pairs - 1, 1 - 0.025 / figures)


def _mean(
    name: str, seat: int | None, base: Sequence[float], variant: Sequence[float], bar: float | None
) -> Moved:
    differences = [new - old for old, new in zip(base, variant, strict=True)]
    count = len(differences)
    return _moved(name, seat, fsum(base) / count, fsum(variant) / count, differences, bar)


def _choices(pairs: Sequence[tuple[Sample, Sample]], bar: float | None) -> Moved:
    """Choices over decisions as in `hoyle run`: a quotient of sums, whose error is found by linearising."""
    count = len(pairs)
    means: list[float] = []
    errors: list[list[float]] = []
    for side in (0, 1):
        decisions = sum(pair[side].decisions for pair in pairs)
        choices = sum(pair[side].choices for pair in pairs)
        mean = choices / decisions if decisions else 0.0
        scale = decisions / count or 1.0
        means.append(mean)
        errors.append([(pair[side].choices - mean * pair[side].decisions) / scale for pair in pairs])
    differences = [new - old for old, new in zip(*errors, strict=True)]
    return _moved("choices a decision", None, means[0], means[1], differences, bar)


def _moved(
    name: str, seat: int | None, base: float, variant: float, spread: list[float], bar: float | None
) -> Moved:
    """A figure, from the means of both sides and values that vary as the difference does."""
    count, difference = len(spread), variant - base
    if count < 2:
        return Moved(name, seat, base, variant, difference, None, False)
    centre = fsum(spread) / count
    error = sqrt(fsum((value - centre) ** 2 for value in spread) / (count - 1) / count)
    clear = bar is not None and abs(difference) > max(bar * error, 1e-9)
    return Moved(name, seat, base, variant, difference, student(count - 1) * error, clear)


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
    if not clear and comparison.pairs < FEWEST_FOR_A_MARK:
        page.append(Paragraph("Too few games to call anything different."))
    elif not any(figure.difference or figure.margin for figure in comparison.figures):
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
    saved = f"; {counted(comparison.saved, 'game')} of each saved" if comparison.saved else ""
    return f"{sure} after {counted(comparison.games, 'game')} of each: {listed(seats)}{saved}."


def _row(figure: Moved) -> tuple[str, ...]:
    percent = figure.name in ("wins", "nobody wins")
    name = figure.name if figure.seat is None else f"{figure.name}, seat {figure.seat}"
    interval = ""
    if figure.margin is not None:
        low, high = figure.difference - figure.margin, figure.difference + figure.margin
        interval = f"{_number(low, percent, '+')} to {_number(high, percent, '+')}"
    return (
        name,
        _number(figure.base, percent),
        _number(figure.variant, percent),
        _number(figure.difference, percent, "+"),
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
                "base": figure.base,
                "variant": figure.variant,
                "difference": figure.difference,
                "low": None if figure.margin is None else figure.difference - figure.margin,
                "high": None if figure.margin is None else figure.difference + figure.margin,
                "clear": figure.clear,
            }
            for figure in comparison.figures
        ],
    }
