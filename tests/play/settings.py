"""The ways of starting each bundled ruleset that the tests go through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import hoyle
from tests.play.playing import loaded


@dataclass(frozen=True)
class Setting:
    name: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        options = "".join(f" {key}={value}" for key, value in self.options.items())
        return f"{self.name} for {self.players}{options}"

    def start(self, seed: int) -> hoyle.State:
        return loaded(self.name).start(self.players, seed, self.options)


def values_of(name: str, every: bool) -> Iterator[tuple[str, Any]]:
    """Each option with values other than its default: a few, or the ends and some between."""
    for option in loaded(name).program.options:
        match option.kind:
            case "bool":
                yield option.name, not option.default
            case "enum":
                assert isinstance(option.default, int)
                default_word = option.values[option.default]
                yield from ((option.name, word) for word in option.values if word != default_word)
            case "int":
                low, high, default = option.low, option.high, option.default
                assert isinstance(default, int)
                few = {low, min(high, default + 1)}
                # A match to thousands of points or rounds shows nothing that one to dozens does not.
                many = {low, low + 1, default // 2, default + 1, min(high, 2 * default), min(high, 60)}
                yield from (
                    (option.name, value)
                    for value in sorted(many if every else few)
                    if low <= value <= high and value != default
                )
            case "list":
                least, most = option.sizes
                yield option.name, [option.high] * least
                yield option.name, [option.low] * most


def settings(name: str, every: bool = False) -> list[Setting]:
    """Few: fewest and most players, then each option on its own. Every: all that for each number of players."""  # noqa: E501
    counts = loaded(name).player_counts
    few = sorted({min(counts), max(counts)})
    found = [Setting(name, players) for players in (counts if every else few)]
    for index, (option, value) in enumerate(values_of(name, every)):
        for players in counts if every else [counts[index % len(counts)]]:
            found.append(Setting(name, players, {option: value}))
    return [setting for setting in found if _possible(setting)]


def _possible(setting: Setting) -> bool:
    try:
        setting.start(0)
    except hoyle.StartError:
        return False
    return True
