"""Directions and lines: calls that can never bring anything, and directions that no rule uses."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import TYPE_CHECKING

from hoyle.checked import model as m
from hoyle.checked.builtins import GRID_DIRECTIONS, RING_DIRECTIONS
from hoyle.checked.types import DIRECTION, Type
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.geometry import Vector, Ways
from hoyle.syntax import nodes as n

if TYPE_CHECKING:
    from hoyle.checked.checker import Checker


def _ways(board: m.Board) -> Ways:
    return _ways_along(board.at, tuple((edge.a, edge.b) for edge in board.edges))


@lru_cache(maxsize=16)
def _ways_along(at: tuple[Vector, ...], ends: tuple[tuple[int, int], ...]) -> Ways:
    return Ways(at, ends)


def _directions(board: m.Board) -> tuple[str, ...]:
    """Those in which a step leads from some node."""
    match board.kind:
        case "grid":
            return GRID_DIRECTIONS
        case "ring":
            return RING_DIRECTIONS
        case "graph":
            return tuple(GRID_DIRECTIONS[index] for index in sorted(_ways(board).directions))


def _longest(board: m.Board) -> int:
    """How many nodes the longest straight line has."""
    match board.kind:
        case "grid":
            return max(board.width, board.height)
        case "ring":
            return len(board.nodes)
        case "graph":
            return _ways(board).longest


# ------------------------------------------------------------------ calls
def check_board_call(checker: Checker, node: n.Call, of: Type) -> None:
    """Says so where `ray`, `step` or `lines` can never bring anything."""
    board = checker.model.board_of_node.get(of.name) if of.kind == "node" else None
    if board is None or node.name.text not in ("ray", "step", "lines"):
        return
    if not _directions(board):
        checker.report(
            codes.LEADS_NOWHERE,
            node,
            f"`{board.name}` has no directions: nothing joins its nodes",
            help="join them: `paths: [a-b-c, …]`",
            names=(board.name,),
        )
    elif node.name.text == "lines":
        _check_lines(checker, node.args[1], board)
    else:
        _check_direction(checker, node.args[1], board)


def _check_lines(checker: Checker, length: n.Expr, board: m.Board) -> None:
    longest = _longest(board)
    if isinstance(length, n.Integer) and not 1 <= length.value <= longest:
        checker.report(
            codes.LEADS_NOWHERE,
            length,
            f"no straight line of `{board.name}` has {length.value} nodes: the longest has {longest}",
            help=f"write a number from 1 to {longest}",
            names=(board.name,),
        )


def _check_direction(checker: Checker, direction: n.Expr, board: m.Board) -> None:
    binding = checker.typing.bindings.get(direction)
    has = _directions(board)
    if isinstance(binding, m.ValueRef) and binding.type == DIRECTION and binding.value is not None:
        name = checker.model.enums["direction"].values[binding.value]
        if name not in has:
            checker.report(
                codes.LEADS_NOWHERE,
                direction,
                f"nothing on `{board.name}` leads `{name}`",
                help=f"its directions are {', '.join(f'`{one}`' for one in has)}",
                names=(board.name, name),
            )


# ------------------------------------------------------------------ what is used
def mark_idle(model: m.Model) -> None:
    """Notes that no rule uses the directions of a graph, so that a program need not name them."""
    enum = model.enums.get("direction")
    kinds = {board.kind for board in model.boards.values()}
    if enum is None or enum.place is not None or "grid" in kinds:
        return
    own = len(GRID_DIRECTIONS) if "graph" in kinds and set(GRID_DIRECTIONS) <= set(enum.values) else 0
    first = len(enum.values) - own
    used = _uses_compass(model, first) if "ring" in kinds else _uses_directions(model)
    if own and not used:
        model.enums["direction"] = dataclasses.replace(enum, idle=own)


def _uses_compass(model: m.Model, first: int) -> bool:
    """Whether a value is named that only paths lead to, or a direction is looked for on paths."""
    typing = model.typing
    for binding in typing.bindings.values():
        if isinstance(binding, m.ValueRef) and binding.type == DIRECTION and (binding.value or 0) >= first:
            return True
    for call, target in typing.targets.items():
        if target in (m.BuiltinTarget("ray"), m.BuiltinTarget("step")) and call.args:
            board = model.board_of_node.get(typing.types.get(call.args[0], DIRECTION).inner.name)
            if board is not None and board.kind == "graph":
                return True
    return False


def _uses_directions(model: m.Model) -> bool:
    """Whether anything is a direction."""
    declared = [type_ for component in model.components.values() for type_ in component.attributes.values()]
    declared += [column.type for enum in model.enums.values() for column in enum.columns.values()]
    declared += [column.type for board in model.boards.values() for column in board.attributes.values()]
    declared += [variable.type for variable in model.variables.values()]
    declared += [type_ for variable in model.variables.values() for type_ in variable.per]
    declared += [type_ for zone in model.zones.values() for type_ in zone.per]
    return any(_is_direction(type_) for type_ in (*declared, *model.typing.types.values()))


def _is_direction(type_: Type) -> bool:
    return type_ == DIRECTION or (type_.item is not None and _is_direction(type_.item))
