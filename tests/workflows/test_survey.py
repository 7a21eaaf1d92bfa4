"""Documents stream by: what is kept of them, and that they themselves are not."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from sgm_git.checks.run import check_stock
from sgm_git.document.document import Document
from sgm_git.witness.facts import facts_of
from sgm_git.workflows.survey import State, Survey, survey
from tests.store.support import BASE, NOW, open_store
from tests.workflows.support import begin

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox

NUMBER = 12
FEW = 2  # the one that is judged, and what HEAD has of it


@pytest.fixture
def store(sandbox: GitSandbox, engine: Engine) -> Store:
    begin(sandbox)
    for number in range(NUMBER):
        sandbox.write(f"memory/fact/fact-{number}.md", fact(number))
    sandbox.commit("add")
    return open_store(sandbox.path, engine)


def fact(number: int, title: str = "Keep") -> bytes:
    changed = BASE.replace(b"dec-keep-datastore", b"fact-%d" % number)
    return changed.replace(b"title: Keep", b"title: %s" % title.encode())


def surveyed(store: Store, *, staged: bool = False, rev: str | None = None) -> Survey:
    policy = store.records.settings.policy(NOW)
    return survey(State(store.records, staged, rev), policy, lambda _: True)


@pytest.mark.parametrize("state", ["work tree", "index", "HEAD"])
def test_no_document_outlives_its_turn(store: Store, sandbox: GitSandbox, state: str) -> None:
    """Not even those that HEAD has other forms of."""
    for number in range(0, NUMBER, 2):
        sandbox.write(f"memory/fact/fact-{number}.md", fact(number, "Drop"))
    sandbox.run("add", ".")
    gc.collect()
    before = alive()
    most = 0

    def count(_: str) -> bool:
        nonlocal most
        most = max(most, alive() - before)
        return True

    rev = "HEAD" if state == "HEAD" else None
    policy = store.records.settings.policy(NOW)
    survey(State(store.records, state == "index", rev), policy, count)
    assert 0 < most <= FEW


def alive() -> int:
    """How many documents there are in memory."""
    return sum(isinstance(each, Document) for each in gc.get_objects())


def test_history_gets_the_facts_of_all_that_is_no_link(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write("memory/fact/broken.md", "---\nid: [\n---\n")
    (sandbox.path / "memory/fact/link.md").symlink_to("fact-1.md")
    found = surveyed(store)
    entries = {entry.path: entry for entry in store.entries() if not entry.is_link}
    assert len(found.stock.briefs) == NUMBER + 2
    assert found.blobs == {path: entry.blob for path, entry in entries.items()}
    assert found.facts == {
        entry.blob: None if entry.record is None else facts_of(entry.record)
        for entry in entries.values()
    }


def test_a_place_is_looked_up_in_the_state_that_is_surveyed(
    store: Store, sandbox: GitSandbox
) -> None:
    """In the index it stands where it stands there."""
    path = "memory/fact/fact-1.md"
    twice = fact(1).replace(b"fact-1", b"fact-0")
    sandbox.write(path, twice)
    sandbox.run("add", ".")
    sandbox.write(path, twice.replace(b"---\n", b"---\n# one line more\n", 1))
    for staged, line in ((True, 2), (False, 3)):
        found = check_stock(surveyed(store, staged=staged).stock)
        assert {each.span.line for each in found if each.path == path and each.span} == {line}
