"""Which files are entries, with which bytes and which blob, in all three states of a store."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.policy.config import RootConfig
from sgm_git.policy.paths import Roots
from sgm_git.store.below import Below
from sgm_git.store.scan import index_entries, revision_entries, work_tree_entries
from tests.git.support import ODD_PATHS
from tests.store.support import BASE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from sgm_git.store.entry import Entry
    from tests.support import GitSandbox

ROOTS = Roots((RootConfig(),), ("README.md", "_*.md"))


@pytest.fixture(params=["git", "dulwich"])
def repository(request: pytest.FixtureRequest, sandbox: GitSandbox) -> Repository:
    engine: Engine = request.param
    return open_repository(sandbox.path, engine)


def seen(entries: Iterable[Entry]) -> dict[str, bytes]:
    return {entry.path: entry.data for entry in entries}


def states(repository: Repository) -> list[dict[str, bytes]]:
    head = repository.head().oid
    assert head is not None
    return [
        seen(work_tree_entries(repository, ROOTS)),
        seen(index_entries(repository, ROOTS)),
        seen(revision_entries(repository, ROOTS, head)),
    ]


def test_only_what_is_a_record_is_an_entry(sandbox: GitSandbox, repository: Repository) -> None:
    for name in ("memory/a.md", "memory/deep/er/b.md"):
        sandbox.write(name, name)
    for name in (
        *("memory/index.md", "memory/log.md", "memory/README.md", "memory/_draft.md"),
        *("memory/x.txt", "memory/.hidden.md", "memory/.obsidian/x.md", "memory.md", "docs/a.md"),
        *("memory2/a.md", "README.md", "memory/x.md.bak", "memory/MD"),
    ):
        sandbox.write(name, "no record")
    sandbox.commit()
    wanted = {name: name.encode() for name in ("memory/a.md", "memory/deep/er/b.md")}
    assert states(repository) == [wanted] * 3


def test_the_three_states_are_kept_apart(sandbox: GitSandbox, repository: Repository) -> None:
    sandbox.write("memory/a.md", "committed")
    sandbox.commit()
    sandbox.write("memory/a.md", "staged")
    sandbox.run("add", ".")
    sandbox.write("memory/a.md", "edited")
    assert [each["memory/a.md"] for each in states(repository)] == [
        b"edited",
        b"staged",
        b"committed",
    ]


def test_names_may_be_odd(sandbox: GitSandbox, repository: Repository) -> None:
    names = sorted(name for name in ODD_PATHS if name.startswith("memory/"))
    for name in names:
        sandbox.write(name, os.fsencode(name))
    sandbox.commit()
    wanted = {name: os.fsencode(name) for name in names}
    assert states(repository) == [wanted] * 3
    assert list(states(repository)[0]) == names


def test_blobs_are_those_that_git_has(sandbox: GitSandbox, repository: Repository) -> None:
    sandbox.write(".gitattributes", "memory/lf/*.md text eol=lf\nmemory/raw/*.md -text\n")
    for folder in ("lf", "raw", "plain"):
        sandbox.write(f"memory/{folder}/unix.md", BASE)
        sandbox.write(f"memory/{folder}/dos.md", BASE.replace(b"\n", b"\r\n"))
    sandbox.commit()
    for entry in work_tree_entries(repository, ROOTS):
        blob = sandbox.run("rev-parse", f"HEAD:{entry.path}").decode().strip()
        assert (entry.path, entry.blob) == (entry.path, blob)
    for entries in (
        index_entries(repository, ROOTS),
        revision_entries(repository, ROOTS, sandbox.head()),
    ):
        assert all(repository.blob_id(entry.data) == entry.blob for entry in entries)


def test_links_are_entries_without_content(
    sandbox: GitSandbox, repository: Repository, tmp_path: Path
) -> None:
    (tmp_path / "secret.md").write_bytes(BASE)
    (sandbox.path / "memory").mkdir()
    (sandbox.path / "memory/leak.md").symlink_to(tmp_path / "secret.md")
    (sandbox.path / "memory/folder").symlink_to(tmp_path)
    (sandbox.path / "memory/picture.png").symlink_to(tmp_path)
    sandbox.commit()
    head = sandbox.head()
    for entries in (
        work_tree_entries(repository, ROOTS),
        index_entries(repository, ROOTS),
        revision_entries(repository, ROOTS, head),
    ):
        found = list(entries)
        assert [entry.path for entry in found] == ["memory/folder", "memory/leak.md"]
        for entry in found:
            assert (entry.is_link, entry.data, entry.record, entry.faults) == (True, b"", None, ())
            blob = sandbox.run("rev-parse", f"HEAD:{entry.path}").decode().strip()
            assert entry.blob == blob


def test_what_is_no_file_is_no_entry(sandbox: GitSandbox, repository: Repository) -> None:
    sandbox.write("memory/a.md", BASE)
    os.mkfifo(sandbox.path / "memory/pipe.md")
    (sandbox.path / "memory/folder.md").mkdir()
    sandbox.write("memory/folder.md/b.md", BASE)
    assert list(seen(work_tree_entries(repository, ROOTS))) == [
        "memory/a.md",
        "memory/folder.md/b.md",
    ]


def test_a_file_that_goes_while_we_look_is_just_gone(
    sandbox: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.write("memory/a.md", BASE)
    sandbox.write("memory/x/b.md", BASE)
    listed = repository.list_files(("memory",))
    sandbox.write("memory/c.md", BASE)
    (sandbox.path / "memory/a.md").unlink()
    (sandbox.path / "memory/x/b.md").unlink()
    (sandbox.path / "memory/x").rmdir()
    (sandbox.path / "memory/x").write_text("a file now")
    monkeypatch.setattr(type(repository), "list_files", lambda *_: [*listed, "memory/c.md"])
    assert list(seen(work_tree_entries(repository, ROOTS))) == ["memory/c.md"]


def test_a_file_that_the_system_hides_hides_no_other(
    sandbox: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.write("memory/a.md", BASE)
    sandbox.write("memory/b.md", BASE)
    read = Below.read

    def refusing(tree: Below, path: str, limit: int) -> bytes:
        if path == "memory/a.md":
            raise PermissionError(13, "Permission denied")
        return read(tree, path, limit)

    monkeypatch.setattr(Below, "read", refusing)
    hidden, shown = work_tree_entries(repository, ROOTS)
    assert hidden.record is None
    assert [fault.message for fault in hidden.faults] == ["cannot be read: Permission denied"]
    assert shown.id == "dec-keep-datastore"


def test_of_a_conflict_our_side_is_staged(sandbox: GitSandbox, repository: Repository) -> None:
    sandbox.write("memory/a.md", "base")
    sandbox.write("memory/b.md", "base")
    sandbox.commit()
    sandbox.run("checkout", "-q", "-b", "side")
    sandbox.write("memory/a.md", "theirs")
    sandbox.write("memory/b.md", "theirs")
    sandbox.commit()
    sandbox.run("checkout", "-q", "main")
    sandbox.write("memory/a.md", "ours")
    (sandbox.path / "memory/b.md").unlink()
    sandbox.commit()
    sandbox.run("merge", "-q", "side", check=False)
    assert seen(index_entries(repository, ROOTS)) == {"memory/a.md": b"ours"}


def test_the_whole_repository_may_be_the_root(sandbox: GitSandbox, repository: Repository) -> None:
    sandbox.write("a.md", BASE)
    sandbox.write("deep/b.md", BASE)
    whole = Roots((RootConfig(path="."),), ())
    entries = list(work_tree_entries(repository, whole))
    assert [(entry.path, entry.root.path) for entry in entries] == [("a.md", ""), ("deep/b.md", "")]


def test_without_a_work_tree_a_revision_must_be_named(
    sandbox: GitSandbox, tmp_path: Path, repository: Repository
) -> None:
    sandbox.write("memory/a.md", BASE)
    head = sandbox.commit()
    sandbox.run("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    engine: Engine = "git" if repository.engine == "git" else "dulwich"
    bare = open_repository(tmp_path / "bare.git", engine)
    assert seen(revision_entries(bare, ROOTS, head)) == {"memory/a.md": BASE}
    with pytest.raises(CannotRun, match="bare"):
        list(work_tree_entries(bare, ROOTS))


def test_nothing_is_parsed_before_it_is_asked_about(
    sandbox: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.write("memory/a.md", BASE)
    read: list[bytes] = []
    monkeypatch.setattr("sgm_git.store.entry.read", read.append)
    (entry,) = work_tree_entries(repository, ROOTS)
    assert (entry.data, read) == (BASE, [])


def test_only_the_paths_asked_for_are_read(sandbox: GitSandbox, repository: Repository) -> None:
    for name in ("a", "b", "c"):
        sandbox.write(f"memory/{name}.md", name)
    head = sandbox.commit()
    (sandbox.path / "memory/link.md").symlink_to("a.md")
    sandbox.run("add", ".")
    among = {"memory/b.md", "memory/link.md", "memory/nothing.md"}
    wanted = {"memory/b.md": b"b", "memory/link.md": b""}
    assert seen(work_tree_entries(repository, ROOTS, among)) == wanted
    assert seen(index_entries(repository, ROOTS, among)) == wanted
    assert seen(revision_entries(repository, ROOTS, head, among)) == {"memory/b.md": b"b"}
