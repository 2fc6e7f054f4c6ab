"""Recognises what authors write out of habit, from other languages or from rulebooks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle.syntax.mistakes import Mistake, Stop

_LONGEST = 60  # characters of the author's own text that a help repeats
_OPENING, _CLOSING = "([", ")]"
# Operators of other languages: the sign or word, and what to write.
_OPERATORS = {
    "<>": "`!=`",
    "=>": "`>=`",
    "=<": "`<=`",
    "===": "`==`",
    ":=": "`=`",
    "**": "a product: `x * x`",
    "//": "`/`, which rounds",
    "mod": "`%`",
    "equals": "`==`",
}
_QUANTIFIED = {
    "any": "any x in … where …",
    "all": "all x in … have …",
    "no": "no x in … where …",
    "count": "count x in … where …",
    "first": "first x in … where …",
    "those": "those x in … where …",
    "sum": "sum x in … of …",
    "highest": "highest x in … by …",
    "lowest": "lowest x in … by …",
    "each": "each x in … of …",
}
_DECISIONS = ("choose", "offer", "simultaneously")


def habit(found: Stop, entry: str) -> Mistake | None:
    """What is meant by a familiar form that the language has not, or has otherwise."""
    if entry in ("expression", "conditions") and (never := _until_said(found)) is not None:
        return never
    looks = (_until, _if_behind, _is, _operator, _method, _quantifier, _bottom, _counted, _else, _ending)
    for look in looks:
        mistake = look(found)
        if mistake is not None:
            return mistake
    if entry in ("procedure", "alternatives"):
        return _pick(found)
    return _declaration(found) if entry == "declaration" else None


def _until_said(found: Stop) -> Mistake | None:
    """`rounds: until …`: a declaration says when it is over, and no loop."""
    if not found.before.strip().endswith("until"):
        return None
    help_ = "when a match is over is a condition of its own, under `match`: `ends: …`"
    return found.previous("`until` is not a word of the language", help_)


def _until(found: Stop) -> Mistake | None:
    if not re.fullmatch(r"(?:.*:\s+)?(?:repeat\s+)?until", found.before.strip()):
        return None
    test = re.match(r"[^:\n]*", found.text[found.start :])
    condition = test.group().strip() if test else ""
    if re.search(r"\b(and|or|if)\b", condition):
        condition = f"({condition})"
    form = f"while not {condition}: …" if 0 < len(condition) <= _LONGEST else "while not …: …"
    return found.previous("`until` is not a word of the language", f"write `{form}`")


# ------------------------------------------------------------------ A if C else B
def _if_behind(found: Stop) -> Mistake | None:
    """An `if` behind what it is about: a value, or a statement."""
    if found.word != "if" or not found.before.strip() or found.before.rstrip().endswith((":", ",", "(")):
        return None
    rest = re.match(r"[^\n#]*", found.text[found.end :])
    test, _, other = (rest.group() if rest else "").partition(" else ")
    start = _start_of_value(found.text, found.start)
    value, test = found.text[start : found.start].strip(), test.strip()
    if other:
        other = other[: _end_of_value(other)].strip()
        counted = re.search(r"\b(draw|deal|repeat)\s*$", found.text[:start]) is not None
        form = f"if {test} then {value} else {other}"
        help_ = f"write `{f'({form})' if counted else form}`"
        if len(form) > _LONGEST or not (value and test and other):
            help_ = "write `if … then … else …`"
        return found.mistake("an `if` comes first, not behind the value that it decides on", help_)
    statement = re.sub(r"^.*:\s+", "", found.before).strip()
    if not re.match(r"[a-z_]", statement) or not re.search(r"\s|\)$", statement):
        return None
    form = f"if {test.rstrip(':').strip()}: {statement}"
    help_ = f"write `{form}`" if len(form) <= _LONGEST else "write `if …: …`"
    return found.mistake("an `if` comes first, not behind what it decides on", help_)


def _start_of_value(text: str, end: int) -> int:
    """Where the value begins that ends at an offset: behind a bracket, a comma, `=` or a verb."""
    depth = 0
    line = text.rfind("\n", 0, end) + 1
    for i in range(end - 1, line - 1, -1):
        char = text[i]
        depth += (char in _CLOSING) - (char in _OPENING)
        if depth < 0 or (depth == 0 and char == ","):
            return i + 1
        if depth == 0 and char == "=" and text[i - 1] not in "=!<>" and text[i + 1] != "=":
            return i + 1
    verb = re.compile(r"\s*(?:\S.*?:\s+)?(?:(?:return|draw|deal|repeat|reveal|move)\s+)?")
    lead = verb.match(text, line, end)
    return lead.end() if lead else line


def _end_of_value(text: str) -> int:
    """Where the value ends that a text begins with: at a bracket, a comma, a colon, a word of a statement."""
    depth = 0
    for found in re.finditer(r"[][(),:]|\b(?:from|to|times)\b", text):
        sign = found.group()
        depth += (sign in _OPENING) - (sign in _CLOSING)
        if depth < 0 or (depth == 0 and sign not in _CLOSING):
            return found.start()
    return len(text)


# ------------------------------------------------------------------ operators
def _is(found: Stop) -> Mistake | None:
    """`x is none`, `x is not y`, `line is empty`; `x not exists`, `x not in list`."""
    rest = found.text[found.end :]
    value = found.text[_start_of_operand(found.text, found.start) : found.start].strip()
    if found.word == "not" and value:
        other = re.match(r"\s+(exists\b|in\s+[^\n:,]+)", rest)
        if other is None:
            return None
        form = f"not {value} {' '.join(other.group(1).split())}"
        return found.mistake("`not` stands in the wrong place", f"it comes first: `{form}`")
    if found.word not in ("is", "isnt") or not value:
        return None
    said = re.match(r"\s+(not\s+)?(?:an?\s+|the\s+)?(\w+)?", rest)
    negated, word = (said.group(1), said.group(2) or "…") if said else (None, "…")
    forms = {
        "none": f"{'' if negated else 'not '}{value} exists",
        "empty": f"size({value}) {'>' if negated else '=='} 0",
        "in": f"{'not ' if negated else ''}{value} in …",
    }
    forms["null"] = forms["nothing"] = forms["none"]
    stated = re.fullmatch(r"(?:.*:\s+)?" + re.escape(value), found.before.strip()) is not None
    sign = "!=" if negated else "=" if stated and "ASSIGN" in found.expected else "=="
    compared = f"{value} {sign} {word}"
    return found.mistake("`is` is not a word of expressions", f"write `{forms.get(word, compared)}`")


def _start_of_operand(text: str, end: int) -> int:
    """Where the name or call begins that ends at an offset, its brackets included."""
    depth, i = 0, end
    while i > 0 and text[i - 1] == " ":
        i -= 1
    while i > 0:
        char = text[i - 1]
        depth += (char in _CLOSING) - (char in _OPENING)
        if depth < 0 or char == "\n" or (depth == 0 and char not in "])([._" and not char.isalnum()):
            break
        i -= 1
    return i


def _operator(found: Stop) -> Mistake | None:
    if not found.before.strip():
        return None
    for sign, meant in _OPERATORS.items():
        at = found.start
        if not sign.isalpha():  # the parser may have taken its beginning for an operator of its own
            at = next(
                (i for i in range(at, max(at - len(sign), -1), -1) if found.text.startswith(sign, i)), -1
            )
            if at < 0 or at + len(sign) <= found.start:
                continue
        elif found.word != sign:
            continue
        comment = sign == "//" and re.match(r"//\s*\w+\s+\w+", found.text[at:])
        help_ = "a comment begins with `#`" if comment else f"write {meant}"
        return found.at(at, at + len(sign), f"`{sign}` is not an operator", help_)
    return None


def _method(found: Stop) -> Mistake | None:
    """`hand[me].add(c)`: there are no functions behind a dot."""
    if found.type == "DOT" and re.match(r"\.\s*\w+\s*[=!<>+*/-]", found.text[found.start :]):
        help_ = "what a rule stands for is written under `is:`; a `do:` says what happens"
        return found.mistake("here stands a value, and a statement is wanted", help_)
    call = re.match(r"\.\s*([a-z_]\w*)\s*(\((?!\)))?", found.text[found.start :])
    owner = re.fullmatch(r"(?:.*:\s+)?([a-z_]\w*(?:\[[^\]]*\])?)", found.before.strip())
    if call is None or owner is None:
        return None
    name = call.group(1)
    help_ = f"write `{name}({owner.group(1)}, …)`" if call.group(2) else f"write `{name}({owner.group(1)})`"
    if name in ("add", "append", "push", "remove", "pop", "draw", "discard", "insert"):
        help_ = "pieces go from zone to zone: `move … to …`; a list grows by `+= […]`"
    return found.mistake("nothing is called with a `.`", help_)


def _quantifier(found: Stop) -> Mistake | None:
    """`count(hand[me])`, `highest c in hand[me]`, `move all from hand[me]`, `reveal c to all`."""
    before = found.before.rstrip()
    word = re.search(r"\b([a-z]+)$", before)
    if word is not None and found.word == "(" and word.group(1) in _QUANTIFIED:
        inside = re.match(r"\(([\w\[\].]+)\)", found.text[found.start :])
        list_ = inside.group(1) if inside else "…"
        form = _QUANTIFIED[word.group(1)].replace("…", list_, 1)
        size = f"write `size({list_})`, or " if word.group(1) == "count" else "write "
        return found.previous(f"`{word.group(1)}` names each item", f"{size}`{form}`")
    if not found.word and re.search(r"\breveal\b.*\bto\s+all$", before):
        return found.previous(
            "`all` is not everybody", "write `reveal …` without `to`: everybody sees it then"
        )
    every = re.search(r"\bmove\s+all\s+(?:\w+\s+)?(?:from\s+)?$", found.before)
    if every is not None and found.word.isidentifier():
        rest = re.match(r"[\w\[\]().]+", found.text[found.start :])
        zone = rest.group() if rest and found.word != "from" else "hand[me]"
        return found.mistake("a zone stands for all that it holds", f"write `move {zone} to …`")
    open_ = re.search(r"\b(highest|lowest|sum|each)\s+[a-z_]\w*\s+in\b", before)
    needed = "BY" if open_ is not None and open_.group(1) in ("highest", "lowest") else "OF"
    if open_ is None or needed not in found.expected or found.word:
        return None
    return found.mistake(
        f"`{open_.group(1)}` does not say {'by what' if needed == 'BY' else 'of what'}",
        f"it is written `{_QUANTIFIED[open_.group(1)]}`",
    )


# ------------------------------------------------------------------ pieces
def _bottom(found: Stop) -> Mistake | None:
    """`to bottom line`, `to top of line`, `from bottom of deck`."""
    before = found.before.rstrip()
    if found.word and re.search(r"\bto\s+(the\s+)?bottom$", before):
        return found.mistake(f"expected `of`, found `{found.word}`", f"write `to bottom of {found.word}`")
    if found.word == "of" and re.search(r"\bto\s+top$", before):
        zone = re.match(r"\s*[^\n#]*", found.text[found.end :])
        name = zone.group().strip() if zone else ""
        return found.previous("pieces are laid on top anyway", f"write `to {name or 'line'}`")
    from_bottom = re.match(r"\s*of\s+(\w+(\[[^\]]*\])?)", found.text[found.end :])
    if found.word == "bottom" and before.endswith("from") and from_bottom:
        zone_ = from_bottom.group(1)
        return found.mistake("pieces are drawn from the top", f"write `move bottom({zone_}) to …`")
    return None


def _counted(found: Stop) -> Mistake | None:
    """`move 7 cards from deck`, `draw a card from deck`, `draw from deck`."""
    head = re.fullmatch(
        r"(?:.*:\s+)?(move|draw|deal)\s+(?:(\d+|an?|one|the|all)|(from))", found.before.strip()
    )
    if head is None or not found.word.isidentifier():
        return None
    word, count, from_ = head.groups()
    if from_ is not None and word != "move":
        return found.previous("it is not said how many", f"write `{word} 1 from {found.word} …`")
    counts_pieces = re.match(r"\s+from\b", found.text[found.end :]) is not None
    if count is None or count == "all" or not counts_pieces or (word == "move" and not count.isdigit()):
        return None
    verb, number = "draw" if word == "move" else word, count if count.isdigit() else "1"
    return found.mistake(
        f"expected `from`, found `{found.word}`",
        f"the zone says which pieces: write `{verb} {number} from …`",
    )


# ------------------------------------------------------------------ blocks
def _else(found: Stop) -> Mistake | None:
    """An `else` of a decision, an `otherwise` of an `if`, or one that is indented too deep."""
    word = found.before.strip()
    if word not in ("else", "otherwise") or found.word not in (":", "if"):
        return None
    heads = ("if", "else") if word == "else" else _DECISIONS
    indent = len(found.before) - len(found.before.lstrip())
    above = [line for line in found.text[: found.start].split("\n")[:-1] if line.strip()]
    for line in reversed(above):
        depth, first = len(line) - len(line.lstrip()), re.match(r"\s*(\w+)", line)
        head = first.group(1) if first else ""
        if depth == indent and word == "else" and head in _DECISIONS:
            return found.previous(f"`{head}` has no `else`", "write `otherwise: …`")
        if depth == indent and word == "otherwise" and head == "if":
            return found.previous("`if` has no `otherwise`", "write `else: …`")
        if depth < indent and head in heads:
            return found.previous(
                f"this `{word}` is indented too deep", f"begin it in the column of its `{head}`"
            )
        if depth < indent or (depth == indent and head in heads):
            return None
    return None


def _ending(found: Stop) -> Mistake | None:
    """`end turn`, `end game`; `win me`, `me wins`: who wins is declared."""
    words = found.before.strip()
    if words.endswith("end") and found.word in ("turn", "rule", "phase"):
        return found.mistake(f"a {found.word} ends when its rule does", "write `return`")
    if words.endswith("end") and found.word in ("game", "play"):
        return found.mistake(f"there is no `{found.word}` to end", "write `end match` or `end round`")
    if words in ("win", "lose", "wins", "loses") or (
        found.word in ("wins", "loses") and words.isidentifier()
    ):
        return found.mistake("who wins is not said by a statement", WINNING)
    return None


WINNING = "who wins stands under `match`, as `wins` and `score(player p)`; here write `end match`"


# ------------------------------------------------------------------ alternatives and declarations
def _pick(found: Stop) -> Mistake | None:
    """What stands wrongly where an alternative begins, in its brackets, or behind them."""
    if "_INDENT" not in found.expected and (begun := _alternative_name(found)) is not None:
        return begun
    head = re.fullmatch(r"\s*([a-z_][a-z0-9_]*)\s*(?:\"[^\"]*\"\s*)?\((.*)", found.before)
    if head is None:
        return None
    name, picks = head.groups()
    last = picks.rpartition(",")[2].strip()
    if found.word == ")" and not picks.strip():
        return found.at(
            found.start - 1,
            found.end,
            "brackets hold what can be picked; here they are empty",
            f"write `{name}` without them",
        )
    if found.type == "STRING" and not last:
        rider = found.word.strip('"')
        help_ = f"write it without quotation marks: `{rider} if …`"
        return found.mistake("a word that may be said with the choice is no text", help_)
    if found.type == "STRING" and picks.count(")") > picks.count("("):
        return found.mistake(
            "what a choice is called stands right behind its name", f"write `{name} {found.word} (…)`"
        )
    if found.word in (")", ",") and last.isidentifier():
        return found.at(
            found.start - len(last),
            found.start,
            f"it is not said what `{last}` is picked from",
            f"write `{last} in …`; a word that may be said with the choice is `{last} if …`",
        )
    several = re.fullmatch(r"([a-z_]\w*) in ([0-9]+(?:\.\.[0-9]+)?)", last)
    if several is not None and found.word.isidentifier():
        form = f"{several.group(1)} in {several.group(2)} of {found.word}…"
        return found.mistake(f"expected `of`, found `{found.word}`", f"write `{form}`")
    if not last and found.word.isdigit():
        return found.mistake("how many are picked stands behind `in`", f"write `c in {found.word} of …`")
    if found.word == "where":
        return found.mistake("what is needed stands behind the brackets", f"write `{name}(…) needs …: …`")
    listed = re.fullmatch(r"([a-z_]\w*) from", last)
    if listed is not None and found.word.isidentifier():
        return found.previous("expected `in`, found `from`", f"write `{listed.group(1)} in {found.word}…`")
    typed = re.fullmatch(r"[a-z_]\w* ([a-z_]\w*)", last)
    if typed is not None and found.word in (")", ","):
        pick = typed.group(1)
        return found.at(
            found.start - len(pick),
            found.start,
            f"it is not said what `{pick}` is picked from",
            f"write `{pick} in …`",
        )
    if "IN" not in found.expected or not found.word.isidentifier():
        return None
    if "needs" in last.split():
        rider = last.split()[0]
        return found.previous("`needs` stands behind the brackets", f"write `{rider} if …` here")
    words = last.split()
    if len(words) == 2 and all(word.isidentifier() for word in words):
        return found.mistake(
            "more than one word stands before what is picked",
            f"write `{words[0]} {found.word} in …` or `{words[1]} {found.word} in …`",
        )
    return None


def _alternative_name(found: Stop) -> Mistake | None:
    """`- stand: …`, `"stand": …`, `stand up: …`, `stand if …: …`."""
    before, rest = found.before.strip(), found.text[found.end :]
    if not before and {"NAME", "REPEAT", "SHUFFLE"} <= found.expected and "LET" not in found.expected:
        if found.word == "-":
            return found.mistake("alternatives are no list", "write them without the `-`")
        if found.type == "STRING":
            name = re.sub(r"\W+", "_", found.word.strip('"').lower()).strip("_")
            form = f"{name}: …" if f'"{name}"' == found.word else f"{name} {found.word}: …"
            return found.mistake("an alternative begins with a name", f"write `{form}`")
    if not {"COLON", "NEEDS", "STRING"} <= found.expected or not before.isidentifier():
        return None
    if found.word == "if":
        return found.mistake(
            "what an alternative needs is not said with `if`", f"write `{before} needs …: …`"
        )
    words = re.match(r"(\s+[a-z]\w*)*\s*[:(]", rest)
    if found.word.isidentifier() and words is not None and found.word != "needs":
        more = re.findall(r"\w+", words.group())
        whole = [before, found.word, *more]
        form = f'{before} "{" ".join(whole)}"' if len(whole) > 1 else before
        return found.mistake(
            "the name of an alternative is one word",
            f"write `{'_'.join(whole)}`, or with the text that is shown: `{form}`",
        )
    return None


def _declaration(found: Stop) -> Mistake | None:
    """What stands wrongly in the declaration of a state variable."""
    spanned = re.search(r"(-?\w*)\s*\.\.\s*$", found.before)
    if "INT" in found.expected and spanned and re.fullmatch(r"[a-z_]\w*", found.word):
        span = f"{spanned.group(1)}..{found.word}"
        return found.mistake(
            f"expected a number, found {found.shown}",
            f"name the range under `types`, where ends may be expressions: `extent: {span}`; write `extent`",
        )
    before = found.text[: found.start].strip()
    if before == "list" and found.word == "of":
        item = re.match(r"\s*(\w+)", found.text[found.end :])
        return found.previous("a list stands in brackets", f'write `"[{item.group(1) if item else "int"}]"`')
    if before in ("optional", "maybe", "possible") and found.word.isidentifier():
        return found.previous("a value that may be missing has a `?`", f"write `{found.word}?`")
    if found.word == "or" and re.match(r"or\s+(none|nothing|nobody)\b", found.text[found.start :]):
        return found.mistake("a value that may be missing has a `?`", f"write `{before}?`")
    if re.match(r"\[\s*\]", found.text[found.start :]) and before.isidentifier():
        return found.mistake("a list stands in brackets", f'write `"[{before}]"`')
    index = re.match(r"\[\s*(\w+)\s*\]", found.text[found.start :])
    if index is not None and before.isidentifier():
        return found.mistake("an index is said with `per`", f"write `{before} per {index.group(1)}`")
    if not before and found.word == "=":
        return found.mistake(
            "a declaration begins with a type", "write `int = …`, or another type before `=`"
        )
    if re.fullmatch(r"[a-z_]\w*\??|\[.*\]\??", before) and re.fullmatch(r"\w+|\"[^\"]*\"|-", found.word):
        return found.mistake(
            f"expected `=`, found {found.shown}", f"a first value stands behind `=`: `{before} = …`"
        )
    return None
