"""Reports: one file with everything in it, which a browser shows without asking anybody for anything."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from hoyle.cli.main import main
from hoyle.report.charts import _forest, _plain

WORDS = ["--players", "3", "--games", "12", "--no-parts", "--workers", "1", "--variant", "one-more-thrice"]
WAIT = 60_000  # milliseconds that a page may take on a busy machine
CHARTS = ("seats", "scores", "length", "branching", "actions", "variants")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("report") / "one-more.html"
    assert main(["report", "one-more", *WORDS, "--out", str(out)]) == 0
    return out


def test_everything_is_in_the_file(report: Path) -> None:
    text = report.read_text(encoding="utf-8")
    found = re.search(r'<script type="application/json" id="specs">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    assert tuple(json.loads(found[1])) == CHARTS
    for chart in CHARTS:
        section = re.search(rf'id="{chart}-section".*?<figcaption>(.*?)</figcaption>', text, re.DOTALL)
        assert section is not None
        assert section[1].endswith(".")
    outside = text.partition('<script type="application/json"')[0]
    assert not re.search(r'(?:src|href)="(?!#|data:,)', outside)
    assert "Play a card that meets the constraint" in outside  # the rules, as `show` prints them
    assert "12 games" in outside


def test_a_report_is_not_written_over_its_ruleset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("hoyle: 1\nid: own\nextends: one-more\ntitle: Own\n", encoding="utf-8")
    assert main(["report", str(path), "--out", str(path)]) == 2
    assert "would overwrite" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8").startswith("hoyle: 1")


def test_no_two_ticks_of_an_axis_read_alike() -> None:
    """Far from 0 ticks are tens, and near it parts of one: all are told as exactly as they are."""
    import altair
    import vl_convert

    values = [("target", 40.0, 50.0, 60.0), ("hand_size", -3.0, -2.0, -1.0)]
    rows = [
        {"part": name, "low": low, "moved": moved, "high": high, "clear": "clear"}
        for name, low, moved, high in values
    ]
    chart = _forest(altair, rows, "part").properties(width=700, height=100)
    drawn = vl_convert.vegalite_to_svg(_plain(chart.to_dict()))
    labels = re.findall(r"<text[^>]*>([^<]*)</text>", drawn)
    assert {"−0.5", "0.5", "50"} <= set(labels)
    assert len(set(labels)) == len(labels)


@pytest.mark.browser
@pytest.mark.parametrize("width", [1200, 390])
def test_a_browser_shows_all_charts_and_asks_nobody(report: Path, width: int) -> None:
    from playwright.sync_api import sync_playwright

    requests: list[str] = []
    errors: list[str] = []
    with sync_playwright() as playwright:
        path = os.environ.get("HOYLE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
        assert path is not None, "there is no Chromium: install it, or say where it is with HOYLE_CHROMIUM"
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.set_default_timeout(WAIT)
        page.on("request", lambda request: requests.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(report.as_uri())
        page.wait_for_selector("body[data-drawn]")
        for chart in CHARTS:
            box = page.locator(f"#{chart} svg").bounding_box()
            assert box is not None
            assert box["width"] > 150
            assert box["height"] > 50
        wide = page.evaluate("document.documentElement.scrollWidth")
        browser.close()
    assert errors == []
    assert requests == [report.as_uri()]
    assert wide <= width
