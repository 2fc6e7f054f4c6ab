"""Codes of the checker: names (H4xx), types (H5xx), declarations (H6xx)."""

from __future__ import annotations

from hoyle.diagnostics.model import Code

_HEAD = "hoyle: 1\nid: my-game\ntitle: My game\nplayers: 2\n"
_TOKENS = (
    "components:\n  token: {has: {n: 1..4}, make: {all: {n: all}}}\n"
    "zones:\n  mine:\n    of: token\n    per: player\n"
)
_RULE = "rules:\n  round:\n    do: |\n      "


def _code(id: str, name: str, title: str, why: str, bad: str, good: str, severity: str = "error") -> Code:
    return Code(id, name, "error" if severity == "error" else "warning", title, why, bad, good)


# ------------------------------------------------------------------ names
UNKNOWN_NAME = _code("H401", "unknown-name", "A name that nothing declares",
    "Every name is declared where you can see it: a parameter, a `let`, a loop, a quantifier, a pick, or an "
    "entry of zones, state, options, types or boards.",
    _RULE + "shuffle dekc\n", _RULE + "shuffle deck\n")  # fmt: skip
UNKNOWN_RULE = _code("H402", "unknown-rule", "A call of a rule or built-in that does not exist",
    "Only rules of this ruleset (or of its base) and built-in functions can be called.",
    _RULE + "tunr(seat(0))\n", _RULE + "turn(seat(0))\n")  # fmt: skip
UNKNOWN_ATTRIBUTE = _code("H403", "unknown-attribute", "An attribute that the value does not have",
    "A piece has the attributes listed under `has`, an enum value its type's columns, a node its board's "
    "attributes.",
    _RULE + "let x = top(deck).colr\n", _RULE + "let x = top(deck).colour\n")  # fmt: skip
UNKNOWN_TYPE = _code("H404", "unknown-type", "A type that nothing declares",
    "Types are int, bool, player, team, the entries of `types`, the components, and the node and edge types "
    "of boards.",
    "state:\n  round:\n    n: itn = 0\n", "state:\n  round:\n    n: int = 0\n")  # fmt: skip
UNKNOWN_VALUE = _code("H405", "unknown-value", "A quoted or listed value that the type does not have",
    "A quoted word is a value of an enum, a node or an edge.",
    'rules:\n  r(colour c):\n    is: c == "blu"\n',
    "rules:\n  r(colour c):\n    is: c == blue\n")  # fmt: skip
AMBIGUOUS_VALUE = _code("H406", "ambiguous-value", "A value's name belongs to several types",
    "Where the other side of a comparison or a parameter says which type is meant, there is no question; "
    "elsewhere there is.",
    _RULE + "let x = red\n", _RULE + "let x = top(deck).colour\n")  # fmt: skip
SHADOWED = _code("H407", "shadowed-name", "A name is declared that already means something",
    "If a loop variable were called like a zone, a reader could not tell which is meant.",
    _RULE + "let deck = 3\n", _RULE + "let count_left = 3\n")  # fmt: skip
RESERVED = _code("H408", "reserved-name", "A built-in name or a word of the language is declared again",
    "The words of the language and the built-in names keep their meaning in every ruleset.",
    "zones:\n  players: {of: card}\n", "zones:\n  bench: {of: card}\n")  # fmt: skip
DUPLICATE = _code("H409", "declared-twice", "Two declarations use one name",
    "Zones, state, options and types share one space of names.",
    "options:\n  deck: {default: true}\nzones:\n  deck: {of: card, starts: all}\n",
    "options:\n  big_deck: {default: true}\nzones:\n  deck: {of: card, starts: all}\n")  # fmt: skip
RULE_OFF = _code("H410", "rule-is-off", "A rule that a variant switched off is still called",
    "`rule: off` takes a rule away; whatever called it must change too.",
    "extends: base\nrules:\n  penalty: off\n",
    "extends: base\nrules:\n  penalty:\n    do: |\n      nothing\n")  # fmt: skip

# ------------------------------------------------------------------ types
WRONG_TYPE = _code("H501", "wrong-type", "A value of one type stands where another is wanted",
    "Types are checked before anything runs, so that a game cannot stumble in its hundredth round.",
    _RULE + "let p = left(3)\n", _RULE + "let p = left(seat(3))\n")  # fmt: skip
