"""What a game declares about the things on its table: the zones, pieces, variables and decisions by name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

from hoyle.ir import program as ir
from hoyle.ir.walk import walk

Arrangement: TypeAlias = Literal["pile", "line", "row", "spread"]
"""How a zone lies there: a pile has a top, a line grows at both ends, a row has places, a spread no order."""

_NAMED = re.compile(r"([^\[\]]+)(?:\[(.*)\])?")


@dataclass(frozen=True, slots=True)
class Spot:
    """A zone as views and events name it: `hand[0]` is the hand of seat 0."""

    zone: ir.Zone
    indices: tuple[str, ...]

    def index(self, kind: str) -> str | None:
        """The index of a kind, `player` or `node` say, if the zone has one."""
        pairs = zip(self.zone.per, self.indices, strict=True)
        return next((index for per, index in pairs if per.kind == kind), None)

    @property
    def seat(self) -> int | None:
        """Whose it is, if it belongs to one player."""
        found = self.index("player")
        return None if found is None else int(found)

    @property
    def others(self) -> tuple[str, ...]:
        """The indices that are not the owner's."""
        pairs = zip(self.zone.per, self.indices, strict=True)
        return tuple(index for per, index in pairs if per.kind != "player")


@dataclass(frozen=True)
class Declared:
    """The declarations of one program, for a number of players."""

    program: ir.Program
    players: int

    @cached_property
    def zones(self) -> dict[str, ir.Zone]:
        return {zone.name: zone for zone in self.program.zones}

    @cached_property
    def variables(self) -> dict[str, ir.Var]:
        return {variable.name: variable for variable in self.program.vars}

    @cached_property
    def boards(self) -> dict[str, ir.Board]:
        """The boards by the type of their nodes, and of their edges."""
        nodes = {board.node_type: board for board in self.program.boards}
        return nodes | {board.edge_type: board for board in self.program.boards if board.edges}

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        return self.program.teams.get(str(self.players), ())

    @cached_property
    def simultaneous(self) -> frozenset[str]:
        """The decisions that several take unseen, by name."""
        return frozenset(one.name for one in self._decisions if one.how == "simultaneously")

    @cached_property
    def has_secrets(self) -> bool:
        """Whether one seat may see what another may not."""
        zones = any(zone.seen not in ("everyone", "nobody") for zone in self.program.zones)
        variables = any(variable.seen not in ("everyone", "nobody") for variable in self.program.vars)
        return zones or variables or bool(self.simultaneous)

    @cached_property
    def _decisions(self) -> tuple[ir.Decide, ...]:
        return tuple(one for one in walk(tuple(self.program.procs.values())) if isinstance(one, ir.Decide))

    @cached_property
    def active(self) -> ir.Proc | None:
        """The rule that says who is still in, if it hangs on nothing that somebody cannot see."""
        rule = self.program.active
        if rule is None or rule.value is None:
            return None
        pieces = sized = 0
        for one in walk(rule.value):
            match one:
                case ir.Get(var=name) | ir.GetEach(var=name):
                    variable = self.variables.get(name)
                    if variable is not None and (variable.seen != "everyone" or variable.type.names_pieces):
                        return None
                case ir.Fn(name="size", args=(ir.Pieces(), *_)):
                    sized += 1  # how many there are everybody sees
                case ir.Pieces() | ir.PiecesOfEach():
                    pieces += 1
                case ir.Call():
                    return None
                case _:
                    pass
        return rule if pieces == sized else None

    def how(self, name: str) -> str:
        """Whether the decision of that name is one to choose, an offer, or taken by several unseen."""
        return next((one.how for one in self._decisions if one.name == name), "choose")

    def spot(self, name: str) -> Spot:
        """The zone that a view or an event names."""
        found = _NAMED.fullmatch(name)
        assert found is not None
        indices = tuple(found[2].split(", ")) if found[2] is not None else ()
        return Spot(self.zones[found[1]], indices)

    # -------------------------------------------------------------- pieces
    @cached_property
    def _places(self) -> dict[tuple[str, str], int]:
        """The first piece of a component that has a label."""
        found: dict[tuple[str, str], int] = {}
        for component in self.program.components:
            for offset, label in enumerate(component.labels):
                found.setdefault((component.name, label), component.first + offset)
        return found

    def order(self, component: str, label: str) -> tuple[int, ...]:
        """Where a piece stands in a sorted hand: by its suit first, or whatever has the fewest values."""
        piece = self._places.get((component, label), -1)
        sorter = self.sorter(component)
        if sorter is None or piece < 0:
            return (0, piece)
        value = self.program.tables[f"piece.{component}.{sorter}"][piece]
        return (value if value != ir.NONE else ir.LARGEST, piece)

    def sorter(self, component: str) -> str | None:
        """The attribute that sorts pieces best: the one with the fewest values, but several."""
        return self._sorters.get(component)

    @cached_property
    def _sorters(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for component in self.program.components:
            first, last = component.first, component.first + len(component.labels)
            kinds = {
                name: len(set(self.program.tables[f"piece.{component.name}.{name}"][first:last]) - {ir.NONE})
                for name in self._attributes.get(component.name, ())
            }
            several = {name: count for name, count in kinds.items() if count > 1}
            if len(several) > 1:
                found[component.name] = min(several, key=lambda name: several[name])
        return found

    @cached_property
    def _attributes(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for table in self.program.tables:
            kind, _, rest = table.partition(".")
            if kind == "piece":
                component, _, attribute = rest.partition(".")
                found[component] = (*found.get(component, ()), attribute)
        return found

    def attributes(self, component: str, label: str) -> tuple[tuple[str, str], ...]:
        """What a piece is declared with, as words: its colour, its number; without what it lacks."""
        piece = self._places.get((component, label))
        if piece is None:
            return ()
        found = []
        for name in self._attributes.get(component, ()):
            value = self.program.tables[f"piece.{component}.{name}"][piece]
            if value != ir.NONE:
                found.append((name, self._word(name, value, label)))
        return tuple(found)

    def _word(self, name: str, value: int, label: str) -> str:
        """A value as a word: a program's tables hold numbers, and the label shows what they stand for."""
        own = self.program.enums.get(name, ())
        if 0 <= value < len(own):
            return own[value]
        words = [str(value), *(values[value] for values in self._enums if 0 <= value < len(values))]
        return next((word for word in words if _stands_in(word, label)), str(value))

    @cached_property
    def _enums(self) -> tuple[tuple[str, ...], ...]:
        return tuple(values for name, values in self.program.enums.items() if not name.startswith("option "))

    # -------------------------------------------------------------- how zones lie there
    def arrangement(self, zone: str) -> Arrangement:
        """How the pieces of a zone lie there, by what the rules do with it."""
        return self._arrangements[zone]

    @cached_property
    def _arrangements(self) -> dict[str, Arrangement]:
        ends: dict[str, set[bool]] = {}
        piled = {zone.name for zone in self.program.zones if zone.shuffled or zone.refill is not None}
        piled |= {zone.refill.source for zone in self.program.zones if zone.refill is not None}
        placed: set[str] = set()
        for one in walk(tuple(self.program.procs.values())):
            match one:
                case ir.Move(to=ir.ZoneAt(zone=zone)) | ir.Draw(to=ir.ZoneAt(zone=zone)):
                    ends.setdefault(zone, set()).add(one.bottom)
                case ir.Fn(name="top" | "bottom", args=(of, *_)):
                    piled |= _zones_in(of)
                case ir.ItemAt(list=ir.Pieces(zone=ir.ZoneAt(zone=zone))):
                    placed.add(zone)
                case _:
                    pass
        found: dict[str, Arrangement] = {}
        for name, declared in self.zones.items():
            if name in placed:
                found[name] = "row"
            elif ends.get(name) == {True, False} and declared.seen != "nobody" and name not in piled:
                found[name] = "line"
            else:
                found[name] = "pile" if name in piled else "spread"
        return found


def _stands_in(word: str, label: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", label) is not None


def _zones_in(expression: Any) -> set[str]:
    return {one.zone for one in walk(expression) if isinstance(one, ir.ZoneAt)}
