"""Says at the end what the tests have counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The sums of what tests have recorded as `counted`, by what they call it."""
    sums: dict[str, Counter[str]] = {}
    for report in _reports(terminalreporter):
        for key, value in report.user_properties:
            if key == "counted" and isinstance(value, list | tuple):
                what, numbers = value
                sums.setdefault(what, Counter()).update(numbers)
    for what, numbers in sums.items():
        told = ", ".join(f"{number:,} {name}" for name, number in numbers.items())
        terminalreporter.write_line(f"{what}: {told}")


def _reports(reporter: pytest.TerminalReporter) -> Iterator[pytest.TestReport]:
    """Of each test the last one: properties are recorded until the test has been cleared away."""
    for reports in reporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport) and report.when == "teardown":
                yield report
