"""The real lefthook 2 runs our hooks beside those that were there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from sgm_git.workflows.hooks.managers import Manager, detect
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
    staged,
    with_programs,
    with_remote,
)
from tests.hooks.support import attempt

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox

__all__ = ["node_programs"]

CONFIG = """\
pre-commit:
  jobs:
    - name: theirs
      run: echo theirs ran
"""


@pytest.fixture
def box(sandbox: GitSandbox, node_programs: Path) -> GitSandbox:
    """A memory in a repository whose hooks lefthook keeps."""
    found = with_programs(begun(sandbox), node_programs)
    found.write("lefthook.yml", CONFIG)
    program(found, "lefthook", "install")
    manager = detect(found.path, open_repository(found.path))
    installed = frozenset({"pre-commit"})
    assert manager == Manager("lefthook", found.path, "lefthook.yml", installed)
    (then,) = enter(found)
    program(found, *then.split())
    program(found, "lefthook", "validate")
    found.commit("hooks")
    return found


def test_a_good_record_passes_and_a_bad_one_is_refused(box: GitSandbox) -> None:
    passed = commit(box, PATH, GOOD.replace("Do X.", "Do X now."))
    assert passed.status == 0
    assert "theirs ran" in passed.err
    refused = commit(box, PATH, BAD)
    assert refused.status == 1
    assert "S202" in refused.err
    assert committed(box) == GOOD.replace("Do X.", "Do X now.")


def test_a_record_typed_by_hand_is_completed_and_goes_in(box: GitSandbox) -> None:
    assert commit(box, TYPED_PATH, TYPED).status == 0
    assert "agent: Ada" in committed(box, TYPED_PATH)
    assert is_clean(box)


def test_unstaged_work_is_neither_judged_nor_lost(box: GitSandbox) -> None:
    """lefthook hides what is not staged while its hooks run, and puts it back."""
    box.write(PATH, GOOD.replace("Do X.", "Do X now."))
    box.run("add", "-A")
    box.write(PATH, BAD)
    assert attempt(box, "commit", "-q", "-m", "x").status == 0
    assert committed(box) == GOOD.replace("Do X.", "Do X now.")
    assert "yesterday" in (box.path / PATH).read_text()


def test_a_record_of_which_a_part_is_held_back_is_not_completed(box: GitSandbox) -> None:
    """lefthook would put that part back by line numbers, which are others then."""
    box.write(TYPED_PATH, TYPED)
    box.run("add", "-A")
    box.write(TYPED_PATH, f"{TYPED}\nMore, not staged.\n")
    refused = attempt(box, "commit", "-q", "-m", "x")
    assert refused.status == 1
    assert "lefthook holds back changes that are not staged" in refused.err
    assert staged(box, TYPED_PATH) == TYPED
    assert (box.path / TYPED_PATH).read_text() == f"{TYPED}\nMore, not staged.\n"
    box.run("add", "-A")
    assert attempt(box, "commit", "-q", "-m", "x").status == 0
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


def test_other_work_starts_nothing_of_ours(box: GitSandbox) -> None:
    (box.path.parent / "programs" / "sgm").write_text("#!/bin/sh\nexit 1\n")
    assert commit(box, "main.py", "print()\n").status == 0


def test_what_is_pushed_is_judged(box: GitSandbox, tmp_path: Path) -> None:
    with_remote(box, tmp_path / "the remote")
    assert pushed(box).endswith("pushed")
    box.write(PATH, BAD)
    box.commit("past the hooks")
    said = pushed(box)
    assert "S202" in said
    assert said.endswith("refused")


def test_a_linked_work_tree_with_blanks_in_its_name_has_the_hooks(
    box: GitSandbox, tmp_path: Path
) -> None:
    place = tmp_path / "linked tree"
    box.run("worktree", "add", "-q", "-b", "side", str(place))
    linked = type(box)(place, box.environment)
    assert commit(linked, PATH, BAD).status == 1
    program(linked, "sgm", "unset", "rule-x", "/x_review", "--no-commit", check=False)
    linked.write(PATH, GOOD)
    program(linked, "sgm", "unset", "rule-x", "/x_review", "--no-commit")
    linked.run("add", "-A")
    assert attempt(linked, "commit", "-q", "-m", "drop it").status == 0
    assert "SGM-Allow" in linked.run("log", "-1", "--format=%B").decode()


def test_taken_out_again_only_their_own_hooks_are_left(box: GitSandbox) -> None:
    program(box, "sgm", "hooks", "uninstall")
    assert (box.path / "lefthook.yml").read_text() == CONFIG
    assert commit(box, PATH, BAD).status == 0
