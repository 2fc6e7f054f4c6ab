"""Prints what a guided plan has besides: what happens is told at once, and chance brings what is wanted.

Nothing is decided here: what is recorded stands in the plan, who sees it in the layout. `runtime/story.h` and
what follows it compare that with the story of a seat, and look for worlds in which it fits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.backends.c.declined import Declined
from hoyle.backends.c.kinds import NUMBER, kind_of_type
from hoyle.backends.c.scope import Scope
from hoyle.ir.types import ValueType
from hoyle.ir.walk import walk
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.layout import Slot
from hoyle.plan.model import Plan
from hoyle.plan.visibility import holders, looks_alike, seat_bit, variable_mask, zone_mask

if TYPE_CHECKING:
    from hoyle.backends.c.module import Module
    from hoyle.backends.c.statements import StatementPrinter

PICKED_NUMBER, PICKED_LIST, PICKED_PIECE, PICKED_PIECES = range(4)
"""What a pick of a choice is, as `runtime/story.h` numbers them."""

Labels = dict[tuple[str, ValueType], int]


def labels_of(plan: Plan) -> Labels:
    """A number for each thing that chance brings in a plan: what it is called, and its type."""
    found: Labels = {}
    bodies = [function.body for function in plan.functions] + [block.body for block in plan.blocks.values()]
    for body in bodies:
        for node in walk(body):
            if isinstance(node, s.RecordRandom):
                found.setdefault((node.label, node.type), len(found))
    return found


def picks_of(plan: Plan, block: int) -> tuple[int, ...]:
    """What each pick of the choices that lead to a block is; nothing for blocks that no choice leads to."""
    if block not in plan.alternatives:
        return ()
    site, index = plan.alternatives[block]
    if index < 0 or site.decide is None:
        return ()
    return tuple(
        PICKED_NUMBER if pick.type.kind != "piece" or pick.kind == "rider"
        else PICKED_PIECES if pick.kind == "some" else PICKED_PIECE
        for pick in site.decide.alternatives[index].picks
    )  # fmt: skip


class GuidedPrinter:
    """Prints the statements and tables of one guided plan."""

    def __init__(self, module: Module) -> None:
        if any(slot.type.kind == "memory" for slot in module.plan.layout.slots.values()):
            raise Declined("what is remembered, in a world that is looked for")
        self.module, self.plan, self.layout = module, module.plan, module.plan.layout
        self.labels = labels_of(self.plan)
        self.slots = {name: number for number, name in enumerate(self.layout.slots)}

    # -------------------------------------------------------------- statements
    def statement(self, stmt: s.Stmt, printer: StatementPrinter) -> str | None:
        """A statement that tells, or that chance takes part in; None: it is as in other plans."""
        e = printer.expressions
        if printer.supposed:
            return None
        match stmt:
            case s.MovePiece():
                where = f"{e.piece(stmt.piece)}, {e.handle(stmt.handle)}, {int(stmt.bottom)}"
                return f"tell_move(S, {where}, {int(stmt.followed)});"
            case s.MovePieces():
                where = f"{e.list(stmt.pieces)}, {e.handle(stmt.handle)}, {int(stmt.bottom)}"
                return f"tell_move_many(S, {where}, 0, {e.each(stmt.each, stmt.late)});"
            case s.DrawPieces():
                into = f"{printer.scope.variable(stmt.into).text} = " if stmt.into else ""
                where = f"{e.handle(stmt.source)}, {e.handle(stmt.handle)}, {e.number(stmt.count)}"
                each = f"{e.each(stmt.each, stmt.late)}, {e.each(stmt.each_refilled, stmt.late)}"
                return f"{into}tell_draw(S, {where}, {int(stmt.bottom)}, {int(stmt.strict)}, {each});"
            case s.Refill():
                return f"tell_refill(S, {e.handle(stmt.handle)}, {e.each(stmt.each, stmt.late)});"
            case s.Shuffle():
                return f"tell_shuffle(S, {e.handle(stmt.handle)}, {e.each(stmt.each, stmt.late)});"
            case s.Reveal():
                to = "(L){0, 0}, 1" if stmt.to is None else f"{e.list(stmt.to)}, 0"
                return f"tell_reveal(S, {e.list(stmt.pieces)}, {to});"
            case s.Gather():
                return "tell_gather(S);"
            case s.ChooseRandom(items=p.Span() as span):
                text = printer.scope.variable(stmt.name).text
                return f"{text} = guided_span(S, {e.number(span.low)}, {e.number(span.high)});"
            case s.ChooseRandom():
                text, piece = printer.scope.variable(stmt.name).text, int(stmt.type.kind == "piece")
                return f"{text} = guided_random(S, {e.list(stmt.items)}, {piece});"
            case s.RecordSet() | s.RecordRandom() | s.RecordScore():
                return self._told(stmt, printer)
            case _:
                return None

    def _told(self, stmt: s.RecordSet | s.RecordRandom | s.RecordScore, printer: StatementPrinter) -> str:
        e = printer.expressions
        match stmt:
            case s.RecordSet(index=None):
                return f"tell_fill(S, {self.slots[stmt.var]});"
            case s.RecordSet():
                assert isinstance(stmt.value, p.Cell)
                assert stmt.index is not None
                where = f"{e.number(stmt.index)}, {e.place(stmt.value)}"
                return f"tell_set(S, {self.slots[stmt.var]}, {where});"
            case s.RecordRandom(mask=p.PieceMask()):
                label = self.labels[stmt.label, stmt.type]
                return f"tell_random_piece(S, {label}, {e.number(stmt.value)});"
            case s.RecordRandom(mask=p.Known(value=mask)):
                label, slot = self.labels[stmt.label, stmt.type], self.slots.get(stmt.label, -1)
                return f"tell_random(S, {label}, {slot}, {e.number(stmt.value)}, {mask});"
            case s.RecordScore(gains=None):
                return "tell_score(S, 0);"
            case s.RecordScore() if stmt.gains:
                return f"tell_score(S, (N[]){{{', '.join(map(e.number, stmt.gains))}}});"
            case _:
                raise Declined("what is told of chance, or of a score")

    def moved_around(self, stmt: s.MoveAround, printer: StatementPrinter, where: str) -> str:
        """The pieces of one item of a loop are moved."""
        rest = f"{int(stmt.bottom)}, {stmt.followed}"
        return f"tell_move_many(S, {where}, {rest}, {printer.expressions.each(stmt.each, stmt.late)});"

    # -------------------------------------------------------------- tables
    def tables(self) -> str:
        """What `runtime/story.h` wants to have said."""
        layout, plan = self.layout, self.plan
        handles = range(len(layout.handles))
        zones = [zone for zone, _ in layout.handles]
        seats = {seat_bit(layout, seat): seat for seat in range(layout.players)}
        held = [holders(layout, handle) for handle in handles]
        opened = [
            (slot.base + offset, stride)
            for slot in layout.slots.values()
            if slot.per_piece and slot.seen == "everyone"
            for offset, stride in slot.of_a_piece
        ]
        if any(slot.per_piece and slot.type.kind == "list" for slot in layout.slots.values()):
            raise Declined("lists about pieces, in a world that is looked for")
        blocks = max((*plan.blocks, *plan.sites)) + 1
        kinds = [self._pick_kinds(block) for block in range(blocks)]
        at = [sum(map(len, kinds[:block])) for block in range(blocks + 1)]
        sites = [plan.sites.get(number) for number in range(blocks)]
        tables = {
            "ALIKE": list(looks_alike(plan.program)),
            "OPEN_BASE": [base for base, _ in opened],
            "OPEN_STRIDE": [stride for _, stride in opened],
            "ZONE_MASK": [zone_mask(layout, handle) for handle in handles],
            "ZONE_FACE_UP": [int(zone.seen == "face_up") for zone in zones],
            "ZONE_NOBODYS": [int(zone.seen == "nobody") for zone in zones],
            "HOLDERS": held,
            "HOLDER": [seats.get(mask, -2) for mask in held],
            "PICKS_AT": at,
            "PICK_KINDS": [kind for own in kinds for kind in own],
            "IS_SITE": [int(site is not None) for site in sites],
            "SITE_UNSEEN": [
                int(site is not None and site.decide is not None and site.decide.how == "simultaneously")
                for site in sites
            ],
        }
        found = [
            f"static const int32_t {name}[] = {{{', '.join(map(str, values)) or '0'}}};"
            for name, values in tables.items()
        ]
        return "\n".join([f"#define OPEN_VALUES {len(opened)}", *found])

    def slot_table(self) -> str:
        """The variables; it comes after the type of one."""
        lines: list[str] = []
        rows: list[str] = []
        for number, (name, slot) in enumerate(self.layout.slots.items()):
            masks = [variable_mask(self.layout, name, index) for index in range(slot.count)]
            parts = [int(type_.kind == "piece") for type_ in slot.per]
            for stem, values in (("M", masks), ("Z", list(slot.sizes)), ("P", parts)):
                text = ", ".join(map(str, values)) or "0"
                lines.append(f"static const int32_t {stem}{number}_[] = {{{text}}};")
            rows.append(f"{{{_slot_words(slot)}, M{number}_, Z{number}_, P{number}_}}")
        return "\n".join([*lines, f"static const Slot SLOTS[] = {{{', '.join(rows)}}};"])

    def _pick_kinds(self, block: int) -> list[int]:
        found = list(picks_of(self.plan, block))
        for position, kind in enumerate(found):
            if kind == PICKED_NUMBER and self.module.kinds.pick(block, position) != NUMBER:
                found[position] = PICKED_LIST
        return found

    # -------------------------------------------------------------- asking again
    def asking_again(self) -> str:
        """Lists the choices of a state that waits, once more."""
        from hoyle.backends.c.statements import StatementPrinter

        cases: list[str] = []
        for site in self.plan.sites.values():
            if site.choices is None:
                raise Declined("chance that is asked for")
            scope = Scope(self.module.kinds, self.module.intervals, ("site", site.id))
            printer = StatementPrinter(self.module, scope, None)
            taking = ""
            for position, name in enumerate(site.frame):
                taking += self.module.taken(site.id, position, f"{scope.variable(name).text} = ") + "; "
            body = "S->head.choices.n = 0; S->head.picked.n = 0; "
            for stmt in site.again:
                match stmt:
                    case s.SetSeat():
                        into = f"{scope.variable(stmt.name).text} = " if stmt.name is not None else ""
                        seat = printer.expressions.number(stmt.seat)
                        body += f"{into}S->head.seat = (int32_t){seat}; "
                    case s.ShowChoices():
                        pass
                    case _:
                        body += f"{printer.statement(stmt)} "
            cases.append(f"case {site.id}: {{ {scope.declarations} {taking} {body} return; }}")
        begin = "const int32_t *k = S->head.frames.p + S->head.frames.n;"
        return (
            f"static void ask_again(State *S) {{ {begin} if (!S->head.frames.n) trouble(S); "
            f"const int32_t *f = k - 2 - k[-1]; (void)f; "
            f"switch (k[-2]) {{ {' '.join(cases)} default: trouble(S); }} }}"
        )


def _slot_words(slot: Slot) -> str:
    if slot.type.names_pieces and kind_of_type(slot.type) > 1:
        raise Declined("lists of lists of pieces, in a world that is looked for")
    words = (
        slot.base, slot.count, slot.low, int(slot.indexed), int(slot.per_piece),
        int(slot.type.names_pieces), int(slot.type.kind == "list"),
        int(slot.seen == "everyone"), len(slot.per),
    )  # fmt: skip
    return ", ".join(map(str, words))
