"""A store is judged in short; documents are read again only for what is said of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.checks.brief import brief_of
from sgm_git.checks.losses import record_deleted
from sgm_git.checks.run import check_stock, check_store, check_witness, check_witnesses
from sgm_git.checks.stock import Stock
from tests.checks.support import POLICY, document, provenance, subject
from tests.checks.witness_support import PATH, Past, Step

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sgm_git.checks.case import Subject

LINKED = document("id: a", provenance("links: [b, nope]"))
FILES = {
    "memory/decision/a.md": LINKED,
    "memory/decision/b.md": document("id: b"),
    "memory/decision/b 2.md": document("id: b", "title: A copy"),
    "memory/decision/other.md": document("id: b", "title: A namesake"),
    "memory/rule/c.md": document("id: c"),
    "memory/bad.md": "no record",
}
SUBJECTS = [subject(text, path) for path, text in FILES.items()]


class Shelf:
    """Documents that can be fetched again, and which of them were."""

    def __init__(self, subjects: list[Subject]) -> None:
        self._subjects = {each.path: each for each in subjects}
        self.fetched: list[str] = []

    def fetch(self, paths: Collection[str]) -> Iterator[Subject]:
        """Give those that are there."""
        self.fetched += paths
        yield from (self._subjects[path] for path in paths if path in self._subjects)


def test_only_those_are_read_again_of_which_a_place_or_a_fix_is_asked() -> None:
    shelf = Shelf(SUBJECTS)
    found = check_stock(Stock(map(brief_of, SUBJECTS), POLICY, shelf.fetch))
    assert found == check_store(SUBJECTS, POLICY)
    assert {finding.code for finding in found} == {"L501", "L502", "L505", "L512"}
    assert set(shelf.fetched) == {f"memory/decision/{name}.md" for name in ("a", "b", "other")}


def test_a_store_without_fault_is_not_read_again() -> None:
    shelf = Shelf([])
    good = [subject(document("id: b"), "memory/decision/b.md")]
    assert check_stock(Stock(map(brief_of, good), POLICY, shelf.fetch)) == []
    assert shelf.fetched == []


def test_what_is_gone_meanwhile_is_said_all_the_same_without_a_place() -> None:
    whole = check_store(SUBJECTS, POLICY)
    found = check_stock(Stock(map(brief_of, SUBJECTS), POLICY, Shelf([]).fetch))
    said = sorted((each.path, each.code, each.message) for each in whole)
    assert sorted((each.path, each.code, each.message) for each in found) == said
    assert all(finding.span is None for finding in found)


def test_an_id_that_changes_meanwhile_stops_nothing() -> None:
    changed = [subject(document("id: other"), path) for path in FILES]
    found = check_stock(Stock(map(brief_of, SUBJECTS), POLICY, Shelf(changed).fetch))
    assert {finding.code for finding in found} == {"L501", "L502", "L505", "L512"}


def test_before_history_only_those_are_read_again_of_which_something_is_said() -> None:
    honest = Past(Step(says={"agent": "Ada"}))
    liar = Past(Step(), Step(says={"created_at": "2026-10-09T08:00:00Z"}))
    clean = replace(honest.subject, path="memory/fact/clean.md")
    subjects = [clean, liar.subject]
    testimonies = {clean.path: honest.testimony, PATH: liar.testimony}
    shelf = Shelf(subjects)
    found = check_witnesses(Stock(map(brief_of, subjects), POLICY, shelf.fetch), testimonies)
    assert found == check_witness(liar.subject, liar.testimony, POLICY) != []
    assert shelf.fetched == [PATH]


def test_a_record_that_was_deleted_is_named_and_no_other() -> None:
    before = [
        subject(document(f"id: {name}"), f"memory/fact/{name}.md")
        for name in ("a", "b", "renamed", "moved")
    ]
    after = [
        subject(document("id: b"), "memory/fact/b.md"),
        subject(document("id: new", "aliases: [renamed]"), "memory/fact/new.md"),
        subject(document("id: moved"), "memory/rule/moved.md"),
    ]
    gone = list(record_deleted(map(brief_of, before), Stock.of(after, POLICY)))
    assert [(brief.path, fault.code, fault.message) for brief, fault in gone] == [
        ("memory/fact/a.md", "K406", 'the record "a" was deleted')
    ]
    assert list(record_deleted(map(brief_of, before), Stock.of(before, POLICY))) == []


def test_a_record_whose_file_cannot_be_read_was_not_deleted() -> None:
    before = [subject(document("id: a"), "memory/fact/a.md")]
    for text, codes in (("<<<<<<< ours\n", []), (document("id: b"), ["K406"])):
        after = Stock.of([subject(text, "memory/fact/a.md")], POLICY)
        gone = record_deleted(map(brief_of, before), after)
        assert [fault.code for _, fault in gone] == codes
