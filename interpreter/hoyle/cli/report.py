"""The figures of a run, for people and for programs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from hoyle.wording import counted, typed

if TYPE_CHECKING:
    from rich.console import Console

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

    def print_table(self, stream: TextIO) -> None:
        """A table for people, with 95 % confidence intervals."""
        from rich.console import Console

        console = Console(
            file=stream, highlight=False, soft_wrap=True, width=None if stream.isatty() else 120
        )
        with console.capture() as captured:  # rich would end the program if nobody reads on
            self._print(console)
        stream.write(captured.get())

    def _print(self, console: Console) -> None:
        from rich.table import Table

        summary = self.summary
        console.print(
            f"{self.game.title}: {counted(self.batch.players, 'player')}, "
            f"{counted(summary.games, 'game')}, seed {self.batch.seed}",
            style="bold",
            markup=False,
        )
        if self.game.options:
            listed = ", ".join(f"{name} {typed(value)}" for name, value in self.options.items())
            console.print(f"options: {listed}", markup=False)
        table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 3, 0, 0))
        table.add_column("seat", justify="right")
        table.add_column("bot")
        table.add_column("wins", justify="right")
        table.add_column("95 % interval", justify="right")
        table.add_column("score", justify="right")
        table.add_column("sd", justify="right")
        for seat, (share, score) in enumerate(zip(summary.win_share, summary.scores, strict=True)):
            table.add_row(
                str(seat), self.batch.bots[seat], *_share_cells(share), _with_margin(score), _number(score.sd)
            )
        console.print()
        console.print(table)
        console.print()
        for name, value in (
            ("decisions a game", _with_margin(summary.decisions)),
            ("choices a decision", _number(summary.choices_mean)),
            ("rounds a game", _with_margin(summary.rounds)),
        ):
            console.print(f"{name:20}{value}")
        if summary.shared:
            part = summary.shared / (summary.games - summary.unfinished)
            console.print(f"{'shared wins':20}{part:.1%} of the games")
        if summary.unfinished:
            console.print(
                f"{summary.unfinished} of the games were given up after "
                f"{self.batch.max_decisions:,} decisions; the figures are without them",
                style="yellow",
            )
        speed = summary.games / self.seconds
        console.print(f"{'time':20}{self.seconds:.2f} s ({speed:,.0f} games a second)")


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
