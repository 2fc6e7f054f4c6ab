"""Measures Hoyle beside OpenSpiel and RLCard, in one run: `python -m benchmarks.peers`.

Uniform random games: ours whole in native code, stepped from Python by index and by objects, and by
the Python engine; theirs through their Python interface. All alternate, and the median of the ratios counts:
the figures of one side alone mean little.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

import hoyle
from benchmarks.contestants import (
    Rate,
    Table,
    by_index,
    copies,
    open_spiel,
    open_spiel_copies,
    rlcard,
    whole_games,
    with_objects,
)  # fmt: skip


@dataclass(frozen=True)
class Peer:
    """A game that both have."""

    table: Table
    theirs: str


_EIGHTS = {"max_plays": 100, "counting": "numbers"}
_DICE = {"one_round": True, "wild": 6, "dice_each": 3}
_HEARTS = {"hands": 1, "passing": "never"}
_SPADES = {"hands": 1, "spades_break": False}
_EUCHRE = {"hands": 1, "keep_turned": True, "first_card": "dealer", "stick_the_dealer": True}
_MORRIS = {"most_turns": 200, "third_time_draws": False, "quiet_moves": 1000}

PEERS = (
    Peer(Table("tic-tac-toe"), "tic_tac_toe"),
    Peer(Table("connect-four"), "connect_four"),
    Peer(Table("breakthrough"), "breakthrough"),
    Peer(Table("othello"), "othello"),
    Peer(Table("draughts"), "checkers"),
    Peer(Table("oware"), "oware"),
    Peer(Table("hex"), "hex(board_size=11)"),
    Peer(Table("dots-and-boxes", options={"columns": 7, "rows": 7}), "dots_and_boxes(num_cols=7,num_rows=7)"),
    Peer(Table("nine-mens-morris", options=_MORRIS), "nine_mens_morris"),
    Peer(Table("nim"), "nim"),
    Peer(Table("pig", options={"horizon": 1000}), "pig(horizon=1000)"),
    Peer(Table("kuhn-poker"), "kuhn_poker"),
    Peer(Table("leduc-poker"), "leduc_poker"),
    Peer(
        Table("liars-dice", options={"one_round": True, "wild": 6, "dice_each": 3}), "liars_dice(numdice=3)"
    ),
    Peer(Table("goofspiel"), "goofspiel(num_cards=13)"),
    Peer(Table("crazy-eights", 4, _EIGHTS), "crazy_eights(players=4)"),
    Peer(Table("hearts", 4, _HEARTS), "hearts(pass_cards=false)"),
    Peer(Table("spades", 4, _SPADES), "spades"),
    Peer(Table("euchre", 4, _EUCHRE), "euchre(stick_the_dealer=true)"),
    Peer(Table("go-fish", 4, {"last_hand_refilled": False}), "go_fish(players=4)"),
    Peer(Table("blackjack", 1), "blackjack"),
    Peer(Table("chess"), "chess"),
    Peer(Table("go", options={"size": 9, "ko": "simple"}), "go(board_size=9)"),
)

# Games of the same family: the rules differ in detail.
FAMILY = (("uno", Table("stop", 2)), ("uno", Table("crazy-eights", 2)))


def alternating(rates: Mapping[str, Rate], repetitions: int, seconds: float) -> dict[str, list[float]]:
    """All of them in turn, several times."""
    found: dict[str, list[float]] = {name: [] for name in rates}
    for rate in rates.values():
        rate(seconds / 20, 0)  # fills caches
    for repetition in range(repetitions):
        for name, rate in rates.items():
            found[name].append(rate(seconds, repetition + 1))
    return found


TABLES = ("games", "copies", "family")


def ratio(found: Mapping[str, list[float]], one: str, other: str) -> str:
    """The median of how many times as fast one was; a dash where one of them did not play."""
    if one not in found or other not in found:
        return "–"
    value = statistics.median(mine / its for mine, its in zip(found[one], found[other], strict=True))
    return f"{value:.2f}" if value < 10 else f"{value:.0f}"


def million(found: Mapping[str, list[float]], name: str) -> str:
    if name not in found:
        return "–"
    value = statistics.median(found[name]) / 1e6
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def nanoseconds(found: Mapping[str, list[float]], name: str) -> str:
    return f"{1e9 / statistics.median(found[name]):,.0f}" if name in found else "–"


def ours(table: Table, *, native: bool) -> dict[str, Rate]:
    """Our ways of playing; without native code only Python's."""
    found = {"python": with_objects(table, "python")}
    if native:
        found["whole"] = whole_games(table)
        found["index"] = by_index(table, "native")
        found["objects"] = with_objects(table, "native")
    return found


