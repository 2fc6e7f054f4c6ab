"""What a browser may say, read so closely that nothing else gets any further."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Hello:
    """Sits down at a table: with a secret at its seat, without one as a watcher."""

    table: str
    secret: str | None
    language: str | None


@dataclass(frozen=True, slots=True)
class Choose:
    """Takes a choice of the decision that stood in a frame; `move` names it, so that it counts once."""

    at: int
    pick: int
    move: str


@dataclass(frozen=True, slots=True)
class Why:
    """Asks why something cannot be chosen now."""

    what: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Asks the others to take the last own choice back."""

    at: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Agrees that a choice is taken back, or does not."""

    at: int
    agreed: bool


@dataclass(frozen=True, slots=True)
class Rename:
    """Gives the own seat a name."""

    name: str


Message: TypeAlias = Hello | Choose | Why | Undo | Answer | Rename

MOST = 1 << 31
LONGEST_WORD = 300


class Unreadable(ValueError):
    """A message that says nothing that anybody here understands."""


def read(text: str) -> Message:
    """The message of a text; Unreadable says what is wrong with it.

    >>> read('{"say": "choose", "at": 3, "pick": 0, "move": "m1"}')
    Choose(at=3, pick=0, move='m1')
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable("a message is a JSON object, and this is none") from None
    if not isinstance(found, dict):
        raise Unreadable("a message is a JSON object, and this is none")
    fields = _Fields(found)
    match fields.word("say"):
        case "hello":
            return Hello(fields.word("table"), fields.maybe("secret"), fields.maybe("language"))
        case "choose":
            return Choose(fields.number("at"), fields.number("pick"), fields.word("move"))
        case "why":
            return Why(fields.word("what"))
        case "undo":
            return Undo(fields.number("at"))
        case "agree":
            return Answer(fields.number("at"), True)
        case "disagree":
            return Answer(fields.number("at"), False)
        case "name":
            return Rename(fields.word("name"))
        case other:
            raise Unreadable(f"nobody here understands `{other[:40]}`")


class _Fields:
    """The fields of a message, each of the kind that it must be."""

    def __init__(self, found: dict[str, Any]) -> None:
        self.found = found

    def number(self, name: str) -> int:
        value = self.found.get(name)
        if type(value) is not int or not 0 <= value <= MOST:
            raise Unreadable(f"`{name}` must be a whole number that is not negative")
        return value

    def word(self, name: str) -> str:
        value = self.found.get(name)
        if not isinstance(value, str) or not 0 < len(value) <= LONGEST_WORD:
            raise Unreadable(f"`{name}` must be a text of 1 to {LONGEST_WORD} characters")
        return value

    def maybe(self, name: str) -> str | None:
        return self.word(name) if self.found.get(name) is not None else None


def tidy_name(name: str, longest: int) -> str:
    """A name without what cannot be seen, or turns the text around it about.

    >>> tidy_name("  Ada\\u202e\\n Lovelace ", 24)
    'Ada Lovelace'
    """
    kept = "".join(" " if sign.isspace() else sign for sign in name if sign.isspace() or _shown(sign))
    return " ".join(kept.split())[:longest].strip()


def _shown(sign: str) -> bool:
    return unicodedata.category(sign)[0] not in "CZ"
