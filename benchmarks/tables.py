"""Many tables at once on loopback: how long from a move to the frame that shows it.

    python -m benchmarks.tables --tables 200 --seconds 20

One process serves, as `hoyle serve` does; this one plays. At each table somebody plays against a bot that
does not think, and takes about as long over a move as people do. Figures, and no verdict: they mean something
on an idle machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from time import perf_counter
from typing import Any

from websockets.asyncio.client import connect

GAMES = ("stop", "crazy-eights", "connect-four", "pig")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--think", type=float, default=2.0, help="seconds over a move, on average")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "hoyle", "serve", *GAMES, "--port", "0", "--pause", "0"]
        store = ["--store", str(Path(folder) / "tables.sqlite")]
        server = subprocess.Popen([*command, *store], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://[\d.:]+", server.stdout.readline())
            assert found is not None
            waits = asyncio.run(everybody(found[0], chosen.tables, chosen.seconds, chosen.think))
        finally:
            server.terminate()
            server.wait()
    report(waits, chosen.tables, chosen.seconds)


def report(waits: list[float], tables: int, seconds: float) -> None:
    waits.sort()
    half, most, nearly = (
        1000 * waits[min(len(waits) - 1, int(len(waits) * share))] for share in (0.5, 0.95, 0.99)
    )
    print(f"{tables} tables, {len(waits)} moves in {seconds:.0f} s ({len(waits) / seconds:.0f} a second)")
    print(f"move to frame: median {half:.1f} ms, 95 % within {most:.1f} ms, 99 % within {nearly:.1f} ms")


async def everybody(address: str, tables: int, seconds: float, think: float) -> list[float]:
    """How long each move of all tables took."""
    luck = random.Random(1)
    games = [GAMES[number % len(GAMES)] for number in range(tables)]
    opened = [await asyncio.to_thread(open_table, address, game) for game in games]
    until = perf_counter() + seconds + 2 * think
    players = (one(address, *table, until, think, random.Random(luck.random())) for table in opened)
    return [wait for waits in await asyncio.gather(*players) for wait in waits]


def open_table(address: str, game: str) -> tuple[str, str]:
    body = json.dumps({"ruleset": game}).encode()
    request = urllib.request.Request(f"{address}/tables", body, {"Origin": address}, method="POST")
    with urllib.request.urlopen(request) as answer:
        found = json.load(answer)
    return found["table"], found["links"][0].partition("#")[2]


async def one(
    address: str, table: str, secret: str, until: float, think: float, luck: random.Random
) -> list[float]:
    """One player: waits for a turn, thinks, chooses, and measures until the frame that shows it."""
    waits: list[float] = []
    url = f"ws{address.removeprefix('http')}/socket"
    async with connect(url, origin=address, max_size=None) as socket:  # type: ignore[arg-type]
        await socket.send(json.dumps({"say": "hello", "table": table, "secret": secret}))
        frame: dict[str, Any] = await heard(socket, -1)
        while perf_counter() < until and not frame["over"]:
            if not frame["choices"]:
                frame = await heard(socket, frame["at"])
                continue
            await asyncio.sleep(luck.uniform(0, 2 * think))
            begun, at = perf_counter(), frame["at"]
            move = {
                "say": "choose",
                "at": at,
                "pick": luck.randrange(len(frame["choices"])),
                "move": f"m{at}",
            }
            await socket.send(json.dumps(move))
            frame = await heard(socket, at)
            waits.append(perf_counter() - begun)
    return waits


async def heard(socket: Any, after: int) -> dict[str, Any]:
    """The next frame beyond a number."""
    while True:
        found: dict[str, Any] = json.loads(await socket.recv())
        if found["say"] == "frame" and found["at"] > after:
            return found


if __name__ == "__main__":
    main()
