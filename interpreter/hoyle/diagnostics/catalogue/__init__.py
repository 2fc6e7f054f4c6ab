"""Every code, declared once, one module per pass."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle.diagnostics.model import Code


@cache
def all_codes() -> tuple[Code, ...]:
    """The codes of all modules in this folder, in the order of their numbers."""
    from importlib import import_module
    from pkgutil import iter_modules

    from hoyle.diagnostics.model import Code

    found: set[Code] = set()
    for module in iter_modules(__path__):
        names = vars(import_module(f"{__name__}.{module.name}"))
        found |= {value for value in names.values() if isinstance(value, Code)}
    return tuple(sorted(found, key=lambda code: code.id))
