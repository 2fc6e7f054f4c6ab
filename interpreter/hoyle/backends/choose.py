"""Which engine plays, Python or native code: one place decides, and can say why."""

from __future__ import annotations

import os
import threading
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, ClassVar, Generic, Literal, TypeVar

from hoyle.backends.c.unavailable import Unavailable
from hoyle.backends.contract import (
    find_native,
    find_native_minds,
    make_native,
    make_native_minds,
    steps_fast,
)

if TYPE_CHECKING:
    from hoyle.backends.contract import NativeBuild, NativeMinds
    from hoyle.plan.model import Plan

Engine = Literal["auto", "python", "native"]
ENGINES: tuple[Engine, ...] = ("auto", "python", "native")
VARIABLE = "HOYLE_ENGINE"

FIRST_STARTS = 16  # a game that is started fewer times is not looked at, whatever time has gone by


class UnknownEngine(ValueError):
    """A word that names no engine; says where it stands."""


def wanted_engine(*given: str | None) -> Engine:
    """The first that is given; else what `HOYLE_ENGINE` says, else auto."""
    for word in given:
        if word is not None:
            return _read(word, "engine")
    word = os.environ.get(VARIABLE, "")
    return _read(word, VARIABLE) if word else "auto"


def _read(word: str, where: str) -> Engine:
    for engine in ENGINES:
        if word == engine:
            return engine
    raise UnknownEngine(f'{where} is "auto", "python" or "native", not {word!r}')


Code = TypeVar("Code")


class Preparer(Generic[Code]):
    """Finds native code of a plan, or compiles it, when it is asked to: now, or in the background.

    Whether it is there or not, all that is played and found is the same: nobody needs to know when that is.
    """

    # Of Python that is still to come; docs/decisions/0025 has the measurements.
    look_seconds: ClassVar[float]  # printing the C text, by which it would be found, takes about as long
    compile_seconds: ClassVar[float]  # compiling takes about as long

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.native: Code | None = None
        self.unavailable: Unavailable | None = None
        self._looked = False
        self._thread: threading.Thread | None = None
        self._process = 0  # where the thread is: one that is forked has none

    def _find(self) -> Code | None:
        """Native code that has been compiled before."""
        raise NotImplementedError

    def _compile(self) -> Code | Unavailable:
        """Native code, or why there is none."""
        raise NotImplementedError

    def now(self) -> Code | Unavailable:
        """Native code, compiled and waited for if need be; or why there is none."""
        thread = self._thread
        if thread is not None and self.preparing:
            thread.join()
        if self.native is None and self.unavailable is None:
            self._make()
        found = self.native or self.unavailable
        assert found is not None
        return found

    def consider(self, seconds: float) -> None:
        """Has native code looked for, or compiled, if Python would take so long that it pays."""
        if seconds > self.look_seconds:
            self.prepare(compile=seconds > self.compile_seconds)

    def prepare(self, *, compile: bool) -> None:
        """Begins to look for native code and, if asked to, to compile it, in the background."""
        if self.native is not None or self.unavailable is not None or self.preparing:
            return
        if self._looked and not compile:
            return
        self._process = os.getpid()
        self._thread = threading.Thread(
            target=self._prepare, args=(compile,), name="hoyle native", daemon=True
        )
        self._thread.start()

    @property
    def preparing(self) -> bool:
        """Whether something is under way."""
        return self._thread is not None and self._process == os.getpid() and self._thread.is_alive()

    def wait(self, seconds: float) -> None:
        """Waits until what is under way is done, but not longer than so."""
        if self._thread is not None and self.preparing:
            self._thread.join(seconds)

    def _prepare(self, compile: bool) -> None:
        """In the background nothing that goes wrong with native code is a reason to fail."""
        try:
            self.native = self.native or self._find()
            self._looked = True
            if self.native is None and compile:
                self._make()
        except Exception as error:  # noqa: BLE001 (Python goes on, and `hoyle doctor` tells)
            self.unavailable = Unavailable("unsupported", f"internal error: {error!r}", "please report it")

    def _make(self) -> None:
        found = self._compile()
        if isinstance(found, Unavailable):
            self.unavailable = found
        else:
            self.native = found


class Chooser(Preparer["NativeBuild"]):
    """Decides for one plan. It begins with Python and goes over to native code when there is some.

    What there is to gain is not known beforehand: so nothing is compiled before Python has taken about as
    long as compiling takes. Whoever knows how many games are to come says how long they would take, by
    `consider`.
    """

    look_seconds, compile_seconds = 0.05, 0.4

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self._starts = 0
        self._began = 0.0

    def _find(self) -> NativeBuild | None:
        return find_native(self.plan)

    def _compile(self) -> NativeBuild | Unavailable:
        return make_native(self.plan)

    def asked(self) -> NativeBuild | None:
        """For a game that is started: native code if there is some by now and it pays; never waits for it.

        How long games will be played is not known then: what has gone by since the first stands for it.
        """
        if self.native is not None:
            return self.native if self._pays_step_by_step else None
        self._starts += 1
        if self._starts == 1:
            self._began = perf_counter()
        elif self._starts >= FIRST_STARTS and self._pays_step_by_step:
            self.consider(perf_counter() - self._began)
        return None

    @cached_property
    def _pays_step_by_step(self) -> bool:
        return steps_fast()


class MindChooser(Preparer["NativeMinds"]):
    """Decides for one guided plan whether worlds are looked for in Python or in native code.

    It is told how long Python has taken to find worlds; when that is as long as finding or compiling native
    code takes, the rest is left to that.
    """

    # A guided plan is longer, and takes twice as long to print and to compile.
    look_seconds, compile_seconds = 0.1, 1.0

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        self._spent = 0.0

    def _find(self) -> NativeMinds | None:
        return find_native_minds(self.plan)

    def _compile(self) -> NativeMinds | Unavailable:
        return make_native_minds(self.plan)

    def spent(self, seconds: float) -> None:
        """Python has looked for worlds for so long."""
        self._spent += seconds
        self.consider(self._spent)
