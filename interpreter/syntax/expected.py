"""Names what could have stood in place of an unexpected word."""

from __future__ import annotations

from functools import cache

from interpreter.syntax.grammar import parser

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

_OPERATORS = frozenset(
    {"COMPARE", "PLUS", "MINUS", "TIMES_OP", "DOT", "LSQB", "__ANON_0", "AND", "OR", "FROM", "AFTER"}
    | {"BEFORE", "EXCEPT", "IN", "LIKE", "EXISTS"}
)
_OPERANDS = frozenset({"NAME", "INT", "STRING", "LPAR", "LSQB"})
_STATEMENTS = frozenset({"LET", "MOVE", "DRAW", "CHOOSE", "WHILE", "RETURN"})


@cache
def _keyword_of() -> dict[str, str]:
    """Terminal → word, for the keywords of the grammar."""
    found = {}
    for terminal in parser().terminals:
        pattern = terminal.pattern.value
        word = pattern.split("\\b")[0].split("(?")[0]
        if terminal.name.isalpha() and word.isalpha() and word.islower():
            found[terminal.name] = word
    return found


class _Keywords:
    """The reserved words, computed when first needed."""

    def __contains__(self, word: str) -> bool:
        return word in _keyword_of().values()

    def __iter__(self):  # type: ignore[no-untyped-def]
        return iter(sorted(_keyword_of().values()))


KEYWORDS = _Keywords()


def words_of(expected: set[str]) -> list[str]:
    """The keywords among the expected terminals."""
    return sorted(word for name, word in _keyword_of().items() if name in expected)


def describe(expected: set[str]) -> str:
    """The expected terminals as a phrase, the many operators and operands summed up in a word."""
    rest = set(expected) - {"CONTINUATION"}
    parts: list[str] = []
    if rest >= _STATEMENTS:
        return "a statement is expected"
    if rest >= {"NAME", "INT", "LPAR"}:
        parts.append("an expression")
        rest -= _OPERANDS | {"MINUS", "NOT", "IF", "ANY", "ALL", "NO", "COUNT", "FIRST", "THOSE", "SUM"}
        rest -= {"HIGHEST", "LOWEST", "EACH"}
    elif rest >= {"PLUS", "COMPARE"}:
        rest -= _OPERATORS | {"LPAR"}
        parts.append("an operator") if not rest else None
    words = _keyword_of()
    named = sorted(f"`{words[name]}`" if name in words else _SIGNS.get(name, "") for name in rest)
    parts += [name for name in named if name]
    if not parts:
        return "it belongs elsewhere"
    if len(parts) > 5:
        parts = [*parts[:5], "…"]
    return f"expected {' or '.join([', '.join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0]}"
