"""What is not printed as C: such a plan is played in Python alone."""

from __future__ import annotations


class Declined(Exception):
    """A plan that this back end does not print; says why, for `hoyle doctor` and the like."""
