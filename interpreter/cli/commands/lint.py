"""`hoyle lint`: finds what is wrong in rulesets."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from interpreter.cli.faults import FINDINGS, OK
from interpreter.cli.rulesets import located_all
from interpreter.cli.terminal import coloured
from interpreter.diagnostics.render import FORMATS

if TYPE_CHECKING:
    import argparse

    from interpreter.diagnostics.model import Diagnostic

EXAMPLE = """\
examples:
  hoyle lint my-game.yaml
  hoyle lint if-zero-stop my-games/ --format concise

exit status: 0 clean, 1 findings, 2 wrong usage, 3 internal error"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument(
        "rulesets", nargs="+", metavar="FILE", help="a ruleset's file, a bundled id, or a folder of rulesets"
    )
    parser.add_argument(
        "--format",
        choices=list(FORMATS),
        default="full",
        help="full (default): with the source lines; concise: a line each; json: for programs",
    )


def execute(arguments: argparse.Namespace) -> int:
    targets = [target for word in arguments.rulesets for target in located_all(word)]

    from interpreter.pipeline import lint

    found: dict[tuple[object, ...], Diagnostic] = {}
    for target in targets:
        for diagnostic in lint(target):  # a base's findings come up again in each of its variants
            found.setdefault((*diagnostic.sort_key, diagnostic.message), diagnostic)
    if arguments.format == "full" and not found:
        print(f"{targets[0] if len(targets) == 1 else f'{len(targets)} rulesets'}: nothing found")
    else:
        print(FORMATS[arguments.format](list(found.values()), coloured(sys.stdout)), end="")
    return FINDINGS if found else OK
