"""A check of what has not changed says what it said, without looking again."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from sgm_git.store import recall, seal
from sgm_git.workflows.check import EVERYTHING, CheckReport, Selection, check, report_from
from sgm_git.workflows.survey import survey
from tests.store.support import BASE, NOW, open_store
from tests.workflows.support import CONFIG, begin

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support import GitSandbox

PATH = "memory/decision/dec-keep-datastore.md"
LATER = NOW + 1_000_000
ANY_TIME = -10 * 365 * 86_400 * 1_000_000_000  # as a moment, in nanoseconds: every file is older


def checked(sandbox: GitSandbox, now: int = NOW, selection: Selection = EVERYTHING) -> CheckReport:
    """What a check says now."""
    return check(open_store(sandbox.path).records, now, selection)


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many documents were gone over, run by run."""
    seen: list[int] = []

    def watched(*told: object) -> object:
        """Count, and go over them."""
        found = survey(*told)  # type: ignore[arg-type]  # as they are
        seen.append(len(found.stock.briefs))
        return found

    monkeypatch.setattr("sgm_git.workflows.check.survey", watched)
    return seen


@pytest.fixture
def store(sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> CheckReport:
    """A store that was checked once, and what was said."""
    monkeypatch.setattr(seal, "MOMENT", ANY_TIME)
    sandbox.write(PATH, BASE.replace(b"accepted", b"acepted"))
    begin(sandbox)
    return checked(sandbox)


def test_what_has_not_changed_is_not_gone_over_again(
    sandbox: GitSandbox, store: CheckReport, looks: list[int]
) -> None:
    assert [finding.code for finding in store.findings] == ["S206", "P310"]
    assert checked(sandbox) == checked(sandbox, LATER) == store
    assert looks == []


def test_a_report_comes_back_as_it_was(store: CheckReport) -> None:
    assert report_from(store.text()) == store


def touch(path: Path) -> None:
    """Other bytes of the same number, of the same time."""
    times = path.stat()
    path.write_bytes(path.read_bytes().replace(b"Keep", b"Kept"))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


CHANGES: dict[str, Callable[[GitSandbox], object]] = {
    "bytes": lambda box: touch(box.path / PATH),
    "a new file": lambda box: box.write("memory/rule/x.md", "x"),
    "a file less": lambda box: (box.path / PATH).unlink(),
    "a commit": lambda box: box.commit(),
    "configuration": lambda box: box.write(".sgm/config.toml", CONFIG + "# more\n"),
    "a schema": lambda box: box.write(".sgm/schemas/rule.json", "{}"),
    "what git ignores": lambda box: (
        box.write(".gitignore", "decision\n"),
        box.run("rm", "-q", "--cached", PATH),
    ),
    "another branch": lambda box: box.run("checkout", "-q", "--orphan", "x"),
}


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("what", CHANGES)
def test_whatever_changes_all_is_gone_over_again(
    sandbox: GitSandbox, looks: list[int], what: str
) -> None:
    CHANGES[what](sandbox)
    checked(sandbox)
    assert len(looks) == 1


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize(
    ("now", "selection"),
    [
        (NOW - 1, EVERYTHING),
        (NOW, Selection(("memory",))),
        (NOW, Selection(author="Ada")),
        (NOW, Selection(allow_shallow=True)),
        (NOW, Selection(staged=True)),
        (NOW, Selection(rev="HEAD")),
    ],
)
def test_another_question_is_another_matter(
    sandbox: GitSandbox, looks: list[int], now: int, selection: Selection
) -> None:
    checked(sandbox, now, selection)
    assert len(looks) == 1


@pytest.mark.usefixtures("store")
def test_other_code_says_it_anew(
    sandbox: GitSandbox, looks: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recall, "code_stamp", lambda: "changed")
    checked(sandbox)
    assert len(looks) == 1


@pytest.mark.usefixtures("store")
def test_several_questions_are_kept_at_once(sandbox: GitSandbox, looks: list[int]) -> None:
    for _ in range(3):
        for paths in ((), ("memory",), ("memory/decision",)):
            checked(sandbox, selection=Selection(paths))
    assert len(looks) == 2


UNSETTLED: dict[str, Callable[[GitSandbox], object]] = {
    "an edit": lambda box: box.write(PATH, BASE + b"More.\n"),
    "an unfinished merge": lambda box: box.write(".git/MERGE_HEAD", box.head() + "\n"),
    "a time ahead": lambda box: (
        box.write(PATH, BASE.replace(b"2026-10-10", b"2027-10-10")),
        box.commit(),
    ),
    "a commit of tomorrow": lambda box: (
        box.write(PATH, BASE + b"More.\n"),
        box.commit(date="2026-12-20T00:00:00Z"),
    ),
    "a status dated ahead": lambda box: (
        box.write(
            "memory/status/s.md",
            "---\nid: s\ntype: status\n"
            "annotations: [{kind: as_of, value: 2027-11-18T11:30:00Z}]\n---\n",
        ),
        box.commit(),
    ),
    "signatures": lambda box: (
        box.write(".sgm/config.toml", CONFIG + "[checks]\nrequire_signed = true\n"),
        box.commit(),
    ),
    "carriage returns": lambda box: (
        box.write(".gitattributes", ""),
        box.write(PATH, BASE.replace(b"\n", b"\r\n")),
        box.commit(),
    ),
}


@pytest.mark.usefixtures("store")
@pytest.mark.parametrize("what", UNSETTLED)
def test_what_may_be_said_otherwise_though_nothing_changes_is_not_kept(
    sandbox: GitSandbox, looks: list[int], what: str
) -> None:
    UNSETTLED[what](sandbox)
    checked(sandbox)
    checked(sandbox)
    assert len(looks) == 2


def test_a_file_of_this_very_moment_may_still_change(sandbox: GitSandbox, looks: list[int]) -> None:
    sandbox.write(PATH, BASE)
    begin(sandbox)
    checked(sandbox)
    checked(sandbox)
    assert len(looks) == 2


@pytest.mark.parametrize("text", ["", "{", "[]", "[[1], 0, 0, []]", '[[["a", "[1]"]], 0, 0, []]'])
def test_a_report_that_makes_no_sense_is_made_anew(
    sandbox: GitSandbox, store: CheckReport, looks: list[int], text: str
) -> None:
    kept = seal.sealed(open_store(sandbox.path).records, judge(sandbox), repr(EVERYTHING))
    assert kept is not None
    kept.keep(text)
    assert checked(sandbox) == store
    assert len(looks) == 1


def judge(sandbox: GitSandbox) -> recall.Judge:
    """The one who judges there."""
    return recall.Judge.by(open_store(sandbox.path).records.settings.policy(NOW))
