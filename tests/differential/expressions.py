"""Writes expressions of any type of the action language, at random, well-typed, and often about to fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")

# What the generated rulesets declare; a type is written as in the language, a zone as `zone card`.
ENUMS = {"colour": ("red", "blue", "green"), "rank": ("low", "middle", "high")}
ZONES = {  # name: component, type of the index
    "deck": ("card", ""),
    "discard": ("card", ""),
    "hand": ("card", "player"),
    "spare": ("card", "player"),
    "slot": ("card", ""),
    "row": ("card", "spot"),
    "shelf": ("card", "colour"),
    "open": ("card", ""),
    "bag": ("stone", ""),
    "cell": ("stone", "square"),
    "camp": ("stone", "team"),
    "pile": ("card", "player,spot"),
}
VARIABLES = {  # name: type, type of the index
    "n": ("int", ""),
    "m": ("int", ""),
    "ready": ("bool", ""),
    "tint": ("colour", ""),
    "grade": ("rank?", ""),
    "dealer": ("player", ""),
    "winner": ("player?", ""),
    "side": ("team", ""),
    "mark": ("card?", ""),
    "here": ("square", ""),
    "goal": ("place?", ""),
    "way": ("bridge", ""),
    "facing": ("direction", ""),
    "seen": ("[int]", ""),
    "kept": ("[card]", ""),
    "tally": ("int", "player"),
    "out": ("bool", "player"),
    "owner": ("player?", "square"),
    "level": ("int", "spot"),
    "worth": ("int", "colour"),
    "pips": ("int", "stone"),
    "men": ("int", "player,square"),
    "cost": ("int", "spot,spot,colour"),
    "heat": ("bool", "stone,player"),
    "trail": ("[int]", "player"),
    "lives": ("int", ""),
    "throws": ("[int]", ""),
}
ENDS = {"worth": (0, 99), "lives": (0, 5), "throws": (1, 6)}  # of those declared with a range
SMALL = "1..6"  # a range as a parameter's type
OPTIONS = {"size_of_hand": "int", "wild": "bool", "mood": "words", "steps_made": "[int]"}
ATTRIBUTES = {  # by type, with their own types
    "card": {"colour": "colour", "rank": "rank?", "points": "int"},
    "stone": {"weight": "int", "heavy": "bool"},
    "rank": {"value": "int", "court": "bool", "friend": "colour?"},
    "square": {"column": "int", "row": "int"},
    "house": {"number": "int"},
    "place": {"fame": "int", "x": "int", "y": "int"},
}
PIECES = ("card", "stone")
NODES = ("square", "house", "place")
DIRECTIONS = {
    "square": ("north", "southeast", "west"),
    "house": ("onward", "backward"),
    "place": ("north", "southwest", "west"),
}
LITERALS = {
    "square": ("a1", "b2", "c1"),
    "house": ("house_1", "house_3"),
    "place": ("coast", "marsh", "peak"),
    "bridge": ('"coast-marsh"', '"marsh-peak"'),
    "direction": ("north", "southeast", "onward", "backward"),
    **ENUMS,
}
COUNTED = (
    "colour",
    "rank",
    "square",
    "house",
    "place",
    "bridge",
    "card",
    "stone",
    "spot",
)  # in list position


@dataclass(frozen=True)
class Rule:
    """What other rules may call: its parameters, and the type of its value, if it has one."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    value: str = ""
    effects: bool = False
    asks: bool = False
    chance: bool = False
    sober: bool = False  # it can be supposed: nothing in it hangs on chance or a player


@dataclass
class Scope:
    """What can be named where something is written."""

    locals: list[tuple[str, str]] = field(default_factory=list)
    fixed: bool = False  # before anything is set: only what never changes
    decided: bool = True  # whether the rule has its decision, or may have none
    value: str = ""  # what the rule returns

    def inside(self, *more: tuple[str, str]) -> Scope:
        return Scope([*self.locals, *more], self.fixed, self.decided, self.value)


