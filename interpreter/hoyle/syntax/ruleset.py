"""A whole ruleset: its sections as nodes, with all that is written in the action language parsed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from hoyle.diagnostics.model import Place
from hoyle.document.nodes import Document, Scalar
from hoyle.document.pruning import Lost
from hoyle.nodes import node
from hoyle.syntax import nodes as n
from hoyle.syntax.written import Span, Written


@node
class Text:
    """A text for people, per language; the first language is the ruleset's own."""

    languages: dict[str, n.Template]


@node
class Definition:
    """An expression with parameters, such as `score(player p): …`."""

    name: str
    key: Scalar
    parameters: tuple[n.Parameter, ...]
    value: n.Expr


@node
class Attribute:
    """The type of an attribute or of a column, unless it can't be read."""

    key: Scalar
    type: n.TypeNode | None


@node
class Cell:
    """A value under a name."""

    key: Scalar
    value: Written


# ---------------------------------------------------------------- players and options
@node
class Teams:
    """The seats of each team, for one number of players."""

    key: Scalar
    seats: tuple[tuple[int | None, ...], ...]
    place: Place


@node
class Players:
    count: Written | None
    teams: tuple[Teams, ...]
    active: Definition | None


@node
class Option:
    key: Scalar
    default: Written | None
    range: Span | None
    values: tuple[str, ...]
    sizes: tuple[int, int] | None
    about: str | None
    cites: tuple[str, ...]
    place: Place


@node
class Requirement:
    name: str
    key: Scalar
    test: n.Expr
    why: Text | None
    cites: tuple[str, ...] = ()


# ---------------------------------------------------------------- types, components, boards, zones
@node
class RangeDeclaration:
    key: Scalar
    low: int
    high: int
    place: Place


@node
class Row:
    """What an enum's value has in each column."""

    key: Scalar
    cells: tuple[Written, ...]
    place: Place


@node
class EnumDeclaration:
    """An enum; where it has columns, each row is one of its values."""

    key: Scalar
    values: tuple[Written, ...]
    columns: tuple[Attribute, ...] | None
    rows: tuple[Row, ...]
    place: Place


TypeDeclaration: TypeAlias = RangeDeclaration | EnumDeclaration


@node
class Make:
    """One row of `make`: the pieces with all combinations of some values."""

    key: Scalar
    cells: tuple[Cell, ...]
    place: Place


@node
class PieceLabel:
    """What a piece is called: words, and the names of its attributes; without a label all of them."""

    parts: tuple[str | n.Name, ...]
    place: Place


@node
class Component:
    key: Scalar
    attributes: tuple[Attribute, ...]
    make: tuple[Make, ...]
    total: Written | None
    label: PieceLabel
    cites: tuple[str, ...]


@node
class NodeAttribute:
    """An attribute of a board's nodes, with its value for some of them."""

    key: Scalar
    type: n.TypeNode | None
    values: tuple[Cell, ...]


@node
class Board:
    """Of `grid`, `ring` and `at` a board has one."""

    key: Scalar
    nodes: Scalar | None
    edges: Scalar | None
    grid: Written | None
    ring: Written | None
    at: tuple[Cell, ...] | None
    paths: tuple[Written, ...]
    attributes: tuple[NodeAttribute, ...]


@node
class Refill:
    source: Scalar | None
    keep: int
    when: n.Expr | None


@node
class Zone:
    key: Scalar
    of: Scalar | None
    per: Scalar | None
    seen: Scalar | None
    starts: Literal["none", "all"] | Definition
    shuffled: bool
    refill: Refill | None
    room: int | None
    lasts: bool


# ---------------------------------------------------------------- state, match, rules
@node
class StateVariable:
    name: str
    key: Scalar
    scope: str  # match or round
    declaration: n.Declaration


@node
class Match:
    score: Definition | None
    rounds: n.Expr | None
    ends: n.Expr | None
    wins: Literal["highest", "lowest"]


@node
class Exception_:
    """A named exception of a condition."""

    name: str
    key: Scalar
    test: n.Expr


@node
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


@node
class Names:
    """What a ruleset names, whether or not the rest of it can be read."""

    declared: frozenset[str]  # options, zones and variables
    rules: dict[str, frozenset[str]]  # each with its keys
    switched_off: dict[str, Place]  # rules that a variant took away, with where it did
    home: Place  # where rules stand, or should


@node
class Translated:
    """A text that the file itself gives in several languages."""

    key: Scalar
    languages: tuple[str, ...]


@node
class Prose:
    """What the file itself, without its bases, tells people."""

    rulebook: dict[str, Scalar] | None  # points with their keys; those of its bases, too
    cited: tuple[Scalar, ...]
    reasons: tuple[Translated, ...]


@node
class Ruleset:
    document: Document
    lost: Lost | None  # what was refused of the document
    id: str
    title: dict[str, str]
    about: dict[str, str]
    players: Players
    options: dict[str, Option]
    requires: tuple[Requirement, ...]
    types: dict[str, TypeDeclaration]
    components: dict[str, Component]
    boards: dict[str, Board]
    zones: dict[str, Zone]
    state: dict[str, StateVariable]
    match: Match
    rules: dict[str, Rule]
    names: Names
    prose: Prose

    @property
    def score(self) -> Definition | None:
        return self.match.score

    @property
    def active(self) -> Definition | None:
        return self.players.active

    @property
    def rounds(self) -> n.Expr | None:
        return self.match.rounds

    @property
    def ends(self) -> n.Expr | None:
        return self.match.ends

    @property
    def starts(self) -> dict[str, Definition]:
        """What starts in which zone, where an expression says so."""
        return {name: zone.starts for name, zone in self.zones.items() if isinstance(zone.starts, Definition)}

    @property
    def refill_when(self) -> dict[str, n.Expr]:
        """When a zone is refilled, where an expression says so."""
        refills = {name: zone.refill for name, zone in self.zones.items() if zone.refill is not None}
        return {name: refill.when for name, refill in refills.items() if refill.when is not None}

    @property
    def type_nodes(self) -> Iterator[n.TypeNode]:
        """The types that attributes and columns are declared with."""
        declared: list[Attribute | NodeAttribute] = []
        for component in self.components.values():
            declared += component.attributes
        for enum in self.types.values():
            declared += (enum.columns or ()) if isinstance(enum, EnumDeclaration) else ()
        for board in self.boards.values():
            declared += board.attributes
        return (attribute.type for attribute in declared if attribute.type is not None)
