"""The table as lines of text: what is shared, the players with what is theirs, boards, and the rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from hoyle.cli.table.boards import board_lines, legend
from hoyle.cli.table.colours import Colours
from hoyle.tabletop.names import many
from hoyle.tabletop.nodes import Figure, Noted, Piece, Pile, SeatAt, Tabletop, Value

MOST_SHOWN = 8  # pieces of a pile, from its top
MOST_IN_LINE = 40
_YOU = "you"


def drawn(table: Tabletop, colours: Colours, width: int) -> list[str]:
    """All that a seat sees, as lines."""
    lines: list[str] = []
    for board in table.boards:
        called = [seat.name for seat in table.seats]
        lines += ["", *(f"  {line}" for line in board_lines(board, colours, width))]
        if explained := legend(board, called, colours):
            lines.append(f"  {explained}")
    blocks = [
        _common(table, colours, width),
        _players(table, colours, width),
        _figures(table, colours, width),
    ]
    for block in blocks:
        if block:
            lines += ["", *block]
    return lines


# ------------------------------------------------------------------ what is shared
def _common(table: Tabletop, colours: Colours, width: int) -> list[str]:
    piles = [pile for pile in table.piles if pile.pieces]
    longest = max((len(pile.title) for pile in piles), default=0)
    lines = []
    for pile in piles:
        lines += _wrapped(f"  {pile.title:<{longest}}  ", _pile(pile, colours), width)
    return lines


def _pile(pile: Pile, colours: Colours) -> list[tuple[str, str]]:
    """The words for a pile, each also in colour."""
    if pile.unknown == len(pile.pieces):
        return [_plain(f"{many(len(pile.pieces), pile.component)} face down")]
    if pile.arrangement == "line":
        shown = pile.pieces if len(pile.pieces) <= MOST_IN_LINE else ()
        ends = (*pile.pieces[:6], Piece("…", pile.component), *pile.pieces[-6:])
        return [_piece(piece, colours) for piece in shown or ends]
    if pile.arrangement == "row":
        return [_numbered(_piece(piece, colours), place) for place, piece in enumerate(pile.pieces, 1)]
    if pile.arrangement == "pile" and len(pile.pieces) > MOST_SHOWN:
        if pile.unknown:  # what is known of it tells, not the places of what is not
            return _shortened(_grouped(pile.pieces, colours, pile.component), pile)
        words = [_piece(piece, colours) for piece in pile.pieces[:MOST_SHOWN]]
        return [*words, _plain(f"… {many(len(pile.pieces), pile.component)} in all")]
    return _grouped(pile.pieces, colours, pile.component)


def _shortened(words: list[tuple[str, str]], pile: Pile) -> list[tuple[str, str]]:
    if len(words) <= MOST_SHOWN:
        return words
    return [*words[:MOST_SHOWN], _plain(f"… {many(len(pile.pieces), pile.component)} in all")]


def _grouped(pieces: Iterable[Piece], colours: Colours, component: str) -> list[tuple[str, str]]:
    """Neighbours that are alike in one, with how many they are."""
    words = []
    for piece, group in groupby(pieces):
        count = len(list(group))
        if piece.label is None:
            words.append(_plain(f"{many(count, component)} face down"))
            continue
        text, shown = _piece(piece, colours)
        times = f" ×{count}" if count > 1 else ""
        words.append((text + times, shown + times))
    return words


def _piece(piece: Piece, colours: Colours) -> tuple[str, str]:
    if piece.label is None:
        return _plain("?")
    notes = [note for note in piece.notes if not note.value.says_nothing]
    if len(piece.notes) == 1 and piece.notes[0].value.kind == "number" and not piece.attributes:
        text = f"[{piece.notes[0].value.text}]"  # a die is what it shows
        return text, colours.bold(text)
    text = piece.label + (f" ({', '.join(map(_note, notes))})" if notes else "")
    return text, colours.piece(piece, text)


def _note(note: Noted) -> str:
    return note.name if note.value.kind == "truth" else f"{note.name} {note.value.text}"


def _plain(text: str) -> tuple[str, str]:
    return text, text


def _numbered(word: tuple[str, str], place: int) -> tuple[str, str]:
    return f"{place}:{word[0]}", f"{place}:{word[1]}"


def _wrapped(head: str, words: Sequence[tuple[str, str]], width: int) -> list[str]:
    """Words behind a head, in as many lines as they need."""
    lines, line, length = [], head, len(head)
    for number, (text, shown) in enumerate(words):
        last = number == len(words) - 1
        if length > len(head) and length + len(text) + 1 > width:
            lines.append(line.rstrip())
            line, length = " " * len(head), len(head)
        line += shown + ("" if last else ", " if not text.startswith("[") else " ")
        length += len(text) + 2
    return [*lines, line]


# ------------------------------------------------------------------ players
def _players(table: Tabletop, colours: Colours, width: int) -> list[str]:
    if not any(seat.score or seat.notes or any(pile.pieces for pile in seat.piles) for seat in table.seats):
        named = [colours.seat(seat.seat, _called(seat, table)) for seat in table.seats]
        return [
            "  ".join(
                f"{'▸' if seat.due else ' '} {name}" for seat, name in zip(table.seats, named, strict=True)
            )
        ]
    longest = max(len(_called(seat, table)) for seat in table.seats)
    scores = [str(seat.score) for seat in table.seats]
    digits = max(map(len, scores))
    scored = any(seat.score for seat in table.seats)
    lines = []
    for seat, score in zip(table.seats, scores, strict=True):
        name = f"{_called(seat, table):<{longest}}"
        points = f"{score:>{digits}} {'point ' if score == '1' else 'points'}" if scored else ""
        notes = [f"{_note(note)}" for note in seat.notes if not note.value.says_nothing]
        head = f"{'▸' if seat.due else ' '} {colours.seat(seat.seat, name)}  "
        room = len(name) + 4
        about = "  ".join(part for part in (points, ", ".join(notes)) if part)
        piles = [pile for pile in seat.piles if pile.pieces]
        first = True
        if about or not piles:
            lines.append(f"{head}{about}".rstrip())
            first = False
        titled = max((len(pile.title) for pile in piles), default=0)
        for pile in piles:
            title = f"{pile.title:<{titled}}  "
            wrapped = _wrapped(" " * room + title, _pile(pile, colours), width)
            if first:
                wrapped[0] = head + wrapped[0][room:]
                first = False
            lines += wrapped
    return lines


def _called(seat: SeatAt, table: Tabletop) -> str:
    words = [*([_YOU] if seat.seat == table.seat else []), *(["out"] if seat.out else [])]
    return f"{seat.name} ({', '.join(words)})" if words else seat.name


# ------------------------------------------------------------------ other variables
def _figures(table: Tabletop, colours: Colours, width: int) -> list[str]:
    single = [figure for figure in table.figures if len(figure.entries) == 1 and not figure.entries[0][0]]
    words = [_plain(_single(figure)) for figure in single if not figure.entries[0][1].says_nothing]
    lines = [colours.dim(line) for line in _wrapped("  ", words, width)] if words else []
    for figure in table.figures:
        if figure not in single:
            lines += _several(figure, colours, width)
    return lines


def _single(figure: Figure) -> str:
    value = figure.entries[0][1]
    return figure.name if value.kind == "truth" else f"{figure.name} {value.text}"


def _several(figure: Figure, colours: Colours, width: int) -> list[str]:
    """A variable that there is several of: what holds is listed, numbers by rows if they have two indices."""
    entries = [(index, value) for index, value in figure.entries if not value.says_nothing]
    if not entries:
        return []
    numbers = all(value.kind == "number" for _, value in entries)
    if numbers and len(figure.entries[0][0]) == 2:
        return _rows(figure, colours)
    if numbers and not any(value.number for _, value in entries):
        return [f"  {figure.name}: all 0"]
    if numbers:
        entries = [(index, value) for index, value in entries if value.number]
    words = [_plain(_entry(index, value)) for index, value in entries]
    return _wrapped(f"  {figure.name}: ", words, width)


def _entry(index: tuple[str, ...], value: Value) -> str:
    return " ".join(index) if value.kind == "truth" else f"{' '.join(index)} {value.text}"


def _rows(figure: Figure, colours: Colours) -> list[str]:
    """Numbers with two indices: a row for each value of the first, nothing where there is none."""
    heads = list(dict.fromkeys(index[1] for index, _ in figure.entries))
    rows = list(dict.fromkeys(index[0] for index, _ in figure.entries))
    values = {index: value.text if value.number else "·" for index, value in figure.entries}
    wide = max(*map(len, heads), *map(len, values.values()))
    first = max(*map(len, rows), len(figure.name))
    lines = [f"  {figure.name:<{first}}  " + colours.dim(" ".join(f"{head:>{wide}}" for head in heads))]
    for row in rows:
        cells = " ".join(f"{values[row, head]:>{wide}}" for head in heads)
        lines.append(f"  {row:<{first}}  {cells}")
    return lines
