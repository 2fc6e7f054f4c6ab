"""The figures of a run, for people and for programs."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from hoyle.tables import aligned
from hoyle.terminal import Paint
from hoyle.wording import counted, listed, typed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hoyle import Game
    from hoyle.analysis.batch import Batch, OptionValue
    from hoyle.analysis.claims import Claim
    from hoyle.analysis.sequential import SharesKnown
    from hoyle.analysis.summary import Figure, Share, Summary

MISSING = "–"


@dataclass(frozen=True, slots=True)
class Report:
    """A run, what came of it and how long it took."""

    game: Game
    batch: Batch
    summary: Summary
    seconds: float
    sure: SharesKnown | None = None  # where games were played until the shares were known
    engine: str = ""  # which it was, in words

    @property
    def options(self) -> dict[str, OptionValue]:
        """Every option with the value that it had."""
        return {**self.game.options_for(self.batch.players), **self.batch.options}

    def json(self) -> str:
        """One JSON object; only its last three members depend on the machine."""
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
                "teams": [list(team) for team in self.game.teams(self.batch.players)],
                "team_win_share": [share.value if share else None for share in summary.team_share],
                "nobody_won": summary.nobody,
                "table_win_share": summary.table_share.value if summary.table_share else None,
                "claims": [asdict(claim) | {"clear": claim.clear} for claim in summary.claims],
                "sure": None
                if self.sure is None
                else {"width": self.sure.width, "reached": self.sure.reached},
                "seconds": round(self.seconds, 6),
                "games_per_second": round(summary.games / self.seconds, 3),
                "decisions_per_second": round(summary.taken / self.seconds, 3),
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
        tables = [self._seats()]
        if self.game.teams(batch.players):
            tables.append(self._teams())
        for head, *rows in tables:
            lines += ["", paint("bold", head), *rows]
        lines.append("")
        lines += [f"{name:20}{value}" for name, value in self._figures()]
        if summary.unfinished:
            remark = (
                f"{counted(summary.unfinished, 'game')}, given up after "
                f"{counted(batch.max_decisions, 'decision')}; the figures are without them"
            )
            lines.append(paint("remark", f"{'unfinished':20}{remark}"))
        else:
            lines.append(f"{'unfinished':20}none")
        if self.sure is not None:
            lines.append(f"{'sure':20}{_sure(self.sure, batch.games)}")
        games_a_second, decisions_a_second = summary.games / self.seconds, summary.taken / self.seconds
        speed = f"{games_a_second:,.0f} games and {decisions_a_second:,.0f} decisions a second"
        lines.append(f"{'time':20}{self.seconds:.2f} s ({speed})")
        if self.engine:
            lines.append(f"{'engine':20}{self.engine}")
        if summary.decisions.sd is not None and summary.decisions.margin is None:
            lines.append(f"{'margins':20}need scipy: pip install 'hoyle[analysis]'")
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

    def _teams(self) -> list[str]:
        teams = self.game.teams(self.batch.players)
        rows = [("team", "wins", "95 % interval")]
        for team, share in zip(teams, self.summary.team_share, strict=True):
            rows.append((listed([f"seat {seat}" for seat in team]), *_share_cells(share)))
        return aligned(rows, right={1, 2}, gap="   ")

    def _figures(self) -> Iterator[tuple[str, str]]:
        summary = self.summary
        yield "decisions a game", _with_margin(summary.decisions)
        yield "choices a decision", _number(summary.choices_mean)
        yield "rounds a game", _with_margin(summary.rounds)
        if summary.claims:
            yield "seats", _claimed(summary.claims)
        finished = summary.games - summary.unfinished
        table = summary.table_share
        if (
            table
            and summary.nobody
            and table.value
            and round(table.value * finished) + summary.nobody == finished
        ):
            # All players have won together, or none has.
            yield "the table wins", f"{table.value:.1%} ({table.low:.1%} to {table.high:.1%})"
            return
        if summary.shared:
            yield "shared wins", f"{summary.shared / finished:.1%} of the games"
        if summary.nobody:
            yield "nobody wins", f"{summary.nobody / finished:.1%} of the games"


def _claimed(claims: list[Claim]) -> str:
    """What is clear about the seats, and how it was tested."""
    tested = f"{len(claims)} tested together, {counted(claims[0].games, 'game')}"
    clear = [claim for claim in claims if claim.clear]
    if not clear:
        return f"none is clearly ahead or behind ({_chance(min(claim.chance for claim in claims))}; {tested})"
    said = [
        f"{claim.seat} is {'ahead' if claim.ahead else 'behind'} ({_chance(claim.chance)})" for claim in clear
    ]
    return f"{listed(said)}; {tested}"


def _chance(chance: float) -> str:
    return "p < 0.001" if chance < 0.001 else f"p = {chance:.3f}" if chance < 0.1 else f"p = {chance:.2f}"


def _sure(sure: SharesKnown, most: int) -> str:
    known = f"each seat's wins to ± {100 * sure.width:g} pp, all seats together at 95 %"
    if not sure.reached:
        return f"not after {counted(sure.games, 'game')}: {known} would take more"
    return f"after {counted(sure.games, 'game')}: {known}; {counted(most - sure.games, 'game')} saved"


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
