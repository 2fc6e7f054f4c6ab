"""`python -m interpreter.cli` is the same as `hoyle`."""

import sys

from interpreter.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
