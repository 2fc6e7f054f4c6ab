"""Finds texts that lack a language which other texts of their kind have."""

from __future__ import annotations

from hoyle.checked.model import Model
from hoyle.diagnostics.catalogue import lint as codes
from hoyle.diagnostics.model import Findings
from hoyle.diagnostics.suggest import all_of
from hoyle.document.nodes import Entry, Map

SECTIONS = ("rules", "requires")


def check_languages(model: Model, findings: Findings) -> None:
    """Compares the reasons (`why`) of the file itself with each other."""
    texts: list[Entry] = []
    layer = model.syntax.document.layers[0]
    for section in SECTIONS:
        entries = layer.get(section)
        for entry in entries if isinstance(entries, Map) else ():
            why = entry.value.entry("why") if isinstance(entry.value, Map) else None
            if why is not None and isinstance(why.value, Map):
                texts.append(why)
    wanted = {language for text in texts for language in _languages(text)}
    for text in texts:
        missing = sorted(wanted - set(_languages(text)))
        if missing:
            findings.report(
                codes.MISSING_TRANSLATION,
                text.key.place,
                f"this text is not given in {all_of(missing)}",
                help="add it, as the other texts have it",
            )


def _languages(entry: Entry) -> list[str]:
    return entry.value.keys() if isinstance(entry.value, Map) else []
