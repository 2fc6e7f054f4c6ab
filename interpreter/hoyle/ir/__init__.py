"""The closed, versioned program that a checked ruleset is lowered to; an engine needs nothing else."""
