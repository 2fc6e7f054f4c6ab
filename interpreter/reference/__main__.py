"""`python -m interpreter.reference [--check]`."""

from __future__ import annotations

import sys

from interpreter.reference.generate import main

sys.exit(main(sys.argv[1:]))
