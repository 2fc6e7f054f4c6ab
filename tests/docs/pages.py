"""Takes the pages apart: fenced blocks, inline code, links.

A block ```yaml is a whole ruleset. ```yaml over=NAME is laid over another ruleset, as a variant is: NAME is
the id of a whole ruleset on some page, or of a bundled one. ```hoyle over=NAME holds statements of a rule
with the parameter `player me`.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


@dataclass(frozen=True)
class Fence:
    """A fenced block, with the line on which its text begins."""

    page: Path
    line: int
    language: str
    over: str | None
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    @property
    def id(self) -> str | None:
        found = re.search(r"^id: *(\S+)", self.text, re.MULTILINE)
        return found[1] if found else None

    def ruleset(self) -> str:
        """The text as a whole ruleset."""
        if self.over is None:
            return self.text
        head = f"hoyle: 1\nid: snippet\ntitle: A snippet\nextends: {self.over}\n"
        if self.language == "yaml":
            return head + self.text
        body = textwrap.indent(self.text, "      ")
        return f"{head}rules:\n  snippet(player me):\n    do: |\n{body}"


def pages() -> list[Path]:
    """All pages but those of the codes: their samples are run where the codes are tested."""
    return sorted(page for page in DOCS.rglob("*.md") if page.parent.name != "codes")


def fences(page: Path) -> list[Fence]:
    """All fenced blocks of a page."""
    found: list[Fence] = []
    info, start, lines = "", 0, list[str]()
    inside = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.startswith("```"):
            lines.append(line)
        elif inside:
            language, _, rest = info.partition(" ")
            over = re.search(r"\bover=(\S+)", rest)
            found.append(Fence(page, start, language, over[1] if over else None, "\n".join(lines) + "\n"))
            inside = False
        else:
            inside, info, start, lines = True, line[3:].strip(), number + 1, []
    assert not inside, f"{page}: a fenced block is never closed"
    return found


def all_fences(*languages: str) -> list[Fence]:
    return [fence for page in pages() for fence in fences(page) if fence.language in languages]


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def lay_out(folder: Path) -> None:
    """Writes every whole ruleset of the pages into a folder, each under its id."""
    for fence in all_fences("yaml"):
        if fence.over is None and fence.id is not None:
            (folder / f"{fence.id}.yaml").write_text(fence.text, encoding="utf-8")
