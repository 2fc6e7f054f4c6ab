"""What can go wrong while a ruleset is played: every fault has a code, its words, and a family."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hoyle.ir.program import Place
from hoyle.plan import limits

Family: TypeAlias = Literal["fault", "limit", "dead end"]


@dataclass(frozen=True, slots=True)
class FaultCode:
    """`words` may have places for values: `{0}`, `{1}`."""

    words: str
    family: Family = "fault"


FAULTS: dict[str, FaultCode] = {
    "division by zero": FaultCode("a division by zero"),
    "not there": FaultCode(
        "something was looked at that is not there: the top of an empty zone, an item beyond a list"
    ),
    "empty zone": FaultCode("the {0} of {1} was looked at, but it is empty"),
    "no item": FaultCode("there is no item {0} in a list of {1}"),
    "no place": FaultCode("`{0}` has no item {1} to set: it has {2}, counted from 0"),
    "no index": FaultCode("the index {0} is outside {1}..{2}"),
    "out of range": FaultCode("{0} cannot hold {1}: it goes from {2} to {3}"),
    "no seat": FaultCode("there is no seat {0}: seats go from 0 to {1}"),
    "no first": FaultCode("there is no first one: nothing fits"),
    "none highest": FaultCode("`highest` of nothing"),
    "none lowest": FaultCode("`lowest` of nothing"),
    "none random": FaultCode("`random` of nothing"),
    "not following": FaultCode("`following` of something that is not in the list"),
    "nobody active": FaultCode("nobody is active, so there is no next player"),
    "not scripted": FaultCode("`{0}` cannot come up here, but {1}"),
    "not enough": FaultCode("`{0}` has not enough pieces to deal"),
    "no room": FaultCode("`{0}` has room for {1}, not for {2}"),
    "two starts": FaultCode("a piece starts in two zones, one is `{0}`"),
    "no start": FaultCode("some pieces start in no zone"),
    "no choice": FaultCode(
        "nobody can act: no alternative is legal, and there is no `otherwise`", "dead end"
    ),
    "too large": FaultCode(f"the number {{0}} is too large; numbers end at {limits.LARGEST}", "limit"),
    "fuel": FaultCode(
        f"more than {limits.FUEL:,} steps without a decision: a loop does not end, or goes through too much",
        "limit",
    ),
    "jumps": FaultCode(
        f"more than {limits.MOST_JUMPS:,} steps without a decision: "
        "a loop or a chain of calls does not end",
        "limit",
    ),
    "depth": FaultCode("too many calls inside calls: a rule calls itself without end", "limit"),
    "list length": FaultCode(f"a list grows beyond {limits.LONGEST_LIST:,} items", "limit"),
    "values": FaultCode(
        "`{0}` is a list for each of many: each may have {1:,} items, "
        f"and {limits.MOST_VALUES:,} all together",
        "limit",
    ),
    "memory": FaultCode("`{0}` remembers more than {1:,} positions", "limit"),
    "selections": FaultCode(f"more than {limits.MOST_SELECTIONS:,} ways to choose", "limit"),
    "choices": FaultCode(f"a decision has more than {limits.MOST_CHOICES:,} choices", "limit"),
    "decisions": FaultCode(
        "the match has taken more than {0:,} decisions", "limit"
    ),
}  # fmt: skip


class Fault(Exception):
    """A ruleset did something that it must not; `rule` and `place` say where, once that is known."""

    def __init__(self, code: str, *values: object) -> None:
        super().__init__(FAULTS[code].words.format(*values))
        self.code = code
        self.rule = ""
        self.place: Place | None = None

    @property
    def family(self) -> Family:
        return FAULTS[self.code].family
