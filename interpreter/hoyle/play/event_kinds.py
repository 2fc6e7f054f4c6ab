"""The kinds of events and what each of them tells: the one table that readers, scenarios and docs go by."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class EventField:
    """What stands under one name in an event; `hidden` says what a seat finds there that must not know it."""

    about: str
    example: str  # as JSON
    hidden: str = ""
    optional: bool = False  # left out where it says nothing


@dataclass(frozen=True, slots=True)
class EventKind:
    """When an event of a kind is told; `main` is the field that its name alone stands for in a scenario."""

    about: str
    fields: dict[str, EventField] = field(default_factory=dict)
    main: str | None = None


_SCORES = EventField("everybody's points, in seat order", "[12, 7]")

EVENTS: dict[str, EventKind] = {
    "start": EventKind(
        "The match begins.",
        {
            "ruleset": EventField("its id", '"stop"'),
            "hash": EventField("pins the rules: the same program has the same hash", '"9c1b…"'),
            "players": EventField("how many play", "3"),
            "options": EventField("every option with its value", '{"target": 500}'),
            "seed": EventField("what all chance follows from", "7", "null"),
        },
    ),
    "round": EventKind("A round begins.", {"number": EventField("which one, from 1", "1")}),
    "shuffle": EventKind(
        "A zone was shuffled.",
        {
            "zone": EventField("its name, with its index if it has one", '"deck"'),
            "order": EventField(
                "its pieces, bottom first; null where chance is stepped", '["red 4", "blue 1"]', "null"
            ),
        },
        "zone",
    ),
    "random": EventKind(
        "`random` brought something.",
        {
            "label": EventField("the name that it was given", '"pips"'),
            "value": EventField("what came", "6", "null"),
        },
        "label",
    ),
    "decide": EventKind(
        "A seat took a choice; told before what the choice does.",
        {
            "seat": EventField("who", "0"),
            "name": EventField("the rule that asked", '"turn"'),
            "choices": EventField("the labels of all legal choices", '["play red 3", "draw"]', "null"),
            "pick": EventField(
                "the label of the one taken",
                '"play red 3"',
                "`…` for each piece not known, or null: a choice made unseen",
            ),
        },
        "pick",
    ),
    "move": EventKind(
        "A piece went from one zone to another; several go one by one.",
        {
            "piece": EventField("its label", '"red 3"', "null"),
            "from": EventField("the zone it left", '"hand[0]"'),
            "to": EventField("the zone it came to", '"discard"'),
            "bottom": EventField("true if it was put under the others", "true", optional=True),
        },
        "piece",
    ),
    "reveal": EventKind(
        "Pieces were shown.",
        {
            "pieces": EventField("their labels; of a zone, bottom first", '["red 3"]', "null for each"),
            "to": EventField("the seats, or everyone", "[1]"),
        },
        "pieces",
    ),
    "set": EventKind(
        "A variable got a value.",
        {
            "name": EventField("which", '"owed"'),
            "index": EventField("of which of its many; a list, if it has several", '"b2"', optional=True),
            "value": EventField(
                "the value now; a list, if all of many were set at once",
                "2",
                "null, also if it names pieces; one value, if all pieces were set to it",
            ),
        },
        "name",
    ),
    "score": EventKind(
        "A round was scored.",
        {
            "scores": _SCORES,
            "gained": EventField("what the round brought each", "[5, 0]", optional=True),
        },
    ),
    "end": EventKind(
        "The match is over.",
        {"scores": _SCORES, "winners": EventField("the seats that win", "[0]")},
    ),
    "fault": EventKind(
        "The rules failed, and the game stopped; only in traces, as the last line of a game.",
        {
            "rule": EventField("in which rule, or nothing", '"turn"'),
            "message": EventField("what went wrong", '"a division by zero"'),
        },
    ),
}

# What a state can tell: a fault is no part of a game.
TOLD = tuple(kind for kind in EVENTS if kind != "fault")
