"""Right-hand sides, and what may be set to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.checked import model as m
from hoyle.checked.builtins import VALUE
from hoyle.checked.expressions import Expressions
from hoyle.checked.scope import Scope, is_local_path, mentions
from hoyle.checked.types import ANY, BOOL, INT, PLAYER, Type, described, fits, joined, piece
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Related
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.syntax import nodes as n

if TYPE_CHECKING:
    from hoyle.checked.from_syntax import Checker


class Assignments(Expressions):
    """Checks assignments, and forgets what they make uncertain."""

    def __init__(self, checker: Checker, scope: Scope) -> None:
        super().__init__(checker, scope)
        self.inside_simultaneous = False

    def called(self, node: n.Call) -> m.RuleInfo | None:
        """The rule that a statement or a right-hand side calls, with what its effects mean here."""
        target = self.model.typing.targets.get(node)
        if not isinstance(target, m.RuleTarget):
            return None
        info = self.model.rules[target.id]
        if self.inside_simultaneous and info.asks:
            self.report(
                codes.ASKS_INSIDE,
                node,
                f"`{info.rule.name}` asks somebody something",
                help="all choose unseen first: call it after the whole statement",
                related=[Related(info.rule.key.place, "defined here")],
            )
        if info.changes:
            self._forget()
        return info

    def _forget(self, name: str | None = None) -> None:
        """After an effect only what hangs on locals is still known, after an assignment all but the name."""
        scope = self.scope
        if name is not None:
            scope.known = frozenset(path for path in scope.known if not mentions(path, name))
        else:
            scope.known = frozenset(path for path in scope.known if is_local_path(path, scope.locals))

    def right_side(self, node: n.Expr, want: Type | None = None) -> Type:
        """A right-hand side may be an effectful call or `random`, also in the branches of an if-then-else."""
        match node:
            case n.Call():
                found = self.call(node, want, statement=True)
                self.model.typing.types[node] = found
                self.called(node)
                if found.kind == "nothing":
                    return self.no_result(node)
                return found
            case n.Conditional():
                self.condition(node.test)
                saved = self.scope.known
                self.scope.known = saved | self.facts(node.test, True)
                then = self.right_side(node.then, want)
                self.scope.known = saved | self.facts(node.test, False)
                otherwise = self.right_side(node.otherwise, want or then)
                self.scope.known = saved
                found_type = joined(then, otherwise)
                if found_type is None:
                    found_type = self.report(
                        codes.MIXED_LIST,
                        node,
                        f"one branch gives {described(then)}, the other {described(otherwise)}",
                    )
                self.model.typing.types[node] = found_type
                return found_type
            case _:
                return self.expr(node, want)

    def _assign(self, node: n.Assign) -> None:
        name = node.target.text
        local = self.scope.locals.get(name)
        type_: Type
        if local is not None:
            self.model.typing.locals[node.target] = local.unique
            self.model.typing.bindings[node.target] = m.LocalRef(local.unique)
            type_ = local.type
            if node.index is not None:
                self.report(codes.NOT_ASSIGNABLE, node, "an item of a list cannot be set")
        else:
            type_ = self._state_target(node, name)
        found = self.right_side(node.value, type_)
        if node.op != "=":
            self._change(node, found, type_)
        elif not fits(found, type_):
            self.misfit(node.value, found, type_, name)
        self._forget(name)
        if (
            node.op == "="
            and type_.kind == "maybe"
            and found.kind not in ("maybe", "none", "any")
            and node.index is None
        ):
            self.scope.known |= {name}

    def _change(self, node: n.Assign, found: Type, type_: Type) -> None:
        """`+=` and `-=` change a number; `+=` also lengthens a list by another."""
        if type_.kind == "list" and node.op == "+=":
            if not fits(found, type_):
                help_ = (
                    f"in brackets it is a list: `[{node.value.at.text}]`"
                    if fits(found, type_.element)
                    else None
                )
                message = f"a list is lengthened by {described(type_)}, not by {described(found)}"
                self.report(codes.WRONG_TYPE, node.value, message, help=help_)
        elif type_.kind not in ("int", "any"):
            words = "a number or a list" if node.op == "+=" else "a number"
            self.report(codes.WRONG_TYPE, node, f"`{node.op}` changes {words}, not {described(type_)}")
        elif not fits(found, INT):
            self.misfit(node.value, found, INT, node.target.text)

    def misfit(self, value: n.Expr, found: Type, type_: Type, name: str) -> None:
        if found.kind == "maybe" and fits(found.inner, type_):
            self.report(
                codes.MAYBE_NONE,
                value,
                f"`{value.at.text}` may be none, but `{name}` always holds {described(type_)}",
                help=f"test it first, or declare `{name}` as `{type_}?`",
            )
        else:
            help_ = f"write `seat({value.at.text})`" if type_.inner == PLAYER and found == INT else None
            self.report(
                codes.WRONG_TYPE,
                value,
                f"`{name}` holds {described(type_)}, not {described(found)}",
                help=help_,
            )

    def _state_target(self, node: n.Assign, name: str) -> Type:
        model, bindings = self.model, self.model.typing.bindings
        variable = model.variables.get(name)
        builtin = VALUE.get(name)
        if variable is not None:
            type_, per = variable.type, variable.per
            bindings[node.target] = m.VariableRef(name)
        elif builtin is not None and builtin.assignable:
            type_ = INT if builtin.type == "int" else BOOL
            per = PLAYER if builtin.per == "player" else piece("") if builtin.per == "piece" else None
            bindings[node.target] = m.BuiltinRef(name)
        else:
            if name in self.checker.declarations.misdeclared:
                if node.index is not None:
                    self.expr(node.index)
                return ANY
            known = [*self.scope.locals, *model.variables]
            if name in model.zones:
                help_: str | None = "zones change by `move`, `draw` and `deal`"
            elif name in model.options:
                help_ = "options are set before the game; declare a state variable"
            else:
                help_ = did_you_mean(name, known) or f"to make a new local write `let {name} = …`"
            code = (
                codes.NOT_ASSIGNABLE
                if name in model.zones or name in model.options or builtin
                else codes.UNKNOWN_NAME
            )
            self.report(code, node.target, f"there is no local or state variable `{name}` to set", help=help_)
            if node.index is not None:
                self.expr(node.index)
            return ANY
        if per is None and node.index is not None:
            self.expr(node.index)
            message = f"`{name}` is single, it takes no `[{node.index.at.text}]`"
            self.report(codes.NO_INDEX, node.index, message, help=f"write `{name}` alone")
        elif per is not None and node.index is None:
            self.report(
                codes.NEEDS_INDEX,
                node.target,
                f"there is one `{name}` per {per}",
                help=f"say which: `{name}[…]`",
            )
        elif per is not None and node.index is not None:
            wanted = INT if per.kind == "int" else per
            if per.kind == "piece" and not per.name:
                found = self.expr(node.index)
                if found.kind not in ("piece", "any"):
                    self.report(codes.WRONG_TYPE, node.index, f"`{name}` is one per piece, not per {found}")
            else:
                self.expect(node.index, wanted, f"as the index of `{name}`")
        return type_
