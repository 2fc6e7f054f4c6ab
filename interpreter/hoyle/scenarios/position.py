"""Lays out what a scenario gives: pieces in zones, values in variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Findings
from hoyle.document.nodes import Map
from hoyle.scenarios.given import Given, Wanted

if TYPE_CHECKING:
    from hoyle.play.state import State


class Position:
    """Changes a state at its set-up into the given position."""

    def __init__(self, state: State, findings: Findings) -> None:
        self.state, self.findings = state, findings
        self.layout = state.plan.layout

    def lay_out(self, given: Map) -> None:
        wanted = Given(self.layout, self.state.plan.zone_names, self.state.v, self.findings).read(given)
        if wanted.rest is not None:
            self._gather(wanted.rest, wanted)
        for handle, pieces in wanted.pieces:
            for piece in reversed(pieces):  # given top first
                self._move(piece, handle, False)
        for handle, entry in wanted.emptied:
            left = len(self.state.z[handle])
            if left:
                self.findings.report(
                    codes.UNKNOWN_GIVEN,
                    entry.value.place,
                    f"`{entry.key.text}` is not empty: {left} pieces are given nowhere and start there",
                    help="say where they are: `rest:` and another zone",
                )

    def _move(self, piece: int, handle: int, bottom: bool) -> None:
        v, z = self.state.v, self.state.z
        z[v[self.layout.location + piece]].remove(piece)
        z[handle].insert(0, piece) if bottom else z[handle].append(piece)
        v[self.layout.location + piece] = handle

    def _gather(self, target: int, wanted: Wanted) -> None:
        """Puts everything that is not given into one zone."""
        component = self.layout.handles[target][0].component
        for handle, zone in enumerate(self.state.z):
            if self.layout.handles[handle][0].component == component and handle != target:
                for piece in tuple(zone):
                    if piece not in wanted.taken:
                        self._move(piece, target, True)
