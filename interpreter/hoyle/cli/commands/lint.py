"""`hoyle lint`: finds what is wrong in rulesets."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hoyle.cli.arguments import at_least
from hoyle.cli.faults import FINDINGS, OK, UserFault
from hoyle.cli.rulesets import is_scenarios, located_all
from hoyle.diagnostics.render import FORMATS
from hoyle.terminal import coloured
from hoyle.wording import counted

if TYPE_CHECKING:
    import argparse

    from hoyle.checkup.checkup import CheckupResult
    from hoyle.diagnostics.model import Diagnostic, SourceFile

EXAMPLE = """\
examples:
  hoyle lint my-game.yaml
  hoyle lint if-zero-stop my-games/ --format concise
  hoyle lint my-game.yaml --select H7 --ignore unused-rule
  hoyle lint my-game.yaml --play --trace-dir traces

CODE is a number, the beginning of one, or a name; several are separated by commas. A comment
`# hoyle: allow CODE reason` on a line, or alone above it, allows a warning or a hint there.

exit status: 0 clean or hints alone, 1 findings, 2 wrong usage, 3 internal error"""

PLAYED = "H8"  # the codes that only playing finds


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    add = parser.add_argument
    add("rulesets", nargs="+", metavar="FILE", help="a ruleset's file, a bundled id, or a folder of rulesets")
    add(
        "--format",
        choices=list(FORMATS),
        default="full",
        help="full (default): with the source lines; concise: a line each; the others: for programs",
    )
    add("--select", action="append", default=[], metavar="CODE", help="show only these findings")
    add("--ignore", action="append", default=[], metavar="CODE", help="leave these findings out")
    add(
        "--play",
        action="store_true",
        help="also play games with every number of players and the values of every option",
    )
    add("--games", type=at_least(1), metavar="N", help="with --play: games for each setting (default: 2)")
    add("--trace-dir", metavar="D", help="with --play: write a trace for what goes wrong in play there")


def execute(arguments: argparse.Namespace) -> int:
    from typing import get_args

    from hoyle.diagnostics.model import Severity
    from hoyle.lint.suppression import selected, without_allowed

    if not arguments.play and (arguments.games or arguments.trace_dir):
        raise UserFault("--games and --trace-dir are for --play", "add --play, or leave them out")
    select, ignore = _patterns(arguments.select), _patterns(arguments.ignore)
    targets = [target for word in arguments.rulesets for target in located_all(word)]
    linting = Linting(arguments)
    for target in targets:
        linting.look_at(target)
    left = without_allowed(linting.found.values(), linting.files, () if arguments.play else (PLAYED,))
    gravity = get_args(Severity)
    # Errors come first, so that none is overlooked among warnings and hints.
    shown = sorted(selected(left, select, ignore), key=lambda finding: gravity.index(finding.code.severity))
    if arguments.format == "full" and not shown:
        played = f" in {counted(linting.games, 'game')}" if arguments.play else ""
        print(f"{targets[0] if len(targets) == 1 else f'{len(targets)} rulesets'}: nothing found{played}")
    else:
        print(FORMATS[arguments.format](shown, coloured(sys.stdout)), end="")
    if arguments.format in ("full", "concise"):
        for note in linting.notes:
            print(note)
    return FINDINGS if any(finding.code.severity != "hint" for finding in shown) else OK


class Linting:
    """What is found in one file after the other."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.found: dict[tuple[object, ...], Diagnostic] = {}
        self.files: list[SourceFile] = []
        self.games = 0
        self.notes: list[str] = []  # for people, beside what is found

    def look_at(self, target: str) -> None:
        for diagnostic in self._scenarios(target) if is_scenarios(target) else self._ruleset(target):
            # a base's findings come up again in each of its variants
            self.found.setdefault((*diagnostic.sort_key, diagnostic.message), diagnostic)

    def _scenarios(self, target: str) -> list[Diagnostic]:
        from hoyle.scenarios.check import file_findings

        return file_findings(target)

    def _ruleset(self, target: str) -> list[Diagnostic]:
        from hoyle.pipeline import open_ruleset

        work = open_ruleset(target)
        self.files.append(work.file)
        if work.note:
            self.notes.append(f"{target}: {work.note}")
        from hoyle.scenarios.check import scenario_findings

        found = [*work.findings.sorted, *scenario_findings(work)]
        if self.arguments.play and work.program is not None and not work.findings.has_errors:
            from hoyle.checkup.checkup import GAMES, check_up

            folder = self.arguments.trace_dir
            checked = check_up(work, target, self.arguments.games or GAMES, folder)
            _write(checked, folder)
            self.games += checked.games
            found += checked.findings
        return found


def _patterns(words: list[str]) -> list[str]:
    from hoyle.lint.suppression import unknown_patterns

    patterns = [part.strip() for word in words for part in word.split(",") if part.strip()]
    if words and not patterns:
        raise UserFault(f"there is no code in `{words[0]}`", "write codes, as in H401,unused-rule")
    for pattern, meant in unknown_patterns(patterns):
        help = f"did you mean `{meant}`?" if meant else "`hoyle explain` lists all codes"
        raise UserFault(f"there is no finding called `{pattern}`", help)
    return patterns


def _write(checked: CheckupResult, folder: str | None) -> None:
    """Writes the traces of a check-up."""
    if folder is None or not checked.traces:
        return
    from pathlib import Path

    from hoyle.cli.files import written_whole

    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserFault(f"cannot write to {folder}: {error.strerror}", "choose another folder") from None
    for name, text in checked.traces.items():
        with written_whole(str(Path(folder) / name)) as stream:
            stream.write(text)
