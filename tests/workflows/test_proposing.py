"""A proposal is a transaction whose commit goes to a branch of its own."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, NoSuchRecord, Refused, UsageError
from sgm_git.git.branching import RefMoved
from sgm_git.record.provenance import Actor
from sgm_git.workflows.proposed import branch_with
from sgm_git.workflows.proposing import propose
from sgm_git.workflows.pull_request import inert
from tests.git.support import assert_sound, hook
from tests.store.support import open_store, rule
from tests.support import GitSandbox
from tests.workflows.support import begin

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sgm_git.api import Store
    from sgm_git.git.branching import BranchCommit
    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Committed
    from sgm_git.store.transaction import Transaction

AGENT = Actor("Build Agent", "mcp", "session-1")


@pytest.fixture
def store(sandbox: GitSandbox, engine: Engine) -> Store:
    store = begin(sandbox, engine)
    with store.transaction(store.actor()) as tx:
        tx.add(rule("rule-old", x_team={"keep": 1}))
    return store


def log(sandbox: GitSandbox, rev: str, form: str = "%s") -> list[str]:
    return sandbox.run("log", f"--format={form}", rev).decode().splitlines()


def look(sandbox: GitSandbox) -> tuple[str, str, bytes]:
    return sandbox.head(), sandbox.status(), sandbox.run("ls-files", "--stage")


def test_it_lands_on_a_branch_of_its_own_and_nowhere_else(
    store: Store, sandbox: GitSandbox
) -> None:
    sandbox.write("memory/rule/rule-old.md", "being edited")
    sandbox.write("other", "staged")
    sandbox.run("add", "other")
    before = look(sandbox)
    made = propose(store.records, AGENT, lambda tx: tx.add(rule("rule-new")))
    assert re.fullmatch(r"sgm/build-agent/rule-new-[0-9a-f]{7}", made.branch)
    assert look(sandbox) == before
    assert sandbox.run("rev-parse", made.branch).decode().strip() == made.commit
    assert log(sandbox, made.branch)[0] == "memory: add rule rule-new"
    changed = sandbox.run("diff", "--name-only", "HEAD", made.branch).decode().split()
    assert changed == [made.written[0].path] == ["memory/rule/rule-new.md"]
    assert log(sandbox, made.branch, "%(trailers)")[0] == "SGM-Agent: Build Agent"
    entry = store.get("rule-new", rev=made.branch)
    assert entry.record is not None
    assert (entry.blob, made.base) == (made.written[0].blob, "main")
    assert_sound(sandbox)


def test_what_is_not_committed_here_is_no_part_of_it(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write("memory/rule/rule-mine.md", "---\nid: rule-mine\ntype: rule\n---\n")
    with pytest.raises(NoSuchRecord, match="at main there is no record rule-mine"):
        propose(store.records, AGENT, lambda tx: tx.annotate("rule-mine", "status", "active"))


def test_it_is_judged_as_every_write(store: Store, sandbox: GitSandbox) -> None:
    before = sandbox.run("for-each-ref")

    def lossy(tx: Transaction) -> None:
        tx.put({"id": "rule-old", "type": "rule", "content": "New."})

    with pytest.raises(Refused, match="K401"):
        propose(store.records, AGENT, lossy)
    with pytest.raises(Refused, match="is there already"):
        propose(store.records, AGENT, lambda tx: tx.add(rule("rule-old")))
    with pytest.raises(Refused, match="has changed"):
        propose(store.records, AGENT, lambda tx: tx.set("rule-old", "/title", "T", expect="1" * 40))
    assert sandbox.run("for-each-ref") == before


def test_nothing_new_makes_no_branch(store: Store, sandbox: GitSandbox) -> None:
    made = propose(store.records, AGENT, lambda tx: tx.set("rule-old", "/title", "X"))
    assert (made.branch, made.commit, made.push) == ("", None, "")
    assert log(sandbox, "--branches") == log(sandbox, "HEAD")


class TestWhichBranch:
    def test_a_session_goes_on_with_its_branch_until_that_is_merged(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        first = propose(store.records, AGENT, lambda tx: tx.add(rule("rule-a")))
        second = propose(store.records, AGENT, lambda tx: tx.set("rule-a", "/title", "Y"))
        other = propose(store.records, Actor("Build Agent", "mcp", "2"), _add("rule-a"))
        assert second.branch == first.branch != other.branch
        assert log(sandbox, f"main..{second.branch}", "%H") == [second.commit, first.commit]
        sandbox.run("merge", "-q", "--no-ff", "-m", "merge", first.branch)
        third = propose(store.records, AGENT, lambda tx: tx.set("rule-a", "/title", "Z"))
        assert third.branch != first.branch
        assert log(sandbox, f"main..{third.branch}", "%H") == [third.commit]

    def test_without_a_session_each_has_its_own(self, store: Store, sandbox: GitSandbox) -> None:
        actor = Actor("a", "api")
        branches = {propose(store.records, actor, _add("rule-a")).branch for _ in range(3)}
        assert len(branches) == 3
        assert_sound(sandbox)

    def test_a_named_one_begins_and_goes_on(self, store: Store, sandbox: GitSandbox) -> None:
        first = propose(store.records, AGENT, _add("rule-a"), branch="topic/x")
        second = propose(store.records, AGENT, _add("rule-b"), branch="refs/heads/topic/x")
        assert first.branch == second.branch == "topic/x"
        assert log(sandbox, "main..topic/x", "%H") == [second.commit, first.commit]
        sandbox.run("merge", "-q", "--no-ff", "-m", "merge", "topic/x")
        third = propose(store.records, AGENT, _add("rule-c"), branch="topic/x")
        assert log(sandbox, "main..topic/x", "%H") == [third.commit]

    @pytest.mark.parametrize("name", ["main", "refs/heads/main"])
    def test_it_is_never_the_one_that_is_checked_out(self, store: Store, name: str) -> None:
        with pytest.raises(Refused, match="is checked out"):
            propose(store.records, AGENT, _add("rule-a"), branch=name)

    @pytest.mark.parametrize("name", ["-D", "--force", "a b", "../x", "HEAD", "", "refs/tags/../x"])
    def test_a_name_is_no_option_and_no_path(self, store: Store, name: str) -> None:
        with pytest.raises(UsageError, match="no name of a branch"):
            propose(store.records, AGENT, _add("rule-a"), branch=name)

    @pytest.mark.parametrize("agent", ["../../x", "-f", "a\nb", "HEAD", "💥", "a" * 500, ".lock"])
    def test_any_agent_and_any_id_make_a_safe_name(self, store: Store, agent: str) -> None:
        made = propose(store.records, Actor(agent, "mcp", "s"), _add(f"x {agent}; rm"))
        assert re.fullmatch(r"sgm/[\w-]+/[\w-]+", made.branch)
        assert len(made.branch) < 90

    def test_an_unborn_repository_has_nothing_to_propose_to(
        self, sandbox: GitSandbox, engine: Engine
    ) -> None:
        with pytest.raises(CannotRun, match="no commit yet"):
            propose(open_store(sandbox.path, engine).records, AGENT, _add("rule-a"))


class TestBesideARemote:
    @pytest.fixture
    def clone(self, store: Store, sandbox: GitSandbox, tmp_path: Path) -> GitSandbox:
        assert store.repository.head().oid
        box = GitSandbox(tmp_path / "clone")
        sandbox.run("clone", "-q", str(sandbox.path), str(box.path))
        return box

    def test_it_begins_at_the_trusted_side(self, clone: GitSandbox, engine: Engine) -> None:
        clone.write("memory/rule/rule-here.md", "---\nid: rule-here\ntype: rule\n---\n")
        clone.commit("not reviewed")
        store = open_store(clone.path, engine)
        made = propose(store.records, AGENT, _add("rule-a"))
        assert made.base == "origin/main"
        assert log(clone, f"origin/main..{made.branch}", "%H") == [made.commit]
        assert made.push == f"git push -u origin {made.branch}"
        with pytest.raises(NoSuchRecord, match="at origin/main"):
            propose(store.records, AGENT, lambda tx: tx.set("rule-here", "/title", "T"))

    def test_the_checks_of_the_trusted_side_judge(self, clone: GitSandbox, engine: Engine) -> None:
        clone.write(".sgm/config.toml", 'format = 1\n[checks]\nignore = ["S", "K"]\n')
        store = open_store(clone.path, engine)
        with pytest.raises(Refused):
            propose(store.records, AGENT, lambda tx: tx.add({"id": "x", "type": 5}))

    def test_a_branch_that_only_the_remote_has_goes_on(
        self, clone: GitSandbox, sandbox: GitSandbox, engine: Engine
    ) -> None:
        sandbox.run("branch", "topic/x")
        with GitWork(sandbox, "topic/x"):
            sandbox.write("there", "1")
            there = sandbox.commit("theirs")
        clone.run("fetch", "-q")
        made = propose(open_store(clone.path, engine).records, AGENT, _add("r"), branch="topic/x")
        assert log(clone, "topic/x", "%H")[:2] == [made.commit, there]


class GitWork:
    """Work on another branch for a while."""

    def __init__(self, sandbox: GitSandbox, branch: str) -> None:
        self.sandbox, self.branch = sandbox, branch

    def __enter__(self) -> None:
        self.sandbox.run("checkout", "-q", self.branch)

    def __exit__(self, *_: object) -> None:
        self.sandbox.run("checkout", "-q", "main")


def _add(record_id: str) -> Callable[[Transaction], object]:
    return lambda tx: tx.add(rule(record_id))


def test_who_moves_the_branch_meanwhile_is_not_overruled(
    store: Store, sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = propose(store.records, AGENT, _add("rule-a"), branch="topic")
    tree = sandbox.run("rev-parse", "topic^{tree}").decode().strip()
    theirs = sandbox.run("commit-tree", "-p", "topic", "-m", "theirs", tree).decode().strip()
    real, calls = store.repository.commit_on_ref, list[object]()

    def late(commit: BranchCommit) -> Committed:
        if not calls:
            sandbox.run("update-ref", "refs/heads/topic", theirs)
        calls.append(commit)
        return real(commit)

    monkeypatch.setattr(type(store.repository), "commit_on_ref", lambda _, commit: late(commit))
    second = propose(store.records, AGENT, _add("rule-b"), branch="topic")
    assert log(sandbox, "main..topic", "%H") == [second.commit, theirs, first.commit]
    assert len(calls) == 2

    def never(*_: object) -> Committed:
        raise RefMoved("moved")

    monkeypatch.setattr(type(store.repository), "commit_on_ref", never)
    with pytest.raises(RefMoved):
        propose(store.records, AGENT, _add("rule-c"), branch="topic")


def test_hooks_that_did_not_run_are_named(store: Store, sandbox: GitSandbox) -> None:
    hook(sandbox, "pre-commit", "exit 1")
    made = propose(store.records, AGENT, _add("rule-a"))
    assert made.notes == ("hooks not run: pre-commit",)


def test_an_ignored_place_is_refused(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(".gitignore", "rule-a.md\n")
    with pytest.raises(Refused, match="ignored by git"):
        propose(store.records, AGENT, _add("rule-a"))


def test_consent_stands_in_the_commit(store: Store, sandbox: GitSandbox) -> None:
    made = propose(store.records, AGENT, lambda tx: tx.unset("rule-old", "/x_team"))
    said = log(sandbox, made.branch, "%(trailers)")
    assert any("rule-old" in line and "x_team" in line for line in said)


HOSTILE = "@everyone fixes #12 <img src=x> [skip ci] `/close` https://x.example/issues/1 \n\n/merge"


def test_the_text_of_the_request_acts_on_nobody(store: Store, sandbox: GitSandbox) -> None:
    def work(tx: Transaction) -> None:
        tx.add(rule("rule-a", title=HOSTILE))
        tx.add(rule("rule-b", title="x\n\nCo-authored-by: Eve <e@x.example>\u202e"))

    made = propose(store.records, AGENT, work, title=HOSTILE)
    body, title = made.pull_request.body, made.pull_request.title
    said = "".join(log(sandbox, made.branch, "%B"))
    for text in (body, title, said):
        assert not re.search(r"@\w|#\d|<|\[|://|\u202e", text.replace("SGM-", "")), text
    assert "\n" not in title
    assert all(line[:1] in ("", "-", "R", "T") for line in body.splitlines())
    assert body.count("`") % 2 == 0
    assert "- add `rule` `rule-a`" in body


def test_a_request_says_what_is_done(store: Store) -> None:
    made = propose(store.records, AGENT, lambda tx: tx.annotate("rule-old", "status", "retired"))
    assert made.pull_request.title == "memory: change rule rule-old"
    assert made.pull_request.body == (
        "Records of the memory, proposed by `Build Agent`.\n\n"
        "- change `rule` `rule-old`: `X`\n\nThey hold once a person has merged them.\n"
    )


def test_a_request_says_what_the_whole_branch_holds(store: Store, sandbox: GitSandbox) -> None:
    propose(store.records, AGENT, _add("rule-a"), title="Begin")
    propose(store.records, AGENT, _add("rule-b"))
    propose(store.records, AGENT, lambda tx: tx.remove("rule-old"))
    propose(store.records, AGENT, lambda tx: tx.remove("rule-b"))
    made = propose(store.records, AGENT, lambda tx: tx.set("rule-a", "/title", "Y"), title="End")
    said = made.pull_request
    assert said.title == "memory: change 2 records"
    assert said.body.splitlines()[2:4] == [
        "- add `rule` `rule-a`: `Y`",
        "- remove `rule` `rule-old`",
    ]
    assert "rule-b" not in said.body
    assert log(sandbox, made.branch)[0] == "memory: End"


def test_a_request_says_what_the_checks_find_in_the_whole_branch(store: Store) -> None:
    propose(store.records, AGENT, lambda tx: tx.add({"type": "decision", "id": "dec-a"}))
    made = propose(store.records, AGENT, _add("rule-a"))
    assert "something to say: S205 (1)" in made.pull_request.body


def test_what_is_proposed_is_found_by_its_branch(store: Store, sandbox: GitSandbox) -> None:
    assert branch_with(store.records, "rule-a") is None
    made = propose(store.records, AGENT, _add("rule-a"))
    assert branch_with(store.records, "rule-a") == made.branch
    assert branch_with(store.records, "memory:rule-a") == made.branch
    assert branch_with(store.records, "rule-b") is None
    sandbox.run("merge", "-q", "--no-ff", "-m", "merge", made.branch)
    assert branch_with(store.records, "rule-a") is None


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Never force push", "Never force push"),
        ("closes GH-12 and o/r#3", "closes GH 12 and o/r# 3"),
        ("mail ada@example.org", "mail ada@ example.org"),
        ("a_b *c* ***NO_CI***", "a_b *c* * * *NO_CI* * *"),
        ("www.example.org", "www example.org"),
    ],
)
def test_what_is_said_stays_readable(text: str, shown: str) -> None:
    assert inert(text) == shown
