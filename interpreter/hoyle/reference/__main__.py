"""`python -m hoyle.reference [--check]`."""

from __future__ import annotations

import sys

from hoyle.reference.generate import main

sys.exit(main(sys.argv[1:]))
