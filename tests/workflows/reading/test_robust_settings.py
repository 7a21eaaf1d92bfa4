"""A store that was opened long ago reads, and keeps, what is there now (DESIGN section 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.workflows.reading.support import anew, by_index, fresh, record_text
from tests.workflows.support import begin

if TYPE_CHECKING:
    from tests.support import GitSandbox

SCHEMA = '{"$id": "urn:x", "properties": {"x_owner": {"type": "string"}}}'
CHANGES = {
    ".sgm/config.toml": "format = 1\n[[root]]\npath = 'memory/rule'\n",
    ".sgm/schemas/team.json": SCHEMA,
    ".gitattributes": "*.md text\n",
    ".mailmap": "Grace <grace@example.org> <ada@example.org>\n",
}


@pytest.mark.parametrize("path", CHANGES)
def test_what_another_configures_is_seen_by_a_store_that_was_open(
    sandbox: GitSandbox, path: str
) -> None:
    """And what it keeps then is right for all others."""
    begin(sandbox)
    sandbox.write("memory/rule/a.md", record_text("rule-a", more="x_owner: 7\n"))
    sandbox.write("memory/note/b.md", record_text("note-b", "note"))
    sandbox.commit("records")
    store = fresh(sandbox)
    by_index(store)
    sandbox.write(path, CHANGES[path])
    sandbox.commit("configured")
    kept = by_index(store)
    made = anew(fresh(sandbox))
    assert by_index(fresh(sandbox)) == made
    assert kept == made
