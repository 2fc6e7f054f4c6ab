"""`hoyle diff`: shows what a variant changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli.faults import OK

if TYPE_CHECKING:
    import argparse

EXAMPLE = """\
examples:
  hoyle diff stop stop-short-evening
  hoyle diff if-zero-stop my-variant.yaml --format markdown"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("base", metavar="BASE", help="a bundled id (see `hoyle list`) or a path")
    parser.add_argument("variant", metavar="VARIANT", help="what to compare with it: another id or path")
    parser.add_argument(
        "--format", choices=["text", "markdown"], default="text", help="how to write it (default: text)"
    )


def execute(arguments: argparse.Namespace) -> int:
    from interpreter.authoring.compare import compare
    from interpreter.authoring.opening import opened
    from interpreter.authoring.page import as_markdown, as_text
    from interpreter.cli.rulesets import located

    base, variant = located(arguments.base), located(arguments.variant)
    page = compare(opened(base), opened(variant))
    print((as_markdown if arguments.format == "markdown" else as_text)(page), end="")
    return OK
