"""Resolves what YAML declares: players, options, types, components, zones, state."""

from __future__ import annotations

import itertools
import re
from typing import cast

from interpreter.checked import model as m
from interpreter.checked.boards import read_boards
from interpreter.checked.builtins import DIRECTIONS, FUNCTION, GRID_DIRECTIONS, RING_DIRECTIONS, VALUE
from interpreter.checked.reading import as_int, as_items, as_map, as_range, as_text, languages
from interpreter.checked.types import ANY, BOOL, INT, PLAYER, TEAM, Type, list_of, maybe, piece
from interpreter.diagnostics.catalogue import checked as codes
from interpreter.diagnostics.model import Findings, Place, Related
from interpreter.diagnostics.suggest import did_you_mean
from interpreter.document.nodes import Entry, Map, Node, Scalar, Seq
from interpreter.syntax import nodes as n
from interpreter.syntax import ruleset as s
from interpreter.syntax.expected import KEYWORDS
from interpreter.syntax.from_document import cites_of

MAX_PIECES = 10_000
MAX_PLAYERS = 32


class Declarations:
    """Fills a model from the YAML of a ruleset."""

    def __init__(self, syntax: s.Ruleset, findings: Findings) -> None:
        self.syntax = syntax
        self.findings = findings
        self.root = syntax.root
        self.places: dict[str, Place] = {}
        counts, teams = self._players()
        self.model = m.Model(
            syntax,
            as_text(self.root.get("id")) or "ruleset",
            languages(self.root.get("title")),
            languages(self.root.get("about")),
            counts,
            teams,
        )

    def read(self) -> m.Model:
        self._types()
        self._options()
        read_boards(self)
        self._components()
        self._zones()
        self._variables()
        wins = as_text(as_map(self.root.get("match")).get("wins"))
        self.model.wins = "lowest" if wins == "lowest" else "highest"
        return self.model

    # -------------------------------------------------------------- names
    def declare(self, key: Scalar) -> None:
        """Notes a name of the common space; says so if it is taken."""
        name, place = key.text, key.place
        if not re.fullmatch(r"[a-z_][a-z0-9_]*", name):
            self.findings.report(
                codes.BAD_VALUE, place, f"`{name}` is not a name", help="use small letters, digits and `_`"
            )
        elif name in KEYWORDS or name in VALUE or name in FUNCTION or name in ("int", "bool", "player", "team"):
            self.findings.report(
                codes.RESERVED, place, f"`{name}` is a word of the language", help="choose another name"
            )
        elif name in self.places:
            self.findings.report(
                codes.DUPLICATE,
                place,
                f"`{name}` is declared twice",
                related=[Related(self.places[name], "first declared here")],
                help="rename one of them",
            )
        self.places.setdefault(name, place)

    def _bad(self, node: Node, message: str, help: str | None = None) -> None:
        self.findings.report(codes.BAD_VALUE, node.place, message, help=help)

    # -------------------------------------------------------------- players
    def _players(self) -> tuple[tuple[int, ...], dict[int, tuple[tuple[int, ...], ...]]]:
        node = self.root.get("players")
        declared = as_map(node) if isinstance(node, Map) else None
        count = declared.get("count") if declared is not None else node
        counts = self._counts(count)
        teams: dict[int, tuple[tuple[int, ...], ...]] = {}
        for entry in as_map(declared.get("teams") if declared is not None else None):
            size = as_int(entry.key)
            lists = [[as_int(seat) for seat in as_items(team)] for team in as_items(entry.value)]
            seats = [seat for team in lists for seat in team]
            if size is None or size not in counts:
                self.findings.report(
                    codes.BAD_TEAMS,
                    entry.key.place,
                    f"teams for {entry.key.text} players, but that number does not play",
                    help=f"the game is for {', '.join(map(str, counts))} players",
                )
            elif sorted(seat for seat in seats if seat is not None) != list(range(size)):
                self.findings.report(
                    codes.BAD_TEAMS,
                    entry.value.place,
                    f"the teams of {size} players do not hold each seat from 0 to {size - 1} once",
                )
            else:
                teams[size] = tuple(tuple(cast(list[int], team)) for team in lists)
        return counts, teams

    def _counts(self, node: Node | None) -> tuple[int, ...]:
        found: tuple[int, ...] = ()
        bounds = as_range(node)
        if bounds is not None:
            found = tuple(range(bounds[0], min(bounds[1], MAX_PLAYERS + 1) + 1))
        elif isinstance(node, Seq):
            numbers = [as_int(item) for item in node.items]
            found = tuple(sorted({number for number in numbers if number is not None}))
        if not found or found[0] < 1 or found[-1] > MAX_PLAYERS:
            if node is not None:
                self._bad(node, "the number of players is not understood", "write `2`, `2..4` or `[2, 4]`, up to 32")
            return found if found and found[0] >= 1 and found[-1] <= MAX_PLAYERS else (2,)
        return found

    # -------------------------------------------------------------- types
    def _types(self) -> None:
        for entry in as_map(self.root.get("types")):
            name = entry.key.text
            self.declare(entry.key)
            bounds = as_range(entry.value)
            if bounds is not None:
                low, high = bounds
                if low > high or high - low > 1000:
                    self._bad(entry.value, f"the range `{low}..{high}` is empty or too long")
                    high = low
                self.model.ranges[name] = m.RangeType(name, low, high, entry.key.place)
                continue
            self._enum(entry)
        # Columns may refer to any enum, so they come after all of them.
        for entry in as_map(self.root.get("types")):
            enum = self.model.enums.get(entry.key.text)
            if enum is not None and "columns" in as_map(entry.value):
                self._columns(entry, enum)

    def _enum(self, entry: Entry) -> None:
        node = entry.value
        values = node if isinstance(node, Seq) else as_map(node).get("values")
        names: list[str] = []
        keys = as_items(values) if isinstance(values, Seq) else [item.key for item in as_map(values)]
        for key in keys:
            text = as_text(key)
            if text is None or not text or ".." in text or '"' in text or "\n" in text:
                self._bad(key, "this is not a value's name", 'a name without `..` and `"`, please')
            elif text in names:
                self._bad(key, f"the value `{text}` is listed twice")
            else:
                names.append(text)
        if not names:
            self._bad(node, f"the type `{entry.key.text}` has no values")
            names = ["?"]
        self.model.enums[entry.key.text] = m.EnumType(entry.key.text, tuple(names), {}, entry.key.place)

    def _columns(self, entry: Entry, enum: m.EnumType) -> None:
        columns = list(as_map(as_map(entry.value).get("columns")))
        rows = as_map(as_map(entry.value).get("values"))
        found: list[list[m.Value]] = [[] for _ in columns]
        types = [self.type_of(self.syntax.column_types.get((enum.name, c.key.text))) for c in columns]
        for row in rows:
            cells = as_items(row.value)
            if len(cells) != len(columns):
                names = ", ".join(column.key.text for column in columns)
                self._bad(row.value, f"`{row.key.text}` has {len(cells)} values for the columns {names}")
            for index, type_ in enumerate(types):
                cell = cells[index] if index < len(cells) else None
                found[index].append(self.value(cell, type_) if cell is not None else None)
        for index, column in enumerate(columns):
            if len(found[index]) == len(enum.values):
                enum.columns[column.key.text] = m.Column(types[index], tuple(found[index]))

    def type_of(self, node: n.TypeNode | None) -> Type:
        """The type that a type node names."""
        match node:
            case None:
                return ANY
            case n.MaybeType():
                return maybe(self.type_of(node.item))
            case n.ListType():
                return list_of(self.type_of(node.item))
            case n.RangeType():
                return INT
            case n.ZoneType():
                if node.component not in as_map(self.root.get("components")):
                    return self._unknown_type(node, node.component)
                return Type("zone", node.component)
            case n.NamedType():
                found = self.named_type(node.name)
                return found if found is not None else self._unknown_type(node, node.name)

    def named_type(self, name: str) -> Type | None:
        simple = {"int": INT, "bool": BOOL, "player": PLAYER, "team": TEAM}
        if name in simple:
            return simple[name]
        if name in self.model.enums:
            return Type("enum", name)
        if name in self.model.ranges:
            return INT
        if name in as_map(self.root.get("components")):
            return piece(name)
        for entry in as_map(self.root.get("boards")):
            board = as_map(entry.value)
            if as_text(board.get("nodes")) == name:
                return Type("node", name)
            if as_text(board.get("edges")) == name:
                return Type("edge", name)
        return None

    def _unknown_type(self, node: n.Node, name: str) -> Type:
        known = ["int", "bool", "player", "team", *self.model.enums, *self.model.ranges]
        known += as_map(self.root.get("components")).keys()
        for entry in as_map(self.root.get("boards")):
            known += filter(None, (as_text(as_map(entry.value).get(key)) for key in ("nodes", "edges")))
        self.findings.report(
            codes.UNKNOWN_TYPE,
            node.at.place,
            f"there is no type `{name}`",
            help=did_you_mean(name, known) or f"types are {', '.join(f'`{word}`' for word in known)}",
        )
        return ANY

    def value(self, node: Node, type_: Type) -> m.Value:
        """One cell or attribute value of the given type."""
        text = as_text(node)
        if type_.kind == "any" or text is None:
            if text is None:
                self._bad(node, "a single value is wanted here")
            return None
        if type_.kind == "maybe":
            if isinstance(node, Scalar) and node.value is None:
                return None
            return self.value(node, type_.inner)
        if type_.kind == "int":
            number = as_int(node)
            if number is None or abs(number) > 999_999_999:
                self._bad(node, f"`{text}` is not a number", "a whole number, or a type with `?` and `~` for none")
                return 0
            return number
        if type_.kind == "bool":
            if text not in ("true", "false"):
                self._bad(node, f"`{text}` is neither `true` nor `false`")
            return text == "true"
        if type_.kind == "enum":
            values = self.model.enums[type_.name].values
            if text not in values:
                self.findings.report(
                    codes.UNKNOWN_VALUE,
                    node.place,
                    f"`{text}` is not a value of `{type_.name}`",
                    help=did_you_mean(text, values),
                    related=self._defined(type_.name),
                )
                return 0
            return values.index(text)
        self._bad(node, f"an attribute cannot be of type `{type_}`", "numbers, conditions and enums can")
        return None

    def _defined(self, name: str) -> list[Related]:
        place = self.places.get(name)
        return [Related(place, "defined here")] if place is not None else []

    # -------------------------------------------------------------- options
    def _options(self) -> None:
        for entry in as_map(self.root.get("options")):
            self.declare(entry.key)
            option = self._option(entry)
            if option is not None:
                self.model.options[option.name] = option

    def _option(self, entry: Entry) -> m.Option | None:
        body = as_map(entry.value)
        name = entry.key.text
        default, bounds = body.get("default"), as_range(body.get("range"))
        about, cites = as_text(body.get("about")), cites_of(body)
        low, high = bounds or (0, 999_999)
        if bounds is None and body.get("range") is not None:
            self._bad(body.get("range") or entry.value, "a range is written `1..9`")
        if low > high:
            self._bad(body.get("range") or entry.value, f"the range `{low}..{high}` is empty")
        values = tuple(filter(None, (as_text(item) for item in as_items(body.get("values")))))
        if default is None:
            return None
        place = entry.key.place
        if values:
            enum = f"option {name}"
            self.model.enums[enum] = m.EnumType(enum, values, {}, place)
            text = as_text(default) or ""
            if text not in values:
                self._bad(default, f"the default `{text}` is not among the values", did_you_mean(text, values))
                text = values[0]
            type_ = Type("enum", enum)
            return m.Option(name, type_, values.index(text), 0, len(values) - 1, values, (0, 0), about, cites, place)
        if isinstance(default, Seq):
            numbers = tuple(as_int(item) or 0 for item in default.items)
            sizes = as_range(body.get("size")) or (len(numbers), len(numbers))
            if not sizes[0] <= len(numbers) <= sizes[1] or any(not low <= x <= high for x in numbers):
                self._bad(default, f"the default does not fit the range {low}..{high} or the size {sizes[0]}..{sizes[1]}")
            return m.Option(name, list_of(INT), numbers, low, high, (), sizes, about, cites, place)
        value = default.value if isinstance(default, Scalar) else None
        if isinstance(value, bool):
            return m.Option(name, BOOL, value, 0, 1, (), (0, 0), about, cites, place)
        if isinstance(value, int):
            if bounds is None and body.get("range") is None:
                self._bad(entry.value, f"the option `{name}` has no range", "add `range: 1..9`")
            elif not low <= value <= high:
                self._bad(default, f"the default {value} is outside {low}..{high}")
            return m.Option(name, INT, value, low, high, (), (0, 0), about, cites, place)
        self._bad(default, "a default is a number, `true`, `false`, or one of `values`")
        return None

    # -------------------------------------------------------------- components
    def _components(self) -> None:
        first = 0
        for entry in as_map(self.root.get("components")):
            self.declare(entry.key)
            component = self._component(entry, first)
            first += len(component.pieces)
            if first > MAX_PIECES:
                self.findings.report(
                    codes.TOO_MANY, entry.key.place, f"more than {MAX_PIECES:,} pieces", help="make fewer copies"
                )
                component = m.Component(component.name, component.attributes, 0, (), (), {}, entry.key.place)
                first = 0
            self.model.components[component.name] = component

    def _component(self, entry: Entry, first: int) -> m.Component:
        name, body = entry.key.text, as_map(entry.value)
        attributes: dict[str, Type] = {}
        ranges: dict[str, tuple[int, int]] = {}
        for item in as_map(body.get("has")):
            node = self.syntax.attribute_types.get((name, item.key.text))
            attributes[item.key.text] = self.type_of(node)
            inner = node.item if isinstance(node, n.MaybeType) else node
            if isinstance(inner, n.RangeType):
                ranges[item.key.text] = (inner.low, inner.high)
            elif isinstance(inner, n.NamedType) and inner.name in self.model.ranges:
                declared = self.model.ranges[inner.name]
                ranges[item.key.text] = (declared.low, declared.high)
        pieces: list[dict[str, m.Value]] = []
        counts: dict[str, int] = {}
        for row in as_map(body.get("make")):
            made = self._row(row, attributes, ranges)
            counts[row.key.text] = len(made)
            pieces += made
            if len(pieces) > MAX_PIECES:
                break
        total = body.get("total")
        if total is not None and as_int(total) != len(pieces):
            parts = " + ".join(f"{count} {row}" for row, count in counts.items())
            self.findings.report(
                codes.WRONG_TOTAL,
                total.place,
                f"`make` gives {len(pieces)} pieces ({parts}), not {as_text(total)}",
                help="correct the rows of `make`, or the total",
                cites=cites_of(body),
            )
        label = body.get("label")
        labels = self._labels(label, attributes, pieces, name)
        return m.Component(name, attributes, first, tuple(pieces), labels, counts, entry.key.place)

    def _row(
        self, row: Entry, attributes: dict[str, Type], ranges: dict[str, tuple[int, int]]
    ) -> list[dict[str, m.Value]]:
        body = as_map(row.value)
        copies = as_int(body.get("copies")) if "copies" in body else 1
        if copies is None or copies < 0:
            self._bad(body.get("copies") or row.value, "`copies` is a number")
            copies = 1
        for item in body:
            if item.key.text not in attributes and item.key.text != "copies":
                self.findings.report(
                    codes.UNKNOWN_ATTRIBUTE,
                    item.key.place,
                    f"`{item.key.text}` is not declared under `has`",
                    help=did_you_mean(item.key.text, attributes) or "declare it: `has: {name: type}`",
                )
        choices: list[list[m.Value]] = []
        for attribute, type_ in attributes.items():
            node = body.get(attribute)
            if node is None:
                if type_.kind not in ("maybe", "any"):
                    self.findings.report(
                        codes.MISSING_ATTRIBUTE,
                        row.key.place,
                        f"the row `{row.key.text}` does not say which `{attribute}` its pieces have",
                        help=f"add `{attribute}: …`, or declare the attribute as `{type_}?`",
                    )
                choices.append([None])
            else:
                choices.append(self._several(node, type_, ranges.get(attribute)))
        size = copies
        for choice in choices:
            size *= len(choice)
        if size > MAX_PIECES:
            return [{}] * (MAX_PIECES + 1)
        return [
            dict(zip(attributes, values, strict=True))
            for values in itertools.product(*choices)
            for _ in range(copies)
        ]

    def _several(self, node: Node, type_: Type, bounds: tuple[int, int] | None) -> list[m.Value]:
        """What `all`, a list, `a..b` or a single value stands for."""
        if isinstance(node, Seq):
            return [value for item in node.items for value in self._several(item, type_, bounds)]
        text = as_text(node) or ""
        inner = type_.inner
        if inner.kind == "enum":
            values = self.model.enums[inner.name].values
            if text == "all" and "all" not in values:
                return list(range(len(values)))
            low, dots, high = text.partition("..")
            if dots and low in values and high in values:
                first, last = values.index(low), values.index(high)
                if first > last:
                    self._bad(node, f"`{low}` comes after `{high}` in `{inner.name}`")
                return list(range(first, last + 1))
            if dots:
                wrong = low if low not in values else high
                self._bad(node, f"`{wrong}` is not a value of `{inner.name}`", did_you_mean(wrong, values))
                return [0]
        if inner.kind == "int":
            if text == "all":
                if bounds is None:
                    self._bad(node, "`all` needs a range: declare the attribute as `1..9`")
                    return [0]
                return list(range(bounds[0], bounds[1] + 1))
            span = as_range(node)
            if span is not None and ".." in text and span[1] - span[0] <= MAX_PIECES:
                if bounds is not None and not bounds[0] <= span[0] <= span[1] <= bounds[1]:
                    self._bad(node, f"`{text}` is outside the declared range {bounds[0]}..{bounds[1]}")
                return list(range(span[0], span[1] + 1))
        value = self.value(node, type_)
        if bounds is not None and isinstance(value, int) and not bounds[0] <= value <= bounds[1]:
            self._bad(node, f"{value} is outside the declared range {bounds[0]}..{bounds[1]}")
        return [value]

    def _labels(
        self, label: Node | None, attributes: dict[str, Type], pieces: list[dict[str, m.Value]], name: str
    ) -> tuple[str, ...]:
        template = as_text(label) or " ".join(f"{{{attribute}}}" for attribute in attributes) or name
        for word in re.findall(r"\{([^}]*)\}", template):
            if word not in attributes:
                assert label is not None
                self.findings.report(
                    codes.UNKNOWN_ATTRIBUTE,
                    label.place,
                    f"the label names `{{{word}}}`, which is not an attribute of `{name}`",
                    help=did_you_mean(word, attributes),
                )

        def shown(found: dict[str, m.Value]) -> str:
            def one(match: re.Match[str]) -> str:
                attribute = match.group(1)
                value, type_ = found.get(attribute), attributes.get(attribute, ANY).inner
                if value is None:
                    return ""
                return self.model.enums[type_.name].values[int(value)] if type_.kind == "enum" else str(value)

            return " ".join(re.sub(r"\{([^}]*)\}", one, template).split()) or name

        return tuple(shown(found) for found in pieces)

    # -------------------------------------------------------------- zones
    def _zones(self) -> None:
        zones = as_map(self.root.get("zones"))
        for entry in zones:
            self.declare(entry.key)
            body = as_map(entry.value)
            component = as_text(body.get("of")) or ""
            if component not in self.model.components:
                node = body.get("of")
                if node is not None:
                    self.findings.report(
                        codes.UNKNOWN_TYPE,
                        node.place,
                        f"there is no component `{component}`",
                        help=did_you_mean(component, self.model.components),
                    )
                continue
            self.model.zones[entry.key.text] = self._zone(entry, body, component)
        for entry in zones:
            self._check_refill(entry)

    def _zone(self, entry: Entry, body: Map, component: str) -> m.Zone:
        name = entry.key.text
        per = self._per(body.get("per"))
        seen = as_text(body.get("seen")) or "everyone"
        if seen in ("owner", "others", "team") and (per is None or per.kind not in ("player", "team")):
            self.findings.report(
                codes.BAD_SEEN,
                (body.get("seen") or entry.key).place,
                f"`{seen}` cannot see `{name}`, which is not one per player",
                help="add `per: player`, or say `nobody` or `everyone`",
            )
            seen = "everyone"
        definition = self.syntax.starts.get(name)
        starts = definition if definition is not None else ("all" if as_text(body.get("starts")) == "all" else "none")
        refill = None
        declared = body.get("refill")
        if isinstance(declared, Map):
            keep = as_int(declared.get("keep")) or 0
            refill = m.Refill(as_text(declared.get("from")) or "", keep, self.syntax.refill_when.get(name))
        return m.Zone(
            name,
            component,
            per,
            cast("m.Zone", seen),  # type: ignore[arg-type]
            cast("m.Zone", starts),  # type: ignore[arg-type]
            as_text(body.get("shuffled")) == "true",
            refill,
            as_int(body.get("room")),
            as_text(body.get("lasts")) == "match",
            entry.key.place,
        )

    def _check_refill(self, entry: Entry) -> None:
        zone = self.model.zones.get(entry.key.text)
        if zone is None or zone.refill is None:
            return
        source = self.model.zones.get(zone.refill.source)
        place = (as_map(as_map(entry.value).get("refill")).get("from") or entry.key).place
        if source is None:
            self.findings.report(
                codes.BAD_REFILL,
                place,
                f"there is no zone `{zone.refill.source}`",
                help=did_you_mean(zone.refill.source, self.model.zones),
            )
        elif source is zone or source.per is not None or zone.per is not None or source.component != zone.component:
            self.findings.report(
                codes.BAD_REFILL,
                place,
                f"`{zone.name}` cannot be refilled from `{source.name}`",
                help="both must be single zones of the same component, and two different ones",
            )
        else:
            return
        self.model.zones[zone.name] = m.Zone(
            zone.name, zone.component, zone.per, zone.seen, zone.starts, zone.shuffled, None,
            zone.room, zone.lasts, zone.place,
        )  # fmt: skip

    def _per(self, node: Node | n.Ident | None) -> Type | None:
        """The index type after `per`."""
        if node is None:
            return None
        name = node.text if isinstance(node, n.Ident) else as_text(node) or ""
        place = node.at.place if isinstance(node, n.Ident) else node.place
        if name in self.model.ranges:
            return Type("int", name)
        found = self.named_type(name)
        if found is None or found.kind in ("int", "bool"):
            known = ["player", "team", *self.model.enums, *self.model.ranges, *self.model.components]
            for board in self.model.boards.values():
                known += [board.node_type, *([board.edge_type] if board.edge_type else [])]
            shown = [word for word in known if not word.startswith("option ")]
            self.findings.report(
                codes.UNKNOWN_TYPE,
                place,
                f"`per {name}`: there is no such type to count by",
                help=did_you_mean(name, shown) or f"one of {', '.join(f'`{word}`' for word in shown)}",
            )
            return None
        return found

    # -------------------------------------------------------------- state
    def _variables(self) -> None:
        for variable in self.syntax.state.values():
            self.declare(variable.key)
            declaration = variable.declaration
            type_ = self.type_of(declaration.type)
            per = self._per(declaration.per)
            seen = declaration.seen.text if declaration.seen is not None else "everyone"
            if seen not in ("everyone", "owner", "nobody") or (
                seen == "owner" and (per is None or per.kind not in ("player", "team"))
            ):
                assert declaration.seen is not None
                self.findings.report(
                    codes.BAD_SEEN,
                    declaration.seen.at.place,
                    f"`seen {seen}` does not fit `{variable.name}`",
                    help="`seen nobody`, or `seen owner` where it is one per player",
                )
                seen = "everyone"
            if declaration.first is None and type_.kind not in ("int", "bool", "maybe", "any", "list"):
                self.findings.report(
                    codes.BAD_INITIAL,
                    variable.key.place,
                    f"`{variable.name}` has no first value",
                    help=f"write `{declaration.at.text} = …`, or `{type_}?` if it may be none",
                )
            self.model.variables[variable.name] = m.Variable(
                variable.name,
                type_,
                per,
                cast("m.Variable", seen),  # type: ignore[arg-type]
                cast("m.Variable", variable.scope),  # type: ignore[arg-type]
                declaration.first,
                declaration.later,
                variable.key.place,
            )


def direction_values(model: m.Model) -> tuple[str, ...]:
    """The directions that the ruleset's boards have."""
    kinds = {board.kind for board in model.boards.values()}
    found = (GRID_DIRECTIONS if "grid" in kinds else ()) + (RING_DIRECTIONS if "ring" in kinds else ())
    return tuple(word for word in DIRECTIONS if word in found)
