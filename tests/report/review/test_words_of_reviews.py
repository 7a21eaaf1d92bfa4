"""What a review says in words: counts, consequences, and how a record must be taken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sgm_git.report.review import wording
from sgm_git.report.review.phrase import Quoted, joined, numbered, told
from sgm_git.report.review.standing_words import (
    is_taken_as_before,
    meaning,
    standing_change,
    trust_words,
    type_name,
)
from sgm_git.witness.reading import Reading, Standing, Taken
from sgm_git.witness.trust import Trust
from sgm_git.workflows.review.model import ConcernKind, Review, Step
from tests.report.readings import READING
from tests.report.review.building import oid
from tests.report.review.example import empty, example

REVIEW = example()
RECORDS = {each.diff.entry.id: each for each in REVIEW.records}


def plain(text: str) -> str:
    return f"<{text}>"


def test_the_head_counts_records_by_what_became_of_them() -> None:
    said = wording.headline(REVIEW)
    assert said.startswith("13 records of the team's memory: 2 added (1 fact, 1 rule), 5 changed")
    assert said.endswith("1 only spelled otherwise (1 task); and 5 files that decide.")


def test_the_head_says_that_nothing_is_touched() -> None:
    assert wording.headline(empty()) == "No record of the team's memory is touched."
    files = replace(empty(), files=REVIEW.files[:1])
    assert wording.headline(files) == "No record of the team's memory, but 1 file that decides."
    one = Review(empty().ends, REVIEW.records[-1:])
    assert wording.headline(one).startswith("1 record of the team's memory: 1 only")
    assert wording.verdict(empty()) == "New findings: none."


def test_an_object_id_is_told_as_a_person_is_shown_it() -> None:
    ends = replace(empty().ends, tip_name=oid("B"))
    said = told(wording.title(Review(ends)), plain)
    assert said == f"What merging <{oid('B')[:10]}> into <origin/main> changes"


def test_types_that_nobody_knows_are_told_without_their_names() -> None:
    types = {"rule": 2, "status": 2, "@x closes #1": 1, "": 1}
    assert wording.type_counts(types) == "2 of another type, 2 rules, 2 statuses"


def test_consequences_come_gravest_first_and_count_records() -> None:
    said = wording.consequences(REVIEW)
    assert said[:2] == ["1 record has text that nobody sees", "2 records are not borne out by git"]
    assert len(said) == len(ConcernKind)


def test_every_kind_has_its_words() -> None:
    assert set(wording.CONCERNS) == set(ConcernKind)
    assert len(set(wording.CONCERNS.values())) == len(ConcernKind)
    assert all(meaning(taken(each)) for each in Standing)


def test_what_a_change_of_standing_means_is_said() -> None:
    before, after = standing_change(RECORDS["rule-review"])
    assert told(before, plain) == "rule proposed, a proposal: binds nobody"
    assert told(after, plain) == "rule in force (<accepted>), binds everybody who reads it"
    assert not is_taken_as_before(RECORDS["rule-review"])
    assert is_taken_as_before(RECORDS["rule-tests"])


def test_what_is_not_there_or_cannot_be_read_is_said() -> None:
    gone, broken = (standing_change(RECORDS[name]) for name in ("rule-old", None))
    assert (gone[1], broken[1]) == (("not there",), ("a file that nobody can read",))


def test_a_status_is_told_with_its_time() -> None:
    _, after = standing_change(RECORDS["status-build"])
    assert told(after, plain).startswith("status stale, as of 2026-09-10T18:21:47Z, 4 weeks ago")
    unknown = taken(Standing.CURRENT, type="status")
    assert "as of a time that nobody knows" in told(wording_of(unknown), plain)


def test_a_record_without_a_type_is_called_a_record() -> None:
    assert (type_name(None), type_name(""), type_name("rule")) == (
        ("record",),
        ("record",),
        ("rule",),
    )
    assert type_name("@x") == (Quoted("@x"),)


def test_what_is_in_force_and_does_not_bind_is_not_called_an_order() -> None:
    assert meaning(taken(Standing.IN_FORCE)) == "would be an order, but does not bind"


@pytest.mark.parametrize("standing", [Standing.IN_FORCE, Standing.PROPOSED])
def test_a_rule_that_only_a_dispute_keeps_from_binding_is_no_proposal(standing: Standing) -> None:
    disputed = replace(taken(standing, type="rule"), trust=Trust.DISPUTED)
    assert told(wording_of(disputed), plain).startswith("rule in force, ")
    assert meaning(disputed) == "binds nobody while it is disputed"
    proposed = replace(taken(Standing.PROPOSED, type="rule"), trust=Trust.CONSISTENT)
    assert meaning(proposed) == "a proposal: binds nobody"


def test_what_disputes_a_record_is_quoted() -> None:
    disputed = replace(taken(Standing.SETTLED), trust=Trust.DISPUTED, wrong=("a", "b"))
    assert trust_words(disputed) == (
        "git does not bear it out",
        ": ",
        Quoted("a"),
        "; ",
        Quoted("b"),
    )
    assert trust_words(replace(disputed, wrong=())) == ("git does not bear it out",)


def test_git_has_no_part_in_what_is_wrong_with_a_text() -> None:
    hidden = replace(taken(Standing.SETTLED), trust=Trust.DISPUTED, wrong=("F112 a", "S201 b"))
    assert told(trust_words(hidden), plain) == "its own text is wrong: <F112 a>; <S201 b>"
    both = replace(hidden, wrong=("F112 a", "P301 b"))
    assert told(trust_words(both), plain).startswith("git does not bear it out: ")


def test_a_step_without_time_or_fields_is_told() -> None:
    step = Step(oid("x"), "Ada", "ada@x", None)
    said = told(wording.step_words(step), plain)
    assert said == f"{oid('x')[:10]} by <Ada <ada@x>>, at an unreadable time"


def test_phrases_are_joined_with_our_words_between() -> None:
    assert joined([(Quoted("a"),), ("b", Quoted("c"))]) == (Quoted("a"), ", ", "b", Quoted("c"))
    assert (numbered(1, "fact"), numbered(2, "fact")) == ("1 fact", "2 facts")


def taken(standing: Standing, **fields: str) -> Reading:
    record = READING.record | fields
    return replace(READING, record=record, taken=Taken(standing))


def wording_of(reading: Reading) -> tuple[str | Quoted, ...]:
    each = replace(RECORDS["status-build"], after=reading)
    return standing_change(each)[1]


def test_a_missing_signature_is_not_called_a_contradiction_of_history() -> None:
    disputed = replace(taken(Standing.SETTLED), trust=Trust.DISPUTED, wrong=("P312 commit a",))
    assert trust_words(disputed)[0] == "a signature that is required is missing"
    mixed = replace(disputed, wrong=("S201 x", "P312 commit a"))
    assert trust_words(mixed)[0] == "its own text is wrong"
    history = replace(disputed, wrong=("P301 x", "P312 commit a"))
    assert trust_words(history)[0] == "git does not bear it out"
