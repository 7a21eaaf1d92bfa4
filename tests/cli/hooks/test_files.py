"""``sgm hooks run files``: the same judging where another tool owns the index."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.runner import run
from tests.store.support import BASE
from tests.workflows.hooks.staging import PATH, Look, begun, stage, staged_text

if TYPE_CHECKING:
    from tests.support import GitSandbox

BAD = b"---\nid: a\nid: b\ntype: fact\n---\n"
NEW = b"---\nid: fact-new\ntype: fact\ntitle: By hand\n---\n\nText.\n"
NEW_PATH = "memory/fact/fact-new.md"
LOSSY = BASE.replace(b"x_review: {by: 'grace'}\n", b"")


@pytest.fixture
def box(sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> GitSandbox:
    """A store that is the current directory."""
    begun(sandbox)
    sandbox.commit("something else")
    monkeypatch.chdir(sandbox.path)
    return sandbox


def test_what_is_well_passes_in_silence(box: GitSandbox) -> None:
    stage(box, BASE.replace(b"Body", b"Other"))
    done = run("hooks", "run", "files", PATH)
    assert (done.status, done.out, done.err) == (0, "", "")


def test_what_is_completed_is_so_in_the_file_and_is_to_be_staged(box: GitSandbox) -> None:
    stage(box, NEW, NEW_PATH)
    index = Look.at(box).index
    done = run("hooks", "run", "files", NEW_PATH)
    assert done.status == 1
    assert done.err.splitlines() == [
        "sgm: completed 1 record",
        "sgm: 1 file was changed: stage it and commit again",
    ]
    assert Look.at(box).index == index
    assert staged_text(box, NEW_PATH) == NEW
    box.run("add", NEW_PATH)
    assert run("hooks", "run", "files", NEW_PATH).status == 0


def test_what_was_dropped_is_put_back_in_the_file(box: GitSandbox) -> None:
    stage(box, LOSSY)
    done = run("hooks", "run", "files", PATH)
    assert done.status == 1
    assert "put back in the file" in done.err
    assert staged_text(box) == LOSSY
    assert b"x_review" in (box.path / PATH).read_bytes()


def test_the_range_is_judged_that_the_framework_names(
    box: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    base = box.head()
    stage(box, BAD, NEW_PATH)
    bad = box.commit("bad")
    stage(box, NEW, NEW_PATH)
    monkeypatch.setenv("PRE_COMMIT_FROM_REF", base)
    monkeypatch.setenv("PRE_COMMIT_TO_REF", bad)
    before = Look.at(box)
    done = run("hooks", "run", "files")
    assert done.status == 1
    assert "F104" in done.err
    assert Look.at(box) == before
    monkeypatch.setenv("PRE_COMMIT_TO_REF", base)
    assert run("hooks", "run", "files").status == 0


def test_everything_is_judged_that_is_pushed_where_the_range_has_no_base(
    box: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRE_COMMIT_LOCAL_BRANCH", "refs/heads/main")
    box.write(NEW_PATH, BAD)
    assert run("hooks", "run", "files").status == 0
    box.commit("bad")
    assert run("hooks", "run", "files").status == 1


def test_files_that_are_named_and_not_staged_are_judged_as_they_are(box: GitSandbox) -> None:
    box.write(PATH, BAD)
    box.write(NEW_PATH, BAD)
    done = run("hooks", "run", "files", "other.txt", PATH)
    assert done.status == 1
    assert f"{PATH}:" in done.err
    assert NEW_PATH not in done.err
    assert run("hooks", "run", "files", "other.txt").status == 0
    assert NEW_PATH in run("hooks", "run", "files").err
