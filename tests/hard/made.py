"""Large rulesets that are made to be slow before anything is played, each by its name."""

from __future__ import annotations

from collections.abc import Callable

HEAD = """\
hoyle: 1
id: made
title: Made
players: 2
types:
  colour: [red, blue]
components:
  card: {has: {colour: colour}, make: {all: {colour: all, copies: 3}}}
zones:
  deck: {of: card, starts: all}
state:
  round:
    n: int = 0
"""


def nested(line: str, depth: int, inside: str = "n += 1", head: str = HEAD) -> str:
    """A rule with a statement inside itself so many times."""
    rows = [f"      {'  ' * level}{line.format(level)}\n" for level in range(depth)]
    body = "".join(rows) + f"      {'  ' * depth}{inside}\n"
    return f"{head}rules:\n  round:\n    do: |\n{body}{ASKS}"


ASKS = "      choose for seat(0):\n        go needs n < 9: nothing\n      otherwise: nothing\n"


def _chain(count: int, how: str) -> str:
    """Rules that call the next one, so many of them."""
    if how == "is":
        rules = (
            "".join(f"  d{k}():\n    is: d{k + 1}() + 1\n" for k in range(count))
            + f"  d{count}():\n    is: n\n"
        )
        return f"{HEAD}rules:\n  round:\n    do: |\n      n = d0()\n{ASKS}{rules}"
    rules = "".join(f"  p{k}():\n    do: |\n      p{k + 1}()\n      n += 1\n" for k in range(count))
    rules += f"  p{count}():\n    do: |\n      n += 1\n"
    return f"{HEAD}rules:\n  round:\n    do: |\n      p0()\n{ASKS}{rules}"


def _else_ifs(count: int) -> str:
    rows = "".join(f"      else if n == {k}: n = {k}\n" for k in range(1, count))
    return f"{HEAD}rules:\n  round:\n    do: |\n      if n == 0: n = 0\n{rows}{ASKS}"


def _if_thens(count: int) -> str:
    text = "".join(f"if n == {k} then {k} else " for k in range(count)) + "0"
    return f"{HEAD}rules:\n  round:\n    do: |\n      n = {text}\n{ASKS}"


def _unused_variables(count: int) -> str:
    rows = "".join(f"    variable_{k}: int = 0\n" for k in range(count))
    return f"{HEAD}{rows}rules:\n  round:\n    do: |\n      n = 1\n{ASKS}"


def _unused_zones(count: int) -> str:
    rows = "".join(f"  zone_{k}: {{of: card}}\n" for k in range(count))
    return HEAD.replace("state:\n", f"{rows}state:\n") + f"rules:\n  round:\n    do: |\n      n = 1\n{ASKS}"


def _typos(count: int) -> str:
    declared = "".join(f"    counter_number_{k}: int = 0\n" for k in range(count))
    rows = "".join(f"      countr_numbr_{k} = {k}\n" for k in range(count))
    return f"{HEAD}{declared}rules:\n  round:\n    do: |\n{rows}{ASKS}"


def _picks(count: int) -> str:
    picks = ", ".join(f"a{k} in 1..2" for k in range(count))
    needs = " and ".join(f"a{k} == 1" for k in range(count))
    choice = f"        go({picks}) needs {needs}: n = 1\n"
    return f"{HEAD}rules:\n  round:\n    do: |\n      choose for seat(0):\n{choice}"


def _quantifiers(count: int) -> str:
    text = "".join(f"any a{k} in 1..5 where " for k in range(count))
    text += " and ".join(f"a{k} == 1" for k in range(count))
    return f"{HEAD}rules:\n  round:\n    do: |\n      if {text}: n = 1\n{ASKS}"


def _sums(count: int) -> str:
    return f"{HEAD}rules:\n  round:\n    do: |\n      n = {' + '.join(['n'] * count)} - n\n{ASKS}"


def _alternatives(count: int) -> str:
    rows = "".join(f"        go{k} needs n != {k}: n = {k}\n" for k in range(count))
    return f"{HEAD}rules:\n  round:\n    do: |\n      choose for seat(0):\n{rows}"


def _statements(count: int) -> str:
    rows = "".join(f"      n = (n + {k}) % 100\n" for k in range(count))
    return f"{HEAD}rules:\n  round:\n    do: |\n{rows}{ASKS}"


def _rules(count: int) -> str:
    rules = "".join(f"  r{k}(int a):\n    is: a + {k}\n" for k in range(count))
    calls = "".join(f"      n = r{k}(n) % 7\n" for k in range(count))
    return f"{HEAD}rules:\n  round:\n    do: |\n{calls}{ASKS}{rules}"


MADE: dict[str, Callable[[], str]] = {
    "22 for each": lambda: nested("for each a{} in 1..2:", 22),
    "21 while": lambda: nested("while n < 5:", 21),
    "40 if": lambda: nested("if n < 5:", 40),
    "40 for each over a zone": lambda: nested("for each a{} in deck:", 40, "n = 1"),
    "21 picks": lambda: _picks(21),
    "21 quantifiers": lambda: _quantifiers(21),
    "99 else if": lambda: _else_ifs(99),
    "108 else if": lambda: _else_ifs(108),
    "2,000 else if": lambda: _else_ifs(2_000),
    "60 if then": lambda: _if_thens(60),
    "163 definitions": lambda: _chain(163, "is"),
    "3,000 definitions": lambda: _chain(3_000, "is"),
    "139 procedures": lambda: _chain(139, "do"),
    "450 procedures": lambda: _chain(450, "do"),
    "3,000 procedures": lambda: _chain(3_000, "do"),
    "2,000 unused variables": lambda: _unused_variables(2_000),
    "10,000 unused variables": lambda: _unused_variables(10_000),
    "4,000 unused zones": lambda: _unused_zones(4_000),
    "1,000 typos": lambda: _typos(1_000),
    "5,000 typos": lambda: _typos(5_000),
    "500 terms": lambda: _sums(500),
    "1,000 alternatives": lambda: _alternatives(1_000),
    "3,000 statements": lambda: _statements(3_000),
    "2,000 rules": lambda: _rules(2_000),
}