MAYBE_NONE = _code("H502", "maybe-none", "A value that may be none is used as if it were there",
    "Test it first: `if x exists: …` or `x exists and …`; the checker follows such tests.",
    _RULE + "let p = left(loser)\n", _RULE + "if loser exists: starter = left(loser)\n")  # fmt: skip
ARGUMENTS = _code("H503", "wrong-number-of-arguments", "A call with too many or too few arguments",
    "A call gives each parameter of the signature a value.",
    _RULE + "turn()\n", _RULE + "turn(seat(0))\n")  # fmt: skip
NOT_COMPARABLE = _code("H504", "not-comparable", "Two values of different types are compared",
    "Such a comparison would always be false.",
    _RULE + "let b = seat(0) == 0\n", _RULE + "let b = seat(0) == dealer\n")  # fmt: skip
NOT_A_LIST = _code("H505", "not-a-list", "A list is wanted here",
    "Loops, quantifiers and picks go through a list, a zone, or all values of a type.",
    _RULE + "for each x in 5: nothing\n", _RULE + "for each x in 1..5: nothing\n")  # fmt: skip
NOT_A_ZONE = _code("H506", "not-a-zone", "A zone is wanted here",
    "Pieces are drawn from, moved to and shuffled in zones.",
    _RULE + "shuffle players\n", _RULE + "shuffle deck\n")  # fmt: skip
NEEDS_INDEX = _code("H507", "needs-index", "One of several is meant, but not which",
    "A zone or variable declared `per` something is always written with `[…]`.",
    _RULE + "draw 1 from deck to hand\n", _RULE + "draw 1 from deck to hand[seat(0)]\n")  # fmt: skip
NO_INDEX = _code("H508", "no-index", "`[…]` after something that is single",
    "Only lists, and what is declared `per` something, take an index.",
    _RULE + "shuffle deck[seat(0)]\n", _RULE + "shuffle deck\n")  # fmt: skip
NOT_ASSIGNABLE = _code("H509", "not-assignable", "This cannot be set",
    "Locals, parameters and state variables can be set; zones change by `move`, options not at all.",
    _RULE + "round_number = 3\n", _RULE + "let n = 3\n")  # fmt: skip
EFFECT_IN_EXPRESSION = _code("H510", "effect-in-expression",
    "A rule that changes something is called inside an expression",
    "A rule with effects stands alone: as a statement, as the whole right-hand side of `let` or `=`, after "
    "`return`, `if`, `repeat` and `for each … in`; so no expression ever stops half-way.",
    _RULE + "let x = 1 + roll()\n", _RULE + "let r = roll()\n      let x = 1 + r\n")  # fmt: skip
NO_RESULT = _code("H511", "no-result", "A rule that returns nothing is used as a value",
    "A rule has a value if it is an `is:`, or if it returns one.",
    _RULE + "let x = turn(seat(0))\n", _RULE + "turn(seat(0))\n")  # fmt: skip
UNUSED_RESULT = _code("H512", "nothing-happens", "A call that has no effect stands alone",
    "A pure rule's value is lost here; perhaps an assignment is missing.",
    _RULE + "size(deck)\n", _RULE + "let n = size(deck)\n")  # fmt: skip
RANDOM_PLACE = _code("H513", "random-inside", "`random` inside an expression",
    "Chance is an event of its own: write it as a whole right-hand side, as what is moved, or alone after "
    "`return`, `if`, `repeat` and `for each … in`.",
    _RULE + "let x = 1 + random(1..6)\n",
    _RULE + "let die = random(1..6)\n      let x = 1 + die\n")  # fmt: skip
RECURSIVE = _code("H514", "endless-definition", "A definition that needs itself to have a type",
    "The checker finds the type of an `is` from its parts. A rule that calls itself is written as `do`, with "
    "`return` for each of its values.",
    "rules:\n  a(int n):\n    is: if n > 0 then a(n - 1) else 0\n",
    "rules:\n  a(int n):\n    do: |\n      if n > 0: return a(n - 1)\n      return 0\n")  # fmt: skip
