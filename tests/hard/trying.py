"""Tries what is changed at random: no traceback, no internal error, no hang, no raw escape sequence."""

from __future__ import annotations

import io
import json
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import hoyle
from hoyle.cli.main import main
from hoyle.lsp.buffers import Buffer, Buffers, uri_of
from hoyle.lsp.completion import complete
from hoyle.lsp.lookup import definition_at, hover_at, references_at
from hoyle.lsp.rename import Refused, rename
from hoyle.lsp.symbols import symbols_of
from hoyle.play.traces import trace_text
from tests.differential.contestants import KINDS, Kind, short_of_breath
from tests.differential.known import KNOWN
from tests.differential.playing import Failed, tried
from tests.differential.referee import Tally as Compared
from tests.differential.test_generated import generated
from tests.hard.interrupts import try_interrupt
from tests.hard.mutants import mutant, tampered

SECONDS = 5.0  # of the processor, for one command
SECONDS_PLAYED = 20.0  # for `lint --play`, which plays every setting and looks for leaks
HANGS = 60.0

# Of a thousand mutants, so many get each: more often what is cheap and sees most.
COMMANDS = {
    "lint {file} --format concise": 250, "run {file} --games 2 --workers 1 --engine python": 250,
    "editor": 80, "lint {file}": 70, "lint {file} --format json": 10, "lint {file} --format sarif": 10,
    "lint {file} --format github": 10, "lint {file} --play --games 1": 3, "fmt --check {file}": 30,
    "fmt --diff {file}": 20, "fmt {file}": 20, "show {file}": 40, "show {file} --format markdown": 20,
    "show {file} ST-3": 10, "diff nim {file}": 20, "diff {file} stop --format json": 10,
    "diff {file} {file} --play --games 2": 5, "test {file}": 20, "test {file} --coverage=lines": 5,
    "test {file} --coverage --games 2": 5, "play {file} --seed 3": 3, "play {file} --bot random --seat 1": 30,
    "play {file} --seat all --language it": 20,
    "run {file} --trace {folder}/trace --workers 1 --engine python": 20,
    "run {file} --json --out {folder}/games.csv --games 3 --workers 1 --engine python": 20,
    "replay {folder}/trace --ruleset {file} --anyway": 10,
    "new variant --extends {file} --dir {folder}/new": 10,
    "depth {file} --games 1 --bots random": 3,
    "weigh {file} --games 2 --workers 1 --probes 1 --bots random": 3,
    "tournament {file} --bots random,first --games 2": 10,
    "report {file} --games 2 --workers 1 --bots random --no-parts --out {folder}/page.html": 3,
}  # fmt: skip
WRITTEN = {"mutant.yaml", "games.csv", "games.csv.meta.json", "page.html", "trace", "saved", "new"}
TYPED = "1\nlook\nwhy 2\nhelp\n2\nundo\nsave {folder}/saved\n1\n1\n3\nquit\n"
GAMES = ("nim", "if-zero-stop", "stop", "liars-dice", "chess", "backgammon", "one-more", "go")


class Hangs(BaseException):
    """A command did not come to an end."""


@dataclass
class Tally:
    """How many commands were tried, and which of them took longest, in seconds of the processor."""

    commands: int = 0
    slowest: tuple[float, str] = (0.0, "")
    counted: Compared | None = None

    def note(self, seconds: float, what: str) -> None:
        self.commands += 1
        self.slowest = max(self.slowest, (seconds, what))


TALLY = Tally()


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
    TALLY.note(took, " ".join(words))
    if status not in (0, 1, 2) or "Traceback" in printed:
        return f"{' '.join(words)}: status {status}: {printed[-1500:]}"
    if "\x1b" in printed or "\x9b" in printed:
        return f"{' '.join(words)}: a raw escape sequence in {printed[:500]!r}"
    most = SECONDS_PLAYED if "--play" in words else SECONDS
    return f"{' '.join(words)}: {took:.1f} s" if took > most else None


# ------------------------------------------------------------------ rulesets
def try_mutant(number: int, folder: Path) -> str | None:
    """Writes the mutant of a number and tries a command on it, or what an editor asks."""
    random = Random(number)
    file = folder / "mutant.yaml"
    text = mutant(random)
    file.write_bytes(text.encode("utf-8", "surrogatepass"))
    (command,) = random.choices(list(COMMANDS), list(COMMANDS.values()))
    # Running out of the whole budget takes a second, so that only every tenth may.
    with short_of_breath() if number % 10 else nullcontext():
        if command == "editor":
            wrong = _edited(text, file, random)
        else:
            words = command.format(file=file, folder=folder).split()
            wrong = carried_out(words, TYPED.format(folder=folder) if words[0] == "play" else "")
    left = {path.name for path in folder.iterdir()} - WRITTEN
    if left:
        return f"mutant {number}: {command} leaves {left}"
    return f"mutant {number}: {wrong}" if wrong is not None else None


def _edited(text: str, file: Path, random: Random) -> str | None:
    """Asks what an editor asks, at some places of a text."""
    began, asked = time.process_time(), "opens it"
    buffers, uri = Buffers(), uri_of(file)
    try:
        with _noticing_hangs():
            buffers.put(uri, text, 1)
            buffer = buffers.get(uri)
            assert buffer is not None
            symbols_of(buffer)
            for _ in range(3):
                at = random.randrange(len(text) + 1)
                for name, ask in EDITORS.items():
                    asked = name
                    with suppress(Refused):
                        ask(buffers, buffer, at)
    except (Hangs, Exception) as error:  # noqa: BLE001 (whatever it is, it is one too many)
        return f"an editor {asked}: {error!r}"
    took = time.process_time() - began
    TALLY.note(took, f"editor {file}")
    return f"an editor: {took:.1f} s" if took > SECONDS else None


EDITORS: dict[str, Callable[[Buffers, Buffer, int], object]] = {
    "completes": complete,
    "hovers": lambda _, buffer, at: hover_at(buffer, at),
    "looks up": lambda _, buffer, at: definition_at(buffer, at),
    "looks for uses": lambda _, buffer, at: references_at(buffer, at, True),
    "renames": lambda buffers, buffer, at: rename(buffers, buffer, at, "other_name"),
}


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
    except (hoyle.PlayError, hoyle.StartError):  # as where its history turns out to be another game's
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


# ------------------------------------------------------------------ programs
PROGRAMS = 20  # of each number: hypothesis begins with the simplest, which is always the same


def try_programs(number: int, folder: Path) -> str | None:
    """Writes some rulesets and plays each in every build that there is, one of them in C, too."""
    if not TALLY.counted:
        TALLY.counted = Compared()
    failed: list[str] = []
    written = 0

    def play(text: str) -> None:
        nonlocal written
        written += 1
        kinds: tuple[Kind, ...] = (*KINDS, "native") if written == PROGRAMS - number % 7 else KINDS
        begun = time.process_time()
        found = tried(text, TALLY.counted, kinds=kinds, number=number + written)
        TALLY.note(time.process_time() - begun, f"program {written} of {number}")
        if isinstance(found, Failed) and not any(known.met(text, found.error) for known in KNOWN.values()):
            failed.append(f"{found} {kinds}")

    generated(PROGRAMS, play, number)
    return f"programs {number}: {failed[0]}" if failed else None


Trial = Callable[[int, Path], str | None]
TRIALS: dict[str, Trial] = {
    "mutants": try_mutant,
    "states": lambda number, _: try_state(number),
    "traces": try_trace,
    "programs": try_programs,
    "interrupts": try_interrupt,
}
