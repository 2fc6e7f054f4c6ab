"""Prints tables that are looked up by other numbers than their rows': by keys, or by two."""

from __future__ import annotations

from typing import Any

from hoyle.backends.c.constants import Constants, Keys, Rows
from hoyle.backends.c.declined import Declined
from hoyle.plan.boards import Tables as BoardTables
from hoyle.plan.nodes import Table

MISSING = -(1 << 31)
"""What stands in an array where a mapping has nothing: no number of a plan is so small."""

_MOST_PAIRS = 1 << 18


class Mappings:
    """Mappings as arrays."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants

    def numbers(self, table: Table) -> tuple[str, Keys]:
        """A mapping of numbers to numbers."""
        rows = _mapping(table)
        keys = self.constants.keys(set(rows))
        values = [MISSING] * keys.count
        for key, value in rows.items():
            values[keys.place(key)] = value
        return self.constants.numbers(tuple(values)), keys

    def lists(self, table: Table) -> tuple[Rows, Keys]:
        """A mapping of numbers to lists; every key in between must be there."""
        rows = _mapping(table)
        keys = self.constants.keys(set(rows))
        if len(rows) != keys.count:
            raise Declined("a mapping to lists with gaps")
        return self.constants.rows(tuple(rows[key] for key in sorted(rows, key=keys.place))), keys

    def _places(self, rows: dict[Any, Any]) -> tuple[list[int], Keys, Keys]:
        """For every two keys the number of their value, in the order of the mapping."""
        first = self.constants.keys({one for one, _ in rows})
        second = self.constants.keys({other for _, other in rows})
        if first.count * second.count > _MOST_PAIRS:
            raise Declined("a mapping of too many pairs")
        places = [MISSING] * (first.count * second.count)
        for number, (one, other) in enumerate(rows):
            places[first.place(one) * second.count + second.place(other)] = number
        return places, first, second

    def paired(self, table: Table) -> tuple[str, Keys, Keys]:
        """A mapping of two numbers to a number."""
        rows = _mapping(table)
        places, first, second = self._places(rows)
        values = list(rows.values())
        found = tuple(MISSING if number == MISSING else values[number] for number in places)
        return self.constants.numbers(found), first, second

    def paired_lists(self, table: Table) -> tuple[Rows, Keys, Keys, str]:
        """A mapping of two numbers to a list: the lists, and an array that says which."""
        rows = _mapping(table)
        places, first, second = self._places(rows)
        return self.constants.rows(tuple(rows.values())), first, second, self.constants.numbers(tuple(places))

    def groups(self, table: Table) -> tuple[Rows, Keys, int]:
        """Items by key, of one mapping or of many: the rows of each, then an empty one."""
        mappings: tuple[Any, ...] = table.rows if isinstance(table.rows, tuple) else (table.rows,)
        keys = self.constants.keys({key for mapping in mappings for key in mapping})
        if keys.count * len(mappings) > _MOST_PAIRS:
            raise Declined("a table by numbers that lie far apart")
        found: list[tuple[int, ...]] = []
        for mapping in mappings:
            rows: list[tuple[int, ...]] = [()] * (keys.count + 1)
            for key, items in mapping.items():
                rows[keys.place(key)] = items
            found += rows
        return self.constants.rows(tuple(found)), keys, len(mappings)

    def runs(self, board: BoardTables) -> tuple[str, str]:
        """The straight runs of a board from each node, and where each node's begin."""
        rows = self.constants.rows(board.runs)
        return rows.words, rows.begins


def _mapping(table: Table) -> dict[Any, Any]:
    assert isinstance(table.rows, dict)
    return table.rows