ONE_DECISION = _code("H515", "two-decisions", "A rule takes more than one decision",
    "A decision is called after its rule, and a variant changes it by that name: put the second one into a "
    "rule of its own.",
    "rules:\n  turn(player me):\n    do: |\n      choose for me:\n        a: nothing\n"
    "      choose for me:\n        b: nothing\n",
    "rules:\n  turn(player me):\n    do: |\n      choose for me:\n        a: second(me)\n"
    "  second(player me):\n    do: |\n      choose for me:\n        b: nothing\n")  # fmt: skip
MISSING_OTHERWISE = _code("H516", "missing-otherwise", "An offer does not say what happens if nobody accepts",
    "Write `otherwise: nothing` if nothing happens: then a reader knows that it was not forgotten.",
    "rules:\n  r(player me):\n    do: |\n      offer to me:\n        take: nothing\n",
    "rules:\n  r(player me):\n    do: |\n      offer to me:\n        take: nothing\n"
    "      otherwise: nothing\n")  # fmt: skip
ASKS_INSIDE = _code("H517", "asks-inside", "A question inside `simultaneously`",
    "What was chosen unseen takes effect at once for all; asking again belongs after it.",
    "rules:\n  r:\n    do: |\n      simultaneously p in players:\n        pick: turn(p)\n",
    "rules:\n  r:\n    do: |\n      simultaneously p in players:\n        pick: nothing\n"
    "      turn(seat(0))\n")  # fmt: skip
NOT_TRUE_OR_FALSE = _code("H518", "not-a-condition", "A condition is wanted here",
    "What stands after `if`, `while`, `where`, `needs`, `and`, `or`, `not` is true or false.",
    _RULE + "if size(deck): nothing\n", _RULE + "if size(deck) > 0: nothing\n")  # fmt: skip
MIXED_LIST = _code("H519", "mixed-list",
    "A list, or the branches of a choice, hold values of different types",
    "All items of a list have one type, and so have both branches of `if … then … else`.",
    _RULE + "let l = [1, seat(0)]\n", _RULE + "let l = [1, 2]\n")  # fmt: skip
QUANTIFIER_WORD = _code("H520", "quantifier-word", "`all` takes `have`, the other quantifiers take `where`",
    "`all c in hand[me] have …` states something of each; `any`, `no`, `count`, `first` and `those` look for "
    "those `where` something holds.",
    _RULE + "let b = all c in deck where c.colour == red\n",
    _RULE + "let b = all c in deck have c.colour == red\n")  # fmt: skip
NEVER_NONE = _code("H521", "always-exists", "`exists` on something that is always there",
    "Only a value of a `?` type can be missing; here the test is always true.",
    _RULE + "let b = seat(0) exists\n", _RULE + "let b = true\n", "warning")  # fmt: skip
UNREACHABLE = _code("H522", "unreachable", "A statement that can never be reached",
    "It stands after `return` or `end`.",
    _RULE + "end round\n      nothing\n", _RULE + "nothing\n      end round\n")  # fmt: skip
MISSING_RETURN = _code("H523", "missing-return", "A rule returns a value on some ways only",
    "A rule that returns a value must do so however it ends.",
    "rules:\n  r(int n):\n    do: |\n      if n > 0: return 1\n",
    "rules:\n  r(int n):\n    do: |\n      if n > 0: return 1\n      return 0\n")  # fmt: skip

OUT_OF_RANGE = _code("H524", "out-of-range", "A list that is written out has no such place",
    "The places of a list are counted from 0.",
    _RULE + "let x = [3, 5][2]\n", _RULE + "let x = [3, 5][1]\n")  # fmt: skip

EXCEPTION_TO_NOTHING = _code("H525", "exception-to-nothing", "`unless` in a rule that is no condition",
    "`unless` lists the exceptions of a condition: it goes with `is`.",
    "rules:\n  round:\n    do: |\n      nothing\n    unless:\n      late: round_number > 3\n",
    "rules:\n  round:\n    do: |\n      if early(): nothing\n  early:\n    is: round_number < 3\n"
    "    unless:\n      late: round_number > 5\n")  # fmt: skip
