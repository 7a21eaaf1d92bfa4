"""A store that was opened long ago reads, and keeps, what is there now (DESIGN section 10)."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest

from sgm_git.workflows.reading import sync, whole
from tests.support import untraced
from tests.workflows.reading.support import anew, by_index, fresh, record_text
from tests.workflows.support import begin

if TYPE_CHECKING:
    from sgm_git.store.index.shelf import Shelf
    from sgm_git.workflows.reading.about import About
    from sgm_git.workflows.reading.state import State
    from tests.support import GitSandbox

pytestmark = untraced

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


@pytest.mark.parametrize("comes_back", [False, True])
@pytest.mark.parametrize("is_early", [False, True])
def test_what_is_checked_out_while_all_is_read_is_not_kept_for_another_commit(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch, *, comes_back: bool, is_early: bool
) -> None:
    """Even where HEAD is by the end where it was at the beginning."""
    begin(sandbox)
    for branch in ("main", "side"):
        sandbox.run("switch", "-q", "-C", branch)
        sandbox.write("memory/rule/a.md", record_text("rule-a", content=f"On {branch}."))
        sandbox.commit(branch)
    sandbox.run("switch", "-q", "main")
    begun: list[str | None] = []

    def fill(shelf: Shelf, state: State) -> About:
        """Fill it while somebody switches branches, the first time."""
        is_first = not begun
        begun.append(state.head)
        if is_first and is_early:
            sandbox.run("switch", "-q", "side")
        told = whole.fill(shelf, state)
        if is_first and not is_early:
            sandbox.run("switch", "-q", "side")
        if is_first and comes_back:
            sandbox.run("switch", "-q", "main")
        return told

    with monkeypatch.context() as patch:
        patch.setattr(sync, "fill", fill)
        said = by_index(fresh(sandbox))
    assert said == anew(fresh(sandbox))
    assert len(begun) > 1
    for branch in ("main", "side", "main"):
        sandbox.run("switch", "-q", branch)
        assert by_index(fresh(sandbox)) == anew(fresh(sandbox))


def test_where_something_is_checked_out_all_the_time_there_is_an_answer_still(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is of what there was when it was read last; nothing of it is kept."""
    begin(sandbox)
    sandbox.write("memory/rule/a.md", record_text("rule-a"))
    sandbox.commit("record")
    stamps = count()
    with monkeypatch.context() as patch:
        patch.setattr(sync, "checkout_stamp", lambda _: [next(stamps)])
        said = by_index(fresh(sandbox))
    assert said == anew(fresh(sandbox)) == by_index(fresh(sandbox))
