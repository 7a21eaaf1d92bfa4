"""HEAD out of plain files: what git would say, or nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from sgm_git.git.cli import open_git
from sgm_git.git.cli_refs import head
from sgm_git.git.engine import open_in_hook
from sgm_git.git.identity import find_identity, given_identity
from sgm_git.git.place import plain_head
from sgm_git.git.protocol import Head
from sgm_git.git.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support import GitSandbox


def unborn(box: GitSandbox) -> None:
    """Nothing is to be done."""
    assert box.run("symbolic-ref", "HEAD") == b"refs/heads/main\n"


def packed(box: GitSandbox) -> None:
    box.commit()
    box.run("pack-refs", "--all")


def symbolic(box: GitSandbox) -> None:
    box.commit()
    box.run("branch", "other")
    box.run("symbolic-ref", "refs/heads/main", "refs/heads/other")


def linked(box: GitSandbox) -> None:
    box.commit()
    file = box.path / ".git/HEAD"
    file.unlink()
    file.symlink_to("refs/heads/main")


def of_zeros(box: GitSandbox) -> None:
    box.commit()
    (box.path / ".git/refs/heads/main").write_text("0" * 40 + "\n")


def outside(box: GitSandbox) -> None:
    oid = box.commit()
    (box.path / ".git/elsewhere").write_text(oid + "\n")
    (box.path / ".git/HEAD").write_text("ref: refs/heads/../../elsewhere\n")


def elsewhere(box: GitSandbox) -> None:
    oid = box.commit()
    (box.path / ".git/refs/other").write_text(oid + "\n")
    box.run("symbolic-ref", "HEAD", "refs/other")


def detached(box: GitSandbox) -> None:
    box.commit()
    box.run("checkout", "-q", "--detach")


def on_branch(box: GitSandbox) -> None:
    box.commit()
    box.run("checkout", "-q", "-b", "topic/é")


@pytest.mark.parametrize("made", [unborn, packed, symbolic, linked, of_zeros, outside, elsewhere])
def test_what_only_git_can_tell_is_left_to_it(
    sandbox: GitSandbox, made: Callable[[GitSandbox], None]
) -> None:
    place = open_git(sandbox.path).place
    made(sandbox)
    assert plain_head(place) is None


@pytest.mark.parametrize("made", [detached, on_branch])
def test_it_says_what_git_says(sandbox: GitSandbox, made: Callable[[GitSandbox], None]) -> None:
    made(sandbox)
    found = open_git(sandbox.path)
    plain = plain_head(found.place)
    assert plain is not None
    assert Head(*plain) == head(found.git) == found.head()


def test_a_linked_work_tree_has_its_own(sandbox: GitSandbox, tmp_path: Path) -> None:
    sandbox.commit()
    sandbox.run("worktree", "add", "-q", str(tmp_path / "linked"))
    sandbox.commit()
    found = open_git(tmp_path / "linked")
    plain = plain_head(found.place)
    assert plain is not None
    assert Head(*plain) == head(found.git)
    assert plain[0] == "refs/heads/linked"


def test_a_branch_with_letters_that_the_locale_has_not_is_read(sandbox: GitSandbox) -> None:
    oid = sandbox.commit()
    sandbox.run("checkout", "-q", "-b", "x\u202eb")
    asked = (
        "from pathlib import Path; from sgm_git.git.place import find_place, plain_head;"
        "print(ascii(plain_head(find_place(Path('.').absolute(), {}))))"
    )
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-c", asked],
        cwd=sandbox.path,
        env=os.environ | plain,
        capture_output=True,
        check=False,
    )
    assert oid.encode() in done.stdout, done.stderr


def test_who_is_named_by_the_environment_needs_no_settings() -> None:
    given = {"GIT_AUTHOR_NAME": " Ada.", "GIT_AUTHOR_EMAIL": "a@x"}
    assert given_identity("author", given) == find_identity("author", Settings(), given)
    assert given_identity("author", {"GIT_AUTHOR_NAME": "Ada"}) is None
    assert given_identity("committer", given) is None


def test_a_hook_opens_the_same(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sandbox.commit()
    monkeypatch.chdir(sandbox.path)
    assert open_in_hook() == open_git(sandbox.path)
    assert open_in_hook("dulwich").engine == "dulwich"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert open_in_hook().engine == "dulwich"
