"""Walks one game in two systems at once, and says where they part."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from itertools import combinations
from random import Random
from time import perf_counter
from typing import Any

import hoyle

Action = int | str | tuple[int, ...]
"""OpenSpiel's number of an action or its name; several numbers where it takes one choice of ours in steps."""

CHANCE = -1


class Parted(Exception):
    """The two systems disagree."""


class Left(Exception):
    """They disagree where a third reading of the rules is with us: the game is left there."""


def scores(found: tuple[int, ...]) -> list[float]:
    """Returns that are our scores."""
    return [float(score) for score in found]


def own_name(theirs: Any, player: int, action: int) -> str:
    """What OpenSpiel calls an action."""
    name: str = theirs.action_to_string(player, action)
    return name


@dataclass(frozen=True)
class Pair:
    """A ruleset of ours and the game of OpenSpiel that it should equal, and how to read one as the other."""

    ruleset: str
    theirs: str
    read: Callable[[str], Action]
    """The label of a choice as OpenSpiel's action."""
    named: Callable[[Any, int, int], str] = lambda theirs, player, action: theirs.action_to_string(
        player, action
    )
    """The name of an action in a state of theirs, where `read` gives names."""
    module: str | None = None
    """What has to be imported for OpenSpiel to know the game, if it is written in Python."""
    player: Callable[[int], int] = lambda seat: seat
    """Their number of who sits in a seat."""
    seated: Callable[[str, int], Action] | None = None
    """The same in place of `read`, where it hangs on the seat that chooses."""
    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)
    outcome: Callable[[str], int] = int
    """The label of what chance brings as OpenSpiel's outcome."""
    returns: Callable[[tuple[int, ...]], list[float]] = scores
    forced: int | None = None
    """An action of theirs that we do unasked where it is the only one."""
    merges: bool = False
    """Whether several choices of ours may be one action of theirs."""
    steps: Callable[[Any, int], tuple[str, ...]] | None = None
    """The labels, one after the other, that one action of theirs stands for."""
    two_dice: Callable[[Any, str, str], int | None] | None = None
    """Two outcomes of ours as one of theirs; None if we roll again."""
    ends_unasked: bool = False
    """Whether one of both does unasked what must be done at the end."""
    judge: Callable[[hoyle.State], set[str]] | None = None
    """The choices by a reading of the rules of its own, for where they are known to be wrong."""
    sensible: Callable[[hoyle.State, list[str]], list[int]] | None = None
    """Of the choices those that lead where chance alone rarely does; taken nine times of ten."""
    position: Callable[[hoyle.State, Any], tuple[object, object]] | None = None
    """What both show of the position where somebody chooses, to be equal."""
    chance_first: Callable[[Any], bool] = lambda theirs: False
    """Whether a chance event of theirs comes earlier than the same one of ours."""

    def action(self, label: str, seat: int) -> Action:
        return self.read(label) if self.seated is None else self.seated(label, seat)

    @cached_property
    def game(self) -> hoyle.Game:
        return hoyle.load(self.ruleset)

    @cached_property
    def their_game(self) -> Any:
        import pyspiel

        if self.module is not None:
            import_module(self.module)
        return pyspiel.load_game(self.theirs)


@dataclass
class Tally:
    """What walks have found so far."""

    games: int = 0
    decisions: int = 0
    chances: int = 0
    seconds: float = 0.0
    left: int = 0
    mismatches: list[str] = field(default_factory=list)


