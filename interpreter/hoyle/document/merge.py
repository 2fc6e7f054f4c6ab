"""Lays a variant's tree over its base's, key by key."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeAlias

from hoyle.diagnostics.catalogue.document import DUPLICATE_KEY, OVERRIDES_NOTHING
from hoyle.diagnostics.model import Findings, Related
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.nodes import Entry, Map, Node, Scalar

Path: TypeAlias = tuple[str, ...]

SECTIONS = {
    "rulebook": "rulebook point",
    "players": "key of `players`",
    "options": "option",
    "requires": "requirement",
    "types": "type",
    "components": "component",
    "boards": "board",
    "zones": "zone",
    "state": "key of `state`",
    "match": "key of `match`",
    "rules": "rule",
    "scenarios": "scenario",
}
# Sections whose entries have names of their own, and what a new entry must have.
_NEEDED = {"options": "default", "components": "make", "zones": "of", "boards": "nodes"}
_NAMED = ("rulebook", "options", "requires", "types", "components", "boards", "zones", "rules", "scenarios")
# Keys inside an entry under which `off` is a text like any other.
_TEXT_KEYS = ("default", "about", "title", "why", "label")
_TWO_WAYS_TO_WIN = "either the score decides (`wins: highest`), or a condition does (`wins(player p): …`)"
# Named entries that can be a text, so that `off` in quotation marks is one.
_NAMED_TEXTS = ("rulebook", "options", "state", "unless")


def merged(variant: Map, base: Map, findings: Findings) -> Map:
    """The variant's tree laid over the base's; each entry it touches links to what it replaced."""
    return _Merge(findings).root(variant, base)


def unextended(root: Map, findings: Findings) -> Map:
    """A ruleset that extends nothing, without the entries that only make sense in a variant."""
    return _Merge(findings).unextended(root)


def rule_id(key: str) -> str:
    """The name before the brackets of a signature.

    >>> rule_id("turn(player me)"), rule_id("turn.play"), rule_id("round")
    ('turn', 'turn.play', 'round')
    """
    return key.partition("(")[0].strip()


def is_off(entry: Entry, path: Path) -> bool:
    """Whether an entry of the mapping at a path says `off`, which removes what the base has.

    In quotation marks it does so only where nothing but a mapping or a list could stand instead.
    """
    value = entry.value
    if not isinstance(value, Scalar) or value.text != "off":
        return False
    if value.style != "plain":
        return _is_named(path) and path[0] not in _NAMED_TEXTS and path[-1] not in _NAMED_TEXTS
    if not path:
        return entry.key.text in SECTIONS
    return len(path) == 1 or _is_named(path) or entry.key.text not in _TEXT_KEYS


def _is_named(path: Path) -> bool:
    """Whether the keys of the mapping at a path are names that the author chose."""
    if len(path) == 1:
        return path[0] in _NAMED
    if path[:1] == ("state",):
        return len(path) == 2
    inner = {"components": "make", "types": "values", "rules": "unless"}
    return len(path) == 3 and inner.get(path[0]) == path[2]


def _has_signatures(path: Path) -> bool:
    """Whether keys of the mapping at a path may carry a signature, which isn't part of their name."""
    return path in (("rules",), ("match",), ("players",)) or (len(path) == 2 and path[0] == "zones")


def _is_deep(path: Path) -> bool:
    """Whether the mapping at a path is merged key by key, or replaced as a whole."""
    if path[0] not in SECTIONS:
        return False
    return len(path) <= 2 or path[0] not in ("boards", "scenarios")


def _name(entry: Entry, path: Path) -> str:
    return rule_id(entry.key.text) if _has_signatures(path) else entry.key.text


def _is_part(name: str, path: Path) -> bool:
    """Whether a name is that of a part of a rule, as `turn.play`, which a later pass changes or removes."""
    return path == ("rules",) and "." in name


