"""Which binding loads compiled games: the extension if it was built and fits, else `ctypes`."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

from hoyle.backends.c import ABI

BINDING = "HOYLE_BINDING"
"""The name of a variable: "ctypes" leaves the extension alone."""

if TYPE_CHECKING:
    from hoyle import _native as extension
    from hoyle.backends.c.by_ctypes import Library, Position

    EXTENSION: bool
else:
    try:
        if os.environ.get(BINDING) == "ctypes":
            raise ImportError
        extension = import_module("hoyle._native")
        if extension.ABI != ABI:  # left over from another version
            raise ImportError
        Library, Position = extension.Library, extension.Position
        EXTENSION = True
    except ImportError:
        from hoyle.backends.c.by_ctypes import Library, Position

        extension = None
        EXTENSION = False

__all__ = ["EXTENSION", "Library", "Position", "extension"]
