"""The commands of the page of verdicts work; they are repeated with fewer games."""

from __future__ import annotations

import re
import shlex

import pytest

from hoyle.cli.main import main
from tests.docs.pages import DOCS, fences

COMMANDS = [
    line
    for fence in fences(DOCS / "verdicts.md")
    if fence.language == "sh"
    for line in fence.text.splitlines()
]
QUICK = [
    line
    for line in COMMANDS
    if ("mister-zero" in line or "if-zero-stop" in line) and "tournament" not in line
]


def repeated(line: str) -> int:
    fewer = re.sub(r"--games \d+", "--games 10", line)
    words = shlex.split(re.sub(r"(flat|ismcts):\d+", r"\1:2", fewer))
    assert words[0] == "hoyle"
    return main([*words[1:], "--workers", "1"])


@pytest.mark.parametrize("line", QUICK)
def test_a_command_works(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert repeated(line) == 0
    assert capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize("line", [line for line in COMMANDS if line not in QUICK])
def test_the_others_work_too(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert repeated(line) == 0
    assert capsys.readouterr().out


def test_every_game_has_its_commands_and_two_variants() -> None:
    for game in ("stop", "one-more", "if-zero-stop", "mister-zero"):
        own = [line for line in COMMANDS if line.split()[2] == game]
        assert len(own) >= 3
        assert any(line.count("--variant") == 2 for line in own)
