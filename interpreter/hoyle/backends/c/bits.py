"""Bit sets as C has them: of one word, or of two where there are more than 64 places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

MOST_PLACES = 128

_WORD = (1 << 64) - 1


@dataclass(frozen=True)
class Bits:
    """The text of a bit set."""

    text: str
    wide: bool = False

    @property
    def type(self) -> str:
        return "Wide" if self.wide else "uint64_t"

    @property
    def count(self) -> str:
        """How many bits are set."""
        return f"bits_in{'_wide' if self.wide else ''}({self.text})"

    @property
    def opposite(self) -> Bits:
        return Bits(f"~({self.text})", self.wide)

    def among(self, other: Bits) -> Bits:
        """What both have; the wider one says how wide."""
        return Bits(f"{self.text} & {other.text}", self.wide or other.wide)

    def lowest(self, name: str) -> str:
        """The lowest bit of a variable that holds such a set."""
        return f"lowest_wide({name})" if self.wide else f"(N)__builtin_ctzll({name})"

    def has(self, name: str, place: str) -> str:
        """Whether a variable that holds such a set has a place."""
        return f"has_wide({name}, {place})" if self.wide else f"({name} >> {place} & 1)"


def wide_at(array: str, number: str) -> Bits:
    """One of several bit sets of two words that lie one after the other."""
    return Bits(f"wide_at({array} + 2 * ({number}))", wide=True)


def constant(mask: int) -> Bits:
    """A bit set that is known beforehand."""
    if mask <= _WORD:
        return Bits(f"{mask:#x}ull")
    return Bits(f"((Wide){mask >> 64:#x}ull << 64 | {mask & _WORD:#x}ull)", wide=True)


def halves(masks: tuple[int, ...]) -> tuple[int, ...]:
    """Bit sets of two words, the lower one first."""
    return tuple(half for mask in masks for half in (mask & _WORD, mask >> 64))


def is_wide(masks: tuple[int, ...]) -> bool:
    return any(mask > _WORD for mask in masks)


def mask_of(items: tuple[Any, ...], ordered: bool) -> int | None:
    """Some items as bits; None if they are no places, twice the same, or not in the order that is wanted."""
    if any(not isinstance(item, int) or not 0 <= item < MOST_PLACES for item in items):
        return None
    if len(set(items)) != len(items) or (ordered and list(items) != sorted(items)):
        return None
    found: int = sum(1 << item for item in items)
    return found
