"""A game at the terminal: people at some seats, bots at the others, and what can be typed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from hoyle.cli.faults import UserFault, reason
from hoyle.cli.table.choosing import MOST_LISTED, Choices, choices_of
from hoyle.cli.table.drawing import drawn
from hoyle.story.phrases import names_in
from hoyle.story.teller import Sentence, Teller
from hoyle.tabletop.declared import Declared
from hoyle.tabletop.from_view import tabletop
from hoyle.tabletop.refusals import refusal_of
from hoyle.wording import counted

if TYPE_CHECKING:
    from hoyle import State
    from hoyle.cli.table.company import Company
    from hoyle.cli.table.screen import Screen
    from hoyle.show.rulebook import Rulebook
    from hoyle.tabletop.names import Names

HELP = """\
NUMBER or LABEL   choose; a few words of a label will do if only one has them
all               list every choice, also where there are many
look              show the table again
why LABEL         why that is not possible now
hint              what a bot would do in your place
rules [WORDS]     the rules that this decision is about, or those with these words
log [N]           what has happened so far, or the last N lines of it
undo, back N      take your last choice back, or the last N of yours
save FILE         write the game to a file; `hoyle play RULESET --resume FILE` goes on with it
quit              leave"""

COMMANDS = ("all", "look", "why", "hint", "rules", "log", "undo", "back", "save", "quit", "help")
MOST_TAKEN_BACK = 6  # choices that are named when they are taken back
MOST_TOLD = 25  # lines of what happened before one sat down
_LEAVE = ("quit", "exit", "q")
INDENTS = {"choice": "  ", "effect": "    ", "aside": "      ", "score": "    "}


@dataclass(frozen=True, slots=True)
class Setting:
    """What a table is like: who sits there, what they are called, and in which language things are told."""

    people: tuple[int, ...]
    players: tuple[str, ...]
    language: str
    title: str
    source: str


class Session:
    """A game with people and bots around it."""

    def __init__(
        self,
        state: State,
        setting: Setting,
        company: Company,
        screen: Screen,
        rulebook: Callable[[], Rulebook],
    ) -> None:
        self.state, self.setting, self.company, self.screen = state, setting, company, screen
        self.rulebook = rulebook
        self.declared = Declared(state.plan.program, len(setting.players))
        self.before: list[tuple[State, list[int]]] = []  # positions to come back to
        self.heard: dict[int, int] = {}  # how much of the story each has been told
        self.reader: int | None = None  # who has looked last
        self.listed: State | None = None  # the position whose choices were all listed, if they were many
        self.gone: list[int] = []  # who was out when the table was told about last

    # -------------------------------------------------------------- playing
    def play(self) -> bool:
        """Plays until the match is over or nobody wants to go on; whether it is over."""
        looked = False
        while not self.state.over:
            seat = self.state.decision.seat
            if seat not in self.setting.people:
                self.state.apply(self.company.choose(self.state))
                looked = False
                continue
            if not looked:
                if not self.sits_down(seat):
                    return False
                self.tell_news(seat)
                self.look(seat)
                looked = True
            words = self.screen.ask()
            if words is None or words in _LEAVE:
                self.screen.show(["the game is not finished"])
                return False
            looked = not self.carry_out(words, seat)
        self.finish()
        return True

    def sits_down(self, seat: int) -> bool:
        """Where people share a keyboard, none sees what the other has seen."""
        hides = self.reader is not None and self.reader != seat and self.declared.has_secrets
        if hides and not self.screen.hand_over(self.names(None).seat(seat)):
            return False
        self.reader = seat
        return True

    def carry_out(self, words: str, seat: int) -> bool:
        """Does what was typed; whether the table is to be looked at again."""
        choices = choices_of(self.state.decision, self.names(seat))
        command, _, rest = words.partition(" ")
        found = choices.found(words)
        exact = [index for index in found if choices.is_label(index, words)]
        if not exact and (done := self.command(command.lower(), rest, seat, choices)) is not None:
            return done
        if len(found) == 1 and self.is_out_of_sight(words, choices):
            self.screen.tell(
                f"there are {len(choices.labels)} choices: `#{words}` is number {words} of them, "
                "`all` lists them"
            )
            return False
        if len(found) == 1:
            if not exact:  # what a number or a few words have been taken for
                self.screen.tell(choices.shown[found[0]], quietly=True)
            self.listed = None
            self.before.append((self.state.copy(), self.company.luck))
            self.state.apply(found[0])
            return True
        self.refuse(words, choices, found)
        return False

    def is_out_of_sight(self, words: str, choices: Choices) -> bool:
        """Whether a number counts a list that has not been shown: nobody means one of hundreds unseen."""
        unseen = len(choices.labels) > MOST_LISTED and self.listed is not self.state
        return unseen and words.isdecimal() and not choices.about_amounts

    def command(self, command: str, rest: str, seat: int, choices: Choices) -> bool | None:
        """Carries a command out; None if it is none, otherwise whether to look at the table again."""
        match command, rest:
            case "help" | "?", "":
                self.screen.tell(HELP)
            case "look", "":
                return True
            case "all", "":
                self.listed = self.state
                self.screen.show(choices.lines(range(len(choices.labels)), self.screen.width))
            case "undo", "":
                return self.back(1)
            case "back", number if number.isdecimal() and len(number) < 6:
                return self.back(int(number))
            case "why", label if label:
                self.why(label, choices)
            case "hint", "":
                self.hint(choices)
            case "rules", _:
                self.rules(rest)
            case "log", number if not number or (number.isdecimal() and len(number) < 9):
                self.log(seat, int(number) if number else None)
            case "save", path if path:
                self.save(path)
            case "save" | "why" | "back", _:
                written = {"save": "save FILE", "why": "why LABEL", "back": "back N"}[command]
                self.screen.tell(f"{command} what? write `{written}`")
            case _:
                return None
        return False

    def refuse(self, words: str, choices: Choices, found: Sequence[int]) -> None:
        if len(found) > MOST_LISTED:
            self.screen.tell(f"{counted(len(found), 'choice')} have that; say more of it")
        elif found:
            self.screen.tell(self.which(words, choices))
            self.screen.show(choices.lines(found, self.screen.width))
        elif words.removeprefix("#").isdecimal():
            self.no_such_number(words, choices)
        elif words:
            self.why(words, choices)
        else:
            self.screen.tell("choose by number or label; `help` tells what else can be typed")

    def which(self, words: str, choices: Choices) -> str:
        """What is asked where several choices may be meant."""
        if words.isdecimal() and not choices.about_amounts and int(words) <= len(choices.labels):
            return f"which one? `#{int(words)}` is number {int(words)} of the list"
        return "which one?"

    def no_such_number(self, words: str, choices: Choices) -> None:
        count = len(choices.labels)
        there = "there is one choice" if count == 1 else f"there are {counted(count, 'choice')}"
        if choices.about_amounts and not words.startswith("#"):
            there = f"no choice is about {words[:20]}; {there}, `#1` is the first"
        self.screen.tell(there)

    # -------------------------------------------------------------- commands
    def why(self, label: str, choices: Choices) -> None:
        """Why something is not possible: the ruleset's own reason, and what the rulebook says."""
        found = choices.found(label)
        refusal = None if len(found) == 1 else refusal_of(self.state, self.names(None).without(label))
        if refusal is None:
            self.screen.tell("it is possible")
            return
        if refusal.condition == "unknown":
            known = [*(choices.shown if len(choices.shown) <= MOST_LISTED else ()), *COMMANDS]
            near = get_close_matches(label, known, n=1)
            if near:
                self.screen.tell(f"there is no choice `{label}` here; did you mean `{near[0]}`?")
                return
            self.screen.tell(
                f"there is no choice `{label}` here; you can type a number of the list or words of"
            )
            self.screen.tell(f"one of these: {', '.join(choices.kinds())}; or {', '.join(COMMANDS)}")
            return
        place = refusal.place
        where = f" ({Path(place.file).name}:{place.line})" if place is not None else ""
        self.screen.tell(f"{self.names(self.reader).within(refusal.reason)}{where}")
        for line in self.rulebook().of(refusal.condition):
            self.screen.tell(line, quietly=True)

    def hint(self, choices: Choices) -> None:
        found = self.company.hint(self.state)
        how = f"asked {found.asked} times, the bot `{found.bot}` takes it {_times(found.times)}"
        self.screen.tell(f"{choices.shown[found.choice]}   ({how})")

    def rules(self, words: str) -> None:
        """What the decision that is due is about, or the points of the rulebook with these words."""
        book = self.rulebook()
        lines = book.holding(words) if words else book.of(self.state.decision.name)
        if not lines:
            where = (
                f"no point of the rulebook has `{words}`" if words else "the ruleset cites no rulebook here"
            )
            lines = [f"{where}; `hoyle show {self.setting.source}` shows all rules"]
        for line in lines:
            self.screen.tell(line)

    def log(self, seat: int, most: int | None) -> None:
        lines = lines_of(self.story(seat, 0), self.screen)
        self.screen.show(lines if most is None else lines[len(lines) - min(most, len(lines)) :])

    def back(self, number: int) -> bool:
        if not 0 < number <= len(self.before):
            had = f"you have chosen {len(self.before)} times so far" if self.before else ""
            self.screen.tell(had or "there is nothing to take back")
            return False
        later = self.state
        self.state, luck = self.before[-number]
        del self.before[-number:]
        self.company.put_back(luck)
        self.heard = {}
        for seat in self.setting.people:
            self.heard[seat] = len(self.state.events_for(seat))
        self.screen.tell(self.taken_back(later))
        return True

    def taken_back(self, later: State) -> str:
        """Whose choices were taken back, as the one sees it whose turn it is again."""
        seat = self.state.decision.seat
        teller = self.teller(seat)
        events = later.events_for(seat, len(self.state.events_for(seat)))
        teller.tell(self.state.events_for(seat))
        told = [sentence.text for sentence in teller.tell(events) if sentence.kind == "choice"]
        more = len(told) - MOST_TAKEN_BACK
        del told[MOST_TAKEN_BACK:]
        rest = f"; and {counted(more, 'more choice')}" if more > 0 else ""
        return f"taken back: {'; '.join(told)}{rest}"

    def save(self, path: str) -> None:
        from hoyle.cli.files import written_whole
        from hoyle.cli.table.saved import Kept, saved_game, written

        setting = self.setting
        kept = Kept(setting.people, setting.players, setting.language, self.company.name)

        try:
            # anything else that stands there would be lost
            if Path(path).exists() and saved_game(path) is None:
                self.screen.tell(f"{path} exists and is not a saved game; choose another name")
                return
            with written_whole(path) as stream:
                stream.write(written(self.state, kept))
        except UserFault as fault:
            self.screen.tell(fault.message)
            return
        except OSError as error:  # the disk is full, say
            self.screen.tell(f"cannot write {path}: {reason(error)}")
            return
        self.screen.tell(f"saved; go on with: hoyle play {self.setting.source} --resume {path}")

    # -------------------------------------------------------------- showing
    def names(self, you: int | None) -> Names:
        return names_in(self.setting.language, self.setting.players, you)

    def out(self) -> list[int]:
        """Who has no part in the game any more, where everybody can tell."""
        rule, state = self.declared.active, self.state
        if rule is None or rule.value is None:
            return []
        return state.out_by(rule)

    def teller(self, seat: int) -> Teller:
        return Teller(self.declared, self.names(seat), self.setting.language, self.setting.title)

    def story(self, seat: int, since: int) -> list[Sentence]:
        """What a seat has seen happen since a mark."""
        teller = self.teller(seat)
        events = self.state.events_for(seat)
        teller.tell(events[:since])
        return teller.tell(events[since:])

    def tell_news(self, seat: int) -> None:
        """What has happened since this seat was told last; what it has chosen itself it knows."""
        since = self.heard.get(seat, 0)
        sentences = self.story(seat, since)
        self.heard[seat] = len(self.state.events_for(seat))
        known = [sentence for sentence in sentences if sentence.kind == "choice" and sentence.seat == seat]
        news = [sentence for sentence in sentences if not since or sentence not in known]
        lines = lines_of(news, self.screen)
        gone = self.out()
        for other in gone:
            if other not in self.gone:
                who = self.names(seat).seat(other)
                lines.append(self.screen.colours.bold("You are out." if other == seat else f"{who} is out."))
        self.gone = gone
        if since or len(lines) <= MOST_TOLD:
            self.screen.show(lines)
        else:  # a game that was begun elsewhere
            self.screen.show(["… (`log` tells it from the start)", *lines[-MOST_TOLD:]])

    def look(self, seat: int) -> None:
        """The table, the question, and what can be chosen."""
        screen, names = self.screen, self.names(seat)
        view = self.state.view(seat)
        table = tabletop(self.declared, view, names, self.out())
        screen.show(["", self.headline(view), *drawn(table, screen.colours, screen.width)])
        choices = choices_of(self.state.decision, names)
        screen.show(["", screen.colours.bold(self.question(view, names))])
        if len(choices.labels) > MOST_LISTED:
            screen.tell(f"{', '.join(choices.kinds())}; type a few words of it, or `all` to see every choice")
        else:
            screen.show(choices.lines(range(len(choices.labels)), screen.width))

    def headline(self, view: dict[str, Any]) -> str:
        """Where the match is, over the table."""
        head = f"── {self.setting.title} · round {view['round']} "
        return self.screen.colours.dim(head + "─" * max(0, min(self.screen.width, 100) - len(head)))

    def question(self, view: dict[str, Any], names: Names) -> str:
        decision = view["decision"]
        who = names.seat(decision["seat"])
        asked = decision.get("question")
        if asked:
            return f"{who}: {names.within(asked)}"
        return f"{who}: {_QUESTIONS[self.declared.how(decision['name'])]}"

    def finish(self) -> None:
        """The end of the story, and the last look at the table."""
        seat = self.reader if self.reader is not None else self.setting.people[0]
        self.tell_news(seat)
        table = tabletop(self.declared, self.state.view(seat), self.names(seat), self.out())
        self.screen.show(drawn(table, self.screen.colours, self.screen.width))


def lines_of(sentences: Sequence[Sentence], screen: Screen, asides: bool = False) -> list[str]:
    """Sentences as lines of a screen."""
    colours, found = screen.colours, list[str]()
    for sentence in sentences:
        if sentence.kind == "aside" and not asides:
            continue
        indent = INDENTS.get(sentence.kind, "")
        further = f"{indent}  "
        lines = wrap(sentence.text, screen.width, initial_indent=indent, subsequent_indent=further)
        if sentence.kind in ("round", "end", "opening"):
            lines = [colours.bold(line) for line in lines]
        elif sentence.kind == "choice" and sentence.seat is not None:
            lines = [colours.seat(sentence.seat, line) for line in lines]
        elif sentence.kind == "aside":
            lines = [colours.dim(line) for line in lines]
        found += lines
    return found


_QUESTIONS = {
    "choose": "What do you do?",
    "offer": "Do you step in?",
    "simultaneously": "What do you choose? The others choose at the same time.",
}


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
