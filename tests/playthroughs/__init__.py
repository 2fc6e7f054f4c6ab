"""Golden playthroughs, one per bundled ruleset, for people to read; `python -m tests.playthroughs --write`."""
