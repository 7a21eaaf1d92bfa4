"""What whoever pushes may do next, where that depends on what was found."""

from __future__ import annotations

from sgm_git.findings import Finding, Severity
from sgm_git.report.advice import advices
from sgm_git.workflows.arrival import Arrival
from sgm_git.workflows.check import CheckReport
from sgm_git.workflows.hooks.updates import Judged


def advised(code: str) -> list[str]:
    """The advice about one error at a pointer of a record."""
    error = Finding(code, Severity.ERROR, "memory/a.md", "so", pointer="/x", id="a")
    arrival = Arrival("1" * 40, "2" * 40)
    return list(advices([Judged("refs/heads/main", arrival, CheckReport((error,), 1))]))


def test_a_loss_may_be_consented_to_and_a_blend_may_not() -> None:
    assert any("SGM-Allow: a /x" in line for line in advised("K401"))
    assert advised("K407") == [
        "sgm check --range 2222222222..1111111111 shows it all; sgm rule K407 explains"
    ]
