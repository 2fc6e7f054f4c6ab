"""`hoyle explain`: says why a finding matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.cli.faults import OK, UserFault

if TYPE_CHECKING:
    import argparse

EXAMPLE = """\
examples:
  hoyle explain H401
  hoyle explain unknown-name
  hoyle explain H4           a whole family
  hoyle explain              all codes"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("code", nargs="?", metavar="CODE", help="a code, the beginning of one, or a name")


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.diagnostics.catalogue import all_codes
    from hoyle.diagnostics.explain import explanation, matching, overview, suggestion

    if arguments.code is None:
        print(overview(all_codes()), end="")
        return OK
    codes = matching(arguments.code)
    if not codes:
        near = suggestion(arguments.code)
        help = f"did you mean `{near}`?" if near else "`hoyle explain` lists all codes"
        raise UserFault(f"there is no finding called `{arguments.code}`", help)
    whole = all(arguments.code.upper() == code.id or arguments.code.lower() == code.name for code in codes)
    print("\n".join(explanation(code) for code in codes) if whole else overview(codes), end="")
    return OK
