"""The columns of a table of games: what a file of games says of each, and of all of them together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from hoyle import rows as row
from hoyle.random import MASK

if TYPE_CHECKING:
    from hoyle import Game
    from hoyle.analysis.batch import Batch, OptionValue
    from hoyle.analysis.rows import Rows

FORMAT = 1
"""The version of what is in a file of games; another means other columns, or others' meaning."""


class Kind(Enum):
    """What the values of a column are, and where they come from."""

    GAME = auto()  # its number in the batch
    SEED = auto()  # 64 bits, without a sign
    TRUTH = auto()
    SMALL = auto()  # a whole number of 32 bits
    LARGE = auto()  # a whole number of 64 bits
    WINNERS = auto()  # how many have won
    OPTION = auto()  # the same in every row


@dataclass(frozen=True, slots=True)
class Column:
    """A name, and the number of the row that it stands for."""

    name: str
    kind: Kind
    at: int = 0
    ended: bool = False  # whether it says how a game ended, and so nothing of one that was given up
    value: OptionValue = 0  # of an option


@dataclass(frozen=True, slots=True)
class Table:
    """What a file of games holds besides the games."""

    players: int
    actions: tuple[str, ...]
    options: Mapping[str, OptionValue]
    about: Mapping[str, Any]  # everything that the games follow from, but how many they are

    def metadata(self, games: int) -> dict[str, Any]:
        """What is said of all games together, in the order in which it is written."""
        return {**self.about, "games": games}

    @property
    def columns(self) -> tuple[Column, ...]:
        """All columns, in their order."""
        found = [
            Column("game", Kind.GAME),
            Column("seed", Kind.SEED, row.SEED),
            Column("finished", Kind.TRUTH, row.FINISHED),
            Column("decisions", Kind.SMALL, row.DECISIONS),
            Column("choices", Kind.LARGE, row.CHOICES),
            Column("rounds", Kind.SMALL, row.ROUNDS),
            Column("winners", Kind.WINNERS, ended=True),
        ]
        for seat in range(self.players):
            at = row.SEATS + row.A_SEAT * seat
            found += [
                Column(f"score_{seat}", Kind.SMALL, at + row.SCORE, ended=True),
                Column(f"rank_{seat}", Kind.SMALL, at + row.RANK, ended=True),
                Column(f"won_{seat}", Kind.TRUTH, at + row.WON, ended=True),
            ]
        first = row.actions_at(self.players)
        found += [Column(name, Kind.SMALL, first + number) for number, name in enumerate(self.actions)]
        found += [Column(f"option_{name}", Kind.OPTION, value=value) for name, value in self.options.items()]
        return tuple(found)

    def values(self, rows: Rows) -> Iterator[list[Any]]:
        """The values of each game, by the columns."""
        columns, width = self.columns, rows.width
        for number in range(len(rows)):
            words = rows.words[number * width : (number + 1) * width]
            finished = bool(words[row.FINISHED])
            yield [
                None if column.ended and not finished else self._value(column, rows.first + number, words)
                for column in columns
            ]

    def _value(self, column: Column, game: int, words: Sequence[int]) -> Any:
        match column.kind:
            case Kind.SMALL | Kind.LARGE:
                return words[column.at]
            case Kind.TRUTH:
                return bool(words[column.at])
            case Kind.GAME:
                return game
            case Kind.SEED:
                return words[column.at] & MASK
            case Kind.WINNERS:
                return sum(words[row.SEATS + row.WON : row.actions_at(self.players) : row.A_SEAT])
            case Kind.OPTION:
                return column.value


def table_of(game: Game, batch: Batch, version: str) -> Table:
    """The table of a batch's games."""
    options = {**game.options_for(batch.players), **batch.options}
    actions = game.actions(batch.players, dict(batch.options)).names
    return Table(
        batch.players,
        actions,
        options,
        {
            "format": FORMAT,
            "hoyle": version,
            "ruleset": game.id,
            "hash": game.hash,
            "players": batch.players,
            "teams": [list(team) for team in game.teams(batch.players)],
            "bots": list(batch.bots),
            "options": options,
            "seed": batch.seed,
            "max_decisions": batch.max_decisions,
            "actions": list(actions),
        },
    )
