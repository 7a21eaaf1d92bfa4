"""What was restaged in a temporary index comes into the own one, once it is committed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git import restaging
from sgm_git.git.engine import open_repository
from sgm_git.git.staging import Restaged
from sgm_git.workflows.hooks.applying import apply
from sgm_git.workflows.hooks.carrying import carry, carry_what_is_left, promise
from tests.store.support import open_store
from tests.workflows.hooks.staging import EDITED, PATH, begun, planned, stage, staged_text

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox


@pytest.fixture
def repository(sandbox: GitSandbox) -> Repository:
    """The repository of a store."""
    return begun(sandbox).repository


def _note(repository: Repository) -> Path:
    return repository.git_dir / "sgm" / "stamps"


def _blob(sandbox: GitSandbox, data: bytes) -> str:
    return sandbox.run("hash-object", "-w", "--stdin", stdin=data).decode().strip()


@pytest.mark.usefixtures("repository")
def test_an_amendment_in_a_temporary_index_is_noted(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage(sandbox)
    temporary = sandbox.path / ".git" / "next-index-1.lock"
    temporary.write_bytes((sandbox.path / ".git" / "index").read_bytes())
    monkeypatch.setenv("GIT_INDEX_FILE", str(temporary))
    store = open_store(sandbox.path)
    plan = planned(store)
    apply(store.records, [plan], index=True)
    assert staged_text(sandbox) == plan.after
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert staged_text(sandbox) == EDITED
    assert _note(store.repository).read_bytes().endswith(os.fsencode(PATH))
    sandbox.environment["GIT_INDEX_FILE"] = str(temporary)
    sandbox.run("commit", "-q", "-m", "stamped")
    del sandbox.environment["GIT_INDEX_FILE"]
    assert carry(store.repository) == [PATH]
    assert sandbox.status() == ""
    assert not _note(store.repository).exists()


def test_no_note_no_change(repository: Repository) -> None:
    assert carry(repository) == []


def test_a_note_of_a_commit_that_was_never_made_is_forgotten(
    sandbox: GitSandbox, repository: Repository
) -> None:
    stage(sandbox)
    old = sandbox.run("rev-parse", f":{PATH}").decode().strip()
    promise(repository, [Restaged(PATH, old, _blob(sandbox, b"stamped"))])
    assert carry(repository) == []
    assert staged_text(sandbox) == EDITED
    assert not _note(repository).exists()


def test_what_was_staged_since_stays(sandbox: GitSandbox, repository: Repository) -> None:
    stage(sandbox)
    old = sandbox.run("rev-parse", f":{PATH}").decode().strip()
    new = sandbox.run("rev-parse", f"HEAD:{PATH}").decode().strip()
    stage(sandbox, b"something else")
    promise(repository, [Restaged(PATH, old, new)])
    assert carry(repository) == []
    assert staged_text(sandbox) == b"something else"


def test_paths_of_all_kinds_are_noted(sandbox: GitSandbox, repository: Repository) -> None:
    names = ["memory/a b\n c.md", "memory/ü.md", os.fsdecode(b"memory/\xff.md")]
    old, new = _blob(sandbox, b"old"), _blob(sandbox, b"new")
    for name in names:
        sandbox.write(name, b"new")
    sandbox.commit("new")
    for name in names:
        sandbox.run("update-index", "--cacheinfo", f"100644,{old},{name}")
    promise(repository, [Restaged(name, old, new) for name in names])
    assert carry(repository) == sorted(names)
    assert sandbox.status() == ""


@pytest.mark.parametrize("rubbish", [b"", b"\0\0", b"x y z\0", b"\xff" * 100, b"0" * 40 + b" a\0"])
def test_a_spoiled_note_is_forgotten(repository: Repository, rubbish: bytes) -> None:
    _note(repository).parent.mkdir(exist_ok=True)
    _note(repository).write_bytes(rubbish)
    assert carry(repository) == []
    assert not _note(repository).exists()


def test_before_the_first_commit_there_is_nothing_to_carry(sandbox: GitSandbox) -> None:
    fresh = open_repository(sandbox.path)
    promise(fresh, [Restaged("a", "0" * 40, "1" * 40)])
    assert carry(fresh) == []


def test_where_the_index_is_locked_the_note_stays_for_the_next_time(
    sandbox: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restaging, "WAIT_SECONDS", 0.05)
    stage(sandbox)
    old = sandbox.run("rev-parse", f":{PATH}").decode().strip()
    new = sandbox.run("rev-parse", f"HEAD:{PATH}").decode().strip()
    promise(repository, [Restaged(PATH, old, new)])
    lock = sandbox.path / ".git" / "index.lock"
    lock.touch()
    with pytest.raises(CannotRun):
        carry(repository)
    lock.unlink()
    carry_what_is_left(repository)
    assert staged_text(sandbox) == sandbox.run("show", f"HEAD:{PATH}")
    assert not _note(repository).exists()


def test_what_is_left_is_not_carried_into_a_temporary_index(
    sandbox: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    promise(repository, [])
    temporary = sandbox.path / ".git" / "next-index-1.lock"
    temporary.write_bytes((sandbox.path / ".git" / "index").read_bytes())
    monkeypatch.setenv("GIT_INDEX_FILE", str(temporary))
    carry_what_is_left(open_repository(sandbox.path))
    assert _note(repository).exists()
