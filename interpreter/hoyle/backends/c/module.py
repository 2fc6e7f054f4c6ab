"""Prints a plan as one C text: settings, the runtime, tables, functions, and the blocks in one function.

Functions of the plan are `f…`; blocks are labels `B…` of `run`, entered with arguments, and `D…` where a
frame or a choice leads to them. Nothing of the text comes from the ruleset but numbers.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hoyle.backends.c.compact import CompactPrinter
from hoyle.backends.c.constants import Constants
from hoyle.backends.c.declined import Declined
from hoyle.backends.c.expressions import ExpressionPrinter
from hoyle.backends.c.guided import GuidedPrinter
from hoyle.backends.c.intervals import Intervals
from hoyle.backends.c.kinds import NUMBER, Kinds
from hoyle.backends.c.mappings import Mappings
from hoyle.backends.c.planes import Plane, planes_of
from hoyle.backends.c.scope import is_flat, is_list
from hoyle.backends.c.statements import StatementPrinter, scope_of
from hoyle.ir.walk import walk
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.limits import (
    DEEPEST,
    FREE_JUMPS,
    FUEL,
    LONGEST_LIST,
    MOST_CHOICES,
    MOST_DECISIONS,
    MOST_JUMPS,
    MOST_SELECTIONS,
)
from hoyle.plan.model import Block, Function, Plan
from hoyle.plan.nodes import Expr

RUNTIME = Path(__file__).parent / "runtime"

# Functions with so short a text are written out where they are called.
LONGEST_INLINE = 1000

# Where the table of variables stands in the runtime of guided plans.
_SLOTS_HERE = "/* SLOTS */\n"

# What these call, and what comes after them.
_GUIDED = """\
static N guided_random(State *S, L a, int pieces);
static N guided_span(State *S, N low, N high);
static N guided_piece(State *S, L a);"""

# So many bytes of a state at most are zones; beyond that, copying it would take too long.
MOST_ZONE_WORDS = 1 << 20


def to_c(plan: Plan) -> Module:
    """The text of a game; Declined says why there is none."""
    module = Module(plan, planes_of(plan.layout))
    used = {name: plane for name, plane in module.planes.items() if plane.slot.base in module.used_planes}
    # Bit sets that nobody looks at are not kept.
    return module if len(used) == len(module.planes) else Module(plan, used)


@cache
def _runtime(name: str) -> str:
    return (RUNTIME / name).read_text(encoding="utf-8")


class Module:
    """The parts of a printed game."""

    def __init__(self, plan: Plan, planes: dict[str, Plane]) -> None:
        if plan.mode.stepped or (plan.mode.record and not plan.mode.guided):
            raise Declined("events and stepped chance are made in Python")
        self.plan, self.layout = plan, plan.layout
        self.kinds, self.intervals = Kinds(plan), Intervals(plan)
        self.guided = GuidedPrinter(self) if plan.mode.guided else None
        self.planes, self.used_planes = planes, set[int]()
        self.constants = Constants()
        self.mappings = Mappings(self.constants)
        self.ending = _ending(plan)
        self.stride = 1 + max((len(block.picks) for block in plan.blocks.values()), default=0)
        self._choosing = {id(site.choices) for site in plan.sites.values()}
        self._names: dict[int, str] = {}
        self._unfinished: set[int] = set()  # functions that are being printed
        self._circular: set[int] = set()  # those that come back to themselves
        self._prototypes: list[str] = []
        self._functions: list[str] = []
        self._labels = 0
        self.most_spans = 0  # of choices that are bit sets
        self._zones = self._zone_places()
        self.memories = self._memory_places()
        self.text = self._text()

    def fresh(self) -> int:
        """The number of a label."""
        self._labels += 1
        return self._labels

    def lists_choices(self, function: Function) -> bool:
        return id(function) in self._choosing

    # -------------------------------------------------------------- zones
    def _zone_places(self) -> list[tuple[int, int]]:
        """Where each zone lies among the pieces of all, and how many it can hold."""
        sizes = {component.name: len(component.labels) for component in self.plan.program.components}
        found: list[tuple[int, int]] = []
        at = 0
        for zone, _ in self.layout.handles:
            cap = sizes[zone.component]
            if zone.room:
                cap = min(cap, zone.room)
            found.append((at, cap))
            at += cap
        if at > MOST_ZONE_WORDS:
            raise Declined("its zones could hold too many pieces")
        return found

    def zone_words(self, first: int, count: int) -> tuple[int, int]:
        """Where some zones begin, and how many pieces they can hold."""
        last, cap = self._zones[first + count - 1]
        return self._zones[first][0], last + cap - self._zones[first][0]

    # -------------------------------------------------------------- functions
    def nothing(self, function: Function) -> str:
        """A value for a function whose value nobody looks at."""
        return "(L){0, 0}" if is_list(self.kinds.result(function.number)) else "0"

    def call(self, call: p.Call, printer: ExpressionPrinter) -> str:
        name = self.function(self.plan.functions[call.function])
        return f"{name}({', '.join(['S', *map(printer.value, call.args)])})"

    def act(self, number: int, args: tuple[Expr, ...], printer: ExpressionPrinter) -> str:
        return self.call(p.Call(number, args), printer)

    def function(self, function: Function) -> str:
        """The name of a function; it is printed when it is first needed."""
        number = function.number
        if number in self._names:
            if number in self._unfinished:
                self._circular.add(number)
            return self._names[number]
        name = self._names[number] = f"f{number}"
        self._unfinished.add(number)
        scope = scope_of(self, function)
        printer = StatementPrinter(self, scope, function)
        params = []
        for position, param in enumerate(function.params):
            kind = self.kinds.local(("function", number), param)
            params.append((f"{'N' if kind == NUMBER else 'L'} a{position}", param, f"a{position}"))
        given = " ".join(f"{scope.variable(param).text} = {text};" for _, param, text in params)
        compact = ""
        if self.lists_choices(function) and self.guided is None:
            compact = CompactPrinter(printer.control).whole(function.body)
        body = printer.whole(function.body)
        if self.lists_choices(function):
            result = "void"
        else:
            result = "L" if is_list(self.kinds.result(number)) else "N"
        head = f"static {result} {name}({', '.join(['State *S', *(param for param, _, _ in params)])})"
        self._unfinished.discard(number)
        if len(body) < LONGEST_INLINE and not function.effects and number not in self._circular:
            head = f"INLINE {head}"
        else:
            self._prototypes.append(f"{head};")
        leaves = bool(function.body) and isinstance(
            function.body[-1], s.Return | s.ReturnBest | s.ReturnSupposed
        )
        last = "" if leaves else f"return {self.nothing(function)};"
        if self.lists_choices(function):
            given, last = f"Listing written = {{0, 0}}; {given}", "" if leaves else printer.control.listed
            given += compact
        self._functions.append(f"{head} {{ {scope.declarations} {given} {body} {last} }}")
        return name

    # -------------------------------------------------------------- blocks
    def param(self, block: int, position: int) -> str:
        """The variable that holds what a block is entered with."""
        return f"p{block}_{position}"

    def _block(self, block: Block) -> str:
        scope = scope_of(self, block)
        printer = StatementPrinter(self, scope, None)
        taken = ""
        if block.called == "with a choice":
            for position, name in enumerate(block.picks, 1):
                if name:
                    kind = self.kinds.pick(block.id, position - 1)
                    if not (kind == NUMBER or is_flat(kind)):
                        raise Declined("lists of lists that are picked")
                    text = f"r[{position}]" if kind == NUMBER else f"picked_list(S, r[{position}])"
                    taken += f"{scope.variable(name).text} = {text}; "
            site = self.plan.alternatives[block.id][0].id
            taken += self._from_frame(block, site, printer)
            body = printer.whole(block.body)
            return f"D{block.id}: {{ {scope.declarations} {taken} {body} }}"
        for position, name in enumerate(block.names):
            if name:
                taken += f"{scope.variable(name).text} = {self.param(block.id, position)}; "
        body = printer.whole(block.body)
        entered = ""
        if block.id in self.plan.continuations:
            entered = f"D{block.id}: {self._params_from_frame(block)} "
        return f"{entered}B{block.id}: {{ {scope.declarations} {taken} {body} }}"

    def _from_frame(self, block: Block, owner: int, printer: StatementPrinter) -> str:
        """Takes what a block needs of the frame that waited."""
        text = ""
        for position, name in enumerate(block.names):
            into = f"{printer.scope.variable(name).text} = " if name else ""
            text += f"{self.taken(owner, position, into)}; "
        return text

    def _params_from_frame(self, block: Block) -> str:
        text = ""
        for position, name in enumerate(block.names):
            into = f"{self.param(block.id, position)} = " if name else ""
            text += f"{self.taken(block.id, position, into)}; "
        return text

    def taken(self, owner: int, position: int, into: str) -> str:
        """The next value of a frame goes into a variable, or is passed over."""
        kind = self.kinds.frame(owner, position)
        if kind == NUMBER:
            return f"{into}*f++"
        if not into:
            return "f += 1 + *f" if is_flat(kind) else "f += 2 + f[1]"
        return f"{into}get_list{'' if is_flat(kind) else 's'}(S, &f)"

    def _run(self) -> str:
        blocks = {number: self.plan.blocks[number] for number in sorted(_reached(self.plan))}
        texts = [self._block(block) for block in blocks.values()]
        params = []
        for block in blocks.values():
            if block.called != "with a choice":
                for position, name in enumerate(block.names):
                    if name:
                        kind = self.kinds.local(("block", block.id), name)
                        text = self.param(block.id, position)
                        params.append(f"N {text} = 0;" if kind == NUMBER else f"L {text} = {{0, 0}};")
        chosen = " ".join(
            f"case {block.id}: goto D{block.id};"
            for block in blocks.values()
            if block.called == "with a choice"
        )
        resumed = " ".join(
            f"case {number}: goto D{number};" for number in blocks if number in self.plan.continuations
        )
        newline = "\n"
        return f"""\
