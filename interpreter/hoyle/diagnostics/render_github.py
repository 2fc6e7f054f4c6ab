"""Writes findings as GitHub's workflow commands, which become annotations on a pull request."""

from __future__ import annotations

from collections.abc import Iterable

from hoyle.diagnostics.model import Diagnostic


def render_github(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """One `::error …::message` or `::warning …::message` a finding."""
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
    return f"::{code.severity} {listed}::{_message(_text(finding))}"


def _text(finding: Diagnostic) -> str:
    lines = [finding.message]
    if finding.help:
        lines.append(f"help: {finding.help}")
    lines += [f"{other.place}: {other.message}" for other in finding.related if other.place.file.text]
    if finding.cites:
        lines.append(f"rulebook: {', '.join(finding.cites)}")
    return "\n".join(lines)


def _message(text: str) -> str:
    """A command's message, with what would end the line or begin an escape written as GitHub reads it.

    >>> _message("100 %\\nof it")
    '100 %25%0Aof it'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """A property's value, in which colons and commas would end it.

    >>> _property("C:\\\\games, mine.yaml")
    'C%3A\\\\games%2C mine.yaml'
    """
    return _message(text).replace(":", "%3A").replace(",", "%2C")
