"""What differs between two rulesets, in words: options, pieces, zones, state, rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from difflib import unified_diff
from functools import partial
from typing import Any

from hoyle.checked.model import Model, Option
from hoyle.document.merge import rule_id
from hoyle.document.nodes import Entry, Map, Node, as_map
from hoyle.page import Bullets, Code, Heading, Page, Paragraph
from hoyle.pipeline import Work
from hoyle.show.declarations import (
    board_size,
    default_of,
    limits_of,
    text_of,
    written,
)
from hoyle.show.ruleset import cited, rule_text
from hoyle.wording import counted, in_one_language


def compare(base: Work, variant: Work) -> Page:
    """The page about two rulesets without errors; figures from play can be added to its end."""
    return _Compare(base, variant).page()


def as_json(page: Page) -> list[dict[str, Any]]:
    """What differs, section by section, for programs."""
    sections: list[dict[str, Any]] = []
    for block in page:
        match block:
            case Heading(2):
                sections.append({"section": block.text, "changes": []})
            case Heading(3) if sections:
                sections[-1]["changes"].append({"change": block.text, "text": None})
            case Bullets() if sections:
                sections[-1]["changes"] += [{"change": item, "text": None} for item in block.items]
            case Code() if sections and sections[-1]["changes"]:
                sections[-1]["changes"][-1]["text"] = block.text
            case _:
                pass
    return sections


class _Compare:
    def __init__(self, base: Work, variant: Work) -> None:
        assert base.model is not None
        assert base.document is not None
        assert variant.model is not None
        assert variant.document is not None
        self.old: Model = base.model
        self.new: Model = variant.model
        self.old_root = base.document.root
        self.new_root = variant.document.root

    def page(self) -> Page:
        page: Page = [Heading(1, f"From {self.old.id} to {self.new.id}")]
        if about := in_one_language(self.new.about):
            page.append(Paragraph(about))
        sections: list[tuple[str, Callable[[], Page]]] = [
            ("Players", partial(self._generic, "players")),
            ("Options", self._options),
            ("Requirements", partial(self._texts, "requires")),
            ("Types", partial(self._generic, "types")),
            ("Components", self._components),
            ("Boards", self._boards),
            ("Zones", partial(self._generic, "zones")),
            ("State", self._state),
            ("The match", partial(self._generic, "match")),
            ("Rules", partial(self._texts, "rules")),
        ]
        found = False
        for heading, blocks in sections:
            inside = blocks()
            if inside:
                found = True
                page += [Heading(2, heading), *inside]
        if not found:
            page.append(Paragraph("They play the same: no option, piece, zone, state or rule differs."))
        return page

    # -------------------------------------------------------------- declarations
    def _options(self) -> Page:
        lines = []
        for name in _both(self.old.options, self.new.options):
            old, new = self.old.options.get(name), self.new.options.get(name)
            if old is None and new is not None:
                lines.append(f"{name}: added, {default_of(new)} ({limits_of(new)}){_about(new)}")
            elif new is None:
                lines.append(f"{name}: removed")
            elif old is not None:
                changes = []
                if default_of(old) != default_of(new):
                    changes.append(f"{default_of(new)} instead of {default_of(old)}")
                if limits_of(old) != limits_of(new):
                    changes.append(f"may be {limits_of(new)} instead of {limits_of(old)}")
                if changes:
                    lines.append(f"{name}: {', '.join(changes)}{_about(new)}")
        return _bullets(lines)

    def _components(self) -> Page:
        page: Page = []
        for name in _both(self.old.components, self.new.components):
            old, new = self.old.components.get(name), self.new.components.get(name)
            if old is None and new is not None:
                page.append(Bullets((f"{name}: added, {counted(len(new.pieces), 'piece')}",)))
            elif new is None:
                page.append(Bullets((f"{name}: removed",)))
            elif old is not None:
                page += self._pieces(name)
        return page

    def _pieces(self, name: str) -> Page:
        old, new = self.old.components[name], self.new.components[name]
        rows = {id(root): _rows(root, name) for root in (self.old_root, self.new_root)}
        before, after = rows[id(self.old_root)], rows[id(self.new_root)]
        lines = []
        for row in _both(old.counts, new.counts):
            made, was = after.get(row), before.get(row)
            if row not in old.counts:
                lines.append(f"row {row}: added, {counted(new.counts[row], 'piece')} ({_made(made)})")
            elif row not in new.counts:
                lines.append(f"row {row}: removed, {counted(old.counts[row], 'piece')}")
            elif _made(made) != _made(was):
                number = f"{new.counts[row]} instead of {old.counts[row]} pieces"
                if new.counts[row] == old.counts[row]:
                    number = f"still {counted(new.counts[row], 'piece')}"
                lines.append(f"row {row}: {number} ({_made(made)}; before: {_made(was)})")
        old_has, new_has = (written(_part(root, "components", name, "has")) for root in self._roots())
        if old_has != new_has:
            lines.append(f"has {new_has} instead of {old_has}")
        if old.labels != new.labels and not lines:
            lines.append("other labels")
        if not lines:
            return []
        total = f"{len(new.pieces)} instead of {counted(len(old.pieces), 'piece')}"
        if len(new.pieces) == len(old.pieces):
            total = f"still {counted(len(new.pieces), 'piece')}"
        return [Heading(3, f"{name}: {total}"), Bullets(tuple(lines))]

    def _boards(self) -> Page:
        lines = []
        for name in _both(self.old.boards, self.new.boards):
            old, new = (_part(root, "boards", name) for root in self._roots())
            if old is None:
                lines.append(f"{name}: added, {board_size(self.new.boards[name])}")
            elif new is None:
                lines.append(f"{name}: removed, {board_size(self.old.boards[name])}")
            elif written(_without_notes(old)) != written(_without_notes(new)):
                sizes = f"{board_size(self.new.boards[name])}; before: {board_size(self.old.boards[name])}"
                lines.append(f"{name}: changed, {sizes}")
        return _bullets(lines)

    def _state(self) -> Page:
        lines: list[str] = []
        for scope in ("match", "round"):
            old, new = (_entries(_part(root, "state", scope)) for root in self._roots())
            lines += self._changes(old, new, f"of the {scope}")
        return _bullets(lines)

    def _generic(self, key: str) -> Page:
        old, new = self.old_root.get(key), self.new_root.get(key)
        if not isinstance(old, Map) or not isinstance(new, Map):
            was, now = written(_without_notes(old)), written(_without_notes(new))
            return [] if was == now else _bullets([f"{now or 'nothing'} instead of {was or 'nothing'}"])
        return _bullets(self._changes(_entries(old), _entries(new), ""))

    def _changes(self, old: dict[str, Entry], new: dict[str, Entry], where: str) -> list[str]:
        lines: list[str] = []
        suffix = f" ({where})" if where else ""
        for name in _both(old, new):
            if name not in old:
                lines.append(f"{name}{suffix}: added, {written(_without_notes(new[name].value))}")
            elif name not in new:
                lines.append(f"{name}{suffix}: removed")
            else:
                lines += [f"{name}{suffix}{change}" for change in _value_changes(old[name], new[name])]
        return lines

    def _roots(self) -> tuple[Map, Map]:
        return self.old_root, self.new_root

    # -------------------------------------------------------------- rules
    def _texts(self, section: str) -> Page:
        """The entries of a section that are changed, with what they say as a unified diff."""
        old, new = (_entries(root.get(section)) for root in self._roots())
        page: Page = []
        for name in _both(old, new):
            page += self._rule(name, old.get(name), new.get(name))
        return page

    def _rule(self, name: str, old: Entry | None, new: Entry | None) -> Page:
        if new is None:
            return [Heading(3, f"{name}: removed")]
        if old is None:
            rule, dot, part = name.partition(".")
            if dot:
                return _part_change(rule, part, new)
            return [Heading(3, f"{new.key.text}: added"), *_note(new), *_body(new)]
        before, after = _text(old), _text(new)
        if before == after and _signature(old) == _signature(new):
            return []
        page: Page = [Heading(3, f"{name}: changed"), *_note(new)]
        if _signature(old) != _signature(new):
            page.append(Paragraph(f"{new.key.text} instead of {old.key.text}"))
        # Line numbers would count from the rule's first line, where nobody looks them up.
        changes = list(unified_diff(before, after, lineterm=""))[3:]
        difference = ["…" if line.startswith("@@") else line for line in changes]
        if difference:
            page.append(Code("\n".join(difference), "diff"))
        return page


def _part_change(rule: str, part: str, new: Entry) -> Page:
    """What a variant does to a part of a rule."""
    if part == "otherwise":
        return [Heading(3, f"{rule}: its `otherwise` is replaced"), *_body(new)]
    change = "changed" if isinstance(new.value, Map) else "removed"
    return [Heading(3, f"{rule}: the alternative `{part}` is {change}"), *_body(new)]


def _value_changes(old: Entry, new: Entry) -> list[str]:
    """What is said anew about one entry, key by key where both are mappings."""
    if old.key.text != new.key.text and rule_id(old.key.text) == rule_id(new.key.text):
        return [f": {new.key.text}: {written(new.value)} instead of {old.key.text}: {written(old.value)}"]
    before, after = _without_notes(old.value), _without_notes(new.value)
    if written(before) == written(after):
        return []
    if not isinstance(before, Map) or not isinstance(after, Map):
        return [f": {written(after)} instead of {written(before)}"]
    lines = []
    was, now = _entries(before), _entries(after)
    for key in _both(was, now):
        if key not in was:
            lines.append(f": {key} is {written(now[key].value)} now")
        elif key not in now:
            lines.append(f": no {key} any more")
        elif (change := written(now[key].value)) != written(was[key].value):
            lines.append(f": {key} is {change} instead of {written(was[key].value)}")
    return lines


def _without_notes(node: Node | None) -> Node | None:
    """A mapping without what is only for people."""
    if not isinstance(node, Map):
        return node
    return replace(node, entries=tuple(e for e in node if e.key.text not in ("about", "cites")))


def _entries(node: Node | None) -> dict[str, Entry]:
    """The entries of a mapping by name, without signatures and without what is only for people."""
    return {rule_id(e.key.text): e for e in as_map(_without_notes(node))}


def _part(root: Map, *path: str) -> Node | None:
    node: Node | None = root
    for key in path:
        node = node.get(key) if isinstance(node, Map) else None
    return node


def _rows(root: Map, component: str) -> dict[str, Node]:
    return {e.key.text: e.value for e in as_map(_part(root, "components", component, "make"))}


def _made(row: Node | None) -> str:
    return written(row).strip("{}")


def _signature(entry: Entry) -> str:
    return "".join(entry.key.text.split()).removesuffix("()")


def _text(entry: Entry) -> list[str]:
    return rule_text(entry.value).split("\n") if isinstance(entry.value, Map) else [written(entry.value)]


def _body(entry: Entry) -> Page:
    return [Code(rule_text(entry.value), "yaml")] if isinstance(entry.value, Map) else []


def _note(entry: Entry) -> Page:
    body = entry.value if isinstance(entry.value, Map) else None
    about = text_of(body.get("about")) if body is not None else ""
    cites = f"({cited(body)})" if cited(body) else ""
    text = f"{about} {cites}".strip()
    return [Paragraph(text)] if text else []


def _about(option: Option) -> str:
    return f" – {option.about}" if option.about else ""


def _both(old: Iterable[str], new: Iterable[str]) -> list[str]:
    """The names of both, the old ones first."""
    old = list(old)
    return [*old, *(name for name in new if name not in old)]


def _bullets(lines: list[str]) -> Page:
    return [Bullets(tuple(lines))] if lines else []
