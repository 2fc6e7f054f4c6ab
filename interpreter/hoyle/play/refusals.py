"""Why a choice is not legal: the condition that failed, in the ruleset's own words."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from hoyle.ir import program as ir
from hoyle.plan.faults import Fault
from hoyle.plan.limits import FUEL
from hoyle.play.errors import PlayError

if TYPE_CHECKING:
    from hoyle.plan.model import Site
    from hoyle.play.state import State

# Labels written by a template are found by trying; beyond this many the search gives up.
MOST_TRIES = 20_000
# Among more labels than this no similar one is looked for.
MOST_NEAR = 2_000
# A label that stops half-way counts less than any that is whole.
HALF_SAID = 1


@dataclass(frozen=True, slots=True)
class Refusal:
    """`condition` is the name of the rule (or the text of the condition) that failed."""

    label: str
    condition: str
    reason: str
    place: ir.Place | None
    progress: int = 0  # how far the choice got: how much of it made sense

    def __str__(self) -> str:
        where = (
            f" ({self.place.file}:{self.place.line}:{self.place.column})" if self.place is not None else ""
        )
        return f"{self.reason}{where}"


def refusal(state: State, label: str) -> Refusal | None:
    """Why the choice with this label is refused now; None if it is legal."""
    if state.over:
        return Refusal(label, "over", "the match is over", None)
    labels = state.decision.labels
    if label in labels:
        return None
    readers = _read(state, label)
    if any(reader.legal in labels for reader in readers):
        return None
    found = [refusal for reader in readers for refusal in reader.found]
    if found:
        best = max(item.progress for item in found)
        chosen = [item for item in found if item.progress == best]
        reasons = list(dict.fromkeys(item.reason for item in chosen))
        return Refusal(label, chosen[0].condition, "; or ".join(reasons), chosen[0].place, best)
    near = get_close_matches(label, labels, n=1) if len(labels) <= MOST_NEAR else []
    hint = (
        f"did you mean `{near[0]}`?"
        if near
        else f"the choices are {', '.join(f'`{item}`' for item in labels[:12])}"
    )
    return Refusal(
        label,
        "unknown",
        f"seat {state.seat} has no choice `{label}` at `{state.decision.name}`; {hint}",
        None,
    )


def canonical(state: State, label: str) -> str:
    """The label of the legal choice that is meant, where things are named in another order; or as it is."""
    return next((reader.legal for reader in _read(state, label) if reader.legal is not None), label)


def is_understood(state: State, label: str) -> bool:
    """Whether a label that is no choice now might be one at another time: it names an alternative."""
    if label == "pass":
        return True
    here = state.plan.sites[state.k[-1][0]]
    verbs_here = [a.verb for a in here.decide.alternatives if a.label is None] if here.decide else []
    if any(_begins(label, verb) for verb in verbs_here):
        return False  # here it would have been understood if its words meant anything
    return any(
        _begins(label, alternative.verb)
        if alternative.label is None
        else not isinstance(alternative.label[0], str) or label[:1] == alternative.label[0][:1]
        for site in state.plan.sites.values()
        if site.decide is not None
        for alternative in site.decide.alternatives
    )


def _begins(label: str, verb: str) -> bool:
    return label == verb or label.startswith(verb + " ")


def _read(state: State, label: str) -> list[_Reader]:
    """The label as a choice of each alternative of the decision that is due."""
    site = state.plan.sites[state.k[-1][0]]
    alternatives = site.decide.alternatives if site.decide is not None else ()
    return [_Reader(state, site, index, item, label).read() for index, item in enumerate(alternatives)]


class _Reader:
    """Reads a label as a choice of one alternative, and finds what is wrong with it."""

    def __init__(self, state: State, site: Site, index: int, alternative: ir.Alternative, label: str) -> None:
        self.state, self.site, self.index = state, site, index
        self.alternative, self.label = alternative, label
        self.labels = state.game.labels(state.build)
        self.found: list[Refusal] = []
        self.legal: str | None = None  # the label of a choice that nothing is wrong with
        self.tries = 0
        self.left = [FUEL]  # for all that is tried

    def read(self) -> _Reader:
        verb = self.alternative.verb
        if self.alternative.label is not None:
            for picked in self._all(()):
                if self._label(picked) == self.label:
                    self._judge(picked)
        elif _begins(self.label, verb):
            self._read(self.label[len(verb) :].strip(), ())
        return self

    def _label(self, picked: tuple[Any, ...]) -> str | None:
        """What a choice would be called; None if its text cannot be computed, as it may be for no choice."""
        choice = (self.site.bodies[self.index], *picked)
        try:
            return self.labels.choice(choice, self.state.k[-1], self.state, self.left)
        except PlayError:
            return None

    # -------------------------------------------------------------- reading
    def _read(self, text: str, picked: tuple[Any, ...]) -> None:
        picks = self.alternative.picks
        if len(picked) == len(picks):
            if not text:
                self._judge(picked)
            return
        pick = picks[len(picked)]
        if pick.kind == "rider":
            self._read(text, (*picked, 0))
            if text == pick.preposition or text.startswith(pick.preposition + " "):
                self._read(text[len(pick.preposition) :].strip(), (*picked, 1))
            return
        if not text:
            self._incomplete(pick, picked)
            return
        if pick.preposition:
            if not text.startswith(pick.preposition + " "):
                return
            text = text[len(pick.preposition) :].strip()
        for value, rest in self._values(pick, text, picked):
            self._read(rest, (*picked, value))

    def _values(self, pick: ir.Pick, text: str, picked: tuple[Any, ...]) -> Iterator[tuple[Any, str]]:
        offered = list(self._offered(pick, picked))
        if pick.kind == "some":
            yield from self._sets(pick, text, offered)
            return
        for value in self._universe(pick, offered):
            word = self.labels.argument(pick, value, self.state)
            if text == word or text.startswith(word + " "):
                yield value, text[len(word) :].strip()

    def _sets(self, pick: ir.Pick, text: str, offered: list[Any]) -> Iterator[tuple[Any, str]]:
        """The lists that a text can begin with, each with what follows it."""
        called: dict[str, list[Any]] = {}
        for value in self._universe(pick, offered, alike=True):
            called.setdefault(self.labels.value(value, pick.type), []).append(value)
        waiting: list[tuple[tuple[Any, ...], str]] = [((), text)]
        while waiting:
            items, rest = waiting.pop()
            for word, values in called.items():
                if not (rest == word or rest.startswith((f"{word} ", f"{word}, "))):
                    continue
                another = next((value for value in values if value not in items), values[0])
                more, after = (*items, another), rest[len(word) :]
                for joint in (", ", " and "):
                    if after.startswith(joint):
                        waiting.append((more, after[len(joint) :]))
                if not after.startswith(","):
                    yield more, after.strip()

    def _offered(self, pick: ir.Pick, picked: tuple[Any, ...]) -> Any:
        try:
            return self._compute(pick.list, picked)
        except Fault:
            return ()

    def _universe(self, pick: ir.Pick, offered: list[Any], alike: bool = False) -> list[Any]:
        """The values of a pick's type, those on offer first; look-alikes once, unless all are wanted."""
        kind, name = pick.type.kind, pick.type.name
        layout, program = self.state.plan.layout, self.state.plan.program
        if kind == "piece":
            component = next(c for c in program.components if c.name == name)
            every = list(range(component.first, component.first + len(component.labels)))
            if pick.zones == 2 or alike:
                return [*offered, *(piece for piece in every if piece not in offered)]
            seen: dict[str, int] = {}
            for piece in [*offered, *every]:
                seen.setdefault(self.labels.pieces[piece], piece)
            return list(seen.values())
        if kind in ("player", "team", "enum", "node", "edge"):
            every = list(range(layout.count_of(pick.type)))
            return [*offered, *(value for value in every if value not in offered)]
        near = (
            [number for number in range(-1, 1000) if number not in offered]
            if kind in ("int", "range")
            else []
        )
        return [*offered, *near]

    def _all(self, picked: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        picks = self.alternative.picks
        if len(picked) == len(picks):
            self.tries += 1
            yield picked
            return
        pick = picks[len(picked)]
        if pick.kind == "rider":
            values: list[Any] = [0, 1]
        elif pick.kind == "some":
            offered = list(self._offered(pick, picked))
            sizes = range(1, len(offered) + 1)
            values = list(islice((s for size in sizes for s in combinations(offered, size)), MOST_TRIES))
        else:
            values = self._universe(pick, list(self._offered(pick, picked)))
        for value in values:
            if self.tries > MOST_TRIES:
                return
            yield from self._all((*picked, value))

    # -------------------------------------------------------------- judging
    def _names(self) -> tuple[str, ...]:
        picks = tuple(pick.name for pick in self.alternative.picks)
        return picks + tuple(name for name in self.site.frame if name not in picks)

    def _compute(self, expr: ir.Expr, picked: tuple[Any, ...]) -> Any:
        """The value of an expression with the picks so far; those not made yet are absent."""
        picks = tuple(pick.name for pick in self.alternative.picks)
        frame = self.state.k[-1][1:]
        rest = tuple(value for name, value in zip(self.site.frame, frame, strict=True) if name not in picks)
        values = picked + (ir.NONE,) * (len(picks) - len(picked)) + rest
        return self.state.build.value(self.state, self._names(), values, expr, self.left)

    def _judge(self, picked: tuple[Any, ...]) -> None:
        """Notes the first pick or condition that fails, or cannot be computed."""
        try:
            self._judged(picked)
        except Fault as fault:
            self._refuse(self.alternative.verb, str(fault), self.alternative.at, 10 * len(picked))

    def _judged(self, picked: tuple[Any, ...]) -> None:
        """Goes through the picks and the conditions in order; notes the first that fails."""
        progress = 10 * len(picked)
        for number, pick in enumerate(self.alternative.picks):
            offered = self._offered(pick, picked[:number])
            if pick.kind == "rider":
                if picked[number] and not self._compute(pick.list, picked[:number]):
                    self._refuse_rider(pick, picked, progress)
                    return
                continue
            items = picked[number] if pick.kind == "some" else (picked[number],)
            missing = [item for n, item in enumerate(items) if item not in offered or item in items[:n]]
            if missing:
                word = (
                    self.labels.argument(pick, missing[0], self.state)
                    if pick.kind == "one"
                    else self.labels.value(missing[0], pick.type)
                )
                self._refuse(
                    pick.word, f"{word} is not there to choose", self.alternative.at, 10 * number + 2
                )
                return
            if pick.kind == "some" and not self._enough(pick, len(items), picked[:number]):
                self._refuse(pick.word, "that is not the right number of them", self.alternative.at, progress)
                return
        for number, need in enumerate(self.alternative.needs):
            try:
                holds = self._compute(need.test, picked)
            except Fault as fault:
                self._refuse(need.name, str(fault), need.at, progress + number)
                return
            if not holds:
                self._refuse(need.name, self._reason(need, picked), need.at, progress + number + 1)
                return
        self.legal = self._label(picked)

    def _refuse_rider(self, pick: ir.Pick, picked: tuple[Any, ...], progress: int) -> None:
        assert pick.need is not None
        reason = f"`{pick.preposition}` does not apply here"
        if pick.need.why is not None:
            reason += f": {self._reason(pick.need, picked)}"
        self._refuse(pick.need.name, reason, pick.need.at, progress)

    def _enough(self, pick: ir.Pick, count: int, picked: tuple[Any, ...]) -> bool:
        assert pick.least is not None
        assert pick.most is not None
        least = self._compute(pick.least, picked)
        most = self._compute(pick.most, picked)
        return bool(least <= count <= most)

    def _reason(self, need: ir.Condition, picked: tuple[Any, ...]) -> str:
        if need.why is None:
            return f"it needs {need.name}"
        parts = next(iter(need.why.languages.values()))
        words = []
        for part in parts:
            if isinstance(part, str):
                words.append(part)
                continue
            try:
                words.append(self.labels.value(self._compute(part.value, picked), part.type))
            except Fault:
                words.append("nothing")
        return "".join(words)

    def _incomplete(self, pick: ir.Pick, picked: tuple[Any, ...]) -> None:
        """A label that stops half-way: the reasons of all its completions."""
        offered = list(self._offered(pick, picked))
        before, legal = len(self.found), self.legal
        for value in offered if pick.kind == "one" else ():
            rest = (*picked, value)
            while (
                len(rest) < len(self.alternative.picks) and self.alternative.picks[len(rest)].kind == "rider"
            ):
                rest = (*rest, 0)
            if len(rest) == len(self.alternative.picks):
                self._judge(rest)
        # What is only half said counts less than a whole choice, and is none.
        self.legal = legal
        self.found[before:] = [dataclasses.replace(item, progress=HALF_SAID) for item in self.found[before:]]
        if len(self.found) == before:
            wanted = f"{pick.preposition} {pick.word}".strip()
            reason = (
                f"it goes on: `{self.alternative.verb} …` also wants `{wanted}`"
                if offered
                else f"there is nothing to choose for `{wanted}`"
            )
            self._refuse(pick.word, reason, self.alternative.at, HALF_SAID)

    def _refuse(self, condition: str, reason: str, at: int, progress: int) -> None:
        place = self.state.plan.program.places[at]
        self.found.append(Refusal(self.label, condition, reason, place if place.file else None, progress))
