"""The words of the language, as the grammar has them, and what could have stood in place of one."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from hoyle.syntax.grammar import parser


@cache
def keyword_of() -> dict[str, str]:
    """Terminal → word, for the keywords of the grammar."""
    found = {}
    for terminal in parser().terminals:
        word = terminal.pattern.value.split("\\b")[0].split("(?")[0]
        if terminal.name.isalpha() and word.isalpha() and word.islower():
            found[terminal.name] = word
    return found


@cache
def keywords() -> frozenset[str]:
    """All words that have a meaning of their own."""
    return frozenset(keyword_of().values())


@cache
def reserved() -> frozenset[str]:
    """The words that nothing can be called.

    `bottom`, `memory` and `zone` are words only before `of`, `remember` and `forget` only before a name at
    the beginning of a statement, `supposing` only before a call, `per` and `seen` only in a declaration
    behind the type, `also` only among alternatives.
    """
    return keywords() - {
        "also", "bottom", "forget", "memory", "per", "remember", "seen", "supposing", "zone",
    }  # fmt: skip


def words_of(terminals: Collection[str]) -> list[str]:
    """The keywords among some terminals."""
    return sorted(word for name, word in keyword_of().items() if name in terminals)


# ---------------------------------------------------------------- what was expected
_SIGNS = {
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COLON": "`:`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "__ANON_0": "`..`",
    "EQUAL": "`=`",
    "QMARK": "`?`",
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a quoted value",
    "COMPARE": "a comparison",
    "ASSIGN": "`+=`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "TIMES_OP": "`*`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the text",
}

_OPERATORS = frozenset({"PLUS", "MINUS", "TIMES_OP", "DOT", "LSQB", "LPAR"})
# Where a comparison can follow, these go on with the expression, too; elsewhere they are what is missing.
_LOOSE_OPERATORS = frozenset(
    {"COMPARE", "__ANON_0", "AND", "OR", "FROM", "AFTER", "BEFORE", "EXCEPT", "IN", "LIKE", "EXISTS"}
)
_STARTS_OF_EXPRESSIONS = frozenset(
    {
        "NAME",
        "INT",
        "STRING",
        "LPAR",
        "LSQB",
        "MINUS",
        "NOT",
        "IF",
        "ANY",
        "ALL",
        "NO",
        "COUNT",
        "FIRST",
        "THOSE",
    }
    | {"SUM", "HIGHEST", "LOWEST", "EACH", "SUPPOSING"}
)
_STATEMENTS = frozenset({"LET", "MOVE", "DRAW", "CHOOSE", "WHILE", "RETURN"})
_MOST_NAMED = 4


def describe(expected: Collection[str]) -> str:
    """The expected terminals as a phrase, the many operators and operands summed up in a word.

    >>> describe({"PLUS", "MINUS", "DOT", "FROM"})
    '`from`'
    """
    rest = set(expected) - {"CONTINUATION"}
    if "_NL" in rest:
        rest -= {"$END"}
    if rest >= _STATEMENTS:
        return "a statement"
    parts: list[str] = []
    if rest >= {"NAME", "INT", "LPAR"}:
        parts.append("an expression")
        rest -= _STARTS_OF_EXPRESSIONS | {"DRAW"}  # what a draw brings can be named, but who means that?
    elif rest & {"PLUS", "AND"}:
        rest -= _OPERATORS | (_LOOSE_OPERATORS if "AND" in rest else frozenset(["__ANON_0"]))
        if not rest:
            parts.append("an operator")
    words = keyword_of()
    named = sorted(f"`{words[name]}`" if name in words else _SIGNS.get(name, "") for name in rest)
    parts += [name for name in named if name]
    if len(parts) > _MOST_NAMED:
        return f"{', '.join(parts[:_MOST_NAMED])} or something like it"
    return " or ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
