"""Where a game leaves the rails when it is played by other rules than its own, and which rules differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.cli.faults import UserFault
from hoyle.tabletop.names import Names

if TYPE_CHECKING:
    from hoyle import Game
    from hoyle.play.traces import Recorded

MOST_CHANGES = 20
_NAMES = Names(())  # a trace has no names: they are Player 1 and so on
_who = _NAMES.seat


def former_ruleset(recorded: Recorded, given: str | None) -> str | None:
    """The ruleset that a game was recorded with: the one given, or the bundled one if it is unchanged."""
    import hoyle
    from hoyle.bundled import bundled
    from hoyle.cli.rulesets import located

    name = given or recorded.start["ruleset"]
    if given is None and name not in bundled():
        return None
    found = hoyle.load(located(name))
    if found.hash == recorded.start["hash"]:
        return name
    if given is not None:
        raise UserFault(
            f"--was {given}: this game was not recorded with it: its hash is {found.hash}, "
            f"and that of the trace {recorded.start['hash']}",
            "give the ruleset as it was then",
        )
    return None


def changes(former: str, ruleset: str) -> list[str]:
    """What differs between two rulesets, a line each."""
    from hoyle.diff.rulesets import as_json, compare
    from hoyle.pipeline import open_sound
    from hoyle.stack import with_room

    page = with_room(compare, open_sound(former), open_sound(ruleset))
    found = [
        f"{section['section'].lower()}: {change['change']}"
        for section in as_json(page)
        for change in section["changes"]
    ]
    more = len(found) - MOST_CHANGES
    return [*found[:MOST_CHANGES], *([f"and {more} more; see `hoyle diff`"] if more > 0 else [])]


def where_it_leaves(game: Game, recorded: Recorded) -> list[str]:
    """After which decision the game goes another way, in which rule, and why if a choice is refused."""
    from hoyle.play.traces import difference

    found = difference(game, recorded, course_alone=True)
    if found is None:
        return ["the game stays on the rails to its end: only what else could have been chosen differs"]
    decided = [event for event in recorded.events[: found.index] if event["event"] == "decide"]
    lines = [
        f"the game leaves the rails after {len(decided)} of {len(recorded.picks)} decisions"
        + (
            f", the last being {_who(decided[-1]['seat'])}: {_NAMES.within(decided[-1]['pick'])}"
            if decided
            else ""
        )
    ]
    before, now = found.recorded, found.replayed
    rule = _rule(before, now, decided)
    if rule is not None:
        lines.append(f"in the rule `{rule}`{_place(game, rule)}")
    if before is not None and before["event"] == "decide" and (now is None or now.get("pick") is None):
        lines += _refused(game, recorded, len(decided), before)
    return lines


def _rule(
    before: dict[str, Any] | None, now: dict[str, Any] | None, decided: list[dict[str, Any]]
) -> str | None:
    """The rule that acted: the one that asks, or else the one that asked last."""
    for event in (now, before):
        if event is not None and event["event"] == "decide":
            return str(event["name"])
        if event is not None and event["event"] == "fault" and event.get("rule"):
            return str(event["rule"])
    return str(decided[-1]["name"]) if decided else None


def _place(game: Game, rule: str) -> str:
    found = game.program.procs.get(rule)
    if found is None or not game.program.places:
        return ""
    place = game.program.places[found.at]
    return f" ({place.file}:{place.line}:{place.column})"


def _refused(game: Game, recorded: Recorded, number: int, event: dict[str, Any]) -> list[str]:
    """Why a choice that was taken then is not legal any more."""
    import hoyle

    start = recorded.start
    state = game.start(start["players"], start["seed"], start["options"])
    try:
        for pick in recorded.picks[:number]:
            state.apply(pick)
    except hoyle.PlayError as error:
        return [f"now the rules fail: {error}"]
    if state.over:
        return [f"then {_who(event['seat'])} chose `{_NAMES.within(event['pick'])}`; now the match is over"]
    if state.decision.seat != event["seat"] or state.decision.name != event["name"]:
        asked = f"{_who(state.decision.seat)} ({state.decision.name})"
        return [f"then {_who(event['seat'])} ({event['name']}) was asked; now it is {asked}"]
    return [_NAMES.within(f"`{event['pick']}` is refused now: {state.why_not(event['pick'])}")]
