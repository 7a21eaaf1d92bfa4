from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sgm_git.checks.registry import WITNESS_RULES
from sgm_git.document.read import read
from sgm_git.findings import Severity
from tests.checks.witness_support import Past, Step

if TYPE_CHECKING:
    from sgm_git.checks.rule import Rule, WitnessCheck

E, W, I = Severity.ERROR, Severity.WARNING, Severity.INFO  # noqa: E741 - as DESIGN writes them
_LINE = re.compile(r"([0-9-]{10}) ([A-Za-z]+): (.*)")
# The lines of ``provenance`` in the documents of these tests.
AGENT, CREATED, ORIGIN, MODIFIED, AT, BY = 7, 8, 9, 11, 12, 13


def example(text: str) -> Past:
    """The history that an example of a docstring stands for: a commit a line."""
    steps: list[Step] = []
    for line in text.splitlines():
        match = _LINE.fullmatch(line)
        assert match is not None, line
        day, name, flow = match.groups()
        document = read(f"---\nsays: {flow}\n---\n".encode()).document
        assert document is not None, line
        says = document.record["says"]
        assert isinstance(says, dict)
        who = f"{name} <{name.lower()}@example.org>"
        steps.append(Step(f"{day}T12:00:00Z", who, says))
    return Past(*steps)


@pytest.mark.parametrize("each", WITNESS_RULES, ids=[each.code for each in WITNESS_RULES])
def test_the_bad_example_is_bad_and_the_good_one_good(each: Rule[WitnessCheck]) -> None:
    (finding,) = example(each.explanation.bad).findings(each.code)
    assert finding.severity is each.severity
    assert example(each.explanation.good).findings() == []
