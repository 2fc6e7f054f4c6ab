"""A plan: what a back end prints, and what play needs to know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from hoyle.ir import program as ir
from hoyle.ir.types import ValueType
from hoyle.plan.layout import Layout, OptionValue

if TYPE_CHECKING:
    from hoyle.plan.boards import Tables as BoardTables
    from hoyle.plan.statement_nodes import Stmt


@dataclass(frozen=True, slots=True)
class Mode:
    """A way of playing: recording events, stopping at chance, or with every rule a function of its own.

    `guided`: recording, and chance brings what is asked of it; for worlds that fit what a seat has seen.
    """

    record: bool = False
    stepped: bool = False
    careful: bool = False  # to find where a fault is, and to name it; not to be fast
    guided: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """What a plan is made for."""

    players: int
    options: dict[str, OptionValue]
    mode: Mode


@dataclass(eq=False, slots=True)
class Function:
    """Code that is called and comes back; with `effects` it takes the whole state."""

    number: int
    name: str  # for the reader
    params: tuple[str, ...]
    body: tuple[Stmt, ...] = ()
    rule: str = ""
    effects: bool = False
    supposed: bool = False  # its effects are taken back: it takes numbers and zones, and records nothing
    lists: bool = False  # its value is a list that must be frozen to be kept


Called: TypeAlias = Literal["with a choice", "with a frame", "with arguments"]


@dataclass(frozen=True, slots=True)
class Block:
    """Code that goes on until it jumps, leaves or waits. `names` are its locals at the beginning.

    Called with a choice it takes `picks` from the choice and `names` from the frame that waited; called
    with a frame, `names` from that; called with arguments, from another block or from a frame. An empty
    name stands for a value that is not needed.
    """

    id: int
    rule: str
    called: Called
    picks: tuple[str, ...]
    names: tuple[str, ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Site:
    """A place where the game waits: for a decision or, stepped, for chance. Its frame holds `frame`."""

    id: int
    rule: str
    decide: ir.Decide | None
    chance: ir.Random | ir.Settle | None
    frame: tuple[str, ...]
    bodies: tuple[int, ...]  # the block of each alternative; for chance the one that goes on
    passing: int  # the block where an offer is declined; -1: none
    choices: Function | None  # lists the choices; its parameters are locals of the frame
    again: tuple[Stmt, ...]  # how a frame that was read back asks again
    # the locals of an offer's or a simultaneous decision's progress: who is asked, how many have been, and
    # what was chosen unseen
    who: str = ""
    turn: str = ""
    got: str = ""


@dataclass(eq=False)
class Plan:
    """A program for one setting, with nothing left to decide."""

    program: ir.Program
    layout: Layout
    mode: Mode
    boards: dict[str, BoardTables]
    functions: list[Function]
    blocks: dict[int, Block]
    sites: dict[int, Site]
    entry: int
    starts: Function  # the zone in which each piece starts
    refills: dict[int, Function]  # whether a zone may be refilled, by its handle
    definitions: dict[tuple[tuple[str, ...], ir.Expr], Function]  # who has won, what tells equals apart
    frames: dict[int, tuple[ValueType, ...]]  # the types of the values in a frame, by its block or site
    continuations: frozenset[int]  # blocks that a frame below the top may name
    alternatives: dict[int, tuple[Site, int]]  # block of a body → its site and alternative (-1: pass)
    rules: tuple[str, ...]  # by block or site
    zone_names: tuple[str, ...]
    turns_around: bool  # whether the direction of play can change at all
    starts_alike: bool  # whether pieces start in the same zones in every round
    recursive: bool  # whether a function may call itself
    chain: int  # calls inside calls at most, where none comes back to itself
    evaluate: Callable[[tuple[str, ...], ir.Expr], Function] = field(repr=False)
    """A function of the state that computes one more expression: for labels, reasons and scenarios."""

    @property
    def frame_sizes(self) -> dict[int, int]:
        """How many values a frame holds, by its block or site."""
        return {block: len(types) for block, types in self.frames.items()}
