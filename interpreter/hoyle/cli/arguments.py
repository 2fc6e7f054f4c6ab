"""Reads what is typed behind a command: whole numbers, and `--option name=value` by the option's kind."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

from hoyle.cli.faults import UserFault, one_of
from hoyle.random import MASK

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from hoyle.analysis.batch import OptionValue

TRUTH = {"true": True, "false": False}


def at_least(least: int, most: int | None = None) -> Callable[[str], int]:
    """Reads a whole number that must not be smaller than `least`, nor larger than `most`.

    >>> at_least(1)("12")
    12
    """

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise ArgumentTypeError(f"`{text}` is not a whole number") from None
        if number < least:
            raise ArgumentTypeError(f"must be at least {least}, not {number}")
        if most is not None and number > most:
            raise ArgumentTypeError(f"must be at most {most}, not {number}")
        return number

    return read


def seed(text: str) -> int:
    """Reads a seed.

    >>> seed("18446744073709551615")
    18446744073709551615
    """
    return at_least(0, MASK)(text)


def percentage(text: str) -> float:
    """Reads a share of more than 0 % and less than 100 %.

    >>> percentage("2.5%"), percentage("1 %")
    (0.025, 0.01)
    """
    number, sign, rest = text.partition("%")
    try:
        share = float(number) / 100
    except ValueError:
        share = -1.0
    if not sign or rest.strip() or share < 0:
        raise ArgumentTypeError(f"`{text}` is not a percentage; write it as in 1%")
    if not 0 < share < 1:
        raise ArgumentTypeError(f"must be more than 0% and less than 100%, not {text}")
    return share


def chosen_options(words: Iterable[str], defaults: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options that are set by words like `hand_size=5`; whether a value is in range is the game's to say.

    >>> chosen_options(["hand_size=5", "jump=false"], {"hand_size": 7, "jump": True})
    {'hand_size': 5, 'jump': False}
    """
    chosen: dict[str, OptionValue] = {}
    for word in words:
        name, equals, text = (part.strip() for part in word.partition("="))
        if not equals:
            raise UserFault(f"--option {word}: there is no `=` in it", "write --option NAME=VALUE")
        if name not in defaults:
            raise UserFault(
                f"--option {word}: the ruleset has no option `{name}`",
                one_of(name, list(defaults), "options") if defaults else "it has no options at all",
            )
        if name in chosen:
            raise UserFault(f"--option {word}: `{name}` is set twice", "set each option once")
        chosen[name] = _value(word, text, defaults[name])
    return chosen


def _value(word: str, text: str, default: OptionValue) -> OptionValue:
    if isinstance(default, bool):
        if text not in TRUTH:
            raise UserFault(f"--option {word}: `{text}` is not a truth value", "write true or false")
        return TRUTH[text]
    if isinstance(default, int):
        return _whole(word, text)
    if isinstance(default, str):
        return text
    items = text.removeprefix("[").removesuffix("]")
    return [_whole(word, item.strip()) for item in items.split(",")] if items.strip() else []


def _whole(word: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise UserFault(
            f"--option {word}: `{text}` is not a whole number", "write a number, as in 7"
        ) from None
