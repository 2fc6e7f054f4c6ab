"""Games on many machines, by Dask distributed: in parts that take a second or more, put in order again.

A part is a pure function of the ruleset, the batch and its numbers, and the parts of a worker that is gone
are given to another. They are looked at in the order of their numbers, so each counts once and the outcome
is the same as on one machine.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import hoyle
from hoyle.analysis.batch import Batch, Portion, play_portion
from hoyle.analysis.natively import play_natively

if TYPE_CHECKING:
    from collections.abc import Generator

    from hoyle import Game
    from hoyle.analysis.work import Work
    from hoyle.backends.contract import NativeBuild

LOCAL = "local"
CONNECT_SECONDS = 15.0
LEAST_SECONDS = 1.0  # of a part: what surrounds it takes some ten milliseconds
PART_SECONDS = 2.0
FIRST_GAMES = 4  # of which it is found out how long one takes
LOOK_SECONDS = 2.0  # after which it is asked again how many workers there are


class ClusterProblem(Exception):
    """A cluster that cannot be used; says why, and what to do."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message, self.help = message, help


class Cluster:
    """Workers on this or other machines; while it is entered, batches can be played there."""

    def __init__(self, address: str, workers: int) -> None:
        """Whose scheduler has an address; or `local`: as many processes as said, on this machine."""
        self.address, self._wanted = address, workers
        self._own: Any = None
        self._client: Any = None
        self._workers = 0
        self._engines: set[str] = set()

    def __enter__(self) -> Cluster:
        dask: Any = import_module("distributed")  # which has no types
        # what Dask tells about workers that come and go is for those who keep the cluster
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        logging.getLogger("tornado").setLevel(logging.CRITICAL)
        try:
            if self.address == LOCAL:
                self._own = dask.LocalCluster(
                    n_workers=self._wanted,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            self._client = dask.Client(self._own or self.address, timeout=CONNECT_SECONDS)
            self._client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        except (OSError, ValueError, ImportError) as error:
            told = str(error).partition("\n")[0] or type(error).__name__
            self._leave()
            raise ClusterProblem(
                f"no workers at {self.address}: {told}", "start `dask scheduler` and `dask worker` first"
            ) from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()

    def _leave(self) -> None:
        for one in (self._client, self._own):
            if one is not None:
                with suppress(OSError, TimeoutError):
                    one.close()

    @property
    def client(self) -> Any:
        """The client of Dask that talks to the scheduler."""
        return self._client

    def told(self) -> str:
        """What has played, for people."""
        where = "on this machine" if self.address == LOCAL else f"of {self.address}"
        engines = " and ".join(sorted(self._engines)) or "nothing"
        return f"{engines}, on {self._workers} {'worker' if self._workers == 1 else 'workers'} {where}"

    def portions(self, game: Game, work: Work) -> Generator[Portion, None, None]:
        """What comes of all jobs of some work, in their order."""
        killed: Any = import_module("distributed").KilledWorker
        program = game.carried(work.batch.players, dict(work.batch.options))
        carried = self._client.scatter(program, broadcast=False, hash=False)
        run = uuid4().hex  # keys of another run are another's
        handed, size, looked = 0, FIRST_GAMES, -LOOK_SECONDS
        waiting: deque[Any] = deque()
        try:
            while True:
                if perf_counter() - looked > LOOK_SECONDS:
                    threads = self._client.nthreads()
                    self._workers = max(self._workers, len(threads))
                    room, looked = 2 * max(1, sum(threads.values())), perf_counter()
                while len(waiting) < room and (job := work.take(size)) is not None:
                    key = f"hoyle-{run}-{handed}"
                    waiting.append(
                        self._client.submit(
                            play_part, carried, replace(job[0], load=None), job[1], VERSION, key=key
                        )
                    )
                    handed += 1
                if not waiting:
                    return
                portion, seconds, engine = waiting[0].result()
                waiting.popleft().release()
                self._engines.add(engine)
                a_second = len(part_of(portion)) / seconds
                even = -(-work.left // room)
                wanted = max(LEAST_SECONDS * a_second, min(PART_SECONDS * a_second, even))
                size = max(1, min(8 * size, int(wanted)))
                yield portion
        except killed:
            raise ClusterProblem(
                "several workers were killed by the same games: perhaps their memory has run out",
                "give workers more memory, or look at their logs",
            ) from None
        except ModuleNotFoundError as error:
            raise ClusterProblem(
                f"the workers lack {error.name or 'a module'}",
                "install the same hoyle on every machine",
            ) from None
        except OtherVersion as error:
            raise ClusterProblem(str(error), "install the same hoyle on every machine") from None
        finally:
            with suppress(Exception):
                self._client.cancel(list(waiting))
            carried.release()


def part_of(portion: Portion) -> range:
    """The games of a portion; one more if it ends with one that cannot go on."""
    first = portion.rows.first
    return range(first, first + max(1, portion.tally.games))


# -------------------------------------------------------------------- what a worker does
class OtherVersion(Exception):
    """A worker has another version of Hoyle than whoever asks it to play."""


def _version() -> str:
    from importlib import metadata

    try:
        return metadata.version("hoyle")
    except metadata.PackageNotFoundError:
        return "(not installed)"


VERSION = _version()

_lock = threading.Lock()  # a worker may have several threads, and Python plays in one at a time
_games: dict[str, tuple[Game, NativeBuild | None]] = {}


def play_part(program: str, batch: Batch, part: range, version: str) -> tuple[Portion, float, str]:
    """Plays games of a batch; how long it took, and with which engine."""
    if version != VERSION:
        raise OtherVersion(f"a worker has hoyle {VERSION}, not {version}")
    with _lock:
        key = f"{batch.engine} {batch.traced} {program}"
        if key not in _games:
            _games.clear()  # one batch at a time
            game = hoyle.Game.from_carried(program, batch.engine)
            _games[key] = game, _native(game, batch)
        game, native = _games[key]
    began = perf_counter()
    if native is not None and not native.bots.issuperset(batch.bots):
        native = None
    if native is not None:
        portion = play_natively(native, game, batch, part)
    else:
        with _lock:
            began = perf_counter()
            portion = play_portion(game, batch, part)
    return portion, max(perf_counter() - began, 1e-9), "Python" if native is None else "native"


def _native(game: Game, batch: Batch) -> NativeBuild | None:
    """Native code for whole games, compiled now: a cluster is for what takes long."""
    wanted = game.wanted_engine(batch.engine)
    if wanted == "python" or batch.traced:
        return None
    chooser = game.chooser(batch.players, dict(batch.options))
    if wanted == "native":
        game.demand(chooser)
    chooser.now()
    return chooser.native
