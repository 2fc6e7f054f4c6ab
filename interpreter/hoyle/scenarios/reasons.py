"""Says why a condition does not hold: for which item of a list, with the values on both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.checked import model as m
from hoyle.checked.types import Type, list_of, piece
from hoyle.ir.expressions import value_type
from hoyle.ir.program import Expr
from hoyle.ir.statements import StatementLowering
from hoyle.plan.faults import Fault
from hoyle.play.errors import play_error
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import conjuncts
from hoyle.wording import listed

if TYPE_CHECKING:
    from hoyle.play.state import State
    from hoyle.scenarios.compiler import ScenarioCompiler

MOST_ITEMS = 4  # of a list that are each told about


def computed(state: State, expr: Expr, names: tuple[str, ...] = (), values: tuple[Any, ...] = ()) -> Any:
    """The value of an expression in a position; PlayError if it looks at what is not there."""
    try:
        return state.build.value(state, names, values, expr)
    except Fault as fault:
        raise play_error(fault) from None


class Reasons:
    """One position, and the locals that the quantifiers around a condition have bound."""

    def __init__(
        self,
        compiler: ScenarioCompiler,
        state: State,
        names: tuple[str, ...] = (),
        values: tuple[Any, ...] = (),
    ) -> None:
        self.compiler, self.state, self.names, self.values = compiler, state, names, values
        self.lower = StatementLowering(compiler.lowering, "scenario")
        self.typing = compiler.model.typing
        self.labels = state.game.labels(state.build)

    def of(self, node: n.Expr, holds: bool = False) -> list[str]:
        """What makes a condition hold, or not, as it is known to."""
        match node:
            case n.And() | n.Or():
                return self._joined(node, holds)
            case n.Not():
                return self.of(node.of, not holds)
            case n.Compare() | n.Like():
                return self._values(node.left, node.right)
            case n.Exists():
                return self._values(node.of)
            case n.Member():
                return self._values(node.item, node.list)
            case n.Quantifier(word="all" | "any" | "no") if node.test is not None and not node.prefix:
                return self._quantified(node, node.test, holds)
            case _:
                return [f"{_text(node)} is {'true' if holds else 'false'}"]

    def _joined(self, node: n.And | n.Or, holds: bool) -> list[str]:
        """`and` fails by its first part that fails, `or` by all of them; and the other way round."""
        parts = conjuncts(node) if isinstance(node, n.And) else [node.left, node.right]
        decides = isinstance(node, n.Or) is holds
        if decides:
            part = next(part for part in parts if self._holds(part) is holds)
            return self.of(part, holds)
        return [reason for part in parts for reason in self.of(part, holds)]

    def _quantified(self, node: n.Quantifier, test: n.Expr, holds: bool) -> list[str]:
        items = list(self._value(node.list))
        local, type_ = self.typing.locals[node.name], self._item_type(node.list)
        fails = node.word == "all"  # what is told about are the items for which the test fails, or holds
        told = [item for item in items if self._with(local, item)._holds(test) is not fails]
        if holds is (node.word == "any"):  # decided by some of them
            first, *others = told
            reasons = self._with(local, first).of(test, not fails)
            also = listed([self.labels.value(item, value_type(type_)) for item in others]) if others else ""
            found = (
                f"for {node.name.text} = {self.labels.value(first, value_type(type_))}: {', '.join(reasons)}"
            )
            return [f"{found}; {'it fails' if fails else 'so it is'} also for {also}" if also else found]
        if not items:
            return [f"{_text(node.list)} has no items"]
        each = [
            f"for {node.name.text} = {self.labels.value(item, value_type(type_))}: "
            f"{', '.join(self._with(local, item).of(test, fails))}"
            for item in items[:MOST_ITEMS]
        ]
        return ["; ".join([*each, "…"] if len(items) > MOST_ITEMS else each)]

    def _with(self, local: str, item: Any) -> Reasons:
        return Reasons(self.compiler, self.state, (*self.names, local), (*self.values, item))

    def _holds(self, node: n.Expr) -> bool:
        return bool(computed(self.state, self.lower.expr(node), self.names, self.values))

    def _value(self, node: n.Expr) -> Any:
        return computed(self.state, self.lower.kept_value(node), self.names, self.values)

    def _values(self, *nodes: n.Expr) -> list[str]:
        """Each expression with its value, unless it says that itself."""
        found = []
        for node in nodes:
            if not _is_plain(node) and not self._is_told(node):
                found.append(f"{_text(node)} is {self.labels.value(self._value(node), self._shown(node))}")
        return found

    def _shown(self, node: n.Expr) -> Any:
        found = self.typing.types[node]
        return value_type(list_of(piece(found.name)) if found.kind == "zone" else found)

    def _item_type(self, node: n.Expr) -> Type:
        found = self.typing.types[node]
        return piece(found.name) if found.kind == "zone" else found.element

    def _is_told(self, node: n.Expr) -> bool:
        """Whether it is the name of an item that is told about, or of a value such as `red`."""
        binding = self.typing.bindings.get(node) if isinstance(node, n.Name) else None
        return isinstance(binding, m.ValueRef) or getattr(binding, "name", None) in self.names


def _is_plain(node: n.Expr) -> bool:
    """Whether a value needs no explanation: a number, a word, `seat(1)`."""
    if isinstance(node, n.Call):
        return all(isinstance(arg, n.Integer) for arg in node.args) and bool(node.args)
    return isinstance(node, n.Integer | n.Quoted)


def _text(node: n.Expr) -> str:
    return " ".join(node.at.text.split())
