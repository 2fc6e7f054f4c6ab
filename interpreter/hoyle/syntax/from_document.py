"""Makes the nodes of a ruleset from its document, and parses every piece of the action language in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeVar

from hoyle.diagnostics.model import Findings
from hoyle.document.merge import is_off, rule_id
from hoyle.document.nodes import Document, Entry, Map, Node, Scalar, Seq, as_map
from hoyle.document.pruning import Pruned
from hoyle.syntax import keys
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.parser import parse_signature
from hoyle.syntax.rules import parse_rules, parse_text
from hoyle.syntax.written import (
    Span,
    bounds_of,
    cites_of,
    items_of,
    languages_of,
    number_of,
    numbers_of,
    scalar_of,
    scalars_of,
    text_of,
    written,
)

Section = TypeVar("Section")


def parse_ruleset(document: Document, pruned: Pruned, findings: Findings) -> s.Ruleset:
    """Parses what is left of a merged document; what cannot be parsed is reported and left out."""
    return _Sections(pruned.root, findings).ruleset(document, pruned)


class _Sections:
    """Reads the sections of one document."""

    def __init__(self, root: Map, findings: Findings) -> None:
        self.root = root
        self.findings = findings

    def ruleset(self, document: Document, pruned: Pruned) -> s.Ruleset:
        root = self.root
        return s.Ruleset(
            document,
            pruned.lost,
            text_of(root.get("id")) or "ruleset",
            languages_of(root.get("title")),
            languages_of(root.get("about")),
            self.players(),
            self.section("options", self.option),
            tuple(self.requirements()),
            self.section("types", self.type),
            self.section("components", self.component),
            self.section("boards", self.board),
            self.section("zones", self.zone),
            {variable.name: variable for variable in self.variables()},
            self.match(),
            parse_rules(as_map(root.get("rules")), self.findings),
            self.names(document),
            self.prose(document),
        )

    def section(self, name: str, read: Callable[[Entry, Map], Section]) -> dict[str, Section]:
        """The entries of a section by their names."""
        return {entry.key.text: read(entry, as_map(entry.value)) for entry in as_map(self.root.get(name))}

    # -------------------------------------------------------------- players and options
    def players(self) -> s.Players:
        node = self.root.get("players")
        body = as_map(node)
        count = body.get("count") if isinstance(node, Map) else node
        teams = []
        for entry in as_map(body.get("teams")):
            seats = tuple(numbers_of(team) for team in items_of(written(entry.value)))
            teams.append(s.Teams(entry.key, seats, entry.value.place))
        active = self.definition(body, keys.ACTIVE)
        return s.Players(written(count) if count is not None else None, tuple(teams), active)

    def option(self, entry: Entry, body: Map) -> s.Option:
        default, range_, values = body.get("default"), body.get("range"), body.get("values")
        items = items_of(written(values)) if values is not None else ()
        words = tuple(word for word in map(text_of, items) if word)
        return s.Option(
            entry.key,
            self.default(default, words) if default is not None else None,
            Span(bounds_of(range_), range_.place) if range_ is not None else None,
            words,
            bounds_of(body.get("size")),
            text_of(body.get("about")),
            cites_of(body),
            entry.value.place,
        )

    def default(self, node: Node, words: tuple[str, ...]) -> s.Formula:
        """An option's default; one word is a value, or meant to be one."""
        text = node.text if isinstance(node, Scalar) and isinstance(node.value, str) else ""
        if text in words or re.fullmatch(r"[\w-]*", text.strip()):
            return s.Formula(written(node), None)
        return s.Formula(written(node), keys.DEFAULT.parse(node, self.findings))

    def formula(self, node: Node | None, key: keys.Key[n.Expr]) -> s.Formula | None:
        """A number, or an expression for it."""
        if node is None:
            return None
        return s.Formula(written(node), key.parse(node, self.findings) if number_of(node) is None else None)

    def requirements(self) -> Iterator[s.Requirement]:
        for entry in as_map(self.root.get("requires")):
            body = as_map(entry.value)
            test = keys.REQUIRED.read(body, self.findings)
            if test is not None:
                why = parse_text(body.get("why"), self.findings)
                yield s.Requirement(entry.key.text, entry.key, test, why, cites_of(body))

    # -------------------------------------------------------------- types, components, boards, zones
    def type(self, entry: Entry, body: Map) -> s.TypeDeclaration:
        bounds = bounds_of(entry.value)
        if bounds is not None:
            return s.RangeDeclaration(entry.key, bounds, None, entry.value.place)
        if isinstance(entry.value, Scalar):
            formula = keys.RANGE.parse(entry.value, self.findings)
            return s.RangeDeclaration(entry.key, None, formula, entry.value.place)
        values = entry.value if isinstance(entry.value, Seq) else body.get("values")
        if isinstance(values, Seq):
            names = items_of(written(values))
        else:
            names = tuple(row.key for row in as_map(values))
        rows = (s.Row(row.key, items_of(written(row.value)), row.value.place) for row in as_map(values))
        columns = self.attributes(body.get("columns"), keys.COLUMN) if "columns" in body else None
        return s.EnumDeclaration(entry.key, names, columns, tuple(rows), entry.value.place)

    def attributes(self, node: Node | None, key: keys.Key[n.TypeNode]) -> tuple[s.Attribute, ...]:
        return tuple(s.Attribute(entry.key, key.parse(entry.value, self.findings)) for entry in as_map(node))

    def component(self, entry: Entry, body: Map) -> s.Component:
        total, label = body.get("total"), body.get("label")
        attributes = self.attributes(body.get("has"), keys.ATTRIBUTE)
        return s.Component(
            entry.key,
            attributes,
            tuple(self.make(row, attributes) for row in as_map(body.get("make"))),
            self.formula(total, keys.TOTAL),
            _piece_label(label) if isinstance(label, Scalar) else _all_attributes(entry.key, attributes),
            cites_of(body),
        )

    def make(self, row: Entry, attributes: tuple[s.Attribute, ...]) -> s.Make:
        body = as_map(row.value)
        # An attribute may be called like that, too: then it is one.
        special = {"copies", "where"} - {attribute.key.text for attribute in attributes} | {"copies"}
        where = body.get("where") if "where" in special else None
        return s.Make(
            row.key,
            tuple(cell for cell in self.cells(row.value) if cell.key.text not in special),
            self.formula(body.get("copies"), keys.COPIES),
            s.Formula(written(where), keys.WHERE.parse(where, self.findings)) if where is not None else None,
            row.value.place,
        )

    def cells(self, node: Node | None) -> tuple[s.Cell, ...]:
        return tuple(s.Cell(entry.key, written(entry.value)) for entry in as_map(node))

    def board(self, entry: Entry, body: Map) -> s.Board:
        grid, ring, paths = body.get("grid"), body.get("ring"), body.get("paths")
        return s.Board(
            entry.key,
            scalar_of(body.get("nodes")),
            scalar_of(body.get("edges")),
            self.grid(grid) if grid is not None else None,
            self.formula(ring, keys.RING),
            self.cells(body.get("at")) if "at" in body else None,
            items_of(written(paths)) if paths is not None else (),
            tuple(
                s.NodeAttribute(
                    item.key,
                    keys.NODE_ATTRIBUTE.read(as_map(item.value), self.findings),
                    self.cells(as_map(item.value).get("values")),
                )
                for item in as_map(body.get("attributes"))
            ),
        )

    def grid(self, node: Node) -> s.Grid:
        sides = node.items if isinstance(node, Seq) else ()
        formulas = (self.formula(side, keys.GRID) for side in sides)
        return s.Grid(tuple(side for side in formulas if side is not None), node.place)

    def zone(self, entry: Entry, body: Map) -> s.Zone:
        starts: Literal["none", "all"] | s.Definition | None = self.definition(body, keys.STARTS)
        bare = None
        if starts is None:
            words = body.get("starts")
            starts = "all" if text_of(words) == "all" else "none"
            if isinstance(words, Scalar) and words.text not in ("all", "none"):
                bare = words
        refill = None
        if isinstance(declared := body.get("refill"), Map):
            refill = s.Refill(
                scalar_of(declared.get("from")),
                self.formula(declared.get("keep"), keys.KEEP),
                keys.REFILL_WHEN.read(declared, self.findings),
            )
        return s.Zone(
            entry.key,
            scalar_of(body.get("of")),
            scalars_of(body.get("per")),
            scalar_of(body.get("seen")),
            starts,
            text_of(body.get("shuffled")) == "true",
            refill,
            self.formula(body.get("room"), keys.ROOM),
            text_of(body.get("lasts")) == "match",
            bare,
        )

    # -------------------------------------------------------------- state and match
    def variables(self) -> Iterator[s.StateVariable]:
        for scope in ("match", "round"):
            for entry in as_map(as_map(self.root.get("state")).get(scope)):
                declaration = keys.VARIABLE.parse(entry.value, self.findings)
                if declaration is not None:
                    yield s.StateVariable(entry.key.text, entry.key, scope, declaration)

    def match(self) -> s.Match:
        body = as_map(self.root.get("match"))
        return s.Match(
            self.definition(body, keys.SCORE),
            keys.ROUNDS.read(body, self.findings),
            keys.ENDS.read(body, self.findings),
            "lowest" if text_of(body.get("wins")) == "lowest" else "highest",
            self.definition(body, keys.WINS),
            self.definition(body, keys.TIES),
            self.aim(body),
        )

    def aim(self, body: Map) -> s.Aim:
        written = text_of(body.get("aim"))
        return next((aim for aim in s.AIMS if aim == written), "")

    def definition(self, owner: Map, key: keys.Key[n.Expr]) -> s.Definition | None:
        """What a key with parameters says in the mapping that it belongs to."""
        for entry in owner:
            if rule_id(entry.key.text) == key.name and isinstance(entry.value, Scalar):
                if key in (keys.STARTS, keys.WINS) and "(" not in entry.key.text:
                    return None  # `starts: all` and `wins: lowest` are words, not expressions
                signature = parse_signature(entry.key, self.findings)
                value = key.parse(entry.value, self.findings)
                if signature is not None and value is not None:
                    return s.Definition(key.name, entry.key, signature.parameters, value)
        return None

    # -------------------------------------------------------------- names and texts
    def names(self, document: Document) -> s.Names:
        root, state = self.root, as_map(self.root.get("state"))
        sections = (root.get("options"), root.get("zones"), state.get("match"), state.get("round"))
        rules: dict[str, frozenset[str]] = {}
        for entry in as_map(root.get("rules")):
            rules.setdefault(rule_id(entry.key.text), frozenset(as_map(entry.value).keys()))
        switched_off = {
            entry.key.text: entry.key.place
            for layer in document.layers
            for entry in as_map(layer.get("rules"))
            if is_off(entry, ("rules",))
        }
        home = root.entry("rules") or root.entry("id")
        return s.Names(
            frozenset(entry.key.text for section in sections for entry in as_map(section)),
            rules,
            switched_off,
            home.key.place if home is not None else root.place,
        )

    def prose(self, document: Document) -> s.Prose:
        own, rulebook = document.layers[0], document.root.get("rulebook")
        reasons = []
        for section in ("rules", "requires"):
            for entry in as_map(own.get(section)):
                why = as_map(entry.value).entry("why")
                if why is not None and isinstance(why.value, Map):
                    reasons.append(s.Translated(why.key, tuple(why.value.keys())))
        return s.Prose(
            {entry.key.text: entry.key for entry in rulebook} if isinstance(rulebook, Map) else None,
            tuple(_cited(own)),
            tuple(reasons),
        )


