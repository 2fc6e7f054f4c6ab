"""What the seats are called, and how things read with those names in them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hoyle.wording import counted

DICE = frozenset({"die", "dice", "face", "faces", "pips", "roll", "rolled", "throw", "thrown_dice"})
"""Words that are said of what shows pips."""

_SEAT = re.compile(r"\bseat (\d+)\b")


@dataclass(frozen=True, slots=True)
class Names:
    """The players by seat; without a name of their own they are `Player 1` and so on. `you` is who reads."""

    players: tuple[str, ...]
    you: int | None = None
    numbered: str = "Player {number}"  # what they are called without a name, in the reader's language

    def seat(self, seat: int) -> str:
        """What a seat is called, whoever reads.

        >>> Names(("Ann", "")).seat(1)
        'Player 2'
        """
        named = self.players[seat] if seat < len(self.players) else ""
        return named or self.numbered.format(number=seat + 1)

    def within(self, text: str) -> str:
        """A text of the game with the players' names in it.

        >>> Names(("Ann", "Ben")).within("ask seat 1 for kings")
        'ask Ben for kings'
        """
        return _SEAT.sub(lambda found: self.seat(int(found[1])), text)

    def without(self, text: str) -> str:
        """A text as the game knows it: seats by number again.

        >>> Names(("Ann", "Ben")).without("ask Ben for kings")
        'ask seat 1 for kings'
        >>> Names(("Ann", "")).without("ask player 2 for kings")
        'ask seat 1 for kings'
        """
        called = [(self.seat(seat), seat) for seat in range(len(self.players))]
        for name, seat in sorted(called, key=lambda pair: -len(pair[0])):
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"seat {seat}", text, flags=re.IGNORECASE)
        return text

    def team(self, seats: tuple[int, ...]) -> str:
        """A team by its players.

        >>> Names(("Ann", "Ben", "Cid", "")).team((1, 3))
        'Ben + Player 4'
        """
        return " + ".join(map(self.seat, seats))


def spoken(name: str) -> str:
    """A name of the ruleset as one says it.

    >>> spoken("turned_up")
    'turned up'
    """
    return name.replace("_", " ")


_PLURALS = {"die": "dice", "man": "men"}


def many(number: int, component: str) -> str:
    """So many pieces of a component.

    >>> many(1, "card"), many(3, "card"), many(2, "die")
    ('1 card', '3 cards', '2 dice')
    """
    noun = spoken(component)
    return f"{number} {_PLURALS[noun]}" if number != 1 and noun in _PLURALS else counted(number, noun)
