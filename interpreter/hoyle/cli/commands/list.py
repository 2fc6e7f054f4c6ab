"""`hoyle list`: shows the bundled rulesets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.cli.faults import OK

if TYPE_CHECKING:
    import argparse

    from hoyle.bundled import Description

EXAMPLE = """\
examples:
  hoyle list
  hoyle list --json

A ruleset of this list is meant by its id; one of your own by the path of its file."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("--json", action="store_true", help="print a JSON list instead of a table")


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.bundled import descriptions

    print(_json(descriptions()) if arguments.json else _table(descriptions()))
    return OK


def _json(found: list[Description]) -> str:
    import json
    from dataclasses import asdict

    return json.dumps([asdict(one) for one in found], ensure_ascii=False, indent=1)


def _table(found: list[Description]) -> str:
    from hoyle.tables import aligned

    rows = [("id", "players", "title")]
    for one in found:
        title = f"{one.title} (variant of {one.extends})" if one.extends else one.title
        rows.append((one.id, one.players, title))
    return "\n".join(aligned(rows))
