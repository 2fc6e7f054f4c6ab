"""Analysis: many games of one ruleset come in, the figures that describe them go out."""
