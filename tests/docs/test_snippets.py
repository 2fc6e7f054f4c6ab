"""Every ruleset, fragment and statement on the pages passes the checker, and every ruleset can be played."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.diagnostics.model import SourceFile
from hoyle.pipeline import run
from hoyle.random import Stream
from hoyle.scenarios.suite import suite_of
from tests.docs.pages import Fence, all_fences, fences, lay_out, pages

SNIPPETS = all_fences("yaml", "hoyle")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("snippets")
    lay_out(found)
    return found


@pytest.mark.parametrize("fence", SNIPPETS, ids=str)
def test_a_snippet_is_clean(fence: Fence, folder: Path) -> None:
    work = run(SourceFile(str(folder / f"{fence.id or 'snippet'}.yaml"), fence.ruleset()), until="lint")
    # A fragment need not be used by anything, so only its errors count.
    counted = [d for d in work.findings.sorted if fence.over is None or d.code.severity == "error"]
    assert not counted, "\n".join(f"{fence} {d.place}: {d.message} ({d.help})" for d in counted)
    assert work.model is not None


@pytest.mark.parametrize("fence", [fence for fence in SNIPPETS if fence.over is None], ids=str)
def test_a_ruleset_plays(fence: Fence, folder: Path) -> None:
    if not hasattr(hoyle, "load"):
        pytest.skip("the engine is not there yet")
    game = hoyle.load(str(folder / f"{fence.id}.yaml"))
    chance = Stream(1)
    for players in game.player_counts:
        state = game.start(players=players, seed=players)
        for _ in range(5000):
            if state.over:
                break
            state.apply(chance.below(len(state.decision.choices)))
        assert state.over, f"{fence}: a game of {players} players has no end"


def test_a_fragment_says_what_it_is_laid_over() -> None:
    for fence in SNIPPETS:
        assert fence.over is not None or (fence.language == "yaml" and fence.text.startswith("hoyle: 1\n")), (
            str(fence)
        )


def test_every_ruleset_on_the_pages_has_an_id_of_its_own() -> None:
    ids = [fence.id for fence in SNIPPETS if fence.over is None]
    assert len(ids) == len(set(ids))


def test_every_block_has_a_language_that_a_test_knows() -> None:
    for fence in all_fences("python"):
        run = ("random.md", "api.md", "analysis.md", "bots.md")
        assert fence.page.name in run, f"{fence}: only {run} have Python blocks that are run"
    known = {"yaml", "hoyle", "python", "toml", "console", "sh", "json", ""}
    assert {fence.language for page in pages() for fence in fences(page)} <= known


def test_a_broken_snippet_would_be_found(folder: Path) -> None:
    page = SNIPPETS[0].page
    broken = Fence(page, 1, "hoyle", "table", "move top(dekc) to discard\n")
    work = run(SourceFile(str(folder / "snippet.yaml"), broken.ruleset()), until="checked")
    assert [d.code.name for d in work.findings.sorted] == ["unknown-name"]


@pytest.mark.parametrize(
    "fence", [fence for fence in SNIPPETS if fence.over and fence.language == "yaml"], ids=str
)
def test_a_fragment_starts(fence: Fence, folder: Path) -> None:
    """Laid over its base, a fragment is a game that starts and goes on."""
    path = folder / "fragment.yaml"
    path.write_text(fence.ruleset(), encoding="utf-8")
    game = hoyle.load(str(path))
    state = game.start(players=max(game.player_counts), seed=1)
    chance = Stream(2)
    for _ in range(200):
        if not state.over:
            state.apply(chance.below(len(state.decision.choices)))


@pytest.mark.parametrize("fence", [fence for fence in SNIPPETS if "scenarios:\n" in fence.text], ids=str)
def test_the_scenarios_of_a_snippet_pass(fence: Fence, folder: Path) -> None:
    path = folder / f"{fence.id or 'snippet'}.yaml"
    path.write_text(fence.ruleset(), encoding="utf-8")
    results = [tested for tested in suite_of(str(path)).run() if tested.case.level == 0]
    assert results
    for tested in results:
        told = [*tested.outcome.failures, *tested.outcome.findings]
        assert tested.outcome.passed, "\n".join(map(str, told))
