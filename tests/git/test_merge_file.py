"""git's own merge of one text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.command import Git
from sgm_git.git.merge_file import (
    Labels,
    TextMerge,
    conflict_style,
    git_of_driver,
    merge_text_files,
)

if TYPE_CHECKING:
    from tests.support import GitSandbox

BASE = b"a\r\nb\nc"


def merged(box: GitSandbox, ours: bytes, theirs: bytes, base: bytes = BASE) -> TextMerge | None:
    return merge_text_files(Git(box.path), base, ours, theirs, labels=Labels(), size=7)


def test_what_does_not_touch_is_merged_to_the_byte(sandbox: GitSandbox) -> None:
    assert merged(sandbox, b"A\r\nb\nc", b"a\r\nb\nc\n") == TextMerge(b"A\r\nb\nc\n", 0)
    assert merged(sandbox, b"\xe9\r\nb\nc", BASE) == TextMerge(b"\xe9\r\nb\nc", 0)


def test_a_conflict_has_the_markers_that_are_asked_for(sandbox: GitSandbox) -> None:
    labels = Labels("mine", "old", "-yours")
    git = Git(sandbox.path)
    found = merge_text_files(git, b"x\n", b"y\n", b"z\n", labels=labels, size=9)
    marks = b"<<<<<<<<< mine\ny\n=========\nz\n>>>>>>>>> -yours\n"
    assert found == TextMerge(marks, 1)


def test_the_style_is_the_one_that_is_configured(sandbox: GitSandbox) -> None:
    assert conflict_style(Git(sandbox.path)) == "merge"
    sandbox.run("config", "merge.conflictStyle", "diff3")
    assert conflict_style(Git(sandbox.path)) == "diff3"
    found = merged(sandbox, b"y\n", b"z\n", b"x\n")
    assert found is not None
    assert b"||||||| base\nx\n" in found.data


def test_what_is_no_text_is_not_merged(sandbox: GitSandbox) -> None:
    assert merged(sandbox, b"\0a", b"\0b") is None


def test_a_git_that_cannot_be_asked_is_an_error(sandbox: GitSandbox) -> None:
    sandbox.run("config", "merge.conflictStyle", "nonsense")
    with pytest.raises(CannotRun, match="nonsense"):
        merged(sandbox, b"a", b"b")


def test_a_driver_asks_the_repository_that_its_git_speaks_of(
    sandbox: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.run("config", "merge.conflictStyle", "zdiff3")
    monkeypatch.chdir(tmp_path)
    assert conflict_style(git_of_driver()) == "merge"
    monkeypatch.setenv("GIT_DIR", str(sandbox.path / ".git"))
    assert conflict_style(git_of_driver()) == "zdiff3"
    monkeypatch.delenv("GIT_DIR")
    monkeypatch.chdir(sandbox.path)
    assert git_of_driver() == Git(Path.cwd())
    assert conflict_style(git_of_driver()) == "zdiff3"
