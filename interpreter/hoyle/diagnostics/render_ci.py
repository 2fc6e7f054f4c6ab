"""Writes findings for CI systems: GitHub's workflow commands, and SARIF 2.1.0 for code scanning services."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from hoyle.diagnostics.model import Code, Diagnostic, Place, Severity

# How each of them calls what is grave, less grave, and only a hint.
_LEVELS: dict[Severity, str] = {"error": "error", "warning": "warning", "hint": "note"}
_COMMANDS: dict[Severity, str] = {"error": "error", "warning": "warning", "hint": "notice"}
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


# ------------------------------------------------------------------ SARIF
def render_sarif(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """One log with one run; the codes that were found are its rules."""
    findings = list(diagnostics)
    codes = sorted({finding.code for finding in findings}, key=lambda code: code.id)
    index = {code.id: number for number, code in enumerate(codes)}
    driver: dict[str, Any] = {"name": "hoyle", **_version(), "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        # Python counts characters, SARIF's default counts UTF-16 units.
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding, index[finding.code.id]) for finding in findings],
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _version() -> dict[str, str]:
    from importlib import metadata

    try:
        return {"version": metadata.version("hoyle")}
    except metadata.PackageNotFoundError:
        return {}


def _rule(code: Code) -> dict[str, Any]:
    why = code.why or f"{code.title}."
    plain = [why]
    marked = [why]
    for word, sample in (("Instead of", code.bad), ("write", code.good)):
        if sample:
            plain.append(f"{word}:\n\n{sample.rstrip()}")
            marked.append(f"{word}:\n\n```yaml\n{sample.rstrip()}\n```")
    return {
        "id": code.id,
        "name": code.name,
        "shortDescription": {"text": code.title},
        "fullDescription": {"text": why},
        "help": {"text": "\n\n".join(plain), "markdown": "\n\n".join(marked)},
        "defaultConfiguration": {"level": _LEVELS[code.severity]},
    }


def _result(finding: Diagnostic, rule: int) -> dict[str, Any]:
    text = f"{finding.message}; {finding.help}" if finding.help else finding.message
    result: dict[str, Any] = {
        "ruleId": finding.code.id,
        "ruleIndex": rule,
        "level": _LEVELS[finding.code.severity],
        "message": _message(text),
        "locations": [{"physicalLocation": _location(finding.place)}],
    }
    if finding.related:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _location(other.place), "message": _message(other.message)}
            for number, other in enumerate(finding.related, 1)
        ]
    if finding.cites:
        result["properties"] = {"cites": list(finding.cites)}
    return result


def _message(text: str) -> dict[str, str]:
    """A message; braces would stand for arguments.

    >>> _message("inside {…}")
    {'text': 'inside {{…}}'}
    """
    return {"text": text.replace("{", "{{").replace("}", "}}")}


def _location(place: Place) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": {"uri": _uri(place.file.name)}}
    if place.file.text:
        line, column = place.file.line_column(place.start)
        end_line, end_column = place.file.line_column(max(place.start, place.end))
        location["region"] = {
            "startLine": line,
            "startColumn": column,
            "endLine": end_line,
            "endColumn": end_column,
        }
    return location


def _uri(name: str) -> str:
    """A file's name as a reference in a SARIF log.

    >>> _uri("my games/a.yaml")
    'my%20games/a.yaml'
    """
    path = PurePath(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


# ------------------------------------------------------------------ GitHub's workflow commands
def render_github(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """One `::error …::message` or `::warning …::message` a finding, which becomes an annotation."""
    return "".join(f"{_command(finding)}\n" for finding in diagnostics)


def _command(finding: Diagnostic) -> str:
    code, place = finding.code, finding.place
    properties: dict[str, str | int] = {"file": place.file.name}
    if place.file.text:
        line, column = place.file.line_column(place.start)
        end_line, end_column = place.file.line_column(max(place.start, place.end))
        properties["line"] = line
        # GitHub takes columns only for what begins and ends on one line.
        if line == end_line:
            properties |= {"col": column, "endLine": end_line, "endColumn": end_column}
        else:
            properties["endLine"] = end_line
    properties["title"] = f"{code.id} {code.name}"
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{_COMMANDS[code.severity]} {listed}::{_escaped(_told(finding))}"


def _told(finding: Diagnostic) -> str:
    lines = [finding.message]
    if finding.help:
        lines.append(f"help: {finding.help}")
    lines += [f"{other.place}: {other.message}" for other in finding.related if other.place.file.text]
    if finding.cites:
        lines.append(f"rulebook: {', '.join(finding.cites)}")
    return "\n".join(lines)


def _escaped(text: str) -> str:
    """A command's message, with what would end the line or begin an escape written as GitHub reads it.

    >>> _escaped("100 %\\nof it")
    '100 %25%0Aof it'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A property's value, in which colons and commas would end it.

    >>> _property("C:\\\\games, mine.yaml")
    'C%3A\\\\games%2C mine.yaml'
    """
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
