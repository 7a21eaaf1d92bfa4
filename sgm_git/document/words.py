"""Words that some YAML reader takes for more than a text."""

from __future__ import annotations

WORDS = frozenset(
    "y n yes no on off true false null ~ nan inf infinity nil nanq nans".split()  # noqa: SIM905  # read as a list of words
)
