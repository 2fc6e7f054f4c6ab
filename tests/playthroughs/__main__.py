"""`python -m tests.playthroughs --write` writes the playthroughs; without `--write` it names what differs."""

from __future__ import annotations

import sys

from hoyle.bundled import bundled
from tests.playthroughs.story import FOLDER, told


def main(arguments: list[str]) -> int:
    if arguments not in ([], ["--write"]):
        print("usage: python -m tests.playthroughs [--write]", file=sys.stderr)
        return 2
    differing = 0
    for name in bundled():
        path = FOLDER / f"{name}.txt"
        text = told(name)
        if path.is_file() and path.read_text(encoding="utf-8") == text:
            continue
        differing += 1
        if arguments:
            path.write_text(text, encoding="utf-8")
        print(f"{name}: {'written' if arguments else 'differs'}")
    return 0 if arguments or not differing else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
