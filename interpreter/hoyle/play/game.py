"""A ruleset that can be played: starting games, and resuming them from JSON."""

from __future__ import annotations

import json
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, cast

from hoyle.diagnostics.model import RulesetError
from hoyle.ir import program as ir
from hoyle.plan.layout import OptionValue
from hoyle.plan.model import Mode, Setting
from hoyle.play.errors import PlayError, StartError
from hoyle.play.labels import Labels
from hoyle.play.standing import Aim, aim_of
from hoyle.play.state import PythonState, State
from hoyle.random import MASK, first_state
from hoyle.stack import TooDeep, with_room
from hoyle.wording import numbers_of_players, typed

if TYPE_CHECKING:
    from hoyle.backends.choose import Chooser, Engine, MindChooser
    from hoyle.backends.contract import Build, NativeBuild, NativeMinds
    from hoyle.plan.actions import Actions
    from hoyle.play.keys import Keys
    from hoyle.play.knowledge.open_locals import OpenLocals
    from hoyle.play.knowledge.story import Eyes
    from hoyle.play.native import NativeCode, Starter

Chance = Literal["sampled", "stepped"]


class Programs(Protocol):
    """Where the programs come from of a ruleset that has several."""

    def program(self, players: int, options: dict[str, OptionValue]) -> ir.Program:
        """The one for a number of players and options; RulesetError if the ruleset has errors there."""


class Opening(NamedTuple):
    """A way of starting: its code, the first position where chance has no part in it, and who plays."""

    build: Build
    first: State | None = None
    native: NativeBuild | None = None  # which was asked for
    chooser: Chooser | None = None  # who decides; None: nobody is asked


