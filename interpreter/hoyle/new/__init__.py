"""Begins a ruleset: an id comes in, a text that lints and plays as it is goes out."""
