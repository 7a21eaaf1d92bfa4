"""The Python interface: ``from sgm_git import Store`` (DESIGN section 11)."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.record.provenance import Actor
from sgm_git.store.editing import tokens_of
from sgm_git.store.query import Filters, declaring
from sgm_git.store.records import Records
from sgm_git.store.settings import load_settings
from sgm_git.store.transaction import Transaction, WriteResult
from sgm_git.store.writing import Writing
from sgm_git.workflows.history import record_history
from sgm_git.workflows.knowing import know_one

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from contextlib import AbstractContextManager
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from sgm_git.policy.config import Config
    from sgm_git.record.pointer import Pointer
    from sgm_git.store.entry import Entry
    from sgm_git.witness.effective import Effective
    from sgm_git.workflows.history import RecordHistory

__all__ = ["Actor", "Filters", "Store", "Transaction", "WriteResult", "Writing"]


class Store:
    """The records of one git repository.

    A block of writes is judged at its end, then made and committed as one:

    >>> store = Store.open(".")
    >>> with store.transaction(store.actor("build-agent")) as tx:
    ...     added = tx.add({"type": "rule", "title": "No prototypes", "content": "Finish it."})
    ...     changed = tx.annotate(added.id, "status", "accepted")
    >>> added.path
    'memory/rule/rule-no-prototypes.md'
    >>> tx.result.commit == store.repository.head().oid
    True

    What is read is a record with its file, and stays as it was read:

    >>> entry = store.get("rule-no-prototypes")
    >>> entry.record["annotations"]
    [{'kind': 'status', 'value': 'accepted'}]
    >>> [each.title for each in store.query(Filters(types=frozenset({"rule"})))]
    ['No prototypes']

    ``expect`` refuses a change of what somebody else has changed meanwhile:

    >>> with store.transaction(store.actor("build-agent")) as tx:
    ...     changed = tx.set(entry.id, ("title",), "Finish what you begin", expect=entry.blob)
    >>> with store.transaction(store.actor("other-agent")) as tx:
    ...     changed = tx.set(entry.id, ("title",), "Whatever", expect=entry.blob)
    Traceback (most recent call last):
        ...
    sgm_git.errors.Refused: memory/rule/rule-no-prototypes.md has changed: it is blob ...
    >>> store.get("rule-no-prototypes").title, entry.title
    ('Finish what you begin', 'No prototypes')
    """

    def __init__(self, records: Records, environment: Mapping[str, str] | None = None) -> None:
        self.records = records
        self._environment = os.environ if environment is None else environment

    @classmethod
    def open(
        cls,
        path: str | Path = ".",
        *,
        engine: Engine = "auto",
        clock: Callable[[], float] = time.time,
        despite_head: bool = False,
    ) -> Store:
        """Open the store of the repository around ``path``.

        ``clock`` gives seconds since the epoch; ``despite_head``: also where only HEAD's
        configuration cannot be read (``store.settings.load_settings``). Raises CannotRun where
        there is no repository, git would refuse it, or its configuration cannot be read.
        """
        repository = open_repository(path, engine)
        settings = load_settings(repository, despite_head=despite_head)
        return cls(Records(repository, settings, clock))

    @property
    def repository(self) -> Repository:
        """The git repository."""
        return self.records.repository

    @property
    def config(self) -> Config:
        """The configuration that counts (DESIGN section 2, "trusted side")."""
        return self.records.settings.config

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know about the settings, such as that HEAD's checks count."""
        return self.records.settings.notes

    def get(self, ref: str, *, rev: str | None = None) -> Entry:
        """Give the record that ``id`` or ``root:id`` names, in the work tree or at ``rev``.

        An id that the record had once (``aliases``) finds it too. Raises NoSuchRecord.
        """
        return self.records.get(ref, rev=rev)

    def entries(self, *, rev: str | None = None, staged: bool = False) -> Iterator[Entry]:
        """Give every document by path, also those that cannot be read."""
        return self.records.entries(rev=rev, staged=staged)

    def query(self, filters: Filters, *, rev: str | None = None) -> list[Entry]:
        """Give the readable records that pass every filter, by path."""
        return [entry for entry in self.entries(rev=rev) if declaring(entry.record, filters)]

    def effective(self, ref: str, *, rev: str | None = None) -> Effective:
        """Say what is known of a record's provenance: declared, with gaps filled from history.

        Raises NoSuchRecord, and CannotRun where git cannot tell.
        """
        return know_one(self.records, ref, self.records.now(), rev=rev)[1]

    def history(
        self, ref: str, *, field: Pointer | str | None = None, rev: str | None = None
    ) -> RecordHistory:
        """Say who changed which field of a record when, the newest version first.

        With ``field`` only the versions that changed it. A record that is gone has its last life.
        Raises NoSuchRecord, and CannotRun where git cannot tell.
        """
        pointer = None if field is None else tokens_of(field)
        return record_history(self.records, ref, self.records.now(), rev=rev, field=pointer)

    def actor(
        self, agent: str | None = None, *, origin: str = "api", session: str | None = None
    ) -> Actor:
        """Say who writes: ``agent``, else ``SGM_AGENT``, git's ``sgm.agent``, the git identity.

        ``session`` falls back to ``SGM_SESSION``. Raises CannotRun where nobody is named.
        """
        named = agent or self._environment.get("SGM_AGENT") or self.repository.config("sgm.agent")
        if not named:
            try:
                named = self.repository.identity().name
            except CannotRun as error:
                raise CannotRun(
                    "nobody is named as the one who writes",
                    hint='name one: --agent NAME, SGM_AGENT, or git config user.name "Your Name"',
                ) from error
        return Actor(named, origin, session or self._environment.get("SGM_SESSION") or None)

    def transaction(
        self, actor: Actor, writing: Writing | None = None
    ) -> AbstractContextManager[Transaction]:
        """Hold the store's lock for a block of writes that become one commit, or nothing at all.

        Raises Refused, at the end of the block, for writes that may not be made.
        """
        return self.records.transaction(actor, writing)
