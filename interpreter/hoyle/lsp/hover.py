"""Says what a name or a key means, in Markdown."""

from __future__ import annotations

from hoyle.checked import model as m
from hoyle.checked.builtins import FUNCTION, VALUE
from hoyle.checked.types import NOTHING, Type, per_words
from hoyle.document.merge import rule_id
from hoyle.document.nodes import Map, Node
from hoyle.lsp.uses import Meaning
from hoyle.show.declarations import board_size, default_of, limits_of, seen_by, text_of
from hoyle.wording import counted

_MOST_VALUES = 20
_BUILTIN_TYPES = {
    "int": "a whole number",
    "bool": "true or false",
    "player": "one of the players",
    "team": "a team; each player alone where no teams are declared",
    "direction": "a direction of a board",
}


def about_meaning(meaning: Meaning, model: m.Model) -> str:
    """The declaration of a name as code, and below it what the ruleset says about it."""
    code, notes = _Words(model).of(meaning)
    shown = [f"```hoyle\n{code}\n```", *filter(None, notes)]
    return "\n\n".join(shown)


def about_key(title: str, description: str) -> str:
    return f"**{title}**: {description}"


class _Words:
    def __init__(self, model: m.Model) -> None:
        self.model = model

    def of(self, meaning: Meaning) -> tuple[str, list[str]]:
        name, model = meaning.name, self.model
        match meaning.kind:
            case "builtin":
                return _builtin(name)
            case "builtin type":
                return f"type {name}", [_BUILTIN_TYPES.get(name, "")]
            case "zone" if name in model.zones:
                return self._zone(model.zones[name])
            case "state" if name in model.variables:
                return self._state(model.variables[name])
            case "option" if name in model.options:
                option = model.options[name]
                limits = f"default {default_of(option)}; {limits_of(option)}"
                return f"option {name}: {option.type}", [option.about or "", limits, _cites(option.cites)]
            case "rule" if name in model.rules:
                return self._rule(model.rules[name])
            case "component" if name in model.components:
                return self._component(model.components[name])
            case "type":
                return self._type(name)
            case "board" if name in model.boards:
                return f"board {name}", [board_size(model.boards[name]), *self._notes("boards", name)]
            case "value":
                return self._value(name, meaning.home)
            case "attribute":
                type_ = f": {meaning.type}" if meaning.type is not None else self._attribute_type(meaning)
                return f"{meaning.home}.{name}{type_}", []
            case "local":
                return f"{name}: {meaning.type}" if meaning.type is not None else name, []
            case _:
                return f"{meaning.kind} {name}", []

    def _zone(self, zone: m.Zone) -> tuple[str, list[str]]:
        per = f" per {per_words(zone.per)}" if zone.per else ""
        notes = [f"seen by {seen_by(zone)}"]
        if zone.shuffled:
            notes.append("shuffled at the start of each round")
        if zone.refill is not None:
            notes.append(f"refilled from `{zone.refill.source}`")
        if zone.room is not None:
            notes.append(f"room for {zone.room}")
        code = f"zone {zone.name}: of {zone.component}{per}"
        return code, [*self._notes("zones", zone.name), "; ".join(notes)]

    def _state(self, variable: m.Variable) -> tuple[str, list[str]]:
        declared = self.model.syntax.state.get(variable.name)
        written = " ".join(declared.declaration.at.text.split()) if declared else str(variable.type)
        return f"state {variable.name}: {written}", [f"lives as long as the {variable.scope}"]

    def _rule(self, info: m.RuleInfo) -> tuple[str, list[str]]:
        result = f" → {info.result}" if info.result is not None and info.result != NOTHING else ""
        asks = "asks somebody to decide" if info.asks else "changes the state" if info.changes else ""
        if info.rule.choices is not None:
            asks = "alternatives that decisions share"
        notes = [*self._notes("rules", info.rule.name, cites=False), asks, _cites(info.rule.cites)]
        return f"rule {info.signature}{result}", notes

    def _component(self, component: m.Component) -> tuple[str, list[str]]:
        attributes = ", ".join(f"{name}: {type_}" for name, type_ in component.attributes.items())
        code = f"component {component.name}: {attributes}" if attributes else f"component {component.name}"
        return code, [*self._notes("components", component.name), counted(len(component.pieces), "piece")]

    def _type(self, name: str) -> tuple[str, list[str]]:
        model = self.model
        notes = self._notes("types", name)
        if name in model.enums:
            values = list(model.enums[name].values)
            shown = ", ".join(values[:_MOST_VALUES]) + (", …" if len(values) > _MOST_VALUES else "")
            columns = model.enums[name].columns
            table = ", ".join(f"`.{key}`: {column.type}" for key, column in columns.items())
            return f"type {name}: {shown}", [*notes, table]
        if name in model.ranges:
            return f"type {name}: {model.ranges[name].low}..{model.ranges[name].high}", notes
        for board in model.boards.values():
            if name in (board.node_type, board.edge_type):
                what = "nodes" if name == board.node_type else "edges"
                return f"type {name}: the {what} of {board.name}", [board_size(board)]
        return f"type {name}", notes

    def _value(self, name: str, home: str) -> tuple[str, list[str]]:
        enum = self.model.enums.get(home)
        rows = []
        if enum is not None and name in enum.values:
            number = enum.values.index(name)
            for key, column in enum.columns.items():
                rows.append(f"{key}: {self._cell(column, number)}")
        return f"{name}: {home}", [", ".join(rows)]

    def _cell(self, column: m.Column, row: int) -> str:
        value = column.values[row]
        other = self.model.enums.get(column.type.inner.name)
        if value is None:
            return "none"
        return other.values[value] if other is not None else str(value).lower()

    def _attribute_type(self, meaning: Meaning) -> str:
        home = meaning.home
        for type_ in (Type("piece", home), Type("enum", home), Type("node", home)):
            found = self.model.attributes_of(type_).get(meaning.name)
            if found is not None:
                return f": {found}"
        return ""

    def _notes(self, section: str, name: str, cites: bool = True) -> list[str]:
        """What `about` and `cites` say, in the newest layer that says something."""
        body = _named(self.model.syntax.document.root.get(section), name)
        if not isinstance(body, Map):
            return []
        cited = body.get("cites")
        ids = [text_of(item) for item in getattr(cited, "items", ())] if cites else []
        return [text_of(body.get("about")), _cites(tuple(ids))]


def _builtin(name: str) -> tuple[str, list[str]]:
    function = FUNCTION.get(name)
    if function is not None:
        partial = "an error on something empty" if function.partial else ""
        return function.signature, [function.about, f"`{function.example}`", partial]
    value = VALUE[name]
    per = f" per {value.per}" if value.per else ""
    return f"{name}: {value.type}{per}", [value.about, "can be set" if value.assignable else ""]


def _named(section: Node | None, name: str) -> Node | None:
    for entry in section if isinstance(section, Map) else ():
        if rule_id(entry.key.text) == name:
            return entry.value
    return None


def _cites(ids: tuple[str, ...]) -> str:
    return f"rulebook: {', '.join(ids)}" if ids else ""
