"""Why something that lies on the table cannot be chosen now, by whatever could be done with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle import State
    from hoyle.play.refusals import Refusal


def refusal_of(state: State, what: str) -> Refusal | None:
    """The best reason against a choice, or against all with just that in them; None if one is possible."""
    site = state.plan.sites[state.k[-1][0]]
    verbs = [one.verb for one in site.decide.alternatives] if site.decide is not None else []
    tried: list[Refusal | None] = [
        state.refusal(label) for label in [what, *(f"{verb} {what}" for verb in verbs)]
    ]
    found = [refusal for refusal in tried if refusal is not None]
    if len(found) < len(tried):
        return None
    return max(found, key=lambda refusal: (refusal.condition != "unknown", refusal.progress))
