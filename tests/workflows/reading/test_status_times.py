"""What a reader is told of a status whose own time cannot be believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.workflows.reading.support import anew, by_index, fresh, record_text
from tests.workflows.reading.test_attacks import readings
from tests.workflows.support import begin

if TYPE_CHECKING:
    from tests.support import GitSandbox

PATH = "memory/status/x.md"
LATER = "2027-10-10T00:00:00Z"


def write(box: GitSandbox, as_of: str) -> None:
    note = f'{{kind: as_of, value: "{as_of}"}}'
    box.write(PATH, record_text("x", "status", annotations=note))


@pytest.mark.parametrize(
    ("as_of", "note"),
    [
        (LATER, f'as_of "{LATER}" lies after its last commit, so it is not believed: that'),
        ("yesterday", 'as_of "yesterday" is no RFC 3339 time: the time of its commit counts'),
    ],
)
def test_a_commit_counts_instead_and_that_is_said(
    sandbox: GitSandbox, as_of: str, note: str
) -> None:
    begin(sandbox)
    write(sandbox, as_of)
    sandbox.commit("x")
    (found,) = readings(sandbox)
    assert [each[: len(note)] for each in found.notes] == [note]
    assert found.taken.as_of is not None
    assert (found.taken.age or 0) >= 0
    write(sandbox, "2026-10-01T00:00:00Z")
    store = fresh(sandbox)
    assert by_index(store) == anew(store)
    (mended, *_) = readings(sandbox)
    assert not any("as_of" in each for each in mended.notes)


def test_an_uncommitted_one_from_the_future_is_told_with_its_own_time(sandbox: GitSandbox) -> None:
    begin(sandbox)
    write(sandbox, LATER)
    (found,) = readings(sandbox)
    assert found.standing.value == "stale"
    assert (found.taken.age or 0) < 0
    assert not any("as_of" in each for each in found.notes)
