"""Resolves the variables of `state`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from hoyle.checked import model as m
from hoyle.diagnostics.catalogue import checked as codes

if TYPE_CHECKING:
    from hoyle.checked.declarations import Declarations

_Seen: TypeAlias = Literal["everyone", "owner", "nobody"]
_Scope: TypeAlias = Literal["match", "round"]


def read_variables(declarations: Declarations) -> None:
    for variable in declarations.syntax.state.values():
        declarations.declare(variable.key)
        declaration = variable.declaration
        type_ = declarations.type_of(declaration.type)
        per = declarations.per(declaration.per)
        if per is None and declaration.per is not None:
            continue
        seen = declaration.seen.text if declaration.seen is not None else "everyone"
        if seen not in ("everyone", "owner", "nobody") or (
            seen == "owner" and (per is None or per.kind not in ("player", "team"))
        ):
            assert declaration.seen is not None
            declarations.findings.report(
                codes.BAD_SEEN,
                declaration.seen.at.place,
                f"`seen {seen}` does not fit `{variable.name}`",
                help="`seen nobody`, or `seen owner` where it is one per player",
            )
            seen = "everyone"
        if declaration.first is None and type_.kind not in ("int", "bool", "maybe", "any", "list"):
            declarations.findings.report(
                codes.BAD_INITIAL,
                variable.key.place,
                f"`{variable.name}` has no first value",
                help=f"write `{declaration.at.text} = …`, or `{type_}?` if it may be none",
            )
        declarations.model.variables[variable.name] = m.Variable(
            variable.name,
            type_,
            per,
            cast(_Seen, seen),
            cast(_Scope, variable.scope),
            declaration.first,
            declaration.later,
            variable.key.place,
            declaration.index,
        )
