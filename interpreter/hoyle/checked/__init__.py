"""Resolves names and types: from a parsed ruleset to a model in which nothing is left to guess."""
