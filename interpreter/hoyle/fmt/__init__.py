"""Brings a ruleset's file into the one canonical layout: a file comes in, its text goes out."""
