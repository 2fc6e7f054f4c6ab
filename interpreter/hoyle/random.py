"""The portable random generator: SplitMix64, one stream per game.

`docs/random.md` specifies it with test vectors; any implementation must give the same numbers.
"""

from __future__ import annotations

MASK = (1 << 64) - 1
GAMMA = 0x9E3779B97F4A7C15


def mix(value: int) -> int:
    """SplitMix64's finalizer: scatters a 64-bit number."""
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


def first_state(seed: int) -> int:
    """The state of a stream before its first number; a seed is a number from 0 to 2^64 - 1."""
    return mix(seed & MASK)


def derive(seed: int, index: int) -> int:
    """The seed of the index-th of many independent games (or bots) of one run."""
    return mix((first_state(seed) + GAMMA * (index + 1)) & MASK)


def same_run(seed: int, index: int) -> int:
    """The seed of the run whose first game is the index-th one of another run.

    >>> derive(same_run(7, 5), 0) == derive(7, 5)
    True
    """
    return unmixed((first_state(seed) + GAMMA * index) & MASK)


def unmixed(value: int) -> int:
    """The number that `mix` makes this one of.

    >>> unmixed(mix(12345))
    12345
    """
    value = _unshifted(value, 31)
    value = _unshifted(value * pow(0x94D049BB133111EB, -1, MASK + 1) & MASK, 27)
    return _unshifted(value * pow(0xBF58476D1CE4E5B9, -1, MASK + 1) & MASK, 30)


def _unshifted(value: int, shift: int) -> int:
    """The number whose exclusive or with itself, shifted down, this is."""
    found = value
    for _ in range(64 // shift):
        found = value ^ (found >> shift)
    return found


class Stream:
    """A stream of random numbers.

    >>> stream = Stream(7)
    >>> [stream.below(6) for _ in range(5)]
    [3, 1, 5, 5, 3]
    """

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        self.state = first_state(seed)

    def next(self) -> int:
        """The next 64-bit number."""
        self.state = (self.state + GAMMA) & MASK
        return mix(self.state)

    def below(self, count: int) -> int:
        """A number from 0 to count - 1: the high half of the 128-bit product."""
        return (self.next() * count) >> 64


def shuffle(state: int, items: list[int]) -> int:
    """Shuffles in place, from the last item down; returns the stream's new state."""
    for i in range(len(items) - 1, 0, -1):
        state = (state + GAMMA) & MASK
        value = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
        j = ((value ^ (value >> 31)) * (i + 1)) >> 64
        items[i], items[j] = items[j], items[i]
    return state
