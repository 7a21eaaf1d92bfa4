"""A repository's own configuration makes no read run a program, and no read writes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from tests.git.support import assert_sound, commit, program

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox


def read_everything(repository: Repository) -> None:
    """Call every operation that only reads."""
    head = repository.head().oid
    assert head is not None
    entries = repository.list_tree(repository.resolve("HEAD"))
    assert len(list(repository.read_blobs([entry.oid for entry in entries]))) == len(entries)
    assert repository.read_path(head, "memory/a.md") == b"1\n"
    assert repository.list_index()
    assert repository.list_files()
    assert repository.states(["memory/a.md", "other"])["memory/a.md"].changed_in_work_tree
    changed = repository.changed_paths()
    assert changed is None or "memory/a.md" in changed
    assert repository.blob_id(b"1\n", "memory/a.md")
    assert repository.config("user.name")
    assert repository.identity().name == "Ada"
    assert repository.unfinished() is None
    assert repository.log_paths_created()
    assert [commit.oid for commit in repository.history(head)] == [head]
    assert repository.blob_ids([(head, "memory/a.md")]) != [None]
    assert repository.merge_bases(head, head) == [head]
    assert repository.is_ancestor(head, head)
    assert repository.commit_at(head, 2**40) == head
    assert repository.present_blobs([entry.oid for entry in entries])
    assert repository.signatures([head], b"")[head].state == "unsigned"
    assert repository.trusted_ref() is None


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Time and content of every file below a folder."""
    return {
        str(path): (path.stat().st_mtime_ns, path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    }


@pytest.fixture
def trapped(sandbox: GitSandbox, tmp_path: Path) -> GitSandbox:
    """A repository whose configuration wants to run a program wherever git would let it."""
    sandbox.write("memory/a.md", "1\n")
    sandbox.write(".gitattributes", "*.md diff=trap\n")
    sandbox.commit()
    trap = program(tmp_path / "trap", f'echo "$0 $@" >> {tmp_path / "sprung"}; cat')
    for key in (
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "core.askPass",
        "core.sshCommand",
        "diff.external",
        "diff.trap.textconv",
        "diff.trap.command",
        "pager.log",
        "pager.status",
        "gpg.program",
        "sequence.editor",
        "credential.helper",
        "alias.log",
    ):
        sandbox.run("config", key, str(trap))
    for key in ("log.showSignature", "core.untrackedCache", "diff.mnemonicPrefix"):
        sandbox.run("config", key, "true")
    sandbox.run("config", "color.ui", "always")
    sandbox.run("config", "log.date", "relative")
    sandbox.run("config", "format.pretty", "oneline")
    sandbox.run("config", "status.showUntrackedFiles", "no")
    sandbox.write("memory/a.md", "2\n")
    return sandbox


def test_reading_runs_nothing(trapped: GitSandbox, engine: Engine, tmp_path: Path) -> None:
    (tmp_path / "sprung").unlink(missing_ok=True)
    read_everything(open_repository(trapped.path, engine))
    assert not (tmp_path / "sprung").exists()


def test_reading_runs_nothing_that_the_environment_names(
    trapped: GitSandbox, engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_EDITOR", "GIT_ASKPASS", "PAGER", "EDITOR"):
        monkeypatch.setenv(name, str(tmp_path / "trap"))
    monkeypatch.setenv("GIT_TRACE", "1")
    (tmp_path / "sprung").unlink(missing_ok=True)
    read_everything(open_repository(trapped.path, engine))
    assert not (tmp_path / "sprung").exists()


@pytest.mark.parametrize("kind", ["clean", "process"])
def test_reading_runs_no_filter(
    trapped: GitSandbox, engine: Engine, tmp_path: Path, kind: str
) -> None:
    for name in ("trap", "odd=name"):
        trapped.run("config", f"filter.{name}.{kind}", str(tmp_path / "trap"))
        trapped.run("config", f"filter.{name}.required", "true")
    trapped.write(".gitattributes", "* text filter=trap\nother filter=odd=name\n")
    trapped.write("memory/a.md", "2\r\n")
    trapped.write("other", "2\r\n")
    (tmp_path / "sprung").unlink(missing_ok=True)
    repository = open_repository(trapped.path, engine)
    read_everything(repository)
    for path in ("memory/a.md", "other"):
        assert repository.blob_id(b"2\r\n", path) == repository.blob_id(b"2\r\n")
    assert not (tmp_path / "sprung").exists()


def test_reading_writes_nothing(trapped: GitSandbox, engine: Engine) -> None:
    os.utime(trapped.path / ".gitattributes")  # a plain `git status` would refresh the index
    before = snapshot(trapped.path)
    read_everything(open_repository(trapped.path, engine))
    assert snapshot(trapped.path) == before


def test_a_commit_runs_no_monitor_pager_or_editor(
    trapped: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    (tmp_path / "sprung").unlink(missing_ok=True)
    commit(open_repository(trapped.path, engine), "memory/a.md")
    assert not (tmp_path / "sprung").exists()
    assert_sound(trapped)


def test_replaced_objects_and_grafts_change_no_answer(sandbox: GitSandbox, engine: Engine) -> None:
    sandbox.write("memory/a.md", "1\n")
    first = sandbox.commit()
    sandbox.write("memory/a.md", "2\n")
    second = sandbox.commit()
    sandbox.run("replace", second, first)
    sandbox.write(".git/info/grafts", f"{second}\n")
    repository = open_repository(sandbox.path, engine)
    assert repository.read_path(second, "memory/a.md") == b"2\n"
    assert repository.resolve("HEAD~1") == first
    assert repository.log_paths_created()["memory/a.md"][1] == first


@pytest.mark.parametrize("locale", ["C", "POSIX", "de_DE.UTF-8", "tr_TR.UTF-8"])
def test_names_in_latin_1_are_read_under_any_locale(
    sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    sandbox.write("memory/a.md", "1\n")
    sandbox.run("add", "-A")
    tree = sandbox.run("write-tree").strip()
    person = b"J\xf8rn <jorn@example.org> 1700000000 +0100"
    made = b"tree " + tree + b"\nauthor " + person + b"\ncommitter " + person + b"\n\nl\xf8\n"
    oid = sandbox.run("hash-object", "-t", "commit", "-w", "--stdin", stdin=made).decode().strip()
    sandbox.run("update-ref", "HEAD", oid)
    monkeypatch.setenv("LC_ALL", locale)
    repository = open_repository(sandbox.path, engine)
    assert repository.log_paths_created() == {"memory/a.md": (1_700_000_000, oid)}
    sandbox.write("memory/b.md", "1\n")
    assert commit(repository, "memory/b.md") == repository.head().oid


def test_an_author_in_latin_1_is_written_in_utf_8_as_git_does(
    sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_AUTHOR_NAME", os.fsdecode(b"J\xf8rn"))
    sandbox.write("a", "1")
    oid = commit(open_repository(sandbox.path, engine), "a")
    assert b"author J\xc3\xb8rn <ada@example.org>" in sandbox.run("cat-file", "commit", oid)


def test_trees_with_unlawful_names_can_be_looked_at(sandbox: GitSandbox, engine: Engine) -> None:
    blob = sandbox.run("hash-object", "-w", "--stdin", stdin=b"x").strip().decode()
    raw = b"".join(
        b"100644 " + name + b"\0" + bytes.fromhex(blob) for name in (b"..", b".git", b"a")
    )
    tree = sandbox.run("hash-object", "-t", "tree", "-w", "--literally", "--stdin", stdin=raw)
    listed = open_repository(sandbox.path, engine).list_tree(tree.decode().strip())
    assert [entry.path for entry in listed] == ["..", ".git", "a"]
