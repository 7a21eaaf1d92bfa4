"""K407 on real merges: by lines, by strategy options, by hand (DESIGN sections 2, 6 and 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.findings import Severity
from sgm_git.git.cli import GitRepository
from sgm_git.git.engine import open_repository
from sgm_git.workflows.arrival import Arrival, judge_arrival
from sgm_git.workflows.check import EVERYTHING, Selection
from sgm_git.workflows.check_range import check_range
from tests.store.support import NOW
from tests.support import GitSandbox
from tests.workflows.support import begin

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.findings import Finding
    from sgm_git.git.engine import Engine

PATH = "memory/decision/dec-x.md"
OTHER = "memory/decision/dec-y.md"
BODY = "".join(f"Line {number} of the reasons.\n\n" for number in range(1, 9))


def record(  # each field by its name
    name: str = "dec-x", title: str = "X", agent: str = "Ada", more: str = "", body: str = BODY
) -> str:
    """A record's file."""
    return (
        f"---\nid: {name}\ntype: decision\ntitle: {title}\n{more}annotations:\n"
        "  - kind: rationale\n    value: It is simple.\n  - kind: status\n    value: accepted\n"
        f'provenance:\n  agent: {agent}\n  created_at: "2026-10-10T18:21:47Z"\n  origin: cli\n'
        f"  scope: {{}}\n---\n\n{body}"
    )


def fork(sandbox: GitSandbox, ours: dict[str, str | None], theirs: dict[str, str | None]) -> None:
    """Two branches from HEAD, ``main`` and ``side``; None takes a file away. ``main`` is out."""
    for branch, files in (("side", theirs), ("main", ours)):
        sandbox.run("checkout", "-q", "-B", branch, "start")
        for path, text in files.items():
            if text is None:
                (sandbox.path / path).unlink()
            else:
                sandbox.write(path, text)
        sandbox.commit(f"on {branch}")


def merge(sandbox: GitSandbox, *options: str, settled: dict[str, str] | None = None) -> str:
    """Merge ``side`` into ``main``; what is settled is written over whatever git made of it."""
    sandbox.run("merge", "-q", "--no-commit", "--no-ff", *options, "side", check=False)
    for path, text in (settled or {}).items():
        sandbox.write(path, text)
    return sandbox.commit("merge")


def told(sandbox: GitSandbox, engine: Engine = "git") -> list[Finding]:
    """What a check of all since the start says of blends."""
    ends = ("start", "HEAD")
    report = check_range(open_repository(sandbox.path, engine), ends, NOW, EVERYTHING)
    return [finding for finding in report.findings if finding.code == "K407"]


@pytest.fixture
def start(sandbox: GitSandbox) -> GitSandbox:
    """A memory with one record at the tag ``start``."""
    begin(sandbox)
    sandbox.write(PATH, record())
    sandbox.commit()
    sandbox.run("tag", "start")
    return sandbox


def test_a_text_under_the_agent_of_the_other_side(start: GitSandbox, engine: Engine) -> None:
    new = "memory/decision/dec-n.md"
    fork(
        start,
        {new: record("dec-n", agent="bot", body="Use Redis.\n")},
        {new: record("dec-n", body="Use Postgres.\n")},
    )
    oid = merge(start, settled={new: record("dec-n", agent="bot", body="Use Postgres.\n")})
    (finding,) = told(start, engine)
    assert (finding.path, finding.severity, finding.commit) == (new, Severity.ERROR, oid)
    assert (finding.id, finding.pointer) == ("dec-n", "/provenance/agent")
    assert finding.span is not None
    assert (finding.span.line, finding.span.column) == (11, 10)
    start.write(new, record("dec-n", body="Use Postgres.\n"))
    start.commit("put it right")
    assert told(start, engine) == []


def test_a_blend_is_told_where_its_record_lies_now(start: GitSandbox) -> None:
    fork(start, {PATH: record(title="Ours")}, {PATH: record(body="Theirs.\n")})
    mixed = record(title="Ours", body="Theirs.\n").replace("value: accepted", "value: undone")
    oid = merge(start, settled={PATH: mixed})
    start.run("mv", PATH, OTHER)
    first = "annotations:\n  - kind: risk\n    value: high\n"
    start.write(OTHER, mixed.replace("annotations:\n", first))
    start.commit("move it, and add something above")
    (finding,) = told(start)
    assert (finding.path, finding.pointer, finding.commit) == (OTHER, "/annotations/2", oid)
    start.run("rm", "-q", OTHER)
    start.commit("take it away")
    assert told(start) == []


def test_what_cannot_be_told_is_passed_over(start: GitSandbox, tmp_path: Path) -> None:
    fork(start, {PATH: record(title="Ours")}, {PATH: record(body="Theirs.\n")})
    merge(start, settled={PATH: record(title="Ours", more="x_evil: 1\n", body="Theirs.\n")})
    cut = GitSandbox(tmp_path / "cut")
    start.run("clone", "-q", "--depth=2", start.path.as_uri(), str(cut.path))
    report = check_range(
        open_repository(cut.path, "git"), ("HEAD^1", "HEAD"), NOW, Selection(allow_shallow=True)
    )
    assert [each for each in report.findings if each.code == "K407"] == []
    assert len(told(start)) == 1


def test_an_edit_of_one_record_in_another_that_git_took_for_its_new_name(start: GitSandbox) -> None:
    fork(
        start,
        {PATH: None, OTHER: record("dec-y", title="Y")},
        {PATH: record(body=BODY.replace("Line 5", "Our line 5"))},
    )
    merge(start)
    (finding,) = told(start)
    assert (finding.path, finding.pointer, finding.severity) == (OTHER, "/content", Severity.ERROR)
    assert 'another record, "dec-x"' in finding.message


