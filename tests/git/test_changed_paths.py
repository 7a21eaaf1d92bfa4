"""Where the work tree may not have what HEAD has: a path too many is allowed, one missed never."""

from __future__ import annotations

import os
import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.git.protocol import MODE_SUBMODULE
from tests.git.support import ODD_PATHS, conflict, index, program
from tests.support import GitSandbox

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository


def really_changed(repository: Repository) -> list[str]:
    """Compare what ``list_files`` gives, read and stored, with the tree of HEAD."""
    top, head = repository.work_tree, repository.head().oid
    assert top is not None
    listed = repository.list_tree(head) if head else []
    committed = {each.path: each.oid for each in listed if each.mode != MODE_SUBMODULE}
    there = {path: stored(repository, top / path, path) for path in repository.list_files()}
    return sorted(path for path in committed | there if committed.get(path) != there.get(path))


def stored(repository: Repository, file: Path, path: str) -> str | None:
    """The blob that a file or link would be; None of a folder."""
    if file.is_symlink():
        return repository.blob_id(os.fsencode(file.readlink()))
    return repository.blob_id(file.read_bytes(), path) if file.is_file() else None


def assert_told(sandbox: GitSandbox, engine: Engine, *paths: str) -> None:
    """Exactly these paths are told; and each that differs is among them."""
    repository = open_repository(sandbox.path, engine)
    assert repository.changed_paths() == sorted(paths)
    assert set(really_changed(repository)) <= set(paths)


def write_all(sandbox: GitSandbox, paths: Iterable[str], data: str) -> None:
    """Write the same into several files."""
    for path in paths:
        sandbox.write(path, data)


def test_a_clean_work_tree_has_none(sandbox: GitSandbox, engine: Engine) -> None:
    write_all(sandbox, ["memory/a.md", "memory/b/c.md", "other"], "1")
    sandbox.commit()
    assert_told(sandbox, engine)


def test_before_the_first_commit_everything_is_changed(sandbox: GitSandbox, engine: Engine) -> None:
    write_all(sandbox, ["memory/a.md", "staged"], "1")
    sandbox.run("add", "staged")
    assert_told(sandbox, engine, "memory/a.md", "staged")


def test_every_kind_of_change_is_told(sandbox: GitSandbox, engine: Engine) -> None:
    kept = ["edited", "deleted", "staged", "staged back", "removed", "untracked now", "linked"]
    write_all(sandbox, [*kept, "folder", "same", "moved"], "1")
    sandbox.write(".gitignore", "*.ignored\n")
    sandbox.commit()
    write_all(sandbox, ["edited", "staged", "staged back", "new/deep/a", "new/deep/x.ignored"], "2")
    (sandbox.path / "deleted").unlink()
    sandbox.run("add", "staged", "staged back")
    sandbox.write("staged back", "1")
    sandbox.run("rm", "-q", "removed")
    sandbox.run("rm", "-q", "--cached", "untracked now")
    sandbox.run("mv", "moved", "moved to")
    (sandbox.path / "linked").unlink()
    (sandbox.path / "linked").symlink_to("same")
    (sandbox.path / "folder").unlink()
    write_all(sandbox, ["folder/below", "announced", "staged and gone"], "1")
    sandbox.run("add", "-N", "announced")
    sandbox.run("add", "staged and gone")
    (sandbox.path / "staged and gone").unlink()
    new = ["new/deep/a", "folder/below", "announced", "staged and gone", "folder"]
    assert_told(sandbox, engine, *kept, *new, "moved", "moved to")


def test_a_conflict_is_told(sandbox: GitSandbox, engine: Engine) -> None:
    sandbox.write("same", "1")
    conflict(sandbox)
    sandbox.write("a", "ours")  # as HEAD has it
    assert_told(sandbox, engine, "a")


@pytest.mark.parametrize("prefixes", [["memory"], ["memory/"], ["memory/a.md", "memory/b"], []])
def test_only_what_is_below_the_prefixes_is_told(
    sandbox: GitSandbox, engine: Engine, prefixes: list[str]
) -> None:
    paths = ["memory/a.md", "memory/b/c.md", "memory2/a.md", "other"]
    write_all(sandbox, paths, "1")
    sandbox.commit()
    write_all(sandbox, paths, "2")
    sandbox.run("update-index", "--assume-unchanged", *paths)
    wanted = ["memory/a.md", "memory/b/c.md"] if prefixes else []
    assert open_repository(sandbox.path, engine).changed_paths(prefixes) == wanted


