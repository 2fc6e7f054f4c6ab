"""Which colour a piece and a player are shown in."""

from __future__ import annotations

from hoyle.tabletop.nodes import Piece

_NAMED = {
    "red": "91",
    "green": "92",
    "yellow": "93",
    "blue": "94",
    "purple": "95",
    "violet": "95",
    "pink": "95",
    "orange": "33",
    "brown": "33",
    "white": "97",
    "black": "90",
    "grey": "37",
    "gray": "37",
    "silver": "37",
    "gold": "33",
}
_BY_TURNS = ("96", "93", "91", "94", "92", "95")
_SEATS = ("1;96", "1;93", "1;95", "1;92", "1;94", "1;91", "1;97", "1;36", "1;33", "1;35")
_DIM = "2"


class Colours:
    """Colours text where the other end can show it; pieces by what they are declared with."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self._turns: dict[tuple[str, str], str] = {}

    def __call__(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.wanted and text and code else text

    def dim(self, text: str) -> str:
        return self(_DIM, text)

    def bold(self, text: str) -> str:
        return self("1", text)

    def seat(self, seat: int, text: str) -> str:
        return self(_SEATS[seat % len(_SEATS)], text)

    def piece(self, piece: Piece, text: str) -> str:
        """By an attribute that names a colour; otherwise by what sorts it, each value in its own."""
        for _, value in piece.attributes:
            if value in _NAMED:
                return self(_NAMED[value], text)
        if piece.suit is None:
            return text
        kind = (piece.component, piece.suit)
        if kind not in self._turns:
            self._turns[kind] = _BY_TURNS[len(self._turns) % len(_BY_TURNS)]
        return self(self._turns[kind], text)
