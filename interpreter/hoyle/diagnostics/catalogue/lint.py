"""Codes of what is legal but in vain."""

from __future__ import annotations

from hoyle.diagnostics.model import Code

_ROUND = "rules:\n  round:\n    do: |\n      "
_PAY = f"{_ROUND}pay(seat(0), 3)\n  pay(player p, int amount):\n    do: |\n "
_BET = (
    f"{_ROUND}bet(seat(0))\n  bet(player me):\n    do: |\n      choose for me:\n"
    "        bet(n in 0..chips[me]): chips[left(me)] += n\n"
)

UNUSED_ZONE = Code(
    "H701",
    "unused-zone",
    "warning",
    "A zone in which nothing ever lies",
    why="No piece starts in it, and no rule moves one to it: a left-over, or a rule uses another zone by "
    "mistake.",
    bad=f"zones:\n  scrap: {{of: card}}\n{_ROUND}move deck to discard\n",
    good=f"zones:\n  scrap: {{of: card}}\n{_ROUND}move deck to scrap\n",
)
UNUSED_RULE = Code(
    "H702",
    "unused-rule",
    "warning",
    "A rule that is never called",
    why="Neither `round` nor a definition leads to it, so it has no influence on the game. Perhaps the call "
    "was forgotten.",
    bad=f"{_ROUND}nothing\n  penalty(player p):\n    do: |\n      draw 1 from deck to hand[p]\n",
    good=f"{_ROUND}penalty(seat(0))\n  penalty(player p):\n    do: |\n      draw 1 from deck to hand[p]\n",
)
UNUSED_OPTION = Code(
    "H703",
    "unused-option",
    "warning",
    "An option that no rule looks at",
    why="Whoever sets it expects a different game, and gets the same.",
    bad=f"options:\n  jokers: {{default: true}}\n{_ROUND}nothing\n",
    good=f"options:\n  jokers: {{default: true}}\n{_ROUND}if jokers: shuffle deck\n",
)
UNUSED_VARIABLE = Code(
    "H704",
    "unused-variable",
    "warning",
    "A state variable that nothing depends on",
    why="It may be set, but no condition and no value ever looks at it.",
    bad=f"state:\n  round:\n    passes: int = 0\n{_ROUND}passes += 1\n",
    good=f"state:\n  round:\n    passes: int = 0\n{_ROUND}passes += 1\n      if passes > 3: end round\n",
)
UNUSED_ATTRIBUTE = Code(
    "H705",
    "unused-attribute",
    "warning",
    "An attribute or column that no rule looks at",
    why="If no rule looks at it and no label shows it, it makes no difference.",
    bad="types:\n  metal:\n    columns: {worth: int}\n    values: {gold: [3], iron: [1]}\n",
    good="types:\n  metal:\n    columns: {worth: int}\n    values: {gold: [3], iron: [1]}\n"
    f"{_ROUND}if gold.worth > 2: nothing\n",
)
UNUSED_PARAMETER = Code(
    "H706",
    "unused-parameter",
    "warning",
    "A parameter that its rule never uses",
    why="Each call gives it a value that makes no difference. If it is there for variants, begin its name "
    "with `_`.",
    bad=f"{_PAY}     draw 1 from deck to hand[p]\n",
    good=f"{_PAY}     draw amount from deck to hand[p]\n",
)
UNUSED_LOCAL = Code(
    "H707",
    "unused-local",
    "warning",
    "A local, a pick or a loop's variable that is never used",
    why="It was given a value, and then forgotten. Where that is meant, begin its name with `_`.",
    bad=f"{_ROUND}let amount = 3\n      draw 3 from deck to discard\n",
    good=f"{_ROUND}let amount = 3\n      draw amount from deck to discard\n",
)
UNKNOWN_CITATION = Code(
    "H708",
    "unknown-citation",
    "warning",
    "A citation of a point that the rulebook does not have",
    why="`cites` leads from a rule to the point of the `rulebook` that it implements.",
    bad=f"rulebook: {{R-1: Shuffle.}}\n{_ROUND}nothing\n    cites: [R-2]\n",
    good=f"rulebook: {{R-1: Shuffle.}}\n{_ROUND}nothing\n    cites: [R-1]\n",
)
EMPTY_SEAT = Code(
    "H709",
    "empty-seat",
    "warning",
    "A seat that stays empty with the fewest players",
    why="Seats are counted from 0, clockwise; with two players they are `seat(0)` and `seat(1)`.",
    bad=f"players: 2..4\n{_ROUND}draw 1 from deck to hand[seat(2)]\n",
    good=f"players: 2..4\n{_ROUND}if size(players) > 2: draw 1 from deck to hand[seat(2)]\n",
)
SETTLED_CONDITION = Code(
    "H710",
    "settled-condition",
    "warning",
    "A condition that is always or never true",
    why="It compares something with itself, or two values that never change, so one of its branches is in "
    "vain. Perhaps another name was meant.",
    bad=f"{_ROUND}if size(deck) == size(deck): nothing\n",
    good=f"{_ROUND}if size(deck) == size(discard): nothing\n",
)
ENDLESS_LOOP = Code(
    "H711",
    "endless-loop",
    "warning",
    "A loop whose condition nothing in it can change",
    why="If it begins, it never ends, and the game stops with an error. Change what the condition looks at, "
    "or leave the loop with `return` or `end round`.",
    bad=f"{_ROUND}while size(deck) > 3: nothing\n",
    good=f"{_ROUND}while size(deck) > 3: draw 1 from deck to discard\n",
)
MISSING_TRANSLATION = Code(
    "H712",
    "missing-translation",
    "warning",
    "A text lacks a language that other such texts have",
    why="Where some reasons are given in two languages, a reader of the second expects all of them in it.",
    bad="rules:\n  round:\n    do: |\n      if big(2) and small(1): nothing\n"
    "  big(int n):\n    is: n > 3\n    why: {en: too small, it: troppo piccolo}\n"
    "  small(int n):\n    is: n < 3\n    why: {en: too big}\n",
    good="rules:\n  round:\n    do: |\n      if big(2) and small(1): nothing\n"
    "  big(int n):\n    is: n > 3\n    why: {en: too small, it: troppo piccolo}\n"
    "  small(int n):\n    is: n < 3\n    why: {en: too big, it: troppo grande}\n",
)
_SUITS = "types:\n  suit: [clubs, hearts, spades]\n"
FORGOTTEN_VALUE = Code(
    "H713",
    "forgotten-value",
    "warning",
    "A chain of `if` and `else if` leaves out some values of a type",
    why="It asks for most values of a type one by one and says nothing for the others. Where that is meant, "
    "end it with `else: nothing`, so that a reader knows too.",
    bad=f"{_SUITS}rules:\n  round:\n    do: |\n      let s = random(suit)\n"
    "      if s == clubs: move deck to discard\n      else if s == hearts: move discard to deck\n",
    good=f"{_SUITS}rules:\n  round:\n    do: |\n      let s = random(suit)\n"
    "      if s == clubs: move deck to discard\n      else if s == hearts: move discard to deck\n"
    "      else: nothing\n",
)
_PACE = "options:\n  pace: {default: slow, values: [slow, fast, furious]}\n"
EQUAL_VALUES = Code(
    "H714",
    "equal-values",
    "warning",
    "An option whose values make no difference",
    why="The rules only ask for some of an option's values, so that others mean the same. A value that is "
    "forgotten in a rule looks like this.",
    bad=f"{_PACE}{_ROUND}if pace == slow: move deck to discard\n",
    good=f"{_PACE}{_ROUND}if pace == slow: move deck to discard\n"
    "      else if pace == fast: move discard to deck\n      else: end round\n",
)
SUPPOSES_NOTHING = Code(
    "H720",
    "supposes-nothing",
    "warning",
    "A rule is supposed that changes nothing",
    why="What would be after it is what is now. Perhaps another rule was meant, or the rule has lost what it "
    "did.",
    bad=f"{_ROUND}if supposing look() then size(deck) == 0: end round\n  look():\n    is: size(deck)\n",
    good=f"{_ROUND}if supposing lay() then size(discard) == 0: end round\n"
    "  lay():\n    do: |\n      move discard to hand[seat(0)]\n",
)
EMPTY_AT_START = Code(
    "H721",
    "empty-at-start",
    "warning",
    "A first value looks into a zone in which nothing lies yet",
    why="Variables get their first values after the pieces are laid out and before `round` deals anything: a "
    "zone in which no piece starts is empty then.",
    bad=f"state:\n  round:\n    most: int = size(hand[seat(0)])\n{_ROUND}if most > 3: end match\n",
    good=f"state:\n  round:\n    most: int = 0\n{_ROUND}most = size(hand[seat(0)])\n"
    "      if most > 3: end match\n",
)
LABEL_OF_NOTHING = Code(
    "H722",
    "label-of-nothing",
    "warning",
    "A label that calls different pieces the same",
    why="A label names a piece in choices, traces and scenarios. The names of attributes stand in braces; "
    "without them every piece reads the same, and nobody can tell which is meant.",
    bad="components:\n  card:\n    has: {colour: colour}\n    label: colour\n"
    f"    make: {{all: {{colour: all, copies: 5}}}}\n{_ROUND}if top(deck).colour == red: end round\n",
    good='components:\n  card:\n    has: {colour: colour}\n    label: "{colour}"\n'
    f"    make: {{all: {{colour: all, copies: 5}}}}\n{_ROUND}if top(deck).colour == red: end round\n",
)
UNBOUNDED_PICK = Code(
    "H723",
    "unbounded-pick",
    "hint",
    "A pick among numbers without a bound",
    why="Nothing that is declared says how many choices there can be. Programs that learn to play number all "
    "choices beforehand, and people like to know, too. A range in a declaration is a bound, and it is kept.",
    bad=f"state:\n  round:\n    chips: int per player = 20\n{_BET}",
    good=f"state:\n  round:\n    chips: 0..40 per player = 20\n{_BET}",
)
