"""Boards as maps of text: grids with coordinates, rings as two rows, graphs with their edges."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.cli.table.colours import Colours
from hoyle.tabletop.names import spoken
from hoyle.tabletop.nodes import Board, Place

MARKS = "●○▲△■□◆◇★☆"
_EMPTY = "·"

Cell = tuple[str, str]  # how it is shown, and the same in colour


def board_lines(board: Board, colours: Colours, width: int) -> list[str]:
    """A board as lines of text."""
    letters = _letters(board.kinds)
    if board.kind == "grid":
        return _grid(board, letters, colours)
    if board.kind == "ring":
        return _ring(board, letters, colours)
    return _graph(board, letters, colours, width)


def legend(board: Board, names: Sequence[str], colours: Colours) -> str:
    """Whose men are which, and what the letters stand for."""
    letters = _letters(board.kinds)
    parts = []
    if any(place.owner is not None for place in _places(board)):
        marks = ("CAPITALS", "small letters") if letters else MARKS
        for seat, name in enumerate(names[: len(marks)]):
            parts.append(f"{colours.seat(seat, marks[seat])} {name}")
    parts += [f"{letter} {spoken(kind)}" for kind, letter in letters.items()]
    return "  ".join(parts)


def _places(board: Board) -> list[Place]:
    return [*(node.place for node in board.nodes), *(edge.place for edge in board.edges)]


def _letters(kinds: Sequence[str]) -> dict[str, str]:
    """A letter of its own for each kind: its first that is not taken.

    >>> _letters(["king", "queen", "knight"])
    {'king': 'K', 'queen': 'Q', 'knight': 'N'}
    """
    found: dict[str, str] = {}
    for kind in kinds:
        free = [
            letter.upper() for letter in kind if letter.isalnum() and letter.upper() not in found.values()
        ]
        found[kind] = free[0] if free else "?"
    return found


def _cell(place: Place, letters: dict[str, str], colours: Colours) -> Cell:
    """What is at a place in a few letters: the kind of man or its owner's mark, a number, a piece."""
    text = ""
    if place.kind is not None:
        text = letters.get(place.kind, place.kind[:1])
        # Two sides are told apart without colours, as in print.
        text = text.lower() if place.owner is not None and place.owner % 2 else text
    elif place.owner is not None:
        text = MARKS[place.owner % len(MARKS)]
    for note in place.notes:
        if note.value.kind == "truth":
            text += note.name[:1].upper() if note.value.number else ""
        else:
            text += note.value.text
    for pile in place.piles:
        for piece in pile.pieces[:1]:
            word = "?" if piece.label is None else _short(piece.label)
            return f"{text}{word}", f"{text}{colours.piece(piece, word)}"
    if not text:
        return _EMPTY, colours.dim(_EMPTY)
    return text, colours.seat(place.owner, text) if place.owner is not None else text


def _short(label: str) -> str:
    """A piece in a few letters.

    >>> _short("red 10"), _short("jack of hearts")
    ('r10', 'jh')
    """
    words = [word for word in label.split() if word not in ("of", "the")]
    return "".join(word if any(map(str.isdecimal, word)) else word[:1] for word in words)


def _padded(cell: Cell, width: int) -> str:
    return " " * (width - len(cell[0])) + cell[1]


def _grid(board: Board, letters: dict[str, str], colours: Colours) -> list[str]:
    cells = {(node.x, node.y): _cell(node.place, letters, colours) for node in board.nodes}
    wide = max(len(text) for text, _ in cells.values())
    columns, rows = range(1, board.width + 1), range(board.height, 0, -1)
    margin = len(str(board.height))
    lines = []
    for row in rows:
        shown = " ".join(_padded(cells.get((column, row), ("", "")), wide) for column in columns)
        lines.append(f"{colours.dim(f'{row:>{margin}}')} {shown}")
    names = {node.x: node.place.name.rstrip("0123456789") for node in board.nodes}
    heads = " ".join(f"{names.get(column, ''):>{wide}}" for column in columns)
    return [*lines, f"{' ' * margin} {colours.dim(heads)}"]


def _ring(board: Board, letters: dict[str, str], colours: Colours) -> list[str]:
    """A ring as two rows: the first half below from left to right, the second above it and back."""
    nodes = sorted(board.nodes, key=lambda node: node.x)
    half = -(-len(nodes) // 2)
    below, above = nodes[:half], nodes[half:][::-1]
    names = [spoken(node.place.name) for node in nodes]
    wide = max(2, *(len(_number(name)) for name in names)) + 1
    lines = []
    for row, upper in ((above, True), (below, False)):
        heads = " ".join(f"{_number(spoken(node.place.name)):>{wide}}" for node in row)
        cells = " ".join(_padded(_cell(node.place, letters, colours), wide) for node in row)
        lines += [colours.dim(heads), cells] if upper else [cells, colours.dim(heads)]
    return lines


def _number(name: str) -> str:
    """A place of a ring by its number, if it has one."""
    digits = name.split(" ")[-1]
    return digits if digits.isdecimal() else name


def _graph(board: Board, letters: dict[str, str], colours: Colours, width: int) -> list[str]:
    """Nodes where their coordinates are, straight edges between them drawn as lines."""
    cells = [_cell(node.place, letters, colours) for node in board.nodes]
    names = [node.place.name for node in board.nodes]
    xs = sorted({node.x for node in board.nodes})
    ys = sorted({node.y for node in board.nodes}, reverse=True)
    wide = max(max(len(text) for text, _ in cells), max(map(len, names))) + 3
    canvas = _Canvas()
    spots = [(xs.index(node.x) * wide, ys.index(node.y) * 2) for node in board.nodes]
    for edge in board.edges:
        canvas.edge(spots[edge.ends[0]], spots[edge.ends[1]])
    for node, cell, (column, row) in zip(board.nodes, cells, spots, strict=True):
        text, shown = cell
        if node.place.is_empty:
            text, shown = node.place.name, colours.dim(node.place.name)
        canvas.put(column, row, text, shown)
    for edge in board.edges:
        if not edge.place.is_empty:
            text, shown = _cell(edge.place, letters, colours)
            (x1, y1), (x2, y2) = spots[edge.ends[0]], spots[edge.ends[1]]
            canvas.put((x1 + x2) // 2, (y1 + y2) // 2, text, shown)
    return canvas.lines()


class _Canvas:
    """A page of characters, on which texts stand over lines."""

    def __init__(self) -> None:
        self.signs: dict[tuple[int, int], str] = {}
        self.texts: dict[tuple[int, int], tuple[str, str]] = {}

    def edge(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        (x1, y1), (x2, y2) = sorted((start, end))
        if y1 == y2:
            for x in range(x1, x2):
                self.signs.setdefault((x, y1), "─")
        elif x1 == x2:
            for y in range(min(y1, y2), max(y1, y2)):
                self.signs.setdefault((x1, y), "│")
        elif abs(y2 - y1) == 2:
            self.signs[((x1 + x2) // 2, (y1 + y2) // 2)] = "╲" if y2 > y1 else "╱"

    def put(self, x: int, y: int, text: str, shown: str) -> None:
        self.texts[x, y] = (text, shown)

    def lines(self) -> list[str]:
        height = max(y for _, y in self.texts) + 1
        right = max(x + len(text) for (x, _), (text, _) in self.texts.items())
        found = []
        for y in range(height):
            line, x = "", 0
            while x < right:
                if (x, y) in self.texts:
                    text, shown = self.texts[x, y]
                    line += shown
                    x += len(text)
                else:
                    line += self.signs.get((x, y), " ")
                    x += 1
            found.append(line.rstrip())
        return found
