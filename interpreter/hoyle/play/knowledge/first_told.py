"""What everybody is told first from a place in the rules on, and where ways through them meet again."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from hoyle.ir import program as ir
from hoyle.plan import blocks as b

Told: TypeAlias = frozenset[tuple[str, ...]]
"""Kinds of events that may come first, with what tells them apart."""

ANYTHING: Told = frozenset({("anything",)})

_ROUND_ENDS = ("round ends",)
"""Stands for what is told first when a round has ended."""


class FirstTold:
    """The first thing that is told to all, from each block on; decisions end every way."""

    def __init__(self, program: ir.Program, graph: b.Graph, is_open: Callable[[str], bool]) -> None:
        self.program, self.graph, self._is_open = program, graph, is_open
        self._refills = any(zone.refill is not None for zone in program.zones)
        self.returns = self._returns()
        self._blocks: list[Told] = [frozenset()] * len(graph.blocks)
        self._own = [self._of(tuple(block.stmts), ()) for block in graph.blocks]
        changed = True
        while changed:
            changed = False
            for block in reversed(graph.blocks):
                told, silent = self._own[block.id]
                if _ROUND_ENDS in told:
                    told = told.union(*(self._blocks[number] for number in self.returns["round"])) - {
                        _ROUND_ENDS
                    }
                if silent:
                    told |= self._at_end(block)
                if told != self._blocks[block.id]:
                    self._blocks[block.id], changed = told, True

    def of_block(self, number: int) -> Told:
        """What may be told first from a block on."""
        return self._blocks[number]

    def _returns(self) -> dict[str, set[int]]:
        """By rule: the blocks that may go on when it has come to its end."""
        found: dict[str, set[int]] = {block.proc: set() for block in self.graph.blocks}
        changed = True
        while changed:
            changed = False
            for block in self.graph.blocks:
                match block.end:
                    case b.CallEnd(proc=proc, next=following):
                        new = found[block.proc] if following is None else {following}
                    case b.RoundEnd(next=following):
                        proc, new = "round", {following}
                    case _:
                        continue
                if not new <= found.setdefault(proc, set()):
                    found[proc] |= new
                    changed = True
        return found

    def after(self, block: b.Block) -> list[int]:
        """The blocks that may go on after one without a decision."""
        match block.end:
            case b.Goto(target=target):
                return [target]
            case b.Branch(then=then, otherwise=otherwise):
                return [then, otherwise]
            case b.CallEnd(proc=proc):
                return [self.graph.entries[proc]]
            case b.RoundEnd():
                return [self.graph.entries["round"]]
            case b.Leave():
                return sorted(self.returns[block.proc])
            case b.Stop(what="round"):
                return sorted(self.returns["round"])
            case b.Ask(site=number):
                site = self.graph.sites[number]
                return [following for following in (site.otherwise, site.done) if following >= 0]
            case _:
                return []

    def _at_end(self, block: b.Block) -> Told:
        if isinstance(block.end, b.RoundEnd):
            return frozenset({("round",)})
        asked: Told = frozenset()
        if isinstance(block.end, b.Ask | b.Chance):
            asked = frozenset({("decide", str(block.end.site))})
        return asked.union(*(self._blocks[number] for number in self.after(block)))

    # -------------------------------------------------------------- statements
    def _of(self, stmts: tuple[ir.Stmt, ...], calling: tuple[str, ...]) -> tuple[Told, bool]:
        """What statements may tell first, and whether they may tell nothing."""
        told: Told = frozenset()
        for stmt in stmts:
            more, silent = self._one(stmt, calling)
            told |= more
            if not silent:
                return told, False
        return told, True

    def _one(self, stmt: ir.Stmt, calling: tuple[str, ...]) -> tuple[Told, bool]:
        match stmt:
            case ir.SetVar(var=var) | ir.FillVar(var=var):
                return frozenset({("set", var)}), not self._is_open(var) or var == "match_ended"
            case ir.Random(label=label):
                return frozenset({("random", label)}), True
            case ir.Shuffle(zone=zone):
                return self._about("shuffle", zone), False
            case ir.Move(kind=kind, to=to):
                return self._about("move", to), kind != "one"
            case ir.MoveAround(to=to):
                return self._about("move", to), True
            case ir.Draw(source=source, to=to) | ir.Deal(source=source, to=to):
                refilled = self._about("move", source) | self._about("shuffle", source)
                return self._about("move", to) | (refilled if self._refills else frozenset()), True
            case ir.Reveal():
                return frozenset({("reveal",)}), True
            case ir.Gather():
                return frozenset({("gather",)}), True
            case ir.ScoreRound():
                return frozenset({("score",)}), False
            case ir.If(then=then, otherwise=otherwise):
                one, silent = self._of(then, calling)
                other, other_silent = self._of(otherwise, calling)
                return one | other, silent or other_silent
            case ir.ForEach(body=body) | ir.While(body=body) | ir.Repeat(body=body):
                return self._of(body, calling)[0], True
            case ir.CallProc(proc=proc):
                if proc in calling:
                    return frozenset(), True
                return self._of(self.program.procs[proc].body or (), (*calling, proc))
            case ir.End(what="round"):
                return frozenset({_ROUND_ENDS}), True
            case ir.Decide():
                return ANYTHING, True
            case _:
                return frozenset(), True

    def _about(self, kind: str, zone: ir.Expr) -> Told:
        """An event about a zone; about any, where it is not known beforehand which one."""
        if isinstance(zone, ir.ZoneAt):
            return frozenset({(kind, zone.zone)})
        return frozenset({(kind, one.name) for one in self.program.zones})

    # -------------------------------------------------------------- where ways meet
    @cached_property
    def _always(self) -> list[frozenset[int]]:
        """By block: the blocks that every way from it comes to before somebody is asked."""
        everything = frozenset(range(len(self.graph.blocks)))
        found = [everything] * len(self.graph.blocks)
        changed = True
        while changed:
            changed = False
            for block in reversed(self.graph.blocks):
                following = self.after(block)
                ends = not following or isinstance(block.end, b.Ask | b.Chance)
                new = frozenset() if ends else frozenset.intersection(*(found[n] for n in following))
                new |= {block.id}
                if new != found[block.id]:
                    found[block.id], changed = new, True
        return found

    def until_they_meet(self, starts: tuple[int, ...]) -> list[int]:
        """All blocks on the ways from some blocks on, up to one that all of them come to."""
        met = frozenset.intersection(*(self._always[start] for start in starts)) if len(starts) > 1 else ()
        waiting, seen = [start for start in starts if start not in met], set[int]()
        while waiting:
            number = waiting.pop()
            if number not in seen:
                seen.add(number)
                waiting += [one for one in self.after(self.graph.blocks[number]) if one not in met]
        return sorted(seen)
