"""Says in plain words what is wrong where the parser stops, and what to write instead."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from hoyle.diagnostics.catalogue import syntax as codes
from hoyle.diagnostics.model import Code
from hoyle.diagnostics.suggest import closest
from hoyle.syntax.habits import habit
from hoyle.syntax.phrases import phrase
from hoyle.syntax.words import describe, reserved, words_of


@dataclass(frozen=True, slots=True)
class Mistake:
    """One finding within a text; `start` and `end` are offsets into it."""

    code: Code
    start: int
    end: int
    message: str
    help: str | None = None


# How the statements look; shown where one of them goes wrong.
_FORMS = {
    "let": "let x = 3",
    "move": "move top(deck) to discard",
    "draw": "draw 1 from deck to hand[me]",
    "deal": "deal 5 from deck to hand[p] for p in players",
    "shuffle": "shuffle deck",
    "reveal": "reveal hand[me]",
    "end": "end round",
    "if": "if x > 0: …",
    "else": "else: …",
    "for": "for each p in players: …",
    "while": "while x > 0: …",
    "repeat": "repeat 3 times: …",
    "choose": "choose for me: …",
    "offer": "offer to me: …",
    "simultaneously": "simultaneously p in players: …",
    "otherwise": "otherwise: …",
    "return": "return x",
    "nothing": "nothing",
}
_BLOCKS = ("if", "for", "while", "repeat", "choose", "offer", "simultaneously")
_ALTERNATIVE = "an alternative is written `name(c in hand[me]) needs …: what happens`"
# Words of other languages.
_FOREIGN = {
    "elif": "write `else if`",
    "elseif": "write `else if`",
    "foreach": "write `for each x in …`",
    "when": "write `if …: …`",
    "unless": "write `if not …: …`",
    "loop": "write `while …: …` or `repeat 3 times: …`",
    "do": "a rule is called by its name: `turn(me)`",
    "call": "a rule is called by its name: `turn(me)`",
    "goto": "a rule is called by its name: `turn(me)`",
    "print": "people see the choices and what happens; there is nothing to print",
    "roll": "write `let die = random(1..6)`",
    "ask": "write `choose for me: …`",
    "give": "write `move … to …`",
    "put": "write `move … to …`",
    "place": "write `move … to …`",
    "take": "write `move … to …`, or `draw 1 from … to …`",
    "discard": "write `move … to …`",
    "pass": "where nothing is to happen write `nothing`",
    "var": "write `let x = …`",
    "set": "write `x = …`",
    "show": "write `reveal … to …`",
    "peek": "write `reveal … to me`",
    "look": "write `reveal … to me`",
    "turn": "a turn is a rule like others: `turn(next(me))`",
    "stop": "write `return` to leave the rule, or `end round`",
    "finish": "write `return` to leave the rule, or `end round`",
    "break": "there is no `break`: say in the loop's condition when it ends",
    "continue": "there is no `continue`: put the rest of the block under an `if`",
}
_ODD_CHARACTERS = {
    ";": "write each statement on a line of its own",
    "{": "a list stands in `[…]`; blocks are indented, without brackets",
    "}": "a list stands in `[…]`; blocks are indented, without brackets",
    "'": 'values are quoted with double quotes: `"2+"`',
    "‘": 'values are quoted with double quotes: `"2+"`',
    "“": 'values are quoted with straight quotes: `"2+"`',
    "”": 'values are quoted with straight quotes: `"2+"`',
    "&": "write `and`",
    "|": "write `or`",
    "–": "write a plain `-`",
    "−": "write a plain `-`",
    "×": "write `*`",
    "÷": "write `/`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `!=`",
    "…": "write `..`",
}
_QUANTIFIERS = ("any", "all", "no", "count", "first", "those", "sum", "highest", "lowest", "each")


def mistake_of(error: UnexpectedInput, entry: str, text: str) -> Mistake:
    """What a parse error means; `entry` is the part of the grammar that was tried."""
    found = Stop(error, text)
    if entry == "signature":
        help_ = "write `name` or `name(type parameter, …)`, as in `turn(player me)`"
        swapped = re.search(r"\b([a-z_]\w*)\s*:\s*([a-z_]\w*)", text)
        if swapped is not None:
            help_ = f"the type comes first: `{swapped.group(2)} {swapped.group(1)}`"
        elif found.word in (")", ",") and found.previous_word is not None:
            help_ = f"say what `{found.previous_word}` is, as in `player {found.previous_word}`"
        elif found.word[:1].isupper():
            help_ = f"names are written in small letters: `{found.word.lower()}`"
        message = f"expected {describe(found.expected)}, found {found.shown}"
        return Mistake(codes.SIGNATURE, found.start, found.end, message, help_)
    if entry == "expression" and found.before.strip() == "return":
        return found.previous("`return` begins a statement, but here a value is wanted", "leave it out")
    if entry in ("expression", "conditions") and (statement := _statement(found)) is not None:
        return statement
    return (
        _character(found)
        or phrase(found, entry)
        or habit(found, entry)
        or _alternative(found)
        or _layout(found)
        or _first_word(found)
        or _other(found)
    )


class Stop:
    """Where the parser stopped, on what, and what it would have taken."""

    def __init__(self, error: UnexpectedInput, text: str) -> None:
        self.text = text
        self.type = ""
        parser = getattr(error, "interactive_parser", None)
        self.expected: set[str] = set(parser.accepts()) if parser is not None else set()
        match error:
            case UnexpectedToken():
                self.type = error.token.type
                self.start, self.end = error.token.start_pos or 0, error.token.end_pos or 0
                self.expected = set(error.accepts or error.expected)
            case UnexpectedCharacters():
                self.start = getattr(error, "pos_in_stream", None) or 0
                word = re.match(r"[A-Za-z0-9_]+|.", text[self.start :])
                self.end = self.start + (word.end() if word else 1)
            case _:
                assert isinstance(error, UnexpectedEOF)
                self.type, self.start, self.end = "$END", len(text), len(text)
                self.expected = set(error.expected)
        self.word = text[self.start : self.end]
        if self.type in ("_NL", "_INDENT", "_DEDENT", "$END"):
            self.word = ""

    @property
    def shown(self) -> str:
        if self.word:
            return f"`{self.word}`"
        return "the end of the text" if self.type == "$END" else "the end of the line"

    @property
    def before(self) -> str:
        """The line as far as the place."""
        return self.text[: self.start].rpartition("\n")[2]

    @property
    def previous_word(self) -> str | None:
        found = re.search(r"([a-z_][a-z0-9_]*)\s*$", self.before)
        return found.group(1) if found else None

    def mistake(self, message: str, help_: str | None = None, code: Code = codes.SYNTAX) -> Mistake:
        if not self.word:
            # The caret stands under the last thing that is there.
            last = max(len(self.text[: self.start].rstrip()) - 1, 0)
            return Mistake(code, last, last + 1, message, help_)
        return Mistake(code, self.start, max(self.end, self.start + 1), message, help_)

    def at(self, start: int, end: int, message: str, help_: str | None) -> Mistake:
        """A mistake between two offsets of the text."""
        return Mistake(codes.SYNTAX, start, end, message, help_)

    def previous(self, message: str, help_: str | None) -> Mistake:
        """A mistake in the word before."""
        word = self.previous_word or ""
        start = self.text.rindex(word, 0, self.start)
        return Mistake(codes.SYNTAX, start, start + len(word), message, help_)


def _character(found: Stop) -> Mistake | None:
    if found.type or re.match(r"[a-z0-9_ .,:\"()\[\]=<>!+*/%?-]", found.word):
        return None
    if found.word[:1].isalpha() and found.word.isascii():
        small = found.word.lower()
        return found.mistake(
            f"`{found.word}` has a capital letter",
            f"names are written in small letters: `{small}`",
            codes.CHARACTER,
        )
    quoted = re.match(r"['‘“]([^'’”\n]+)['’”]", found.text[found.start :])
    if quoted is not None and re.fullmatch(r"[a-z_]\w*", quoted[1]):
        help_ = f"a value is a word without quotation marks: `{quoted[1]}`"
        return found.mistake(f"the action language has no `{found.word}`", help_, codes.CHARACTER)
    help_ = _ODD_CHARACTERS.get(found.word, 'if it belongs to a value\'s name, quote that: `"2+"`')
    return found.mistake(f"the action language has no `{found.word}`", help_, codes.CHARACTER)


def _statement(found: Stop) -> Mistake | None:
    """A statement where an expression is wanted."""
    word = found.before.strip()
    if word not in _FORMS or word in ("if", "else"):
        return None
    return found.previous(
        f"`{word}` begins a statement, but here a value is wanted", "statements stand under `do:`"
    )


def _layout(found: Stop) -> Mistake | None:
    """Line ends, colons and indentation."""
    if found.type == "_INDENT":
        line = re.compile(r"\n[ ]*(?=[^ \n#])").search(found.text, found.start)
        start = line.end() if line else found.start
        return Mistake(
            codes.INDENTATION,
            start,
            start + 1,
            "this line is indented, but the one before it opens no block",
            "align the two, or end the line before with `:`",
        )
    if found.expected == {"_INDENT"} or found.expected == {"_INDENT", "CONTINUATION"}:
        return found.mistake(
            "expected an indented block",
            "indent what belongs to the line that ends with `:`; for nothing at all write `nothing`",
            codes.INDENTATION,
        )
    if not found.word and "COLON" in found.expected and "NAME" not in found.expected:
        return found.mistake(
            "a `:` is missing at the end of this line", "write `:`, and below it what happens, indented"
        )
    return None


def _first_word(found: Stop) -> Mistake | None:
    """A line that begins with a word that begins nothing."""
    if (
        not found.expected <= {"LPAR", "EQUAL", "ASSIGN", "LSQB", "CONTINUATION"}
        or "EQUAL" not in found.expected
    ):
        return None
    word = found.previous_word
    if word is None or "LPAR" not in found.expected:
        return None
    operator = re.match(r"(==|\+\+|--|[*/%])", found.text[found.start :])
    if operator or found.before.rstrip().endswith("="):
        return _first_operator(found, word, operator.group() if operator else "==")
    if word in ("else", "otherwise"):
        wanted = "an `if`" if word == "else" else "a decision"
        return found.previous(
            f"this `{word}` belongs to no block before it",
            f"it stands right below {wanted}, in the same column",
        )
    if word in _BLOCKS and ":" in found.before:
        return found.previous(f"`{word}` cannot stand behind a `:`", "put it on the next line, indented")
    one_word = re.match(r"\w+\s*$", _rest_of_line(found)) is not None
    if word in _FOREIGN:
        rule = f"; a rule of that name is called `{word}({found.word})`" if one_word else ""
        return found.previous(f"`{word}` is not a word of the language", _FOREIGN[word] + rule)
    if word in reserved():
        return None
    near = closest(word, _FORMS)
    called = f"{word}({found.word})" if one_word else f"{word}(…)"
    help_ = f"did you mean `{near}`?" if near else f"a rule is called `{called}`, a value is set `{word} = …`"
    return found.previous(f"`{word}` begins no statement", help_)


def _rest_of_line(found: Stop) -> str:
    return found.text[found.start :].partition("\n")[0].partition("#")[0]


def _first_operator(found: Stop, word: str, operator: str) -> Mistake:
    helps = {
        "==": f"`==` compares; to set a value write `{word} = …`",
        "++": f"write `{word} += 1`",
        "--": f"write `{word} -= 1`",
    }
    help_ = helps.get(operator, f"write `{word} = {word} {operator} …`")
    return found.mistake(f"expected a statement, found `{word} {operator}`", help_)


def _alternative(found: Stop) -> Mistake | None:
    """A line among the alternatives of a decision that is none."""
    # Behind `choose for me` the same could stand, but there an expression could go on, too.
    wanted = {"COLON", "NEEDS", "STRING"}
    if not wanted <= found.expected or "DOT" in found.expected or not found.before.strip():
        return None
    word = found.previous_word or ""
    if word in (*_FORMS, "nothing") and found.before.strip() == word:
        return found.previous("here stand the alternatives of the decision, not statements", _ALTERNATIVE)
    if not found.word:
        return None
    return found.mistake(f"expected `:` or `(`, found {found.shown}", _ALTERNATIVE)


def _other(found: Stop) -> Mistake:
    message = f"expected {describe(found.expected) or 'nothing more'}, found {found.shown}"
    return found.mistake(message, _hint(found))


def _hint(found: Stop) -> str | None:
    word, expected = found.word, found.expected
    supposing = re.search(r"\bsupposing\b([^()]*|.*\)\s*)$", found.before)
    if supposing and ("THEN" in expected or not supposing.group(1).endswith(")")):
        return "it is written `supposing rule(…) then …`"
    if word == "=" and found.before.endswith("="):
        return "`==` compares; a value is set with `=`"
    if word == "=" and "COMPARE" in expected:
        return "`=` sets a value; to compare write `==`"
    if word == "!":
        return "write `not`"
    if "COMMA" in expected and "RPAR" in expected and word:
        return "arguments are separated by `,`"
    if re.search(r"\b(then|else|return|=.*[(\[,+-])\s*draw\s*$", found.before):
        return "a `draw` is a statement, or all of what stands behind `=`: write an `if` around it"
    if ("THEN" in expected and word == ":") or "ELSE" in expected:
        return "inside an expression it is `if … then … else …`"
    if re.search(r"[0-9]\.$", found.before) and word.isdigit():
        return "numbers are whole"
    if re.match(r"[<>=!]", word) and re.search(r"[<>]|==|!=", found.before):
        inside = re.findall(r"\b(count|sum|first|highest|lowest) ", found.before)
        if inside:
            return f"put `{inside[-1]} …` in brackets: it reaches as far to the right as it can"
        return "compare twice, and join the two with `and`"
    quantifier = re.search(r"\b([a-z]+) +[a-z_0-9]+ *$", found.before)
    if "IN" in expected and quantifier and quantifier.group(1) in _QUANTIFIERS[:-1]:
        return f"it is written `{quantifier.group(1)} x in …`"
    if found.previous_word in _QUANTIFIERS and word not in reserved():
        return f"put `{found.previous_word} …` in brackets: it reaches as far to the right as it can"
    if re.fullmatch(r"[a-z_]+", word):
        told = describe(expected)
        near = closest(word, [w for w in words_of(expected) if f"`{w}`" in told or "something" in told])
        if near is not None and near != word and near not in _QUANTIFIERS:
            return f"did you mean `{near}`?"
    first = re.match(r"\s*(?:[^\"#]*:\s+)?([a-z_]+)\b", found.before)
    form = _FORMS.get(first.group(1)) if first else None
    if {"NAME", "INT"} <= expected or (first and first.group(1) == "let" and "EQUAL" not in expected):
        return None  # inside an expression, which can be anything
    return f"it is written `{form}`" if form is not None else None
