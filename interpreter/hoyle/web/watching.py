"""The author's mode: lints rulesets whenever they are saved, and brings tables up to date."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import hoyle
from hoyle.diagnostics.render import render_json
from hoyle.pipeline import open_ruleset
from hoyle.web.hall import Hall, Served, load

if TYPE_CHECKING:
    from hoyle.pipeline import Work

EVERY = 0.4  # seconds between two looks

STALE = "the file has errors: the game goes on by the rules as they were before"


class Watcher:
    """Watches the files that the served rulesets are read from."""

    def __init__(self, every: float = EVERY) -> None:
        self.every = every
        self._task: asyncio.Task[None] | None = None

    def begin(self, hall: Hall) -> None:
        self._task = asyncio.get_running_loop().create_task(self._watch(hall))

    def end(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _watch(self, hall: Hall) -> None:
        seen: dict[str, tuple[list[str], Any]] = {}  # files and what they looked like before they were read
        while True:
            for id, served in list(hall.served.items()):
                files, stamp = seen.get(id, ([served.source], None))
                now = stamp_of(files)
                if now != stamp:
                    found, findings, new = await asyncio.to_thread(looked_at, served)
                    # Other files than before: whether they were written meanwhile, another look will tell.
                    seen[id] = (found, now if found == files else None)
                    await take_in(hall, served, findings, new)
            await asyncio.sleep(self.every)


async def take_in(
    hall: Hall, served: Served, findings: tuple[dict[str, Any], ...], new: Served | None
) -> None:
    """Shows the findings; a ruleset without errors takes the place of the one before."""
    if new is not None and new.game.id == served.game.id and new.game.hash != served.game.hash:
        await hall.changed_rules(replace(new, findings=findings))
        return
    hall.served[served.game.id] = replace(served, findings=findings)
    for table in hall.tables.values():
        if table.record.ruleset == served.game.id:
            wrong = any(finding["severity"] == "error" for finding in findings)
            if wrong or table.notice == STALE:
                table.notice = STALE if wrong else None
            table.changed()


def stamp_of(files: list[str]) -> tuple[Any, ...]:
    """What changes when one of the files is written."""
    found = []
    for file in files:
        try:
            status = Path(file).stat()
            found.append((status.st_mtime_ns, status.st_size))
        except OSError:  # being replaced, perhaps
            found.append((0, 0))
    return tuple(found)


def looked_at(served: Served) -> tuple[list[str], tuple[dict[str, Any], ...], Served | None]:
    """The files of a ruleset, what the linter finds in them, and the game if it has no errors."""
    work = open_ruleset(served.source)
    findings = tuple(json.loads(render_json(work.findings.sorted)))
    files = _files(work) or [served.source]
    if work.program is None or work.findings.has_errors:
        return files, findings, None
    try:
        return files, findings, load(served.source)
    except hoyle.RulesetError:  # written again in the meantime
        return files, findings, None


def _files(work: Work) -> list[str]:
    named = [file.name for file in work.document.files] if work.document is not None else []
    return [*named, *(str(path) for path in sorted(work.sought))]
