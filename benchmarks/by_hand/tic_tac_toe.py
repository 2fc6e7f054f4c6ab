"""Tic-tac-toe, as one would write it in Python."""

from __future__ import annotations

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY = -1


class TicTacToe:
    """A position, with the seat to move."""

    __slots__ = ("board", "over", "scores", "seat")

    def __init__(self) -> None:
        self.board = [EMPTY] * 9
        self.seat = 0
        self.over = False
        self.scores = [0, 0]

    def choices(self) -> list[int]:
        """The squares that can be marked."""
        return [square for square, mark in enumerate(self.board) if mark == EMPTY]

    def apply(self, square: int) -> None:
        """Mark a square for the seat to move."""
        board, seat = self.board, self.seat
        board[square] = seat
        if self.has_line(seat):
            self.scores[seat] = 1
            self.scores[1 - seat] = -1
            self.over = True
        elif EMPTY not in board:
            self.over = True
        else:
            self.seat = 1 - seat

    def has_line(self, seat: int) -> bool:
        board = self.board
        for a, b, c in LINES:  # noqa: SIM110 (any() takes twice as long)
            if board[a] == seat and board[b] == seat and board[c] == seat:
                return True
        return False

    def copy(self) -> TicTacToe:
        twin = TicTacToe.__new__(TicTacToe)
        twin.board = self.board[:]
        twin.seat = self.seat
        twin.over = self.over
        twin.scores = self.scores[:]
        return twin
