"""A range is judged by the state that it is brought to, and by nothing that it brings along."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest

from sgm_git.errors import CannotRun, UsageError
from sgm_git.findings import Severity
from sgm_git.git.engine import open_repository
from sgm_git.workflows.check import EVERYTHING
from sgm_git.workflows.check_range import check_range, parse_range
from tests.store.support import NOW
from tests.support import GitSandbox
from tests.workflows.support import begin
from tests.workflows.test_crosscheck import ADA, EVE, record

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.workflows.check import CheckReport

PATH = "memory/rule/rule-a.md"
LINKING = """---
id: rule-b
type: rule
title: B
provenance:
  agent: Ada
  created_at: "2026-10-10T18:21:47Z"
  origin: cli
  scope: {}
  links: [rule-a]
---

Body.
"""


@pytest.fixture
def trusted(sandbox: GitSandbox) -> str:
    """A commit with one record that is linked to."""
    begin(sandbox)
    sandbox.write(PATH, record().replace("title: A", "title: A\nx_review: ada"))
    sandbox.write("memory/rule/rule-b.md", LINKING)
    return sandbox.commit()


def told(
    sandbox: GitSandbox, engine: Engine, base: str = "HEAD~1", tip: str = "HEAD"
) -> CheckReport:
    """What a check of the range says."""
    return check_range(open_repository(sandbox.path, engine), (base, tip), NOW, EVERYTHING)


def codes(report: CheckReport) -> list[tuple[str, str, Severity]]:
    """The findings in short."""
    return [(each.path, each.code, each.severity) for each in report.findings]


@pytest.mark.usefixtures("trusted")
class TestWhatCounts:
    """What the range brings is judged, and not what was there."""

    def test_only_what_changed(self, sandbox: GitSandbox, engine: Engine) -> None:
        sandbox.write("memory/rule/old.md", "no front matter")
        sandbox.commit()
        sandbox.write("memory/rule/new.md", "none either")
        sandbox.commit()
        report = told(sandbox, engine)
        assert codes(report) == [("memory/rule/new.md", "F101", Severity.ERROR)]
        assert report.records == 1

    def test_a_link_that_leads_to_nothing_since(self, sandbox: GitSandbox, engine: Engine) -> None:
        (sandbox.path / PATH).unlink()
        sandbox.commit()
        assert codes(told(sandbox, engine)) == [
            (PATH, "K406", Severity.INFO),
            ("memory/rule/rule-b.md", "L502", Severity.WARNING),
        ]
        sandbox.write("notes.txt", "later")
        sandbox.commit()
        assert codes(told(sandbox, engine)) == []

    def test_a_field_that_was_dropped(self, sandbox: GitSandbox, engine: Engine) -> None:
        sandbox.write(PATH, record())
        sandbox.commit()
        assert codes(told(sandbox, engine)) == [(PATH, "K401", Severity.ERROR)]

    def test_a_field_that_was_dropped_with_consent(
        self, sandbox: GitSandbox, engine: Engine
    ) -> None:
        sandbox.write(PATH, record())
        sandbox.commit("drop it\n\n    * SGM-Allow: rule-a /x_review\n")
        assert codes(told(sandbox, engine)) == []

    def test_a_record_that_was_moved_and_edited_keeps_what_it_had(
        self, sandbox: GitSandbox, engine: Engine
    ) -> None:
        sandbox.run("mv", PATH, "memory/rule/moved.md")
        sandbox.write("memory/rule/moved.md", record("B"))
        sandbox.commit()
        assert codes(told(sandbox, engine)) == [
            ("memory/rule/moved.md", "L505", Severity.INFO),
            ("memory/rule/moved.md", "K401", Severity.ERROR),
        ]

    @pytest.mark.parametrize(
        ("claims", "code"),
        [({"created": "2026-10-09T18:21:47Z"}, "P301"), ({"agent": "Grace"}, "P302")],
    )
    def test_who_began_a_record_and_when(
        self, sandbox: GitSandbox, engine: Engine, claims: dict[str, str], code: str
    ) -> None:
        text = record(**claims).replace("title: A", "title: A\nx_review: ada")
        sandbox.write(PATH, text)
        forged = sandbox.commit(author=EVE)
        (finding,) = told(sandbox, engine).findings
        assert (finding.code, finding.severity) == (code, Severity.ERROR)
        assert finding.commit == forged

    @pytest.mark.parametrize("trust", ["admins = ['Ada']", "hosts = ['forge@example.org']"])
    def test_who_began_a_record_where_a_signature_could_excuse_it(
        self, sandbox: GitSandbox, engine: Engine, trust: str
    ) -> None:
        sandbox.write(".sgm/config.toml", f"format = 1\n[trust]\n{trust}\n")
        sandbox.commit()
        text = record(created="2026-10-09T18:21:47Z", agent="Grace")
        sandbox.write(PATH, text.replace("title: A", "title: A\nx_review: ada"))
        sandbox.commit(author=EVE)
        assert [code for _, code, _ in codes(told(sandbox, engine))] == ["P301", "P302"]

    def test_a_side_that_knows_less_is_no_change(self, sandbox: GitSandbox, engine: Engine) -> None:
        """The trusted side went on meanwhile: what the branch did not touch is none of its own."""
        sandbox.run("checkout", "-q", "-b", "side")
        sandbox.write("memory/rule/c.md", record().replace("rule-a", "c"))
        sandbox.commit()
        sandbox.run("checkout", "-q", "-")
        sandbox.write(PATH, record("Later").replace("title: Later", "title: Later\nx_review: ada"))
        sandbox.commit()
        assert codes(told(sandbox, engine, "HEAD", "side")) == []


class TestStamps:
    """Who changed a record, and when, is told as a check of everything would tell it."""

    STAMPS: ClassVar = {
        "modified": "true",
        "modified_at": '"2026-10-11T08:00:00Z"',
        "modified_by": "Ada",
    }

    def reverted(self, sandbox: GitSandbox) -> str:
        """A change of Ada's that was reverted by Eve; give the revert."""
        begin(sandbox)
        sandbox.write(PATH, record())
        sandbox.commit(author=ADA)
        sandbox.write(PATH, record("B", **self.STAMPS))
        sandbox.commit(author=ADA, date="2026-10-11T08:00:00Z")
        sandbox.write(PATH, record())
        return sandbox.commit(author=EVE, date="2026-10-12T08:00:00Z")

    def test_a_revert_of_a_revert(self, sandbox: GitSandbox, engine: Engine) -> None:
        self.reverted(sandbox)
        sandbox.write(PATH, record("B", **self.STAMPS))
        sandbox.commit(author=EVE, date="2026-10-13T08:00:00Z")
        assert codes(told(sandbox, engine)) == [(PATH, "P303", Severity.WARNING)]

    def test_other_stamps_are_still_foreign(self, sandbox: GitSandbox, engine: Engine) -> None:
        self.reverted(sandbox)
        stamps = self.STAMPS | {"modified_at": '"2026-10-13T08:00:00Z"'}
        sandbox.write(PATH, record("C", **stamps))
        sandbox.commit(author=EVE, date="2026-10-13T08:00:00Z")
        assert codes(told(sandbox, engine)) == [(PATH, "P305", Severity.ERROR)]

    def test_where_that_cannot_be_seen_they_are(
        self, sandbox: GitSandbox, engine: Engine, tmp_path: Path
    ) -> None:
        base = self.reverted(sandbox)
        sandbox.write(PATH, record("B", **self.STAMPS))
        sandbox.commit(author=EVE, date="2026-10-13T08:00:00Z")
        clone = GitSandbox(tmp_path / "clone")
        sandbox.run("clone", "-q", "--depth", "2", f"file://{sandbox.path}", str(clone.path))
        assert codes(told(clone, engine, base)) == [(PATH, "P305", Severity.WARNING)]


