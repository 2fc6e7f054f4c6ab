"""Finds the ruleset that a word on the command line means."""

from __future__ import annotations

import stat
from pathlib import Path

from hoyle.bundled import SCENARIOS, bundled, scenario_files
from hoyle.cli.faults import UserFault, reason
from hoyle.diagnostics.suggest import did_you_mean

SUFFIXES = (".yaml", ".yml")


def is_ruleset(path: Path) -> bool:
    """Whether a file's name is that of a ruleset: scenarios kept beside one aren't."""
    return path.suffix in SUFFIXES and not path.stem.endswith(".scenarios")


def is_scenarios(path: str) -> bool:
    """Whether a file's name is that of scenarios which are kept beside a ruleset."""
    return path.endswith(SCENARIOS)


def located(word: str) -> str:
    """The word itself, once it is sure to be a bundled id or the path of a file."""
    if word in bundled():
        return word
    path, mode = Path(word), _mode(word)
    if mode is not None:
        if stat.S_ISREG(mode):
            return word
        what = "a folder, not a ruleset" if stat.S_ISDIR(mode) else "not a regular file"
        raise UserFault(f"{word} is {what}", "give the path of a ruleset's YAML file")
    if path.is_symlink():
        raise UserFault(f"there is no file {path.readlink()}, where {word} leads", "mend the link")
    if len(path.parts) > 1 or path.suffix in SUFFIXES:
        raise UserFault(f"there is no file {word}", _near(path))
    raise UserFault(
        f"there is no ruleset `{word}`: neither a bundled id nor a file",
        did_you_mean(word, bundled()) or "`hoyle list` shows the bundled rulesets",
    )


def located_all(word: str) -> list[str]:
    """As `located`, but a folder stands for all the rulesets in it and below it."""
    if word in bundled() or not is_folder(word):
        return [located(word)]
    inside = sorted(str(path) for path in Path(word).rglob("*") if is_ruleset(path) and path.is_file())
    if not inside:
        next(Path(word).iterdir(), None)  # fails on a folder that can't be read, which `rglob` passes over
        raise UserFault(f"there are no rulesets in {word}", "rulesets are files that end in .yaml")
    return inside


def is_folder(word: str) -> bool:
    """Whether a word is the path of a folder."""
    mode = _mode(word)
    return mode is not None and stat.S_ISDIR(mode)


def sources(ruleset: str) -> list[str]:
    """The files that a ruleset is read from: its own, those of its bases, and the scenarios beside them."""
    from hoyle.pipeline import open_ruleset

    document = open_ruleset(ruleset, until="document").document
    files = [Path(file.name) for file in document.files] if document is not None else []
    return [str(path) for file in files for path in (file, *scenario_files(file))]


def _mode(word: str) -> int | None:
    """What kind of thing stands at a path; nothing if there is none."""
    try:
        return Path(word).stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError) as error:
        raise UserFault(f"cannot read {word}: {reason(error)}", "check the name and the folder") from None


def _near(path: Path) -> str:
    if not path.parent.is_dir():
        return f"the folder {path.parent} does not exist either"
    names = [found.name for found in path.parent.iterdir() if is_ruleset(found)]
    return did_you_mean(path.name, names) or "check the name and the folder"
