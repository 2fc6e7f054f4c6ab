"""The Python on the page about the API does what the page says; and the page names all of it."""

from __future__ import annotations

import doctest

import hoyle
from hoyle.play.event_kinds import EVENTS, TOLD
from hoyle.play.game import Game
from hoyle.play.looking_ahead import LookingAhead
from hoyle.play.state import PythonState, State
from tests.docs.pages import DOCS, fences

PAGE = DOCS / "api.md"


def test_every_line_gives_what_the_page_says() -> None:
    """One session from the top of the page to its end."""
    names: dict[str, object] = {}
    runner = doctest.DocTestRunner()
    parser = doctest.DocTestParser()
    told: list[str] = []
    count = 0
    for fence in fences(PAGE):
        if fence.language == "python":
            test = parser.get_doctest(fence.text, names, str(fence), str(PAGE), fence.line)
            count += len(test.examples)
            runner.run(test, out=told.append, clear_globs=False)
            names = test.globs
    assert count > 40
    assert not told, "".join(told)


def test_the_page_names_everything_that_is_public() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name in hoyle.__all__:
        assert name in text or name in ("Game", "State"), name
    inside = {
        "begin",
        "build",
        "labels",
        "eyes",
        "placed",
        "replayed",
        "ask_again",
        "program",
        "path",
        "hash",
        "plan",
    }
    inside |= {"chosen_players", "chosen_options", "shown_options", "index_of", "scripted", "in_python"}
    inside |= {"wanted_engine", "chooser", "demand", "native_starter", "native_code", "scoring", "actions"}
    inside |= {"mind_chooser", "native_minds", "open_locals", "out_by", "sources"}
    for kind in (Game, State, LookingAhead):
        for name in vars(kind):
            if not name.startswith("_") and name not in inside and name not in PythonState.__slots__:
                assert name in text, f"{kind.__name__}.{name}"


def test_every_kind_of_event_is_told_about() -> None:
    text = (DOCS / "events.md").read_text(encoding="utf-8")
    for name, kind in EVENTS.items():
        assert f"### `{name}`" in text
        assert kind.main is None or kind.main in kind.fields
    assert set(EVENTS) - set(TOLD) == {"fault"}
