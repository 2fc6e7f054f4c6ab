"""Which engine tests use, and what they have counted, which is said at the end."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

# Nothing is compiled unless a test asks for it, and nothing of it gets into the user's own cache.
os.environ.setdefault("HOYLE_ENGINE", "python")
os.environ.setdefault("HOYLE_CACHE", str(Path(__file__).parents[1] / ".pytest_cache" / "hoyle"))


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
