"""Plays short batches over all settings and makes findings of what happened, and of what never did."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from hoyle.checkup.incidents import Bounds, Incident, Inspection, game_seed
from hoyle.checkup.settings import Setting, alone, settings
from hoyle.checkup.twins import Twins
from hoyle.coverage.marks import Marked, Point, marked
from hoyle.coverage.watch import Tracing, WatchedGame, marked_programs
from hoyle.diagnostics.catalogue import play as codes
from hoyle.diagnostics.model import Diagnostic, Findings, Place, SourceFile
from hoyle.ir import program as ir
from hoyle.ir.walk import walk
from hoyle.pipeline import Work
from hoyle.play.errors import StartError
from hoyle.play.game import Game
from hoyle.play.traces import retold, trace_text
from hoyle.wording import counted, typed

GAMES = 2

# To find what is rare, more games are played as long as they still show something new.
_PATIENCE = 40
_MOST_MORE = 400
_MOST_DECISIONS = 200_000


@dataclass
class CheckupResult:
    """What came of a check-up."""

    findings: list[Diagnostic]
    games: int
    settings: int
    traces: dict[str, str] = field(default_factory=dict)  # by name of the file


def check_up(work: Work, source: str, games: int = GAMES, traces: str | None = None) -> CheckupResult:
    """Plays a ruleset without errors; `traces` is the folder that the traces will be written to."""
    return _Checkup(work, source, games, traces).run()


def _called(program: ir.Program) -> frozenset[str]:
    """The rules that anything leads to; the linter tells of the others."""
    found = {"round"}
    for node in walk(
        (program.procs, program.match, program.active, program.won, program.ties, program.zones)
    ):
        if isinstance(node, ir.Call | ir.CallProc):
            found.add(node.proc)
    return frozenset(found)


class _Checkup:
    def __init__(self, work: Work, source: str, games: int, traces: str | None) -> None:
        assert work.program is not None
        assert work.document is not None
        self.work, self.source, self.games, self.folder = work, source, games, traces
        self.program = work.program
        self.files = {file.name: file for file in work.document.files}
        self.marked: Marked = marked(work.program)
        self.game = WatchedGame(self.marked.program, marked_programs(work.family))
        # Not entered: only what is on offer is noted. Which rules run is noted at less cost by the game.
        self.tracing = Tracing(self.marked)
        self.bounds = Bounds()
        self.twins = Twins()
        self.called = _called(work.program)
        self.incidents: dict[tuple[str, Place], list[Incident]] = {}
        self.played = 0
        self.decisions = 0

    def run(self) -> CheckupResult:
        possible = list(self._batches())
        self._go_on(possible)
        findings = Findings()
        traces: dict[str, str] = {}
        for (_, place), incidents in self.incidents.items():
            self._report(findings, place, incidents, traces)
        for point in self._never():
            self._report_never(findings, point)
        return CheckupResult(findings.sorted, self.played, len(possible), traces)

    # -------------------------------------------------------------- playing
    def _batches(self) -> Iterator[Setting]:
        """Plays each setting; yields those that the ruleset's requirements allow."""
        waiting = settings(self.program)
        seen = set(map(str, waiting))
        for setting in waiting:
            try:
                for seed in range(self.games):
                    self._play(setting, seed, views=seed == 0)
                yield setting
            except StartError:
                for part in alone(setting):
                    if str(part) not in seen:
                        seen.add(str(part))
                        waiting.append(part)

    def _play(self, setting: Setting, seed: int, views: bool) -> None:
        inspection = Inspection(self.game, setting, seed, self.bounds, self.tracing, views, self.twins)
        incident = inspection.incident()
        self.played += 1
        self.decisions += inspection.decisions
        for found in [*inspection.confusing, *([incident] if incident is not None else [])]:
            place = self._place(found.place, found.rule)
            same = self.incidents.setdefault((found.code.id, place), [])
            if not any(other.setting == setting and other.seed == seed for other in same):  # once a game
                same.append(found)

    def _go_on(self, possible: list[Setting]) -> None:
        waited = more = 0
        while possible and any(True for _ in self._never()) and waited < _PATIENCE:
            if more >= _MOST_MORE or self.decisions > _MOST_DECISIONS:
                return
            before = len(self.game.ran), len(self.tracing.offered)
            self._play(possible[more % len(possible)], self.games + more // len(possible), views=False)
            more += 1
            waited = waited + 1 if before == (len(self.game.ran), len(self.tracing.offered)) else 0

    def _never(self) -> Iterator[Point]:
        """The rules that never ran, and of those that did the choices that were never legal.

        Of a variant only its own: it may well leave no use for some rule of its base.
        """
        legal = {self.program.places[at] for at in self.tracing.offered}
        for point in self.marked.points:
            if point.place.file != self.work.file.name or point.rule not in self.called:
                continue
            if point.kind == "rule" and point.rule not in self.game.ran:
                yield point
            if point.kind == "choice" and point.rule in self.game.ran and point.place not in legal:
                yield point

    # -------------------------------------------------------------- telling
    def _report(
        self, findings: Findings, place: Place, incidents: list[Incident], traces: dict[str, str]
    ) -> None:
        first = incidents[0]
        others = len(incidents) - 1
        also = f"; also in {counted(others, 'other game')}" if others else ""
        after = f", after {counted(len(first.picks), 'decision')}" if first.code is codes.SAME_LABEL else ""
        message = f"{first.message} ({first.setting}, seed {first.seed}{after}{also})"
        help = f"play it again: {self._command(first)}"
        if self.folder is not None:
            name = f"{self.program.id}-{first.code.name}-{1 + len(traces)}.jsonl"
            game = Game(self.program, programs=self.work.family)
            options = dict(first.setting.options)
            events = retold(game, first.setting.players, game_seed(first.seed), options, first.picks)
            traces[name] = trace_text(events)
            given = "" if self.source == self.program.id else f" --ruleset {self.source}"
            help = f"see it: hoyle replay {self.folder}/{name}{given} --show"
        findings.report(first.code, place, message, help=help, cites=self._cites(first.rule))

    def _command(self, incident: Incident) -> str:
        setting = incident.setting
        options = "".join(f" --option {name}={typed(value)}" for name, value in setting.options)
        return f"hoyle run {self.source} --players {setting.players} --seed {incident.seed}{options}"

    def _report_never(self, findings: Findings, point: Point) -> None:
        over = f"in {self.played} games over all numbers of players and options"
        place = self._located(point.place)
        if point.kind == "rule":
            code, message = codes.RULE_NEVER_RAN, f"the rule `{point.rule}` was never run {over}"
        else:
            code = codes.CHOICE_NEVER_LEGAL
            message = f"`{point.name}` in `{point.rule}` was never legal {over}"
        findings.report(code, place, message, help="look at what leads to it", cites=self._cites(point.rule))

    def _cites(self, rule: str) -> tuple[str, ...]:
        proc = self.program.procs.get(rule)
        return proc.cites if proc is not None else ()

    # -------------------------------------------------------------- places
    def _place(self, place: ir.Place | None, rule: str) -> Place:
        """A place to point at: the exact one, the rule's, or the ruleset's own line."""
        if place is not None and place.file in self.files:
            return self._located(place)
        proc = self.program.procs.get(rule)
        if proc is not None and self.program.places[proc.at].file in self.files:
            return self._located(self.program.places[proc.at])
        file = self.work.file
        found = re.search(r"^id:.*$", file.text, re.MULTILINE)
        return Place(file, found.start(), found.end()) if found is not None else Place(file, 0, 1)

    def _located(self, place: ir.Place) -> Place:
        file: SourceFile = self.files[place.file]
        start = file.line_starts[place.line - 1] + place.column - 1
        line_end = file.line_starts[place.line - 1] + len(file.line(place.line))
        rest = file.text[start:line_end]
        word = re.match(r"[A-Za-z_][\w.]*(?=\s*(?:[(:\"]|needs\b))", rest)
        length = word.end() if word is not None else len(rest.split(" #")[0].rstrip())
        return Place(file, start, start + max(length, 1))