@pytest.mark.usefixtures("trusted")
class TestForgeries:
    """By whatever name, and by whatever merge, a record keeps its beginning."""

    def forged(self, **claims: str) -> str:
        """The record with another beginning."""
        return record(**claims).replace("title: A", "title: A\nx_review: ada")

    @pytest.mark.parametrize("steps", [1, 2])
    def test_behind_a_renaming(self, sandbox: GitSandbox, engine: Engine, steps: int) -> None:
        renamed = self.forged().replace("id: rule-a", "id: rule-z\naliases: [rule-a]")
        forged = renamed.replace("agent: Ada", "agent: Eve")
        sandbox.run("mv", PATH, "memory/rule/rule-z.md")
        if steps == 2:
            sandbox.write("memory/rule/rule-z.md", renamed)
            sandbox.commit(author=EVE)
        sandbox.write("memory/rule/rule-z.md", forged)
        sandbox.commit(author=EVE)
        found = codes(told(sandbox, engine, f"HEAD~{steps}"))
        assert ("memory/rule/rule-z.md", "P302", Severity.ERROR) in found

    def test_by_a_merge_that_takes_an_older_state(
        self, sandbox: GitSandbox, engine: Engine
    ) -> None:
        old = sandbox.head()
        sandbox.write(PATH, self.forged(agent="Grace"))
        sandbox.commit("consented\n\nSGM-Allow: rule-a /provenance/agent")
        tree = sandbox.run("rev-parse", f"{old}^{{tree}}").decode().strip()
        merge = sandbox.run("commit-tree", "-p", "HEAD", "-p", old, "-m", "Merge", tree)
        sandbox.run("reset", "-q", "--hard", merge.decode().strip())
        (finding,) = told(sandbox, engine, "HEAD^1").findings
        assert (finding.code, finding.severity) == ("P302", Severity.ERROR)
        assert "by a merge" in finding.message


