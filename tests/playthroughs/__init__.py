"""Golden playthroughs, one per bundled ruleset, for people; `python -m tests.playthroughs --write`."""
