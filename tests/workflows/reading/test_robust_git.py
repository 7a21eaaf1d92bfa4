"""Whatever git is made to do, what is kept says what a look at everything says (DESIGN 10)."""

from __future__ import annotations

import os
import shutil
import time
from typing import TYPE_CHECKING

import pytest

from tests.store.support import NOW
from tests.support import GitSandbox, untraced
from tests.workflows.reading.support import anew, by_index, fresh, record_text
from tests.workflows.support import another, begin

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sgm_git.git.engine import Engine

pytestmark = untraced

YEAR = 366 * 86_400
A, B, C, S = (f"memory/{name}.md" for name in ("rule/a", "rule/b", "note/c", "status/s"))


def remember(sandbox: GitSandbox) -> None:
    """A memory of two commits on main, a branch beside it, and a trusted ref behind it."""
    begin(sandbox)
    sandbox.write(A, record_text("rule-a"))
    sandbox.write(B, record_text("rule-b", annotations="{kind: supersedes, value: rule-a}"))
    sandbox.write(S, record_text("status-s", "status", content="All is well."))
    sandbox.commit("first")
    sandbox.run("config", "remote.origin.url", "https://example.org/x")
    sandbox.run("update-ref", "refs/remotes/origin/main", "HEAD")
    sandbox.run("branch", "side")
    sandbox.write(A, record_text("rule-a", content="New text."))
    sandbox.write(C, record_text("note-c", "note"))
    sandbox.commit("second", date="2026-10-11T10:00:00Z")
    sandbox.run("switch", "-q", "side")
    sandbox.write(B, record_text("rule-b", content="Otherwise."))
    sandbox.commit("beside", date="2026-10-12T10:00:00Z")
    sandbox.run("switch", "-q", "main")


def age(sandbox: GitSandbox) -> None:
    """Let all files be of a time before git's index: it does not read them to compare them."""
    for place in sandbox.path.glob("memory/**/*.md"):
        os.utime(place, (NOW - YEAR, NOW - YEAR))
    sandbox.run("update-index", "-q", "--refresh")


def agree(sandbox: GitSandbox, engine: Engine = "git", now: float = NOW) -> dict[str, object]:
    """Both say the same; give what it is."""
    kept, made = by_index(fresh(sandbox, engine, now)), anew(fresh(sandbox, engine, now))
    assert kept == made
    return made


def edit(sandbox: GitSandbox, path: str = A, text: str = "Edited here.") -> None:
    """Change a record in the work tree."""
    data = (sandbox.path / path).read_text()
    sandbox.write(path, data.rpartition("---\n")[0] + f"---\n\n{text}\n")


def switch(sandbox: GitSandbox) -> None:
    sandbox.run("switch", "-q", "side")


def detach(sandbox: GitSandbox) -> None:
    sandbox.run("checkout", "-q", "--detach", "HEAD~1")


def rebase(sandbox: GitSandbox) -> None:
    sandbox.run("rebase", "-q", "side")


def rebase_stopped(sandbox: GitSandbox) -> None:
    edit(sandbox, B, "Not theirs.")
    sandbox.commit("third")
    sandbox.run("rebase", "-q", "side", check=False)


def reset(sandbox: GitSandbox) -> None:
    edit(sandbox)
    sandbox.run("reset", "-q", "--hard", "HEAD~1")


def reset_softly(sandbox: GitSandbox) -> None:
    sandbox.run("reset", "-q", "--soft", "HEAD~1")


def amend(sandbox: GitSandbox) -> None:
    edit(sandbox)
    sandbox.run("commit", "-q", "-a", "--amend", "-m", "second, mended")


def stash(sandbox: GitSandbox) -> None:
    edit(sandbox)
    sandbox.write("memory/note/d.md", record_text("note-d", "note"))
    agree(sandbox)
    sandbox.run("stash", "-q", "-u")


