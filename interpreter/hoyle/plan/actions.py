"""The actions of a plan, numbered: what somebody chose, whatever it was chosen with."""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.plan.model import Plan

DECLINED = "pass"


@dataclass(frozen=True, slots=True)
class Actions:
    """Every alternative of every decision, in the order of the rules; decisions of one name are one."""

    names: tuple[str, ...]  # as in `turn.play`
    by_block: dict[int, int]  # the number of the action that a choice takes, by the block that it leads to


def actions_of(plan: Plan) -> Actions:
    """The actions of a plan, also those that its options leave without a choice."""
    numbers: dict[str, int] = {}
    by_block: dict[int, int] = {}
    for site in plan.sites.values():
        if site.decide is None:
            continue
        taken = [alternative.name for alternative in site.decide.alternatives]
        bodies = list(site.bodies)
        if site.passing >= 0:
            taken, bodies = [*taken, DECLINED], [*bodies, site.passing]
        for action, block in zip(taken, bodies, strict=True):
            by_block[block] = numbers.setdefault(f"{site.decide.name}.{action}", len(numbers))
    return Actions(tuple(numbers), by_block)