@pytest.mark.usefixtures("trusted")
class TestTrust:
    """Nothing that arrives with a change loosens its judgement."""

    @pytest.mark.parametrize(
        ("path", "text"),
        [
            (".sgm/config.toml", 'format = 1\n[checks]\nignore = ["P", "K", "F"]\n'),
            (".sgm/config.toml", 'format = 1\n[store]\nignore = ["*.md"]\n'),
            (".sgm/config.toml", 'format = 1\n[[root]]\npath = "elsewhere"\n'),
            (".sgm/config.toml", "format = [broken\n"),
            (
                ".sgm/accepted.toml",
                '[[accepted]]\nid = "rule-a"\ncode = "P302"\nreason = "x"\n',
            ),
        ],
    )
    def test_settings_that_arrive(
        self, sandbox: GitSandbox, engine: Engine, path: str, text: str
    ) -> None:
        sandbox.write(PATH, record(agent="Grace").replace("title: A", "title: A\nx_review: ada"))
        sandbox.write(path, text)
        sandbox.commit(author=EVE)
        assert (PATH, "P302", Severity.ERROR) in codes(told(sandbox, engine))

    def test_a_mailmap_that_arrives(self, sandbox: GitSandbox, engine: Engine) -> None:
        stamps = {
            "modified": "true",
            "modified_at": '"2026-10-11T08:00:00Z"',
            "modified_by": "Ada",
        }
        text = record("B", **stamps).replace("title: B", "title: B\nx_review: ada")
        sandbox.write(PATH, text)
        sandbox.write(".mailmap", "Ada <ada@example.org> <eve@evil.example>\n")
        sandbox.commit(author=EVE, date="2026-10-11T08:00:00Z")
        assert (PATH, "P305", Severity.ERROR) in codes(told(sandbox, engine))

    def test_admins_alone_change_what_trust_rests_on(
        self, sandbox: GitSandbox, engine: Engine
    ) -> None:
        sandbox.write(".sgm/config.toml", 'format = 1\n[trust]\nadmins = ["ada@example.org"]\n')
        sandbox.write(".sgm/allowed_signers", "")
        sandbox.commit()
        sandbox.write(".mailmap", "Ada <eve@evil.example>\n")
        sandbox.commit(author=EVE)
        assert codes(told(sandbox, engine)) == [(".mailmap", "P314", Severity.ERROR)]

    def test_commits_that_must_be_signed(self, sandbox: GitSandbox, engine: Engine) -> None:
        sandbox.write(".sgm/config.toml", "format = 1\n[checks]\nrequire_signed = true\n")
        sandbox.commit()
        sandbox.write("notes.txt", "x")
        sandbox.commit()
        assert codes(told(sandbox, engine)) == [(".", "P312", Severity.ERROR)]

    def test_without_a_configuration_there_history_is_not_asked(
        self, sandbox: GitSandbox, engine: Engine
    ) -> None:
        first = sandbox.run("rev-list", "--max-parents=0", "HEAD").decode().strip()
        sandbox.run("rm", "-q", ".sgm/config.toml")
        sandbox.commit()
        sandbox.write(PATH, record(agent="Grace").replace("title: A", "title: A\nx_review: ada"))
        sandbox.commit(author=EVE)
        report = told(sandbox, engine)
        assert codes(report) == []
        assert any("has no .sgm/config.toml" in note for note in report.notes)
        assert codes(told(sandbox, engine, first)) != []


def test_nothing_older_is_needed(
    sandbox: GitSandbox, engine: Engine, trusted: str, tmp_path: Path
) -> None:
    """A clone as deep as the range is enough."""
    sandbox.write(PATH, record(agent="Grace"))
    sandbox.commit(author=EVE)
    clone = GitSandbox(tmp_path / "clone")
    sandbox.run("clone", "-q", "--depth", "2", f"file://{sandbox.path}", str(clone.path))
    assert [code for _, code, _ in codes(told(clone, engine, trusted))] == ["K401", "P302"]


def test_a_range_that_is_not_here_cannot_be_told(
    sandbox: GitSandbox, engine: Engine, trusted: str, tmp_path: Path
) -> None:
    clone = GitSandbox(tmp_path / "clone")
    sandbox.write(PATH, record("B"))
    sandbox.commit()
    sandbox.run("clone", "-q", "--depth", "1", f"file://{sandbox.path}", str(clone.path))
    with pytest.raises(CannotRun):
        told(clone, engine, trusted)


