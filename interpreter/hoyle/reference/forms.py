"""What each rule of the grammar means, for the reference page; a test holds it against the grammar."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Group = Literal["statement", "decision", "pick", "quantifier", "operator", "type"]


@dataclass(frozen=True, slots=True)
class Form:
    """A way to write something: the rules of the grammar that read it, and an example to be checked."""

    group: Group
    rules: tuple[str, ...]
    syntax: str
    about: str
    example: str


def _f(group: Group, rules: str, syntax: str, about: str, example: str) -> Form:
    return Form(group, tuple(rules.split()), syntax, about, example)


STATEMENTS = (
    _f("statement", "let", "let NAME = EXPR",
       "gives a value a name, until the end of the block; it can be set anew", "let n = size(deck)"),
    _f("statement", "assign assign_plain", "NAME = EXPR · NAME[INDEX] = EXPR · += · -=",
       "sets a local, a state variable, `score[p]`, `clockwise` or `face_up[c]`", "owed += 2"),
    _f("statement", "assign assign_plain", "NAME[PLACE] = EXPR · NAME[INDEX][PLACE] = EXPR · += · -=",
       "sets an item of a list, counted from 0; an error if it has none there", "path[1] = 3"),
    _f("statement", "move", "move X to ZONE · move X to bottom of ZONE",
       "lays a piece, a list of pieces or all of a zone on another, in their order",
       "move hand[me] to discard"),
    _f("statement", "move", "move X to ZONE for NAME in LIST",
       "takes up everything first and then lays it down: hands go around the table",
       "move hand[p] to hand[left(p)] for p in players"),
    _f("statement", "draw", "draw N from ZONE to ZONE",
       "takes N pieces from the top, one by one, and refills; stops when there are no more",
       "draw 2 from deck to hand[me]"),
    _f("statement", "let assign assign_plain", "let NAME = draw N from ZONE to ZONE · NAME = draw … · +=",
       "the same; NAME is the list of the pieces that came, in the order drawn",
       "let got = draw 2 from deck to hand[me]"),
    _f("statement", "deal", "deal N from ZONE to ZONE for NAME in LIST",
       "N times around, one piece each; an error if there are not enough",
       "deal 5 from deck to hand[p] for p in players after dealer"),
    _f("statement", "shuffle", "shuffle ZONE", "puts the pieces of a zone in a random order", "shuffle deck"),
    _f("statement", "reveal", "reveal X · reveal X to WHOM",
       "shows pieces, or a zone, to everyone or to some, until they move", "reveal hand[me] to left(me)"),
    _f("statement", "remember", "remember MEMORY", "notes what the variables of a memory hold now",
       "remember positions"),
    _f("statement", "forget", "forget MEMORY", "empties a memory", "forget positions"),
    _f("statement", "call_statement", "RULE(ARGUMENTS)", "does what another rule says", "turn(next(me))"),
    _f("statement", "return_", "return · return EXPR", "leaves the rule, with a value or without", "return"),
    _f("statement", "end", "end round · end match",
       "ends the round at once, from however deep; `end match` ends the match with it", "end round"),
    _f("statement", "nothing", "nothing", "says that nothing happens here", "nothing"),
    _f("statement", "if_", "if C: … else if C: … else: …", "the first branch whose condition holds",
       "if owed > 0: owed -= 1\nelse: nothing"),
    _f("statement", "for_each", "for each NAME in LIST: …",
       "once for each item of the list as it is at the start", "for each p in players: folded[p] = false"),
    _f("statement", "while_", "while C: …", "again and again as long as the condition holds",
       "while size(hand[me]) < 3: draw 1 from deck to hand[me]"),
    _f("statement", "repeat", "repeat N times: …", "N times; N is looked at once",
       "repeat 2 times: shuffle deck"),
)  # fmt: skip

DECISIONS = (
    _f("decision", "choose", "choose for P: ALTERNATIVES [otherwise: …]",
       "P must take one of the alternatives; `otherwise` happens, without a question, when none is legal",
       "choose for me:\n  play(c in hand[me]): move c to discard\notherwise: draw 1 from deck to hand[me]"),
    _f("decision", "offer", "offer to NAME in LIST: ALTERNATIVES otherwise: …",
       "the players of the list are asked in order; the first who accepts acts, and nobody else is asked",
       "offer to q in players after me:\n  take(c in discard): move c to hand[q]\notherwise: nothing"),
    _f("decision", "offer_one", "offer to P: ALTERNATIVES otherwise: …",
       "one player is asked, and may pass",
       "offer to me:\n  fold: folded[me] = true\notherwise: nothing"),
    _f("decision", "simultaneously", "simultaneously NAME in LIST: ALTERNATIVES",
       "all choose, unseen by the others; then the effects follow in the order of the list",
       "simultaneously p in players:\n  give(c in hand[p]): move c to hand[left(p)]"),
    _f("decision", "also", "also RULE(ARGUMENTS)",
       "among the alternatives: those that a rule with `choices` lends, in their order",
       "choose for me:\n  draw: draw 1 from deck to hand[me]\n  also leaving(me)"),
)  # fmt: skip

PICKS = (
    _f("pick", "pick_one", "[WORD] NAME in LIST", "one item of the list; WORD stands before it in the label",
       "place(on s in square)"),
    _f("pick", "pick_some", "[WORD] NAME in N of LIST · a..b of LIST",
       "so many different items, in no order; NAME is a list", "pass(cards in 3 of hand[me])"),
    _f("pick", "rider", "NAME if C",
       "true or false: when C holds, the choice is there without it and with it",
       "play(c in hand[me], declaring if size(hand[me]) == 2)"),
)  # fmt: skip

QUANTIFIERS = (
    _f("quantifier", "quantifier", "any NAME in LIST where C", "bool: at least one",
       "any c in hand[me] where c.suit == hearts"),
    _f("quantifier", "quantifier", "no NAME in LIST where C", "bool: not one",
       "no p in players where folded[p]"),
    _f("quantifier", "quantifier", "all NAME in LIST have C", "bool: each of them; true for an empty list",
       "all c in hand[me] have c.rank.court"),
    _f("quantifier", "quantifier", "count NAME in LIST where C · while C",
       "int: how many; `while` stops at the first that fails", "count c in hand[me] where c.suit == clubs"),
    _f("quantifier", "quantifier", "those NAME in LIST where C · while C",
       "the list of those; `while` stops at the first that fails", "those s in square where mark[s] == me"),
    _f("quantifier", "quantifier", "first NAME in LIST where C",
       "the first of those; an error if there is none",
       "first s in square where not mark[s] exists"),
    _f("quantifier", "total", "sum NAME in LIST [where C] of E", "int: the sum; 0 for an empty list",
       "sum c in hand[me] of c.rank.points"),
    _f("quantifier", "each_of", "each NAME in LIST [where C] of E", "the list of the values of E",
       "each c in hand[me] of c.suit"),
    _f("quantifier", "extreme", "highest NAME in LIST [where C] by E · lowest …",
       "the item for which E is highest; of equals the first; an error if there is none",
       "highest c in hand[me] by c.rank"),
    _f("quantifier", "conditional", "if C then A else B", "one value or the other",
       "if owed > 0 then owed else 1"),
    _f("quantifier", "supposing", "supposing RULE(ARGUMENTS) then E",
       "what E would be after the rule; nothing of it happens. The rule may not ask, roll or reveal",
       "supposing claim(me, a1) then marks(me) > 3"),
)  # fmt: skip

OPERATORS = (
    _f("operator", "or_expr", "A or B", "at least one holds; B is looked at only if A does not hold",
       "owed > 0 or folded[me]"),
    _f("operator", "and_expr", "A and B", "both hold; B is looked at only if A holds",
       "owed > 0 and not folded[me]"),
    _f("operator", "not_expr", "not A", "A does not hold", "not folded[me]"),
    _f("operator", "compare", "A == B · != · < · <= · > · >=",
       "`==` also of pieces (the same piece) and with none; order of numbers and of enum values",
       "top(discard).rank >= jack"),
    _f("operator", "exists", "X exists", "a value of a `?` type is there", "winner exists"),
    _f("operator", "member", "X in LIST", "X is one of them", "owed in 1..3"),
    _f("operator", "like", "A like B", "two pieces look the same: all their attributes are equal",
       "top(discard) like bottom(discard)"),
    _f("operator", "arrange", "LIST from P · after P · before P",
       "the players of the list as they sit: clockwise beginning with P, clockwise with P last, "
       "anticlockwise with P last", "players after me"),
    _f("operator", "arrange", "LIST except X", "without X, or without all that are in the list X",
       "players except me"),
    _f("operator", "range_expr", "A..B", "the numbers from A to B, both included; none if B is less", "1..6"),
    _f("operator", "arithmetic", "A + B · A - B", "sum; difference", "owed + 1"),
    _f("operator", "arithmetic", "LIST + LIST · LIST - LIST",
       "one list after the other; the first without the items of the second, each taken out once, where it "
       "first stands", "hand[me] - [bottom(deck)]"),
    _f("operator", "arithmetic", "A * B · A / B · A % B",
       "product; quotient, rounded down; remainder, with the sign of B", "owed / 2"),
    _f("operator", "minus", "-A", "the negative", "-owed"),
    _f("operator", "attribute", "X.NAME", "an attribute of a piece or node, a column of an enum value",
       "top(discard).rank.points"),
    _f("operator", "index", "X[I] · X[I, J]",
       "of something `per` a type, or several: the one of I and J; one of them may be a list: then "
       "those of each of its items. Of a list: the item, "
       "counted from 0",
       "hand[players]"),
    _f("operator", "call", "NAME(A, B)", "a rule with a value, or a built-in function", "left(me, 2)"),
    _f("operator", "list_of", "[A, B]", "a list", "[me, left(me)]"),
    _f("operator", "bracketed", "(A)", "brackets", "(owed + 1) * 2"),
    _f("operator", "name integer quoted", 'NAME · 12 · "2+"',
       "what a name stands for; a whole number; a value whose name is no plain word",
       'top(discard).rank == "10"'),
)  # fmt: skip

TYPES = (
    _f("type", "type_name", "int · bool", "whole numbers; true and false", "int"),
    _f("type", "type_name", "player · team", "who sits in a seat; who play together", "player"),
    _f("type", "type_name", "an enum's name", "its values, ordered as they are listed", "suit"),
    _f("type", "type_name", "a component's name", "one of its pieces", "card"),
    _f("type", "type_name", "a board's nodes or edges", "a place on the board, or a way between two",
       "square"),
    _f("type", "type_name", "direction",
       "the directions of the boards there are; `opposite` turns one",
       "direction"),
    _f("type", "type_range", "a..b · a range's name",
       "whole numbers of a range, no others; a named range can also stand after `per` and in list position",
       "1..6"),
    _f("type", "type_maybe", "T?", "a T, or none", "player?"),
    _f("type", "type_list", "[T]", "a list of T; a zone may stand where a list of its pieces is wanted",
       "[card]"),
    _f("type", "type_zone", "zone of T", "one zone, for parameters: it can be drawn from and moved to",
       "zone of card"),
    _f("type", "memory", "memory of NAME, …",
       "only under `state`: what these variables held whenever it was told to `remember`; `times` asks it",
       "memory of owed, mark"),
)  # fmt: skip

FORMS: tuple[Form, ...] = STATEMENTS + DECISIONS + PICKS + QUANTIFIERS + OPERATORS + TYPES

# Rules of the grammar that only hold others together, and where the page speaks of them.
STRUCTURE = {
    "procedure": "`do`",
    "expression": "`is`",
    "signature": "the keys of `rules`",
    "declaration": "`state`",
    "type_only": "`has` and `columns`",
    "alternatives": "`add` and `choices`",
    "conditions": "`needs` of a variant",
    "parameter": "a signature",
    "number": "a range",
    "negative": "a range",
    "per": "`state`",
    "index_type": "`state`",
    "indices": "an index",
    "seen": "`state`",
    "initial": "`state`",
    "target": "an assignment",
    "place": "`move`, `draw`, `deal`",
    "place_bottom": "`move`, `draw`, `deal`",
    "spread": "`move`, `deal`",
    "else_if": "`if`",
    "else_": "`if`",
    "choices": "a decision",
    "alternative": "a decision",
    "preposition": "a pick",
    "needs": "an alternative",
    "otherwise": "a decision",
    "block": "a block",
    "quantity": "a quantifier",
    "filter": "a quantifier",
}
