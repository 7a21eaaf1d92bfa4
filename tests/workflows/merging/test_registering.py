"""How git comes to know of the merge driver, and what its line of sh does without ``sgm``."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from sgm_git.workflows.merging import registering
from sgm_git.workflows.merging.registering import (
    DRIVER_KEY,
    NAME_KEY,
    attribute_lines,
    driver_command,
    finds_program,
    register,
    registration,
    unregister,
    with_attributes,
)

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox

SHELLS = [["dash"], ["bash", "--posix"], ["busybox", "sh"]]
THERE = [shell for shell in SHELLS if shutil.which(shell[0])]
BASE, OURS, THEIRS = b"a\nb\nc\n", b"A\nb\nc\n", b"a\nb\nC\n"
MARKED = b"<<<<<<< ours\n"
CONFLICT = "echo '<<<<<<< ours' >\"$3\"; exit 1"
OLDER = b"memory/**/*.md text eol=lf"
LINE = b"memory/**/*.md text eol=lf merge=sgm"


def is_registered(repository: Repository) -> bool:
    """Whether git would start our driver here, and that would find an ``sgm``."""
    return registration(repository) == "ours" and finds_program(repository)


def program(place: Path, script: str = "exit 0") -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"#!/bin/sh\n{script}\n")
    place.chmod(0o755)
    return place


class TestAttributes:
    def test_one_line_for_each_root(self) -> None:
        assert attribute_lines(["memory", "packages/*/memory", ".", "my notes"]) == (
            "memory/**/*.md text eol=lf merge=sgm",
            "packages/*/memory/**/*.md text eol=lf merge=sgm",
            "*.md text eol=lf merge=sgm",
            '"my notes/**/*.md" text eol=lf merge=sgm',
        )

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            (b"", LINE + b"\n"),
            (b"*.png binary", b"*.png binary\n" + LINE + b"\n"),
            (b"*.png binary\r\n", b"*.png binary\r\n" + LINE + b"\r\n"),
            (LINE, LINE),
            (LINE + b"\r\nx y\r\n", LINE + b"\r\nx y\r\n"),
            (OLDER, LINE),
            (b"a b\r\n" + OLDER + b"\r\nc d\r\n", b"a b\r\n" + LINE + b"\r\nc d\r\n"),
            (OLDER + b" # not ours\n", OLDER + b" # not ours\n" + LINE + b"\n"),
        ],
    )
    def test_what_stands_there_stays_and_an_older_line_is_replaced(
        self, before: bytes, after: bytes
    ) -> None:
        assert with_attributes(before, ["memory"]) == after
        assert with_attributes(after, ["memory"]) == after


class TestRegistering:
    def test_it_is_written_once_and_taken_away_again(self, sandbox: GitSandbox) -> None:
        before = (sandbox.path / ".git/config").read_bytes()
        repository = open_repository(sandbox.path)
        assert (registration(repository), is_registered(repository)) == ("absent", False)
        assert register(repository)
        written = (sandbox.path / ".git/config").read_bytes()
        repository = open_repository(sandbox.path)
        assert (registration(repository), register(repository)) == ("ours", False)
        assert (sandbox.path / ".git/config").read_bytes() == written
        assert sandbox.run("config", DRIVER_KEY).decode() == f"{driver_command()}\n"
        assert (unregister(repository), unregister(repository)) == (True, False)
        assert (sandbox.path / ".git/config").read_bytes() == before

    def test_what_an_older_version_wrote_is_brought_up_to_date(self, sandbox: GitSandbox) -> None:
        sandbox.run("config", DRIVER_KEY, "sgm merge-driver %O %A %B %L %P")
        repository = open_repository(sandbox.path)
        assert (registration(repository), register(repository)) == ("older", True)
        assert registration(open_repository(sandbox.path)) == "ours"

    def test_somebody_elses_driver_stays(self, sandbox: GitSandbox) -> None:
        sandbox.run("config", DRIVER_KEY, "mine %A")
        repository = open_repository(sandbox.path)
        assert registration(repository) == "foreign"
        assert not register(repository)
        assert not unregister(repository)
        assert not is_registered(repository)
        assert sandbox.run("config", DRIVER_KEY) == b"mine %A\n"
        assert sandbox.run("config", NAME_KEY, check=False) == b""

    def test_one_that_all_repositories_have_will_do(
        self, sandbox: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        own = program(tmp_path / "own/sgm")
        monkeypatch.setattr(registering, "own_program", lambda: own)
        sandbox.run("config", "--global", DRIVER_KEY, driver_command())
        repository = open_repository(sandbox.path)
        assert is_registered(repository)
        assert not register(repository)
        assert not unregister(repository)

    def test_a_program_that_is_gone_is_named_anew(
        self, sandbox: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("PATH", os.path.dirname(shutil.which("git") or ""))  # noqa: PTH120
        old, new = (program(tmp_path / name / "100% it's/sgm") for name in ("old", "new"))
        monkeypatch.setattr(registering, "own_program", lambda: old)
        register(open_repository(sandbox.path))
        assert is_registered(open_repository(sandbox.path))
        old.unlink()
        assert not finds_program(open_repository(sandbox.path))
        monkeypatch.setattr(registering, "own_program", lambda: new)
        assert register(open_repository(sandbox.path))
        assert is_registered(open_repository(sandbox.path))


def driven(
    folder: Path, shell: list[str], command: str, theirs: bytes = THEIRS
) -> tuple[int, bytes, str]:
    """Run the line as git does, with its names put in: exit status, what %A holds, stderr."""
    for name, data in (("O", BASE), ("A", OURS), ("B", theirs)):
        (folder / name).write_bytes(data)
    given = {"%O": "O", "%A": "A", "%B": "B", "%L": "7", "%P": shlex.quote("my 'odd'$(id).md")}
    for name, value in given.items():
        command = command.replace(name, value)
    done = subprocess.run([*shell, "-c", command.replace("%%", "%")], cwd=folder,
                          capture_output=True, check=False)  # fmt: skip
    assert done.stdout == b""
    return done.returncode, (folder / "A").read_bytes(), done.stderr.decode()


@pytest.fixture
def bare_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of PATH: the tools that a line of sh needs, and no ``sgm``."""
    folder = tmp_path / "tools"
    folder.mkdir()
    for name in ("git", "rm", "sh", "env"):
        (folder / name).symlink_to(shutil.which(name) or name)
    for shell in THERE:
        if not (folder / shell[0]).exists():
            (folder / shell[0]).symlink_to(shutil.which(shell[0]) or shell[0])
    monkeypatch.setenv("PATH", str(folder))
    return folder


