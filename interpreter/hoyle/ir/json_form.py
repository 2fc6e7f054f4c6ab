"""Programs as JSON and back, driven by the shapes in `program.py`."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import types
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any

from hoyle.ir import program as ir
from hoyle.ir.types import ValueType, read_per, read_type

# A library could do this, but to import cattrs takes 28 ms and msgspec 34 ms, at the start of every command.
_CLASSES: dict[str, type] = {
    name: item
    for name, item in vars(ir).items()
    if dataclasses.is_dataclass(item) and isinstance(item, type) and item is not ValueType
}

# What decides nothing about how a game goes.
_WORDS_AND_PLACES = ("places", "hash", "title", "about", "aim")


def to_json(program: ir.Program) -> dict[str, Any]:
    """Plain lists, dicts, numbers and strings; a node has its class under `_`, a type is its spelling."""
    return {name: _out(getattr(program, name)) for name, _ in _told(program)}


def _out(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_out(item) for item in value]
    if isinstance(value, dict):
        return {key: _out(item) for key, item in value.items()}
    if isinstance(value, ValueType):
        return str(value)
    if dataclasses.is_dataclass(value):
        found: dict[str, Any] = {"_": type(value).__name__}
        for name, kind in _told(value):
            item = getattr(value, name)
            if kind is not _NEW or item:
                found[name] = ",".join(map(str, item)) if kind is _PER else _out(item)
        return found
    return value


def from_json(data: dict[str, Any]) -> ir.Program:
    """The program of its JSON; ValueError if the version is another."""
    if data.get("version") != ir.VERSION:
        raise ValueError(f"program version {data.get('version')}, but this engine runs version {ir.VERSION}")
    return ir.Program(**{name: _in(data[name]) for name, _ in _fields(ir.Program) if name in data})


def _in(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_in(item) for item in value)
    if not isinstance(value, dict):
        return value
    name = value.get("_")
    if name is None:
        return {key: _in(item) for key, item in value.items()}
    kind = _CLASSES[name]
    return kind(**{field: _typed(value[field], shape) for field, shape in _fields(kind) if field in value})


def _typed(value: Any, shape: str) -> Any:
    if shape is _PER:
        return read_per(value)
    return read_type(value) if shape is _TYPE and value is not None else _in(value)


_TYPE, _PER, _NEW = "ValueType", "Per", "new"

# Left out where they are empty, so that programs without them have the JSON and the hash as ever.
_LEFT_OUT = {("Var", "remembers"), ("FillVar", "more")}


_FIELDS: dict[type, tuple[tuple[str, str], ...]] = {}


def _fields(kind: Any) -> tuple[tuple[str, str], ...]:
    """A node's fields, each with `_TYPE` or `_PER` where it holds types, `_NEW` where it may be left out."""
    if kind not in _FIELDS:
        known = {_TYPE: _TYPE, f"{_TYPE} | None": _TYPE, _PER: _PER}
        _FIELDS[kind] = tuple(
            (field.name, _NEW if (kind.__name__, field.name) in _LEFT_OUT else known.get(str(field.type), ""))
            for field in dataclasses.fields(kind)
        )
    return _FIELDS[kind]


_ADDED: dict[type, dict[str, Any]] = {}


def _told(value: Any) -> Iterator[tuple[str, str]]:
    """The fields of a node that its JSON has: not those added since (see `nodes.added`) that say nothing."""
    kind = type(value)
    if kind not in _ADDED:
        later = [field for field in dataclasses.fields(kind) if "added" in field.metadata]
        _ADDED[kind] = {field.name: field.default for field in later}
    silent = _ADDED[kind]
    for name, shape in _fields(kind):
        if not (silent and name in silent and getattr(value, name) == silent[name]):
            yield name, shape


def hash_of(program: ir.Program) -> str:
    """A fingerprint of everything that decides how a game goes.

    So without places in files and questions, and without the types of locals, which follow from the rest;
    but the range that a parameter is declared with is a rule of the game.
    """
    data = to_json(program)
    for key in _WORDS_AND_PLACES:
        data.pop(key, None)
    text = json.dumps(_without_places(data), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _without_places(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_places(item) for item in value]
    if isinstance(value, dict):
        found = {
            key: _without_places(item)
            for key, item in value.items()
            if not (key in ("at", "value_at") and isinstance(item, int))
            and not (key == "question" and all(isinstance(part, str) for part in item))
        }
        if value.get("_") == "Proc":
            del found["result"]
            kept = [local for local in found.pop("locals") if ".." in local["type"]]
            found |= {"locals": kept} if kept else {}
        return found
    return value


@cache
def shapes() -> dict[str, dict[str, Any]]:
    """For every node class its fields' types: what `verify` checks a program against."""
    return {name: typing.get_type_hints(item, vars(ir)) for name, item in _CLASSES.items()}


def fits_shape(value: Any, shape: Any) -> bool:
    """Whether a value has the declared type, all the way down."""
    match typing.get_origin(shape), typing.get_args(shape):
        case ((typing.Union | types.UnionType), options):
            return any(fits_shape(value, option) for option in options)
        case typing.Literal, words:
            return value in words
        case builtins_tuple, (item, dots) if builtins_tuple is tuple and dots is Ellipsis:
            return isinstance(value, tuple) and all(fits_shape(part, item) for part in value)
        case builtins_tuple, items if builtins_tuple is tuple:
            return (
                isinstance(value, tuple)
                and len(value) == len(items)
                and all(fits_shape(a, b) for a, b in zip(value, items, strict=True))
            )
        case builtins_dict, (key, item) if builtins_dict is dict:
            return isinstance(value, dict) and all(
                fits_shape(a, key) and fits_shape(b, item) for a, b in value.items()
            )
        case _:
            return _is_one(value, shape)


def _is_one(value: Any, shape: type) -> bool:
    """Whether a value is an instance of a class, its fields included; a truth value is no number here."""
    if not isinstance(value, shape) or (shape is int and isinstance(value, bool)):
        return False
    hints = shapes().get(shape.__name__, {}) if dataclasses.is_dataclass(shape) else {}
    return all(fits_shape(getattr(value, name), hint) for name, hint in hints.items())
