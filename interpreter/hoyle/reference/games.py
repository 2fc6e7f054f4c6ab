"""The page of the bundled rulesets, `docs/games.md`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import hoyle
from hoyle.bundled import bundled
from hoyle.ir import program as ir
from hoyle.ir.nodes import Local
from hoyle.ir.types import INT, PLAYER
from hoyle.ir.walk import walk
from hoyle.random import Stream
from hoyle.tables import markdown_table
from hoyle.wording import numbers_of_players

SAMPLE = 20
"""Games of each ruleset whose length is taken; a few suffice to tell ten decisions from a thousand."""

RARE = 3
"""What so many rulesets or fewer use is worth looking up in them."""

_INTRODUCTION = f"""\
# The games

Every ruleset that comes with Hoyle; `python -m hoyle.reference` reads this page off them.

- **kind**: *perfect information* if all that has happened is open to everybody; *hidden* if a zone or a
  variable is not; *chance* if something is shuffled or drawn by lot; *simultaneous* if several choose unseen.
- **lines**: of YAML, without the scenarios.
- **length**: decisions in a match between players who choose at random: the mean of {SAMPLE} games with
  the seeds 0 to {SAMPLE - 1}, the fewest players and the options as they are.
- **shows**: what it uses of the language that at most {RARE} of these games use; if there is nothing of the
  kind, the {RARE} rarest of what it uses. `docs/language.md` has each with an example.
"""

_STATEMENTS: dict[type, str] = {
    ir.Move: "move",
    ir.Draw: "draw",
    ir.Deal: "deal",
    ir.Shuffle: "shuffle",
    ir.Reveal: "reveal",
    ir.ForEach: "for each",
    ir.While: "while",
    ir.Repeat: "repeat",
    ir.MoveAround: "move … for",
    ir.Random: "random",
    ir.Around: "from/after/before",
    ir.Without: "except",
    ir.Alike: "like",
    ir.GetEach: "variable[list]",
    ir.PiecesOfEach: "zone[list]",
    ir.ItemAt: "list[i]",
}

_FUNCTIONS = frozenset(
    "left right previous following steps team members bottom drawable position reversed distinct edges "
    "across turning neighbours ray step opposite lines".split()
)


@dataclass(frozen=True)
class Sheet:
    """What the page says of one ruleset."""

    id: str
    base: str
    title: str
    players: str
    kind: str
    mechanics: tuple[str, ...]
    lines: int
    decisions: float
    uses: frozenset[str]


def _rules(program: ir.Program) -> list[Any]:
    # Of the life of a match only what the ruleset says in it: the lots that its variables begin with.
    lots = tuple(node for node in walk(program.match) if isinstance(node, ir.Random))
    return [
        *walk((tuple(program.procs.values()), program.active, program.won, program.ties, program.requires)),
        *lots,
    ]


def uses(program: ir.Program) -> frozenset[str]:
    """The words of the language that a program uses."""
    found = {word for node in _rules(program) for word in _words_of(node)}
    found |= {word for zone in program.zones for word in _words_of_zone(zone)}
    for word, holds in (
        ("a list as option", any(option.kind == "list" for option in program.options)),
        ("lists in state", any(var.type.kind == "list" for var in program.vars)),
        ("a memory", any(var.type.kind == "memory" for var in program.vars)),
        ("several indices", any(len(var.per) > 1 for var in program.vars)),
        ("hidden state", any(var.seen != "everyone" for var in program.vars)),
        ("teams", program.teams),
        ("active", program.active),
        ("who has won", program.won),
        ("ties", program.ties),
        ("requires", program.requires),
        ("a board of paths", program.boards and program.boards[0].kind == "graph"),
    ):
        if holds:
            found.add(word)
    return frozenset(found)


def _words_of(node: Any) -> Iterator[str]:
    """What a part of a rule is written with."""
    if type(node) in _STATEMENTS:
        yield _STATEMENTS[type(node)]
    match node:
        case ir.Decide(how=how):
            yield how
            if node.otherwise is not None and how == "choose":
                yield "otherwise"
        case ir.Pick(kind="some"):
            yield "N of LIST"
        case ir.Pick(kind="rider"):
            yield "rider"
        case ir.Quantified():
            yield f"{node.word} … while" if node.prefix else node.word
        case ir.Supposing():
            yield "supposing"
        case ir.Fn(name=name) if name in _FUNCTIONS:
            yield f"{name}()"
        case ir.SetVar(var="clockwise" | "face_up" as name):
            yield name
        case ir.End(what="match"):
            yield "end match"


def _words_of_zone(zone: ir.Zone) -> Iterator[str]:
    """What a zone is declared with."""
    if zone.refill is not None:
        yield "refill"
    if zone.room:
        yield "room"
    if zone.lasts:
        yield "lasts: match"
    if zone.per and zone.per != (PLAYER,):
        yield "several indices" if len(zone.per) > 1 else f"a zone per {zone.per[0].kind}"
    if not isinstance(zone.starts, str):
        yield "starts(…)"


def kind(program: ir.Program) -> str:
    """Who knows what, and whether luck has a part."""
    words = uses(program)
    # A shuffled pile that nobody sees is luck to come, not something that one knows and another does not.
    hidden = any(zone.seen != "everyone" and not zone.shuffled for zone in program.zones)
    hidden = hidden or "hidden state" in words
    chance = any(zone.shuffled for zone in program.zones) or bool(words & {"random", "shuffle"})
    found = []
    if "simultaneously" in words and not hidden:
        found.append("simultaneous")
    else:
        found.append("hidden" if hidden else "perfect information")
        if "simultaneously" in words:
            found.append("simultaneous")
    if chance:
        found.append("chance")
    return ", ".join(found)


def _looks_at_the_player(definition: ir.Proc) -> bool:
    return any(isinstance(node, Local) and node.name in definition.params for node in walk(definition.value))


def mechanics(program: ir.Program, rounds: float) -> tuple[str, ...]:
    """The mechanics that the program's parts give away."""
    words = uses(program)
    zones = program.zones
    found = [{"grid": "grid", "ring": "ring", "graph": "paths"}[board.kind] for board in program.boards]
    for word, holds in (
        ("draw pile", any(zone.shuffled for zone in zones)),
        ("hidden hands", any(PLAYER in zone.per and zone.seen == "owner" for zone in zones)),
        ("hands that only the others see", any(zone.seen == "others" for zone in zones)),
        ("open piles", any(PLAYER in zone.per and zone.seen == "everyone" for zone in zones)
            and not any(PLAYER in zone.per and zone.seen == "owner" for zone in zones)),
        ("pieces on the board", any(type_.kind in ("node", "edge") for zone in zones for type_ in zone.per)),
        ("counters", any(var.type == INT and var.per and var.scope == "round" for var in program.vars)),
        ("dice or lots", "random" in words),
        ("sets of cards chosen", "N of LIST" in words),
        ("choosing at once", "simultaneously" in words),
        ("stepping in", "offer" in words),
        ("partners", bool(program.teams)),
        ("a table that wins together", program.won is not None and not _looks_at_the_player(program.won)),
        ("elimination", program.active is not None),
        ("changing direction", "clockwise" in words),
        ("reshuffling", "refill" in words),
        ("lines", bool(words & {"ray()", "lines()"})),
        ("several rounds", rounds > 1),
    ):  # fmt: skip
        if holds:
            found.append(word)
    return tuple(found)


