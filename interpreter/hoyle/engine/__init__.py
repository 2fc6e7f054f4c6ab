"""Runs a program: compiles it to Python over flat integer state, and offers the play contract."""
