"""Information set Monte Carlo tree search: one tree over many worlds, whatever the game.

Every iteration draws a world that the seat thinks possible, goes down the tree by the choices that are legal
in it, adds a node, plays the rest out at random, and counts what came of it. Each seat on the way wants the
most for itself: a playout gives a value for every seat (max^n), the same for members of a team. Chance is
drawn anew in each world and has no nodes of its own.

Where not everybody sees every choice, each seat has a tree of its own, in which it goes down by what it has
seen: its own choices, and of others' what it was shown. So nobody's choice hangs on what another has chosen
unseen, at the same time or face down.

The same stands in `backends/c/search/search.h`, number by number: where there is machine code, that is used.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from hoyle.bots.logs import log_of

if TYPE_CHECKING:
    from hoyle import State
    from hoyle.bots.registry import Budget
    from hoyle.bots.thinking import Thinking
    from hoyle.play.keys import Key

EXPLORATION = 0.7
WIDE = 12  # choices: where there are more, only some are looked at until the node was visited often
WIDTH = 2.0  # times the root of the visits
MOST_NODES = 500_000  # of all trees together: then a search is at its end, whatever its budget


class Node:
    """A choice on the way, and what came of it for whoever took it."""

    __slots__ = ("available", "below", "total", "visits")

    def __init__(self) -> None:
        self.below: dict[Key, Node] = {}
        self.visits = 0
        self.available = 0  # how often it could have been taken
        self.total = 0.0


class Tree:
    """The trees of one decision, of which there is one, or one for each seat."""

    def __init__(self, thinking: Thinking) -> None:
        self.thinking = thinking
        self.roots = [Node() for _ in range(1 if thinking.public else thinking.outlook.players)]
        self.nodes = len(self.roots)

    def searched(self, budget: Budget) -> list[tuple[int, float]]:
        """How often each choice of the seat was taken, -1 if never, and the sum of what came of it."""
        thinking = self.thinking
        for seed in thinking.seeds(budget):
            self._iterate(thinking.outlook.world(seed))
            if self.nodes >= MOST_NODES:
                break
        below = self.roots[0 if thinking.public else thinking.seat].below
        found = [below.get((thinking.seat, *key)) for key in thinking.keys]
        return [(node.visits, node.total) if node is not None else (-1, 0.0) for node in found]

    def _iterate(self, world: State) -> None:
        """Goes down the trees with one world, plays out, and counts."""
        thinking, keys = self.thinking, world.keys
        rng, nodes = thinking.rng, self.roots[:]
        single = len(nodes) == 1
        path: list[tuple[Node, int]] = []
        rounds = world.rounds
        failed = grown = False
        while not (world.over or grown or (thinking.this_round and world.rounds != rounds)):
            seat = world.seat
            if seat < 0:
                failed = not world.attempt(world.chance_outcome(rng))
                if failed:
                    break
                continue
            tree = 0 if single else seat
            own = keys.of(world)
            index, node, grown = self._selected(nodes[tree], [(seat, *key) for key in own])
            path.append((node, seat))
            if single:
                failed = not world.attempt(index)
                nodes[0] = node
            else:
                taken = keys.taken(world, index, own[index])
                failed = not world.attempt(index)
                if not failed:
                    for other in range(len(nodes)):
                        seen = None if other == seat else keys.seen(taken, world, other)
                        if seen is not None:
                            nodes[other] = nodes[other].below.get(seen) or self._added(nodes[other], seen)
                    nodes[seat] = node
            if failed:
                break
        values = None if failed else thinking.played_out(world)
        if failed:
            thinking.effort.failed += 1
        for node, seat in path:
            node.visits += 1
            if values is not None:
                node.total += values[seat]

    def _added(self, node: Node, key: Key) -> Node:
        self.nodes += 1
        found = node.below[key] = Node()
        return found

    def _selected(self, node: Node, keys: list[Key]) -> tuple[int, Node, bool]:
        """The choice to go on with, its node, and whether that is new."""
        below = node.below
        fresh: list[int] = []
        best, best_value, known = -1, -1.0, 0
        visits = 0
        for index, key in enumerate(keys):
            child = below.get(key)
            if child is None or not child.visits:
                fresh.append(index)
                continue
            known += 1
            visits += child.visits
            child.available += 1
            value = child.total / child.visits + EXPLORATION * sqrt(log_of(child.available) / child.visits)
            if value > best_value:
                best, best_value = index, value
        if fresh and (len(keys) <= WIDE or known < WIDTH * sqrt(visits + 1.0)):
            index = fresh[self.thinking.rng.below(len(fresh))]
            child = below.get(keys[index]) or self._added(node, keys[index])
            child.available += 1
            return index, child, True
        return best, below[keys[best]], False
