"""``sgm merge``: two revisions merged without a work tree (DESIGN sections 9 and 11)."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, Refused, UsageError
from sgm_git.git.branching import RefMoved
from sgm_git.git.engine import open_repository
from sgm_git.record.pointer import render
from sgm_git.workflows.merging.revisions import Target, merge_revisions
from tests.programs import put_sgm
from tests.store.support import NOW
from tests.support import GitSandbox
from tests.workflows.merging.support import (
    ATTRIBUTES,
    BASE,
    MERGED,
    OURS,
    STATUS,
    THEIRS,
    TITLE,
    edited,
)

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.workflows.merging.revisions import RevisionMerge

PATH = "memory/decision/dec-x.md"
Files = dict[str, "bytes | None"]


@pytest.fixture
def start(sandbox: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> GitSandbox:
    """A memory with one record, at the tag ``start``; git finds an ``sgm``."""
    folder = put_sgm(tmp_path / "bin" / "sgm").parent
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    for path, data in {".gitattributes": ATTRIBUTES, PATH: BASE, "notes.txt": b"a\n"}.items():
        sandbox.write(path, data)
    sandbox.write(".sgm/config.toml", "format = 1\n")
    sandbox.commit("begin")
    sandbox.run("tag", "start")
    return sandbox


def fork(sandbox: GitSandbox, ours: Files, theirs: Files) -> None:
    """The branches ``main`` and ``side``, and a third that is checked out."""
    for branch, files in (("main", ours), ("side", theirs)):
        sandbox.run("checkout", "-q", "-B", branch, "start")
        for path, data in files.items():
            if data is None:
                (sandbox.path / path).unlink()
            else:
                sandbox.write(path, data)
        sandbox.commit(f"on {branch}")
    sandbox.run("checkout", "-q", "-b", "desk", "start")


def merged(sandbox: GitSandbox, ours: str, theirs: str, into: str | None = None) -> RevisionMerge:
    """What merging gives."""
    target = None if into is None else Target(into, "Bring both together")
    repository = open_repository(sandbox.path, "git")
    return merge_revisions(repository, (ours, theirs), NOW, target)


def hows(found: RevisionMerge) -> dict[str, str]:
    """What became of each file."""
    return {file.path: file.how for file in found.files}


def content(sandbox: GitSandbox, rev: str, path: str = PATH) -> bytes:
    """A file at a revision."""
    return sandbox.run("cat-file", "blob", f"{rev}:{path}")


def test_a_record_is_merged_field_by_field_and_nothing_is_touched(start: GitSandbox) -> None:
    new = "memory/decision/dec-y.md"
    theirs: Files = {PATH: THEIRS, new: edited(("dec-x", "dec-y")), "notes.txt": None}
    fork(start, {PATH: OURS, "more.txt": b"m\n"}, theirs)
    before = start.run("for-each-ref"), start.status()
    found = merged(start, "main", "side")
    assert hows(found) == {PATH: "merged", new: "added", "notes.txt": "removed"}
    assert [file.is_record for file in found.files] == [True, True, False]
    assert (found.state, found.commit, found.branch) == ("merged", None, None)
    assert found.tree is not None
    assert content(start, found.tree) == MERGED
    assert content(start, found.tree, "more.txt") == b"m\n"
    assert (start.run("for-each-ref"), start.status()) == before


def test_a_conflict_names_the_fields_and_commits_nothing(start: GitSandbox) -> None:
    fork(start, {PATH: OURS}, {PATH: edited((TITLE[0], "Drop the datastore "), STATUS)})
    found = merged(start, "main", "side", "both")
    assert (found.state, found.tree, found.commit, found.branch) == ("conflict", None, None, None)
    (file,) = found.files
    assert (file.path, file.how, file.id) == (PATH, "conflict", "dec-x")
    (conflict,) = file.conflicts
    assert render(conflict.pointer) == "/title"
    assert (conflict.base, conflict.ours, conflict.theirs) == (
        "Keep the datastore",
        "Keep the old datastore",
        "Drop the datastore",
    )
    assert not start.run("for-each-ref", "refs/heads/both")


def test_a_deletion_against_an_edit_is_told_by_git(start: GitSandbox) -> None:
    fork(start, {PATH: None}, {PATH: THEIRS})
    found = merged(start, "main", "side")
    assert (found.state, hows(found)) == ("conflict", {PATH: "conflict"})
    assert found.files[0].conflicts == ()
    assert any("modify/delete" in message for message in found.messages)


class TestInto:
    """What ``--into`` commits, and what it leaves alone."""

    def test_a_merge_commit_with_both_parents_on_the_branch(self, start: GitSandbox) -> None:
        fork(start, {PATH: OURS}, {PATH: THEIRS})
        found = merged(start, "main", "side", "main")
        parents = start.run("log", "-1", "--format=%P %s", "main").decode().split(" ", 2)
        assert parents == [found.ours, found.theirs, "Bring both together\n"]
        assert (found.branch, content(start, "main")) == ("main", MERGED)
        assert start.run("rev-parse", "main").decode().strip() == found.commit
        assert start.status() == ""

    def test_a_new_branch_is_begun(self, start: GitSandbox) -> None:
        fork(start, {PATH: OURS}, {PATH: THEIRS})
        merged(start, "main", "side", "topic/both")
        assert content(start, "topic/both") == MERGED
        assert content(start, "main") == OURS

    def test_what_has_all_of_the_other_only_moves_on(self, start: GitSandbox) -> None:
        fork(start, {PATH: OURS}, {PATH: THEIRS})
        start.run("branch", "old", "start")
        found = merged(start, "old", "side", "old")
        assert (found.state, found.commit) == ("fast-forward", found.theirs)
        assert start.run("rev-parse", "old") == start.run("rev-parse", "side")
        again = merged(start, "side", "start", "side")
        assert (again.state, again.commit, again.files) == ("unchanged", found.theirs, ())

    def test_a_branch_that_is_checked_out_or_elsewhere_stays(self, start: GitSandbox) -> None:
        fork(start, {PATH: OURS}, {PATH: THEIRS})
        before = start.run("for-each-ref")
        with pytest.raises(Refused, match="desk is checked out") as caught:
            merged(start, "desk", "side", "desk")
        assert "git merge side" in (caught.value.hint or "")
        with pytest.raises(RefMoved, match="the branch side is at"):
            merged(start, "main", "side", "side")
        with pytest.raises(UsageError):
            merged(start, "main", "side", "-x")
        assert start.run("for-each-ref") == before


def test_a_bare_repository_merges_into_its_own_branch(start: GitSandbox, tmp_path: Path) -> None:
    fork(start, {PATH: OURS}, {PATH: THEIRS})
    start.run("checkout", "-q", "main")
    hub = GitSandbox(tmp_path / "hub.git")
    start.run("clone", "-q", "--bare", str(start.path), str(hub.path))
    found = merged(hub, "main", "side", "main")
    assert content(hub, "main") == MERGED
    assert found.state == "merged"


@pytest.mark.parametrize("ends", [("main", "nowhere"), ("nowhere", "main")])
def test_a_name_of_nothing(start: GitSandbox, ends: tuple[str, str]) -> None:
    with pytest.raises(CannotRun, match="nowhere"):
        merged(start, *ends)


def test_without_git_it_says_so(start: GitSandbox) -> None:
    with pytest.raises(CannotRun, match="needs git"):
        merge_revisions(open_repository(start.path, "dulwich"), ("main", "main"), NOW)
