"""Collects unknown names, so that one misspelt declaration is one finding however often it is used."""

from __future__ import annotations

from dataclasses import replace

from hoyle.diagnostics.model import Diagnostic, Findings, Related

MOST_SHOWN = 4


class UnknownNames:
    """What is said about unknown zones, rules and attributes, the same thing about each use together."""

    def __init__(self) -> None:
        self._uses: dict[tuple[str, str], list[Diagnostic]] = {}

    def add(self, use: Diagnostic) -> None:
        self._uses.setdefault((use.code.id, use.message), []).append(use)

    def report(self, findings: Findings) -> None:
        """One finding for each name: its first use, and the others as related places."""
        for uses in self._uses.values():
            first, *others = sorted({use.place: use for use in uses}.values(), key=lambda use: use.sort_key)
            related = [Related(use.place, "here, too") for use in others[:MOST_SHOWN]]
            more = len(others) - MOST_SHOWN
            if more > 0:
                last = f"here, too, and {more} more time{'s' * (more > 1)}"
                related[-1] = Related(others[MOST_SHOWN - 1].place, last)
            findings.add(replace(first, related=(*first.related, *related)))
