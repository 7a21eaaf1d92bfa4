"""History that is not all here, and repositories of every make: the truth as far as it reaches."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from sgm_git.commits import Change
from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from tests.git.graphs import RandomGraph, ancestors, assert_topological, parents_of
from tests.git.support import assert_nothing_was_fetched, cloned, stored_commit
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.commits import Commit
    from sgm_git.git.engine import Engine

SEEDS = (1, 2, 3)


def told(sandbox: GitSandbox, engine: Engine, tip: str, *known: str) -> dict[str, Commit]:
    """History by commit, in order."""
    found = list(open_repository(sandbox.path, engine).history(tip, known))
    assert_topological(found)
    return {commit.oid: commit for commit in found}


def graph(sandbox: GitSandbox, seed: int) -> list[str]:
    """A random history in the sandbox; all its commits."""
    return RandomGraph(Random(seed), 40).build(sandbox)


@pytest.mark.parametrize("depth", [1, 2, 4])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_shallow_clone_is_cut_at_its_border_and_whole_above(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path, seed: int, depth: int
) -> None:
    made = graph(sandbox, seed)
    whole = told(sandbox, engine, made[-1])
    clone = cloned(sandbox, tmp_path / "clone", f"--depth={depth}")
    border = set((clone.path / ".git/shallow").read_text().split())
    found = told(clone, engine, made[-1])
    assert found.keys() == set(clone.run("rev-list", "HEAD").decode().split())
    assert border <= found.keys()
    for oid, commit in found.items():
        assert commit.is_cut == (oid in border)
        assert (commit.author, commit.commit_time) == (whole[oid].author, whole[oid].commit_time)
        if commit.is_cut:
            assert (commit.parents, commit.changes) == ((), ())
        else:
            assert commit == whole[oid]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_border_that_other_branches_go_around_cuts_where_it_lies(
    sandbox: GitSandbox, engine: Engine, seed: int
) -> None:
    made = graph(sandbox, seed)
    parents = parents_of(sandbox, made)
    whole = told(sandbox, engine, made[-1])
    border = {oid for oid in Random(seed).sample(made[:-1], 6) if parents[oid]}
    (sandbox.path / ".git/shallow").write_text("".join(f"{oid}\n" for oid in border))
    visible = parents | {oid: [] for oid in border}
    found = told(sandbox, engine, made[-1])
    assert found.keys() == ancestors(visible, [made[-1]])
    assert {oid for oid, commit in found.items() if commit.is_cut} == border & found.keys()
    assert all(commit == whole[oid] for oid, commit in found.items() if oid not in border)
    newer = told(sandbox, engine, made[-1], made[-9])
    assert newer.keys() == found.keys() - ancestors(visible, [made[-9]])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_clone_without_blobs_tells_all(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path, seed: int
) -> None:
    made = graph(sandbox, seed)
    whole = told(sandbox, engine, made[-1])
    clone = cloned(sandbox, tmp_path / "clone", "--filter=blob:none")
    assert told(clone, engine, made[-1]) == whole
    assert_nothing_was_fetched(clone)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_clone_without_trees_tells_who_and_when(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path, seed: int
) -> None:
    made = graph(sandbox, seed)
    whole = told(sandbox, engine, made[-1])
    clone = cloned(sandbox, tmp_path / "clone", "--filter=tree:0")
    found = told(clone, engine, made[-1])
    assert found.keys() == whole.keys()
    for oid, commit in found.items():
        expected = whole[oid]
        assert (commit.parents, commit.author) == (expected.parents, expected.author)
        if commit.is_cut:
            assert commit.changes == ()
        else:  # its tree is the same as its parents', or empty
            assert commit == expected
    assert found[made[-1]].is_cut
    assert_nothing_was_fetched(clone)


def test_what_is_committed_on_top_of_missing_trees_is_told(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    for number in range(3):
        sandbox.write("memory/deep/a.md", str(number))
        sandbox.write("memory/other/b.md", "same")
        sandbox.commit()
    sandbox.run("config", "uploadpack.allowFilter", "true")
    url = f"file://{sandbox.path}"
    sandbox.run("clone", "-q", "--filter=tree:0", url, str(tmp_path / "clone"))
    clone = GitSandbox(tmp_path / "clone")
    clone.write("memory/deep/a.md", "mine")
    mine = clone.commit()
    clone.run("remote", "remove", "origin")
    sandbox.path.rename(tmp_path / "gone")
    found = told(clone, engine, mine)
    assert [commit.is_cut for commit in found.values()] == [False, True, True, True]
    assert [change.path for change in found[mine].changes[0]] == ["memory/deep/a.md"]


def test_a_missing_parent_of_a_partial_clone_cuts_and_of_another_is_damage(
    sandbox: GitSandbox, engine: Engine
) -> None:
    lost = "ab" * 20
    sandbox.write("a.md", "1")
    sandbox.run("add", "-A")
    orphan = stored_commit(sandbox, parents=[lost])
    merge = stored_commit(sandbox, parents=[orphan, stored_commit(sandbox)])
    with pytest.raises(CannotRun):
        list(open_repository(sandbox.path, engine).history(merge))
    sandbox.write(".git/objects/pack/pack-1.promisor", "")
    found = told(sandbox, engine, merge)
    assert len(found) == 3
    assert [oid for oid, commit in found.items() if commit.is_cut] == [orphan]
    assert found[orphan].parents == (lost,)


@pytest.mark.parametrize("what", ["HEAD^{tree}", "HEAD:memory", "HEAD~1", "HEAD~1:memory"])
def test_a_lost_object_is_damage_and_no_end_of_history(
    sandbox: GitSandbox, engine: Engine, what: str
) -> None:
    for number in range(3):
        sandbox.write("memory/a.md", str(number))
        sandbox.commit()
    oid = sandbox.run("rev-parse", what).decode().strip()
    (sandbox.path / ".git/objects" / oid[:2] / oid[2:]).unlink()
    with pytest.raises(CannotRun):
        list(open_repository(sandbox.path, engine).history(sandbox.head()))


@pytest.mark.parametrize("seed", SEEDS)
def test_replaced_objects_and_grafts_change_nothing(
    sandbox: GitSandbox, engine: Engine, seed: int
) -> None:
    made = graph(sandbox, seed)
    whole = told(sandbox, engine, made[-1])
    for old, new in zip(made[1:-1:3], made[::3], strict=False):
        sandbox.run("replace", "-f", old, new)
    trees = sandbox.run("rev-parse", f"{made[-1]}^{{tree}}", f"{made[0]}^{{tree}}").decode().split()
    sandbox.run("replace", "-f", *trees)
    sandbox.write(".git/info/grafts", f"{made[-1]}\n{made[-2]} {made[0]}\n")
    assert told(sandbox, engine, made[-1]) == whole


def test_packed_linked_shared_and_graphed_repositories_tell_the_same(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    tip = graph(sandbox, 4)[-1]
    whole = told(sandbox, engine, tip)
    sandbox.run("worktree", "add", "-q", "-f", "--no-checkout", str(tmp_path / "linked"), "main")
    sandbox.run("clone", "-q", "-n", "--shared", str(sandbox.path), str(tmp_path / "shared"))
    sandbox.run("clone", "-q", "--bare", str(sandbox.path), str(tmp_path / "bare"))
    for name in ("linked", "shared", "bare"):
        assert told(GitSandbox(tmp_path / name), engine, tip) == whole
    sandbox.run("repack", "-q", "-a", "-d")
    assert told(sandbox, engine, tip) == whole
    sandbox.run("commit-graph", "write", "--reachable", "--changed-paths")
    sandbox.run("multi-pack-index", "write")
    assert told(sandbox, engine, tip) == whole


def test_what_is_no_commit_is_refused(sandbox: GitSandbox, engine: Engine) -> None:
    repository = open_repository(sandbox.path, engine)
    for tip in ("1" * 40, "HEAD", "--all", "", "main"):
        with pytest.raises(CannotRun):
            list(repository.history(tip))
    sandbox.write("a.md", "1")
    oid = sandbox.commit()
    sandbox.run("tag", "-a", "-m", "text", "v1")
    for name in ("HEAD^{tree}", "HEAD:a.md", "v1"):
        with pytest.raises(CannotRun):
            list(repository.history(sandbox.run("rev-parse", name).decode().strip()))
    with pytest.raises(CannotRun):
        list(repository.history(oid, ["--all"]))
    assert list(repository.history(oid, [oid])) == []
    assert [commit.oid for commit in repository.history(oid, ["1" * 40])] == [oid]


def test_the_empty_tree_is_known_without_being_stored(sandbox: GitSandbox, engine: Engine) -> None:
    first = sandbox.commit()
    sandbox.write("a.md", "1")
    second = sandbox.commit()
    (sandbox.path / "a.md").unlink()
    third = sandbox.commit()
    blob = sandbox.run("rev-parse", f"{second}:a.md").decode().strip()
    changes = {oid: commit.changes for oid, commit in told(sandbox, engine, third).items()}
    assert changes == {
        first: ((),),
        second: ((Change("a.md", None, blob),),),
        third: ((Change("a.md", blob, None),),),
    }
