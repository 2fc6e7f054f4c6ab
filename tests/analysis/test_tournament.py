"""Tournaments: everybody sits everywhere, blocks count once, and a bot does not beat itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

import hoyle
from hoyle.analysis.batch import Batch, play_game
from hoyle.analysis.ratings import ratings
from hoyle.analysis.sample import Sample
from hoyle.analysis.sequential import Verdict
from hoyle.analysis.tournament import Blocks, Tournament, count_blocks, pairings, round_table, tournament
from hoyle.bots.registry import BOTS, Kind
from hoyle.random import Stream

ALONE = ((0,), (1,))


@cache
def game_of(ruleset: str) -> hoyle.Game:
    return hoyle.load(ruleset)


def play(batch: Batch, index: int) -> Sample:
    return play_game(game_of(batch.ruleset), batch, index)[1]


def counted(
    found: Tournament,
    batch: Batch,
    *,
    until: bool = False,
    play: Callable[[Batch, int], Sample] = play,
    size: int = 1,
) -> None:
    """Counts the games of a tournament, taken as so many at a time."""
    work = Blocks(found, batch, until_settled=until)
    jobs = ((job, [play(job[0], index) for index in job[1]]) for job in work.jobs(size))
    for _ in count_blocks(work, jobs):
        pass


def played(
    found: Tournament, ruleset: str, players: int, games: int, seed: int = 0, *, until: bool = False
) -> None:
    counted(found, Batch(ruleset, players, games, seed, ()), until=until)


@pytest.mark.parametrize("sides", [2, 3, 4, 5, 8])
def test_a_pair_has_every_side_as_often(sides: int) -> None:
    for table in pairings(3, sides):
        seats = Counter(
            (bot, side) for sitting in table.arrangements for side, bot in enumerate(sitting)
        )  # fmt: skip
        assert len(seats) == 2 * sides
        assert len(set(seats.values())) == 1
        assert len(set(table.arrangements)) == len(table.arrangements)


def test_at_a_round_table_everybody_sits_everywhere_once() -> None:
    (table,) = round_table(4)
    for side in range(4):
        assert sorted(sitting[side] for sitting in table.arrangements) == [0, 1, 2, 3]


def test_partners_are_played_by_one_bot() -> None:
    found = tournament(("first", "random"), ((0, 2), (1, 3)), together=False, margin=0.1)
    (table,) = Blocks(found, Batch("spades", 4, 1, 0, ())).seated
    seated = [batch.bots for _, batch in table]
    assert seated == [("first", "random", "first", "random"), ("random", "first", "random", "first")]


def test_the_games_of_a_block_have_one_seed() -> None:
    found = tournament(("first", "random"), ALONE, together=False, margin=0.1)
    played(found, "pig", 2, 3)
    for block in found.blocks[0]:
        assert len({sample.seed for _, sample in block.games}) == 1
        assert len(block.games) == 2
    assert found.games == 6
    assert len(found.meetings[0].shares.values) == 3


def test_one_bot_is_better_and_the_verdict_ends_the_games() -> None:
    found = tournament(("first", "random"), ALONE, together=False, margin=0.1)
    played(found, "connect-four", 2, 500, until=True)
    meeting = found.meetings[0]
    assert meeting.shares.verdict is Verdict.HIGHER
    assert len(meeting.leads) < 100
    assert meeting.lead[0] > 0
    first, random = ratings(found, 0)
    assert first.low > random.high


def test_a_wins_share_is_that_of_its_sides() -> None:
    found = tournament(("a", "b"), ((0, 2), (1, 3)), together=False, margin=0.1)
    batch = Batch("-", 4, 1, 0, ())

    def partners_win(batch: Batch, index: int) -> Sample:
        winners = tuple(seat for seat in range(4) if batch.bots[seat] == "a")
        return Sample(index, 0, (3, 1, 3, 1), winners, (), 1, 1, 1)

    counted(found, batch, play=partners_win)
    assert found.meetings[0].shares.values == [1.0]
    assert found.meetings[0].leads == [0.0]


def test_a_block_with_a_game_that_was_given_up_says_nothing() -> None:
    found = tournament(("first", "random"), ALONE, together=False, margin=0.1)
    counted(found, Batch("pig", 2, 3, 0, (), max_decisions=2))
    assert (found.given_up, found.games) == (3, 0)


class MirroredBot:
    """As good as the random one, but with other choices for the same luck: so its games differ."""

    def choose(self, perspective: hoyle.Perspective, rng: Stream) -> int:
        count = len(perspective.decision.choices)
        return count - 1 - rng.below(count)


@pytest.fixture
def mirrored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "mirrored", Kind(__name__, "MirroredBot", "as good as random"))


def false_alarms(runs: int, blocks: int) -> int:
    """How often one of two bots that are equally good is called better, looked at after every block."""
    alarms = 0
    for run in range(runs):
        found = tournament(("random", "mirrored"), ALONE, together=False, margin=0.02)
        played(found, "nim", 2, blocks, seed=run, until=True)
        meeting = found.meetings[0]
        assert any(meeting.shares.values)
        alarms += meeting.shares.verdict in (Verdict.HIGHER, Verdict.LOWER)
    return alarms


@pytest.mark.usefixtures("mirrored")
def test_a_bot_is_seldom_better_than_one_that_is_as_good() -> None:
    assert false_alarms(60, 40) <= 8


@pytest.mark.slow
@pytest.mark.usefixtures("mirrored")
def test_false_alarms_of_a_thousand_tournaments() -> None:
    alarms = false_alarms(1000, 150)
    print(f"false alarms: {alarms} of 1,000")
    assert alarms <= 50


def test_a_bot_plays_itself_to_a_draw_in_every_block() -> None:
    found = tournament(("random", "random"), ALONE, together=False, margin=0.1)
    played(found, "nim", 2, 30)
    assert not any(found.meetings[0].shares.values)