def _noun(path: Path) -> str:
    if len(path) == 1:
        return SECTIONS[path[0]]
    return "variable" if path[0] == "state" and len(path) == 2 else f"entry in `{path[-1]}`"


def _helps(*parts: str | None) -> str | None:
    return "; ".join(part for part in parts if part) or None


class _Merge:
    """One merge: what is being laid over what, and the findings."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings

    def root(self, variant: Map, base: Map) -> Map:
        result = self._mapping(variant, base, ())
        return self._without_orphans(result)

    def unextended(self, root: Map) -> Map:
        entries = []
        for entry in root:
            value = entry.value
            if entry.key.text in SECTIONS and isinstance(value, Map):
                entry = replace(entry, value=self._new_mapping(value, (entry.key.text,)))
            entries.append(entry)
        return self._without_orphans(replace(root, entries=tuple(entries)))

    def _mapping(self, variant: Map, base: Map, path: Path) -> Map:
        """A mapping of the variant laid over the same one of the base."""
        own = self._by_name(variant, path)
        inherited = self._by_name(base, path)
        self._drop_superseded(own, inherited, path)
        result = dict(inherited)
        for name, entry in own.items():
            old = inherited.get(name)
            if is_off(entry, path) and not _is_part(name, path):
                if old is None:
                    self._report_nothing_to_remove(entry, name, inherited, path)
                result.pop(name, None)
            elif old is not None:
                result[name] = self._over(entry, old, path)
            elif self._may_add(entry, name, inherited, path):
                result[name] = self._new(entry, path)
        return Map(tuple(result.values()), variant.place, variant.in_flow)

    def _by_name(self, mapping: Map, path: Path) -> dict[str, Entry]:
        """The entries by name; two that differ only in their signature are the same."""
        entries: dict[str, Entry] = {}
        for entry in mapping:
            name = _name(entry, path)
            first = entries.setdefault(name, entry)
            if first is not entry:
                self.findings.report(
                    DUPLICATE_KEY,
                    entry.key.place,
                    f"the {_noun(path)} `{name}` stands here a second time",
                    related=[Related(first.key.place, "first written here")],
                    help=_TWO_WAYS_TO_WIN if (*path, name) == ("match", "wins") else None,
                )
        return entries

    def _drop_superseded(self, own: dict[str, Entry], inherited: dict[str, Entry], path: Path) -> None:
        """Forgets what the base said about a body or definition that the variant writes anew."""
        if path == ("rules",):
            for name, entry in own.items():
                anew = isinstance(entry.value, Map) and bool({"do", "is", "choices"} & {*entry.value.keys()})
                if anew or is_off(entry, path):
                    for part in [part for part in inherited if part.startswith(f"{name}.")]:
                        del inherited[part]
        elif len(path) == 2 and path[0] == "rules":
            gone: tuple[str, ...] = ()
            if "do" in own:
                gone = ("is", "choices", "unless", "add")
            elif "is" in own:
                gone = ("do", "choices", "add")
            elif "choices" in own:
                gone = ("do", "is", "unless", "add")
            # In a part of a rule (`turn.play`) there is nothing of the kind, so nothing is lost there.
            for key in gone:
                inherited.pop(key, None)

    def _over(self, entry: Entry, old: Entry, path: Path) -> Entry:
        """An entry of the variant laid over the base's of the same name."""
        key, value = entry.key, entry.value
        here = (*path, _name(entry, path))
        if isinstance(old.value, Map) and not isinstance(value, Map):
            # An option's value alone sets its default, a number of players alone the count.
            if path == ("options",):
                value = _with_entry(old.value, "default", value, key)
            elif here == ("players",):
                value = _with_entry(old.value, "count", value, key)
        elif isinstance(old.value, Map) and isinstance(value, Map) and _is_deep(here):
            value = self._mapping(value, old.value, here)
        # `starts` and `wins` without a signature are forms of their own; elsewhere the base's holds on.
        if _has_signatures(path) and "(" not in key.text and path[0] != "zones" and here != ("match", "wins"):
            key = old.key
        return Entry(key, value, old)

    def _may_add(self, entry: Entry, name: str, inherited: dict[str, Entry], path: Path) -> bool:
        """Whether an entry that the base lacks can be new; reports it otherwise."""
        if not path:
            return True
        section, noun = path[0], _noun(path)
        message = f"the base has no {noun} `{name}`"
        bare = "(" not in entry.key.text
        how: str | None = None
        if path == ("rules",):
            if bare and "." not in name:
                how = f"to add a new rule write `{name}()`"
        elif path == ("options",) and not isinstance(entry.value, Map):
            how = f"to add a new option write `{name}: {{default: …}}`"
        elif len(path) == 1 and (needed := _NEEDED.get(section)) and isinstance(entry.value, Map):
            if needed not in entry.value:
                how = f"a new {noun} needs `{needed}`"
        elif bare and (section, name) in (("match", "score"), ("match", "ties"), ("players", "active")):
            how = f"to add it write `{name}(player p)`"
        if how is None:
            return True
        help = _helps(did_you_mean(name, inherited), how)
        self.findings.report(OVERRIDES_NOTHING, entry.key.place, message, help=help)
        return False

    def _report_nothing_to_remove(
        self, entry: Entry, name: str, inherited: dict[str, Entry], path: Path
    ) -> None:
        noun = _noun(path) if path else "section"
        message = f"the base has no {noun} `{name}` to remove"
        help = did_you_mean(name, inherited)
        self.findings.report(OVERRIDES_NOTHING, entry.key.place, message, help=help)

    def _new(self, entry: Entry, path: Path) -> Entry:
        """An entry without a counterpart in the base."""
        here = (*path, _name(entry, path))
        if isinstance(entry.value, Map) and here[0] in SECTIONS:
            return replace(entry, value=self._new_mapping(entry.value, here))
        return entry

    def _new_mapping(self, mapping: Map, path: Path) -> Map:
        """A mapping without a counterpart: `off` has nothing to remove in it."""
        entries = []
        for name, entry in self._by_name(mapping, path).items():
            if is_off(entry, path) and _is_named(path) and not _is_part(name, path):
                message = f"`off` removes what a base has, and there is no {_noun(path)} `{name}` in one"
                self.findings.report(OVERRIDES_NOTHING, entry.key.place, message)
            elif isinstance(entry.value, Map) and _is_deep(path):
                value = self._new_mapping(entry.value, (*path, name))
                entries.append(replace(entry, value=value))
            else:
                entries.append(entry)
        return replace(mapping, entries=tuple(entries))

    def _without_orphans(self, root: Map) -> Map:
        """Reports parts of rules that don't exist, and leaves them out."""
        section = root.entry("rules")
        if section is None or not isinstance(section.value, Map):
            return root
        names = {rule_id(entry.key.text) for entry in section.value}
        kept = []
        for entry in section.value:
            name = rule_id(entry.key.text)
            rule, dot, _ = name.partition(".")
            if dot and rule not in names:
                message = f"there is no rule `{rule}`, so `{name}` changes nothing"
                help = did_you_mean(rule, (other for other in names if "." not in other))
                self.findings.report(OVERRIDES_NOTHING, entry.key.place, message, help=help)
            else:
                kept.append(entry)
        rules = replace(section, value=replace(section.value, entries=tuple(kept)))
        entries = tuple(rules if entry is section else entry for entry in root)
        return replace(root, entries=entries)


def _with_entry(mapping: Map, key: str, value: Node, named: Scalar) -> Map:
    """The mapping with one entry replaced, or added under the place of `named`."""
    old = mapping.entry(key)
    if old is None:
        return replace(mapping, entries=(*mapping.entries, Entry(replace(named, text=key), value)))
    new = Entry(old.key, value, old)
    return replace(mapping, entries=tuple(new if entry is old else entry for entry in mapping))
