"""What the rules about a whole store say of a few changed records (DESIGN sections 6 and 7).

The other records are found in the index by key: a commit of one record takes the same time in a
small store and in a large one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.brief import brief_of
from sgm_git.checks.run import check_stock
from sgm_git.checks.stock import Stock
from sgm_git.checks.vicinity import layered, vicinity
from sgm_git.store.index.database import with_index
from sgm_git.store.mirror import mirror

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterator, Sequence

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.checks.stock import Loader
    from sgm_git.findings import Finding
    from sgm_git.store.mirror import Left
    from sgm_git.store.records import Records

_LEFT_TO_PUSH = "links to nothing, and ids that other records have, are left to the pre-push hook"
COLD = f"this large store is not in the index yet: {_LEFT_TO_PUSH} (sgm check puts it there)"
IN_PART = f"not all records were fetched into this clone: {_LEFT_TO_PUSH}"
_OF_OTHERS = frozenset(("L502", "L506", "L507"))  # what only a look at all records can tell


@dataclass(frozen=True, slots=True)
class Pending:
    """The documents that the next commit changes, in short, and the paths that it empties.

    ``load`` reads those documents again, for the places of what is said of them.
    """

    briefs: Collection[Brief]
    removed: Collection[str]
    load: Loader


def together(
    records: Records,
    policy: CheckPolicy,
    judged: Sequence[Subject],
    removed: Collection[str],
    head: str | None,
) -> tuple[list[Finding], tuple[str, ...]]:
    """Judge some documents together with all others that the commit ``head`` has.

    ``removed`` are paths at which there is nothing any more; None for ``head``: there are no
    others. Gives the findings about the judged documents, and notes for a person. A fix is not
    among them: where a record would move to depends on all others. Raises CannotRun where git
    cannot tell.
    """
    at_hand = {subject.path: subject for subject in judged}

    def load(paths: Collection[str]) -> Iterator[Subject]:
        yield from (at_hand[path] for path in paths if path in at_hand)

    pending = Pending(list(map(brief_of, at_hand.values())), removed, load)
    return pending_together(records, policy, pending, head)


def pending_together(
    records: Records, policy: CheckPolicy, pending: Pending, head: str | None
) -> tuple[list[Finding], tuple[str, ...]]:
    """Do the same for documents that are too many to be held in memory."""
    if not pending.briefs:
        return [], ()
    near = list(pending.briefs) if head is None else _near(records, pending, head)
    if not isinstance(near, str):
        return _found(near, policy, pending), ()
    found = _found(pending.briefs, policy, pending)
    note = COLD if near == "too many" else IN_PART
    return [each for each in found if each.code not in _OF_OTHERS], (note,)


def _found(briefs: Collection[Brief], policy: CheckPolicy, pending: Pending) -> list[Finding]:
    """What the rules say of the changed documents among these."""
    paths = {brief.path for brief in pending.briefs}
    found = check_stock(Stock(briefs, policy, pending.load))
    return [replace(each, fix=None) for each in found if each.path in paths]


def _near(records: Records, pending: Pending, head: str) -> list[Brief] | Left:
    """The changed documents and those that matter to them, or why that cannot be told."""
    repository, roots = records.repository, records.settings.roots
    hidden = {*pending.removed, *(brief.path for brief in pending.briefs)}

    def look(connection: sqlite3.Connection) -> list[Brief] | Left:
        """Look into the index, and keep there what it did not have."""
        seen = mirror(connection, repository, roots, head)
        if isinstance(seen, str):
            return seen
        near = vicinity(pending.briefs, layered(seen.find, hidden))
        seen.keep()
        return near

    return with_index(repository.common_dir, look)
