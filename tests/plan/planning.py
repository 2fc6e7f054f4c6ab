"""What the tests of plans share: rulesets of a few lines, and what each pass makes of them."""

from __future__ import annotations

import textwrap
from functools import cache
from typing import Any

from hoyle import pipeline
from hoyle.diagnostics.model import SourceFile
from hoyle.ir import program as ir
from hoyle.plan.blocks import Graph, cut
from hoyle.plan.draft import Draft
from hoyle.plan.expressions import EMPTY, Expressions, Scope
from hoyle.plan.from_program import Mode, Setting, make_plan
from hoyle.plan.inline import inlined
from hoyle.plan.layout import OptionValue, make_layout
from hoyle.plan.liveness import find_liveness
from hoyle.plan.model import Function, Plan
from hoyle.plan.recursion import find_recursion
from hoyle.plan.statements import Statements
from hoyle.plan.stepping import stepped
from hoyle.plan.verify import verify
from tests.plan import readable

PLAIN = Mode()

# Three by three squares; eight cards, of which two each look alike.
HEAD = """\
hoyle: 1
id: sample
title: Sample
players: 2..4
options:
  extra: {default: false}
types:
  colour: [red, blue]
  rank: 1..2
components:
  card: {has: {colour: colour, rank: rank}, make: {all: {colour: all, rank: all, copies: 2}}}
boards:
  board: {nodes: square, grid: [3, 3]}
zones:
  deck: {of: card, starts: all, shuffled: true}
  heap: {of: card}
  hand: {of: card, per: player, seen: owner}
state:
  round:
    n: int = 0
    m: int = 0
    many: "[int] = []"
    owner: player? per square
    gold: int per player = 0
    price: int per rank = 0
    who: player = seat(0)
"""


def ruleset(rules: str, head: str = HEAD) -> str:
    """A whole ruleset; `round` may be given by its statements alone."""
    rules = textwrap.dedent(rules)
    if not rules.startswith("round"):
        body, _, rest = rules.partition("---\n")
        rules = f"round:\n  do: |\n{textwrap.indent(body, '    ')}{rest}"
    return f"{head}rules:\n{textwrap.indent(rules, '  ')}"


@cache
def program(rules: str, head: str = HEAD) -> ir.Program:
    """The program of some rules; what only lint objects to is let through."""
    work = pipeline.run(SourceFile("sample.yaml", ruleset(rules, head)), leave_out=("lint",))
    assert work.program is not None, [found.message for found in work.findings.sorted]
    return work.program


def options_of(found: ir.Program, given: dict[str, OptionValue]) -> dict[str, OptionValue]:
    return {option.name: given.get(option.name, option.default) for option in found.options}


@cache
def _plan(
    rules: str, head: str, players: int, mode: Mode, given: tuple[tuple[str, OptionValue], ...]
) -> Plan:
    found = program(rules, head)
    made = make_plan(found, Setting(players, options_of(found, dict(given)), mode))
    verify(made)
    return made


def plan(rules: str, players: int = 2, mode: Mode = PLAIN, head: str = HEAD, **options: OptionValue) -> Plan:
    """The plan of some rules, which keeps its promises."""
    return _plan(rules, head, players, mode, tuple(sorted(options.items())))


def graph(rules: str, mode: Mode = PLAIN) -> Graph:
    """The blocks of some rules, with what they need."""
    found = program(rules)
    if mode.stepped:
        found = stepped(found)
    made = cut(found, find_recursion(found, mode.stepped).stopping, mode.stepped)
    find_liveness(made)
    return made


def expressions(rules: str = "n = 1\n", players: int = 2, mode: Mode = PLAIN) -> Expressions:
    """What plans expressions, for a program."""
    found = program(rules)
    layout = make_layout(found, players, options_of(found, {}))
    made = Expressions(Draft(found, layout, mode, find_recursion(found, mode.stepped)))
    Statements(made.draft, made)
    return made


def value_in(rules: str, local: str = "x", inline: bool = False) -> ir.Expr:
    """What a local is set to in the rule `round`."""
    found = inlined(program(rules)) if inline else program(rules)
    body = found.procs["round"].body
    assert body is not None
    return next(stmt.value for stmt in body if isinstance(stmt, ir.SetLocal) and stmt.name == local)


def planned(expr: ir.Expr, source: Expressions | None = None, scope: Scope = EMPTY) -> Any:
    return (source or expressions()).expr(expr, scope)


def function(found: Plan, name: str) -> Function:
    """The one function of a plan that is called so."""
    (one,) = [function for function in found.functions if function.name == name]
    return one


def as_text(text: str) -> str:
    """A snapshot as it stands in a test."""
    return textwrap.dedent(text).strip("\n")


def computed(value: str, rest: str = "", players: int = 2, mode: Mode = PLAIN, inline: bool = False) -> str:
    """How a value is computed: the expression, and the functions that are made for it."""
    rules = f"let x = {value}\nn = 1\n---\n{rest}"
    source = expressions(rules, players, mode)
    found = readable.expression(planned(value_in(rules, inline=inline), source))
    return "\n".join([found, *map(readable.text, source.draft.functions)])
