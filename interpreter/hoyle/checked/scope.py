"""What is known at a point of a rule: its locals, and which maybe-values are known to be there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from hoyle.checked.types import ANY, Type
from hoyle.syntax import nodes as n


@dataclass(frozen=True, slots=True)
class Local:
    unique: str
    type: Type
    name: n.Ident  # its declaration


@dataclass
class Scope:
    """One rule's scope."""

    rule: str | None = None
    cites: tuple[str, ...] = ()
    locals: dict[str, Local] = field(default_factory=dict)
    known: frozenset[str] = frozenset()
    used: dict[str, int] = field(default_factory=dict)
    result: Type | None = None  # of the `return`s seen so far
    inside_simultaneous: bool = False

    def declare(self, name: n.Ident, type_: Type) -> Local:
        text = name.text
        count = self.used.get(text, 0) + 1
        self.used[text] = count
        local = Local(text if count == 1 else f"{text}_{count}", type_, name)
        self.locals[text] = local
        return local

    @contextmanager
    def inner(self) -> Iterator[None]:
        """Locals that are declared meanwhile are gone afterwards; what is known of the others stays."""
        saved = dict(self.locals)
        yield
        self.locals = {name: self._latest(name, local) for name, local in saved.items()}

    def _latest(self, name: str, local: Local) -> Local:
        now = self.locals.get(name, local)
        return now if now.unique == local.unique else local

    def learn(self, name: str, type_: Type) -> None:
        """A local whose type was not wholly known, as an empty list, has this one."""
        self.locals[name] = replace(self.locals[name], type=type_)

    def forget(self, name: str | None = None) -> None:
        """After an effect only what hangs on locals is still known, after an assignment all but the name."""
        if name is not None:
            self.known = frozenset(path for path in self.known if not mentions(path, name))
        else:
            self.known = frozenset(path for path in self.known if is_local_path(path, self.locals))


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
            base, indices = path_of(node.of), [path_of(index) for index in node.indices]
            if base is None or None in indices:
                return None
            return f"{base}[{','.join(index or '' for index in indices)}]"
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


# ------------------------------------------------------------------ what a condition tells
def facts(types: Mapping[n.Node, Type], node: n.Expr, holds: bool) -> frozenset[str]:
    """The paths that exist if the condition holds (or does not)."""
    match node:
        case n.Exists() if holds:
            path = path_of(node.of)
            return frozenset((path,)) if path else frozenset()
        case n.Compare(op="==" | "!="):
            return _compared(types, node, (node.op == "==") == holds)
        case n.Not():
            return facts(types, node.of, not holds)
        case n.And() if holds:
            return facts(types, node.left, True) | facts(types, node.right, True)
        case n.Or() if not holds:
            return facts(types, node.left, False) | facts(types, node.right, False)
        case _:
            return frozenset()


def _compared(types: Mapping[n.Node, Type], node: n.Compare, equal: bool) -> frozenset[str]:
    """What equals something exists, and so does what differs from none."""
    found = set()
    for one, other in ((node.left, node.right), (node.right, node.left)):
        path, kind = path_of(one), types.get(other, ANY).kind
        if path and (kind not in ("maybe", "none", "any") if equal else kind == "none"):
            found.add(path)
    return frozenset(found)
