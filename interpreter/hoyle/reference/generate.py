"""Fills the parts between `<!-- generated: NAME -->` and `<!-- end -->` of the pages in `docs/`."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from hoyle.reference import parts

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGES = ("language.md", "random.md")

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
    "limits": parts.limits,
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
        if name not in PARTS:
            raise UnknownPart(f"nothing generates `{name}`; there is {', '.join(PARTS)}")
        return f"{match[1]}\n{PARTS[name]().rstrip()}\n\n{match[3]}"

    return _MARK.sub(part, text)


def marked(text: str) -> list[str]:
    """The names of the generated parts of a page."""
    return [match["name"] for match in _MARK.finditer(text)]


def stale(pages: Iterable[Path]) -> list[Path]:
    """The pages whose generated parts differ from what would be generated now."""
    return [page for page in pages if (text := page.read_text(encoding="utf-8")) != filled(text)]


def main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m hoyle.reference", description="Fill the generated parts of the pages in docs/."
    )
    parser.add_argument("--check", action="store_true", help="change nothing; exit with 1 if a page is stale")
    arguments = parser.parse_args(argv)
    found = stale(DOCS / page for page in PAGES)
    for page in found:
        if arguments.check:
            print(f"docs/{page.name} is stale; run `python -m hoyle.reference`", file=sys.stderr)
        else:
            page.write_text(filled(page.read_text(encoding="utf-8")), encoding="utf-8")
            print(f"docs/{page.name} is written anew")
    return 1 if arguments.check and found else 0
