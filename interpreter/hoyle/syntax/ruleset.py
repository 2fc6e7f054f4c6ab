"""A whole ruleset: its sections as nodes, with all that is written in the action language parsed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from hoyle.diagnostics.model import Place
from hoyle.document.nodes import Document, Scalar
from hoyle.document.pruning import Lost
from hoyle.nodes import node
from hoyle.syntax import nodes as n
from hoyle.syntax.written import Span, Written, number_of


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


@node
class Formula:
    """Something known before a game starts: a plain value, or an expression over options and players."""

    written: Written
    expr: n.Expr | None  # where it is more than a plain value, unless it can't be read

    @property
    def place(self) -> Place:
        return self.written.place

    @property
    def number(self) -> int | None:
        """The number that is plainly written."""
        return number_of(self.written)


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
    default: Formula | None
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
    """`1..9`, or with expressions for its ends, unless they can't be read."""

    key: Scalar
    bounds: tuple[int, int] | None
    formula: n.Expr | None
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
    """One row of `make`: the pieces with all combinations of some values, as far as a condition holds."""

    key: Scalar
    cells: tuple[Cell, ...]
    copies: Formula | None
    where: Formula | None
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
    total: Formula | None
    label: PieceLabel
    cites: tuple[str, ...]


@node
class NodeAttribute:
    """An attribute of a board's nodes, with its value for some of them."""

    key: Scalar
    type: n.TypeNode | None
    values: tuple[Cell, ...]


@node
class Grid:
    """The numbers of columns and rows."""

    sides: tuple[Formula, ...]
    place: Place


@node
class Board:
    """Of `grid`, `ring` and `at` a board has one."""

    key: Scalar
    nodes: Scalar | None
    edges: Scalar | None
    grid: Grid | None
    ring: Formula | None
    at: tuple[Cell, ...] | None
    paths: tuple[Written, ...]
    attributes: tuple[NodeAttribute, ...]


@node
class Refill:
    source: Scalar | None
    keep: Formula | None
    when: n.Expr | None


@node
class Zone:
    key: Scalar
    of: Scalar | None
    per: tuple[Scalar, ...]
    seen: Scalar | None
    starts: Literal["none", "all"] | Definition
    shuffled: bool
    refill: Refill | None
    room: Formula | None
    lasts: bool
    starts_bare: Scalar | None = None  # a condition without the piece that it is about


# ---------------------------------------------------------------- state, match, rules
@node
class StateVariable:
    name: str
    key: Scalar
    scope: str  # match or round
    declaration: n.Declaration


Aim: TypeAlias = Literal["", "rank", "score", "together"]
AIMS: tuple[Aim, ...] = ("rank", "score", "together")


@node
class Match:
    score: Definition | None
    rounds: n.Expr | None
    ends: n.Expr | None
    wins: Literal["highest", "lowest"]  # of scores
    won: Definition | None  # who has won, where that is not a matter of scores
    ties: Definition | None
    aim: Aim = ""  # what players are after; empty: that follows from the rest


@node
class Exception_:
    """A named exception of a condition."""

    name: str
    key: Scalar
    test: n.Expr


@node
class Rule:
    """One rule: a procedure (`body`), a definition (`value`), or alternatives that decisions share."""

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
    source: Scalar | None = None  # the scalar of `do`, `is` or `choices`
    choices: tuple[n.Offered, ...] | None = None


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
    def definitions(self) -> tuple[Definition, ...]:
        """What is defined for each player under `match` and `players`."""
        found = (self.match.score, self.match.won, self.match.ties, self.players.active)
        return tuple(definition for definition in found if definition is not None)

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
    def shaping(self) -> tuple[n.Expr, ...]:
        """The expressions that components, boards, zones and ranges hang on; most rulesets have none."""
        found: list[n.Expr | None] = []
        for declared in self.types.values():
            found.append(declared.formula if isinstance(declared, RangeDeclaration) else None)
        for board in self.boards.values():
            sides = board.grid.sides if board.grid is not None else ()
            found += [formula.expr for formula in (*sides, board.ring) if formula is not None]
        for component in self.components.values():
            formulas = [component.total]
            for row in component.make:
                formulas += [row.copies, row.where]
            found += [formula.expr for formula in formulas if formula is not None]
        for zone in self.zones.values():
            keep = zone.refill.keep if zone.refill is not None else None
            found += [formula.expr for formula in (zone.room, keep) if formula is not None]
        return tuple(expr for expr in found if expr is not None)

    @property
    def formulas(self) -> tuple[n.Expr, ...]:
        """All that is computed before a game starts, the defaults of options included."""
        defaults = (option.default for option in self.options.values() if option.default is not None)
        return (*(formula.expr for formula in defaults if formula.expr is not None), *self.shaping)

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
