"""Tells what happened, from the events of one seat and the declarations alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from hoyle.story.changes import Changes
from hoyle.story.phrases import Phrase, phrase
from hoyle.tabletop.declared import Declared, Spot
from hoyle.tabletop.names import DICE, Names, many, spoken
from hoyle.wording import said

Event = dict[str, Any]

_VEILED = "…"
_APART = ("start", "round", "score", "end")
_DECLINED = "pass"


@dataclass(frozen=True, slots=True)
class Sentence:
    """One line of the story; an aside is what the line before it says already, or bookkeeping."""

    text: str
    kind: Literal["opening", "round", "choice", "effect", "aside", "score", "end"]
    seat: int | None = None  # whose choice it is


@dataclass
class _Moved:
    """Pieces that went the same way."""

    source: str
    target: str
    bottom: bool
    pieces: list[str | None]


@dataclass
class _Chapter:
    """A choice, or several taken at once, with what came of it; without one a round begins."""

    decides: list[Event]
    events: list[Event]


class Teller:
    """Tells a story as it goes on: what is told next may be compared with what was told before."""

    def __init__(self, declared: Declared, names: Names, language: str = "en", title: str = "") -> None:
        self.declared, self.names, self.language = declared, names, language
        self.title = title or declared.program.id
        self.changes = Changes(declared, self.who)
        self.round = 0
        self.scores: list[int] = [0] * declared.players
        self.last = ""

    def tell(self, events: Sequence[Event]) -> list[Sentence]:
        """The next events as sentences."""
        return [sentence for chapter in _chapters(events, self.declared) for sentence in self._told(chapter)]

    def say(self, name: Phrase, **words: object) -> str:
        return phrase(self.language, name, **words)

    # -------------------------------------------------------------- chapters
    def _told(self, chapter: _Chapter) -> Iterator[Sentence]:
        picks = [self._pick(event, chapter.events) for event in chapter.decides]
        yield from self._choices(chapter.decides, picks)
        named = {event["seat"]: pick or "" for event, pick in zip(chapter.decides, picks, strict=True)}
        begins = not chapter.decides
        for kind, together in _runs(chapter.events):
            for event in together:
                if event["event"] == "set":
                    self.changes.take(event)
            events = [event for event in together if event["event"] != "set"]
            match kind:
                case "move":
                    yield from self._moves(events, named, begins)
                case "score":
                    yield from self._why_it_ended()
                    yield from self._scores(events[-1])
                case "start":
                    yield self._opening(events[0])
                case "round":
                    begins = True
                    self.round = events[-1]["number"]
                    yield Sentence(self.say("round", number=self.round), "round")
                case "end":
                    yield from self._end(events[0])
                case "fault":
                    yield Sentence(self.say("fails", what=events[0]["message"]), "end")
                case _:
                    yield from self._shown(kind, events)
        if begins:  # what variables are set to first is no news
            self.changes.forget()
        for text, matters in self.changes.told(" / ".join(named.values())):
            yield Sentence(text, "effect" if matters else "aside")

    def _opening(self, event: Event) -> Sentence:
        players = ", ".join(self.who(seat) for seat in range(event["players"]))
        return Sentence(self.say("begins", game=self.title, players=players), "opening")

    # -------------------------------------------------------------- choices
    def _pick(self, event: Event, effects: Sequence[Event]) -> str | None:
        """A choice in words; a piece that came to lie open by it is named."""
        pick: str | None = event["pick"]
        if pick is None or pick.count(_VEILED) != 1:
            return None if pick is None else self.names.within(pick)
        moved = next((effect for effect in effects if effect["event"] == "move"), None)
        if moved is not None and moved["piece"] is not None:
            spot = self.declared.spot(moved["from"])
            if spot.seat == event["seat"] and spot.zone.seen != "everyone":
                pick = pick.replace(_VEILED, moved["piece"])
        return self.names.within(pick)

    def _choices(self, events: Sequence[Event], picks: Sequence[str | None]) -> Iterator[Sentence]:
        for (known, pick), group in groupby(
            zip(events, picks, strict=True), key=lambda pair: (pair[1] is not None, pair[1])
        ):
            seats = [event["seat"] for event, _ in group]
            who = self._listed([self.who(seat) for seat in seats])
            name: Phrase = "chooses" if known else "choose unseen" if len(seats) > 1 else "chooses unseen"
            text = self.say(name, who=who, what=pick)
            self.last = text if known else ""
            yield Sentence(text, "choice", seats[0])

    # -------------------------------------------------------------- moves
    def _moves(self, events: Sequence[Event], named: dict[int, str], begins: bool) -> Iterator[Sentence]:
        groups = _together(events, begins)
        for dealt in self._dealt(groups):
            groups = [group for group in groups if group not in dealt]
            first = self.declared.spot(dealt[0].target)
            known = [group for group in dealt if None not in group.pieces]
            alike = len({tuple(sorted(map(str, group.pieces))) for group in known}) == 1
            if alike and known == dealt:
                what = self._pieces(dealt[0].pieces, first.zone.component)
            else:
                what = self._counted(len(dealt[0].pieces), first.zone.component)
                groups[:0] = known
            yield Sentence(self.say("each gets", what=what, source=self._zone(dealt[0].source)), "effect")
        for group in self._collected(groups):
            told = self._went(group, named)
            # A round begins with gathering what lies about.
            gathered = begins and self.declared.spot(group.target).zone.starts != "none"
            yield Sentence(told.text, "aside") if gathered else told

    def _collected(self, groups: Iterable[_Moved]) -> Iterator[_Moved]:
        """What one got from several players is told in one."""
        for _, run in groupby(
            groups, key=lambda group: (group.target, self.declared.spot(group.source).zone.name)
        ):
            same = list(run)
            if len(same) > 1:
                pieces = [piece for group in same for piece in group.pieces]
                yield _Moved("", same[0].target, same[0].bottom, pieces)
            else:
                yield from same

    def _dealt(self, groups: list[_Moved]) -> list[list[_Moved]]:
        """What all players got alike from one place."""
        ways: dict[tuple[str, str, int], list[_Moved]] = {}
        for group in groups:
            zone = self.declared.spot(group.target).zone.name
            ways.setdefault((group.source, zone, len(group.pieces)), []).append(group)
        return [same for same in ways.values() if self._is_everybody(same)]

    def _is_everybody(self, groups: Sequence[_Moved]) -> bool:
        seats = {self.declared.spot(group.target).seat for group in groups}
        return len(groups) == len(seats) == self.declared.players > 1 and None not in seats

    def _went(self, group: _Moved, named: dict[int, str]) -> Sentence:
        target = self.declared.spot(group.target)
        what = self._pieces(group.pieces, target.zone.component)
        if not group.source:
            return Sentence(self.say("goes to", what=what, target=self._zone(group.target)), "effect")
        source = self.declared.spot(group.source)
        told = named.get(-1 if source.seat is None else source.seat, "")
        said_already = all(piece is not None and _names(told, piece) for piece in group.pieces)
        kind: Literal["aside", "effect"] = "aside" if said_already else "effect"
        where = self._zone(group.source)
        if target.seat is not None and source.seat != target.seat and not group.bottom and _is_held(target):
            name: Phrase = "you get from" if target.seat == self.names.you else "gets from"
            return Sentence(self.say(name, who=self.who(target.seat), what=what, source=where), kind)
        name = "put under" if group.bottom else "goes"
        return Sentence(self.say(name, what=what, source=where, target=self._zone(group.target)), kind)

    def _zone(self, name: str) -> str:
        spot = self.declared.spot(name)
        rest = [
            self.names.team(self.declared.teams[int(index)]) if per.kind == "team" else index
            for per, index in zip(spot.zone.per, spot.indices, strict=True)
            if per.kind != "player"
        ]
        text = " ".join([spoken(spot.zone.name), *rest])
        if spot.seat is None:
            return text if rest else self.say("the", what=text)
        return self.say("of you" if spot.seat == self.names.you else "of", who=self.who(spot.seat), what=text)

    # -------------------------------------------------------------- what is shown
    def _shown(self, kind: str, events: list[Event]) -> Iterator[Sentence]:
        if kind == "shuffle":
            for event in events:
                yield Sentence(self.say("is shuffled", what=self._zone(event["zone"])), "aside")
        elif kind == "random":
            yield from self._chance([event for event in events if event["value"] is not None])
        elif kind == "reveal":
            for event in events:
                yield self._revealed(event)

    def _chance(self, events: list[Event]) -> Iterator[Sentence]:
        """What chance brought at once: dice show their pips, anything else is told by its label."""
        if not events:
            return
        dice = all(DICE & set(str(event["label"]).split("_")) for event in events)
        if dice:
            shown = self._listed([said(event["value"]) for event in events])
            yield Sentence(self.say("dice show" if len(events) > 1 else "die shows", values=shown), "effect")
            return
        words = []
        for label, group in groupby(events, key=lambda event: str(event["label"])):
            words.append(f"{spoken(label)} {', '.join(self._brought(event) for event in group)}")
        yield Sentence(self.names.within(self.say("by chance", what="; ".join(words))), "effect")

    def _brought(self, event: Event) -> str:
        """What chance brought; a player by name, where it is the first value of a variable for one."""
        variable = self.declared.variables.get(event["label"])
        of_player = variable is not None and variable.type.kind == "player"
        return self.who(event["value"]) if of_player else said(event["value"])

    def _revealed(self, event: Event) -> Sentence:
        pieces = event["pieces"]
        if "shown" in event:  # what is declared of each piece besides, a die's face say
            pieces = [_with_values(*pair) for pair in zip(pieces, event["shown"], strict=True)]
        what = self._pieces(sorted(pieces) if "shown" in event else pieces, "")
        if event["to"] == "everyone":
            return Sentence(self.say("shows all", what=what), "effect")
        if self.names.you in event["to"]:
            return Sentence(self.say("you are shown", what=what), "effect")
        who = self._listed([self.who(seat) for seat in event["to"]]) or self.say("anybody")
        return Sentence(self.say("is shown", who=who, what=what), "effect")

    # -------------------------------------------------------------- the end of a round
    def _why_it_ended(self) -> Iterator[Sentence]:
        """What changed by the last choice says why the round is over."""
        for text, _ in list(self.changes.told("")):
            yield Sentence(text, "effect")
        name: Phrase = "round over after" if self.last else "round over"
        yield Sentence(self.say(name, number=self.round, last=self.last), "round")

    def _scores(self, event: Event) -> Iterator[Sentence]:
        before, self.scores = self.scores, event["scores"]
        gained = event.get("gained") or [now - then for now, then in zip(self.scores, before, strict=True)]
        for seat, (points, total) in enumerate(zip(gained, self.scores, strict=True)):
            who = self.who(seat)
            if points:
                text = self.say("score", who=who, gained=f"{points:+d}", total=total)
            else:
                text = self.say("score stays", who=who, total=total)
            yield Sentence(text, "score", seat)

    def _end(self, event: Event) -> Iterator[Sentence]:
        yield Sentence(self.say("match over"), "end")
        winners = event["winners"]
        who = self._listed([self.who(seat) for seat in winners])
        if not winners:
            text = self.say("nobody wins")
        elif winners == [self.names.you]:
            text = self.say("you win")
        else:
            text = self.say("wins" if len(winners) == 1 else "win together", who=who)
        yield Sentence(text[:1].upper() + text[1:], "end")

    # -------------------------------------------------------------- words
    def who(self, seat: int) -> str:
        return self.say("you") if seat == self.names.you else self.names.seat(seat)

    def _listed(self, words: Sequence[str]) -> str:
        if len(words) < 2:
            return "".join(words)
        return f"{', '.join(words[:-1])} {self.say('and')} {words[-1]}"

    def _counted(self, number: int, component: str) -> str:
        noun = component or next((one.name for one in self.declared.program.components), "piece")
        return many(number, noun)

    def _pieces(self, pieces: Iterable[str | None], component: str) -> str:
        """Pieces by name, those alike together; and how many more that are not known."""
        known: dict[str, int] = {}
        unknown = 0
        for piece in pieces:
            if piece is None:
                unknown += 1
            else:
                known[piece] = known.get(piece, 0) + 1
        words = [label if count == 1 else f"{label} ×{count}" for label, count in known.items()]
        if unknown:
            words.append(self._counted(unknown, component))
        return self._listed(words)


def _with_values(piece: str, values: dict[str, Any]) -> str:
    """A piece with what is known of it besides.

    >>> _with_values("die", {"face": 3}), _with_values("fox", {"asleep": True, "age": 2, "owner": None})
    ('die 3', 'fox asleep, age 2')
    """
    told = {name: value for name, value in values.items() if value is not None and value is not False}
    words = [
        spoken(name) if value is True else said(value) if len(told) == 1 else f"{spoken(name)} {said(value)}"
        for name, value in told.items()
    ]
    return f"{piece} {', '.join(words)}".rstrip()


def _is_held(spot: Spot) -> bool:
    """Whether what comes there is had by its player, and does not just lie before him."""
    return spot.zone.room != 1


def _names(text: str, label: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(label)}(?!\w)", text) is not None


def _runs(events: Sequence[Event]) -> Iterator[tuple[str, list[Event]]]:
    """Events of one kind that follow each other; what is set in between goes with them."""
    kind, run = "", list[Event]()
    for event in events:
        own = event["event"]
        if own == "set":
            if kind in _APART:
                yield kind, run
                kind, run = "", []
        elif kind and own != kind:
            yield kind, run
            kind, run = own, []
        else:
            kind = own
        run.append(event)
    if run:
        yield kind, run


def _chapters(events: Sequence[Event], declared: Declared) -> Iterator[_Chapter]:
    chapter = _Chapter([], [])
    for event in events:
        if event["event"] != "decide":
            chapter.events.append(event)
            continue
        if not chapter.events and _go_together(chapter.decides, event, declared):
            chapter.decides.append(event)
            continue
        if chapter.decides or chapter.events:
            yield chapter
        chapter = _Chapter([event], [])
    if chapter.decides or chapter.events:
        yield chapter


def _go_together(before: Sequence[Event], event: Event, declared: Declared) -> bool:
    """Whether a choice is told with those before it: taken unseen at once, or the same refusal."""
    if not before or before[-1]["name"] != event["name"]:
        return False
    if event["name"] in declared.simultaneous:
        return event["seat"] not in {one["seat"] for one in before}
    return bool(before[-1]["pick"] == event["pick"] == _DECLINED)


def _together(events: Sequence[Event], begins: bool) -> list[_Moved]:
    """Moves of the same way in one; not past another move that had to do with either end of it.

    Once a round is under way, what several draw in turn is told in turn.
    """
    found: list[_Moved] = []
    for event in events:
        way = (event["from"], event["to"], bool(event.get("bottom")))
        for earlier in reversed(found):
            if (earlier.source, earlier.target, earlier.bottom) == way:
                earlier.pieces.append(event["piece"])
                break
            drew = not begins and earlier.source == event["from"] and earlier.target != event["to"]
            if drew or earlier.target == event["from"] or earlier.source == event["to"]:
                found.append(_Moved(*way, [event["piece"]]))
                break
        else:
            found.append(_Moved(*way, [event["piece"]]))
    return found
