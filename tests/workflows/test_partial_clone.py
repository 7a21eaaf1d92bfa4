"""A clone without blobs: what was never fetched is told as that, with a command that works."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.cli import installed_git
from sgm_git.git.command import git_error
from sgm_git.git.engine import open_repository
from sgm_git.git.partial import FETCH_ALL
from sgm_git.workflows.doctor import diagnose
from tests.store.support import BASE, NOW
from tests.support import GitSandbox
from tests.workflows import support

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine

_OLDER = FETCH_ALL.partition("before: ")[2].removesuffix(")")
_OID = "0123456789" * 4


@pytest.fixture
def clone(sandbox: GitSandbox, tmp_path: Path) -> GitSandbox:
    """A real clone to which git has brought no blob, and not checked anything out."""
    support.begin(sandbox)
    sandbox.write("memory/x.md", BASE)
    sandbox.commit()
    sandbox.run("config", "uploadpack.allowFilter", "true")
    to = tmp_path / "clone"
    blobless = ("clone", "-q", "--no-checkout", "--filter=blob:none")
    sandbox.run(*blobless, f"file://{sandbox.path}", str(to))
    return GitSandbox(to)


def read(clone: GitSandbox, engine: Engine) -> dict[str, bytes]:
    repository = open_repository(clone.path, engine)
    entries = repository.list_tree(repository.resolve("HEAD"))
    blobs = dict(repository.read_blobs([entry.oid for entry in entries]))
    return {entry.path: blobs[entry.oid] for entry in entries}


@pytest.mark.parametrize("engine", ["git", "dulwich"])
def test_a_blob_that_is_not_here_is_told_with_the_command(
    clone: GitSandbox, engine: Engine
) -> None:
    with pytest.raises(CannotRun, match=r"object [0-9a-f]{40} (was never|is not)") as caught:
        read(clone, engine)
    assert FETCH_ALL in (caught.value.hint or "")


@pytest.mark.parametrize("command", ["git fetch --refetch --no-filter", _OLDER])
def test_each_command_of_the_hint_brings_all(clone: GitSandbox, command: str) -> None:
    assert command in FETCH_ALL
    if "--refetch" in command and (installed_git() or ()) < (2, 36):
        pytest.skip("git 2.36 or newer")
    subprocess.run(["sh", "-c", command], cwd=clone.path, check=True, capture_output=True)
    assert read(clone, "git") == read(clone, "dulwich")
    assert read(clone, "git")["memory/x.md"] == BASE


@pytest.mark.parametrize("engine", ["git", "dulwich"])
def test_the_doctor_tells_it_of_a_partial_clone_only(
    sandbox: GitSandbox, clone: GitSandbox, engine: Engine
) -> None:
    def hints(folder: Path) -> list[str | None]:
        return [d.hint for d in diagnose(folder, engine, lambda: NOW) if "partial clone" in d.what]

    assert hints(clone.path) == [FETCH_ALL]
    assert hints(sandbox.path) == []


@pytest.mark.parametrize("before", ["", "fatal: transport 'https' not allowed\n"])
def test_what_git_says_of_it_is_told_plainly(before: str) -> None:
    said = f"{before}fatal: could not fetch {_OID} from promisor remote\n"
    told = git_error(said.encode())
    assert told.message.startswith(f"object {_OID} was never fetched: this clone is partial")
    assert told.hint == FETCH_ALL


def test_a_remote_that_does_not_answer_stays_the_reason() -> None:
    said = f"fatal: unable to access 'x'\nfatal: could not fetch {_OID} from promisor remote\n"
    assert git_error(said.encode()).message == "git: unable to access 'x'"
