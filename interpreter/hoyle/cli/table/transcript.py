"""A game as a transcript: what each did and what came of it, as text or Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from hoyle.story.teller import Sentence

Format: TypeAlias = Literal["text", "markdown"]

_INDENTS = {"choice": "  ", "effect": "    ", "aside": "      ", "score": "    "}
_SPECIAL = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]<>|#"})


def transcript(sentences: Sequence[Sentence], format: Format, title: str, asides: bool = False) -> list[str]:
    """The lines of a transcript."""
    told = [sentence for sentence in sentences if asides or sentence.kind != "aside"]
    if format == "text":
        return [_INDENTS.get(sentence.kind, "") + sentence.text for sentence in told]
    return [f"# {title.translate(_SPECIAL)}", "", *_markdown(told)]


def _markdown(sentences: Sequence[Sentence]) -> Iterator[str]:
    """A heading for each round, a numbered line for each choice, what came of it below."""
    number = 0
    for sentence in sentences:
        text = sentence.text.translate(_SPECIAL)
        match sentence.kind:
            case "opening" | "end":
                yield from (text, "")
            case "round":
                yield from ("", f"## {text}", "")
            case "choice":
                number += 1
                yield f"{number}. **{text}**"
            case "effect" | "score":
                yield f"   - {text}" if number else f"- {text}"
            case "aside":
                yield f"   - *{text}*" if number else f"- *{text}*"
