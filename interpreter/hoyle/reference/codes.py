"""Writes a page of documentation for every code: `python -m hoyle.reference.codes [--check]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from hoyle.diagnostics.catalogue import all_codes
from hoyle.diagnostics.explain import family_of, title_of
from hoyle.diagnostics.model import Code

INDEX = "README.md"
_MADE = "<!-- made by `python -m hoyle.reference.codes`; change the catalogue instead -->"


def pages() -> dict[str, str]:
    """File name → text: a page for every code, and an index."""
    codes = all_codes()
    return {INDEX: _index(codes)} | {f"{code.id}.md": _page(code) for code in codes}


def differences(folder: Path) -> list[str]:
    """The pages in a folder that are missing, out of date, or of codes that are no more."""
    wanted = pages()
    present = {path.name for path in folder.glob("*.md")}
    stale = [name for name in wanted if name not in present or _read(folder / name) != wanted[name]]
    return sorted([*stale, *(present - set(wanted))])


def write(folder: Path) -> list[str]:
    """Brings the folder up to date; says which pages changed."""
    changed = differences(folder)
    wanted = pages()
    folder.mkdir(parents=True, exist_ok=True)
    for name in changed:
        if name in wanted:
            (folder / name).write_text(wanted[name], encoding="utf-8", newline="\n")
        else:
            (folder / name).unlink()
    return changed


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m hoyle.reference.codes", description=__doc__)
    parser.add_argument("--check", action="store_true", help="only say which pages are out of date; status 1")
    parser.add_argument("--dir", type=Path, default=Path("docs/codes"), help="where the pages are")
    arguments = parser.parse_args(argv)
    changed = differences(arguments.dir) if arguments.check else write(arguments.dir)
    for name in changed:
        print(f"{arguments.dir / name}: {'out of date' if arguments.check else 'written'}")
    return 1 if arguments.check and changed else 0


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


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
    rows: list[str] = []
    family = ""
    for code in codes:
        if family_of(code) != family:
            if rows:
                parts.append("\n".join(rows))
            family = family_of(code)
            parts.append(f"## {family[:1].upper()}{family[1:]}")
            rows = ["| code | name | | |", "|---|---|---|---|"]
        title = title_of(code).replace("|", "\\|")
        rows.append(f"| [{code.id}]({code.id}.md) | `{code.name}` | {title} | {code.severity} |")
    parts.append("\n".join(rows))
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main())