def our_copies(table: Table, *, native: bool) -> dict[str, Rate]:
    found = {"python": copies(table, "python")}
    return found | {"native": copies(table, "native")} if native else found


def playing_row(name: str, found: Mapping[str, list[float]], theirs: str) -> str:
    cells = [name, *(million(found, way) for way in ("whole", "index", "objects", "python", theirs))]
    cells += [ratio(found, way, theirs) for way in ("whole", "index", "objects", "python")]
    return f"| {' | '.join([*cells, ratio(found, 'whole', 'python')])} |"


def copying_row(name: str, found: Mapping[str, list[float]]) -> str:
    cells = [name, *(nanoseconds(found, way) for way in ("native", "python", "theirs"))]
    return f"| {' | '.join([*cells, ratio(found, 'native', 'theirs'), ratio(found, 'python', 'theirs')])} |"


HEAD = """\
Million decisions a second, and how many times as fast as {theirs} (process time, medians of {repetitions}).

| ruleset | whole games | by index | with objects | Python | {theirs} | whole / {theirs} | index / {theirs} \
| objects / {theirs} | Python / {theirs} | whole / Python |
|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"""

COPIES_HEAD = """
Nanoseconds a copy, and how many times as fast as OpenSpiel's clone.

| ruleset | native | Python | OpenSpiel | native / OpenSpiel | Python / OpenSpiel |
|---|---:|---:|---:|---:|---:|"""


def missing(table: Table) -> bool:
    """Whether this version has no such ruleset."""
    from hoyle.bundled import bundled

    return table.ruleset not in bundled()


def why_no_native(table: Table) -> str | None:
    game = table.game()
    try:
        game.demand(game.chooser(table.players, table.options))
    except hoyle.StartError as error:
        return str(error)
    return None


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.peers", description="Measure Hoyle beside OpenSpiel and RLCard."
    )
    parser.add_argument("--repetitions", type=int, default=7, help="of each measurement (default: 7)")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measurement (default: 0.5)")
    parser.add_argument("--only", default="", help="only this ruleset")
    parser.add_argument(
        "--tables", nargs="*", choices=TABLES, default=list(TABLES), help="only these (default: all)"
    )
    arguments = parser.parse_args()
    repetitions, seconds = arguments.repetitions, arguments.seconds
    if not present("pyspiel"):
        print("OpenSpiel is missing: pip install 'hoyle[crosscheck]'", file=sys.stderr)
        return 2
    peers = [peer for peer in PEERS if arguments.only in ("", peer.table.ruleset) and not missing(peer.table)]
    natively = {}
    for peer in peers:
        why = why_no_native(peer.table)
        natively[peer.theirs] = why is None
        if why is not None:
            print(why, file=sys.stderr)
    if "games" in arguments.tables:
        print(HEAD.format(theirs="OpenSpiel", repetitions=repetitions), flush=True)
    for peer in peers if "games" in arguments.tables else ():
        rates = ours(peer.table, native=natively[peer.theirs]) | {"theirs": open_spiel(peer.theirs)}
        found = alternating(rates, repetitions, seconds)
        print(playing_row(peer.table.ruleset, found, "theirs"), flush=True)
    if "copies" in arguments.tables:
        print(COPIES_HEAD, flush=True)
    for peer in peers if "copies" in arguments.tables else ():
        rates = our_copies(peer.table, native=natively[peer.theirs]) | {
            "theirs": open_spiel_copies(peer.theirs)
        }
        found = alternating(rates, repetitions, seconds / 4)
        print(copying_row(peer.table.ruleset, found), flush=True)
    family = [(name, table) for name, table in FAMILY if arguments.only in ("", table.ruleset)]
    if "family" in arguments.tables and family and present("rlcard"):
        print("\n" + HEAD.format(theirs="RLCard", repetitions=repetitions), flush=True)
        for name, table in family:
            rates = ours(table, native=why_no_native(table) is None) | {"theirs": rlcard(name)}
            found = alternating(rates, repetitions, seconds)
            print(playing_row(f"{table.ruleset} beside {name}", found, "theirs"), flush=True)
    return 0


def present(module: str) -> bool:
    try:
        import_module(module)
    except ImportError:
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
