"""Writes the loops that list the choices of a decision."""

from __future__ import annotations

from hoyle.backends.python.module import Line
from hoyle.backends.python.statements import StatementSource
from hoyle.ir import program as ir
from hoyle.ir.verify import nodes_of
from hoyle.plan.hoist import invariants, replaced
from hoyle.plan.liveness import reads


class ChoiceLoops:
    """Writes the loops that list one alternative's choices."""

    def __init__(self, source: StatementSource, alternative: ir.Alternative, body: int) -> None:
        self.source = source
        self.alternative = alternative
        self.body = body
        self.picks = alternative.picks
        self.tests = [need.test for need in alternative.needs]
        self.levels = self._levels()
        self.key = self._key()

    def _levels(self) -> list[int]:
        """After how many picks each condition can be looked at; the order of conditions is kept."""
        bound = {pick.name: index + 1 for index, pick in enumerate(self.picks)}
        found, level = [], 0
        for need in self.alternative.needs:
            level = max([level, *(bound.get(name, 0) for name in reads(need.test))])
            found.append(level)
        return found

    def _key(self) -> str | None:
        """What tells choices apart, where pieces look alike; None: no two can be alike."""
        parts, alike = [], False
        looks = self.source.looks
        look = self.source.module.constant(looks, "look") if looks else ""
        for pick in self.picks:
            name = f"l_{pick.name}"
            if pick.type.startswith("piece:") and len(set(self._component_looks(pick.type))) < len(
                self._component_looks(pick.type)
            ):
                alike = True
                if pick.kind == "some":
                    parts.append(f"tuple(sorted([{self._look_of(look, 'c_x', pick)} for c_x in {name}]))")
                else:
                    parts.append(self._look_of(look, name, pick))
            else:
                parts.append(name)
        if not alike:
            return None
        return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"

    def _component_looks(self, tag: str) -> tuple[int, ...]:
        name = tag.partition(":")[2]
        return next(c.looks for c in self.source.program.components if c.name == name)

    def _look_of(self, look: str, name: str, pick: ir.Pick) -> str:
        layout = self.source.layout
        parts = [f"{look}[{name}]"]
        if pick.zones == 2:
            parts.append(f"v[{layout.location} + {name}]")
        for slot in layout.slots.values():
            if slot.per.startswith("piece:"):
                parts.append(f"v[{slot.base} + {name}]")
        return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"

    def comprehension(self) -> str | None:
        """A list comprehension where there is one pick, and nothing to tell apart."""
        if len(self.picks) != 1 or self.picks[0].kind != "one" or self.key is not None or 0 in self.levels:
            return None
        pick = self.picks[0]
        name = f"l_{pick.name}"
        needs = tuple(need.test for need in self.alternative.needs)
        fixed = invariants(needs, frozenset((pick.name,)), self.source.program)
        if any(
            isinstance(part, ir.Call | ir.Quantified) and self.source.folder.value(part) is None
            for part in fixed
        ):
            return None  # worth computing once, before a loop
        looked = self.source.whole_variable(pick.list, pick.name, needs)
        names: dict[str, str] = {}
        head = f"{name} in {self.source.write(pick.list)}"
        if looked is not None:
            variable, slot = looked
            names[f"{variable}[{pick.name}]"] = "w_"
            head = f"{name}, w_ in enumerate(v[{slot.base}:{slot.base + slot.count}])"
        tests = " and ".join(self.source.write(need, names) for need in needs)
        where = f" if {tests}" if tests else ""
        constant = self.source.folder.value(pick.list)
        if looked is not None and pick.name not in self._others(needs, looked[0], pick.name):
            # The test needs only the values: let the ready-made choices go along with them.
            assert isinstance(constant, tuple)
            ready = self.source.module.constant(tuple((self.body, value) for value in constant), "choices")
            slot = looked[1]
            return f"[r_ for r_, w_ in zip({ready}, v[{slot.base}:{slot.base + slot.count}]){where}]"
        return f"[{self.choice()} for {head}{where}]"

    def _others(self, needs: tuple[ir.Expr, ...], variable: str, name: str) -> frozenset[str]:
        """The locals that conditions read, other than to look up the variable."""
        looks = sum(
            1
            for node in nodes_of(needs)
            if isinstance(node, ir.Get) and node == ir.Get(variable, ir.Local(name))
        )
        uses = sum(1 for node in nodes_of(needs) if node == ir.Local(name))
        return frozenset() if looks == uses else frozenset((name,))

    def choice(self) -> str:
        """A choice as a tuple; with one pick of a small type it lies ready in a table."""
        if len(self.picks) == 1 and self.picks[0].kind == "one":
            pick = self.picks[0]
            kind = pick.type.partition(":")[0]
            if kind in ("piece", "player", "team", "enum", "node", "edge"):
                layout = self.source.layout
                count = layout.pieces if kind == "piece" else layout.count_of(pick.type)
                ready = self.source.module.constant(
                    tuple((self.body, value) for value in range(count)), "choices"
                )
                return f"{ready}[l_{pick.name}]"
        if not self.picks:
            return self.source.module.constant((self.body,), "choice")
        return f"({', '.join([str(self.body), *(f'l_{pick.name}' for pick in self.picks)])},)"

    def loops(self) -> list[Line]:
        at = self.alternative.at
        lines: list[Line] = []
        indent = 1
        if self.key is not None:
            lines.append((indent, "seen_ = set()", at))
        indent = self._conditions(0, indent, lines)
        for index, pick in enumerate(self.picks):
            items = self._items(pick)
            hoisted = self._hoisted(index)
            if hoisted:
                lines += [(indent, f"items{index}_ = {items}", at), (indent, f"if items{index}_:", at)]
                items, indent = f"items{index}_", indent + 1
                lines += [(indent, f"l_{name} = {self.source.write(expr)}", at) for expr, name in hoisted]
            lines.append((indent, f"for l_{pick.name} in {items}:", at))
            indent = self._conditions(index + 1, indent + 1, lines)
        choice = self.choice()
        if self.key is not None:
            lines.append((indent, f"key_ = {self.key}", at))
            lines.append((indent, "if key_ not in seen_:", at))
            lines.append((indent + 1, "seen_.add(key_)", at))
            indent += 1
        lines.append((indent, f"c_.append({choice})", at))
        return lines

    def _hoisted(self, index: int) -> list[tuple[ir.Expr, str]]:
        """What the conditions after a pick need only once: computed before its loop."""
        changing = frozenset(pick.name for pick in self.picks[index:])
        tests = tuple(test for test, level in zip(self.tests, self.levels, strict=True) if level == index + 1)
        found = [
            (expr, f"fixed{index}H{number}")
            for number, expr in enumerate(invariants(tests, changing, self.source.program))
            if self.source.folder.value(expr) is None
        ]
        given: dict[ir.Expr, ir.Expr] = {expr: ir.Local(name) for expr, name in found}
        self.tests = [
            replaced(test, given) if level == index + 1 else test
            for test, level in zip(self.tests, self.levels, strict=True)
        ]
        return found

    def _conditions(self, level: int, indent: int, lines: list[Line]) -> int:
        tests = [test for test, found in zip(self.tests, self.levels, strict=True) if found == level]
        values = [self.source.folder.value(test) for test in tests]
        written = [
            self.source.write(test)
            for test, value in zip(tests, values, strict=True)
            if value is None or value == 0
        ]
        if not written:
            return indent
        lines.append((indent, f"if {' and '.join(written)}:", self.alternative.at))
        return indent + 1

    def _items(self, pick: ir.Pick) -> str:
        match pick.kind:
            case "rider":
                return f"((0, 1) if {self.source.write(pick.list)} else (0,))"
            case "one":
                return self.source.write(pick.list)
            case "some":
                assert pick.least is not None
                assert pick.most is not None
                w = self.source.write
                return f"selections({w(pick.list)}, {w(pick.least)}, {w(pick.most)})"
