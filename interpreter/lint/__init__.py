"""Looks at a checked ruleset for what is legal but in vain: unused names, empty seats, endless loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.checked.model import Model
    from interpreter.diagnostics.model import Findings


def lint_model(model: Model, findings: Findings) -> None:
    """Runs all checks of this folder."""
    from interpreter.lint.chains import check_chains
    from interpreter.lint.citations import check_citations
    from interpreter.lint.conditions import check_conditions
    from interpreter.lint.languages import check_languages
    from interpreter.lint.options import check_options
    from interpreter.lint.seats import check_seats
    from interpreter.lint.unused import check_unused

    check_unused(model, findings)
    check_citations(model, findings)
    check_seats(model, findings)
    check_conditions(model, findings)
    check_chains(model, findings)
    check_options(model, findings)
    check_languages(model, findings)