OUTSIDE_RANGE = _code("H526", "outside-range", "A value that what it is given to cannot hold",
    "A variable or parameter that is declared with a range holds only the numbers of that range. What is "
    "computed while a game is played is checked there, and stops the match if it lies outside.",
    "state:\n  round:\n    lives: 0..9 = 10\n", "state:\n  round:\n    lives: 0..9 = 9\n")  # fmt: skip
NOT_SUPPOSED = _code("H530", "cannot-be-supposed", "A rule is supposed that cannot be taken back",
    "`supposing` says what would be after a rule, and then all is as before. What somebody chooses, what "
    "chance brings and what was revealed cannot be taken back: so the rule may not ask, roll, shuffle, "
    "reveal, or look at the order of a zone that is ever shuffled; nor may the rules that it calls.",
    "rules:\n  none_left(player me):\n    is: supposing take(me) then size(hand[me]) == 0\n"
    "  take(player me):\n    do: |\n      draw 1 from deck to hand[me]\n",
    "rules:\n  none_left(player me):\n    is: supposing lay(me) then size(hand[me]) == 0\n"
    "  lay(player me):\n    do: |\n      move hand[me] to discard\n")  # fmt: skip
LEADS_NOWHERE = _code("H560", "leads-nowhere", "A direction or a line that the board does not have",
    "`ray`, `step` and `lines` would bring nothing, in every position. A grid has the eight directions of "
    "the compass, a ring `onward` and `backward`; on a board of `paths` an edge leads in the nearest of the "
    "eight.",
    "boards:\n  board: {nodes: cell, grid: [3, 3]}\n" + _RULE + "let rows = lines(cell, 9)\n",
    "boards:\n  board: {nodes: cell, grid: [3, 3]}\n" + _RULE + "let rows = lines(cell, 3)\n")  # fmt: skip


NOT_SHARED = _code("H565", "wrong-sharing", "Alternatives are shared by `also`, and by it alone",
    "A rule with `choices` lends its alternatives to decisions: `also rule(…)` stands among a decision's "
    "own. Such a rule cannot be called, a rule without `choices` cannot be shared, and none lends to itself.",
    _RULE + "common()\n  common:\n    choices: |\n      rest: nothing\n",
    _RULE + "choose for seat(0):\n        wait: nothing\n        also common()\n"
    "  common:\n    choices: |\n      rest: nothing\n")  # fmt: skip


# ------------------------------------------------------------------ declarations
BAD_VALUE = _code("H601", "bad-value", "A declared value does not fit",
    "A default must lie in its range, a range must go upwards, a value must be of its type.",
    "options:\n  n: {default: 12, range: 1..9}\n", "options:\n  n: {default: 9, range: 1..9}\n")  # fmt: skip
WRONG_TOTAL = _code("H602", "wrong-total", "The number of pieces is not the declared total",
    "`total` guards against a slip in the generator: state the number that the rulebook gives.",
    "components:\n  card: {has: {n: 1..3}, total: 4, make: {all: {n: all}}}\n",
    "components:\n  card: {has: {n: 1..3}, total: 3, make: {all: {n: all}}}\n")  # fmt: skip
MISSING_ATTRIBUTE = _code("H603", "missing-attribute", "A row of `make` leaves out an attribute",
    "If some pieces lack an attribute, its type says so with `?`.",
    "components:\n  card: {has: {n: 1..3, m: 1..2}, make: {all: {n: all}}}\n",
    "components:\n  card: {has: {n: 1..3, m: '1..2?'}, make: {all: {n: all}}}\n")  # fmt: skip
BAD_BOARD = _code("H604", "bad-board", "A board that cannot be built",
    "A board is a grid, a ring, or nodes with places joined by paths.",
    "boards:\n  b: {nodes: point, edges: road, at: {a: [0, 0]}, paths: [a-x]}\n",
    "boards:\n  b: {nodes: point, edges: road, at: {a: [0, 0], x: [1, 0]}, paths: [a-x]}\n")  # fmt: skip
BAD_TEAMS = _code("H605", "bad-teams", "Teams that do not fit the players",
    "For a number of players, every seat belongs to exactly one team.",
    "players: {count: 4, teams: {4: [[0, 1], [2, 4]]}}\n",
    "players: {count: 4, teams: {4: [[0, 2], [1, 3]]}}\n")  # fmt: skip
