"""A ruleset's own tests: given a position, do this, expect that."""
