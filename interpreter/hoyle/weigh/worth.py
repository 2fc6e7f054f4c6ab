"""What the parts of a ruleset are worth: the same seeds without each of them, and what moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.analysis.claims import holm
from hoyle.analysis.figures import first_share, score_spread
from hoyle.analysis.paired import Difference, paired
from hoyle.analysis.sequential import LEVEL
from hoyle.analysis.side_by_side import Side, play_sides
from hoyle.weigh.holding import Gain, gain, watched
from hoyle.weigh.parts import Kept, Part, parts_of, variant_text

if TYPE_CHECKING:
    from hoyle.analysis.batch import Batch
    from hoyle.pipeline import Work

FIGURES = ("decisions", "first seat", "at stake", "score spread")


@dataclass(frozen=True, slots=True)
class Effect:
    """What becomes of a figure without a part, or of a seat with a piece more; and whether that is clear."""

    figure: str
    found: Difference | Gain
    chance: float  # corrected for all that is said about the ruleset

    @property
    def clear(self) -> bool:
        return self.chance <= LEVEL


@dataclass(frozen=True, slots=True)
class Worth:
    """What is known about one part."""

    part: Part
    effects: tuple[Effect, ...]  # of taking it out
    dealt: Effect | None  # to whom chance gave it at the start of a round
    held: Effect | None  # who ever had it: the weaker evidence, since it may be a consequence of doing well
    unfinished: int

    @property
    def size(self) -> float:
        """How much hangs on it: the largest clear effect, in standard deviations; of pieces for each."""
        sizes = [effect.found.size / max(1, self.part.count) for effect in self.effects if effect.clear]
        if self.dealt is not None and self.dealt.clear:
            sizes.append(self.dealt.found.size)
        elif self.dealt is None and self.held is not None and self.held.clear:
            sizes.append(self.held.found.size)
        return max(sizes, default=0.0)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A ruleset with its parts, the weightiest first."""

    base: Side
    probes: int
    worths: tuple[Worth, ...]
    kept: tuple[Kept, ...]
    tests: int  # claims that were corrected for each other


def weigh(
    work: Work,
    batch: Batch,
    folder: Path,
    *,
    probes: int = 0,
    workers: int = 1,
    kinds: Sequence[str] = ("option", "exception", "alternative", "piece"),
    on_progress: Callable[[int, int], object] | None = None,
) -> Weighed:
    """Weighs everything that a ruleset could do without; the variants are written into the folder."""
    found = [part for part in parts_of(work, batch.players) if part.kind in kinds]
    parts = [part for part in found if isinstance(part, Part)]
    batches = [batch, *(_without(part, batch, folder, number) for number, part in enumerate(parts))]
    count = len(batches)
    sides = play_sides(
        batches,
        probes=probes,
        workers=workers,
        on_progress=None if on_progress is None else lambda done: on_progress(done, count),
    )
    base = sides[0]
    kept = [part for part in found if isinstance(part, Kept)]
    if base.fault is not None:
        return Weighed(base, probes, (), (), 0)
    pieces = any(part.kind == "piece" for part in parts)
    rounds = watched(batch.open(), batch) if pieces else []
    worths: list[Worth] = []
    for part, side in zip(parts, sides[1:], strict=True):
        if side.fault is not None:
            kept.append(Kept(part.kind, part.name, side.fault))
            continue
        effects = tuple(Effect(name, value, value.chance) for name, value in moved(base, side, probes))
        gains = [gain(rounds, part, dealt=dealt) if part.pieces else None for dealt in (True, False)]
        dealt, held = (
            None if one is None else Effect(name, one, one.chance)
            for name, one in zip(("dealt", "held"), gains, strict=True)
        )
        worths.append(Worth(part, effects, dealt, held, side.unfinished))
    corrected, tests = _corrected(worths)
    ranked = sorted(corrected, key=lambda worth: -worth.size)
    return Weighed(base, probes, tuple(ranked), tuple(kept), tests)


def _without(part: Part, batch: Batch, folder: Path, number: int) -> Batch:
    """The same games without a part."""
    if not part.change:
        return replace(batch, options={**batch.options, **part.options})
    path = folder / f"without-{number}.yaml"
    path.write_text(variant_text(part, batch.ruleset, f"without-{number}"), encoding="utf-8")
    return replace(batch, ruleset=str(path))


def moved(base: Side, side: Side, probes: int) -> list[tuple[str, Difference]]:
    """How each figure moves from one side to the other, over the games that both finished."""
    pairs = [
        (old, new)
        for old, new in zip(base.samples, side.samples, strict=False)
        if old.finished and new.finished
    ]
    old, new = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    found = [
        ("decisions", paired([one.decisions for one in old], [one.decisions for one in new])),
        ("first seat", paired([first_share(one) for one in old], [first_share(one) for one in new])),
    ]
    if probes and len(base.stakes) == len(side.stakes):
        found.append(("at stake", paired(base.stakes, side.stakes)))
    found.append(
        ("score spread", paired([score_spread(one) for one in old], [score_spread(one) for one in new]))
    )
    return found


def _corrected(worths: Sequence[Worth]) -> tuple[list[Worth], int]:
    """All chances corrected together: with nothing in it, anything clear has a chance of 5 %."""
    effects = [
        effect
        for worth in worths
        for effect in (*worth.effects, worth.dealt, worth.held)
        if effect is not None
    ]
    chances = dict(zip(map(id, effects), holm([effect.chance for effect in effects]), strict=True))

    def of(effect: Effect | None) -> Effect | None:
        return None if effect is None else replace(effect, chance=chances[id(effect)])

    found = [
        replace(
            worth,
            effects=tuple(replace(effect, chance=chances[id(effect)]) for effect in worth.effects),
            dealt=of(worth.dealt),
            held=of(worth.held),
        )
        for worth in worths
    ]
    return found, len(effects)
