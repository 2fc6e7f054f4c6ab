"""Types of expressions: which check each kind of node belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from hoyle.checked import calls, names, operators, supposing
from hoyle.checked.scope import path_of
from hoyle.checked.types import BOOL, INT, Type, list_of
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.syntax import nodes as n

if TYPE_CHECKING:
    from hoyle.checked.checker import Checker


def type_of(checker: Checker, node: n.Expr, want: Type | None) -> Type:
    """The type of an expression; `want` helps to find out which type's value a word is."""
    match node:
        case n.Integer():
            return INT
        case n.Quoted():
            return names.value_word(checker, node, want)
        case n.Name():
            return _narrowed(checker, node, names.name_type(checker, node, want))
        case n.Attribute():
            return _narrowed(checker, node, names.attribute_type(checker, node))
        case n.Index():
            return _narrowed(checker, node, names.index_type(checker, node))
        case n.Call():
            return _narrowed(checker, node, calls.call_type(checker, node, want))
        case n.ListOf():
            return operators.list_of_items(checker, node, want)
        case n.Minus():
            checker.expect(node.of, INT)
            return INT
        case n.Arithmetic():
            return operators.arithmetic(checker, node, want)
        case n.Range():
            checker.expect(node.low, INT)
            checker.expect(node.high, INT)
            return list_of(INT)
        case n.Arrange():
            return operators.arrange(checker, node, want)
        case n.Compare():
            return operators.compare(checker, node)
        case n.Exists():
            return _exists(checker, node)
        case n.Member():
            return operators.member(checker, node)
        case n.Like():
            return operators.like(checker, node)
        case n.Not():
            checker.condition(node.of)
            return BOOL
        case n.And() | n.Or():
            return operators.junction(checker, node)
        case n.Conditional():
            return operators.conditional(checker, node, want, checker.expr)
        case n.Quantifier() | n.Total() | n.Extreme() | n.Each():
            return operators.quantified(checker, node, want)
        case n.Supposing():
            return supposing.type_of(checker, node, want)
        case _:
            assert_never(node)


def _exists(checker: Checker, node: n.Exists) -> Type:
    found = checker.expr(node.of)
    if found.kind not in ("maybe", "any", "none") and path_of(node.of) not in checker.scope.known:
        checker.report(codes.NEVER_NONE, node, f"`{node.of.at.text}` always exists")
    return BOOL


def _narrowed(checker: Checker, node: n.Expr, found: Type) -> Type:
    """The type without its `?` where the value is known to exist."""
    if found.kind == "maybe" and path_of(node) in checker.scope.known:
        return found.inner
    return found
