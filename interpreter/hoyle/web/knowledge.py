"""What one seat may know of a game, and nothing else: all that a frame is ever made of.

This is the only module of the room that looks into a state on behalf of somebody. It takes the seat's view,
the events as the seat saw them, and the choices of the seat's own decision.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hoyle import State
    from hoyle.play.decision import Choice

PLACES = ("node", "edge")


@dataclass(frozen=True, slots=True)
class Thing:
    """What a choice names: a piece, a place on a board, a seat, or a word or number."""

    kind: str
    name: str
    zone: str | None = None  # where the piece lies, if the seat sees it there

    def plain(self) -> list[str]:
        return [self.kind, self.name] if self.zone is None else [self.kind, self.name, self.zone]


@dataclass(frozen=True, slots=True)
class Offered:
    """A choice of the seat's own decision."""

    label: str
    action: str
    things: tuple[Thing, ...]
    rules: tuple[str, ...]  # those that say whether it may be taken, and the one that asks
    zones: tuple[str, ...] = ()  # the piles that it takes from, where it names no piece or place


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What a seat knows at a moment; None is a watcher."""

    seat: int | None
    view: dict[str, Any]
    events: tuple[dict[str, Any], ...]  # all so far
    choices: tuple[Offered, ...]


def knowledge_of(state: State, seat: int | None) -> Knowledge:
    """What a seat knows now."""
    view = state.view(seat)
    choices: tuple[Offered, ...] = ()
    if not state.over and seat is not None and state.decision.seat == seat:
        choices = tuple(_offered(state, choice, view) for choice in state.decision)
    return Knowledge(seat, view, tuple(state.events_for(seat)), choices)


def _offered(state: State, choice: Choice, view: dict[str, Any]) -> Offered:
    site, number = state.plan.alternatives[choice.raw[0]]
    asking = site.decide.name if site.decide is not None else ""
    if site.decide is None or number < 0:
        return Offered(choice.label, choice.action, (), (asking,))
    alternative = site.decide.alternatives[number]
    things: list[Thing] = []
    riders: list[str] = []
    for pick, value in zip(alternative.picks, choice.raw[1:], strict=True):
        if pick.kind == "rider":
            if value and pick.need is not None:
                riders.append(pick.need.name)
            continue
        many = value if pick.kind == "some" else (value,)
        things += [_thing(state, pick.type, one, view) for one in many]
    rules = dict.fromkeys([*(need.name for need in alternative.needs), *riders, asking])
    named = {thing.name for thing in things} & view["zones"].keys()
    if not any(thing.kind in ("piece", *PLACES) for thing in things):
        named |= state.game.sources(state)[number] & view["zones"].keys()
    return Offered(choice.label, choice.action, tuple(things), tuple(rules), tuple(sorted(named)))


def _thing(state: State, type_: Any, value: Any, view: dict[str, Any]) -> Thing:
    labels = state.game.labels(state.build)
    name = labels.value(value, type_)
    if type_.kind != "piece":
        return Thing(type_.kind, str(value) if type_.kind == "player" else name)
    zone = state.plan.zone_names[state.v[state.plan.layout.location + value]]
    seen = any(
        (one if isinstance(one, str) else (one or {}).get("piece")) == name for one in view["zones"][zone]
    )
    return Thing("piece", name, zone if seen else None)
