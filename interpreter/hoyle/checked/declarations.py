"""Resolves what a ruleset declares: players, options, types, components, boards, zones, state."""

from __future__ import annotations

import dataclasses
import re
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, cast

from hoyle.checked import habits
from hoyle.checked import model as m
from hoyle.checked.boards import read_boards
from hoyle.checked.builtins import FUNCTION, VALUE
from hoyle.checked.components import read_components
from hoyle.checked.names import UnknownNames
from hoyle.checked.options import read_options
from hoyle.checked.players import read_players
from hoyle.checked.types import ANY, BOOL, INT, MEMORY, PLAYER, TEAM, Type, list_of, maybe, per_words, piece
from hoyle.checked.zones import check_starts, read_zones
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Findings, Place, Related
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.nodes import Scalar
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.words import reserved
from hoyle.syntax.written import Written, number_of, text_of
from hoyle.wording import counted

if TYPE_CHECKING:
    from hoyle.checked.formulas import Formulas

_Seen: TypeAlias = Literal["everyone", "owner", "nobody"]
_Scope: TypeAlias = Literal["match", "round"]

MOST_INDICES = 4
MAX_RANGE = 10_000  # numbers of a range with a name, which can be counted by
MOST_VALUES = 100_000  # of a variable or zone with several indices


# Kinds of variables that need no first value.
_STARTS_BY_ITSELF = frozenset({"int", "bool", "maybe", "any", "list", "memory"})


def belongs(per: tuple[Type, ...]) -> bool:
    """Whether something that is one per such indices has an owner: the one player or team among them."""
    return sum(type_.kind in ("player", "team") for type_ in per) == 1


class Located(Protocol):
    """A declaration, or a part of one, that knows where it stands."""

    @property
    def place(self) -> Place: ...


