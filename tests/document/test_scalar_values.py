"""Plain scalars mean what YAML 1.2 says, without the surprises of YAML 1.1."""

from __future__ import annotations

import math

import pytest

from hoyle.document.nodes import resolve


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None), ("~", None), ("null", None), ("true", True), ("false", False), ("True", True),
        ("0", 0), ("12", 12), ("-3", -3), ("+4", 4), ("1.5", 1.5), ("-.5", -0.5), ("1e3", 1000.0),
        ("on", "on"), ("off", "off"), ("yes", "yes"), ("no", "no"), ("y", "y"), ("012", "012"), ("00", "00"),
        ("1_000", "1_000"), ("0x1F", "0x1F"), ("0o7", "0o7"), ("12:30", "12:30"), ("1..9", "1..9"),
        ("2024-01-02", "2024-01-02"), ("=", "="), ("12\n", "12\n"), ("٣", "٣"), ("9" * 5000, "9" * 5000),
    ],
)  # fmt: skip
def test_resolve(text: str, value: object) -> None:
    assert resolve(text) == value
    assert type(resolve(text)) is type(value)


def test_not_finite() -> None:
    assert resolve("-.inf") == -math.inf
    assert math.isnan(float(resolve(".nan") or 0))
