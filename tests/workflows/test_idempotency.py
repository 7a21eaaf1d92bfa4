"""A call under a key is made once, whatever happens between."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import Refused, UsageError
from sgm_git.record.provenance import Actor
from sgm_git.store.writing import Writing
from sgm_git.workflows import idempotency
from sgm_git.workflows.idempotency import SECONDS, Idempotency
from sgm_git.workflows.proposing import propose
from tests.git.support import assert_sound
from tests.store.support import NOW, open_store, rule
from tests.workflows.support import begin

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.record.value import JsonObject
    from sgm_git.store.transaction import Transaction
    from tests.support import GitSandbox

CHECKOUT = Path(__file__).resolve().parents[2]
AGENT = Actor("build-agent", "mcp", "s-1")
ARGUMENTS: JsonObject = {"title": "X"}


class Killed(BaseException):
    """As if the process had died here."""


@pytest.fixture
def store(sandbox: GitSandbox) -> Store:
    return begin(sandbox)


def call(
    store: Store,
    key: str | None = "k",
    arguments: JsonObject = ARGUMENTS,
    *,
    commit: bool = True,
    die: str = "",
) -> JsonObject:
    """One call of an agent, as a door makes it; ``die`` is where it ends early."""
    with Idempotency(store.records).once(key, arguments, agent="a") as once:
        if once.result is not None:
            return once.result
        with store.transaction(AGENT, Writing(commit=commit)) as tx:
            made = tx.add({"type": "fact", "title": "A", "content": str(arguments)})
            answer: JsonObject = {"id": made.id, "blob": made.blob}
            once.planned(tx, answer)
            _die(die, "planned")
        _die(die, "written")
        return once.done(answer | {"commit": tx.result.commit})


def _die(die: str, at: str) -> None:
    if die == at:
        raise Killed
    if die == f"{at} error":
        raise ValueError(at)


def facts(store: Store) -> list[str]:
    return [entry.id or "" for entry in store.entries()]


class TestOnce:
    def test_a_repeated_call_gets_the_first_answer(self, store: Store, sandbox: GitSandbox) -> None:
        first = call(store)
        assert call(store) == first
        assert call(open_store(sandbox.path)) == first
        assert first["commit"] == sandbox.head()
        assert facts(store) == ["fact-a"]

    def test_without_a_key_each_call_is_its_own(self, store: Store) -> None:
        assert call(store, None) != call(store, None)
        assert len(facts(store)) == 2

    def test_each_agent_has_its_own_keys(self, store: Store) -> None:
        call(store)
        with Idempotency(store.records).once("k", ARGUMENTS, agent="b") as once:
            assert once.result is None

    @pytest.mark.parametrize("arguments", [{}, {"title": "Y"}, {"title": "X", "more": 1}])
    def test_a_key_stands_for_one_call(self, store: Store, arguments: JsonObject) -> None:
        call(store)
        with pytest.raises(Refused, match="used for another call"):
            call(store, "k", arguments)
        assert len(facts(store)) == 1

    def test_the_order_of_arguments_is_none(self, store: Store) -> None:
        first = call(store, "k", {"a": 1, "b": 2})
        assert call(store, "k", {"b": 2, "a": 1}) == first

    @pytest.mark.parametrize("key", ["", "k" * 257])
    def test_what_is_no_key_is_refused(self, store: Store, key: str) -> None:
        with pytest.raises(UsageError, match="1 to 256 characters"):
            call(store, key)

    @pytest.mark.parametrize("key", ["../../HEAD", "a\0b", "\ud800", "k" * 256, "💥"])
    def test_any_other_text_is_one(self, store: Store, sandbox: GitSandbox, key: str) -> None:
        assert call(store, key) == call(store, key)
        assert_sound(sandbox)

    def test_a_write_that_failed_is_not_remembered(self, store: Store) -> None:
        with (
            pytest.raises(Refused),
            Idempotency(store.records).once("k", ARGUMENTS, agent="a") as once,
            store.transaction(AGENT) as tx,
        ):
            tx.add({"type": 5})
            once.planned(tx, {})
        assert call(store)["commit"]
        assert len(facts(store)) == 1


class TestDying:
    def test_before_the_write_it_is_made_then(self, store: Store, sandbox: GitSandbox) -> None:
        before = sandbox.head()
        with pytest.raises(Killed):
            call(store, die="planned")
        assert sandbox.head() == before
        assert call(store)["commit"] == sandbox.head()
        assert len(facts(store)) == 1

    @pytest.mark.parametrize("commit", [True, False])
    def test_after_the_write_it_is_not_made_again(
        self, store: Store, sandbox: GitSandbox, commit: bool
    ) -> None:
        with pytest.raises(Killed):
            call(store, die="written", commit=commit)
        at = sandbox.head() if commit else None
        sandbox.write("other", "x")
        if commit:
            sandbox.commit("work of others")
        again = call(store, commit=commit)
        assert again["commit"] == at
        assert call(store) == again
        assert facts(store) == [again["id"]]

    def test_an_error_after_the_write_forgets_nothing(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        with pytest.raises(ValueError, match="written"):
            call(store, die="written error")
        assert call(store)["commit"] == sandbox.head()
        assert len(facts(store)) == 1

    def test_an_error_before_it_remembers_nothing(self, store: Store) -> None:
        with pytest.raises(ValueError, match="planned"):
            call(store, die="planned error")
        assert call(store, "k", {"title": "another"})["commit"]

    def test_a_record_that_others_changed_since_has_landed_all_the_same(self, store: Store) -> None:
        with pytest.raises(Killed):
            call(store, die="written")
        with store.transaction(AGENT) as tx:
            tx.set("fact-a", "/title", "B")
        assert call(store)["id"] == "fact-a"
        assert len(facts(store)) == 1

    def test_a_proposal_is_made_once(self, store: Store, sandbox: GitSandbox) -> None:
        def proposed(*, dies: bool) -> JsonObject:
            with Idempotency(store.records).once("k", ARGUMENTS) as once:
                if once.result is not None:
                    return once.result

                def work(tx: Transaction) -> None:
                    once.planned(tx, {"id": tx.add(rule("rule-a")).id})

                made = propose(store.records, AGENT, work, branch="topic/x")
                if dies:
                    raise Killed
                return once.done({"id": "rule-a", "commit": made.commit})

        with pytest.raises(Killed):
            proposed(dies=True)
        there = sandbox.run("rev-parse", "topic/x").decode().strip()
        again = proposed(dies=False)
        assert again == {"id": "rule-a", "commit": there, "branch": "topic/x"}
        assert sandbox.run("rev-list", "--count", "main..topic/x").strip() == b"1"

    @pytest.mark.parametrize("moment", ["before", "after"])
    def test_killed_in_the_middle_of_the_commit(
        self, store: Store, sandbox: GitSandbox, moment: str
    ) -> None:
        script = f"""
