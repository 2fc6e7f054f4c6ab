"""What an expression must be where it stands: a player, a list, a zone, a condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.checked.scope import Scope, path_of
from hoyle.checked.types import ANY, BOOL, INT, PLAYER, Type, described, fits, list_of, piece
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Code, Diagnostic, Findings, Related
from hoyle.syntax import nodes as n

if TYPE_CHECKING:
    from hoyle.checked.from_syntax import Checker


class Expectations:
    """Checks that expressions fit, and follows which maybe-values are known to be there."""

    def __init__(self, checker: Checker, scope: Scope) -> None:
        self.checker = checker
        self.model = checker.model
        self.findings: Findings = checker.findings
        self.scope = scope

    def report(
        self,
        code: Code,
        node: n.Node,
        message: str,
        help: str | None = None,
        related: list[Related] | None = None,
    ) -> Type:
        self.findings.report(
            code, node.at.place, message, help=help, related=related or (), cites=self.scope.cites
        )
        return ANY

    def report_unknown(
        self, code: Code, node: n.Node, message: str, help: str | None, related: list[Related] | None = None
    ) -> Type:
        """Reports a name that nothing declares, once for all its uses."""
        use = Diagnostic(code, message, node.at.place, tuple(related or ()), help, self.scope.cites)
        self.checker.declarations.unknown.add(use)
        return ANY

    # -------------------------------------------------------------- what is wanted
    def expr(self, node: n.Expr, want: Type | None = None) -> Type:
        """The type of an expression; `want` helps to find out which type's value a word is."""
        raise NotImplementedError

    def expect(self, node: n.Expr, want: Type, what: str = "here") -> Type:
        """Checks that an expression fits a type."""
        found = self.expr(node, want)
        if fits(found, want):
            return found
        if found.kind == "maybe" and fits(found.inner, want):
            return self.report(
                codes.MAYBE_NONE,
                node,
                f"`{node.at.text}` may be none, but a {want} is wanted {what}",
                help=f"test it first: `{node.at.text} exists`",
            )
        if found.kind == "nothing":
            return self.no_result(node)
        if want.kind == "list":
            return self.report(
                codes.NOT_A_LIST, node, f"a list of {want.element} is wanted {what}, not {described(found)}"
            )
        if want.kind == "bool":
            return self.condition_type(node, found)
        help_ = None
        if want == PLAYER and found == INT:
            help_ = f"a number is not a player: write `seat({node.at.text})`"
        return self.report(
            codes.WRONG_TYPE, node, f"{described(want)} is wanted {what}, not {described(found)}", help=help_
        )

    def no_result(self, node: n.Expr) -> Type:
        return self.report(
            codes.NO_RESULT,
            node,
            f"`{node.at.text}` returns no value",
            help="call it on a line of its own, or let it `return` something",
        )

    def condition(self, node: n.Expr) -> None:
        self.condition_type(node, self.expr(node, BOOL))

    def condition_type(self, node: n.Expr, found: Type) -> Type:
        if found.kind in ("bool", "any"):
            return found
        help_ = None
        if found.kind == "maybe":
            help_ = f"to ask whether there is one, write `{node.at.text} exists`"
        elif found.kind in ("list", "zone"):
            help_ = f"to ask whether there are any, write `size({node.at.text}) > 0`"
        elif found.kind == "int":
            help_ = f"compare it: `{node.at.text} > 0`"
        return self.report(
            codes.NOT_TRUE_OR_FALSE,
            node,
            f"this is {described(found)}, which is neither true nor false",
            help=help_,
        )

    def items(self, node: n.Expr, want: Type | None = None) -> Type:
        """The type of the items of something that is gone through."""
        found = self.expr(node, list_of(want) if want is not None else None)
        if found.kind == "list":
            return found.element
        if found.kind == "zone":
            return piece(found.name)
        if found.kind != "any":
            self.report(
                codes.NOT_A_LIST,
                node,
                f"a list is wanted here, not {described(found)}",
                help="test it first with `exists`" if found.kind == "maybe" else None,
            )
        return ANY

    def zone(self, node: n.Expr) -> Type:
        found = self.expr(node)
        if found.kind not in ("zone", "any"):
            return self.report(codes.NOT_A_ZONE, node, f"a zone is wanted here, not {described(found)}")
        return found

    # -------------------------------------------------------------- what is known to exist
    def facts(self, node: n.Expr, holds: bool) -> frozenset[str]:
        """The paths that exist if the condition holds (or does not)."""
        match node:
            case n.Exists() if holds:
                path = path_of(node.of)
                return frozenset((path,)) if path else frozenset()
            case n.Compare(op="==") if holds:
                return self._compared(node)
            case n.Compare(op="!=") if not holds:
                return self._compared(node)
            case n.Compare(op="!=") if holds:
                return self._not_none(node)
            case n.Compare(op="==") if not holds:
                return self._not_none(node)
            case n.Not():
                return self.facts(node.of, not holds)
            case n.And() if holds:
                return self.facts(node.left, True) | self.facts(node.right, True)
            case n.Or() if not holds:
                return self.facts(node.left, False) | self.facts(node.right, False)
            case _:
                return frozenset()

    def _compared(self, node: n.Compare) -> frozenset[str]:
        types = self.model.typing.types
        found = set()
        for one, other in ((node.left, node.right), (node.right, node.left)):
            path = path_of(one)
            if path and types.get(other, ANY).kind not in ("maybe", "none", "any"):
                found.add(path)
        return frozenset(found)

    def _not_none(self, node: n.Compare) -> frozenset[str]:
        types = self.model.typing.types
        found = set()
        for one, other in ((node.left, node.right), (node.right, node.left)):
            path = path_of(one)
            if path and types.get(other, ANY).kind == "none":
                found.add(path)
        return frozenset(found)

    def knowing(self, facts: frozenset[str], node: n.Expr, want: Type | None = None) -> Type:
        """Checks an expression where more is known."""
        saved = self.scope.known
        self.scope.known = saved | facts
        found = self.expr(node, want)
        self.scope.known = saved
        return found