class Game:
    """A ruleset, ready to play; builds are made once per number of players, options and way of playing.

    `program` is the one for the first number of players and the default options; where components or boards
    depend on these, a state's own is `state.plan.program`. `engine` is what plays unless `start` says
    otherwise.
    """

    def __init__(
        self,
        program: ir.Program,
        path: Path | None = None,
        programs: Programs | None = None,
        engine: Engine | None = None,
    ) -> None:
        self.program = program
        self.path = path
        self.programs = programs
        self.engine = engine
        self._builds: dict[tuple[Any, ...], Build] = {}
        self._labels: dict[Build, Labels] = {}
        self._actions: dict[Build, Actions] = {}
        self._keys: dict[Build, Keys] = {}
        self._scorings: dict[Build, ir.ScoreRound | None] = {}
        self._eyes: dict[tuple[Build, int | None], Eyes] = {}
        self._open_locals: dict[Build, OpenLocals] = {}
        self._choosers: dict[Build, Chooser] = {}
        self._mind_choosers: dict[Build, MindChooser] = {}
        self._openings: dict[tuple[Any, ...], Opening] = {}

    @property
    def id(self) -> str:
        return self.program.id

    @property
    def hash(self) -> str:
        return self.program.hash

    @property
    def title(self) -> str:
        return next(iter(self.program.title.values()), self.program.id)

    @property
    def player_counts(self) -> tuple[int, ...]:
        return self.program.counts

    def teams(self, players: int) -> tuple[tuple[int, ...], ...]:
        """The seats of each team, where so many players play in teams; otherwise nothing."""
        return self.program.teams.get(str(players), ())

    @property
    def highest_wins(self) -> bool:
        """Whether more points are better."""
        return self.program.wins == "highest"

    def aim(self, players: int) -> Aim:
        """What players are after: a good rank, a high score, or what is good for all of them together."""
        return aim_of(self.program, players)

    @property
    def options(self) -> dict[str, Any]:
        """The options with their defaults, for the smallest number of players."""
        return self.options_for(self.program.counts[0])

    def options_for(self, players: int) -> dict[str, Any]:
        """The options with their defaults for a number of players."""
        return self.shown_options(self.chosen_options({}, self.chosen_players(players)))

    def actions(self, players: int, options: dict[str, Any]) -> Actions:
        """What can be chosen in matches that are started so, named and numbered."""
        from hoyle.plan.actions import actions_of

        count = self.chosen_players(players)
        build = self.build(count, self.chosen_options(options, count), Mode())
        if build not in self._actions:
            self._actions[build] = actions_of(build.plan)
        return self._actions[build]

    # -------------------------------------------------------------- elsewhere
    def carried(self, players: int, options: dict[str, Any]) -> str:
        """What it takes to start matches so on another machine, which need not have the ruleset."""
        from hoyle.ir.json_form import to_json

        count = self.chosen_players(players)
        program = self.program_for(count, self.chosen_options(options, count))
        return json.dumps(to_json(program), separators=(",", ":"))

    @classmethod
    def from_carried(cls, text: str, engine: Engine | None = None) -> Game:
        """The game that was carried here, for the number of players and options that it was carried for."""
        from hoyle.ir.json_form import from_json

        return cls(from_json(json.loads(text)), engine=engine)

    # -------------------------------------------------------------- starting
    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        options: dict[str, Any] | None = None,
        chance: Chance = "sampled",
        record: bool = False,
        engine: Engine | None = None,
    ) -> State:
        """A new match, up to its first decision; `record` writes the events as they happen.

        `engine` is "python", "native" (StartError if there is none), or "auto", which is whatever is there
        and pays; the match is the same. Stepped chance and events are always Python's.
        """
        if type(seed) is not int or not 0 <= seed <= MASK:
            raise StartError(f"the seed must be a whole number from 0 to {MASK}, not {seed!r}")
        if options is not None and not isinstance(options, dict):
            raise StartError(f"options are a dictionary of names and values, not {options!r}")
        # 1 and True are equal keys, but not equally good values, so the types are part of the key.
        key: tuple[Any, ...] = (players, type(players), chance, bool(record), engine)
        if options:
            key += tuple((name, type(value), value) for name, value in options.items())
        try:
            opening = self._openings.get(key)
        except TypeError:  # a list among the options
            return self._fresh(self._opening(players, options or {}, chance, record, engine), seed)
        if opening is None:
            opening = self._opening(players, options or {}, chance, record, engine)
            self._openings[key] = opening
        return self._fresh(opening, seed)

    def _fresh(self, opening: Opening, seed: int) -> State:
        build, first, native, chooser = opening
        if chooser is not None:
            native = chooser.asked()
        if native is not None:
            return native.fresh(self, build, seed)
        rng = first_state(seed)
        if first is not None:
            state = first.copy()
            state.rng = rng
            state.start = {"seed": seed, "rng": rng}
            return state
        state = PythonState(self, build, {"seed": seed, "rng": rng})
        state.begin()
        return state

    def _opening(
        self, players: int | None, options: dict[str, Any], chance: str, record: bool, engine: str | None
    ) -> Opening:
        """What it takes to start so; StartError if it can't be done."""
        if chance not in ("sampled", "stepped"):
            raise StartError(f'chance is "sampled" or "stepped", not {chance!r}')
        wanted = self.wanted_engine(engine)
        mode = Mode(record=bool(record), stepped=chance == "stepped")
        count = self.chosen_players(players)
        build = self.build(count, self.chosen_options(options, count), mode)
        self._requirements(build)
        native = chooser = None
        if mode == Mode() and wanted == "auto":
            chooser = self._chooser(build)
        elif mode == Mode() and wanted == "native":
            native = self.demand(self._chooser(build))
        state = PythonState(self, build, {"seed": 0, "rng": first_state(0)})
        try:
            state.begin()
        except PlayError:
            return Opening(build, None, native, chooser)  # which another seed need not meet
        fixed = state.rng == first_state(0) and not state.over
        return Opening(build, state if fixed else None, native, chooser)

    # -------------------------------------------------------------- engines
    def wanted_engine(self, engine: str | None = None) -> Engine:
        """The engine that is asked for: here, when the game was loaded, or by `HOYLE_ENGINE`."""
        from hoyle.backends.choose import UnknownEngine, wanted_engine

        try:
            return wanted_engine(engine, self.engine)
        except UnknownEngine as error:
            raise StartError(str(error)) from None

    def chooser(self, players: int | None, options: dict[str, Any]) -> Chooser:
        """Who decides between Python and native code for matches that are started so."""
        count = self.chosen_players(players)
        return self._chooser(self.build(count, self.chosen_options(options, count), Mode()))

    def _chooser(self, build: Build) -> Chooser:
        from hoyle.backends.choose import Chooser

        if build not in self._choosers:
            self._choosers[build] = Chooser(build.plan)
        return self._choosers[build]

    def mind_chooser(self, build: Build) -> MindChooser:
        """Who decides in what worlds are looked for by a guided build."""
        from hoyle.backends.choose import MindChooser

        if build not in self._mind_choosers:
            self._mind_choosers[build] = MindChooser(build.plan)
        return self._mind_choosers[build]

    def native_minds(self, build: Build) -> NativeMinds | None:
        """What looks for worlds in native code, where there is some by now and nobody asked for Python."""
        from hoyle.backends.c.unavailable import Unavailable

        wanted, chooser = self.wanted_engine(), self.mind_chooser(build)
        if wanted == "native":
            found = chooser.now()
            return None if isinstance(found, Unavailable) else found
        return None if wanted == "python" else chooser.native

    def native_code(self, build: Build) -> NativeCode | None:
        """Native code of a build, where there is some by now and nobody asked for Python."""
        chooser = self._choosers.get(build)
        native = chooser.native if chooser is not None else None
        if native is None or self.wanted_engine() == "python":
            return None
        return cast("NativeCode", native)

    def native_starter(self, build: Build, native: NativeCode) -> Starter:
        """What starts matches in machine code."""
        from hoyle.play.native import Starter

        return Starter(self, build, native)

    def demand(self, chooser: Chooser) -> NativeBuild:
        """Native code, waited for; StartError says why there is none."""
        from hoyle.backends.c.unavailable import Unavailable

        found = chooser.now()
        if isinstance(found, Unavailable):
            help = f" ({found.help})" if found.help else ""
            raise StartError(f"{self.id} cannot be played natively: {found.reason}{help}")
        return found

    def build(self, players: int, options: dict[str, OptionValue], mode: Mode) -> Build:
        """The code for a way of playing."""
        key = players, tuple(sorted(options.items())), mode
        if key not in self._builds:
            # Imported here: linting looks at a game's settings, and writes no code for it.
            from hoyle.backends.contract import make_build
            from hoyle.plan.from_program import make_plan

            setting = Setting(players, options, mode)
            try:
                plan = with_room(make_plan, self.program_for(players, options), setting)
                self._builds[key] = with_room(make_build, plan)
            except TooDeep:
                raise PlayError("the rules go too deep: too many call each other in a chain") from None
        return self._builds[key]

    def program_for(self, players: int, options: dict[str, OptionValue]) -> ir.Program:
        """The program for a number of players and options; StartError if there is none."""
        if self.programs is None:
            family = self.program.family
            if family is not None and family.shape(players, options) != family.made_for:
                raise StartError(
                    f"this program of {self.id} is for other players or options: "
                    "load the ruleset to play with these"
                )
            return self.program
        try:
            return self.programs.program(players, options)
        except RulesetError as error:
            self._refuse(players, options)
            first = error.diagnostics[0]
            chosen = ", ".join(
                f"{name} {typed(value)}" for name, value in self.shown_options(options).items()
            )
            raise StartError(
                f"{self.id} cannot be played by {players} with {chosen}: {first.message} ({first.place})"
            ) from None

    def _refuse(self, players: int, options: dict[str, OptionValue]) -> None:
        """Says what the ruleset requires, if it isn't met: requirements are the same in all programs."""
        from hoyle.backends.contract import make_build
        from hoyle.plan.from_program import make_plan

        self._requirements(make_build(make_plan(self.program, Setting(players, options, Mode()))))

    def keys(self, build: Build) -> Keys:
        """What gives the choices of a build their keys."""
        if build not in self._keys:
            from hoyle.play.keys import Keys

            self._keys[build] = Keys(build.plan)
        return self._keys[build]

    def scoring(self, build: Build) -> ir.ScoreRound | None:
        """How a round is scored."""
        if build not in self._scorings:
            self._scorings[build] = build.plan.program.scoring
        return self._scorings[build]

    def labels(self, build: Build) -> Labels:
        if build not in self._labels:
            self._labels[build] = Labels(build)
        return self._labels[build]

    def sources(self, state: State) -> tuple[frozenset[str], ...]:
        """For each alternative of the decision that is due the piles that it takes from."""
        from hoyle.play.sources import sources_of

        return sources_of(state.plan, state.plan.sites[state.k[-1][0]])

    def eyes(self, build: Build, seat: int | None) -> Eyes:
        """How a seat looks at games of a build; ValueError if nobody sits there."""
        key = build, seat
        if key not in self._eyes:
            from hoyle.play.knowledge.story import Eyes, numbered_alike

            numbers: dict[int, int] = {}
            if build.plan.mode.stepped:  # so that stories are the same however chance is taken
                layout = build.plan.layout
                sampled = self.build(layout.players, layout.options, Mode(record=True)).plan
                numbers = numbered_alike(build.plan, sampled)
            self._eyes[key] = Eyes(build.plan, seat, numbers)
        return self._eyes[key]

    def open_locals(self, build: Build) -> OpenLocals:
        """What everybody can tell of the locals of waiting rules."""
        if build not in self._open_locals:
            from hoyle.play.knowledge.open_locals import OpenLocals

            self._open_locals[build] = OpenLocals(build.plan)
        return self._open_locals[build]

    def chosen_players(self, players: int | None) -> int:
        counts = self.program.counts
        if players is None:
            return counts[0]
        if type(players) is not int or players not in counts:
            raise StartError(f"{self.id} is for {numbers_of_players(counts)} players, not {players}")
        return players

    def chosen_options(self, given: dict[str, Any], players: int | None = None) -> dict[str, OptionValue]:
        """All options, those that are not given at their defaults for so many players."""
        known = {option.name: option for option in self.program.options}
        count = self.chosen_players(players)
        for name in given:
            if name not in known:
                near = get_close_matches(str(name), known, n=1)
                hint = f"; did you mean `{near[0]}`?" if near else _listed(known)
                raise StartError(f"{self.id} has no option `{name}`{hint}")
        return {
            name: self._value(option, given[name]) if name in given else option.default_for(count)
            for name, option in known.items()
        }

    def _value(self, option: ir.Option, value: Any) -> OptionValue:
        match option.kind:
            case "bool":
                if isinstance(value, bool) or value in ("true", "false"):
                    return int(value is True or value == "true")
                raise StartError(f"the option `{option.name}` is true or false, not {value!r}")
            case "enum":
                if value in option.values:
                    return option.values.index(value)
                raise StartError(
                    f"the option `{option.name}` is one of {', '.join(option.values)}, not {value!r}"
                )
            case "int":
                number = _whole(value)
                if number is None or not option.low <= number <= option.high:
                    raise StartError(
                        f"the option `{option.name}` is a number from {option.low} to {option.high}, "
                        f"not {value!r}"
                    )
                return number
            case "list":
                items = value.split(",") if isinstance(value, str) else value
                numbers = [_whole(item) for item in items] if isinstance(items, list | tuple) else [None]
                least, most = option.sizes
                if not least <= len(numbers) <= most or any(
                    number is None or not option.low <= number <= option.high for number in numbers
                ):
                    raise StartError(
                        f"the option `{option.name}` is a list of {least} to {most} numbers "
                        f"from {option.low} to {option.high}, not {value!r}"
                    )
                return tuple(number for number in numbers if number is not None)

    def shown_options(self, options: dict[str, OptionValue]) -> dict[str, Any]:
        """Options as people write them."""
        found: dict[str, Any] = {}
        for option in self.program.options:
            value = options[option.name]
            if option.kind == "bool":
                found[option.name] = bool(value)
            elif option.kind == "enum" and isinstance(value, int):
                found[option.name] = option.values[value]
            else:
                found[option.name] = list(value) if isinstance(value, tuple) else value
        return found

    def _requirements(self, build: Build) -> None:
        nothing = PythonState(self, build, {"rng": 0})
        for requirement in self.program.requires:
            if build.value(nothing, (), (), requirement.test):
                continue
            text = "this number of players and these options do not go together"
            if requirement.why is not None:
                parts = next(iter(requirement.why.languages.values()))
                text = self.labels(build).text(parts, (), (), nothing, ("", requirement.at))
            raise StartError(f"{self.id}: {text}")

    # -------------------------------------------------------------- resuming
    def resume(self, data: dict[str, Any]) -> State:
        """The state of its JSON, on any machine; StartError if it is damaged or another ruleset's."""
        from hoyle.play.saved import restored

        return restored(self, data)

    def placed(self, position: dict[str, Any], record: bool = False) -> State:
        """A state that begins at a position instead of at the start of a match."""
        from hoyle.play.saved import restored

        state = restored(self, position, record)
        state.start = {"seed": None, "rng": state.rng, "position": position}
        state.history = None
        return state

    def replayed(self, state: State, *, record: bool = False, careful: bool = False) -> State:
        """The same game from its start in another build: one that records, or one that names faults."""
        layout = state.plan.layout
        mode = Mode(record, state.plan.mode.stepped, careful)
        from hoyle.play.saved import position_of

        position = position_of(state)
        if position is not None:
            new = self.placed(position, record)
            new.start |= {key: state.start[key] for key in ("past", "known") if key in state.start}
            if careful:
                new.build = self.build(layout.players, layout.options, mode)
        else:
            build = self.build(layout.players, layout.options, mode)
            new = self._fresh(Opening(build), state.start["seed"])
        if "script" in state.start:
            new.start = new.start | {"script": (state.start["script"][0], 0)}
        for index in state.picks():
            new.apply(index)
        return new

    def ask_again(self, state: State) -> None:
        """Lists the choices of a state that was read back."""
        if state.k[-1][0] not in state.plan.sites:
            raise ValueError("frames")
        state.build.list_choices(state)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled without its code, which is made again where it is needed."""
        return Game, (self.program, self.path, self.programs, self.engine)

    def __repr__(self) -> str:
        return f"<Game {self.id} {self.hash}>"


def _whole(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    try:
        return int(str(value).strip())
    except ValueError:
        return None


def _listed(known: dict[str, ir.Option]) -> str:
    return f"; its options are {', '.join(f'`{name}`' for name in known)}" if known else "; it has none"
