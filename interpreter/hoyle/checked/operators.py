"""Types of operators, lists, choices and quantifiers."""

from __future__ import annotations

from hoyle.checked.names import Names
from hoyle.checked.types import (
    ANY,
    BOOL,
    INT,
    PLAYER,
    Type,
    comparable,
    described,
    fits,
    joined,
    list_of,
    piece,
)  # fmt: skip
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.syntax import nodes as n


class Operators(Names):
    """Checks what stands on the sides of an operator."""

    # -------------------------------------------------------------- lists and arithmetic
    def _list(self, node: n.ListOf, want: Type | None) -> Type:
        wanted = want.element if want is not None and want.kind == "list" else None
        found: Type | None = None
        for item in node.items:
            type_ = self.expr(item, wanted or found)
            together = type_ if found is None else joined(found, type_)
            if together is None:
                return list_of(
                    self.report(
                        codes.MIXED_LIST,
                        item,
                        f"{described(type_)} in a list that began with {described(found or ANY)}",
                    )
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
                self.report(
                    codes.NOT_COMPARABLE,
                    node,
                    f"{described(left)} is never equal to {described(right)}",
                    help=help_,
                )
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
                self.report(
                    codes.WRONG_TYPE,
                    side,
                    f"`{node.op}` compares numbers or ordered values, not {described(type_)}",
                )
                return BOOL
        if left != right and "any" not in (left.kind, right.kind):
            self.report(
                codes.NOT_COMPARABLE, node, f"{described(left)} cannot be compared with {described(right)}"
            )
        return BOOL

    def _member(self, node: n.Member) -> Type:
        if self.is_value_word(node.item) and not self.is_value_word(node.list):
            item = self.items(node.list)
            found = self.expr(node.item, item)
        else:
            found = self.expr(node.item)
            item = self.items(node.list, found.inner)
        if not comparable(found, item):
            self.report(codes.NOT_COMPARABLE, node, f"{described(found)} is never in a list of {item}")
        return BOOL

    def _like(self, node: n.Like) -> Type:
        left = self.expr(node.left)
        right = self.expr(node.right, left)
        for side, type_ in ((node.left, left), (node.right, right)):
            if type_.kind not in ("piece", "any"):
                self.report(
                    codes.WRONG_TYPE, side, f"`like` compares how pieces look; this is {described(type_)}"
                )
        return BOOL

    def _conditional(self, node: n.Conditional, want: Type | None) -> Type:
        self.condition(node.test)
        then = self.knowing(self.facts(node.test, True), node.then, want)
        otherwise = self.knowing(self.facts(node.test, False), node.otherwise, want or then)
        found = joined(then, otherwise)
        if found is None:
            return self.report(
                codes.MIXED_LIST,
                node,
                f"one branch gives {described(then)}, the other {described(otherwise)}",
            )
        return found

    # -------------------------------------------------------------- quantifiers
    def _quantified(self, node: n.Quantifier | n.Total | n.Extreme | n.Each, want: Type | None) -> Type:
        wanted = want.element if want is not None and want.kind == "list" else want
        picks_items = isinstance(node, n.Extreme) or (
            isinstance(node, n.Quantifier) and node.word in ("first", "those")
        )
        item = self.items(node.list, wanted if picks_items else None)
        saved_locals, saved_known = dict(self.scope.locals), self.scope.known
        self.declare_local(node.name, item)
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
                        self.report(
                            codes.WRONG_TYPE,
                            node.key,
                            f"`by` ranks by a number or an ordered value, not {described(key)}",
                        )
                return item

    def _quantifier_word(self, node: n.Quantifier) -> None:
        if node.word == "all" and node.test_word != "have":
            self.report(
                codes.QUANTIFIER_WORD,
                node,
                "`all` says what its items `have`",
                help=f"write `all {node.name.text} in … have …`",
            )
        elif node.word != "all" and node.test_word == "have":
            self.report(codes.QUANTIFIER_WORD, node, f"`{node.word}` takes `where`, not `have`")
        elif node.test is None and node.word in ("those", "no", "any"):
            size = {"those": "the list itself", "no": "`size(…) == 0`", "any": "`size(…) > 0`"}[node.word]
            self.report(codes.QUANTIFIER_WORD, node, f"`{node.word}` without `where`", help=f"write {size}")
        elif node.prefix and node.word not in ("count", "those"):
            self.report(
                codes.QUANTIFIER_WORD, node, f"`while` goes with `count` and `those`, not with `{node.word}`"
            )
