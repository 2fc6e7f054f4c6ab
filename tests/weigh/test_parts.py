"""Every part that can be taken out is taken out by a variant that has no errors."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.pipeline import open_sound
from hoyle.weigh.parts import Kept, Part, parts_of, variant_text


def found(ruleset: str, players: int) -> dict[str, Part | Kept]:
    return {f"{part.kind} {part.name}": part for part in parts_of(open_sound(ruleset), players)}


def test_the_parts_of_a_game_are_its_options_exceptions_alternatives_and_kinds_of_piece() -> None:
    parts = found("stop", 3)
    assert "option hand_size 14" in parts
    assert "option jump_in false" in parts
    assert "exception answers, unless stacked" in parts
    assert "alternative turn, wild" in parts
    jolly = parts["piece card, kind jolly"]
    assert isinstance(jolly, Part)
    assert jolly.count == 8
    assert jolly.pieces == {"jolly"}


def test_what_is_the_only_thing_to_do_is_kept() -> None:
    give = found("one-more", 3)["alternative draw_one, give"]
    assert isinstance(give, Kept)
    assert give.why == "there is nothing else to do there"


@pytest.mark.parametrize("ruleset", ["one-more", "mister-zero", "backgammon", "dominoes", "kuhn-poker"])
def test_every_variant_is_sound_and_has_fewer_pieces(ruleset: str, tmp_path: Path) -> None:
    work = open_sound(ruleset)
    assert work.program is not None
    base = sum(len(component.labels) for component in work.program.components)
    for number, part in enumerate(parts_of(work, work.program.counts[0])):
        if isinstance(part, Part) and part.change:
            path = tmp_path / f"without-{number}.yaml"
            path.write_text(variant_text(part, ruleset, f"without-{number}"), encoding="utf-8")
            program = hoyle.load(str(path)).program
            assert sum(len(one.labels) for one in program.components) == base - part.count, part.name
