"""Says so where an `events` step names a zone, a piece or a variable that the game has not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Findings
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.nodes import Map, Node, Scalar, Seq
from hoyle.play.event_kinds import EVENTS, TOLD
from hoyle.scenarios.position import unknown_zone

if TYPE_CHECKING:
    from hoyle.plan.layout import Layout

# What some fields of some events name.
_NAMES = {
    ("move", "from"): "zone",
    ("move", "to"): "zone",
    ("shuffle", "zone"): "zone",
    ("move", "piece"): "piece",
    ("reveal", "pieces"): "piece",
    ("shuffle", "order"): "piece",
    ("set", "name"): "variable",
    ("decide", "name"): "rule",
}


def check_event_names(step: Node, layout: Layout, zone_names: tuple[str, ...], findings: Findings) -> None:
    """Looks at every event of a step."""
    program = layout.program
    pieces = {label for component in program.components for label in component.labels}
    known = {"piece": pieces, "variable": {*layout.slots}, "rule": {*program.procs}}
    for kind, name, value in _fields(step):
        what = _NAMES.get((kind, name))
        for item in _scalars(value) if what is not None else ():
            text = " ".join(item.text.split())
            if what == "zone" and text not in zone_names:
                message, help_ = unknown_zone(text, zone_names)
                findings.report(codes.BAD_STEP, item.place, message, help=help_)
            elif what in known and text not in known[what]:
                help_ = did_you_mean(text, known[what])
                findings.report(codes.BAD_STEP, item.place, f"there is no {what} `{text}`", help=help_)


def _fields(step: Node) -> Iterator[tuple[str, str, Node]]:
    """The kind of each event with each of its fields."""
    for event in step.items if isinstance(step, Seq) else (step,):
        if not isinstance(event, Map):
            continue
        kind = next((entry.key.text for entry in event if entry.key.text in TOLD), "")
        for entry in event:
            main = EVENTS[kind].main if kind == entry.key.text else None
            yield kind, main or entry.key.text, entry.value


def _scalars(node: Node) -> Iterator[Scalar]:
    for item in node.items if isinstance(node, Seq) else (node,):
        if isinstance(item, Scalar) and item.value is not None:
            yield item
