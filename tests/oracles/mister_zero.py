"""Mister Zero, from the rulings MZ-1 to MZ-12."""

from __future__ import annotations

import math
import re
from functools import cache

from tests.oracles.trace import Options, Table, tidy

ID = "mister-zero"
PLAYERS = (2, 4)  # MZ-1
OPTIONS = {"games": 1}

# MZ-3
POINTS = {
    "c": (0, 0),
    "i_nw": (-1, 1), "i_ne": (1, 1), "i_se": (1, -1), "i_sw": (-1, -1),
    "o_nw": (-2, 2), "o_ne": (2, 2), "o_se": (2, -2), "o_sw": (-2, -2),
    "n": (0, 2), "e": (2, 0), "s": (0, -2), "w": (-2, 0),
}  # fmt: skip
CENTRAL = ("c-i_nw", "c-i_ne", "c-i_se", "c-i_sw")
BRIDGES = (
    *CENTRAL,
    "i_nw-i_ne", "i_ne-i_se", "i_se-i_sw", "i_sw-i_nw",
    "i_nw-o_nw", "i_ne-o_ne", "i_se-o_se", "i_sw-o_sw",
    "o_nw-n", "n-o_ne", "o_ne-e", "e-o_se", "o_se-s", "s-o_sw", "o_sw-w", "w-o_nw",
)  # fmt: skip
CONTROL = {"n": "green", "s": "red"}
BRIDGE_BETWEEN = {frozenset(bridge.split("-")): bridge for bridge in BRIDGES}


@cache
def read_piece(text: str) -> str:
    piece = tidy(text)
    if not re.fullmatch(r"(red|green) [0-9]", piece):
        raise ValueError(f"not a token of Mister Zero: {text!r}")
    return piece


def read_bridge(text: str) -> str:
    """A bridge's name, its two points in either order."""
    bridge = BRIDGE_BETWEEN.get(frozenset(tidy(text).split("-")))
    if bridge is None:
        raise ValueError(f"not a bridge: {text!r}")
    return bridge


@cache
def read_zone(text: str) -> str:
    """`stock[0]`, a bridge (`c-i_ne`, or within brackets), or what we do not follow (what was taken)."""
    zone = tidy(text).replace(" ", "")
    inner = re.fullmatch(r"\w+\[(.+-.+)\]", zone)
    try:
        return read_bridge(inner[1] if inner else zone)
    except ValueError:
        return zone


@cache
def read_label(text: str) -> str:
    found = re.fullmatch(r"place (.+) on (\S+)", tidy(text))
    if not found:
        raise ValueError(f"not a choice in Mister Zero: {text!r}")
    return f"place {read_piece(found[1])} on {read_bridge(found[2])}"


def number(token: str) -> int:
    return int(token[-1])


def play(table: Table, players: int, options: Options) -> None:
    MisterZero(table, players, options).play()


def tokens_of_role(role: int, players: int) -> list[str]:
    """MZ-1, MZ-2: role 0 is red (or red-odd), 1 green (green-odd), 2 red-even, 3 green-even."""
    colour = ("red", "green")[role % 2]
    if players == 2:
        numbers = range(10)
    else:
        numbers = range(1, 10, 2) if role < 2 else range(0, 10, 2)
    return [f"{colour} {n}" for n in numbers]


