"""Many tables at once: how long it takes from a move to the frame that shows it, on loopback.

`python -m tests.web.load` starts a server of its own, fills its tables with browsers that play at a human
pace, and prints how long frames took, for who chose and for who looked on. It ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

MOST_TABLES, MOST_SECONDS = 400, 600
PERCENTILES = (50, 90, 95, 99, 100)


@dataclass(slots=True)
class Load:
    """What was measured: seconds from a move to its frame, and how much there was of everything."""

    own: list[float] = field(default_factory=list)  # until who chose saw it
    others: list[float] = field(default_factory=list)  # until somebody else at the table saw it
    games: int = 0
    browsers: int = 0
    frames: int = 0
    bytes: int = 0
    refused: list[str] = field(default_factory=list)
    seconds_of_server: float = 0.0  # of a processor, from its start to its end


@dataclass(slots=True)
class Seat:
    """One browser at a table: where it is connected, and the last frame that it got."""

    connection: ClientConnection
    frame: dict[str, Any] = field(default_factory=dict)


@contextmanager
def server(ruleset: str) -> Iterator[int]:
    """`hoyle serve` in a process of its own, with a file for its tables: its port."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hoyle", "serve", ruleset, "--port", "0", "--pause", "0"]
        command += ["--store", str(Path(folder) / "tables.sqlite")]
        running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert running.stdout is not None
            line = running.stdout.readline()
            found = re.search(r":(\d+)/$", line.strip())
            if found is None:
                raise SystemExit(f"the server did not start: {line}")
            yield int(found[1])
        finally:
            running.terminate()
            try:
                running.wait(10)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()


def opened(port: int, ruleset: str, people: int, bots: int) -> list[str]:
    """A new table's links for its people."""
    seats = [None] * people + ["random"] * bots
    wish = {"ruleset": ruleset, "players": people + bots, "bots": seats}
    origin = f"http://127.0.0.1:{port}"
    request = urllib.request.Request(
        f"{origin}/tables", json.dumps(wish).encode(), {"Origin": origin}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return [link for link in json.load(answer)["links"] if link]


async def play_table(
    links: list[str], port: int, begin: asyncio.Barrier, seconds: float, pause: float, load: Load, seed: int
) -> None:
    """A table whose people choose now and then, until the time is up or their game is over."""
    luck = random.Random(seed)
    seats = [Seat(await seated(link, port)) for link in links]
    load.browsers += len(seats)
    try:
        for seat in seats:
            await hear(seat, load)
        await begin.wait()
        await asyncio.sleep(luck.uniform(0, pause))  # people do not begin all at once
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await settled(seats, load)
            frame = seats[0].frame
            if frame["over"]:
                load.games += 1
                return
            await asyncio.sleep(luck.uniform(0.5, 1.5) * pause)
            mover = next(seat for seat in seats if seat.frame["choices"])
            await move(mover, seats, luck, load)
    finally:
        for seat in seats:
            await seat.connection.close()


async def seated(link: str, port: int) -> ClientConnection:
    path, _, secret = link.partition("#")
    origin: Any = f"http://127.0.0.1:{port}"
    connection = await connect(f"ws://127.0.0.1:{port}/socket", origin=origin, max_size=None, open_timeout=60)
    await connection.send(json.dumps({"say": "hello", "table": path.split("/")[-1], "secret": secret}))
    return connection


async def hear(seat: Seat, load: Load, beyond: int = -1) -> float:
    """The next frame beyond a number, and when it was there."""
    while True:
        text = await seat.connection.recv()
        at = time.monotonic()
        load.bytes += len(text)
        said = json.loads(text)
        if said["say"] == "frame":
            load.frames += 1
            seat.frame = said
            if said["at"] > beyond:
                return at
        elif said["say"] in ("error", "closed"):
            load.refused.append(said["text"])
            if said["say"] == "closed":
                raise SystemExit(f"a table closed: {said['text']}")


async def settled(seats: list[Seat], load: Load) -> None:
    """Waits until everybody sees the same, and somebody here is asked or the game is over."""
    while True:
        latest = max(seat.frame["at"] for seat in seats)
        for seat in seats:
            while seat.frame["at"] < latest:
                await hear(seat, load)
        if all(seat.frame["at"] == latest for seat in seats):
            if seats[0].frame["over"] or any(seat.frame["choices"] for seat in seats):
                return
            await hear(seats[0], load)


async def move(mover: Seat, seats: list[Seat], luck: random.Random, load: Load) -> None:
    at = mover.frame["at"]
    pick = luck.randrange(len(mover.frame["choices"]))
    begun = time.monotonic()
    await mover.connection.send(json.dumps({"say": "choose", "at": at, "pick": pick, "move": f"m{at}"}))
    ends = await asyncio.gather(*(hear(seat, load, at) for seat in seats))
    for seat, end in zip(seats, ends, strict=True):
        (load.own if seat is mover else load.others).append(end - begun)


async def measured(ruleset: str, tables: int, people: int, bots: int, seconds: float, pause: float) -> Load:
    """Plays at many tables at once, all from the same moment on."""
    load = Load()
    with server(ruleset) as port:
        links = [await asyncio.to_thread(opened, port, ruleset, people, bots) for _ in range(tables)]
        begin = asyncio.Barrier(tables)
        async with asyncio.timeout(seconds + 120), asyncio.TaskGroup() as group:
            for number, one in enumerate(links):
                group.create_task(play_table(one, port, begin, seconds, pause, load, number))
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    load.seconds_of_server = spent.ru_utime + spent.ru_stime
    return load


def percentile(found: Sequence[float], part: int) -> float:
    """The value that so many in a hundred do not exceed.

    >>> percentile([3.0, 1.0, 2.0, 4.0], 50), percentile([3.0, 1.0, 2.0, 4.0], 95)
    (2.0, 4.0)
    """
    return sorted(found)[max(0, -(-len(found) * part // 100) - 1)]


def shown(load: Load, seconds: float) -> Iterator[str]:
    """The measurement as a table."""
    yield (
        f"{load.browsers} browsers, {len(load.own)} moves ({len(load.own) / seconds:.0f} a second), "
        f"{load.games} games over, {load.frames} frames, {load.bytes} bytes, {len(load.refused)} refused, "
        f"{load.seconds_of_server:.1f} s of a processor for the server"
    )
    yield "milliseconds from a move to its frame" + "".join(f"{f'{part} %':>9}" for part in PERCENTILES)
    for name, found in (("for who chose", load.own), ("for the others", load.others)):
        if found:
            cells = "".join(f"{1000 * percentile(found, part):9.1f}" for part in PERCENTILES)
            yield f"{name:37}{cells}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.web.load", description=__doc__)
    parser.add_argument("--ruleset", default="stop")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--people", type=int, default=2)
    parser.add_argument("--bots", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds that a person thinks, on average")
    asked = parser.parse_args()
    tables, seconds = min(asked.tables, MOST_TABLES), min(asked.seconds, MOST_SECONDS)
    print(
        f"{tables} tables of {asked.ruleset}, {asked.people} people and {asked.bots} bots at each, "
        f"{seconds:g} seconds, {asked.pause:g} s of thought before a move; load of the machine "
        f"{os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    load = asyncio.run(measured(asked.ruleset, tables, asked.people, asked.bots, seconds, asked.pause))
    for line in shown(load, seconds):
        print(line)


if __name__ == "__main__":
    main()
