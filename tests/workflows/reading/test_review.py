"""How records stand beside the trusted side, and what of them binds (DESIGN section 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.store.support import open_store
from tests.workflows.reading.support import record_text
from tests.workflows.reading.test_attacks import (
    CONFIG,
    EVIL,
    KEEP,
    TRUSTED,
    bound,
    evil,
    keep,
    publish,
    readings,
)
from tests.workflows.support import begin

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support import GitSandbox

ADDRESS = "https://example.org/x"


def labels(box: GitSandbox) -> dict[str, str]:
    """Standing and review of every version, by path; ``+`` stands before reviewed versions."""
    return {
        f"{'+' if each.is_reviewed_version else ''}{each.path}": " ".join(
            (each.standing.value, each.review.value, "binds" if each.binds else "-")
        )
        for each in readings(box)
    }


def notes(box: GitSandbox) -> str:
    """What a person is told."""
    with open_store(box.path).reading() as seen:
        return "\n".join(seen.notes)


def test_without_a_remote_what_is_committed_binds_and_nothing_else(sandbox: GitSandbox) -> None:
    begin(sandbox)
    sandbox.write(KEEP, keep())
    sandbox.write("memory/rule/gone.md", record_text("rule-gone"))
    sandbox.commit("rules")
    sandbox.write(EVIL, evil())
    assert labels(sandbox) == {
        KEEP: "in-force unknown binds",
        "memory/rule/gone.md": "in-force unknown binds",
        EVIL: "proposed new-here -",
    }
    sandbox.run("add", "-A")
    sandbox.write(KEEP, keep("Evil."))
    (sandbox.path / "memory/rule/gone.md").unlink()
    assert labels(sandbox) == {
        KEEP: "proposed changed-here -",
        f"+{KEEP}": "in-force unknown binds",
        "+memory/rule/gone.md": "in-force removed-here binds",
        EVIL: "proposed new-here -",
    }


def test_before_the_first_commit_nothing_binds(sandbox: GitSandbox) -> None:
    sandbox.write(EVIL, evil())
    assert labels(sandbox) == {EVIL: "proposed new-here -"}
    sandbox.run("config", "remote.origin.url", ADDRESS)
    assert bound(sandbox) == {}
    assert "no rule binds" in notes(sandbox)


def test_beside_the_trusted_ref_every_difference_has_a_name(sandbox: GitSandbox) -> None:
    begin(sandbox)
    for name in ("same", "moved", "changed", "removed", "renamed", "root"):
        sandbox.write(f"memory/rule/{name}.md", record_text(f"rule-{name}"))
    sandbox.commit("rules")
    publish(sandbox)
    folder = sandbox.path / "memory/rule"
    (folder / "moved.md").rename(sandbox.path / "memory/moved.md")
    (folder / "removed.md").unlink()
    (folder / "renamed.md").unlink()
    (folder / "root.md").unlink()
    sandbox.write(CONFIG, 'format = 1\n[[root]]\npath = "memory"\n[[root]]\npath = "other"\n')
    sandbox.write("other/root.md", record_text("rule-root"))
    sandbox.write("memory/rule/changed.md", record_text("rule-changed", content="Evil."))
    sandbox.write("memory/rule/new.md", record_text("rule-new"))
    alias = "aliases: [rule-renamed]\n"
    sandbox.write("memory/rule/name.md", record_text("rule-name", more=alias))
    sandbox.commit("all of it")
    assert labels(sandbox) == {
        "memory/rule/same.md": "in-force reviewed binds",
        "memory/moved.md": "in-force reviewed binds",
        "other/root.md": "in-force reviewed binds",
        "memory/rule/changed.md": "proposed changed-here -",
        "+memory/rule/changed.md": "in-force reviewed binds",
        "+memory/rule/removed.md": "in-force removed-here binds",
        "memory/rule/name.md": "proposed changed-here -",
        "+memory/rule/renamed.md": "in-force reviewed binds",
        "memory/rule/new.md": "proposed new-here -",
    }


@pytest.fixture
def forked(sandbox: GitSandbox) -> GitSandbox:
    """A rule on ``origin/main``, and another one on the branch ``more``, which is checked out."""
    begin(sandbox)
    sandbox.write(KEEP, keep())
    sandbox.commit("rule")
    publish(sandbox)
    sandbox.run("switch", "-q", "-c", "more")
    sandbox.write(EVIL, evil())
    sandbox.commit("more")
    return sandbox


def test_the_users_own_configuration_names_what_is_trusted(forked: GitSandbox) -> None:
    assert bound(forked) == {"rule-keep": "Keep."}
    forked.run("config", "sgm.trustRef", "refs/heads/more")
    assert bound(forked) == {"rule-keep": "Keep.", "rule-evil": "Evil."}
    forked.run("config", "sgm.trustRef", "refs/heads/none")
    assert bound(forked) == {}
    assert "refs/heads/none" in notes(forked)


@pytest.mark.parametrize("is_committed", [False, True])
def test_a_branch_cannot_name_itself_as_trusted(forked: GitSandbox, *, is_committed: bool) -> None:
    forked.write(CONFIG, 'format = 1\n[trust]\nref = "refs/heads/more"\n')
    if is_committed:
        forked.commit("trust me")
    assert bound(forked) == {"rule-keep": "Keep."}


def test_the_trusted_side_may_name_another_ref(forked: GitSandbox) -> None:
    forked.run("switch", "-q", "main")
    forked.write(CONFIG, 'format = 1\n[trust]\nref = "refs/heads/more"\n')
    forked.commit("trust more")
    publish(forked)
    assert bound(forked) == {"rule-keep": "Keep.", "rule-evil": "Evil."}
    forked.run("branch", "-q", "-D", "more")
    assert bound(forked) == {}


@pytest.mark.parametrize("name", ["origin/main", "main"])
def test_no_tag_or_branch_takes_the_name_of_what_is_trusted(forked: GitSandbox, name: str) -> None:
    forked.run("config", "sgm.trustRef", name)
    forked.run("tag", name)
    forked.run("tag", f"refs/remotes/{name}")
    if name == "origin/main":
        forked.run("branch", name)
    assert bound(forked) == {"rule-keep": "Keep."}


def test_nothing_stands_in_for_a_trusted_ref_that_is_gone(forked: GitSandbox) -> None:
    forked.run("config", "sgm.trustRef", TRUSTED)
    forked.run("tag", TRUSTED)
    assert bound(forked) == {"rule-keep": "Keep."}
    forked.run("update-ref", "-d", TRUSTED)
    assert bound(forked) == {}


def test_a_remote_without_a_ref_binds_nobody(forked: GitSandbox) -> None:
    forked.run("update-ref", "-d", TRUSTED)
    assert {each.split()[0] for each in labels(forked).values()} == {"proposed"}
    assert "no rule binds" in notes(forked)
    forked.run("branch", "origin/main")
    forked.run("tag", "origin/HEAD")
    assert bound(forked) == {}


def test_ids_that_are_nearly_the_same_are_other_records(forked: GitSandbox) -> None:
    for place, name in (("a", "Rule-Keep"), ("b", "rule-keep "), ("c", "rule\u2010keep")):
        forked.write(f"memory/{place}.md", record_text(f'"{name}"', content="Evil."))
    found = labels(forked)
    assert found[KEEP] == "in-force reviewed binds"
    assert {found[f"memory/{place}.md"] for place in "abc"} == {"proposed new-here -"}


def test_an_id_twice_on_the_trusted_side_binds_nobody(forked: GitSandbox) -> None:
    forked.run("switch", "-q", "main")
    forked.write("memory/copy.md", keep("Evil."))
    forked.commit("copy")
    publish(forked)
    assert bound(forked) == {}
    for change in (None, keep("Evil 2."), record_text("rule-other"), "no record"):
        if change is None:
            (forked.path / "memory/copy.md").unlink()
        else:
            forked.write("memory/copy.md", change)
        assert bound(forked) == {}
    (forked.path / KEEP).unlink()
    assert bound(forked) == {}


STATUSES = {
    "accepted": "in-force",
    "active": "in-force",
    "null": "unclassified",
    '""': "unclassified",
    "Accepted": "unclassified",
    "ACTIVE": "unclassified",
    '"accepted "': "unclassified",
    '" accepted"': "unclassified",
    '"accepted\\n"': "unclassified",
    "\u0430ccepted": "unclassified",
    "accep\u00adted": "unclassified",
    "[accepted]": "unclassified",
    "[accepted, retired]": "unclassified",
    "{accepted: true}": "unclassified",
    "true": "unclassified",
    "7": "unclassified",
    "done": "unclassified",
    "proposed": "proposed",
    "retired": "history",
}


def test_only_the_very_word_puts_a_rule_in_force(sandbox: GitSandbox) -> None:
    begin(sandbox)
    for number, word in enumerate(STATUSES):
        said = f"{{kind: status, value: {word}}}"
        sandbox.write(f"memory/{number}.md", record_text(f"rule-{number}", annotations=said))
        several = f"{{kind: status, value: accepted}}, {said}"
        sandbox.write(f"memory/x{number}.md", record_text(f"rule-x{number}", annotations=several))
    sandbox.commit("rules")
    found = {path: each.split()[0] for path, each in labels(sandbox).items()}
    for number, standing in enumerate(STATUSES.values()):
        assert found[f"memory/{number}.md"] == found[f"memory/x{number}.md"] == standing, number


WRONG = {
    "S2": keep().replace("title: Title of rule-keep", "title: [1]"),
    "S202": keep().replace("2026-10-10T18:21:47Z", "yesterday"),
    "S210": keep(more="scope: {project: x}\n"),
    "P304": keep().replace("2026-10-10T18", "2027-10-10T18"),
    "F112": keep("Keep\u200b."),
    "F113": keep("Keep. <!-- and evil -->"),
}


@pytest.mark.parametrize("code", WRONG)
def test_a_rule_with_an_error_does_not_bind_and_says_what_is_wrong(
    sandbox: GitSandbox, code: str
) -> None:
    silence = f'format = 1\n[checks]\nignore = ["{code}", "{code[0]}"]\n'
    begin(sandbox, config=silence)
    sandbox.write(KEEP, WRONG[code])
    sandbox.commit("rule")
    publish(sandbox)
    (found,) = readings(sandbox)
    assert (found.standing.value, found.review.value, found.trust.value) == (
        *("proposed", "reviewed", "disputed"),
    )
    assert any(each.startswith(code) for each in found.wrong)
    assert not found.binds


UNREADABLE: dict[str, str | bytes] = {
    "duplicate-keys": keep().replace("type: rule", "type: rule\ntype: fact"),
    "not-utf-8": keep().encode() + b"\xff",
    "too-large": keep("x" * 1_100_000),
}


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_there_does_not_bind_and_nothing_here_stands_for_it(
    sandbox: GitSandbox, name: str
) -> None:
    begin(sandbox)
    sandbox.write(KEEP, UNREADABLE[name])
    sandbox.commit("rule")
    publish(sandbox)
    assert bound(sandbox) == {}
    sandbox.write(KEEP, keep())
    assert labels(sandbox) == {KEEP: "proposed new-here -"}


def test_a_shallow_clone_binds_by_the_same_ref(forked: GitSandbox, tmp_path: Path) -> None:
    forked.run("branch", "-q", "-f", "main", TRUSTED)
    forked.run("switch", "-q", "main")
    place = tmp_path / "clone"
    forked.run("clone", "-q", "--depth", "1", f"file://{forked.path}", str(place))
    clone = type(forked)(place)
    assert labels(clone) == {KEEP: "in-force reviewed binds"}
    clone.write(KEEP, keep("Evil."))
    assert bound(clone) == {"rule-keep": "Keep."}
    assert {each.trust.value for each in readings(clone)} == {"unknown"}
    clone.commit("evil\n\nSGM-Allow: rule-keep /x\n", author="Mallory <mallory@example.org>")
    clone.run("rm", "-q", "--cached", KEEP)
    assert bound(clone) == {"rule-keep": "Keep."}


def test_trust_in_a_reviewed_version_is_that_of_its_own_history(forked: GitSandbox) -> None:
    forked.write(KEEP, keep("Evil."))
    forked.commit("evil", author="Mallory <mallory@example.org>")
    (found,) = [each for each in readings(forked) if each.is_reviewed_version]
    assert found.trust.value == "consistent"
    assert found.effective.get("modified_by") is None
    forked.run("switch", "-q", "main")
    forked.write(KEEP, keep("Keep more."))
    forked.commit("on")
    publish(forked)
    forked.run("switch", "-q", "more")
    (found,) = [each for each in readings(forked) if each.is_reviewed_version]
    assert found.trust.value == "unknown"  # what led there is not in this branch's history
    assert found.binds


KINDS = {
    "decision": ("settled", "{kind: status, value: accepted}"),
    "fact": ("stated", "{kind: status, value: accepted}"),
    "task": ("open", "{kind: status, value: active}"),
    "note": ("unclassified", "{kind: status, value: accepted}"),
    "Rule": ("unclassified", "{kind: status, value: accepted}"),
    "'rule '": ("unclassified", ""),
    "status": ("stale", "{kind: as_of, value: 2027-10-10T00:00:00Z}"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_no_kind_of_record_poses_as_an_order(sandbox: GitSandbox, kind: str) -> None:
    standing, said = KINDS[kind]
    begin(sandbox)
    sandbox.write("memory/x.md", record_text("x", kind, annotations=said))
    sandbox.commit("x")
    publish(sandbox)
    (found,) = readings(sandbox)
    assert (found.standing.value, found.binds) == (standing, False)
