"""What is known at a point of a rule: its locals, and which maybe-values are known to be there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from hoyle.checked.types import Type
from hoyle.diagnostics.model import Place
from hoyle.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Local:
    unique: str
    type: Type
    place: Place


@dataclass
class Scope:
    """One rule's scope; blocks save and restore `locals` and `known`."""

    rule: str | None = None
    cites: tuple[str, ...] = ()
    locals: dict[str, Local] = field(default_factory=dict)
    known: frozenset[str] = frozenset()
    used: dict[str, int] = field(default_factory=dict)

    def declare(self, name: str, type_: Type, place: Place) -> Local:
        count = self.used.get(name, 0) + 1
        self.used[name] = count
        local = Local(name if count == 1 else f"{name}_{count}", type_, place)
        self.locals[name] = local
        return local


def path_of(node: n.Expr) -> str | None:
    """A key for something that can be tested for existence: `loser`, `c.colour`, `disc[n]`, `step(n, d)`."""
    match node:
        case n.Name():
            return node.text
        case n.Integer():
            return str(node.value)
        case n.Quoted():
            return f'"{node.text}"'
        case n.Attribute():
            base = path_of(node.of)
            return None if base is None else f"{base}.{node.name.text}"
        case n.Index():
            base, index = path_of(node.of), path_of(node.index)
            return None if base is None or index is None else f"{base}[{index}]"
        case n.Call():
            parts = [path_of(arg) for arg in node.args]
            if any(part is None for part in parts):
                return None
            return f"{node.name.text}({','.join(part or '' for part in parts)})"
        case _:
            return None


def mentions(path: str, name: str) -> bool:
    """Whether a path contains a name as a whole word."""
    return re.search(rf"(?<![a-z0-9_]){re.escape(name)}(?![a-z0-9_])", path) is not None


def is_local_path(path: str, locals_: dict[str, Local]) -> bool:
    """Whether a path consists of a local and attributes, which no effect can change."""
    return path.split(".")[0] in locals_ and "[" not in path and "(" not in path
