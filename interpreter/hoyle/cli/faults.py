"""Exit statuses, and how faults of the user's and of ours are told apart and told."""

from __future__ import annotations

import importlib.util

OK = 0
FINDINGS = 1  # a ruleset is at fault
USAGE = 2  # the command is at fault
INTERNAL = 3  # Hoyle is at fault
INTERRUPTED = 130
BROKEN_PIPE = 141


class UserFault(Exception):
    """A command can't be carried out, and it isn't our fault: what is wrong, and what to do."""

    def __init__(self, message: str, help: str | None = None, status: int = USAGE) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.status = status


def reason(error: OSError | ValueError) -> str:
    """Why the system can't do something with a file, without the name of the file."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def one_of(word: str, names: list[str], what: str) -> str:
    """The help line for a word that is none of the names: the closest one, or all of them.

    >>> one_of("rnadom", ["first", "random"], "bots")
    'did you mean `random`? bots: first, random'
    """
    from hoyle.diagnostics.suggest import did_you_mean

    suggestion = did_you_mean(word, names)
    known = f"{what}: {', '.join(names)}"
    return f"{suggestion} {known}" if suggestion else known


def need(what: str, *modules: str, extra: str, otherwise: str = "") -> None:
    """Refuses what needs libraries that are not installed."""
    missing = [module for module in modules if importlib.util.find_spec(module) is None]
    if missing:
        from hoyle.wording import listed

        help = f"run `pip install 'hoyle[{extra}]'`" + (f", {otherwise}" if otherwise else "")
        verb = "is" if len(missing) == 1 else "are"
        raise UserFault(f"{what} needs {listed(missing)}, which {verb} not installed", help)


def describe_user_fault(error: Exception) -> tuple[str, int] | None:
    """What to print and the exit status for a fault that isn't ours, or None if it is."""
    import hoyle
    from hoyle.bots.registry import BadBot

    match error:
        case UserFault():
            return _paragraph(error.message, error.help), error.status
        case hoyle.RulesetError():
            return _findings(error), FINDINGS
        case BadBot():
            return _paragraph(error.message, error.help), FINDINGS
        case hoyle.StartError():
            return _paragraph(str(error)), USAGE
        case hoyle.PlayError():
            return _paragraph(str(error)), FINDINGS
        case OSError():
            return _refused(error)
        case _:
            return None


def _refused(error: OSError) -> tuple[str, int] | None:
    """What to say if the system refuses something, and not Hoyle."""
    import errno

    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF):
        return _paragraph(f"cannot write: {error.strerror}", "make room, or write elsewhere"), USAGE
    if error.filename is not None:
        message = f"cannot use {error.filename}: {reason(error)}"
        return _paragraph(message, "check the name and the folder"), USAGE
    return None


def describe_internal_error(error: Exception, arguments: list[str]) -> str:
    """The report of an error that Hoyle itself has made."""
    import os
    import platform
    import traceback
    from pathlib import Path

    if os.environ.get("HOYLE_TRACEBACK"):
        traceback.print_exception(error)
    root = Path(__file__).resolve().parents[2]
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(root / "hoyle")]
    lines = [
        "hoyle: internal error: this is a bug in Hoyle, not in your ruleset or your command",
        f"  {traceback.format_exception_only(error)[-1].strip()}",
    ]
    for frame in reversed(own[-3:]):
        lines.append(f"  at {Path(frame.filename).relative_to(root)}:{frame.lineno}, in {frame.name}")
    lines += [
        f"  hoyle {installed_version()}, Python {platform.python_version()}, {platform.system()}",
        f"  command: hoyle {' '.join(arguments)}",
        "Please report it with these lines; HOYLE_TRACEBACK=1 in the environment shows the whole traceback.",
    ]
    return "\n".join(lines)


def installed_version() -> str:
    """The version of the installed distribution."""
    from importlib import metadata

    try:
        return metadata.version("hoyle")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _paragraph(message: str, help: str | None = None) -> str:
    from hoyle.cli.streams import harmless

    text = f"hoyle: {message}"
    return harmless(f"{text}\n  help: {help}" if help else text)


def _findings(error: Exception) -> str:
    import sys

    from hoyle.diagnostics.render import render_full
    from hoyle.terminal import coloured

    return render_full(getattr(error, "diagnostics", []), coloured(sys.stderr)).rstrip("\n")
