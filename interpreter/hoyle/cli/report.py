"""The figures of a run, for people and for programs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hoyle.tables import aligned
from hoyle.terminal import Paint
from hoyle.wording import counted, typed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hoyle import Game
    from hoyle.analysis.batch import Batch, OptionValue
    from hoyle.analysis.summary import Figure, Share, Summary

MISSING = "–"


@dataclass(frozen=True, slots=True)
class Report:
    """A run, what came of it and how long it took."""

    game: Game
    batch: Batch
    summary: Summary
    seconds: float

    @property
    def options(self) -> dict[str, OptionValue]:
        """Every option with the value that it had."""
        return {**self.game.options, **self.batch.options}

    def json(self) -> str:
        """One JSON object; only its last two members depend on the machine."""
        summary = self.summary
        return json.dumps(
            {
                "ruleset": self.game.id,
                "hash": self.game.hash,
                "players": self.batch.players,
                "games": summary.games,
                "seed": self.batch.seed,
                "options": self.options,
                "bots": list(self.batch.bots),
                "win_share": [share.value if share else None for share in summary.win_share],
                "score_mean": [figure.mean for figure in summary.scores],
                "score_sd": [figure.sd for figure in summary.scores],
                "decisions_mean": summary.decisions.mean,
                "decisions_sd": summary.decisions.sd,
                "choices_mean": summary.choices_mean,
                "rounds_mean": summary.rounds.mean,
                "unfinished": summary.unfinished,
                "seconds": round(self.seconds, 6),
                "games_per_second": round(summary.games / self.seconds, 3),
            },
            ensure_ascii=False,
        )

    def text(self, colour: bool = False) -> str:
        """A table for people, with 95 % confidence intervals."""
        paint = Paint(colour)
        summary, batch = self.summary, self.batch
        players, games = counted(batch.players, "player"), counted(summary.games, "game")
        lines = [paint("bold", f"{self.game.title}: {players}, {games}, seed {batch.seed}")]
        if self.game.options:
            values = ", ".join(f"{name} {typed(value)}" for name, value in self.options.items())
            lines.append(f"options: {values}")
        head, *seats = self._seats()
        lines += ["", paint("bold", head), *seats, ""]
        lines += [f"{name:20}{value}" for name, value in self._figures()]
        if summary.unfinished:
            remark = (
                f"{summary.unfinished} of the games were given up after "
                f"{batch.max_decisions:,} decisions; the figures are without them"
            )
            lines.append(paint("remark", remark))
        speed = summary.games / self.seconds
        lines.append(f"{'time':20}{self.seconds:.2f} s ({speed:,.0f} games a second)")
        return "\n".join(lines) + "\n"

    def _seats(self) -> list[str]:
        rows = [("seat", "bot", "wins", "95 % interval", "score", "sd")]
        for seat, (share, score) in enumerate(zip(self.summary.win_share, self.summary.scores, strict=True)):
            rows.append(
                (
                    str(seat),
                    self.batch.bots[seat],
                    *_share_cells(share),
                    _with_margin(score),
                    _number(score.sd),
                )
            )
        return aligned(rows, right={0, 2, 3, 4, 5}, gap="   ")

    def _figures(self) -> Iterator[tuple[str, str]]:
        summary = self.summary
        yield "decisions a game", _with_margin(summary.decisions)
        yield "choices a decision", _number(summary.choices_mean)
        yield "rounds a game", _with_margin(summary.rounds)
        if summary.shared:
            part = summary.shared / (summary.games - summary.unfinished)
            yield "shared wins", f"{part:.1%} of the games"


def _share_cells(share: Share | None) -> tuple[str, str]:
    if share is None:
        return MISSING, MISSING
    return f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}"


def _with_margin(figure: Figure) -> str:
    if figure.margin is None:
        return _number(figure.mean)
    return f"{_number(figure.mean)} ± {_number(figure.margin)}"


def _number(value: float | None) -> str:
    return MISSING if value is None else f"{value:,.2f}"
