"""A page about every code, `docs/codes/`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from hoyle.diagnostics.catalogue import all_codes
from hoyle.diagnostics.explain import family_of, title_of
from hoyle.diagnostics.model import Code
from hoyle.tables import markdown_table

INDEX = "README.md"
_MADE = "<!-- made by `python -m hoyle.reference`; change the catalogue instead -->"


def pages() -> dict[str, str]:
    """File name → text: a page for every code, and an index."""
    codes = all_codes()
    return {INDEX: _index(codes)} | {f"{code.id}.md": _page(code) for code in codes}


def _page(code: Code) -> str:
    parts = [_MADE, f"# {code.id} {code.name}", f"{title_of(code)} ({code.severity})."]
    if code.why:
        parts.append(code.why)
    if code.bad:
        parts.append(f"Instead of\n\n```yaml\n{code.bad.rstrip()}\n```")
    if code.good:
        parts.append(f"write\n\n```yaml\n{code.good.rstrip()}\n```")
    parts.append(f"[All codes]({INDEX})")
    return "\n\n".join(parts) + "\n"


def _index(codes: Sequence[Code]) -> str:
    parts = [_MADE, "# What the linter finds", "`hoyle explain CODE` shows the same in a terminal."]
    for family, members in groupby(codes, family_of):
        rows = [
            (f"[{code.id}]({code.id}.md)", f"`{code.name}`", title_of(code), code.severity)
            for code in members
        ]
        parts += [f"## {family[:1].upper()}{family[1:]}", markdown_table(("code", "name", "", ""), rows)]
    return "\n\n".join(parts) + "\n"
