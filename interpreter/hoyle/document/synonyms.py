"""Keys and words that authors know from elsewhere, and what they are called in a ruleset."""

from __future__ import annotations

from collections.abc import Collection

# Each with what it may mean; which of them depends on where it stands.
_KEYS = {
    "name": ("title",),
    "description": ("about",),
    "summary": ("about",),
    "comment": ("about",),
    "pieces": ("components",),
    "cards": ("components",),
    "tokens": ("components",),
    "enums": ("types",),
    "enumerations": ("types",),
    "variables": ("state",),
    "variants": ("options",),
    "settings": ("options",),
    "setup": ("rules",),
    "phases": ("rules",),
    "procedures": ("rules",),
    "areas": ("zones",),
    "piles": ("zones",),
    "tests": ("scenarios",),
    "base": ("extends",),
    "component": ("of",),
    "holds": ("of",),
    "visible": ("seen",),
    "visibility": ("seen",),
    "visible_to": ("seen",),
    "hidden": ("seen",),
    "owner": ("per",),
    "capacity": ("room",),
    "limit": ("room",),
    "max": ("room", "range", "count"),
    "min": ("range", "count"),
    "maximum": ("room", "range", "count"),
    "minimum": ("range", "count"),
    "each": ("per",),
    "for_each": ("per",),
    "value": ("default",),
    "choices": ("values",),
    "attributes": ("has",),
    "properties": ("has",),
    "text": ("label",),
    "amount": ("copies",),
    "returns": ("is",),
    "return": ("is",),
    "condition": ("is",),
    "if": ("is",),
    "when": ("is",),
    "needs": ("is",),
    "then": ("do",),
    "action": ("do",),
    "actions": ("do",),
    "effect": ("do",),
    "steps": ("do", "then"),
    "except": ("unless",),
    "reason": ("why",),
    "message": ("why",),
    "winner": ("wins",),
    "victory": ("wins",),
    "points": ("score",),
    "start": ("given", "starts"),
    "do": ("then",),
    "expect": ("then",),
}
_WORDS = {
    "all": ("everyone",),
    "public": ("everyone",),
    "everybody": ("everyone",),
    "open": ("everyone",),
    "none": ("nobody",),
    "hidden": ("nobody",),
    "secret": ("nobody",),
    "player": ("owner",),
    "private": ("owner",),
    "self": ("owner",),
    "most": ("highest",),
    "more": ("highest",),
    "max": ("highest",),
    "least": ("lowest",),
    "fewest": ("lowest",),
    "min": ("lowest",),
    "game": ("match",),
    "always": ("match",),
    "forever": ("match",),
}


def known_key(key: str, known: Collection[str]) -> str | None:
    """The key that another word for it means, among those that can stand there."""
    return next((meant for meant in _KEYS.get(key.lower(), ()) if meant in known), None)


def known_word(word: str, known: Collection[str]) -> str | None:
    """The word that another one means, among those that can stand there."""
    return next((meant for meant in _WORDS.get(word.lower(), ()) if meant in known), None)
