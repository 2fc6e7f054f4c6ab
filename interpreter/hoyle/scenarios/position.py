"""The position that a scenario gives: which pieces lie in which zones, which values variables have."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Findings
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.nodes import Entry, Map, Node, Scalar, Seq
from hoyle.ir.program import LARGEST, NONE
from hoyle.ir.types import ValueType
from hoyle.wording import is_or_are

if TYPE_CHECKING:
    from hoyle.plan.layout import Layout, Slot
    from hoyle.play.state import State


@dataclass
class Wanted:
    """Where pieces are to lie, zones by their handles."""

    rest: int | None = None  # where everything goes that is not given
    pieces: list[tuple[int, list[int]]] = field(default_factory=list)  # top first
    emptied: list[tuple[int, Entry]] = field(default_factory=list)
    taken: set[int] = field(default_factory=set)


class GivenReader:
    """Reads `given` for a number of players and options; values go straight into the flat list `v`."""

    def __init__(self, layout: Layout, zone_names: tuple[str, ...], v: list[Any], findings: Findings) -> None:
        self.layout, self.zone_names, self.v, self.findings = layout, zone_names, v, findings
        program = layout.program
        self.pieces = tuple(label for component in program.components for label in component.labels)
        self.nodes = {board.node_type: board.nodes for board in program.boards}
        self.edges = {board.edge_type: board.edges for board in program.boards}
        self.wanted = Wanted()

    def read(self, given: Map) -> Wanted:
        for entry in given:
            name, index = _split(entry.key.text)
            if name == "rest":
                self.wanted.rest = self._rest(entry)
            elif name in self.layout.zones:
                handle = self._handle(entry, name, index)
                if handle is not None:
                    pieces = self._pieces(entry)
                    self._check_room(handle, len(pieces), given)
                    self.wanted.pieces.append((handle, pieces))
                    if isinstance(entry.value, Seq) and not entry.value.items:
                        self.wanted.emptied.append((handle, entry))
            elif name in self.layout.slots:
                self._variable(entry, name, index)
            else:
                known = [*self.layout.zones, *self.layout.slots, "rest"]
                self.findings.report(
                    codes.UNKNOWN_GIVEN,
                    entry.key.place,
                    f"there is no zone or variable `{name}`",
                    help=_owned(entry.key.text, known) or did_you_mean(name, known),
                )
        return self.wanted

    def _check_room(self, handle: int, count: int, given: Map) -> None:
        room = self.layout.handles[handle][0].room
        if room and count > room:
            name = self.zone_names[handle]
            self.findings.report(
                codes.UNKNOWN_GIVEN,
                given.place,
                f"`{name}` has room for {room}, but {is_or_are(count, 'piece')} given",
            )

    # -------------------------------------------------------------- pieces
    def _handle(self, entry: Entry, name: str, index: str | None) -> int | None:
        full = name if index is None else f"{name}[{index}]"
        names = self.zone_names
        if full not in names and index is not None:
            parts = [re.sub(r"^(seat|team) (?=\d+$)", "", part.strip()) for part in index.split(",")]
            full = f"{name}[{', '.join(parts)}]"
        if full in names:
            return names.index(full)
        message, help_ = unknown_zone(full, names)
        self.findings.report(codes.UNKNOWN_GIVEN, entry.key.place, message, help=help_)
        return None

    def _pieces(self, entry: Entry) -> list[int]:
        items = entry.value.items if isinstance(entry.value, Seq) else (entry.value,)
        found = []
        for item in items:
            label = " ".join(item.text.split()) if isinstance(item, Scalar) else ""
            piece = next((p for p in self._called(label) if p not in self.wanted.taken), None)
            if piece is None:
                some = any(True for _ in self._called(label))
                self.findings.report(
                    codes.UNKNOWN_PIECE,
                    item.place,
                    f"only {is_or_are(len(self._called(label)), 'piece')} called `{label}`"
                    if some
                    else f"there is no piece `{label}`",
                    help=None if some else self._meant(label),
                )
                continue
            self.wanted.taken.add(piece)
            found.append(piece)
        return found

    def _meant(self, label: str) -> str | None:
        """What to write for a piece that there is not, as in `2 red 4`."""
        counted = re.fullmatch(r"(\d+)\s*[x×]?\s+(.+)", label)
        if counted is not None and counted[2] in self.pieces and 1 < int(counted[1]) < 10:
            return f"name each of them: `{', '.join([counted[2]] * int(counted[1]))}`"
        return did_you_mean(label, self.pieces)

    def _called(self, label: str) -> list[int]:
        return [piece for piece, name in enumerate(self.pieces) if name == label]

    def _rest(self, entry: Entry) -> int | None:
        text = entry.value.text if isinstance(entry.value, Scalar) else ""
        if text in self.zone_names:
            return self.zone_names.index(text)
        self.findings.report(
            codes.UNKNOWN_GIVEN,
            entry.value.place,
            f"there is no zone `{text}`",
            help=did_you_mean(text, self.zone_names),
        )
        return None

    # -------------------------------------------------------------- variables
    def _variable(self, entry: Entry, name: str, index: str | None) -> None:
        slot = self.layout.slots[name]
        if slot.type.kind == "memory":
            message = f"`{name}` is a memory, which cannot be given"
            help_ = "let the scenario play up to the repetition"
            self.findings.report(codes.UNKNOWN_GIVEN, entry.key.place, message, help=help_)
        elif slot.indexed and index is None:
            self._whole(name, slot, entry.value, slot.base)
        elif (place := self._place(entry, name, slot, index)) is not None:
            self.v[place] = self._value(entry.value, slot.type)

    def _place(self, entry: Entry, name: str, slot: Slot, index: str | None) -> int | None:
        """Where a variable lies, or one of its many, if there is such a one."""
        if index is None:
            return slot.base
        texts = [index] if len(slot.per) <= 1 else [part.strip() for part in index.split(",")]
        if slot.indexed and len(texts) != len(slot.per):
            message = f"`{name}` has {len(slot.per)} indices, not {len(texts)}"
            help_ = f"as in `{name}[{', '.join('…' for _ in slot.per)}]`"
            self.findings.report(codes.UNKNOWN_GIVEN, entry.key.place, message, help=help_)
            return None
        offset = 0
        for text, extent, (type_, size, low) in zip(
            texts, self._extents(slot), zip(slot.per, slot.sizes, slot.lows, strict=True), strict=False
        ):
            number = self._index(text, type_)
            if number is None or number not in extent:
                message = f"`{text}` is not an index of `{name}`"
                self.findings.report(codes.UNKNOWN_PIECE, entry.key.place, message)
                return None
            offset = offset * size + number - low
        if not slot.indexed:
            self.findings.report(codes.UNKNOWN_PIECE, entry.key.place, f"`{name}` has no index")
            return None
        return slot.base + offset

    def _extents(self, slot: Slot) -> list[range]:
        """The values of each index of a variable."""
        found = []
        for type_, size, low in zip(slot.per, slot.sizes, slot.lows, strict=True):
            extent = range(low, low + size)
            if type_.kind == "piece" and type_.name:
                component = next(c for c in self.layout.program.components if c.name == type_.name)
                extent = range(component.first, component.first + len(component.labels))
            found.append(extent)
        return found

    def _whole(self, name: str, slot: Slot, node: Node, base: int, depth: int = 0) -> None:
        """All of a variable: one value for all, or a list by its first index of values or further lists."""
        extent = self._extents(slot)[depth]
        inside = prod(slot.sizes[depth + 1 :])
        last = depth + 1 == len(slot.per)
        if isinstance(node, Scalar):  # one value for all
            value = self._value(node, slot.type)
            for number in extent:
                first = base + (number - slot.lows[depth]) * inside
                self.v[first : first + inside] = [value] * inside
            return
        items = node.items if isinstance(node, Seq) else ()
        if len(items) != len(extent):
            what = "values" if last else "lists of values"
            here = f"`{name}`" if not depth else f"each list of `{name}`"
            message = f"{here} has {len(extent)} {what}, not {len(items)}"
            self.findings.report(codes.UNKNOWN_GIVEN, node.place, message)
            return
        for number, item in zip(extent, items, strict=True):
            first = base + (number - slot.lows[depth]) * inside
            if last:
                self.v[first] = self._value(item, slot.type)
            else:
                self._whole(name, slot, item, first, depth + 1)

    def _index(self, text: str, type_: ValueType) -> int | None:
        """A value by its name, if there is such a one; the kinds of numbers by their number."""
        kind, name = type_.kind, type_.name
        if kind in ("player", "team", "range", "int"):
            found = re.fullmatch(r"(?:seat |team )?(-?\d+)", text)
            if found is None:
                return None
            number = int(found.group(1))
            there = kind in ("int", "range") or 0 <= number < self.layout.count_of(type_)
            return number if there and abs(number) <= LARGEST else None
        names = {
            "enum": self.layout.program.enums.get(name, ()),
            "node": self.nodes.get(name, ()),
            "edge": self.edges.get(name, ()),
            "piece": self.pieces,
        }[kind]
        return names.index(text) if text in names else None

    def _value(self, node: Node, type_: ValueType) -> Any:
        kind = type_.kind
        if kind == "list" and isinstance(node, Seq):
            return tuple(self._value(item, type_.element) for item in node.items)
        text = node.text if isinstance(node, Scalar) else None
        if type_.optional and isinstance(node, Scalar) and (node.value is None or text == "none"):
            return NONE
        found = None
        if text is not None and kind == "bool":
            found = {"true": 1, "false": 0}.get(text)
        elif text is not None and kind != "list":
            found = self._index(text, type_)
        if found is not None and type_.ends is not None and not type_.ends[0] <= found <= type_.ends[1]:
            found = None
        if found is None:
            said = f"`{text}`" if text is not None else "this"
            message = f"{said} is not {self._wanted(type_)}"
            if kind == "int" and type_.ends is None and re.fullmatch(r"-?\d+", text or ""):
                message = f"{said} is too large: numbers go from {-LARGEST:,} to {LARGEST:,}"
            called = re.fullmatch(r"(seat|team)\s*\(\s*(\d+)\s*\)", text or "")
            help_ = f"write `{called[1]} {called[2]}`" if called and kind in ("player", "team") else None
            self.findings.report(codes.UNKNOWN_PIECE, node.place, message, help=help_)
            return () if kind == "list" else type_.ends[0] if type_.ends is not None else 0
        return found

    def _wanted(self, type_: ValueType) -> str:
        kind = type_.kind
        match kind:
            case "bool":
                return "`true` or `false`"
            case "player" | "team":
                word = "seat" if kind == "player" else kind
                return f"a {word}: they go from 0 to {self.layout.count_of(type_) - 1}"
            case "int" if type_.ends is not None:
                return f"a number from {type_.ends[0]} to {type_.ends[1]}"
            case "int" | "range":
                return "a number"
            case "list":
                return "a list, as in `[…, …]`"
            case _:
                return f"a value of type {type_.name}"


def unknown_zone(full: str, names: tuple[str, ...]) -> tuple[str, str | None]:
    """What to say of a zone that there is not, and what to write."""
    name = full.partition("[")[0].strip()
    several = [other for other in names if other.startswith(f"{name}[")]
    if several and "[" not in full:
        return f"there are several zones `{name}`", f"say which: `{several[0]}`"
    if several:
        ends = f"from `{several[0]}` to `{several[-1]}`" if len(several) > 1 else f"only `{several[0]}`"
        index = re.search(r"\[\D*(\d+)\D*\]", full)
        meant = f"{name}[{index[1]}]" if index is not None else ""
        return f"there is no zone `{full}`", f"write `{meant}`" if meant in several else f"they go {ends}"
    return f"there is no zone `{full}`", did_you_mean(full, names)


def _owned(text: str, known: list[str]) -> str | None:
    """What to write for `hand of seat 0` or `seat 0's hand`."""
    owned = re.fullmatch(r"(\w+) of (?:seat |player )?(\w+)|(?:seat |player )?(\w+)'s (\w+)", text)
    if owned is None:
        return None
    name, index = owned[1] or owned[4], owned[2] or owned[3]
    return f"write `{name}[{index}]`" if name in known else None


def _split(text: str) -> tuple[str, str | None]:
    """`hand[0]` → hand, 0."""
    found = re.fullmatch(r"\s*([a-z_][a-z0-9_]*)\s*(?:\[(.*)\])?\s*", text)
    return (found.group(1), found.group(2)) if found is not None else (text, None)


# ------------------------------------------------------------------ in a state
class Position:
    """Changes a state at its set-up into the given position."""

    def __init__(self, state: State, findings: Findings) -> None:
        self.state, self.findings = state, findings
        self.layout = state.plan.layout

    def lay_out(self, given: Map) -> None:
        wanted = GivenReader(self.layout, self.state.plan.zone_names, self.state.v, self.findings).read(given)
        if wanted.rest is not None:
            self._gather(wanted.rest, wanted)
        for handle, pieces in wanted.pieces:
            for piece in reversed(pieces):  # given top first
                self._move(piece, handle, False)
        for handle, entry in wanted.emptied:
            left = len(self.state.z[handle])
            if left:
                told = f"{is_or_are(left, 'piece')} given nowhere and left there"
                self.findings.report(
                    codes.UNKNOWN_GIVEN,
                    entry.value.place,
                    f"`{entry.key.text}` is not empty: {told}",
                    help="say where they are: `rest:` and another zone",
                )

    def _move(self, piece: int, handle: int, bottom: bool) -> None:
        v, z = self.state.v, self.state.z
        z[v[self.layout.location + piece]].remove(piece)
        z[handle].insert(0, piece) if bottom else z[handle].append(piece)
        v[self.layout.location + piece] = handle

    def _gather(self, target: int, wanted: Wanted) -> None:
        """Puts everything that is not given into one zone."""
        component = self.layout.handles[target][0].component
        for handle, zone in enumerate(self.state.z):
            if self.layout.handles[handle][0].component == component and handle != target:
                for piece in tuple(zone):
                    if piece not in wanted.taken:
                        self._move(piece, target, True)
