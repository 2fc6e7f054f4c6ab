"""Lowers checked statements and decisions."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Literal, assert_never

from hoyle.checked import model as m
from hoyle.checked.types import ANY, PLAYER, Type, list_of, piece
from hoyle.ir import program as ir
from hoyle.ir.expressions import ExpressionLowering, value_type
from hoyle.ir.nodes import RESULT
from hoyle.ir.types import BOOL
from hoyle.ir.walk import free_names
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import walk

if TYPE_CHECKING:
    from hoyle.ir.from_checked import Lowering

_Stmts = list[ir.Stmt]


class StatementLowering(ExpressionLowering):
    """Turns the body of one rule into statements; `rule` names its decision."""

    def __init__(self, lowering: Lowering, rule: str, wanted: Type | None = None) -> None:
        super().__init__(lowering)
        self.rule = rule
        self.wanted = wanted  # what the rule returns
        self.fresh = 0
        self.sharings = 0

    def at(self, node: n.Node) -> int:
        return self.lowering.place(node.at.place)

    def temporary(self, stem: str, type_: Type) -> str:
        """A local of our own; the grammar allows no capitals, so it clashes with nothing."""
        self.fresh += 1
        return self.local(f"{stem}T{self.fresh}", type_)

    def block(self, block: n.Block) -> tuple[ir.Stmt, ...]:
        found: _Stmts = []
        for statement in block:
            found += self.statement(statement)
        return tuple(found)

    def statement(self, node: n.Statement) -> _Stmts:
        at = self.at(node)
        match node:
            case n.Let():
                local = self.declared(node.name)
                return self.assign_local(node.value, local, at, node.name.text, self.type_of(node.name))
            case n.Assign():
                return self._assign(node, at)
            case n.Move():
                return self._move(node, at)
            case n.Draw():
                return [self._draw(node, at)]
            case n.Deal():
                count, source = self.expr(node.count), self.expr(node.zone)
                local, items = self.declared(node.spread.name), self.list(node.spread.list)
                return [ir.Deal(at, count, source, local, items, self.expr(node.to.zone), node.to.bottom)]
            case n.Shuffle():
                return [ir.Shuffle(at, self.expr(node.zone))]
            case n.Reveal():
                single = self.type_of(node.what).kind == "piece"
                what = ir.Items((self.expr(node.what),)) if single else self.list(node.what)
                return [ir.Reveal(at, what, None if node.to is None else self.players(node.to))]
            case n.Remember():
                return [ir.Remember(at, node.memory.text)]
            case n.Forget():
                return [ir.Forget(at, node.memory.text)]
            case n.CallStatement():
                target = self.typing.targets[node.call]
                assert isinstance(target, m.RuleTarget)
                return [ir.CallProc(at, target.id, self.arguments(node.call))]
            case n.Return():
                return self._return(node, at)
            case n.End():
                return [ir.End(at, node.what)]
            case n.Nothing():
                return []
            case n.If():
                return self._if(node)
            case n.ForEach():
                local = self.declared(node.name)
                before, found = self._alone(node.list, at, list_of(ANY))
                return [*before, ir.ForEach(at, local, found or self.list(node.list), self.block(node.body))]
            case n.While():
                return [ir.While(at, self.expr(node.test), self.block(node.body))]
            case n.Repeat():
                before, times = self._alone(node.times, at)
                return [*before, ir.Repeat(at, times or self.expr(node.times), self.block(node.body))]
            case n.Decision():
                return self._decision(node, at)
            case _:
                assert_never(node)

    def kept_value(self, node: n.Expr) -> ir.Expr:
        """A value that outlives its statement: a zone stands for the pieces that it holds now."""
        return self.list(node) if self.type_of(node).kind == "zone" else self.expr(node)

    def result(self, node: n.Expr, wanted: Type | None) -> ir.Expr:
        """A value where a type is wanted: a zone stands for its pieces only where that is a list."""
        return self.list(node) if wanted is not None and wanted.kind == "list" else self.expr(node)

    def _draw(self, node: n.Draw, at: int, into: str = "") -> ir.Stmt:
        count, source, to = self.expr(node.count), self.expr(node.zone), self.expr(node.to.zone)
        return ir.Draw(at, count, source, to, node.to.bottom, into=into)

    def _if(self, node: n.If) -> _Stmts:
        otherwise = self.block(node.otherwise) if node.otherwise is not None else ()
        for test, body in reversed(node.branches):
            at = self.at(test)
            before, value = self._alone(test, at)
            otherwise = (*before, ir.If(at, value or self.expr(test), self.block(body), otherwise))
        return list(otherwise)

    def _return(self, node: n.Return, at: int) -> _Stmts:
        return [ir.Return(at, None)] if node.value is None else self._returned(node.value, at)

    def _returned(self, value: n.Expr, at: int) -> _Stmts:
        if isinstance(value, n.Conditional) and self._has_effect(value):
            then, otherwise = self._returned(value.then, at), self._returned(value.otherwise, at)
            return [ir.If(at, self.expr(value.test), tuple(then), tuple(otherwise))]
        before, found = self._alone(value, at, self.wanted, RESULT)
        return [*before, ir.Return(at, found or self.result(value, self.wanted))]

    def _alone(
        self, value: n.Expr, at: int, wanted: Type | None = None, stem: str = "value"
    ) -> tuple[_Stmts, ir.Expr | None]:
        """Chance or a call with effects where a value is wanted: done first, into a local of our own."""
        if not self._has_effect(value):
            return [], None
        found = self.type_of(value)
        if found.kind == "zone" and wanted is not None and wanted.kind == "list":
            found = list_of(found.single)
        name = self.temporary(stem, found)
        return self.assign_local(value, name, at, self.rule, wanted), ir.Local(name)

    # -------------------------------------------------------------- values
    def assign_local(
        self, value: n.RightSide, name: str, at: int, label: str, wanted: Type | None = None
    ) -> _Stmts:
        """A right-hand side may be chance, a draw or a call with effects, also inside an if-then-else."""
        if isinstance(value, n.Draw):
            return [self._draw(value, at, name)]
        if self._is_random(value):
            assert isinstance(value, n.Call)
            tag = value_type(self.type_of(value))
            return [ir.Random(at, name, self.list(value.args[0]), label, tag)]
        if self._is_effect(value):
            assert isinstance(value, n.Call)
            target = self.typing.targets[value]
            assert isinstance(target, m.RuleTarget)
            call = ir.CallProc(at, target.id, self.arguments(value), name)
            if wanted is not None and wanted.kind == "list" and self.type_of(value).kind == "zone":
                return [call, ir.SetLocal(at, name, ir.Pieces(ir.Local(name)))]
            return [call]
        if isinstance(value, n.Conditional) and (
            self._has_effect(value.then) or self._has_effect(value.otherwise)
        ):
            then = tuple(self.assign_local(value.then, name, at, label, wanted))
            otherwise = tuple(self.assign_local(value.otherwise, name, at, label, wanted))
            return [ir.If(at, self.expr(value.test), then, otherwise)]
        # A local that holds a zone keeps the handle; a list is copied when it is taken.
        return [ir.SetLocal(at, name, self.result(value, wanted))]

    def _is_random(self, value: n.RightSide) -> bool:
        return isinstance(value, n.Call) and self.typing.targets.get(value) == m.BuiltinTarget("random")

    def _is_effect(self, value: n.RightSide) -> bool:
        target = self.typing.targets.get(value) if isinstance(value, n.Call) else None
        return isinstance(target, m.RuleTarget) and self.model.rules[target.id].changes

    def _has_effect(self, value: n.RightSide) -> bool:
        if isinstance(value, n.Conditional):
            return self._has_effect(value.then) or self._has_effect(value.otherwise)
        return isinstance(value, n.Draw) or self._is_random(value) or self._is_effect(value)

    def _assign(self, node: n.Assign, at: int) -> _Stmts:
        binding = self.typing.bindings[node.target]
        label = node.target.text
        if isinstance(binding, m.LocalRef) and node.index is not None:
            name = binding.name + self.suffix
            before, items = self._with_item(ir.Local(name), node, node.index, at)
            return [*before, ir.SetLocal(at, name, items)]
        if isinstance(binding, m.LocalRef):
            name = binding.name + self.suffix
            if node.op == "=":
                return self.assign_local(node.value, name, at, label, self.type_of(node.target))
            before, value = self.settled_value(node.value, at, label)
            if self.type_of(node.value).kind in ("list", "zone"):
                together = ir.Concat if node.op == "+=" else ir.TakenOut
                return [*before, ir.SetLocal(at, name, together(ir.Local(name), value))]
            sign: Literal["+", "-"] = "+" if node.op == "+=" else "-"
            return [*before, ir.SetLocal(at, name, ir.Arith(sign, ir.Local(name), value))]
        assert isinstance(binding, m.VariableRef | m.BuiltinRef)
        variable = self.model.variables.get(binding.name)
        per = variable.per if variable is not None else (Type("any"),)
        if not per and node.index is not None:
            before, items = self._with_item(ir.Get(binding.name), node, node.index, at)
            return [*before, ir.SetVar(at, binding.name, None, "=", items)]
        index = None if node.index is None else self.indices(node.indices, per)
        if node.item is not None:
            before, items = self._with_item(ir.Get(binding.name, index), node, node.item, at)
            return [*before, ir.SetVar(at, binding.name, index, "=", items)]
        before, value = self.settled_value(node.value, at, label)
        return [*before, ir.SetVar(at, binding.name, index, node.op, value)]

    def _with_item(self, items: ir.Expr, node: n.Assign, place: n.Expr, at: int) -> tuple[_Stmts, ir.Expr]:
        """A list of which one item is set, after the statements that must come first."""
        index = self.expr(place)
        before, value = self.settled_value(node.value, at, node.target.text)
        op = node.op
        if op != "=" and self.type_of(node.value).kind in ("list", "zone"):
            together = ir.Concat if op == "+=" else ir.TakenOut
            op, value = "=", together(ir.ItemAt(items, index), value)
        return before, ir.WithItem(items, index, op, value, node.target.text)

    def settled_value(self, value: n.RightSide, at: int, label: str) -> tuple[_Stmts, ir.Expr]:
        """An expression without effects, after the statements that made it so."""
        if isinstance(value, n.Draw) or self._has_effect(value):
            found = self.type_of(value)
            wanted = list_of(found.single) if found.kind == "zone" else found
            name = self.temporary("value", wanted)
            return self.assign_local(value, name, at, label, wanted), ir.Local(name)
        return [], self.kept_value(value)

    # -------------------------------------------------------------- moves
    def _kind(self, type_: Type) -> Literal["one", "many", "zone"]:
        return "zone" if type_.kind == "zone" else "many" if type_.kind == "list" else "one"

    def _move(self, node: n.Move, at: int) -> _Stmts:
        bottom = node.to.bottom
        if node.spread is not None:
            local, items = self.declared(node.spread.name), self.list(node.spread.list)
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
            name = self.temporary("piece", self.type_of(node.what))
            before = self.assign_local(node.what, name, at, "piece")
            what = ir.Local(name)
        else:
            what = self.expr(node.what)
        return [
            *before,
            ir.Move(at, self._kind(self.type_of(node.what)), what, self.expr(node.to.zone), bottom),
        ]

    # -------------------------------------------------------------- decisions
    def _decision(self, node: n.Decision, at: int) -> _Stmts:
        name = self.rule
        if node.name is None:
            local = self.temporary("asked", PLAYER)
            who: ir.Expr = self.expr(node.who)
            if node.how != "choose":
                who = ir.Items((who,))
        else:
            local = self.declared(node.name)
            who = self.list(node.who)
        before: _Stmts = []
        needs = tuple(self.condition(condition) for condition in node.needs)
        alternatives = tuple(
            dataclasses.replace(alternative, needs=needs + alternative.needs)
            for alternative in self._offered(node.alternatives, local, before)
        )
        question = None
        if node.question is not None:
            question = self.template(node.question.parts or (node.question.text,))
        otherwise = None
        if node.otherwise is not None:
            outer = self.rule
            if node.otherwise_name is not None:
                self.rule = node.otherwise_name
            otherwise = self.block(node.otherwise)
            self.rule = outer
        return [*before, ir.Decide(at, name, node.how, local, who, alternatives, otherwise, question)]

    def _offered(self, offered: tuple[n.Offered, ...], asked: str, before: _Stmts) -> list[ir.Alternative]:
        """Alternatives, own and shared ones; what must be computed before the decision goes to `before`."""
        found: list[ir.Alternative] = []
        for item in offered:
            found += (
                [self._alternative(item)]
                if isinstance(item, n.Alternative)
                else self._shared(item, asked, before)
            )
        return found

    def _shared(self, node: n.Also, asked: str, before: _Stmts) -> list[ir.Alternative]:
        """The alternatives of another rule, for the arguments given.

        An argument is computed once, before the decision. Only one that hangs on who of several players is
        asked cannot be: it is computed where it is looked at, and once more when a choice has been taken.
        """
        target = self.typing.targets[node.call]
        assert isinstance(target, m.RuleTarget)
        info = self.model.rules[target.id]
        rule = info.rule
        assert rule.choices is not None
        at, args = self.at(node), self.arguments(node.call)
        self.sharings += 1
        suffix = f"A{self.sharings}"
        given: dict[str, ir.Expr] = {}
        first: _Stmts = []
        set_anew = {found.target.text for found in walk(rule.choices) if isinstance(found, n.Assign)}
        outer = self.suffix, self.given
        self.suffix = suffix
        names = self.parameters(rule.parameters, info.ends)
        self.suffix = outer[0]
        for parameter, own_name, arg in zip(rule.parameters, names, args, strict=True):
            name, text = self.typing.locals[parameter.name], parameter.name.text
            is_plain = isinstance(arg, ir.Const) or (
                isinstance(arg, ir.Local | ir.Opt) and text not in info.ends
            )
            if is_plain and text not in set_anew:
                given[name] = arg
            elif asked in free_names(arg):
                type_ = self.locals[own_name]
                given[name] = ir.Within(arg, type_, text, rule.name) if type_.single.ends is not None else arg
                first.append(ir.SetLocal(at, own_name, arg))
            else:
                before.append(ir.SetLocal(at, own_name, arg))
        self.suffix = suffix
        alternatives: list[ir.Alternative] = []
        own = {stmt.name for stmt in first if isinstance(stmt, ir.SetLocal)}
        in_body = {name: arg for name, arg in given.items() if name + suffix not in own}
        for item in rule.choices:
            self.given = given
            if isinstance(item, n.Also):
                alternatives += self._shared(item, asked, before)
            else:
                found = self._alternative(item, in_body)
                alternatives.append(dataclasses.replace(found, body=(*first, *found.body)))
        self.suffix, self.given = outer
        return alternatives

    def _alternative(self, node: n.Alternative, in_body: dict[str, ir.Expr] | None = None) -> ir.Alternative:
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
        if in_body is not None:
            self.given = in_body
        at = self.at(node)
        return ir.Alternative(at, node.name.text, verb, label, picks, needs, self.block(node.body))

    def _pick(self, pick: n.Pick) -> ir.Pick:
        name, word = self.declared(pick.name), pick.name.text
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
