"""The texts that are open in the editor, and what the stages make of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote, unquote, urlparse

from hoyle.checked.model import Model
from hoyle.diagnostics.model import Diagnostic, SourceFile
from hoyle.lint.suppression import without_allowed
from hoyle.pipeline import Work, run
from hoyle.scenarios.file import read_scenarios_root


def path_of(uri: str) -> Path | None:
    """The file that an address names; nothing for a text that was never saved."""
    parsed = urlparse(uri)
    if parsed.scheme != "file":
        return None
    path = unquote(parsed.path)
    # file:///C:/games/stop.yaml
    return Path(path[1:] if len(path) > 2 and path[2] == ":" else path)


def uri_of(path: Path) -> str:
    """The address of a file."""
    resolved = path.resolve().as_posix()
    return "file://" + quote(resolved if resolved.startswith("/") else f"/{resolved}")


@dataclass(eq=False)
class Buffer:
    """One open text; `good` is the last work that came as far as a model."""

    uri: str
    text: str
    version: int = 0
    work: Work | None = None
    good: Work | None = None
    findings: list[Diagnostic] = field(default_factory=list)
    told: bool = False  # whether the editor has the findings
    bases: set[Path] = field(default_factory=set)  # files that it extends, or would if they were there

    @property
    def name(self) -> str:
        path = path_of(self.uri)
        return str(path) if path is not None else self.uri

    @property
    def holds_scenarios(self) -> bool:
        return self.name.endswith((".scenarios.yaml", ".scenarios.yml"))

    @property
    def current(self) -> Model | None:
        """The model of the text as it stands, if it has one."""
        return self.work.model if self.work is not None else None

    @property
    def latest(self) -> Model | None:
        """The model of the text, or of the last text that had one."""
        return self.current or (self.good.model if self.good is not None else None)


class Buffers:
    """All open texts by address."""

    def __init__(self) -> None:
        self._all: dict[str, Buffer] = {}

    def __iter__(self) -> Iterator[Buffer]:
        return iter(self._all.values())

    def put(self, uri: str, text: str, version: int) -> Buffer:
        """Takes in a text that was opened or changed; nothing is worked out before somebody asks."""
        buffer = self._all.setdefault(uri, Buffer(uri, text))
        buffer.text, buffer.version = text, version
        _forget(buffer)
        self._forget_variants(uri)
        return buffer

    def drop(self, uri: str) -> None:
        """Forgets a closed text; its variants read the file again."""
        self._all.pop(uri, None)
        self._forget_variants(uri)

    def forget_all(self) -> None:
        """Files may have changed on the disk: every text is to be worked out anew."""
        for buffer in self:
            _forget(buffer)

    def _forget_variants(self, uri: str) -> None:
        path = _resolved(uri)
        for other in self:
            if path is not None and path in other.bases:
                _forget(other)

    def get(self, uri: str) -> Buffer | None:
        """The open text, worked out as far as its errors let it go."""
        buffer = self._all.get(uri)
        if buffer is not None and buffer.work is None:
            self._work_out(buffer)
        return buffer

    def untold(self) -> list[Buffer]:
        """The texts with findings that the editor has not got: what changed, and its open variants."""
        return [buffer for buffer in self if not buffer.told]

    def _work_out(self, buffer: Buffer) -> None:
        file = SourceFile(buffer.name, buffer.text)
        if buffer.holds_scenarios:
            buffer.work = Work(file)
            read_scenarios_root(file, buffer.work.findings)
        else:
            buffer.work = self.run(file)
            buffer.bases = buffer.work.sought
        if buffer.work.model is not None:
            buffer.good = buffer.work
        buffer.findings = without_allowed(buffer.work.findings.sorted, [file])

    def run(self, file: SourceFile, until: str = "lint") -> Work:
        """Takes a text through the stages, with bases as they stand in the editor."""
        texts = {_resolved(buffer.uri): buffer.text for buffer in self}
        return run(file, until, open_texts={path: text for path, text in texts.items() if path is not None})


def _forget(buffer: Buffer) -> None:
    buffer.work, buffer.told = None, False


def _resolved(uri: str) -> Path | None:
    path = path_of(uri)
    return path.resolve() if path is not None else None
