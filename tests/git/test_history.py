"""When a path came into being: its first add, over merges, deletions and crooked clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.git.support import ODD_PATHS

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox


def test_no_commit_no_paths(repository: Repository) -> None:
    assert repository.log_paths_created() == {}


def test_the_first_add_counts_with_its_author_time(
    sandbox: GitSandbox, repository: Repository
) -> None:
    sandbox.write("memory/a", "1")
    first = sandbox.commit(date="@1700000000 +0200")
    sandbox.write("memory/a", "2")
    sandbox.write("other", "2")
    second = sandbox.commit(date="@1800000000 +0000")
    (sandbox.path / "memory/a").unlink()
    sandbox.commit()
    sandbox.write("memory/a", "back again")
    sandbox.commit()
    assert repository.log_paths_created() == {
        "memory/a": (1_700_000_000, first),
        "other": (1_800_000_000, second),
    }
    assert repository.log_paths_created(["memory"]).keys() == {"memory/a"}
    assert repository.log_paths_created(["nowhere"]) == {}
    assert repository.log_paths_created([]) == {}


def test_a_clock_that_goes_backwards_changes_no_order(
    sandbox: GitSandbox, repository: Repository
) -> None:
    sandbox.write("a", "1")
    first = sandbox.commit(date="@2000000000 +0000")
    for number in range(5):
        (sandbox.path / "a").unlink()
        sandbox.commit(date=f"@{1_000_000 - number} +0000")
        sandbox.write("a", "1")
        sandbox.commit(date=f"@{number} +0000")
    assert repository.log_paths_created() == {"a": (2_000_000_000, first)}


def test_paths_of_side_branches_and_of_merges(sandbox: GitSandbox, repository: Repository) -> None:
    sandbox.write("a", "1")
    base = sandbox.commit()
    sandbox.run("checkout", "-q", "-b", "side")
    sandbox.write("side", "1")
    side = sandbox.commit()
    sandbox.run("checkout", "-q", "main")
    sandbox.write("main", "1")
    main = sandbox.commit()
    sandbox.run("merge", "-q", "--no-ff", "--no-commit", "side")
    sandbox.write("only in the merge", "1")
    merge = sandbox.commit()
    found = {path: commit for path, (_, commit) in repository.log_paths_created().items()}
    assert found == {"a": base, "side": side, "main": main, "only in the merge": merge}


def test_a_renamed_file_begins_anew_and_odd_names_are_read(
    sandbox: GitSandbox, repository: Repository
) -> None:
    for path in ODD_PATHS:
        sandbox.write(path, "x" * 100)
    sandbox.write("-:", "\x01")
    first = sandbox.commit()
    sandbox.run("mv", "--", ODD_PATHS[0], "renamed")
    second = sandbox.commit()
    found = repository.log_paths_created()
    assert found.keys() == {*ODD_PATHS, "-:", "renamed"}
    assert found["renamed"][1] == second
    assert found[ODD_PATHS[-1]][1] == first
    assert repository.log_paths_created([ODD_PATHS[5]]).keys() == {ODD_PATHS[5]}


def test_both_engines_agree_on_many_random_merges(
    sandbox: GitSandbox, repository: Repository
) -> None:
    """Four branches that add, delete and merge; the expectation is git's own, path by path."""
    sandbox.write("0", "1")
    sandbox.commit()
    for number in range(12):
        sandbox.run("checkout", "-q", "-B", f"b{number % 4}", "main")
        sandbox.write(str(number % 5), str(number))
        (sandbox.path / str((number + 2) % 5)).unlink(missing_ok=True)
        sandbox.commit(date=f"@{10_000 - number * 7} +0000")
        sandbox.run("checkout", "-q", "main")
        sandbox.run("merge", "-q", "--no-ff", "-s", "ours" if number % 3 else "ort", "-m", "m", "-")
    for path, (_, oid) in repository.log_paths_created().items():
        adds = ("log", "--full-history", "--topo-order", "--diff-filter=A", "-c", "--format=%H")
        told = sandbox.run(*adds, "--", path).decode().split()
        older = set(sandbox.run("rev-list", oid).decode().split())
        assert older & set(told) == {oid}
