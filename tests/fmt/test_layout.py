"""`fmt` lays out, keeps every word and comment, and never changes what a ruleset means."""

from __future__ import annotations

import random
import re
from itertools import islice
from pathlib import Path
from textwrap import dedent

import pytest

from hoyle.bundled import data_path
from hoyle.diagnostics.model import Findings, RulesetError, SourceFile
from hoyle.document.from_yaml import read
from hoyle.document.nodes import scalars_of
from hoyle.fmt.action_text import laid_out, laid_out_line, parsed
from hoyle.fmt.file import formatted, same_meaning
from hoyle.lint.suppression import comments_of
from hoyle.syntax.keys import entry_point

RULESETS = sorted(data_path("rulesets").rglob("*.yaml"))


def laid(text: str) -> str:
    return formatted(SourceFile("game.yaml", text))


def comments(text: str) -> list[str]:
    file = SourceFile("game.yaml", text)
    return sorted(text[place.start : place.end].rstrip() for place in comments_of(file))


def meaning(text: str) -> object:
    """What a file says, with the action language as trees."""
    root = read(SourceFile("game.yaml", text), Findings())
    assert root is not None
    found: dict[tuple[str, ...], list[str]] = {}
    for path, scalar in scalars_of(root):
        entry = entry_point(path)
        tree = parsed(scalar.text, entry) if entry else None
        found.setdefault(path, []).append(scalar.text if tree is None else str(tree.tree))
    return found


def test_example() -> None:
    before = dedent("""\
        # yaml-language-server: $schema=ruleset.schema.json
        hoyle: 1
        title: Sample
        id: sample
        rules:

          # the entry
          round:
            do: |   # header
                  let x=1
                  if x==1 and(x>  0):
                       turn( seat( 0 ),-x )   # as ever
                       # below
                  else:  nothing
            about: Plays.
          turn(player me, int n):
            why: no
            do:   |
              choose for me:
                  take  "take {c}"(c in hand [me],declaring if n-1==0)
                      needs ok(c)
                        and c.n  in[1,2]:
                    move c   to discard
              otherwise:
                  draw 1 from deck to hand[me]
            cites: [A-1]
          # a definition
          ok(card c):
            is:   c.n   >=-1   # sign
        players: 2
        """)
    after = dedent("""\
        # yaml-language-server: $schema=ruleset.schema.json
        hoyle: 1
        id: sample
        title: Sample
        players: 2

        rules:
          # the entry
          round:
            about: Plays.
            do: |   # header
              let x = 1
              if x == 1 and (x > 0):
                turn(seat(0), -x)   # as ever
                # below
              else:  nothing

          turn(player me, int n):
            cites: [A-1]
            do:   |
              choose for me:
                take "take {c}"(c in hand[me], declaring if n - 1 == 0)
                    needs ok(c)
                      and c.n in [1, 2]:
                  move c to discard
              otherwise:
                draw 1 from deck to hand[me]
            why: no

          # a definition
          ok(card c):
            is:   c.n >= -1   # sign
        """)
    assert laid(before) == after
    assert laid(after) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a  =b", "a = b"),
        ("x = - 1", "x = -1"),
        ("x = a -1", "x = a - 1"),
        ("return - n", "return -n"),
        ("for each i in 1 .. 6: f( i )", "for each i in 1..6: f(i)"),
        ("let l=[ 1,2 ,3 ]", "let l = [1, 2, 3]"),
        ("if not(a)and b: c()", "if not (a) and b: c()"),
        ('x = due == "2 +"  ', 'x = due == "2 +"'),
        ("if a:  trade(me)", "if a:  trade(me)"),
        ("if a:b()", "if a: b()"),
        ("x = top( discard ) . colour", "x = top(discard).colour"),
        ("x = 1 +first (x)", "x = 1 + first (x)"),
        ("move c to bottom  of deck", "move c to bottom of deck"),
        ("f(a,\n  -b)", "f(a,\n  -b)"),
        ("f(a,\n  - b)# end", "f(a,\n  - b)# end"),
        ("let x=a# why  so", "let x = a# why  so"),
        ("odd  § sign", "odd  § sign"),
        ("if a:b(  # cannot be read", "if a:b(  # cannot be read"),
    ],
)
def test_blanks(before: str, after: str) -> None:
    assert "\n".join(laid_out(before.split("\n"), "procedure")) == after
    assert "\n".join(laid_out(after.split("\n"), "procedure")) == after


def test_blanks_in_a_value_on_the_line_of_its_key() -> None:
    assert laid_out_line("a  and(b or- 1<c)", "expression") == "a and (b or -1 < c)"
    assert laid_out_line("a and", "expression") == "a and"


def test_line_ends_are_kept_as_the_file_has_them() -> None:
    assert laid("hoyle: 1  \r\nid: a\r\n\r\n\r\ntitle: A\r\n") == "hoyle: 1\r\nid: a\r\n\r\ntitle: A\r\n"


@pytest.mark.parametrize(
    "text",
    [
        "hoyle: 1\nabout: |\n  blanks   \n\n\n  count here\nid: a\n",
        "hoyle: 1\nabout: |+\n  kept\n\n\nid: a\n",
        'hoyle: 1\nabout: "two  \n\n\n  lines"\n',
        "hoyle: 1\nrules:\n  round:\n    do: |\n      let x = = 3\n        nothing\n",
        "hoyle: 1\nrules:\n  round:\n    do: |2\n        let x=3\n",
        "hoyle: 1\nrules: {round: {do: nothing}}\n",
    ],
)
def test_what_is_not_sure_stays(text: str) -> None:
    assert meaning(laid(text)) == meaning(text)
    assert "let x=3" in laid(text) if "|2" in text else True