def _piece_label(scalar: Scalar) -> s.PieceLabel:
    """The words of a piece's label, and the attributes that stand in `{…}`."""
    parts: list[str | n.Name] = []
    end = 0
    for found in re.finditer(r"\{([^}]*)\}", scalar.text):
        parts.append(scalar.text[end : found.start()])
        parts.append(n.Name(n.Extent(scalar, *found.span(1)), found.group(1)))
        end = found.end()
    return s.PieceLabel((*parts, scalar.text[end:]), scalar.place)


def _all_attributes(key: Scalar, attributes: tuple[s.Attribute, ...]) -> s.PieceLabel:
    """What pieces are called whose component has no label."""
    parts: list[str | n.Name] = []
    for attribute in attributes:
        text = attribute.key.text
        parts += [n.Name(n.Extent(attribute.key, 0, len(text)), text), " "]
    return s.PieceLabel(tuple(parts), key.place)


def _cited(node: Node) -> Iterator[Scalar]:
    """Every rulebook point that a file cites, wherever it does."""
    inside: Any = node.items if isinstance(node, Seq) else ()
    for item in inside:
        yield from _cited(item)
    for entry in as_map(node):
        if entry.key.text != "cites":
            yield from _cited(entry.value)
        elif isinstance(entry.value, Seq):
            yield from (item for item in entry.value.items if isinstance(item, Scalar))
