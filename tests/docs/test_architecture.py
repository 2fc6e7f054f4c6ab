"""`docs/architecture.md` shows real code, names files that exist, and leaves out no pass."""

from __future__ import annotations

import re

import pytest

from hoyle.plan.from_program import PASSES
from tests.docs.pages import DOCS, ROOT
from tests.play.playing import loaded

PAGE = (DOCS / "architecture.md").read_text(encoding="utf-8")
HOYLE = ROOT / "interpreter" / "hoyle"


@pytest.mark.parametrize("shown", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_the_code_shown_is_what_is_printed(shown: str) -> None:
    source = loaded("tic-tac-toe").start().build.source  # type: ignore[attr-defined]
    for function in re.split(r"(?m)^(?=def )", shown):
        assert function in source


def test_the_rule_shown_is_the_ruleset_s() -> None:
    shown = PAGE[PAGE.index("```\nchoose") + 4 :].partition("```")[0]
    ruleset = (ROOT / "rulesets" / "classics" / "tic-tac-toe.yaml").read_text(encoding="utf-8")
    assert re.sub(r"\s+", " ", shown).strip() in re.sub(r"\s+", " ", ruleset)


def test_the_places_named_are_those_of_the_layout() -> None:
    slots = loaded("tic-tac-toe").start().plan.layout.slots
    mark, won = slots["mark"], slots["won"]
    assert f"`mark` at places {mark.base} to {mark.base + mark.count - 1} and `won` at {won.base}" in PAGE


def test_every_pass_has_its_row_and_every_file_of_plan_is_named() -> None:
    rows = re.findall(r"^\| (\w+) \| ((?:`\w+\.py`(?:, )?)+) \|", PAGE, re.MULTILINE)
    assert len(rows) == len(PASSES)
    section = PAGE[PAGE.index("## The plan") : PAGE.index("## Back ends")]
    named = set(re.findall(r"`(\w+\.py)`", section))
    there = {path.name for path in (HOYLE / "plan").glob("*.py")}
    # The shapes that all passes share are explained by the passes that use them.
    shared = {"__init__.py", "model.py", "draft.py", "from_program.py", "boards.py", "visibility.py"}
    assert named - there == set()
    assert there - named - shared == set()


def test_every_file_of_the_python_back_end_is_named() -> None:
    section = PAGE[PAGE.index("## Back ends") : PAGE.index("## Play")]
    there = {path.name for path in (HOYLE / "backends" / "python").glob("*.py")} - {"__init__.py"}
    assert set(re.findall(r"`(\w+\.py)`", section)) == there
