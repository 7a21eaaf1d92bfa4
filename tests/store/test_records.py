"""What stands in the way of a write, and what a write never takes along or over."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, NoSuchRecord, Refused, UsageError
from sgm_git.store.files import FileChange
from sgm_git.store.journal import Journal
from sgm_git.store.writing import Writing
from tests.store.support import BASE, ada, open_store, rule

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
    from sgm_git.record.value import JsonValue
    from tests.support import GitSandbox

PATH = "memory/decision/dec-keep-datastore.md"
CONFIG = ".sgm/config.toml"


@pytest.fixture
def store(sandbox: GitSandbox, engine: Engine) -> Store:
    sandbox.write(PATH, BASE)
    sandbox.commit("begin")
    return open_store(sandbox.path, engine)


@pytest.mark.parametrize("commit", [True, False])
def test_a_file_that_git_ignores_is_not_written_over(
    store: Store, sandbox: GitSandbox, commit: bool
) -> None:
    sandbox.write(".gitignore", "rule-*.md\n")
    mine = sandbox.write("memory/rule/rule-x.md", "mine\n")
    with (
        pytest.raises(Refused, match="ignored by git"),
        store.transaction(ada(store), Writing(commit=commit)) as tx,
    ):
        tx.add(rule())
    assert mine.read_text() == "mine\n"
    assert [file.name for file in mine.parent.iterdir()] == ["rule-x.md"]


@pytest.mark.parametrize("way", [Writing(commit=False), Writing(with_edits=True)])
def test_an_edit_made_while_a_write_is_planned_is_not_lost(
    store: Store, sandbox: GitSandbox, way: Writing
) -> None:
    with (
        pytest.raises(Refused, match="changed meanwhile"),
        store.transaction(ada(store), way) as tx,
    ):
        tx.set("dec-keep-datastore", ("title",), "Mine")
        sandbox.write(PATH, BASE + b"Theirs.\n")
    assert (sandbox.path / PATH).read_bytes() == BASE + b"Theirs.\n"


def test_a_file_removed_while_a_write_is_planned_does_not_come_back(
    store: Store, sandbox: GitSandbox
) -> None:
    way = Writing(commit=False)
    with pytest.raises(Refused, match="changed meanwhile"), store.transaction(ada(store), way) as t:
        t.set("dec-keep-datastore", ("title",), "Mine")
        (sandbox.path / PATH).unlink()
    assert not (sandbox.path / PATH).exists()


@pytest.mark.parametrize("name", ["/some/file", None])
def test_what_the_system_refuses_is_one_line(
    store: Store, sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch, name: str | None
) -> None:
    def full(_journal: Journal, _changes: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", name)

    monkeypatch.setattr(Journal, "apply", full)
    with (
        pytest.raises(CannotRun, match="No space left on device"),
        store.transaction(ada(store)) as tx,
    ):
        tx.add(rule())
    assert sandbox.status() == ""


def test_where_something_else_lies_a_record_gets_another_place(
    store: Store, sandbox: GitSandbox
) -> None:
    (sandbox.path / "memory/rule/rule-x.md").mkdir(parents=True)
    with store.transaction(ada(store)) as tx:
        assert tx.add(rule()).path == "memory/rule/rule-x-2.md"


def test_a_file_where_a_folder_belongs_is_named(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write("memory/rule", "a file\n")
    sandbox.commit()
    with (
        pytest.raises((CannotRun, Refused), match="memory/rule"),
        store.transaction(ada(store)) as tx,
    ):
        tx.add(rule())
    assert (sandbox.path / "memory/rule").read_text() == "a file\n"
    assert sandbox.status() == ""


class TestConfigurationThatChangesAlong:
    """A change of layout is committed with the records that it is for."""

    def test_one_that_was_never_committed_goes_along(
        self, store: Store, sandbox: GitSandbox, engine: Engine
    ) -> None:
        sandbox.write(CONFIG, "format = 1\n")
        store = open_store(sandbox.path, engine)
        with store.transaction(ada(store)) as tx:
            tx.shard(store.get("dec-keep-datastore").root)
            tx.add(rule())
        assert sandbox.status() == ""
        assert b"{shard}" in sandbox.run("show", f"HEAD:{CONFIG}")

    def test_edits_of_one_that_is_committed_do_not(
        self, store: Store, sandbox: GitSandbox, engine: Engine
    ) -> None:
        sandbox.write(CONFIG, "format = 1\n")
        sandbox.commit()
        sandbox.write(CONFIG, "format = 1 # edited\n")
        store = open_store(sandbox.path, engine)
        with (
            pytest.raises(Refused, match=f"{CONFIG} has edits"),
            store.transaction(ada(store)) as tx,
        ):
            tx.shard(store.get("dec-keep-datastore").root)
            tx.add(rule())
        assert (sandbox.path / CONFIG).read_text() == "format = 1 # edited\n"
        assert not (sandbox.path / "memory/rule").exists()

    def test_one_that_changed_since_it_was_read_is_not_written_over(
        self, store: Store, sandbox: GitSandbox
    ) -> None:
        with pytest.raises(Refused), store.transaction(ada(store)) as tx:
            tx.shard(store.get("dec-keep-datastore").root)
            tx.add(rule())
            sandbox.write(CONFIG, "format = 1 # theirs\n")
        assert (sandbox.path / CONFIG).read_text() == "format = 1 # theirs\n"


def test_what_head_has_is_known_by_blob(store: Store, sandbox: GitSandbox) -> None:
    (sandbox.path / "memory/link.md").symlink_to("nowhere")
    sandbox.write("src/x.md", BASE)
    sandbox.commit()
    blob = sandbox.run("rev-parse", f"HEAD:{PATH}").decode().strip()
    assert store.records.committed() == {PATH: blob}
    assert store.get("dec-keep-datastore").blob == blob


@pytest.mark.parametrize(
    ("policy", "person", "agent"),
    [("always", True, True), ("agents", False, True), ("never", False, False)],
)
def test_whose_writes_are_committed_is_the_stores_to_say(
    store: Store, sandbox: GitSandbox, engine: Engine, policy: str, person: bool, agent: bool
) -> None:
    sandbox.write(CONFIG, f'[store]\ncommit = "{policy}"\n')
    sandbox.commit()
    store = open_store(sandbox.path, engine)
    for who, commits in ((ada(store), person), (store.actor("build-agent"), agent)):
        with store.transaction(who) as tx:
            tx.add(rule(f"rule-{who.agent}"))
        assert (tx.result.commit is not None) is commits
        with store.transaction(who, Writing(commit=not commits)) as tx:
            tx.add(rule(f"rule-{who.agent}-otherwise"))
        assert (tx.result.commit is not None) is not commits


def test_a_conflict_is_not_written_over(store: Store, sandbox: GitSandbox) -> None:
    blob = sandbox.run("rev-parse", f"HEAD:{PATH}").decode().strip()
    sandbox.run("update-index", "--force-remove", PATH)
    stages = "".join(f"100644 {blob} {stage}\t{PATH}\n" for stage in (1, 2, 3))
    sandbox.run("update-index", "--index-info", stdin=stages.encode())
    with pytest.raises(CannotRun, match="unresolved conflict"), store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", ("title",), "Mine")
    assert (sandbox.path / PATH).read_bytes() == BASE


def test_a_write_that_died_is_undone_by_the_next_and_said(
    store: Store, sandbox: GitSandbox
) -> None:
    journal = Journal(sandbox.path / ".git/sgm/journal", sandbox.path)
    journal.apply([FileChange(PATH, BASE, b"half"), FileChange("memory/new.md", None, b"new")])
    with store.transaction(ada(store)) as tx:
        tx.add(rule())
    assert tx.result.notes == (f"undid a write that had died: {PATH}, memory/new.md",)
    assert (sandbox.path / PATH).read_bytes() == BASE
    assert sandbox.status() == ""


class TestWhatHasNoForm:
    """What cannot be written, or cannot be read, is refused with its name."""

    def test_a_record_over_the_limits(self, store: Store) -> None:
        deep: JsonValue = []
        for _ in range(200):
            deep = [deep]
        with pytest.raises(Refused, match="rule-x: "), store.transaction(ada(store)) as tx:
            tx.add(rule(x=deep))
        with pytest.raises(Refused, match="dec-keep"), store.transaction(ada(store)) as tx:
            tx.set("dec-keep-datastore", ("x",), deep)
        entry = store.get("dec-keep-datastore").record
        with pytest.raises(Refused, match="dec-keep"), store.transaction(ada(store)) as tx:
            tx.put((entry or {}) | {"x": deep})

    @pytest.mark.parametrize("odd", ["", 7, None, ["x"]])
    def test_an_id_that_is_none(self, store: Store, odd: JsonValue) -> None:
        with pytest.raises(Refused, match="S201"), store.transaction(ada(store)) as tx:
            tx.add(rule() | {"id": odd})

    def test_a_record_that_is_not_there(self, store: Store) -> None:
        with pytest.raises(NoSuchRecord, match="at HEAD there is no record"):
            store.get("nothing", rev="HEAD")

    def test_the_id_itself_is_not_removed(self, store: Store) -> None:
        with pytest.raises(UsageError, match="needs its id"), store.transaction(ada(store)) as tx:
            tx.unset("dec-keep-datastore", ("id",))

    def test_a_move_onto_another_record(self, store: Store) -> None:
        with pytest.raises(Refused, match="is there already"), store.transaction(ada(store)) as tx:
            tx.add(rule())
            tx.move("rule-x", PATH)

    def test_a_place_that_another_record_took(self, store: Store, sandbox: GitSandbox) -> None:
        past = store.get("dec-keep-datastore", rev="HEAD")
        sandbox.write(PATH, BASE.replace(b"dec-keep-datastore", b"other"))
        sandbox.commit()
        with (
            pytest.raises(Refused, match="is there already"),
            store.transaction(ada(store)) as tx,
        ):
            tx.restore(past)


def test_a_put_of_what_is_not_there_adds_it(store: Store) -> None:
    with store.transaction(ada(store)) as tx:
        assert tx.put(rule()).action == "add"
        assert tx.put((tx.get("rule-x").record or {}) | {"title": "Y"}).action == "add"
    assert store.get("rule-x").title == "Y"


def test_an_attempt_that_changes_nothing_is_no_fault(store: Store) -> None:
    with store.transaction(ada(store)) as tx:
        record = store.get("dec-keep-datastore").record or {}
        assert tx.attempt(lambda: tx.put(record)).action == "same"
    assert tx.result.commit is None
