"""What history tells is mended as one, exactly, and not a second time (DESIGN sections 5 and 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.checks.acceptance import value_digest
from sgm_git.checks.edits import apply_edits
from sgm_git.findings import Severity
from sgm_git.workflows.check import check
from sgm_git.workflows.fix import fix, release_stamps
from tests.store.support import NOW, STAMP, open_store
from tests.workflows.support import begin

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine
    from sgm_git.workflows.fix import FixReport, ReleaseReport
    from tests.support import GitSandbox

PATH = "memory/fact/fact-a.md"
ADA = "Ada <ada@example.org>"
BOB = "Bob <bob@example.org>"
NOON = "2026-10-12T12:00:00Z"
LATER = "2026-10-13T12:00:00Z"


def text(title: str = "A", at: str = "", by: str = "", *, more: str = "") -> str:
    """A record's file with a comment, quotes and a flow mapping of somebody's own."""
    stamps = f"  modified: true\n  modified_at: '{at}'   # by hand\n  modified_by: {by}\n"
    return (
        f"---\nid: fact-a\ntype: fact\ntitle: '{title}'   # keep\nx_review: {{by: 'grace'}}\n"
        f"scope: {{}}\nprovenance:\n  agent: Ada\n  created_at: 2026-10-10T18:21:47Z\n"
        f"{stamps if at else ''}  origin: cli\n  scope: {{}}\n{more}---\n\nBody.\n"
    )


def lagging(sandbox: GitSandbox) -> str:
    """Ada stamps an edit, Bob edits and does not; give Bob's commit."""
    sandbox.write(PATH, text())
    sandbox.commit()
    sandbox.write(PATH, text("B", NOON, "Ada"))
    sandbox.commit(date=NOON)
    sandbox.write(PATH, text("C", NOON, "Ada"))
    return sandbox.commit(author=BOB, date=LATER)


def foreign(sandbox: GitSandbox) -> str:
    """Bob is known, and Ada commits an edit in his name."""
    sandbox.write(PATH, text())
    sandbox.commit()
    sandbox.write("notes.txt", "Bob was here")
    sandbox.commit(author=BOB)
    sandbox.write(PATH, text("B", NOON, "Bob"))
    return sandbox.commit(date=NOON)


def backwards(sandbox: GitSandbox) -> str:
    """A later edit has an earlier stamp."""
    sandbox.write(PATH, text())
    sandbox.commit()
    sandbox.write(PATH, text("B", NOON, "Ada"))
    sandbox.commit(date=NOON)
    sandbox.write(PATH, text("C", "2026-10-11T12:00:00Z", "Ada"))
    return sandbox.commit(date=LATER)


def mend(sandbox: GitSandbox, engine: Engine = "git", *, write: bool = True) -> FixReport:
    return fix(open_store(sandbox.path, engine).records, NOW, "Ada", write=write)


def release(sandbox: GitSandbox, *paths: str, write: bool = True) -> ReleaseReport:
    return release_stamps(open_store(sandbox.path).records, NOW, paths, write=write)


def codes(sandbox: GitSandbox, engine: Engine = "git") -> list[str]:
    found = check(open_store(sandbox.path, engine).records, NOW).findings
    return [each.code for each in found]


def body(sandbox: GitSandbox) -> str:
    return (sandbox.path / PATH).read_text()


STAMPED = {
    "P303": (lagging, text("C", LATER, "Bob")),
    "P305": (foreign, text("B", NOON, "Ada")),
    "P311": (backwards, text("C", LATER, "Ada")),
}


@pytest.mark.parametrize("code", STAMPED)
def test_a_finding_of_history_is_gone_with_nothing_else_changed(
    sandbox: GitSandbox, engine: Engine, code: str
) -> None:
    begin(sandbox)
    make, expected = STAMPED[code]
    make(sandbox)
    assert code in codes(sandbox, engine)
    looked = mend(sandbox, engine, write=False)
    assert [(each.after or b"").decode() for each in looked.files] == [expected]
    assert code in {each.code for each in looked.remaining}
    assert mend(sandbox, engine).remaining == ()
    assert body(sandbox) == expected
    assert mend(sandbox, engine).files == ()
    sandbox.commit(date="2026-10-14T12:00:00Z")
    assert codes(sandbox, engine) == []
    assert mend(sandbox, engine).files == ()


