"""Records go where the layout of their root says, all of them in one commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import Refused
from sgm_git.store.writing import Writing
from tests.store.support import BASE, ada, open_store

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox

GOOD = "memory/decision/dec-keep-datastore.md"
OTHER = BASE.replace(b"dec-keep-datastore", b"dec-other")


def relaid(store: Store, writing: Writing | None = None) -> list[tuple[str, str]]:
    with store.transaction(ada(store), writing) as tx:
        tx.relayout()
    return [(written.id, written.path) for written in tx.result.written]


def test_what_lies_elsewhere_moves_with_its_bytes(sandbox: GitSandbox, engine: Engine) -> None:
    sandbox.write("memory/a.md", BASE)
    sandbox.write("memory/decision/dec-other.md", OTHER)
    before = sandbox.commit()
    store = open_store(sandbox.path, engine)
    assert relaid(store) == [("dec-keep-datastore", GOOD)]
    assert sandbox.run("diff", "-M", "--name-status", before, "HEAD") == (
        f"R100\tmemory/a.md\t{GOOD}\n".encode()
    )
    assert sandbox.status() == ""
    assert relaid(store) == []
    assert sandbox.run("rev-list", "--count", "HEAD") == b"2\n"


def test_roots_have_layouts_of_their_own(sandbox: GitSandbox) -> None:
    sandbox.write(
        ".sgm/config.toml",
        '[[root]]\npath = "a"\nlayout = "{id}.md"\n[[root]]\npath = "b"\n',
    )
    sandbox.write("a/x/one.md", BASE)
    sandbox.write("b/one.md", OTHER)
    sandbox.commit()
    assert relaid(open_store(sandbox.path)) == [
        ("dec-keep-datastore", "a/dec-keep-datastore.md"),
        ("dec-other", "b/decision/dec-other.md"),
    ]


def test_no_record_is_lost_where_two_belong_to_one_place(sandbox: GitSandbox) -> None:
    one, two = (BASE.replace(b"dec-keep-datastore", name) for name in (b"a-b", b'"a:b"'))
    sandbox.write("memory/1.md", one)
    sandbox.write("memory/2.md", two)
    sandbox.commit()
    assert relaid(open_store(sandbox.path)) == [
        ("a-b", "memory/decision/a-b.md"),
        ("a:b", "memory/decision/a-b-2.md"),
    ]
    assert (sandbox.path / "memory/decision/a-b-2.md").read_bytes() == two


def test_a_misspelled_type_makes_no_folder(sandbox: GitSandbox) -> None:
    sandbox.write(GOOD, BASE.replace(b"type: decision", b"type: decison"))
    sandbox.commit()
    assert relaid(open_store(sandbox.path)) == []


def test_an_edit_that_is_not_committed_stops_it(sandbox: GitSandbox, engine: Engine) -> None:
    sandbox.write("memory/a.md", BASE)
    sandbox.commit()
    sandbox.write("memory/a.md", BASE + b"More.\n")
    store = open_store(sandbox.path, engine)
    with pytest.raises(Refused, match="not committed"):
        relaid(store)
    assert (sandbox.path / "memory/a.md").read_bytes() == BASE + b"More.\n"
    assert not (sandbox.path / GOOD).exists()
    relaid(store, Writing(with_edits=True))
    assert sandbox.run("show", f"HEAD:{GOOD}") == BASE + b"More.\n"
