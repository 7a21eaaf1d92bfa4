"""A record that is gone is found where it was last, by whoever took it away."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.store.departed import Departure, departure
from tests.store.support import BASE, open_store

if TYPE_CHECKING:
    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox

NAME = "dec-keep-datastore"
OTHER = BASE.replace(NAME.encode(), b"dec-other")


def found(
    box: GitSandbox, engine: Engine, name: str = NAME, root: str | None = None
) -> Departure | None:
    store = open_store(box.path, engine)
    return departure(store.repository, store.records.settings.roots, box.head(), [(root, name)])


@pytest.fixture
def box(sandbox: GitSandbox) -> GitSandbox:
    """Two records."""
    sandbox.write("memory/a.md", BASE)
    sandbox.write("memory/b.md", OTHER)
    sandbox.commit()
    return sandbox


def remove(box: GitSandbox, path: str = "memory/a.md") -> str:
    (box.path / path).unlink()
    return box.commit("remove")


def test_the_last_departure_counts(box: GitSandbox, engine: Engine) -> None:
    remove(box)
    box.write("memory/back.md", BASE)
    box.commit("back")
    last = box.head()
    gone = remove(box, "memory/back.md")
    departed = found(box, engine)
    assert departed is not None
    assert departed.commit.oid == gone
    assert (departed.last.commit, departed.last.path) == (last, "memory/back.md")


def test_a_move_is_no_departure(box: GitSandbox, engine: Engine) -> None:
    box.run("mv", "memory/a.md", "memory/c.md")
    box.commit("move")
    assert found(box, engine) is None


def test_another_id_in_its_place_is_one(box: GitSandbox, engine: Engine) -> None:
    box.write("memory/a.md", BASE.replace(NAME.encode(), b"dec-new"))
    changed = box.commit("another id")
    departed = found(box, engine)
    assert departed is not None
    assert departed.commit.oid == changed


def test_the_root_may_be_named(box: GitSandbox, engine: Engine) -> None:
    remove(box)
    assert found(box, engine, root="memory") is not None
    assert found(box, engine, root="notes") is None
    assert found(box, engine, "dec-none") is None


def test_a_merge_is_one_only_if_no_side_deleted_it(box: GitSandbox, engine: Engine) -> None:
    box.run("checkout", "-q", "--orphan", "side")
    box.run("rm", "-q", "-f", "memory/a.md")
    box.commit("never had it")
    box.run("merge", "-q", "-s", "ours", "--allow-unrelated-histories", "--no-edit", "main")
    departed = found(box, engine)
    assert departed is not None
    assert departed.commit.oid == box.head()
    assert departed.last.commit == box.run("rev-parse", "main").decode().strip()
