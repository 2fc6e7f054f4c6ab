"""What is declared and stays as it is while a game is played: all that a browser needs besides frames."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from hoyle.tabletop.declared import Declared
from hoyle.tabletop.names import DICE, spoken
from hoyle.web.signs import man, suit

if TYPE_CHECKING:
    from hoyle import State
    from hoyle.show.rulebook import Rulebook

DISCS = frozenset("token disc stone man men pawn counter marker marble seed coin chip meeple piece".split())
TILES = frozenset({"tile", "tiles", "domino", "dominoes"})
_NUMBER = re.compile(r"-?\d+")


def setting(state: State, book: Rulebook, language: str | None) -> dict[str, Any]:
    """The declarations of a game as one table plays it."""
    plan = state.plan
    program = plan.program
    declared = Declared(program, plan.layout.players)
    return {
        "ruleset": program.id,
        "title": in_language(program.title, language) or program.id,
        "about": in_language(program.about, language),
        "languages": sorted({*program.title, *program.about}),
        "players": plan.layout.players,
        "teams": [list(team) for team in declared.teams],
        "options": [
            [spoken(name), value] for name, value in state.game.shown_options(plan.layout.options).items()
        ],
        "zones": [_zone(declared, book, name) for name in plan.zone_names],
        "boards": [_board(board) for board in program.boards],
        "variables": {
            variable.name: _variable(declared, variable)
            for variable in program.vars
            if variable.type.kind != "memory" and not any(per.kind == "piece" for per in variable.per)
        },
        "faces": {component.name: _faces(declared, component) for component in program.components},
        "looks": {
            component.name: _look(component.name, declared, component) for component in program.components
        },
        "rules": {
            name: [words.about, list(words.cites)]
            for name, words in book.rules.items()
            if words.about or words.cites
        },
        "points": book.points,
    }


def in_language(texts: dict[str, str], language: str | None) -> str:
    """A text in a language, or in the first that there is."""
    return texts.get(language or "") or next(iter(texts.values()), "")


def _zone(declared: Declared, book: Rulebook, name: str) -> dict[str, Any]:
    spot = declared.spot(name)
    place = next(
        (
            (per.name, index)
            for per, index in zip(spot.zone.per, spot.indices, strict=True)
            if per.kind in ("node", "edge")
        ),
        None,
    )
    called = " ".join([spoken(spot.zone.name), *(spoken(word) for word in spot.others)])
    return {
        "name": name,
        "zone": spot.zone.name,
        "called": called if place is None else spoken(spot.zone.name),
        "about": book.zones.get(spot.zone.name, ""),
        "of": spot.zone.component,
        "seat": spot.seat,
        "place": list(place) if place is not None else None,
        "shape": "pile" if spot.zone.seen == "nobody" else declared.arrangement(spot.zone.name),
        "seen": spot.zone.seen,
        "room": spot.zone.room,
    }


def _board(board: Any) -> dict[str, Any]:
    return {
        "name": board.name,
        "node": board.node_type,
        "edge": board.edge_type,
        "kind": board.kind,
        "nodes": [[name, x, y] for name, (x, y) in zip(board.nodes, board.at, strict=True)],
        "edges": [[name, a, b] for name, (a, b) in zip(board.edges, board.ends, strict=True)],
        "width": board.width,
        "height": board.height,
    }


def _variable(declared: Declared, variable: Any) -> dict[str, Any]:
    """A variable's kind, and the words of its indices."""
    program = declared.program
    per: list[dict[str, Any]] = []
    for one in variable.per:
        if one.kind == "player":
            per.append({"kind": "player", "of": "", "words": list(range(declared.players))})
        elif one.kind == "enum":
            per.append({"kind": "enum", "of": one.name, "words": list(program.enums[one.name])})
        elif one.kind in ("node", "edge"):
            board = declared.boards[one.name]
            words = board.nodes if one.kind == "node" else board.edges
            per.append({"kind": one.kind, "of": one.name, "words": list(words)})
        elif one.kind == "range":
            low, high = program.ranges[one.name]
            per.append({"kind": "range", "of": one.name, "words": list(range(low, high + 1))})
        else:
            per.append({"kind": one.kind, "of": one.name, "words": []})
    single = variable.type.single
    return {
        "called": spoken(variable.name),
        "kind": single.kind,
        "list": variable.type.kind == "list",
        "maybe": variable.type.optional,
        "dice": bool(DICE & set(variable.name.split("_")))
        and single.kind in ("int", "range")
        and not _counts(per),
        "per": per,
        "signs": {
            word: found for word in program.enums.get(single.name, ()) if (found := man(word) or suit(word))
        }
        if single.kind == "enum"
        else {},
    }


def _counts(per: list[dict[str, Any]]) -> bool:
    """Whether a variable is there once for each player: then `dice` says how many, and not which."""
    return any(one["kind"] == "player" for one in per)


def _look(name: str, declared: Declared, component: Any) -> str:
    """What pieces of a component are drawn as: a card, a disc, a tile or a die."""
    words = set(name.lower().split("_"))
    for shape, known in (("die", DICE), ("disc", DISCS), ("tile", TILES)):
        if words & known:
            return shape
    on_board = any(
        zone.component == name and any(per.kind in ("node", "edge") for per in zone.per)
        for zone in declared.program.zones
    )
    return "disc" if on_board else "card"


def _faces(declared: Declared, component: Any) -> dict[str, Any]:
    """For each label of a component what stands on such a piece."""
    found: dict[str, Any] = {}
    for label in component.labels:
        if label not in found:
            attributes = declared.attributes(component.name, label)
            found[label] = [[name, word, suit(word)] for name, word in attributes]
    return found
