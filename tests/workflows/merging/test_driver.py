"""What the driver does with three files, whoever starts it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.document.limits import STANDARD
from sgm_git.workflows.merging import driver
from tests.cli.runner import Outcome, run
from tests.workflows.merging.support import BASE, MERGED, OURS, THEIRS, TITLE, edited

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tests.support import GitSandbox

TITLES = BASE, edited(TITLE), edited((TITLE[0], "Drop the datastore "))
LEFT, MIDDLE, RIGHT = (
    text.splitlines(keepends=True)[3] for text in (TITLES[1], TITLES[0], TITLES[2])
)


@pytest.fixture(autouse=True)
def _in_repository(sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(sandbox.path)


def drive(
    box: GitSandbox, states: Iterable[bytes], size: str = "7", path: str = "m/x.md"
) -> Outcome:
    """Start it as git does."""
    for name, data in zip("OAB", states, strict=True):
        box.write(name, data)
    return run("merge-driver", "O", "A", "B", size, path)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_a_merge_is_written_over_ours_and_nothing_is_said(sandbox: GitSandbox) -> None:
    assert drive(sandbox, (BASE, OURS, THEIRS)) == Outcome(0, "", "")
    assert files(sandbox.path) == {"O": BASE, "A": MERGED, "B": THEIRS}


def test_what_is_as_ours_is_not_written_at_all(sandbox: GitSandbox) -> None:
    (sandbox.path / "A.sgm").mkdir()
    assert drive(sandbox, (BASE, MERGED, THEIRS)) == Outcome(0, "", "")


def test_each_conflict_is_said_with_its_place(sandbox: GitSandbox) -> None:
    outcome = drive(sandbox, TITLES, path="m/\x1b[31m.md")
    assert outcome == Outcome(1, "", "m/\\x1b[31m.md: dec-x: conflict in /title\n")
    hunk = b"<<<<<<< ours\n" + LEFT + b"=======\n" + RIGHT + b">>>>>>> theirs\n"
    assert files(sandbox.path)["A"] == BASE.replace(MIDDLE, hunk)


def test_markers_are_as_long_as_git_asks(sandbox: GitSandbox) -> None:
    assert drive(sandbox, TITLES, "11").status == 1
    assert b"\n<<<<<<<<<<< ours\n" in files(sandbox.path)["A"]


def test_markers_that_nobody_would_find_are_never_made(sandbox: GitSandbox) -> None:
    texts = (b"no record\n%s\n" % each for each in (b"x", b"y", b"z"))
    assert drive(sandbox, texts, "3").status == 1
    assert b"\n<<<<<<< ours\ny\n" in files(sandbox.path)["A"]


@pytest.mark.parametrize("style", ["diff3", "zdiff3"])
def test_the_base_is_shown_where_that_is_configured(sandbox: GitSandbox, style: str) -> None:
    sandbox.run("config", "merge.conflictStyle", style)
    assert drive(sandbox, TITLES).status == 1
    shown = LEFT + b"||||||| base\n" + MIDDLE + b"=======\n" + RIGHT
    assert shown in files(sandbox.path)["A"]


def test_what_is_over_the_limits_is_merged_as_text(sandbox: GitSandbox) -> None:
    long = b"x" * STANDARD.document + b"\n"
    assert drive(sandbox, (BASE + long, OURS + long, edited(("Third", "3rd")) + long)).status == 0
    assert files(sandbox.path)["A"] == OURS.replace(b"Third", b"3rd") + long


def test_a_record_without_an_id_is_known_by_its_path(sandbox: GitSandbox) -> None:
    nameless = [state.replace(b"id: dec-x\n", b"") for state in TITLES]
    assert drive(sandbox, nameless).err == "m/x.md: conflict in /title\n"


@pytest.mark.parametrize("gone", "OAB")
def test_a_file_that_is_not_there_ends_above_128(sandbox: GitSandbox, gone: str) -> None:
    drive(sandbox, (BASE, OURS, THEIRS))
    (sandbox.path / gone).unlink()
    outcome = run("merge-driver", "O", "A", "B", "7", "m/x.md")
    assert (outcome.status, outcome.out) == (129, "")
    assert outcome.err == f"sgm: error: {gone}: No such file or directory\n"


def test_what_cannot_be_written_leaves_ours_as_it_was(sandbox: GitSandbox) -> None:
    sandbox.write("A.sgm", "somebody's")
    outcome = drive(sandbox, (BASE, OURS, THEIRS))
    assert (outcome.status, outcome.err) == (129, "sgm: error: A.sgm: File exists\n")
    assert files(sandbox.path)["A"] == OURS


def test_a_bug_ends_above_128(sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(driver, "merge_documents", broken)
    outcome = drive(sandbox, (BASE, OURS, THEIRS))
    assert outcome.status == 129
    assert "internal error: ZeroDivisionError" in outcome.err
    assert files(sandbox.path)["A"] == OURS


def test_a_git_that_cannot_merge_text_ends_above_128(sandbox: GitSandbox) -> None:
    sandbox.run("config", "merge.conflictStyle", "nonsense")
    outcome = drive(sandbox, (b"a\n", b"b\n", b"c\n"))
    assert (outcome.status, files(sandbox.path)["A"]) == (129, b"b\n")
    assert "unknown style 'nonsense'" in outcome.err


@pytest.mark.parametrize(
    "arguments",
    [(), ("O", "A", "B", "7"), ("O", "A", "B", "7", "P", "more"), ("O", "A", "B", "seven", "P")],
)
def test_other_arguments_end_above_128(arguments: tuple[str, ...]) -> None:
    outcome = run("merge-driver", *arguments)
    assert (outcome.status, outcome.out) == (129, "")
    assert outcome.err.startswith("sgm: error: ")


def test_people_are_told_what_it_is() -> None:
    outcome = run("merge-driver", "--help")
    assert outcome.status == 0
    assert "Merge one file for git, field by field." in outcome.out


def test_options_before_its_name_do_not_change_what_it_does(sandbox: GitSandbox) -> None:
    for name, data in zip("OAB", (BASE, OURS, THEIRS), strict=True):
        sandbox.write(name, data)
    assert run("--debug", "merge-driver", "O", "A", "B", "7", "x.md").status == 0
    assert files(sandbox.path)["A"] == MERGED
