"""How much of a game can be told in a language."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.ir import program as ir
from hoyle.ir.walk import walk
from hoyle.story.phrases import PHRASES
from hoyle.wording import LANGUAGE


def in_part(program: ir.Program, title: str, language: str) -> str | None:
    """What is in a language and what is not, in one line; None where all is."""
    texts = list(_texts(program))
    given = sum(language in text for text in texts)
    if language == LANGUAGE or (given == len(texts) and language in PHRASES):
        return None
    story = "the story is told in it" if language in PHRASES else "the story is told in English"
    own = f"of the {len(texts)} texts of {title} {given or 'none'} {'is' if given == 1 else 'are'} in it"
    return f"language {language}: {story}; {own}; all else, and what can be typed, is in English"


def _texts(program: ir.Program) -> Iterator[frozenset[str]]:
    """The languages of each text that a ruleset has for people: title, summary, questions and reasons."""
    yield from (frozenset(text) for text in (program.title, program.about) if text)
    rules = tuple(program.procs.values())
    reasons = [one.why for one in walk(rules) if isinstance(one, ir.Condition)]
    reasons += [requirement.why for requirement in program.requires]
    yield from (frozenset(why.languages) for why in reasons if why is not None)
    for one in walk(rules):
        if isinstance(one, ir.Decide) and one.question is not None:
            yield frozenset({LANGUAGE})
