"""Which binding loads compiled games: the extension if it was built and fits, else `ctypes`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hoyle.backends.c import ABI

BINDING = "HOYLE_BINDING"
"""The name of a variable: "ctypes" leaves the extension alone."""

if TYPE_CHECKING:
    from hoyle.backends.c.by_ctypes import Library, Position

    EXTENSION: bool
else:
    try:
        if os.environ.get(BINDING) == "ctypes":
            raise ImportError
        from hoyle import _native

        if _native.ABI != ABI:  # left over from another version
            raise ImportError
        Library, Position = _native.Library, _native.Position
        EXTENSION = True
    except ImportError:
        from hoyle.backends.c.by_ctypes import Library, Position

        EXTENSION = False

__all__ = ["EXTENSION", "Library", "Position"]
