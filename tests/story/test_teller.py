"""The story of a game, as one seat saw it."""

from __future__ import annotations

import re
import string
from typing import Any

import pytest

import hoyle
from hoyle.bundled import bundled
from hoyle.random import Stream
from hoyle.story.phrases import NAMES, PHRASES
from hoyle.story.teller import Sentence, Teller
from hoyle.tabletop.declared import Declared
from hoyle.tabletop.names import Names

PLAYERS = ("Ann", "Ben", "Cid", "Dan")


def played(ruleset: str, picks: list[str | int], seed: int = 3, **settings: Any) -> hoyle.State:
    state = hoyle.load(ruleset).start(seed=seed, **settings)
    for pick in picks:
        state.apply(pick)
    return state


def teller(state: hoyle.State, seat: int | None, language: str = "en") -> Teller:
    players = state.view(None)["players"]
    return Teller(Declared(state.plan.program, players), Names(PLAYERS[:players], seat), language)


def told(state: hoyle.State, seat: int | None = 0, asides: bool = False, language: str = "en") -> list[str]:
    sentences = teller(state, seat, language).tell(state.events_for(seat))
    return [sentence.text for sentence in sentences if asides or sentence.kind != "aside"]


def test_a_deal_is_told_once_and_ones_own_cards_are_named() -> None:
    state = played("curtain-call", [], players=3)
    assert told(state) == [
        "curtain-call begins: you, Ben, Cid",
        "Round 1",
        "everybody gets 2 cards from the deck",
        "you get prompter and critic from the deck",
    ]
    assert told(state, None)[2:] == ["everybody gets 2 cards from the deck"]


def test_cards_that_come_to_lie_open_are_named() -> None:
    state = played("crazy-eights", [], players=2, seed=1)
    label = next(choice.label for choice in state.decision if choice.label.startswith("play "))
    state.apply(label)
    assert told(state, 1)[-1] == f"Ann: {label}"
    assert not any("…" in line for line in told(state, 1))


def test_what_one_is_shown_and_what_others_are() -> None:
    state = played("curtain-call", ["claim prompter against seat 1"], players=3)
    while state.decision.name == "believed":
        state.apply("pass")
    state.apply(0)
    assert any(line.startswith("you are shown ") for line in told(state, 0))
    assert any(line == "Ann is shown 1 card" for line in told(state, 2))


def test_choices_taken_at_once_are_shown_together() -> None:
    state = played("rock-paper-scissors", ["show paper", "show rock"])
    assert told(state)[2:] == [
        "you: show paper",
        "Ben has chosen",
        "shown: you paper, Ben rock",
        "Round 1 is over",
        "you: +1, which makes 1",
        "Ben: -1, which makes -1",
        "The match is over.",
        "You win.",
    ]


def test_turned_discs_are_told() -> None:
    assert told(played("othello", ["place on c4"]))[-2:] == ["you: place on c4", "d4: Ben → you"]


def test_men_that_are_taken_are_told() -> None:
    state = played("chess", ["move e2 to e4", "move d7 to d5", "move e4 to d5"])
    assert told(state)[2:] == [
        "you: move e2 to e4",
        "Ben: move d7 to d5",
        "you: move e4 to d5",
        "d5: Ben pawn → you pawn",
    ]


def test_a_showdown_and_why_a_round_ended() -> None:
    state = played("kuhn-poker", ["bet", "bet"])
    lines = told(state, 0)
    assert any(line.startswith("shown to all: ") for line in lines)
    assert "Round 1 is over after “Ben: bet”" in lines
    assert "staked: Ben (1 → 2)" in lines


def test_numbers_are_followed() -> None:
    assert told(played("oware", ["sow house_3"]))[-3:] == [
        "you: sow house_3",
        "house 3: seeds 4 → 0",
        "house 4, house 5, house 6, house 7: seeds 4 → 5",
    ]


def test_refusals_of_several_are_told_in_one() -> None:
    state = played("curtain-call", ["claim patron", "pass", "pass"], players=3)
    assert told(state)[-1] == "Ben and Cid: pass"


def test_a_trick_is_told_in_one() -> None:
    state = played("hearts", [], players=4, seed=3)
    stream = Stream(5)
    for _ in range(8):
        state.apply(stream.below(len(state.decision)))
    assert "10 of clubs, 6 of clubs, 2 of clubs and 5 of clubs → your taken" in told(state)