def sample(game: hoyle.Game) -> tuple[float, float]:
    """Mean numbers of decisions and rounds of a few random games."""
    decisions = rounds = 0
    for seed in range(SAMPLE):
        state = game.start(seed=seed)
        luck = Stream(seed)
        while not state.over:
            state.apply(luck.below(len(state.decision)))
        decisions += state.decisions
        rounds += state.rounds
    return decisions / SAMPLE, rounds / SAMPLE


def _sheet(id_: str, path: Path) -> Sheet:
    game = hoyle.load(id_)
    text = path.read_text(encoding="utf-8")
    extends = re.search(r"^extends: *(\S+)", text, re.MULTILINE)
    players = numbers_of_players(game.player_counts)
    decisions, rounds = sample(game)
    return Sheet(
        id_, "" if extends is None else extends[1], game.title, players, kind(game.program),
        mechanics(game.program, rounds), len(text.splitlines()), decisions, uses(game.program),
    )  # fmt: skip


@cache
def sheets() -> tuple[Sheet, ...]:
    """All bundled rulesets."""
    return tuple(_sheet(id_, path) for id_, path in bundled().items())


def _length(decisions: float) -> str:
    return f"{decisions:,.0f}" if decisions >= 10 else f"{decisions:.1f}"


def rulesets() -> str:
    """The table of the games that stand alone."""
    games = [sheet for sheet in sheets() if not sheet.base]
    common = Counter(word for sheet in games for word in sheet.uses)
    rows = []
    for sheet in games:
        rarest = sorted(sheet.uses, key=lambda word: (common[word], word))
        rare = [word for word in rarest if common[word] <= RARE] or rarest[:RARE]
        rows.append(
            (
                f"`{sheet.id}`", sheet.title, sheet.players, sheet.kind, ", ".join(sheet.mechanics),
                str(sheet.lines), _length(sheet.decisions), _words(rare),
            )
        )  # fmt: skip
    head = ("ruleset", "title", "players", "kind", "mechanics", "lines", "length", "shows")
    return markdown_table(head, rows, right={5, 6})


def variants() -> str:
    """The table of the variants: what they add to their base."""
    known = {sheet.id: sheet for sheet in sheets()}
    rows = []
    for sheet in known.values():
        if sheet.base:
            base = known[sheet.base]
            rows.append(
                (
                    f"`{sheet.id}`", f"`{base.id}`", sheet.title, sheet.players, str(sheet.lines),
                    _length(sheet.decisions), _length(base.decisions), _words(sheet.uses - base.uses),
                )
            )  # fmt: skip
    head = ("variant", "of", "title", "players", "lines", "length", "length of the base", "uses besides")
    return markdown_table(head, rows, right={4, 5, 6})


def _words(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in sorted(words))


def used_by() -> str:
    """The words of the language and the games that use them, rarest first."""
    games = [sheet for sheet in sheets() if not sheet.base]
    common = Counter(word for sheet in games for word in sheet.uses)
    rows = []
    for word, number in sorted(common.items(), key=lambda item: (item[1], item[0])):
        users = [sheet.id for sheet in games if word in sheet.uses]
        named = ", ".join(f"`{user}`" for user in users[:6]) + (" …" if number > 6 else "")
        rows.append((f"`{word}`", str(number), named))
    return markdown_table(("word", "games", "in"), rows, right={1})


def page() -> str:
    """The whole page."""
    return (
        f"{_INTRODUCTION}\n## Rulesets\n\n{rulesets()}\n\n## Variants\n\n{variants()}\n\n"
        f"## Who uses what\n\nStatements, decisions, quantifiers, functions and declarations, rarest first; "
        f"to see one at work, open a game that uses it.\n\n{used_by()}\n"
    )