def unstash(sandbox: GitSandbox) -> None:
    stash(sandbox)
    agree(sandbox)
    sandbox.run("stash", "pop", "-q")


def check_out_a_path(sandbox: GitSandbox) -> None:
    sandbox.run("checkout", "-q", "side", "--", B)


def unmerged(sandbox: GitSandbox) -> None:
    edit(sandbox, B, "Not theirs.")
    sandbox.commit("third")
    sandbox.run("merge", "-q", "--no-edit", "side", check=False)


def merged(sandbox: GitSandbox) -> None:
    sandbox.run("merge", "-q", "--no-edit", "side")


def picked(sandbox: GitSandbox) -> None:
    sandbox.run("cherry-pick", "-x", "side")


def packed(sandbox: GitSandbox) -> None:
    sandbox.run("repack", "-q", "-a", "-d")
    sandbox.run("pack-refs", "--all", "--prune")
    sandbox.run("gc", "-q", "--prune=now")
    sandbox.run("commit-graph", "write", "--reachable")


def pruned_while_rewound(sandbox: GitSandbox) -> None:
    sandbox.run("reset", "-q", "--hard", "HEAD~1")
    sandbox.run("branch", "-D", "side")
    sandbox.run("reflog", "expire", "--expire=now", "--all")
    sandbox.run("gc", "-q", "--prune=now")


def assume_unchanged(sandbox: GitSandbox) -> None:
    sandbox.run("update-index", "--assume-unchanged", A)
    edit(sandbox)


def skip_worktree(sandbox: GitSandbox) -> None:
    sandbox.run("update-index", "--skip-worktree", A)
    edit(sandbox)


def gone_and_skipped(sandbox: GitSandbox) -> None:
    sandbox.run("update-index", "--skip-worktree", A)
    (sandbox.path / A).unlink()


def sparse(sandbox: GitSandbox) -> None:
    sandbox.run("sparse-checkout", "set", "--no-cone", "/*", "!/memory/rule/")


def intent_to_add(sandbox: GitSandbox) -> None:
    sandbox.write("memory/note/d.md", record_text("note-d", "note"))
    sandbox.run("add", "-N", "memory/note/d.md")


def staged_then_changed(sandbox: GitSandbox) -> None:
    edit(sandbox)
    sandbox.run("add", A)
    edit(sandbox, A, "Edited once more.")


def staged_then_restored(sandbox: GitSandbox) -> None:
    former = (sandbox.path / A).read_bytes()
    edit(sandbox)
    sandbox.run("add", A)
    sandbox.write(A, former)


def removed_from_the_index(sandbox: GitSandbox) -> None:
    sandbox.run("rm", "-q", "--cached", A)


def ignored(sandbox: GitSandbox) -> None:
    sandbox.write("memory/.gitignore", "hidden*\n")
    sandbox.write("memory/note/hidden.md", record_text("note-hidden", "note"))


def ignored_until_now(sandbox: GitSandbox) -> None:
    ignored(sandbox)
    agree(sandbox)
    (sandbox.path / "memory/.gitignore").unlink()


def ignored_at_the_top(sandbox: GitSandbox) -> None:
    sandbox.write("memory/note/hidden.md", record_text("note-hidden", "note"))
    agree(sandbox)
    sandbox.write(".gitignore", "hidden*\n")


def excluded(sandbox: GitSandbox) -> None:
    sandbox.write("memory/note/hidden.md", record_text("note-hidden", "note"))
    agree(sandbox)
    sandbox.write(".git/info/exclude", "hidden*\n")


def linked(sandbox: GitSandbox) -> None:
    (sandbox.path / A).unlink()
    (sandbox.path / A).symlink_to(sandbox.path / B)


def linked_and_committed(sandbox: GitSandbox) -> None:
    linked(sandbox)
    sandbox.commit("link")


def a_folder_instead(sandbox: GitSandbox) -> None:
    (sandbox.path / A).unlink()
    sandbox.write(f"{A}/inner.md", record_text("rule-inner"))


