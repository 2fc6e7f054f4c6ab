"""Reads a YAML file into a tree whose every character has a place; follows `extends`; checks the schema."""
