"""`hoyle new`: begins a ruleset that lints and plays as it is."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.cli.faults import OK, UserFault

if TYPE_CHECKING:
    import argparse

EXAMPLE = """\
examples:
  hoyle new my-game
  hoyle new my-stop --extends stop --dir games

NAME is the id of the ruleset, in kebab-case; its file is NAME.yaml. A file that exists is never touched."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("name", metavar="NAME", help="the id of the new ruleset, such as my-game")
    parser.add_argument("--extends", metavar="BASE", help="make it a variant of a bundled id or of a file")
    parser.add_argument("--dir", default=".", metavar="D", help="the folder to write to (default: this one)")


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.files import written_whole
    from hoyle.cli.rulesets import located
    from hoyle.diagnostics.model import SourceFile
    from hoyle.new.ruleset import extends_of, game_text, variant_text
    from hoyle.pipeline import open_sound, run

    name, folder = arguments.name, Path(arguments.dir)
    target = _target(name, folder)
    if arguments.extends is None:
        text = game_text(name, folder)
    else:
        base = open_sound(located(arguments.extends))
        text = variant_text(name, base, extends_of(arguments.extends, folder), folder)
    made = run(SourceFile(str(target), text))
    assert not made.findings.has_errors, made.findings.sorted
    with written_whole(str(target), new=True) as stream:
        stream.write(text)
    print(f"wrote {target}")
    print(f"  next: hoyle lint {target}")
    return OK


def _target(name: str, folder: Path) -> Path:
    """The file of a new ruleset, if there can be one of that name there."""
    from hoyle.bundled import bundled
    from hoyle.new.ruleset import id_like, is_id

    if not is_id(name):
        near = id_like(name)
        help = f"did you mean `{near}`?" if near else "an id is small letters, digits and single hyphens"
        raise UserFault(f"`{name}` cannot be the id of a ruleset", help)
    if name in bundled():
        raise UserFault(f"`{name}` is a bundled ruleset", f"choose another name, such as `my-{name}`")
    if not folder.is_dir():
        raise UserFault(f"there is no folder {folder}", "create it, or choose another with --dir")
    target = folder / f"{name}.yaml"
    if os.path.lexists(target):  # also a link that leads nowhere
        raise UserFault(f"{target} exists already", "choose another name, or delete that file first")
    return target
