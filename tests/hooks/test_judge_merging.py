"""A merge is held against both sides: what merging gives by itself is nobody's loss."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hooks.staged_support import PATH, STAMP, E, Memory, W, codes, document

if TYPE_CHECKING:
    from tests.support import GitSandbox

BASE = document("x_one: 1", "x_two: 2", "owner: ada")
OURS = BASE.replace("owner: ada", "owner: bob")
THEIRS = BASE.replace("Text.", "Text.\n\nMore.")
STAMPS = "  modified: true\n  modified_at: 2026-11-18T10:{}:00Z\n  modified_by: Ada\n  scope: {{}}"


def stamped(text: str, minute: int) -> str:
    """The record with stamps."""
    return text.replace("  scope: {}", STAMPS.format(minute))


class Fork:
    """Two branches that changed one record; ours is checked out, and theirs is being merged."""

    def __init__(self, box: GitSandbox, base: str, ours: str, theirs: str) -> None:
        self.memory = Memory.begun(box.path)
        self.memory.commit(PATH, base)
        box.run("checkout", "-q", "-b", "side")
        self.memory.commit(PATH, theirs, published=False)
        box.run("checkout", "-q", "main")
        self.memory.commit(PATH, ours)
        box.run("merge", "--no-commit", "--no-ff", "side", check=False)

    def resolve(self, text: str) -> Memory:
        """Stage what the merge is to have."""
        self.memory.stage(PATH, text)
        return self.memory


def test_what_merging_gives_passes_without_stamps(sandbox: GitSandbox) -> None:
    base, ours, theirs = stamped(BASE, 10), stamped(OURS, 20), stamped(THEIRS, 30)
    both = stamped(BASE.replace("Text.", "Text.\n\nMore.").replace("ada", "bob"), 30)
    verdict = Fork(sandbox, base, ours, theirs).resolve(both).judge()
    assert (verdict.findings, verdict.amendments, verdict.records) == ((), (), 1)


def test_a_resolution_of_its_own_is_stamped(sandbox: GitSandbox) -> None:
    base, ours, theirs = stamped(BASE, 10), stamped(OURS, 20), stamped(THEIRS, 30)
    third = stamped(THEIRS.replace("owner: ada", "owner: eve"), 30)
    memory = Fork(sandbox, base, ours, theirs).resolve(third)
    verdict = memory.judge()
    (amendment,) = verdict.amendments
    assert (codes(verdict), amendment.reasons) == ([], ("stamp",))
    assert STAMP.encode() in amendment.after
    memory.stage(PATH, amendment.after)
    assert memory.judge().amendments == ()


@pytest.mark.parametrize("loser", ["ours", "theirs"])
def test_what_one_side_dropped_on_purpose_may_go(sandbox: GitSandbox, loser: str) -> None:
    without = OURS.replace("x_one: 1\n", "")
    ours, theirs = (without, THEIRS) if loser == "ours" else (THEIRS, without)
    both = THEIRS.replace("x_one: 1\n", "").replace("ada", "bob")
    assert Fork(sandbox, BASE, ours, theirs).resolve(both).told() == []


@pytest.mark.parametrize("keeper", ["ours", "theirs"])
def test_what_one_side_has_and_merging_keeps_may_not(sandbox: GitSandbox, keeper: str) -> None:
    added = OURS.replace("x_one", "x_new: {by: grace}\nx_one")
    ours, theirs = (added, THEIRS) if keeper == "ours" else (THEIRS, added)
    third = THEIRS.replace("ada", "bob")
    memory = Fork(sandbox, BASE, ours, theirs).resolve(third)
    verdict = memory.judge()
    assert [(each.code, each.pointer, each.severity) for each in verdict.findings] == [
        ("K401", "/x_new", E)
    ]
    assert verdict.blocks
    (amendment,) = verdict.amendments
    assert b"by: grace" in amendment.after
    memory.stage(PATH, amendment.after)
    assert memory.told() == []


def test_what_both_sides_have_and_the_merge_has_not_is_told_once(sandbox: GitSandbox) -> None:
    third = THEIRS.replace("ada", "bob").replace("x_two: 2\n", "")
    verdict = Fork(sandbox, BASE, OURS, THEIRS).resolve(third).judge()
    assert [each.pointer for each in verdict.findings] == ["/x_two"]
    assert len(verdict.amendments) == 1


def test_taking_our_side_whole_drops_what_the_other_added(sandbox: GitSandbox) -> None:
    theirs = THEIRS.replace("x_one", "x_new: 1\nx_one")
    memory = Fork(sandbox, BASE, OURS, theirs).resolve(OURS)
    verdict = memory.judge()
    assert [(each.code, each.pointer) for each in verdict.findings] == [("K401", "/x_new")]
    assert (verdict.blocks, verdict.records) == (True, 0)
    memory.stage(PATH, verdict.amendments[0].after)
    assert memory.told() == []


def test_what_only_we_changed_is_not_asked_about(sandbox: GitSandbox) -> None:
    memory = Memory.begun(sandbox.path)
    memory.commit(PATH, BASE)
    sandbox.run("checkout", "-q", "-b", "side")
    memory.commit("memory/fact/fact-b.md", document(record_id="fact-b"), published=False)
    sandbox.run("checkout", "-q", "main")
    memory.commit(PATH, OURS.replace("x_one: 1\n", ""))
    sandbox.run("merge", "--no-commit", "--no-ff", "side")
    verdict = memory.judge()
    assert (verdict.findings, verdict.amendments, verdict.records) == ((), (), 1)


def test_both_sides_began_the_same_record(sandbox: GitSandbox) -> None:
    memory = Memory.begun(sandbox.path)
    new = "memory/fact/fact-n.md"
    ours, theirs = (document(f"x_{n}: 1", "x_both: 1", record_id="fact-n") for n in "ab")
    sandbox.run("checkout", "-q", "-b", "side")
    memory.commit(new, theirs, published=False)
    sandbox.run("checkout", "-q", "main")
    memory.commit(new, ours)
    sandbox.run("merge", "--no-commit", "side", check=False)
    memory.stage(new, document("x_a: 1", "x_b: 1", "x_both: 1", record_id="fact-n"))
    assert memory.told() == []
    memory.stage(new, document("x_a: 1", "x_b: 1", record_id="fact-n"))
    assert [each.pointer for each in memory.judge().findings] == ["/x_both"]


def test_a_record_of_the_other_side_is_not_completed_but_judged(sandbox: GitSandbox) -> None:
    memory = Memory.begun(sandbox.path)
    sandbox.run("checkout", "-q", "-b", "side")
    memory.commit("memory/rule/rule-x.md", "---\ntitle: X\n---\n\nDo.\n", published=False)
    sandbox.run("checkout", "-q", "main")
    memory.commit(PATH, BASE)
    sandbox.run("merge", "--no-commit", "side")
    verdict = memory.judge()
    assert {code for code, _ in codes(verdict)} == {"S201"}
    assert verdict.amendments == ()


def test_markers_are_refused(sandbox: GitSandbox) -> None:
    fork = Fork(sandbox, BASE, OURS, BASE.replace("owner: ada", "owner: eve"))
    assert fork.memory.judge().records == 0, "git itself refuses what is not merged"
    marked = (sandbox.path / PATH).read_text()
    assert "<<<<<<<" in marked
    assert ("F106", E) in fork.resolve(marked).told()


def test_claims_that_the_other_side_brings_are_its_own(sandbox: GitSandbox) -> None:
    theirs = THEIRS.replace('agent: "Ada"', 'agent: "Bob"')
    assert Fork(sandbox, BASE, OURS, theirs).resolve(theirs.replace("ada", "bob")).told() == []


def test_claims_that_the_merge_makes_up_are_not(sandbox: GitSandbox) -> None:
    third = THEIRS.replace("ada", "bob").replace('agent: "Ada"', 'agent: "Eve"')
    assert Fork(sandbox, BASE, OURS, THEIRS).resolve(third).told() == [("P302", E)]


def test_an_unpublished_head_changes_nothing_in_a_merge(sandbox: GitSandbox) -> None:
    fork = Fork(sandbox, BASE, OURS, THEIRS)
    sandbox.run("update-ref", "-d", "refs/remotes/origin/main")
    third = THEIRS.replace("ada", "bob").replace("x_two: 2\n", "")
    assert fork.resolve(third).told() == [("K401", E)]
    assert W not in dict(fork.memory.told()).values()


def test_the_hook_of_a_clean_merge_judges_against_both(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = THEIRS.replace("x_one", "x_new: 1\nx_one")
    fork = Fork(sandbox, BASE, OURS, theirs)
    tip = sandbox.run("rev-parse", "side").decode().strip()
    (sandbox.path / ".git" / "MERGE_HEAD").unlink()
    fork.resolve(THEIRS.replace("ada", "bob"))
    assert fork.memory.told() == []
    monkeypatch.setenv(f"GITHEAD_{tip}", "side")
    assert fork.memory.told() == [("K401", E)]