def test_many_prefixes_fit(sandbox: GitSandbox, engine: Engine) -> None:
    write_all(sandbox, ["memory/a.md", "other"], "1")
    prefixes = [f"{'long' * 30}/{number}" for number in range(400)]
    found = open_repository(sandbox.path, engine).changed_paths([*prefixes, "memory"])
    assert found == ["memory/a.md"]


def test_names_are_told_as_they_are(sandbox: GitSandbox, engine: Engine) -> None:
    committed, new = ODD_PATHS[::2], ODD_PATHS[1::2]
    write_all(sandbox, committed, "1")
    sandbox.commit()
    write_all(sandbox, ODD_PATHS, "2")
    assert_told(sandbox, engine, *committed, *new)
    sandbox.run("update-index", "--skip-worktree", "--", *committed)
    assert_told(sandbox, engine, *committed, *new)


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_what_git_does_not_look_at_is_told_always(
    sandbox: GitSandbox, engine: Engine, flag: str
) -> None:
    write_all(sandbox, ["a", "b", "c"], "1")
    sandbox.commit()
    sandbox.run("update-index", flag, "a", "b")
    sandbox.write("a", "2")
    assert_told(sandbox, engine, "a", "b")


def test_a_sparse_checkout_lacks_files(sandbox: GitSandbox, engine: Engine) -> None:
    write_all(sandbox, ["memory/a.md", "other/b", "other/deep/c"], "1")
    sandbox.commit()
    sandbox.run("sparse-checkout", "init", "--no-cone", "--no-sparse-index")
    sandbox.run("sparse-checkout", "set", "--no-cone", "memory/")
    assert not (sandbox.path / "other").exists()
    assert_told(sandbox, engine, "other/b", "other/deep/c")


def test_an_edit_in_the_same_moment_is_told(sandbox: GitSandbox, engine: Engine) -> None:
    paths = [f"memory/{number}" for number in range(20)]
    repository = open_repository(sandbox.path, engine)
    for turn in "1234":
        write_all(sandbox, paths, turn)
        sandbox.commit()
        write_all(sandbox, paths[::2], "0")
        assert repository.changed_paths() == sorted(paths[::2])


def test_a_time_set_back_hides_nothing(sandbox: GitSandbox, engine: Engine) -> None:
    """Whatever the settings say that git may leave aside; it sees whole seconds."""
    for key, value in (("core.trustctime", "false"), ("core.checkStat", "minimal")):
        sandbox.run("config", key, value)
    file = sandbox.write("a", "1")
    os.utime(file, (1_700_000_000, 1_700_000_000))
    sandbox.commit()
    sandbox.run("update-index", "--refresh")
    time.sleep(1.01 - time.time() % 1)
    file.write_text("2")
    os.utime(file, (1_700_000_000, 1_700_000_000))
    assert_told(sandbox, engine, "a")


def test_a_checkout_with_other_line_ends_is_clean(sandbox: GitSandbox, engine: Engine) -> None:
    write_all(sandbox, ["a", "b"], "1\n2\n")
    sandbox.commit()
    sandbox.run("config", "core.autocrlf", "true")
    for path in "ab":
        (sandbox.path / path).unlink()
    sandbox.run("checkout", "-q", "--", ".")
    assert (sandbox.path / "a").read_bytes() == b"1\r\n2\r\n"
    assert_told(sandbox, engine)
    sandbox.write("a", "1\r\n2\r\n3\r\n")
    sandbox.write("b", "1\n2\n")  # the same to git
    repository = open_repository(sandbox.path, engine)
    assert repository.changed_paths() in (["a"], ["a", "b"])


def test_other_repositories_and_links_are_not_entered(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    write_all(sandbox, ["a", "was/b"], "1")
    sandbox.commit()
    allow = ("-c", "protocol.file.allow=always")
    sandbox.run(*allow, "submodule", "add", "-q", str(sandbox.path), "module")
    sandbox.commit()
    sandbox.run("init", "-q", "nested")
    write_all(sandbox, ["nested/x", "module/new", "module/a"], "2")
    (sandbox.path / "was").rename(tmp_path / "was")
    (sandbox.path / "was").symlink_to(tmp_path / "was")
    assert_told(sandbox, engine, "was", "was/b")
    repository = open_repository(sandbox.path, engine)
    inside = ["module/new", "module/a", "nested/x", "was/b"]
    assert repository.list_files(inside) == []
    assert repository.changed_paths(inside) == ["was/b"]


def test_another_index_counts_where_git_says_so(
    sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_all(sandbox, ["a", "b"], "1")
    sandbox.commit()
    other = sandbox.path / ".git/other"
    other.write_bytes(index(sandbox))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other))
    sandbox.run("rm", "-q", "--cached", "b")
    sandbox.write(".git/info/exclude", "b\n")
    assert_told(sandbox, engine, "b")
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert_told(sandbox, engine)


