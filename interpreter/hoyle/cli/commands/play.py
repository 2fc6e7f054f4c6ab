"""`hoyle play`: a game at the terminal, people at some seats and bots at the others."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoyle.bots.registry import BOTS
from hoyle.cli.arguments import at_least, chosen_options
from hoyle.cli.faults import OK, UserFault, reason
from hoyle.tables import aligned, grid_lines
from hoyle.wording import counted, listed, said, typed

if TYPE_CHECKING:
    import argparse

    from hoyle import Game, State
    from hoyle.bots.registry import Bot
    from hoyle.random import Stream

EXAMPLE = """\
examples:
  hoyle play tic-tac-toe
  hoyle play if-zero-stop --players 4 --seat 1 --seed 7
  hoyle play tic-tac-toe --seat all

Choose by number, by label or by the beginning of one; `help` tells what else can be typed."""

HELP = """\
  NUMBER or LABEL   choose; the beginning of a label will do if there is only one such
  why LABEL         why that is not possible now
  undo              take your last choice back
  save FILE         write the game to a file; `hoyle play RULESET --resume FILE` goes on with it
  look              show the table again
  quit              leave"""

_LONGEST = 14  # pieces of a zone shown by name


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("ruleset", metavar="RULESET", help="a bundled id (see `hoyle list`) or a path")
    add = parser.add_argument
    add("--players", type=at_least(1), metavar="N", help="how many play (default: the fewest possible)")
    add("--seat", action="append", metavar="S", help="where you sit; several times or `all` (default: 0)")
    add("--seed", type=at_least(0), metavar="S", help="what all chance follows from (default: any)")
    add("--bot", default="random", choices=list(BOTS), help="who plays the other seats (default: random)")
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the ruleset")
    add("--resume", metavar="FILE", help="go on with a game that was saved")


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located

    source = located(arguments.ruleset)

    import hoyle

    if arguments.resume:
        _refuse_settings(arguments)
    game = hoyle.load(source)
    state = _resumed(game, arguments.resume) if arguments.resume else _started(game, arguments)
    players = state.plan.layout.players
    table = Table(state, _seats(arguments.seat or ["0"], players), arguments.bot, source)
    print(f"{game.title}: {counted(players, 'player')}, {_you(table.people)}, seed {state.to_json()['seed']}")
    if game.options:
        options = state.to_json()["options"]
        print(f"options: {', '.join(f'{name} {typed(value)}' for name, value in options.items())}")
    table.play()
    return OK


def _started(game: Game, arguments: argparse.Namespace) -> State:
    seed = arguments.seed
    if seed is None:
        from secrets import randbelow

        seed = randbelow(1 << 32)
    options: dict[str, Any] = dict(chosen_options(arguments.option, game.options))
    return game.start(players=arguments.players, seed=seed, options=options)


def _refuse_settings(arguments: argparse.Namespace) -> None:
    """A saved game has its players, seed and options already."""
    for name in ("players", "seed", "option"):
        if getattr(arguments, name) not in (None, []):
            raise UserFault(
                f"--{name} is for a new game, and --resume goes on with a saved one",
                f"leave --{name} or --resume out",
            )


def _resumed(game: Game, path: str) -> State:
    saved = _saved(path)
    if saved is None:
        raise UserFault(f"{path} is not a saved game", "`save FILE` in a game writes one")
    return game.resume(saved)


def _saved(path: str) -> dict[str, Any] | None:
    """The saved game in a file, if there is one in it; whether it fits the ruleset is the game's to say."""
    from hoyle.cli.files import read_whole

    try:
        found = json.loads(read_whole(path).decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and found.get("hoyle") == "state" else None


def _seats(words: list[str], players: int) -> list[int]:
    if words == ["all"]:
        return list(range(players))
    found = []
    for word in words:
        if word not in map(str, range(players)):
            raise UserFault(
                f"--seat {word}: there is no such seat", f"seats go from 0 to {players - 1}, or `all`"
            )
        found.append(int(word))
    return found


def _you(people: list[int]) -> str:
    return f"you are {' and '.join(f'seat {seat}' for seat in sorted(set(people)))}"


class Table:
    """A game with people and bots around it."""

    def __init__(self, state: State, people: list[int], bot: str, source: str) -> None:
        from hoyle.bots.registry import make_bot, seat_streams

        players = state.plan.layout.players
        self.state, self.people, self.source = state, people, source
        self.bots: list[Bot] = [make_bot(bot) for _ in range(players)]
        self.streams: list[Stream] = seat_streams(state.to_json()["seed"] or 0, players)
        self.before: list[tuple[State, list[int]]] = []  # positions to come back to
        self.told = state.mark()

    def play(self) -> None:
        """Plays until the match is over or nobody wants to go on."""
        looked = False
        while not self.state.over:
            seat = self.state.decision.seat
            if seat not in self.people:
                self.state.apply(self.bots[seat].choose(self.state, self.streams[seat]))
                looked = False
                continue
            if not looked:
                self.tell(seat)
                self.look(seat)
                looked = True
            words = self.ask()
            if words is None:
                print("the game is not finished")
                return
            looked = not self.carry_out(words, seat)
        self.tell(self.people[0])
        self.finish()

    def ask(self) -> str | None:
        """What is typed next; None if there is nothing more to come."""
        try:
            words = input("> ")
        except EOFError:
            print()
            return None
        if not sys.stdin.isatty():
            print(words)  # so that a recorded session can be read
        words = " ".join(words.split())
        return None if words in ("quit", "exit", "q") else words

    def carry_out(self, words: str, seat: int) -> bool:
        """Does what was typed; whether the table is to be looked at again."""
        choices = [choice.label for choice in self.state.decision.choices]
        found = chosen(words, choices)
        if found is not None:
            self.before.append((self.state.copy(), [stream.state for stream in self.streams]))
            self.state.apply(found)
            return True
        command, _, rest = words.partition(" ")
        if command == "help" and not rest:
            print(HELP)
        elif command == "look" and not rest:
            return True
        elif command == "undo" and not rest:
            return self.undo()
        elif command == "why" and rest:
            print(f"  {self.state.why_not(rest) or 'it is possible'}")
        elif command == "save" and rest:
            self.save(rest)
        elif words in ("save", "why"):
            print(f"  {words} what? write `{'save FILE' if words == 'save' else 'why LABEL'}`")
        else:
            self.refuse(words, choices)
        return False

    def refuse(self, words: str, choices: list[str]) -> None:
        beginning = [label for label in choices if words and label.lower().startswith(words.lower())]
        if len(beginning) > 1:
            print(f"  which one? {', '.join(beginning)}")
        elif words.isdecimal():
            print(
                "  there is one choice"
                if len(choices) == 1
                else f"  there are {counted(len(choices), 'choice')}"
            )
        elif words:
            print(f"  {self.state.why_not(words)}")
        else:
            print("  choose by number or label; `help` tells what else can be typed")

    def undo(self) -> bool:
        if not self.before:
            print("  there is nothing to take back")
            return False
        self.state, streams = self.before.pop()
        for stream, state in zip(self.streams, streams, strict=True):
            stream.state = state
        self.told = self.state.mark()
        print("  taken back")
        return True

    def save(self, path: str) -> None:
        from hoyle.cli.files import written_whole

        try:
            # anything else that stands there would be lost
            if Path(path).exists() and _saved(path) is None:
                print(f"  {path} exists and is not a saved game; choose another name")
                return
            with written_whole(path) as stream:
                stream.write(json.dumps(self.state.to_json()) + "\n")
        except UserFault as fault:
            print(f"  {fault.message}")
            return
        except OSError as error:  # the disk is full, say
            print(f"  cannot write {path}: {reason(error)}")
            return
        print(f"  saved; go on with: hoyle play {self.source} --resume {path}")

    # -------------------------------------------------------------- showing
    def tell(self, seat: int) -> None:
        """What has happened since the last time, as that seat saw it."""
        events = self.state.events_for(seat)
        unseen = False
        for event in events[self.told :]:
            if event["event"] == "decide":
                unseen = event["seat"] not in self.people and "…" in (event["pick"] or "…")
                if event["seat"] not in self.people:
                    print(f"  seat {event['seat']}: {event['pick'] or event['name']}")
            elif event["event"] == "move" and unseen and event["piece"] is not None:
                # The choice was not to be seen, but what became of it is.
                print(f"    {event['piece']}: {event['from']} → {event['to']}")
            elif event["event"] == "score":
                unseen = False
                print(f"  scores: {', '.join(map(str, event['scores']))}")
        self.told = len(events)

    def look(self, seat: int) -> None:
        view = self.state.view(seat)
        scores = ", ".join(map(str, view["scores"]))
        print(f"\nround {view['round']}, scores {scores}")
        for line in (*_zones(view["zones"]), *_variables(self.state, view["state"])):
            print(f"  {line}")
        question = view["decision"].get("question")
        print(f"seat {seat}: {question}" if question else f"seat {seat}, {view['decision']['name']}:")
        labels = view["decision"]["choices"]
        for number, label in enumerate(labels, 1):
            print(f"  {number:>{len(str(len(labels)))}} {label}")

    def finish(self) -> None:
        result = self.state.result
        print(f"the match is over: {', '.join(map(str, result.scores))}")
        if not result.winners:
            print("nobody wins")
            return
        won = listed([f"seat {winner}" for winner in result.winners])
        print(f"{won} {'wins' if len(result.winners) == 1 else 'win'}")


def chosen(words: str, labels: list[str]) -> int | None:
    """The choice that is meant: by its label, its number, or the beginning of its label.

    >>> chosen("2", ["draw", "play red 2"]), chosen("PL", ["draw", "play red 2"]), chosen("x", ["draw"])
    (1, 1, None)
    """
    if words in labels:
        return labels.index(words)
    if words in (numbers := [str(number) for number in range(1, len(labels) + 1)]):
        return numbers.index(words)
    fitting = [index for index, label in enumerate(labels) if label.lower().startswith(words.lower())]
    return fitting[0] if words and len(fitting) == 1 else None


def _zones(zones: dict[str, list[Any]]) -> list[str]:
    """The zones that hold something, the top first; what is not known is only counted."""
    return aligned([(name, _pieces(pieces)) for name, pieces in zones.items() if pieces])


def _pieces(pieces: list[Any]) -> str:
    if all(piece is None for piece in pieces):
        return f"{len(pieces)} hidden"
    words = [_piece(piece) for piece in pieces[:_LONGEST]]
    more = len(pieces) - _LONGEST
    return ", ".join(words) + (f" and {more} more" if more > 0 else "")


def _piece(piece: Any) -> str:
    if piece is None:
        return "?"
    if isinstance(piece, dict):
        rest = ", ".join(f"{name} {_said(value)}" for name, value in piece.items() if name != "piece")
        return f"{piece['piece']} ({rest})"
    return str(piece)


def _variables(state: State, variables: dict[str, Any]) -> list[str]:
    lines: list[str] = []
    plain = [f"{name} {_said(value)}" for name, value in variables.items() if not isinstance(value, list)]
    if plain:
        lines.append(", ".join(plain))
    grids = {board.node_type: board for board in state.plan.program.boards if board.kind == "grid"}
    indices = {variable.name: variable.per for variable in state.plan.program.vars}
    for name, value in variables.items():
        if not isinstance(value, list):
            continue
        per = indices.get(name)
        board = grids.get(per[0].name) if per and len(per) == 1 and per[0].kind == "node" else None
        if board is None or len(value) != board.width * board.height:
            lines.append(f"{name}: {', '.join(map(_said, value))}")
        else:
            cells = {
                node: _said(held) for node, held in zip(board.nodes, value, strict=True) if held is not None
            }
            lines += [f"{name}:", *(f"  {row}" for row in grid_lines(cells, board.width, board.height))]
    return lines


def _said(value: Any) -> str:
    return f"[{', '.join(map(_said, value))}]" if isinstance(value, list) else said(value)
