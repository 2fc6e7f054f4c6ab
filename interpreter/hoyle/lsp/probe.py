"""Finds out what is known at the cursor by putting a made-up name there and checking the ruleset."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from hoyle.checked.model import Model
from hoyle.checked.types import Type
from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.document.from_yaml import read
from hoyle.document.nodes import Scalar, scalars_of
from hoyle.lsp.buffers import Buffer, Buffers
from hoyle.syntax import nodes as n
from hoyle.syntax.keys import KEYS
from hoyle.syntax.walk import children, rule_trees, texts, walk

PROBE = "hoyle_probe"
# What may be missing behind the name for the line to be whole; the first that can be parsed is taken.
_ENDINGS = (
    "", ")", "]", "])", "()", " = 0", ": nothing", "): nothing", "]: nothing", "()): nothing",
    f" to {PROBE}_z", f") to {PROBE}_z", f"] for {PROBE}_p in players", f" for {PROBE}_p in players",
    f" where {PROBE}_t", f" then {PROBE}_t else {PROBE}_t", f" of {PROBE}_t",
)  # fmt: skip
_PARSERS: dict[str, Callable[[Scalar, Findings], object]] = {key.entry.start: key.entry for key in KEYS}


@dataclass(frozen=True, slots=True)
class Known:
    """What is known at the cursor."""

    locals: dict[str, Type] = field(default_factory=dict)
    owner: Type | None = None  # of what an attribute is wanted
    other: Type | None = None  # the type of the other side of a comparison


def probe(buffers: Buffers, buffer: Buffer, start: int, end: int, entry: str) -> Known | None:
    """What is known where a name from `start` to `end` is being written; None if it can't be found out."""
    text = buffer.text
    parse = _PARSERS.get(entry)
    ending: str | None = ""
    cut = end
    if parse is not None:
        ending, cut = _ending(text, start, end, parse)
    if ending is None:
        return None
    patched = text[:start] + PROBE + ending + text[end:cut] + text[max(cut, end) :]
    if cut > end:  # what follows in the block can't be read: it is left out
        patched = text[:start] + PROBE + ending + "\n" + text[cut:]
    work = buffers.run(SourceFile(buffer.name, patched), set(), until="checked")
    return _known(work.model) if work.model is not None else None


def _ending(
    text: str, start: int, end: int, parse: Callable[[Scalar, Findings], object]
) -> tuple[str | None, int]:
    """What has to follow the name so that its scalar can be parsed, and up to where the text is left out."""
    scalar = _scalar_with_probe(text[:start] + PROBE + text[end:])
    if scalar is None:
        return None, end
    before, _, after = scalar.text.partition(PROBE)
    for rest in (after, "") if scalar.style == "literal" else (after,):
        for ending in _ENDINGS:
            trial = Scalar(f"{before}{PROBE}{ending}{rest}", scalar.place, scalar.style, scalar.in_flow)
            silent = Findings()
            if parse(trial, silent) is not None and not silent.has_errors:
                left_out = scalar.place.end - len(PROBE) + (end - start) if rest != after else end
                return ending, left_out
    return None, end


def _scalar_with_probe(text: str) -> Scalar | None:
    root = read(SourceFile("", text), Findings())
    if root is None:
        return None
    return next((scalar for _, scalar in scalars_of(root) if PROBE in scalar.text), None)


def _known(model: Model) -> Known | None:
    syntax, types = model.syntax, model.typing.types
    trees: list[tuple[tuple[n.Ident, ...], Any]] = []
    for info in model.rules.values():
        parameters = tuple(parameter.name for parameter in info.rule.parameters)
        trees.append((parameters, rule_trees(info.rule)))
    for definition in (syntax.score, syntax.active, *syntax.starts.values()):
        if definition is not None:
            trees.append((tuple(one.name for one in definition.parameters), definition.value))
    trees += [((), syntax.rounds), ((), syntax.ends), ((), tuple(syntax.refill_when.values()))]
    trees += [((), (one.test, *texts(one.why))) for one in syntax.requires]
    for variable in syntax.state.values():
        declaration = variable.declaration
        index = (declaration.index,) if declaration.index is not None else ()
        trees.append((index, (declaration.first, declaration.later)))
    for bound, tree in trees:
        for node in walk(tree):
            if isinstance(node, n.Name | n.Ident | n.Quoted) and node.text == PROBE:
                scope = _scope(tree, node, bound)
                found = {ident.text: types[ident] for ident in scope or bound if ident in types}
                return Known(found, *_around(model, tree, node))
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
            case n.Index() if node.index is target and isinstance(node.of, n.Name):
                name = node.of.text
                if name in model.zones:
                    return None, model.zones[name].per
                if name in model.variables:
                    return None, model.variables[name].per
            case n.Call() if target in node.args:
                info = model.rules.get(node.name.text)
                place = node.args.index(target)
                if info is not None and place < len(info.parameters):
                    return None, info.parameters[place][1]
            case _:
                pass
    return None, None


def _scope(tree: Any, target: n.Node, bound: tuple[n.Ident, ...]) -> tuple[n.Ident, ...] | None:
    """The locals that can be used at a node of a tree."""
    if tree is target:
        return bound
    for child, seen in _parts(tree, bound):
        found = _scope(child, target, seen)
        if found is not None:
            return found
    return None


def _parts(tree: Any, bound: tuple[n.Ident, ...]) -> Iterator[tuple[Any, tuple[n.Ident, ...]]]:
    """The parts of a tree, each with the locals that can be used in it."""
    match tree:
        case tuple():
            for item in tree:
                yield item, bound
                if isinstance(item, n.Let):
                    bound = (*bound, item.name)
        case n.Alternative():
            for pick in tree.picks:
                yield pick, bound
                bound = (*bound, pick.name)
            yield from ((part, bound) for part in (tree.label, tree.needs, tree.body))
        case n.Decision():
            yield tree.who, bound
            bound = (*bound, tree.name) if tree.name is not None else bound
            yield from ((part, bound) for part in (tree.alternatives, tree.otherwise))
        case n.ForEach() | n.Quantifier() | n.Total() | n.Extreme() | n.Each():
            yield tree.list, bound
            bound = (*bound, tree.name)
            yield from ((part, bound) for part in children(tree) if part is not tree.list)
        case n.Move(spread=spread) | n.Deal(spread=spread) if spread is not None:
            yield spread.list, bound
            bound = (*bound, spread.name)
            yield from ((part, bound) for part in children(tree) if part is not spread)
        case n.Node():
            yield from ((part, bound) for part in children(tree))
        case _:
            pass


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