NO_ROUND = _code("H606", "no-round", "The rule `round` is missing",
    "`round` is where a game begins: it plays one round.",
    _HEAD + "rules:\n  turn:\n    do: |\n      nothing\n", _HEAD + _RULE + "nothing\n")  # fmt: skip
NOWHERE = _code("H607", "pieces-nowhere", "Pieces that start nowhere, or in two zones",
    "Each piece must have exactly one zone in which it starts a round.",
    "components:\n  token: {has: {n: 1..3}, make: {all: {n: all}}}\nzones:\n  bag: {of: token}\n",
    "components:\n  token: {has: {n: 1..3}, make: {all: {n: all}}}\nzones:\n"
    "  bag: {of: token, starts: all}\n")  # fmt: skip
BAD_PARAMETERS = _code("H608", "wrong-parameters", "A definition takes other parameters",
    "`score` takes a player, `active` a player, `starts` the zone's index (if it is one per something) and a "
    "piece.",
    "match:\n  score(int n): n\n", "match:\n  score(player p): 0\n")  # fmt: skip
BAD_INITIAL = _code("H609", "needs-first-value", "A variable has no first value",
    "Numbers start at 0, conditions at false, `?` types at none; anything else needs `= value`, also a range "
    "without 0.",
    "state:\n  round:\n    up: player\n", "state:\n  round:\n    up: player = seat(0)\n")  # fmt: skip
BAD_SEEN = _code("H610", "wrong-visibility", "This visibility does not fit",
    "`owner`, `others` and `team` need something that is one per player (or team).",
    "zones:\n  deck: {of: card, seen: owner, starts: all}\n",
    "zones:\n  deck: {of: card, seen: nobody, starts: all}\n")  # fmt: skip
BAD_REFILL = _code("H611", "wrong-refill", "A refill that does not work",
    "A zone is refilled from another of the same component: a single one, or, where there is one per "
    "something, its own of a zone that is per the same.",
    "zones:\n  deck: {of: card, starts: all, refill: {from: deck}}\n",
    "zones:\n  deck: {of: card, starts: all, refill: {from: discard}}\n")  # fmt: skip
TOO_MANY = _code("H612", "too-many", "More pieces or nodes than a game may have",
    "A game has at most 10,000 pieces and 10,000 nodes, and 100,000 of what is one per several types.",
    "components:\n  card: {has: {n: 1..9}, make: {all: {n: all, copies: 99999}}}\n",
    "components:\n  card: {has: {n: 1..9}, make: {all: {n: all, copies: 9}}}\n")  # fmt: skip
BAD_MEMORY = _code("H640", "wrong-memory", "A memory that cannot be, or is used for something else",
    "A memory is declared `memory of` state variables that everybody sees and that are not lists. `remember` "
    "notes what they hold, `times(…)` says how often that was noted, `forget` empties it.",
    "state:\n  round:\n    hands: '[int] = []'\n    positions: memory of hands\n",
    "state:\n  round:\n    to_move: player = seat(0)\n    positions: memory of to_move\n")  # fmt: skip
NOT_CONSTANT = _code("H613", "not-constant", "This may only use options and the number of players",
    "It is looked at before the first piece is laid out.",
    "requires:\n  enough: {is: 'size(deck) > 3'}\n",
    "requires:\n  enough: {is: 'size(players) > 3'}\n")  # fmt: skip
ROUND_PARAMETERS = _code("H614", "round-takes-nothing", "The rule `round` takes no parameters",
    "Nobody calls it but the match itself.",
    "rules:\n  round(int n):\n    do: |\n      nothing\n", _RULE + "nothing\n")  # fmt: skip
TOO_EARLY = _code("H615", "too-early", "A zone's start depends on what has no value yet",
    "Pieces are laid out before the state gets its values: `starts` may use the piece and its "
    "attributes, the "
    "zone's index, options, `players` and `round_number`, also in the rules that it calls.",
    _TOKENS + "    starts(player p, token t): p == left(dealer, t.n)\n",
    _TOKENS + "    starts(player p, token t): p == left(seat(0), t.n)\n")  # fmt: skip
