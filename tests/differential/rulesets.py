"""Writes whole rulesets: declarations of every kind, and rules over them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from tests.differential.expressions import SMALL, Rule, Scope
from tests.differential.statements import Lines, Statements, indented


@st.composite
def rulesets(draw: Callable[[st.SearchStrategy[Any]], Any]) -> str:
    """The text of a ruleset; most of them lint without errors."""
    return "\n".join(Author(draw).ruleset()) + "\n"


class Author(Statements):
    """Writes one ruleset. What it declares is nearly always the same; how, and what is done, is drawn."""

    def ruleset(self) -> Lines:
        self.bold = self.pick([0, 5, 30, 100])
        self.supposable = self._supposable() if self.often(40) else []
        self.rules = [*self._signatures(), *self.supposable]
        rules = self._rules()
        return [
            "hoyle: 1",
            "id: generated",
            "title: Generated",
            *self._players(),
            *self._options(),
            *_TYPES,
            *self._components(),
            *_BOARDS,
            *self._zones_section(),
            *self._state(),
            *self._match(),
            "rules:",
            *indented(rules),
        ]

    # ---------------------------------------------------------------- declarations
    def _players(self) -> Lines:
        found = ["players:", f"  count: {self.pick(['2', '2..4', '[2, 4]', '3'])}"]
        if "4" in found[1] and self.often(50):
            found.append("  teams: {4: [[0, 2], [1, 3]]}")
        if self.often(50):
            found.append(f"  active(player p): {self.pick(['not out[p]', 'tally[p] < 3'])}")
        return found

    def _options(self) -> Lines:
        found = [
            "options:",
            f"  size_of_hand: {{default: {self.number(0, 4)}, range: 0..4}}",
            f"  wild: {{default: {self.pick(['false', 'true'])}}}",
            "  mood: {default: calm, values: [calm, wild_one]}",
            "  steps_made: {default: [1, 2], range: 0..9, size: 1..3}",
        ]
        if self.often(30):
            found += [
                "requires:",
                "  enough:",
                "    is: size(players) + size_of_hand > 1",
                "    why: too few",
            ]
        return found

    def _components(self) -> Lines:
        copies, jokers = self.number(1, 2), self.number(1, 3)
        label = ['    label: "{colour} {rank}"'] if self.often(50) else []
        return [
            "components:",
            "  card:",
            '    has: {colour: colour, rank: "rank?", points: 0..3}',
            *label,
            "    make:",
            f"      pack: {{colour: [red, blue], rank: all, points: 1, copies: {copies}}}",
            f"      jokers: {{colour: green, points: [0, 3], copies: {jokers}}}",
            "  stone: {has: {weight: 1..2, heavy: bool}, make: {all: {weight: all, heavy: [true, false]}}}",
        ]

    def _zones_section(self) -> Lines:
        fixed = Scope([("c", "card")], fixed=True)
        shuffled = self.pick(["true", "false"])
        refill = self.pick(
            ["", ", refill: {from: discard}", ", refill: {from: discard, keep: 1}",
             ', refill: {from: discard, keep: 2, when: "n < 3"}']
        )  # fmt: skip
        split = self.expr("bool", fixed) if self.often(20) else ""
        found = ["zones:", "  deck:", "    of: card", f"    seen: {self.pick(['nobody', 'everyone'])}"]
        found += [f"    starts(card c): {split}"] if split else ["    starts: all"]
        found += [f"    shuffled: {shuffled}"]
        if refill:
            found += [f"    refill: {refill.partition(': ')[2]}"]
        found += ["  discard:", "    of: card"]
        if split:
            found += [f"    starts(card c): not ({split})"]
        return [
            *found,
            f"  hand: {{of: card, per: player, seen: {self.pick(['owner', 'others', 'team', 'everyone'])}}}",
            f"  spare: {{of: card, per: player{self.pick(['', ', refill: {from: hand, keep: 1}'])}}}",
            f"  slot: {{of: card, room: {self.number(1, 3)}}}",
            f"  row: {{of: card, per: spot{', room: 2' if self.often(30) else ''}}}",
            f"  shelf: {{of: card, per: colour{', lasts: match' if self.often(40) else ''}}}",
            "  open: {of: card, seen: face_up}",
            f"  bag: {{of: stone, starts: all, seen: nobody, shuffled: {self.pick(['true', 'false'])}}}",
            "  cell: {of: stone, per: square}",
            "  camp: {of: stone, per: team, seen: owner}",
            f"  pile: {{of: card, per: [player, spot], seen: {self.pick(['owner', 'team', 'nobody'])}}}",
        ]

    def _state(self) -> Lines:
        fixed = Scope(fixed=True)

        def start(type_: str) -> str:
            return self.expr(type_, fixed) if self.often(30) else self.pick(self._simple(type_, fixed))

        veiled = " seen owner" if self.often(30) else ""
        return [
            "state:",
            "  match:",
            "    dealer: player = seat(0) then left(dealer)",
            f"    n: int = {start('int')}",
            f"    ready: bool{' seen nobody' if self.often(20) else ''}",
            "    winner: player?",
            "    seen: '[int]'",
            "  round:",
            f"    m: int = {start('int')}",
            f"    tint: colour = {start('colour')}",
            f"    grade: rank? = {self.pick(['none', 'low', 'high'])}",
            "    side: team = team(seat(1))",
            "    mark: card?",
            f"    here: square = {start('square')}",
            "    goal: place?",
            '    way: bridge = "coast-marsh"',
            "    facing: direction = north",
            "    kept: '[card]'",
            f"    tally: int per player p{veiled} = {self.pick(['0', 'position(p)'])}",
            "    out: bool per player = false",
            "    owner: player? per square s = if s.row > 1 then seat(0) else none",
            f"    level: int per spot = {self.number(0, 2)}",
            "    worth: 0..99 per colour",
            "    pips: int per stone t = t.weight",
            f"    men: int per player p, square s{veiled} = position(p) * 3 + s.row",
            "    cost: int per spot a, spot, colour c = a + position(c)",
            "    heat: bool per stone, player p = p == seat(0)",
            "    trail: '[int] per player = [1, 2]'",
            f"    lives: 0..5 = {self.number(0, 5)}",
            "    throws: '[1..6]'",
            f"    positions: memory of owner, dealer{'' if veiled else ', men'}",
        ]

    def _match(self) -> Lines:
        scope = Scope([("p", "player")])
        found = ["match:", f"  rounds: {self.number(1, 3)}"]
        if self.often(30):
            found.append(f"  ends: {self.expr('bool', Scope())}")
        if self.often(70):
            found.append(f"  score(player p): {self.expr('int', scope)}")
        if self.often(30):
            found.append("  wins: lowest")
        return found

    # ---------------------------------------------------------------- rules
    def _signatures(self) -> list[Rule]:
        """What there is to call, before anything is written that calls it."""
        found = [Rule("turn", (("player", "me"),), effects=True, asks=True)]
        kinds = ["int", "bool", "player", "card", "[card]"]
        types = ["int", SMALL, "card", "player", "square", "colour", "zone card", "[card]"]
        for number in range(self.number(1, 3)):
            parameters = tuple((self.pick(types), f"arg{i}") for i in range(self.number(0, 2)))
            found.append(Rule(f"def{number}", parameters, self.pick(kinds)))
        for number in range(self.number(0, 2)):
            parameters = tuple((self.pick(types), f"arg{i}") for i in range(self.number(0, 2)))
            found.append(Rule(f"act{number}", parameters, effects=True, asks=self.often(50)))
        if self.often(40):
            parameters = tuple((self.pick(types), f"arg{i}") for i in range(self.number(0, 2)))
            found.append(Rule("made", parameters, self.pick(kinds), effects=True, asks=self.often(40)))
        return found

    def _supposable(self) -> list[Rule]:
        types = ["int", SMALL, "card", "player", "square", "colour", "[card]"]
        return [
            Rule(
                f"what{number}",
                tuple((self.pick(types), f"arg{i}") for i in range(self.number(0, 2))),
                effects=True,
                sober=True,
            )
            for number in range(self.number(1, 2))
        ]

    def _rules(self) -> Lines:
        every = list(self.rules)
        found = ["round:", "  do: |"]
        top = Scope(decided=False)
        opening = []
        if self.often(60):
            opening.append("deal size_of_hand - 1 from deck to hand[p] for p in players after dealer")
        diving = self.often(12)
        if diving:
            opening.append(f"down({self.pick([3, 40, 150, 199, 201, 350, 499, 501, 900, 3000])})")
        body = [*opening, *self.block(top), "turn(dealer)"]
        if any(line.startswith(("end ", "return")) for line in body):
            body = [line for line in body if not line.startswith(("end ", "return"))]
        found += indented(indented(body))
        found += self._recursion() if diving else []
        for rule in every:
            # Definitions call only those before them, mostly: else nearly every ruleset would recurse.
            if rule.sober:
                self.rules = every
                with self.soberly():
                    self.rules = [r for r in self.rules if r is not rule or self.often(20)]
                    found += self._rule(rule)
                continue
            if not rule.effects and not self.often(8):
                self.rules = [r for r in every[: every.index(rule)] if not r.effects]
            elif not rule.asks and rule.effects:
                self.rules = [r for r in every if not r.asks and (r is not rule or self.often(30))]
            else:
                self.rules = every
            found += self._rule(rule)
        self.rules = every
        return found

    def _rule(self, rule: Rule) -> Lines:
        parameters = ", ".join(f"{_written(kind)} {name}" for kind, name in rule.parameters)
        head = f"{rule.name}({parameters}):" if parameters else f"{rule.name}():"
        named = [(name, "int" if kind == SMALL else kind) for kind, name in rule.parameters]
        scope = Scope(named, decided=not rule.asks, value=rule.value)
        if not rule.effects:
            found = [head, "  is: |", f"    {self.expr(rule.value, scope)}"]
            if rule.value == "bool":
                if self.often(30):
                    found += ["  unless:", f"    spared: {self.expr('bool', scope)}"]
                if self.often(50):
                    told = [name for name, kind in named if not kind.startswith(("zone", "["))]
                    found.append(f'  why: "not {{{self.pick(told)}}}"' if told else "  why: not now")
            return found
        body = self.block(scope)
        if rule.asks and not scope.decided:
            body = [line for line in body if not line.startswith(("end ", "return"))]
            body += self.decision(scope)
        if rule.value:
            body = [line for line in body if not line.startswith(("end ", "return"))]
            body.append(f"return {self.expr(rule.value, Scope(scope.locals[: len(rule.parameters)]))}")
        elif rule.name == "turn" and self.often(70):
            body = [line for line in body if not line.startswith(("end ", "return"))]
            body.append(self.pick(["turn(next(me))", "if n < 9: turn(left(me))"]))
        return [head, "  do: |", *indented(indented(body))]

    def _recursion(self) -> Lines:
        """A rule that calls itself so often, a little below or above some limit or other."""
        value = ["    if k == 0: return 0", "    let below = down(k - 1)", "    return below + 1"]
        deeper = ["    if k > 0: down(k - 1)", "    n += 1"]
        asks = ["    if k > 0: down(k - 1)", "    else: asking()", "    n += 1", "asking():", "  do: |"]
        asks += ["    choose for seat(0):", "      stay: nothing", "      go: n -= 1"]
        return ["down(int k):", "  do: |", *self.pick([deeper, value, asks])]


def _written(kind: str) -> str:
    return f"zone of {kind[5:]}" if kind.startswith("zone ") else kind


_TYPES = [
    "types:",
    "  colour: [red, blue, green]",
    "  rank:",
    "    columns: {value: int, court: bool, friend: 'colour?'}",
    "    values: {low: [1, false, ~], middle: [5, true, red], high: [9, true, blue]}",
    "  spot: 1..3",
]
_BOARDS = [
    "boards:",
    "  field: {nodes: square, grid: [3, 2]}",
    "  circle: {nodes: house, ring: 4}",
    "  isle:",
    "    nodes: place",
    "    edges: bridge",
    "    at: {coast: [0, 0], marsh: [1, 0], peak: [1, 1]}",
    "    paths: [coast-marsh-peak-coast]",
    "    attributes:",
    "      fame: {type: int, values: {coast: 1, marsh: 2, peak: 4}}",
]
