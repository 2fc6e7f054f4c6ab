"""Writes what is made from the code in `docs/`: tables, grammar and rulesets come in, pages go out."""
