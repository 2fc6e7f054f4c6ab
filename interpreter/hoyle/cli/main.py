"""Finds the command that is asked for, runs it, and turns every fault into a message and a status.

This module is all that `hoyle --help` loads besides argparse, so it imports next to nothing up front,
and only the parser of the command in use is filled in.
"""

from __future__ import annotations

import argparse
import gc
import sys

from hoyle.cli.streams import cleaned

TYPE_CHECKING = False  # as in typing, which takes a third of the time of `hoyle --help` to import
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import NoReturn, Protocol, TextIO, TypedDict

    class Command(Protocol):
        """What a module in `commands` offers."""

        configure: Callable[[argparse.ArgumentParser], None]
        execute: Callable[[argparse.Namespace], int]

    class Look(TypedDict):
        formatter_class: type[argparse.HelpFormatter]
        allow_abbrev: bool


# A command is a line here and the module of its name in `commands`.
COMMANDS = {
    "list": "show the bundled rulesets",
    "lint": "find what is wrong in rulesets",
    "run": "play games headlessly and show the figures",
    "tournament": "let bots play against each other and say who is better",
    "weigh": "say what the parts of a ruleset are worth",
    "depth": "say whether skill pays, and how long a game stays open",
    "report": "write a page with charts about how a ruleset plays",
    "play": "play a game at the terminal",
    "serve": "open tables in the browser, for people and bots",
    "replay": "play the games of a trace again and compare",
    "test": "run the scenarios of rulesets",
    "show": "show the rules as a person reads them",
    "diff": "show what a variant changes",
    "new": "begin a ruleset that lints and plays as it is",
    "fmt": "bring rulesets into the one canonical layout",
    "doctor": "say what Hoyle can do on this machine, and why not more",
    "cache": "show or clear the compiled games that are kept",
    "explain": "say why a finding matters, with examples",
    "lsp": "answer an editor while a ruleset is being written",
}

ABOUT = "Runs tabletop games that are written as data."
EXAMPLE = """\
examples:
  hoyle list
  hoyle lint my-game.yaml
  hoyle run if-zero-stop --players 4 --games 1000 --seed 1

`hoyle COMMAND --help` tells more about a command."""

# of every parser
LOOK: Look = {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False}


class Parser(argparse.ArgumentParser):
    """A parser whose errors say where to look instead of printing the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n  help: see `{self.prog} --help`\n")


class ShowVersion(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from hoyle.cli.faults import installed_version

        print(f"hoyle {installed_version()}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Carry out a command line and return its exit status; without one, this process's, and then it ends."""
    own = argv is None
    gc.set_threshold(50_000, 20, 20)  # hardly anything dies in rings: looking for it is 6 % of `hoyle lint`
    arguments = list(sys.argv[1:] if argv is None else argv)
    open_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a character that the terminal lacks is no reason to fail
            stream.reconfigure(errors="replace")
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = cleaned(sys.stdout), cleaned(sys.stderr)
    try:
        status = settle(lambda: carry_out(arguments, own), arguments)
        status = settle(lambda: last_flush(status), arguments)
    finally:
        sys.stdout, sys.stderr = before
    if own:
        from hoyle.signals import end_process

        end_process(status)
    return status


def settle(work: Callable[[], int], arguments: list[str]) -> int:
    """Do some work to its end, whatever end that is, and return its status."""
    try:
        status = work()
        sys.stdout.flush()
    except SystemExit as stop:  # argparse has had its say, or a signal
        status = stop.code if isinstance(stop.code, int) else 0
    except BrokenPipeError:
        status = 141
    except KeyboardInterrupt as stop:
        status = tell(f"hoyle: {str(stop) or 'interrupted'}", 130)
    except Exception as error:
        status = report(error, arguments)
    return status


def last_flush(status: int) -> int:
    """Write out what is not yet, where that can be done."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:  # told already
            close_output(stream)
    return status


def open_streams() -> None:
    """Put nothing in the place of streams that are closed, so that no file that is opened gets in there."""
    import os

    for name in ("stdin", "stdout", "stderr"):  # in the order of their numbers, which they get back so
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), "r" if name == "stdin" else "w"))


def carry_out(arguments: list[str], last: bool) -> int:
    """Parse the words and run the command they name; `last` if nothing comes after it in this process."""
    wanted = next((word for word in arguments if not word.startswith("-")), None)
    if wanted is not None and wanted not in COMMANDS:
        from hoyle.cli.faults import UserFault, one_of

        raise UserFault(f"there is no command `{wanted}`", one_of(wanted, list(COMMANDS), "commands"))
    command = load_command(wanted) if wanted is not None else None
    if wanted is not None and "--version" not in arguments:  # a command's options may stand before it
        at = arguments.index(wanted)
        arguments = [wanted, *arguments[:at], *arguments[at + 1 :]]
    parser, own = parsers(wanted, command)
    parsed, unknown = parser.parse_known_args(arguments)
    more = getattr(parsed, "rulesets", None)
    if isinstance(more, list):  # argparse takes no files behind an option if there were some before it
        more += [word for word in unknown if not word.startswith("-")]
        unknown = [word for word in unknown if word.startswith("-")]
    if unknown:
        own.error(f"unknown arguments: {' '.join(unknown)}")
    if command is None:
        parser.print_help()
        return 2
    if last:  # otherwise signals are whoever's who calls
        from hoyle.signals import leave_when_told

        leave_when_told()
    return command.execute(parsed)


def parsers(
    wanted: str | None, command: Command | None
) -> tuple[argparse.ArgumentParser, argparse.ArgumentParser]:
    """The parser of the whole line, and that of the command in use."""
    whole = in_use = Parser(prog="hoyle", description=ABOUT, epilog=EXAMPLE, **LOOK)
    whole.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and exit")
    below = whole.add_subparsers(title="commands", metavar="COMMAND", dest="command")
    for name, summary in COMMANDS.items():
        own = below.add_parser(name, help=summary, description=f"{summary[0].upper()}{summary[1:]}.", **LOOK)
        if name == wanted and command is not None:
            own.register("type", None, filled)
            command.configure(own)
            in_use = own
    return whole, in_use


def filled(word: str) -> str:
    """A word as it is; an empty one, as a script's unset variable leaves it, means nothing."""
    if not word:
        raise argparse.ArgumentTypeError("must not be empty")
    return word


def load_command(name: str) -> Command:
    """The module of a command."""
    from importlib import import_module
    from typing import cast

    return cast("Command", import_module(f"hoyle.cli.commands.{name}"))


def report(error: Exception, arguments: list[str]) -> int:
    """Tell what went wrong, and whose fault it is, and return the exit status."""
    from hoyle.cli.faults import INTERNAL, describe_internal_error, describe_user_fault

    fault = describe_user_fault(error)
    if fault is not None:
        return tell(*fault)
    return tell(describe_internal_error(error, arguments), INTERNAL)


def tell(message: str, status: int) -> int:
    """Print a message if anybody listens, and return the status that it comes with."""
    from contextlib import suppress

    with suppress(OSError):  # the status tells it too
        print(message, file=sys.stderr)
    return status


def close_output(stream: TextIO) -> None:
    """Stop writing to where nothing can be written, so that Python's own last flush can't fail either."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