@pytest.mark.parametrize("code", STAMPED)
def test_it_is_the_fix_that_the_finding_brings_along(sandbox: GitSandbox, code: str) -> None:
    begin(sandbox)
    make, expected = STAMPED[code]
    make(sandbox)
    found = check(open_store(sandbox.path).records, NOW).findings
    (fixed,) = (each.fix for each in found if each.code == code)
    assert fixed is not None
    assert apply_edits(body(sandbox).encode(), fixed.edits).decode() == expected


def test_an_edit_that_is_not_committed_is_stamped_with_now(sandbox: GitSandbox) -> None:
    begin(sandbox)
    foreign(sandbox)
    sandbox.write(PATH, text("D", NOON, "Bob"))
    assert mend(sandbox).remaining == ()
    assert body(sandbox) == text("D", STAMP, "Ada")
    assert mend(sandbox).files == ()


def test_what_is_mended_otherwise_is_stamped_in_the_same_run(sandbox: GitSandbox) -> None:
    """Another scope changes what a record means, and its stamps have to tell of that."""
    begin(sandbox)
    sandbox.write(PATH, text())
    sandbox.commit()
    sandbox.write(PATH, text("B", NOON, "Ada").replace("scope: {}\nprov", "scope: {a: b}\nprov"))
    sandbox.commit(date=NOON)
    assert codes(sandbox) == ["S210"]
    assert mend(sandbox).remaining == ()
    assert f"modified_at: '{STAMP}'" in body(sandbox)
    assert "  scope:\n    a: b\n" in body(sandbox)
    assert mend(sandbox).files == ()


def test_what_is_put_back_as_it_was_is_not_stamped(sandbox: GitSandbox) -> None:
    begin(sandbox)
    sandbox.write(PATH, text())
    sandbox.commit()
    stood = text("B", NOON, "Ada", more="  x_run: 7\n")
    sandbox.write(PATH, stood)
    sandbox.commit(date=NOON)
    sandbox.write(PATH, text("B", NOON, "Ada"))
    assert codes(sandbox) == ["K405", "P303"]
    mend(sandbox)
    assert body(sandbox) == stood
    assert codes(sandbox) == []


def test_a_record_that_moves_is_stamped_where_it_goes(sandbox: GitSandbox) -> None:
    begin(sandbox)
    lagging(sandbox)
    sandbox.run("mv", PATH, "memory/fact/elsewhere.md")
    sandbox.commit(date="2026-10-14T12:00:00Z")
    (done,) = mend(sandbox).files
    assert (done.path, done.move_to) == ("memory/fact/elsewhere.md", PATH)
    assert f"modified_at: '{LATER}'" in body(sandbox)
    assert mend(sandbox).files == ()


def test_all_that_is_wrong_with_the_stamps_is_mended_at_once(sandbox: GitSandbox) -> None:
    begin(sandbox)
    foreign(sandbox)
    sandbox.write(PATH, _flow(f"modified: true, modified_at: {LATER}, modified_by: Ada"))
    sandbox.commit(date=LATER)
    back = _flow("modified: true, modified_at: 2026-10-12T13:00:00Z, modified_by: Bob")
    sandbox.write(PATH, back.replace("Text", "More text"))
    sandbox.commit(date="2026-10-14T12:00:00Z")
    assert codes(sandbox) == ["P311", "P305"]
    assert mend(sandbox).remaining == ()
    assert mend(sandbox).files == ()


def _flow(stamps: str) -> str:
    return (
        "---\nid: fact-a\ntype: fact\ntitle: A\nscope: {}\nprovenance: {agent: Ada, created_at: "
        f"2026-10-10T18:21:47Z, origin: cli, scope: {{}}, {stamps}}}\n---\n\nText.\n"
    )


