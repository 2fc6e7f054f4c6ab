"""Scalars as they stand in a file, for parsing."""

from __future__ import annotations

from textwrap import indent

from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.document.from_yaml import read
from hoyle.document.nodes import Scalar


def scalar_in(text: str, key: str = "do") -> Scalar:
    """The scalar under a key of a YAML text."""
    findings = Findings()
    root = read(SourceFile("game.yaml", text), findings)
    assert root is not None, findings.sorted
    node = root.get(key)
    assert isinstance(node, Scalar)
    return node


def block(text: str) -> Scalar:
    """A text as a block scalar."""
    return scalar_in("do: |\n" + indent(text, "  ") + "\n")
