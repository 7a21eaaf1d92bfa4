"""Who can commit on a branch, or drop files, but was not reviewed, steers no reader (DESIGN 8)."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from sgm_git.record.times import parse_rfc3339
from sgm_git.witness.reading import Review
from sgm_git.witness.trust import Trust
from tests.store.support import open_store
from tests.support import GitSandbox, untraced
from tests.workflows.reading.support import record_text
from tests.workflows.support import begin

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sgm_git.witness.reading import Reading

    Act = Callable[[GitSandbox], object]

pytestmark = untraced

TRUSTED = "refs/remotes/origin/main"
KEEP = "memory/rule/rule-keep.md"
EVIL = "memory/rule/rule-evil.md"
CONFIG = ".sgm/config.toml"
BOUND = {"rule-keep": "Keep.", "rule-also": "Also."}


def publish(box: GitSandbox, rev: str = "HEAD") -> None:
    """Let everybody have reviewed a commit."""
    box.run("config", "remote.origin.url", "https://example.org/x")
    box.run("update-ref", TRUSTED, rev)


def reviewed(box: GitSandbox, config: str = "format = 1\n", rule: str = "") -> None:
    """A memory of two reviewed rules and a decision, and a branch that starts there."""
    begin(box, config=config)
    box.write(KEEP, rule or record_text("rule-keep", content="Keep."))
    box.write("memory/rule/rule-also.md", record_text("rule-also", content="Also."))
    box.write("memory/decision/dec-d.md", record_text("dec-d", "decision", content="D."))
    box.commit("begin")
    publish(box)
    box.run("switch", "-q", "-c", "branch")


def readings(box: GitSandbox, rev: str | None = None) -> list[Reading]:
    """Every version that a reader is told of."""
    with open_store(box.path).reading(rev=rev) as seen:
        return list(seen.each())


def bound(box: GitSandbox, rev: str | None = None) -> dict[str | None, str]:
    """What binds: contents by id."""
    found = [each for each in readings(box, rev) if each.binds]
    told = {each.id: str(each.record.get("content")).strip() for each in found}
    assert len(told) == len(found)
    assert all(each.type == "rule" for each in found)
    return told


def evil(**more: str) -> str:
    """A rule that nobody reviewed."""
    return record_text("rule-evil", content="Evil.", **more)


def keep(content: str = "Keep.", **more: str) -> str:
    """The reviewed rule, said otherwise."""
    return record_text("rule-keep", content=content, **more)


def stamped(by: str, time: str) -> str:
    """The reviewed rule with stamps, which are no part of its meaning."""
    stamps = f'  modified: true\n  modified_by: {by}\n  modified_at: "{time}"\n'
    return keep().replace("  origin", f"{stamps}  origin")


def writes(*files: tuple[str, str | bytes]) -> Act:
    """Write files, each a path and its text."""

    def act(box: GitSandbox) -> None:
        for path, text in files:
            box.write(path, text)

    return act


def writes_and_commits(*files: tuple[str, str | bytes]) -> Act:
    """Write files and commit them."""

    def act(box: GitSandbox) -> None:
        writes(*files)(box)
        box.commit("more", author="Mallory <mallory@example.org>")

    return act


def runs(*commands: str, then: Act | None = None) -> Act:
    """Run commands of git."""

    def act(box: GitSandbox) -> None:
        for command in commands:
            box.run(*command.split())
        if then is not None:
            then(box)

    return act


def removes(*paths: str, with_commit: bool = True) -> Act:
    """Remove files."""

    def act(box: GitSandbox) -> None:
        for path in paths:
            (box.path / path).unlink()
        if with_commit:
            box.commit("gone")

    return act


def links(box: GitSandbox) -> None:
    """Put a link to another text in the place of the rule."""
    box.write("evil.md", keep("Evil."))
    (box.path / KEEP).unlink()
    (box.path / KEEP).symlink_to("../../evil.md")
    box.commit("link")


def links_folder(box: GitSandbox) -> None:
    """Put a link to another folder in the place of the rules' folder."""
    box.write("elsewhere/rule-keep.md", keep("Evil."))
    box.run("rm", "-rq", "--cached", "memory/rule")
    (box.path / "memory/rule").rename(box.path / "old")
    (box.path / "memory/rule").symlink_to("../elsewhere")
    box.commit("link")


def nests(box: GitSandbox) -> None:
    """Make the rules' folder another repository."""
    box.run("init", "-q", "memory/rule")
    GitSandbox(box.path / "memory/rule").commit("other")


