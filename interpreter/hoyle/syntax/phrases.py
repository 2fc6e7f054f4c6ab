"""Recognises sentences of rulebooks where a statement, a condition or a piece is wanted."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle.syntax.mistakes import Mistake, Stop

_NAME = r"[a-z_]\w*"
_ZONE = rf"{_NAME}(?:\[[^\]]*\])?"
_PIECES = r"(?:cards?|tiles?|pieces?|tokens?|coins?|dice|stones?|men)"
_ASKING = r"(?:choose|offer|simultaneously)\b"
_LONGEST = 70  # characters of the author's own text that a help repeats
# Sums as rulebooks say them: how the line goes, and how it is written.
_SUMS = (
    (r"add (?P<n>.+) to (?P<what>\S.*)", "+="),
    (r"(?:subtract|deduct) (?P<n>.+) from (?P<what>\S.*)", "-="),
    (r"(?:increase|raise) (?P<what>.+) by (?P<n>\S.*)", "+="),
    (r"(?:decrease|reduce|lower) (?P<what>.+) by (?P<n>\S.*)", "-="),
    (rf"(?:gain|get|earn|receive|collect) (?P<n>\S+) (?P<what>{_ZONE})", "+="),
    (rf"(?:pay|lose|spend) (?P<n>\S+) (?P<what>{_ZONE})", "-="),
)


def phrase(found: Stop, entry: str) -> Mistake | None:
    """What a sentence of a rulebook is written as."""
    looks = (_deal, _end_of_a_zone, _sum, _value_of_a_statement, _conditions, _whom, _question, _each, _of)
    for look in looks:
        mistake = look(found)
        if mistake is not None:
            return mistake
    return _needs(found) if entry in ("procedure", "alternatives") else None


def _line(found: Stop) -> str:
    """The whole line, without its comment."""
    end = found.text.find("\n", found.start)
    line = found.before + found.text[found.start : end if end >= 0 else len(found.text)]
    return line.partition("#")[0].rstrip()


def _statement(found: Stop) -> str:
    """The statement of the line, without what stands before a `:`."""
    return re.sub(r"^.*?:\s+", "", _line(found).strip())


def _written(form: str, otherwise: str) -> str:
    return f"write `{form if len(form) <= _LONGEST else otherwise}`"


# ------------------------------------------------------------------ pieces
def _deal(found: Stop) -> Mistake | None:
    """`deal 6 cards to all players`, `deal 6 from deck to each hand`."""
    form = re.fullmatch(
        rf"deal (?P<n>\S+)(?: {_PIECES})?(?: from (?P<deck>{_ZONE}))?"
        rf"(?: to (?:each |all |every )?(?P<to>{_NAME}))?(?: from (?P<late>{_ZONE}))?",
        _statement(found),
    )
    if form is None:
        return None
    to = form["to"] or "hand"
    to = "hand" if to in ("players", "player", "everyone", "everybody", "active", "each", "all") else to
    deck = form["deck"] or form["late"] or "deck"
    right = f"deal {form['n']} from {deck} to {to}[p] for p in players"
    return found.mistake("a deal says to which zones, and for whom", f"write `{right}`")


def _end_of_a_zone(found: Stop) -> Mistake | None:
    """`move top of deck`, `the top card from deck`, `move c to deck bottom`."""
    end = re.search(r"\b(top|bottom)\s+$", found.before)
    rest = re.match(rf"(?:{_NAME}\s+)?(?:of|from|in)\s+(?:the\s+)?({_ZONE})", found.text[found.start :])
    if (
        end is not None
        and rest is not None
        and not re.search(r"\bto\s+(the\s+)?(top|bottom)\s+$", found.before)
    ):
        return found.previous(f"`{end[1]}` is asked of a zone", f"write `{end[1]}({rest[1]})`")
    onto = re.search(rf"\bto\s+({_ZONE})\s+$", found.before)
    if onto is not None and found.word in ("top", "bottom"):
        right = f"to bottom of {onto[1]}" if found.word == "bottom" else f"to {onto[1]}"
        return found.mistake(f"expected the end of the line, found `{found.word}`", f"write `{right}`")
    if found.word in ("to", "from") and re.search(r"\bdraw\s+(up|at most)\s+$", found.before):
        return found.previous("`draw` takes what there is, if it is less", "write `draw 3 from …`")
    return None


def _of(found: Stop) -> Mistake | None:
    """`hand of me`, `player 0`, `next player`."""
    if found.word == ")" and re.search(r"\bfirst (player|seat)\s*$", found.before):
        return found.previous("seats are counted from 0", "write `seat(0)`")
    owner = re.match(rf"of\s+({_NAME})\b", found.text[found.start :])
    zone = re.search(rf"\b({_NAME})\s+$", found.before)
    ends = zone is not None and zone[1] in ("top", "bottom")
    if owner is not None and zone is not None and not ends and not found.expected & {"OF", "IN"}:
        if zone[1] in ("size", "number", "count", "amount", "members", "team"):
            word = "size" if zone[1] in ("number", "count", "amount") else zone[1]
            return found.previous("what is asked about stands in brackets", f"write `{word}({owner[1]})`")
        return found.mistake("whose something is stands in brackets", f"write `{zone[1]}[{owner[1]}]`")
    if zone is not None and zone[1] in ("player", "seat") and found.word.isdigit():
        return found.previous("a seat has its number in brackets", f"write `seat({found.word})`")
    if zone is None or found.word not in ("player", "seat", "turn"):
        return None
    if zone[1] in ("next", "previous", "left", "right") and found.word != "turn":
        return found.previous(f"`{zone[1]}` is asked of a player", f"write `{zone[1]}(me)`")
    if zone[1] == "next" and found.before.strip().endswith("next"):
        return found.previous("a turn is a rule like others", "call it at the end: `turn(next(me))`")
    return None


# ------------------------------------------------------------------ numbers
def _sum(found: Stop) -> Mistake | None:
    """`add 2 to coins`, `gain 3 coins`, `coins = coins++`."""
    line = _statement(found)
    for form, operator in _SUMS:
        sum_ = re.fullmatch(form, line)
        if sum_ is not None and found.previous_word == line.split()[0]:
            right = f"{sum_['what']} {operator} {sum_['n']}"
            return found.previous("a number is changed by a sign", _written(right, f"x {operator} …"))
    twice = re.fullmatch(rf"({_ZONE})\s*(?:=\s*\1\s*)?(\+\+|--)", line)
    if twice is not None:
        return found.mistake(f"`{twice[2]}` is not an operator", f"write `{twice[1]} {twice[2][0]}= 1`")
    per = re.match(r"(?:per|for each|each) (player|seat|team)\b", found.text[found.start :])
    count = re.search(r"(\d+)\s*$", found.before)
    if per is not None and count is not None:
        many = "teams" if per[1] == "team" else "players"
        return found.mistake("so many for each is a product", f"write `{count[1]} * size({many})`")
    if found.word == "=" and re.search(r"\band\b.*[+-]$", found.before):
        return found.mistake("two statements in one", "write each statement on a line of its own")
    return None


def _value_of_a_statement(found: Stop) -> Mistake | None:
    """`deck = shuffle deck`: only what a draw brings is a value."""
    verb = re.search(r"[^=!<>]=\s*(shuffle|move|deal|reveal)\s+$", found.before)
    if verb is None:
        return None
    statement = _line(found)[found.before.rindex(verb[1]) :]
    return found.previous(f"`{verb[1]}` has no value", _written(statement, f"{verb[1]} …") + " alone")


# ------------------------------------------------------------------ conditions
def _conditions(found: Stop) -> Mistake | None:
    """`while a, b:`; `needs a needs b`; `for each q in players where …:`."""
    head = re.match(r"\s*(?:.*:\s+)?(if|else if|while)\b", found.before)
    if found.word == "," and head is not None and "COLON" in found.expected:
        return found.mistake("a `,` joins no conditions here", "write `and`, or `or`")
    if found.word == "needs" and re.search(r"\bneeds\b", found.before) and "COMMA" in found.expected:
        return found.mistake("one `needs` is enough", "separate the conditions by `,`")
    among = re.search(rf"\b(for each|offer to|simultaneously)\s+({_NAME})\s+in\s+(.+)$", found.before)
    if found.word != "where" or among is None:
        return None
    condition = re.match(r"\s*([^:\n\"]*)", found.text[found.end :])
    test = condition[1].strip() if condition is not None else ""
    listed = f"{among[1]} {among[2]} in those {among[2]} in {among[3].strip()} where {test or '…'}: …"
    short = f"{among[1]} {among[2]} in those {among[2]} in … where …: …"
    return found.mistake("`where` belongs to a list that is picked out", _written(listed, short))


def _needs(found: Stop) -> Mistake | None:
    """`play(c in hand[me]) when …`, `play(c in hand[me]): needs …`, `play(hand[me])`."""
    head = re.match(rf"\s*({_NAME})\s*(?:\"[^\"]*\"\s*)?(\(.*\))?", found.before)
    if head is None:
        return None
    name = f"{head[1]}{head[2] or ''}"
    behind = found.before[head.end() :].strip()
    if found.word in ("when", "if", "where", "unless", "while", "requires") and not behind:
        if "NEEDS" in found.expected and (head[2] or "DOT" not in found.expected) and found.word != "if":
            no = "not " if found.word == "unless" else ""
            right = f"{name} needs {no}…: …"
            return found.mistake(f"what is needed is not said with `{found.word}`", f"write `{right}`")
        if "NEEDS" in found.expected and head[2]:
            test = re.match(r"\s*([^:\n]*)", found.text[found.end :])
            right = f"{name} needs {test[1].strip() if test else '…'}: …"
            return found.mistake(
                "what an alternative needs is not said with `if`", _written(right, f"{head[1]}(…) needs …: …")
            )
    late = re.search(r":\s*needs\s+$", found.before)
    if late is not None:
        begun = found.before[: late.start()].strip()
        needed = _line(found)[len(found.before) :].strip().rstrip(":")
        right = f"{begun} needs {needed}:"
        help_ = f"{_written(right, f'{head[1]}(…) needs …:')}, and below it what happens"
        return found.previous("`needs` stands before the `:`", help_)
    bare = re.fullmatch(rf"\s*({_NAME})\s*(?:\"[^\"]*\"\s*)?\((?:.*,)?\s*({_NAME})", found.before.rstrip())
    if bare is not None and found.word == "[" and "IN" in found.expected:
        zone = re.match(r"\[[^\]]*\]", found.text[found.start :])
        whole = bare[2] + (zone.group() if zone else "[…]")
        return found.mistake(f"it is not said what is picked from `{whole}`", f"write `c in {whole}`")
    return None


# ------------------------------------------------------------------ decisions and loops
def _whom(found: Stop) -> Mistake | None:
    """`offer to active except me`, `choose for each p in players`, `choose for me from:`."""
    listed = re.fullmatch(rf"\s*(offer to|simultaneously)\s+({_NAME})\s*", found.before)
    if listed is not None and found.word in ("except", "after", "before", "from", "where"):
        rest = re.match(r"[^:\"\n]*", found.text[found.start :])
        right = f"{listed[1]} q in {listed[2]} {rest.group().strip() if rest else '…'}: …"
        return found.mistake("who of them is asked needs a name", _written(right, f"{listed[1]} q in …: …"))
    if re.match(r"\s*choose for (each|all|every)\b", found.before + found.word + " "):
        help_ = "all at once: `simultaneously p in players: …`; in turn: `for each p in players: turn(p)`"
        return found.mistake("`choose` asks one player", help_)
    if found.word == "for" and re.search(r"\breveal\s+\S.*\s$", found.before):
        return found.mistake("expected `to`, found `for`", "write `reveal … to …`")
    asked = re.match(rf"for\s+({_NAME}(?:\s+in\s+[^:\"\n]*)?)", found.text[found.start :])
    if found.before.strip() == "offer" and asked is not None:
        return found.mistake("expected `to`, found `for`", f"write `offer to {asked[1].strip()}: …`")
    if found.word == ":" and re.search(rf"^\s*{_ASKING}.*\s(from|between|among|of)\s*$", found.before):
        return found.previous("the alternatives stand below", "write `choose for me:`")
    return None


def _question(found: Stop) -> Mistake | None:
    """`choose for me: "What now?"`."""
    head = re.fullmatch(rf"\s*({_ASKING}[^:]*):\s*", found.before)
    if head is None or found.type != "STRING":
        return None
    return found.mistake(
        "a question stands before the `:`", _written(f"{head[1]} {found.word}:", 'choose for me "…?":')
    )


def _each(found: Stop) -> Mistake | None:
    """`for each player q in players`, `for 3 times`, `let int x = 3`, `sum of x in list`."""
    typed = re.search(rf"\bfor each ({_NAME})\s+$", found.before)
    rest = found.text[found.start :]
    if typed is not None and re.match(rf"({_NAME})\s+in\b", rest):
        return found.previous("the name of each stands alone", f"write `for each {found.word} in …`")
    times = re.search(r"\bfor\s+$", found.before)
    count = re.match(r"(\w+(?:\([^)]*\))?)\s+times\b", rest)
    if times is not None and count is not None:
        return found.previous("expected `repeat`, found `for`", f"write `repeat {count[1]} times: …`")
    declared = re.search(rf"\blet ({_NAME})\s+$", found.before)
    if declared is not None and re.match(rf"{_NAME}\s*=", rest):
        return found.previous("a local has the type of its value", f"write `let {found.word} = …`")
    if re.search(r"\bsum of\s+$", found.before):
        added = re.match(rf"(({_NAME})[\w.\[\]]*)\s+(?:in|for each \w+ in)\s+([^\n:]+)", rest)
        right = f"sum {added[2]} in {added[3].strip()} of {added[1]}" if added else "sum x in … of …"
        return found.previous("`of` comes last", _written(right, "sum x in … of …"))
    return None
