"""Codes of the action language's parser."""

from __future__ import annotations

from hoyle.diagnostics.model import Code

SYNTAX = Code(
    "H301",
    "syntax",
    "error",
    "The action language cannot be read here",
    why="Everything in `do:`, `is:` and the like is written in the action language. The parser stops at the "
    "first word that cannot stand where it stands, and lists what could.",
    bad="rules:\n  round:\n    do: |\n      draw 1 deck to discard\n",
    good="rules:\n  round:\n    do: |\n      draw 1 from deck to discard\n",
)
INDENTATION = Code(
    "H302",
    "indentation",
    "error",
    "A line is indented in a way that fits no block",
    why="Blocks are indented, as in an outline: the lines of one block begin in the same column.",
    bad="rules:\n  round:\n    do: |\n      if true:\n          nothing\n        nothing\n",
    good="rules:\n  round:\n    do: |\n      if true:\n        nothing\n        nothing\n",
)
TAB = Code(
    "H303",
    "tab",
    "error",
    "A tab stands in the action language",
    why="A tab looks different in every editor, and indentation matters: use spaces.",
    bad='rules:\n  round:\n    do: "if true:\\n\\tnothing"\n',
    good="rules:\n  round:\n    do: |\n      if true:\n        nothing\n",
)
CHARACTER = Code(
    "H304",
    "odd-character",
    "error",
    "A character that the action language does not know",
    why="Names are written in small letters, digits and `_`. Anything else (a value such as `2+`, a node "
    "such as `c-n`) goes in double quotes.",
    bad="rules:\n  round:\n    do: |\n      let x = 3 $ 4\n",
    good="rules:\n  round:\n    do: |\n      let x = 3 + 4\n",
)
UNCLOSED = Code(
    "H305",
    "unclosed-bracket",
    "error",
    "A bracket or a quote is not closed",
    why="Each `(` and `[` needs its partner before the text ends, and each quote before the line ends.",
    bad="rules:\n  round:\n    do: |\n      let x = (3 + 4\n",
    good="rules:\n  round:\n    do: |\n      let x = (3 + 4)\n",
)
SIGNATURE = Code(
    "H306",
    "bad-signature",
    "error",
    "A rule's key is not a name with parameters",
    why="A rule is called `name` or `name(type parameter, type parameter)`.",
    bad="rules:\n  turn(me):\n    do: |\n      nothing\n",
    good="rules:\n  turn(player me):\n    do: |\n      nothing\n",
)
TOO_DEEP = Code(
    "H307",
    "too-deep",
    "error",
    "An expression or block is nested too deeply",
    why="Forty levels are enough for any rule; more is nearly always an accident.",
    bad="rules:\n  round:\n    do: |\n      let x = " + "(" * 70 + "1" + ")" * 70 + "\n",
    good="rules:\n  round:\n    do: |\n      let x = 1\n",
)
TEMPLATE = Code(
    "H308",
    "bad-template",
    "error",
    "A text's `{…}` does not hold an expression",
    why="In `why:` and in labels, `{expression}` is replaced by its value; a brace needs its partner.",
    bad='rules:\n  big(int n):\n    is: n > 3\n    why: "{n is too small"\n',
    good='rules:\n  big(int n):\n    is: n > 3\n    why: "{n} is too small"\n',
)
RESERVED_WORD = Code(
    "H309",
    "word-as-name",
    "error",
    "A word of the language stands where a name belongs",
    why="The words of the language keep their meaning: nothing is called `end` or `count`. A value of such a "
    "name is quoted; attributes and the alternatives of a decision are free, since nothing else can stand "
    "in their place.",
    bad="rules:\n  round:\n    do: |\n      let count = 3\n",
    good="rules:\n  round:\n    do: |\n      let amount = 3\n",
)
