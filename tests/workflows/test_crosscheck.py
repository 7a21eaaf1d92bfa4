"""A check holds what records declare against real history (DESIGN sections 2, 5 and 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.findings import Severity
from sgm_git.workflows.check import Selection, check
from tests.store.support import NOW, open_store
from tests.support import GitSandbox
from tests.workflows.support import begin

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.workflows.check import CheckReport

PATH = "memory/rule/rule-a.md"
ADA = "Ada <ada@example.org>"
EVE = "Eve <eve@evil.example>"


def record(title: str = "A", created: str = "2026-10-10T18:21:47Z", **claims: str) -> str:
    """A record's file."""
    lines = "".join(f"  {name}: {value}\n" for name, value in claims.items())
    agent = "" if "agent" in claims else "  agent: Ada\n"
    return (
        f"---\nid: rule-a\ntype: rule\ntitle: {title}\nprovenance:\n{agent}"
        f'  created_at: "{created}"\n  origin: cli\n  scope: {{}}\n{lines}---\n\nBody.\n'
    )


def told(sandbox: GitSandbox, engine: Engine, selection: Selection | None = None) -> CheckReport:
    """What a check says."""
    return check(open_store(sandbox.path, engine).records, NOW, selection or Selection())


def codes(report: CheckReport) -> list[tuple[str, Severity, str | None]]:
    """What history says of the record: code, weight and commit."""
    found = [each for each in report.findings if each.code[0] == "P"]
    return [(each.code, each.severity, each.commit) for each in found]


def test_honest_work_has_no_findings(sandbox: GitSandbox, engine: Engine) -> None:
    begin(sandbox)
    sandbox.write(PATH, record())
    sandbox.commit()
    sandbox.write(PATH, record("B"))
    sandbox.commit(author="Grace <grace@example.org>", date="2026-10-12T08:00:00Z")
    sandbox.run("mv", PATH, "memory/rule/other.md")
    sandbox.commit(date="2026-10-13T08:00:00Z")
    assert codes(told(sandbox, engine)) == []


def test_a_back_dated_record_names_the_commit_that_did_it(
    sandbox: GitSandbox, engine: Engine
) -> None:
    begin(sandbox)
    sandbox.write(PATH, record())
    sandbox.commit()
    sandbox.write(PATH, record(created="2026-10-09T18:21:47Z"))
    forged = sandbox.commit(author=EVE)
    (finding,) = (each for each in told(sandbox, engine).findings if each.code == "P301")
    assert (finding.severity, finding.commit) == (Severity.ERROR, forged)
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == (7, 15)
    sandbox.write(PATH, record())
    sandbox.commit()
    assert codes(told(sandbox, engine)) == []


def test_what_is_not_committed_is_held_against_history_too(
    sandbox: GitSandbox, engine: Engine
) -> None:
    begin(sandbox)
    sandbox.write(PATH, record())
    sandbox.commit()
    sandbox.write(PATH, record(agent="Grace"))
    assert codes(told(sandbox, engine)) == [("P302", Severity.ERROR, None)]
    assert codes(told(sandbox, engine, Selection(staged=True))) == []
    sandbox.run("add", "-A")
    staged = told(sandbox, engine, Selection(staged=True))
    assert codes(staged) == [("P302", Severity.ERROR, None)]
    assert codes(told(sandbox, engine, Selection(rev="HEAD"))) == []


def test_a_revision_is_judged_by_the_history_that_it_has(
    sandbox: GitSandbox, engine: Engine
) -> None:
    begin(sandbox)
    sandbox.write(PATH, record())
    sandbox.commit()
    sandbox.write(PATH, record(agent="Grace"))
    forged = sandbox.commit(author=EVE)
    sandbox.write(PATH, record())
    sandbox.commit()
    assert codes(told(sandbox, engine)) == []
    then = told(sandbox, engine, Selection(rev="HEAD~1"))
    assert codes(then) == [("P302", Severity.ERROR, forged)]


