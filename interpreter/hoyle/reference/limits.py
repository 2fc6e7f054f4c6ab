"""Every limit in one table: `docs/limits.md`, and the short list in `docs/language.md`."""

from __future__ import annotations

from dataclasses import dataclass
from types import ModuleType
from typing import Literal, TypeAlias

from hoyle.checked import boards, components, declarations, players
from hoyle.cli import files, playing
from hoyle.document import extends, from_yaml
from hoyle.ir.nodes import LARGEST
from hoyle.plan import limits
from hoyle.plan.faults import FAULTS
from hoyle.play import refusals, traces
from hoyle.random import MASK
from hoyle.syntax import build, parser, rules
from hoyle.tables import markdown_table

_MADE = "<!-- made by `python -m hoyle.reference`; change its limits.py instead -->"
Chapter: TypeAlias = Literal["reading", "declaring", "playing", "running"]

CHAPTERS: dict[Chapter, str] = {
    "reading": "While a file is read; each is a finding with its place",
    "declaring": "While a ruleset is checked; each is a finding with its place",
    "playing": "While a game is played; each is an error that names the rule, the same in every build",
    "running": "In commands",
}


@dataclass(frozen=True, slots=True)
class Limit:
    """How much there may be of something, where that is counted, and what is said beyond it."""

    name: str  # which a test that reaches it has, too
    chapter: Chapter
    what: str
    most: str
    counted: ModuleType
    says: str


def _fault(code: str, what: str, most: str) -> Limit:
    return Limit(code, "playing", what, most, limits, FAULTS[code].words)


LIMITS: tuple[Limit, ...] = (
    Limit("file", "reading", "bytes of a file", f"{from_yaml.MOST_BYTES:,}", from_yaml,
          "the file is larger than 1 MiB"),
    Limit("values of a file", "reading", "values in a file", f"{from_yaml.MOST_NODES:,}", from_yaml,
          f"the file holds more than {from_yaml.MOST_NODES:,} values"),
    Limit("nesting", "reading", "levels of YAML", f"{from_yaml.MOST_DEPTH}", from_yaml,
          f"nested deeper than {from_yaml.MOST_DEPTH} levels"),
    Limit("bases", "reading", "rulesets that a variant builds on", f"{extends.MOST_BASES}", extends,
          f"this ruleset builds on more than {extends.MOST_BASES} others"),
    Limit("text", "reading", "characters of one text of the action language", f"{parser.MAX_LENGTH:,}",
          parser, f"this text has 40,001 characters, {parser.MAX_LENGTH:,} are allowed"),
    Limit("nesting of a text", "reading", "levels inside it", f"{build.MAX_DEPTH}", build,
          "this is nested too deeply to be read"),
    Limit("conditions", "reading", "parts of a variant's conditions, with what `base` stands for",
          f"{rules.MOST_PARTS:,}", rules, f"these conditions have more than {rules.MOST_PARTS:,} parts"),
    Limit("players", "declaring", "players", f"{players.MAX_PLAYERS}", players,
          "the number of players is not understood"),
    Limit("pieces", "declaring", "pieces of all components", f"{components.MAX_PIECES:,}", components,
          f"more than {components.MAX_PIECES:,} pieces"),
    Limit("ring", "declaring", "nodes of a board", f"{boards.MAX_NODES:,}", boards,
          f"a ring is a number of nodes, from 2 to {boards.MAX_NODES:,}"),
    Limit("grid", "declaring", "columns and rows of a grid", f"{boards.MAX_SIDE}", boards,
          "a grid is written `[columns, rows]`, each from 1 to 100"),
    Limit("range", "declaring", "numbers of a range with a name", f"{declarations.MAX_RANGE:,}", declarations,
          f"is too long: one with a name has at most {declarations.MAX_RANGE:,} numbers"),
    Limit("indices", "declaring", "indices of a variable or zone", f"{declarations.MOST_INDICES}",
          declarations, f"5 indices are too many: there may be {declarations.MOST_INDICES}"),
    Limit("indexed values", "declaring", "values of a variable with several indices",
          f"{declarations.MOST_VALUES:,}", declarations, f"{declarations.MOST_VALUES:,} are allowed"),
    _fault("too large", "numbers, and what lies between", f"-{LARGEST:,} to {LARGEST:,}"),
    _fault("fuel", "steps between two decisions, or for all that is written about one", f"{limits.FUEL:,}"),
    _fault("jumps", "turns of a loop that may ask, and calls in a circle, between two decisions",
           f"{limits.MOST_JUMPS:,}"),
    _fault("depth", "calls inside calls", f"{limits.DEEPEST:,}"),
    _fault("list length", "items of a list", f"{limits.LONGEST_LIST:,}"),
    _fault("values", "values in all lists of a variable that is a list for each of many",
           f"{limits.MOST_VALUES:,}"),
    _fault("memory", "numbers in all records of a memory", f"{limits.MOST_VALUES:,}"),
    _fault("selections", "ways to pick several of a list", f"{limits.MOST_SELECTIONS:,}"),
    _fault("choices", "choices of a decision", f"{limits.MOST_CHOICES:,}"),
    _fault("decisions", "decisions of a match", f"{limits.MOST_DECISIONS:,}"),
    Limit("seed", "running", "a seed", f"0 to {MASK}", playing, f"must be at most {MASK}"),
    Limit("workers", "running", "processes that play", f"{playing.MOST_WORKERS}", playing,
          f"must be at most {playing.MOST_WORKERS}"),
    Limit("trace", "running", "bytes of the trace of one game; a trace may have any number of games",
          f"{traces.MOST_BYTES:,}", traces, traces.TOO_LONG),
    Limit("saved game", "running", "bytes of a saved game", f"{files.MOST_BYTES:,}", files,
          f"is larger than {files.MOST_BYTES >> 20} MiB, the most that is read at once"),
)  # fmt: skip


_OPENING = """\
A ruleset can do no harm: whatever it says, every command ends soon, in little memory, with a message. So
there is a limit on everything, far from what a game needs, and each is counted in one place. Tests reach
every one of them. [semantics.md](semantics.md) says what costs how many steps."""

_CLOSING = f"""\
Labels, questions and reasons have no limit of their own: each expression in one costs {limits.STEPS.VALUE:,}
steps. Events have none either: each change costs {limits.STEPS.CHANGE} steps, and a trace has a limit in
all. A label that is not among the choices is explained by trying at most {refusals.MOST_TRIES:,} ways to
read it."""


def page() -> str:
    """The page about all of them."""
    parts = [_MADE, "# Limits", _OPENING]
    for chapter, about in CHAPTERS.items():
        rows = [
            (one.what, one.most, one.says, f"`{_path(one.counted)}`")
            for one in LIMITS
            if one.chapter == chapter
        ]
        table = markdown_table(("what", "at most", "what is said beyond it", "counted in"), rows)
        parts += [f"## {chapter.capitalize()}", f"{about}.", table]
    return "\n\n".join([*parts, _CLOSING]) + "\n"


def short() -> str:
    """What an author may come up against, without the messages."""
    rows = [(one.what, one.most) for one in LIMITS if one.chapter != "running"]
    return markdown_table(("what", "limit"), rows)


def _path(module: ModuleType) -> str:
    return f"interpreter/{module.__name__.replace('.', '/')}.py"
