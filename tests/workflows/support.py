"""What the tests of the workflows share: a memory that is begun, and what it holds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sgm_git.workflows.exporters import TEXT_EXPORTERS
from sgm_git.workflows.exporting import export
from sgm_git.workflows.importing import ImportOptions, import_source
from tests.store.support import ada, open_store, rule
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.importing import ImportReport

PROVENANCE: JsonObject = {
    "agent": "a",
    "created_at": "2020-01-01T00:00:00Z",
    "origin": "cli",
    "scope": {},
}
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


def whole(record_id: str = "rule-x", **more: JsonValue) -> JsonObject:
    """A record as an export gives it."""
    return rule(record_id, provenance=dict(PROVENANCE), **more)


def lines(place: Path, *records: JsonObject) -> Path:
    """A file of JSON lines."""
    place.write_text("".join(json.dumps(each) + "\n" for each in records))
    return place


def outcomes(report: ImportReport) -> dict[str, str]:
    """What became of each record, by id."""
    return {each.id: each.outcome for each in report.records}