def test_loose_comments_hold_the_order() -> None:
    text = "hoyle: 1\ntitle: A\n\n# about what follows\n\nid: a\n"
    assert laid(text) == text


def test_broken_yaml_is_refused() -> None:
    with pytest.raises(RulesetError):
        laid("hoyle: [1\n")


def test_same_meaning_notices() -> None:
    text = "hoyle: 1\nrules:\n  round:\n    do: |\n      a()\n      b()\n"
    assert same_meaning(text, text.replace("a()", "a( )"))
    assert not same_meaning(text, text.replace("      a()\n      b()\n", "      b()\n      a()\n"))
    assert not same_meaning(text, text.replace("a()", "a(1)"))
    assert not same_meaning(text + "# gone\n", text)


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
def test_bundled_rulesets(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    after = laid(text)
    assert laid(after) == after
    assert meaning(after) == meaning(text)
    assert comments(after) == comments(text)


def roughened(text: str, chance: random.Random) -> str:
    """A file as a careless author leaves it: blanks here and there, odd indentation, keys in any order."""
    lines = []
    for line in text.split("\n"):
        if chance.random() < 0.3:
            line = re.sub(
                r" ([=<>!+*-]+) ", lambda m: m.group(1) if chance.random() < 0.5 else m.group(), line
            )
        if chance.random() < 0.2:
            line = line.replace(", ", chance.choice([",", " ,  "])).replace("(", chance.choice(["(", "( "]))
        if chance.random() < 0.1:
            line += " " * chance.randrange(4)
        if chance.random() < 0.05:
            lines.append("")
        if chance.random() < 0.03:
            lines.append(" " * chance.choice([0, 2, 4, 6, 8]) + "# a remark  #" + str(chance.randrange(99)))
        if chance.random() < 0.2 and line.startswith("      "):
            line = " " * chance.choice([2, 4]) + line
        lines.append(line)
    if chance.random() < 0.3:
        lines = [line + "\r" for line in lines[:-1]] + lines[-1:]
    return "\n".join(lines)


def check_rough(seed: int) -> bool:
    chance = random.Random(seed)
    text = roughened(chance.choice(RULESETS).read_text(encoding="utf-8"), chance)
    try:
        after = laid(text)
    except RulesetError:
        return False
    assert laid(after) == after, seed
    assert meaning(after) == meaning(text), seed
    assert comments(after) == comments(text.replace("\r\n", "\n")), seed
    return True


def test_rough_rulesets() -> None:
    """Eleven that can be read; how many seeds that takes depends on which rulesets are bundled."""
    assert len(list(islice(filter(check_rough, range(400)), 11))) == 11


@pytest.mark.slow
def test_many_rough_rulesets() -> None:
    assert sum(check_rough(seed) for seed in range(3000)) > 500


def mangled(text: str, chance: random.Random) -> str:
    """A file after a few accidents: characters and lines lost, doubled or swapped."""
    for _ in range(chance.randrange(1, 4)):
        lines = text.split("\n")
        line, at = chance.randrange(len(lines)), chance.randrange(len(text))
        match chance.randrange(6):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + chance.choice('"#:|[]{}()- \t\n&*!é') + text[at:]
            case 2:
                text = "\n".join(lines[:line] + lines[line + 1 :])
            case 3:
                text = "\n".join([*lines[:line], lines[line], *lines[line:]])
            case 4:
                text = "\n".join([*lines[:line], " " * chance.randrange(5) + lines[line], *lines[line + 1 :]])
            case _:
                text = "\n".join([*lines[:line], lines[line][chance.randrange(4) :], *lines[line + 1 :]])
    return text


def check_mangled(seed: int) -> None:
    chance = random.Random(seed)
    text = mangled(chance.choice(RULESETS).read_text(encoding="utf-8"), chance)
    try:
        after = laid(text)
    except RulesetError:
        return
    assert laid(after) == after, seed
    assert meaning(after) == meaning(text), seed
    assert comments(after) == comments(text), seed


def test_mangled_rulesets() -> None:
    for seed in range(30):
        check_mangled(seed)


@pytest.mark.slow
def test_many_mangled_rulesets() -> None:
    for seed in range(3000):
        check_mangled(seed)


def test_a_comment_at_the_end_stays_there() -> None:
    before = "id: a\nhoyle: 1\nrules:\n  round:\n    do: nothing\ntitle: A\n# end\n"
    after = "hoyle: 1\nid: a\ntitle: A\n\nrules:\n  round:\n    do: nothing\n# end\n"
    assert laid(before) == after
    assert laid(after) == after


def test_keys_are_indented_by_two() -> None:
    before = dedent("""\
        hoyle: 1
        about: |
            two
              lines
        zones:
           # the only one
           deck:
               of: card   # of them
               about: "a
                 long one"
        rules:
         round:
               do: |
                  if x:
                     nothing
               cites:
               - A-1
        """)
    after = dedent("""\
        hoyle: 1
        about: |
            two
              lines

        zones:
          # the only one
          deck:
            of: card   # of them
            about: "a
              long one"

        rules:
          round:
            cites:
            - A-1
            do: |
              if x:
                nothing
        """)
    assert laid(before) == after
    assert laid(after) == after
