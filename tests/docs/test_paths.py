"""Every path, link and command that a page names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.cli.main import COMMANDS
from tests.docs.pages import DOCS, ROOT, pages, prose

PAGES = [*pages(), ROOT / "CONTRIBUTING.md", ROOT / "README.md"]
TOP = ("interpreter", "docs", "tests", "grammar", "schemas", "rulesets", "benchmarks", ".ci")


def paths_in(text: str) -> list[str]:
    """Inline code that looks like a path from the top of the repository."""
    words = re.findall(r"`([\w./-]+)`", text)
    return [word for word in words if word.split("/")[0] in TOP and "/" in word]


def links_in(text: str) -> list[str]:
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in link]


def anchors_of(page: Path) -> set[str]:
    """The anchors of a page's headings, as they are usually made."""
    heads = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_paths_exist(page: Path) -> None:
    missing = [path for path in paths_in(prose(page)) if not (ROOT / path).exists()]
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links_in(prose(page)):
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        if anchor:
            assert anchor in anchors_of(target), link


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_commands_exist(page: Path) -> None:
    named = re.findall(r"`hoyle ([a-z]+)\b", prose(page))
    assert set(named) <= set(COMMANDS)


def test_every_decision_has_its_four_parts() -> None:
    found = sorted((DOCS / "decisions").glob("*.md"))
    numbers = [int(page.name[:4]) for page in found]
    assert len(set(numbers)) == len(numbers)
    for page in found:
        text = page.read_text(encoding="utf-8")
        assert re.match(rf"# {page.name[:4]}: .+\n\n\d{{4}}-\d\d-\d\d\n", text), page.name
        heads = re.findall(r"^## (.*)$", text, re.MULTILINE)
        assert heads == ["Context", "Decision", "Alternatives", "Consequences"], page.name


def test_no_page_names_a_machine() -> None:
    for page in pages():
        assert not re.search(r"(?<![\w.])/(tmp|work|home|usr|root)/", page.read_text(encoding="utf-8")), (
            page.name
        )
