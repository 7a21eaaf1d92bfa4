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
