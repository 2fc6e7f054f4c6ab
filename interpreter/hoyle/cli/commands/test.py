"""`hoyle test`: runs the scenarios of rulesets."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from hoyle.cli.arguments import at_least
from hoyle.cli.faults import FINDINGS, OK, UserFault, one_of
from hoyle.cli.rulesets import located_all
from hoyle.terminal import coloured

if TYPE_CHECKING:
    import argparse

    from hoyle.scenarios.report import Tests
    from hoyle.scenarios.suite import Tested

EXAMPLE = """\
examples:
  hoyle test my-game.yaml
  hoyle test if-zero-stop -k minus
  hoyle test my-game.yaml --coverage=lines
  hoyle test my-game.yaml --coverage --games 100

Scenarios stand in the ruleset, or beside it in NAME.scenarios.yaml. A variant is also tested by those of
its base; one that no longer holds is written anew under the same name, or set `off`.

exit status: 0 all passed, 1 some failed, 2 wrong usage, 3 internal error"""

COVERAGE = ("table", "lines")  # how it is shown


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    add = parser.add_argument
    add(
        "rulesets",
        nargs="*",
        metavar="FILE",
        help="a ruleset's file, a bundled id, a file of scenarios, or a folder (default: this folder)",
    )
    add("-k", metavar="WORD", help="only scenarios whose names hold the word")
    add(
        "--format",
        choices=["full", "json", "junit"],
        default="full",
        help="full (default): with the source lines; json: for programs; junit: for CI systems",
    )
    add(
        "--coverage",
        nargs="?",
        const=COVERAGE[0],
        metavar="{table,lines}",
        help="show which rules, choices and branches were exercised: as a table, or on the lines of the YAML",
    )
    add(
        "--games",
        type=at_least(1),
        metavar="N",
        help="with --coverage: measure N random games instead of the scenarios",
    )


def execute(arguments: argparse.Namespace) -> int:
    _tell_apart(arguments)
    if arguments.games and not arguments.coverage:
        raise UserFault("--games is for --coverage", "add --coverage, or use `hoyle run` to play games")
    if arguments.coverage and arguments.format == "junit":
        raise UserFault("JUnit has no place for coverage", "use --format full or json")
    sources = [source for word in arguments.rulesets or ["."] for source in located_all(word)]

    from hoyle.scenarios import report

    tests = [_tested(source, arguments) for source in sources]
    if arguments.k and not any(one.results or one.faults for one in tests):
        raise UserFault(f"-k {arguments.k}: no scenario has that in its name", "leave -k out to run all")
    if sys.stderr.isatty():
        print(file=sys.stderr)
    if arguments.format == "json":
        text = report.as_json_text(tests)
    elif arguments.format == "junit":
        text = report.as_junit(tests)
    else:
        text = report.as_text(tests, coloured(sys.stdout), arguments.coverage)
    print(text, end="")
    return OK if report.passed(tests) else FINDINGS


def _tell_apart(arguments: argparse.Namespace) -> None:
    """In `--coverage my-game.yaml` the word is a ruleset, not a way to show the coverage."""
    word = arguments.coverage
    if word is None or word in COVERAGE:
        return
    from pathlib import Path

    from hoyle.bundled import bundled

    if not Path(word).exists() and word not in bundled() and not word.endswith((".yaml", ".yml")):
        raise UserFault(
            f"--coverage {word}: that is neither a file nor a way to show it",
            one_of(word, list(COVERAGE), "ways"),
        )
    arguments.rulesets = [word, *arguments.rulesets]
    arguments.coverage = COVERAGE[0]


def _tested(source: str, arguments: argparse.Namespace) -> Tests:
    import hoyle
    from hoyle.scenarios.report import Tests
    from hoyle.scenarios.suite import suite_of

    try:
        suite = suite_of(source)
    except hoyle.RulesetError as error:
        return Tests(source, faults=error.diagnostics)
    watched = bool(arguments.coverage) and not arguments.games
    results = suite.run(watched, arguments.k or "", _dot if sys.stderr.isatty() else None)
    coverage = suite.coverage
    if arguments.games:
        from hoyle.coverage.watch import of_random_games

        assert suite.work.program is not None
        coverage = of_random_games(suite.work.program, arguments.games, programs=suite.work.family)
    return Tests(source, suite, results, coverage=coverage)


def _dot(tested: Tested) -> None:
    print("." if tested.outcome.passed else "F", end="", file=sys.stderr, flush=True)
