"""How commits are related, what lies at a place, and which ref is trusted; by both engines."""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from tests.git.graphs import RandomGraph, ancestors, parents_of
from tests.git.support import ODD_PATHS, assert_nothing_was_fetched, cloned, stored_commit
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository

NOWHERE = "1" * 40


def best_common(parents: dict[str, list[str]], one: str, other: str) -> list[str]:
    """Common ancestors that no other common ancestor reaches, found the slow way."""
    common = ancestors(parents, [one]) & ancestors(parents, [other])
    below = ancestors(parents, [parent for oid in common for parent in parents[oid]])
    return sorted(common - below)


@settings(max_examples=max(6, settings().max_examples // 15))
@given(seed=st.integers(0, 2**32))
def test_random_lines_meet_where_sets_of_ancestors_do(
    tmp_path_factory: pytest.TempPathFactory, seed: int
) -> None:
    sandbox = GitSandbox(tmp_path_factory.mktemp("graph"))
    sandbox.run("init", "-q")
    made = RandomGraph(Random(seed), 30).build(sandbox)
    parents = parents_of(sandbox, made)
    chance = Random(seed)
    for _ in range(8):
        one, other = chance.choices(made, k=2)
        for engine in ("git", "dulwich"):
            repository = open_repository(sandbox.path, engine)
            assert repository.merge_bases(one, other) == best_common(parents, one, other)
            expected = one in ancestors(parents, [other])
            assert repository.is_ancestor(one, other) is expected


def test_a_crooked_clock_makes_no_base_of_what_lies_below_another(
    sandbox: GitSandbox, repository: Repository
) -> None:
    low = stored_commit(sandbox, committer=b"A <a@x> 9000 +0000")
    line = low
    for second in range(20):
        line = stored_commit(sandbox, committer=b"A <a@x> %d +0000" % second, parents=[line])
    one, other = (
        stored_commit(sandbox, parents=[low, line], message=name) for name in (b"1", b"2")
    )
    assert repository.merge_bases(one, other) == [line]
    assert repository.is_ancestor(low, line)
    assert not repository.is_ancestor(line, low)


def test_what_is_no_commit_is_related_to_nothing(
    sandbox: GitSandbox, repository: Repository
) -> None:
    sandbox.write("a", "1")
    oid = sandbox.commit()
    tree = sandbox.run("rev-parse", "HEAD^{tree}").decode().strip()
    for name in (NOWHERE, tree, "HEAD", "--all"):
        for pair in ((oid, name), (name, oid)):
            with pytest.raises(CannotRun):
                repository.merge_bases(*pair)
            with pytest.raises(CannotRun):
                repository.is_ancestor(*pair)
    assert repository.merge_bases(oid, oid) == [oid]
    assert repository.is_ancestor(oid, oid)


def test_where_history_is_cut_it_cannot_be_told_whether_lines_meet(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    line = [stored_commit(sandbox)]
    for _ in range(4):
        line.append(stored_commit(sandbox, parents=line[-1:]))
    fork = stored_commit(sandbox, parents=line[:1], message=b"fork")
    sandbox.run("update-ref", "refs/heads/main", line[-1])
    sandbox.run("update-ref", "refs/heads/fork", fork)
    clone = cloned(sandbox, tmp_path / "clone", "--depth=2", "--no-single-branch")
    (clone.path / ".git/shallow").write_text(f"{line[3]}\n{fork}\n")
    repository = open_repository(clone.path, engine)
    assert repository.merge_bases(line[3], line[4]) == [line[3]]
    assert repository.is_ancestor(line[3], line[4])
    assert not repository.is_ancestor(line[4], line[3])
    with pytest.raises(CannotRun, match="cut here"):
        repository.merge_bases(line[4], fork)
    for pair in ((line[4], fork), (fork, line[4])):
        with pytest.raises(CannotRun, match="cut here"):
            repository.is_ancestor(*pair)


def test_roots_that_never_meet_have_no_base(sandbox: GitSandbox, repository: Repository) -> None:
    one, other = (stored_commit(sandbox, message=name) for name in (b"1", b"2"))
    assert repository.merge_bases(one, other) == []
    assert not repository.is_ancestor(one, other)


def test_blobs_at_places(sandbox: GitSandbox, repository: Repository) -> None:
    for path in ODD_PATHS:
        sandbox.write(path, path.encode("utf-8", "surrogateescape"))
    (sandbox.path / "link.md").symlink_to("memory")
    sandbox.write("tool.md", "1").chmod(0o755)
    first = sandbox.commit()
    sandbox.run("update-index", "--add", "--cacheinfo", f"160000,{first},module.md")
    sandbox.run("rm", "-q", "--cached", "tool.md")
    sandbox.run("commit", "-q", "-m", "x")
    second = sandbox.head()
    empty = stored_commit(sandbox, raw=b"tree " + _empty_tree(sandbox) + b"\n\n")
    none = ("memory", "memory/", "link.md", "link.md/x", "module.md", "", "/", "a", "../a", "tool")
    places = [
        (commit, path)
        for commit in (second, first, empty, second)
        for path in (*ODD_PATHS, *none, "tool.md", "memory//日本.md", "tool.md/", "tool.md/x")
    ]
    expected = [_blob(sandbox, *place) for place in places]
    assert repository.blob_ids(places) == expected
    assert repository.blob_ids([(second, "tool.md")]) == [None]
    assert len([blob for blob in expected if blob]) > 30
    assert repository.blob_ids([]) == []


def _empty_tree(sandbox: GitSandbox) -> bytes:
    return sandbox.run("hash-object", "-t", "tree", "--stdin", stdin=b"").strip()


def _blob(sandbox: GitSandbox, commit: str, path: str) -> str | None:
    """Give the blob of a plain file by its own call of git."""
    listed = sandbox.run(
        "--literal-pathspecs", "ls-tree", "-z", commit, "--", path or "x", check=False
    )
    lines = [line.split(b"\t", 1) for line in listed.split(b"\0")[:-1]]
    found = [meta for meta, name in lines if os.fsdecode(name) == path and meta[:3] == b"100"]
    return found[0].split()[2].decode() if found else None


def test_without_its_trees_nothing_is_said_of_a_place(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    sandbox.write("memory/a.md", "1")
    oid = sandbox.commit()
    place = (oid, "memory/a.md")
    without_blobs = cloned(sandbox, tmp_path / "blobs", "--filter=blob:none")
    found = open_repository(without_blobs.path, engine).blob_ids([place, (oid, "x")])
    assert found == [_blob(sandbox, *place), None]
    without_trees = cloned(sandbox, tmp_path / "trees", "--filter=tree:0")
    for clone, where in (
        (without_trees, place),
        (sandbox, (NOWHERE, "a")),
        (sandbox, ("HEAD", "a")),
    ):
        with pytest.raises(CannotRun):
            open_repository(clone.path, engine).blob_ids([where])
    assert_nothing_was_fetched(without_trees)


def test_blobs_that_were_never_fetched_are_not_here(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    sandbox.write("old.md", "old")
    sandbox.commit()
    sandbox.run("mv", "old.md", "new.md")
    sandbox.write("new.md", "new")
    sandbox.commit()
    old, new = sandbox.run("rev-parse", "HEAD~1:old.md", "HEAD:new.md").decode().split()
    whole = open_repository(sandbox.path, engine)
    assert whole.present_blobs([old, new, NOWHERE]) == {old, new}
    assert whole.present_blobs([]) == set()
    clone = cloned(sandbox, tmp_path / "clone", "--filter=blob:none")
    local = clone.run("hash-object", "-w", "--stdin", stdin=b"new").decode().strip()
    assert local == new
    partial = open_repository(clone.path, engine)
    assert partial.present_blobs([old, new, NOWHERE]) == {new}
    assert list(partial.read_blobs([new])) == [(new, b"new")]
    with pytest.raises(CannotRun):
        list(partial.read_blobs([new, old]))
    assert_nothing_was_fetched(clone)


def configured(sandbox: GitSandbox, *remotes: str, refs: tuple[str, ...] = ()) -> str:
    """Give the sandbox remotes and remote-tracking refs; give its only commit."""
    oid = stored_commit(sandbox)
    for name in remotes:
        sandbox.run("config", f"remote.{name}.url", "https://example.org/x")
    for name in refs:
        sandbox.run("update-ref", f"refs/remotes/{name}", oid)
    return oid


@pytest.mark.parametrize(
    ("remotes", "refs", "trusted"),
    [
        ((), (), None),
        ((), ("origin/main",), None),
        (("origin",), (), None),
        (("origin",), ("origin/main", "origin/x"), "refs/remotes/origin/main"),
        (("origin",), ("origin/master",), "refs/remotes/origin/master"),
        (("origin",), ("origin/main", "origin/master"), None),
        (("origin",), ("origin/main/x", "origin/x/main"), None),
        (("origin", "fork"), ("origin/main", "fork/main"), "refs/remotes/origin/main"),
        (("origin", "fork"), ("fork/main",), None),
        (("Up.stream/a",), ("Up.stream/a/main", "up/main"), "refs/remotes/Up.stream/a/main"),
        (("one", "two"), ("one/main",), None),
    ],
)
def test_the_trusted_ref_is_the_remotes_only_main_branch(
    sandbox: GitSandbox,
    repository: Repository,
    remotes: tuple[str, ...],
    refs: tuple[str, ...],
    trusted: str | None,
) -> None:
    configured(sandbox, *remotes, refs=refs)
    assert repository.trusted_ref() == trusted
    assert repository.has_remote() is bool(remotes)


def test_the_remotes_head_and_the_configuration_come_first(
    sandbox: GitSandbox, repository: Repository
) -> None:
    oid = configured(sandbox, "origin", refs=("origin/main", "origin/master", "origin/trunk"))
    assert repository.trusted_ref() is None
    head = "refs/remotes/origin/HEAD"
    sandbox.run("symbolic-ref", head, "refs/remotes/origin/gone")
    assert repository.trusted_ref() is None
    sandbox.run("symbolic-ref", head, "refs/remotes/origin/trunk")
    assert repository.trusted_ref() == "refs/remotes/origin/trunk"
    sandbox.run("pack-refs", "--all")
    assert repository.trusted_ref() == "refs/remotes/origin/trunk"
    sandbox.run("update-ref", "--no-deref", head, oid)
    assert repository.trusted_ref() == head
    sandbox.run("config", "sgm.trustRef", "refs/heads/reviewed")
    assert repository.trusted_ref() == "refs/heads/reviewed"


def test_a_remote_without_an_address_is_none(sandbox: GitSandbox, repository: Repository) -> None:
    sandbox.run("config", "remote.origin.prune", "true")
    sandbox.run("config", "remote.pushDefault", "origin")
    assert not repository.has_remote()
