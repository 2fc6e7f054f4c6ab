"""Bots of packages: the example of the docs plays, and what such a bot does wrong is its own fault."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "bots.md"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the example package of the docs is installed."""
    pytest.importorskip("hatchling")
    package, target = tmp_path_factory.mktemp("cautious-bots"), tmp_path_factory.mktemp("installed")
    blocks = re.findall(r"^```\w+ file=(\S+)\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert [name for name, _ in blocks] == ["pyproject.toml", "cautious_bots/__init__.py"]
    for name, text in blocks:
        path = package / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    words = ["install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation", "--target", str(target)]
    subprocess.run([sys.executable, "-m", "pip", *words, str(package)], check=True, capture_output=True)
    return target


def hoyle_with(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(folder), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, "-m", "hoyle", *words],
        env=os.environ | {"PYTHONPATH": path, "HOYLE_ENGINE": "python"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_example_plays(installed: Path) -> None:
    run = hoyle_with(
        installed, "run", "kuhn-poker", "--bots", "cautious:3,random", "--games", "4", "--seed", "1"
    )
    assert run.returncode == 0, run.stderr
    assert "cautious:3" in run.stdout


def test_a_name_that_is_nearly_right_is_suggested(installed: Path) -> None:
    run = hoyle_with(installed, "run", "kuhn-poker", "--bots", "cautios")
    assert run.returncode == 2
    assert "did you mean `cautious`?" in run.stderr


@pytest.mark.parametrize(
    ("body", "bots", "status", "told"),
    [
        ("class Bot:\n    def choose(self, p, r): return 99", "odd", 1, "the bot `odd` chose 99"),
        ("class Bot:\n    def choose(self, p, r): return 1 / 0", "odd", 1, "failed: ZeroDivisionError"),
        ("class Bot:\n    def choose(self, p, r): return 0", "odd:5", 2, "takes no iterations"),
        ("class Bot: pass", "odd", 2, "has no method `choose`"),
        ("raise OSError('no')", "odd", 2, "cannot be loaded from odd_bots:Bot: OSError: no"),
    ],
)
def test_what_a_bot_does_wrong_is_told(tmp_path: Path, body: str, bots: str, status: int, told: str) -> None:
    (tmp_path / "odd_bots.py").write_text(body, encoding="utf-8")
    about = tmp_path / "odd_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-bots\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[hoyle.bots]\nodd = odd_bots:Bot\n", encoding="utf-8")
    run = hoyle_with(tmp_path, "run", "kuhn-poker", "--bots", bots, "--games", "2")
    assert run.returncode == status, run.stderr
    assert told in run.stderr
    assert "Traceback" not in run.stderr
