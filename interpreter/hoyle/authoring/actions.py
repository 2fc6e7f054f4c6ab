"""Which values of a ruleset are written in the action language, and where the grammar begins for each."""

from __future__ import annotations

from hoyle.document.merge import rule_id

_RULE_KEYS = {"do": "procedure", "is": "expression", "add": "alternatives", "needs": "conditions"}


def entry_point(path: tuple[str, ...]) -> str | None:
    """The grammar's entry point for the value at a path of keys, if it is action language at all.

    >>> entry_point(("rules", "turn(player me)", "do")), entry_point(("rules", "turn", "about"))
    ('procedure', None)
    """
    match path:
        case ("rules", _, key):
            return _RULE_KEYS.get(key)
        case ("rules", _, "unless", _) | ("requires", _, "is") | ("match", "rounds" | "ends"):
            return "expression"
        case ("state", "match" | "round", _):
            return "declaration"
        case ("match" | "players", key) | ("zones", _, key):
            return "expression" if "(" in key and rule_id(key) in ("score", "active", "starts") else None
        case ("zones", _, "refill", "when"):
            return "expression"
        case _:
            return None
