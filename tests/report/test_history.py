"""A history is a timeline for people, lines for pipes and JSON for programs."""

from __future__ import annotations

from dataclasses import replace

from sgm_git.commits import UNCOMMITTED, Commit, Identity
from sgm_git.findings import Finding, Severity
from sgm_git.record.absent import ABSENT
from sgm_git.report.history import (
    history_lines,
    history_object,
    latest_lines,
    latest_object,
    latest_table,
    revision_objects,
)
from sgm_git.report.style import PLAIN, Style
from sgm_git.witness.changes import FieldChange
from sgm_git.witness.effective import Extent
from sgm_git.witness.life import Kind
from sgm_git.witness.trust import Trust
from sgm_git.workflows.history import RecordHistory
from sgm_git.workflows.revisions import Deed, Revision

ADA = Identity("Ada", "ada@example.org")
OLD_ADA = Identity("A. L.", "al@old.example")
NOW = 1_791_656_507  # 2026-10-10T18:21:47Z
DAY = 86_400
PATH = "memory/decision/dec-x.md"


def deed(
    oid: str = "a" * 40,
    time: int | None = NOW - DAY,
    *,
    author: Identity = ADA,
    agent: str | None = None,
) -> Deed:
    commit = Commit(oid, (), author, time, author, time, "", ())
    return Deed(commit, ADA if author == OLD_ADA else author, agent)


BORN = Revision(
    "dec-x",
    "memory/old.md",
    Kind.BORN,
    deed("b" * 40, NOW - 3 * DAY, author=OLD_ADA),
    (FieldChange(("title",), ABSENT, "X"),),
    Trust.SIGNED,
    (),
)
CHANGED = Revision(
    "dec-x",
    PATH,
    Kind.CHANGED,
    deed(agent="build-agent"),
    (
        FieldChange(("title",), "X", "Y"),
        FieldChange(("annotations", "0", "value"), "proposed", "accepted", "status"),
    ),
    Trust.DISPUTED,
    tuple(Finding(code, Severity.ERROR, PATH, "m") for code in ("P305", "P304", "P305")),
)
PENDING = replace(CHANGED, deed=deed(UNCOMMITTED, NOW), verdict=Trust.UNKNOWN, findings=())
HISTORY = RecordHistory("dec-x", PATH, (PENDING, CHANGED, BORN), Extent.COMPLETE)


def test_a_timeline_tells_times_in_utc_when_who_what_and_how_sure() -> None:
    assert list(history_lines(HISTORY)) == [
        "dec-x  memory/decision/dec-x.md",
        "",
        "not committed yet  Ada <ada@example.org>  unknown",
        '  title: "X" -> "Y"',
        '  status: "proposed" -> "accepted"',
        "",
        (
            "2026-10-09T18:21:47Z  build-agent, for Ada <ada@example.org>  aaaaaaaaaa"
            "  disputed (P304, P305)"
        ),
        '  title: "X" -> "Y"',
        '  status: "proposed" -> "accepted"',
        "",
        (
            "2026-10-07T18:21:47Z  Ada <ada@example.org>  (in git: A. L. <al@old.example>)"
            "  bbbbbbbbbb  signed  created"
        ),
        "  in memory/old.md",
        '  + title: "X"',
    ]


def test_a_person_is_told_how_long_ago() -> None:
    heads = [line for line in history_lines(HISTORY, PLAIN, NOW) if line.endswith("created")]
    assert heads[0].startswith("3 days ago  Ada ")


def test_a_timeline_of_what_is_gone_begins_with_who_deleted_it() -> None:
    gone = replace(HISTORY, revisions=(BORN,), deletion=deed("d" * 40, NOW))
    lines = list(history_lines(gone))
    assert lines[2] == "2026-10-10T18:21:47Z  Ada <ada@example.org>  dddddddddd  deleted"
    told = history_object(gone)["deleted"]
    assert isinstance(told, dict)
    assert (told["commit"], told["author_time"]) == ("d" * 40, "2026-10-10T18:21:47Z")


def test_what_was_accepted_is_told_beside_the_trust_that_it_costs() -> None:
    shut = replace(BORN, verdict=Trust.UNKNOWN, accepted=CHANGED.findings)
    told = replace(HISTORY, revisions=(shut,))
    assert "unknown (P304 accepted, P305 accepted)" in list(history_lines(told))[2]
    (version,) = revision_objects([shut])
    assert (version["codes"], version["accepted"]) == ([], ["P304", "P305"])


