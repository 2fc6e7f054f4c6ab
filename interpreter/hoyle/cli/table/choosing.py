"""The choices of a decision: how they are listed, and which one is meant by what was typed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING

from hoyle.tables import aligned

if TYPE_CHECKING:
    from hoyle.play.decision import Decision
    from hoyle.tabletop.names import Names

MOST_LISTED = 80  # choices; of more only the kinds are told
LONG_LIST = 12  # choices that are listed one a line
_LEAST_PART = 3  # letters from within a word
_SEAT = re.compile(r"\bseat\b")


@dataclass(frozen=True)
class Choices:
    """What a seat can do: labels as they are shown and as the game knows them, and their actions.

    Where a choice is about an amount, a number that is typed is that amount, and the list's own numbers are
    written with a `#`. So they are where a number might also be meant as a word of another label.
    """

    shown: tuple[str, ...]
    labels: tuple[str, ...]
    actions: tuple[str, ...]
    amounts: tuple[str | None, ...]  # the number that each alone is about, if it is

    @property
    def about_amounts(self) -> bool:
        return any(amount is not None for amount in self.amounts)

    def key(self, index: int) -> str:
        """What to type for a choice: its amount, if no other has it, or else its place in the list."""
        if not self.about_amounts:
            return f"#{index + 1}" if self._is_mixed_up else str(index + 1)
        amount = self.amounts[index]
        return amount if amount and self._by_amount[self.actions[index]] else f"#{index + 1}"

    @cached_property
    def _by_amount(self) -> dict[str, bool]:
        """Of each action whether all that it can be done with have an amount of their own."""
        found: dict[str, bool] = {}
        for index, (action, amount) in enumerate(zip(self.actions, self.amounts, strict=True)):
            alone = bool(amount) and self.found(str(amount)) == [index]
            found[action] = found.get(action, True) and alone
        return found

    @cached_property
    def _is_mixed_up(self) -> bool:
        """Whether some number is both a place in the list and a word of another choice."""
        places = {str(place): place - 1 for place in range(1, len(self.labels) + 1)}
        return any(
            places.get(word, index) != index for index, words in enumerate(self._words) for word in words
        )

    def _numbered(self, number: int) -> list[int]:
        """The choice with that place in the list, and those with that number as a word."""
        place = {number - 1} if 0 < number <= len(self.labels) else set()
        return sorted(place | {index for index, words in enumerate(self._words) if str(number) in words})

    @cached_property
    def _words(self) -> list[list[str]]:
        return [label.split() for label in self.shown]

    def is_label(self, index: int, words: str) -> bool:
        """Whether just that was typed: what is a label is no command."""
        return words.lower() in (self.shown[index].lower(), self.labels[index].lower())

    def found(self, words: str) -> list[int]:
        """The choices that may be meant: one if it is clear, several if not, none if nothing fits."""
        words = " ".join(words.lower().split())
        if not words:
            return []
        number = words.removeprefix("#")
        if number.isdecimal() and len(number) < 9:
            if words != number:
                return [int(number) - 1] if 0 < int(number) <= len(self.labels) else []
            if not self.about_amounts:
                return self._numbered(int(number))
        for fits in (_is, _begins, _has_in_order, _has_part):
            # Players are called by their names; `seat 1` is understood, too, but a bare 1 is none of those.
            for labels in (self.shown, self.labels) if _SEAT.search(words) else (self.shown,):
                meant = [index for index, label in enumerate(labels) if fits(label.lower(), words)]
                if meant:
                    return meant
        return []

    def lines(self, indices: Sequence[int], width: int) -> list[str]:
        """Some of the choices with what to type for each; many are grouped by what one does."""
        if len(indices) <= LONG_LIST:
            digits = max(len(self.key(index)) for index in indices)
            return [f"  {self.key(index):>{digits}}  {self.shown[index]}" for index in indices]
        lines: list[str] = []
        for action, group in groupby(indices, key=lambda index: self.actions[index]):
            same = list(group)
            first = _common_words([self.shown[index] for index in same])
            head = " ".join(first) or action.replace("_", " ")
            rest = [" ".join(self.shown[index].split(" ")[len(first) :]) or head for index in same]
            cells = [_cell(self.key(index), text) for index, text in zip(same, rest, strict=True)]
            lines += [f"  {head} …" if len(same) > 1 else f"  {head}", *_columns(cells, width - 4)]
        return lines

    def kinds(self) -> list[str]:
        """What one can do, with how many ways there are to do it."""
        counts: dict[str, int] = {}
        for index, action in enumerate(self.actions):
            verb = self.shown[index].split(" ")[0] if action == "pass" else action.replace("_", " ")
            counts[verb] = counts.get(verb, 0) + 1
        return [f"{verb} ({count} ways)" if count > 1 else verb for verb, count in counts.items()]


def choices_of(decision: Decision, names: Names) -> Choices:
    """The choices of a decision; those of the seat that is to take it."""
    labels = decision.labels
    return Choices(
        tuple(names.within(label) for label in labels),
        tuple(labels),
        tuple(choice.action for choice in decision.choices),
        tuple(_amount(choice.args.values()) for choice in decision.choices),
    )


def _amount(arguments: Iterable[object]) -> str | None:
    """The number that a choice is about; empty if it is about several, None if it names something else, too.

    >>> _amount([3]), _amount(["7"]), _amount([2, 5]), _amount([True]), _amount(["5-6", 6])
    ('3', '7', '', None, None)
    """
    found = [str(value) for value in arguments if not isinstance(value, bool)]
    numbers = [text for text in found if text.isdecimal()]
    if not numbers or len(numbers) < len(found):
        return None
    return numbers[0] if len(numbers) == 1 else ""


def _is(label: str, words: str) -> bool:
    return label == words


def _begins(label: str, words: str) -> bool:
    return label.startswith(words) and not (words[-1].isdecimal() and label[len(words) :][:1].isdecimal())


def _has_in_order(label: str, words: str) -> bool:
    """Whether a label has these words in this order; a word may be the beginning of one, a number not.

    >>> _has_in_order("take 3 from pile 2", "3 2"), _has_in_order("bid 13", "1")
    (True, False)
    """
    rest = iter(label.split())
    for word in words.split():
        for other in rest:
            if other == word or (not word.isdecimal() and other.startswith(word)):
                break
        else:
            return False
    return True


def _has_part(label: str, words: str) -> bool:
    """Whether a label has these letters anywhere.

    >>> _has_part("claim prompter", "rompt"), _has_part("claim prompter", "r"), _has_part("take 12", "2")
    (True, False, False)
    """
    return len(words) >= _LEAST_PART and not any(map(str.isdecimal, words)) and words in label


def _common_words(labels: Sequence[str]) -> list[str]:
    """The words that all labels begin with.

    >>> _common_words(["place at a1", "place at b2"]), _common_words(["hold"])
    (['place', 'at'], ['hold'])
    """
    split = [label.split(" ") for label in labels]
    common: list[str] = []
    for words in zip(*split, strict=False):
        if len(set(words)) > 1:
            break
        common.append(words[0])
    return common


def _cell(key: str, text: str) -> str:
    """What to type and what it is, once if that is the same."""
    return key if key == text else f"{key} {text}"


def _columns(cells: Sequence[str], width: int) -> list[str]:
    """Cells below each other in as many columns as there is room for, going down each."""
    longest = max(map(len, cells)) + 3
    columns = max(1, min(len(cells), width // longest))
    height = -(-len(cells) // columns)
    rows = [[*cells[row::height], *[""] * columns][:columns] for row in range(height)]
    return [f"    {line}" for line in aligned(rows, gap="   ")]
