"""Runs scenarios and says what came out otherwise than expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Diagnostic, Findings
from hoyle.document.nodes import Map, Scalar, Seq
from hoyle.ir.program import Expr
from hoyle.pipeline import Work
from hoyle.plan.faults import Fault
from hoyle.play.errors import IllegalChoice, PlayError, StartError, play_error
from hoyle.play.refusals import canonical, is_understood
from hoyle.play.state import State
from hoyle.scenarios.compiler import DONE, ORIGINAL, SETUP, ScenarioCompiler
from hoyle.scenarios.from_document import python_value
from hoyle.scenarios.model import EVENT_KINDS, Failure, Scenario, Step
from hoyle.scenarios.position import Position


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
    compiler = ScenarioCompiler(work)
    return [run_scenario(compiler, scenario) for scenario in scenarios]


def run_scenario(compiler: ScenarioCompiler, scenario: Scenario, watch: Watch | None = None) -> Outcome:
    return _Runner(compiler, scenario, watch or _unwatched).run()


def _unwatched(state: State) -> None:
    pass


class _Runner:
    def __init__(self, compiler: ScenarioCompiler, scenario: Scenario, watch: Watch) -> None:
        self.compiler, self.scenario, self.watch = compiler, scenario, watch
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
            told = f"{len(words)} values for chance", f"{used} were asked for"
            self._fail(None, f"`{words[used]}` never comes up: chance was not asked so often", *told)

    def _fail(
        self,
        step: Step | None,
        message: str,
        expected: str = "",
        actual: str = "",
        rows: tuple[tuple[str, str], ...] = (),
    ) -> bool:
        place = step.place if step is not None else self.scenario.place
        self.outcome.failures.append(Failure(place, message, expected, actual, rows))
        return False

    def _start(self) -> State | None:
        scenario = self.scenario
        game = self.compiler.game(scenario.entry_text, scenario.stops_after_call, self.findings)
        if game is None:
            return None
        try:
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
            self.findings.report(codes.BAD_SETTING, scenario.place, str(error))
        except PlayError as error:
            self._fail(None, f"the rules fail: {_told_as_written(error)}")
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
                case "over":
                    return self._compare(
                        step, python_value(step.value), self._over(state), "whether the match is over"
                    )
                case "events":
                    return self._events(state, step)
        except PlayError as error:
            return self._fail(step, f"the rules fail: {_told_as_written(error)}")

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
            if condition is not None and found.condition != str(condition):
                return self._fail(
                    step,
                    f"`{label}` is refused for another reason",
                    str(condition),
                    f"{found.condition}: {found}",
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

    def _expect(self, state: State, step: Step) -> bool:
        if not isinstance(step.value, Scalar):
            return self._fail(step, "`expect` takes a condition")
        parts = self.compiler.condition(step.value, self.findings)
        for part in parts or ():
            try:
                holds = _computed(state, part.test)
            except PlayError as error:
                step = replace(step, place=part.place)
                return self._fail(step, "the expectation cannot be looked at", part.text, error.message)
            if not holds:
                labels = state.game.labels(state.build)
                values = []
                for text, expr, tag in part.sides:
                    side = labels.value(_computed(state, expr), tag)
                    values.append(f"{' '.join(text.split())} is {side}")
                step = replace(step, place=part.place)
                return self._fail(
                    step, "the expectation does not hold", part.text, ", ".join(values) or "false"
                )
        return True

    def _events(self, state: State, step: Step) -> bool:
        happened = state.events[self.mark :]
        wanted = python_value(step.value) or []
        position = 0
        for event in wanted:
            while position < len(happened) and not _matches(event, happened[position]):
                position += 1
            if position == len(happened):
                return self._fail(step, "an event did not happen", str(event), _told(happened))
            position += 1
        return True

    def _compare(self, step: Step, wanted: Any, found: Any, what: str) -> bool:
        if wanted == found:
            return True
        rows: tuple[tuple[str, str], ...] = ()
        if isinstance(wanted, list) and isinstance(found, list):
            rows = _opposed(wanted, found) if step.kind == "may" else _paired(wanted, found)
        return self._fail(step, f"{what}: not as expected", _shown(wanted), _shown(found), rows)


def _computed(state: State, expr: Expr) -> Any:
    """The value of an expression in a position; PlayError if it looks at what is not there."""
    try:
        return state.build.value(state, (), (), expr)
    except Fault as fault:
        raise play_error(fault) from None


def _labels(state: State) -> list[str]:
    return [choice.label for choice in state.decision.choices]


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


def _matches(wanted: dict[str, Any], event: dict[str, Any]) -> bool:
    """`{move: red 4, to: discard}`: the kind with its main value, and any other fields."""
    for key, value in wanted.items():
        if key in EVENT_KINDS:
            main = EVENT_KINDS[key]
            if event["event"] != key or (value is not None and main and event.get(main) != value):
                return False
        elif event.get(key) != value:
            return False
    return True


def _told(events: list[dict[str, Any]]) -> str:
    return "; ".join(str({k: v for k, v in event.items() if k != "choices"}) for event in events[:12])


def _told_as_written(error: PlayError) -> str:
    """The first round of a scenario runs under a name of our own; the reader knows it as `round`."""
    return str(PlayError(error.message, "round", error.place) if error.rule == ORIGINAL else error)
