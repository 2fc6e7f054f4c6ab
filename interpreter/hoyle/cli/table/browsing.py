"""A recorded game to look through: forward and back, from any seat, and on from any position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hoyle.cli.table.drawing import drawn
from hoyle.cli.table.session import lines_of
from hoyle.cli.table.transcript import Format, transcript
from hoyle.story.phrases import names_in
from hoyle.story.teller import Sentence, Teller
from hoyle.tabletop.declared import Declared
from hoyle.tabletop.from_view import HIDDEN, tabletop
from hoyle.wording import counted

if TYPE_CHECKING:
    from hoyle import Game, State
    from hoyle.cli.table.screen import Screen

HELP = """\
Enter, next [N]   one decision on, or N
back [N]          one decision back, or N
go N              to the position before decision N; `go 0` is the start, `end` the end
find WORDS        on to the next choice with these words
seat S            through the eyes of a player: `seat 0` or `player 1` is the first; `seat none` is a
                  spectator, `seat all` sees everything
look              show the table again
choices           what could be chosen here
log               what has happened up to here
play [S]          go on from here yourself, as the player at seat S, counted from 0; the recorded
                  game stays as it is
write FILE        write the whole game as text, or as Markdown if the name ends in .md
quit              leave"""

_LEAVE = ("quit", "exit", "q")
_KEPT = 20  # decisions between positions that are kept: stepping back plays on from the nearest


@dataclass(frozen=True, slots=True)
class Played:
    """A game that can be played again: how it began, and what was chosen."""

    game: Game
    players: int
    seed: int
    options: dict[str, Any]
    picks: tuple[str, ...]
    title: str


class Browser:
    """A place in a recorded game, and whose eyes it is looked at through."""

    def __init__(
        self,
        played: Played,
        screen: Screen,
        language: str,
        seat: int | None,
        everything: bool,
        play_on: Callable[[State, int], None],
    ) -> None:
        self.played, self.screen, self.language = played, screen, language
        self.seat, self.everything, self.play_on = seat, everything, play_on
        first = played.game.start(played.players, played.seed, played.options, record=True)
        self.names = names_in(language, ("",) * played.players, seat)
        self.declared = Declared(first.plan.program, played.players)
        self.kept: dict[int, State] = {0: first}
        self.at = 0

    # -------------------------------------------------------------- positions
    def state(self, at: int) -> State:
        """The position before a decision, played on from the nearest that was kept."""
        nearest = max(place for place in self.kept if place <= at)
        state = self.kept[nearest].copy()
        for place in range(nearest, at):
            if place % _KEPT == 0:
                self.kept.setdefault(place, state.copy())
            state.apply(self.played.picks[place])
        self.kept[at] = state.copy()
        return state

    def story(self, at: int, since: int = 0) -> list[Sentence]:
        """What has happened between two positions."""
        teller = Teller(self.declared, self.names, self.language, self.played.title)
        events = self._events(self.state(at))
        mark = len(self._events(self.state(since))) if since else 0
        teller.tell(events[:mark])
        return teller.tell(events[mark:])

    def _events(self, state: State) -> list[dict[str, Any]]:
        return state.events if self.everything else state.events_for(self.seat)

    # -------------------------------------------------------------- looking through
    def browse(self) -> None:
        """Shows positions until whoever looks has seen enough."""
        self.look()
        while True:
            words = self.screen.ask(f"{self.at}/{len(self.played.picks)}> ")
            if words is None or words in _LEAVE:
                return
            self.carry_out(words)

    def carry_out(self, words: str) -> None:
        command, _, rest = words.partition(" ")
        match command.lower(), rest:
            case "" | "next" | "n", number if not number or _is_number(number):
                self.go(self.at + int(number or 1))
            case "back" | "b", number if not number or _is_number(number):
                self.go(self.at - int(number or 1))
            case "go", number if _is_number(number):
                self.go(int(number))
            case number, "" if _is_number(number):
                self.go(int(number))
            case "end", "":
                self.go(len(self.played.picks))
            case "find", wanted if wanted:
                self.find(wanted)
            case "seat", seat:
                self.sit(seat)
            case "player", number if _is_number(number) and int(number):
                self.sit(str(int(number) - 1))
            case "look", "":
                self.look()
            case "choices", "":
                self.choices()
            case "log", "":
                self.screen.show(lines_of(self.story(self.at), self.screen))
            case "play", seat:
                self.branch(seat)
            case "write", path if path:
                self.write(path)
            case "help" | "?", "":
                self.screen.tell(HELP)
            case _:
                self.screen.tell("`help` tells what can be typed")

    def go(self, place: int) -> None:
        last = len(self.played.picks)
        if not 0 <= place <= last:
            self.screen.tell(f"the game has {counted(last, 'decision')}: positions go from 0 to {last}")
            if self.at in (0, last):
                return
        before, self.at = self.at, max(0, min(place, last))
        if self.at > before:
            self.screen.show(lines_of(self.story(self.at, before), self.screen))
        self.look()

    def find(self, words: str) -> None:
        wanted = words.lower()
        for place in range(self.at, len(self.played.picks)):
            if wanted in self.played.picks[place].lower() and self._shows(place, wanted):
                self.go(place + 1)
                return
        self.screen.tell(f"nothing is chosen after this with `{words}` in it")

    def _shows(self, place: int, wanted: str) -> bool:
        """Whether the eyes that look have seen that choice."""
        events = self._events(self.state(place + 1))[len(self._events(self.state(place))) :]
        return any(wanted in str(event.get("pick")).lower() for event in events if event["event"] == "decide")

    def sit(self, seat: str) -> None:
        if seat in ("all", "none", "everything"):
            self.seat, self.everything = None, seat != "none"
        elif seat in map(str, range(self.played.players)):
            self.seat, self.everything = int(seat), False
        else:
            self.screen.tell(f"{self.seats()}, or `none` or `all`")
            return
        self.names = names_in(self.language, self.names.players, self.seat)
        self.look()

    # -------------------------------------------------------------- showing
    def look(self) -> None:
        state, screen = self.state(self.at), self.screen
        eyes = (
            "all" if self.everything else "a spectator" if self.seat is None else self.names.seat(self.seat)
        )
        last = len(self.played.picks)
        head = f"── {self.played.title} · position {self.at} of {last} · seen by {eyes} "
        screen.show(["", screen.colours.dim(head + "─" * max(0, min(screen.width, 100) - len(head)))])
        screen.show(
            drawn(tabletop(self.declared, self._view(state), self.names), screen.colours, screen.width)
        )
        if state.over:
            screen.show(["", "the match is over"])
        elif self.at < last:
            screen.show(["", f"{self.due(state)} is to choose ({state.decision.name.replace('_', ' ')})"])
        else:
            screen.show(["", f"the record ends here; {self.due(state)} is to choose"])

    def due(self, state: State) -> str:
        return self.names.seat(state.decision.seat)

    def seats(self) -> str:
        last = self.played.players - 1
        return f"seats go from 0 ({self.names.seat(0)}) to {last} ({self.names.seat(last)})"

    def _view(self, state: State) -> dict[str, Any]:
        if self.everything:
            return _together([state.view(seat) for seat in range(self.played.players)])
        return state.view(self.seat)

    def choices(self) -> None:
        state = self.state(self.at)
        if state.over:
            self.screen.tell("the match is over")
        elif not self.everything and state.decision.seat != self.seat:
            self.screen.tell(f"only {self.due(state)} knows that; `seat {state.decision.seat}` shows it")
        else:
            taken = self.played.picks[self.at] if self.at < len(self.played.picks) else None
            for choice in state.decision.choices:
                mark = "▸" if choice.label == taken else " "
                self.screen.tell(f"{mark} {self.names.within(choice.label)}")

    def branch(self, seat: str) -> None:
        """Plays on from here; the recorded game stays as it is."""
        state = self.state(self.at)
        if state.over:
            self.screen.tell("the match is over: there is nothing left to play")
            return
        wanted = seat or str(self.seat if self.seat is not None else state.decision.seat)
        if wanted not in map(str, range(self.played.players)):
            self.screen.tell(self.seats())
            return
        game = self.played.game.start(self.played.players, self.played.seed, self.played.options)
        for pick in self.played.picks[: self.at]:
            game.apply(pick)
        self.play_on(game, int(wanted))
        self.look()

    def write(self, path: str) -> None:
        from hoyle.cli.faults import UserFault, reason
        from hoyle.cli.files import written_whole

        lines = self.transcript("markdown" if path.endswith(".md") else "text")
        try:
            with written_whole(path) as stream:
                stream.write("\n".join(lines) + "\n")
        except UserFault as fault:
            self.screen.tell(fault.message)
            return
        except OSError as error:
            self.screen.tell(f"cannot write {path}: {reason(error)}")
            return
        self.screen.tell(f"written to {path}")

    def transcript(self, format: Format) -> list[str]:
        """The whole game as one reads it."""
        return transcript(self.story(len(self.played.picks)), format, self.played.title)


def _together(views: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """What all seats know together: what one of them knows is known."""
    zones = {
        name: [_known(pieces) for pieces in zip(*(view["zones"][name] for view in views), strict=True)]
        for name in views[0]["zones"]
    }
    variables = {name: _agreed([view["state"][name] for view in views]) for name in views[0]["state"]}
    return views[0] | {"seat": None, "zones": zones, "state": variables}


def _known(pieces: Sequence[Any]) -> Any:
    return next((piece for piece in pieces if piece is not None), None)


def _agreed(values: Sequence[Any]) -> Any:
    if isinstance(values[0], list) and len({len(value) for value in values if isinstance(value, list)}) == 1:
        return [_agreed(each) for each in zip(*values, strict=True)]
    return next((value for value in values if value != HIDDEN), HIDDEN)


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 9
