"""Looks for choices of one decision that read the same."""

from __future__ import annotations

from collections import Counter

from hoyle.ir import program as ir
from hoyle.play.state import State

# Labels are made only where somebody reads them, which takes longer than a decision: of each decision the
# first positions are looked at, then every so many.
_FIRST = 25
_EVERY = 50


class Twins:
    """Goes through the games of one check-up; knows how often it has looked at a decision."""

    def __init__(self) -> None:
        self._met: Counter[tuple[str, int]] = Counter()

    def look(self, state: State) -> tuple[ir.Place, str, str] | None:
        """The alternative, the rule and what to say, if two choices of the position read the same."""
        asked = state.decision.name, state.k[-1][0]
        self._met[asked] += 1
        if self._met[asked] > _FIRST and self._met[asked] % _EVERY:
            return None
        labels: dict[str, int] = {}
        for choice in state.decision.choices:
            label = choice.label
            if label in labels:
                return self._told(state, label, labels[label], choice.index)
            labels[label] = choice.index
        return None

    def _told(self, state: State, label: str, one: int, other: int) -> tuple[ir.Place, str, str]:
        choices = state.decision.choices
        site, number = state.plan.alternatives[choices[other].raw[0]]
        assert site.decide is not None
        rule = state.decision.name
        if number < 0:  # who is offered something may pass, which comes last
            site, number = state.plan.alternatives[choices[one].raw[0]]
        assert site.decide is not None
        alternative = site.decide.alternatives[number]
        place = state.plan.program.places[alternative.at]
        return place, rule, f"two choices at `{rule}` both read `{label}`: let the label say what differs"
