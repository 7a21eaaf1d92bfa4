from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.workflows.importers.status import own_words, stated_words, status_of

if TYPE_CHECKING:
    from sgm_git.record.value import JsonValue


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("Accepted", "accepted"),
        ("**Accepted** on 2020-01-02", "accepted"),
        ("Approved", "accepted"),
        ("✅ adopted", "accepted"),
        ("2020-01-02: accepted", "accepted"),
        ("Status: accepted", "accepted"),
        ("| accepted | 2020-01-02 |", "accepted"),
        ("Accepted\n\nSupersedes [3. X](0003-x.md)", "accepted"),
        ("Accepted\n\nAmended by [4. Y](0004-y.md)", "accepted"),
        ("Proposed", "proposed"),
        ("Pending", "proposed"),
        ("in-progress", "proposed"),
        ("{ in-progress }", "proposed"),
        ("on hold", "proposed"),
        ("Draft, to be discussed", "proposed"),
        ("Not yet accepted", "proposed"),
        ("experimental", "proposed"),
        ("Rejected", "rejected"),
        ("Not accepted", "rejected"),
        ("withdrawn", "rejected"),
        ("Superseded by [12. Z](0012-z.md)", "superseded"),
        ("Superceded by 0011", "superseded"),
        ("Accepted, superseded by ADR-7", "superseded"),
        ("~~Accepted~~\nreplaced by ADR-7", "superseded"),
        ("Partly superseded", "superseded"),
        ("deprecated", "superseded"),
        ("Accepted (deprecated)", "superseded"),
        ("obsolete", "superseded"),
        ("no longer valid", "superseded"),
    ],
)
def test_a_sources_words_become_one_of_the_four(words: str, status: str) -> None:
    assert status_of(words) == status


def test_of_several_words_the_most_restrictive_counts() -> None:
    assert status_of("Accepted\nRejected") == "rejected"
    assert status_of("Proposed\nSuperseded") == "superseded"
    assert status_of("Accepted\nProposed") == "proposed"


def test_a_word_that_is_not_known_stays_as_it_is_typed() -> None:
    assert status_of("Flummoxed, mostly") == "Flummoxed, mostly"
    assert status_of("Acceptedish") == "Acceptedish"


@pytest.mark.parametrize("words", ["", " \n", "Amends [3. X](0003-x.md)", "Supersedes ADR-3"])
def test_no_word_about_the_status_is_no_status(words: str) -> None:
    assert status_of(words) is None


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("accepted ", "accepted"),
        ({"accepted": None}, "accepted"),
        (["accepted", "2020-01-02"], "accepted, 2020-01-02"),
        ("proposed | rejected | accepted", ""),
        ({"proposed | rejected | accepted": None}, ""),
        (None, ""),
        (7, "7"),
    ],
)
def test_a_status_field_is_read_whatever_its_shape(value: JsonValue, words: str) -> None:
    assert stated_words(value) == words


def test_own_words_are_kept_whole_unless_they_are_an_essay() -> None:
    assert own_words("Accepted\n\nby all") == "Accepted\n\nby all"
    assert own_words("Accepted\n" + "x" * 2000) == "Accepted"
