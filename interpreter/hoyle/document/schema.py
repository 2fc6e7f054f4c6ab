"""Checks a located tree against the JSON Schema, and says in plain words what doesn't fit and where."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

from hoyle.bundled import data_path
from hoyle.diagnostics.catalogue.document import MISSING_KEY, UNKNOWN_KEY, WRONG_TYPE, WRONG_VALUE
from hoyle.diagnostics.model import Code, Diagnostic, Findings, Place
from hoyle.diagnostics.suggest import all_of, closest, did_you_mean, either
from hoyle.document.merge import Path, is_off, rule_id
from hoyle.document.nodes import Document, Entry, Map, Node, Scalar, Seq, as_map
from hoyle.document.remedies import for_name, for_span, for_step, for_value
from hoyle.document.synonyms import known_key, known_word

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError
    from referencing import Registry

_TYPE_WORDS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "`true` or `false`",
    "array": "a list",
    "object": "a mapping",
    "null": "nothing",
}
# What to write for a key that is missing.
_EXAMPLES = {
    "hoyle": "hoyle: 1",
    "id": "id: my-game",
    "title": "title: My game",
    "players": "players: 2..4",
    "count": "count: 2..4",
    "rules": "rules: {round: {do: nothing}}",
    "do": "do: draw 1 from deck to hand[me]",
    "choices": "choices: 'pass: nothing'",
    "default": "default: 3",
    "is": "is: size(players) > 2",
    "values": "values: {low: [1], high: [2]}",
    "make": "make: {all: {colour: all}}",
    "nodes": "nodes: square",
    "of": "of: card",
    "from": "from: discard",
    "type": "type: int",
    "then": "then: [{over: true}]",
    "for": "for: my-game",
    "scenarios": "scenarios: {first: {then: [{over: true}]}}",
}
_UNKNOWN = "additionalProperties"  # the validator's word for a key that there is not
_STEP = re.compile(r"seat \d+( may| may not| sees| does not see)?\Z")  # of a scenario
_PIECE = re.compile(r"[()\[\]=<>+*/%\"\s]")


def check_document(document: Document, findings: Findings) -> None:
    """Checks every layer of a ruleset, and for a variant that nothing is missing once they are merged."""
    for layer in document.layers:
        check_schema(layer, findings)
    if len(document.layers) > 1:
        own = tuple(entry for entry in document.root if entry.key.text != "extends")
        whole = Map(own, document.root.place, document.root.in_flow)
        for finding in _findings_of("ruleset", whole, variant=False):
            # Everything else was found in the layer where it stands.
            if finding.code is MISSING_KEY:
                findings.add(finding)


def check_schema(root: Map, findings: Findings) -> None:
    """Checks one ruleset file as it stands; one with `extends` may leave out what its base has."""
    for finding in _findings_of("ruleset", root, variant="extends" in root):
        findings.add(finding)
    for rule in as_map(root.get("rules")):
        do, is_ = as_map(rule.value).entry("do"), as_map(rule.value).entry("is")
        if do is not None and is_ is not None:
            place = max(do.key.place, is_.key.place, key=lambda place: place.start)
            message = f"`{rule.key.text}` has both `do` and `is`"
            help = "`is` says what it stands for, `do` what happens: make two rules of it"
            findings.report(WRONG_VALUE, place, message, help=help)


def check_scenario_file(root: Map, findings: Findings) -> None:
    """Checks a file of scenarios that stands beside a ruleset."""
    for finding in _findings_of("scenarios", root, variant=False):
        findings.add(finding)


@cache
def _validator(name: str) -> Draft202012Validator:
    # Imported here: jsonschema takes longer to import than a small ruleset to load.
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema_of(name))


@cache
def schema_of(name: str) -> Any:
    """The schema of rulesets or of scenarios, with what each `$ref` means in its place."""
    return _written_out({"$ref": f"{name}.schema.json"}, _registry().resolver())


@cache
def _registry() -> Registry[Any]:
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    files = sorted(data_path("schemas").glob("*.schema.json"))
    contents = ((file.name, json.loads(file.read_text("utf-8"))) for file in files)
    return Registry().with_resources((name, DRAFT202012.create_resource(schema)) for name, schema in contents)


def _written_out(part: Any, resolver: Any) -> Any:
    """A schema with what each `$ref` means in its place: looking it up takes as long as checking does."""
    if isinstance(part, list):
        return [_written_out(item, resolver) for item in part]
    if not isinstance(part, dict):
        return part
    own = {key: _written_out(value, resolver) for key, value in part.items() if key not in ("$ref", "$defs")}
    if "$ref" not in part:
        return own
    target = resolver.lookup(part["$ref"])
    meant = _written_out(target.contents, target.resolver)
    both = own.keys() & meant.keys() - {"title", "description"}
    return {"allOf": [meant], **own} if both else meant | own


def _findings_of(name: str, root: Map, *, variant: bool) -> Iterator[Diagnostic]:
    misfits = [_Misfit(root, error) for error in _validator(name).iter_errors(_as_json(root, variant))]
    bad_names = {misfit.bad_name for misfit in misfits if misfit.bad_name is not None}
    unknown = {id(misfit.node): misfit for misfit in misfits if misfit.error.validator == _UNKNOWN}
    lacking = {id(misfit.node) for misfit in misfits if misfit.error.validator == "required"}
    for misfit in misfits:
        if misfit.entry is not None and misfit.entry in bad_names and misfit.bad_name is None:
            continue  # a value under a key that can't be one
        for finding in misfit.findings(unknown.get(id(misfit.node)), id(misfit.node) in lacking):
            yield replace(finding, alike=misfit.alike(finding))


def _as_json(node: Node, variant: bool, path: Path = ()) -> Any:
    """The tree as the values of JSON; in a variant without what `off` removes."""
    match node:
        case Scalar():
            return node.value
        case Seq():
            return [_as_json(item, variant, path) for item in node.items]
        case Map():
            return {
                entry.key.text: _as_json(entry.value, variant, (*path, entry.key.text))
                for entry in node
                if not (variant and is_off(entry, path))
            }


class _Misfit:
    """One error of the validator, and the node it is about."""

    def __init__(self, root: Map, error: ValidationError) -> None:
        self.error = error
        self.instance: Any = error.instance
        self.wanted: Any = error.validator_value
        self.schema: dict[str, Any] = error.schema if isinstance(error.schema, dict) else {}
        self.node: Node = root
        self.owner = root.place  # of the mapping that the node stands in
        self.entry: Entry | None = None  # the nearest key above the node
        for step in error.absolute_path:
            if isinstance(self.node, Map):
                self.owner = self.node.place
                self.entry = self.node.entry(str(step))
                assert self.entry is not None
                self.node = self.entry.value
            elif isinstance(self.node, Seq):
                self.node = self.node.items[int(step)]

    @property
    def bad_name(self) -> Entry | None:
        """The entry whose key isn't built like a name; the validator gives the key as the instance."""
        if self.error.validator == "pattern" and isinstance(self.node, Map):
            return self.node.entry(str(self.instance))
        return None

    def alike(self, finding: Diagnostic) -> tuple[object, ...]:
        """What findings have in common that are the same mistake in one entry after the other."""
        if self._expected() == "a mapping from attributes to values":
            return self.owner, "rows"
        if finding.code is WRONG_TYPE and finding.help is not None:
            return self.owner, WRONG_TYPE, self._expected(), type(self.instance)
        if self._is_step() and finding.code in (UNKNOWN_KEY, WRONG_VALUE):
            return self.node.place, "step"
        if finding.code is UNKNOWN_KEY and (finding.help or "").startswith("write both"):
            return self.node.place, "span"
        if finding.code is UNKNOWN_KEY and self._knows_no_key() and not is_near(finding):
            return self.node.place, UNKNOWN_KEY
        return ()

    def _is_step(self) -> bool:
        """Whether it is about a step of a scenario, which has a single key."""
        return "maxProperties" in self.schema

    def _knows_no_key(self) -> bool:
        return isinstance(self.node, Map) and not self._known_keys()

    def _known_keys(self) -> set[str]:
        assert isinstance(self.node, Map)
        known, patterns = self.schema.get("properties", {}), self.schema.get("patternProperties", {})
        keys = (entry.key.text for entry in self.node)
        return {key for key in keys if key in known or any(re.search(p, key) for p in patterns)}

    def findings(self, unknown: _Misfit | None, lacks: bool) -> Iterator[Diagnostic]:
        """What to report; a misfit may concern several keys.

        `unknown` is the misfit about the mapping's unknown keys; `lacks` says that keys are missing, too.
        """
        wanted = self.wanted
        match self.error.validator:
            case "additionalProperties":
                yield from self._unknown_keys(lacks)
            case "required":
                missing = [key for key in wanted if key not in self.instance]
                if unknown is not None:  # that is said of what is written instead
                    missing = [key for key in missing if not unknown.means(key)]
                yield from (self._missing(f"`{key}`", key) for key in missing)
            case "anyOf":
                keys = [key for branch in wanted for key in branch.get("required", ())]
                if unknown is not None and any(unknown.means(key) for key in keys):
                    return
                yield self._missing(either(f"`{key}`" for key in keys), *keys)
            case "type":
                yield self._wrong_type(wanted)
            case "enum" | "const":
                yield self._wrong_word(wanted if isinstance(wanted, list) else [wanted])
            case "pattern" if isinstance(self.node, Map):
                yield self._bad_name()
            case "minLength" | "minProperties" if not self.instance:
                yield self._report(WRONG_VALUE, f"{self._subject()} is empty: expected {self._expected()}")
            case "maxProperties" if unknown is not None:
                pass  # that is said of the keys
            case "maxProperties":
                message = f"{self._subject()} holds more than one key: expected {self._expected()}"
                yield self._report(WRONG_VALUE, message, "begin each step with `- `")
            case "minimum":
                message = f"expected a number of at least {wanted}, found {self._found()}"
                yield self._report(WRONG_VALUE, message)
            case _:
                key = self.entry.key.text if self.entry is not None else ""
                help = for_value(self.schema.get("title", ""), self._expected(), [], key, self.instance)
                yield self._report(WRONG_VALUE, f"expected {self._expected()}, found {self._found()}", help)

    def _report(
        self, code: Code, message: str, help: str | None = None, place: Place | None = None
    ) -> Diagnostic:
        return Diagnostic(code, message, place or self._place(), (), help)

    def _place(self) -> Place:
        """The value, or the key above it where the value is empty or goes over several lines."""
        place = self.node.place
        if self.entry is not None and self.entry.value is self.node:
            several_lines = "\n" in place.file.text[place.start : place.end]
            if place.start == place.end or several_lines:
                return self.entry.key.place
        return _first_line(place)

    def _subject(self) -> str:
        if self.entry is not None and self.entry.value is self.node:
            return f"`{self.entry.key.text}`"
        return "this"

    def _expected(self) -> str:
        words = self.schema.get("x-expected")
        if isinstance(words, str):
            return words
        types = self.schema.get("type", "object")
        if self.error.validator in ("minItems", "maxItems"):
            return f"{self.wanted} entries"
        return either(_TYPE_WORDS[kind] for kind in ([types] if isinstance(types, str) else types))

    def _found(self) -> str:
        match self.instance:
            case None:
                return "nothing"
            case bool() as truth:
                return f"`{str(truth).lower()}`"
            case int() | float() as number:
                return f"the number {number}" if len(str(number)) < 30 else "a very long number"
            case str() as text:
                return f"the text `{text if len(text) <= 40 else text[:39] + '…'}`".replace("\n", "⏎")
            case list() as items:
                return "an empty list" if not items else "a list"
            case _:
                return "a mapping"

    def _unknown_keys(self, lacks: bool) -> Iterator[Diagnostic]:
        assert isinstance(self.node, Map)
        suggestions = self._suggestions()
        known = self._known_keys()
        where = f" in `{self.entry.key.text}`" if self.entry is not None else ""
        entries = tuple(self.node)
        for at, entry in enumerate(entries):
            key = entry.key.text
            halves = [i for i in (at - 1, at) if 0 <= i < len(entries) - 1]
            if any(is_signature_cut(entries[i], entries[i + 1]) for i in halves):
                continue  # that is said of the expression
            if key in known or key not in self.instance or is_piece(entry):
                continue
            meant = known_key(key, [word for word in suggestions if word not in self.instance])
            help = f"write `{meant}`" if meant is not None else did_you_mean(rule_id(key), suggestions)
            help = for_span(key, self.instance, suggestions) or help
            if self._is_step():
                help = for_step(key, self.instance[key]) or help
            if help is None and lacks and self._knows_no_key():
                continue
            if help is None:
                help = self.schema.get("x-unknown")
            if help is None and 0 < len(suggestions) <= 8:
                help = f"the keys are {all_of(suggestions)}"
            message = f"there is no key `{_clipped(key)}`{where}"
            yield self._report(UNKNOWN_KEY, message, help, entry.key.place)

    def _suggestions(self) -> list[str]:
        known = list(self.schema.get("properties", {}))
        patterns = list(self.schema.get("patternProperties", {}))
        return [*known, *_spelled_out(patterns, known), *self.schema.get("x-keys", ())]

    def means(self, key: str) -> bool:
        """Whether one of the unknown keys is probably this one."""
        unknown = self.instance.keys() - self._known_keys()
        known = self._suggestions()
        return any(key in (known_key(name, known), closest(rule_id(name), known)) for name in unknown)

    def _missing(self, wanted: str, *keys: str) -> Diagnostic:
        if self.entry is None:
            assert isinstance(self.node, Map)
            first = self.node.entries[0].key.place if self.node.entries else _first_line(self.node.place)
            return self._report(MISSING_KEY, f"the file needs the key {wanted}", self._to_write(keys), first)
        # In a list there is no key to show, and a variant's rule may have its key from the base.
        own_key = self.entry.value is self.node and self.entry.key.place.file is self.node.place.file
        place = self.entry.key.place if own_key else _first_line(self.node.place)
        message = f"{self._subject()} needs the key {wanted}"
        return self._report(MISSING_KEY, message, self._to_write(keys), place)

    def _to_write(self, keys: tuple[str, ...]) -> str | None:
        """An example of the missing key."""
        return f"for instance `{_EXAMPLES[keys[0]]}`" if keys[0] in _EXAMPLES else None

    def _wrong_type(self, wanted: str | list[str]) -> Diagnostic:
        types = [wanted] if isinstance(wanted, str) else wanted
        value, key = self.instance, self.entry.key.text if self.entry is not None else ""
        help = for_value(self.schema.get("title", ""), self._expected(), types, key, value)
        message = f"expected {self._expected()}, found {self._found()}"
        if value is None:
            message = f"{self._subject()} has no value: expected {self._expected()}"
        return self._report(WRONG_TYPE, message, help)

    def _wrong_word(self, allowed: list[Any]) -> Diagnostic:
        words = [str(word) for word in allowed]
        message = f"expected {either(f'`{word}`' for word in words)}, found {self._found()}"
        help = None
        if isinstance(self.instance, str):
            meant = known_word(self.instance, words)
            help = f"write `{meant}`" if meant is not None else did_you_mean(self.instance, words)
        if help is None:
            helps = self.schema.get("x-help", {})
            help = helps.get(self.instance if isinstance(self.instance, str) else "", helps.get("*"))
        return self._report(WRONG_VALUE, message, help)

    def _bad_name(self) -> Diagnostic:
        key, entry = str(self.instance), self.bad_name
        value = entry.value.value if entry is not None and isinstance(entry.value, Scalar) else None
        title = {"state": "Variable", "rules": "Rule"}.get(str(self.error.absolute_path[0]), "")
        place = entry.key.place if entry is not None else None
        message = f"`{_clipped(key)}` can't be a key here: expected {self._expected()}"
        return self._report(WRONG_VALUE, message, for_name(title, key, value), place)


