"""A whole ruleset with its action language parsed; what YAML declares stays a located tree."""

from __future__ import annotations

from dataclasses import dataclass, field

from hoyle.document.nodes import Document, Map, Scalar
from hoyle.document.remains import Lost
from hoyle.syntax import nodes as n


@dataclass(frozen=True, eq=False)
class Text:
    """A text for people, per language; the first language is the ruleset's own."""

    languages: dict[str, n.Template]


@dataclass(frozen=True, eq=False)
class Exception_:
    """A named exception of a condition."""

    name: str
    key: Scalar
    test: n.Expr


@dataclass(frozen=True, eq=False)
class Rule:
    """One rule: a procedure (`body`) or a definition (`value`)."""

    name: str
    key: Scalar
    parameters: tuple[n.Parameter, ...]
    body: n.Block | None
    value: n.Expr | None
    exceptions: tuple[Exception_, ...] = ()
    why: Text | None = None
    about: str | None = None
    cites: tuple[str, ...] = ()
    base: Rule | None = None  # what a variant replaced; `base(…)` calls it
    source: Scalar | None = None  # the scalar of `do` or `is`


@dataclass(frozen=True, eq=False)
class Definition:
    """An expression with parameters, such as `score(player p): …`."""

    name: str
    key: Scalar
    parameters: tuple[n.Parameter, ...]
    value: n.Expr


@dataclass(frozen=True, eq=False)
class StateVariable:
    name: str
    key: Scalar
    scope: str  # match or round
    declaration: n.Declaration


@dataclass(frozen=True, eq=False)
class Requirement:
    name: str
    key: Scalar
    test: n.Expr
    why: Text | None
    cites: tuple[str, ...] = ()


@dataclass(eq=False)
class Ruleset:
    document: Document
    root: Map
    lost: Lost | None = None  # what the document holds and the root does not
    rules: dict[str, Rule] = field(default_factory=dict)
    state: dict[str, StateVariable] = field(default_factory=dict)
    score: Definition | None = None
    active: Definition | None = None
    rounds: n.Expr | None = None
    ends: n.Expr | None = None
    starts: dict[str, Definition] = field(default_factory=dict)  # by zone
    refill_when: dict[str, n.Expr] = field(default_factory=dict)  # by zone
    requires: list[Requirement] = field(default_factory=list)
    attribute_types: dict[tuple[str, str], n.TypeNode] = field(default_factory=dict)
    column_types: dict[tuple[str, str], n.TypeNode] = field(default_factory=dict)
    node_attribute_types: dict[tuple[str, str], n.TypeNode] = field(default_factory=dict)
