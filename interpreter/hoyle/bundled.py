"""What comes with Hoyle, in a checkout or in an installed package: schemas, the grammar and rulesets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from hoyle.wording import in_one_language

Kind = Literal["schemas", "grammar", "rulesets"]
SCENARIOS = ".scenarios.yaml"  # what the name of a file beside a ruleset ends in


def data_path(kind: Kind) -> Path:
    """The folder of one kind of data: inside the installed package, else at the top of the checkout."""
    package = Path(__file__).resolve().parent
    installed = package / "_data" / kind
    return installed if installed.is_dir() else package.parent.parent / kind


@cache
def bundled() -> dict[str, Path]:
    """Id → file, for every bundled ruleset."""
    found = {}
    for path in sorted(data_path("rulesets").rglob("*.yaml")):
        if not path.name.endswith(SCENARIOS):
            found[path.stem] = path
    return found


def scenario_files(ruleset: Path) -> list[Path]:
    """The files beside a ruleset that hold scenarios for it."""
    beside = ruleset.with_name(f"{ruleset.stem}{SCENARIOS}")
    try:
        return [beside] if beside.exists() else []
    except OSError:  # a name that is too long for a file
        return []


# ------------------------------------------------------------------ what rulesets say of themselves
@dataclass(frozen=True, slots=True)
class Description:
    """What a bundled ruleset says of itself."""

    id: str
    title: str
    players: str  # as in the file: `2`, `2..10` or `2, 4`
    about: str
    extends: str | None


def descriptions() -> list[Description]:
    """The bundled rulesets: the games by id, each followed by its variants."""
    heads = {id: _head(path) for id, path in bundled().items()}
    found = [_description(id, heads) for id in heads]
    return sorted(found, key=lambda one: _line_of_descent(one.id, heads))


def _head(path: Path) -> dict[str, Any]:
    """The top-level keys of a file, read without checking anything; numbers and the like stay text."""
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    root = yaml.load(path.read_text(encoding="utf-8"), loader)
    return root if isinstance(root, dict) else {}


def _description(id: str, heads: dict[str, dict[str, Any]]) -> Description:
    head: dict[str, Any] = {}
    for ancestor in _line_of_descent(id, heads):  # what a variant doesn't say, its base does
        head |= heads[ancestor]
    extends = heads[id].get("extends")
    return Description(
        id,
        _text(head.get("title")) or id,
        _players(head.get("players")),
        _text(heads[id].get("about")),
        extends if isinstance(extends, str) else None,
    )


def _line_of_descent(id: str, heads: dict[str, dict[str, Any]]) -> list[str]:
    line = [id]
    while isinstance(base := heads[line[0]].get("extends"), str):
        if base not in heads or base in line:
            break
        line.insert(0, base)
    return line


def _text(value: Any) -> str:
    texts = value if isinstance(value, dict) else {"": value}
    return in_one_language({language: text for language, text in texts.items() if isinstance(text, str)})


def _players(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("count")
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return value if isinstance(value, str) else ""
