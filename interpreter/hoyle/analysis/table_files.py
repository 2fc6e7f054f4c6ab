"""Writes tables of games as CSV, as JSON lines, or as Parquet."""

from __future__ import annotations

import csv
import io
import json
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO

from hoyle import rows as row
from hoyle.analysis.columns import Column, Kind, Table
from hoyle.analysis.rows import Rows

if TYPE_CHECKING:
    import pyarrow as pa

GROUP = 1 << 17
"""Games of a Parquet row group: fixed, since the bytes of a file must not hang on how games came in."""

Writer = Callable[[BinaryIO, Table, Iterable[Rows], int], None]
"""Writes so many games of a table to a file."""


def write_csv(file: BinaryIO, table: Table, games: Iterable[Rows], count: int) -> None:
    """One line for each game, after one with the names of the columns; what is not known is left empty."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(column.name for column in table.columns)
    for rows in games:
        writer.writerows([_cell(value) for value in values] for values in table.values(rows))
    text.detach()


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value) if isinstance(value, list) else value


def write_jsonl(file: BinaryIO, table: Table, games: Iterable[Rows], count: int) -> None:
    """One JSON object a line for each game."""
    names = [column.name for column in table.columns]
    for rows in games:
        lines = [
            json.dumps(dict(zip(names, values, strict=True)), ensure_ascii=False) + "\n"
            for values in table.values(rows)
        ]
        file.write("".join(lines).encode("utf-8"))


# -------------------------------------------------------------------- Parquet
def write_parquet(file: BinaryIO, table: Table, games: Iterable[Rows], count: int) -> None:
    """Columns in groups of games, compressed; what holds for all games is the metadata `hoyle`."""
    import pyarrow as pa
    from pyarrow import parquet

    columns = table.columns
    about = json.dumps(table.metadata(count), ensure_ascii=False)
    schema = pa.schema(
        [pa.field(column.name, _type(column)) for column in columns], metadata={"hoyle": about}
    )
    with parquet.ParquetWriter(file, schema, compression="zstd") as writer:
        for rows in _groups(games):
            writer.write_table(
                pa.Table.from_arrays(_arrays(rows, columns), schema=schema), row_group_size=GROUP
            )


def _groups(games: Iterable[Rows]) -> Iterator[Rows]:
    """The same games in groups of one size; the last is smaller."""
    held: Rows | None = None
    for rows in games:
        if held is None:
            held = Rows(rows.first, rows.players, rows.actions, array("q"))
        held.extend(rows.words)
        while len(held) >= GROUP:
            middle, last = held.first + GROUP, held.first + len(held)
            yield held.part(held.first, middle)
            held = held.part(middle, last)
    if held is not None and len(held):
        yield held


def _type(column: Column) -> pa.DataType:
    import pyarrow as pa

    match column.kind:
        case Kind.GAME | Kind.LARGE:
            return pa.int64()
        case Kind.SEED:
            return pa.uint64()
        case Kind.TRUTH:
            return pa.bool_()
        case Kind.SMALL | Kind.WINNERS:
            return pa.int32()
        case Kind.OPTION:
            match column.value:
                case bool():
                    return pa.bool_()
                case int():
                    return pa.int64()
                case str():
                    return pa.string()
                case list():
                    return pa.list_(pa.int64())


def _arrays(rows: Rows, columns: Iterable[Column]) -> list[pa.Array[Any]]:
    import numpy as np
    import pyarrow as pa

    words = np.frombuffer(rows.words, dtype=np.int64).reshape(-1, rows.width)
    given_up = words[:, row.FINISHED] == 0
    found = []
    for column in columns:
        match column.kind:
            case Kind.SMALL | Kind.LARGE:
                values = words[:, column.at]
            case Kind.SEED:
                values = words[:, column.at].astype(np.uint64)
            case Kind.TRUTH:
                values = words[:, column.at] != 0
            case Kind.GAME:
                values = np.arange(rows.first, rows.first + len(rows))
            case Kind.WINNERS:
                won = slice(row.SEATS + row.WON, row.actions_at(rows.players), row.A_SEAT)
                values = words[:, won].sum(axis=1)
            case Kind.OPTION:
                found.append(pa.array([column.value] * len(rows), type=_type(column)))
                continue
        mask = given_up if column.ended else None
        found.append(pa.array(values, type=_type(column), mask=mask))
    return found


WRITERS: dict[str, Writer] = {".csv": write_csv, ".jsonl": write_jsonl, ".parquet": write_parquet}
"""By how the name of a file ends."""
