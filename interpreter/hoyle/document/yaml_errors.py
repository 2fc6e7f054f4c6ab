"""Says in plain words what a YAML reader's error means, and where."""

from __future__ import annotations

import re

import yaml

from hoyle.diagnostics.catalogue.document import (
    BAD_INDENTATION,
    CONTROL_CHARACTER,
    TAB,
    UNCLOSED,
    YAML_ANCHOR,
    YAML_SYNTAX,
    YAML_TAG,
)
from hoyle.diagnostics.model import Code, Diagnostic, Place, Related, SourceFile
from hoyle.wording import counted

_CLOSING = {"[": "]", "{": "}"}
_GLUED = re.compile(r"\s*([A-Za-z_][\w-]*):(?![\s:])(\S.*?)\s*")


def syntax_finding(error: Exception, file: SourceFile, shift: int) -> Diagnostic:
    """The diagnostic for what the YAML reader raised; `shift` is what its offsets lack."""
    problem = str(getattr(error, "problem", None) or "")
    context = str(getattr(error, "context", None) or "")
    at = _offset(getattr(error, "problem_mark", None), file, shift)
    opened = _offset(getattr(error, "context_mark", None), file, shift)
    if at is None:
        at = opened if opened is not None else 0
    return _Reading(file, at, opened, problem, context).finding()


def _offset(mark: object, file: SourceFile, shift: int) -> int | None:
    if not isinstance(mark, yaml.Mark) and not hasattr(mark, "index"):
        return None
    return min(int(getattr(mark, "index", 0)) + shift, len(file.text))


