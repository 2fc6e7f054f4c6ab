"""The checker: it holds what every check needs, and answers what a check may ask about an expression.

The checks themselves are functions, one module for each group of nodes: `expressions` and `statements` say
which function a node belongs to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from hoyle.checked import decisions, expressions, habits, statements, supposing
from hoyle.checked import model as m
from hoyle.checked.declarations import Declarations
from hoyle.checked.names import UnknownNames
from hoyle.checked.scope import Scope, facts
from hoyle.checked.types import ANY, BOOL, INT, PLAYER, Type, described, fits, list_of, piece
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Code, Diagnostic, Findings, Related
from hoyle.syntax import nodes as n


@dataclass(eq=False, slots=True)
class Checker:
    """Checks code in one scope; what it finds out about the nodes stands in `model.typing`."""

    declarations: Declarations
    findings: Findings
    unknown: UnknownNames  # kept back until all of the code is read
    scope: Scope = field(default_factory=Scope)
    in_progress: set[str] = field(default_factory=set)  # the rules whose check has begun
    supposed: list[tuple[n.Supposing, tuple[str, ...]]] = field(default_factory=list)  # with what it cites
    model: m.Model = field(init=False)
    typing: m.Typing = field(init=False)

    def __post_init__(self) -> None:
        self.model = self.declarations.model
        self.typing = self.model.typing

    @classmethod
    def of_ruleset(cls, declarations: Declarations) -> Checker:
        """A checker for the rules of a ruleset, reporting where its declarations do."""
        return cls(declarations, declarations.findings, declarations.unknown)

    @classmethod
    def of_fragment(cls, model: m.Model, findings: Findings) -> Checker:
        """A checker for code that is no part of the ruleset but speaks in its terms: a step of a scenario.

        Ask it about the code (`condition`, `statement`, …) and `finish` it; the rest stands in the typing.
        """
        assert model.declarations is not None, "the ruleset is not checked yet"
        return cls(model.declarations, findings, UnknownNames())

    def within(self, scope: Scope) -> Checker:
        """The same checker in another scope."""
        return replace(self, scope=scope)

    # -------------------------------------------------------------- findings
    def report(
        self,
        code: Code,
        node: n.Node,
        message: str,
        help: str | None = None,
        related: Iterable[Related] = (),
        names: tuple[str, ...] = (),
    ) -> Type:
        """Reports a finding; what it is about has no type."""
        self.findings.report(
            code, node.at.place, message, help=help, related=related, cites=self.scope.cites, names=names
        )
        return ANY

    def report_unknown(
        self,
        code: Code,
        node: n.Node,
        message: str,
        help: str | None,
        related: Iterable[Related] = (),
        names: tuple[str, ...] = (),
    ) -> Type:
        """Reports a name that nothing declares, once for all its uses."""
        self.unknown.add(
            Diagnostic(code, message, node.at.place, tuple(related), help, self.scope.cites, names)
        )
        return ANY

    def finish(self) -> None:
        """Reports the unknown names and what cannot be supposed, when all of the code is read."""
        supposing.check_supposed(self.model, self.findings, self.supposed)
        self.unknown.report(self.findings)

    def note_scope(self, node: n.Node) -> None:
        """Notes which locals could be used at a name that declares one, or that means nothing."""
        self.typing.in_scope[node] = {name: local.type for name, local in self.scope.locals.items()}

    # -------------------------------------------------------------- types
    def expr(self, node: n.Expr, want: Type | None = None) -> Type:
        """The type of an expression; `want` helps to find out which type's value a word is."""
        found = expressions.type_of(self, node, want)
        self.typing.types[node] = found
        return found

    def knowing(self, facts: frozenset[str], node: n.Expr, want: Type | None = None) -> Type:
        """The type of an expression where more is known to exist."""
        saved = self.scope.known
        self.scope.known = saved | facts
        found = self.expr(node, want)
        self.scope.known = saved
        return found

    def template(self, parts: n.Template) -> None:
        """Checks the `{…}` of a text for people."""
        for part in parts:
            if not isinstance(part, str):
                self.expr(part)

    def facts(self, node: n.Expr, holds: bool) -> frozenset[str]:
        """What is known to exist if a condition holds (or does not)."""
        return facts(self.typing.types, node, holds)

    def statement(self, node: n.Statement) -> bool:
        """Checks a statement; true if what follows it can be reached."""
        return statements.check(self, node)

    def block(self, block: n.Block) -> bool:
        """Checks a block; true if what follows it can be reached."""
        return statements.check_block(self, block)

    def offered(self, offered: tuple[n.Offered, ...]) -> bool:
        """Checks alternatives that decisions share; true if what follows a decision can be reached."""
        return decisions.check_offered(self, offered)

    # -------------------------------------------------------------- what is wanted
    def expect(self, node: n.Expr, want: Type, what: str = "here", names: tuple[str, ...] = ()) -> Type:
        """Checks that an expression fits a type; `names` are those that `what` mentions."""
        return self.expect_type(node, self.expr(node, want), want, what, names)

    def expect_type(
        self,
        node: n.Expr,
        found: Type,
        want: Type,
        what: str = "here",
        names: tuple[str, ...] = (),
        help_: str | None = None,
    ) -> Type:
        """Checks that what was found for an expression fits a type; `help_` is for one that may be none."""
        if fits(found, want):
            return found
        if found.kind == "maybe" and fits(found.inner, want):
            return self.report(
                codes.MAYBE_NONE,
                node,
                f"`{node.at.text}` may be none, but {described(want)} is wanted {what}",
                help=help_ or f"test it first: `{node.at.text} exists`",
                names=names,
            )
        if found.kind == "nothing":
            return self.no_result(node)
        if want.kind == "list":
            message = f"a list of {want.element} is wanted {what}, not {described(found)}"
            is_item = found.kind != "any" and fits(found, want.element)
            help_ = f"in brackets it is a list: `[{node.at.text}]`" if is_item else None
            return self.report(codes.NOT_A_LIST, node, message, help=help_, names=names)
        if want.kind == "bool":
            return self.condition_type(node, found)
        help_ = None
        if want == PLAYER and found == INT:
            help_ = f"a number is not a player: write `seat({node.at.text})`"
        elif want == INT and found.kind == "enum":
            help_ = habits.for_option(self.model, found)
        elif want.inner.kind == "enum":
            help_ = habits.for_number(want.inner, self.model.values_of(want.inner), node)
        message = f"{described(want)} is wanted {what}, not {described(found)}"
        return self.report(codes.WRONG_TYPE, node, message, help=help_, names=names)

    def no_result(self, node: n.Expr) -> Type:
        return self.report(
            codes.NO_RESULT,
            node,
            f"`{node.at.text}` returns no value",
            help="call it on a line of its own, or let it `return` something",
        )

    def condition(self, node: n.Expr) -> None:
        self.condition_type(node, self.expr(node, BOOL))

    def condition_type(self, node: n.Expr, found: Type, help_: str | None = None) -> Type:
        """Checks that what was found for a condition is true or false."""
        if found.kind in ("bool", "any"):
            return found
        if help_ is not None:
            pass
        elif found.kind == "maybe":
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

    def items(self, node: n.Expr, want: Type | None = None, for_number: str | None = None) -> Type:
        """The type of the items of something that is gone through; `for_number` is the help for a number."""
        return self.items_of(node, self.expr(node, list_of(want) if want is not None else None), for_number)

    def items_of(self, node: n.Expr, found: Type, for_number: str | None = None) -> Type:
        """The type of the items of what was found for something that is gone through."""
        if found.kind == "list":
            return found.element
        if found.kind == "zone":
            return piece(found.name)
        if found.kind != "any":
            self.report(
                codes.NOT_A_LIST,
                node,
                f"a list is wanted here, not {described(found)}",
                help="test it first with `exists`"
                if found.kind == "maybe"
                else for_number or f"the numbers up to it are `1..{node.at.text}`"
                if found.kind == "int"
                else None,
            )
        return ANY

    def zone(self, node: n.Expr) -> Type:
        found = self.expr(node, Type("zone"))
        if found.kind in ("zone", "any"):
            return found
        help_ = None
        if isinstance(node, n.Call) and node.name.text in ("top", "bottom") and len(node.args) == 1:
            zone = node.args[0].at.text
            where = f"bottom of {zone}" if node.name.text == "bottom" else zone
            help_ = f"`{node.at.text}` is one piece; the place is `{where}`"
        owned = [zone.name for zone in self.model.zones.values() if zone.per == (found.inner,)]
        if owned:
            help_ = f"write `{owned[-1]}[{node.at.text}]`"
        message = f"a zone is wanted here, not {described(found)}"
        return self.report(codes.NOT_A_ZONE, node, message, help=help_)