def test_a_linked_work_tree_has_changes_of_its_own(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    write_all(sandbox, ["a", "b"], "1")
    sandbox.commit()
    linked = GitSandbox(tmp_path / "linked")
    sandbox.run("worktree", "add", "-q", str(linked.path))
    linked.write("a", "2")
    sandbox.write("b", "2")
    assert_told(linked, engine, "a")
    assert_told(sandbox, engine, "b")


def test_without_a_work_tree_nothing_can_be_told(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    sandbox.run("clone", "-q", "--bare", str(sandbox.path), str(tmp_path / "bare"))
    with pytest.raises(CannotRun, match="bare"):
        open_repository(tmp_path / "bare", engine).changed_paths()


@pytest.mark.parametrize("attribute", ["filter=up", "working-tree-encoding=UTF-16", "ident"])
def test_what_is_not_stored_as_it_lies_there_is_told_always(
    sandbox: GitSandbox, engine: Engine, attribute: str
) -> None:
    sandbox.run("config", "filter.up.clean", "tr a-z A-Z")
    sandbox.write(".gitattributes", f"memory/* {attribute}\n")
    sandbox.write("memory/a.md", "$Id$ text".encode("utf-16"))
    sandbox.commit()
    found = open_repository(sandbox.path, engine).changed_paths()
    assert found == (["memory/a.md"] if engine == "git" or attribute != "ident" else [])


@pytest.mark.parametrize("kind", ["clean", "process"])
@pytest.mark.parametrize("name", ["trap", "Odd.na me", "odd=name"])
def test_no_filter_runs(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path, kind: str, name: str
) -> None:
    """Not even where git would have to read a file to know whether it changed."""
    macro = name if " " not in name else "other"
    write_all(sandbox, ["a.md", "b.md", "c"], "1")
    sandbox.commit()
    trap = program(tmp_path / "trap", f"echo >> {tmp_path / 'sprung'}; cat")
    sandbox.run("config", f"filter.{name}.{kind}", str(trap))
    sandbox.run("config", f"filter.{name}.required", "true")
    sandbox.run("config", "core.fsmonitor", str(trap))
    sandbox.write(".gitattributes", f"*.md filter={macro}\n")
    write_all(sandbox, ["a.md", "b.md"], "2")
    for path in ("a.md", "b.md", "c"):
        os.utime(sandbox.path / path)
    before = index(sandbox)
    found = open_repository(sandbox.path, engine).changed_paths()
    assert not (tmp_path / "sprung").exists()
    assert index(sandbox) == before
    if "=" in name and engine == "git":
        assert found is None  # it cannot be told so
    else:
        assert found == [".gitattributes", "a.md", "b.md"]


@pytest.mark.parametrize("seed", range(3))
def test_no_change_is_missed(sandbox: GitSandbox, engine: Engine, seed: int) -> None:
    """Whatever people do with files, index and HEAD."""
    chance = Random(seed)
    paths = [f"{folder}{name}" for folder in ("", "x/", "x/y/") for name in "ab"]
    for _ in range(12):
        path = chance.choice(paths)
        what = chance.choice(["write", "write", "write", "unlink", "add", "rm", "reset", "commit"])
        file = sandbox.path / path
        if what == "write" and not file.is_dir():
            sandbox.write(path, chance.choice("123"))
        elif what == "unlink":
            file.unlink(missing_ok=True)
        elif what == "commit":
            sandbox.run("commit", "-q", "--allow-empty", "-m", "x")
        else:
            flags = {"add": ["-A"], "rm": ["--cached", "-q"], "reset": ["-q"]}[what]
            sandbox.run(what, *flags, "--", path, check=False)
        repository = open_repository(sandbox.path, engine)
        found = repository.changed_paths()
        assert found is not None
        assert set(really_changed(repository)) <= set(found)
        assert set(found) <= set(paths)
        assert engine == "git" or found == open_repository(sandbox.path, "git").changed_paths()
