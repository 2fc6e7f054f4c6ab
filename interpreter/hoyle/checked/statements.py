"""Types of statements and decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from hoyle.checked import model as m
from hoyle.checked.assignments import Assignments
from hoyle.checked.scope import Scope
from hoyle.checked.types import ANY, BOOL, INT, PLAYER, Type, described, fits, joined, list_of, piece
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.syntax import nodes as n

if TYPE_CHECKING:
    from hoyle.checked.from_syntax import Checker


class Statements(Assignments):
    """Checks the body of one rule."""

    def __init__(self, checker: Checker, scope: Scope) -> None:
        super().__init__(checker, scope)
        self.result: Type | None = None  # of the `return`s seen so far

    # -------------------------------------------------------------- blocks
    def block(self, block: n.Block) -> bool:
        """Checks a block; true if what follows it can be reached."""
        saved = dict(self.scope.locals)
        reachable = True
        for before, statement in zip((None, *block), block, strict=False):
            if not reachable and before is not None:
                self.report(
                    codes.UNREACHABLE,
                    statement,
                    "this can never be reached",
                    help=f"the statement before it {_ending(before)}: move or remove one of the two",
                )
            reachable = self.statement(statement)
        self.scope.locals = saved
        return reachable

    def _branch(self, facts: frozenset[str], block: n.Block) -> bool:
        saved = self.scope.known
        self.scope.known = saved | facts
        reachable = self.block(block)
        # What a branch changed is no longer known after it.
        self.scope.known = saved & self.scope.known if reachable else saved
        return reachable

    # -------------------------------------------------------------- statements
    def statement(self, node: n.Statement) -> bool:
        match node:
            case n.Let():
                type_ = self.right_side(node.value)
                self.declare_local(node.name, type_)
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
        self.declare_local(name, item)
        self._branch(frozenset(), body)
        self.scope.locals = saved

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
            self.report(codes.WRONG_TYPE, node.what, f"pieces are moved, not {described(kind)}")
        else:
            self._same_component(Type("zone", kind.name) if kind.kind == "piece" else ANY, node.to)
        if node.spread is not None:
            self._end_spread(node.spread)

    def _same_component(self, source: Type, to: n.PlaceTo) -> None:
        target = self.zone(to.zone)
        if source.kind == "zone" and target.kind == "zone" and source.name != target.name:
            self.report(
                codes.WRONG_TYPE,
                to,
                f"`{to.zone.at.text}` holds pieces of `{target.name}`, not of `{source.name}`",
            )

    def _spread(self, spread: n.Spread) -> None:
        item = self.items(spread.list)
        self._saved_locals = dict(self.scope.locals)
        self.declare_local(spread.name, item)

    def _end_spread(self, spread: n.Spread) -> None:
        self.scope.locals = self._saved_locals

    def _reveal(self, node: n.Reveal) -> None:
        what = self.expr(node.what)
        kind = what.element if what.kind == "list" else piece(what.name) if what.kind == "zone" else what
        if kind.kind not in ("piece", "any"):
            self.report(codes.WRONG_TYPE, node.what, f"pieces or a zone are revealed, not {described(kind)}")
        if node.to is not None:
            to = self.expr(node.to)
            if to != PLAYER and not fits(to, list_of(PLAYER)):
                self.report(
                    codes.WRONG_TYPE, node.to, f"things are revealed to players, not to {described(to)}"
                )

    # -------------------------------------------------------------- calls and control
    def _call_statement(self, node: n.CallStatement) -> None:
        self.model.typing.types[node.call] = self.call(node.call, None, statement=True)
        target = self.model.typing.targets.get(node.call)
        info = self.called(node.call)
        pure = info is not None and not info.changes and info.rule.value is not None
        if isinstance(target, m.BuiltinTarget) or pure:
            self.report(
                codes.UNUSED_RESULT,
                node,
                f"`{node.call.name.text}` has no effect; its value is lost here",
                help=f"give it a name: `let x = {node.at.text}`",
            )

    def _return(self, node: n.Return) -> None:
        if node.value is None:
            return
        found = self.expr(node.value, self.result)
        together = found if self.result is None else joined(self.result, found)
        if together is None:
            self.report(
                codes.MIXED_LIST,
                node.value,
                f"this returns {described(found)}, an earlier `return` {described(self.result or ANY)}",
            )
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
            self.declare_local(node.name, PLAYER)
        self._forget()
        known = self.scope.known
        if self.inside_simultaneous:
            self.report(
                codes.ASKS_INSIDE,
                node,
                "a question inside `simultaneously`",
                help="all choose unseen first: ask again after the whole statement",
            )
        reachable = False
        names: set[str] = set()
        for alternative in node.alternatives:
            if alternative.name.text in names:
                self.report(
                    codes.DUPLICATE,
                    alternative.name,
                    f"two alternatives are called `{alternative.name.text}`",
                )
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
                    self.declare_local(pick.name, item)
                case n.PickSome():
                    count = self.expr(pick.count)
                    if count.kind not in ("int", "any") and count != list_of(INT):
                        self.report(
                            codes.WRONG_TYPE,
                            pick.count,
                            f"a number or a range is wanted before `of`, not {described(count)}",
                        )
                    item = self.items(pick.list)
                    self.declare_local(pick.name, list_of(item))
                case n.Rider():
                    self.condition(pick.test)
                    self.declare_local(pick.name, BOOL)
        for condition in node.needs:
            self.condition(condition)
            self.scope.known |= self.facts(condition, True)
        if node.label is not None and node.label.parts is not None:
            self.model.typing.labels[node.label] = node.label.parts
            for part in node.label.parts:
                if not isinstance(part, str):
                    self.expr(part)
        self.inside_simultaneous, outer = simultaneous, self.inside_simultaneous
        reachable = self.block(node.body)
        self.inside_simultaneous = outer
        self.scope.locals = saved
        return reachable


def _ending(node: n.Statement) -> str:
    match node:
        case n.Return():
            return "returns from the rule"
        case n.End():
            return f"ends the {node.what}"
        case _:
            return "never goes on"


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
