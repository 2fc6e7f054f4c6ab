"""Finds out what is known at the cursor by putting a made-up name there and checking the ruleset."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hoyle.checked.model import Model
from hoyle.checked.types import ANY, Type
from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.document.from_yaml import read
from hoyle.document.nodes import Scalar, scalars_of
from hoyle.lsp.buffers import Buffer, Buffers
from hoyle.lsp.uses import code_of
from hoyle.syntax import nodes as n
from hoyle.syntax.keys import KEYS
from hoyle.syntax.walk import rule_trees, walk

MADE_UP = "hoyle_cursor"
# What may be missing behind the name for the line to be whole; the first that can be parsed is taken.
_ENDINGS = (
    "", ")", "]", "])", "()", " = 0", ": nothing", "): nothing", "]: nothing", "()): nothing",
    f" to {MADE_UP}_z", f") to {MADE_UP}_z", f"] for {MADE_UP}_p in players", f" for {MADE_UP}_p in players",
    f" where {MADE_UP}_t", f" then {MADE_UP}_t else {MADE_UP}_t", f" of {MADE_UP}_t",
)  # fmt: skip
_PARSERS: dict[str, Callable[[Scalar, Findings], object]] = {key.entry.start: key.entry for key in KEYS}


@dataclass(frozen=True, slots=True)
class Known:
    """What is known at the cursor."""

    locals: dict[str, Type] = field(default_factory=dict)
    owner: Type | None = None  # of what an attribute is wanted
    other: Type | None = None  # the type of the other side of a comparison


def known_at(buffers: Buffers, buffer: Buffer, start: int, end: int, entry: str) -> Known | None:
    """What is known where a name from `start` to `end` is being written; None if it can't be found out."""
    text = buffer.text
    parse = _PARSERS.get(entry)
    ending: str | None = ""
    cut = end
    if parse is not None:
        ending, cut = _ending(text, start, end, parse)
    if ending is None:
        return None
    # Where what follows in the block can't be read, it is left out.
    rest = "\n" + text[cut:] if cut > end else text[end:]
    patched = text[:start] + MADE_UP + ending + rest
    work = buffers.run(SourceFile(buffer.name, patched), until="checked")
    return _known(work.model) if work.model is not None else None


def _ending(
    text: str, start: int, end: int, parse: Callable[[Scalar, Findings], object]
) -> tuple[str | None, int]:
    """What has to follow the name so that its scalar can be parsed, and up to where the text is left out."""
    scalar = _scalar_with_cursor(text[:start] + MADE_UP + text[end:])
    if scalar is None:
        return None, end
    before, _, after = scalar.text.partition(MADE_UP)
    for rest in (after, "") if scalar.style == "literal" else (after,):
        for ending in _ENDINGS:
            trial = Scalar(f"{before}{MADE_UP}{ending}{rest}", scalar.place, scalar.style, scalar.in_flow)
            silent = Findings()
            if parse(trial, silent) is not None and not silent.has_errors:
                left_out = scalar.place.end - len(MADE_UP) + (end - start) if rest != after else end
                return ending, left_out
    return None, end


def _scalar_with_cursor(text: str) -> Scalar | None:
    root = read(SourceFile("", text), Findings())
    if root is None:
        return None
    return next((scalar for _, scalar in scalars_of(root) if MADE_UP in scalar.text), None)


def _known(model: Model) -> Known | None:
    for code in code_of(model):
        for node in walk(code.tree):
            if isinstance(node, n.Name | n.Ident | n.Quoted) and node.text == MADE_UP:
                parameters = {one.text: model.typing.types.get(one, ANY) for one in code.parameters}
                locals_ = model.typing.in_scope.get(node, parameters)
                written = {name: type_ for name, type_ in locals_.items() if not name.startswith(MADE_UP)}
                return Known(written, *_around(model, code.tree, node))
    return None


def _around(model: Model, tree: Any, target: n.Node) -> tuple[Type | None, Type | None]:
    """The owner of an attribute, and the type of what the name is compared with or assigned to."""
    types = model.typing.types
    for node in walk(tree):
        match node:
            case n.Attribute() if node.name is target:
                return types.get(node.of), None
            case n.Compare() if node.right is target:
                return None, types.get(node.left)
            case n.Compare() if node.left is target:
                return None, types.get(node.right)
            case n.Assign() if node.value is target and node.target.text in model.variables:
                return None, model.variables[node.target.text].type
            case n.Index() if target in node.indices and isinstance(node.of, n.Name):
                name, place = node.of.text, node.indices.index(target)
                found = model.zones.get(name) or model.variables.get(name)
                if found is not None and place < len(found.per):
                    return None, found.per[place]
            case n.Call() if target in node.args:
                info = model.rules.get(node.name.text)
                place = node.args.index(target)
                if info is not None and place < len(info.parameters):
                    return None, info.parameters[place][1]
            case _:
                pass
    return None, None


def locals_of(model: Model, rule: str) -> dict[str, Type]:
    """All locals of a rule wherever they are declared, as far as the model knows them."""
    info = model.rules.get(rule)
    if info is None:
        return {}
    types = model.typing.types
    found = dict(info.parameters)
    for node in walk(rule_trees(info.rule)):
        if isinstance(node, n.Ident) and node in model.typing.locals and node in types:
            found.setdefault(node.text, types[node])
    return found
