"""What the tests of the workflows share: a memory that is begun, and what it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.workflows.exporters import TEXT_EXPORTERS
from sgm_git.workflows.exporting import export
from sgm_git.workflows.importing import ImportOptions, import_source
from tests.store.support import NOW, ada, open_store
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
    from sgm_git.record.value import JsonObject
    from sgm_git.workflows.importing import ImportReport

__all__ = ["NOW", "another", "begin", "bring", "exported", "open_store", "record"]

CONFIG = "format = 1\n"


def begin(sandbox: GitSandbox, engine: Engine = "git", config: str = CONFIG) -> Store:
    """A memory in the sandbox with its configuration committed."""
    sandbox.write(".sgm/config.toml", config)
    sandbox.write(".gitattributes", "memory/**/*.md text eol=lf\n")
    sandbox.commit("begin")
    return open_store(sandbox.path, engine)


def another(folder: Path) -> GitSandbox:
    """A second repository."""
    folder.mkdir(parents=True)
    box = GitSandbox(folder)
    box.run("init", "-q")
    return box


def bring(store: Store, place: Path, options: ImportOptions | None = None) -> ImportReport:
    """Import a source as Ada."""
    return import_source(store.records, place, ada(store), options or ImportOptions())


def exported(store: Store) -> bytes:
    """All records as JSON lines."""
    found = export(store.records)
    assert found.unreadable == ()
    records = [entry.record for entry in found.readable if entry.record is not None]
    return b"".join(TEXT_EXPORTERS["jsonl"](records))


def record(store: Store, ref: str) -> JsonObject:
    """A record that can be read."""
    found = store.get(ref).record
    assert found is not None
    return found
