"""The text of a new ruleset, from scratch or as a variant, that lints and plays as it is."""

from __future__ import annotations

import os
import re
from importlib import resources
from pathlib import Path, PurePosixPath

from hoyle.bundled import bundled, data_path
from hoyle.document.nodes import resolve
from hoyle.pipeline import Work
from hoyle.show.declarations import default_of, limits_of

_ID = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")
_SAMPLE_ID, _SAMPLE_TITLE = "my-game", "My game"


def is_id(name: str) -> bool:
    """Whether a name can be a ruleset's id."""
    return _ID.fullmatch(name) is not None


def id_like(name: str) -> str | None:
    """The id that was probably meant by a name.

    >>> id_like("My Game_2.yaml")
    'my-game-2'
    """
    stem = re.sub(r"\.ya?ml$", "", name.strip().lower())
    words = re.sub(r"[^a-z0-9]+", "-", stem).strip("-")
    return words if is_id(words) else None


def game_text(id: str, folder: Path) -> str:
    """A small game of its own, with comments that teach."""
    template = resources.files("hoyle.new").joinpath("game.yaml").read_text("utf-8")
    text = template.replace(f"id: {_SAMPLE_ID}\n", f"id: {_yaml_text(id)}\n")
    text = text.replace(f"title: {_SAMPLE_TITLE}\n", f"title: {_yaml_text(title_of(id))}\n")
    return _schema_line(folder) + text.replace(_SAMPLE_ID, id)


def variant_text(id: str, base: Work, extends: str, folder: Path) -> str:
    """A variant of a base that lints without errors; it sets one option to what it is anyway."""
    model = base.model
    assert model is not None
    lines = [
        "hoyle: 1",
        f"id: {_yaml_text(id)}",
        f"extends: {_yaml_text(extends)}",
        f"title: {_yaml_text(title_of(id))}",
        f"about: As {model.id}, but …",
        "",
        "# A variant holds only what differs from its base.",
        f"# `hoyle show {extends}` shows all that can be changed, `hoyle diff {extends} {id}.yaml` what is.",
    ]
    entries = _option_lines(base)
    if entries:
        lines += ["", "options:", *entries]
    rules = [name for name in model.rules if "." not in name]
    example = next((name for name in rules if model.rules[name].rule.about), rules[0])
    lines += [
        "",
        "# A rule of the base is changed by its name: `do` (or `is`) replaces what it says, and `base(…)`",
        "# in it calls what it said before. `off` removes it; a new rule has brackets: `extra(player p)`.",
        f"# rules:   # {_listed(rules)}",
        f"#   {example}:",
        "#     about: what is different now",
    ]
    return _schema_line(folder) + "\n".join(lines) + "\n"


def extends_of(base: str, folder: Path) -> str:
    """How a ruleset in a folder names its base: by its bundled id, or by the way to its file."""
    if base in bundled():
        return base
    try:
        way = os.path.relpath(base, folder)
    except ValueError:  # on another drive
        way = str(Path(base).resolve())
    path = PurePosixPath(Path(way).as_posix())
    return str(path) if path.is_absolute() or str(path).startswith("..") else f"./{path}"


def title_of(id: str) -> str:
    words = id.replace("-", " ")
    return words[:1].upper() + words[1:]


def _yaml_text(text: str) -> str:
    """A text as YAML value; `null` and the like are no text unless they are quoted.

    >>> _yaml_text("stop"), _yaml_text("null")
    ('stop', '"null"')
    """
    safe = re.fullmatch(r"[A-Za-z./][\w ./-]*", text) and isinstance(resolve(text), str)
    return text if safe else '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _option_lines(base: Work) -> list[str]:
    """The base's options as they are; the first is set, the others are there to be uncommented."""
    assert base.model is not None
    lines: list[str] = []
    for option in base.model.options.values():
        if option.type.kind == "list":
            continue
        about = f"{' '.join(option.about.split())}, " if option.about else ""
        sign = "# " if lines else ""
        lines.append(f"  {sign}{option.name}: {_value(default_of(option))}   # {about}{limits_of(option)}")
    return lines


def _value(text: str) -> str:
    return text if re.fullmatch(r"\w+", text) else _yaml_text(text)


def _listed(names: list[str]) -> str:
    shown = ", ".join(names[:8])
    return f"{shown}, …" if len(names) > 8 else shown


def _schema_line(folder: Path) -> str:
    """The line by which editors find the schema.

    Where the schema lies in or around the same folder tree (a checkout, a project with its environment) the
    way to it holds on every machine; elsewhere it is this machine's.
    """
    schema = data_path("schemas") / "ruleset.schema.json"
    here = folder.resolve()
    if schema.is_relative_to(here) or here.is_relative_to(schema.parents[1]):
        where = Path(os.path.relpath(schema, here)).as_posix()
    else:
        where = schema.as_uri()
    return f"# yaml-language-server: $schema={where}\n"
