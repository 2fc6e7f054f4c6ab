"""Collects unknown names, so that one misspelt declaration is one finding however often it is used."""

from __future__ import annotations

from interpreter.diagnostics.catalogue import checked as codes
from interpreter.diagnostics.model import Findings, Place, Related

MOST_SHOWN = 4


class UnknownNames:
    """The uses of each unknown name, with what was probably meant."""

    def __init__(self) -> None:
        self._uses: dict[tuple[str, str | None], list[tuple[Place, tuple[str, ...]]]] = {}

    def add(self, name: str, place: Place, help: str | None, cites: tuple[str, ...]) -> None:
        self._uses.setdefault((name, help), []).append((place, cites))

    def report(self, findings: Findings) -> None:
        """One finding for each name: its first use, and the others as related places."""
        for (name, help), uses in self._uses.items():
            places = sorted({place for place, _ in uses}, key=lambda place: (place.file.name, place.start))
            first, *others = places
            related = [Related(place, "here, too") for place in others[:MOST_SHOWN]]
            if len(others) > MOST_SHOWN:
                more = len(others) - MOST_SHOWN
                related[-1] = Related(
                    others[MOST_SHOWN - 1], f"here, too, and {more} more time{'s' * (more > 1)}"
                )
            findings.report(
                codes.UNKNOWN_NAME,
                first,
                f"there is nothing called `{name}` here",
                help=help,
                related=related,
                cites=next(cites for place, cites in uses if place == first),
            )
