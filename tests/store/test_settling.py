"""A failure after the branch has moved: the commit stands, and so do its files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import Refused
from sgm_git.git import cli_commit, embedded_commit
from sgm_git.git.held import Held
from sgm_git.store.writing import Writing
from tests.git.support import hook
from tests.store.support import BASE, ada, open_store, rule
from tests.support import CHECKOUT

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox

PATH = "memory/decision/dec-keep-datastore.md"


@pytest.mark.parametrize("failure", [KeyboardInterrupt, RuntimeError])
def test_what_fails_after_the_commit_undoes_nothing(
    sandbox: GitSandbox,
    engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
    failure: type[BaseException],
) -> None:
    sandbox.write(PATH, BASE)
    before = sandbox.commit()
    store = open_store(sandbox.path, engine)

    def failing(*_arguments: object) -> None:
        raise failure

    monkeypatch.setattr(cli_commit, "_afterwards", failing)
    monkeypatch.setattr(embedded_commit, "log_move", failing)
    with pytest.raises(failure), store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", "/title", "NEW")
    assert sandbox.head() != before
    assert b"title: NEW" in sandbox.run("show", f"HEAD:{PATH}")
    assert b"title: NEW" in (sandbox.path / PATH).read_bytes()
    assert sandbox.status() == ""
    assert not (sandbox.path / ".git/sgm/journal").exists()


def test_what_fails_before_the_commit_undoes_the_files(
    sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.write(PATH, BASE)
    before = sandbox.commit()
    store = open_store(sandbox.path, engine)

    def failing(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_commit, "install", failing)
    monkeypatch.setattr(embedded_commit, "move", failing)
    with pytest.raises(KeyboardInterrupt), store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", "/title", "NEW")
    assert sandbox.head() == before
    assert (sandbox.path / PATH).read_bytes() == BASE
    assert sandbox.status() == ""


@pytest.mark.parametrize(
    ("deed", "path"), [("set", PATH), ("remove", PATH), ("add", "memory/rule/rule-x.md")]
)
def test_what_a_refusing_hook_did_to_the_record_is_undone(
    sandbox: GitSandbox, deed: str, path: str
) -> None:
    sandbox.write(PATH, BASE).chmod(0o755)
    before = sandbox.commit()
    store = open_store(sandbox.path)
    hook(sandbox, "pre-commit", f"mkdir -p $(dirname {path}); echo x >> {path}; git add .; exit 1")
    with pytest.raises(Refused, match="pre-commit"), store.transaction(ada(store)) as tx:
        if deed == "set":
            tx.set("dec-keep-datastore", "/title", "NEW")
        elif deed == "remove":
            tx.remove("dec-keep-datastore")
        else:
            tx.add(rule(), path=path)
    assert (sandbox.head(), sandbox.status()) == (before, "")
    assert (sandbox.path / PATH).read_bytes() == BASE


def test_a_reflog_that_cannot_be_written_is_no_failure(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox.write(PATH, BASE)
    sandbox.commit()

    def failing(*_arguments: object) -> None:
        raise PermissionError

    monkeypatch.setattr(embedded_commit, "log_move", failing)
    store = open_store(sandbox.path, "dulwich")
    with store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", "/title", "NEW")
    assert tx.result.commit == sandbox.head()
    assert sandbox.status() == ""


def test_a_hook_that_reverts_and_refuses_costs_no_edit_that_was_taken_along(
    sandbox: GitSandbox,
) -> None:
    """The file is HEAD's then, as after a commit; but HEAD has not moved."""
    sandbox.write(PATH, BASE)
    sandbox.commit()
    edited = BASE.replace(b"Body text", b"What a person typed")
    sandbox.write(PATH, edited)
    hook(sandbox, "pre-commit", f"git checkout -q HEAD -- {PATH}; exit 1")
    store = open_store(sandbox.path)
    with (
        pytest.raises(Refused),
        store.transaction(ada(store), Writing(with_edits=True)) as tx,
    ):
        tx.set("dec-keep-datastore", "/title", "NEW")
    assert (sandbox.path / PATH).read_bytes() == edited


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no such signals")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_being_asked_to_end_when_the_branch_has_moved_leaves_what_was_committed(
    sandbox: GitSandbox, number: int
) -> None:
    """A hook that runs after the move may take its time; files and index go with the branch."""
    sandbox.write(PATH, BASE)
    before = sandbox.commit()
    script = '[ "$1" = committed ] && : > .git/moved && sleep 5; true'
    hook(sandbox, "reference-transaction", script)
    command = [sys.executable, "-m", "sgm_git", "-C", str(sandbox.path), "set"]
    writer = subprocess.Popen(
        [*command, "dec-keep-datastore", "title=NEW"],
        cwd=CHECKOUT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while not (sandbox.path / ".git/moved").exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.kill(writer.pid, number)
    writer.wait(timeout=60)
    (sandbox.path / ".git/hooks/reference-transaction").unlink()
    assert sandbox.head() != before
    assert b"title: NEW" in (sandbox.path / PATH).read_bytes()
    assert sandbox.status() == ""


def test_an_interrupt_between_branch_and_index_leaves_them_together(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The embedded engine moves both itself."""
    sandbox.write(PATH, BASE)
    before = sandbox.commit()
    store = open_store(sandbox.path, "dulwich")
    plain, calls = Held.install, []

    def install(held: Held) -> None:
        plain(held)
        calls.append(held)
        if len(calls) == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(Held, "install", install)
    with pytest.raises(KeyboardInterrupt), store.transaction(ada(store)) as tx:
        tx.set("dec-keep-datastore", "/title", "NEW")
    assert sandbox.head() != before
    assert b"title: NEW" in (sandbox.path / PATH).read_bytes()
    assert sandbox.status() == ""
