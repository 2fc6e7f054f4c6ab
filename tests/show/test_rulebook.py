"""The points of the rulebook, as `rules` at the table and the page of a ruleset tell them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from hoyle.bundled import bundled, scenario_files
from hoyle.cli.main import main
from hoyle.document.nodes import Map, Node, Scalar, Seq
from hoyle.pipeline import open_sound
from hoyle.show.rulebook import rulebook


def points_in(node: Node) -> Iterator[str]:
    if isinstance(node, Scalar):
        yield node.text
    elif isinstance(node, Seq):
        for item in node.items:
            yield from points_in(item)


def cited(node: Node | None) -> Iterator[str]:
    """Every point that is cited anywhere inside."""
    if isinstance(node, Map):
        for entry in node.entries:
            if entry.key.text == "cites":
                yield from points_in(entry.value)
            else:
                yield from cited(entry.value)
    elif isinstance(node, Seq):
        for item in node.items:
            yield from cited(item)


@pytest.mark.parametrize("name", bundled())
def test_every_point_that_a_bundled_ruleset_cites_has_a_text(name: str) -> None:
    work = open_sound(name)
    assert work.document is not None
    points = rulebook(work).points
    own = set(cited(work.document.root))
    assert own, "it cites nothing"
    assert own <= set(points)
    for point, text in points.items():
        assert len(text) > 20, point
        assert text.endswith("."), point


def test_a_point_is_found_by_its_id_and_by_its_words() -> None:
    book = rulebook(open_sound("stop"))
    (found,) = book.holding("st-3")
    assert found.startswith("ST-3: On your turn ")
    assert any(line.startswith("ST-13: ") for line in book.holding("exchanged"))


def test_a_variant_says_what_it_changes_and_inherits_the_rest() -> None:
    base, variant = rulebook(open_sound("stop")).points, rulebook(open_sound("stop-no-jumping")).points
    assert {point for point in base if base[point] != variant[point]} == {"ST-8"}


def test_what_is_cited_in_comments_and_scenarios_has_a_text_too() -> None:
    for name, path in bundled().items():
        points = set(rulebook(open_sound(name)).points)
        kinds = {point.split("-")[0] for point in points}
        texts = [one.read_text(encoding="utf-8") for one in (path, *scenario_files(path))]
        named = {found[0] for text in texts for found in re.finditer(rf"\b(?:{'|'.join(kinds)})-\d+\b", text)}
        assert named <= points, name


def test_points_are_shown_by_themselves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "stop", "st-14"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("ST-14: A jolly is laid together with ")
    assert max(map(len, printed.splitlines())) <= 100
    assert main(["show", "stop", "jumps", "in"]) == 0
    assert len(re.findall(r"^ST-\d+: ", capsys.readouterr().out, re.MULTILINE)) > 1
    assert main(["show", "stop", "zebra"]) == 2
    assert "no point of the rulebook has `zebra`" in capsys.readouterr().err
