"""Hoyle: tabletop games written as data.

>>> import hoyle
>>> game = hoyle.load("tic-tac-toe")
>>> state = game.start(seed=7)
>>> state.apply("place at b2")
>>> state.decision.seat
1
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, which takes longer to import than all of this
if TYPE_CHECKING:
    from pathlib import Path

    from hoyle.backends.choose import Engine
    from hoyle.diagnostics.model import RulesetError
    from hoyle.play.errors import IllegalChoice, PlayError, StartError
    from hoyle.play.game import Game
    from hoyle.play.many import play_many, step_many
    from hoyle.play.perspective import Perspective
    from hoyle.play.state import State

__version__ = "0.1.0"

__all__ = [
    "Game", "IllegalChoice", "Perspective", "PlayError", "RulesetError", "StartError", "State", "load",
    "play_many", "step_many",
]  # fmt: skip


def load(id_or_path: str | Path, engine: Engine | None = None) -> Game:
    """The game of a bundled id or a path; RulesetError carries the diagnostics.

    `engine` is what plays it, "auto", "python" or "native", unless `start` says otherwise.
    """
    from pathlib import Path

    from hoyle.bundled import bundled
    from hoyle.pipeline import open_sound
    from hoyle.play.game import Game

    work = open_sound(id_or_path, leave_out=("lint",))
    assert work.program is not None
    game = Game(work.program, bundled().get(str(id_or_path), Path(id_or_path)), work.family, engine)
    game.wanted_engine()  # a word that names none is told here
    return game


if not TYPE_CHECKING:
    # Loaded when first used: `import hoyle` and `hoyle --help` stay fast.
    _HOMES = {
        "Game": "hoyle.play.game",
        "State": "hoyle.play.state",
        "IllegalChoice": "hoyle.play.errors",
        "StartError": "hoyle.play.errors",
        "PlayError": "hoyle.play.errors",
        "Perspective": "hoyle.play.perspective",
        "RulesetError": "hoyle.diagnostics.model",
        "play_many": "hoyle.play.many",
        "step_many": "hoyle.play.many",
    }

    def __getattr__(name):
        if name in _HOMES:
            from importlib import import_module

            return getattr(import_module(_HOMES[name]), name)
        raise AttributeError(f"module 'hoyle' has no attribute {name!r}")

    def __dir__():
        return sorted([*globals(), *__all__])