class Declarations:
    """Fills a model from the declarations of a ruleset."""

    def __init__(self, syntax: s.Ruleset, findings: Findings) -> None:
        self.syntax = syntax
        self.findings = findings
        self.places: dict[str, Place] = {}
        self.declared_twice: set[str] = set()
        self.lost_types: set[str] = set()  # enumerations of which some values can't be read
        self.lost_ranges: set[str] = set()  # those whose ends can't be computed
        self.unknown = UnknownNames()
        counts, teams = read_players(syntax.players, findings)
        self.model = m.Model(syntax, syntax.id, syntax.title, syntax.about, counts, teams)
        self.formulas: Formulas  # which are checked with what is declared so far

    def read(self) -> m.Model:
        self._types()
        read_options(self)
        self._computed_ranges()
        read_boards(self)
        read_components(self)
        read_zones(self)
        self._variables()
        self._check_memories()
        check_starts(self)
        self.model.wins = self.syntax.match.wins
        return self.model

    # -------------------------------------------------------------- names
    @cached_property
    def misdeclared(self) -> frozenset[str]:
        """Names with a declaration that could not be read: that is one finding, each use is not another."""
        read = self.model.options.keys() | self.model.zones.keys() | self.model.variables.keys()
        return (self.syntax.names.declared - read) | self.declared_twice

    @cached_property
    def misdeclared_rules(self) -> frozenset[str]:
        return frozenset(self.syntax.names.rules.keys() - self.syntax.rules.keys())

    def forget_misdeclared(self) -> None:
        """Formulas are checked while some of the names have not been read yet."""
        self.__dict__.pop("misdeclared", None)

    def declare(self, key: Scalar, beside_functions: bool = False) -> None:
        """Notes a name of the common space; says so if it is taken."""
        name, place = key.text, key.place
        if not re.fullmatch(r"[a-z_][a-z0-9_]*", name):
            self.findings.report(
                codes.BAD_VALUE, place, f"`{name}` is not a name", help="use small letters, digits and `_`"
            )
            self.declared_twice.add(name.lower())  # as it is probably used
        elif (
            name in reserved()
            or name in VALUE
            or (name in FUNCTION and not beside_functions)
            or name in ("int", "bool", "player", "team")
        ):
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
            self.declared_twice.add(name)
        self.places.setdefault(name, place)

    @property
    def lost(self) -> set[str]:
        """The types whose values are not all known."""
        return self.lost_types | self.lost_ranges

    def bad(self, node: Located, message: str, help: str | None = None, names: tuple[str, ...] = ()) -> None:
        self.findings.report(codes.BAD_VALUE, node.place, message, help=help, names=names)

    def turned_round(self, node: Located, low: int, high: int) -> None:
        """Says that the ends of a range are the wrong way round."""
        self.bad(node, f"the range `{low}..{high}` is empty", f"the lower end comes first: `{high}..{low}`")

    # -------------------------------------------------------------- types
    def _types(self) -> None:
        for declared in self.syntax.types.values():
            self.declare(declared.key)
            match declared:
                case s.RangeDeclaration():
                    self._range(declared)
                case s.EnumDeclaration():
                    self._enum(declared)
        # Columns may refer to any enum, so they come after all of them.
        for declared in self.syntax.types.values():
            meant = declared.key.text in self.model.enums
            if isinstance(declared, s.EnumDeclaration) and declared.columns is not None and meant:
                self._columns(declared.columns, declared.rows, self.model.enums[declared.key.text])

    def _range(self, declared: s.RangeDeclaration) -> None:
        name, (low, high) = declared.key.text, declared.bounds or (0, 0)
        if low > high:
            self.turned_round(declared, low, high)
            low, high = high, min(low, high + MAX_RANGE - 1)  # read as meant
        elif high - low >= MAX_RANGE:
            self.bad(
                declared,
                f"the range `{low}..{high}` is too long: one with a name has at most {MAX_RANGE:,} numbers",
                f"where it is the type of a variable, write `{low}..{high}` there",
            )
            high = low
        self.model.ranges[name] = m.RangeType(name, low, high, declared.key.place)

    def _computed_ranges(self) -> None:
        """The ranges whose ends are expressions: these may read any option."""
        for declared in self.syntax.types.values():
            if isinstance(declared, s.RangeDeclaration) and declared.formula is not None:
                before, bounds = len(self.findings), self.formulas.bounds(declared)
                if bounds is not None:
                    self._range(dataclasses.replace(declared, bounds=bounds))
                if bounds is None or len(self.findings) > before:
                    self.lost_ranges.add(declared.key.text)

    def _enum(self, declared: s.EnumDeclaration) -> None:
        names: list[str] = []
        span = re.fullmatch(r"(\d+)\.\.(\d+)", text_of(declared.values[0]) or "") if declared.values else None
        if span is not None and len(declared.values) == 1:
            self.bad(declared.values[0], "a range stands without brackets", f"write `{span.group()}`")
            low, high = int(span[1]), int(span[2])
            name = declared.key.text
            self.model.ranges[name] = m.RangeType(name, low, max(low, high), declared.key.place)
            return
        for key in declared.values:
            text = text_of(key)
            if text is None or not text or ".." in text or '"' in text or "\n" in text:
                self.bad(key, "this is not a value's name", _each_named(text or ""))
                self.lost_types.add(declared.key.text)
            elif text in names:
                self.bad(key, f"the value `{text}` is listed twice")
            else:
                names.append(text)
        if not names:
            self.bad(declared, f"the type `{declared.key.text}` has no values", names=(declared.key.text,))
            names = ["?"]
        name = declared.key.text
        self.model.enums[name] = m.EnumType(name, tuple(names), {}, declared.key.place)

    def _columns(self, columns: tuple[s.Attribute, ...], rows: tuple[s.Row, ...], enum: m.EnumType) -> None:
        found: list[list[m.Value]] = [[] for _ in columns]
        types = [self.type_of(column.type) for column in columns]
        for row in rows:
            if len(row.cells) != len(columns):
                names = ", ".join(column.key.text for column in columns)
                message = f"`{row.key.text}` has {counted(len(row.cells), 'value')} for the columns {names}"
                help_ = f"write {len(columns)} in their order; `~` where there is none"
                self.bad(row, message, help_, names=(row.key.text,))
            for index, type_ in enumerate(types):
                cell = row.cells[index] if index < len(row.cells) else None
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
                if node.low > node.high:
                    self.turned_round(node.at, node.low, node.high)
                return INT
            case n.MemoryType():
                return MEMORY
            case n.ZoneType():
                if node.component not in self.syntax.components:
                    return self._unknown_type(node, node.component)
                return Type("zone", node.component)
            case n.NamedType():
                found = self.named_type(node.name)
                return found if found is not None else self._unknown_type(node, node.name)

    def ends_of(self, node: n.TypeNode) -> m.Ends | None:
        """The ends of the range that the numbers of a type lie in; None if it is about no range."""
        match node:
            case n.MaybeType() | n.ListType():
                return self.ends_of(node.item)
            case n.RangeType():
                return (node.low, node.high) if node.low <= node.high else None
            case n.NamedType() if node.name in self.model.ranges and node.name not in self.lost_ranges:
                return self.model.ranges[node.name].low, self.model.ranges[node.name].high
            case _:
                return None

    def named_type(self, name: str) -> Type | None:
        simple = {"int": INT, "bool": BOOL, "player": PLAYER, "team": TEAM}
        if name in simple:
            return simple[name]
        if name in self.model.enums:
            return Type("enum", name)
        if name in self.model.ranges:
            return INT
        if name in self.syntax.components:
            return piece(name)
        for board in self.syntax.boards.values():
            if text_of(board.nodes) == name:
                return Type("node", name)
            if text_of(board.edges) == name:
                return Type("edge", name)
        return None

    def _unknown_type(self, node: n.Node, name: str) -> Type:
        enums = {enum: model.values for enum, model in self.model.enums.items() if " " not in enum}
        homes = {value: enum for enum, values in enums.items() for value in values}
        known = ["int", "bool", "player", "team", *enums, *self.model.ranges, *self.syntax.components]
        for board in self.syntax.boards.values():
            known += filter(None, (text_of(board.nodes), text_of(board.edges)))
        self.findings.report(
            codes.UNKNOWN_TYPE,
            node.at.place,
            f"there is no type `{name}`",
            help=habits.for_type(name, homes)
            or did_you_mean(name, known)
            or f"types are {', '.join(f'`{word}`' for word in known)}",
        )
        return ANY

    def value(self, node: Written, type_: Type) -> m.Value:
        """One cell or attribute value of the given type."""
        text = text_of(node)
        if type_.kind == "any" or text is None:
            if text is None:
                self.bad(node, "a single value is wanted here")
            return None
        if type_.kind == "maybe":
            if isinstance(node, Scalar) and (node.value is None or text == "none"):
                return None
            return self.value(node, type_.inner)
        if type_.kind == "int":
            number = number_of(node)
            if number is None or abs(number) > 999_999_999:
                help_ = "a whole number, or a type with `?` and `none`"
                if ".." in text:
                    help_ = (
                        "a range is written in numbers here; `where` leaves out what an option does not want"
                    )
                self.bad(node, f"`{text}` is not a number", help_)
                return 0
            return number
        if type_.kind == "bool":
            if text not in ("true", "false"):
                self.bad(node, f"`{text}` is neither `true` nor `false`")
            return text == "true"
        if type_.kind == "enum":
            values = self.model.enums[type_.name].values
            if text not in values:
                self.findings.report(
                    codes.UNKNOWN_VALUE,
                    node.place,
                    f"`{text}` is not a value of `{type_.name}`",
                    help=did_you_mean(text, values) or habits.values_said(values),
                    related=self.defined(type_.name),
                    names=(type_.name,),
                )
                return 0
            return values.index(text)
        self.bad(node, f"an attribute cannot be of type `{type_}`", "numbers, conditions and enums can")
        return None

    # -------------------------------------------------------------- state
    def _variables(self) -> None:
        for variable in self.syntax.state.values():
            self.declare(variable.key)
            declaration = variable.declaration
            type_ = self.type_of(declaration.type)
            per = self.per(declaration.per)
            if per is None:
                continue
            seen = declaration.seen.text if declaration.seen is not None else "everyone"
            if seen not in ("everyone", "owner", "nobody") or (seen == "owner" and not belongs(per)):
                assert declaration.seen is not None
                self.findings.report(
                    codes.BAD_SEEN,
                    declaration.seen.at.place,
                    f"`seen {seen}` does not fit `{variable.name}`",
                    help="`seen nobody`, or `seen owner` where it is one per player",
                    names=(variable.name,),
                )
                seen = "everyone"
            ends = self.ends_of(declaration.type)
            lacks_zero = type_.kind == "int" and ends is not None and not ends[0] <= 0 <= ends[1]
            if declaration.first is None and (type_.kind not in _STARTS_BY_ITSELF or lacks_zero):
                word = declaration.type.at.text
                zero = f": 0 does not lie in {ends[0]}..{ends[1]}" if lacks_zero and ends is not None else ""
                self.findings.report(
                    codes.BAD_INITIAL,
                    variable.key.place,
                    f"`{variable.name}` has no first value{zero}",
                    help=f"write `{declaration.at.text} = …`, or `{word}?` if it may be none",
                )
            self.model.variables[variable.name] = m.Variable(
                variable.name,
                type_,
                per,
                cast(_Seen, seen),
                cast(_Scope, variable.scope),
                declaration.first,
                declaration.later,
                variable.key.place,
                declaration.index,
                tuple(name.text for name in declaration.type.names)
                if isinstance(declaration.type, n.MemoryType)
                else (),
                ends,
            )

    def _check_memories(self) -> None:
        """A memory is of variables that everybody sees and that hold a single value, or one per something."""
        variables = self.model.variables
        for variable in self.syntax.state.values():
            type_ = variable.declaration.type
            for name in type_.names if isinstance(type_, n.MemoryType) else ():
                found = variables.get(name.text)
                why = None
                if found is None:
                    why = "is not a state variable"
                    if name.text in self.misdeclared:
                        continue  # it could not be read, which was said
                elif found.type.kind in ("list", "memory"):
                    why = f"is a {found.type.kind}"
                elif found.seen != "everyone":
                    why = "is not seen by everyone"
                if why is not None:
                    self.findings.report(
                        codes.BAD_MEMORY,
                        name.at.place,
                        f"`{name.text}` {why}, so it cannot be remembered",
                        help=did_you_mean(name.text, [one for one in variables if one != variable.name])
                        if found is None
                        else "name variables that everybody sees, and that are not lists",
                        names=(name.text,),
                    )

    def defined(self, name: str) -> list[Related]:
        place = self.places.get(name)
        return [Related(place, "defined here")] if place is not None else []

    def per(self, nodes: tuple[Scalar | n.Ident, ...]) -> tuple[Type, ...] | None:
        """The types after `per`; None if one of them is none to count by."""
        if len(nodes) > MOST_INDICES:
            extra = nodes[MOST_INDICES]
            self.findings.report(
                codes.BAD_VALUE,
                extra.at.place if isinstance(extra, n.Ident) else extra.place,
                f"{len(nodes)} indices are too many: there may be {MOST_INDICES}",
            )
            return None
        found = [self._index_type(node) for node in nodes]
        known = tuple(type_ for type_ in found if type_ is not None)
        if len(known) > 1 and len(known) == len(nodes) and self._count(known) > MOST_VALUES:
            first = nodes[0]
            self.findings.report(
                codes.TOO_MANY,
                first.at.place if isinstance(first, n.Ident) else first.place,
                f"one per {per_words(known)} makes {self._count(known):,}; {MOST_VALUES:,} are allowed",
            )
            return None
        return known if len(known) == len(nodes) else None

    def _count(self, per: tuple[Type, ...]) -> int:
        """How many values there are at most of something that is one per several types."""
        model, count = self.model, 1
        pieces = sum(len(component.pieces) for component in model.components.values())
        for type_ in per:
            if type_.kind in ("player", "team"):
                count *= max(model.counts, default=1)
            elif type_.kind == "int":
                count *= model.ranges[type_.name].high - model.ranges[type_.name].low + 1
            else:
                count *= pieces if type_.kind == "piece" else max(1, len(model.values_of(type_)))
        return count

    def _index_type(self, node: Scalar | n.Ident) -> Type | None:
        name = node.text
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


def _each_named(text: str) -> str:
    """What to write for a range among the values of an enumeration."""
    span = re.fullmatch(r"(\d+)\.\.(\d+)", text)
    if span is None or not 1 < int(span[2]) - int(span[1]) < 20:
        return 'a name without `..` and `"`, please'
    names = [f'"{number}"' for number in range(int(span[1]), int(span[2]) + 1)]
    return f"name each of them: `{', '.join(names)}`"
