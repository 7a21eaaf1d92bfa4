"""Refs, what tags lead to, and which commits some refs have beyond others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.pushed import Peeled, Ref

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox

NOWHERE = "1" * 40


def tagged(sandbox: GitSandbox, name: str, of: str) -> str:
    """An annotated tag; its object's id."""
    sandbox.run("tag", "-a", "-m", "x", name, of)
    return sandbox.run("rev-parse", f"refs/tags/{name}").decode().strip()


class TestRefs:
    """Every ref by its full name."""

    def test_of_all_kinds(self, sandbox: GitSandbox, repository: Repository) -> None:
        oid = sandbox.commit()
        tag = tagged(sandbox, "v1", oid)
        sandbox.run("symbolic-ref", "refs/heads/alias", "refs/heads/main")
        sandbox.run("update-ref", "refs/notes/commits", oid)
        assert repository.refs() == {
            "refs/heads/alias": Ref(oid, "refs/heads/main"),
            "refs/heads/main": Ref(oid),
            "refs/notes/commits": Ref(oid),
            "refs/tags/v1": Ref(tag),
        }

    def test_below_a_prefix(self, sandbox: GitSandbox, repository: Repository) -> None:
        oid = sandbox.commit()
        sandbox.run("update-ref", "refs/heads-up/x", oid)
        sandbox.run("pack-refs", "--all")
        assert repository.refs("refs/heads/") == {"refs/heads/main": Ref(oid)}
        assert repository.refs("refs/remotes/") == {}

    def test_none_at_all(self, repository: Repository) -> None:
        assert repository.refs() == {}

    def test_one_that_leads_nowhere(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.run("symbolic-ref", "refs/heads/alias", "refs/heads/gone")
        assert repository.refs() == {}


class TestTracked:
    """The refs here that follow those of a remote."""

    REFS = (
        "refs/heads/main",
        "refs/tags/v1",
        "refs/remotes/team/HEAD",
        "refs/remotes/team/main",
        "refs/remotes/team/fork/main",
        "refs/pulls/7/head",
    )

    @pytest.mark.parametrize(
        ("fetched", "expected"),
        [
            ([], {"HEAD": 2, "refs/heads/main": 3}),
            (["+refs/heads/*:refs/remotes/team/*"], {"HEAD": 2, "refs/heads/main": 3}),
            (["refs/heads/x:refs/remotes/team/main"], {"HEAD": 2, "refs/heads/x": 3}),
            (["+refs/pull/*/head:refs/pulls/*/head"], {"HEAD": 2, "refs/pull/7/head": 5}),
            (["+refs/*:refs/*", "^refs/x/*"], {"HEAD": 2, "refs/remotes/team/main": 3}),
            (["refs/heads/main", "refs/heads/main:"], {"HEAD": 2}),
        ],
    )
    def test_by_what_is_fetched(
        self,
        sandbox: GitSandbox,
        repository: Repository,
        fetched: list[str],
        expected: dict[str, int],
    ) -> None:
        oid = sandbox.commit()
        for ref in self.REFS:
            sandbox.run("update-ref", ref, oid)
        for name in ("team", "team/fork"):
            sandbox.run("config", f"remote.{name}.url", "x")
        for each in fetched:
            sandbox.run("config", "--add", "remote.team.fetch", each)
        found = repository.tracked_refs("team")
        found.pop("refs/pulls/7/head", None)  # of a mirror
        assert found == {name: self.REFS[at] for name, at in expected.items()}
        assert repository.tracked_refs("team/fork") == {"refs/heads/main": self.REFS[4]}
        assert repository.tracked_refs("https://example.org/x.git") == {}


class TestPeeled:
    """What is behind tags, and tags of tags."""

    def test_commits_trees_and_blobs(self, sandbox: GitSandbox, repository: Repository) -> None:
        sandbox.write("a.txt", "a")
        oid = sandbox.commit()
        tree, blob = (
            sandbox.run("rev-parse", rev).decode().strip() for rev in ("HEAD^{tree}", "HEAD:a.txt")
        )
        tag = tagged(sandbox, "two", tagged(sandbox, "one", oid))
        of_blob, of_tree = tagged(sandbox, "b", blob), tagged(sandbox, "t", tree)
        assert repository.peeled([tag, of_blob, of_tree, oid, tree, blob]) == {
            tag: Peeled("commit", oid),
            of_blob: Peeled("blob", blob),
            of_tree: Peeled("tree", tree),
            oid: Peeled("commit", oid),
            tree: Peeled("tree", tree),
            blob: Peeled("blob", blob),
        }

    def test_what_is_not_here_is_left_out(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        raw = f"object {NOWHERE}\ntype commit\ntag x\ntagger A <a@b.example> 1 +0000\n\nx\n"
        tag = sandbox.run(
            *("hash-object", "-t", "tag", "-w", "--literally", "--stdin"), stdin=raw.encode()
        )
        assert repository.peeled([NOWHERE, tag.decode().strip()]) == {}
        assert repository.peeled([]) == {}


class TestBeyond:
    """Commits of some that others do not have."""

    def test_of_several_tips(self, sandbox: GitSandbox, repository: Repository) -> None:
        first = sandbox.commit()
        sandbox.run("checkout", "-q", "-b", "one")
        one = sandbox.commit()
        sandbox.run("checkout", "-q", "-b", "two")
        two = sandbox.commit()
        sandbox.run("checkout", "-q", "-b", "side", "main")
        side = sandbox.commit("side")
        found = repository.commits_beyond([one, two, side], [first])
        assert sorted(found) == sorted([one, two, side])
        assert found.index(two) < found.index(one)
        assert repository.commits_beyond([two], [one, side]) == [two]
        assert repository.commits_beyond([one], [two]) == []
        assert repository.commits_beyond([], [two]) == []
        assert repository.commits_beyond([first], []) == [first]

    @pytest.mark.parametrize("which", ["tips", "known"])
    def test_what_is_not_here(
        self, sandbox: GitSandbox, repository: Repository, which: str
    ) -> None:
        oid = sandbox.commit()
        tips, known = ([NOWHERE], [oid]) if which == "tips" else ([oid], [NOWHERE])
        with pytest.raises(CannotRun):
            repository.commits_beyond(tips, known)

    def test_a_hole_in_history(self, sandbox: GitSandbox, repository: Repository) -> None:
        tree = sandbox.run("mktree").decode().strip()
        raw = f"tree {tree}\nparent {NOWHERE}\nauthor A <a@b.example> 1 +0000\n"
        raw += "committer A <a@b.example> 1 +0000\n\nx\n"
        oid = sandbox.run(
            *("hash-object", "-t", "commit", "-w", "--literally", "--stdin"), stdin=raw.encode()
        )
        with pytest.raises(CannotRun):
            repository.commits_beyond([oid.decode().strip()], [])


class TestCrookedTrees:
    """Trees in which one reader sees what another one does not."""

    @pytest.mark.parametrize(
        ("names", "why"),
        [
            (["b", "a"], "is not in git's order"),
            (["a-", "a"], "is not in git's order"),
            (["a/b"], "names an entry 'a/b'"),
            (["."], "names an entry '.'"),
            ([".."], "names an entry '..'"),
            ([".GIT"], "names an entry '.GIT'"),
            (["a", "a"], "has two entries 'a'"),
            (["a", "a.b", "a"], "has two entries 'a'"),
            (["a", "a.b", "folder", "folder-"], "is not in git's order"),
        ],
    )
    def test_what_is_wrong(
        self, sandbox: GitSandbox, repository: Repository, names: list[str], why: str
    ) -> None:
        good = sandbox.commit()
        tree = raw_tree(sandbox, names)
        inner = raw_tree(sandbox, ["memory"], tree)
        bad = commit_of(sandbox, inner, good)
        assert repository.crooked_trees([bad], [good]) == {tree: why}
        later = commit_of(sandbox, f"{good}^{{tree}}", bad)
        assert repository.crooked_trees([later], []) == {tree: why}
        assert repository.crooked_trees([later, bad], [bad]) == {}
        assert repository.crooked_trees([], [good]) == {}

    def test_trees_of_git(self, sandbox: GitSandbox, repository: Repository) -> None:
        for path in ("a/x", "a.b", "a-", "a0", "Z/.gitignore", "\u00e4/\u00fc"):
            sandbox.write(path, "x")
        sandbox.commit()
        sandbox.run("rm", "-q", "a.b")
        assert repository.crooked_trees([sandbox.commit()], []) == {}

    def test_an_old_one_is_no_news(self, sandbox: GitSandbox, repository: Repository) -> None:
        tree = raw_tree(sandbox, ["b", "a"])
        old = commit_of(sandbox, raw_tree(sandbox, ["old"], tree), sandbox.commit())
        new = commit_of(sandbox, raw_tree(sandbox, ["new", "old"], tree), old)
        assert repository.crooked_trees([new], [old]) == {}

    def test_what_is_not_here(self, sandbox: GitSandbox, repository: Repository) -> None:
        oid = commit_of(sandbox, raw_tree(sandbox, ["a"], NOWHERE), sandbox.commit())
        with pytest.raises(CannotRun):
            repository.crooked_trees([oid], [])

    def test_what_is_no_tree(self, sandbox: GitSandbox, repository: Repository) -> None:
        oid = commit_of(sandbox, stored_tree(sandbox, b"100644 a\0short"), sandbox.commit())
        with pytest.raises(CannotRun):
            repository.crooked_trees([oid], [])


def raw_tree(sandbox: GitSandbox, names: list[str], tree: str = "") -> str:
    """A tree of these names as they come: files, or folders where a tree is given for all."""
    blob = sandbox.run("hash-object", "-w", "--stdin", stdin=b"x").decode().strip()
    empty = sandbox.run("mktree").decode().strip()
    raw = b""
    for name in names:
        oid = tree or (empty if name == "folder" else blob)
        mode = b"100644" if oid == blob else b"40000"
        raw += mode + b" " + name.encode() + b"\0" + bytes.fromhex(oid)
    return stored_tree(sandbox, raw)


def stored_tree(sandbox: GitSandbox, raw: bytes) -> str:
    """Store these bytes as a tree, whatever they are."""
    kind = ("-t", "tree", "-w", "--literally", "--stdin")
    return sandbox.run("hash-object", *kind, stdin=raw).decode().strip()


def commit_of(sandbox: GitSandbox, tree: str, parent: str) -> str:
    """A commit of a tree."""
    return sandbox.run("commit-tree", "-p", parent, "-m", "x", tree).decode().strip()
