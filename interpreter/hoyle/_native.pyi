"""The extension, as `backends/c/extension/native.c` has it."""

from os import PathLike
from typing import Any

ABI: int

class Library:
    players: int
    stride: int
    teams: int
    pointer: int

    def __new__(cls, path: PathLike[str]) -> Library: ...
    def play(
        self,
        seed: int,
        first: int,
        last: int,
        most: int,
        bots: bytes,
        tally: bytearray,
        action_of: bytes,
        actions: int,
        rows: bytearray,
        /,
    ) -> int: ...

class Position:
    game: Any
    build: Any
    native: Any
    start: Any
    history: Any
    recorder: Any
    base: Any
    plain: Any
    shown: Any
    library: Library
    pointer: int
    over: bool
    seat: int
    rounds: int
    decisions: int
    count: int
    rng: int

    def __init__(self, library: Any) -> None: ...
    @property
    def decision(self) -> Any: ...
    def apply(self, choice: Any, /) -> None: ...
    def copy(self) -> Any: ...
    def step(self, choice: int, /) -> bool: ...
    def begin_at(self, rng: int, /) -> bool: ...
    def assign(self, other: Any, /) -> None: ...
    def ending(self, stream: int, most: int, rounds: int, /) -> tuple[int, list[int]] | None: ...
    def random_steps(self, stream: int, most: int, rounds: int, /) -> tuple[int, int, int]: ...
    def started(self, seed: int, /) -> Any: ...
    def standing(self) -> list[int] | None: ...
    def save(self) -> bytes: ...
    def load(self, words: bytes, /) -> bool: ...

def step_many(states: list[Any], choices: Any, /) -> list[int]: ...
def end_many(
    states: tuple[Any, ...], first: int, stream: int, most: int, rounds: int, /
) -> tuple[int, list[list[int]]]: ...

class Decision:
    seat: int
    _state: Any
    frame_words: list[int]
    picked_words: list[int]

    @property
    def choices(self) -> Any: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Any: ...

class Choice:
    index: int
    _decision: Any
    words: list[int]
