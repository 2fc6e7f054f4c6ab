"""Prints a plan as one Python module, and remembers which rule and place each line is from.

Functions of the plan are `f…`, blocks `b…` (and `d…` where the driver calls one with a frame), sites `a…`
(ask again), constants `K…`. They take the state `S`, or of it only the numbers `v`, the zones `z` and `u`,
what is left of the budget.
"""

from __future__ import annotations

import re
from typing import Any

from hoyle.backends.python.expressions import ExpressionPrinter
from hoyle.backends.python.nesting import within_bounds
from hoyle.backends.python.statements import StatementPrinter
from hoyle.plan import nodes as p
from hoyle.plan.model import Block, Function, Plan, Site
from hoyle.plan.nodes import Expr, Table


def to_python(plan: Plan, late: bool = False) -> Module:
    """The module of a plan; `late`, with what is charged only after some jumps."""
    module = Module(plan, late)
    for number in sorted({*plan.blocks, *plan.sites}):
        if number in plan.sites:
            module.site(plan.sites[number])
        else:
            module.block(plan.blocks[number])
    for function in (plan.starts, *plan.refills.values(), *plan.definitions.values()):
        module.function(function)
    return module


class Module:
    """The lines of a module, and the objects that they name."""

    def __init__(self, plan: Plan, late: bool = False) -> None:
        self.plan, self.late = plan, late
        self.lines: list[str] = []
        self.origins: list[tuple[str, int]] = [("", -1)]  # per line, from 1 on: rule and place
        self.globals: dict[str, Any] = {}
        self._names: dict[int, str] = {}
        self._takes: dict[int, tuple[str, ...]] = {}
        self._constants: dict[Table, str] = {}
        self._unfinished: set[int] = set()  # functions being printed that have not called themselves so far

    @property
    def text(self) -> str:
        return "\n".join(self.lines) + "\n"

    # -------------------------------------------------------------- objects
    def constant(self, table: Table) -> str:
        if table not in self._constants:
            self._constants[table] = self.shared(table.rows, f"K{len(self._constants)} {table.name}")
        return self._constants[table]

    def shared(self, value: Any, name: str) -> str:
        """The name of an object that the code uses."""
        safe = _identifier(name)
        self.globals[safe] = value
        return safe

    def board(self, name: str) -> str:
        return self.shared(self.plan.boards[name], f"board {name}")

    # -------------------------------------------------------------- functions
    def call(self, call: p.Call, printer: ExpressionPrinter) -> str:
        """The call of a function without effects; it takes of the state what it needs."""
        name = self.function(self.plan.functions[call.function])
        self._unfinished.discard(call.function)
        takes = self._takes[call.function]
        printer.uses |= set(takes)
        return f"{name}({', '.join([*takes, *map(printer.expr, call.args)])})"

    def act(self, number: int, args: tuple[Expr, ...], printer: StatementPrinter) -> str:
        """The call of a function with effects; one that is supposed takes of the state what it needs."""
        name = self.function(self.plan.functions[number])
        self._unfinished.discard(number)
        takes = self._takes[number]
        printer.uses |= set(takes) - {"S"}
        return f"{name}({', '.join([*takes, *map(printer.e, args)])})"

    def function(self, function: Function) -> str:
        """The name of a function; it is printed when it is first needed."""
        if function.number in self._names:
            return self._names[function.number]
        number = function.number
        name = f"f{number}_{_identifier(function.name)}"
        self._names[number] = name
        # What a function takes is known when it is printed; one that calls itself takes whatever there is.
        whole = function.effects and not function.supposed
        self._takes[number] = ("S",) if whole else ("v", "z", "u")
        self._unfinished.add(number)
        printer = StatementPrinter(self)
        printer.body(function.body, 1)
        if number in self._unfinished and not whole:
            self._takes[number] = tuple(part for part in "vzu" if part in printer.uses)
        self._unfinished.discard(number)
        params = [*self._takes[number], *map(printer.local, function.params)]
        self._print(name, params, printer, function.rule, begin=())
        return name

    def takes(self, function: Function) -> tuple[str, ...]:
        """What a printed function takes of the state, before its arguments."""
        return self._takes[function.number]

    def _print(
        self, name: str, params: list[str], printer: StatementPrinter, rule: str, begin: tuple[str, ...]
    ) -> None:
        self._out(0, f"def {name}({', '.join(params)}):", rule, -1)
        if params[:1] == ["S"]:
            for part in "vzku":
                if part in printer.uses:
                    self._out(1, f"{part} = S.{part}", rule, -1)
        for text in begin:
            self._out(1, text, rule, -1)
        known = [*params, *(part for part in "vzku" if part in printer.uses)]
        known += [text.partition(" =")[0] for text in begin]
        for indent, text, at in within_bounds(printer.lines, known):
            self._out(indent, text, rule, at)

    def _out(self, indent: int, text: str, rule: str, at: int) -> None:
        self.lines.append("    " * indent + text)
        self.origins.append((rule, at))

    # -------------------------------------------------------------- blocks and sites
    def block(self, block: Block) -> None:
        printer = StatementPrinter(self)
        printer.body(block.body, 1)
        name, local = f"b{block.id}", printer.local
        taken = [f"{local(name)} = f_[{n}]" for n, name in enumerate(block.names, 1) if name]
        match block.called:
            case "with a choice":
                picked = [f"{local(name)} = r_[{n}]" for n, name in enumerate(block.picks, 1) if name]
                self._print(name, ["S", "r_", "f_"], printer, block.rule, (*picked, *taken))
            case "with a frame":
                self._print(name, ["S", "f_"], printer, block.rule, tuple(taken))
            case "with arguments":
                self._print(name, ["S", *map(local, block.names)], printer, block.rule, ())
                values = ", ".join(["S", *(f"f_[{n}]" for n in range(1, len(block.names) + 1))])
                self._out(0, f"def d{block.id}(S, f_):", block.rule, -1)
                self._out(1, f"return {name}({values})", block.rule, -1)

    def site(self, site: Site) -> None:
        """How a frame that was read back asks again."""
        printer = StatementPrinter(self)
        printer.body(site.again, 1)
        self._print(f"a{site.id}", ["S", *map(printer.local, site.frame)], printer, site.rule, ())


def _identifier(name: str) -> str:
    """A name as Python can have it.

    >>> _identifier("players from")
    'players_from'
    """
    return re.sub("[^A-Za-z0-9]+", "_", name).strip("_")