def nests_and_commits(box: GitSandbox) -> None:
    """Commit it as such in the place of the rules."""
    nests(box)
    box.run("rm", "-rq", "--cached", "memory/rule")
    oid = GitSandbox(box.path / "memory/rule").head()
    box.run("update-index", "--add", "--cacheinfo", f"160000,{oid},memory/rule")
    box.commit("nested")


def moves(path: str, text: str) -> Act:
    """Move the rule, as this text."""

    def act(box: GitSandbox) -> None:
        (box.path / KEEP).unlink()
        box.write(path, text)
        box.commit("move")

    return act


def unrelated(box: GitSandbox, *, date: str = "1999-01-01T00:00:00Z") -> None:
    """Merge a beginning of history that claims the rule for itself."""
    box.run("switch", "-q", "--orphan", "other")
    box.write(KEEP, keep())
    box.commit("first!", author="Mallory <mallory@example.org>", date=date)
    box.run("switch", "-q", "branch")
    box.run("merge", "-q", "--allow-unrelated-histories", "--no-edit", "other")


def rewrites(box: GitSandbox, author: str, date: str) -> None:
    """Begin history anew, with all that is there."""
    box.run("switch", "-q", "--orphan", "anew")
    box.run("checkout", "branch", "--", ".")
    box.commit("all", author=f"{author} <{author.lower()}@example.org>", date=date)


def returns(box: GitSandbox) -> None:
    """Delete the rule and bring it back at another time."""
    (box.path / KEEP).unlink()
    box.commit("gone", date="1999-01-01T00:00:00Z", author="Mallory <mallory@example.org>")
    box.write(KEEP, keep())
    box.commit("back", date="1999-01-01T00:00:00Z", author="Mallory <mallory@example.org>")


DUPLICATE = "memory/rule/a-copy.md"
SUPERSEDES = "{kind: supersedes, value: rule-keep}"
BY = "{kind: superseded_by, value: rule-evil}"
IGNORES = 'format = 1\n[store]\nignore = ["*.md", "rule-*.md", "**/*.md"]\n'
MOVED_ROOT = 'format = 1\n[[root]]\npath = "elsewhere"\n'
LOOSE = """format = 1
[checks]
ignore = ["S", "P", "F", "L"]
tolerance = "9999d"
severity = { P302 = "info", S201 = "info" }
baseline = "HEAD"
[trust]
ref = "refs/heads/branch"
hosts = ["*"]
[identities]
Ada = ["mallory@example.org"]
[agents]
Ada = ["*"]
"""
SCHEMA = '{"required": ["x_level"]}'

