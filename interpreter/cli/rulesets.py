"""Finds the ruleset that a word on the command line means."""

from __future__ import annotations

from pathlib import Path

from interpreter.bundled import bundled
from interpreter.cli.faults import UserFault
from interpreter.diagnostics.suggest import did_you_mean

SUFFIXES = (".yaml", ".yml")


def is_ruleset(path: Path) -> bool:
    """Whether a file's name is that of a ruleset: scenarios kept beside one aren't."""
    return path.suffix in SUFFIXES and not path.stem.endswith(".scenarios")


def located(word: str) -> str:
    """The word itself, once it is sure to be a bundled id or the path of a file."""
    path = Path(word)
    if word in bundled() or path.is_file():
        return word
    if path.is_dir():
        raise UserFault(f"{word} is a folder, not a ruleset", "give the path of a ruleset's YAML file")
    if len(path.parts) > 1 or path.suffix in SUFFIXES:
        raise UserFault(f"there is no file {word}", _near(path))
    raise UserFault(
        f"there is no ruleset `{word}`: neither a bundled id nor a file",
        did_you_mean(word, bundled()) or "`hoyle list` shows the bundled rulesets",
    )


def located_all(word: str) -> list[str]:
    """As `located`, but a folder stands for all the rulesets in it and below it."""
    folder = Path(word)
    if word in bundled() or not folder.is_dir():
        return [located(word)]
    inside = sorted(str(path) for path in folder.rglob("*") if path.is_file() and is_ruleset(path))
    if not inside:
        raise UserFault(f"there are no rulesets in {word}", "rulesets are files that end in .yaml")
    return inside


def _near(path: Path) -> str:
    if not path.parent.is_dir():
        return f"the folder {path.parent} does not exist either"
    names = [found.name for found in path.parent.iterdir() if is_ruleset(found)]
    return did_you_mean(path.name, names) or "check the name and the folder"
