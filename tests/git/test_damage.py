"""A damaged repository gives values or one clear refusal, never another error."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox

    Read = Callable[[Repository], object]


@dataclass(frozen=True)
class Told:
    """A refusal."""

    message: str
    hint: str


PATHS = ["memory/0.md", "memory/1.md", "new", "gone"]


def garbled(data: bytes) -> bytes:
    chance = random.Random(len(data))
    return bytes(byte ^ chance.choice((0, 0, 1, 255)) for byte in data)


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut": lambda data: data[: len(data) // 2],
    "garbled": garbled,
    "ends in garbage": lambda data: data[: len(data) // 2] + garbled(data[len(data) // 2 :]),
}


@pytest.fixture
def worn(sandbox: GitSandbox) -> GitSandbox:
    """A repository that has every kind of file in use: packed and loose, a merge, a tag."""
    sandbox.run("config", "core.autocrlf", "true")
    for number in range(4):
        sandbox.write(f"memory/{number}.md", f"{number}\n" * 200)
    sandbox.commit()
    sandbox.write("memory/0.md", "0\n" * 199)
    sandbox.commit()
    sandbox.run("tag", "-a", "-m", "x", "packed")
    sandbox.run("gc", "-q")
    sandbox.write("memory/new.md", "loose\n")
    sandbox.commit()
    sandbox.write("memory/1.md", "1\r\n")
    sandbox.write("new", "staged")
    sandbox.run("add", "new")
    return sandbox


def reads(head: str, blobs: list[str]) -> dict[str, Read]:
    """Every operation of the protocol that reads."""
    return {
        "settings": lambda r: r.config("user.name"),
        "identity": lambda r: r.identity(),
        "head": lambda r: r.head(),
        "branch": lambda r: r.resolve("main"),
        "tag": lambda r: r.resolve("packed"),
        "parent": lambda r: r.resolve("HEAD~2"),
        "short id": lambda r: r.resolve(head[:8]),
        "list_tree": lambda r: r.list_tree(head),
        "read_blobs": lambda r: list(r.read_blobs(blobs)),
        "small blobs": lambda r: list(r.read_blobs(blobs, limit=100)),
        "read_path": lambda r: r.read_path(head, "memory/0.md"),
        "list_index": lambda r: r.list_index(),
        "list_files": lambda r: r.list_files(),
        "states": lambda r: r.states(PATHS),
        "ignored": lambda r: r.ignored(PATHS),
        "blob_id": lambda r: r.blob_id(b"a\r\n", "memory/1.md"),
        "unfinished": lambda r: r.unfinished(),
        "shallow": lambda r: r.is_shallow,
        "created": lambda r: r.log_paths_created(),
    }


def answer(read: Read, path: Path, engine: Engine) -> object:
    """What a read gives, or the words of a refusal."""
    try:
        return read(open_repository(path, engine))
    except CannotRun as error:
        return Told(error.message, error.hint or "")


def cut_off(git_dir: Path) -> None:
    """Make the files that are not always there."""
    (git_dir / "info" / "attributes").write_text("*.md text=auto\n")
    (git_dir / "shallow").write_text("1" * 40 + "\n")


def damaged(git_dir: Path, damage: Callable[[bytes], bytes]) -> Iterator[Path]:
    """Damage one file after the other, each mended before the next."""
    for file in sorted(path for path in git_dir.rglob("*") if path.is_file()):
        if "hooks" in file.parts or "logs" in file.parts:
            continue
        whole = file.read_bytes()
        file.chmod(0o644)
        file.write_bytes(damage(whole))
        yield file
        file.write_bytes(whole)


@pytest.mark.parametrize("kind", DAMAGES)
def test_whatever_file_is_damaged(worn: GitSandbox, engine: Engine, kind: str) -> None:
    head = worn.head()
    listed = worn.run("ls-tree", "-r", "HEAD").decode().splitlines()
    every = reads(head, [line.split()[2] for line in listed])
    cut_off(worn.path / ".git")
    whole = {name: answer(read, worn.path, engine) for name, read in every.items()}
    assert not [told for told in whole.values() if isinstance(told, Told)]
    count = 0
    for file in damaged(worn.path / ".git", DAMAGES[kind]):
        for name, read in every.items():
            try:
                given = answer(read, worn.path, engine)
            except Exception as error:
                error.add_note(f"{name} with {file} {kind}")
                raise
            if isinstance(given, Told):
                assert given.message
                assert "\n" not in given.message + given.hint
            elif "objects" in file.parts:
                assert given == whole[name], (name, file)
            count += 1
    assert count > 300


def test_an_empty_tree_that_nobody_stored_is_empty(
    sandbox: GitSandbox, repository: Repository
) -> None:
    tree = sandbox.run("hash-object", "-t", "tree", "--stdin", stdin=b"").decode().strip()
    assert not (sandbox.path / ".git/objects" / tree[:2]).exists()
    commit = sandbox.run("commit-tree", "-m", "x", tree).decode().strip()
    sandbox.run("update-ref", "HEAD", commit)
    assert repository.list_tree(commit) == repository.list_tree(tree) == []
    assert repository.log_paths_created() == {}


def test_content_that_is_not_what_its_id_says_is_an_error_without_git(sandbox: GitSandbox) -> None:
    sandbox.write("a", "1")
    head = sandbox.commit()
    tree = sandbox.run("rev-parse", "HEAD^{tree}").decode().strip()
    sandbox.write("a", "2")
    sandbox.commit()
    other = sandbox.run("rev-parse", "HEAD^{tree}").decode().strip()
    ours, theirs = (sandbox.path / ".git/objects" / oid[:2] / oid[2:] for oid in (tree, other))
    ours.unlink()
    theirs.rename(ours)
    repository = open_repository(sandbox.path, "dulwich")
    with pytest.raises(CannotRun, match=f"is damaged.*{tree}"):
        repository.list_tree(head)
