"""Names and calls that authors know from elsewhere, and what is written here instead."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoyle.checked.types import Type, described
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.suggest import all_of
from hoyle.syntax import nodes as n
from hoyle.syntax.habits import WINNING

if TYPE_CHECKING:
    from hoyle.checked import model as m
    from hoyle.checked.checker import Checker

_MOST_VALUES = 14  # that a message lists
_NAMES = {
    "null": "write `none`",
    "nil": "write `none`",
    "undefined": "write `none`",
    "nobody": "write `none`",
    "yes": "write `true`",
    "on": "write `true`",
    "off": "write `false`",
    "self": "a rule names its player: `turn(player me)`",
    "this": "a rule names its player: `turn(player me)`",
    "you": "a rule names its player: `turn(player me)`",
    "me": "a rule names its player: `turn(player me)`",
    "player": "that is a type; all of them are `players`",
    "current_player": "a rule names its player: `turn(player me)`",
    "everyone": "write `players`",
    "everybody": "write `players`",
    "all_players": "write `players`",
    "p": "name it first: `any p in players where …`, or `player p` as a parameter",
    "others": "write `players except me`",
    "other_players": "write `players except me`",
    "opponents": "write `players except me`",
    "opponent": "write `next(me)`, or with more than two `players except me`",
    "turn_number": "count turns in a variable; the number of the round is `round_number`",
}
# Calls; `{0}` stands for the first argument, `{1}` for the second.
_CALLS = {
    "empty": "write `size({0}) == 0`",
    "is_empty": "write `size({0}) == 0`",
    "isempty": "write `size({0}) == 0`",
    "len": "write `size({0})`",
    "length": "write `size({0})`",
    "number": "write `size({0})`",
    "count_of": "write `size({0})`",
    "contains": "write `{1} in {0}`",
    "has": "write `{1} in {0}`",
    "includes": "write `{1} in {0}`",
    "exist": "write `{0} exists`",
    "is_none": "write `not {0} exists`",
    "is_some": "write `{0} exists`",
    "randint": "write `random({0}..{1})`",
    "rand": "write `random(1..{0})`",
    "roll": "write `random(1..6)`",
    "dice": "write `random(1..6)`",
    "range": "write `{0}..{1}`",
    "sorted": "there is no order to sort by; `highest x in … by …` picks one",
    "sort": "there is no order to sort by; `highest x in … by …` picks one",
    "concat": "write `{0} + {1}`",
    "append": "write `{0} += [{1}]`",
    "add": "write `{0} += [{1}]`",
    "remove": "write `{0} = {0} except {1}`",
    "next_player": "write `next({0})`",
    "player": "write `seat({0})`",
    "opponent": "write `next({0})`, or with more than two `players except {0}`",
    "discard": "write `move {0} to …`",
    "eliminate": "remember it in a variable, and say who is in with `active(player p)` under `players`",
    "print": "people see the choices and what happens; there is nothing to print",
    "skip": "write `turn(next(next(me)))`",
    "reverse": "write `clockwise = not clockwise`; a list backwards is `reversed(…)`",
}
_ENDS = ("win", "wins", "winner", "lose", "loses", "loser", "won", "lost", "victory", "set_winner")
_ENDINGS = {
    "end_game": "end match",
    "game_over": "end match",
    "end_match": "end match",
    "end_round": "end round",
}
_TYPES = {
    "integer": "int",
    "number": "int",
    "boolean": "bool",
    "players": "player",
    "seat": "player",
    "string": "an enumeration under `types`",
    "text": "an enumeration under `types`",
    "list": "[int]",
    "cell": "the name under `nodes` of a board",
}


def for_name(name: str) -> str | None:
    """What to write for a name that nothing declares."""
    return _NAMES.get(name)


def for_call(node: n.Call) -> str | None:
    """What to write for a call that calls nothing."""
    name, args = node.name.text, [arg.at.text for arg in node.args]
    if name in _ENDS:
        return WINNING
    if name in _ENDINGS:
        return f"write `{_ENDINGS[name]}`"
    help_ = _CALLS.get(name)
    return help_.format(*args, *["…"] * (2 - len(args))) if help_ is not None else None


def for_type(name: str, value_homes: dict[str, str]) -> str | None:
    """What to write for a type that there is not; the second are all values, with their types."""
    if name in _TYPES:
        return f"write `{_TYPES[name]}`" if " " not in _TYPES[name] else f"use {_TYPES[name]}"
    if name in ("none", "null"):
        return "write the type of what it can hold, with `?`: `player?` begins as none"
    if name in ("true", "false"):
        return f"write `bool = {name}`"
    home = value_homes.get(name)
    return f"`{name}` is a value: write `{home} = {name}`" if home is not None else None


def for_attribute(owner: Type, node: n.Attribute, model: m.Model) -> str | None:
    """What to write for something behind a dot that is a function here, as in `hand[me].size`."""
    name, of = node.name.text, node.of.at.text
    variable, zone = model.variables.get(name), model.zones.get(name)
    per = variable.per if variable is not None else zone.per if zone is not None else ()
    if per == (owner,):
        return f"write `{name}[{of}]`"
    if owner.kind == "list" and of in model.enums and name in model.enums[of].values:
        return f"a value stands alone: write `{name}`"
    if owner.kind not in ("zone", "list"):
        return None
    if name in ("size", "length", "len", "count", "number"):
        return f"write `size({of})`"
    if name in ("empty", "is_empty"):
        return f"write `size({of}) == 0`"
    if name in ("top", "bottom") and owner.kind == "zone":
        return f"write `{name}({of})`"
    if name in ("first", "last"):
        return f"write `{of}[0]`" if name == "first" else f"write `{of}[size({of}) - 1]`"
    return f"it is a list: `any x in {of} where x.{name} …` looks at each of its items"


def in_arithmetic(checker: Checker, node: n.Arithmetic, left: Type, right: Type) -> Type | None:
    """Seats that are counted on like numbers, as in `me + 1`."""
    for side, type_ in ((node.left, left), (node.right, right)):
        if type_.kind == "enum" and (words := for_option(checker.model, type_)) is not None:
            message = f"`{node.op}` takes numbers, and {described(type_)} is none"
            return checker.report(codes.WRONG_TYPE, side, message, help=words)
        if type_.kind == "enum":
            help_ = f"its place in the type is a number: `position({side.at.text})`"
            columns = [
                name for name, found in checker.model.attributes_of(type_).items() if found.kind == "int"
            ]
            if columns:
                help_ = f"write `{side.at.text}.{columns[0]}`, or `position({side.at.text})` for its place"
            message = f"`{node.op}` takes numbers, and {described(type_)} is none"
            return checker.report(codes.WRONG_TYPE, side, message, help=help_)
    player, number = (node.left, node.right) if left.kind == "player" else (node.right, node.left)
    if node.op not in ("+", "-") or "player" not in (left.kind, right.kind):
        return None
    who, far = player.at.text, number.at.text
    further = "" if far == "1" else f", {far}"
    helps = {"+": f"`left({who}{further})`", "-": f"`right({who}{further})`"}
    help_ = f"write {helps[node.op]}"
    if far == "1":
        among = "next" if node.op == "+" else "previous"
        help_ += f", or `{among}({who})` for one who is still in"
    return checker.report(codes.WRONG_TYPE, node, "a player is not a number to count with", help=help_)


def for_option(model: m.Model, type_: Type) -> str | None:
    """What to write where the values of an option are numbers in name only."""
    values = model.enums[type_.name].values if type_.name in model.enums else ()
    if not type_.name.startswith("option ") or not values or not all(value.isdecimal() for value in values):
        return None
    numbers = sorted(map(int, values))
    return f"its `values` are words; for a number write `range: {numbers[0]}..{numbers[-1]}` instead"


def takes_single(node: n.Call) -> bool:
    """Whether `max` or `min` was given all there is in one."""
    return node.name.text in ("max", "min") and len(node.args) == 1


def for_arguments(node: n.Call, kinds: Sequence[str]) -> str | None:
    """What to write for a built-in that was given too few or too many arguments of these kinds."""
    name, args = node.name.text, [arg.at.text for arg in node.args]
    if name == "random":
        if list(kinds) == ["int", "int"]:
            return f"it takes a list or a range: `random({args[0]}..{args[1]})`"
        return f"it brings one of a list: `random({args[0] if args else '1..6'})`"
    if name in ("distinct", "reversed", "size") and len(args) > 1:
        return f"in brackets they are a list: `{name}([{', '.join(args)}])`"
    if takes_single(node):
        return f"of a list it is `{'highest' if name == 'max' else 'lowest'} x in … by …`"
    if name in ("max", "min") and len(args) == 3:
        return f"write `{name}({args[0]}, {name}({args[1]}, {args[2]}))`"
    return None


def for_random(node: n.Expr) -> str:
    """What to write for `random(6)` and `random(1-6)`."""
    low, high = ("1", node.at.text)
    if isinstance(node, n.Arithmetic) and node.op == "-":
        low, high = node.left.at.text, node.right.at.text
    return f"write `random({low}..{high})`"


def for_number(type_: Type, values: Sequence[str], node: n.Node) -> str | None:
    """What to write where a number was compared with values that are words, as in `c.rank == 7`."""
    if not isinstance(node, n.Integer):
        return None
    text = node.at.text
    said = values_said(values)
    return f'write `"{text}"`; {said}' if text in values else said


def for_comparison(model: m.Model, node: n.Compare, left: Type, right: Type) -> str | None:
    """What to write where a piece was compared with what one of its attributes holds: `c == clubs`."""
    for owner, value, of, other in (
        (left, right, node.left, node.right),
        (right, left, node.right, node.left),
    ):
        if owner.kind in ("piece", "node"):
            named = [name for name, type_ in model.attributes_of(owner).items() if type_.inner == value.inner]
            if len(named) == 1:
                return f"write `{of.at.text}.{named[0]} {node.op} {other.at.text}`"
    for counted, number, of in ((left, right, node.left), (right, left, node.right)):
        if counted.kind in ("zone", "list") and number.kind == "int":
            return f"to count them write `size({of.at.text})`"
    for item, whole, one, of in (
        (left, right, node.left, node.right),
        (right, left, node.right, node.left),
    ):
        if whole.kind in ("list", "zone") and whole.single == item and node.op in ("==", "!="):
            negated = "not " if node.op == "!=" else ""
            return f"write `{negated}{one.at.text} in {of.at.text}`"
    return None


def for_alternatives(node: n.And | n.Or) -> str | None:
    """What to write for `c.suit == hearts or clubs`."""
    first, word = node.left, "or" if isinstance(node, n.Or) else "and"
    while isinstance(first, n.And | n.Or):
        first = first.right
    if not isinstance(first, n.Compare) or not isinstance(node.right, n.Name | n.Quoted | n.Integer):
        return None
    asked, value, other = first.left.at.text, first.right.at.text, node.right.at.text
    again = f"write `{asked} {first.op} {value} {word} {asked} {first.op} {other}`"
    return f"{again}, or `{asked} in [{value}, {other}]`" if first.op == "==" and word == "or" else again


def values_said(values: Sequence[str]) -> str | None:
    """Which values there are, as they are written; of many the first.

    >>> values_said(["clubs", "7"])
    'its values are `clubs` and `"7"`'
    """
    shown = [word if re.fullmatch(r"[a-z_][a-z0-9_]*", word) else f'"{word}"' for word in values]
    if len(shown) > _MOST_VALUES:
        first = ", ".join(f"`{word}`" for word in shown[: _MOST_VALUES - 2])
        return f"its values are {first}, … `{shown[-1]}`"
    return f"its {'value is' if len(shown) == 1 else 'values are'} {all_of(shown)}" if shown else None
