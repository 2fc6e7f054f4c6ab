"""Types of expressions."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from interpreter.checked import model as m
from interpreter.checked.builtins import FUNCTION, VALUE, Function
from interpreter.checked.scope import Scope, path_of
from interpreter.checked.types import (
    ANY, BOOL, DIRECTION, INT, NONE, NOTHING, PLAYER, TEAM, Type, comparable, fits, joined, list_of, maybe, piece,
)  # fmt: skip
from interpreter.diagnostics.catalogue import checked as codes
from interpreter.diagnostics.model import Code, Findings, Related
from interpreter.diagnostics.suggest import did_you_mean
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.checked.from_syntax import Checker


class Expressions:
    """Checks expressions of one rule in its scope."""

    def __init__(self, checker: Checker, scope: Scope) -> None:
        self.checker = checker
        self.model = checker.model
        self.findings: Findings = checker.findings
        self.scope = scope

    def report(
        self, code: Code, node: n.Node, message: str, help: str | None = None, related: list[Related] | None = None
    ) -> Type:
        self.findings.report(
            code, node.at.place, message, help=help, related=related or (), cites=self.scope.cites
        )
        return ANY

    # -------------------------------------------------------------- entry points
    def expr(self, node: n.Expr, want: Type | None = None) -> Type:
        """The type of an expression; `want` helps to find out which type's value a word is."""
        found = self._expr(node, want)
        self.model.typing.types[node] = found
        return found

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
            return self.report(codes.NO_RESULT, node, f"`{node.at.text}` returns no value")
        if want.kind == "list":
            return self.report(codes.NOT_A_LIST, node, f"a list of {want.element} is wanted {what}, not {_a(found)}")
        if want.kind == "bool":
            return self.condition_type(node, found)
        help_ = None
        if want == PLAYER and found == INT:
            help_ = f"a number is not a player: write `seat({node.at.text})`"
        return self.report(codes.WRONG_TYPE, node, f"{_a(want)} is wanted {what}, not {_a(found)}", help=help_)

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
            codes.NOT_TRUE_OR_FALSE, node, f"this is {_a(found)}, which is neither true nor false", help=help_
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
                f"a list is wanted here, not {_a(found)}",
                help="test it first with `exists`" if found.kind == "maybe" else None,
            )
        return ANY

    def zone(self, node: n.Expr) -> Type:
        found = self.expr(node)
        if found.kind not in ("zone", "any"):
            return self.report(codes.NOT_A_ZONE, node, f"a zone is wanted here, not {_a(found)}")
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

    # -------------------------------------------------------------- the cases
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

    # -------------------------------------------------------------- names
    def is_value_word(self, node: n.Expr) -> bool:
        """Whether a word can only be a value of some type, so that the other side tells which."""
        if isinstance(node, n.Quoted):
            return True
        if isinstance(node, n.ListOf):
            return bool(node.items) and all(self.is_value_word(item) for item in node.items)
        return isinstance(node, n.Name) and self._common(node.text) is None and node.text not in self.scope.locals

    def _common(self, name: str) -> tuple[m.Binding, Type] | None:
        """A name of the common space: state, options, zones, built-in values, types."""
        model = self.model
        if name in model.variables:
            return m.VariableRef(name), model.variables[name].type
        if name in model.options:
            return m.OptionRef(name), model.options[name].type
        if name in model.zones:
            return m.ZoneRef(name), Type("zone", model.zones[name].component)
        if name in ("true", "false"):
            return m.ValueRef(BOOL, int(name == "true")), BOOL
        if name == "none":
            return m.ValueRef(NONE, None), NONE
        if name in VALUE:
            return m.BuiltinRef(name), _builtin_type(VALUE[name].type)
        type_ = self.checker.declarations.named_type(name)
        if name in model.ranges:
            return m.TypeRef(Type("int", name)), list_of(INT)
        if type_ is not None and type_.kind in ("enum", "piece", "node", "edge"):
            return m.TypeRef(type_), list_of(type_)
        return None

    def name(self, node: n.Name, want: Type | None, indexed: bool = False) -> Type:
        text = node.text
        bindings = self.model.typing.bindings
        local = self.scope.locals.get(text)
        if local is not None:
            bindings[node] = m.LocalRef(local.unique)
            return local.type
        common = self._common(text)
        if common is None:
            return self._quoted(node, text, want)
        binding, type_ = common
        if want is not None and want.inner.kind in ("enum", "node", "edge") and not fits(type_, want):
            # A value called like a type or a zone: the wanted type decides.
            value = self._value_in(want.inner, text)
            if value is not None:
                bindings[node] = m.ValueRef(want.inner, value)
                return want.inner
        bindings[node] = binding
        self._check_constant(node, binding)
        if not indexed and isinstance(binding, m.VariableRef | m.ZoneRef | m.BuiltinRef):
            per = self.per_of(binding)
            if per is not None:
                return self.report(
                    codes.NEEDS_INDEX, node, f"there is one `{text}` per {per}", help=f"say which: `{text}[…]`"
                )
        return type_

    def _check_constant(self, node: n.Name, binding: m.Binding) -> None:
        allowed = isinstance(binding, m.OptionRef | m.ValueRef | m.TypeRef) or (
            isinstance(binding, m.BuiltinRef) and binding.name in ("players", "teams")
        )
        if self.scope.constant and not allowed:
            self.report(codes.NOT_CONSTANT, node, f"`{node.text}` is not known before the game starts")

    def per_of(self, binding: m.Binding) -> Type | None:
        match binding:
            case m.VariableRef():
                return self.model.variables[binding.name].per
            case m.ZoneRef():
                return self.model.zones[binding.name].per
            case m.BuiltinRef():
                per = VALUE[binding.name].per
                return PLAYER if per == "player" else Type("piece", "") if per == "piece" else None
            case _:
                return None

    def _value_in(self, type_: Type, text: str) -> int | None:
        names: tuple[str, ...] = ()
        if type_.kind == "enum":
            names = self.model.enums[type_.name].values
        elif type_.kind == "node":
            names = self.model.board_of_node[type_.name].nodes
        elif type_.kind == "edge":
            names = tuple(edge.name for edge in self.model.board_of_edge[type_.name].edges)
        return names.index(text) if text in names else None

    def _value_types(self) -> list[Type]:
        model = self.model
        found = [Type("enum", name) for name in model.enums]
        found += [Type("node", name) for name in model.board_of_node]
        found += [Type("edge", name) for name in model.board_of_edge]
        return found

    def _quoted(self, node: n.Name | n.Quoted, text: str, want: Type | None) -> Type:
        bindings = self.model.typing.bindings
        if want is not None and want.kind == "list":
            want = want.element
        wanted = want.inner if want is not None else None
        if wanted is not None and wanted.kind in ("enum", "node", "edge"):
            value = self._value_in(wanted, text)
            if value is not None:
                bindings[node] = m.ValueRef(wanted, value)
                return wanted
        homes = [type_ for type_ in self._value_types() if self._value_in(type_, text) is not None]
        if len(homes) > 1 and wanted is None:
            plain = [type_ for type_ in homes if not type_.name.startswith("option ")]
            homes = plain if len(plain) == 1 else homes
        if len(homes) == 1 or (homes and wanted is not None):
            bindings[node] = m.ValueRef(homes[0], self._value_in(homes[0], text) or 0)
            return homes[0]
        if homes:
            types = " and ".join(f"`{home}`" for home in homes)
            return self.report(codes.AMBIGUOUS_VALUE, node, f"`{text}` is a value of {types}")
        return self._unknown(node, text, wanted)

    def _unknown(self, node: n.Name | n.Quoted, text: str, wanted: Type | None) -> Type:
        values: list[str] = []
        for type_ in self._value_types() if wanted is None or wanted.kind not in ("enum", "node", "edge") else [wanted]:
            if type_.kind == "enum":
                values += self.model.enums[type_.name].values
            elif type_.kind == "node":
                values += self.model.board_of_node[type_.name].nodes
            else:
                values += [edge.name for edge in self.model.board_of_edge[type_.name].edges]
        if isinstance(node, n.Quoted):
            kind = f"`{wanted}`" if wanted is not None and wanted.kind in ("enum", "node", "edge") else "any type"
            return self.report(
                codes.UNKNOWN_VALUE, node, f'"{text}" is not a value of {kind}', help=did_you_mean(text, values)
            )
        model = self.model
        if wanted is not None and wanted.kind in ("enum", "node", "edge"):
            near = did_you_mean(text, values)
            if near is not None:
                return self.report(codes.UNKNOWN_VALUE, node, f"`{text}` is not a value of `{wanted}`", help=near)
        known = [*self.scope.locals, *model.variables, *model.options, *model.zones, *VALUE, *values]
        known += [*model.enums, *model.ranges, *model.components]
        help_ = did_you_mean(text, known)
        if text in model.rules:
            help_ = f"`{text}` is a rule: write `{text}(…)`"
        elif text in FUNCTION:
            help_ = f"`{text}` is a built-in function: write `{text}(…)`"
        return self.report(codes.UNKNOWN_NAME, node, f"there is nothing called `{text}` here", help=help_)

    # -------------------------------------------------------------- attributes and indices
    def _attribute(self, node: n.Attribute) -> Type:
        owner, name = self.expr(node.of), node.name.text
        if owner.kind == "any":
            return ANY
        if owner.kind == "maybe":
            return self.report(
                codes.MAYBE_NONE,
                node.of,
                f"`{node.of.at.text}` may be none, so it may have no `{name}`",
                help=f"test it first: `{node.of.at.text} exists`",
            )
        found: dict[str, Type] = {}
        if owner.kind == "piece":
            found = self.model.components[owner.name].attributes if owner.name else {}
        elif owner.kind == "enum":
            found = {key: column.type for key, column in self.model.enums[owner.name].columns.items()}
        elif owner.kind == "node":
            board = self.model.board_of_node.get(owner.name)
            found = {key: column.type for key, column in board.attributes.items()} if board is not None else {}
        if name in found:
            return found[name]
        related = []
        place = self.checker.declarations.places.get(owner.name)
        if place is not None:
            related.append(Related(place, f"`{owner}` is declared here"))
        has = f"it has {', '.join(f'`{key}`' for key in found)}" if found else "it has no attributes"
        return self.report(
            codes.UNKNOWN_ATTRIBUTE,
            node.name,
            f"{_a(owner)} has no attribute `{name}`",
            help=did_you_mean(name, found) or has,
            related=related,
        )

    def _index(self, node: n.Index) -> Type:
        if isinstance(node.of, n.Name) and node.of.text not in self.scope.locals:
            common = self._common(node.of.text)
            if common is not None and self.per_of(common[0]) is not None:
                return self._per_index(node, node.of, *common)
        owner = self.expr(node.of)
        if owner.kind in ("list", "zone"):
            self.expect(node.index, INT, "as the place in a list")
            return owner.element if owner.kind == "list" else piece(owner.name)
        self.expr(node.index)
        if owner.kind == "any":
            return ANY
        return self.report(codes.NO_INDEX, node, f"`{node.of.at.text}` is single, it takes no `[…]`")

    def _per_index(self, node: n.Index, name: n.Name, binding: m.Binding, type_: Type) -> Type:
        self.model.typing.bindings[name] = binding
        self.model.typing.types[name] = type_
        self._check_constant(name, binding)
        per = self.per_of(binding)
        assert per is not None
        wanted = INT if per.kind == "int" else per
        index = self.expr(node.index, wanted)
        several = index.kind in ("list", "zone")
        item = index.element if index.kind == "list" else piece(index.name) if index.kind == "zone" else index
        if per.kind == "piece" and not per.name and item.kind == "piece":
            pass
        elif not fits(item, wanted):
            if item.kind == "maybe" and fits(item.inner, wanted):
                return self.report(
                    codes.MAYBE_NONE,
                    node.index,
                    f"`{node.index.at.text}` may be none, but `{name.text}` is one per {per}",
                    help=f"test it first: `{node.index.at.text} exists`",
                )
            help_ = f"write `seat({node.index.at.text})`" if wanted == PLAYER and item == INT else None
            return self.report(
                codes.WRONG_TYPE, node.index, f"`{name.text}` is one per {per}, not per {item}", help=help_
            )
        if several:
            return list_of(piece(type_.name) if type_.kind == "zone" else type_)
        return type_

    # -------------------------------------------------------------- lists and arithmetic
    def _list(self, node: n.ListOf, want: Type | None) -> Type:
        wanted = want.element if want is not None and want.kind == "list" else None
        found: Type | None = None
        for item in node.items:
            type_ = self.expr(item, wanted or found)
            together = type_ if found is None else joined(found, type_)
            if together is None:
                return list_of(
                    self.report(codes.MIXED_LIST, item, f"{_a(type_)} in a list that began with {_a(found or ANY)}")
                )
            found = together
        return list_of(found or wanted or ANY)

    def _arithmetic(self, node: n.Arithmetic, want: Type | None) -> Type:
        left = self.expr(node.left, want if want is not None and want.kind == "list" else None)
        if node.op == "+" and left.kind in ("list", "zone"):
            item = left.element if left.kind == "list" else piece(left.name)
            self.expect(node.right, list_of(item), "to add to the list")
            return list_of(item)
        if left.kind not in ("int", "any"):
            self.expect(node.left, INT, f"before `{node.op}`")
        self.expect(node.right, INT, f"after `{node.op}`")
        return INT

    def _arrange(self, node: n.Arrange, want: Type | None) -> Type:
        item = self.items(node.list, want.element if want is not None and want.kind == "list" else None)
        if node.how == "except":
            by = self.expr(node.by, item)
            inner = by.element if by.kind == "list" else piece(by.name) if by.kind == "zone" else by
            if not comparable(inner, item):
                self.report(codes.WRONG_TYPE, node.by, f"a list of {item} holds no {inner}")
            return list_of(item)
        if not fits(item, PLAYER):
            self.report(
                codes.WRONG_TYPE,
                node.list,
                f"`{node.how}` goes around the table: a list of players is wanted, not of {item}",
            )
        self.expect(node.by, PLAYER, f"after `{node.how}`")
        return list_of(PLAYER)

    # -------------------------------------------------------------- comparisons
    def _compare(self, node: n.Compare) -> Type:
        if self.is_value_word(node.left) and not self.is_value_word(node.right):
            right = self.expr(node.right)
            left = self.expr(node.left, right)
        else:
            left = self.expr(node.left)
            right = self.expr(node.right, left)
        if node.op in ("==", "!="):
            if not comparable(left, right) and "any" not in (left.kind, right.kind):
                help_ = None
                if {left, right} == {PLAYER, INT}:
                    number = node.left if left == INT else node.right
                    help_ = f"a number is not a player: write `seat({number.at.text})`"
                self.report(codes.NOT_COMPARABLE, node, f"{_a(left)} is never equal to {_a(right)}", help=help_)
            return BOOL
        for side, type_ in ((node.left, left), (node.right, right)):
            if type_.kind == "maybe":
                self.report(
                    codes.MAYBE_NONE,
                    side,
                    f"`{side.at.text}` may be none and cannot be compared with `{node.op}`",
                    help=f"test it first: `{side.at.text} exists`",
                )
                return BOOL
            if type_.kind not in ("int", "enum", "any"):
                self.report(codes.WRONG_TYPE, side, f"`{node.op}` compares numbers or ordered values, not {_a(type_)}")
                return BOOL
        if left != right and "any" not in (left.kind, right.kind):
            self.report(codes.NOT_COMPARABLE, node, f"{_a(left)} cannot be compared with {_a(right)}")
        return BOOL

    def _member(self, node: n.Member) -> Type:
        if self.is_value_word(node.item) and not self.is_value_word(node.list):
            item = self.items(node.list)
            found = self.expr(node.item, item)
        else:
            found = self.expr(node.item)
            item = self.items(node.list, found.inner)
        if not comparable(found, item):
            self.report(codes.NOT_COMPARABLE, node, f"{_a(found)} is never in a list of {item}")
        return BOOL

    def _like(self, node: n.Like) -> Type:
        left = self.expr(node.left)
        right = self.expr(node.right, left)
        for side, type_ in ((node.left, left), (node.right, right)):
            if type_.kind not in ("piece", "any"):
                self.report(codes.WRONG_TYPE, side, f"`like` compares how pieces look; this is {_a(type_)}")
        return BOOL

    def _conditional(self, node: n.Conditional, want: Type | None) -> Type:
        self.condition(node.test)
        then = self.knowing(self.facts(node.test, True), node.then, want)
        otherwise = self.knowing(self.facts(node.test, False), node.otherwise, want or then)
        found = joined(then, otherwise)
        if found is None:
            return self.report(
                codes.MIXED_LIST, node, f"one branch gives {_a(then)}, the other {_a(otherwise)}"
            )
        return found

    # -------------------------------------------------------------- quantifiers
    def _quantified(self, node: n.Quantifier | n.Total | n.Extreme | n.Each, want: Type | None) -> Type:
        wanted = want.element if want is not None and want.kind == "list" else want
        picks_items = isinstance(node, n.Extreme) or (isinstance(node, n.Quantifier) and node.word in ("first", "those"))
        item = self.items(node.list, wanted if picks_items else None)
        saved_locals, saved_known = dict(self.scope.locals), self.scope.known
        self.checker.declare_local(self, node.name, item)
        if node.test is not None:
            self.condition(node.test)
            self.scope.known |= self.facts(node.test, True)
        result = self._quantity(node, item)
        self.scope.locals, self.scope.known = saved_locals, saved_known
        return result

    def _quantity(self, node: n.Quantifier | n.Total | n.Extreme | n.Each, item: Type) -> Type:
        match node:
            case n.Quantifier():
                self._quantifier_word(node)
                return {"count": INT, "first": item, "those": list_of(item)}.get(node.word, BOOL)
            case n.Total():
                self.expect(node.value, INT, "after `of`")
                return INT
            case n.Each():
                return list_of(self.expr(node.value))
            case n.Extreme():
                key = self.expr(node.key)
                if key.kind not in ("int", "enum", "any"):
                    if key.kind == "maybe":
                        self.expect(node.key, key.inner, "to rank by")
                    else:
                        self.report(codes.WRONG_TYPE, node.key, f"`by` ranks by a number or an ordered value, not {_a(key)}")
                return item

    def _quantifier_word(self, node: n.Quantifier) -> None:
        if node.word == "all" and node.test_word != "have":
            self.report(
                codes.QUANTIFIER_WORD, node, "`all` says what its items `have`", help=f"write `all {node.name.text} in … have …`"
            )
        elif node.word != "all" and node.test_word == "have":
            self.report(codes.QUANTIFIER_WORD, node, f"`{node.word}` takes `where`, not `have`")
        elif node.test is None and node.word in ("those", "no", "any"):
            size = {"those": "the list itself", "no": "`size(…) == 0`", "any": "`size(…) > 0`"}[node.word]
            self.report(codes.QUANTIFIER_WORD, node, f"`{node.word}` without `where`", help=f"write {size}")
        elif node.prefix and node.word not in ("count", "those"):
            self.report(codes.QUANTIFIER_WORD, node, f"`while` goes with `count` and `those`, not with `{node.word}`")

    # -------------------------------------------------------------- calls
    def call(self, node: n.Call, want: Type | None, statement: bool = False) -> Type:
        name = node.name.text
        info = self.checker.callee(self.scope, name)
        if info is not None:
            self.model.typing.targets[node] = m.RuleTarget(info.id)
            return self._rule_call(node, info, statement)
        function = FUNCTION.get(name)
        if function is not None:
            self.model.typing.targets[node] = m.BuiltinTarget(name)
            return self._builtin_call(node, function, want, statement)
        for arg in node.args:
            self.expr(arg)
        known = [*self.model.rules, *FUNCTION]
        help_ = did_you_mean(name, [rule for rule in known if "." not in rule])
        if self._common(name) is not None:
            help_ = f"`{name}` is not a rule; write `{name}[…]` for one of several, or `{name}` alone"
        code = codes.UNKNOWN_RULE
        if name in self.checker.switched_off:
            code, help_ = codes.RULE_OFF, "it was switched off by this variant; change what calls it, too"
        return self.report(code, node.name, f"there is no rule or built-in `{name}`", help=help_)

    def _arguments(self, node: n.Call, wanted: list[tuple[str, Type]], least: int, signature: str) -> bool:
        if not least <= len(node.args) <= len(wanted):
            for arg in node.args:
                self.expr(arg)
            count = len(node.args)
            need = str(len(wanted)) if least == len(wanted) else f"{least} or {len(wanted)}"
            self.report(
                codes.ARGUMENTS,
                node,
                f"`{node.name.text}` takes {need} argument{'s' * (need != '1')}, not {count}",
                help=f"its signature is `{signature}`",
            )
            return False
        return True

    def _rule_call(self, node: n.Call, info: m.RuleInfo, statement: bool) -> Type:
        signature = f"{info.rule.name}({', '.join(f'{type_} {name}' for name, type_ in info.parameters)})"
        if self._arguments(node, list(info.parameters), len(info.parameters), signature):
            for arg, (name, type_) in zip(node.args, info.parameters, strict=True):
                self.expect(arg, type_, f"for `{name}`")
        if info.changes and not statement:
            return self.report(
                codes.EFFECT_IN_EXPRESSION,
                node,
                f"`{info.rule.name}` changes the state of the game, so it cannot stand inside an expression",
                help="give its result a name first: `let x = …`",
                related=[Related(info.rule.key.place, "defined here")],
            )
        return self.checker.result_of(info, node, self)

    def _builtin_call(self, node: n.Call, function: Function, want: Type | None, statement: bool) -> Type:
        least = sum(parameter.default is None for parameter in function.parameters)
        wanted = [(parameter.name, ANY) for parameter in function.parameters]
        if not self._arguments(node, wanted, least, function.signature):
            return ANY
        if function.name == "random" and not statement:
            self.report(
                codes.RANDOM_PLACE,
                node,
                "`random` is an event of its own and cannot stand inside an expression",
                help="give it a name first: `let x = random(…)`",
            )
        bound: dict[str, Type] = {}
        for arg, parameter in zip(node.args, function.parameters, strict=False):
            self._bind(arg, parameter.type, bound, function, want)
        return _substitute(function.result, bound, self.model)

    def _bind(
        self, arg: n.Expr, pattern: str, bound: dict[str, Type], function: Function, want: Type | None
    ) -> None:
        """Checks one argument against a pattern such as `[T]`, and notes what T stands for."""
        match pattern:
            case "T":
                found = self.expr(arg, bound.get("T"))
                if found.kind == "maybe":
                    self.expect(arg, found.inner, f"by `{function.name}`")
                bound.setdefault("T", found.inner)
            case "[T]":
                wanted = bound.get("T") or (want if function.name == "random" else None)
                item = self.items(arg, wanted)
                if "T" in bound and not fits(bound["T"], item) and not fits(item, bound["T"]):
                    self.report(codes.WRONG_TYPE, arg, f"a list of {bound['T']} is wanted here, not of {item}")
                bound.setdefault("T", item)
            case "zone of T":
                found = self.zone(arg)
                bound["T"] = piece(found.name) if found.kind == "zone" else ANY
            case "[node]":
                item = self.items(arg)
                if item.kind not in ("node", "any"):
                    self.report(codes.WRONG_TYPE, arg, f"nodes of a board are wanted here, not {item}")
                bound["node"] = item
            case "node" | "edge":
                found = self.expr(arg, bound.get(pattern))
                if found.kind == "maybe" and found.inner.kind == pattern:
                    self.expect(arg, found.inner, f"by `{function.name}`")
                elif found.kind not in (pattern, "any"):
                    self.report(codes.WRONG_TYPE, arg, f"{_a(Type('any'), pattern)} of a board is wanted here, not {_a(found)}")
                bound[pattern] = found.inner
            case "direction":
                self.expect(arg, DIRECTION if "direction" in self.model.enums else ANY, f"by `{function.name}`")
            case _:
                self.expect(arg, _builtin_type(pattern), f"by `{function.name}`")


