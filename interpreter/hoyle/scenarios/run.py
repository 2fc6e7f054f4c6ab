"""Runs scenarios and says what came out otherwise than expected."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Diagnostic, Findings, Place
from hoyle.document.nodes import Map, Scalar, Seq
from hoyle.pipeline import Work
from hoyle.play.errors import IllegalChoice, PlayError, StartError
from hoyle.play.refusals import canonical, is_understood
from hoyle.play.state import State
from hoyle.scenarios.compiler import DONE, ORIGINAL, SETUP, ScenarioCompilers
from hoyle.scenarios.from_document import python_value
from hoyle.scenarios.matching import is_event
from hoyle.scenarios.model import Failure, Scenario, Step
from hoyle.scenarios.position import Position
from hoyle.scenarios.reasons import Reasons, computed
from hoyle.scenarios.settings import wrong_setting
from hoyle.scenarios.sight import misjudged, seen, sights
from hoyle.scenarios.written import events_step, flow
from hoyle.scenarios.written import step as written
from hoyle.wording import counted


@dataclass
class Outcome:
    """What became of one scenario; `findings` are faults in how it is written."""

    scenario: Scenario
    failures: list[Failure] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    steps: int = 0

    @property
    def passed(self) -> bool:
        return not self.failures and not self.findings


Watch = Callable[[State], None]
"""Is shown every position in which a scenario's game waits or ends."""


def run_scenarios(work: Work, scenarios: list[Scenario]) -> list[Outcome]:
    """Runs each scenario from its own position."""
    compilers = ScenarioCompilers(work)
    return [run_scenario(compilers, scenario) for scenario in scenarios]


def run_scenario(compilers: ScenarioCompilers, scenario: Scenario, watch: Watch | None = None) -> Outcome:
    return _Runner(compilers, scenario, watch or _unwatched).run()


def _unwatched(state: State) -> None:
    pass


