"""`hoyle show`: shows the rules as a person reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.cli.faults import OK

if TYPE_CHECKING:
    import argparse

EXAMPLE = """\
examples:
  hoyle show if-zero-stop
  hoyle show my-game.yaml --format markdown > rules.md

Of a variant it also says what comes from which ruleset."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("ruleset", metavar="RULESET", help="a bundled id (see `hoyle list`) or a path")
    parser.add_argument(
        "--format", choices=["text", "markdown"], default="text", help="how to write it (default: text)"
    )


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located
    from hoyle.page import as_markdown, as_text
    from hoyle.pipeline import open_sound
    from hoyle.show.ruleset import show
    from hoyle.stack import with_room

    page = with_room(show, open_sound(located(arguments.ruleset)))
    print((as_markdown if arguments.format == "markdown" else as_text)(page), end="")
    return OK
