"""Inside git's hooks: the index about to be committed is read and changed, whichever it is."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from tests.git.support import assert_sound, commit, hook
from tests.support import GitSandbox

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine

CHECKOUT = Path(__file__).resolve().parents[2]
COMPLETE = """
import sys
from sgm_git.git.engine import open_repository
from sgm_git.git.staging import Restaged
repository = open_repository(".", sys.argv[1])
head = repository.head().oid
changes = {change.path: change.new for change in repository.staged_changes(head)}
assert changes.keys() == {"a"}, changes
(completed,) = repository.store_blobs([b"completed"])
repository.restage([Restaged("a", changes["a"], completed)])
print(repository.index_in_use(), repository.staged_tree())
"""
WAYS = {
    "own": ["commit", "-q", "-m", "x"],
    "locked": ["commit", "-q", "-m", "x", "-a"],
    "temporary": ["commit", "-q", "-m", "x", "--", "a"],
}


def place(sandbox: GitSandbox, kind: str) -> tuple[GitSandbox, Path]:
    """Give a work tree of this kind with ``a`` committed, and its hooks folder."""
    sandbox.write("a", "1")
    sandbox.commit()
    beside = sandbox.path.with_name(kind)
    hooks = sandbox.path / ".git" / "hooks"
    if kind == "linked":
        sandbox.run("worktree", "add", "-q", str(beside))
        return GitSandbox(beside), hooks
    if kind == "submodule":
        outer = GitSandbox(beside)
        outer.path.mkdir()
        outer.run("init", "-q")
        allow = ("-c", "protocol.file.allow=always")
        outer.run(*allow, "submodule", "add", "-q", str(sandbox.path), "in/ner")
        return GitSandbox(beside / "in/ner"), beside / ".git/modules/in/ner/hooks"
    return sandbox, hooks


@pytest.mark.parametrize("which", WAYS)
@pytest.mark.parametrize("kind", ["main", "linked", "submodule"])
def test_what_a_hook_completes_is_committed(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path, which: str, kind: str
) -> None:
    box, hooks = place(sandbox, kind)
    script = tmp_path / "complete.py"
    script.write_text(COMPLETE)
    run = f"PYTHONPATH={CHECKOUT} {sys.executable} {script} {engine} > {tmp_path}/seen"
    hooks.mkdir(exist_ok=True)
    (hooks / "pre-commit").write_text(f"#!/bin/sh\n{run}\n")
    (hooks / "pre-commit").chmod(0o755)
    box.write("a", "2")
    if which == "own":
        box.run("add", "a")
    box.run(*WAYS[which])
    tree = box.run("rev-parse", "HEAD^{tree}").decode().strip()
    assert (tmp_path / "seen").read_text().split() == [which, tree]
    assert box.run("show", "HEAD:a") == b"completed"
    assert (box.path / "a").read_text() == "2"
    assert_sound(box)


def test_a_hook_of_our_own_commit_is_told_what_was_judged(
    sandbox: GitSandbox, tmp_path: Path
) -> None:
    said = f'echo "$SGM_JUDGED" $(git write-tree) >> {tmp_path}/seen'
    for name in ("pre-commit", "commit-msg"):
        hook(sandbox, name, said)
    sandbox.write("a", "1")
    commit(open_repository(sandbox.path, "git"), "a")
    tree = sandbox.run("rev-parse", "HEAD^{tree}").decode().strip()
    assert (tmp_path / "seen").read_text().split() == [tree] * 4


def test_what_another_hook_changes_was_not_judged(sandbox: GitSandbox, tmp_path: Path) -> None:
    change = "echo more > more; git add more"
    said = f'echo "$SGM_JUDGED" $(git write-tree) > {tmp_path}/seen'
    hook(sandbox, "pre-commit", f"{change}; {said}")
    sandbox.write("a", "1")
    commit(open_repository(sandbox.path, "git"), "a")
    judged, tree = (tmp_path / "seen").read_text().split()
    assert judged != tree


def test_a_person_s_commit_was_judged_by_nobody(sandbox: GitSandbox, tmp_path: Path) -> None:
    hook(sandbox, "pre-commit", f'echo "[$SGM_JUDGED]" > {tmp_path}/seen')
    sandbox.write("a", "1")
    sandbox.run("add", "a")
    sandbox.run("commit", "-q", "-m", "x")
    assert (tmp_path / "seen").read_text() == "[]\n"
