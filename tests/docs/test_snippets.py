"""Every ruleset, fragment and statement on the pages passes the checker; every Python block runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.diagnostics.model import SourceFile
from interpreter.pipeline import run
from tests.docs.pages import Fence, all_fences, lay_out

SNIPPETS = all_fences("yaml", "hoyle")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("snippets")
    lay_out(found)
    return found


@pytest.mark.parametrize("fence", SNIPPETS, ids=str)
def test_a_snippet_is_clean(fence: Fence, folder: Path) -> None:
    work = run(SourceFile(str(folder / f"{fence.id or 'snippet'}.yaml"), fence.ruleset()), until="checked")
    # A fragment need not be used by anything, so only its errors count.
    counted = [d for d in work.findings.sorted if fence.over is None or d.code.severity == "error"]
    assert not counted, "\n".join(f"{fence} {d.place}: {d.message} ({d.help})" for d in counted)
    assert work.model is not None


def test_a_fragment_says_what_it_is_laid_over() -> None:
    for fence in SNIPPETS:
        assert fence.over is not None or (fence.language == "yaml" and fence.text.startswith("hoyle: 1\n")), str(fence)


def test_every_ruleset_on_the_pages_has_an_id_of_its_own() -> None:
    ids = [fence.id for fence in SNIPPETS if fence.over is None]
    assert len(ids) == len(set(ids))


def test_every_block_has_a_language_that_a_test_knows() -> None:
    for fence in all_fences("python"):
        assert fence.page.name == "random.md", f"{fence}: only test_random.py runs Python blocks"
    known = {"yaml", "hoyle", "python", "console", "sh", "json", ""}
    from tests.docs.pages import fences, pages

    assert {fence.language for page in pages() for fence in fences(page)} <= known


def test_a_broken_snippet_would_be_found(folder: Path) -> None:
    page = SNIPPETS[0].page
    broken = Fence(page, 1, "hoyle", "table", "move top(dekc) to discard\n")
    work = run(SourceFile(str(folder / "snippet.yaml"), broken.ruleset()), until="checked")
    assert [d.code.name for d in work.findings.sorted] == ["unknown-name"]
