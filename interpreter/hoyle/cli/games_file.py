"""`--out games.parquet`: one row a game, in a file that is written whole, and can be gone on with."""

from __future__ import annotations

import json
import os
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.cli.faults import UserFault, installed_version, need, reason

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hoyle import Game
    from hoyle.analysis.batch import Batch
    from hoyle.analysis.rows import Rows

ENDINGS = (".parquet", ".csv", ".jsonl")
"""How the name of a file ends that is to have a row for each game; any other has the figures."""


def is_games_file(path: str | None) -> bool:
    """Whether a file is to have a row for each game."""
    return path is not None and Path(path).suffix in ENDINGS


class GamesFile:
    """A file of games in the making, beside which those that are done are kept.

    Files without room for metadata have a file with it beside them.
    """

    def __init__(self, path: str, game: Game, batch: Batch, *, resume: bool) -> None:
        from hoyle.analysis.columns import table_of
        from hoyle.analysis.journal import Journal, JournalProblem
        from hoyle.cli.files import bytes_written_whole

        self.path = path
        self.ending = Path(path).suffix
        if self.ending == ".parquet":
            need("writing Parquet", "pyarrow", extra="analysis", otherwise="or write .csv or .jsonl")
        with bytes_written_whole(os.fspath(self._beside(".part.try"))):
            pass  # a place that cannot be written is found before the work is done
        self._beside(".part.try").unlink(missing_ok=True)
        self.table = table_of(game, batch, installed_version())
        try:
            self.journal = Journal(
                self._beside(".part"),
                self.table.about,
                batch.players,
                len(self.table.actions),
                resume=resume,
            )
        except JournalProblem as problem:
            raise UserFault(problem.message, problem.help) from None
        except OSError as error:
            raise UserFault(f"cannot write {path}.part: {reason(error)}", "choose another place") from None

    def _beside(self, ending: str) -> Path:
        return Path(os.path.realpath(self.path) + ending)

    def finish(self, games: int) -> None:
        """Writes the file with so many games, and gives up what was kept for it."""
        from hoyle.analysis.table_files import WRITERS
        from hoyle.cli.files import bytes_written_whole, written_whole

        with bytes_written_whole(self.path) as file:
            WRITERS[self.ending](file, self.table, self._first(games), games)
            if self.ending != ".parquet":
                with written_whole(f"{self.path}.meta.json") as text:
                    text.write(json.dumps(self.table.metadata(games), ensure_ascii=False, indent=1) + "\n")
        self.journal.remove()

    def _first(self, games: int) -> Iterator[Rows]:
        for rows in takewhile(lambda one: one.first < games, self.journal):
            yield rows.part(rows.first, min(games, rows.first + len(rows)))

    def kept(self) -> str:
        """What is told of an interrupted run."""
        return f"they are kept in {self.path}.part, and the same command with --resume goes on"