class _Reading:
    """One error of the YAML reader, looked at together with the text around it."""

    def __init__(self, file: SourceFile, at: int, opened: int | None, problem: str, context: str) -> None:
        self.file = file
        self.text = file.text
        self.at = at
        self.opened = opened
        self.problem = problem
        self.context = context

    def finding(self) -> Diagnostic:
        """The first explanation that fits; libyaml and PyYAML word their problems differently."""
        problem, context = self.problem, self.context
        if "\t" in problem or "tab" in problem.split() or self._char() == "\t" or self._tab_before():
            return self._tab()
        if (unmarked := self._unmarked_text()) is not None:
            return unmarked
        if "quoted scalar" in context and ("end of stream" in problem or "document" in problem):
            return self._unclosed_quote()
        if "escape" in problem:
            return self._escape()
        if "tag" in context:
            help = "quote the text if it begins with `!`"
            return self._say(YAML_TAG, "YAML tags aren't used in rulesets", help)
        if "anchor" in context or "alias" in context:
            return self._say(
                YAML_ANCHOR,
                f"`{self._char(self.opened)}` begins an anchor or alias, which rulesets don't use",
                "quote the text if the character belongs to it",
            )
        if "flow" in context:
            return self._flow()
        if "mapping values are not allowed" in problem:
            return self._second_colon()
        if "cannot start any token" in problem:
            char = self._char()
            return self._say(YAML_SYNTAX, f"a value can't begin with `{char}`", "put it in quotation marks")
        if "simple key" in context or "could not find expected ':'" in problem:
            return self._no_colon()
        if "block scalar" in context:
            return self._block_header()
        if "sequence entries are not allowed" in problem:
            help = "begin each `- item` on a line of its own below the key"
            return self._say(YAML_SYNTAX, "a list item can't begin here", help)
        if "block collection" in context or "block sequence" in context:
            return self._dedent("this line doesn't belong to the list above: its items begin with `- `")
        if "block mapping" in context:
            return self._in_mapping()
        if "document start" in problem:
            return self._dedent("this line is indented less than the first key of the file")
        return self._say(YAML_SYNTAX, self._plain_words(), None)

    def _char(self, offset: int | None = None) -> str:
        offset = self.at if offset is None else offset
        return self.text[offset : offset + 1]

    def _say(
        self, code: Code, message: str, help: str | None, place: Place | None = None, *related: Related
    ) -> Diagnostic:
        return Diagnostic(code, message, place or self._word(self.at), related, help)

    def _word(self, offset: int) -> Place:
        """The word at an offset, so that the underline shows more than a single character."""
        found = re.compile(r"[\w.-]+").match(self.text, offset)
        end = found.end() if found else min(offset + 1, len(self.text))
        return Place(self.file, offset, max(end, offset))

    def _line_before(self) -> str:
        return self.text[self.text.rfind("\n", 0, self.at) + 1 : self.at]

    def _tab_before(self) -> bool:
        before = self._line_before()
        return "\t" in before and not before.strip()

    def _tab(self) -> Diagnostic:
        line_start = self.text.rfind("\n", 0, self.at) + 1
        found = re.compile(r"[ ]*(\t+)").match(self.text, line_start)
        start, end = found.span(1) if found and found.start(1) <= self.at else (self.at, self.at + 1)
        return self._say(TAB, "a tab can't indent a line", "use blanks", Place(self.file, start, end))

    def _unclosed_quote(self) -> Diagnostic:
        start = self.at if self.opened is None else self.opened
        line_end = self.text.find("\n", start)
        place = Place(self.file, start, len(self.text) if line_end < 0 else line_end)
        return self._say(UNCLOSED, f"the quotation mark {self._char(start)} is never closed", None, place)

    def _escape(self) -> Diagnostic:
        # libyaml points at the backslash and PyYAML behind it.
        start = self.at if self._char() == "\\" else self.text.rfind("\\", 0, self.at)
        start = self.at if start < 0 else start
        if code := re.compile(r"\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8}").match(self.text, start):
            help = "write the character itself, or `\\U` and its number in eight digits"
            place = Place(self.file, *code.span())
            if 0xD800 <= int(code.group()[2:], 16) <= 0xDFFF:
                message = f"`{code.group()}` is half of a surrogate pair"
                return self._say(CONTROL_CHARACTER, message, help, place)
            return self._say(YAML_SYNTAX, f"`{code.group()}` is no character", help, place)
        return self._say(
            YAML_SYNTAX,
            f"`{self.text[start : start + 2]}` is no escape that YAML knows",
            "write `\\\\` for a backslash, or use 'single quotes'",
            Place(self.file, start, min(start + 2, len(self.text))),
        )

    def _flow(self) -> Diagnostic:
        opened = self.at if self.opened is None else self.opened
        bracket = self._char(opened)
        if bracket not in _CLOSING:
            return self._say(YAML_SYNTAX, "a value is missing here", None)
        closing = _CLOSING[bracket]
        related = Related(Place(self.file, opened, opened + 1), "opened here")
        char = self._char()
        if char in ("]", "}") and char != closing:
            message = f"`{char}` closes what `{bracket}` opened"
            return self._say(UNCLOSED, message, f"write `{closing}`", None, related)
        same_line = "\n" not in self.text[opened : self.at]
        if same_line and char == ":":
            return self._say(
                YAML_SYNTAX,
                f"a second `:` in one entry of `{bracket}…{closing}`",
                "put the value in quotation marks, or a comma between two entries",
                None,
                related,
            )
        if same_line and char not in ("", "\r", "\n"):
            key = re.search(r"[\w-]+$", self.text[opened : self.at])
            if char == "[" and key is not None and re.match(r"\[[^\],}]*\]\s*:", self.text[self.at :]):
                whole = key.group() + self.text[self.at : self.text.index("]", self.at) + 1]
                message = f"inside `{bracket}…{closing}` a key with brackets is quoted"
                return self._say(
                    YAML_SYNTAX, message, f'write `"{whole}"`, or each entry on a line', None, related
                )
            message = f"`{char}` can't stand here: entries of `{bracket}…{closing}` are separated by commas"
            return self._say(YAML_SYNTAX, message, "put the value in quotation marks", None, related)
        return self._say(
            UNCLOSED,
            f"the bracket `{bracket}` isn't closed",
            f"write `{closing}` before the next key, and a comma between entries",
            related.place,
            Related(self._word(self.at), "here it can't go on"),
        )

    def _second_colon(self) -> Diagnostic:
        before = self._line_before()
        if re.search(r":\s", before):
            help = "put the value in quotation marks if the colon belongs to it"
            return self._say(YAML_SYNTAX, "a second `: ` on one line", help)
        start = self.at - len(before.lstrip())
        if self.at - start > 1024:
            return self._say(YAML_SYNTAX, "a key longer than 1,024 characters", None)
        above = self.text[: self.at - len(before)].rstrip().rpartition("\n")[2]
        if glued := _GLUED.fullmatch(above):
            offset = self.text.rindex(above, 0, self.at - len(before))
            return self._glued(offset + glued.start(1), *glued.groups())
        if len(above) - len(above.lstrip()) == len(before) - len(before.lstrip()):
            help = "write `key: value` there, or indent this line if it belongs to it"
            message = "a key can't begin here: the line above has no `:`"
            return self._say(YAML_SYNTAX, message, help, Place(self.file, start, self.at))
        return self._say(
            BAD_INDENTATION,
            "this key is indented deeper than the keys above, and the line above already has a value",
            "begin it in the same column as the keys above",
            Place(self.file, start, self.at),
        )

    def _no_colon(self) -> Diagnostic:
        start = self.at if self.opened is None else self.opened
        line_end = self.text.find("\n", start)
        line = self.text[start : len(self.text) if line_end < 0 else line_end].rstrip()
        if glued := _GLUED.fullmatch(line):
            return self._glued(start + glued.start(1), *glued.groups())
        place = Place(self.file, start, start + max(len(line), 1))
        help = "write `key: value`, or indent the line if it goes on with the value above"
        return self._say(YAML_SYNTAX, "a key without `:`", help, place)

    def _glued(self, start: int, key: str, value: str) -> Diagnostic:
        """A key and its value without a blank between them, which YAML takes for one word."""
        place = Place(self.file, start, start + len(key) + 1 + len(value))
        return self._say(YAML_SYNTAX, "a blank is missing behind the `:`", f"write `{key}: {value}`", place)

    def _block_header(self) -> Diagnostic:
        start = self.at if self.opened is None else self.opened
        if "comment or line break" in self.problem or "indicator" in self.problem:
            message = f"nothing may stand on the line after `{self._char(start)}`"
            return self._say(YAML_SYNTAX, message, "begin the text on the next line, indented")
        message = "the first lines of this block are indented deeper than what follows"
        return self._say(BAD_INDENTATION, message, "empty lines before the text may not be longer")

    def _dedent(self, message: str) -> Diagnostic:
        related = []
        if self.opened is not None and self.opened < self.at:
            related.append(Related(self._word(self.opened), "this is where it began"))
        help = "begin it in the column of the lines it belongs to"
        return self._say(BAD_INDENTATION, message, help, None, *related)

    def _in_mapping(self) -> Diagnostic:
        before = self._line_before()
        if before.strip():
            char = self._char()
            if char in ("]", "}"):
                return self._say(YAML_SYNTAX, f"`{char}` closes a bracket that was never opened", None)
            message = "the value has already ended, and more text follows on the line"
            return self._say(YAML_SYNTAX, message, "put the whole value in quotation marks")
        if self._char() in ("]", "}"):
            return self._say(YAML_SYNTAX, f"`{self._char()}` closes a bracket that was never opened", None)
        return self._short_of_text() or self._dedent("this line's indentation fits none of the lines above")

    def _unmarked_text(self) -> Diagnostic | None:
        """Lines of the action language under a key without `|`."""
        at = self.at if self.opened is None or "simple key" not in self.context else self.opened
        start = self.text.rfind("\n", 0, at) + 1
        column = at - start
        for found in reversed(list(re.finditer(r"^( *)(\S.*)$", self.text[:start], re.MULTILINE))):
            if len(found.group(1)) >= column:
                continue
            column = len(found.group(1))
            key = re.fullmatch(r"(do|add):\s*(#.*)?", found.group(2))
            if key is not None:
                place = Place(self.file, found.start(2), found.start(2) + len(key.group(1)) + 1)
                message = f"the lines below `{key.group(1)}` are a text, which YAML is not told"
                return self._say(YAML_SYNTAX, message, f"write `{key.group(1)}: |`", place)
        return None

    def _short_of_text(self) -> Diagnostic | None:
        """A line that is indented less than the block text that it goes on with."""
        column = len(self._line_before())
        lines = [line for line in self.text[: self.at - column].split("\n") if line.strip()]
        texts = 0  # lines of the text so far, from below
        for line in reversed(lines):
            if len(line) - len(line.lstrip()) > column:
                texts += 1
                first = line
                continue
            header = re.search(r"([\w-]+):\s*[|>][-+0-9]*\s*(#.*)?$", line)
            if header is None or not texts:
                return None
            short = len(first) - len(first.lstrip()) - column
            message = f"this line is indented less than the text under `{header.group(1)}` that it belongs to"
            return self._say(BAD_INDENTATION, message, f"indent it by {counted(short, 'blank')} more")
        return None

    def _plain_words(self) -> str:
        known = {
            "node content": "a value is missing here",
            "mapping keys are not allowed": "a key can't begin here",
            "directive": "a line that begins with `%` isn't used in rulesets",
            "incompatible YAML document": "only YAML 1.1 and 1.2 are known",
        }
        for fragment, words in known.items():
            if fragment in self.problem or fragment in self.context:
                return words
        return f"this isn't YAML: {self.problem}" if self.problem else "this isn't YAML"
