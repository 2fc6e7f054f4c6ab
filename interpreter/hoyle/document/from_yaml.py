"""Reads a YAML file into the located tree, with a finding for everything a ruleset may not use."""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from hoyle.diagnostics.catalogue.document import (
    BAD_KEY,
    CONTROL_CHARACTER,
    DUPLICATE_KEY,
    NOT_A_MAPPING,
    NOT_UTF8,
    SEVERAL_DOCUMENTS,
    TOO_LARGE,
    UNREADABLE_FILE,
    YAML_ANCHOR,
    YAML_TAG,
)
from hoyle.diagnostics.model import Findings, Place, Related, SourceFile
from hoyle.document.nodes import Entry, Map, Node, Scalar, Seq, Style

MOST_BYTES = 1 << 20
MOST_NODES = 50_000
MOST_DEPTH = 40
_MOST_ODD_CHARACTERS = 20

# Other line ends than \n and \r\n would make line numbers differ between editors.
_ODD_IN_FILE = re.compile(
    r"[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]|\r(?!\n)"
)
_ODD_IN_TEXT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
# Every ruleset has it, whatever else is wrong with it.
_RULESET = re.compile(r"""^(?:hoyle|"hoyle"|'hoyle')[ \t]*:""", re.MULTILINE)
_PROPERTY = re.compile(r"(?:(?P<anchor>&\S+)|(?P<tag>!\S*))(?:\s|#.*)*")
_STYLES: dict[str, Style] = {"'": "single", '"': "double", "|": "literal", ">": "folded"}


