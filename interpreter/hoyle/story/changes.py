"""What variables were, what they are now, and which of that is worth telling."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hoyle.ir import program as ir
from hoyle.tabletop.declared import Declared
from hoyle.tabletop.names import spoken
from hoyle.wording import said

Key = tuple[Any, ...]  # the indices of a value, as events name them


class Changes:
    """The variables as one seat follows them, and what they were when they were told last."""

    def __init__(self, declared: Declared, who: Callable[[int], str]) -> None:
        self.declared, self.who = declared, who
        self.now: dict[str, dict[Key, Any]] = {}
        self.before: dict[str, dict[Key, Any]] = {}

    def take(self, event: dict[str, Any]) -> None:
        """Takes note of a `set` event."""
        variable = self.declared.variables.get(event["name"])
        if variable is None or variable.type.kind == "memory" or self._is_hidden(variable):
            return
        values = self.now.setdefault(variable.name, {})
        if "index" in event:
            index = event["index"]
            key: Key = tuple(index) if isinstance(index, list) else (index,)
            self._set(variable.name, values, key, event["value"])
        elif variable.per:
            for key, value in self._each(variable.per, event["value"]):
                self._set(variable.name, values, key, value)
        else:
            self._set(variable.name, values, (), event["value"])

    def forget(self) -> None:
        """What was changed so far is no news."""
        self.before = {}

    def told(self, named: str) -> Iterator[tuple[str, bool]]:
        """What has changed in the end, in words, and whether it matters; `named` are places told already."""
        before, self.before = self.before, {}
        yield from self._on_boards(before, named)
        for name, values in before.items():
            variable = self.declared.variables[name]
            kinds = [per.kind for per in variable.per]
            if kinds in (["node"], ["edge"]):
                continue
            changed = {key: old for key, old in values.items() if self.now[name].get(key) != old}
            if changed:
                yield self._variable(variable, changed), kinds == ["player"]

    # -------------------------------------------------------------- following
    def _set(self, name: str, values: dict[Key, Any], key: Key, value: Any) -> None:
        if key in values:
            self.before.setdefault(name, {}).setdefault(key, values[key])
        values[key] = value

    def _is_hidden(self, variable: ir.Var) -> bool:
        """Whether a missing value may be one that the seat cannot know."""
        of_pieces = any(per.kind == "piece" for per in variable.per) or variable.type.names_pieces
        return variable.seen != "everyone" or of_pieces

    def _each(self, per: ir.Per, values: Any) -> Iterator[tuple[Key, Any]]:
        first, *rest = per
        for index, value in zip(self._indices(first), values, strict=True):
            if rest:
                for key, inside in self._each(tuple(rest), value):
                    yield (index, *key), inside
            else:
                yield (index,), value

    def _indices(self, per: ir.ValueType) -> list[Any]:
        program = self.declared.program
        match per.kind:
            case "player":
                return list(range(self.declared.players))
            case "team":
                return list(range(len(self.declared.teams)))
            case "enum":
                return list(program.enums[per.name])
            case "node":
                return list(self.declared.boards[per.name].nodes)
            case "edge":
                return list(self.declared.boards[per.name].edges)
            case "bool":
                return [False, True]
            case _:
                low, high = program.ranges[per.name]
                return list(range(low, high + 1))

    # -------------------------------------------------------------- words
    def _variable(self, variable: ir.Var, changed: dict[Key, Any]) -> str:
        words = []
        for key, old in changed.items():
            new = self.now[variable.name][key]
            text = self._way(variable.type, old, new)
            of = " ".join(self._value(index, per) for index, per in zip(key, variable.per, strict=True))
            words.append(f"{of} ({text})" if of and "→" in text else f"{of} {text}" if of else text)
        return f"{spoken(variable.name)}: {', '.join(words)}"

    def _way(self, type_: ir.ValueType, old: Any, new: Any) -> str:
        if old is None or type_.kind == "bool":
            return self._value(new, type_)
        return f"{self._value(old, type_)} → {self._value(new, type_)}"

    def _value(self, value: Any, type_: ir.ValueType) -> str:
        if value is None:
            return "–"
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, list) and type_.item is not None:
            return ", ".join(self._value(one, type_.item) for one in value) or "–"
        if type_.kind == "player" and isinstance(value, int):
            return self.who(value)
        if type_.kind == "team" and isinstance(value, int) and value < len(self.declared.teams):
            return " + ".join(map(self.who, self.declared.teams[value]))
        return said(value)

    # -------------------------------------------------------------- boards
    def _on_boards(self, before: dict[str, dict[Key, Any]], named: str) -> Iterator[tuple[str, bool]]:
        """Places that hold something else now, those that hold the same together."""
        variables = [
            variable
            for variable in self.declared.program.vars
            if len(variable.per) == 1
            and variable.per[0].kind in ("node", "edge")
            and variable.name in self.now
        ]
        touched = {key[0]: None for variable in variables for key in before.get(variable.name, {})}
        groups: dict[tuple[str, str], list[str]] = {}
        for place in touched:
            then = self._held(variables, before, place)
            now = self._held(variables, {}, place)
            if then == now or (_names(named, place) and "–" in (then, now)):
                continue
            groups.setdefault((then, now), []).append(place)
        for (then, now), places in groups.items():
            yield f"{', '.join(map(spoken, places))}: {_way(then, now)}", True

    def _held(self, variables: list[ir.Var], before: dict[str, dict[Key, Any]], place: str) -> str:
        """What is at a place, or was before: whose, of which kind, and what else holds there."""
        words: list[str] = []
        for variable in variables:
            if (place,) not in self.now[variable.name]:
                continue
            value = before.get(variable.name, {}).get((place,), self.now[variable.name][(place,)])
            if value is None or value is False:
                continue
            if value is True:
                words.append(spoken(variable.name))
            elif variable.type.kind in ("player", "enum"):
                words.append(self._value(value, variable.type))
            else:
                words.append(f"{spoken(variable.name)} {self._value(value, variable.type)}")
        return " ".join(words) or "–"


def _names(text: str, place: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(place)}(?![\w-])", text) is not None


def _way(then: str, now: str) -> str:
    """From one to the other, without what they have in common.

    >>> _way("seeds 4", "seeds 0"), _way("Ann", "Ben"), _way("–", "Ann")
    ('seeds 4 → 0', 'Ann → Ben', 'Ann')
    """
    if then == "–":
        return now
    (*words, _), (*others, last) = then.split(" "), now.split(" ")
    return f"{then} → {last}" if words and words == others else f"{then} → {now}"
