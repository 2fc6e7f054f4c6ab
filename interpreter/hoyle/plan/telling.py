"""What may be told where no declaration speaks: of locals that chance fills, and of pieces by their place."""

from __future__ import annotations

from hoyle.ir import program as ir
from hoyle.ir.walk import walk


def kept_hidden(program: ir.Program) -> frozenset[tuple[int, str]]:
    """The locals that chance fills and that go on, directly or not, to where not everybody sees them.

    Each is named by the place of its `random` and its name. A number that is rolled openly and kept in a
    local is told to all; one that is rolled for a hidden variable is told to whoever sees that.
    """
    hidden = {var.name for var in program.vars if var.seen != "everyone" or _about_pieces(var)}
    procs = {**program.procs, program.match.name: program.match}
    found: set[tuple[str, str]] = set()
    while True:
        before = len(found)
        for name, proc in procs.items():
            for node in walk(proc.body or ()):
                for local in _going_on(node, name, hidden, procs, found):
                    found.add((name, local))
        if len(found) == before:
            break
    return frozenset(
        (node.at, node.name)
        for name, proc in procs.items()
        for node in walk(proc.body or ())
        if isinstance(node, ir.Random) and (name, node.name) in found
    )


def _about_pieces(var: ir.Var) -> bool:
    return any(type_.kind == "piece" for type_ in var.per)


def _going_on(
    node: object, proc: str, hidden: set[str], procs: dict[str, ir.Proc], found: set[tuple[str, str]]
) -> set[str]:
    """The locals that a statement hands on to something hidden."""
    match node:
        case ir.SetVar() if node.var in hidden:
            return _locals((node.value, node.index))
        case ir.FillVar() if node.var in hidden:
            return _locals(node.value)
        case ir.SetLocal() if (proc, node.name) in found:
            return _locals(node.value)
        case ir.CallProc():
            params = procs[node.proc].params
            pairs = zip(params, node.args, strict=True)
            return {local for param, arg in pairs if (node.proc, param) in found for local in _locals(arg)}
        case _:
            return set()


def _locals(parts: object) -> set[str]:
    return {node.name for node in walk(parts) if isinstance(node, ir.Local)}


def by_place(program: ir.Program) -> frozenset[int]:
    """The moves, by their places in the ruleset, of a piece that is named by its place alone.

    That is the top or the bottom of a zone, also by way of a local that holds nothing else: everybody can
    follow such a piece.
    """
    found: set[int] = set()
    for proc in (*program.procs.values(), program.match):
        placed: set[str] = set()
        others = set(proc.params)
        for node in walk(proc.body or ()):
            if isinstance(node, ir.SetLocal):
                (placed if _is_place(node.value) else others).add(node.name)
            elif isinstance(node, ir.Random | ir.Pick):
                others.add(node.name)
            elif isinstance(node, ir.ForEach | ir.MoveAround):
                others.add(node.local)
        for node in walk(proc.body or ()):
            if isinstance(node, ir.Move | ir.MoveAround) and (
                _is_place(node.what)
                or (isinstance(node.what, ir.Local) and node.what.name in placed - others)
            ):
                found.add(node.at)
    return frozenset(found)


def _is_place(what: ir.Expr) -> bool:
    return isinstance(what, ir.Fn) and what.name in ("top", "bottom")
