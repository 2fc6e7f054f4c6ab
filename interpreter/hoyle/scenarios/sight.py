"""What a seat sees, as the steps `seat N sees` and `seat N does not see` name it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Findings, Place
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.nodes import Map, Scalar, Seq
from hoyle.plan.layout import index_name
from hoyle.play.view import HIDDEN, shown_variables
from hoyle.scenarios.from_document import python_value
from hoyle.scenarios.matching import same

if TYPE_CHECKING:
    from hoyle.plan.layout import Layout
    from hoyle.play.state import State
    from hoyle.scenarios.model import Step

UNSEEN = "hidden"
_NAMED = re.compile(r"(?:(top|bottom)\()?\s*([a-z_][a-z0-9_]*)\s*(?:\[(.*?)\])?\s*(\))?")


@dataclass(frozen=True)
class Sight:
    """Something that can be seen or not: a zone, the piece at one end of it, or a variable."""

    text: str
    place: Place
    name: str  # of a zone with its index, or of a variable without
    end: str = ""  # top or bottom
    is_zone: bool = True
    index: tuple[int, ...] = ()  # of a variable: which of its many
    wanted: Any = None  # what stands beside it
    says_what: bool = False


def sights(step: Step, layout: Layout, zone_names: tuple[str, ...], findings: Findings) -> list[Sight]:
    """What a step names; says what of it does not exist."""
    found: list[Sight | None] = []
    if isinstance(step.value, Map):
        for entry in step.value:
            wanted = python_value(entry.value)
            found.append(_sight(entry.key, layout, zone_names, findings, step.kind, wanted, True))
    else:
        for item in step.value.items if isinstance(step.value, Seq) else (step.value,):
            if isinstance(item, Scalar):
                found.append(_sight(item, layout, zone_names, findings, step.kind, None, False))
    return [sight for sight in found if sight is not None]


def _sight(
    named: Scalar,
    layout: Layout,
    zone_names: tuple[str, ...],
    findings: Findings,
    kind: str,
    wanted: Any,
    says_what: bool,
) -> Sight | None:
    text = " ".join(named.text.split())
    match = _NAMED.fullmatch(text)
    end, name, index = (match.group(1) or "", match.group(2), match.group(3)) if match else ("", text, None)
    full = name if index is None else f"{name}[{re.sub(r' *, *', ', ', index.strip())}]"
    if match is not None and bool(end) == bool(match.group(4)):
        if full in zone_names:
            return Sight(text, named.place, full, end, wanted=wanted, says_what=says_what)
        if not end and name in shown_variables(layout):
            if says_what and kind == "does not see":
                message = f"`{name}` is a variable: its value is hidden, or it is not"
                findings.report(codes.BAD_STEP, named.place, message, help=f"write `- {full}` in a list")
                return None
            if index is None:
                return Sight(text, named.place, name, "", False, (), wanted, says_what)
            number = _index(layout, name, index)
            if number is not None:
                return Sight(text, named.place, name, "", False, number, wanted, says_what)
    message = f"there is no zone or variable `{full}`"
    if name in layout.slots and name not in shown_variables(layout):
        message = f"`{name}` cannot be named here"
    known = [*zone_names, *shown_variables(layout)]
    help = did_you_mean(full, known) or "name a zone, `top(ZONE)`, `bottom(ZONE)` or a variable"
    findings.report(codes.UNKNOWN_GIVEN, named.place, message, help=help)
    return None


def _index(layout: Layout, name: str, text: str) -> tuple[int, ...] | None:
    """Which of its many a variable's index, or indices, mean."""
    slot = layout.slots[name]
    words = [re.sub(r"^(seat|team) (?=\d+$)", "", word.strip()) for word in text.split(",")]
    if len(words) != len(slot.per):
        return None
    found = []
    for word, per, size in zip(words, slot.per, slot.sizes, strict=True):
        names = [str(index_name(layout.program, per, number)) for number in range(size)]
        if word not in names:
            return None
        found.append(names.index(word))
    return tuple(found)


def seen(state: State, seat: int, sight: Sight) -> Any:
    """What the seat's view shows there now; `hidden` is what it does not know, None the end of nothing."""
    view = state.view(seat)
    if not sight.is_zone:
        value = view["state"][sight.name]
        for number in sight.index:
            value = value[number]
        return _unveiled(value)
    pieces = [UNSEEN if piece is None else piece for piece in view["zones"][sight.name]]
    if sight.end:
        return (pieces[0] if sight.end == "top" else pieces[-1]) if pieces else None
    return pieces


def _unveiled(value: Any) -> Any:
    if isinstance(value, list):
        return [_unveiled(item) for item in value]
    return UNSEEN if value == HIDDEN else value


def misjudged(state: State, seat: int, sight: Sight, sees: bool) -> str | None:
    """What is wrong with a step's claim about one thing; None if it is right."""
    there = seen(state, seat, sight)
    if (there is None and sight.is_zone) or (there == [] and not (sees and sight.says_what)):
        return f"`{sight.name}` is empty: there is nothing to see or not to see"
    if sees and sight.says_what:
        right = _as_said(state, seat, sight, there)
        return None if right else f"seat {seat} sees something else in `{sight.text}`"
    if sees:
        return f"seat {seat} does not see all of `{sight.text}`" if UNSEEN in _listed(there) else None
    if sight.says_what:
        return _wrongly_hidden(state, seat, sight, there)
    unseen = all(item == UNSEEN for item in _listed(there))
    return None if unseen else f"seat {seat} sees `{sight.text}`"


def _as_said(state: State, seat: int, sight: Sight, there: Any) -> bool:
    """Whether a seat sees what is said; in any order where it cannot see in which the pieces lie."""
    if not sight.is_zone or sight.end or not isinstance(sight.wanted, list):
        return same(sight.wanted, there)
    if state.game.eyes(state.build, seat).ordered[state.plan.zone_names.index(sight.name)]:
        return same(sight.wanted, there)
    left = list(there)
    for wanted in sight.wanted:
        found = next((item for item in left if same(wanted, item)), None)
        if found is None:
            return False
        left.remove(found)
    return not left


def _wrongly_hidden(state: State, seat: int, sight: Sight, there: Any) -> str | None:
    """Whether pieces that are said to be unseen are elsewhere, or are seen."""
    handle = state.plan.zone_names.index(sight.name)
    labels = state.game.labels(state.build).pieces
    inside = [labels[piece] for piece in reversed(state.z[handle])]
    inside = [inside[0 if sight.end == "top" else -1]] if sight.end else inside
    for wanted in _listed(sight.wanted):
        if not any(same(wanted, label) for label in inside):
            return f"`{wanted}` is not in `{sight.text}`, so it cannot be hidden there"
        if any(same(wanted, item) for item in _listed(there)):
            return f"seat {seat} sees `{wanted}` in `{sight.text}`"
    return None


def _listed(value: Any) -> list[Any]:
    """All values, also those of lists inside lists."""
    return [one for item in value for one in _listed(item)] if isinstance(value, list) else [value]
