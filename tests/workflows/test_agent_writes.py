"""What agents write gets an id that nobody else makes, and binds nobody before a person says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import NoSuchRecord, Refused
from sgm_git.policy.config import McpConfig
from sgm_git.record.fields import statuses
from sgm_git.record.provenance import Actor
from sgm_git.workflows.agent_writes import (
    agent_id,
    candidates,
    create,
    mcp_config,
    rules_for,
    settle,
    similar,
)
from sgm_git.workflows.proposing import propose
from sgm_git.workflows.reading.reader import reading
from tests.store.support import open_store, rule
from tests.support import GitSandbox
from tests.workflows.support import begin

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sgm_git.api import Store
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.transaction import Transaction

AGENT = Actor("build-agent", "mcp", "s-1")
NEW: JsonObject = {"type": "rule", "title": "Never force push", "content": "Never."}


@pytest.fixture
def store(sandbox: GitSandbox) -> Store:
    store = begin(sandbox)
    with store.transaction(store.actor()) as tx:
        tx.add(rule("rule-old", title="Never force push to main"))
        tx.add({"id": "fact-a", "type": "fact", "title": "The port is 80", "content": "It is."})
        gap: JsonValue = {"kind": "superseded_by", "value": "memory:fact-gap"}
        tx.add({"id": "fact-b", "type": "fact", "content": "B.", "annotations": [gap]})
    return store


def write(store: Store, work: Callable[[Transaction], object]) -> None:
    with store.transaction(AGENT) as tx:
        work(tx)
        settle(tx, "propose")


class TestIds:
    def test_they_are_readable_with_a_short_end(self) -> None:
        name = agent_id(NEW, lambda _: False, "salt")
        assert re.fullmatch(r"rule-never-force-push-[a-z2-7]{5}", name)

    def test_two_clones_make_two(self) -> None:
        made = {agent_id(NEW, lambda _: False, str(salt)) for salt in range(500)}
        assert len(made) == 500

    def test_a_taken_one_is_not_given(self) -> None:
        first = agent_id(NEW, lambda _: False, "salt")
        assert agent_id(NEW, first.__eq__, "salt") != first

    def test_the_same_call_makes_the_same(self) -> None:
        assert len({agent_id(NEW, lambda _: False, "salt") for _ in range(3)}) == 1

    @pytest.mark.parametrize("title", ["", "\ud800", "💥", "a" * 500, "../..", "--force"])
    def test_any_title_makes_a_safe_one(self, title: str) -> None:
        name = agent_id({"type": "fact", "title": title}, lambda _: False, "s")
        assert re.fullmatch(r"[a-z0-9][\w-]{,70}", name)


class TestCreating:
    def test_a_rule_is_added_as_a_proposal_and_says_so(self, store: Store) -> None:
        with store.transaction(AGENT) as tx:
            made = create(tx, NEW, "propose", salt="x")
            settle(tx, "propose")
        record = store.get(made.written.id).record
        assert record is not None
        assert statuses(record) == ["proposed"]
        assert "added as proposed" in made.note

    def test_what_does_not_bind_is_added_as_it_is(self, store: Store) -> None:
        with store.transaction(AGENT) as tx:
            made = create(tx, {"id": "fact-c", "type": "fact", "content": "C"}, "propose", salt="x")
            settle(tx, "propose")
        assert (made.written.id, made.note) == ("fact-c", "")

    @pytest.mark.parametrize("name", ["rule-old", "RULE-OLD", "fact-gap"])
    def test_it_takes_nobodys_place(self, store: Store, sandbox: GitSandbox, name: str) -> None:
        before = sandbox.head()
        with pytest.raises(Refused, match=r"is there already|which is not there"):
            write(store, lambda tx: create(tx, NEW | {"id": name}, "propose", salt="x"))
        assert (sandbox.head(), sandbox.status()) == (before, "")

    def test_where_rules_are_denied_none_is_added(self, store: Store) -> None:
        with pytest.raises(Refused, match="not for agents here"), store.transaction(AGENT) as tx:
            create(tx, NEW, "deny", salt="x")

    def test_where_they_are_allowed_it_binds(self, store: Store) -> None:
        with store.transaction(AGENT) as tx:
            made = create(tx, NEW, "allow", salt="x")
            settle(tx, "allow")
        assert statuses(store.get(made.written.id).record or {}) == []


class TestSettling:
    @pytest.mark.parametrize(
        "work",
        [
            lambda tx: tx.set("rule-old", "/content", "Do what you like."),
            lambda tx: tx.annotate("rule-old", "status", "retired"),
            lambda tx: tx.annotate("rule-old", "superseded_by", "fact-a"),
            lambda tx: tx.annotate("fact-a", "supersedes", "rule-old"),
            lambda tx: tx.set("fact-a", "/type", "rule"),
            lambda tx: tx.remove("rule-old"),
            lambda tx: tx.remove("fact-a"),
            lambda tx: tx.rename("fact-a", "fact-z"),
            lambda tx: tx.add(NEW),
            lambda tx: tx.put(NEW | {"id": "rule-new"}),
        ],
    )
    def test_what_an_agent_may_not_do_is_not_done(
        self, store: Store, sandbox: GitSandbox, work: Callable[[Transaction], object]
    ) -> None:
        before = sandbox.head()
        with pytest.raises(Refused) as told:
            write(store, work)
        assert told.value.hint
        assert (sandbox.head(), sandbox.status()) == (before, "")

    def test_a_fact_may_be_followed_by_a_fact(self, store: Store) -> None:
        new: JsonObject = {"type": "fact", "id": "fact-c", "title": "It is 8080", "content": "Now."}
        write(store, lambda tx: tx.add(new))
        write(store, lambda tx: tx.annotate("fact-a", "superseded_by", "fact-c"))
        assert store.read("fact-a").successors == ("fact-c",)
        for old, name in (("fact-c", "fact-a"), ("fact-c", "fact-c"), ("fact-c", "fact-b")):
            with pytest.raises(Refused, match=r"superseded itself|cannot supersede itself"):
                write(store, lambda tx: tx.annotate(old, "superseded_by", name))  # noqa: B023 - now

    @pytest.mark.parametrize("name", ["rule-old", "fact-gap", "nowhere", "task-a"])
    def test_but_by_nothing_else(self, store: Store, sandbox: GitSandbox, name: str) -> None:
        write(store, lambda tx: tx.add({"type": "task", "id": "task-a", "content": "Do."}))
        before = sandbox.head()
        with pytest.raises((Refused, NoSuchRecord)):
            write(store, lambda tx: tx.annotate("fact-a", "superseded_by", name))
        assert (sandbox.head(), sandbox.status()) == (before, "")

    def test_two_steps_do_what_one_may(self, store: Store) -> None:
        """First and last state count, not what lay between."""

        def there_and_back(tx: Transaction) -> None:
            tx.set("rule-old", "/content", "Other.")
            tx.set("rule-old", "/content", "Do X.")
            tx.set("fact-a", "/title", "The port is 81")

        write(store, there_and_back)
        assert store.get("fact-a").title == "The port is 81"

    def test_accepting_takes_a_person_in_two_steps_too(self, store: Store) -> None:
        with store.transaction(AGENT) as tx:
            made = create(tx, NEW, "propose", salt="x").written.id
            settle(tx, "propose")
        with pytest.raises(Refused, match="only a person"):
            write(store, lambda tx: tx.unset(made, "/annotations/0"))
        with pytest.raises(Refused, match="only a person"):
            write(store, lambda tx: tx.set(made, "/annotations/0/value", "active"))

    def test_on_a_branch_for_review_it_may(self, store: Store) -> None:
        rules = rules_for("propose", on_branch=True)

        def work(tx: Transaction) -> None:
            tx.annotate("rule-old", "status", "retired")
            create(tx, NEW, rules, salt="x")
            settle(tx, rules)

        assert propose(store.records, AGENT, work).commit
        assert rules_for("deny", on_branch=True) == "deny"
        assert rules_for("propose", on_branch=False) == "propose"


class TestSimilar:
    def test_what_is_there_already_is_named(self, store: Store) -> None:
        found = similar(NEW, store.entries())
        assert [each.id for each in found] == ["rule-old"]
        assert found[0].why == "both say force, never, push"
        assert found[0].path == "memory/rule/rule-old.md"

    def test_a_record_is_not_like_itself(self, store: Store) -> None:
        assert similar(NEW | {"id": "rule-old"}, store.entries()) == []

    def test_a_reader_gives_the_same(self, store: Store) -> None:
        with reading(store.records) as reader:
            assert similar(NEW, candidates(reader, NEW)) == similar(NEW, store.entries())
            assert candidates(reader, {"title": "", "content": "!"}) == []

    def test_no_more_than_asked_for(self, store: Store) -> None:
        with store.transaction(AGENT) as tx:
            for number in range(8):
                tx.add({"type": "fact", "title": f"Never force push {number}", "content": "x"})
        assert len(similar(NEW, store.entries())) == 5
        assert len(similar(NEW, store.entries(), limit=2)) == 2


class TestWhichSideCounts:
    def test_the_work_tree_loosens_nothing(self, sandbox: GitSandbox, store: Store) -> None:
        assert mcp_config(store.records) == McpConfig()
        loose = 'format = 1\n[mcp]\nrules = "allow"\nagent = "bot"\n'
        sandbox.write(".sgm/config.toml", loose)
        assert mcp_config(open_store(sandbox.path).records) == McpConfig()
        sandbox.commit()
        assert mcp_config(open_store(sandbox.path).records) == McpConfig("bot", "allow")

    def test_nor_does_what_nobody_reviewed(
        self, sandbox: GitSandbox, store: Store, tmp_path: Path
    ) -> None:
        assert store.notes == ()
        clone = GitSandbox(tmp_path / "clone")
        sandbox.run("clone", "-q", str(sandbox.path), str(clone.path))
        clone.write(".sgm/config.toml", 'format = 1\n[mcp]\nrules = "allow"\n')
        clone.commit()
        assert mcp_config(open_store(clone.path).records) == McpConfig()
        clone.run("push", "-q", "origin", "HEAD:refs/heads/other")
        clone.run("config", "sgm.trustRef", "refs/remotes/origin/other")
        assert mcp_config(open_store(clone.path).records).rules == "allow"
        clone.run("config", "sgm.trustRef", "refs/remotes/origin/gone")
        assert mcp_config(open_store(clone.path).records).rules == "propose"