class Expressions:
    """Writes expressions; everything is drawn, so that hypothesis can make a failing ruleset small."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self.draw = draw
        self.rules: list[Rule] = []
        self.depth = 0
        self.fresh = 0
        self.sober = False  # whether what is written may not hang on chance
        self.supposable: list[Rule] = []
        self.bold = 100  # of a hundred chances to fail, how many are taken

    # ---------------------------------------------------------------- what is supposed
    @contextmanager
    def soberly(self) -> Iterator[None]:
        """What is written meanwhile asks nobody, and looks at nothing that chance has put in order."""
        before = self.sober, self.rules
        self.sober, self.rules = True, [rule for rule in self.rules if rule.sober]
        yield
        self.sober, self.rules = before

    def _supposing(self, type_: str, scope: Scope) -> str:
        rule = self.pick(self.supposable)
        with self.soberly():
            # In what is supposed everything is sober; what is handed to it need not be, but may.
            inner = Scope([(name, kind) for name, kind in scope.locals if not kind.startswith("zone")])
            call, then = self.call(rule, inner), self.expr(type_, inner)
        return f"(supposing {call} then {then})"

    def _zones_there(self) -> Iterator[tuple[str, tuple[str, str]]]:
        return ((name, zone) for name, zone in ZONES.items() if not self.sober or name not in ("deck", "bag"))

    # ---------------------------------------------------------------- chance
    def pick(self, items: Sequence[T]) -> T:
        return items[self.number(0, len(items) - 1)] if len(items) > 1 else items[0]

    def number(self, low: int, high: int) -> int:
        found: int = self.draw(st.integers(low, high))
        return found

    def often(self, percent: int) -> bool:
        """True so often; hypothesis tries to make it false."""
        return self.number(0, 99) >= 100 - percent

    def name(self, stem: str) -> str:
        self.fresh += 1
        return f"{stem}{self.fresh}"

    def dares(self) -> bool:
        """Whether to write something that may fail."""
        return self.bold == 100 or self.often(self.bold)

    @contextmanager
    def inner(self) -> Iterator[None]:
        """An expression inside an expression."""
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1

    # ---------------------------------------------------------------- any type
    def expr(self, type_: str, scope: Scope) -> str:
        """An expression of a type; bracketed where it would swallow what follows."""
        if type_ == SMALL:
            return self.within(self.expr("int", scope), (1, 6))
        with self.inner():
            simple = self._simple(type_, scope)
            if self.depth > 3 or not self.often(45):
                return self.pick(simple)
            return self.pick(self._ways(type_, scope))()

    def within(self, number: str, ends: tuple[int, int]) -> str:
        """A number where only some are wanted."""
        return number if self.dares() else f"max({ends[0]}, min({number}, {ends[1]}))"

    def _simple(self, type_: str, scope: Scope) -> list[str]:
        """Names and literals of a type."""
        found = [name for name, kind in scope.locals if kind == type_]
        if not scope.fixed:
            found += [name for name, (kind, per) in VARIABLES.items() if kind == type_ and not per]
        found += [name for name, kind in OPTIONS.items() if kind == type_]
        if type_ == "int":
            found += [
                "0",
                "1",
                "2",
                "3",
                "7",
                *(["round_number", "times(positions)"] if not scope.fixed else []),
            ]
            if self.often(2):
                found.append("999999999")
        elif type_ == "bool":
            found += ["true", "false", *(["clockwise"] if not scope.fixed else [])]
        elif type_ == "player":
            found += ["seat(0)", "seat(1)"]
        elif type_ == "team":
            found += ["team(seat(0))"]
        elif type_ == "[player]":
            found += ["players", *(["active"] if not scope.fixed else [])]
        elif type_ == "[int]":
            found += ["spot", "1..3", "[1, 2]"]
        elif type_ == "[team]":
            found += ["teams"]
        elif type_.startswith("zone "):
            if not scope.fixed:
                found += [
                    z for z, (piece, per) in self._zones_there() if f"zone {piece}" == type_ and not per
                ]
                found = found or ["cell[a1]"]
        elif type_.startswith("["):
            inner = type_[1:-1]
            found += [inner] if inner in COUNTED else []
            if not scope.fixed:
                found += [zone for zone, (piece, per) in self._zones_there() if piece == inner and not per]
        elif type_.endswith("?"):
            found += ["none"]
        elif type_ in PIECES:
            found += [f"{type_}[0]", f"{type_}[3]"]
            if not scope.fixed and self.dares() and not self.sober:
                found += ["top(deck)", "deck[0]", "top(discard)"] if type_ == "card" else ["top(bag)"]
        found += LITERALS.get(type_, ())
        return found

    def _ways(self, type_: str, scope: Scope) -> list[Callable[[], str]]:
        e = self.expr
        ways: list[Callable[[], str]] = []
        if type_.endswith("?"):
            inner = type_[:-1]
            ways.append(lambda: e(inner, scope))
            if inner == "square":
                ways.append(lambda: f"step({e('square', scope)}, {self.pick(DIRECTIONS['square'])})")
        elif type_.startswith("zone "):
            return self._zones(type_[5:], scope)
        elif type_.startswith("["):
            ways += self._lists(type_[1:-1], scope)
        else:
            ways += self._items(type_, scope)
            ways += self._own(type_, scope)
        if not scope.fixed:
            for name, (kind, per) in VARIABLES.items():
                if kind == type_ and per:
                    ways.append(lambda name=name, per=per: f"{name}[{self._index(per, scope)}]")  # type: ignore[misc]
                elif kind == f"{type_}?" and not per:
                    ways.append(lambda name=name: f"(if {name} exists then {name} else {e(type_, scope)})")  # type: ignore[misc]
        for rule in self.rules:
            if rule.value == type_ and not rule.effects and not scope.fixed:
                ways.append(lambda rule=rule: self.call(rule, scope))  # type: ignore[misc]
        for name, kind in scope.locals:
            if kind == f"{type_}?":
                ways.append(lambda name=name: f"(if {name} exists then {name} else {e(type_, scope)})")  # type: ignore[misc]
        ways.append(
            lambda: f"(if {e('bool', scope)} then {e(type_, scope)} else {e(type_, scope)})",
        )
        if self.supposable and not scope.fixed and not type_.startswith("zone "):
            ways += [lambda: self._supposing(type_, scope)] * 2
        return ways

    def _index(self, per: str, scope: Scope) -> str:
        if "," in per:
            return ", ".join(self._index(one, scope) for one in per.split(","))
        if per == "spot" and not self.dares():
            return str(self.number(1, 3))
        return self.expr("int" if per == "spot" else per, scope)

    def call(self, rule: Rule, scope: Scope) -> str:
        return f"{rule.name}({', '.join(self.expr(kind, scope) for kind, _ in rule.parameters)})"

    # ---------------------------------------------------------------- single values
    def _items(self, type_: str, scope: Scope) -> list[Callable[[], str]]:
        """An item of a list, the first that fits, the highest, an attribute: for values of any type."""
        e = self.expr
        many = f"[{type_}]"
        ways: list[Callable[[], str]] = []
        if type_ not in ("bool", "direction", "int"):
            ways += [lambda: self._extreme(type_, many, scope)]
            if self.dares():
                ways += [
                    lambda: self._bound("first", type_, many, scope, "where"),
                    lambda: f"following({e(type_, scope)}, {self._list(many, scope)})",
                ]
        if type_ not in ("bool", "direction") and self.dares():
            ways += [lambda: f"{self._list(many, scope)}[{e('int', scope)}]"]
        for owner, attributes in ATTRIBUTES.items():
            for name, kind in attributes.items():
                if kind == type_:
                    ways.append(lambda owner=owner, name=name: f"{e(owner, scope)}.{name}")  # type: ignore[misc]
                elif kind == f"{type_}?":
                    local = next((text for text, own in scope.locals if own == owner), None)
                    if local is not None:
                        ways.append(
                            lambda local=local, name=name: (  # type: ignore[misc]
                                f"(if {local}.{name} exists then {local}.{name} else {e(type_, scope)})"
                            )
                        )
        return ways

    def _own(self, type_: str, scope: Scope) -> list[Callable[[], str]]:
        e = self.expr
        match type_:
            case "int":
                return self._numbers(scope)
            case "bool":
                return self._truths(scope)
            case "player":
                ways = [
                    lambda: f"seat({e('int', scope) if self.dares() else self.number(0, 1)})",
                    lambda: f"left({e('player', scope)})",
                    lambda: f"left({e('player', scope)}, {e('int', scope)})",
                    lambda: f"right({e('player', scope)}, {e('int', scope)})",
                ]
                if not scope.fixed:
                    ways += [
                        lambda: f"next({e('player', scope)})",
                        lambda: f"previous({e('player', scope)})",
                    ]
                return ways
            case "team":
                return [lambda: f"team({e('player', scope)})"]
            case "card" | "stone" if not scope.fixed:
                zone = f"zone {type_}"
                return [lambda: self._end_of("top", zone, scope), lambda: self._end_of("bottom", zone, scope)]
            case "place" if self.dares():
                return [lambda: f"across({e('bridge', scope)}, {e('place', scope)})"]
            case "direction":
                return [lambda: f"opposite({e('direction', scope)})"]
            case _:
                return []

    def _end_of(self, word: str, zone: str, scope: Scope) -> str:
        pile = self.expr(zone, scope)
        if self.dares():
            return f"{word}({pile})"
        return f"(if size({pile}) > 0 then {word}({pile}) else {self.expr(zone[5:], scope)})"

    def _numbers(self, scope: Scope) -> list[Callable[[], str]]:
        e = self.expr

        def arithmetic() -> str:
            sign = self.pick("+-*/%")
            by = e("int", scope) if sign in "+-*" or self.dares() else str(self.number(1, 3))
            return f"({e('int', scope)} {sign} {by})"

        ways: list[Callable[[], str]] = [
            arithmetic,
            arithmetic,
            arithmetic,
            lambda: f"(-{e('int', scope)})",
            lambda: f"{self.pick(['min', 'max'])}({e('int', scope)}, {e('int', scope)})",
            lambda: f"abs({e('int', scope)})",
            lambda: f"size({self._list(self._some_list(), scope)})",
            lambda: self._counted(scope),
            lambda: self._total(scope),
            lambda: f"steps({e('player', scope)}, {e('player', scope)})",
            lambda: f"position({e(self.pick(['player', 'colour', 'square', 'card']), scope)})",
        ]
        if not scope.fixed:
            ways += [
                lambda: f"score[{e('player', scope)}]",
                lambda: f"drawable({e('zone card', scope)})",
            ]
        return ways

    def _truths(self, scope: Scope) -> list[Callable[[], str]]:
        e = self.expr
        maybe = self.pick(["rank?", "player?", "card?", "place?", "square?"])
        piece = self.pick(PIECES)
        ways: list[Callable[[], str]] = [
            lambda: f"({e('int', scope)} {self.pick(['==', '!=', '<', '<=', '>', '>='])} {e('int', scope)})",
            lambda: f"({e('bool', scope)} and {e('bool', scope)})",
            lambda: f"({e('bool', scope)} or {e('bool', scope)})",
            lambda: f"(not {e('bool', scope)})",
            lambda: self._same(scope),
            lambda: f"({e('colour', scope)} {self.pick(['<', '>='])} {e('colour', scope)})",
            lambda: self._member(scope),
            lambda: self._bound("any", *self._items_of(scope), scope, "where"),
            lambda: self._bound("no", *self._items_of(scope), scope, "where"),
            lambda: self._bound("all", *self._items_of(scope), scope, "have"),
            lambda: f"(mood == {self.pick(['calm', 'wild_one'])})",
        ]
        if not scope.fixed:
            ways += [
                lambda: f"({self._testable(maybe, scope)} exists)",
                lambda: f"({e(piece, scope)} like {e(piece, scope)})",
                lambda: f"face_up[{e('card', scope)}]",
            ]
        return ways

    def _testable(self, maybe: str, scope: Scope) -> str:
        if maybe == "square?":
            return f"step({self.expr('square', scope)}, {self.pick(DIRECTIONS['square'])})"
        if maybe == "player?" and self.often(50):
            return f"owner[{self.expr('square', scope)}]"
        return self.pick([name for name, (kind, per) in VARIABLES.items() if kind == maybe and not per])

    def _same(self, scope: Scope) -> str:
        type_ = self.pick(["colour", "rank?", "player", "player?", "card", "square", "team", "[int]"])
        if type_.endswith("?") and scope.fixed:
            type_ = "colour"
        left = self._testable(type_, scope) if type_.endswith("?") else self.expr(type_, scope)
        right = self.expr(type_.rstrip("?"), scope)
        return f"({left} {self.pick(['==', '!='])} {right})"

    def _member(self, scope: Scope) -> str:
        item, many = self._items_of(scope)
        return f"({self.expr(item, scope)} in {self._list(many, scope)})"

    # ---------------------------------------------------------------- lists
    def _some_list(self) -> str:
        return self.pick(
            ["[int]", "[player]", "[card]", "[colour]", "[square]", "[stone]", "[place]", "[bridge]"]
        )

    def _items_of(self, scope: Scope) -> tuple[str, str]:
        many = self._some_list()
        return many[1:-1], many

    def _list(self, type_: str, scope: Scope) -> str:
        """A list that something can follow."""
        found = self.expr(type_, scope)
        bare = found.isidentifier() or found[0] in "([" or found.endswith((")", "]"))
        return found if bare and ".." not in found.partition("[")[0] else f"({found})"

    def _lists(self, inner: str, scope: Scope) -> list[Callable[[], str]]:
        e = self.expr
        many = f"[{inner}]"
        ways: list[Callable[[], str]] = [
            lambda: f"[{', '.join(e(inner, scope) for _ in range(self.number(1, 3)))}]",
            lambda: self._bound("those", inner, many, scope, self.pick(["where", "while"])),
            lambda: f"reversed({self._list(many, scope)})",
            lambda: f"distinct({self._list(many, scope)})",
            lambda: f"({self._list(many, scope)} + {self._list(many, scope)})",
            lambda: f"({self._list(many, scope)} - {self._list(many, scope)})",
            lambda: f"({self._list(many, scope)} except {e(inner, scope)})",
            lambda: f"({self._list(many, scope)} except {self._list(many, scope)})",
            lambda: self._each(inner, scope),
        ]
        match inner:
            case "player":
                ways += [
                    lambda: (
                        f"({self._list(many, scope)} {self.pick(['from', 'after', 'before'])} "
                        f"{e('player', scope)})"
                    ),
                    lambda: f"members({e('team', scope)})",
                ]
            case "int":
                ways += [lambda: f"({e('int', scope)}..{e('int', scope)})"]
                if not scope.fixed:
                    ways += [
                        lambda: f"tally[{self._list('[player]', scope)}]",
                        lambda: f"men[{self._list('[player]', scope)}, {e('square', scope)}]",
                        lambda: f"men[{e('player', scope)}, {self._list('[square]', scope)}]",
                        lambda: f"cost[{self._index('spot', scope)}, spot, {e('colour', scope)}]",
                    ]
            case "square":
                ways += [
                    lambda: f"neighbours({e('square', scope)})",
                    lambda: f"ray({e('square', scope)}, {self.pick(DIRECTIONS['square'])})",
                    lambda: (
                        f"lines({self._list('[square]', scope)}, {self.number(1, 3)})[{e('int', scope)}]"
                        if self.dares()
                        else "lines(square, 3)[0]"
                    ),
                ]
            case "house":
                ways += [lambda: f"ray({e('house', scope)}, onward)"]
            case "place":
                ways += [lambda: f"neighbours({e('place', scope)})"]
                ways += [lambda: f"[across({e('bridge', scope)}, {e('place', scope)})]"]
                ways += [lambda: f"ray({e('place', scope)}, {self.pick(DIRECTIONS['place'])})"]
                ways += [lambda: f"lines({self._list('[place]', scope)}, 2)[0]" if self.dares() else "place"]
            case "bridge":
                ways += [
                    lambda: f"edges({e('place', scope)})",
                    lambda: f"turning({e('place', scope)}, {e('bridge', scope)})",
                ]
            case "card" if not scope.fixed:
                ways += [
                    lambda: f"hand[{self._list('[player]', scope)}]",
                    lambda: f"shelf[{self._list('[colour]', scope)}]",
                    lambda: f"pile[{self._list('[player]', scope)}, {self._index('spot', scope)}]",
                    lambda: f"pile[{e('player', scope)}, spot]",
                    *self._zones("card", scope),
                ]
            case "stone" if not scope.fixed:
                ways += [
                    lambda: f"cell[{self._list('[square]', scope)}]",
                    *self._zones("stone", scope),
                ]
        return ways

    def _zones(self, piece: str, scope: Scope) -> list[Callable[[], str]]:
        """Single zones of a component."""
        ways: list[Callable[[], str]] = []
        for name, (component, per) in self._zones_there():
            if component == piece:
                ways.append(
                    lambda name=name, per=per: f"{name}[{self._index(per, scope)}]" if per else name  # type: ignore[misc]
                )
        return ways

    # ---------------------------------------------------------------- quantifiers
    def _bound(self, word: str, item: str, many: str, scope: Scope, by: str) -> str:
        name = self.name("x")
        items = self._list(many, scope)
        return f"({word} {name} in {items} {by} {self.expr('bool', scope.inside((name, item)))})"

    def _counted(self, scope: Scope) -> str:
        item, many = self._items_of(scope)
        return self._bound("count", item, many, scope, self.pick(["where", "while"]))

    def _where(self, name: str, item: str, scope: Scope) -> str:
        return f" where {self.expr('bool', scope.inside((name, item)))}" if self.often(40) else ""

    def _total(self, scope: Scope) -> str:
        item, many = self._items_of(scope)
        name = self.name("x")
        where = self._where(name, item, scope)
        items = self._list(many, scope)
        return f"(sum {name} in {items}{where} of {self.expr('int', scope.inside((name, item)))})"

    def _each(self, inner: str, scope: Scope) -> str:
        item, many = self._items_of(scope)
        name = self.name("x")
        where = self._where(name, item, scope)
        items = self._list(many, scope)
        return f"(each {name} in {items}{where} of {self.expr(inner, scope.inside((name, item)))})"

    def _extreme(self, item: str, many: str, scope: Scope) -> str:
        name = self.name("x")
        word = self.pick(["highest", "lowest"])
        bold = self.dares()
        where = self._where(name, item, scope) if bold else ""
        items = self._list(many, scope) if bold or item not in COUNTED else item
        by = self.pick(["int", "int", "colour"])
        return f"({word} {name} in {items}{where} by {self.expr(by, scope.inside((name, item)))})"