def _builtin_type(text: str) -> Type:
    simple = {"int": INT, "bool": BOOL, "player": PLAYER, "team": TEAM, "none": NONE, "direction": DIRECTION}
    if text.startswith("["):
        return list_of(_builtin_type(text[1:-1]))
    return simple[text]


def _substitute(result: str, bound: dict[str, Type], model: m.Model) -> Type:
    """The result of a built-in, with what its parameters were bound to."""
    if result.startswith("["):
        return list_of(_substitute(result[1:-1], bound, model))
    if result.endswith("?"):
        return maybe(_substitute(result[:-1], bound, model))
    if result == "T":
        return bound.get("T", ANY)
    if result in ("node", "edge"):
        if result in bound:
            return bound[result]
        other = bound.get("node") or bound.get("edge") or ANY
        if other.kind == "any":
            return ANY
        board = model.board_of_node.get(other.name) or model.board_of_edge.get(other.name)
        if board is None:
            return ANY
        if result == "node":
            return Type("node", board.node_type)
        return Type("edge", board.edge_type) if board.edge_type is not None else ANY
    return _builtin_type(result)


def _a(type_: Type, word: str | None = None) -> str:
    """The type with its article."""
    if word is None and type_.kind == "none":
        return "none"
    if word is None and type_ == NOTHING:
        return "nothing"
    if word is None and type_.kind == "list":
        return f"a list of {type_.element}"
    if word is None and type_.kind == "maybe":
        return f"{_a(type_.inner)} or none"
    shown = word or str(type_)
    if shown.startswith("a value"):
        return shown
    return f"{'an' if shown[:1] in 'aeiou' else 'a'} {shown}"
