"""A record that a write moves and does not commit is not lost to ``git commit -a``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git import restaging
from sgm_git.store.writing import Writing
from tests.store.support import ada, open_store, rule

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
    from sgm_git.store.transaction import Transaction, WriteResult
    from tests.support import GitSandbox

OLD = "memory/rule/rule-x.md"
LATER = Writing(commit=False)


@pytest.fixture
def store(sandbox: GitSandbox, engine: Engine) -> Store:
    """A memory with one record that is committed."""
    sandbox.write(".sgm/config.toml", "format = 1\n")
    sandbox.commit("begin")
    store = open_store(sandbox.path, engine)
    do(store, lambda t: t.add(rule()), Writing(commit=True))
    return store


def do(store: Store, act: Callable[[Transaction], object], how: Writing = LATER) -> WriteResult:
    """Make one write."""
    with store.records.transaction(ada(store), how) as transaction:
        act(transaction)
    return transaction.result


def records_in_head(sandbox: GitSandbox) -> list[str]:
    return sandbox.run("ls-tree", "-r", "--name-only", "HEAD", "memory").decode().split()


MOVES: dict[str, tuple[Callable[[Transaction], object], str]] = {
    "mv": (lambda t: t.move("rule-x", "memory/rule/y.md"), "memory/rule/y.md"),
    "rename": (lambda t: t.rename("rule-x", "rule-y"), "memory/rule/rule-y.md"),
    "rm and add": (
        lambda t: (t.remove("rule-x"), t.add(rule("rule-z"))),
        "memory/rule/rule-z.md",
    ),
}


@pytest.mark.parametrize("way", MOVES)
def test_commit_a_records_both_sides(store: Store, sandbox: GitSandbox, way: str) -> None:
    act, new = MOVES[way]
    result = do(store, act)
    assert result.notes == (
        f"{new} is announced to git (git add -N): git commit -a takes it along",
    )
    assert sandbox.run("diff", "--cached", "--name-only") == b""
    sandbox.run("commit", "-qam", "both")
    assert records_in_head(sandbox) == [new]
    assert sandbox.status() == ""


@pytest.mark.parametrize("way", MOVES)
def test_an_index_that_cannot_be_written_undoes_it(
    store: Store, sandbox: GitSandbox, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restaging, "WAIT_SECONDS", 0.1)
    before = (sandbox.path / OLD).read_bytes()
    lock = sandbox.path / ".git" / "index.lock"
    lock.touch()
    with pytest.raises(CannotRun, match=r"index\.lock"):
        do(store, MOVES[way][0])
    lock.unlink()
    assert (sandbox.path / OLD).read_bytes() == before
    assert sandbox.status() == ""
    assert do(store, lambda t: t.get("rule-x")).notes == ()


def test_what_was_announced_itself_is_announced_again(store: Store, sandbox: GitSandbox) -> None:
    do(store, lambda t: t.add(rule("rule-n")))
    sandbox.run("add", "-N", "memory/rule/rule-n.md")
    do(store, lambda t: t.move("rule-n", "memory/rule/n.md"))
    sandbox.run("commit", "-qam", "new")
    assert records_in_head(sandbox) == ["memory/rule/n.md", OLD]


def test_what_replaces_nothing_that_git_knows_is_not_announced(
    store: Store, sandbox: GitSandbox
) -> None:
    assert do(store, lambda t: t.add(rule("rule-n"))).notes == ()
    assert do(store, lambda t: t.move("rule-n", "memory/rule/n.md")).notes == ()
    assert sandbox.status().startswith("? memory/rule/n.md")


def test_a_commit_announces_nothing(store: Store, sandbox: GitSandbox) -> None:
    result = do(store, lambda t: t.rename("rule-x", "rule-y"), Writing(commit=True))
    assert result.notes == ()
    assert records_in_head(sandbox) == ["memory/rule/rule-y.md"]
    assert sandbox.status() == ""


def test_what_was_announced_is_committed_by_the_next_write(
    store: Store, sandbox: GitSandbox
) -> None:
    do(store, lambda t: t.move("rule-x", "memory/rule/y.md"))
    edits = Writing(commit=True, with_edits=True)
    do(store, lambda t: t.set("rule-x", "/title", "Other"), edits)
    assert "memory/rule/y.md" in records_in_head(sandbox)
    sandbox.run("commit", "-qam", "the other side")
    assert records_in_head(sandbox) == ["memory/rule/y.md"]


def test_many_are_told_in_short(store: Store) -> None:
    names = [f"rule-{number}" for number in range(5)]
    do(store, lambda t: [t.add(rule(name)) for name in names], Writing(commit=True))
    (note,) = do(store, lambda t: [t.rename(name, f"{name}b") for name in names]).notes
    assert note.endswith(
        "and 2 more are announced to git (git add -N): git commit -a takes them along"
    )
