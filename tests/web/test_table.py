"""People and bots at tables: whole games, coming back, moves that arrive once, taking back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoyle.bots.levels import bot_of
from tests.web.serving import Server, serving


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("tic-tac-toe", "kuhn-poker", "crazy-eights", "stop", "pig", "if-zero-stop") as found:
        yield found


def test_one_person_plays_a_whole_game_against_a_bot(server: Server) -> None:
    table = server.table("tic-tac-toe")
    you = server.sit(table, 0)
    assert you.hear_of("setting")["title"] == "Tic-tac-toe"
    while not (frame := you.turn())["over"]:
        assert frame["choices"][0]["action"] == "place"
        you.choose(frame, 0)
    assert frame["winners"] in ([0], [1], [0, 1])
    assert frame["due"] is None
    assert frame["story"] or you.frames[0]["story"]
    you.close()


def test_two_people_and_a_watcher_at_one_table(server: Server) -> None:
    table = server.table("kuhn-poker", players=2, bots=[None, None])
    people = [server.sit(table, 0), server.sit(table, 1)]
    watcher = server.sit(table)
    hands = [one.turn()["zones"][f"hand[{seat}]"] for seat, one in enumerate(people[:1])]
    assert hands[0] != [None]
    assert people[1].frame()["zones"]["hand[0]"] == [None]
    assert watcher.frame()["zones"]["hand[0]"] == [None]
    assert watcher.frames[-1]["seat"] is None
    frame = people[0].choose(people[0].turn(), 0)
    assert frame["due"]["seat"] == 1
    assert frame["choices"] == []
    assert people[1].turn()["choices"]
    assert watcher.frame(after=0)["choices"] == []
    for one in (*people, watcher):
        one.close()


def test_a_seat_is_opened_by_its_own_secret_alone(server: Server) -> None:
    table = server.table("tic-tac-toe")
    for secret in ("", "x", table["secrets"][0][:-1], "é" * 20):
        browser = server.sit(table["table"], None)
        browser.close()
        browser = server.sit(table | {"secrets": [secret]}, 0)
        assert browser.hear()["say"] == "closed"
    other = server.table("tic-tac-toe")
    browser = server.sit(other | {"secrets": table["secrets"]}, 0)
    assert "opens no seat" in browser.hear()["text"]


def test_there_is_no_table_of_another_id(server: Server) -> None:
    for id in ("nothing-at-all", "../../etc/passwd", "x"):
        assert "no such table" in server.sit(id).hear()["text"]


def test_a_move_counts_once(server: Server) -> None:
    table = server.table("tic-tac-toe", bots=[None, None])
    you = server.sit(table, 0)
    frame = you.turn()
    for _ in range(3):
        you.say("choose", at=frame["at"], pick=0, move="the same")
    after = you.frame(after=frame["at"])
    assert (after["at"], after["due"]["seat"], after["chosen"]) == (frame["at"] + 1, 1, 1)
    again = server.sit(table, 0)
    again.say("choose", at=frame["at"], pick=0, move="the same")
    assert again.hear_of("frame")["chosen"] == 1
    you.close()
    again.close()


@pytest.mark.parametrize(
    ("at", "pick", "said"),
    [(7, 0, "gone on in the meantime"), (0, 99, "no such choice")],
)
def test_a_move_that_cannot_be_is_refused_with_how_things_stand(
    server: Server, at: int, pick: int, said: str
) -> None:
    you = server.sit(server.table("tic-tac-toe"), 0)
    you.turn()
    you.say("choose", at=at, pick=pick, move="m")
    assert said in you.hear_of("error")["text"]
    assert you.frame()["chosen"] == 0
    you.close()


def test_only_who_is_due_may_choose(server: Server) -> None:
    table = server.table("tic-tac-toe", bots=[None, None])
    other, watcher = server.sit(table, 1), server.sit(table)
    for one, said in ((other, "not your turn"), (watcher, "no say")):
        one.frame()
        one.say("choose", at=0, pick=0, move="m")
        assert said in one.hear_of("error")["text"]
        one.close()


def test_coming_back_goes_on_where_it_was(server: Server) -> None:
    table = server.table("crazy-eights", players=2)
    you = server.sit(table, 0)
    for _ in range(3):
        you.choose(you.turn(), 0)
    last = you.turn()
    you.close()
    back = server.sit(table, 0)
    frame = back.turn()
    assert frame["again"]
    for part in ("at", "zones", "state", "choices", "scores", "due"):
        assert frame[part] == last[part]
    told = [one for heard in you.frames for one in heard["story"]]
    assert frame["story"] == told
    back.close()


def test_a_choice_is_taken_back_when_all_people_agree(server: Server) -> None:
    table = server.table("tic-tac-toe", bots=[None, None])
    you, other = server.sit(table, 0), server.sit(table, 1)
    before = you.turn()
    you.choose(before, 4)
    you.say("undo", at=you.frames[-1]["at"])
    while other.frame()["undo"] is None:
        pass
    assert other.frames[-1]["undo"] == {"by": 0, "agreed": [0]}
    other.say("agree", at=other.frames[-1]["at"])
    while you.frame()["chosen"]:
        pass
    assert you.frames[-1]["state"] == before["state"]
    assert you.frames[-1]["at"] == 2
    assert len(you.turn()["choices"]) == 9
    you.close()
    other.close()


def test_a_choice_stays_if_somebody_disagrees(server: Server) -> None:
    table = server.table("tic-tac-toe", bots=[None, None])
    you, other = server.sit(table, 0), server.sit(table, 1)
    you.choose(you.turn(), 4)
    you.say("undo", at=1)
    while other.frame()["undo"] is None:
        pass
    other.say("disagree", at=1)
    while other.frame()["undo"] is not None:
        pass
    assert other.frames[-1]["chosen"] == 1
    you.close()
    other.close()


def test_against_bots_alone_a_choice_goes_at_once(server: Server) -> None:
    you = server.sit(server.table("tic-tac-toe"), 0)
    you.choose(you.turn(), 4)
    you.turn()
    you.say("undo", at=you.frames[-1]["at"])
    while you.frame()["chosen"]:
        pass
    assert len(you.turn()["choices"]) == 9
    you.close()


def test_why_not(server: Server) -> None:
    you = server.sit(server.table("crazy-eights", players=2), 0)
    frame = you.turn()
    playable = {thing[1] for choice in frame["choices"] for thing in choice["things"]}
    refused = next(card for card in frame["zones"]["hand[0]"] if card not in playable)
    you.say("why", what=refused)
    assert refused in you.hear_of("why")["text"]
    you.say("why", what="anything at all")
    assert "nothing can be done" in you.hear_of("why")["text"]
    you.say("why", what=frame["choices"][0]["label"])
    assert you.hear_of("why")["text"] == "it is possible"
    you.close()


def test_choices_name_what_can_be_clicked_and_the_rules_they_stand_on(server: Server) -> None:
    you = server.sit(server.table("stop", players=3), 0)
    setting = you.hear_of("setting")
    choice = you.turn()["choices"][0]
    kind, name, zone = choice["things"][0]
    assert (kind, zone) == ("piece", "hand[0]")
    assert name in choice["label"]
    assert {point for rule in choice["rules"] for point in setting["rules"].get(rule, ["", []])[1]}
    assert name in setting["faces"]["card"]
    you.close()


def test_names(server: Server) -> None:
    table = server.table("tic-tac-toe")
    you = server.sit(table, 0)
    you.frame()
    you.say("name", name="  Ada \u202e Lovelace, Countess of Something ")
    while you.frame()["names"][0] == "Player 1":
        pass
    assert you.frames[-1]["names"][0] == "Ada Lovelace, Countess o"
    you.say("name", name=" \u200b ")
    assert "at least one letter" in you.hear_of("error")["text"]
    you.close()


def test_a_game_without_decisions_is_told_from_start_to_end(server: Server) -> None:
    you = server.sit(server.table("if-zero-stop", players=4), 0)
    frame = you.turn()
    assert frame["over"]
    assert len(frame["story"]) > 10
    you.close()


def test_a_story_in_the_language_of_the_reader(server: Server) -> None:
    table = server.table("pig")
    you = server.sit(table, 0, language="it")
    assert you.hear_of("setting")["title"] == "Porcello"
    assert you.turn()["story"][0][1].startswith("Comincia Porcello")
    you.close()


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ({"ruleset": "chess"}, "not served"),
        ({"ruleset": "stop", "players": 99}, "for 2 to 10 players"),
        ({"ruleset": "stop", "options": {"hand_siz": 3}}, "did you mean `hand_size`"),
        ({"ruleset": "stop", "options": {"hand_size": 51}, "players": 10}, "more than the 103"),
        ({"ruleset": "stop", "players": 2, "bots": [None]}, "need 2 seats"),
        ({"ruleset": "stop", "players": 2, "bots": [None, "deep-thought"]}, "no bot called"),
        ({"ruleset": "stop", "players": "2"}, "whole number"),
        ({"ruleset": "stop", "options": [1]}, "names with values"),
        ({"ruleset": "stop", "bots": "random"}, "a list"),
        ({"players": 2}, "which `ruleset`"),
        ([], "which `ruleset`"),
    ],
)
def test_a_table_that_cannot_be_opened_is_refused(server: Server, wish: object, said: str) -> None:
    status, text, _ = server.post("/tables", json.dumps(wish).encode())
    assert status == 400
    assert said in json.loads(text)["error"]


def test_tables_survive_a_restart(tmp_path: Path) -> None:
    kept = tmp_path / "tables.sqlite"
    with serving("crazy-eights", store=kept) as server:
        table = server.table("crazy-eights", players=3)
        you = server.sit(table, 0)
        for _ in range(4):
            you.choose(you.turn(), 0)
        last = you.turn()
    with serving("crazy-eights", store=kept) as server:
        back = server.sit(table, 0)
        frame = back.turn()
        for part in ("at", "zones", "state", "choices", "scores"):
            assert frame[part] == last[part]
        while not (frame := back.turn())["over"]:
            back.choose(frame, 0)
    with serving("pig", store=kept) as server:
        assert "not served now" in server.sit(table, 0).hear()["text"]


def test_bots_by_level() -> None:
    """A level is a bot of its own, wherever one is asked for; nobody need know what it is called."""
    with serving("tic-tac-toe", bot="easy") as server:
        games = json.loads(server.get("/games")[1])
        assert [level for level, about in games["levels"] if about] == ["easy", "medium", "hard"]
        assert games["bot"] == "easy"
        default = server.table("tic-tac-toe")["table"]
        asked = server.table("tic-tac-toe", bots=[None, "hard"])["table"]
        seats = [server.hall.tables[id].seats[1].bot for id in (default, asked)]
        assert seats == [bot_of("easy"), bot_of("hard")]