import os, sys
from sgm_git.git.cli import GitRepository
from tests.store.support import open_store
from tests.workflows.test_idempotency import call
from pathlib import Path
real = GitRepository.commit_paths
def dying(self, request):
    if {moment!r} == "after":
        real(self, request)
    os.kill(os.getpid(), 9)
GitRepository.commit_paths = dying
call(open_store(Path({str(sandbox.path)!r})))
"""
        done = subprocess.run([sys.executable, "-c", script], cwd=CHECKOUT, check=False)
        assert done.returncode == -9
        assert call(open_store(sandbox.path))["commit"] == sandbox.head()
        assert len(facts(store)) == 1
        assert sandbox.run("rev-list", "--count", "HEAD").strip() == b"2"
        assert sandbox.status() == ""
        assert_sound(sandbox)


def test_of_many_at_once_one_writes(store: Store, sandbox: GitSandbox) -> None:
    answers: list[JsonObject] = []

    def one() -> None:
        answers.append(call(open_store(sandbox.path)))

    threads = [threading.Thread(target=one) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [answers[0]] * 5
    assert len(facts(store)) == 1


class TestBounds:
    def test_the_oldest_are_forgotten(
        self, store: Store, sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert facts(store) == []
        monkeypatch.setattr(idempotency, "KEYS", 3)
        folder = sandbox.path / ".git" / "sgm" / "keys"
        for number in range(6):
            call(open_store(sandbox.path, now=NOW + number), str(number), {"n": number})
        assert len(list(folder.iterdir())) == 3
        late = open_store(sandbox.path, now=NOW + 5)
        assert call(late, "5", {"n": 5})["id"] == "fact-a-6"
        assert call(late, "0", {"n": 0})["id"] == "fact-a-7"

    def test_after_a_week_a_key_is_free(self, store: Store, sandbox: GitSandbox) -> None:
        call(store)
        assert call(open_store(sandbox.path, now=NOW + SECONDS)) == call(store)
        late = open_store(sandbox.path, now=NOW + SECONDS + 1)
        assert call(late, "k", {"title": "another"})["commit"] == sandbox.head()
        assert len(list((sandbox.path / ".git" / "sgm" / "keys").iterdir())) == 1

    @pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"asked": 1}', b"\xff", b'{"plan": 5}'])
    def test_what_is_damaged_is_as_if_it_were_not_there(
        self, store: Store, sandbox: GitSandbox, data: bytes
    ) -> None:
        call(store)
        file = next((sandbox.path / ".git" / "sgm" / "keys").iterdir())
        file.write_bytes(data)
        os.utime(file, (NOW, NOW))
        assert call(store)["commit"] == sandbox.head()
        assert len(facts(store)) == 2

    def test_nobody_else_can_read_it(self, store: Store, sandbox: GitSandbox) -> None:
        call(store)
        file = next((sandbox.path / ".git" / "sgm" / "keys").iterdir())
        assert file.stat().st_mode & 0o777 == 0o600