class _Runner:
    def __init__(self, compilers: ScenarioCompilers, scenario: Scenario, watch: Watch) -> None:
        self.compilers, self.scenario, self.watch = compilers, scenario, watch
        self.compiler = compilers.first
        self.outcome = Outcome(scenario)
        self.findings = Findings()
        self.mark = 0

    def run(self) -> Outcome:
        state = self._start()
        if state is not None and not self.findings.has_errors:
            for step in self.scenario.steps:
                self.outcome.steps += 1
                if not self._step(state, step):
                    break
            else:
                self._check_chance(state)
        self.outcome.findings = self.findings.sorted
        return self.outcome

    def _check_chance(self, state: State) -> None:
        """What was written down for chance has to be used up."""
        words, used = state.start.get("script", ((), 0))
        if used < len(words):
            asked = f"{used} {'was' if used == 1 else 'were'} asked for"
            message = f"`{words[used]}` never comes up: chance was not asked so often"
            self._fail_at(
                self.scenario.random_places[used], message, f"{counted(len(words), 'value')}", asked
            )

    def _fail_in_rules(self, step: Step | None, error: PlayError, state: State | None) -> bool:
        """What went wrong in the rules; a value that cannot come up is the scenario's own mistake."""
        scripted = re.fullmatch(r"`(.*)` cannot come up here, but (.*)", error.message)
        words = self.scenario.random
        if error.code != "not scripted" or scripted is None or words is None:
            return self._fail(step, f"the rules fail: {_told_as_written(error)}")
        wrong, there = scripted.groups()
        used = state.start.get("script", ((), 0))[1] if state is not None else 0
        at = next((i for i in range(max(used - 1, 0), len(words)) if words[i] == wrong), words.index(wrong))
        rule = "round" if error.rule == ORIGINAL else error.rule
        where = f", {error.place.file}:{error.place.line}:{error.place.column}" if error.place else ""
        message = f"`{wrong}` cannot come up (in the rule `{rule}`{where})"
        return self._fail_at(self.scenario.random_places[at], message, f"one of {there}", wrong)

    def _fail_at(self, place: Place, message: str, expected: str, actual: str) -> bool:
        self.outcome.failures.append(Failure(place, message, expected, actual))
        return False

    def _fail(
        self,
        step: Step | None,
        message: str,
        expected: str = "",
        actual: str = "",
        rows: tuple[tuple[str, str], ...] = (),
        instead: str = "",
    ) -> bool:
        place = step.place if step is not None else self.scenario.place
        self.outcome.failures.append(Failure(place, message, expected, actual, rows, instead))
        return False

    def _start(self) -> State | None:
        scenario = self.scenario
        try:
            self.compiler = self.compilers.of(scenario)
            game = self.compiler.game(scenario.entry_text, scenario.stops_after_call, self.findings)
            if game is None:
                return None
            state = game.start(scenario.players, scenario.seed, scenario.options)
            self.watch(state)
            if scenario.given is not None:
                Position(state, self.findings).lay_out(scenario.given)
            if self.findings.has_errors:
                return None
            # From here on the game is one that began in this position, so that its events start here.
            state.start = {"seed": None, "rng": state.rng, "position": state.to_json()}
            state.history = None
            if scenario.random is not None:
                state.start["script"] = (scenario.random, 0)
            state.apply(0)
            self.watch(state)
            return state
        except StartError as error:
            place, message = wrong_setting(self.compilers.settings, scenario, error)
            self.findings.report(codes.BAD_SETTING, place, message)
        except PlayError as error:
            self._fail_in_rules(None, error, None)
        return None

    # -------------------------------------------------------------- steps
    def _step(self, state: State, step: Step) -> bool:
        try:
            match step.kind:
                case "may":
                    return self._may(state, step)
                case "may not":
                    return self._may_not(state, step)
                case "do":
                    return self._do(state, step)
                case "sees" | "does not see":
                    return self._sees(state, step)
                case "expect":
                    return self._expect(state, step)
                case "scores":
                    return self._compare(
                        step, python_value(step.value), list(state.result.scores), "the scores"
                    )
                case "winners":
                    return self._compare(
                        step, python_value(step.value), list(state.result.winners), "the winners"
                    )
                case "ranks":
                    return self._compare(
                        step, python_value(step.value), list(state.result.ranks), "the ranks"
                    )
                case "over":
                    return self._compare(
                        step, python_value(step.value), self._over(state), "whether the match is over"
                    )
                case "events":
                    return self._events(state, step)
        except PlayError as error:
            return self._fail_in_rules(step, error, state)

    def _over(self, state: State) -> bool:
        return state.over

    def _waiting(self, state: State, step: Step) -> bool:
        if state.over:
            return self._fail(
                step, "the match is over", f"seat {step.seat} is asked", "nobody is asked any more"
            )
        if state.decision.name in (SETUP, DONE):
            return self._fail(
                step, "what was called has ended", f"seat {step.seat} is asked", "nobody is asked"
            )
        if state.seat != step.seat:
            asked = f"seat {state.seat} is asked ({state.decision.name}): {', '.join(_labels(state))}"
            return self._fail(step, "another seat is asked", f"seat {step.seat} is asked", asked)
        return True

    def _may(self, state: State, step: Step) -> bool:
        if not self._waiting(state, step):
            return False
        wanted = sorted(canonical(state, label) for label in _words(step))
        return self._compare(step, wanted, sorted(_labels(state)), f"what seat {step.seat} may do")

    def _may_not(self, state: State, step: Step) -> bool:
        if not self._waiting(state, step):
            return False
        refused = python_value(step.value) if isinstance(step.value, Map) else dict.fromkeys(_words(step))
        for label, condition in refused.items():
            found = state.refusal(label)
            if found is None:
                return self._fail(step, f"`{label}` is allowed", "it is refused", "it is a legal choice")
            if condition is None and found.condition == "unknown" and not is_understood(state, label):
                return self._fail(
                    step,
                    f"`{label}` is never a choice; if that is meant, write `{{{label}: unknown}}`",
                    "a choice that is refused here",
                    str(found),
                )
            if condition is not None and found.condition != " ".join(str(condition).split()):
                return self._fail(
                    step,
                    f"`{label}` is refused for another reason",
                    str(condition),
                    f"{found.condition}: {found}",
                    instead=f"- seat {step.seat} may not: {flow({label: found.condition})}",
                )
        return True

    def _do(self, state: State, step: Step) -> bool:
        if not self._waiting(state, step):
            return False
        label = step.value.text if isinstance(step.value, Scalar) else ""
        self.mark = len(state.events) if any(s.kind == "events" for s in self.scenario.steps) else 0
        try:
            state.apply(label)
            self.watch(state)
        except IllegalChoice as error:
            return self._fail(step, f"`{label}` is refused", "it is legal", str(error))
        return True

    def _sees(self, state: State, step: Step) -> bool:
        plan, sees = state.plan, step.kind == "sees"
        named = sights(step, plan.layout, plan.zone_names, self.findings)
        for sight in named:
            wrong = misjudged(state, step.seat, sight, sees)
            if wrong is not None:
                there = seen(state, step.seat, sight)
                wanted = sight.wanted if sight.says_what else "hidden" if not sees else "all of it"
                instead = {sight.text: seen(state, step.seat, sight) for sight in named} if sees else None
                return self._fail(
                    replace(step, place=sight.place),
                    wrong,
                    flow(wanted),
                    flow(there) or "nothing",
                    instead=written(f"seat {step.seat} sees", instead) if instead is not None else "",
                )
        return not self.findings.has_errors

    def _expect(self, state: State, step: Step) -> bool:
        if not isinstance(step.value, Scalar):
            return self._fail(step, "`expect` takes a condition")
        parts = self.compiler.condition(step.value, self.findings)
        for part in parts or ():
            try:
                holds = computed(state, part.test)
            except PlayError as error:
                step = replace(step, place=part.place)
                return self._fail(step, "the expectation cannot be looked at", part.text, error.message)
            if not holds:
                step = replace(step, place=part.place)
                reasons = ", ".join(Reasons(self.compiler, state).of(part.node))
                return self._fail(step, "the expectation does not hold", part.text, reasons or "false")
        return True

    def _events(self, state: State, step: Step) -> bool:
        happened = state.events[self.mark :]
        value = python_value(step.value) or []
        position = 0
        for event in value if isinstance(value, list) else [value]:
            after = position
            while position < len(happened) and not is_event(event, happened[position]):
                position += 1
            if position == len(happened):
                told = f"{counted(len(happened) - after, 'event')} {'after the one before' if after else ''}"
                return self._fail(
                    step, "an event did not happen", flow(event), told.strip(), instead=events_step(happened)
                )
            position += 1
        return True

    def _compare(self, step: Step, wanted: Any, found: Any, what: str) -> bool:
        if wanted == found:
            return True
        rows: tuple[tuple[str, str], ...] = ()
        if isinstance(wanted, list) and isinstance(found, list):
            rows = _opposed(wanted, found) if step.kind == "may" else _paired(wanted, found)
        key = f"seat {step.seat} may" if step.kind == "may" else step.kind
        instead = written(key, found)
        return self._fail(step, f"{what}: not as expected", _shown(wanted), _shown(found), rows, instead)


