"""Looks at a checked ruleset for what is legal but in vain: unused names, empty seats, endless loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle.checked.model import Model
    from hoyle.diagnostics.model import Findings


def lint_model(model: Model, findings: Findings) -> None:
    """Runs all checks of this folder."""
    from hoyle.lint.conditions import check_chains, check_conditions
    from hoyle.lint.first_values import check_first_values
    from hoyle.lint.labels import check_labels
    from hoyle.lint.options import check_options
    from hoyle.lint.picks import check_picks
    from hoyle.lint.prose import check_citations, check_languages
    from hoyle.lint.seats import check_seats
    from hoyle.lint.supposing import check_supposing
    from hoyle.lint.unused import check_unused

    check_unused(model, findings)
    check_citations(model, findings)
    check_seats(model, findings)
    check_conditions(model, findings)
    check_chains(model, findings)
    check_first_values(model, findings)
    check_supposing(model, findings)
    check_picks(model, findings)
    check_options(model, findings)
    check_labels(model, findings)
    check_languages(model, findings)
