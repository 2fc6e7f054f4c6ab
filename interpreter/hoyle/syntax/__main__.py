"""Writes the tables of the grammar: `python -m hoyle.syntax`, after each change of `grammar/actions.lark`."""

from __future__ import annotations

from hoyle.syntax.grammar import write_tables

if __name__ == "__main__":
    write_tables()
