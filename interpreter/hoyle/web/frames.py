"""What a browser is shown: a function of what its seat knows, and of what no seat is kept from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hoyle.tabletop.names import DICE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoyle.story.teller import Sentence
    from hoyle.web.knowledge import Knowledge, Offered


@dataclass(frozen=True, slots=True)
class Around:
    """What is around the game, and no secret to anybody at the table."""

    at: int
    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    present: tuple[bool, ...]
    watchers: int
    proposal: tuple[int, tuple[int, ...]] | None = None  # who wants to take a choice back, and who agrees
    stopped: str | None = None
    notice: str | None = None
    author: bool = False  # whether the rules are being written while they are played
    findings: tuple[dict[str, Any], ...] = ()


def frame(knowledge: Knowledge, around: Around, since: int, story: Sequence[Sentence]) -> dict[str, Any]:
    """The frame for a seat: how things stand, and what has happened since so many events were told."""
    view, events = knowledge.view, knowledge.events
    return {
        "say": "frame",
        "at": around.at,
        "seat": knowledge.seat,
        "round": view["round"],
        "scores": view["scores"],
        "over": view["over"],
        "zones": view["zones"],
        "state": view["state"],
        "due": _due(view),
        "choices": [_choice(offered) for offered in knowledge.choices],
        "story": [[one.kind, one.text] for one in story if one.kind != "aside"],
        "again": since == 0,
        "moves": _moves(events[since:]) if since else [],
        "thrown": _thrown(events),
        "winners": events[-1]["winners"] if view["over"] and events[-1]["event"] == "end" else [],
        "chosen": sum(event["event"] == "decide" for event in events),
        "names": list(around.names),
        "bots": list(around.bots),
        "present": list(around.present),
        "watchers": around.watchers,
        "undo": None
        if around.proposal is None
        else {"by": around.proposal[0], "agreed": list(around.proposal[1])},
        "stopped": around.stopped,
        "notice": around.notice,
        "author": around.author,
        "findings": list(around.findings),
    }


def _due(view: dict[str, Any]) -> dict[str, Any] | None:
    if view["over"]:
        return None
    due = view["decision"]
    return {"seat": due["seat"], "name": due["name"], "question": due.get("question")}


def _moves(events: Sequence[dict[str, Any]]) -> list[list[str | None]]:
    """Which pieces went from where to where."""
    return [[event["piece"], event["from"], event["to"]] for event in events if event["event"] == "move"]


def _thrown(events: Sequence[dict[str, Any]]) -> list[int]:
    """The last throw of dice: what chance brought after one choice, if it was called so."""
    found: list[int] = []
    for event in reversed(events):
        if event["event"] == "random" and event["label"] in DICE and type(event["value"]) is int:
            found.append(event["value"])
        elif found and event["event"] in ("decide", "round"):
            break
    return found[::-1]


def _choice(offered: Offered) -> dict[str, Any]:
    return {
        "label": offered.label,
        "action": offered.action,
        "things": [thing.plain() for thing in offered.things],
        "rules": list(offered.rules),
        "zones": list(offered.zones),
    }
