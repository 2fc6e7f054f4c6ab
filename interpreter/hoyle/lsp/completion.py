"""Proposes what can be written at the cursor: names of the action language, or keys and words of YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from hoyle.bundled import bundled
from hoyle.checked.model import Model
from hoyle.checked.types import ANY, Type
from hoyle.document.merge import rule_id
from hoyle.document.nodes import Map
from hoyle.lsp import proposals as p
from hoyle.lsp.at_cursor import Known, known_at, locals_of
from hoyle.lsp.buffers import Buffer, Buffers
from hoyle.lsp.schema_keys import keys_at, values_at
from hoyle.lsp.spot import Spot, spot_at

_PREFIX = re.compile(r"[A-Za-z0-9_]*\Z")
_OPEN_QUOTE = re.compile(r'^(?:[^"\n]|"[^"\n]*")*"([^"\n]*)\Z')
_DECLARED = re.compile(
    r"\b(?:let|for each|for|any|no|all|count|those|first|sum|highest|lowest|each|to|simultaneously)"
    r"\s+([a-z_]\w*)"
    r"|[(,]\s*(?:[a-z]+\s+)?([a-z_]\w*)\s+(?:in|if)\b"
)
_COMPARED = re.compile(r"([a-z_]\w*)(?:\.([a-z_]\w*))?\s*(?:==|!=)\s*\Z")
_OWNER = re.compile(r"([a-z_]\w*)\.\Z")
# Behind a name, what it is set to; an index may stand between.
_SET = re.compile(r"(?:[\w\]]\s*|[+-])=\s*\Z")


@dataclass(frozen=True, slots=True)
class Completion:
    """The proposals, and the text that one of them replaces."""

    start: int
    end: int
    proposals: tuple[p.Proposal, ...]


def complete(buffers: Buffers, buffer: Buffer, offset: int) -> Completion:
    spot = spot_at(buffer.text, offset)
    if spot.entry_point is not None:
        return _in_actions(buffers, buffer, spot, offset)
    found = _Yaml(buffer, spot).proposals()
    start = spot.start if spot.is_key else offset - len(_prefix(spot.before))
    return Completion(start, offset, _sorted(found))


def _prefix(before: str) -> str:
    found = _PREFIX.search(before)
    return found.group() if found is not None else ""


def _sorted(found: Iterator[p.Proposal]) -> tuple[p.Proposal, ...]:
    """Each label once, with its best rank."""
    best: dict[str, p.Proposal] = {}
    for proposal in found:
        if proposal.label not in best or proposal.rank < best[proposal.label].rank:
            best[proposal.label] = proposal
    return tuple(sorted(best.values(), key=lambda one: (one.rank, one.label)))


# -------------------------------------------------------------------- the action language
def _in_actions(buffers: Buffers, buffer: Buffer, spot: Spot, offset: int) -> Completion:
    entry = spot.entry_point or ""
    line = spot.before.rpartition("\n")[2]
    if spot.path[-1] == "why":
        line = line.rpartition("{")[2]
    prefix = _prefix(spot.before)
    start = offset - len(prefix)
    if buffer.latest is None or _in_comment(line):
        return Completion(start, offset, ())
    model = buffer.latest
    ahead = line[: len(line) - len(prefix)]
    if entry == "declaration" and (wanted := _declaration(ahead, model)) is not None:
        return Completion(start, offset, _sorted(iter(wanted)))
    quote = _OPEN_QUOTE.match(line)
    if quote is not None and buffer.text[spot.start : spot.start + 1] != '"':
        # a value in quotation marks is written anew with both of them
        start = offset - len(quote.group(1)) - 1
        end = offset + (buffer.text[offset : offset + 1] == '"')
        known = known_at(buffers, buffer, start, end, entry)
        other = known.other if known is not None else _compared(ahead.rpartition('"')[0], model, spot)
        found = p.values(model, other, True) if other is not None else p.all_values(model, True)
        return Completion(start, end, _sorted(found))
    known = known_at(buffers, buffer, start, offset, entry)
    return Completion(start, offset, _sorted(_names(model, known, spot, ahead, entry)))


def _names(model: Model, known: Known | None, spot: Spot, ahead: str, entry: str) -> Iterator[p.Proposal]:
    if ahead.endswith(".") and not ahead.endswith(".."):
        owner = known.owner if known is not None else _owner(ahead, model, spot)
        if owner is None or owner == ANY:
            yield from p.all_attributes(model)
        else:
            yield from p.attributes(model, owner)
        return
    if re.search(r"(^|:)\s*(remember|forget)\s+\Z", ahead):
        yield from (p.Proposal(name, "state", "memory", rank=0) for name in p.memories(model))
        return
    other = known.other if known is not None else _compared(ahead, model, spot)
    if other is not None:
        yield from p.values(model, other)
    yield from p.names(model, known.locals if known is not None else _locals(model, spot))
    if entry in ("procedure", "alternatives") and not ahead.strip():
        yield from p.keywords(p.STATEMENTS)
    else:
        yield from p.keywords(p.IN_EXPRESSIONS)
        if entry in ("procedure", "alternatives") and _SET.search(ahead):
            yield from p.keywords(("draw",))


def _locals(model: Model, spot: Spot) -> dict[str, Type]:
    """The locals of the rule in the text as it stands; their types as the last good text had them."""
    known = locals_of(model, rule_id(spot.rule).partition(".")[0]) if spot.rule is not None else {}
    written = {one or other for one, other in _DECLARED.findall(spot.before)}
    signature = spot.rule.partition("(")[2] if spot.rule is not None else ""
    written |= {part.split()[-1] for part in signature.strip(" )").split(",") if part.split()}
    found = {name: known.get(name, ANY) for name in sorted(written)}
    info = model.rules.get(rule_id(spot.rule)) if spot.rule is not None else None
    return (dict(info.parameters) if info is not None else {}) | found


def _owner(ahead: str, model: Model, spot: Spot) -> Type | None:
    found = _OWNER.search(ahead)
    return _type_of(found.group(1), model, spot) if found is not None else None


def _compared(ahead: str, model: Model, spot: Spot) -> Type | None:
    """The type of what stands before `==`, if it is a simple name or an attribute of one."""
    found = _COMPARED.search(ahead)
    if found is None:
        return None
    name, attribute = found.groups()
    owner = _type_of(name, model, spot)
    if attribute is None:
        return owner
    if owner is not None and owner.inner.kind == "piece" and owner.inner.name in model.components:
        return model.attributes_of(owner.inner).get(attribute)
    homes = [one.attributes[attribute] for one in model.components.values() if attribute in one.attributes]
    return homes[0] if homes else None


def _type_of(name: str, model: Model, spot: Spot) -> Type | None:
    found = _locals(model, spot).get(name)
    if found is not None and found != ANY:
        return found
    if name in model.variables:
        return model.variables[name].type
    return model.options[name].type if name in model.options else None


def _declaration(ahead: str, model: Model) -> list[p.Proposal] | None:
    """What can stand in a declaration before its first value; None where an expression is wanted."""
    if "=" in ahead:
        return None
    if re.match(r"\s*['\"]?memory\s+of\b", ahead):
        return [
            p.Proposal(name, "state", str(variable.type), rank=0)
            for name, variable in model.variables.items()
            if variable.type.kind not in ("list", "memory") and variable.seen == "everyone"
        ]
    if re.search(r"\bseen\s+\Z", ahead):
        return [p.Proposal(word, "keyword", rank=0) for word in ("owner", "nobody")]
    found = list(p.types(model))
    if ahead.strip() and not re.search(r"\b(per|of)\s+\Z|\[\Z|\bper\b[^=]*,\s*\Z", ahead):
        return list(p.keywords(("per", "seen", "=")))
    return found


def _in_comment(line: str) -> bool:
    return "#" in re.sub(r'"[^"]*"', "", line)


# -------------------------------------------------------------------- YAML
class _Yaml:
    """Proposals for keys, and for values that are no action language."""

    def __init__(self, buffer: Buffer, spot: Spot) -> None:
        self.spot = spot
        self.schema = "scenarios" if buffer.holds_scenarios else "ruleset"
        self.model = buffer.latest

    def proposals(self) -> Iterator[p.Proposal]:
        path = self.spot.path
        if self.spot.is_key:
            for key, description in keys_at(path, self.schema).items():
                yield p.Proposal(key, "key", about=description, text=f"{key}: ", rank=1)
            yield from self._overridable(path)
            return
        for word in values_at(path, self.schema):
            yield p.Proposal(word, "value", rank=0)
        yield from self._words(path)

    def _overridable(self, path: tuple[str, ...]) -> Iterator[p.Proposal]:
        """What a variant can change: the names that its bases have."""
        layers = self.model.syntax.document.layers[1:] if self.model is not None else ()
        for layer in layers:
            node: object = layer
            for key in path:
                node = node.get(key) if isinstance(node, Map) else None
            for entry in node if isinstance(node, Map) and path else ():
                name = rule_id(entry.key.text)
                yield p.Proposal(name, "key", "from the base", text=f"{name}:", rank=2)

    def _words(self, path: tuple[str, ...]) -> Iterator[p.Proposal]:
        model = self.model
        match path:
            case ("extends",):
                yield from (p.Proposal(id, "value", "bundled ruleset", rank=0) for id in bundled())
            case ("zones", _, "of") if model is not None:
                yield from (p.Proposal(name, "type", "component", rank=0) for name in model.components)
            case ("zones", _, "starts"):
                yield p.Proposal("all", "value", rank=0)
            case ("zones", _, "refill", "from") if model is not None:
                yield from (p.Proposal(name, "zone", rank=0) for name in model.zones)
            case ("zones", _, "per", *_) | ("components", _, "has", _) | ("types", _, "columns", _) if (
                model is not None
            ):
                yield from p.types(model)
            case ("options", name) | ("options", name, "default") if (
                model is not None and name in model.options
            ):
                option = model.options[name]
                yield from (p.Proposal(word, "value", rank=0) for word in option.values)
                if option.type.kind == "bool":
                    yield from (p.Proposal(word, "value", rank=0) for word in ("true", "false"))
            case _:
                return