def test_only_what_is_asked_for_is_stamped(sandbox: GitSandbox) -> None:
    begin(sandbox)
    lagging(sandbox)
    sandbox.write("memory/fact/fact-b.md", text().replace("fact-a", "fact-b"))
    sandbox.commit(date=LATER)
    stood = body(sandbox)
    records = open_store(sandbox.path).records
    assert fix(records, NOW, "Ada", ["memory/fact/fact-b.md"], write=True).files == ()
    assert body(sandbox) == stood
    assert fix(records, NOW, "Ada", [PATH], write=True).files


def test_a_code_that_is_silenced_is_not_mended(sandbox: GitSandbox) -> None:
    begin(sandbox, config='format = 1\n[checks]\nignore = ["P303"]\n')
    lagging(sandbox)
    assert mend(sandbox).files == ()


def test_what_was_accepted_stays(sandbox: GitSandbox) -> None:
    begin(sandbox)
    commit = foreign(sandbox)
    digest = value_digest({"provenance": {"modified_by": "Bob"}}, "/provenance/modified_by")
    sandbox.write(
        ".sgm/accepted.toml",
        f'[[accepted]]\nid = "fact-a"\ncode = "P305"\ncommit = "{commit}"\n'
        f'pointer = "/provenance/modified_by"\nvalue = "{digest}"\nreason = "Bob said so"\n'
        f'by = "Ada"\nat = "{LATER}"\n',
    )
    sandbox.commit(date=LATER)
    assert codes(sandbox) == []
    assert mend(sandbox).files == ()