static void run(State *S, const int32_t *r) {{
  const int32_t *f = 0;
  N R = 0;
  L RL = {{0, 0}};
  {" ".join(params)}
  (void)R, (void)RL, (void)f;
  if (!r) goto B{self.plan.entry};
  f = popped(S);
  switch (r[0]) {{ {chosen} default: trouble(S); }}
ended:
  S->head.frames.n = lowest(S);
leave:
  if (!S->head.frames.n) {{ S->head.over = 1; no_choices(S); S->head.seat = -1; return; }}
  if (RARE(--S->head.x->jumps < 0)) trouble(S);
  {{ int32_t block = S->head.frames.p[S->head.frames.n - 2];
  f = popped(S);
  switch (block) {{ {resumed} default: trouble(S); }} }}
{newline.join(texts)}
}}"""

    # -------------------------------------------------------------- the text
    def _text(self) -> str:
        run = self._run()
        refills = self._refills()
        planes = " ".join(plane.found_anew for plane in self.planes.values())
        starts = self._starts()
        standing = (*self._standing(), self._round_score())
        telling, looking = self._guided()
        parts = [
            self._settings(),
            _runtime("game.h"),
            self._handles(),
            f"#define PLANES {' '.join(plane.declaration for plane in self.planes.values())}",
            _runtime("state.h"),
            _runtime("lists.h"),
            _runtime("memories.h"),
            _runtime("tables.h"),
            _runtime("pieces.h"),
            _runtime("frames.h"),
            *telling,
            f"static void find_planes(State *S) {{ (void)S; {planes} }}",
            "\n".join(self.constants.lines),
            "\n".join(self._prototypes),
            *map(laid_out, (*self._functions, refills, starts, *standing, run)),
            _runtime("driver.h"),
            *looking,
        ]
        return "\n".join(parts)

    def _guided(self) -> tuple[list[str], list[str]]:
        """What a guided plan has besides: before what is printed of the plan, and after it."""
        if self.guided is None:
            return [], []
        again = self.guided.asking_again()
        story = _runtime("story.h").split(_SLOTS_HERE)
        telling = [self.guided.tables(), story[0], self.guided.slot_table(), story[1]]
        guide = "\n".join(_runtime(f"{name}.h") for name in ("tokens", "guide"))
        return [*telling, _GUIDED], [guide, laid_out(again), _runtime("mending.h"), _runtime("minds.h")]

    def _settings(self) -> str:
        layout, plan = self.layout, self.plan
        teams = len(layout.teams) if len(layout.teams) < layout.players else 0
        lists = self._list_slots()
        words = sum(cap for _, cap in self._zones)
        settings = {
            "PLAYERS": layout.players, "TEAMS": teams, "STRIDE": self.stride, "NUMBERS": layout.size,
            "ZONES": len(layout.handles), "ZONE_WORDS": words, "PIECES": layout.pieces,
            "LOCATION": layout.location, "KNOWN": layout.known,
            "FACE_UP": layout.slots["face_up"].base if "face_up" in layout.slots else -1,
            "ROUND": layout.slots["round_number"].base, "CLOCKWISE": layout.slots["clockwise"].base,
            "HEAP": int(len(lists) > len(self.memories)), "LIST_COUNT": len(lists),
            "MEMORIES": len(self.memories), "STARTS_ALIKE": int(plan.starts_alike),
            "HAS_WON": int(plan.program.won is not None), "HIGHEST": int(plan.program.wins == "highest"),
            "FUEL": FUEL, "MOST_JUMPS": MOST_JUMPS, "DEEPEST": DEEPEST, "LONGEST_LIST": LONGEST_LIST,
            "MOST_SELECTIONS": MOST_SELECTIONS, "MOST_DECISIONS": MOST_DECISIONS,
            "MOST_CHOICES": MOST_CHOICES, "FREE_JUMPS": FREE_JUMPS, "SPANS": self.most_spans,
        }  # fmt: skip
        found = [f"#define {name} ({value})" for name, value in settings.items()]
        return "\n".join(["#include <stdint.h>", *found])

    def _list_slots(self) -> tuple[int, ...]:
        """The places of all numbers of the state that stand for lists."""
        return tuple(
            place
            for slot in self.layout.slots.values()
            if slot.type.kind in ("list", "memory")
            for place in range(slot.base, slot.base + slot.count)
        )

    def _memory_places(self) -> dict[int, int]:
        """The number of the memory for which each of these numbers of the state stands."""
        slots = [slot for slot in self.layout.slots.values() if slot.type.kind == "memory"]
        places = [place for slot in slots for place in range(slot.base, slot.base + slot.count)]
        return {place: memory for memory, place in enumerate(places)}

    def _handles(self) -> str:
        """What is known of each zone."""
        layout = self.layout
        zones = [zone for zone, _ in layout.handles]
        small = "uint8_t" if layout.pieces < 256 else "uint16_t"
        tables = {
            "ZONE_AT": [at for at, _ in self._zones],
            "ZONE_CAP": [cap for _, cap in self._zones],
            "ZONE_LASTS": [int(zone.lasts) for zone in zones],
            "REFILL_FROM": [layout.sources.get(handle, -1) for handle in range(len(zones))],
            "REFILL_KEEP": [zone.refill.keep if zone.refill is not None else 0 for zone in zones],
            "TEAM_OF": list(layout.team_of),
            "LISTS_AT": list(self._list_slots()),
            "MEMORY_OF": [self.memories.get(place, -1) for place in self._list_slots()],
        }
        found = [
            f"static const int32_t {name}[] = {{{', '.join(map(str, values)) or '0'}}};"
            for name, values in tables.items()
        ]
        return "\n".join([f"typedef {small} Piece;", *found])

    def _refills(self) -> str:
        cases = "".join(
            f"case {handle}: return {self.function(function)}(S) != 0; "
            for handle, function in self.plan.refills.items()
        )
        return (
            f"static int may_refill(State *S, N h) {{ (void)S; switch (h) {{ {cases} default: return 0; }} }}"
        )

    def _starts(self) -> str:
        name = self.function(self.plan.starts)
        copied = (
            f"L found = {name}(S); if (found.n != PIECES) trouble(S); memcpy(starts, found.p, 4 * PIECES);"
        )
        return f"static void find_starts(State *S, int32_t *starts) {{ {copied} }}"

    def _standing(self) -> tuple[str, str]:
        """Functions that tell who has won, and what tells equals apart."""
        program = self.plan.program
        texts = []
        for word, proc in (("has_won", program.won), ("tie_break", program.ties)):
            result = "N" if word == "has_won" else "L"
            value = "0" if word == "has_won" else "(L){0, 0}"
            if proc is not None and proc.value is not None:
                function = self.plan.definitions[proc.params, proc.value]
                name = self.function(function)
                kind = self.kinds.result(function.number)
                call = f"{name}(S, seat)"
                if word == "has_won":
                    value = f"{call} != 0" if kind == NUMBER else f"{call}.n != 0"
                elif not (kind == NUMBER or is_flat(kind)):
                    raise Declined("equals that are told apart by lists of lists")
                else:
                    value = f"one(S, {call})" if kind == NUMBER else call
            texts.append(
                f"static {result} {word}(State *S, N seat) {{ (void)S, (void)seat; return {value}; }}"
            )
        return texts[0], texts[1]

    def _round_score(self) -> str:
        """A function that tells what the round would bring if it ended now."""
        scoring = self.plan.program.scoring
        value = "0"
        if scoring is not None and scoring.value is not None:
            value = f"{self.function(self.plan.definitions[(scoring.local,), scoring.value])}(S, seat)"
        return f"static N round_score(State *S, N seat) {{ (void)S, (void)seat; return {value}; }}"


def laid_out(text: str) -> str:
    """Code with a line for each statement, indented by its braces; what is in brackets stays on its line."""
    lines: list[str] = []
    line, depth, brackets, values = "", 0, 0, 0
    for sign in text:
        line += " " if sign == "\n" else sign
        brackets += (sign in "([") - (sign in ")]")
        # A list of values in braces is part of its statement.
        if sign == "{" and (values or line.endswith(("= {", ") {" if brackets else "= {", "){"))):
            values += 1
        elif sign == "}" and values:
            values -= 1
        elif not brackets and not values and sign in "{};":
            inner = " ".join(line.split())
            depth -= inner == "}"
            if inner != ";":
                lines.append("  " * depth + inner)
            depth += sign == "{"
            line = ""
    return "\n".join([*lines, *([line.strip()] if line.strip() else [])])


def _reached(plan: Plan) -> set[int]:
    """The blocks that a game can come to; continuations that only jump are passed over by frames."""
    found: set[int] = set()
    waiting = [plan.entry]
    while waiting:
        number = waiting.pop()
        if number in found:
            continue
        found.add(number)
        for node in walk(plan.blocks[number].body):
            match node:
                case s.Jump() | s.Push():
                    waiting.append(node.block)
                case s.Wait():
                    site = plan.sites[node.site]
                    waiting += [*site.bodies, *([site.passing] if site.passing >= 0 else [])]
                case _:
                    pass
    return found


def _ending(plan: Plan) -> frozenset[int]:
    """The functions that may end the round, by themselves or through others."""
    found: set[int] = set()
    while True:
        more = {
            function.number
            for function in plan.functions
            if function.number not in found
            and any(
                (isinstance(node, s.EndRound) and not node.from_block)
                or (isinstance(node, s.Act) and node.function in found)
                for node in walk(function.body)
            )
        }
        if not more:
            return frozenset(found)
        found |= more
