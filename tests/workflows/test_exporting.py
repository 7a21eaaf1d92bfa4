"""Out goes what is declared, exactly, and what cannot go is named."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.document import write
from sgm_git.errors import CannotRun
from sgm_git.workflows.exporting import export
from tests.store.support import BASE, open_store
from tests.workflows.support import begin

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
    from sgm_git.record.value import JsonObject
    from tests.support import GitSandbox

ODD: JsonObject = {"id": "odd", "x": [1.50, 10**30, None, {"é": "\ud800"}], "title": "no"}


@pytest.fixture
def store(sandbox: GitSandbox, engine: Engine) -> Store:
    begin(sandbox)
    sandbox.write("memory/b.md", BASE)
    sandbox.write("memory/a/odd.md", write(ODD))
    sandbox.write("memory/broken.md", "---\nid: [\n---\n")
    sandbox.write("memory/README.md", "no record\n")
    (sandbox.path / "memory/link.md").symlink_to("b.md")
    (sandbox.path / "memory/folder").symlink_to("a")
    return open_store(sandbox.path, engine)


def test_records_go_out_by_path_as_they_are_declared(store: Store) -> None:
    found = export(store.records)
    assert [entry.path for entry in found.readable] == ["memory/a/odd.md", "memory/b.md"]
    assert found.readable[0].record == ODD
    record = found.readable[1].record
    assert record is not None
    assert record["provenance"] == {
        "agent": "build-agent",
        "created_at": "2026-10-10T18:21:47Z",
        "origin": "cli",
        "scope": {"project": "myproject"},
    }


def test_what_cannot_be_read_is_named_and_links_are_neither(store: Store) -> None:
    assert [entry.path for entry in export(store.records).unreadable] == ["memory/broken.md"]


def test_a_revision_goes_out_as_it_was(store: Store, sandbox: GitSandbox) -> None:
    rev = sandbox.commit()
    sandbox.write("memory/b.md", BASE.replace(b"Body", b"Later"))
    (sandbox.path / "memory/broken.md").unlink()
    sandbox.commit()
    then, now = export(store.records, rev=rev), export(store.records)
    assert [entry.path for entry in then.unreadable] == ["memory/broken.md"]
    assert now.unreadable == ()
    assert [entry.data == BASE for entry in (then.readable[1], now.readable[1])] == [True, False]


def test_a_bare_repository_gives_a_revision(
    store: Store, sandbox: GitSandbox, tmp_path: Path, engine: Engine
) -> None:
    sandbox.commit()
    sandbox.run("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    bare = open_store(tmp_path / "bare.git", engine)
    assert [e.data for e in export(bare.records, rev="main").readable] == [
        e.data for e in export(store.records).readable
    ]
    with pytest.raises(CannotRun, match="bare"):
        export(bare.records)


def test_an_empty_memory_is_an_empty_export(sandbox: GitSandbox, engine: Engine) -> None:
    begin(sandbox)
    found = export(open_store(sandbox.path, engine).records)
    assert (found.readable, found.unreadable) == ((), ())
