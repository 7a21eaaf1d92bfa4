from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support import CHECKOUT, GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

GOOD = """---
id: rule-x
type: rule
provenance: {agent: Ada, created_at: "2026-10-10T18:21:47Z", origin: editor, scope: {}}
---

Do X.
"""
BAD = GOOD.replace("2026-10-10T18:21:47Z", "yesterday")


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder for PATH that holds an ``sgm`` which runs this checkout."""
    folder = tmp_path / "programs"
    folder.mkdir()
    sgm = folder / "sgm"
    sgm.write_text(f'#!/bin/sh\nPYTHONPATH="{CHECKOUT}" exec "{sys.executable}" -m sgm_git "$@"\n')
    sgm.chmod(0o755)
    return folder


@pytest.fixture
def hooked(sandbox: GitSandbox, programs: Path) -> GitSandbox:
    sandbox.commit("begin")
    hook = sandbox.write(".git/hooks/pre-commit", (CHECKOUT / "hooks/pre-commit").read_bytes())
    hook.chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return GitSandbox(sandbox.path, {"PATH": path})


def commits(box: GitSandbox) -> int:
    return int(box.run("rev-list", "--count", "HEAD"))


def test_a_staged_fault_is_refused_whatever_the_work_tree_says(hooked: GitSandbox) -> None:
    hooked.write("memory/rule/rule-x.md", BAD)
    hooked.run("add", "-A")
    hooked.write("memory/rule/rule-x.md", GOOD)
    hooked.run("commit", "-q", "-m", "x", check=False)
    assert commits(hooked) == 1


def test_a_staged_record_passes_whatever_the_work_tree_says(hooked: GitSandbox) -> None:
    hooked.write("memory/rule/rule-x.md", GOOD)
    hooked.run("add", "-A")
    hooked.write("memory/rule/rule-x.md", BAD)
    hooked.run("commit", "-q", "-m", "x")
    assert commits(hooked) == 2


def test_commit_all_judges_what_git_is_about_to_commit(hooked: GitSandbox) -> None:
    hooked.write("memory/rule/rule-x.md", GOOD)
    hooked.run("add", "-A")
    hooked.run("commit", "-q", "-m", "x")
    hooked.write("memory/rule/rule-x.md", BAD)
    hooked.run("commit", "-q", "-a", "-m", "y", check=False)
    assert commits(hooked) == 2


def test_other_work_starts_nothing(hooked: GitSandbox, programs: Path) -> None:
    (programs / "sgm").write_text("#!/bin/sh\nexit 1\n")
    hooked.write("main.py", "print()\n")
    hooked.run("add", "-A")
    hooked.run("commit", "-q", "-m", "x")
    assert commits(hooked) == 2


def test_without_sgm_the_commit_goes_on(hooked: GitSandbox, programs: Path) -> None:
    (programs / "sgm").unlink()
    plain = GitSandbox(hooked.path, {"PATH": "/usr/bin:/bin"})
    plain.write("memory/rule/rule-x.md", BAD)
    plain.run("add", "-A")
    plain.run("commit", "-q", "-m", "x")
    assert commits(plain) == 2
