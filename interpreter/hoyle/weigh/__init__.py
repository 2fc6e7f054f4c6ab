"""Weighing: a ruleset comes in, what each of its parts is worth goes out."""