def test_other_languages() -> None:
    lines = told(played("rock-paper-scissors", ["show paper", "show rock"]), language="it")
    assert lines[-2:] == ["La partita è finita.", "Hai vinto."]
    assert told(played("pig", []), language="tlh")[0] == "pig begins: you, Ben"


@pytest.mark.parametrize("language", [language for language in PHRASES if language != "en"])
def test_every_language_has_every_phrase_with_the_same_words(language: str) -> None:
    def words(text: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}

    assert set(PHRASES[language]) == set(NAMES) == set(PHRASES["en"])
    for name in NAMES:
        assert words(PHRASES[language][name]) == words(PHRASES["en"][name]), name


@pytest.mark.parametrize("ruleset", bundled())
def test_a_story_told_piece_by_piece_is_the_same(ruleset: str) -> None:
    """For every bundled game: whatever happens has a sentence, and no seat is called by its number."""
    state = hoyle.load(ruleset).start(seed=2, record=True)
    stream = Stream(9)
    players = state.view(None)["players"]
    names = Names(tuple(f"P{seat}" for seat in range(players)), 0)
    declared = Declared(state.plan.program, players)
    slowly, sentences, mark = Teller(declared, names), list[Sentence](), 0
    for number in range(40):
        if state.over:
            break
        state.apply(stream.below(len(state.decision)))
        if number % 7 == 0:
            events = state.events_for(0)
            # Choices that are taken at once, or refused one after the other, are told where they are heard.
            if events[-1]["event"] != "decide":
                sentences += slowly.tell(events[mark:])
                mark = len(events)
    sentences += slowly.tell(state.events_for(0)[mark:])
    assert sentences == Teller(declared, names).tell(state.events_for(0))
    assert sentences
    assert not any("seat " in sentence.text for sentence in sentences)


def test_what_several_draw_in_turn_is_told_in_turn() -> None:
    """Draws that the rules force upon players one after the other are not run together, as a deal is."""
    state = played("stop", [], players=2)
    draws = [
        {"event": "move", "piece": piece, "from": "deck", "to": f"hand[{seat}]"}
        for seat, piece in ((1, None), (0, "red 4"), (0, "red 5"), (1, None), (0, "blue 7"), (1, None))
    ]
    reader = teller(state, 0)
    reader.tell(state.events_for(0))
    choice = {"event": "decide", "seat": 0, "name": "turn", "choices": ["play red 1"], "pick": "play red 1"}
    assert [one.text for one in reader.tell([choice, *draws])] == [
        "you: play red 1",
        "Ben gets 1 card from the deck",
        "you get red 4 and red 5 from the deck",
        "Ben gets 1 card from the deck",
        "you get blue 7 from the deck",
        "Ben gets 1 card from the deck",
    ]


@pytest.mark.parametrize(
    ("ruleset", "picks", "line"),
    [
        ("pig", ["roll"], r"the die shows [1-6]"),
        ("liars-dice", [], r"the dice show [1-6], [1-6], [1-6], [1-6] and [1-6]"),
        (
            "backgammon",
            [],
            r"chance: (mine|other|one|two) [1-6](, [1-6])*(; (mine|other|one|two) [1-6](, [1-6])*)*",
        ),
    ],
)
def test_what_chance_brings_at_once_is_told_at_once(ruleset: str, picks: list[str | int], line: str) -> None:
    lines = [one for one in told(played(ruleset, picks)) if re.match(r"chance|the d", one)]
    assert lines
    assert all(re.fullmatch(line, one) for one in lines), lines


def test_a_showdown_tells_what_stands_on_the_pieces() -> None:
    state = played("liars-dice", ["bid 1 of 2", "doubt"], players=2)
    (line,) = [one for one in told(state) if one.startswith("shown to all: ")]
    faces = re.findall(r"die ([1-6])(?: ×(\d+))?", line)
    assert sum(int(count or 1) for _, count in faces) == 10
    assert [face for face, _ in faces] == sorted({face for face, _ in faces})


def test_a_player_drawn_by_lot_is_named() -> None:
    (line,) = [one for one in told(played("one-more", [], players=3)) if one.startswith("chance: starter")]
    assert line.removeprefix("chance: starter ") in ("you", "Ben", "Cid")
