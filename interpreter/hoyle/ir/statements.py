"""Lowers checked statements and decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, assert_never

from hoyle.checked import model as m
from hoyle.checked.types import Type, piece
from hoyle.ir import program as ir
from hoyle.ir.expressions import ExpressionLowering, value_type
from hoyle.ir.types import BOOL
from hoyle.syntax import nodes as n

if TYPE_CHECKING:
    from hoyle.ir.from_checked import Lowering

_Stmts = list[ir.Stmt]


class StatementLowering(ExpressionLowering):
    """Turns the body of one rule into statements; `rule` names its decision."""

    def __init__(self, lowering: Lowering, rule: str) -> None:
        super().__init__(lowering)
        self.rule = rule
        self.fresh = 0

    def at(self, node: n.Node) -> int:
        return self.lowering.place(node.at.place)

    def temporary(self, stem: str) -> str:
        """A local of our own; the grammar allows no capitals, so it clashes with nothing."""
        self.fresh += 1
        return f"{stem}T{self.fresh}"

    def block(self, block: n.Block) -> tuple[ir.Stmt, ...]:
        found: _Stmts = []
        for statement in block:
            found += self.statement(statement)
        return tuple(found)

    def statement(self, node: n.Statement) -> _Stmts:
        at = self.at(node)
        match node:
            case n.Let():
                return self.assign_local(node.value, self.typing.locals[node.name], at, node.name.text)
            case n.Assign():
                return self._assign(node, at)
            case n.Move():
                return self._move(node, at)
            case n.Draw():
                to = self.expr(node.to.zone)
                return [ir.Draw(at, self.expr(node.count), self.expr(node.zone), to, node.to.bottom)]
            case n.Deal():
                count, source = self.expr(node.count), self.expr(node.zone)
                local, items = self.typing.locals[node.spread.name], self.list(node.spread.list)
                return [ir.Deal(at, count, source, local, items, self.expr(node.to.zone), node.to.bottom)]
            case n.Shuffle():
                return [ir.Shuffle(at, self.expr(node.zone))]
            case n.Reveal():
                single = self.type_of(node.what).kind == "piece"
                what = ir.Items((self.expr(node.what),)) if single else self.list(node.what)
                return [ir.Reveal(at, what, None if node.to is None else self.players(node.to))]
            case n.CallStatement():
                target = self.typing.targets[node.call]
                assert isinstance(target, m.RuleTarget)
                return [ir.CallProc(at, target.id, self.arguments(node.call))]
            case n.Return():
                return [ir.Return(at, None if node.value is None else self.kept_value(node.value))]
            case n.End():
                return [ir.End(at, node.what)]
            case n.Nothing():
                return []
            case n.If():
                return [self._if(node, at)]
            case n.ForEach():
                local = self.typing.locals[node.name]
                return [ir.ForEach(at, local, self.list(node.list), self.block(node.body))]
            case n.While():
                return [ir.While(at, self.expr(node.test), self.block(node.body))]
            case n.Repeat():
                return [ir.Repeat(at, self.expr(node.times), self.block(node.body))]
            case n.Decision():
                return [self._decision(node, at)]
            case _:
                assert_never(node)

    def kept_value(self, node: n.Expr) -> ir.Expr:
        """A value that outlives its statement: a zone stands for the pieces that it holds now."""
        return self.list(node) if self.type_of(node).kind == "zone" else self.expr(node)

    def _if(self, node: n.If, at: int) -> ir.Stmt:
        otherwise = self.block(node.otherwise) if node.otherwise is not None else ()
        for test, body in reversed(node.branches):
            otherwise = (ir.If(self.at(test), self.expr(test), self.block(body), otherwise),)
        return otherwise[0]

    # -------------------------------------------------------------- values
    def assign_local(self, value: n.Expr, name: str, at: int, label: str) -> _Stmts:
        """A right-hand side may be chance or a call with effects, also inside an if-then-else."""
        if self._is_random(value):
            assert isinstance(value, n.Call)
            tag = value_type(self.type_of(value))
            return [ir.Random(at, name, self.list(value.args[0]), label, tag)]
        if self._is_effect(value):
            assert isinstance(value, n.Call)
            target = self.typing.targets[value]
            assert isinstance(target, m.RuleTarget)
            return [ir.CallProc(at, target.id, self.arguments(value), name)]
        if isinstance(value, n.Conditional) and (
            self._has_effect(value.then) or self._has_effect(value.otherwise)
        ):
            then = tuple(self.assign_local(value.then, name, at, label))
            otherwise = tuple(self.assign_local(value.otherwise, name, at, label))
            return [ir.If(at, self.expr(value.test), then, otherwise)]
        # A local that holds a zone keeps the handle; a list is copied when it is taken.
        return [ir.SetLocal(at, name, self.expr(value))]

    def _is_random(self, value: n.Expr) -> bool:
        return isinstance(value, n.Call) and self.typing.targets.get(value) == m.BuiltinTarget("random")

    def _is_effect(self, value: n.Expr) -> bool:
        target = self.typing.targets.get(value) if isinstance(value, n.Call) else None
        return isinstance(target, m.RuleTarget) and self.model.rules[target.id].changes

    def _has_effect(self, value: n.Expr) -> bool:
        if isinstance(value, n.Conditional):
            return self._has_effect(value.then) or self._has_effect(value.otherwise)
        return self._is_random(value) or self._is_effect(value)

    def _assign(self, node: n.Assign, at: int) -> _Stmts:
        binding = self.typing.bindings[node.target]
        label = node.target.text
        if isinstance(binding, m.LocalRef):
            if node.op == "=":
                return self.assign_local(node.value, binding.name, at, label)
            before, value = self.settled_value(node.value, at, label)
            if self.type_of(node.value).kind in ("list", "zone"):
                longer = ir.Concat(ir.Local(binding.name), value)
                return [*before, ir.SetLocal(at, binding.name, longer)]
            sign: Literal["+", "-"] = "+" if node.op == "+=" else "-"
            return [*before, ir.SetLocal(at, binding.name, ir.Arith(sign, ir.Local(binding.name), value))]
        assert isinstance(binding, m.VariableRef | m.BuiltinRef)
        index = None if node.index is None else self.expr(node.index)
        before, value = self.settled_value(node.value, at, label)
        return [*before, ir.SetVar(at, binding.name, index, node.op, value)]

    def settled_value(self, value: n.Expr, at: int, label: str) -> tuple[_Stmts, ir.Expr]:
        """An expression without effects, after the statements that made it so."""
        if self._has_effect(value):
            name = self.temporary("value")
            return self.assign_local(value, name, at, label), ir.Local(name)
        return [], self.kept_value(value)

    # -------------------------------------------------------------- moves
    def _kind(self, type_: Type) -> Literal["one", "many", "zone"]:
        return "zone" if type_.kind == "zone" else "many" if type_.kind == "list" else "one"

    def _move(self, node: n.Move, at: int) -> _Stmts:
        bottom = node.to.bottom
        if node.spread is not None:
            local, items = self.typing.locals[node.spread.name], self.list(node.spread.list)
            random = self._is_random(node.what)
            if random:
                assert isinstance(node.what, n.Call)
                what: ir.Expr = self.list(node.what.args[0])
            else:
                what = self.expr(node.what)
            kind = self._kind(self.type_of(node.what))
            return [ir.MoveAround(at, local, items, kind, what, self.expr(node.to.zone), bottom, random)]
        before: _Stmts = []
        if self._has_effect(node.what):
            name = self.temporary("piece")
            before = self.assign_local(node.what, name, at, "piece")
            what = ir.Local(name)
        else:
            what = self.expr(node.what)
        return [
            *before,
            ir.Move(at, self._kind(self.type_of(node.what)), what, self.expr(node.to.zone), bottom),
        ]

    # -------------------------------------------------------------- decisions
    def _decision(self, node: n.Decision, at: int) -> ir.Stmt:
        name = self.rule
        if node.name is None:
            local = self.temporary("asked")
            who: ir.Expr = self.expr(node.who)
            if node.how != "choose":
                who = ir.Items((who,))
        else:
            local = self.typing.locals[node.name]
            who = self.list(node.who)
        alternatives = tuple(self._alternative(alternative) for alternative in node.alternatives)
        otherwise = None
        if node.otherwise is not None:
            outer = self.rule
            if node.otherwise_name is not None:
                self.rule = node.otherwise_name
            otherwise = self.block(node.otherwise)
            self.rule = outer
        return ir.Decide(at, name, node.how, local, who, alternatives, otherwise)

    def _alternative(self, node: n.Alternative) -> ir.Alternative:
        label = None
        verb = node.name.text.replace("_", " ")
        if node.label is not None:
            parts = self.lowering.labels.get(node.label)
            if parts is not None:
                label = self.template(parts)
            else:
                verb = node.label.text
        picks = tuple(self._pick(pick) for pick in node.picks)
        needs = tuple(self.condition(condition) for condition in node.needs)
        return ir.Alternative(self.at(node), node.name.text, verb, label, picks, needs, self.block(node.body))

    def _pick(self, pick: n.Pick) -> ir.Pick:
        name, word = self.typing.locals[pick.name], pick.name.text
        match pick:
            case n.Rider():
                need = self.condition(pick.test)
                return ir.Pick(
                    "rider", word.replace("_", " "), word, name, need.test, None, None, BOOL, 0, need
                )
            case n.PickOne():
                tag = value_type(self._item_type(pick.list))
                words = (pick.preposition or "").replace("_", " ")
                return ir.Pick(
                    "one", words, word, name, self.list(pick.list), None, None, tag, self._zones(pick.list)
                )
            case n.PickSome():
                count = self.expr(pick.count)
                least = most = count
                if isinstance(count, ir.Span):
                    least, most = count.low, count.high
                tag = value_type(self._item_type(pick.list))
                words = (pick.preposition or "").replace("_", " ")
                return ir.Pick(
                    "some", words, word, name, self.list(pick.list), least, most, tag, self._zones(pick.list)
                )
            case _:
                assert_never(pick)

    def _item_type(self, node: n.Expr) -> Type:
        found = self.type_of(node)
        return piece(found.name) if found.kind == "zone" else found.element

    def _zones(self, node: n.Expr) -> int:
        """How many zones the items of a list can come from: one if it is a zone, perhaps filtered."""
        found = self.type_of(node)
        if found.kind == "zone":
            return 1
        if found.element.kind != "piece":
            return 0
        if isinstance(node, n.Quantifier) and node.word == "those":
            return self._zones(node.list)
        return 1 if isinstance(node, n.ListOf) and len(node.items) == 1 else 2

    def condition(self, node: n.Expr) -> ir.Condition:
        name, why = node.at.text, None
        if isinstance(node, n.Call):
            target = self.typing.targets[node]
            if isinstance(target, m.RuleTarget):
                name = self.model.rules[target.id].rule.name
                why = self.lowering.why_of(target.id, self.arguments(node))
        return ir.Condition(self.at(node), self.expr(node), " ".join(name.split()), why)