def test_without_a_merge_base_losses_cannot_be_told(
    sandbox: GitSandbox, engine: Engine, trusted: str
) -> None:
    sandbox.run("checkout", "-q", "--orphan", "other")
    sandbox.write(PATH, record())
    sandbox.commit()
    report = told(sandbox, engine, trusted)
    assert any("cannot be told" in note for note in report.notes)
    assert not [each for each in report.findings if each.code[0] == "K"]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("a..b", ("a", "b")),
        ("a..", ("a", "HEAD")),
        ("..b", ("HEAD", "b")),
        ("..", ("HEAD", "HEAD")),
    ],
)
def test_an_end_that_is_left_out_is_head(text: str, ends: tuple[str, str]) -> None:
    assert parse_range(text) == ends


@pytest.mark.parametrize("text", ["a", "", "a...b", "a.b"])
def test_what_is_no_range_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is no range"):
        parse_range(text)


@pytest.mark.usefixtures("trusted")
class TestConsents:
    """One counts for what its own commit took away, or one before it, and once."""

    HAS = record().replace("title: A", "title: A\nx_review: ada")
    LINE = "SGM-Allow: rule-a /x_review"

    def commits(self, sandbox: GitSandbox, *steps: tuple[str, str]) -> str:
        """Commit states of the record with messages; give where that began."""
        base = sandbox.head()
        for text, message in steps:
            sandbox.write(PATH, text)
            sandbox.run("add", "-A")
            sandbox.run("commit", "-q", "--allow-empty", "-m", message)
        return base

    def lost(self, sandbox: GitSandbox, engine: Engine, base: str) -> bool:
        """Whether a loss is told."""
        return "K401" in [code for _, code, _ in codes(told(sandbox, engine, base))]

    @pytest.mark.parametrize(
        ("steps", "is_lost"),
        [
            ([(record(), LINE)], False),
            ([(record(), "x"), (record("B"), "x"), (record("B"), LINE)], False),
            ([(record(), LINE), (record("B"), "x")], False),
            ([(HAS, LINE), (record(), "x")], True),
            ([(HAS.replace(": A", ": B"), LINE), (record(), "x")], True),
            ([(record(), LINE), (HAS, "back"), (record(), "again")], True),
            ([(record(), LINE), (HAS, "back"), (record(), LINE)], False),
            ([("broken", "x"), (record(), LINE)], False),
        ],
    )
    def test_of_a_commit(
        self, sandbox: GitSandbox, engine: Engine, steps: list[tuple[str, str]], *, is_lost: bool
    ) -> None:
        base = self.commits(sandbox, *steps)
        assert self.lost(sandbox, engine, base) is is_lost

    def test_of_another_line_of_history(self, sandbox: GitSandbox, engine: Engine) -> None:
        base = self.commits(sandbox, (record(), "x"))
        sandbox.run("checkout", "-q", "-b", "side", base)
        self.commits(sandbox, (self.HAS, self.LINE))
        sandbox.run("checkout", "-q", "-")
        sandbox.run("merge", "-q", "-m", "merge", "side")
        assert self.lost(sandbox, engine, base)
        sandbox.run("commit", "-q", "--allow-empty", "-m", self.LINE)
        assert not self.lost(sandbox, engine, base)

    def test_another_line_may_have_it_still(self, sandbox: GitSandbox, engine: Engine) -> None:
        base = self.commits(sandbox, (record(), self.LINE))
        sandbox.run("checkout", "-q", "-b", "side", base)
        self.commits(sandbox, (self.HAS.replace("Text", "More text"), "edit"))
        sandbox.run("checkout", "-q", "-")
        sandbox.run("merge", "-q", "-m", "merge", "side")
        assert not self.lost(sandbox, engine, base)

    def test_of_a_record_that_moves_about(self, sandbox: GitSandbox, engine: Engine) -> None:
        base = sandbox.head()
        sandbox.run("mv", PATH, "memory/rule/b.md")
        sandbox.write("memory/rule/b.md", record())
        sandbox.commit(self.LINE)
        sandbox.run("mv", "memory/rule/b.md", "memory/rule/c.md")
        sandbox.commit()
        assert not self.lost(sandbox, engine, base)

    def test_each_value_has_its_own(self, sandbox: GitSandbox, engine: Engine) -> None:
        two = self.HAS.replace("x_review: ada", "x_review: ada\nx_more: 1")
        base = self.commits(sandbox, (two, "x"), (self.HAS, "SGM-Allow: rule-a /x_more"))
        assert not self.lost(sandbox, engine, f"{base}~0")
        after = sandbox.run("rev-parse", "HEAD~1").decode().strip()
        assert not self.lost(sandbox, engine, after)
        self.commits(sandbox, (record(), "SGM-Allow: rule-a /x_more"))
        assert self.lost(sandbox, engine, after)
