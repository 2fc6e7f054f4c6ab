"""Bots: a state waiting for a decision comes in, the index of one of its choices goes out."""
