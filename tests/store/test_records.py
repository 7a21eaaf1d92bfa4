"""What stands in the way of a write, and what a write never takes along or over."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

import pytest

from sgm_git.api import Writing
from sgm_git.errors import CannotRun, Refused
from sgm_git.store.journal import Journal
from tests.store.support import BASE, ada, open_store, rule

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
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
        pytest.raises(Refused, match="is there already"),
        store.transaction(ada(store), Writing(commit=commit)) as tx,
    ):
        tx.add(rule())
    assert mine.read_text() == "mine\n"


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


def test_a_folder_where_a_record_belongs_is_named(store: Store, sandbox: GitSandbox) -> None:
    (sandbox.path / "memory/rule/rule-x.md").mkdir(parents=True)
    with pytest.raises(Refused, match=r"rule-x\.md is there"), store.transaction(ada(store)) as tx:
        tx.add(rule())


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
