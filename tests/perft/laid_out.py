"""States that begin in a position that a scenario would give."""

from __future__ import annotations

from hoyle import State
from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.pipeline import open_sound
from hoyle.scenarios.compiler import ScenarioCompilers
from hoyle.scenarios.file import read_scenarios_root
from hoyle.scenarios.from_document import read_scenarios
from hoyle.scenarios.run import run_scenario

MEN = dict(zip("kqrbnp", ("king", "queen", "rook", "bishop", "knight", "pawn"), strict=True))


def laid_out(ruleset: str, given: dict[str, str], begin: str) -> State:
    """The state in which a game of a ruleset waits after these values were given."""
    lines = [f"      {name}: {value}\n" for name, value in given.items()]
    text = (
        f"for: {ruleset}\nscenarios:\n  it:\n    given:\n{''.join(lines)}    begin: {begin}\n    then: []\n"
    )
    findings, seen = Findings(), list[State]()
    root = read_scenarios_root(SourceFile("position", text), findings)
    assert root is not None
    (scenario,) = read_scenarios(root, findings)
    outcome = run_scenario(ScenarioCompilers(open_sound(ruleset)), scenario, seen.append)
    assert outcome.passed, (outcome.findings, outcome.failures)
    return seen[-1]


def chess(fen: str) -> State:
    """A position of chess as it is usually written down, without its counts of moves."""
    board, to_move, castling, passed = fen.split()[:4]
    rows = [
        "".join(" " * int(sign) if sign.isdigit() else sign for sign in row)
        for row in reversed(board.split("/"))
    ]
    signs = "".join(rows)
    owners = ["none" if sign == " " else f"seat {int(sign.islower())}" for sign in signs]
    men = [MEN.get(sign.lower(), "none") for sign in signs]
    given = {
        "owner": f"[{', '.join(owners)}]",
        "man": f"[{', '.join(men)}]",
        "unmoved": str([[sign in castling for sign in side] for side in ("KQ", "kq")]).lower(),
        "passed": "none" if passed == "-" else passed,
    }
    return laid_out("chess", given, f"turn(seat({'wb'.index(to_move)}))")
