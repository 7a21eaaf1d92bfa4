"""What writes are planned on: the work tree, or a commit. The plan is the same; see ``drafts``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.store.at_head import AtHead
from sgm_git.store.catalog import Catalog
from sgm_git.store.drafts import Drafts
from sgm_git.store.lives import nothing
from sgm_git.store.message import commit_message
from sgm_git.store.scan import blob_of, stored_entries
from sgm_git.store.transaction import Transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sgm_git.git.protocol import Repository
    from sgm_git.record.provenance import Actor
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.store.settings import Settings


@dataclass(frozen=True, slots=True)
class Ground:
    """A state of a store.

    ``is_there`` tells whether anything lies at a path, ``blob_of`` which blob git would have of
    bytes at one, and ``at_head`` what the commit below had of a record, where that is another
    state.
    """

    entries: Iterable[Entry]
    is_there: Callable[[str], bool]
    blob_of: Callable[[str, bytes], str]
    at_head: Callable[[Entry], JsonObject | None] = nothing

    @classmethod
    def of_work_tree(cls, records: Records) -> Ground:
        """The records as they lie there, committed or not."""
        repository = records.repository
        return cls(
            records.entries(),
            records.has,
            lambda path, data: blob_of(repository, path, data),
            AtHead(records).record,
        )

    @classmethod
    def of_commit(cls, repository: Repository, settings: Settings, oid: str) -> Ground:
        """The records of a commit; blobs are what they are, whatever the work tree makes of them.

        A folder is there where a file below it is.
        """
        listed = repository.list_tree(oid)
        there = {entry.path for entry in listed}
        for path in list(there):
            while (path := path.rpartition("/")[0]) and path not in there:
                there.add(path)
        return cls(
            stored_entries(repository, settings.roots, listed, with_copies=False),
            there.__contains__,
            lambda _path, data: repository.blob_id(data),
        )


def begun(
    settings: Settings, ground: Ground, actor: Actor, now: int, home: str = ""
) -> Transaction:
    """A transaction on that ground, which touches nothing before somebody applies its plan.

    ``now`` is in seconds since the epoch, ``home`` as in ``writing.Writing``.
    """
    catalog = Catalog(ground.entries, ground.is_there)
    drafts = Drafts(catalog, settings.policy(now), ground.blob_of, ground.at_head)
    return Transaction(settings, catalog, actor, now, drafts, home)


def message_of(drafts: Drafts, actor: Actor, author: str, subject: str | None) -> str:
    """The message of the commit that applies a plan; ``author`` is the name of its author."""
    return commit_message(
        drafts.deeds(),
        subject=subject,
        agent=None if actor.agent == author else actor.agent,
        consents=[consent for _, consent in drafts.consents],
    )
