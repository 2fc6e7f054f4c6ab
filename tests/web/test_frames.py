"""Nobody receives a byte that the seat may not know, over whole games.

A frame is taken apart: every piece that it names must be named by what the seat may know at that moment,
which is worked out here a second time, from the play contract alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

import hoyle
from hoyle.random import Stream
from hoyle.story.teller import Teller
from hoyle.tabletop.declared import Declared
from hoyle.tabletop.names import Names
from hoyle.web.frames import Around, frame
from hoyle.web.hall import load
from hoyle.web.knowledge import knowledge_of
from hoyle.web.setting import setting
from tests.web.serving import serving

FOUR = ("if-zero-stop", "mister-zero", "stop", "one-more")
OTHERS = (
    "kuhn-poker",
    "liars-dice",
    "hanabi",
    "go-fish",
    "gin-rummy",
    "goofspiel",
    "dominoes",
    "curtain-call",
)
MOST = 60  # choices of a game; longer ones go on as they began


def a_game(id: str, seed: int) -> Iterator[hoyle.State]:
    """The states of a game in which everybody chooses at random."""
    game = hoyle.load(id)
    state = game.start(
        players=max(game.player_counts[0], 3) if 3 in game.player_counts else None, seed=seed, record=True
    )
    luck = Stream(seed)
    yield state
    while not state.over and state.decisions < MOST:
        state.apply(luck.below(len(state.decision)))
        yield state


def texts(value: Any) -> Iterator[str]:
    """Every text and number in a structure."""
    match value:
        case dict():
            for key, inside in value.items():
                yield str(key)
                yield from texts(inside)
        case list() | tuple():
            for inside in value:
                yield from texts(inside)
        case _:
            yield str(value)


def pieces_of(program: Any) -> frozenset[str]:
    """The labels that tell one piece from another."""
    return frozenset(label for one in program.components if len(set(one.labels)) > 1 for label in one.labels)


class PieceFinder:
    """Finds the pieces that texts name; of several that begin alike the longest."""

    def __init__(self, labels: frozenset[str]) -> None:
        longest_first = sorted(labels, key=len, reverse=True)
        self.pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest_first))})(?![\w-])")
        self.found: dict[str, frozenset[str]] = {}

    def named(self, said: Iterable[str]) -> set[str]:
        pieces: set[str] = set()
        for text in said:
            if text not in self.found:
                self.found[text] = frozenset(self.pattern.findall(text))
            pieces |= self.found[text]
        return pieces


@pytest.mark.parametrize("id", [*FOUR, *OTHERS])
def test_frames_say_no_more_than_the_seat_may_know(id: str, record_property: Any) -> None:
    frames = bytes_ = 0
    around = Around(0, ("Ann", "Ben", "Cid", "Dot"), (None,) * 4, (True,) * 4, 0)
    finder = PieceFinder(pieces_of(hoyle.load(id).program))
    for number, state in enumerate(a_game(id, seed=3)):
        players = state.plan.layout.players
        for seat in (*range(players), None):
            if number % 7 and seat not in (state.seat, None):
                continue  # all seats at every seventh choice, and always who chooses and who watches
            known = knowledge_of(state, seat)
            assert known.view == state.view(seat)
            assert list(known.events) == state.events_for(seat)
            declared = Declared(state.plan.program, players)
            told = Teller(declared, Names(("Ann", "Ben", "Cid", "Dot"), seat)).tell(known.events)
            sent = frame(known, around, 0, told)
            if seat is None or state.over or state.decision.seat != seat:
                assert sent["choices"] == []
            for name, pieces in sent["zones"].items():
                assert pieces == state.view(seat)["zones"][name]
            assert sent["state"] == state.view(seat)["state"]
            own = [choice.label for choice in state.decision] if sent["choices"] else []
            allowed = finder.named([*texts(known.view), *texts(known.events), *own])
            assert finder.named(texts(sent)) <= allowed
            frames, bytes_ = frames + 1, bytes_ + len(json.dumps(sent).encode())
    record_property(
        "counted", ("frames compared with what the seat may know", {"frames": frames, "bytes": bytes_})
    )


@pytest.mark.parametrize("id", ["stop", "kuhn-poker", "one-more", "gin-rummy"])
def test_frames_do_not_depend_on_what_the_seat_cannot_know(id: str) -> None:
    """Where everything unknown is dealt anew, a frame is the same but for its story, which was another."""
    around = Around(0, ("",) * 10, (None,) * 10, (True,) * 10, 0)
    for number, state in enumerate(a_game(id, seed=5)):
        if number % 5:
            continue
        for seat in (*range(state.plan.layout.players), None):
            other = state.determinise(seat, seed=number)
            if not state.over and state.decision.seat != seat:
                assert frame_of(state, seat, around) == frame_of(other, seat, around)


def frame_of(state: hoyle.State, seat: int | None, around: Around) -> dict[str, Any]:
    from hoyle.web.knowledge import Knowledge

    return frame(Knowledge(seat, state.view(seat), ({"event": "start"},), ()), around, 1, [])


@pytest.mark.parametrize("id", [*FOUR, "chess", "hanabi", "liars-dice"])
def test_settings_are_declarations_alone(id: str) -> None:
    """Two games with other cards have the same setting."""
    served = load(id)
    made = []
    for seed in (1, 2):
        state = served.game.start(seed=seed)
        for pick in (0, 0, 0):
            if not state.over:
                state.apply(pick * seed % len(state.decision))
        made.append(setting(state, served.book, "en"))
    assert made[0] == made[1]
    json.dumps(made[0])


def test_what_goes_over_the_wire_is_what_the_seat_may_know(record_property: Any) -> None:
    """A whole game of several browsers, compared with the same game played beside it."""
    frames = bytes_ = 0
    with serving("crazy-eights") as server:
        table = server.table("crazy-eights", players=3, bots=[None, None, None])
        people = [server.sit(table, seat) for seat in range(3)]
        watcher = server.sit(table)
        played = server.hall.tables[table["table"]]
        beside = played.game.start(3, played.record.seed, played.record.options, record=True)
        everybody = [*enumerate(people), (None, watcher)]
        at = 0
        for one in people:
            one.frame()
        watcher.frame()
        while True:
            for seat, one in everybody:
                sent = one.frames[-1]
                while sent["at"] < at:
                    sent = one.frame()
                view = beside.view(seat)
                assert (sent["zones"], sent["state"], sent["scores"]) == (
                    view["zones"],
                    view["state"],
                    view["scores"],
                )
                own = not beside.over and beside.decision.seat == seat
                assert [one["label"] for one in sent["choices"]] == (
                    [choice.label for choice in beside.decision] if own else []
                )
            if beside.over or at >= 30:
                break
            pick = at % len(beside.decision)
            people[beside.decision.seat].say("choose", at=at, pick=pick, move=f"move {at}")
            beside.apply(pick)
            at += 1
        for _, one in everybody:
            frames += len(one.heard)
            bytes_ += sum(one.sizes)
            assert str(played.record.seed) not in json.dumps(one.heard)
            for seat, secret in enumerate(table["secrets"]):
                assert secret not in json.dumps(one.heard), seat
            one.close()
    record_property(
        "counted", ("messages to browsers compared with views", {"messages": frames, "bytes": bytes_})
    )
