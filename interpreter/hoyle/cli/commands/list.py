"""`hoyle list`: shows the bundled rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.cli.faults import OK

if TYPE_CHECKING:
    import argparse

    from hoyle.cli.catalogue import Entry

EXAMPLE = """\
examples:
  hoyle list
  hoyle list --json

A ruleset of this list is meant by its id; one of your own by the path of its file."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("--json", action="store_true", help="print a JSON list instead of a table")


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.catalogue import entries

    print(_json(entries()) if arguments.json else _table(entries()))
    return OK


def _json(found: list[Entry]) -> str:
    import json
    from dataclasses import asdict

    return json.dumps([asdict(entry) for entry in found], ensure_ascii=False, indent=1)


def _table(found: list[Entry]) -> str:
    rows = [("id", "players", "title")]
    for entry in found:
        title = f"{entry.title} (variant of {entry.extends})" if entry.extends else entry.title
        rows.append((entry.id, entry.players, title))
    widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
    return "\n".join(f"{id:{widths[0]}}  {players:{widths[1]}}  {title}" for id, players, title in rows)
