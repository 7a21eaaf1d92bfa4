"""``sgm review``: how it ends, and where it says what."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.cli.runner import run
from tests.support import GitSandbox
from tests.workflows.review.branch import Branch, marks

if TYPE_CHECKING:
    from pathlib import Path

RANGE = "main..topic"


@pytest.fixture
def branch(here: GitSandbox) -> Branch:
    """A branch beside a rule."""
    return Branch(here.path, {"rule-a": {}})


def test_what_is_well_ends_well(branch: Branch) -> None:
    branch.put("rule-b")
    branch.commit()
    done = run("review", RANGE)
    assert (done.status, done.err) == (0, "")
    assert "rule rule-b added" in done.out


def test_new_errors_fail_and_warnings_where_it_is_strict(branch: Branch) -> None:
    branch.put("fact-a", content="See. <!-- not seen -->\n")
    branch.commit()
    assert run("review", RANGE).status == 0
    assert run("review", RANGE, "--strict").status == 1
    branch.put("rule-b", content="See. <!-- not seen -->\n")
    branch.commit()
    assert run("review", RANGE).status == 1


def test_what_was_wrong_before_fails_nobody(here: GitSandbox) -> None:
    branch = Branch(here.path, {"rule-a": {"content": "See. <!-- not seen -->\n"}})
    branch.put("rule-a", content="See it. <!-- not seen -->\n")
    branch.commit()
    done = run("review", RANGE, "--strict")
    assert done.status == 0
    assert "F113" in done.out


def test_a_cut_history_alone_is_status_3_unless_that_is_allowed(
    branch: Branch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    branch.put("rule-a", content="Other.\n")
    branch.commit()
    url, place = f"file://{branch.box.path}", tmp_path / "cut"
    branch.box.run("clone", "-q", "--depth", "1", "--no-single-branch", url, str(place))
    monkeypatch.chdir(place)
    assert run("review", "origin/main..origin/topic").status == 3
    done = run("review", "origin/main..origin/topic", "--allow-shallow")
    assert done.status == 0
    assert "history is cut" in done.out


def test_it_is_saved_beside_what_is_said(branch: Branch) -> None:
    branch.put("fact-b", annotations=marks(note="x"))
    branch.commit()
    place = branch.box.path / "out" / "review.json"
    done = run("review", RANGE, "--format", "csv", "--save", f"json={place}")
    assert done.out.startswith('"change"')
    assert [each["id"] for each in json.loads(place.read_text())["records"]] == ["fact-b"]


def test_nothing_is_said_where_a_report_has_no_place(branch: Branch) -> None:
    branch.put("fact-b")
    branch.commit()
    folder = branch.box.path / "memory"
    assert run("review", RANGE, "--save", f"json={folder}").status == 3


def test_a_bare_repository_will_do(branch: Branch, monkeypatch: pytest.MonkeyPatch) -> None:
    branch.put("fact-b")
    branch.commit()
    monkeypatch.chdir(branch.box.path / ".git")
    branch.box.run("config", "core.bare", "true")
    done = run("review", RANGE)
    assert (done.status, done.err) == (0, "")
    assert "fact-b" in done.out


def test_nothing_has_to_be_checked_out(
    branch: Branch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a job that fetches objects alone."""
    branch.put("rule-b")
    branch.commit()
    place = tmp_path / "objects"
    place.mkdir()
    box = GitSandbox(place)
    box.run("init", "-q")
    box.run("fetch", "-q", str(branch.box.path), "main:refs/x/a", "topic:refs/x/b")
    monkeypatch.chdir(place)
    done = run("review", "refs/x/a..refs/x/b")
    assert done.status == 0
    assert "starts to bind" in done.out
