"""What history will say of a commit is told before, as far as it can be known."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.git.engine import open_repository
from sgm_git.record.consent import Consent
from sgm_git.store.consents import remember
from tests.hooks.staged_support import CREATED, PATH, STAMP, E, Memory, W, codes, document

if TYPE_CHECKING:
    from tests.support import GitSandbox

AHEAD = "2026-12-24T08:00:00Z"
NEW = "memory/fact/fact-n.md"


def stamped(by: str, at: str = STAMP, **claims: str) -> str:
    """The record with another text, stamped."""
    return document(body="Other.", modified_at=at, modified_by=by, **claims).replace(
        "  modified_at", "  modified: true\n  modified_at"
    )


@pytest.fixture
def memory(sandbox: GitSandbox) -> Memory:
    """A memory in which Ada and Bob have worked; Ada commits."""
    found = Memory.begun(sandbox.path)
    found.box.write("notes.txt", "Bob was here\n")
    found.box.commit("notes", author="Bob <bob@example.org>")
    found.publish()
    return found


class TestCreation:
    """When and by whom a record was begun does not change."""

    @pytest.mark.parametrize(
        ("text", "code", "weight"),
        [
            (document(created_at="2026-11-18T09:00:00Z"), "P301", E),
            (document(agent="Bob"), "P302", E),
            (document(origin="editor"), "P302", W),
        ],
    )
    def test_another_one_is_told(self, memory: Memory, text: str, code: str, weight: str) -> None:
        memory.stage(PATH, text)
        verdict = memory.judge()
        assert (codes(verdict), verdict.blocks) == ([(code, weight)], weight is E)

    def test_the_same_moment_in_other_words_is_none(self, memory: Memory) -> None:
        memory.stage(PATH, document(created_at="2026-11-18T11:00:00+01:00"))
        assert memory.told() == []

    def test_a_consent_makes_it_a_warning(self, memory: Memory) -> None:
        blob = memory.box.run("rev-parse", f"HEAD:{PATH}").decode().strip()
        given = [(blob, Consent("fact-a", "/provenance/agent"))]
        remember(open_repository(memory.box.path), given, {blob})
        memory.stage(PATH, document(agent="Bob"))
        assert memory.told() == [("P302", W)]
        memory.stage(PATH, document(created_at="2026-11-18T09:00:00Z"))
        assert memory.told() == [("P301", E)]

    def test_what_is_published_may_be_put_back(self, memory: Memory) -> None:
        memory.box.run("config", "remote.origin.url", "elsewhere")
        memory.box.run("config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*")
        memory.box.run("branch", "--set-upstream-to", "origin/main")
        memory.commit(PATH, document(agent="Bob"), published=False)
        memory.commit("notes.txt", "More.", published=False)
        memory.stage(PATH, document())
        assert memory.told() == []
        memory.stage(PATH, document(agent="Eve"))
        assert memory.told() == [("P302", E)]

    def test_one_that_lay_ahead_may_be_mended(self, memory: Memory) -> None:
        memory.commit(PATH, document(created_at=AHEAD))
        memory.stage(PATH, document(created_at=CREATED))
        assert memory.told() == []

    def test_what_an_unpublished_head_alone_says_may_be_amended(self, memory: Memory) -> None:
        memory.commit(NEW, document(record_id="fact-n"), published=False)
        memory.stage(NEW, document(record_id="fact-n", agent="Bob"))
        verdict = memory.judge()
        assert (codes(verdict), verdict.blocks) == ([("P302", W)], False)
        memory.stage(PATH, document(agent="Bob"))
        assert memory.told() == [("P302", E), ("P302", W)]

    def test_what_a_record_lied_about_before_does_not_stop(self, memory: Memory) -> None:
        memory.commit(PATH, document(agent="Bob"))
        memory.commit(PATH, document(agent="Bob", created_at=AHEAD))
        memory.stage(PATH, document(agent="Bob", created_at=AHEAD, body="Other."))
        assert memory.told() == []

    def test_a_moved_record_is_the_same(self, memory: Memory) -> None:
        memory.box.run("mv", PATH, "memory/moved.md")
        memory.stage("memory/moved.md", document(agent="Bob"))
        assert memory.told() == [("P302", E)]


class TestTimes:
    """Nothing is dated later than now."""

    def test_a_new_record_from_the_future_is_refused(self, memory: Memory) -> None:
        memory.stage(NEW, document(record_id="fact-n", created_at=AHEAD))
        assert memory.told() == [("P304", E)]
        memory.stage(NEW, document(record_id="fact-n", created_at="2026-11-18T11:15:00Z"))
        assert memory.told() == []

    def test_so_are_stamps_from_there(self, memory: Memory) -> None:
        memory.stage(PATH, stamped("Ada", AHEAD))
        assert memory.told() == [("P304", E)]

    def test_one_from_long_ago_is_told_unless_it_came_from_elsewhere(self, memory: Memory) -> None:
        old = "2020-01-01T00:00:00Z"
        memory.stage(NEW, document(record_id="fact-n", created_at=old))
        assert memory.told() == [("P315", W)]
        memory.stage(NEW, document(record_id="fact-n", created_at=old, origin="import"))
        assert memory.told() == []

    def test_stamps_that_go_back_are_told(self, memory: Memory) -> None:
        memory.commit(PATH, stamped("Ada", "2026-11-18T10:30:00Z"))
        memory.stage(PATH, stamped("Ada", "2026-11-18T10:20:00Z").replace("Other", "More"))
        assert ("P303", W) in memory.told() or ("P311", W) in memory.told()


class TestPeople:
    """Whom stamps name is held against the author."""

    def test_the_author_is_right(self, memory: Memory) -> None:
        memory.stage(PATH, stamped("Ada"))
        assert memory.told() == []

    def test_somebody_else_who_is_known_is_told_but_the_message_may_name_them(
        self, memory: Memory
    ) -> None:
        memory.stage(PATH, stamped("Bob"))
        verdict = memory.judge()
        assert (codes(verdict), verdict.blocks) == ([("P305", W)], False)
        assert "Co-authored-by" in verdict.findings[0].message

    def test_an_agent_whom_nobody_knows_may_be_named_by_the_message(self, memory: Memory) -> None:
        memory.stage(PATH, stamped("build-agent"))
        assert memory.told() == []

    def test_the_mailmap_that_is_trusted_joins_names(self, memory: Memory) -> None:
        memory.stage(".mailmap", "Bob <bob@example.org> Ada <ada@example.org>\n")
        memory.stage(PATH, stamped("Bob"))
        assert memory.told() == [("P305", W)]
        memory.box.run("restore", "--staged", PATH)
        memory.box.run("commit", "-qm", "join", "--no-verify")
        memory.publish()
        memory.stage(PATH, stamped("Bob"))
        assert memory.told() == []

    def test_so_does_the_configuration(self, memory: Memory) -> None:
        memory.commit(".sgm/config.toml", '[identities]\nBob = ["ada@example.org"]\n')
        memory.stage(PATH, stamped("Bob"))
        assert memory.told() == []

    def test_stamps_of_others_that_stand_there_already_are_not_asked_about(
        self, memory: Memory, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        memory.commit(PATH, stamped("Bob"))
        monkeypatch.setattr("sgm_git.git.cli_rows.people", None)
        monkeypatch.setattr("sgm_git.git.cli_rows.history", None)
        memory.stage(PATH, stamped("Bob").replace("Other", "More"))
        assert memory.told() == []