each_shell = pytest.mark.parametrize("shell", THERE, ids=" ".join)


@each_shell
class TestTheLine:
    def test_finds_what_the_configuration_names_then_path_then_what_it_was_told(
        self, shell: list[str], sandbox: GitSandbox, tmp_path: Path, bare_path: Path
    ) -> None:
        places = {
            name: program(tmp_path / f"{name} it's 100%/sgm", f'echo {name} "$@" >&2; exit 0')
            for name in ("told", "configured")
        }
        command = driver_command(places["told"])
        call = "merge-driver O A B 7 my 'odd'$(id).md\n"
        assert driven(sandbox.path, shell, command) == (0, OURS, f"told {call}")
        program(bare_path / "sgm", f'echo path "$@" >&2; {CONFLICT}')
        assert driven(sandbox.path, shell, command) == (1, MARKED, f"path {call}")
        sandbox.run("config", "sgm.path", str(places["configured"]))
        assert driven(sandbox.path, shell, command) == (0, OURS, f"configured {call}")

    @pytest.mark.usefixtures("bare_path")
    @pytest.mark.parametrize(
        "script",
        [None, "#!/nowhere/python\n", "#!/usr/bin/env nothing\n", "#!/bin/sh\nexit 1\n"],
        ids=["gone", "no Python", "nothing", "no package"],
    )
    def test_without_sgm_git_merges_the_text_and_it_is_said(
        self, shell: list[str], sandbox: GitSandbox, tmp_path: Path, script: str | None
    ) -> None:
        told = program(tmp_path / "sgm")
        if script is None:
            told.unlink()
        else:
            told.write_text(script)
        status, data, err = driven(sandbox.path, shell, driver_command(told))
        assert (status, data) == (0, b"A\nb\nC\n")
        assert "sgm: none was found that works, so git merges a record as text\nhint: " in err
        status, data, _ = driven(sandbox.path, shell, driver_command(told), b"X\nb\nc\n")
        merged = b"<<<<<<< ours\nA\n=======\nX\n>>>>>>> theirs\nb\nc\n"
        assert (status, data) == (1, merged)

    @pytest.mark.usefixtures("bare_path")
    def test_one_that_is_too_old_is_passed_over(
        self, shell: list[str], sandbox: GitSandbox, tmp_path: Path
    ) -> None:
        sandbox.run("config", "sgm.path", str(program(tmp_path / "old/sgm", "exit 2")))
        newer = program(tmp_path / "new/sgm", CONFLICT)
        assert driven(sandbox.path, shell, driver_command(newer)) == (1, MARKED, "")

    @pytest.mark.usefixtures("bare_path")
    @pytest.mark.parametrize("end", ["exit 3", "exit 129", "kill -9 $$"])
    def test_one_that_fails_leaves_the_merge_of_the_text_and_says_that_it_failed(
        self, shell: list[str], sandbox: GitSandbox, tmp_path: Path, end: str
    ) -> None:
        failing = program(tmp_path / "sgm", f': > "$3.sgm"; {end}')
        for theirs, merged in ((THEIRS, b"A\nb\nC\n"), (b"X\nb\nc\n", None)):
            status, data, err = driven(sandbox.path, shell, driver_command(failing), theirs)
            assert status > 128
            assert "sgm: merge-driver ended with status" in err
            assert data == merged or (merged is None and b"<<<<<<< ours\n" in data)
        assert not (sandbox.path / "A.sgm").exists()

    @pytest.mark.usefixtures("bare_path")
    def test_what_cannot_be_merged_as_text_stays_as_ours(
        self, shell: list[str], sandbox: GitSandbox, tmp_path: Path
    ) -> None:
        nowhere = driver_command(tmp_path / "sgm")
        assert driven(sandbox.path, shell, nowhere, b"\0\1")[:2] == (1, OURS)


def test_there_is_a_shell_to_try() -> None:
    assert THERE