def a_linked_folder(sandbox: GitSandbox) -> None:
    (sandbox.path / "memory/rule").rename(sandbox.path / "elsewhere")
    (sandbox.path / "memory/rule").symlink_to(sandbox.path / "elsewhere")


def mode(sandbox: GitSandbox) -> None:
    (sandbox.path / A).chmod(0o755)


def unreadable(sandbox: GitSandbox) -> None:
    (sandbox.path / A).chmod(0)


def submodule(sandbox: GitSandbox) -> None:
    other = another(sandbox.path.parent / "other")
    other.write("memory/rule/z.md", record_text("rule-z"))
    other.commit()
    allow = ("-c", "protocol.file.allow=always")
    sandbox.run(*allow, "submodule", "add", "-q", str(other.path), "memory/theirs")
    sandbox.commit("with a submodule")


def nested(sandbox: GitSandbox) -> None:
    other = another(sandbox.path / "memory/nested")
    other.write("z.md", record_text("rule-z"))


def carriage_returns(sandbox: GitSandbox) -> None:
    data = (sandbox.path / C).read_bytes()
    sandbox.write(".gitattributes", "")
    sandbox.run("config", "core.autocrlf", "true")
    sandbox.write(C, data.replace(b"\n", b"\r\n"))


def with_carriage_returns(sandbox: GitSandbox) -> None:
    """A record that is stored with them."""
    data = (sandbox.path / C).read_bytes().replace(b"\n", b"\r\n")
    sandbox.write(".gitattributes", "")
    sandbox.write("memory/note/d.md", data.replace(b"note-c", b"note-d"))
    sandbox.commit("with carriage returns")
    age(sandbox)
    agree(sandbox)


def converted_from_now_on(sandbox: GitSandbox) -> None:
    with_carriage_returns(sandbox)
    sandbox.run("config", "core.autocrlf", "input")


def attributed_from_now_on(sandbox: GitSandbox) -> None:
    with_carriage_returns(sandbox)
    sandbox.write(".gitattributes", "*.md text\n")


def attributed_by_a_commit(sandbox: GitSandbox) -> None:
    attributed_from_now_on(sandbox)
    agree(sandbox)
    sandbox.run("commit", "-q", "-a", "-m", "attributes")


def attributed_beside(sandbox: GitSandbox) -> None:
    with_carriage_returns(sandbox)
    sandbox.write(".git/info/attributes", "*.md text\n")


def filtered(sandbox: GitSandbox) -> None:
    sandbox.run("config", "filter.loud.clean", "tr a-z A-Z")
    sandbox.write(".gitattributes", "memory/rule/*.md filter=loud\n")


def of_the_same_size_and_time(sandbox: GitSandbox) -> None:
    place = sandbox.path / A
    seen = place.stat()
    time.sleep(max(0.0, seen.st_ctime + 1.1 - time.time()))  # git compares whole seconds
    place.write_bytes(place.read_bytes().replace(b"New text.", b"Old text."))
    os.utime(place, ns=(seen.st_atime_ns, seen.st_mtime_ns))


def trusted_ref_moved(sandbox: GitSandbox) -> None:
    sandbox.run("update-ref", "refs/remotes/origin/main", "side")


def trusted_ref_named(sandbox: GitSandbox) -> None:
    sandbox.run("config", "sgm.trustRef", "side")


def remote_gone(sandbox: GitSandbox) -> None:
    sandbox.run("config", "--unset", "remote.origin.url")
    sandbox.run("update-ref", "-d", "refs/remotes/origin/main")


def born_again(sandbox: GitSandbox) -> None:
    sandbox.run("checkout", "-q", "--orphan", "new")


def replaced(sandbox: GitSandbox) -> None:
    sandbox.run("replace", "HEAD", "side")