ATTACKS: dict[str, Act] = {
    "untracked": writes((EVIL, evil())),
    "committed": writes_and_commits((EVIL, evil())),
    "accepted": writes_and_commits((EVIL, evil(annotations="{kind: status, value: accepted}"))),
    "edited": writes((KEEP, keep("Evil."))),
    "edit-committed": writes_and_commits((KEEP, keep("Evil."))),
    "removed": removes(KEEP),
    "removed-uncommitted": removes(KEEP, with_commit=False),
    "moved-with-another-text": moves("memory/other/x.md", keep("Evil.")),
    "renamed-with-alias": moves(
        "memory/rule/rule-new.md",
        record_text("rule-new", content="E", more="aliases: [rule-keep]\n"),
    ),
    "alias-claims-it": writes_and_commits((EVIL, evil(more="aliases: [rule-keep]\n"))),
    "alias-claims-it-first": writes_and_commits(
        ("memory/aaa.md", record_text("rule-evil", content="Evil.", more="aliases: [rule-keep]\n"))
    ),
    "copy": writes_and_commits((DUPLICATE, keep())),
    "copy-with-another-text": writes_and_commits((DUPLICATE, keep("Evil."))),
    "copy-and-original-changed": writes_and_commits((DUPLICATE, keep()), (KEEP, keep("Evil."))),
    "copy-in-upper-case": writes_and_commits(
        (DUPLICATE, record_text("RULE-KEEP", content="Evil."))
    ),
    "copy-that-cannot-be-read": writes_and_commits((DUPLICATE, keep() + "---\n"), (KEEP, "x")),
    "swapped": writes_and_commits(
        (KEEP, record_text("rule-also", content="Evil.")),
        ("memory/rule/rule-also.md", record_text("rule-keep", content="Evil.")),
    ),
    "supersedes": writes_and_commits((EVIL, evil(annotations=SUPERSEDES))),
    "supersedes-with-root": writes_and_commits(
        (EVIL, evil(annotations="{kind: supersedes, value: 'memory:rule-keep'}"))
    ),
    "supersedes-and-is-superseded": writes_and_commits(
        (EVIL, evil(annotations=f"{SUPERSEDES}, {{kind: superseded_by, value: rule-keep}}"))
    ),
    "says-it-is-superseded": writes_and_commits((KEEP, keep(annotations=BY)), (EVIL, evil())),
    "decision-supersedes": writes_and_commits(
        ("memory/decision/dec-d.md", record_text("dec-d", "decision", annotations=SUPERSEDES))
    ),
    "cycle": writes_and_commits(
        (EVIL, evil(annotations=f"{SUPERSEDES}, {{kind: supersedes, value: rule-evil}}")),
        (
            "memory/rule/e.md",
            record_text("rule-e", annotations="{kind: supersedes, value: rule-evil}"),
        ),
    ),
    "retired": writes((KEEP, keep(annotations="{kind: status, value: retired}"))),
    "unknown-status": writes((KEEP, keep(annotations="{kind: status, value: x}"))),
    "another-type": writes_and_commits((KEEP, record_text("rule-keep", "fact", content="Keep."))),
    "fact-to-rule": writes_and_commits(
        ("memory/decision/dec-d.md", record_text("dec-d", content="Evil."))
    ),
    "broken": writes_and_commits((KEEP, "---\nid: [\n---\n")),
    "no-record": writes_and_commits((KEEP, "nothing")),
    "twice-the-key": writes_and_commits(
        (KEEP, keep().replace("type: rule", "type: rule\ntype: rule"))
    ),
    "too-large": writes((KEEP, keep("x" * 1_100_000))),
    "not-utf-8": writes((KEEP, keep().encode() + b"\xff")),
    "link": links,
    "link-of-a-folder": links_folder,
    "nested-repository": nests,
    "nested-repository-committed": nests_and_commits,
    "folder-replaced-by-file": lambda box: (
        box.run("rm", "-rq", "memory/rule"),
        box.write("memory/rule", evil()),
        box.commit("file"),
    ),
    "file-replaced-by-folder": lambda box: (
        box.run("rm", "-q", KEEP),
        box.write(f"{KEEP}/{KEEP}", keep("Evil.")),
        box.commit("folder"),
    ),
    "hidden-characters": writes((KEEP, keep("Keep\u200b."))),
    "look-alike-key": writes((KEEP, keep().replace("type: rule", "typ\u0435: rule"))),
    "other-root-same-id": writes_and_commits(
        (CONFIG, 'format = 1\n[[root]]\npath = "aaa"\n[[root]]\npath = "memory"\n'),
        ("aaa/x.md", keep("Evil.")),
    ),
    "other-root-copy": writes_and_commits(
        (CONFIG, 'format = 1\n[[root]]\npath = "aaa"\n[[root]]\npath = "memory"\n'),
        ("aaa/x.md", keep()),
        (KEEP, keep("Evil.")),
    ),
    "bytes-of-another-encoding": writes((KEEP, keep().encode("utf-16"))),
    "configuration-of-old": writes_and_commits((CONFIG, "format = 1\n[store]\nignore = []\n")),
    "forged-creation": writes_and_commits((KEEP, keep().replace("2026-10-10", "2020-10-10"))),
    "forged-agent": writes_and_commits((KEEP, keep(agent="Mallory"))),
    "forged-stamps": writes_and_commits((KEEP, stamped("CEO", "2026-10-11T00:00:00Z"))),
    "forged-stamps-uncommitted": writes((KEEP, stamped("CEO", "2026-10-11T00:00:00Z"))),
    "stamps-of-the-future": writes((KEEP, stamped("Ada", "2027-10-11T00:00:00Z"))),
    "stamps-of-no-shape": writes((KEEP, keep().replace("  origin", "  modified: maybe\n  origin"))),
    "unrelated-beginning": unrelated,
    "returned": returns,
    "history-of-its-own": lambda box: rewrites(box, "Mallory", "2026-10-01T00:00:00Z"),
    "ignored": writes_and_commits((CONFIG, IGNORES)),
    "ignored-uncommitted": writes((CONFIG, IGNORES)),
    "root-moved": writes_and_commits((CONFIG, MOVED_ROOT), ("elsewhere/e.md", evil())),
    "root-moved-uncommitted": writes((CONFIG, MOVED_ROOT), ("elsewhere/e.md", evil())),
    "root-below": writes_and_commits((CONFIG, 'format = 1\n[[root]]\npath = "memory/rule"\n')),
    "root-above": writes_and_commits((CONFIG, 'format = 1\n[[root]]\npath = "."\n')),
    "roots-many": writes_and_commits(
        (CONFIG, 'format = 1\n[[root]]\npath = "*/rule"\n[[root]]\npath = "memory"\n'),
        (EVIL, evil(annotations=SUPERSEDES)),
    ),
    "config-removed": removes(CONFIG),
    "loosened": writes_and_commits((CONFIG, LOOSE), (EVIL, evil()), (KEEP, keep("Evil."))),
    "loosened-uncommitted": writes((CONFIG, LOOSE), (EVIL, evil()), (KEEP, keep("Evil."))),
    "signatures-required": writes_and_commits(
        (CONFIG, "format = 1\n[checks]\nrequire_signed = true\n")
    ),
    "identities-strict": writes_and_commits(
        (CONFIG, "format = 1\n[checks]\nidentities_strict = true\n")
    ),
    "strict-off": writes_and_commits(
        (CONFIG, 'format = 1\n[[root]]\npath = "memory"\nstrict = false\n'), (KEEP, "just text")
    ),
    "mailmap": writes_and_commits(
        (".mailmap", "Mallory <mallory@example.org> <ada@example.org>\n")
    ),
    "signers": writes_and_commits((".sgm/allowed_signers", "no line of that format\n")),
    "accepted.toml": writes_and_commits((".sgm/accepted.toml", "[[accepted\n")),
    "schema": writes_and_commits((".sgm/schemas/rule.json", SCHEMA)),
    "attributes": writes((".gitattributes", "*.md text ident working-tree-encoding=UTF-7\n")),
    "git-ignored": writes_and_commits((".gitignore", "memory/\n*.md\n")),
    "branch-of-that-name": runs("branch origin/main", then=writes_and_commits((EVIL, evil()))),
    "branch-of-that-name-moved": lambda box: (
        writes_and_commits((EVIL, evil()))(box),
        box.run("branch", "origin/main"),
        box.run("tag", "origin/main"),
        box.run("tag", "refs/remotes/origin/main"),
        box.run("branch", "refs/remotes/origin/main"),
    ),
    "detached": runs("checkout -q --detach", then=writes_and_commits((EVIL, evil()))),
    "orphan": lambda box: (
        box.run("switch", "-q", "--orphan", "empty"),
        box.write(EVIL, evil()),
    ),
    "orphan-committed": lambda box: (
        box.run("switch", "-q", "--orphan", "empty"),
        box.write(EVIL, evil()),
        box.commit("evil"),
    ),
    "consent": lambda box: (
        box.write(KEEP, keep(agent="Mallory")),
        box.commit("x\n\nSGM-Allow: rule-keep /provenance/agent\n"),
    ),
    "merge-that-keeps-ours": lambda box: (
        box.run("switch", "-q", "-c", "side", "HEAD~1"),
        box.write(KEEP, keep("Evil.")),
        box.commit("side"),
        box.run("merge", "-q", "-s", "ours", "--no-edit", "branch"),
    ),
}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``reviewed`` makes, once, for copies."""
    return tmp_path_factory.mktemp("begun") / "memory"


@pytest.fixture
def scene(sandbox: GitSandbox, begun: Path) -> GitSandbox:
    """The repository that ``reviewed`` makes."""
    if begun.exists():
        shutil.rmtree(sandbox.path / ".git")
        shutil.copytree(begun, sandbox.path, dirs_exist_ok=True, symlinks=True)
    else:
        reviewed(sandbox)
        assert bound(sandbox) == BOUND
        shutil.copytree(sandbox.path, begun, symlinks=True)
    return sandbox


@pytest.mark.parametrize("name", ATTACKS)
def test_what_nobody_reviewed_neither_binds_nor_unbinds(scene: GitSandbox, name: str) -> None:
    ATTACKS[name](scene)
    assert bound(scene) == BOUND


DISPUTED = record_text("rule-evil", content="Evil.", agent="Mallory")


def of_another(*texts: str) -> Act:
    """Publish versions of another rule, one after another."""

    def act(box: GitSandbox) -> None:
        for text in texts:
            box.write(EVIL, text)
            box.commit("evil")
        publish(box)

    return act


REVIVALS: dict[str, Act] = {
    "nothing": lambda _: None,
    "changed": writes((EVIL, DISPUTED.replace("Evil.", "More evil."))),
    "change-committed": writes_and_commits((EVIL, DISPUTED.replace("Evil.", "More evil."))),
    "moved": lambda box: (
        box.run("rm", "-q", EVIL),
        box.write("memory/elsewhere.md", DISPUTED.replace("Evil.", "More evil.")),
        box.commit("move"),
    ),
    "copied": writes_and_commits((DUPLICATE, DISPUTED)),
    "consent": lambda box: box.commit("x\n\nSGM-Allow: rule-evil /provenance/agent\n"),
    "accepted": writes_and_commits(
        (
            ".sgm/accepted.toml",
            '[[accepted]]\nid = "rule-evil"\ncode = "P302"\nreason = "x"\nby = "Ada"\n',
        )
    ),
    "agent-named": writes_and_commits((CONFIG, LOOSE)),
    "renamed": lambda box: (
        box.run("rm", "-q", EVIL),
        box.write(
            "memory/rule/rule-e.md",
            DISPUTED.replace("rule-evil", "rule-e").replace("prov", "aliases: [rule-evil]\nprov"),
        ),
        box.commit("rename"),
    ),
}


@pytest.mark.parametrize("name", REVIVALS)
def test_nobody_clears_by_himself_what_history_disputes(scene: GitSandbox, name: str) -> None:
    of_another(evil(), DISPUTED)(scene)
    REVIVALS[name](scene)
    assert bound(scene) == BOUND
    assert any(each.trust is Trust.DISPUTED for each in readings(scene) if each.root == "memory")


def test_another_history_bears_out_nothing_that_was_reviewed(scene: GitSandbox) -> None:
    assert {each.trust for each in readings(scene)} == {Trust.CONSISTENT}
    rewrites(scene, "Ada", "2026-10-10T18:21:47Z")
    assert bound(scene) == BOUND
    assert {each.trust for each in readings(scene)} == {Trust.UNKNOWN}
    assert {each.review for each in readings(scene)} == {Review.REVIEWED}


def test_without_a_remote_an_edit_clears_nothing_either(sandbox: GitSandbox) -> None:
    begin(sandbox)
    for text in (evil(), DISPUTED):
        sandbox.write(EVIL, text)
        sandbox.commit("evil")
    assert bound(sandbox) == {}
    sandbox.write(EVIL, DISPUTED.replace("Evil.", "More evil."))
    assert bound(sandbox) == {}


def test_a_commit_in_the_name_of_somebody_disputes_no_reviewed_rule(scene: GitSandbox) -> None:
    scene.write(KEEP, stamped("Bot", "2026-10-10T18:21:47Z"))
    scene.commit("stamped")
    publish(scene)
    assert bound(scene) == BOUND
    scene.write("x", "1")
    scene.commit("known now", author="Bot <mallory@example.org>")
    assert bound(scene) == BOUND
    publish(scene)
    assert bound(scene) == {"rule-also": "Also."}  # whoever reviews it makes it so


WITHOUT: dict[str, Act] = {
    "ignored": writes_and_commits((CONFIG, IGNORES)),
    "ignored-uncommitted": writes((CONFIG, IGNORES)),
    "root-moved": writes_and_commits((CONFIG, MOVED_ROOT), ("elsewhere/e.md", evil())),
    "root-moved-uncommitted": writes((CONFIG, MOVED_ROOT)),
}


@pytest.mark.parametrize("name", WITHOUT)
def test_a_first_configuration_takes_no_rule_away(sandbox: GitSandbox, name: str) -> None:
    sandbox.write(KEEP, keep())
    sandbox.commit("begin")
    publish(sandbox)
    WITHOUT[name](sandbox)
    assert bound(sandbox) == {"rule-keep": "Keep."}


def test_roots_of_the_branch_part_no_namesakes_and_lose_no_successor(scene: GitSandbox) -> None:
    said = "{kind: supersedes, value: 'memory:rule-keep'}"
    scene.write("memory/new/n.md", record_text("rule-n", content="N.", annotations=said))
    scene.write("memory/twice/a.md", record_text("rule-t"))
    scene.write("memory/again/b.md", record_text("rule-t"))
    scene.commit("more")
    publish(scene)
    after = {"rule-also": "Also.", "rule-n": "N."}
    assert bound(scene) == after
    scene.write(CONFIG, 'format = 1\n[[root]]\npath = "memory/*"\n')
    assert bound(scene) == after
    scene.commit("roots")
    assert bound(scene) == after


def test_a_trusted_ref_that_goes_on_binds_by_what_it_says_now(scene: GitSandbox) -> None:
    scene.run("switch", "-q", "main")
    scene.write(KEEP, keep("Keep more."))
    (scene.path / "memory/rule/rule-also.md").unlink()
    scene.write("memory/rule/rule-new.md", record_text("rule-new", content="New."))
    scene.commit("on")
    publish(scene)
    scene.run("switch", "-q", "branch")
    assert bound(scene) == {"rule-keep": "Keep more.", "rule-new": "New."}
    scene.run("update-ref", TRUSTED, "branch")
    assert bound(scene) == BOUND
    scene.run("update-ref", "-d", TRUSTED)
    assert bound(scene) == {}


def test_other_revisions_bind_by_the_same_ref(scene: GitSandbox) -> None:
    writes_and_commits((EVIL, evil()), (KEEP, keep("Evil.")))(scene)
    assert bound(scene, "HEAD") == bound(scene, "branch") == BOUND
    assert bound(scene, "HEAD~1") == bound(scene, "main") == BOUND
    assert bound(scene, "HEAD~2") == {}  # before there was any


def test_as_of_some_time_is_what_was_reviewed_then(scene: GitSandbox) -> None:
    scene.run("switch", "-q", "main")
    scene.write(KEEP, keep("Keep more."))
    scene.commit("on", date="2026-11-01T00:00:00Z")
    publish(scene)
    scene.write(EVIL, evil())
    scene.commit("evil", date="2026-11-02T00:00:00Z")
    with open_store(scene.path).reading(as_of=parse_rfc3339("2026-10-20T00:00:00Z")) as seen:
        found = list(seen.each())
    told = {each.id: each.record["content"] for each in found if each.binds}
    assert told == BOUND


NEW = "memory/rule/rule-n.md"
OLD = "{kind: supersedes, value: rule-former}"
SUCCESSOR = record_text("rule-n", content="N.", annotations=OLD)
FORMER = "aliases: [rule-former]\n"

RESTORATIONS: dict[str, Act] = {
    "successor-removed": removes(NEW),
    "successor-rejected": writes(
        (NEW, record_text("rule-n", annotations=f"{OLD}, {{kind: status, value: rejected}}"))
    ),
    "successor-says-no-more": writes_and_commits((NEW, record_text("rule-n", content="N."))),
    "successor-unreadable": writes_and_commits((NEW, "no record")),
    "successor-ignored": writes_and_commits((CONFIG, IGNORES)),
    "successor-superseded": writes_and_commits(
        (EVIL, evil(annotations="{kind: supersedes, value: rule-n}"))
    ),
    "successor-superseded-by-it": writes_and_commits(
        (KEEP, keep(more=FORMER, annotations="{kind: supersedes, value: rule-n}"))
    ),
    "successor-disputed": writes_and_commits((NEW, SUCCESSOR.replace("2026-10-10", "2027-10-10"))),
    "alias-dropped": writes_and_commits((KEEP, keep())),
    "alias-taken": writes_and_commits((EVIL, evil().replace("rule-evil", "rule-former", 1))),
    "alias-taken-and-dropped": writes_and_commits(
        (EVIL, evil().replace("rule-evil", "rule-former", 1)), (KEEP, keep())
    ),
    "renamed": moves("memory/rule/k.md", record_text("rule-k", content="Keep.", more=FORMER)),
    "copied": writes_and_commits(("memory/copy.md", keep(more=FORMER))),
    "id-like-a-reference": writes_and_commits(
        (EVIL, evil().replace("rule-evil", "memory:rule-former", 1)),
        (NEW, SUCCESSOR.replace("value: rule-former", "value: memory:rule-former")),
    ),
}


@pytest.mark.parametrize("name", RESTORATIONS)
def test_what_is_superseded_stays_so(scene: GitSandbox, name: str) -> None:
    writes_and_commits((KEEP, keep(more=FORMER)), (NEW, SUCCESSOR))(scene)
    publish(scene)
    after = {"rule-also": "Also.", "rule-n": "N."}
    assert bound(scene) == after
    RESTORATIONS[name](scene)
    assert bound(scene) == after
