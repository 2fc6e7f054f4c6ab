"""Programs as JSON and back, driven by the shapes in `program.py`."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import types
import typing
from functools import cache
from typing import Any

from hoyle.ir import program as ir

_CLASSES: dict[str, type] = {
    name: item for name, item in vars(ir).items() if dataclasses.is_dataclass(item) and isinstance(item, type)
}


def to_json(program: ir.Program) -> dict[str, Any]:
    """Plain lists, dicts, numbers and strings; nodes are `[class, field, …]`."""
    return {field.name: _out(getattr(program, field.name)) for field in dataclasses.fields(program)}


def _out(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_out(item) for item in value]
    if isinstance(value, dict):
        return {key: _out(item) for key, item in value.items()}
    if dataclasses.is_dataclass(value):
        return {"_": type(value).__name__} | {
            field.name: _out(getattr(value, field.name)) for field in dataclasses.fields(value)
        }
    return value


def from_json(data: dict[str, Any]) -> ir.Program:
    """The program of its JSON; ValueError if the version is another."""
    if data.get("version") != ir.VERSION:
        raise ValueError(f"program version {data.get('version')}, but this engine runs version {ir.VERSION}")
    return ir.Program(**{field.name: _in(data[field.name]) for field in dataclasses.fields(ir.Program)})


def _in(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_in(item) for item in value)
    if isinstance(value, dict):
        name = value.get("_")
        if name is not None:
            return _CLASSES[name](**{key: _in(item) for key, item in value.items() if key != "_"})
        return {key: _in(item) for key, item in value.items()}
    return value


def hash_of(program: ir.Program) -> str:
    """A fingerprint of everything that decides how a game goes; places in files don't count."""
    data = to_json(program)
    for key in ("places", "hash", "title", "about"):
        del data[key]
    text = json.dumps(_without_places(data), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _without_places(value: Any) -> Any:
    if isinstance(value, list):
        return [_without_places(item) for item in value]
    if isinstance(value, dict):
        return {
            key: _without_places(item)
            for key, item in value.items()
            if not (key in ("at", "value_at") and isinstance(item, int))
        }
    return value


@cache
def shapes() -> dict[str, dict[str, Any]]:
    """For every node class its fields' types: what `verify` checks a program against."""
    return {name: typing.get_type_hints(item, vars(ir)) for name, item in _CLASSES.items()}


def fits_shape(value: Any, shape: Any) -> bool:
    """Whether a value has the declared type, all the way down."""
    origin = typing.get_origin(shape)
    if shape is Any:
        return True
    if origin in (typing.Union, types.UnionType):
        return any(fits_shape(value, option) for option in typing.get_args(shape))
    if origin is typing.Literal:
        return value in typing.get_args(shape)
    if origin is tuple:
        args = typing.get_args(shape)
        if not isinstance(value, tuple):
            return False
        if len(args) == 2 and args[1] is Ellipsis:
            return all(fits_shape(item, args[0]) for item in value)
        return len(value) == len(args) and all(fits_shape(a, b) for a, b in zip(value, args, strict=True))
    if origin is dict:
        key, item = typing.get_args(shape)
        return isinstance(value, dict) and all(
            fits_shape(a, key) and fits_shape(b, item) for a, b in value.items()
        )
    if isinstance(shape, str):
        shape = eval(shape, vars(ir))  # a forward reference inside a union, spelled in program.py itself
        return fits_shape(value, shape)
    if isinstance(shape, typing.ForwardRef):
        return fits_shape(value, eval(shape.__forward_arg__, vars(ir)))
    if shape is type(None):
        return value is None
    if isinstance(shape, type):
        if shape is int:
            return isinstance(value, int) and not isinstance(value, bool)
        if not isinstance(value, shape):
            return False
        if dataclasses.is_dataclass(shape):
            hints = shapes()[shape.__name__]
            return all(fits_shape(getattr(value, name), hint) for name, hint in hints.items())
        return True
    return False
