"""The head of a review: what merging would do, with names; and what is told in one line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.findings import Finding, Severity
from sgm_git.report.review import summary
from sgm_git.report.review.markdown import markdown
from sgm_git.report.review.phrase import told
from sgm_git.report.review.text import review_lines
from sgm_git.workflows.review.meanwhile import GO_TOGETHER
from sgm_git.workflows.review.model import Collision
from tests.report.review.example import empty, example

if TYPE_CHECKING:
    from sgm_git.workflows.review.model import Review

REVIEW = example()


def test_each_line_names_what_it_is_about() -> None:
    said = bullets(REVIEW)
    assert "1 rule stops binding: rule-old" in said
    assert "1 file that trust rests on says something else: .sgm/config.toml" in said
    assert said[-1] == "4 collisions with what others do: origin/feature/two, origin/feature/old"


def test_what_goes_together_is_no_collision_in_the_summary() -> None:
    mild = Collision("same-record", "b", "x.md", "x.md", f"both change it{GO_TOGETHER}")
    review = replace(empty(), collisions=(mild,))
    assert bullets(review) == []
    assert f"  b: no conflict: both change it{GO_TOGETHER} (x.md)" in list(review_lines(review))


def test_no_more_than_three_are_named() -> None:
    (gone,) = (each for each in REVIEW.records if each.diff.entry.id == "rule-old")
    assert bullets(replace(REVIEW, records=(gone,) * 5))[0] == (
        "5 rules stop binding: rule-old, rule-old, rule-old and 2 more"
    )


def test_what_is_wrong_beside_the_records_comes_first() -> None:
    grave = (found("C801", Severity.ERROR), found("P314", Severity.WARNING))
    review = replace(REVIEW, elsewhere=(*REVIEW.elsewhere, *grave))
    assert bullets(review)[0] == "beside the records: 1 error, 1 warning, C801, P314"
    text = "\n".join(review_lines(review))
    for form in (text, markdown(review)):
        first = form.index("Look at these first")
        assert form.index("Wrong beside these records") < form.index("error C801 in") < first
        assert form.index("warning P314 in") < first < form.index("warning P313 in")


def test_a_record_with_a_new_error_is_looked_at_first() -> None:
    said = bullets(REVIEW)
    assert said[0] == "1 record breaks a rule of sgm: memory/fact-broken.md"
    for form in ("\n".join(review_lines(REVIEW)), markdown(REVIEW)):
        first, other = form.index("Look at these first"), form.index("Other records")
        assert first < form.index("YAML: a list is not closed") < other


def test_a_heap_of_findings_is_one_line() -> None:
    many = tuple(found("S205", Severity.WARNING, f"{number}.md") for number in range(7))
    review = replace(empty(), elsewhere=many)
    line = "7 warnings S205: S205 it is; in 0.md, 1.md, 2.md and 4 more"
    assert [told(each, str) for each in summary.heaps(review)] == [line]
    assert sum("S205" in each for each in review_lines(review)) == 1
    assert markdown(review).count("`S205 it is`") == 1
    few = replace(review, elsewhere=many[:5])
    assert sum("S205" in each for each in review_lines(few)) == 5


def bullets(review: Review) -> list[str]:
    return [told(each, str) for each in summary.bullets(review)]


def found(code: str, severity: Severity, path: str = ".") -> Finding:
    return Finding(code, severity, path, f"{code} it is")
