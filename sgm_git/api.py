"""The Python interface: ``from sgm_git import Store`` (DESIGN section 11)."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.record.provenance import Actor
from sgm_git.store import parts as of_store
from sgm_git.store.query import Filters
from sgm_git.store.records import Records
from sgm_git.store.window import Page, Window
from sgm_git.workflows import parts
from sgm_git.workflows.context import parts as of_context
from sgm_git.workflows.reading.reader import Found, Reader, reading
from sgm_git.workflows.syncing import parts as of_syncing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository
    from sgm_git.policy.config import Config
    from sgm_git.record.pointer import Pointer
    from sgm_git.record.times import Instant
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.store.settings import Settings
    from sgm_git.store.transaction import Transaction, WriteResult
    from sgm_git.store.writing import Writing
    from sgm_git.witness.effective import Effective
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.check import CheckReport
    from sgm_git.workflows.context.model import Context, Sizes, Wanted
    from sgm_git.workflows.history import RecordHistory
    from sgm_git.workflows.proposing import Proposal
    from sgm_git.workflows.syncing.model import SyncReport

__all__ = ["Actor", "Filters", "Page", "Reader", "Store", "Window"]

_EVERYTHING = Filters()
_WHOLE = Window()


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

    What it is to its reader - how it must be taken, whether it was reviewed, how far git bears it
    out - is told of it when it is read or found:

    >>> found = store.search("finish").items[0].reading
    >>> found.id, found.standing.value, found.review.value, found.trust.value, found.binds
    ('rule-no-prototypes', 'in-force', 'unknown', 'consistent', True)

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
        there is no repository, or git would refuse it. The configuration is read when it is first
        needed: what needs it raises CannotRun where it cannot be read.
        """
        repository = open_repository(path, engine)

        def settings() -> Settings:
            """Read the configuration, the schemas and the roots."""
            return of_store.settings.load_settings(repository, despite_head=despite_head)

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

    def reading(
        self, *, rev: str | None = None, as_of: Instant | None = None
    ) -> AbstractContextManager[Reader]:
        """Read records as they must be taken: the work tree, ``rev``, or HEAD as it was ``as_of``.

        All that one reader says is of one moment. Raises CannotRun where git cannot tell.
        """
        return reading(self.records, rev=rev, as_of=as_of)

    def read(self, ref: str, *, rev: str | None = None) -> Reading:
        """Give the record that ``id`` or ``root:id`` names, as it must be taken (DESIGN 8).

        Raises NoSuchRecord.
        """
        with self.reading(rev=rev) as reader:
            return reader.get(ref)

    def query(
        self, filters: Filters = _EVERYTHING, *, rev: str | None = None
    ) -> tuple[Reading, ...]:
        """Give the readable records that pass every filter, by path.

        What was changed or removed here is told as it was reviewed, too, where that binds.
        """
        with self.reading(rev=rev) as reader:
            return reader.page(filters).items

    def search(
        self,
        words: str,
        filters: Filters = _EVERYTHING,
        window: Window = _WHOLE,
        *,
        rev: str | None = None,
    ) -> Page[Found]:
        """Give what holds the words, best first; see ``Reader.search``."""
        with self.reading(rev=rev) as reader:
            return reader.search(words, filters, window)

    def context(self, wanted: Wanted, sizes: Sizes | None = None) -> Context:
        """Choose what somebody who works in a scope is to be told, within a budget (DESIGN 11).

        ``sizes`` tell how large it is as it will be printed, by default as plain text. Raises what
        reading raises.
        """
        measured = of_context.fitting.PlainSizes() if sizes is None else sizes
        tell = of_context.choosing.tell
        with self.reading() as reader:
            if wanted.since is None:
                return tell(reader, wanted, measured)
            with self.reading(rev=wanted.since) as before:
                return tell(reader, wanted, measured, before)

    def check(self, paths: Sequence[str] = (), *, rev: str | None = None) -> CheckReport:
        """Check records, or those at and below ``paths``, as ``sgm check`` does.

        Raises UsageError for a path below which there is no record, CannotRun where git cannot
        tell.
        """
        selection = parts.check.Selection(paths=tuple(paths), rev=rev)
        return parts.check.check(self.records, self.records.now(), selection)

    def effective(self, ref: str, *, rev: str | None = None) -> Effective:
        """Say what is known of a record's provenance: declared, with gaps filled from history.

        Raises NoSuchRecord, and CannotRun where git cannot tell.
        """
        return parts.knowing.know_one(self.records, ref, self.records.now(), rev=rev)[1]

    def history(
        self, ref: str, *, field: Pointer | str | None = None, rev: str | None = None
    ) -> RecordHistory:
        """Say who changed which field of a record when, the newest version first.

        With ``field`` only the versions that changed it. A record that is gone has its last life.
        Raises NoSuchRecord, and CannotRun where git cannot tell.
        """
        pointer = None if field is None else of_store.editing.tokens_of(field)
        tell = parts.history.record_history
        return tell(self.records, ref, self.records.now(), rev=rev, field=pointer)

    def sync(self, remote: str | None = None, *, dry_run: bool = False) -> SyncReport:
        """Bring the checked-out branch and the one at a remote together, as ``sgm sync`` does.

        ``remote`` is a name of ``git remote``, None: the one that the branch follows. A conflict,
        a refusal and a remote that was rewound are in the report; after a conflict git's own
        rebase waits. Raises CannotRun where there is nothing to begin with, UsageError for what
        is no remote, Refused where edits are in the way; then nothing has happened.
        """
        wish = of_syncing.model.SyncWish(remote, dry_run=dry_run)
        return of_syncing.synchronise.synchronise(self.records, wish)

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

    def put(self, record: JsonObject, actor: Actor, *, expect: str | None = None) -> WriteResult:
        """Make a record what ``record`` says, in a commit of its own; its id must be known.

        ``expect`` is the blob id that its file must have. Raises as ``transaction`` does, and
        NoSuchRecord.
        """
        with self.transaction(actor) as transaction:
            transaction.put(record, expect=expect)
        return transaction.result

    def propose(
        self,
        actor: Actor,
        work: Callable[[Transaction], object],
        *,
        branch: str | None = None,
        title: str | None = None,
    ) -> Proposal:
        """Make writes on a branch of their own, for a person to merge; see ``proposing.propose``.

        Nothing of HEAD, index and work tree changes.
        """
        return parts.proposing.propose(self.records, actor, work, branch=branch, title=title)
