"""Records that got into HEAD past the hooks are completed while nobody else has that commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.document import read
from sgm_git.errors import CannotRun
from sgm_git.record.fields import provenance
from sgm_git.workflows.check import check
from sgm_git.workflows.fix import fix
from tests.store.support import NOW

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.workflows.fix import FixReport
    from tests.support import GitSandbox

RULE = "memory/rule/rule-x.md"
TYPED = "---\ntitle: X\n---\n\nDo.\n"
EVE = "Eve <eve@example.org>"


def mend(store: Store, *, write: bool = True) -> FixReport:
    return fix(store.records, NOW, "Ada", write=write)


@pytest.fixture
def begun(store: Store, sandbox: GitSandbox) -> Store:
    """A memory whose HEAD, which nobody else has, brought a record without provenance."""
    sandbox.commit("begin")
    sandbox.run("update-ref", "refs/remotes/origin/main", "HEAD")
    sandbox.write(RULE, TYPED)
    sandbox.commit("past the hooks", author=EVE, date="2026-10-11T18:21:47Z")
    return store


def test_it_is_completed_as_of_the_commit_that_added_it(begun: Store, sandbox: GitSandbox) -> None:
    (mended,) = mend(begun).files
    document = read(mended.after or b"").document
    assert document is not None
    told = provenance(document.record)
    assert (mended.path, told["agent"], told["created_at"]) == (
        RULE,
        "Eve",
        "2026-10-11T18:21:47Z",
    )
    sandbox.commit("complete", author=EVE, date="2026-10-11T18:21:50Z")
    assert [
        each.code for each in check(begun.records, NOW).findings if each.severity == "error"
    ] == []


def test_it_stays_as_it_is_once_others_have_it(begun: Store, sandbox: GitSandbox) -> None:
    sandbox.run("update-ref", "refs/remotes/origin/main", "HEAD")
    report = mend(begun)
    assert report.files == ()
    assert {each.code for each in report.remaining} >= {"S201"}


def test_one_that_was_moved_in_head_did_not_begin_there(begun: Store, sandbox: GitSandbox) -> None:
    sandbox.write(RULE, TYPED.replace("title", "id: rule-x\ntitle"))
    sandbox.commit("id")
    sandbox.run("mv", RULE, "memory/rule/rule-y.md")
    sandbox.commit("move")

    assert all(b"agent" not in (each.after or b"") for each in mend(begun, write=False).files)


def test_while_git_is_amid_something_it_says_what_to_do_first(
    begun: Store, sandbox: GitSandbox
) -> None:
    (sandbox.path / ".git/rebase-merge").mkdir()
    with pytest.raises(CannotRun, match="rebase is not finished") as caught:
        mend(begun)
    assert caught.value.hint == (
        "finish it: git rebase --continue, or git rebase --abort to give it up; then repeat"
    )
    assert (sandbox.path / RULE).read_text() == TYPED
