"""Values that are known and cannot be held by what they are given to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.checked import model as m
from hoyle.checked.constants import Known, NotKnown, Undefined, value_of
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Place, Related
from hoyle.syntax import nodes as n

if TYPE_CHECKING:
    from hoyle.checked.checker import Checker


def check_ends(checker: Checker, value: n.RightSide, ends: m.Ends | None, name: str, where: Place) -> None:
    """Says so if a value that is written out lies outside the range of what it is given to."""
    if ends is None or isinstance(value, n.Draw):
        return
    if isinstance(value, n.Conditional):
        check_ends(checker, value.then, ends, name, where)
        check_ends(checker, value.otherwise, ends, name, where)
        return
    for node in value.items if isinstance(value, n.ListOf) else (value,):
        if isinstance(node, n.ListOf):
            check_ends(checker, node, ends, name, where)
            continue
        found = _constant(checker, node)
        low, high = ends
        if isinstance(found, int) and not low <= found <= high:
            inside = low if found < low else high
            checker.report(
                codes.OUTSIDE_RANGE,
                node,
                f"`{name}` goes from {low} to {high}, so it cannot be {found}",
                help=f"the nearest is {inside}; or declare a wider range",
                related=[Related(where, "declared here")],
                names=(name,),
            )


def _constant(checker: Checker, node: n.Expr) -> object:
    """The value of an expression that hangs on nothing; None if it does, or is none."""
    try:
        return value_of(node, Known(checker.model, None, {}))
    except (NotKnown, Undefined, KeyError):
        return None
