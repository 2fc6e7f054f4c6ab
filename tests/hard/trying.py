"""Tries what is changed at random: no traceback, no internal error, no hang, no raw escape sequence."""

from __future__ import annotations

import io
import json
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import hoyle
from hoyle.cli.main import main
from hoyle.play.traces import trace_text
from tests.hard.mutants import mutant, tampered

SECONDS = 5.0  # of the processor, for one command
HANGS = 60.0

COMMANDS = (
    *["lint {file}"] * 4, *["run {file} --games 2 --workers 1 --engine python"] * 4,
    "lint {file} --format json", "lint {file} --format sarif", "fmt --check {file}", "fmt {file}",
    "show {file}", "diff nim {file}", "test {file}", "play {file} --seed 3",
    "lint {file} --play --games 1", "run {file} --trace {folder}/trace --workers 1 --engine python",
)  # fmt: skip
TYPED = "1\nlook\nwhy 2\nhelp\n2\nundo\nsave {folder}/saved\n1\n1\n3\nquit\n"
GAMES = ("nim", "if-zero-stop", "stop", "liars-dice", "chess", "backgammon", "one-more", "go")


class Hangs(BaseException):
    """A command did not come to an end."""


@contextmanager
def _noticing_hangs() -> Iterator[None]:
    def ring(*_: object) -> None:
        raise Hangs

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, HANGS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def carried_out(words: list[str], typed: str = "") -> str | None:
    """What is wrong with what a command did, if anything."""
    out, before = io.StringIO(), sys.stdin
    sys.stdin = io.StringIO(typed)
    began = time.process_time()
    try:
        with _noticing_hangs(), redirect_stdout(out), redirect_stderr(out):
            status = main(words)
    except Hangs:
        return f"{' '.join(words)}: no end"
    except BaseException as error:  # noqa: BLE001 (whatever it is, it is one too many)
        return f"{' '.join(words)}: {error!r} got out"
    finally:
        sys.stdin = before
    took, printed = time.process_time() - began, out.getvalue()
    if status not in (0, 1, 2) or "Traceback" in printed:
        return f"{' '.join(words)}: status {status}: {printed[-1500:]}"
    if "\x1b" in printed or "\x9b" in printed:
        return f"{' '.join(words)}: a raw escape sequence in {printed[:500]!r}"
    return f"{' '.join(words)}: {took:.1f} s" if took > SECONDS else None


# ------------------------------------------------------------------ rulesets
def try_mutant(number: int, folder: Path) -> str | None:
    """Writes the mutant of a number and tries one or two commands on it."""
    random = Random(number)
    file = folder / "mutant.yaml"
    file.write_bytes(mutant(random).encode("utf-8", "surrogatepass"))
    for command in random.sample(COMMANDS, 2):
        words = command.format(file=file, folder=folder).split()
        wrong = carried_out(words, TYPED.format(folder=folder) if words[0] == "play" else "")
        if wrong is not None:
            return f"mutant {number}: {wrong}"
    return None


# ------------------------------------------------------------------ saved states and traces
@cache
def _game(id: str) -> hoyle.Game:
    return hoyle.load(id, "python")


def _played(random: Random) -> hoyle.State:
    """A game somewhere in its middle."""
    game = _game(random.choice(GAMES))
    stepped = random.choice((False, False, True))
    state = game.start(
        players=random.choice(game.player_counts),
        seed=random.randrange(1 << 64),
        chance="stepped" if stepped else "sampled",
    )
    for _ in range(random.randrange(40)):
        if state.over:
            break
        state.apply(random.randrange(len(state.decision.choices)))
    return state


def try_state(number: int) -> str | None:
    """Tampers with a saved state: it is refused as such, or it plays on, is seen and is saved again."""
    random = Random(number)
    state = _played(random)
    data = tampered(random, state.to_json())
    try:
        with _noticing_hangs():
            return _wrong_with(state.game, data, random)
    except Hangs:
        return f"state {number}: no end: {json.dumps(data)[:2000]}"
    except hoyle.PlayError:
        return None
    except Exception as error:  # noqa: BLE001 (whatever it is, it is one too many)
        return f"state {number} of {state.game.id}: {error!r}"


def _wrong_with(game: hoyle.Game, data: Any, random: Random) -> str | None:
    try:
        state = game.resume(data)
    except hoyle.StartError:
        return None
    for _ in range(20):
        if state.over:
            break
        state.view(random.choice([None, 0]))
        state.copy().apply(random.randrange(len(state.decision.choices)))
        state.apply(random.randrange(len(state.decision.choices)))
    again = game.resume(state.to_json())
    if again.to_json() != state.to_json():
        return "what was saved again is another state"
    for told in (lambda: state.events, lambda: state.events_for(0), lambda: state.why_not("x")):
        told()
    return None


def try_trace(number: int, folder: Path) -> str | None:
    """Tampers with a trace and replays it."""
    random = Random(number)
    state = _played(random)
    while state.to_json()["chance"] == "stepped":
        state = _played(random)
    events = state.events
    text = trace_text(events)
    if random.random() < 0.3:
        raw = text.encode()
        at = random.randrange(len(raw))
        raw = (
            raw[:at] + bytes([random.randrange(256)]) * random.randrange(3) + raw[at + random.randrange(9) :]
        )
    else:
        for _ in range(random.choice((1, 1, 3))):
            at = random.randrange(len(events))
            events[at : at + 1] = random.choice(([tampered(random, events[at])], [], [events[at]] * 2))
            if not events:
                break
        try:
            raw = "".join(json.dumps(event) + "\n" for event in events).encode()
        except RecursionError:
            raw = b"[" * 5000
    file = folder / "trace.jsonl"
    file.write_bytes(raw)
    more = random.choice(([], ["--show"], ["--anyway", "--ruleset", state.game.id], ["--show", "--anyway"]))
    wrong = carried_out(["replay", str(file), *more])
    return f"trace {number}: {wrong}" if wrong is not None else None


Trial = Callable[[int, Path], str | None]
TRIALS: dict[str, Trial] = {
    "mutants": try_mutant,
    "states": lambda number, _: try_state(number),
    "traces": try_trace,
}