def read_path(path: str | Path, findings: Findings) -> SourceFile | None:
    """The file's text, if it can be opened and is UTF-8; a leading byte order mark is dropped."""
    name = str(path)
    nothing = Place(SourceFile(name, ""), 0, 0)
    try:
        content = _bytes_of(Path(path))
    except FileNotFoundError:
        findings.report(UNREADABLE_FILE, nothing, f"there is no file `{name}`")
        return None
    except IsADirectoryError:
        findings.report(UNREADABLE_FILE, nothing, f"`{name}` is a folder, not a file")
        return None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        findings.report(UNREADABLE_FILE, nothing, f"`{name}` can't be read: {reason}")
        return None
    if len(content) > MOST_BYTES:
        findings.report(TOO_LARGE, nothing, "the file is larger than 1 MiB")
        return None
    try:
        return SourceFile(name, content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        # Shown with replacement characters, so that the line can be recognised.
        before = content[: error.start].decode("utf-8-sig")
        shown = SourceFile(name, content.decode("utf-8-sig", "replace"))
        place = Place(shown, len(before), len(before) + 1)
        message = f"the file isn't UTF-8: byte {content[error.start]:02X} makes no character"
        findings.report(NOT_UTF8, place, message, help="save it as UTF-8")
        return None


def read_base(path: Path, findings: Findings) -> SourceFile | None:
    """As `read_path`, of a file that a ruleset names: unless it is a ruleset, nothing of it is told.

    It may be anything on this machine, and who wrote the ruleset is not who reads the message.
    """
    own = Findings()
    file = read_path(path, own)
    if file is not None and _RULESET.search(file.text):
        return file
    quoted = [file.text] if file is not None else [finding.place.file.text for finding in own.each]
    if any(text and not _RULESET.search(text) for text in quoted):
        nothing = Place(SourceFile(str(path), ""), 0, 0)
        message = f"`{path}` is no ruleset: it has no line `hoyle: 1`"
        findings.report(UNREADABLE_FILE, nothing, message, help="name a ruleset, or add that line to it")
    else:
        for finding in own.each:
            findings.add(finding)
    return None


def _bytes_of(path: Path) -> bytes:
    """What is in a regular file; never waits, and reads no more than is there.

    The system shows much of itself as regular files that are empty until they are read, and some never end.
    """
    flags = (
        os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_BINARY", 0)
    )
    if not stat.S_ISREG(path.stat().st_mode):  # before it is opened, which some devices notice
        raise IsADirectoryError if path.is_dir() else ValueError("it is not a regular file")
    descriptor = os.open(path, flags)
    with os.fdopen(descriptor, "rb") as stream:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise ValueError("it is not a regular file")
        return stream.read(min(status.st_size, MOST_BYTES + 1))


def read(file: SourceFile, findings: Findings) -> Map | None:
    """The file's tree, or nothing if it is too broken for one; every fault is a finding.

    A tree is also returned where only single entries are wrong (a key twice, a tag), so that later passes
    can look at the rest.
    """
    if not _readable(file, findings):
        return None
    # The reader skips a byte order mark without counting it.
    shift = 1 if file.text.startswith("\ufeff") else 0
    builder = _Builder(file, shift, findings)
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        # Events rather than composed nodes: they show aliases, and they never recurse.
        for event in yaml.parse(file.text[shift:], Loader=loader):
            if not builder.take(event):
                return None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        from hoyle.document.yaml_errors import syntax_finding

        findings.add(syntax_finding(error, file, shift))
        builder.abandon()
        return None
    return builder.tree()


def _readable(file: SourceFile, findings: Findings) -> bool:
    """Whether the text is small enough and has no invisible characters."""
    start = Place(file, 0, 0)
    if len(file.text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        findings.report(TOO_LARGE, start, "the file is larger than 1 MiB")
        return False
    found = 0
    for odd in _ODD_IN_FILE.finditer(file.text, 1 if file.text.startswith("\ufeff") else 0):
        found += 1
        if found <= _MOST_ODD_CHARACTERS:
            place = Place(file, odd.start(), odd.end())
            findings.report(CONTROL_CHARACTER, place, _name_of(odd.group()), help="delete it")
    return not found


def _name_of(char: str) -> str:
    named = {
        "\r": "a carriage return without a line feed",
        "\ufeff": "a byte order mark in the middle of the file",
        "\0": "a NUL character",
        "\x85": "a line end that isn't a line feed (U+0085)",
        "\u2028": "a line end that isn't a line feed (U+2028)",
        "\u2029": "a line end that isn't a line feed (U+2029)",
    }
    if "\ud800" <= char <= "\udfff":
        return f"half of a surrogate pair (U+{ord(char):04X})"
    return named.get(char, f"an invisible character (U+{ord(char):04X})")


@dataclass(slots=True)
class _Open:
    """A collection that hasn't ended yet."""

    start: int
    flow: bool
    mapping: bool
    children: list[Node] = field(default_factory=list)


class _Builder:
    """Builds the tree from the reader's events."""

    def __init__(self, file: SourceFile, shift: int, findings: Findings) -> None:
        self.file = file
        self.shift = shift
        self.findings = findings
        self.open: list[_Open] = []
        self.root: Node | None = None
        self.nodes = 0
        self.documents = 0
        self.aliases = False

    def take(self, event: yaml.Event) -> bool:
        """Takes the next event in; false when the rest of the file isn't worth reading."""
        if isinstance(event, yaml.DocumentStartEvent):
            return self._document(event)
        if isinstance(event, yaml.ScalarEvent):
            self._scalar(event)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(event)
        elif isinstance(event, yaml.CollectionStartEvent):
            start = self._properties(event)
            mapping = isinstance(event, yaml.MappingStartEvent)
            if len(self.open) >= MOST_DEPTH:
                place = Place(self.file, start, min(start + 1, len(self.file.text)))
                self.findings.report(TOO_LARGE, place, f"nested deeper than {MOST_DEPTH} levels")
                return False
            self.open.append(_Open(start, bool(event.flow_style), mapping))
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(event)
            return True
        else:
            return True
        self.nodes += 1
        if self.nodes > MOST_NODES:
            place = Place(self.file, self._index(event.start_mark), self._index(event.end_mark))
            self.findings.report(TOO_LARGE, place, f"the file holds more than {MOST_NODES:,} values")
            return False
        return True

    def tree(self) -> Map | None:
        """The root mapping, once all events are in."""
        if isinstance(self.root, Map):
            return None if self.aliases else self.root
        if self.root is None or (isinstance(self.root, Scalar) and self.root.value is None):
            message = "the file is empty"
        elif isinstance(self.root, Seq):
            message = "the file holds a list, where keys with values are expected"
        else:
            message = "the file holds a single text, where keys with values are expected"
        place = Place(self.file, 0, 0) if self.root is None else _first_line(self.root.place)
        scenarios = self.file.name.endswith(".scenarios.yaml")
        help = "begin with `for:` and the id of a ruleset" if scenarios else "begin with `hoyle: 1`"
        self.findings.report(NOT_A_MAPPING, place, message, help=help)
        return None

    def abandon(self) -> None:
        """Reports what is wrong with the keys of the collections that a syntax error leaves open."""
        for unfinished in self.open:
            if unfinished.mapping:
                children = unfinished.children
                self._entries(children[: len(children) // 2 * 2])

    def _index(self, mark: object) -> int:
        return min(int(getattr(mark, "index", 0)) + self.shift, len(self.file.text))

    def _document(self, event: yaml.DocumentStartEvent) -> bool:
        self.documents += 1
        start, end = self._index(event.start_mark), self._index(event.end_mark)
        if self.documents > 1:
            message = "a second YAML document begins here"
            place = Place(self.file, start, max(start, end))
            self.findings.report(SEVERAL_DOCUMENTS, place, message, help="keep one ruleset a file")
            return False
        if event.tags:
            place = _first_line(Place(self.file, start, max(start, end)))
            self.findings.report(YAML_TAG, place, "YAML tags aren't used in rulesets", help="delete the line")
        return True

    def _properties(self, event: yaml.NodeEvent) -> int:
        """Reports the tag and anchor before a node, and says where the node itself begins."""
        start = self._index(event.start_mark)
        if event.anchor is None and getattr(event, "tag", None) is None:
            return start
        while found := _PROPERTY.match(self.file.text, start, self._index(event.end_mark)):
            word = found.group("anchor") or found.group("tag")
            place = Place(self.file, start, start + len(word))
            word = word if len(word) <= 40 else word[:39] + "…"
            if found.group("anchor"):
                self.findings.report(
                    YAML_ANCHOR, place, "YAML anchors aren't used in rulesets", help=f"delete `{word}`"
                )
            else:
                help = f"delete `{word}`, or quote the text if it belongs to it"
                self.findings.report(YAML_TAG, place, "YAML tags aren't used in rulesets", help=help)
            start = found.end()
        return start

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        end = self._index(event.end_mark)
        start = min(self._properties(event), end)
        style = _STYLES.get(event.style or "", "plain")
        in_flow = bool(self.open) and self.open[-1].flow
        scalar = Scalar(event.value, Place(self.file, start, end), style, in_flow)
        if odd := _ODD_IN_TEXT.search(event.value):
            place = scalar.place_of(odd.start(), odd.end())
            self.findings.report(CONTROL_CHARACTER, place, _name_of(odd.group()), help="delete it")
        self._add(scalar)

    def _alias(self, event: yaml.AliasEvent) -> None:
        self.aliases = True
        place = Place(self.file, self._index(event.start_mark), self._index(event.end_mark))
        message = "YAML aliases aren't used in rulesets"
        help = "write the value out, or quote the text if it begins with `*`"
        self.findings.report(YAML_ANCHOR, place, message, help=help)
        self._add(Scalar("", place, "plain", bool(self.open) and self.open[-1].flow))

    def _add(self, node: Node) -> None:
        if self.open:
            self.open[-1].children.append(node)
        elif self.root is None:
            self.root = node

    def _close(self, event: yaml.CollectionEndEvent) -> None:
        closed = self.open.pop()
        start, end = closed.start, self._index(event.end_mark)
        if not closed.flow and closed.children:
            # A block collection "ends" where the next token begins, below comments and empty lines.
            end = min(max(child.place.end for child in closed.children), end)
        place = Place(self.file, start, max(start, end))
        node: Node
        if closed.mapping:
            node = Map(self._entries(closed.children), place, closed.flow)
        else:
            node = Seq(tuple(closed.children), place, closed.flow)
        self._add(node)

    def _entries(self, children: list[Node]) -> tuple[Entry, ...]:
        """The entries of a mapping, without those whose key can't be one."""
        entries: dict[str, Entry] = {}
        for key, value in zip(children[::2], children[1::2], strict=True):
            if not isinstance(key, Scalar):
                kind = "a list" if isinstance(key, Seq) else "a mapping"
                self.findings.report(BAD_KEY, _first_line(key.place), f"{kind} can't be a key")
            elif not key.text or "\n" in key.text:
                message = "a key is missing here" if not key.text else "a key must fit on one line"
                self.findings.report(BAD_KEY, _first_line(key.place), message)
            elif key.text == "<<" and key.style == "plain":
                message = "YAML merge keys aren't used in rulesets"
                self.findings.report(YAML_ANCHOR, key.place, message, help="write the entries out")
            elif (first := entries.get(key.text)) is not None:
                related = [Related(first.key.place, "first written here")]
                message = f"the key `{key.text}` stands here a second time"
                self.findings.report(DUPLICATE_KEY, key.place, message, related=related)
            else:
                entries[key.text] = Entry(key, value)
        return tuple(entries.values())


def _first_line(place: Place) -> Place:
    """The part of a place that stands on its first line."""
    line_end = place.file.text.find("\n", place.start, place.end)
    return place if line_end < 0 else Place(place.file, place.start, line_end)
