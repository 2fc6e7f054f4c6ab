"""Looks at the machine: which engine plays here and why, tried out and not guessed."""

from __future__ import annotations

import os
import platform
import re
from dataclasses import dataclass
from importlib import metadata, util
from time import perf_counter
from typing import TYPE_CHECKING

from hoyle.backends.c.cache import MOST_BYTES, Cache, user_folder
from hoyle.backends.c.compiler import compilers
from hoyle.backends.c.toolchain import why_not_working
from hoyle.backends.c.unavailable import Unavailable
from hoyle.backends.choose import VARIABLE

if TYPE_CHECKING:
    from hoyle import Game
    from hoyle.backends.c.compiler import Compiler

GAMES = 100  # that are played by both engines and compared


@dataclass(frozen=True, slots=True)
class Tried:
    """A compiler, and what came of having it compile a line."""

    command: str
    version: str
    seconds: float
    why_not: str | None


@dataclass(frozen=True, slots=True)
class Engine:
    """Which engine is asked for, which one plays, and why."""

    wanted: str
    by: str  # who asks for it; nobody, where it is auto by itself
    used: str
    why: str
    help: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """The cache."""

    folder: str
    unusable: str | None
    objects: int
    bytes: int
    most_bytes: int


@dataclass(frozen=True, slots=True)
class Machine:
    """All that is found."""

    engine: Engine
    compilers: list[Tried]
    extension: str | None  # its file
    cache: Kept
    versions: dict[str, str]
    extras: dict[str, dict[str, str | None]]  # of each extra, its packages with their versions

    @property
    def well(self) -> bool:
        """Whether native code plays, or is not wanted."""
        return self.engine.used == "native" or self.engine.wanted == "python"


def examine() -> Machine:
    """Looks at everything; StartError if the environment names no engine."""
    cache = Cache(user_folder())
    unusable = cache.why_unusable()
    engine = _engine()
    return Machine(
        engine=engine,
        compilers=[_tried(compiler) for compiler in compilers()],
        extension=_extension(),
        cache=Kept(str(cache.folder), unusable, len(cache.objects()), cache.bytes, MOST_BYTES),
        versions=_versions(),
        extras=_extras(),
    )


def _tried(compiler: Compiler) -> Tried:
    began = perf_counter()
    why = why_not_working(compiler)
    return Tried(" ".join(compiler.command), compiler.version, round(perf_counter() - began, 3), why)


def _engine() -> Engine:
    """Plays some games of the shortest bundled ruleset with what there is."""
    import hoyle
    from hoyle.bundled import bundled

    name = min(bundled(), key=lambda one: bundled()[one].stat().st_size)
    game = hoyle.load(name)
    wanted = game.wanted_engine()
    by = VARIABLE if os.environ.get(VARIABLE) else ""
    if wanted == "python":
        return Engine(wanted, by, "python", f"{VARIABLE} says so")
    why, help = _why_not_native(game)
    if why is not None:
        return Engine(wanted, by, "python", why, help)
    return Engine(wanted, by, "native", f"{GAMES} games of {name} went as they do in Python")


def _why_not_native(game: Game) -> tuple[str | None, str]:
    from dataclasses import replace

    from hoyle.analysis.batch import Batch
    from hoyle.analysis.workers import play_batch

    players = game.player_counts[0]
    unavailable = game.chooser(players, {}).now()
    if isinstance(unavailable, Unavailable):
        return unavailable.reason, unavailable.help
    batch = Batch(game.id, players, GAMES, 1, ("random",) * players)
    python, native = (play_batch(replace(batch, engine=engine), game=game) for engine in ("python", "native"))
    if python != native:
        return (
            f"native code plays {game.id} otherwise than Python",
            "please report it; HOYLE_ENGINE=python avoids it",
        )
    return None, ""


def _extension() -> str | None:
    try:
        found = util.find_spec("hoyle._native")
    except ImportError:
        return None
    return found.origin if found is not None else None


def _versions() -> dict[str, str]:
    found = {"hoyle": _version("hoyle") or "(not installed)"}
    found["python"] = f"{platform.python_version()} ({platform.python_implementation()})"
    found["system"] = f"{platform.system()} {platform.machine()}"
    for package in _required(None):
        found[package] = _version(package) or "missing"
    return found


def _extras() -> dict[str, dict[str, str | None]]:
    names = metadata.metadata("hoyle").get_all("Provides-Extra") or [] if _version("hoyle") else []
    return {name: {package: _version(package) for package in _required(name)} for name in names}


def _required(extra: str | None) -> list[str]:
    """The packages that Hoyle asks for, or those of an extra."""
    found = []
    for line in metadata.requires("hoyle") or [] if _version("hoyle") else []:
        word, _, condition = line.partition(";")
        match = re.search(r"extra\s*==\s*['\"]([\w-]+)['\"]", condition)
        if (match[1] if match else None) == extra:
            found.append(re.split(r"[^\w.-]", word.strip())[0])
    return found


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