class MisterZero:
    def __init__(self, table: Table, players: int, options: Options) -> None:
        self.table, self.players, self.options = table, players, options
        self.stock: list[list[str]] = [[] for _ in range(players)]
        self.board: dict[str, str] = {}  # bridge -> token, also after it was crossed
        self.face_down: str | None = None  # the central bridge whose token was laid face down
        table.zones = self.zones

    def zones(self) -> dict[str, list[str]]:
        stocks = {f"stock[{seat}]": tokens for seat, tokens in enumerate(self.stock)}
        slots = {bridge: [self.board[bridge]] if bridge in self.board else [] for bridge in BRIDGES}
        return {**stocks, **slots}

    def play(self) -> None:
        games = self.options["games"]
        scores = [0] * self.players
        for game in range(games):
            self.table.round(game + 1)
            # MZ-12: all roles move one seat clockwise with each game
            role_of = {(role + game) % self.players: role for role in range(self.players)}
            self.set_up(role_of)
            for turn in range(20):  # MZ-4; role 0 begins
                self.place((game + turn) % self.players)
            taken = self.walk()
            self.table.settled()
            for seat, role in role_of.items():
                own, other = (("red", "green"), ("green", "red"))[role % 2]
                if games == 1:
                    scores[seat] = taken[own]
                else:
                    scores[seat] += max(0, taken[own] - taken[other])
                self.table.score(seat, scores[seat])
        self.table.end(scores, [seat for seat in range(self.players) if scores[seat] == max(scores)])

    def set_up(self, role_of: dict[int, int]) -> None:
        where = {token: bridge for bridge, token in self.board.items()}
        self.board, self.face_down = {}, None
        for seat, role in role_of.items():
            self.stock[seat] = tokens_of_role(role, self.players)
            for token in self.stock[seat]:
                self.table.move(token, where.get(token, "away"), f"stock[{seat}]")

    # -- placing

    def lowest_central(self) -> int | None:
        return min((number(self.board[b]) for b in CENTRAL if b in self.board), default=None)

    def place(self, seat: int) -> None:
        free = [bridge for bridge in BRIDGES if bridge not in self.board]
        lowest = self.lowest_central()

        def allowed(token: str, bridge: str) -> bool:
            # MZ-5; the zero is exempt (MZ-6)
            return bridge not in CENTRAL or number(token) != lowest or number(token) == 0

        pairs = [(token, bridge) for token in self.stock[seat] for bridge in free if allowed(token, bridge)]
        if not pairs:
            # MZ-7. This is the only way to be without a choice: two tokens of one stock
            # are never equal, so only a last token can be forbidden altogether.
            assert len(self.stock[seat]) == 1
            assert all(bridge in CENTRAL for bridge in free)
            pairs = [(self.stock[seat][0], bridge) for bridge in free]
            self.table.note("MZ-7: a last token is placed face down")
        choices = {f"place {token} on {bridge}": (token, bridge) for token, bridge in pairs}
        token, bridge = self.table.decide(seat, "place", choices)
        self.stock[seat].remove(token)
        self.table.move(token, f"stock[{seat}]", bridge)
        self.lay(token, bridge)

    def lay(self, token: str, bridge: str) -> None:
        lowest = self.lowest_central()
        self.board[bridge] = token
        if bridge not in CENTRAL:
            return
        if number(token) == lowest:  # allowed only by MZ-6 and MZ-7
            self.face_down = bridge
            if number(token) == 0:
                self.table.note("MZ-6: the second zero is placed face down")
        elif self.face_down and number(token) < number(self.board[self.face_down]):
            self.face_down = None
            self.table.note("MZ-7: a face-down token is turned up again")

    # -- the walk

    def walk(self) -> dict[str, int]:
        """MZ-8 to MZ-11; how many tokens each colour took. What was taken leaves the board."""
        values = {bridge: number(token) for bridge, token in self.board.items()}
        taken = {"red": 0, "green": 0}
        lying: list[str] = []  # crossed bridges whose tokens are still on the board
        self.crossed: list[str] = []
        point = "c"
        bridge: str | None = self.face_down or min(CENTRAL, key=values.__getitem__)  # MZ-8
        while bridge is not None:
            self.crossed.append(bridge)
            lying.append(bridge)
            one, two = bridge.split("-")
            point = two if point == one else one
            if point in CONTROL:  # MZ-10
                colour = CONTROL[point]
                for collected in lying:
                    self.table.move(self.board.pop(collected), collected, f"taken[{colour}]")
                taken[colour] += len(lying)
                lying = []
            bridge = next_bridge(point, bridge, values, set(self.crossed))
        return taken


def next_bridge(point: str, came_by: str, values: dict[str, int], crossed: set[str]) -> str | None:
    """MZ-9: the lowest number; of equal ones the first, turning counter-clockwise from where he came."""
    ways = [b for b in BRIDGES if point in b.split("-") and b not in crossed]
    back = bearing(point, came_by)
    return min(ways, key=lambda b: (values[b], (bearing(point, b) - back) % 360), default=None)


def bearing(point: str, bridge: str) -> int:
    """The direction of a bridge as seen from one of its ends, in degrees counter-clockwise from east."""
    one, two = bridge.split("-")
    other = two if point == one else one
    (x, y), (to_x, to_y) = POINTS[point], POINTS[other]
    return round(math.degrees(math.atan2(to_y - y, to_x - x)))
