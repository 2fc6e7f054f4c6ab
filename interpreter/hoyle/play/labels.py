"""How values, zones and choices read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, get_args

from hoyle.ir import program as ir
from hoyle.ir.types import PIECE, ValueType
from hoyle.ir.walk import walk
from hoyle.plan.faults import Fault
from hoyle.plan.limits import STEPS
from hoyle.plan.visibility import piece_mask
from hoyle.play.errors import play_error

if TYPE_CHECKING:
    from hoyle.backends.contract import Build


_EXPRESSIONS = get_args(ir.Expr)


class Labels:
    """Names for the values of one build."""

    def __init__(self, build: Build) -> None:
        self.build = build
        self._kinds: dict[int, tuple[str, ...]] = {}
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

    def choice(
        self, choice: tuple[Any, ...], frame: tuple[Any, ...], state: Any, left: list[int] | None = None
    ) -> str:
        """The label of a choice at a waiting frame; `left` is a budget that it shares with others."""
        site, index = self.build.plan.alternatives[choice[0]]
        if index < 0:
            return "pass"
        if site.chance is not None:
            return self.value(choice[1], site.chance.type if isinstance(site.chance, ir.Random) else PIECE)
        assert site.decide is not None
        alternative = site.decide.alternatives[index]
        if alternative.label is not None:
            return self.template(alternative.label, site, index, choice, frame, state, left)
        return self.words(alternative, choice, state)

    def words(
        self,
        alternative: ir.Alternative,
        choice: tuple[Any, ...],
        state: Any,
        masks: Sequence[Any] = (),
        bit: int = 0,
    ) -> str:
        """The alternative's name and its arguments; with `…` for pieces that one seat does not know."""
        words = [alternative.verb]
        for number, (pick, value) in enumerate(zip(alternative.picks, choice[1:], strict=True)):
            mask = masks[number] if masks else None
            word = (
                self.argument(pick, value, state)
                if mask is None
                else self.veil(pick, value, mask, bit, state)
            )
            if pick.kind == "rider":
                if value:
                    words.append(pick.preposition)
                continue
            if pick.preposition:
                words.append(pick.preposition)
            words.append(word)
        return " ".join(words)

    def kinds(self, block: int) -> tuple[str, ...]:
        """For each pick of the choices that lead to a block: a piece, some pieces, or nothing of these."""
        if block not in self._kinds:
            site, index = self.build.plan.alternatives[block]
            picks = () if index < 0 or site.decide is None else site.decide.alternatives[index].picks
            self._kinds[block] = tuple(
                "" if pick.type.kind != "piece" or pick.kind == "rider" else pick.kind for pick in picks
            )
        return self._kinds[block]

    def masks(self, choice: tuple[Any, ...], state: Any) -> tuple[Any, ...]:
        """For each pick of a choice who knows its piece, or each of several; None if it is no piece."""
        found: list[Any] = []
        for kind, value in zip(self.kinds(choice[0]), choice[1:], strict=False):
            if kind == "some":
                found.append(tuple([self.mask(state, piece) for piece in value]))
            else:
                found.append(self.mask(state, value) if kind else None)
        return tuple(found)

    def places(self, choice: tuple[Any, ...], state: Any) -> tuple[Any, ...]:
        """For each pick of a choice where in its zone its piece lies; None if it is no piece."""
        location = self.build.plan.layout.location

        def place(piece: int) -> int:
            zone: list[int] = state.z[state.v[location + piece]]
            return zone.index(piece)

        return tuple(
            tuple(map(place, value)) if kind == "some" else place(value) if kind else None
            for kind, value in zip(self.kinds(choice[0]), choice[1:], strict=False)
        )

    def told(
        self, choice: tuple[Any, ...], masks: Sequence[Any], frame: tuple[Any, ...], bit: int, state: Any
    ) -> str:
        """The label of a choice as another seat hears it: with `…` for what that seat does not know."""
        site, index = self.build.plan.alternatives[choice[0]]
        if index < 0 or site.decide is None:
            return "pass"
        alternative = site.decide.alternatives[index]
        if alternative.label is None:
            return self.words(alternative, choice, state, masks, bit)
        known = self._known(site, index, masks, frame, bit, state)
        parts = tuple(
            part if isinstance(part, str) or self._is_open(part.value, known) else "…"
            for part in alternative.label
        )
        return self.template(parts, site, index, choice, frame, state)

    def _known(
        self, site: Any, index: int, masks: Sequence[Any], frame: tuple[Any, ...], bit: int, state: Any
    ) -> dict[str, bool]:
        """Whether a seat knows what each local of a choice holds."""
        found: dict[str, bool] = {}
        for pick, mask in zip(site.decide.alternatives[index].picks, masks, strict=True):
            each = mask if isinstance(mask, tuple) else (mask,)
            found[pick.name] = mask is None or all(one & bit for one in each)
        types = self.build.plan.frames[site.id]
        for name, type_, value in zip(site.frame, types, frame[1:], strict=True):
            if name not in found:
                piece = type_.kind == "piece" and value != ir.NONE
                found[name] = type_.kind == "player" or (piece and bool(self.mask(state, value) & bit))
        return found

    def _is_open(self, expr: ir.Expr, known: dict[str, bool]) -> bool:
        """Whether a seat knows all that a value in a label is made of; what is not sure is not told."""
        plan = self.build.plan
        for node in walk(expr):
            match node:
                case ir.Local():
                    if not known.get(node.name, False):
                        return False
                case ir.Get():
                    slot = plan.layout.slots[node.var]
                    if slot.seen != "everyone" or slot.per_piece or slot.type.names_pieces:
                        return False
                case ir.Const() | ir.Opt() | ir.Table() | ir.Arith() | ir.Compare() | ir.Choice():
                    pass
                case _ if isinstance(node, _EXPRESSIONS):
                    return False
        return True

    def mask(self, state: Any, piece: int) -> int:
        return piece_mask(self.build.plan.layout, state.v, piece)

    def veil(self, pick: ir.Pick, value: Any, mask: Any, bit: int, state: Any) -> str:
        """An argument with `…` for each piece that a seat does not know."""
        if pick.kind != "some":
            return self.argument(pick, value, state) if mask & bit else "…"
        masks = dict(zip(value, mask, strict=True))
        pieces = self.in_order(pick, value)
        known = [self.pieces[piece] for piece in pieces if masks[piece] & bit]
        return self.several(known + ["…"] * (len(pieces) - len(known)))

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
        left: list[int] | None = None,
    ) -> str:
        """A text with values, computed with the picks of a choice and the locals of its frame."""
        own = site.decide.alternatives[index].picks
        picks = tuple(pick.name for pick in own)
        locals_ = tuple(name for name in site.frame if name not in picks)
        values = (
            *(self.in_order(pick, value) for pick, value in zip(own, choice[1:], strict=True)),
            *(v for name, v in zip(site.frame, frame[1:], strict=True) if name not in picks),
        )
        return self.text(
            parts, picks + locals_, values, state, (site.rule, site.decide.alternatives[index].at), left
        )

    def text(
        self,
        parts: tuple[ir.TextPart, ...],
        names: tuple[str, ...],
        values: tuple[Any, ...],
        state: Any,
        where: tuple[str, int],
        left: list[int] | None = None,
    ) -> str:
        """A text with values; PlayError if one cannot be computed, with the rule and the place it is in."""
        words = []
        for part in parts:
            if isinstance(part, str):
                words.append(part)
                continue
            try:
                found = self.build.value(state, names, values, part.value, left)
            except Fault as fault:
                fault.rule = fault.rule or where[0]
                fault.place = fault.place or self.build.plan.program.places[where[1]]
                raise play_error(fault) from None
            word = self.value(found, part.type)
            if left is not None:
                left[0] -= len(word) * STEPS.SIGN
            words.append(word)
        return "".join(words)
