"""Brings a ruleset into the one canonical layout without changing what it means."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hoyle.diagnostics.model import Findings, RulesetError, SourceFile
from hoyle.document.from_yaml import read, read_path
from hoyle.document.nodes import Map, Node, Scalar, Seq, scalars_of
from hoyle.fmt.action_text import STEP, laid_out, laid_out_line, parsed
from hoyle.fmt.lines import Chunk, Lines
from hoyle.syntax.keys import entry_point

TOP_LEVEL = (
    "hoyle id extends title about cites rulebook players options requires types components boards zones "
    "state match rules scenarios"
).split()
IN_RULE = "about cites needs do is add unless why".split()

_MOST_ROUNDS = 6


def open_file(path: str) -> SourceFile:
    """The file at a path; RulesetError if it cannot be read."""
    findings = Findings()
    file = read_path(path, findings)
    if file is None:
        raise RulesetError(findings.sorted)
    return file


def formatted(file: SourceFile) -> str:
    """The file's text in its layout; RulesetError if it is no YAML.

    Each step is undone if the file would mean something else after it, and all are repeated until nothing
    changes any more, so that laying out twice is the same as once.
    """
    findings = Findings()
    if read(file, findings) is None or findings.has_errors:
        raise RulesetError(findings.sorted)
    line_end = "\r\n" if "\r\n" in file.text[: file.text.find("\n") + 1] else "\n"
    original = text = file.text.replace("\r\n", "\n")
    for _ in range(_MOST_ROUNDS):
        before = text
        for step in (_indentation, _action_texts, _keys, _empty_lines, _line_ends):
            changed = step(_lines(text))
            if changed != text and same_meaning(text, changed):
                text = changed
        if text == before:
            break
    else:
        text = original
    assert same_meaning(original, text)
    return text.replace("\n", line_end)


def same_meaning(before: str, after: str) -> bool:
    """Whether two texts are the same ruleset with the same words and comments on their lines."""
    findings = Findings()
    trees = [read(SourceFile("", text), findings) for text in (before, after)]
    if None in trees or findings.has_errors:
        return False
    old, new = trees
    assert old is not None
    assert new is not None
    return _words(before) == _words(after) and _same(old, new, ())


def _words(text: str) -> Counter[str]:
    return Counter("".join(line.split()) for line in text.split("\n") if line.strip())


def _same(old: Node, new: Node, path: tuple[str, ...]) -> bool:
    match old, new:
        case Scalar(), Scalar():
            return _same_text(old, new, entry_point(path))
        case Seq(), Seq():
            pairs = zip(old.items, new.items, strict=False)
            return len(old.items) == len(new.items) and all(_same(a, b, (*path, "-")) for a, b in pairs)
        case Map(), Map():
            keys, others = old.keys(), new.keys()
            if keys != others and (_order(path) is None or sorted(keys) != sorted(others)):
                return False
            entries = ((entry, new.get(entry.key.text)) for entry in old)
            return all(b is not None and _same(a.value, b, (*path, a.key.text)) for a, b in entries)
        case _:
            return False


def _same_text(old: Scalar, new: Scalar, entry: str | None) -> bool:
    if old.style != new.style:
        return False
    if old.text == new.text:
        return True
    if entry is None:
        return False
    before = parsed(old.text, entry)
    return before is not None and before == parsed(new.text, entry)


def _order(path: tuple[str, ...]) -> list[str] | None:
    """The canonical order of a mapping's keys, where there is one."""
    match path:
        case ():
            return TOP_LEVEL
        case ("rules" | "requires", _):
            return IN_RULE
        case _:
            return None


def _lines(text: str) -> Lines:
    file = SourceFile("", text)
    root = read(file, Findings())
    assert root is not None
    return Lines(file, root)


# ------------------------------------------------------------------ steps
def _indentation(lines: Lines) -> str:
    """Indents every block mapping by two, with all that stands in it."""
    text = list(lines.text)
    levels: list[tuple[Map, int]] = [(lines.root, 0)]
    while levels:
        mapping, wanted = levels.pop()
        chunks = lines.chunks(mapping)
        if chunks is None:
            continue
        by = wanted - lines.indent(chunks[0].key_line)
        for chunk in chunks:
            for number in range(chunk.start, chunk.end):
                line = lines.text[number]
                if line.strip():
                    text[number] = " " * (lines.indent(number) + by) + line.lstrip(" ")
        levels += [(entry.value, wanted + STEP) for entry in mapping if isinstance(entry.value, Map)]
    return "\n".join(text)


