"""What changed between two states of a store, record by record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.record.pointer import render
from sgm_git.workflows.diffing import INDEX, WORK_TREE, Side, diff
from tests.store.support import BASE, open_store
from tests.workflows.support import begin

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
    from sgm_git.workflows.diffing import RecordDiff
    from tests.support import GitSandbox

PATH = "memory/decision/dec-keep-datastore.md"
OTHER = BASE.replace(b"dec-keep-datastore", b"dec-y")
HEAD = Side("HEAD")


@pytest.fixture(params=["git", "dulwich"])
def store(request: pytest.FixtureRequest, sandbox: GitSandbox) -> Store:
    engine: Engine = request.param
    sandbox.write(PATH, BASE)
    sandbox.write("memory/decision/dec-y.md", OTHER)
    return begin(sandbox, engine)


def told(store: Store, before: Side = HEAD, after: Side = WORK_TREE) -> list[tuple[str, str]]:
    return [(each.entry.path, each.status) for each in diff(store.records, before, after)]


def only(store: Store, before: Side = HEAD, after: Side = WORK_TREE) -> RecordDiff:
    (found,) = diff(store.records, before, after)
    return found


def test_nothing_differs_from_itself(store: Store) -> None:
    assert told(store) == []
    assert told(store, HEAD, HEAD) == []
    assert told(store, HEAD, INDEX) == []


def test_a_field_that_differs_is_named(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(PATH, BASE.replace(b"title: Keep the current", b"title: Keep the"))
    found = only(store)
    assert found.status == "changed"
    assert [render(change.pointer) for change in found.changes] == ["/title"]


def test_what_is_staged_is_apart_from_the_work_tree(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(PATH, BASE.replace(b"title: Keep", b"title: Hold"))
    sandbox.run("add", PATH)
    sandbox.write(PATH, BASE)
    assert told(store, HEAD, INDEX) == [(PATH, "changed")]
    assert told(store) == []


def test_two_commits_are_compared(store: Store, sandbox: GitSandbox) -> None:
    sandbox.run("rm", "-q", PATH)
    sandbox.write("memory/fact/new.md", b"---\nid: new\ntype: fact\n---\n")
    sandbox.commit("change")
    expected = [(PATH, "removed"), ("memory/fact/new.md", "added")]
    assert told(store, Side("HEAD~1"), HEAD) == expected
    assert told(store, HEAD, Side("HEAD~1")) == [(PATH, "added"), ("memory/fact/new.md", "removed")]


def test_a_record_is_followed_by_its_id(store: Store, sandbox: GitSandbox) -> None:
    sandbox.run("mv", PATH, "memory/decision/elsewhere.md")
    found = only(store)
    assert (found.status, found.moved_from) == ("moved", PATH)
    sandbox.write("memory/decision/elsewhere.md", BASE.replace(b"title: Keep", b"title: Hold"))
    assert only(store).status == "changed"


def test_two_records_that_change_places_are_two_moves(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(PATH, OTHER)
    sandbox.write("memory/decision/dec-y.md", BASE)
    assert {status for _, status in told(store)} == {"moved"}


def test_an_id_that_changed_in_place_is_one_change(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(PATH, BASE.replace(b"id: dec-keep-datastore", b"id: dec-z"))
    found = only(store)
    assert [render(change.pointer) for change in found.changes] == ["/id"]


def test_other_bytes_that_mean_the_same_are_respelled(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(PATH, BASE.replace(b"type: decision", b'type: "decision"'))
    assert told(store) == [(PATH, "respelled")]


def test_a_file_that_cannot_be_read_is_told(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(PATH, b"no front matter\n")
    found = only(store)
    assert (found.status, found.records[1]) == ("changed", None)


def test_paths_choose(store: Store, sandbox: GitSandbox) -> None:
    sandbox.write(PATH, BASE.replace(b"title: Keep", b"title: Hold"))
    assert diff(store.records, HEAD, WORK_TREE, ["memory/fact"]) == []
    assert len(diff(store.records, HEAD, WORK_TREE, ["memory/decision"])) == 1


def test_before_the_first_commit_everything_is_new(sandbox: GitSandbox) -> None:
    sandbox.write(PATH, BASE)
    sandbox.write(".sgm/config.toml", "format = 1\n")
    assert told(open_store(sandbox.path, "git")) == [(PATH, "added")]