def is_piece(entry: Entry) -> bool:
    """Whether a key without a value looks like the rest of an expression that YAML cut at a comma."""
    value, key = entry.value, entry.key
    return (
        key.in_flow
        and key.style == "plain"
        and isinstance(value, Scalar)
        and value.style == "plain"
        and not value.text
        and _PIECE.search(key.text) is not None
        and not _STEP.match(key.text)
    )


def is_signature_cut(entry: Entry, after: Entry | None) -> bool:
    """Whether two keys are the halves of one with a comma, as in `{starts(player p, card c): …}`."""
    first, second = entry.key, after.key if after is not None else None
    return (
        second is not None
        and first.in_flow
        and first.style == second.style == "plain"
        and isinstance(entry.value, Scalar)
        and not entry.value.text
        and re.fullmatch(r"[a-z_]\w*\([\w ]+", first.text) is not None
        and re.fullmatch(r"[\w ]+\)", second.text) is not None
    )


def is_near(finding: Diagnostic) -> bool:
    """Whether a finding knows what was probably meant."""
    return finding.help is not None and finding.help.startswith("did you mean")


def _spelled_out(patterns: list[str], known: list[str]) -> Iterator[str]:
    """What keys with a signature begin with, for suggestions."""
    for pattern in patterns:
        found = re.match(r"\^([a-z]+)\\s", pattern)
        if found and found.group(1) not in known:
            yield found.group(1)


def _clipped(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


def _first_line(place: Place) -> Place:
    line_end = place.file.text.find("\n", place.start, place.end)
    return place if line_end < 0 else Place(place.file, place.start, line_end)
