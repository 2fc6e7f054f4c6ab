"""`hoyle show`: shows the rules as a person reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.cli.faults import OK, UserFault
from hoyle.cli.streams import harmless

if TYPE_CHECKING:
    import argparse

EXAMPLE = """\
examples:
  hoyle show if-zero-stop
  hoyle show stop ST-3
  hoyle show stop "jumps in"
  hoyle show my-game.yaml --format markdown > rules.md

Of a variant it also says what comes from which ruleset."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("ruleset", metavar="RULESET", help="a bundled id (see `hoyle list`) or a path")
    parser.add_argument(
        "words",
        metavar="WORDS",
        nargs="*",
        help="only the point of the rulebook with this id, or those with these words in them",
    )
    parser.add_argument(
        "--format", choices=["text", "markdown"], default="text", help="how to write it (default: text)"
    )


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located
    from hoyle.page import as_markdown, as_text
    from hoyle.pipeline import open_sound
    from hoyle.show.ruleset import show
    from hoyle.stack import with_room

    if arguments.words:
        return _points(located(arguments.ruleset), " ".join(arguments.words))
    page = with_room(show, open_sound(located(arguments.ruleset)))
    print((as_markdown if arguments.format == "markdown" else as_text)(page), end="")
    return OK


def _points(source: str, words: str) -> int:
    """Prints some points of the rulebook, each a paragraph."""
    from textwrap import fill

    from hoyle.pipeline import open_sound
    from hoyle.show.rulebook import rulebook

    found = rulebook(open_sound(source)).holding(words)
    if not found:
        raise UserFault(
            f"no point of the rulebook has `{words}`", "`hoyle show RULESET` shows them all, at the end"
        )
    for point in found:
        print(harmless(fill(point, 100, subsequent_indent="  ")))
    return OK