class Walk:
    """One game, in both systems."""

    def __init__(self, pair: Pair, rng: Random, tally: Tally) -> None:
        self.pair, self.rng, self.tally = pair, rng, tally
        self.ours = pair.game.start(players=pair.players, options=pair.options, chance="stepped")
        self.theirs = pair.their_game.new_initial_state()
        self.drawn_early: list[int] = []
        self.joint: list[int] = []
        self.spelled: dict[int, tuple[str, ...]] = {}

    def run(self) -> None:
        """To the end, or to the first difference."""
        while True:
            ours = "end" if self.ours.over else "chance" if self.ours.decision.seat == CHANCE else "choice"
            theirs = self.theirs
            if theirs.is_terminal() or not theirs.is_chance_node():
                if self._does_unasked(ours):
                    continue
                if ours == "chance":
                    self._our_chance()
                elif self._ends_unasked(ours):
                    self.ours.apply(0)
                elif ours == "end" or theirs.is_terminal():
                    self._compare_ends(ours)
                    return
                else:
                    self._choose()
            elif self.pair.chance_first(theirs):
                # Not `chance_outcomes`: without passing it still names all four directions, but one is legal.
                self.drawn_early.append(self.rng.choice(theirs.legal_actions()))
                theirs.apply_action(self.drawn_early[-1])
            elif ours == "chance" and self.pair.two_dice is not None:
                self._two_dice(self.pair.two_dice)
            elif ours == "chance":
                self._chance()
            else:
                self._their_chance()

    # -------------------------------------------------------------- chance
    def _chance(self) -> None:
        """Both wait for chance: the same outcomes, as likely; one is drawn for both."""
        decision = self.ours.decision
        outcomes = [self.pair.outcome(choice.label) for choice in decision.choices]
        likely: dict[int, float] = {}
        for outcome, probability in zip(outcomes, decision.probabilities, strict=True):
            likely[outcome] = likely.get(outcome, 0.0) + probability
        expected = dict(self.theirs.chance_outcomes())
        if len(expected) == 1 and likely.keys() != expected.keys():
            # A last card is no chance event of ours: we wait for something that comes after it.
            self._their_chance()
            return
        if likely.keys() != expected.keys():
            raise Parted(f"chance: {sorted(likely)} instead of {sorted(expected)}")
        if any(not math.isclose(likely[outcome], expected[outcome]) for outcome in expected):
            raise Parted(f"probabilities: {likely} instead of {expected}")
        index = self.rng.randrange(len(outcomes))
        self.theirs.apply_action(outcomes[index])
        self.ours.apply(index)
        self.tally.chances += 1

    def _two_dice(self, read: Callable[[Any, str, str], int | None]) -> None:
        """Two chance events of ours are one of theirs: the same outcomes, as likely."""
        likely: dict[int, float] = {}
        rolls = []
        for first, chance in zip(self.ours.decision.choices, self.ours.decision.probabilities, strict=True):
            then = self.ours.copy()
            then.apply(first.index)
            for second, further in zip(then.decision.choices, then.decision.probabilities, strict=True):
                outcome = read(self.theirs, first.label, second.label)
                rolls.append((first.index, second.index, outcome))
                if outcome is not None:
                    likely[outcome] = likely.get(outcome, 0.0) + chance * further
        known = sum(likely.values())
        expected = dict(self.theirs.chance_outcomes())
        if likely.keys() != expected.keys():
            raise Parted(f"dice: {sorted(likely)} instead of {sorted(expected)}")
        if any(not math.isclose(likely[outcome] / known, expected[outcome]) for outcome in expected):
            raise Parted(f"probabilities: {likely} instead of {expected}")
        one, two, rolled = self.rng.choice(rolls)
        self.ours.apply(one)
        self.ours.apply(two)
        if rolled is not None:
            self.theirs.apply_action(rolled)
        self.tally.chances += 1

    def _our_chance(self) -> None:
        """Only we wait for chance: it was drawn before, or there is nothing to draw."""
        choices = self.ours.decision.choices
        if self.drawn_early:
            early = self.drawn_early.pop(0)
            self.ours.apply([self.pair.outcome(choice.label) for choice in choices].index(early))
        elif len(choices) == 1:
            self.ours.apply(0)
        else:
            raise Parted(f"chance only here: {[choice.label for choice in choices]}")

    def _their_chance(self) -> None:
        outcomes = self.theirs.chance_outcomes()
        if len(outcomes) > 1:
            raise Parted(f"chance only there: {outcomes}")
        self.theirs.apply_action(outcomes[0][0])

    # -------------------------------------------------------------- choices
    def _does_unasked(self, ours: str) -> bool:
        """Takes what they must do where we do not ask."""
        ending = self.pair.ends_unasked and ours == "end"
        if self.theirs.is_terminal() or (self.pair.forced is None and not ending):
            return False
        legal = self.theirs.legal_actions()
        if legal != [self.pair.forced] and not (ending and len(legal) == 1):
            return False
        self.theirs.apply_action(legal[0])
        return True

    def _ends_unasked(self, ours: str) -> bool:
        over = self.pair.ends_unasked and self.theirs.is_terminal()
        return over and ours == "choice" and len(self.ours.decision) == 1

    def _choose(self) -> None:
        theirs, decision = self.theirs, self.ours.decision
        seat = decision.seat
        together = theirs.is_simultaneous_node()
        player = self.pair.player(seat)
        if not together and theirs.current_player() != player:
            raise Parted(f"seat {seat} decides instead of {theirs.current_player()}")
        if self.pair.position is not None and not self.spelled:
            here, there = self.pair.position(self.ours, theirs)
            if here != there:
                raise Parted(f"the position is {here} instead of {there}")
        labels = [choice.label for choice in decision.choices]
        if self.pair.steps is not None:
            self._part_of_an_action(self.pair.steps, labels)
            return
        actions = [self.pair.action(label, seat) for label in labels]
        if len(set(actions)) < len(actions) and not self.pair.merges:
            raise Parted(f"choices that are the same there: {labels}")
        legal = theirs.legal_actions(player) if together else theirs.legal_actions()
        index = self._index(labels)
        self.tally.decisions += 1
        if isinstance(actions[0], tuple):
            self._step_by_step(actions, index, legal)
        else:
            named: dict[Action, int] = (
                {self.pair.named(theirs, player, action): action for action in legal}
                if isinstance(actions[0], str)
                else {action: action for action in legal}
            )
            if set(actions) != set(named):
                if self.pair.judge is not None and set(labels) == self.pair.judge(self.ours):
                    raise Left
                raise Parted(f"seat {seat} may {labels} ({sorted(actions)}) instead of {sorted(named)}")
            self._apply(named[actions[index]], together)
        self.ours.apply(decision.choices[index])

    def _index(self, labels: list[str]) -> int:
        if self.pair.sensible is not None and self.rng.random() < 0.9:
            sensible = self.pair.sensible(self.ours, labels)
            if sensible:
                return self.rng.choice(sensible)
        return self.rng.randrange(len(labels))

    def _apply(self, action: int, together: bool) -> None:
        if not together:
            self.theirs.apply_action(action)
            return
        self.joint.append(action)
        if len(self.joint) == self.pair.players:
            self.theirs.apply_actions(self.joint)
            self.joint = []

    def _part_of_an_action(self, steps: Callable[[Any, int], tuple[str, ...]], labels: list[str]) -> None:
        """One action there is several choices of ours: it is done there when all of them are made."""
        if not self.spelled:
            self.spelled = {action: steps(self.theirs, action) for action in self.theirs.legal_actions()}
        begun = {rest[0] for rest in self.spelled.values()}
        if len(begun) < len(labels) or set(labels) != begun:
            raise Parted(f"{sorted(labels)} instead of {sorted(begun)}")
        label = self.rng.choice(labels)
        self.ours.apply(label)
        self.tally.decisions += 1
        self.spelled = {action: rest[1:] for action, rest in self.spelled.items() if rest[0] == label}
        done = [action for action, rest in self.spelled.items() if not rest]
        if done:
            if len(self.spelled) > 1:
                raise Parted(f"{label} ends one of {self.spelled}")
            self.spelled = {}
            self.theirs.apply_action(done[0])

    def _step_by_step(self, actions: list[Action], index: int, legal: list[int]) -> None:
        """A choice of several of ours is one after the other there, in any order."""
        picked = actions[index]
        assert isinstance(picked, tuple)
        sets = {frozenset(action) for action in actions if isinstance(action, tuple)}
        if sets != {frozenset(some) for some in combinations(legal, len(picked))}:
            raise Parted(f"{len(sets)} selections that are not all selections of {legal}")
        for number, action in enumerate(picked):
            if set(self.theirs.legal_actions()) != set(legal) - set(picked[:number]):
                raise Parted(f"after {picked[:number]} there is {self.theirs.legal_actions()}")
            self.theirs.apply_action(action)

    # -------------------------------------------------------------- ends
    def _compare_ends(self, ours: str) -> None:
        if ours != "end" or not self.theirs.is_terminal():
            raise Parted(f"{'here' if ours == 'end' else 'there'} the game is over, and not so elsewhere")
        found = self.pair.returns(self.ours.result.scores)
        expected = self.theirs.returns()
        if len(found) != len(expected) or any(
            not math.isclose(a, b, abs_tol=1e-9) for a, b in zip(found, expected, strict=True)
        ):
            raise Parted(f"returns {found} instead of {expected}")


def walk(pair: Pair, games: int, first: int = 0, seconds: float = 0.0, most_mismatches: int = 3) -> Tally:
    """So many random games, or what fits in so many seconds.

    Each game is made anew by its number, so that a mismatch can be looked at alone.
    """
    tally = Tally()
    began = perf_counter()
    for number in range(first, first + games):
        game = Walk(pair, Random(f"{pair.theirs} {number}"), tally)
        tally.games += 1
        try:
            game.run()
        except Left:
            tally.left += 1
        except (Parted, hoyle.PlayError) as parted:
            moves = len(game.theirs.history())
            tally.mismatches.append(f"game {number}, after {moves} actions: {parted}\n{game.theirs}")
            if len(tally.mismatches) >= most_mismatches:
                break
        if seconds and perf_counter() - began > seconds:
            break
    tally.seconds = perf_counter() - began
    return tally