def _action_texts(lines: Lines) -> str:
    """Lays out every piece of action language."""
    text = list(lines.text)
    # From the bottom, so that the lines above keep their numbers.
    for path, scalar in sorted(scalars_of(lines.root), key=lambda found: -found[1].place.start):
        entry = entry_point(path)
        if entry is None or scalar.in_flow:
            continue
        line = lines.line_of(scalar.place.start)
        if scalar.style == "plain" and lines.last_line(scalar) == line:
            start, end = lines.column_of(scalar), lines.column_of(scalar) + len(scalar.text)
            if text[line][start:end] == scalar.text:
                text[line] = text[line][:start] + laid_out_line(scalar.text, entry) + text[line][end:]
        elif scalar.style == "literal" and not any(char.isdigit() for char in _header(lines, scalar)):
            first, last = line + 1, lines.last_line(scalar)
            block = [one.rstrip() for one in text[first : last + 1]]
            inner = min((len(one) - len(one.lstrip(" ")) for one in block if one), default=0)
            margin = " " * (lines.indent(line) + STEP)
            after = laid_out([one[inner:] for one in block], entry)
            if parsed("\n".join(after), entry) is not None:
                text[first : last + 1] = [margin + one if one else "" for one in after]
    return "\n".join(text)


def _header(lines: Lines, scalar: Scalar) -> str:
    """`|`, `|-` or the like."""
    return lines.text[lines.line_of(scalar.place.start)][lines.column_of(scalar) :].partition("#")[0]


def _keys(lines: Lines) -> str:
    """Puts the top-level keys and the keys of rules into their order."""
    text = list(lines.text)
    places: list[tuple[tuple[str, ...], Map]] = [((), lines.root)]
    for section in ("requires", "rules"):
        inside = lines.root.get(section)
        if isinstance(inside, Map):
            places += [((section, e.key.text), e.value) for e in inside if isinstance(e.value, Map)]
    # Rules first: their lines move when the sections do.
    for path, mapping in reversed(places):
        chunks, order = lines.chunks(mapping), _order(path)
        if chunks is None or order is None or lines.keeps_ends:
            continue
        if any(chunk.name not in order or chunk.loose_comments for chunk in chunks):
            continue
        moved = sorted(chunks, key=lambda chunk: order.index(chunk.name))
        if moved != chunks:
            text[chunks[0].start : chunks[-1].end] = [
                line for chunk in moved for line in text[chunk.start : chunk.end]
            ]
    return "\n".join(text)


def _empty_lines(lines: Lines) -> str:
    """One empty line between rules and around tall sections, and nowhere two."""
    if lines.keeps_ends:
        return "\n".join(lines.text)
    wanted: dict[int, int] = {}  # line → empty lines before it
    sections = lines.chunks(lines.root) or []
    for above, below in pairwise(sections):
        if above.tall or below.tall:
            wanted[_top(lines, above, below)] = 1
    rules = lines.root.get("rules")
    listed = (lines.chunks(rules) or []) if isinstance(rules, Map) else []
    if listed:
        wanted[listed[0].start] = 0
    for above, below in pairwise(listed):
        wanted[_top(lines, above, below)] = 1
    result: list[str] = []
    empty = 0
    for number, line in enumerate(lines.text):
        if number not in lines.in_block and number not in lines.fixed and not line.strip():
            empty += 1
            continue
        count = min(empty, 1) if result else 0
        result += [""] * wanted.get(number, count) + [line]
        empty = 0
    return "\n".join([*result, ""])


def _top(lines: Lines, above: Chunk, below: Chunk) -> int:
    """The line before which two entries are parted: above loose comments, if they touch the lower one."""
    top = below.start
    while top - 1 > above.key_line and lines.is_comment(top - 1) and top - 1 >= above.end:
        top -= 1
    return top


def _line_ends(lines: Lines) -> str:
    """No blanks at the ends of lines, and one line end at the end of the file."""
    text = [line if number in lines.fixed else line.rstrip(" \t") for number, line in enumerate(lines.text)]
    return "\n".join(text).rstrip("\n") + "\n"
