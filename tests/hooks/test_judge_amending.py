"""A new record is completed, a changed one stamped, and what comes of it is judged again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.document import read
from sgm_git.record.times import render_utc
from tests.hooks.staged_support import NOW, PATH, STAMP, E, Memory, W, codes, document

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.hooks.plan import Verdict
    from tests.support import GitSandbox

OLD = "2026-11-18T10:30:00Z"
STAMPED = document().replace(
    "  scope: {}",
    f"  modified: true\n  modified_at: {OLD}\n  modified_by: Bob   # by hand\n  scope: {{}}",
)
TYPED = "---\ntitle: X\n---\n\nDo.\n"
RULE = "memory/rule/rule-x.md"
OTHER = "memory/fact/fact-b.md"


@pytest.fixture
def memory(sandbox: GitSandbox) -> Memory:
    """A memory with one published record that has stamps."""
    found = Memory.begun(sandbox.path)
    found.commit(PATH, STAMPED)
    return found


def provenance(verdict: Verdict) -> JsonObject:
    """The provenance of the one document that is amended."""
    (amendment,) = verdict.amendments
    document = read(amendment.after).document
    assert document is not None
    found: JsonValue = document.record["provenance"]
    assert isinstance(found, dict)
    return found


def passes_again(memory: Memory, verdict: Verdict) -> bool:
    """Whether the amended documents pass, and nothing more is done to them."""
    for amendment in verdict.amendments:
        memory.stage(amendment.path, amendment.after)
    again = memory.judge()
    return not again.blocks and not again.amendments


class TestCompletion:
    """Gaps of a new record are filled from its place, the author and the clock."""

    def test_of_one_that_was_typed_by_hand(self, memory: Memory) -> None:
        memory.stage(RULE, TYPED)
        verdict = memory.judge()
        assert (codes(verdict), verdict.blocks) == ([], False)
        (amendment,) = verdict.amendments
        document = read(amendment.after).document
        assert document is not None
        assert document.record == {
            "id": "rule-x",
            "type": "rule",
            "title": "X",
            "content": "Do.",
            "provenance": {
                "agent": "Ada",
                "created_at": STAMP,
                "origin": "editor",
                "scope": {},
            },
        }
        assert (amendment.reasons, amendment.mode) == (("complete",), 0o100644)
        assert passes_again(memory, verdict)

    def test_takes_the_scope_of_the_root(self, memory: Memory) -> None:
        memory.commit(".sgm/config.toml", '[[root]]\npath = "memory"\nscope = { project = "p" }\n')
        memory.stage(RULE, TYPED)
        verdict = memory.judge()
        assert provenance(verdict)["scope"] == {"project": "p"}
        assert passes_again(memory, verdict)

    def test_overwrites_nothing_that_is_there(self, memory: Memory) -> None:
        text = TYPED.replace("title", "provenance: {agent: bob}   # mine\ntitle")
        memory.stage(RULE, text)
        (amendment,) = memory.judge().amendments
        assert b"agent: bob" in amendment.after
        assert b"# mine" in amendment.after

    def test_names_the_author_of_the_commit(
        self, memory: Memory, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_AUTHOR_NAME", "Grace")
        monkeypatch.setenv("GIT_AUTHOR_EMAIL", "grace@example.org")
        memory.stage(RULE, TYPED)
        assert provenance(memory.judge())["agent"] == "Grace"

    def test_needs_a_type_and_says_so(self, memory: Memory) -> None:
        memory.stage("memory/x.md", TYPED)
        verdict = memory.judge()
        assert (codes(verdict), verdict.amendments) == ([("S213", E)], ())

    def test_needs_an_author(self, memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
        memory.stage(RULE, TYPED)
        verdict = memory.judge()
        assert (codes(verdict), verdict.amendments) == ([("S213", E)], ())

    def test_is_not_for_one_that_history_has(self, memory: Memory) -> None:
        memory.commit(RULE, TYPED)
        memory.stage(RULE, TYPED.replace("Do.", "Do it."))
        verdict = memory.judge()
        assert {code for code, _ in codes(verdict)} == {"S201"}
        assert verdict.amendments == ()

    def test_is_not_planned_where_nothing_may_be_changed(self, memory: Memory) -> None:
        memory.stage(RULE, TYPED)
        verdict = memory.judge(amends=False)
        assert (codes(verdict), verdict.amendments, verdict.blocks) == ([("S213", E)], (), True)

    def test_is_not_done_where_an_error_remains(self, memory: Memory) -> None:
        memory.stage(RULE, TYPED.replace("title: X", "title: X\nannotations: [{value: 1}]"))
        verdict = memory.judge()
        assert (codes(verdict), verdict.amendments) == ([("S201", E)], ())
        assert [each.span.line for each in verdict.findings if each.span] == [3]

    def test_is_not_done_where_another_record_has_an_error(self, memory: Memory) -> None:
        memory.stage(RULE, TYPED)
        memory.stage("memory/fact/fact-c.md", "---\nid: [\n---\n")
        memory.stage(PATH, STAMPED.replace("Text", "Other"))
        verdict = memory.judge()
        assert (codes(verdict), verdict.amendments, verdict.blocks) == ([("F103", E)], (), True)

    def test_that_gives_an_id_which_another_has_is_refused(self, memory: Memory) -> None:
        memory.stage("memory/rule/fact-a.md", TYPED)
        verdict = memory.judge()
        assert ("L501", E) in codes(verdict)
        assert verdict.amendments == ()

    def test_leaves_warnings_at_their_places(self, memory: Memory) -> None:
        memory.stage("memory/decision/dec-x.md", TYPED)
        verdict = memory.judge()
        assert codes(verdict) == [("S205", W)]
        assert len(verdict.amendments) == 1


class TestStamps:
    """They are kept true, where there are any."""

    def test_follow_a_change_of_meaning(self, memory: Memory) -> None:
        memory.stage(PATH, STAMPED.replace("Text", "Other"))
        verdict = memory.judge()
        (amendment,) = verdict.amendments
        assert amendment.reasons == ("stamp",)
        assert amendment.after.decode() == STAMPED.replace("Text", "Other").replace(
            OLD, f'"{STAMP}"'
        ).replace("Bob", "Ada")
        assert codes(verdict) == []
        assert passes_again(memory, verdict)

    def test_follow_no_other_change(self, memory: Memory) -> None:
        memory.stage(PATH, STAMPED.replace("title: A", "# remark\ntitle: 'A'"))
        assert memory.judge().amendments == ()

    def test_that_the_change_brings_are_taken_as_they_are(self, memory: Memory) -> None:
        mine = STAMPED.replace("Text", "Other").replace(OLD, STAMP).replace("Bob", "Ada")
        memory.stage(PATH, mine)
        verdict = memory.judge()
        assert (codes(verdict), verdict.amendments) == ([], ())

    def test_are_not_brought_into_a_record_without(self, memory: Memory) -> None:
        memory.commit(PATH, document())
        memory.stage(PATH, document(body="Other."))
        assert memory.judge().amendments == ()

    def test_are_brought_in_where_that_is_the_policy(self, memory: Memory) -> None:
        memory.commit(".sgm/config.toml", '[store]\nstamp = "always"\n')
        memory.commit(PATH, document())
        memory.stage(PATH, document(body="Other."))
        stamps = provenance(memory.judge())
        assert (stamps["modified"], stamps["modified_at"], stamps["modified_by"]) == (
            True,
            STAMP,
            "Ada",
        )

    def test_stay_where_that_is_the_policy_and_the_lag_is_told(self, memory: Memory) -> None:
        memory.commit(".sgm/config.toml", '[store]\nstamp = "never"\n')
        memory.stage(PATH, STAMPED.replace("Text", "Other"))
        verdict = memory.judge()
        assert (codes(verdict), verdict.amendments, verdict.blocks) == ([("P303", W)], (), False)

    def test_do_not_follow_one_that_lies_ahead_and_that_is_told(self, memory: Memory) -> None:
        ahead = render_utc(NOW + 3600)
        memory.commit(PATH, STAMPED.replace(OLD, ahead))
        memory.stage(PATH, STAMPED.replace(OLD, ahead).replace("Text", "Other"))
        verdict = memory.judge()
        assert (provenance(verdict)["modified_at"], verdict.blocks) == (STAMP, False)
        (note,) = verdict.notes
        assert f'{PATH}: modified_at was "{ahead}", which lies ahead of this clock' in note
        memory.now += 3600
        later = memory.judge()
        assert (provenance(later)["modified_at"], later.notes) == (render_utc(NOW + 3601), ())

    def test_that_lie_ahead_are_told_in_one_line(self, memory: Memory) -> None:
        one = STAMPED.replace(OLD, render_utc(NOW + 3600))
        both = {PATH: one, OTHER: one.replace("fact-a", "fact-b")}
        for path, text in both.items():
            memory.commit(path, text)
        for path, text in both.items():
            memory.stage(path, f"{text}More.\n")
        assert ["(and 1 more)" in note for note in memory.judge().notes] == [True]

    def test_are_a_second_later_than_the_last(self, memory: Memory) -> None:
        soon = render_utc(NOW + 60)
        memory.commit(PATH, STAMPED.replace(OLD, soon))
        memory.stage(PATH, STAMPED.replace(OLD, soon).replace("Text", "Other"))
        assert provenance(memory.judge())["modified_at"] == render_utc(NOW + 61)

    def test_that_lay_ahead_come_back_to_the_present(self, memory: Memory) -> None:
        memory.commit(PATH, STAMPED.replace(OLD, "2099-01-01T00:00:00Z"))
        memory.stage(PATH, STAMPED.replace(OLD, "2099-01-01T00:00:00Z").replace("Text", "Other"))
        verdict = memory.judge()
        assert provenance(verdict)["modified_at"] == STAMP
        assert passes_again(memory, verdict)

    def test_follow_a_record_that_moves(self, memory: Memory) -> None:
        memory.box.run("mv", PATH, "memory/moved.md")
        assert memory.judge().amendments == ()
        memory.stage("memory/moved.md", STAMPED.replace("Text", "Other"))
        (amendment,) = memory.judge().amendments
        assert (amendment.path, amendment.reasons) == ("memory/moved.md", ("stamp",))

    def test_are_not_for_a_record_that_is_new_in_an_unpublished_head(self, memory: Memory) -> None:
        new = STAMPED.replace("fact-a", "fact-n")
        memory.commit("memory/fact/fact-n.md", new, published=False)
        memory.stage("memory/fact/fact-n.md", new.replace("Text", "Other"))
        memory.stage(PATH, STAMPED.replace("Text", "Other"))
        assert [each.path for each in memory.judge().amendments] == [PATH]
        memory.publish()
        assert len(memory.judge().amendments) == 2

    def test_are_not_for_another_record_in_the_place(self, memory: Memory) -> None:
        memory.stage(PATH, STAMPED.replace("fact-a", "fact-z"))
        assert memory.judge().amendments == ()

    def test_are_set_in_a_document_with_other_line_ends(self, memory: Memory) -> None:
        windows = b"\xef\xbb\xbf" + STAMPED.replace("\n", "\r\n").encode()
        memory.commit(PATH, windows)
        memory.stage(PATH, windows.replace(b"Text", b"Other"))
        (amendment,) = memory.judge().amendments
        assert amendment.after == windows.replace(b"Text", b"Other").replace(
            OLD.encode(), f'"{STAMP}"'.encode()
        ).replace(b"Bob", b"Ada")


class TestBegunInHead:
    """A record that began in a HEAD which is not published is completed as of that commit."""

    LATER = TYPED.replace("Do.", "Do it.")

    def test_by_its_author_and_at_its_time(self, memory: Memory) -> None:
        memory.box.write(RULE, TYPED)
        memory.box.commit("past the hooks", author="Eve <eve@example.org>")
        memory.stage(RULE, self.LATER)
        verdict = memory.judge()
        assert (codes(verdict), verdict.amendments[0].reasons) == ([], ("complete",))
        assert provenance(verdict) == {
            "agent": "Eve",
            "created_at": "2026-10-10T18:21:47Z",
            "origin": "editor",
            "scope": {},
        }
        assert passes_again(memory, verdict)

    def test_also_what_is_missing_in_part(self, memory: Memory) -> None:
        memory.commit(RULE, TYPED.replace("title", "id: other\ntitle"), published=False)
        memory.stage(RULE, self.LATER.replace("title", "id: other\ntitle"))
        assert b"id: other" in memory.judge().amendments[0].after

    def test_is_a_gap_and_no_other_fault_where_nothing_may_be_changed(self, memory: Memory) -> None:
        memory.commit(RULE, TYPED, published=False)
        memory.stage(RULE, self.LATER)
        assert memory.told(amends=False) == [("S213", E)]

    def test_not_where_a_parent_of_head_has_it(self, memory: Memory) -> None:
        memory.commit(RULE, TYPED, published=False)
        memory.commit(RULE, TYPED.replace("Do.", "Do so."), published=False)
        memory.stage(RULE, self.LATER)
        assert {code for code, _ in memory.told()} == {"S201"}

    def test_in_the_first_commit_of_all(self, sandbox: GitSandbox) -> None:
        memory = Memory(sandbox)
        memory.commit(RULE, TYPED, published=False)
        memory.stage(RULE, self.LATER)
        assert memory.judge().amendments[0].reasons == ("complete",)
