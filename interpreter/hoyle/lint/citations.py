"""Finds citations of points that the rulebook does not have."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.checked.model import Model
from hoyle.diagnostics.catalogue import lint as codes
from hoyle.diagnostics.model import Findings, Related
from hoyle.diagnostics.suggest import closest
from hoyle.document.nodes import Map, Node, Scalar, Seq


def check_citations(model: Model, findings: Findings) -> None:
    """Checks each `cites` of the file itself, if there is a `rulebook` to check it against."""
    document = model.syntax.document
    rulebook = document.root.get("rulebook")
    if not isinstance(rulebook, Map):
        return
    for point in _cited(document.layers[0]):
        if point.text not in rulebook:
            near = rulebook.entry(closest(point.text, rulebook.keys()) or "")
            findings.report(
                codes.UNKNOWN_CITATION,
                point.place,
                f"the rulebook has no point `{point.text}`",
                help=f"did you mean `{near.key.text}`?" if near is not None else "add it under `rulebook`",
                related=[Related(near.key.place, "it has this one")] if near is not None else [],
            )


def _cited(node: Node) -> Iterator[Scalar]:
    match node:
        case Map():
            for entry in node:
                if entry.key.text != "cites":
                    yield from _cited(entry.value)
                elif isinstance(entry.value, Seq):
                    yield from (item for item in entry.value.items if isinstance(item, Scalar))
        case Seq():
            for item in node.items:
                yield from _cited(item)
        case Scalar():
            pass
