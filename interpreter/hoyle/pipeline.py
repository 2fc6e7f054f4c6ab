"""The way of a ruleset, stage by stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from hoyle.bundled import bundled
from hoyle.diagnostics import suggest as suggestions
from hoyle.diagnostics.catalogue.document import TOO_LARGE
from hoyle.diagnostics.model import Diagnostic, Findings, Place, RulesetError, SourceFile
from hoyle.stack import TooDeep, with_room

if TYPE_CHECKING:
    from hoyle.checked.model import Model
    from hoyle.document.nodes import Document
    from hoyle.document.pruning import Pruned
    from hoyle.family import Family, OptionValue
    from hoyle.ir.program import Program
    from hoyle.syntax.ruleset import Ruleset


@dataclass
class Work:
    """A ruleset on its way, with what the stages so far have made of it."""

    file: SourceFile
    findings: Findings = field(default_factory=Findings)
    open_texts: Mapping[Path, str] = field(default_factory=dict)  # go before the files they are saved in
    sought: set[Path] = field(default_factory=set)  # its bases, and where they would be if they were there
    document: Document | None = None
    pruned: Pruned | None = None  # what the schema left of the document
    syntax: Ruleset | None = None
    model: Model | None = None
    program: Program | None = None
    family: Family | None = None  # where there is a program for each shape
    every_shape: bool = False  # whether to look at all of them
    note: str = ""  # which shapes were looked at, where it was not all

    def shaped(self, players: int, options: Mapping[str, OptionValue]) -> Work:
        """The same with the model and program of a shape; RulesetError if the ruleset has errors in it."""
        if self.family is None:
            return self
        family = self.family
        return replace(
            self, model=family.model(players, options), program=family.program(players, options), family=None
        )


def _read(work: Work) -> None:
    from hoyle.document.extends import load_document

    def find_base(name: str, variant: SourceFile) -> SourceFile | None:
        return _find_base(name, variant, work)

    work.document = load_document(work.file, find_base, work.findings, bundled())


def _schema(work: Work) -> None:
    from hoyle.document.pruning import prune
    from hoyle.document.schema import check_document
    from hoyle.syntax.flow_expressions import check_flow_expressions

    if work.document is None:
        return
    check_document(work.document, work.findings)
    for layer in work.document.layers:
        check_flow_expressions(layer, work.findings)
    work.pruned = prune(work.document, work.findings)


def _parse(work: Work) -> None:
    from hoyle.syntax.from_document import parse_ruleset

    if work.document is not None and work.pruned is not None:
        work.syntax = parse_ruleset(work.document, work.pruned, work.findings)


def _check(work: Work) -> None:
    from hoyle.checked.from_syntax import check_ruleset

    if work.syntax is None:
        return
    if work.every_shape and work.syntax.shaping:
        from hoyle.lint.shapes import check_shapes

        work.model, work.note = check_shapes(work.syntax, work.findings)
    else:
        work.model = check_ruleset(work.syntax, work.findings)


def _lint(work: Work) -> None:
    from hoyle.lint import lint_model

    assert work.model is not None
    if work.syntax is not None and work.syntax.shaping:
        from hoyle.lint.shapes import lint_shapes

        lint_shapes(work.model, work.findings)
    else:
        lint_model(work.model, work.findings)


def _lower(work: Work) -> None:
    from hoyle.ir.from_checked import lower

    assert work.model is not None
    work.program = lower(work.model)
    if work.program.family is not None and work.syntax is not None:
        from hoyle.family import Family

        work.family = Family(work.syntax, work.program)


@dataclass(frozen=True)
class Stage:
    name: str
    run: Callable[[Work], None]
    stops_on_errors: bool  # whether later stages make sense after errors up to here


STAGES = (
    Stage("document", _read, stops_on_errors=False),
    Stage("schema", _schema, stops_on_errors=False),
    Stage("syntax", _parse, stops_on_errors=False),
    Stage("checked", _check, stops_on_errors=True),
    Stage("lint", _lint, stops_on_errors=False),
    Stage("ir", _lower, stops_on_errors=True),
)


def run(
    file: SourceFile,
    until: str = "ir",
    leave_out: tuple[str, ...] = (),
    open_texts: Mapping[Path, str] | None = None,
) -> Work:
    """Takes a ruleset through the stages, as far as its errors let it go.

    `open_texts` are bases as they stand in an editor, by their resolved paths.
    """
    try:
        return with_room(_run, file, until, leave_out, open_texts)
    except TooDeep:
        work = Work(file)
        message = "the rules go too deep: too many that call each other in a chain, or one inside the other"
        work.findings.report(
            TOO_LARGE, Place(file, 0, 0), message, help="shorten the chains, or split the rules"
        )
        return work


def _run(
    file: SourceFile, until: str, leave_out: tuple[str, ...], open_texts: Mapping[Path, str] | None
) -> Work:
    work = Work(file, open_texts=open_texts or {}, every_shape=until != "checked" and "lint" not in leave_out)
    suggestions.begin()
    for stage in STAGES:
        if stage.name in leave_out:
            continue
        stage.run(work)
        if stage.name == until or (stage.stops_on_errors and work.findings.has_errors):
            break
    return work


def open_ruleset(id_or_path: str | Path, until: str = "ir", leave_out: tuple[str, ...] = ()) -> Work:
    """Reads a bundled id or a path; the work holds the findings if it cannot be read."""
    from hoyle.document.from_yaml import read_path

    path = bundled().get(str(id_or_path), Path(id_or_path))
    findings = Findings()
    file = read_path(path, findings)
    if file is None:
        return Work(SourceFile(str(path), ""), findings)
    return run(file, until, leave_out)


def open_sound(id_or_path: str | Path, leave_out: tuple[str, ...] = ()) -> Work:
    """Reads a ruleset that must be free of errors; RulesetError with all its errors if it is not."""
    work = open_ruleset(id_or_path, leave_out=leave_out)
    if work.program is None or work.findings.has_errors:
        raise RulesetError(work.findings.errors)
    return work


def lint(id_or_path: str | Path) -> list[Diagnostic]:
    """Everything that is wrong with a ruleset, in the order of its lines."""
    return open_ruleset(id_or_path, until="lint").findings.sorted


def compile_ruleset(id_or_path: str | Path) -> Program:
    """The program of a ruleset; RulesetError if it has errors."""
    program = open_sound(id_or_path, leave_out=("lint",)).program
    assert program is not None
    return program


def _find_base(name: str, variant: SourceFile, work: Work) -> SourceFile | None:
    """A base by a path relative to the variant, or by bundled id; says so if it can't be read."""
    from hoyle.document.from_yaml import read_base

    beside = Path(variant.name).parent / name
    candidates = [beside, *([beside.with_suffix(".yaml")] if beside.name else [])]
    if name in bundled():
        candidates.append(bundled()[name])
    try:
        for path in candidates:
            resolved = path.resolve()
            work.sought.add(resolved)
            if resolved in work.open_texts:
                return SourceFile(str(path), work.open_texts[resolved])
            if path.is_file():
                return read_base(path, work.findings)
        return read_base(beside, work.findings) if beside.exists() else None
    except (OSError, ValueError, RuntimeError):  # a name that no file can have, or links in a ring
        return None


__all__ = ["STAGES", "Stage", "Work", "compile_ruleset", "lint", "open_ruleset", "open_sound", "run"]
