"""Writes what is made from the code in `docs/`; in some pages it stands between marks.

`<!-- generated: NAME -->` and `<!-- end -->` enclose such a part.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from hoyle.reference import codes, games, limits, parts

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGES = ("cookbook.md", "events.md", "language.md", "random.md")
CONTENTS = "contents"  # the part that is made from the page that it stands on

PARTS: dict[str, Callable[[], str]] = {
    "types": parts.types,
    "sections": parts.sections,
    "statements": parts.statements,
    "decisions": parts.decisions,
    "picks": parts.picks,
    "quantifiers": parts.quantifiers,
    "operators": parts.operators,
    "built-in values": parts.builtin_values,
    "built-in functions": parts.builtin_functions,
    "reserved words": parts.reserved_words,
    "scenario keys": parts.scenario_keys,
    "scenario steps": parts.scenario_steps,
    "limits": limits.short,
    "events": parts.events,
    "random numbers": parts.random_numbers,
    "random below": parts.random_below,
    "random shuffles": parts.random_shuffles,
    "random derived": parts.random_derived,
}

_MARK = re.compile(r"(<!-- generated: (?P<name>[^>]*?) -->\n).*?(<!-- end -->)", re.DOTALL)


class UnknownPart(ValueError):
    """A page asks for a part that nothing generates."""


def filled(text: str) -> str:
    """The text of a page with its generated parts made anew."""

    def part(match: re.Match[str]) -> str:
        name = match["name"]
        if name == CONTENTS:
            return f"{match[1]}\n{parts.contents(text)}\n\n{match[3]}"
        if name not in PARTS:
            raise UnknownPart(f"nothing generates `{name}`; there is {', '.join(PARTS)}")
        return f"{match[1]}\n{PARTS[name]().rstrip()}\n\n{match[3]}"

    return _MARK.sub(part, text)


def marked(text: str) -> list[str]:
    """The names of the generated parts of a page."""
    return [match["name"] for match in _MARK.finditer(text)]


def generated(docs: Path) -> dict[str, str | None]:
    """Every page that is made from the code, whole or in part, by name; without a text if it is to go."""
    found: dict[str, str | None] = {"games.md": games.page(), "limits.md": limits.page()}
    for page in PAGES:
        found[page] = filled((docs / page).read_text(encoding="utf-8"))
    for path in (docs / "codes").glob("*.md"):
        found[f"codes/{path.name}"] = None
    return found | {f"codes/{name}": text for name, text in codes.pages().items()}


def stale(docs: Path) -> dict[str, str | None]:
    """The pages that are not as they would be made now."""
    return {name: text for name, text in generated(docs).items() if _read(docs / name) != text}


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m hoyle.reference",
        description="Write what is made from the code in docs/: parts of pages, the games and the codes.",
    )
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if a page is stale")
    arguments = parser.parse_args(argv)
    found = stale(DOCS)
    for name, text in sorted(found.items()):
        if arguments.check:
            print(f"docs/{name} is stale; run `python -m hoyle.reference`", file=sys.stderr)
        else:
            _write(DOCS / name, text)
            print(f"docs/{name} is {'written anew' if text is not None else 'deleted'}")
    return 1 if arguments.check and found else 0


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.exists() else None


def _write(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink()
    else:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
