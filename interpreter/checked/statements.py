"""Types of statements and decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from interpreter.checked import model as m
from interpreter.checked.builtins import VALUE
from interpreter.checked.expressions import Expressions, _a
from interpreter.checked.scope import Scope, is_local_path, mentions
from interpreter.checked.types import ANY, BOOL, INT, NOTHING, PLAYER, Type, fits, joined, list_of, piece
from interpreter.diagnostics.catalogue import checked as codes
from interpreter.diagnostics.suggest import did_you_mean
from interpreter.syntax import nodes as n
from interpreter.syntax.templates import parse_template

if TYPE_CHECKING:
    from interpreter.checked.from_syntax import Checker


class Statements(Expressions):
    """Checks the body of one rule."""

    def __init__(self, checker: Checker, scope: Scope) -> None:
        super().__init__(checker, scope)
        self.result: Type | None = None  # of the `return`s seen so far
        self.returns_nothing = False
        self.inside_simultaneous = False

    # -------------------------------------------------------------- blocks
    def block(self, block: n.Block) -> bool:
        """Checks a block; true if what follows it can be reached."""
        saved = dict(self.scope.locals)
        reachable = True
        for index, statement in enumerate(block):
            if not reachable:
                self.report(codes.UNREACHABLE, statement, "this can never be reached")
                reachable = True
            reachable = self.statement(statement)
            if reachable and index + 1 < len(block):
                continue
        self.scope.locals = saved
        return reachable

    def _branch(self, facts: frozenset[str], block: n.Block) -> bool:
        saved = self.scope.known
        self.scope.known = saved | facts
        reachable = self.block(block)
        # What a branch changed is no longer known after it.
        self.scope.known = saved & self.scope.known if reachable else saved
        return reachable

    def _forget(self, name: str | None = None) -> None:
        """After an effect, only what hangs on locals is still known; after an assignment, all but the name."""
        scope = self.scope
        if name is not None:
            scope.known = frozenset(path for path in scope.known if not mentions(path, name))
        else:
            scope.known = frozenset(path for path in scope.known if is_local_path(path, scope.locals))

    # -------------------------------------------------------------- statements
    def statement(self, node: n.Statement) -> bool:
        match node:
            case n.Let():
                type_ = self.right_side(node.value)
                self.checker.declare_local(self, node.name, type_)
            case n.Assign():
                self._assign(node)
            case n.Move():
                self._move(node)
                self._forget()
            case n.Draw():
                self.expect(node.count, INT, "after `draw`")
                self._same_component(self.zone(node.zone), node.to)
                self._forget()
            case n.Deal():
                self.expect(node.count, INT, "after `deal`")
                source = self.zone(node.zone)
                self._spread(node.spread)
                self._same_component(source, node.to)
                self._end_spread(node.spread)
                self._forget()
            case n.Shuffle():
                self.zone(node.zone)
                self._forget()
            case n.Reveal():
                self._reveal(node)
            case n.CallStatement():
                self._call_statement(node)
            case n.Return():
                self._return(node)
                return False
            case n.End():
                return False
            case n.Nothing():
                pass
            case n.If():
                return self._if(node)
            case n.ForEach():
                item = self.items(node.list)
                self._loop(node.name, item, node.body)
            case n.While():
                # A loop's test is looked at again after its body: nothing of the state is known there.
                self._forget_changed(node.body)
                self.condition(node.test)
                self._branch(self.facts(node.test, True), node.body)
                self._forget_changed(node.body)
                self.scope.known |= self.facts(node.test, False)
            case n.Repeat():
                self.expect(node.times, INT, "after `repeat`")
                self._forget_changed(node.body)
                self._branch(frozenset(), node.body)
            case n.Decision():
                return self._decision(node)
            case _:
                assert_never(node)
        return True

    def _forget_changed(self, block: n.Block) -> None:
        self._forget()
        for name in _assigned(block):
            self._forget(name)

    def _loop(self, name: n.Ident, item: Type, body: n.Block) -> None:
        saved = dict(self.scope.locals)
        self._forget_changed(body)
        self.checker.declare_local(self, name, item)
        self._branch(frozenset(), body)
        self.scope.locals = saved

    def right_side(self, node: n.Expr, want: Type | None = None) -> Type:
        """A right-hand side may be an effectful call or `random`, also in the branches of an if-then-else."""
        match node:
            case n.Call():
                found = self.call(node, want, statement=True)
                self.model.typing.types[node] = found
                target = self.model.typing.targets.get(node)
                if isinstance(target, m.RuleTarget) and self.model.rules[target.id].changes:
                    self._forget()
                if found.kind == "nothing":
                    return self.report(codes.NO_RESULT, node, f"`{node.name.text}` returns no value")
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
                        codes.MIXED_LIST, node, f"one branch gives {_a(then)}, the other {_a(otherwise)}"
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
            if type_.kind not in ("int", "any"):
                self.report(codes.WRONG_TYPE, node, f"`{node.op}` changes a number, not {_a(type_)}")
            elif not fits(found, INT):
                self.expect(node.value, INT, f"after `{node.op}`")
        elif not fits(found, type_):
            self._misfit(node.value, found, type_, name)
        self._forget(name)
        if node.op == "=" and type_.kind == "maybe" and found.kind not in ("maybe", "none", "any") and node.index is None:
            self.scope.known |= {name}

    def _misfit(self, value: n.Expr, found: Type, type_: Type, name: str) -> None:
        if found.kind == "maybe" and fits(found.inner, type_):
            self.report(
                codes.MAYBE_NONE,
                value,
                f"`{value.at.text}` may be none, but `{name}` always holds {_a(type_)}",
                help=f"test it first, or declare `{name}` as `{type_}?`",
            )
        else:
            help_ = f"write `seat({value.at.text})`" if type_.inner == PLAYER and found == INT else None
            self.report(codes.WRONG_TYPE, value, f"`{name}` holds {_a(type_)}, not {_a(found)}", help=help_)

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
            known = [*self.scope.locals, *model.variables]
            if name in model.zones:
                help_: str | None = "zones change by `move`, `draw` and `deal`"
            elif name in model.options:
                help_ = "options are set before the game; declare a state variable"
            else:
                help_ = did_you_mean(name, known) or f"to make a new local write `let {name} = …`"
            code = codes.NOT_ASSIGNABLE if name in model.zones or name in model.options or builtin else codes.UNKNOWN_NAME
            self.report(code, node.target, f"there is no local or state variable `{name}` to set", help=help_)
            if node.index is not None:
                self.expr(node.index)
            return ANY
        if per is None and node.index is not None:
            self.expr(node.index)
            self.report(codes.NO_INDEX, node.index, f"`{name}` is single, it takes no `[…]`")
        elif per is not None and node.index is None:
            self.report(codes.NEEDS_INDEX, node.target, f"there is one `{name}` per {per}", help=f"say which: `{name}[…]`")
        elif per is not None and node.index is not None:
            wanted = INT if per.kind == "int" else per
            if per.kind == "piece" and not per.name:
                found = self.expr(node.index)
                if found.kind not in ("piece", "any"):
                    self.report(codes.WRONG_TYPE, node.index, f"`{name}` is one per piece, not per {found}")
            else:
                self.expect(node.index, wanted, f"as the index of `{name}`")
        return type_

    # -------------------------------------------------------------- pieces
    def _move(self, node: n.Move) -> None:
        if node.spread is not None:
            self._spread(node.spread)
        what = self.right_side(node.what)
        kind = what.element if what.kind == "list" else what
        if what.kind == "zone":
            kind = piece(what.name)
        if kind.kind == "maybe":
            self.report(
                codes.MAYBE_NONE, node.what, f"`{node.what.at.text}` may be none and cannot be moved",
                help=f"test it first: `{node.what.at.text} exists`",
            )  # fmt: skip
        elif kind.kind not in ("piece", "any"):
            self.report(codes.WRONG_TYPE, node.what, f"pieces are moved, not {_a(kind)}")
        else:
            self._same_component(Type("zone", kind.name) if kind.kind == "piece" else ANY, node.to)
        if node.spread is not None:
            self._end_spread(node.spread)

    def _same_component(self, source: Type, to: n.PlaceTo) -> None:
        target = self.zone(to.zone)
        if source.kind == "zone" and target.kind == "zone" and source.name != target.name:
            self.report(
                codes.WRONG_TYPE, to, f"`{to.zone.at.text}` holds pieces of `{target.name}`, not of `{source.name}`"
            )

    def _spread(self, spread: n.Spread) -> None:
        item = self.items(spread.list)
        self._saved_locals = dict(self.scope.locals)
        self.checker.declare_local(self, spread.name, item)

    def _end_spread(self, spread: n.Spread) -> None:
        self.scope.locals = self._saved_locals

    def _reveal(self, node: n.Reveal) -> None:
        what = self.expr(node.what)
        kind = what.element if what.kind == "list" else piece(what.name) if what.kind == "zone" else what
        if kind.kind not in ("piece", "any"):
            self.report(codes.WRONG_TYPE, node.what, f"pieces or a zone are revealed, not {_a(kind)}")
        if node.to is not None:
            to = self.expr(node.to)
            if to != PLAYER and not fits(to, list_of(PLAYER)):
                self.report(codes.WRONG_TYPE, node.to, f"things are revealed to players, not to {_a(to)}")

    # -------------------------------------------------------------- calls and control
    def _call_statement(self, node: n.CallStatement) -> None:
        found = self.call(node.call, None, statement=True)
        self.model.typing.types[node.call] = found
        target = self.model.typing.targets.get(node.call)
        if isinstance(target, m.BuiltinTarget):
            self.report(codes.UNUSED_RESULT, node, f"`{target.name}` has no effect; its value is lost here")
        elif isinstance(target, m.RuleTarget):
            info = self.model.rules[target.id]
            if not info.changes and info.rule.value is not None:
                self.report(codes.UNUSED_RESULT, node, f"`{info.rule.name}` has no effect; its value is lost here")
            if self.inside_simultaneous and info.asks:
                self.report(codes.ASKS_INSIDE, node, f"`{info.rule.name}` asks somebody something")
            if info.changes:
                self._forget()

    def _return(self, node: n.Return) -> None:
        if node.value is None:
            self.returns_nothing = True
            return
        found = self.expr(node.value, self.result)
        together = found if self.result is None else joined(self.result, found)
        if together is None:
            self.report(codes.MIXED_LIST, node.value, f"this returns {_a(found)}, an earlier `return` {_a(self.result or ANY)}")
        else:
            self.result = together

    def _if(self, node: n.If) -> bool:
        reachable = False
        saved = self.scope.known
        after: list[frozenset[str]] = []
        negative: frozenset[str] = frozenset()
        for test, body in node.branches:
            self.scope.known = saved | negative
            self.condition(test)
            facts = self.facts(test, True)
            self.scope.known = saved | negative | facts
            if self.block(body):
                reachable = True
                after.append(self.scope.known)
            self.scope.known = saved | negative
            negative |= self.facts(test, False)
        self.scope.known = saved | negative
        if node.otherwise is not None:
            if self.block(node.otherwise):
                reachable = True
                after.append(self.scope.known)
        else:
            reachable = True
            after.append(self.scope.known)
        self.scope.known = frozenset.intersection(*after) if after else saved
        return reachable

    # -------------------------------------------------------------- decisions
    def _decision(self, node: n.Decision) -> bool:
        saved_locals = dict(self.scope.locals)
        if node.name is None:
            self.expect(node.who, PLAYER, "to be asked")
        else:
            item = self.items(node.who, PLAYER)
            if not fits(item, PLAYER):
                self.report(codes.WRONG_TYPE, node.who, f"players are asked, not {item}")
            self.checker.declare_local(self, node.name, PLAYER)
        self._forget()
        known = self.scope.known
        if self.inside_simultaneous:
            self.report(codes.ASKS_INSIDE, node, "a question inside `simultaneously`")
        reachable = False
        names: set[str] = set()
        for alternative in node.alternatives:
            if alternative.name.text in names:
                self.report(codes.DUPLICATE, alternative.name, f"two alternatives are called `{alternative.name.text}`")
            names.add(alternative.name.text)
            self.scope.known = known
            reachable |= self._alternative(alternative, node.how == "simultaneously")
        self.scope.locals = saved_locals
        self.scope.known = known
        if node.otherwise is None and node.how == "offer":
            self.report(
                codes.MISSING_OTHERWISE,
                node,
                "this offer does not say what happens if nobody accepts",
                help="add `otherwise: nothing`, or what happens then",
            )
        if node.otherwise is not None:
            reachable |= self.block(node.otherwise)
        elif node.how != "choose":
            reachable = True
        self._forget()
        return reachable

    def _alternative(self, node: n.Alternative, simultaneous: bool) -> bool:
        saved = dict(self.scope.locals)
        for pick in node.picks:
            match pick:
                case n.PickOne():
                    item = self.items(pick.list)
                    self.checker.declare_local(self, pick.name, item)
                case n.PickSome():
                    count = self.expr(pick.count)
                    if count.kind not in ("int", "any") and count != list_of(INT):
                        self.report(codes.WRONG_TYPE, pick.count, f"a number or a range is wanted before `of`, not {_a(count)}")
                    item = self.items(pick.list)
                    self.checker.declare_local(self, pick.name, list_of(item))
                case n.Rider():
                    self.condition(pick.test)
                    self.checker.declare_local(self, pick.name, BOOL)
        for condition in node.needs:
            self.condition(condition)
            self.scope.known |= self.facts(condition, True)
        self.checker.read_label(self, node)
        self.inside_simultaneous, outer = simultaneous, self.inside_simultaneous
        reachable = self.block(node.body)
        self.inside_simultaneous = outer
        self.scope.locals = saved
        return reachable

    def template(self, label: n.Quoted) -> None:
        """Checks the `{…}` of a label."""
        scalar, at = label.at.scalar, label.at
        parts = parse_template(scalar, self.findings, at.start + 1, at.end - 1)
        if parts is not None:
            self.checker.labels[label] = parts
            for part in parts:
                if not isinstance(part, str):
                    self.expr(part)

    def finish(self, reachable: bool) -> Type:
        """The rule's result after its body."""
        if self.result is None:
            return NOTHING
        return self.result


def _assigned(block: n.Block) -> set[str]:
    """The names that a block sets."""
    found: set[str] = set()
    for node in block:
        match node:
            case n.Assign():
                found.add(node.target.text)
            case n.If():
                for _, body in node.branches:
                    found |= _assigned(body)
                found |= _assigned(node.otherwise or ())
            case n.ForEach() | n.While() | n.Repeat():
                found |= _assigned(node.body)
            case n.Decision():
                for alternative in node.alternatives:
                    found |= _assigned(alternative.body)
                found |= _assigned(node.otherwise or ())
            case _:
                pass
    return found
