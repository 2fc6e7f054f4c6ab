"""A real browser at the table: whole games, two browsers, coming back, a keyboard, and what axe says of it.

`pytest -m browser` runs these; Chromium is taken from `HOYLE_CHROMIUM`, or found by its name.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.browsing import TURN, WAIT, Pages, a_browser
from tests.web.serving import Server, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

FOUR = {"if-zero-stop": 4, "mister-zero": 2, "stop": 3, "one-more": 3}
OTHERS = {"tic-tac-toe": 2, "connect-four": 2, "crazy-eights": 3, "pig": 2, "nim": 2, "hearts": 4}
SHORT: dict[str, dict[str, Any]] = {"stop": {"target": 40}, "hearts": {}, "pig": {"target": 30}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    store = tmp_path_factory.mktemp("store") / "tables.sqlite"
    with serving(*FOUR, *OTHERS, "chess", "liars-dice", "backgammon", store=store) as found:
        yield found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with a_browser() as found:
        yield found


@pytest.fixture
def open_page(chromium: Browser, server: Server) -> Iterator[Pages]:
    pages = Pages(chromium, server)
    yield pages
    pages.close()


def play(page: Page, most: int = 2_000) -> int:
    """Plays on by the list of choices until the game is over; how many were taken."""
    for number in range(most):
        page.wait_for_selector(TURN)
        choices = page.locator("body.mine .choice")
        count = choices.count()
        if not count:
            return number
        at = page.evaluate("document.querySelector('#story').dataset.at")
        choices.nth(number % count).click()
        page.wait_for_function("at => document.querySelector('#story').dataset.at !== at", arg=at)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("id", [*FOUR, *OTHERS])
def test_a_whole_game(id: str, server: Server, open_page: Any, record_property: Any) -> None:
    table = server.table(id, players=(FOUR | OTHERS)[id], options=SHORT.get(id, {}))
    page = open_page(table["links"][0])
    taken = play(page)
    assert page.locator("#question").inner_text().startswith("The game is over")
    assert page.locator("#story li").count() > 3
    record_property("counted", ("whole games in a browser", {"games": 1, "choices taken by hand": taken}))


def test_a_table_is_opened_in_the_lobby(open_page: Any) -> None:
    page = open_page("/")
    section = page.locator("section.game", has=page.get_by_role("heading", name="Stop", exact=True))
    section.get_by_label("Players").select_option("3")
    section.locator("summary").click()
    section.get_by_label("hand size").fill("5")
    section.get_by_role("button", name="Open a table").click()
    page.wait_for_selector(TURN)
    assert page.locator(".seat").count() == 3
    assert "#" in page.url


def test_a_click_on_the_pieces_takes_the_choice_that_they_name(server: Server, open_page: Any) -> None:
    page = open_page(server.table("chess")["links"][0])
    page.wait_for_selector(TURN)
    page.locator('[data-spot="node|e2"]').click()
    assert page.locator("body.mine .choice").all_text_contents() == ["move e2 to e3", "move e2 to e4"]
    page.locator('[data-spot="node|e4"]').click()
    page.wait_for_function("() => document.querySelector('#story').innerText.includes('move e2 to e4')")
    assert "pawn" in str(page.locator('[data-spot="node|e4"]').get_attribute("aria-label"))


def test_why_not(server: Server, open_page: Any) -> None:
    page = open_page(server.table("chess")["links"][0])
    page.wait_for_selector(TURN)
    # What is refused is told by a click, so it is disabled in words alone.
    page.locator('[data-spot="node|a1"]').click(force=True)
    page.wait_for_function("() => document.querySelector('#why').innerText.includes('a1')")
    page.locator('[data-spot="node|d5"]').click(force=True)
    page.wait_for_function("() => document.querySelector('#why').innerText.includes('d5')")


def test_a_board_is_played_with_the_keyboard_alone(server: Server, open_page: Any) -> None:
    page = open_page(server.table("tic-tac-toe")["links"][0])
    page.wait_for_selector(TURN)
    page.locator(".spot[tabindex='0']").focus()
    first = str(page.evaluate("document.activeElement.dataset.spot"))
    page.keyboard.press("ArrowRight")
    second = str(page.evaluate("document.activeElement.dataset.spot"))
    assert (first[:5], second[:5]) == ("node|", "node|")
    assert (ord(second[5]) - ord(first[5]), second[6:]) == (1, first[6:]), "the place beside it"
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('#story').innerText.includes('You: ')")
    assert page.locator("#live").inner_text()


def test_a_whole_game_with_the_keyboard_alone(server: Server, open_page: Any) -> None:
    """The focus comes back to the board after the others have chosen, and arrows go on from there."""
    page = open_page(server.table("tic-tac-toe")["links"][0])
    focused = "document.activeElement.closest('.spot') !== null"
    page.wait_for_selector(TURN)
    for _ in range(20):
        if page.evaluate(focused):
            break
        page.keyboard.press("Tab")
    for _ in range(5):
        ways = iter(["ArrowUp", "ArrowUp", *["ArrowLeft", "ArrowLeft", "ArrowDown", "ArrowRight"] * 9])
        while not page.evaluate("document.activeElement.matches('.spot.can')"):
            page.keyboard.press(next(ways))
        at = page.evaluate("document.querySelector('#story').dataset.at")
        page.keyboard.press("Enter")
        page.wait_for_function("at => document.querySelector('#story').dataset.at !== at", arg=at)
        page.wait_for_selector(TURN)
        if page.locator("#choices a.button").count():
            break
        page.wait_for_function(f"() => {focused}")
    assert page.locator("#question").inner_text().startswith("The game is over")


def test_a_decision_of_stop_with_the_keyboard_alone(server: Server, open_page: Any) -> None:
    page = open_page(server.table("stop", players=2)["links"][0])
    page.wait_for_selector(TURN)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('choice')"):
            break
    chosen = str(page.evaluate("document.activeElement.textContent"))
    page.keyboard.press("Enter")
    told = f"() => document.querySelector('#story').innerText.includes({json.dumps('You: ' + chosen)})"
    page.wait_for_function(told)
    page.wait_for_selector(TURN)
    page.wait_for_function("() => document.querySelector('#choices').contains(document.activeElement)")


def test_two_browsers_at_one_table(server: Server, open_page: Any) -> None:
    table = server.table("stop", players=4, bots=[None, None, "random", "random"], options={"target": 40})
    pages = [open_page(table["links"][seat]) for seat in (0, 1)]
    watcher = open_page(table["watch"])
    for page in pages:
        page.wait_for_selector(".seat.own .piece")
    names = ["Ada", "Bea"]
    for page, name in zip(pages, names, strict=True):
        page.get_by_role("button", name="Seats").click()
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Change").click()
    for page in (*pages, watcher):
        for name in names:
            page.wait_for_selector(f".seat:has-text('{name}')")
    of_a_hand = "all => all.map(one => one.dataset.piece)"
    hands = [page.locator(".seat.own [data-piece]").evaluate_all(of_a_hand) for page in pages]
    assert all(hands)
    assert watcher.locator(".seat .piece:not(.unknown)").count() == 0
    taken = 0
    while taken < 2_000 and not any(page.locator("#choices a.button").count() for page in pages):
        for page in pages:
            choices = page.locator("body.mine .choice")
            if choices.count():
                at = page.evaluate("document.querySelector('#story').dataset.at")
                choices.first.click()
                page.wait_for_function("at => document.querySelector('#story').dataset.at !== at", arg=at)
                taken += 1
        pages[0].wait_for_timeout(20)
    for page in (*pages, watcher):
        page.wait_for_selector("#choices a.button")
    assert taken > 5


def test_coming_back_after_the_connection_was_lost(server: Server, open_page: Any) -> None:
    page = open_page(server.table("crazy-eights", players=2)["links"][0])
    page.wait_for_selector(TURN)
    page.locator(".choice").first.click()
    page.wait_for_selector(TURN)
    shown = page.locator("#own").inner_html()
    told = page.locator("#story").inner_text()
    page.context.set_offline(True)
    page.wait_for_selector("body.away")
    page.context.set_offline(False)
    page.wait_for_selector("body:not(.away) .choice")
    assert page.locator("#own").inner_html() == shown
    assert page.locator("#story").inner_text() == told
    page.reload()
    page.wait_for_selector(TURN)
    assert page.locator("#story").inner_text() == told


def test_undo_against_bots(server: Server, open_page: Any) -> None:
    page = open_page(server.table("tic-tac-toe")["links"][0])
    page.wait_for_selector(TURN)
    page.locator('[data-spot="node|b2"]').click()
    page.wait_for_function("() => document.querySelectorAll('body.mine .choice').length === 7")
    page.get_by_role("button", name="Take back").click()
    page.wait_for_function("() => document.querySelectorAll('body.mine .choice').length === 9")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
@pytest.mark.parametrize(
    "where", ["/", "/rules/stop", "stop", "chess", "liars-dice", "mister-zero", "backgammon", "hearts", "pig"]
)
def test_axe_finds_nothing(where: str, scheme: str, width: int, server: Server, open_page: Any) -> None:
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    path = where if where.startswith("/") else server.table(where)["links"][0]
    page = open_page(path, color_scheme=scheme, viewport={"width": width, "height": 844})
    page.wait_for_selector(TURN if path != where else "h2")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("id", ["stop", "chess", "mister-zero", "liars-dice", "backgammon", "hearts"])
def test_a_phone_shows_everything_without_scrolling_aside(id: str, server: Server, open_page: Any) -> None:
    page = open_page(server.table(id)["links"][0], viewport={"width": 360, "height": 740})
    page.wait_for_selector(TURN)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_languages_of_a_ruleset(server: Server, open_page: Any) -> None:
    page = open_page(server.table("pig")["links"][0])
    page.wait_for_selector(TURN)
    page.locator("#language").select_option("it")
    page.wait_for_function("() => document.querySelector('#title').innerText === 'Porcello'")
    page.wait_for_function("() => document.querySelector('#story-title').innerText === 'Che cosa è successo'")
    assert page.locator("html").get_attribute("lang") == "it"


def test_the_frames_of_a_page_are_those_of_its_seat(
    server: Server, open_page: Any, chromium: Browser
) -> None:
    """Listens to what the browser really receives: no hand of another, no secret, no seed."""
    table = server.table("stop", players=3, options={"target": 20})
    received: list[str] = []
    context = chromium.new_context()
    page = context.new_page()
    page.set_default_timeout(WAIT)
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: received.append(str(text))))
    page.goto(server.origin + table["links"][0])
    play(page)
    played = server.hall.tables[table["table"]]
    for text in received:
        said = json.loads(text)
        assert str(played.record.seed) not in text
        assert not any(seat.secret in text for seat in played.seats)
        if said["say"] == "frame":
            assert said["seat"] == 0
    context.close()


def test_screens(server: Server, open_page: Any, tmp_path: Path) -> None:
    """Pictures of the table, wide and narrow, light and dark; kept where HOYLE_SCREENS says."""
    folder = Path(os.environ.get("HOYLE_SCREENS") or tmp_path)
    for id, size, scheme in (("stop", 1280, "light"), ("chess", 390, "dark"), ("liars-dice", 1280, "dark")):
        page = open_page(
            server.table(id)["links"][0], viewport={"width": size, "height": 860}, color_scheme=scheme
        )
        page.wait_for_selector(TURN)
        path = folder / f"{id}-{size}-{scheme}.png"
        page.screenshot(path=path)
        assert path.stat().st_size > 10_000
