"""Which values of a ruleset are written in the action language, and where the grammar begins for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from hoyle.diagnostics.model import Findings
from hoyle.document.merge import rule_id
from hoyle.document.nodes import Map, Node, Scalar
from hoyle.syntax import nodes as n
from hoyle.syntax.parser import (
    EntryPoint,
    parse_alternatives,
    parse_conditions,
    parse_declaration,
    parse_expression,
    parse_procedure,
    parse_type,
)

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Key(Generic[Result]):
    """A place for code: the keys on the way to it, `*` for a name that the author chooses.

    A key that ends with `()` is code only where it is written with parameters.
    """

    path: tuple[str, ...]
    entry: EntryPoint[Result]

    @property
    def name(self) -> str:
        return self.path[-1].removesuffix("()")

    def at(self, path: tuple[str, ...]) -> bool:
        """Whether a path of keys as written leads here."""
        return len(path) == len(self.path) and all(
            wanted in ("*", key) or (wanted.endswith("()") and "(" in key and rule_id(key) == wanted[:-2])
            for wanted, key in zip(self.path, path, strict=True)
        )

    def parse(self, node: Node | None, findings: Findings) -> Result | None:
        """What the value of the key says."""
        return self.entry(node, findings) if isinstance(node, Scalar) else None

    def read(self, owner: Map, findings: Findings) -> Result | None:
        """What the key says in the mapping that it belongs to."""
        return self.parse(owner.get(self.name), findings)


def _key(path: str, entry: EntryPoint[Result]) -> Key[Result]:
    return Key(tuple(path.split(".")), entry)


DO = _key("rules.*.do", parse_procedure)
IS = _key("rules.*.is", parse_expression)
ADD = _key("rules.*.add", parse_alternatives)
CHOICES = _key("rules.*.choices", parse_alternatives)
NEEDS = _key("rules.*.needs", parse_conditions)
UNLESS = _key("rules.*.unless.*", parse_expression)
REQUIRED = _key("requires.*.is", parse_expression)
ROUNDS = _key("match.rounds", parse_expression)
ENDS = _key("match.ends", parse_expression)
SCORE = _key("match.score()", parse_expression)
WINS = _key("match.wins()", parse_expression)
TIES = _key("match.ties()", parse_expression)
ACTIVE = _key("players.active()", parse_expression)
STARTS = _key("zones.*.starts()", parse_expression)
REFILL_WHEN = _key("zones.*.refill.when", parse_expression)
VARIABLE = _key("state.*.*", parse_declaration)
COLUMN = _key("types.*.columns.*", parse_type)
ATTRIBUTE = _key("components.*.has.*", parse_type)
NODE_ATTRIBUTE = _key("boards.*.attributes.*.type", parse_type)

# What may be written plainly, or as an expression over options and the number of players.
DEFAULT = _key("options.*.default", parse_expression)  # most defaults are values, so it is none of `KEYS`
RANGE = _key("types.*", parse_expression)
TOTAL = _key("components.*.total", parse_expression)
COPIES = _key("components.*.make.*.copies", parse_expression)
WHERE = _key("components.*.make.*.where", parse_expression)
GRID = _key("boards.*.grid", parse_expression)
RING = _key("boards.*.ring", parse_expression)
ROOM = _key("zones.*.room", parse_expression)
KEEP = _key("zones.*.refill.keep", parse_expression)

FORMULAS: tuple[Key[n.Expr], ...] = (RANGE, TOTAL, COPIES, WHERE, GRID, RING, ROOM, KEEP)

KEYS: tuple[Key[Any], ...] = (
    DO, IS, ADD, CHOICES, NEEDS, UNLESS, REQUIRED, ROUNDS, ENDS, SCORE, WINS, TIES, ACTIVE, STARTS,
    REFILL_WHEN, VARIABLE, COLUMN, ATTRIBUTE, NODE_ATTRIBUTE, *FORMULAS,
)  # fmt: skip

# What scenarios hold; lists add nothing to a path.
BEGIN = _key("scenarios.*.begin", parse_expression)
CALL = _key("scenarios.*.call", parse_expression)
EXPECT = _key("scenarios.*.then.expect", parse_expression)

SCENARIO_KEYS: tuple[Key[Any], ...] = (BEGIN, CALL, EXPECT)


def entry_point(path: tuple[str, ...]) -> str | None:
    """The grammar's entry point for the value at a path of keys, if it is more than a type.

    >>> entry_point(("rules", "turn(player me)", "do")), entry_point(("rules", "turn", "about"))
    ('procedure', None)
    """
    if path[-1:] == ("-",) and GRID.at(path[:-1]):
        path = path[:-1]  # the only list of expressions
    found = next((key.entry for key in KEYS if key.at(path)), None)
    return found.start if found is not None and found is not parse_type else None
