"""How values, zones and choices read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hoyle.ir import program as ir
from hoyle.ir.types import PIECE, ValueType
from hoyle.plan.visibility import everyone, piece_mask

if TYPE_CHECKING:
    from hoyle.backends.contract import Build


class Labels:
    """Names for the values of one build."""

    def __init__(self, build: Build) -> None:
        self.build = build
        program = build.plan.program
        self.pieces = tuple(label for component in program.components for label in component.labels)
        self.nodes = {board.node_type: board.nodes for board in program.boards}
        self.edges = {board.edge_type: board.edges for board in program.boards}

    def value(self, value: Any, type_: ValueType) -> str:
        """A value as people read it."""
        if type_.kind == "list":
            return self.several([self.value(item, type_.element) for item in value])
        if value == ir.NONE:
            return "none"
        number: int = value
        match type_.kind:
            case "player":
                return f"seat {number}"
            case "team":
                return f"team {value}"
            case "piece":
                return self.pieces[number]
            case "enum":
                return self.build.plan.program.enums[type_.name][number]
            case "node":
                return self.nodes[type_.name][number]
            case "edge":
                return self.edges[type_.name][number]
            case "bool":
                return "true" if value else "false"
            case _:
                return str(value)

    def several(self, words: Sequence[str]) -> str:
        if len(words) < 2:
            return "".join(words) or "nothing"
        return f"{', '.join(words[:-1])} and {words[-1]}"

    def plain(self, value: Any, type_: ValueType) -> Any:
        """A value for JSON: numbers and truth as they are, everything else as text, none as null."""
        if type_.kind == "list":
            return [self.plain(item, type_.element) for item in value]
        if type_.kind == "memory":
            return len(value)
        if value == ir.NONE:
            return None
        if type_.kind in ("int", "range", "player", "team"):
            return int(value)
        return bool(value) if type_.kind == "bool" else self.value(value, type_)

    def choice(self, choice: tuple[Any, ...], frame: tuple[Any, ...], state: Any) -> str:
        """The label of a choice at a waiting frame."""
        site, index = self.build.plan.alternatives[choice[0]]
        if index < 0:
            return "pass"
        if site.chance is not None:
            return self.value(choice[1], site.chance.type if isinstance(site.chance, ir.Random) else PIECE)
        assert site.decide is not None
        alternative = site.decide.alternatives[index]
        if alternative.label is not None:
            return self.template(alternative.label, site, index, choice, frame, state)
        return self.words(alternative, choice, state)

    def words(
        self, alternative: ir.Alternative, choice: tuple[Any, ...], state: Any, veiled: bool = False
    ) -> str:
        """The alternative's name and its arguments; veiled, with `…` for what not everybody knows."""
        words = [alternative.verb]
        for pick, value in zip(alternative.picks, choice[1:], strict=True):
            word = self.veil(pick, value, state) if veiled else self.argument(pick, value, state)
            if pick.kind == "rider":
                if value:
                    words.append(pick.preposition)
                continue
            if pick.preposition:
                words.append(pick.preposition)
            words.append(word)
        return " ".join(words)

    def known_pick(self, choice: tuple[Any, ...], state: Any) -> tuple[tuple[int, ...], str | None]:
        """For each piece of a choice, who knows it; and how it reads without those that not all know.

        A choice made unseen is known to nobody else, and a label of its own shows all or nothing.
        """
        site, index = self.build.plan.alternatives[choice[0]]
        if index < 0 or site.decide is None:
            return (), None
        if site.decide.how == "simultaneously":
            return (0,), None
        alternative = site.decide.alternatives[index]
        masks: list[int] = []
        for pick, value in zip(alternative.picks, choice[1:], strict=True):
            if pick.type.kind == "piece":
                masks += [self.mask(state, piece) for piece in (value if pick.kind == "some" else (value,))]
        all_know = all(mask == everyone(self.build.plan.layout) for mask in masks)
        public = (
            None
            if all_know or alternative.label is not None
            else self.words(alternative, choice, state, True)
        )
        return tuple(masks), public

    def mask(self, state: Any, piece: int) -> int:
        return piece_mask(self.build.plan.layout, state.v, piece)

    def veil(self, pick: ir.Pick, value: Any, state: Any) -> str:
        """An argument with `…` for each piece that not everybody knows."""
        if pick.type.kind != "piece":
            return self.argument(pick, value, state)
        known = everyone(self.build.plan.layout)
        pieces = self.in_order(pick, value) if pick.kind == "some" else (value,)
        return self.several([self.pieces[p] if self.mask(state, p) == known else "…" for p in pieces])

    def in_order(self, pick: ir.Pick, value: Any) -> Any:
        """Several pieces as they were made, whatever the order of their zone: a label does not change."""
        return tuple(sorted(value)) if pick.kind == "some" and pick.type.kind == "piece" else value

    def argument(self, pick: ir.Pick, value: Any, state: Any) -> str:
        if pick.kind == "some":
            return self.several([self.value(item, pick.type) for item in self.in_order(pick, value)])
        text = self.value(value, pick.type)
        if pick.zones == 2:
            # Items of several zones: say from which.
            handle = state.v[self.build.plan.layout.location + value]
            return f"{text} from {self.build.plan.zone_names[handle]}"
        return text

    def template(
        self,
        parts: tuple[ir.TextPart, ...],
        site: Any,
        index: int,
        choice: tuple[Any, ...],
        frame: tuple[Any, ...],
        state: Any,
    ) -> str:
        """A text with values, computed with the picks of a choice and the locals of its frame."""
        own = site.decide.alternatives[index].picks
        picks = tuple(pick.name for pick in own)
        locals_ = tuple(name for name in site.frame if name not in picks)
        values = (
            *(self.in_order(pick, value) for pick, value in zip(own, choice[1:], strict=True)),
            *(v for name, v in zip(site.frame, frame[1:], strict=True) if name not in picks),
        )
        return self.text(parts, picks + locals_, values, state)

    def text(
        self,
        parts: tuple[ir.TextPart, ...],
        names: tuple[str, ...],
        values: tuple[Any, ...],
        state: Any,
    ) -> str:
        words = []
        for part in parts:
            if isinstance(part, str):
                words.append(part)
            else:
                words.append(self.value(self.build.value(state, names, values, part.value), part.type))
        return "".join(words)
