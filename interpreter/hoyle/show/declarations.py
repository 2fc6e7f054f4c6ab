"""Declarations in the words that a player would use."""

from __future__ import annotations

from hoyle.checked.model import Board, Option, Variable, Zone
from hoyle.document.nodes import Map, Node, Scalar, Seq
from hoyle.tables import grid_lines
from hoyle.wording import counted, in_one_language, listed, typed

_WIDEST = 26  # columns of a grid that still fit on a line

_SEEN = {
    "nobody": "nobody",
    "everyone": "everyone",
    "owner": "its owner",
    "others": "all but its owner",
    "team": "its owner's team",
    "face_up": "what lies face up",
}


def default_of(option: Option) -> str:
    """An option's default as it is written; for each number of players, where it depends on that."""
    counts: dict[int, list[str]] = {}
    for players, default in option.by_players.items():
        counts.setdefault(default, []).append(str(players))
    if len(counts) > 1:
        told = (f"{_shown(option, value)} for {listed(some)}" for value, some in counts.items())
        return f"{', '.join(told)} players"
    return _shown(option, option.default)


def _shown(option: Option, value: int | bool | tuple[int, ...]) -> str:
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value)
    if option.values:
        return option.values[int(value)]
    return typed(bool(value) if option.type.kind == "bool" else value)


def limits_of(option: Option) -> str:
    """What an option may be set to."""
    if option.values:
        return listed(option.values, "or")
    if option.type.kind == "bool":
        return "true or false"
    limits = f"{option.low}..{option.high}"
    if option.type.kind == "list":
        return f"{option.sizes[0]} to {option.sizes[1]} numbers, each {limits}"
    return limits


def seen_by(zone: Zone) -> str:
    return _SEEN[zone.seen]


def variable_seen_by(variable: Variable) -> str:
    """Who sees a variable, or each of its many."""
    about_pieces = any(type_.kind == "piece" for type_ in variable.per)
    return "who sees the piece" if variable.seen == "everyone" and about_pieces else _SEEN[variable.seen]


def board_size(board: Board) -> str:
    size = f"{board.width} × {board.height} " if board.kind == "grid" else ""
    by = f" ({' × '.join(board.sides)})" if board.sides else ""
    edges = f", {counted(len(board.edges), board.edge_type)}" if board.edge_type else ""
    return f"{size}{board.kind}{by}, {counted(len(board.nodes), board.node_type)}{edges}"


def board_picture(board: Board) -> str | None:
    """A grid as a grid, a ring as a row of its nodes; nothing for what is too large or has no such shape."""
    if board.kind == "grid" and board.width <= _WIDEST:
        return "\n".join(grid_lines({}, board.width, board.height))
    if board.kind == "ring" and len(board.nodes) <= _WIDEST:
        return f"{' - '.join(board.nodes)} - (around)"
    return None


def text_of(node: Node | None) -> str:
    """A text as it stands in a ruleset, in one language and on one line."""
    if isinstance(node, Scalar):
        return " ".join(node.text.split())
    if isinstance(node, Map):
        return in_one_language({entry.key.text: text_of(entry.value) for entry in node})
    return ""


def written(node: Node | None) -> str:
    """Any value on one line, much as in the file."""
    match node:
        case None:
            return ""
        case Scalar():
            return " ".join(node.text.split()) or "~"
        case Seq():
            return f"[{', '.join(written(item) for item in node.items)}]"
        case Map():
            return f"{{{', '.join(f'{entry.key.text}: {written(entry.value)}' for entry in node)}}}"