def grafted(sandbox: GitSandbox) -> None:
    (sandbox.path / ".git/shallow").write_bytes(sandbox.run("rev-parse", "HEAD"))


def index_gone(sandbox: GitSandbox) -> None:
    (sandbox.path / ".git/index").unlink()


def folder_of_refs_renamed(sandbox: GitSandbox) -> None:
    sandbox.run("branch", "-m", "main", "trunk")


ACTS: tuple[Callable[[GitSandbox], None], ...] = (
    *(switch, detach, rebase, rebase_stopped, reset, reset_softly, amend, stash, unstash),
    *(check_out_a_path, unmerged, merged, picked, packed, pruned_while_rewound),
    *(assume_unchanged, skip_worktree, gone_and_skipped, sparse, intent_to_add),
    *(staged_then_changed, staged_then_restored, removed_from_the_index),
    *(ignored, ignored_until_now, ignored_at_the_top, excluded),
    *(linked, linked_and_committed, a_folder_instead, a_linked_folder, mode, unreadable),
    *(submodule, nested, carriage_returns, converted_from_now_on, attributed_from_now_on),
    *(attributed_by_a_commit, attributed_beside, filtered, of_the_same_size_and_time),
    *(trusted_ref_moved, trusted_ref_named, remote_gone, born_again, replaced, grafted),
    *(index_gone, folder_of_refs_renamed),
)


@pytest.fixture(scope="module")
def memory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A memory that is made once, and copied for each test."""
    place = tmp_path_factory.mktemp("memory") / "repo"
    place.mkdir()
    return place


@pytest.fixture
def kept(sandbox: GitSandbox, memory: Path) -> GitSandbox:
    """A memory whose index is warm."""
    if not any(memory.iterdir()):
        begun = GitSandbox(memory)
        begun.run("init", "-q")
        remember(begun)
    shutil.copytree(memory, sandbox.path, dirs_exist_ok=True)
    age(sandbox)
    return sandbox


@pytest.mark.parametrize("act", ACTS, ids=lambda act: act.__name__)
def test_what_git_does_is_seen(kept: GitSandbox, act: Callable[[GitSandbox], None]) -> None:
    """And seen again, when all is as it was."""
    by_index(fresh(kept))
    act(kept)
    made = agree(kept)
    assert by_index(fresh(kept)) == made


WITHOUT_GIT = (switch, reset, unmerged, stash, packed, pruned_while_rewound, ignored_at_the_top)


@pytest.mark.parametrize("act", [*WITHOUT_GIT, skip_worktree], ids=lambda act: act.__name__)
def test_the_engine_without_git_sees_it_too(
    kept: GitSandbox, act: Callable[[GitSandbox], None]
) -> None:
    """By what it kept itself, and where the other one was there before it."""
    by_index(fresh(kept, "dulwich"))
    act(kept)
    agree(kept, "dulwich")
    agree(kept)
    agree(kept, "dulwich")


def test_work_trees_that_share_an_index_each_have_their_own_answer(
    kept: GitSandbox, tmp_path: Path
) -> None:
    """One index file serves all of them."""
    other = GitSandbox(tmp_path / "other")
    kept.run("worktree", "add", "-q", str(other.path), "side")
    for _ in range(2):
        here, there = agree(kept), agree(other)
        assert here["here"] != there["here"]
        edit(kept)
        other.write(C, record_text("note-c", "note", content="Only there."))
    kept.run("worktree", "remove", "--force", str(other.path))
    agree(kept)


@pytest.mark.parametrize("is_edited", [False, True])
def test_a_clock_that_is_set_back_or_on_is_believed(kept: GitSandbox, *, is_edited: bool) -> None:
    """What is stale, or from the future, is so by the time that it is now."""
    if is_edited:
        edit(kept, S, "All is well still.")
    for now in (NOW, NOW - YEAR, NOW + YEAR, NOW - 1, NOW):
        agree(kept, now=now)
