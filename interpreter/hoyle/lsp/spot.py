"""Says under which keys an offset stands, line by line, so that it works in YAML that can't be read yet."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hoyle.syntax.keys import entry_point

_KEY = re.compile(r"""(?P<key>"[^"\n]*"|'[^'\n]*'|[^\s#:{\[\]},"'][^#:]*?(?:\([^\n]*?\))?)\s*:(?=\s|$)""")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+\Z|\A\Z")
_BLOCK = re.compile(r"[|>][-+0-9]*\s*(#.*)?$")
_ITEM = re.compile(r"-(?:\s+|$)")
_FLOW_KEY = re.compile(r"(?P<key>[^\s{},:\[\]][^{},:\[\]]*?)\s*:\s*$")


@dataclass(frozen=True, slots=True)
class Spot:
    """Where the cursor stands: the keys above it, and the text of the value or key up to it."""

    path: tuple[str, ...]  # with the value's own key; of a key being written: those of the mapping it is in
    is_key: bool
    start: int  # where the value's text begins, or the key
    before: str  # the text from there to the cursor

    @property
    def entry_point(self) -> str | None:
        """The grammar's entry point, if the cursor stands in the action language."""
        if self.is_key:
            return None
        match self.path:
            case ("rules" | "requires", _, "why", *_):
                # inside `{…}` of a message
                return "expression" if self.before.rfind("{") > self.before.rfind("}") else None
            case ("scenarios", _, "begin" | "call"):
                return "procedure"
            case ("scenarios", _, "then", "-", "expect"):
                return "expression"
            case _:
                return entry_point(self.path)

    @property
    def rule(self) -> str | None:
        """The key of the rule that the cursor stands in."""
        return self.path[1] if len(self.path) > 2 and self.path[0] == "rules" else None


@dataclass(frozen=True, slots=True)
class _Level:
    indent: int
    key: str


def spot_at(text: str, offset: int) -> Spot:
    """The spot of an offset, read from the top of the text as far as the offset."""
    levels: list[_Level] = []
    block: int | None = None  # the indentation of the key whose block scalar goes on
    block_start = 0
    line_start = 0
    for line in _LINE.findall(text):
        content = line.rstrip("\r\n")
        end = line_start + len(content)
        here = line_start <= offset <= end
        indent = len(content) - len(content.lstrip(" "))
        if block is not None and (not content.strip() or indent > block):
            if here and (content.strip() or offset - line_start > block):
                path = tuple(level.key for level in levels)
                return Spot(path, False, block_start, text[block_start:offset])
            if not here:
                line_start += len(line)
                continue
        if block is not None and content.strip():
            block = None
        if here:
            return _on_line(text, offset, levels, line_start)
        if content.strip() and not content.lstrip().startswith("#"):
            levels, value = _after(content, levels)
            if value is not None and _BLOCK.match(value):
                block, block_start = levels[-1].indent, line_start + len(line)
        line_start += len(line)
    return _on_line(text, offset, levels, line_start)


def _after(content: str, levels: list[_Level]) -> tuple[list[_Level], str | None]:
    """The keys that are open after a line, and the value on it."""
    at = len(content) - len(content.lstrip(" "))
    levels = list(levels)
    while item := _ITEM.match(content, at):
        levels = [level for level in levels if level.indent < at or (level.indent == at and level.key != "-")]
        levels.append(_Level(at, "-"))
        at = item.end()
    found = _KEY.match(content, at)
    if found is None:
        return levels, None
    levels = [level for level in levels if level.indent < at]
    levels.append(_Level(at, _unquoted(found.group("key"))))
    return levels, content[found.end() :].strip()


def _on_line(text: str, offset: int, levels: list[_Level], line_start: int) -> Spot:
    before = text[line_start:offset]
    blanks = len(before) - len(before.lstrip(" "))
    if not before.strip():
        inside = tuple(level.key for level in levels if level.indent < blanks)
        return Spot(inside, True, offset, "")
    levels, value = _after(before, levels)
    path = tuple(level.key for level in levels)
    if value is None:
        at = blanks
        while item := _ITEM.match(before, at):
            at = item.end()
        levels = [level for level in levels if level.indent < at]
        path = tuple(level.key for level in levels)
        if before[at : at + 1] in ("{", "["):
            return _in_flow(path, text, line_start + at, offset)
        return Spot(path, True, line_start + at, before[at:])
    found = _KEY.search(before, blanks)
    assert found is not None
    start = line_start + len(before) - len(before[found.end() :].lstrip())
    if text[start : start + 1] in ("{", "["):
        return _in_flow(path, text, start, offset)
    return Spot(path, False, start, text[start:offset])


def _in_flow(path: tuple[str, ...], text: str, start: int, offset: int) -> Spot:
    """The spot inside `{…}` or `[…]` on one line."""
    open_: list[tuple[str, tuple[str, ...]]] = []
    piece = start
    quote = ""
    for at in range(start, offset):
        char = text[at]
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "{[":
            key = _FLOW_KEY.search(text[piece:at])
            inner = path if not open_ else open_[-1][1]
            if open_ and open_[-1][0] == "{" and key is not None:
                inner = (*inner, _unquoted(key.group("key")))
            elif open_ and open_[-1][0] == "[":
                inner = (*inner, "-")
            open_.append((char, inner))
            piece = at + 1
        elif char in "}]":
            if open_:
                open_.pop()
            piece = at + 1
        elif char == ",":
            piece = at + 1
    if not open_:
        return Spot(path, False, start, text[start:offset])
    bracket, inner = open_[-1]
    rest = text[piece:offset]
    lead = len(rest) - len(rest.lstrip())
    if bracket == "[":
        return Spot((*inner, "-"), False, piece + lead, rest[lead:])
    key = re.match(r"\s*([^:]*?)\s*:(?:\s+|$)", rest)
    if key is None:
        return Spot(inner, True, piece + lead, rest[lead:])
    return Spot((*inner, _unquoted(key.group(1))), False, piece + key.end(), rest[key.end() :])


def _unquoted(key: str) -> str:
    return key[1:-1] if key[:1] in "\"'" and len(key) > 1 else key