def test_a_shallow_clone_says_what_it_cannot_tell(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    begin(sandbox)
    for number in range(3):
        sandbox.write(f"memory/rule/rule-{number}.md", record().replace("rule-a", f"rule-{number}"))
        sandbox.commit(date=f"2026-10-1{number}T20:00:00Z")
    clone = GitSandbox(tmp_path / "clone")
    sandbox.run("clone", "-q", "--depth", "1", f"file://{sandbox.path}", str(clone.path))
    report = told(clone, engine)
    assert codes(report) == [("P313", Severity.ERROR, None)]
    assert [each.message for each in report.findings if "3 records begin" in each.message]
    assert report.cannot_tell
    allowed = told(clone, engine, Selection(allow_shallow=True))
    assert codes(allowed) == [("P313", Severity.INFO, None)]
    assert not allowed.cannot_tell


def test_a_record_that_began_in_the_part_that_is_there_is_judged(
    sandbox: GitSandbox, engine: Engine, tmp_path: Path
) -> None:
    begin(sandbox)
    sandbox.commit()
    sandbox.write(PATH, record())
    sandbox.commit()
    sandbox.write(PATH, record(agent="Grace"))
    forged = sandbox.commit(author=EVE)
    clone = GitSandbox(tmp_path / "clone")
    sandbox.run("clone", "-q", "--depth", "3", f"file://{sandbox.path}", str(clone.path))
    assert codes(told(clone, engine)) == [("P302", Severity.ERROR, forged)]


@pytest.mark.parametrize("by", ["baseline", "nothing"])
def test_a_baseline_closes_what_came_before_it(
    sandbox: GitSandbox, engine: Engine, by: str
) -> None:
    begin(sandbox)
    sandbox.write(PATH, record())
    sandbox.commit()
    sandbox.write(PATH, record(agent="Grace"))
    forged = sandbox.commit(author=EVE)
    if by == "baseline":
        sandbox.write(".sgm/config.toml", f'format = 1\n[checks]\nbaseline = "{forged}"\n')
    sandbox.write("notes.txt", "later")
    sandbox.commit()
    expected = [] if by == "baseline" else [("P302", Severity.ERROR, forged)]
    assert codes(told(sandbox, engine)) == expected


def test_what_comes_with_the_commit_that_sets_a_baseline_is_old_too(
    sandbox: GitSandbox, engine: Engine
) -> None:
    first = begin(sandbox).repository.head().oid
    sandbox.write(".sgm/config.toml", f'format = 1\n[checks]\nbaseline = "{first}"\n')
    sandbox.write(PATH, record(created="2027-10-10T18:21:47Z"))
    sandbox.commit()
    assert codes(told(sandbox, engine)) == []
    sandbox.write(PATH, record(created="2028-10-10T18:21:47Z"))
    later = sandbox.commit()
    assert ("P304", Severity.ERROR, later) in codes(told(sandbox, engine))


@pytest.mark.parametrize("named", ["main", "HEAD", "HEAD~0"])
def test_a_baseline_that_moves_is_ignored_and_named(
    sandbox: GitSandbox, engine: Engine, named: str
) -> None:
    begin(sandbox)
    sandbox.write(".sgm/config.toml", f'format = 1\n[checks]\nbaseline = "{named}"\n')
    sandbox.write(PATH, record(created="2027-10-10T18:21:47Z"))
    sandbox.commit()
    report = told(sandbox, engine)
    assert [code for code, _, _ in codes(report)] == ["P304"]
    assert any("full id" in note for note in report.notes)


def test_a_baseline_that_is_elsewhere_is_ignored_and_named(
    sandbox: GitSandbox, engine: Engine
) -> None:
    begin(sandbox)
    sandbox.run("checkout", "-q", "-b", "side")
    sandbox.write("x.txt", "x")
    side = sandbox.commit()
    sandbox.run("checkout", "-q", "-")
    sandbox.write(".sgm/config.toml", f'format = 1\n[checks]\nbaseline = "{side}"\n')
    sandbox.write(PATH, record(created="2027-10-10T18:21:47Z"))
    sandbox.commit()
    report = told(sandbox, engine)
    assert [code for code, _, _ in codes(report)] == ["P304"]
    assert any("baseline" in note for note in report.notes)


def test_a_mailmap_counts_once_it_is_committed(sandbox: GitSandbox, engine: Engine) -> None:
    """What arrives with a forgery vouches for nothing."""
    begin(sandbox)
    sandbox.write(PATH, record())
    sandbox.commit()
    stamps = {
        "modified": "true",
        "modified_at": '"2026-10-11T08:00:00Z"',
        "modified_by": "Ada Lovelace",
    }
    sandbox.write(PATH, record("B", **stamps))
    sandbox.commit(date="2026-10-11T08:00:00Z")
    doubted = [("P305", Severity.WARNING)]
    assert [each[:2] for each in codes(told(sandbox, engine))] == doubted
    sandbox.write(".mailmap", "Ada Lovelace <ada@example.org>\n")
    assert [each[:2] for each in codes(told(sandbox, engine))] == doubted
    sandbox.commit()
    assert codes(told(sandbox, engine)) == []


def test_looking_leaves_a_repository_as_it_was(sandbox: GitSandbox, engine: Engine) -> None:
    begin(sandbox)
    sandbox.write(PATH, record())
    sandbox.commit()
    sandbox.write(PATH, record("B"))
    before = sandbox.status()
    told(sandbox, engine)
    assert sandbox.status() == before
    assert sandbox.run("fsck", "--no-dangling", "--no-progress") == b""


BOB = "Bob <bob@example.org>"
BY_BOB = {
    "modified": "true",
    "modified_at": '"2026-10-11T08:00:00Z"',
    "modified_by": "Bob",
}


def _bobs_side(sandbox: GitSandbox) -> None:
    """Bob edits and stamps a record on a branch, and makes another; Ada edits the first on main."""
    begin(sandbox)
    sandbox.write(PATH, record())
    sandbox.commit()
    sandbox.run("checkout", "-q", "-b", "side")
    sandbox.write(PATH, record("By Bob", **BY_BOB))
    bobs = record("B", created="2026-10-11T08:00:00Z", agent="Bob").replace("rule-a", "rule-b")
    sandbox.write("memory/rule/rule-b.md", bobs)
    sandbox.commit(author=BOB, date="2026-10-11T08:00:00Z")
    sandbox.run("checkout", "-q", "-")
    sandbox.write(PATH, record("By Ada"))
    sandbox.commit(date="2026-10-12T08:00:00Z")


@pytest.mark.parametrize("how", ["merge", "cherry-pick"])
def test_what_another_made_is_theirs_while_a_merge_is_not_finished(
    sandbox: GitSandbox, engine: Engine, how: str
) -> None:
    _bobs_side(sandbox)
    sandbox.run(how, "side", check=False)
    sandbox.write(PATH, record("By Bob", **BY_BOB))
    for staged in (False, True):
        sandbox.run("add", "-A")
        report = told(sandbox, engine, Selection(staged=staged))
        assert [each for each in codes(report) if each[1] is Severity.ERROR] == []
    ours = f"GIT_EDITOR=true git {how} --continue" if how == "cherry-pick" else "git commit -q -m m"
    sandbox.run("-c", f"alias.go=!{ours}", "go")
    errors = [each for each in told(sandbox, engine).findings if each.severity is Severity.ERROR]
    assert errors == []


def test_what_is_forged_in_a_merge_that_is_not_finished_is_told(
    sandbox: GitSandbox, engine: Engine
) -> None:
    _bobs_side(sandbox)
    sandbox.run("merge", "side", check=False)
    sandbox.write(PATH, record("Third", agent="Bob"))
    assert ("P302", Severity.ERROR, None) in codes(told(sandbox, engine))
