"""What is kept: tables, seats, choices, what was taken back; and what happens when it cannot be."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from hoyle.web.store import Record, Seat, Store, StoreError, Taken

SEATS = (Seat("secret 0", "Ann", None), Seat("secret 1", "Bot 2", "random"))


def record(id: str = "table-one", **more: Any) -> Record:
    return Record(id, "pig", "hash", 2, {"target": 50}, (1 << 64) - 1, SEATS, **more)


def done(*steps: Coroutine[Any, Any, Any]) -> Any:
    async def all_of_them() -> Any:
        return [await step for step in steps][-1]

    return asyncio.run(all_of_them())


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    store = Store(path)
    taken = [Taken(number, number % 2, f"choice {number}", f"move {number}") for number in (1, 2, 3)]
    done(store.create(record()), *(store.take("table-one", one, False) for one in taken))
    done(store.rename("table-one", 0, "Ada"))
    store.close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    again = Store(path)
    found = done(again.find("table-one"))
    assert found.taken == tuple(taken)
    assert (found.last, found.moves) == (3, {"move 1", "move 2", "move 3"})
    assert (found.seed, found.options, found.seats[0].name) == ((1 << 64) - 1, {"target": 50}, "Ada")
    assert done(again.find("another")) is None
    again.close()


def test_what_is_taken_back_is_gone_but_its_numbers_are_used() -> None:
    store = Store(":memory:")
    done(
        store.create(record()),
        *(store.take("table-one", Taken(n, 0, "x", f"m{n}"), False) for n in (1, 2, 3)),
    )
    done(store.take_back("table-one", 1, 4), store.take("table-one", Taken(5, 1, "y", "m5"), True))
    found = done(store.find("table-one"))
    assert [one.number for one in found.taken] == [1, 5]
    assert found.last == 5
    assert found.moves == {"m1", "m2", "m3", "m5"}
    store.close()


def test_a_number_or_a_move_is_kept_once() -> None:
    store = Store(":memory:")
    done(store.create(record()), store.take("table-one", Taken(1, 0, "x", "m"), False))
    for twice in (Taken(1, 0, "x", "other"), Taken(2, 0, "x", "m")):
        with pytest.raises(StoreError, match="could not be kept"):
            done(store.take("table-one", twice, False))
    assert done(store.find("table-one")).last == 1
    store.close()


def test_one_fault_does_not_spoil_what_others_write() -> None:
    store = Store(":memory:")

    async def together() -> list[Any]:
        await store.create(record())
        numbers = (1, 1, 2, 2, 3)
        jobs = [store.take("table-one", Taken(n, 0, "x", None), False) for n in numbers]
        return await asyncio.gather(*jobs, return_exceptions=True)

    answers = asyncio.run(together())
    assert sum(isinstance(one, StoreError) for one in answers) == 2
    assert [one.number for one in done(store.find("table-one")).taken] == [1, 2, 3]
    store.close()


def test_room_is_made_by_forgetting_finished_tables() -> None:
    store = Store(":memory:")

    async def fill() -> None:
        for n in range(6):
            seats = tuple(Seat(f"{n} {one.secret}", one.name, one.bot) for one in SEATS)
            await store.create(Record(f"table-{n}", "pig", "hash", 2, {}, 1, seats))
            await store.take(f"table-{n}", Taken(1, 0, "x", None), over=n % 2 == 0)
        await store.make_room(4)

    asyncio.run(fill())
    kept = [n for n in range(6) if done(store.find(f"table-{n}")) is not None]
    assert kept == [1, 3, 5]
    store.close()


def test_one_file_is_for_one_server(tmp_path: Path) -> None:
    first = Store(tmp_path / "tables.sqlite")
    done(first.create(record()))
    with pytest.raises(StoreError, match="locked"):
        Store(tmp_path / "tables.sqlite")
    first.close()


def test_another_file_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("This is not a database, and it is long enough to be seen as none." * 20)
    with pytest.raises(StoreError, match="cannot keep tables in"):
        Store(tmp_path / "text")
    other = sqlite3.connect(tmp_path / "other")
    other.execute("pragma user_version = 99")
    other.close()
    with pytest.raises(StoreError, match="another version"):
        Store(tmp_path / "other")
    with pytest.raises(StoreError, match="cannot keep tables in"):
        Store(tmp_path / "no" / "such" / "folder")
