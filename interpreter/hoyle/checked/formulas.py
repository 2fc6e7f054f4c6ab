"""Computes what components, boards, zones, ranges and defaults hang on, before there is any state."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from hoyle.checked import model as m
from hoyle.checked.builtins import FUNCTION, VALUE
from hoyle.checked.checker import Checker
from hoyle.checked.constants import Known, NotKnown, Undefined, value_of
from hoyle.checked.scope import Scope
from hoyle.checked.types import ANY, BOOL, INT, Type
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.walk import walk

if TYPE_CHECKING:
    from hoyle.checked.declarations import Declarations

_FUNCTIONS = ("size", "min", "max", "abs", "position")
_FORMS = (
    n.Name, n.Integer, n.Quoted, n.Call, n.Ident, n.ListOf, n.Attribute, n.Index, n.Minus, n.Arithmetic,
    n.Range, n.Compare, n.Exists, n.Member, n.Not, n.And, n.Or, n.Conditional,
)  # fmt: skip
_HELP = "use options and `size(players)`"


class Formulas:
    """The formulas of one ruleset, computed for one shape."""

    def __init__(self, declarations: Declarations, shape: m.Shape | None) -> None:
        self.declarations = declarations
        self.findings = declarations.findings
        self.model = declarations.model
        self.shape = shape if shape is not None else m.Shape(self.model.counts[0])
        self.rows: list[tuple[tuple[m.Value, ...], ...]] = []  # what the rows with formulas choose from

    # -------------------------------------------------------------- what declarations ask for
    def number(self, formula: s.Formula) -> int | None:
        """The number that is written or computed; None if there is none, which was said if it should be."""
        if formula.expr is None:
            return formula.number
        return self._computed(formula.expr, INT, self._known())

    def bounds(self, declared: s.RangeDeclaration) -> tuple[int, int] | None:
        """The ends of a range; None if they can't be read, which was said."""
        if declared.formula is None:
            return declared.bounds
        if not isinstance(declared.formula, n.Range):
            self.declarations.bad(declared, "a range is written `1..9`", "its ends may be expressions")
            return None
        known = self._known()
        low = self._computed(declared.formula.low, INT, known)
        high = self._computed(declared.formula.high, INT, known)
        return None if low is None or high is None else (low, high)

    def defaults(self, expr: n.Expr, type_: Type) -> dict[int, int]:
        """An option's default for each number of players; empty if it can't be computed."""
        for node in walk(expr):
            if isinstance(node, n.Name) and node.text in self.declarations.syntax.options:
                self.findings.report(
                    codes.NOT_CONSTANT,
                    node.at.place,
                    f"`{node.text}` is an option, and a default cannot depend on one",
                    help="use `size(players)`",
                )
                return {}
        found: dict[int, int] = {}
        for count in self.model.counts:
            value = self._computed(expr, type_, Known(self.model, count, {}))
            if value is None:
                return {}
            found[count] = value
        return found

    def condition(
        self, formula: s.Formula, attributes: tuple[s.Attribute, ...], types: Mapping[str, Type]
    ) -> Callable[[Mapping[str, m.Value]], bool] | None:
        """Which pieces of a row are made; None if that can't be said, which was said."""
        expr = formula.expr
        if expr is None:
            return None
        scope = Scope()
        for attribute in attributes:
            name = attribute.key.text
            scope.declare(n.Ident(n.Extent(attribute.key, 0, len(name)), name), types[name])
        if self._owned(expr, set(types)) or not self._checked(expr, BOOL, scope):
            return None
        known = self._known()

        def holds(piece: Mapping[str, m.Value]) -> bool:
            found = self._value(expr, known.with_locals(piece))
            return bool(found) or found is None  # what can't be computed was said

        return holds

    def _owned(self, expr: n.Expr, attributes: set[str]) -> bool:
        """Whether a condition of a row speaks of a piece, as in `c.suit == hearts`; says what to write."""
        owned = [
            node
            for node in walk(expr)
            if isinstance(node, n.Attribute)
            and isinstance(node.of, n.Name)
            and node.of.text not in attributes
            and node.name.text in attributes
        ]
        for node in owned:
            self.findings.report(
                codes.UNKNOWN_NAME,
                node.at.place,
                "here the names of the attributes stand for the piece that is made",
                help=f"write `{node.name.text}`",
            )
        return bool(owned)

    # -------------------------------------------------------------- checking and computing
    def _known(self) -> Known:
        """What is known about the game: the number of players, and every option."""
        values: dict[str, m.OptionValue] = {}
        for name, option in self.model.options.items():
            values[name] = self.shape.options.get(name, option.default_for(self.shape.players))
        return Known(self.model, self.shape.players, values)

    def _computed(self, expr: n.Expr, type_: Type, known: Known) -> int | None:
        if expr not in self.model.typing.types and not self._checked(expr, type_, Scope()):
            return None
        if self.model.typing.types[expr] == ANY:
            return None
        return self._value(expr, known)

    def _value(self, expr: n.Expr, known: Known) -> int | None:
        try:
            found = value_of(expr, known)
        except Undefined as error:
            self.findings.report(codes.BAD_VALUE, error.node.at.place, str(error))
            return None
        except NotKnown as error:
            self._unknowable(error.node)
            return None
        return found if isinstance(found, int) else None

    def _checked(self, expr: n.Expr, type_: Type, scope: Scope) -> bool:
        """Whether an expression reads nothing but what is known now, and is of a type."""
        early = list(self._early(expr, scope))
        for node in early:
            self._unknowable(node)
        if early:
            self.model.typing.types[expr] = ANY
            return False
        self.declarations.forget_misdeclared()
        before = len(self.findings)
        found = Checker.of_ruleset(self.declarations).within(scope).expect(expr, type_, "here")
        self.declarations.forget_misdeclared()
        if found == ANY or len(self.findings) > before or not self._resolved(expr):
            self.model.typing.types[expr] = ANY
            return False
        return True

    def _resolved(self, expr: n.Expr) -> bool:
        """Whether every name means something; those that don't are reported when all of the code is read."""
        typing = self.model.typing
        return all(
            (node in typing.bindings if isinstance(node, n.Name | n.Quoted) else node in typing.targets)
            for node in walk(expr)
            if isinstance(node, n.Name | n.Quoted | n.Call)
        )

    def _early(self, expr: n.Expr, scope: Scope) -> Iterator[n.Node]:
        """What in an expression is not known before the game starts."""
        syntax = self.declarations.syntax
        later = syntax.names.declared - syntax.options.keys()
        sized = {
            node.args[0]
            for node in walk(expr)
            if isinstance(node, n.Call) and node.name.text == "size" and len(node.args) == 1
        }
        for node in walk(expr):
            if not isinstance(node, _FORMS):
                yield node
            elif isinstance(node, n.Call):
                name = node.name.text
                if (name in syntax.names.rules or name in FUNCTION) and name not in _FUNCTIONS:
                    yield node
            elif isinstance(node, n.Name) and node.text not in scope.locals:
                constant = node.text in ("true", "false", "none") or (
                    node.text == "players" and node in sized
                )
                if node.text in later or (node.text in VALUE and not constant):
                    yield node

    def _unknowable(self, node: n.Node) -> None:
        text = " ".join(node.at.text.split())
        self.findings.report(
            codes.NOT_CONSTANT, node.at.place, f"`{text}` is not known before the game starts", help=_HELP
        )