def test_a_rename_that_says_so_takes_the_edit_along(start: GitSandbox) -> None:
    fork(
        start,
        {PATH: None, OTHER: record("dec-y", more="aliases: [dec-x]\n")},
        {PATH: record(body=BODY.replace("Line 5", "Our line 5"))},
    )
    merge(start)
    assert "Our line 5" in (start.path / OTHER).read_text()
    assert told(start) == []


@pytest.mark.parametrize("option", ["", "-Xours", "-Xtheirs"])
def test_what_git_merges_or_prefers_is_fine(start: GitSandbox, option: str) -> None:
    theirs = record(title="Theirs", more="x_new: 1\n", body=BODY.replace("Line 7", "Their line 7"))
    ours = record(title="Ours" if option else "X", body=BODY.replace("Line 2", "Our line 2"))
    fork(start, {PATH: ours}, {PATH: theirs})
    merge(start, *filter(None, [option]))
    text = (start.path / PATH).read_text()
    assert "Our line 2" in text
    assert "Their line 7" in text
    assert told(start) == []


def test_a_conflict_that_somebody_settled_in_words_of_their_own(start: GitSandbox) -> None:
    fork(start, {PATH: record(title="Ours")}, {PATH: record(title="Theirs", more="x_new: 1\n")})
    merge(start, settled={PATH: record(title="Both", more="x_new: 1\n")})
    assert told(start) == []


def test_what_the_merge_itself_edits_is_a_warning(start: GitSandbox) -> None:
    fork(start, {PATH: record(title="Ours")}, {PATH: record(body="Theirs.\n")})
    merge(start, settled={PATH: record(title="Ours", more="x_evil: 1\n", body="Theirs.\n")})
    (finding,) = told(start)
    assert (finding.pointer, finding.severity) == ("/x_evil", Severity.WARNING)


def test_annotations_whose_kinds_and_values_are_of_different_sides(start: GitSandbox) -> None:
    one = record().replace("kind: status\n    value: accepted", "kind: risk\n    value: low")
    two = record().replace("kind: rationale", "kind: cost")
    mixed = record().replace("kind: status", "kind: risk").replace("It is simple", "It costs")
    fork(start, {PATH: one}, {PATH: two.replace("It is simple", "It costs")})
    merge(start, settled={PATH: mixed})
    assert [(each.pointer, each.severity) for each in told(start)] == [
        ("/annotations/0", Severity.ERROR),
        ("/annotations/1", Severity.ERROR),
    ]


def test_sides_that_crossed_before_have_several_bases(start: GitSandbox) -> None:
    fork(start, {PATH: record(title="Ours")}, {PATH: record(more="x_new: 1\n")})
    old = start.run("rev-parse", "main").decode().strip()
    merge(start)
    start.run("checkout", "-q", "side")
    start.run("merge", "-q", "--no-commit", old, check=False)
    start.commit("merge the other way")
    start.write(PATH, record(title="Ours", more="x_new: 2\n"))
    start.commit()
    start.run("checkout", "-q", "main")
    start.write(PATH, record(title="Ours", more="x_new: 1\n", body="Ours.\n"))
    start.commit()
    merge(start)
    assert told(start) == []


def test_several_sides_at_once(start: GitSandbox) -> None:
    fork(start, {PATH: record(title="Ours")}, {PATH: record(body="Theirs.\n")})
    start.run("checkout", "-q", "-b", "third", "start")
    start.write(PATH, record().replace("It is simple", "It is good"))
    start.commit()
    start.run("checkout", "-q", "main")
    env = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    start.run(*env, "merge", "-q", "--no-edit", "side", "third")
    assert len(start.run("rev-list", "--parents", "-1", "HEAD").split()) == 4
    assert told(start) == []


def test_a_push_is_stopped_by_a_blend_and_by_none_that_was_there(start: GitSandbox) -> None:
    new = "memory/decision/dec-n.md"
    fork(
        start,
        {new: record("dec-n", agent="bot", body="Use Redis.\n")},
        {new: record("dec-n", body="Use Postgres.\n")},
    )
    oid = merge(start, settled={new: record("dec-n", agent="bot", body="Use Postgres.\n")})
    repository = open_repository(start.path, "git")
    trusted = repository.resolve("main~1")
    fresh = judge_arrival(
        repository, Arrival(oid, trusted, replaces=True, fresh=frozenset([oid])), NOW, EVERYTHING
    )
    assert [each.code for each in fresh.findings if each.severity is Severity.ERROR] == ["K407"]
    old = judge_arrival(
        repository, Arrival(oid, trusted, replaces=True, fresh=frozenset()), NOW, EVERYTHING
    )
    assert [each.code for each in old.findings] == []


def test_git_is_asked_for_the_base_of_no_merge_but_those_that_it_may_excuse(
    start: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    known = GitRepository.merge_bases

    def bases(self: GitRepository, one: str, other: str) -> list[str]:
        asked.append(one)
        return known(self, one, other)

    monkeypatch.setattr(GitRepository, "merge_bases", bases)
    fork(start, {PATH: record(title="Ours")}, {OTHER: record("dec-y", title="Y")})
    merge(start)
    assert (told(start), len(asked)) == ([], 1)
    start.run("checkout", "-q", "side")
    start.write(PATH, record(more="x_new: 1\n", body=BODY.replace("Line 7", "Their line 7")))
    side = start.commit()
    start.run("checkout", "-q", "main")
    merge(start)
    assert (told(start), len(asked)) == ([], 2)
    assert side in start.run("rev-parse", "HEAD^2").decode()
