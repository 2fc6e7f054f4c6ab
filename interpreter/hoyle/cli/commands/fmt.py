"""`hoyle fmt`: brings rulesets into the one canonical layout."""

from __future__ import annotations

import sys
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.cli.faults import FINDINGS, OK, UserFault
from hoyle.terminal import coloured

if TYPE_CHECKING:
    import argparse

    from hoyle.diagnostics.model import Diagnostic

EXAMPLE = """\
examples:
  hoyle fmt my-game.yaml
  hoyle fmt my-games/ --check
  hoyle fmt my-game.yaml --diff

Keys come in their order, blocks of the action language are indented by two, and comments stay as they are.
What a ruleset means never changes.

exit status: 0 all is laid out, 1 a file is no YAML or (with --check or --diff) would change, 2 wrong usage"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("files", nargs="+", metavar="FILE", help="a ruleset's file, or a folder of rulesets")
    parser.add_argument("--check", action="store_true", help="only say which files would change")
    parser.add_argument("--diff", action="store_true", help="only show what would change")


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.diagnostics.model import RulesetError
    from hoyle.diagnostics.render import render_full

    paths = [path for word in arguments.files for path in _files(word)]
    writes = not (arguments.check or arguments.diff)
    faults: list[Diagnostic] = []
    changed = 0
    for path in paths:
        try:
            changed += _lay_out(path, writes, arguments.diff)
        except RulesetError as error:
            faults += error.diagnostics
    if faults:
        print(render_full(faults, coloured(sys.stderr)), end="", file=sys.stderr)
    if not changed and not faults and not arguments.diff:
        print(f"{paths[0] if len(paths) == 1 else f'{len(paths)} files'}: nothing to lay out")
    return FINDINGS if faults or (changed and not writes) else OK


def _lay_out(path: str, writes: bool, shows: bool) -> bool:
    """Lays a file out, or says how it would be; whether there was anything to change."""
    from hoyle.cli.files import written_whole
    from hoyle.fmt.file import formatted, open_file

    file = open_file(path)
    text = formatted(file)
    if text == file.text:
        return False
    if shows:
        before, after = file.text.splitlines(), text.splitlines()
        print("\n".join(unified_diff(before, after, path, path, lineterm="")))
    if writes:
        with written_whole(path) as stream:
            stream.write(text)
    if not shows:
        print(f"{'laid out' if writes else 'would lay out'} {path}")
    return True


def _files(word: str) -> list[str]:
    """The files that a word means; bundled rulesets are not ours to change by their id."""
    from hoyle.bundled import bundled
    from hoyle.cli.rulesets import is_folder, located, located_all

    if is_folder(word):
        return located_all(word)
    if word in bundled() and not Path(word).is_file():
        raise UserFault(f"`{word}` is a bundled ruleset", "give the path of a file")
    return [located(word)]
