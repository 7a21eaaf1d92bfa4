"""A record that ``sgm fix`` moves is not lost to ``git commit -a``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git import restaging
from sgm_git.workflows.fix import fix
from sgm_git.workflows.fix_range import Wish, fix_range
from tests.store.support import BASE, NOW

if TYPE_CHECKING:
    from sgm_git.api import Store
    from tests.support import GitSandbox

GOOD = "memory/decision/dec-keep-datastore.md"
ELSEWHERE = "memory/elsewhere/d.md"


def records_in_head(sandbox: GitSandbox) -> list[str]:
    return sandbox.run("ls-tree", "-r", "--name-only", "HEAD", "memory").decode().splitlines()


@pytest.fixture
def elsewhere(store: Store, sandbox: GitSandbox) -> Store:
    """A memory whose one record lies off its layout (L505), and is committed so."""
    sandbox.write(ELSEWHERE, BASE)
    sandbox.commit("elsewhere")
    return store


def test_commit_a_records_both_sides(elsewhere: Store, sandbox: GitSandbox) -> None:
    report = fix(elsewhere.records, NOW, "Ada", write=True)
    assert [(file.path, file.move_to) for file in report.files] == [(ELSEWHERE, GOOD)]
    assert report.notes == (
        f"{GOOD} is announced to git (git add -N): git commit -a takes it along",
    )
    assert sandbox.run("diff", "--cached", "--name-only") == b""
    sandbox.run("commit", "-qam", "fix")
    assert records_in_head(sandbox) == [GOOD]
    assert sandbox.status() == ""


def test_of_a_range_too(elsewhere: Store, sandbox: GitSandbox) -> None:
    report = fix_range(elsewhere.repository, Wish(("HEAD~1", "HEAD"), "Ada"), NOW, write=True)
    assert [file.move_to for file in report.files] == [GOOD]
    assert GOOD in report.notes[-1]
    sandbox.run("commit", "-qam", "fix")
    assert records_in_head(sandbox) == [GOOD]


def test_an_index_that_cannot_be_written_undoes_the_move(
    elsewhere: Store, sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restaging, "WAIT_SECONDS", 0.1)
    lock = sandbox.path / ".git" / "index.lock"
    lock.touch()
    with pytest.raises(CannotRun, match=r"index\.lock"):
        fix(elsewhere.records, NOW, "Ada", write=True)
    lock.unlink()
    assert sandbox.status() == ""
    assert (sandbox.path / ELSEWHERE).read_bytes() == BASE


def test_what_git_does_not_know_stays_unknown(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(ELSEWHERE, BASE)
    assert fix(store.records, NOW, "Ada", write=True).notes == ()
    assert sandbox.status().startswith("? memory/")