class TestRelease:
    """Stamps that git bears out need not be declared (DESIGN section 5)."""

    def test_they_go_and_nothing_else(self, sandbox: GitSandbox) -> None:
        begin(sandbox)
        sandbox.write(PATH, text())
        sandbox.commit()
        sandbox.write(PATH, text("B", NOON, "Ada"))
        sandbox.commit(date=NOON)
        looked = release(sandbox, write=False)
        assert [(each.after or b"").decode() for each in looked.files] == [text("B")]
        assert body(sandbox) == text("B", NOON, "Ada")
        assert release(sandbox).kept == ()
        assert body(sandbox) == text("B")
        assert release(sandbox) == release(sandbox, write=False)
        assert release(sandbox).files == ()
        sandbox.commit(date=LATER)
        assert codes(sandbox) == []

    def test_what_is_known_of_the_last_change_stays(self, sandbox: GitSandbox) -> None:
        begin(sandbox)
        sandbox.write(PATH, text())
        sandbox.commit()
        sandbox.write(PATH, text("B", NOON, "Ada"))
        sandbox.commit(date=NOON)
        names = ("modified", "modified_at", "modified_by")
        before = open_store(sandbox.path).effective("fact-a").fields
        release(sandbox)
        after = open_store(sandbox.path).effective("fact-a").fields
        assert [before[name].value for name in names] == [after[name].value for name in names]

    @pytest.mark.parametrize("make", [lagging, foreign, backwards], ids=lambda make: make.__name__)
    def test_not_what_history_contradicts(self, sandbox: GitSandbox, make: object) -> None:
        begin(sandbox)
        assert callable(make)
        make(sandbox)
        stood = body(sandbox)
        report = release(sandbox)
        assert report.files == ()
        (kept,) = report.kept
        assert kept.path == PATH
        assert kept.why.startswith("P3")
        assert body(sandbox) == stood

    def test_not_what_a_baseline_keeps_from_being_judged(self, sandbox: GitSandbox) -> None:
        begin(sandbox)
        commit = foreign(sandbox)
        sandbox.write(".sgm/config.toml", f'format = 1\n[checks]\nbaseline = "{commit}"\n')
        sandbox.commit(date=LATER)
        assert codes(sandbox) == []
        assert [each.why[:4] for each in release(sandbox).kept] == ["P305"]

    @pytest.mark.parametrize(
        ("stood", "why"),
        [
            (text("B", LATER, "Ada"), "P304"),
            (text("B", "noon", "Ada"), "modified_at is"),
            (text("B", NOON, "'7'").replace("'7'", "!!int 7"), "modified_by is"),
            (text("B", NOON, "Ada").replace("modified: true", "modified: false"), "P303"),
            (text("B", NOON, "Ada").replace("modified: true", 'modified: "true"'), "modified is"),
            (text("B", NOON, "build-agent"), "P305"),
        ],
    )
    def test_not_what_says_something_else(self, sandbox: GitSandbox, stood: str, why: str) -> None:
        begin(sandbox)
        sandbox.write(PATH, text())
        sandbox.commit()
        sandbox.write(PATH, stood)
        sandbox.commit(date=NOON)
        report = release(sandbox)
        assert [each.why[: len(why)] for each in report.kept] == [why]
        assert body(sandbox) == stood

    def test_not_of_a_first_version(self, sandbox: GitSandbox) -> None:
        begin(sandbox)
        sandbox.write(PATH, text("B", NOON, "Ada"))
        sandbox.commit(date=NOON)
        assert [each.why[:4] for each in release(sandbox).kept] == ["P307"]

    def test_of_a_first_version_that_says_it_is_one(self, sandbox: GitSandbox) -> None:
        begin(sandbox)
        sandbox.write(PATH, text(more="  modified: false\n"))
        sandbox.commit()
        assert release(sandbox).kept == ()
        assert body(sandbox) == text()

    def test_not_of_an_edit_that_is_not_committed(self, sandbox: GitSandbox) -> None:
        begin(sandbox)
        sandbox.write(PATH, text())
        sandbox.commit()
        sandbox.write(PATH, text("B", NOON, "Ada"))
        (kept,) = release(sandbox).kept
        assert kept.why == "its last version is not committed yet"

    def test_of_one_that_only_stamps_are_new_in(self, sandbox: GitSandbox) -> None:
        begin(sandbox)
        lagging(sandbox)
        mend(sandbox)
        assert release(sandbox).kept == ()
        assert body(sandbox) == text("C")

    def test_an_agents_stamp_goes_where_the_commit_names_the_agent(
        self, sandbox: GitSandbox
    ) -> None:
        """Else history would name the person under whose account it works."""
        begin(sandbox, config='format = 1\n[agents]\nbuild-agent = ["ada@example.org"]\n')
        for title, message in (("A", "x"), ("B", "x"), ("C", "x\n\nSGM-Agent: build-agent")):
            at = "" if title == "A" else f"2026-10-1{2 + (title == 'C')}T12:00:00Z"
            sandbox.write(PATH, text(title, at, "build-agent"))
            sandbox.commit(message, date=at or "2026-10-10T18:21:47Z")
            if title == "B":
                (kept,) = release(sandbox).kept
                assert kept.why.startswith('modified_by is "build-agent"')
        assert release(sandbox).files
        found = open_store(sandbox.path).effective("fact-a").fields
        assert found["modified_by"].value == "build-agent"

    def test_not_by_a_date_that_cannot_be_right(self, sandbox: GitSandbox) -> None:
        begin(sandbox)
        sandbox.write(PATH, text())
        sandbox.commit()
        sandbox.write(PATH, text("B", NOON, "Ada"))
        sandbox.commit(date="1970-01-02T00:00:00Z")
        assert [each.why[:14] for each in release(sandbox).kept] == ["modified_at is"]

    def test_one_person_by_another_name(self, sandbox: GitSandbox) -> None:
        begin(sandbox, config='format = 1\n[identities]\nLovelace = ["ada@example.org"]\n')
        sandbox.write(PATH, text())
        sandbox.commit()
        sandbox.write(PATH, text("B", NOON, "Lovelace"))
        sandbox.commit(date=NOON)
        assert release(sandbox).kept == ()

    def test_records_without_stamps_are_not_spoken_of(self, sandbox: GitSandbox) -> None:
        begin(sandbox)
        sandbox.write(PATH, text())
        sandbox.commit()
        assert release(sandbox) == release(sandbox, PATH)
        assert (release(sandbox).files, release(sandbox).kept) == ((), ())


def test_a_squash_with_nothing_but_a_title_is_mended(sandbox: GitSandbox) -> None:
    """Honest work that looks like a forgery: Bob's stamped edit, committed as Ada's."""
    begin(sandbox)
    foreign(sandbox)
    (finding,) = check(open_store(sandbox.path).records, NOW).findings
    assert (finding.code, finding.severity) == ("P305", Severity.ERROR)
    assert mend(sandbox).remaining == ()
    sandbox.commit(date=LATER)
    assert codes(sandbox) == []
