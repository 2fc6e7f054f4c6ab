"""What a ruleset says about its rules in words: each rule's line for people, and the points that it cites."""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.document.merge import rule_id
from hoyle.document.nodes import Map, as_map
from hoyle.pipeline import Work
from hoyle.show.declarations import text_of
from hoyle.show.ruleset import cited


@dataclass(frozen=True, slots=True)
class RuleWords:
    """A rule in words."""

    about: str
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules by name, the points of the rulebook by id, and what zones are for."""

    rules: dict[str, RuleWords]
    points: dict[str, str]
    zones: dict[str, str]

    def of(self, rule: str) -> list[str]:
        """What is said about a rule: what it is about, and the points that it cites."""
        if rule not in self.rules:
            return []
        words = self.rules[rule]
        cited = [f"{point}: {self.points[point]}" if point in self.points else point for point in words.cites]
        return [words.about, *cited] if words.about else cited

    def holding(self, words: str) -> list[str]:
        """The point with that id, or those with these words in them."""
        wanted = words.lower()
        exact = [point for point in self.points if point.lower() == wanted]
        found = exact or [point for point, text in self.points.items() if wanted in text.lower()]
        return [f"{point}: {self.points[point]}" for point in found]


def rulebook(work: Work) -> Rulebook:
    """The rulebook of a ruleset that has no errors."""
    assert work.document is not None
    root = work.document.root
    rules: dict[str, RuleWords] = {}
    for entry in as_map(root.get("rules")):
        if isinstance(entry.value, Map):
            points = tuple(part.strip() for part in cited(entry.value).split(",") if part.strip())
            rules[rule_id(entry.key.text)] = RuleWords(text_of(entry.value.get("about")), points)
    zones = {
        entry.key.text: text_of(entry.value.get("about"))
        for entry in as_map(root.get("zones"))
        if isinstance(entry.value, Map)
    }
    return Rulebook(
        rules, {entry.key.text: text_of(entry.value) for entry in as_map(root.get("rulebook"))}, zones
    )
