"""Turns Lark's parse tree into the nodes of `nodes.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from lark import Token, Tree

from hoyle.document.nodes import Scalar
from hoyle.syntax import nodes as n
from hoyle.syntax.words import reserved

_ParseTree = Tree[Token]
_Child = Any  # a Tree, a Token, or None for an absent optional part


class TreeTooDeep(Exception):
    """The tree is nested beyond MAX_DEPTH; `start` is where."""

    def __init__(self, start: int) -> None:
        self.start = start


# Every later pass recurses a few Python frames per level; sixty levels stay far from Python's own limit.
MAX_DEPTH = 60

# `repeat 3 times:` and `times(positions)`: the brackets tell them apart.
_CALLED_WORDS = frozenset({"times"})


class Builder:
    """Builds nodes for one scalar; `shift` is the offset of the parsed text within it."""

    def __init__(self, scalar: Scalar, shift: int, template: Callable[[int, int], n.Template | None]) -> None:
        self.scalar = scalar
        self.shift = shift
        self.template = template  # parses a text with `{…}` between two offsets of the scalar
        self.depth = 0
        self.misnamed: list[n.Extent] = []  # words of the language where a name stands

    # -------------------------------------------------------------- plumbing
    def extent(self, item: _Child) -> n.Extent:
        if isinstance(item, Token):
            start, end = item.start_pos or 0, item.end_pos or 0
        elif item.meta.empty:
            start = end = 0
        else:
            start, end = item.meta.start_pos, item.meta.end_pos
        text = self.scalar.text
        start += self.shift
        end = min(end + self.shift, len(text))
        while end > start and text[end - 1] in " \t\r\n":
            end -= 1
        return n.Extent(self.scalar, start, end)

    def ident(self, token: Token, any_word: bool = False) -> n.Ident:
        """A name; an attribute or an action may be called like a word of the language."""
        ident = n.Ident(self.extent(token), str(token))
        if not any_word:
            self._check_name(ident.at, ident.text)
        return ident

    def _name(self, at: n.Extent, text: str) -> n.Name:
        self._check_name(at, text)
        return n.Name(at, text)

    def _check_name(self, at: n.Extent, text: str) -> None:
        if text in reserved():
            self.misnamed.append(at)

    def descend(self, tree: _ParseTree) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise TreeTooDeep(self.extent(tree).start)

    # -------------------------------------------------------------- types
    def type(self, tree: _ParseTree) -> n.TypeNode:
        at, kids = self.extent(tree), tree.children
        match tree.data:
            case "type_name":
                return n.NamedType(at, str(kids[0]))
            case "type_list":
                return n.ListType(at, self.type(cast(_ParseTree, kids[0])))
            case "type_maybe":
                return n.MaybeType(at, self.type(cast(_ParseTree, kids[0])))
            case "type_zone":
                return n.ZoneType(at, str(kids[2]))
            case "type_range":
                return n.RangeType(at, _number(kids[0]), _number(kids[1]))
        raise AssertionError(tree.data)

    # -------------------------------------------------------------- expressions
    def expr(self, item: _Child) -> n.Expr:
        tree = cast(_ParseTree, item)
        self.descend(tree)
        result = self._expr(tree)
        self.depth -= 1
        return result

    def maybe(self, item: _Child) -> n.Expr | None:
        return None if item is None else self.expr(item)

    def exprs(self, items: list[_Child]) -> tuple[n.Expr, ...]:
        return tuple(self.expr(item) for item in items if item is not None)

    def _expr(self, tree: _ParseTree) -> n.Expr:
        at, kids = self.extent(tree), cast(list[_Child], tree.children)
        match tree.data:
            case "name":
                return self._name(at, str(kids[0]))
            case "integer":
                return n.Integer(at, int(kids[0]))
            case "quoted":
                return n.Quoted(at, str(kids[0])[1:-1])
            case "call":
                return self.call(tree)
            case "list_of":
                return n.ListOf(at, self.exprs(kids))
            case "bracketed":
                return self.expr(kids[0])
            case "attribute":
                return n.Attribute(at, self.expr(kids[0]), self.ident(kids[1], any_word=True))
            case "index":
                of = self.expr(kids[0])
                first, *more = self.exprs(kids[1].children)
                return n.Index(at, of, first, tuple(more))
            case "minus":
                return n.Minus(at, self.expr(kids[1]))
            case "arithmetic":
                return n.Arithmetic(at, cast(Any, str(kids[1])), self.expr(kids[0]), self.expr(kids[2]))
            case "range_expr":
                return n.Range(at, self.expr(kids[0]), self.expr(kids[1]))
            case "arrange":
                return n.Arrange(at, cast(Any, str(kids[1])), self.expr(kids[0]), self.expr(kids[2]))
            case "compare":
                return n.Compare(at, cast(Any, str(kids[1])), self.expr(kids[0]), self.expr(kids[2]))
            case "exists":
                return n.Exists(at, self.expr(kids[0]))
            case "member":
                return n.Member(at, self.expr(kids[0]), self.expr(kids[2]))
            case "like":
                return n.Like(at, self.expr(kids[0]), self.expr(kids[2]))
            case "not_expr":
                return n.Not(at, self.expr(kids[1]))
            case "and_expr":
                return n.And(at, self.expr(kids[0]), self.expr(kids[2]))
            case "or_expr":
                return n.Or(at, self.expr(kids[0]), self.expr(kids[2]))
            case "conditional":
                return n.Conditional(at, self.expr(kids[1]), self.expr(kids[3]), self.expr(kids[5]))
            case "quantifier":
                return self._quantifier(at, kids)
            case "total":  # SUM NAME IN list WHERE test OF value
                return n.Total(
                    at, self.ident(kids[1]), self.expr(kids[3]), self.maybe(kids[5]), self.expr(kids[7])
                )
            case "extreme":
                word = cast(Any, str(kids[0]))
                name, items, test = self.ident(kids[1]), self.expr(kids[3]), self.maybe(kids[5])
                return n.Extreme(at, word, name, items, test, self.expr(kids[7]))
            case "each_of":
                return n.Each(
                    at, self.ident(kids[1]), self.expr(kids[3]), self.maybe(kids[5]), self.expr(kids[7])
                )
            case "supposing":
                return n.Supposing(at, self.call(kids[1]), self.expr(kids[3]))
        raise AssertionError(tree.data)

    def _quantifier(self, at: n.Extent, kids: list[_Child]) -> n.Quantifier:
        word = cast(Any, str(kids[0].children[0]))
        name, items, filter_ = self.ident(kids[1]), self.expr(kids[3]), kids[4]
        if filter_ is None:
            return n.Quantifier(at, word, name, items, None, False, None)
        test_word = str(filter_.children[0])
        return n.Quantifier(
            at, word, name, items, self.expr(filter_.children[1]), test_word == "while", test_word
        )

    def call(self, tree: _ParseTree) -> n.Call:
        kids = cast(list[_Child], tree.children)
        name = self.ident(kids[0], any_word=str(kids[0]) in _CALLED_WORDS)
        return n.Call(self.extent(tree), name, self.exprs(kids[1:]))

    # -------------------------------------------------------------- statements
    def block(self, tree: _ParseTree) -> n.Block:
        return self.statements(cast(list[_Child], tree.children))

    def statements(self, items: list[_Child]) -> n.Block:
        return tuple(self.statement(item) for item in items if isinstance(item, Tree))

    def statement(self, tree: _ParseTree) -> n.Statement:
        self.descend(tree)
        result = self._statement(tree)
        self.depth -= 1
        return result

    def draw(self, tree: _ParseTree) -> n.Draw:
        at, kids = self.extent(tree), cast(list[_Child], tree.children)
        return n.Draw(at, self.expr(kids[1]), self.expr(kids[3]), self.place_to(kids[5]))

    def right_side(self, tree: _Child) -> n.RightSide:
        """What a local or a variable is set to: a value, or the pieces that a draw brings."""
        return self.draw(tree) if isinstance(tree, Tree) and tree.data == "draw" else self.expr(tree)

    def _statement(self, tree: _ParseTree) -> n.Statement:
        at, kids = self.extent(tree), cast(list[_Child], tree.children)
        match tree.data:
            case "let":
                return n.Let(at, self.ident(kids[1]), self.right_side(kids[2]))
            case "assign":
                return self._assign(at, kids[0], cast(Any, str(kids[1])), kids[2])
            case "assign_plain":
                return self._assign(at, kids[0], "=", kids[1])
            case "move":  # MOVE what TO place spread
                return n.Move(at, self.expr(kids[1]), self.place_to(kids[3]), self.spread(kids[4]))
            case "draw":  # DRAW count FROM zone TO place
                return self.draw(tree)
            case "deal":
                spread = self.spread(kids[6])
                assert spread is not None
                return n.Deal(at, self.expr(kids[1]), self.expr(kids[3]), self.place_to(kids[5]), spread)
            case "shuffle":
                return n.Shuffle(at, self.expr(kids[1]))
            case "reveal":
                return n.Reveal(at, self.expr(kids[1]), self.maybe(kids[3]))
            case "remember":
                return n.Remember(at, self.ident(kids[1]))
            case "forget":
                return n.Forget(at, self.ident(kids[1]))
            case "call_statement":
                return n.CallStatement(at, self.call(kids[0]))
            case "return_":
                return n.Return(at, self.maybe(kids[1]))
            case "end":
                return n.End(at, cast(Any, str(kids[1])))
            case "nothing":
                return n.Nothing(at)
            case "if_":
                return self._if(at, kids)
            case "for_each":  # FOR EACH NAME IN list block
                return n.ForEach(at, self.ident(kids[2]), self.expr(kids[4]), self.block(kids[5]))
            case "while_":
                return n.While(at, self.expr(kids[1]), self.block(kids[2]))
            case "repeat":
                return n.Repeat(at, self.expr(kids[1]), self.block(kids[3]))
            case "choose":  # CHOOSE FOR who question needs choices otherwise
                return self._decision(at, "choose", None, *kids[2:])
            case "offer":  # OFFER TO NAME IN list question needs choices otherwise
                return self._decision(at, "offer", kids[2], *kids[4:])
            case "offer_one":
                return self._decision(at, "offer", None, *kids[2:])
            case "simultaneously":  # SIMULTANEOUSLY NAME IN list question needs choices otherwise
                return self._decision(at, "simultaneously", kids[1], *kids[3:])
        raise AssertionError(tree.data)

    def _assign(self, at: n.Extent, target: _ParseTree, op: Any, value: _Child) -> n.Assign:
        name, indices, item = cast(list[_Child], target.children)
        index, *more = (None,) if indices is None else self.exprs(indices.children)
        place: n.Expr | None = None
        if item is not None:
            place, *_ = self.exprs(item.children)
        return n.Assign(at, self.ident(name), index, op, self.right_side(value), tuple(more), place)

    def _if(self, at: n.Extent, kids: list[_Child]) -> n.If:
        branches = [(self.expr(kids[1]), self.block(kids[2]))]
        otherwise: n.Block | None = None
        for kid in kids[3:]:
            if kid is None:
                continue
            if kid.data == "else_if":
                branches.append((self.expr(kid.children[2]), self.block(kid.children[3])))
            else:
                otherwise = self.block(kid.children[1])
        return n.If(at, tuple(branches), otherwise)

    def place_to(self, tree: _ParseTree) -> n.PlaceTo:
        kids = cast(list[_Child], tree.children)
        bottom = tree.data == "place_bottom"
        return n.PlaceTo(self.extent(tree), self.expr(kids[-1]), bottom)

    def spread(self, tree: _Child) -> n.Spread | None:
        if tree is None:
            return None
        _, _, name, _, items = tree.children
        return n.Spread(self.extent(tree), self.ident(name), self.expr(items))

    # -------------------------------------------------------------- decisions
    def _decision(
        self,
        at: n.Extent,
        how: Any,
        name: _Child,
        who: _Child,
        question: _Child,
        needs: _Child,
        choices: _Child,
        otherwise: _Child,
    ) -> n.Decision:
        # Underline the head only: the whole statement may be half a page.
        head = n.Extent(at.scalar, at.start, self._line_end(at.start))
        return n.Decision(
            head,
            how,
            None if name is None else self.ident(name),
            self.expr(who),
            self.alternatives([kid for kid in choices.children if isinstance(kid, Tree)]),
            None if otherwise is None else self.block(otherwise.children[1]),
            question=None if question is None else self.label(question),
            needs=() if needs is None else self.exprs(needs.children[1:]),
        )

    def _line_end(self, start: int) -> int:
        end = self.scalar.text.find("\n", start)
        return len(self.scalar.text) if end < 0 else end

    def alternatives(self, trees: list[_ParseTree]) -> tuple[n.Offered, ...]:
        return tuple(
            self.alternative(tree)
            if tree.data == "alternative"
            else n.Also(self.extent(tree), self.call(cast(_ParseTree, tree.children[1])))
            for tree in trees
        )

    def alternative(self, tree: _ParseTree) -> n.Alternative:
        kids = cast(list[_Child], tree.children)
        name, label, *middle, needs, body = kids
        return n.Alternative(
            n.Extent(self.scalar, self.extent(name).start, self._line_end(self.extent(name).start)),
            self.ident(name, any_word=name.type != "NAME"),
            None if label is None else self.label(label),
            tuple(self.pick(kid) for kid in middle if kid is not None),
            () if needs is None else self.exprs(needs.children[1:]),
            self.block(body),
        )

    def label(self, token: Token) -> n.Label:
        at, text = self.extent(token), str(token)[1:-1]
        return n.Label(at, text, self.template(at.start + 1, at.end - 1) if "{" in text else None)

    def pick(self, tree: _ParseTree) -> n.Pick:
        at, kids = self.extent(tree), cast(list[_Child], tree.children)
        preposition = None
        if isinstance(kids[0], Tree):
            preposition = str(kids[0].children[0])
            kids = kids[1:]
        match tree.data:
            case "pick_one":  # NAME IN list
                return n.PickOne(at, preposition, self.ident(kids[0]), self.expr(kids[2]))
            case "pick_some":  # NAME IN count OF list
                return n.PickSome(
                    at, preposition, self.ident(kids[0]), self.expr(kids[2]), self.expr(kids[4])
                )
            case "rider":  # NAME IF test
                return n.Rider(at, self.ident(kids[0]), self.expr(kids[2]))
        raise AssertionError(tree.data)

    # -------------------------------------------------------------- entry points
    def procedure(self, tree: _ParseTree) -> n.Block:
        return self.statements(cast(list[_Child], tree.children))

    def expression(self, tree: _ParseTree) -> n.Expr:
        return self.expr(tree.children[0])

    def conditions(self, tree: _ParseTree) -> tuple[n.Expr, ...]:
        return self.exprs(cast(list[_Child], tree.children))

    def added(self, tree: _ParseTree) -> tuple[n.Offered, ...]:
        return self.alternatives([kid for kid in tree.children if isinstance(kid, Tree)])

    def signature(self, tree: _ParseTree) -> n.Signature:
        name, *parameters = cast(list[_Child], tree.children)
        found = []
        for item in parameters:
            if item is not None:
                type_, token = item.children
                found.append(n.Parameter(self.extent(item), self.type(type_), self.ident(token)))
        # `round` is the one rule that is called like a word of the language.
        return n.Signature(self.extent(tree), self.ident(name, any_word=name == "round"), tuple(found))

    def declaration(self, tree: _ParseTree) -> n.Declaration:
        at, kids = self.extent(tree), cast(list[_Child], tree.children)
        if kids[0].data == "memory":  # MEMORY OF NAME, …
            names = tuple(self.ident(name) for name in kids[0].children[2:])
            return n.Declaration(at, n.MemoryType(at, names), (), (), None, None, None)
        type_, per, seen, initial = kids
        indices = [] if per is None else [index.children for index in per.children[1:]]
        first = later = None
        if initial is not None:
            first, later = self.expr(initial.children[0]), self.maybe(initial.children[2])
        return n.Declaration(
            at,
            self.type(type_),
            tuple(self.ident(index) for index, _ in indices),
            tuple(None if name is None else self.ident(name) for _, name in indices),
            None if seen is None else self.ident(seen.children[1]),
            first,
            later,
        )

    def type_only(self, tree: _ParseTree) -> n.TypeNode:
        return self.type(cast(_ParseTree, tree.children[0]))


def _number(tree: _Child) -> int:
    sign = -1 if tree.data == "negative" else 1
    return sign * int(tree.children[-1])
