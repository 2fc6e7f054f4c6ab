"""Loops that are nested deeper than Python allows are put into functions inside the one they are in.

Python allows 20 blocks (loops and `try`) inside each other in one function. A function inside a function
begins to count anew, and shares its locals.
"""

from __future__ import annotations

import ast
from typing import TypeAlias

Line: TypeAlias = tuple[int, str, int]
"""Indentation, text, and the number of the place in the ruleset (-1: none)."""

# The driver's own `try`, and comprehensions, need some.
DEEPEST_BLOCKS = 16

_OPENING = ("for ", "while ", "try:")
_GOING_ON = ("else:", "except ", "finally:")


def within_bounds(lines: list[Line], params: list[str]) -> list[Line]:
    """The lines of a function's body, with deep loops in functions of their own."""
    if _depth(lines) <= DEEPEST_BLOCKS:
        return lines
    found, names = _outlined(lines, 0)
    given = sorted(names - set(params))
    # A function inside another can only set what that has, too.
    return [(1, f"{name} = None", -1) for name in given] + found


def _depth(lines: list[Line]) -> int:
    open_: list[int] = []
    deepest = 0
    for indent, text, _ in lines:
        while open_ and open_[-1] >= indent and not (open_[-1] == indent and text.startswith(_GOING_ON)):
            open_.pop()
        if text.startswith(_OPENING):
            open_.append(indent)
            deepest = max(deepest, len(open_))
    return deepest


def _outlined(lines: list[Line], number: int) -> tuple[list[Line], set[str]]:
    """The lines with what lies too deep taken out; and the names that are set in there."""
    open_: list[int] = []
    found: list[Line] = []
    names: set[str] = set()
    at = 0
    while at < len(lines):
        indent, text, place = lines[at]
        while open_ and open_[-1] >= indent and not (open_[-1] == indent and text.startswith(_GOING_ON)):
            open_.pop()
        if not text.startswith(_OPENING) or len(open_) < DEEPEST_BLOCKS:
            if text.startswith(_OPENING):
                open_.append(indent)
            found.append(lines[at])
            at += 1
            continue
        end = at + 1
        while end < len(lines) and (
            lines[end][0] > indent or (lines[end][0] == indent and lines[end][1].startswith(_GOING_ON))
        ):
            end += 1
        inner, deeper = _outlined(lines[at:end], number + 1)
        own = _set_in(lines[at:end])
        names |= own | deeper
        name = f"deep{number}_"
        found.append((indent, f"def {name}():", place))
        if own | deeper:
            found.append((indent + 1, f"nonlocal {', '.join(sorted(own | deeper))}", place))
        found += [(depth + 1, words, where) for depth, words, where in inner]
        found.append((indent + 1, "return GO_ON", place))
        found.append((indent, f"came_ = {name}()", place))
        found.append((indent, "if came_ is not GO_ON: return came_", place))
        names.add("came_")
        at = end
    return found, names


def _set_in(lines: list[Line]) -> set[str]:
    """The names that lines set."""
    least = min(indent for indent, _, _ in lines)
    text = "\n".join(" " * (indent - least) + words for indent, words, _ in lines)
    tree = ast.parse(f"def f():\n{_indented(text)}")
    return {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _indented(text: str) -> str:
    return "\n".join(f" {line}" for line in text.splitlines())
