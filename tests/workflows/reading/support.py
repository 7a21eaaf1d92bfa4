"""Readings for the tests of this room: by what is kept, and by looking at everything anew."""

from __future__ import annotations

import hashlib
from contextlib import closing
from typing import TYPE_CHECKING

from sgm_git.store.index.session import Session
from sgm_git.store.query import Filters
from sgm_git.store.window import Window
from sgm_git.workflows.reading import reader
from tests.store.support import NOW, open_store

if TYPE_CHECKING:
    from sgm_git.api import Store
    from sgm_git.git.engine import Engine
    from sgm_git.workflows.reading.reader import Reader
    from tests.support import GitSandbox

WORDS = ("body", "rule", "x", "new text", "title")


def record_text(
    record_id: str,
    record_type: str = "rule",
    *,
    annotations: str = "",
    content: str = "Body.",
    more: str = "",
    agent: str = "Ada",
) -> str:
    """A small record's file; ``annotations`` are the items of a flow list."""
    return (
        f"---\nid: {record_id}\ntype: {record_type}\ntitle: Title of {record_id}\n"
        f"annotations: [{annotations}]\n{more}provenance:\n  agent: {agent}\n"
        f'  created_at: "2026-10-10T18:21:47Z"\n  origin: cli\n  scope: {{}}\n---\n\n{content}\n'
    )


def told(seen: Reader) -> dict[str, object]:
    """All that a reader says: what is listed, what was reviewed, and what searches find."""
    return {
        "here": list(seen.each()),
        "listed": seen.page(window=Window(sort="standing")),
        "newest": seen.newest([(Filters(), 3), (Filters(is_here=True), 3)]),
        "reviewed": seen.reviewed_versions(),
        "broken": seen.broken,
        "found": {words: seen.search(words) for words in WORDS},
    }


def by_index(store: Store) -> dict[str, object]:
    """What a reader says by what is kept of earlier times."""
    with store.reading() as seen:
        return told(seen)


def anew(store: Store) -> dict[str, object]:
    """What a reader says that knows nothing of earlier times."""
    records = store.records

    def prepare(connection: object) -> None:
        reader._prepare(records, records.now(), connection)  # type: ignore[arg-type]  # noqa: SLF001  # as reading does

    session = Session(records.repository.common_dir, prepare, keeps=False)
    with closing(session):
        place = str(records.repository.git_dir)
        return told(reader.Reader(session, place, records.now()))


def fresh(sandbox: GitSandbox, engine: Engine = "git", now: float = NOW) -> Store:
    """A store that nobody has asked anything yet: a process of its own, as it were."""
    return open_store(sandbox.path, engine, now)


def shown(said: dict[str, object]) -> str:
    """What a reader said as a text that another process gives in the same way."""
    return hashlib.sha256(repr(said).encode("utf-8", "surrogatepass")).hexdigest()
