"""Looks at what people read: citations that the rulebook lacks, texts that lack a language."""

from __future__ import annotations

from hoyle.checked.model import Model
from hoyle.diagnostics.catalogue import lint as codes
from hoyle.diagnostics.model import Findings, Related
from hoyle.diagnostics.suggest import all_of, closest


def check_citations(model: Model, findings: Findings) -> None:
    """Checks each `cites` of the file itself, if there is a `rulebook` to check it against."""
    rulebook = model.syntax.prose.rulebook
    if rulebook is None:
        return
    for point in model.syntax.prose.cited:
        if point.text not in rulebook:
            near = rulebook.get(closest(point.text, rulebook) or "")
            findings.report(
                codes.UNKNOWN_CITATION,
                point.place,
                f"the rulebook has no point `{point.text}`",
                help=f"did you mean `{near.text}`?" if near is not None else "add it under `rulebook`",
                related=[Related(near.place, "it has this one")] if near is not None else [],
            )


def check_languages(model: Model, findings: Findings) -> None:
    """Compares the reasons (`why`) of the file itself with each other."""
    reasons = model.syntax.prose.reasons
    wanted = {language for reason in reasons for language in reason.languages}
    for reason in reasons:
        missing = sorted(wanted - set(reason.languages))
        if missing:
            findings.report(
                codes.MISSING_TRANSLATION,
                reason.key.place,
                f"this text is not given in {all_of(missing)}",
                help="add it, as the other texts have it",
            )
