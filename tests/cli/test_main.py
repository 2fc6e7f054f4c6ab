"""The command line as a whole: help, versions, faults of every kind, and what they cost."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest

import hoyle
from hoyle.cli.main import COMMANDS, load_command, main

HOYLE = [sys.executable, "-m", "hoyle"]


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    printed = capsys.readouterr().out
    listed = {line.split()[0] for line in printed.splitlines() if line.startswith("    ")}
    assert listed >= set(COMMANDS)
    assert "examples:" in printed


def test_no_command_shows_the_help_and_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "commands:" in capsys.readouterr().out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    assert f"examples:\n  hoyle {name}" in capsys.readouterr().out


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("hoyle ")


def test_an_unknown_command_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lnt", "x.yaml"]) == 2
    assert "did you mean `lint`?" in capsys.readouterr().err


@pytest.mark.parametrize("name", COMMANDS)
def test_an_unknown_flag_points_to_the_commands_own_help(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, *([] if name == "list" else ["if-zero-stop"]), "--wibble"]) == 2
    assert f"see `hoyle {name} --help`" in capsys.readouterr().err


def test_an_internal_error_says_so_without_a_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(arguments: object) -> int:
        raise ZeroDivisionError("seven by nothing")

    monkeypatch.setattr(load_command("list"), "execute", fail)
    assert main(["list"]) == 3
    printed = capsys.readouterr().err
    assert "this is a bug in Hoyle" in printed
    assert "ZeroDivisionError: seven by nothing" in printed
    assert "command: hoyle list" in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (lambda: hoyle.StartError("hand_size must be 1 to 51, not 60"), 2),
        (lambda: hoyle.PlayError("rule `turn` at stop.yaml:12:3: nothing can be done"), 1),
        (lambda: OSError(errno.ENOSPC, "No space left on device"), 2),
    ],
)
def test_faults_of_the_user_are_told_as_such(
    error: object, status: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    raised = error()  # type: ignore[operator]

    def fail(arguments: object) -> int:
        raise raised

    monkeypatch.setattr(load_command("list"), "execute", fail)
    assert main(["list"]) == status
    printed = capsys.readouterr().err
    assert printed.startswith("hoyle: ")
    assert "bug" not in printed


def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*HOYLE, "list"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == "hoyle: cannot write: No space left on device"
    assert "Exception" not in done.stderr


def test_a_reader_that_goes_away_is_no_error() -> None:
    shell = f"{' '.join(HOYLE)} list; echo status $? >&2"
    done = subprocess.run(
        ["bash", "-c", f"({shell}) | head -n 0"], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in done.stderr
    assert "BrokenPipe" not in done.stderr


def test_help_loads_nothing_heavy() -> None:
    """What makes `hoyle --help` fast: the time itself is measured in benchmarks/speed.py."""
    code = (
        "import sys; from hoyle.cli.main import main; main(['--help']);"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "hoyle.cli.main" in loaded
    heavy = {
        "yaml",
        "lark",
        "jsonschema",
        "rich",
        "typing",
        "dataclasses",
        "inspect",
        "pathlib",
        "multiprocessing",
    }
    assert not loaded & heavy
    assert not {name for name in loaded if name.startswith("hoyle.") and ".cli" not in name}
