"""What was weighed, for people and for programs."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from hoyle.analysis.figures import first_share, score_spread
from hoyle.page import Bullets, Heading, Page, Paragraph, Table
from hoyle.weigh.worth import FIGURES, Effect, Weighed, Worth
from hoyle.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hoyle.weigh.parts import Kept

NAMES = {
    "option": "Options, set so",
    "exception": "Exceptions, without them",
    "alternative": "Alternatives, without them",
    "piece": "Pieces, taken out",
}
PERCENT = {"first seat", "at stake", "dealt", "held"}
CLEAR = "*"


def weighed_page(found: Weighed, title: str) -> Page:
    """The page of a ruleset's parts, the weightiest of each kind first."""
    batch = found.base.batch
    games, players = counted(batch.games, "game"), counted(batch.players, "player")
    bots = ", ".join(dict.fromkeys(batch.bots))
    page: Page = [
        Heading(1, f"{title}: what matters"),
        Paragraph(f"{games} of each with the same seeds from {batch.seed}, {players}, bots: {bots}."),
        Paragraph(f"As it is: {as_it_is(found)}."),
    ]
    for kind, name in NAMES.items():
        worths = [worth for worth in found.worths if worth.part.kind == kind]
        if worths:
            page += [
                Heading(2, name),
                Table(_head(kind, found), tuple(_row(worth, found) for worth in worths)),
            ]
    page += [Heading(2, "How to read it"), Bullets(tuple(_notes(found)))]
    if found.kept:
        page += [Heading(2, "Not weighed"), Bullets(tuple(_reasons(found.kept)))]
    return page


def as_it_is(found: Weighed) -> str:
    """The figures of the ruleset itself."""
    samples = [sample for sample in found.base.samples if sample.finished]
    count = len(samples)
    told = [
        f"{sum(one.decisions for one in samples) / count:,.1f} decisions a game",
        f"{100 * sum(map(first_share, samples)) / count:.1f} % of the wins for the first seat",
    ]
    if found.base.stakes:
        told.append(f"{100 * sum(found.base.stakes) / len(found.base.stakes):.1f} pp at stake in a decision")
    told.append(f"{sum(map(score_spread, samples)) / count:,.1f} points between best and worst")
    return ", ".join(told)


def _head(kind: str, found: Weighed) -> tuple[str, ...]:
    figures = [name for name in FIGURES if name != "at stake" or found.probes]
    more = ("pieces", *figures, "a piece dealt", "a piece ever held") if kind == "piece" else tuple(figures)
    return ("", *more, "given up")


def _row(worth: Worth, found: Weighed) -> tuple[str, ...]:
    by_name = {effect.figure: effect for effect in worth.effects}
    figures = [name for name in FIGURES if name != "at stake" or found.probes]
    cells = [cell(by_name.get(name)) for name in figures]
    if worth.part.kind == "piece":
        cells = [str(worth.part.count), *cells, cell(worth.dealt), cell(worth.held)]
    given_up = f"{worth.unfinished} of {found.base.batch.games}" if worth.unfinished else ""
    return (worth.part.name, *cells, given_up)


def cell(effect: Effect | None) -> str:
    """An effect as people read it: how much, how sure, and a mark where it is clear."""
    if effect is None:
        return ""
    value, margin = effect.found.value, effect.found.margin
    scale, unit = (100, " pp") if effect.figure in PERCENT else (1, "")
    if margin is None:
        return f"{scale * value:+,.1f}{unit}"
    if not value and not margin:
        return "none"
    return f"{scale * value:+,.1f} ± {scale * margin:,.1f}{unit}{' ' + CLEAR if effect.clear else ''}"


def _notes(found: Weighed) -> Iterable[str]:
    yield (
        f"± is the 95 % interval of the difference, seed by seed. `{CLEAR}` is clear: all {found.tests} "
        "claims are corrected together (Holm), so that a ruleset in which nothing matters gets any mark "
        "with a chance of 5 %."
    )
    if found.probes:
        games = counted(found.probes, "game")
        yield (
            "at stake: how much better one stands after a good choice than after any, in a decision picked "
            f"at random from each of the first {games}; 100 pp lie between last and first."
        )
    yield "score spread: the best score less the worst."
    if any(worth.dealt or worth.held for worth in found.worths):
        yield (
            "a piece dealt: how much better a seat stands in the round for each such piece that chance gave "
            "it before the first decision."
        )
        yield (
            "a piece ever held: the same for pieces that a seat had at any time. This is the weaker "
            "evidence: who does well may hold more of them, or fewer, for that very reason."
        )
    yield (
        "The weightiest come first: the largest clear effect in standard deviations, of pieces for each of "
        "them."
    )


def _reasons(kept: Iterable[Kept]) -> Iterable[str]:
    by_reason: dict[str, list[str]] = {}
    for one in kept:
        by_reason.setdefault(one.why, []).append(one.name)
    for why, names in by_reason.items():
        yield f"{'; '.join(names)}: {why}"


def weighed_json(found: Weighed, ruleset: str, hash: str) -> dict[str, Any]:
    """What was weighed, for programs."""
    batch = found.base.batch
    return {
        "ruleset": ruleset,
        "hash": hash,
        "players": batch.players,
        "games": batch.games,
        "seed": batch.seed,
        "bots": list(batch.bots),
        "options": dict(batch.options),
        "probes": found.probes,
        "tests": found.tests,
        "parts": [
            {
                "kind": worth.part.kind,
                "name": worth.part.name,
                "pieces": worth.part.count,
                "size": worth.size,
                "unfinished": worth.unfinished,
                "effects": [_effect(effect) for effect in worth.effects],
                "dealt": None if worth.dealt is None else _effect(worth.dealt),
                "held": None if worth.held is None else _effect(worth.held),
            }
            for worth in found.worths
        ],
        "kept": [asdict(one) for one in found.kept],
    }


def _effect(effect: Effect) -> dict[str, Any]:
    value, margin = effect.found.value, effect.found.margin
    return {
        "figure": effect.figure,
        "value": value,
        "low": None if margin is None else value - margin,
        "high": None if margin is None else value + margin,
        "chance": effect.chance,
        "clear": effect.clear,
    }
