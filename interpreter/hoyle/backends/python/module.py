"""Collects the generated functions and constants of one build, and remembers which rule each line is from."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hoyle.ir import program as ir
from hoyle.plan.fold import Constant

Line = tuple[int, str, int]
"""Indentation, text, and the number of the place in the ruleset (-1: none)."""


class ModuleSource:
    def __init__(self, program: ir.Program) -> None:
        from hoyle.ir.verify import nodes_of

        self.globals: dict[str, Any] = {}
        self.lines: list[str] = []
        self.origins: list[tuple[str, int]] = [("", -1)]  # per source line, from 1 on: rule and place
        self.pure_body: Callable[[ir.Proc], list[Line]] = lambda proc: []
        self.sets_direction = any(
            isinstance(node, ir.SetVar) and node.var == "clockwise"
            for node in nodes_of((program.procs, program.match))
        )
        self._constants: dict[Constant, str] = {}
        self._tables: dict[tuple[tuple[int, ...], ...], str] = {}
        self._quantifiers: dict[str, str] = {}

    def constant(self, value: Constant, hint: str = "c") -> str:
        """The name of a constant tuple."""
        if value not in self._constants:
            name = f"K{len(self._constants)}_{re.sub('[^A-Za-z0-9]+', '_', hint)}"
            self._constants[value] = name
            self.globals[name] = value
        return self._constants[value]

    def table(self, value: dict[int, tuple[int, ...]], hint: str) -> str:
        """The name of a constant table, the same for equal ones."""
        key = tuple((number, *items) for number, items in value.items())
        if key not in self._tables:
            self._tables[key] = self.shared(value, f"{hint}{len(self._tables)}")
        return self._tables[key]

    def shared(self, value: Any, name: str) -> str:
        """The name of an object that the code looks things up in."""
        safe = f"O_{re.sub('[^A-Za-z0-9]+', '_', name)}"
        self.globals[safe] = value
        return safe

    def function(self, name: str, params: str, lines: list[Line], rule: str = "") -> None:
        """Adds a function; `v`, `z` and `k` are fetched from the state where they are used."""
        body = "\n".join(text for _, text, _ in lines)
        self._out(0, f"def {name}({params}):", rule, -1)
        if params.startswith("S"):
            for short in "vzk":
                if re.search(rf"(?<![\w.]){short}\b", body):
                    self._out(1, f"{short} = S.{short}", rule, -1)
        for indent, text, at in lines:
            self._out(indent, text, rule, at)
        if not lines:
            self._out(1, "pass", rule, -1)

    def quantifier(self, params: list[str], lines: list[Line]) -> tuple[str, list[str]]:
        """Adds a quantifier's function, once for each different text; says what of `v` and `z` it takes."""
        takes = state_in(lines)
        key = ", ".join([*takes, *params])
        key += "\n" + "\n".join("  " * indent + text for indent, text, _ in lines)
        if key not in self._quantifiers:
            name = f"q{len(self._quantifiers)}"
            self._quantifiers[key] = name
            self.function(name, ", ".join([*takes, *params]), lines)
        return self._quantifiers[key], takes

    def _out(self, indent: int, text: str, rule: str, at: int) -> None:
        self.lines.append("    " * indent + text)
        self.origins.append((rule, at))

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def state_in(lines: list[Line]) -> list[str]:
    """Which of `v` and `z` some lines use."""
    body = "\n".join(text for _, text, _ in lines)
    return [short for short in "vz" if re.search(rf"(?<![\w.]){short}\b", body)]