def test_what_a_version_is_otherwise_is_said() -> None:
    for kind, words in ((Kind.RETURNED, "brought back"), (Kind.STAMPED, "only its stamps")):
        told = replace(HISTORY, revisions=(replace(CHANGED, kind=kind),))
        assert list(history_lines(told))[2].endswith(words)


def test_nothing_in_a_commit_acts_on_the_terminal() -> None:
    evil = Identity("\x1b[2J\u202e", "a\nb@x")
    nasty = replace(CHANGED, id="x\x07", path="a\x1b.md", deed=deed(author=evil, agent="\x9b31m"))
    history = RecordHistory(
        "x\x07", PATH, (nasty, replace(nasty, deed=deed(author=evil))), Extent.CUT
    )
    lines = [
        *history_lines(history),
        *latest_lines([nasty, replace(nasty, deed=deed(author=evil))]),
        *latest_table([nasty], PLAIN, NOW),
    ]
    assert all(line.replace("\t", "").isprintable() for line in lines)
    assert any(r"\x1b[2J\u202e <a\nb@x>" in line for line in lines)


def test_as_json_it_has_every_value_whole() -> None:
    told = history_object(HISTORY)
    assert {**told, "versions": len(HISTORY.revisions)} == {
        "id": "dec-x",
        "path": PATH,
        "extent": "complete",
        "deleted": None,
        "versions": 3,
    }
    versions = told["versions"]
    assert isinstance(versions, list)
    assert versions[2] == {
        "commit": "b" * 40,
        "author": {"name": "A. L.", "email": "al@old.example"},
        "author_time": "2026-10-07T18:21:47Z",
        "person": {"name": "Ada", "email": "ada@example.org"},
        "agent": None,
        "kind": "born",
        "path": "memory/old.md",
        "fields": [{"op": "add", "pointer": "/title", "before": None, "after": "X"}],
        "verdict": "signed",
        "codes": [],
        "accepted": [],
    }
    changed = versions[1]
    assert isinstance(changed, dict)
    assert (changed["agent"], changed["verdict"], changed["codes"]) == (
        "build-agent",
        "disputed",
        ["P304", "P305"],
    )


def test_what_is_not_committed_or_cannot_be_told_is_null() -> None:
    pending, odd = revision_objects([PENDING, replace(CHANGED, deed=deed(time=10**15))])
    assert (pending["commit"], pending["author_time"]) == (None, None)
    assert odd["author_time"] is None
    assert next(iter(revision_objects([replace(CHANGED, deed=deed(time=None))])))[
        "author_time"
    ] is (None)


def test_the_latest_changes_are_a_line_each() -> None:
    many = tuple(FieldChange((name,), 1, 2) for name in "abcdefg")
    nameless = replace(CHANGED, id="dec-y", changes=many, deed=deed(author=Identity("", "a@b.c")))
    returned = replace(CHANGED, kind=Kind.RETURNED, changes=(), findings=())
    assert [line.split("\t") for line in latest_lines([PENDING, CHANGED, nameless, BORN])] == [
        ["not committed yet", "", "dec-x", "Ada", "unknown", "title, status"],
        [
            "2026-10-09T18:21:47Z",
            "a" * 10,
            "dec-x",
            "build-agent",
            "disputed (P304, P305)",
            "title, status",
        ],
        [
            "2026-10-09T18:21:47Z",
            "a" * 10,
            "dec-y",
            "a@b.c",
            "disputed (P304, P305)",
            "a, b, c, d, e, 2 more",
        ],
        [
            "2026-10-07T18:21:47Z",
            "b" * 10,
            "dec-x",
            "Ada (in git: A. L.)",
            "signed",
            "created",
        ],
    ]
    assert next(latest_lines([returned])).endswith("brought back")


def test_for_a_person_they_stand_in_columns() -> None:
    wide = replace(BORN, id="日本")
    first, second = latest_table([CHANGED, wide], PLAIN, NOW)
    assert first == (
        "24 hours ago  aaaaaaaaaa  dec-x  build-agent          disputed (P304, P305)  title, status"
    )
    assert second == (
        "3 days ago    bbbbbbbbbb  日本   Ada (in git: A. L.)  signed                 created"
    )
    coloured = latest_table([CHANGED], Style(colour=True), NOW)[0]
    assert "\x1b[31mdisputed (P304, P305)\x1b[0m" in coloured
    assert latest_table([], PLAIN, NOW) == []


def test_the_latest_changes_as_json_name_their_records() -> None:
    versions = latest_object([CHANGED, BORN])["versions"]
    assert isinstance(versions, list)
    assert [each["id"] for each in versions if isinstance(each, dict)] == ["dec-x", "dec-x"]
