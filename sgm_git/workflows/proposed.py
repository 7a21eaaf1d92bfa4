"""What a proposal's branch holds beside what it asks to be merged into, and who proposes what."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.checks.run import check_document
from sgm_git.errors import CannotRun
from sgm_git.record import fields
from sgm_git.store.drafts import Written
from sgm_git.store.scan import stored_entries
from sgm_git.store.subjects import subject_of
from sgm_git.workflows.proposal_branch import PROPOSALS, trusted_tip

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from sgm_git.checks.run import CheckPolicy
    from sgm_git.findings import Finding
    from sgm_git.git.protocol import Repository
    from sgm_git.policy.paths import Roots
    from sgm_git.store.catalog import Catalog
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records

_BRANCHES = 20  # of which each costs git some hundredths of a second
_BELOW = "refs/heads/"


def proposed_before(
    repository: Repository, roots: Roots, trusted: str, start: str
) -> tuple[Written, ...]:
    """What a branch that is at ``start`` has made of records since it left the trusted side."""
    bases = [] if start == trusted else repository.merge_bases(trusted, start)
    return tuple(each for base in bases[:1] for each in _made(repository, roots, base, start))


def together(
    earlier: Sequence[Written], now: Sequence[Written], catalog: Catalog
) -> tuple[Written, ...]:
    """What a branch makes of records in all: before, and by the write that ``catalog`` is after.

    What it adds and takes away again is nothing.
    """
    new = {each.path for each in earlier if each.action == "add"}
    found = {each.path: each for each in earlier}
    found |= {each.path: _added(each, new) for each in now if each.action != "same"}
    return tuple(each for each in found.values() if _is_left(each, new, catalog))


def findings_of(
    written: Sequence[Written], catalog: Catalog, policy: CheckPolicy
) -> tuple[Finding, ...]:
    """What the checks say of records as they are proposed, each by itself."""
    entries = [(each, catalog.at(each.path)) for each in written]
    return tuple(
        finding
        for each, entry in entries
        if entry is not None
        for finding in check_document(subject_of(entry, is_new=each.action == "add"), policy)
    )


def branch_with(records: Records, ref: str) -> str | None:
    """Give the name of a branch of proposals that makes or changes the record of that id.

    Of many branches not all are asked. None where none is found, or git cannot tell.
    """
    repository, roots = records.repository, records.settings.roots
    branches = repository.refs(PROPOSALS)
    if not branches:
        return None
    name = ref.rpartition(":")[2]
    try:
        trusted, _ = trusted_tip(repository)
        for branch in list(branches)[:_BRANCHES]:
            tip = branches[branch].oid
            for base in repository.merge_bases(trusted, tip):
                found = _changed(repository, roots, base, tip)
                if any(_is_named(entry, name) for entry in found):
                    return branch.removeprefix(_BELOW)
    except CannotRun:
        pass  # a branch or the trusted side is damaged: the record is not here, that is sure
    return None


def _changed(repository: Repository, roots: Roots, old: str, new: str) -> Iterator[Entry]:
    """The documents of the second commit that the first one does not have so."""
    changed = repository.tree_changes(old, new, roots.prefixes)
    listed = [entry for _, entry in sorted(changed.items()) if entry is not None]
    return stored_entries(repository, roots, listed)


def _is_named(entry: Entry, name: str) -> bool:
    return entry.id == name or (entry.record is not None and name in fields.aliases(entry.record))


def _made(repository: Repository, roots: Roots, old: str, new: str) -> Iterator[Written]:
    """What the second commit makes of the records of the first one."""
    gone = {entry.path: entry for entry in _changed(repository, roots, new, old)}
    for entry in _changed(repository, roots, old, new):
        yield _written(entry, "change" if gone.pop(entry.path, None) else "add")
    for entry in gone.values():
        yield _written(entry, "remove")


def _written(entry: Entry, action: str) -> Written:
    blob = None if action == "remove" else entry.blob
    return Written(entry.id or "?", entry.type or "record", entry.path, action, blob)


def _added(written: Written, new: Collection[str]) -> Written:
    """The change of a record that the branch has added is a part of adding it."""
    is_part = written.action == "change" and written.path in new
    return replace(written, action="add") if is_part else written


def _is_left(written: Written, new: Collection[str], catalog: Catalog) -> bool:
    if catalog.at(written.path) is not None:
        return True
    return written.action == "remove" and written.path not in new
