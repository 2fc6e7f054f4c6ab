"""`hoyle lsp`: answers an editor while a ruleset is being written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.cli.faults import OK, UserFault, need

if TYPE_CHECKING:
    import argparse

FAILED = 1  # what the protocol asks for if an editor leaves without a word

EXAMPLE = """\
examples:
  hoyle lsp          an editor starts it so, for YAML files

It speaks the Language Server Protocol over standard input and output: findings while typing, hover,
completion, go to definition, references, rename and an outline."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("--stdio", action="store_true", help="as always: some editors say so")


def execute(arguments: argparse.Namespace) -> int:
    need("the language server", "pygls", "lsprotocol", extra="lsp")

    import signal

    from hoyle.lsp.server import serve

    # it writes no files, and its thread that waits for the editor can't be ended in any other way
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if not serve():
        raise UserFault("the editor left without saying `shutdown` and `exit`", None, FAILED)
    return OK
