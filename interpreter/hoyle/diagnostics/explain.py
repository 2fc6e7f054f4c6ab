"""Says why a code matters, with a bad and a good example."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import fill, indent

from hoyle.diagnostics.catalogue import all_codes
from hoyle.diagnostics.model import Code
from hoyle.diagnostics.suggest import closest

WIDTH = 88

# By the beginning of the number; the longest that fits counts.
FAMILIES = {
    "H1": "the file and its YAML",
    "H2": "keys, values and variants",
    "H3": "the action language",
    "H4": "names",
    "H5": "types",
    "H6": "declarations",
    "H7": "what is unused, unreachable or in vain",
    "H79": "comments that allow a finding",
    "H65": "scenarios",
    "H8": "what happens in play",
}


def family_of(code: Code) -> str:
    """What the findings are about among which a code is counted."""
    fitting = [prefix for prefix in FAMILIES if code.id.startswith(prefix)]
    return FAMILIES[max(fitting, key=len)] if fitting else "other"


def matching(word: str, codes: Iterable[Code] | None = None) -> list[Code]:
    """The codes that a word means: a number, the beginning of numbers, or a name."""
    wanted = word.strip()
    number = wanted.upper()
    known = all_codes() if codes is None else tuple(codes)
    exact = [code for code in known if code.id == number or code.name == wanted.lower()]
    if exact:
        return exact
    return [
        code for code in known if number[:1] == "H" and number[1:].isdigit() and code.id.startswith(number)
    ]


def suggestion(word: str) -> str | None:
    """The number or name that was probably meant."""
    codes = all_codes()
    return closest(word, [code.name for code in codes]) or closest(word.upper(), [code.id for code in codes])


def explanation(code: Code) -> str:
    """Everything the catalogue knows about a code, for a terminal."""
    parts = [f"{code.id} {code.name} ({code.severity}): {title_of(code)}"]
    if code.why:
        parts.append(fill(code.why, WIDTH, break_on_hyphens=False))
    if code.bad:
        parts.append(f"instead of:\n\n{indent(code.bad.rstrip(), '    ')}")
    if code.good:
        parts.append(f"write:\n\n{indent(code.good.rstrip(), '    ')}")
    return "\n\n".join(parts) + "\n"


def overview(codes: Sequence[Code]) -> str:
    """One line a code, by family."""
    width = max((len(code.name) for code in codes), default=0)
    lines: list[str] = []
    family = ""
    for code in codes:
        if family_of(code) != family:
            family = family_of(code)
            lines += ["", family] if lines else [family]
        lines.append(f"  {code.id}  {code.name:{width}}  {title_of(code)}")
    return "\n".join(lines) + "\n"


def title_of(code: Code) -> str:
    return code.title[:1].upper() + code.title[1:]
