"""Types of expressions: one case for each kind of node."""

from __future__ import annotations

from typing import assert_never

from hoyle.checked.calls import Calls
from hoyle.checked.scope import path_of
from hoyle.checked.types import BOOL, INT, Type, list_of
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.syntax import nodes as n


class Expressions(Calls):
    """Checks expressions of one rule in its scope."""

    def expr(self, node: n.Expr, want: Type | None = None) -> Type:
        """The type of an expression; `want` helps to find out which type's value a word is."""
        found = self._expr(node, want)
        self.model.typing.types[node] = found
        return found

    def _expr(self, node: n.Expr, want: Type | None) -> Type:
        match node:
            case n.Integer():
                return INT
            case n.Quoted():
                return self._quoted(node, node.text, want)
            case n.Name():
                return self._narrow(node, self.name(node, want))
            case n.Attribute():
                return self._narrow(node, self._attribute(node))
            case n.Index():
                return self._narrow(node, self._index(node))
            case n.Call():
                return self._narrow(node, self.call(node, want))
            case n.ListOf():
                return self._list(node, want)
            case n.Minus():
                self.expect(node.of, INT)
                return INT
            case n.Arithmetic():
                return self._arithmetic(node, want)
            case n.Range():
                self.expect(node.low, INT)
                self.expect(node.high, INT)
                return list_of(INT)
            case n.Arrange():
                return self._arrange(node, want)
            case n.Compare():
                return self._compare(node)
            case n.Exists():
                found = self.expr(node.of)
                path = path_of(node.of)
                if found.kind not in ("maybe", "any", "none") and path not in self.scope.known:
                    self.report(codes.NEVER_NONE, node, f"`{node.of.at.text}` always exists")
                return BOOL
            case n.Member():
                return self._member(node)
            case n.Like():
                return self._like(node)
            case n.Not():
                self.condition(node.of)
                return BOOL
            case n.And():
                self.condition(node.left)
                self.condition_type(node.right, self.knowing(self.facts(node.left, True), node.right, BOOL))
                return BOOL
            case n.Or():
                self.condition(node.left)
                self.condition_type(node.right, self.knowing(self.facts(node.left, False), node.right, BOOL))
                return BOOL
            case n.Conditional():
                return self._conditional(node, want)
            case n.Quantifier() | n.Total() | n.Extreme() | n.Each():
                return self._quantified(node, want)
            case _:
                assert_never(node)

    def _narrow(self, node: n.Expr, found: Type) -> Type:
        if found.kind == "maybe" and path_of(node) in self.scope.known:
            return found.inner
        return found
