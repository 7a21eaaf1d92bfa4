"""The real husky 9 runs our hooks beside those that were there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from sgm_git.workflows.hooks.managers import Manager, detect
from sgm_git.workflows.hooks.scripts import WORK_TREE_HOOKS
from tests.hooks.manager_support import (
    BAD,
    GOOD,
    LOSSY,
    PATH,
    TYPED,
    TYPED_PATH,
    begun,
    commit,
    committed,
    enter,
    is_clean,
    node_programs,
    program,
    pushed,
    with_programs,
    with_remote,
    without_sgm,
)
from tests.hooks.support import attempt, commits

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox

__all__ = ["node_programs"]


@pytest.fixture
def box(sandbox: GitSandbox, node_programs: Path) -> GitSandbox:
    """A memory in a repository whose hooks husky keeps; each says that it runs."""
    found = with_programs(begun(sandbox), node_programs)
    found.write("package.json", "{}\n")
    program(found, "husky")
    found.write(".husky/pre-commit", "echo theirs\n")
    manager = detect(found.path, open_repository(found.path))
    assert manager == Manager("husky", found.path, ".husky", frozenset(WORK_TREE_HOOKS))
    assert enter(found) == ()
    found.commit("hooks")
    return found


def test_a_good_record_passes_and_a_bad_one_is_refused(box: GitSandbox) -> None:
    passed = commit(box, PATH, GOOD.replace("Do X.", "Do X now."))
    assert (passed.status, passed.err.splitlines()[0]) == (0, "theirs")
    refused = commit(box, PATH, BAD)
    assert refused.status == 1
    assert "S202" in refused.err
    assert committed(box) == GOOD.replace("Do X.", "Do X now.")


def test_a_record_typed_by_hand_is_completed_and_goes_in(box: GitSandbox) -> None:
    assert commit(box, TYPED_PATH, TYPED).status == 0
    assert "agent: Ada" in committed(box, TYPED_PATH)
    assert is_clean(box)


def test_what_one_path_s_commit_completed_is_in_the_next_index(box: GitSandbox) -> None:
    box.write(TYPED_PATH, TYPED)
    box.run("add", "-N", TYPED_PATH)
    assert attempt(box, "commit", "-q", "-m", "x", "--", TYPED_PATH).status == 0
    assert "agent: Ada" in committed(box, TYPED_PATH)
    assert is_clean(box)


def test_what_a_record_lost_is_put_back_and_goes_by_consent(box: GitSandbox) -> None:
    assert commit(box, PATH, LOSSY).status == 1
    assert "x_review" in (box.path / PATH).read_text()
    said = program(box, "sgm", "unset", "rule-x", "/x_review", "--no-commit")
    assert "needs the line" not in said
    box.run("add", "-A")
    assert attempt(box, "commit", "-q", "-m", "drop it").status == 0
    assert "SGM-Allow: rule-x /x_review" in box.run("log", "-1", "--format=%B").decode()


@pytest.mark.parametrize("word", ["warn", "block"])
def test_without_sgm_only_records_are_told_of_or_stopped(box: GitSandbox, word: str) -> None:
    box = without_sgm(box)
    box.run("config", "sgm.path", "/nowhere/sgm")
    box.run("config", "sgm.hooksMissing", word)
    for name in ("main.py", "README.md"):
        other = commit(box, name, "print()\n", "other")
        assert (other.status, other.err) == (0, "theirs\n")
    done = commit(box, PATH, BAD)
    assert "sgm: not found, so the pre-commit hook let" in done.err
    assert "hint: put sgm on PATH (pip install sgm-git)" in done.err
    assert done.status == int(word == "block")


def test_without_sgm_a_push_of_other_work_is_silent(box: GitSandbox, tmp_path: Path) -> None:
    with_remote(box, tmp_path / "remote")
    pushed(box)
    box = without_sgm(box)
    commit(box, "README.md", "# Read me\n")
    assert pushed(box) == "pushed"
    commit(box, PATH, BAD)
    assert "sgm: not found, so the pre-push hook let records pass unchecked" in pushed(box)


def test_a_program_of_ours_that_is_gone_is_passed_over(box: GitSandbox) -> None:
    box.run("config", "sgm.path", "/nowhere/sgm")
    assert "S202" in commit(box, PATH, BAD).err


def test_a_script_that_has_gone_elsewhere_finds_us(box: GitSandbox) -> None:
    script = box.path / ".husky/pre-commit"
    script.write_text(script.read_text().replace("echo theirs", "cd .husky"))
    assert "S202" in commit(box, PATH, BAD).err


def test_where_our_script_is_not_committed_that_is_told(box: GitSandbox) -> None:
    (box.path / ".sgm/hook").unlink()
    done = commit(box, "main.py", "print()\n")
    assert "sgm: .sgm/hook is not here, so records pass unchecked" in done.err
    assert done.status == 0


def test_what_is_pushed_is_judged(box: GitSandbox, tmp_path: Path) -> None:
    with_remote(box, tmp_path / "the remote")
    assert pushed(box).endswith("pushed")
    box.write(PATH, BAD)
    box.commit("past the hooks")
    said = pushed(box)
    assert "S202" in said
    assert said.endswith("refused")


def test_taken_out_again_only_their_own_hooks_are_left(box: GitSandbox) -> None:
    program(box, "sgm", "hooks", "uninstall")
    hooks = {path.name for path in (box.path / ".husky").iterdir()}
    assert hooks == {"_", "pre-commit"}
    assert (box.path / ".husky/pre-commit").read_text() == "echo theirs\n"
    before = commits(box)
    assert commit(box, PATH, BAD).status == 0
    assert commits(box) == before + 1
