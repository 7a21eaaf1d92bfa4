"""Where two commits differ: what listing both would show."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.protocol import MODE_EXECUTABLE, MODE_LINK, MODE_SUBMODULE
from tests.git.support import ODD_PATHS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.git.protocol import Repository, TreeEntry
    from tests.support import GitSandbox


def by_listing(
    repository: Repository, old: str, new: str, prefixes: Sequence[str] = ("",)
) -> dict[str, TreeEntry | None]:
    """What both trees list, entry by entry."""
    before, after = (
        {entry.path: entry for entry in repository.list_tree(oid, prefixes)} for oid in (old, new)
    )
    paths = before.keys() | after.keys()
    return {path: after.get(path) for path in paths if before.get(path) != after.get(path)}


@pytest.fixture
def ends(sandbox: GitSandbox) -> tuple[str, str]:
    """Two commits between which everything happens that can happen to a path."""
    for path in ("memory/same.md", "memory/changed.md", "memory/gone/a.md", "memory/mode.md"):
        sandbox.write(path, path)
    for path in ("memory/file-to-folder", "memory/folder-to-file/a/b.md", "memory/link.md", "o.md"):
        sandbox.write(path, path)
    old = sandbox.commit()
    sandbox.run("rm", "-q", "-r", "memory/gone", "memory/file-to-folder", "memory/folder-to-file")
    sandbox.write("memory/changed.md", "other")
    sandbox.write("memory/file-to-folder/a.md", "a")
    sandbox.write("memory/folder-to-file", "a")
    (sandbox.path / "memory/mode.md").chmod(0o755)
    (sandbox.path / "memory/link.md").unlink()
    (sandbox.path / "memory/link.md").symlink_to("same.md")
    sandbox.write("o.md", "outside")
    for path in ODD_PATHS:
        sandbox.write(path, path.encode("utf-8", "surrogateescape"))
    sandbox.commit()
    sandbox.run("update-index", "--add", "--cacheinfo", f"160000,{old},memory/module")
    sandbox.run("commit", "-q", "-m", "submodule")
    return old, sandbox.head()


@pytest.mark.parametrize("prefixes", [("",), ("memory",), ("memory/gone", "o.md"), ("m",), ()])
def test_it_is_what_listing_both_commits_shows(
    repository: Repository, ends: tuple[str, str], prefixes: Sequence[str]
) -> None:
    old, new = ends
    for one, other in ((old, new), (new, old)):
        found = repository.tree_changes(one, other, prefixes)
        assert found == by_listing(repository, one, other, prefixes)


def test_modes_links_and_submodules_are_told(repository: Repository, ends: tuple[str, str]) -> None:
    found = repository.tree_changes(*ends)
    modes = {path: entry.mode for path, entry in found.items() if entry is not None}
    assert modes["memory/mode.md"] == MODE_EXECUTABLE
    assert modes["memory/link.md"] == MODE_LINK
    assert modes["memory/module"] == MODE_SUBMODULE
    assert found["memory/gone/a.md"] is None
    assert "memory/same.md" not in found


def test_a_commit_does_not_differ_from_itself(repository: Repository, sandbox: GitSandbox) -> None:
    oid = sandbox.commit()
    assert repository.tree_changes(oid, oid) == {}


def test_a_commit_that_is_not_here_is_an_error(repository: Repository, sandbox: GitSandbox) -> None:
    with pytest.raises(CannotRun):
        repository.tree_changes("1" * 40, sandbox.commit())