def _labels(state: State) -> list[str]:
    return state.decision.labels


def _words(step: Step) -> list[str]:
    items = step.value.items if isinstance(step.value, Seq) else (step.value,)
    return [" ".join(item.text.split()) for item in items if isinstance(item, Scalar)]


def _shown(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value).lower()


def _opposed(wanted: list[str], found: list[str]) -> tuple[tuple[str, str], ...]:
    """Two sorted lists, what they share on one line.

    >>> _opposed(["draw", "pass"], ["pass", "play"])
    (('draw', ''), ('pass', 'pass'), ('', 'play'))
    """
    rows = []
    left, right = Counter(wanted), Counter(found)
    for item in sorted(left | right):
        for number in range(max(left[item], right[item])):
            rows.append((item if number < left[item] else "", item if number < right[item] else ""))
    return tuple(rows)


def _paired(wanted: list[Any], found: list[Any]) -> tuple[tuple[str, str], ...]:
    """Two lists, item by item."""
    return tuple((str(left), str(right)) for left, right in zip_longest(wanted, found, fillvalue=""))


def _told_as_written(error: PlayError) -> str:
    """The first round of a scenario runs under a name of our own; the reader knows it as `round`."""
    return str(PlayError(error.message, "round", error.place) if error.rule == ORIGINAL else error)
