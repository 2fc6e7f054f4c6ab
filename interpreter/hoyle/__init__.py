"""Hoyle: tabletop games written as data.

>>> import hoyle
>>> game = hoyle.load("tic-tac-toe")
>>> state = game.start(seed=7)
>>> state.apply("place at b2")
>>> state.decision.seat
1
"""

__version__ = "0.1.0"

# Loaded when first used: `import hoyle` and `hoyle --help` stay fast.
_HOMES = {
    "load": "hoyle.loading",
    "Game": "hoyle.play.game",
    "State": "hoyle.play.state",
    "IllegalChoice": "hoyle.play.errors",
    "StartError": "hoyle.play.errors",
    "PlayError": "hoyle.play.errors",
    "RulesetError": "hoyle.diagnostics.model",
}

__all__ = ["Game", "IllegalChoice", "PlayError", "RulesetError", "StartError", "State", "load"]


def __getattr__(name):  # type: ignore[no-untyped-def]
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'hoyle' has no attribute {name!r}")


def __dir__():  # type: ignore[no-untyped-def]
    return sorted([*globals(), *__all__])
