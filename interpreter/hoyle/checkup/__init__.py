"""Looks at a ruleset in play: a checked ruleset comes in, games are played, findings and traces go out."""
