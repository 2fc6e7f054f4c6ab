"""How a table looks in a real browser, for a game that nobody has drawn anything for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from hoyle.web.hall import load
from hoyle.web.setting import setting
from tests.web.browsing import TURN, Pages, a_browser
from tests.web.cellar import CELLAR
from tests.web.serving import Server, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("rules") / "cellar.yaml"
    file.write_text(CELLAR)
    with serving(file, "stop", "gin-rummy", "blackjack", "chess", "pig", "liars-dice", "hanabi") as found:
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


def two_people(server: Server, open_page: Pages, **more: Any) -> tuple[Page, Page]:
    table = server.table("cellar", bots=[None, None], **more)
    pages = open_page(table["links"][0]), open_page(table["links"][1])
    for page in pages:
        page.wait_for_selector(".seat.own .piece")
    return pages


def take(page: Page, label: str) -> None:
    """Takes a choice from the list."""
    page.wait_for_selector(TURN)
    page.get_by_role("button", name=label, exact=True).first.click()
    page.wait_for_selector("body:not(.mine)")


# What an image of a piece says, and what stands out of it.
FACES = """async (setting) => {
  const { piece } = await import('/static/pieces.js');
  const main = document.querySelector('main');
  const found = [];
  for (const [component, faces] of Object.entries(setting.faces)) {
    for (const label of Object.keys(faces)) {
      const svg = piece(setting, component, label);
      main.append(svg);
      const whole = svg.viewBox.baseVal;
      const texts = [...svg.querySelectorAll('text')];
      const boxes = texts.map((text) => text.getBBox());
      const out = boxes.some((box) => box.x < 1 || box.x + box.width > whole.width - 1);
      found.push([label, texts.map((text) => text.textContent), out]);
      svg.remove();
    }
  }
  return found;
}"""


@pytest.mark.parametrize(
    "id", ["cellar", "stop", "curtain-call", "hearts", "hanabi", "mister-zero", "briscola", "millrace"]
)
def test_what_stands_on_a_piece_stays_on_it(id: str, server: Server, open_page: Pages) -> None:
    served = server.hall.served.get(id) or load(id)
    page = open_page("/rules/stop")
    faces = page.evaluate(FACES, setting(served.game.start(seed=1), served.book, "en"))
    assert faces
    assert [label for label, _, out in faces if out] == []


def test_signs_tell_kinds_apart(open_page: Pages) -> None:
    signs = "async (words) => [...(await import('/static/signs.js')).signs(words)]"
    page = open_page("/rules/stop")
    for words in (
        ["skip", "swap", "2+", "x+", "jolly", "6/9"],
        ["knave", "knight", "king", "7"],
        ["plus_one", "plus_two", "plus_ten", "p"],
        ["strawberry", "straw", "strange", "stranger", "S", "st"],
    ):
        found = dict(page.evaluate(signs, words))
        assert found.keys() == set(words)
        assert len({sign.lower() for sign in found.values()}) == len(words), found
        assert all(len(sign) <= 3 for sign in found.values())
    assert dict(page.evaluate(signs, ["skip", "swap", "jolly"])) == {"skip": "Sk", "swap": "Sw", "jolly": "J"}


def test_a_hand_says_how_many_it_holds(server: Server, open_page: Pages) -> None:
    page, _ = two_people(server, open_page)
    assert page.locator(".seat.own [data-zone='hand[0]'] h3").inner_text() == "hand 1"
    other = page.locator("[data-zone='hand[1]']")
    assert other.locator(".piece.unknown").count() == 5, "a fan shows no more backs than can be counted"
    assert other.locator(".how-many").inner_text() == "8"
    assert other.get_attribute("aria-label") == "hand, 8 pieces"


def test_what_is_known_of_another_hand_lies_open_in_it(server: Server, open_page: Pages) -> None:
    first, second = two_people(server, open_page)
    shown = str(first.locator(".seat.own [data-piece]").first.get_attribute("data-piece"))
    take(first, f"show {shown} to Player 2")
    known = second.locator("[data-zone='hand[0]'] .piece.known")
    known.wait_for()
    assert known.get_attribute("data-piece") == shown
    assert known.get_attribute("aria-label") == f"{shown}, you know it"
    assert known.locator(".eye").count() == 1
    assert first.locator(".piece.known").count() == 0, "one's own cards are known anyway"


def test_panels_are_as_high_as_what_is_in_them(server: Server, open_page: Pages) -> None:
    table = server.table("stop", players=4, options={"hand_size": 20})
    page = open_page(table["links"][0])
    page.wait_for_selector(TURN)
    page.evaluate("document.querySelector('#others .facts, #others .lying').style.height = '30rem'")
    boxes = page.locator("#others .seat").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((box) => [box.width, box.height])"
    )
    assert len({round(width) for width, _ in boxes}) == 1
    assert boxes[0][1] > 2 * boxes[1][1], "the neighbours of a high one are not stretched"


def test_a_click_on_a_pile_draws_from_it(server: Server, open_page: Pages) -> None:
    first, second = two_people(server, open_page)
    first.wait_for_selector(TURN)
    pile = first.locator("[data-pile='deck']")
    assert "can be chosen" in str(pile.get_attribute("aria-label"))
    pile.click()
    first.wait_for_function("() => document.querySelector('#story').innerText.includes('draw')")
    second.wait_for_selector(TURN)
    second.locator("[data-pile='deck']").click(force=True)
    why = "() => document.querySelector('#why').innerText === 'deck: with five cards or more nobody draws'"
    second.wait_for_function(why)
    second.locator("[data-pile='thrown']").click(force=True)
    why = "() => document.querySelector('#why').innerText.startsWith('thrown: none of your choices')"
    second.wait_for_function(why)


@pytest.mark.parametrize(("id", "pile"), [("blackjack", "deck")])
def test_piles_of_other_games_are_clicked_too(id: str, pile: str, server: Server, open_page: Pages) -> None:
    page = open_page(server.table(id)["links"][0])
    page.wait_for_selector(TURN)
    at = page.evaluate("document.querySelector('#story').dataset.at")
    page.locator(f"[data-pile='{pile}'].can").click()
    page.wait_for_function("at => document.querySelector('#story').dataset.at !== at", arg=at)


def test_variables_are_told_in_words(server: Server, open_page: Pages) -> None:
    page, other = two_people(server, open_page)
    take(page, "call out")
    other.wait_for_selector(TURN)
    chip = page.locator(".seat.own .fact")
    assert chip.inner_text().split() == ["called", "out", "✓"]
    assert "_" not in page.locator("#table").inner_text()


def test_on_a_phone_ones_own_pieces_are_not_under_the_question(server: Server, open_page: Pages) -> None:
    page = open_page(server.table("stop", players=6)["links"][0], viewport={"width": 390, "height": 640})
    for _ in range(4):
        page.wait_for_selector(TURN)
        page.wait_for_function(
            """() => {
              const own = document.querySelector('#own').getBoundingClientRect();
              return own.bottom <= document.querySelector('#ask').getBoundingClientRect().top + 1;
            }"""
        )
        assert page.locator("#latest").is_visible()
        at = page.evaluate("document.querySelector('#story').dataset.at")
        page.locator("body.mine .choice").first.click()
        page.wait_for_function("at => document.querySelector('#story').dataset.at !== at", arg=at)


def test_a_board_and_both_players_fit_on_a_screen(server: Server, open_page: Pages) -> None:
    page = open_page(server.table("chess")["links"][0], viewport={"width": 1280, "height": 800})
    page.wait_for_selector(TURN)
    assert page.evaluate("document.querySelector('#own').getBoundingClientRect().bottom") <= 800


def test_points_that_all_choices_rest_on_stand_there_once(server: Server, open_page: Pages) -> None:
    page = open_page(server.table("pig")["links"][0])
    page.wait_for_selector(TURN)
    assert page.locator(".cite").all_text_contents() == ["PIG-1", "PIG-4", "PIG-5"]
    assert page.locator("body.mine .choice").count() == 2


def test_pieces_that_all_look_alike_are_not_marked_as_known(server: Server, open_page: Pages) -> None:
    page = open_page(server.table("liars-dice")["links"][0])
    page.wait_for_selector(TURN)
    assert page.locator("#others .of-die .piece").count() == 5
    assert page.locator("#others .eye").count() == 0


def test_what_is_told_about_a_place_is_no_heap_of_men(server: Server, open_page: Pages) -> None:
    """Numbers that may be missing are words beside the hand: nobody has so many of anything there."""
    page = open_page(server.table("hanabi", players=2, bots=[None, None])["links"][0])
    page.wait_for_selector(TURN)
    label = page.locator("body.mine .choice", has_text=re.compile(r"^tell .* about \d$")).first
    number = label.inner_text()[-1]
    label.click()
    page.wait_for_selector("body:not(.mine)")
    assert page.locator(".track").count() == 0
    assert re.fullmatch(rf"told number ?\n?(\d: {number},? ?)+", page.locator("#others .fact").inner_text())
