"""`python -m hoyle` is the same as `hoyle`."""

import sys

from hoyle.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
