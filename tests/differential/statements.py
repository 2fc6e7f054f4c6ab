"""Writes statements and decisions of the action language, at random."""

from __future__ import annotations

from collections.abc import Callable

from tests.differential.expressions import ENDS, VARIABLES, Expressions, Rule, Scope

Lines = list[str]


def indented(lines: Lines) -> Lines:
    return [f"  {line}" for line in lines]


class Statements(Expressions):
    """Writes the bodies of rules."""

    nesting = 0  # statements inside statements

    def block(self, scope: Scope, most: int = 3) -> Lines:
        """Some statements; a name that one of them gives is known to the next."""
        found: Lines = []
        inner = scope.inside()
        for _ in range(self.number(1, most)):
            found += self.statement(inner)
            if found[-1].startswith(("end ", "return")):
                break
        scope.decided = inner.decided
        return found

    def statement(self, scope: Scope) -> Lines:
        self.nesting += 1
        try:
            ways: list[Callable[[Scope], Lines]] = [self._assign, self._move, self._let, self._draw]
            ways += [self._assign, self._move, self._rest]
            if self.nesting < 5:
                ways += [self._if, self._for_each, self._repeat]
            if self.often(6) and self.dares():
                ways += [self._while]
            if self._callable():
                ways += [self._call, self._call]
            if not scope.decided and self.nesting < 4:
                ways += [self.decision, self.decision]
            return self.pick(ways)(scope)
        finally:
            self.nesting -= 1

    # ---------------------------------------------------------------- simple ones
    def _let(self, scope: Scope) -> Lines:
        type_ = self.pick(
            ["int", "card", "player", "colour", "bool", "[card]", "[int]", "square", "place", "[bridge]"]
        )
        name = self.name("l")
        text = self._value(type_, scope)
        scope.locals.append((name, type_))
        return [f"let {name} = {text}"]

    def _value(self, type_: str, scope: Scope) -> str:
        """A whole right-hand side: also chance, and rules with effects."""
        calls = [rule for rule in self._callable() if rule.value == type_]
        if calls and self.often(25):
            return self.call(self.pick(calls), scope)
        if self.often(12) and not self.sober and type_ in ("int", "player", "card", "colour", "square"):
            some = {"int": "1..6", "player": "players"}.get(type_, type_)
            return f"random({self._list(f'[{type_}]', scope) if self.dares() else some})"
        return self.expr(type_, scope)

    def _assign(self, scope: Scope) -> Lines:
        locals_ = [(name, type_) for name, type_ in scope.locals if name.startswith("l")]
        if locals_ and self.often(25):
            name, type_ = self.pick(locals_)
            if type_ == "int" and self.often(50):
                return [f"{name} {self.pick(['+=', '-='])} {self.expr('int', scope)}"]
            return [f"{name} = {self._value(type_, scope)}"]
        target = self.pick([*VARIABLES, "score", "clockwise", "face_up"])
        built_in = {"score": ("int", "player"), "clockwise": ("bool", ""), "face_up": ("bool", "card")}
        type_, per = VARIABLES.get(target) or built_in[target]
        where = f"[{self._index(per, scope)}]" if per else ""
        if target in ENDS and not self.dares():
            return [f"{target}{where} {self._in_range(target, scope)}"]
        if type_ == "[int]" and self.often(40):
            place = self.expr("int", scope) if self.dares() else "0"
            value = self.expr("int", scope)
            which, op = f"{target}{where}", self.pick(["=", "+=", "-="])
            return [f"if size({which}) > 0: {which}[{place}] {op} {value}"]
        if type_ == "int" and self.often(60):
            return [f"{target}{where} {self.pick(['+=', '-='])} {self.expr('int', scope)}"]
        if type_.startswith("[") and self.often(50):
            sign = self.pick(["+=", "-="])
            if type_ == "[card]" and self.often(25):
                return [f"{target}{where} {sign} {self._drawn(scope)}"]
            return [f"{target}{where} {sign} {self._list(type_, scope)}"]
        return [f"{target}{where} = {self._value(type_, scope)}"]

    def _in_range(self, target: str, scope: Scope) -> str:
        """What a variable with a range is set to, so that it keeps to it."""
        low, high = ENDS[target]
        number = f"max({low}, min({self.expr('int', scope)}, {high}))"
        if VARIABLES[target][0] == "int":
            return self.pick([f"= {number}", "= random(1..5)" if not self.sober else "= 1"])
        name = self.name("x")
        some = f"(each {name} in {self._list('[int]', scope)} of max({low}, min({name}, {high})))"
        return self.pick([f"= {some}", f"+= [{number}]", f"-= [{number}]"])

    def _place(self, piece: str, scope: Scope) -> str:
        zone = self.expr(f"zone {piece}", scope)
        return f"bottom of {zone}" if self.often(20) else zone

    def _move(self, scope: Scope) -> Lines:
        piece = self.pick(["card", "card", "stone"])
        ways: list[Callable[[], str]] = [
            lambda: self.expr(piece, scope),
            lambda: self.expr(piece, scope),
            lambda: self._list(f"[{piece}]", scope),
            lambda: self.expr(f"zone {piece}", scope),
            lambda: f"random({self._list(f'[{piece}]', scope) if self.dares() else piece})",
        ]
        ways = ways[:-1] if self.sober else ways
        if self.often(15):
            name = self.name("p")
            inner = scope.inside((name, "player"))
            ways = [
                lambda: f"hand[{self.expr('player', inner)}]",
                lambda: self.expr("card", inner),
                lambda: f"random({self._list('[card]', inner) if self.dares() else 'card'})",
            ]
            ways = ways[:-1] if self.sober else ways
            to = self.pick([f"hand[{self.expr('player', inner)}]", "discard"])
            return [f"move {self.pick(ways)()} to {to} for {name} in {self._list('[player]', scope)}"]
        return [f"move {self.pick(ways)()} to {self._place(piece, scope)}"]

    def _draw(self, scope: Scope) -> Lines:
        zone = self.expr("zone card", scope)
        count = self.expr("int", scope) if self.often(30) else str(self.number(1, 3))
        if self.often(35) and self.dares():
            name = self.name("p")
            to = self.pick([f"hand[{name}]", self._place("card", scope.inside((name, "player")))])
            return [f"deal {count} from {zone} to {to} for {name} in {self._list('[player]', scope)}"]
        drawn = f"draw {count} from {zone} to {self._place('card', scope)}"
        if self.often(70):
            return [drawn]
        name = self.name("l")
        scope.locals.append((name, "[card]"))
        return [f"let {name} = {drawn}"]

    def _drawn(self, scope: Scope) -> str:
        zones = self.expr("zone card", scope), self._place("card", scope)
        return f"draw {self.number(0, 3)} from {zones[0]} to {zones[1]}"

    def _rest(self, scope: Scope) -> Lines:
        ways: list[Callable[[], str]] = [
            lambda: f"shuffle {'deck' if self.supposable else self.expr('zone card', scope)}",
            lambda: f"reveal {self._list('[card]', scope)}",
            lambda: f"reveal {self.expr('card', scope)} to {self.expr('player', scope)}",
            lambda: f"reveal {self.expr('zone card', scope)} to {self._list('[player]', scope)}",
            lambda: "nothing",
            lambda: "remember positions",
            lambda: "remember positions",
            lambda: "forget positions",
        ]
        if self.sober:
            ways = ways[-1:]
        if self.often(15):
            ways = [lambda: "end round", lambda: "end match"]
            if not scope.value:
                ways.append(lambda: "return")
        return [self.pick(ways)()]

    def _callable(self) -> list[Rule]:
        return [rule for rule in self.rules if rule.effects]

    def _call(self, scope: Scope) -> Lines:
        return [self.call(self.pick(self._callable()), scope)]

    # ---------------------------------------------------------------- compound ones
    def _body(self, scope: Scope, *more: tuple[str, str]) -> Lines:
        inner = scope.inside(*more)
        found = indented(self.block(inner, 2))
        scope.decided = inner.decided
        return found

    def _if(self, scope: Scope) -> Lines:
        found = [f"if {self.expr('bool', scope)}:", *self._body(scope)]
        if self.often(25):
            found += [f"else if {self.expr('bool', scope)}:", *self._body(scope)]
        if self.often(40):
            found += ["else:", *self._body(scope)]
        return found

    def _for_each(self, scope: Scope) -> Lines:
        many = self.pick(["[player]", "[card]", "[int]", "[square]", "[colour]"])
        name = self.name("i")
        return [f"for each {name} in {self._list(many, scope)}:", *self._body(scope, (name, many[1:-1]))]

    def _repeat(self, scope: Scope) -> Lines:
        times = self.expr("int", scope) if self.often(20) and self.dares() else str(self.number(1, 4))
        return [f"repeat {times} times:", *self._body(scope)]

    def _while(self, scope: Scope) -> Lines:
        return [f"while {self.expr('bool', scope)}:", *self._body(scope)]

    # ---------------------------------------------------------------- decisions
    def decision(self, scope: Scope) -> Lines:
        scope.decided = True
        how = self.pick(["choose", "choose", "offer", "offer one", "simultaneously"])
        name = self.name("q")
        inner = scope.inside()
        if how == "choose":
            head = f"choose for {self.expr('player', scope)}:"
        elif how == "offer one":
            head = f"offer to {self.pick(['seat(0)', 'dealer', 'seat(1)'])}:"
        else:
            inner = scope.inside((name, "player"))
            head = f"{'offer to' if how == 'offer' else how} {name} in {self._list('[player]', scope)}:"
        question = (
            f' "What now, {{{name}}}?"' if inner is not scope and self.often(30) and " in " in head else ""
        )
        needs = f" needs {self.expr('bool', inner)}" if self.often(15) else ""
        found = [f"{head[:-1]}{question}{needs}:"]
        for _ in range(self.number(1, 3)):
            found += indented(self._alternative(inner, how == "simultaneously"))
        if how.startswith("offer") or not self.dares() or self.often(60):
            found += ["otherwise:", *self._body(scope)]
        return found

    def _alternative(self, scope: Scope, quiet: bool) -> Lines:
        inner = scope.inside()
        picks = []
        for _ in range(self.number(0, 2)):
            picks.append(self._pick(inner))
        name = self.name(self.pick(["do", "take", "play_on"]))
        label = ""
        if self.often(20):
            named = [
                text for text, type_ in inner.locals if text.startswith("k") and not type_.startswith("[")
            ]
            label = f' "{name} with {{{self.pick(named)}}}"' if named else f' "{name} again"'
        arguments = f"({', '.join(picks)})" if picks else ""
        needs = ""
        if self.often(35):
            needs = " needs " + ", ".join(self.expr("bool", inner) for _ in range(self.number(1, 2)))
        body = self.quiet_block(inner) if quiet else self.block(inner, 2)
        scope.decided = True
        return [f"{name}{label}{arguments}{needs}:", *indented(body)]

    def quiet_block(self, scope: Scope) -> Lines:
        """Statements that ask nothing."""
        rules = self.rules
        self.rules = [rule for rule in rules if not rule.asks]
        found = self.block(scope, 2)
        self.rules = rules
        return found

    def _pick(self, scope: Scope) -> str:
        kind = self.pick(["one", "one", "some", "rider"])
        name = self.name("k")
        if kind == "rider":
            text = f"{name} if {self.expr('bool', scope)}"
            scope.locals.append((name, "bool"))
            return text
        many = self.pick(["[card]", "[card]", "[int]", "[player]", "[colour]", "[square]"])
        word = self.pick(["", "to ", "on ", "from "])
        if kind == "one":
            text = f"{word}{name} in {self._list(many, scope)}"
            scope.locals.append((name, many[1:-1]))
            return text
        count = self.pick(["1", "2", "1..2", "0..2", "(n)"])
        text = f"{word}{name} in {count} of {self._list(many, scope)}"
        scope.locals.append((name, many))
        return text
