"""What comes and what goes: commits, and the records that they change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.workflows.syncing.model import RecordChange, Traffic
from sgm_git.workflows.syncing.records_at import Place, entries_of, entry_at

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sgm_git.commits import Commit
    from sgm_git.git.protocol import TreeEntry
    from sgm_git.policy.paths import Roots
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.workflows.syncing.model import Action


def coming(records: Records, here: str | None, base: str | None, there: str) -> Traffic:
    """What the remote has and we have not: ``here`` is our commit, ``base`` where both parted."""
    known = () if here is None else (here,)
    commits = records.repository.commits_beyond([there], known)
    if not commits:
        return Traffic()
    return Traffic(len(commits), 0, tuple(_changes(records, base, there)))


def going(records: Records, remote: str, there: str | None, here: str) -> Traffic:
    """What we have and the remote has not; to a new branch goes what none of its others has."""
    repository = records.repository
    refs = repository.refs(f"refs/remotes/{remote}/") if there is None else {}
    known = [ref.oid for ref in refs.values()] if there is None else [there]
    commits = list(repository.history(here, known))
    if not commits:
        return Traffic()
    others = sum(_is_other(each, records.settings.roots) for each in commits)
    base = there or _where_it_began(commits)
    return Traffic(len(commits), others, tuple(_changes(records, base, here)))


def _where_it_began(commits: list[Commit]) -> str | None:
    """The commit that all of these came from, if it is only one."""
    own = {each.oid for each in commits}
    older = {parent for each in commits for parent in each.parents} - own
    return older.pop() if len(older) == 1 else None


def _is_other(commit: Commit, roots: Roots) -> bool:
    """Whether a commit touches no record; a merge goes with what it merges."""
    paths = {change.path for changes in commit.changes for change in changes}
    is_merge = len(commit.parents) > 1
    return not is_merge and not any(roots.root_of(path) for path in paths)


def _changes(records: Records, old: str | None, new: str) -> Iterator[RecordChange]:
    """Every record's file that the second commit has otherwise, by path."""
    after = _after(records, old, new)
    paths = sorted(after)
    places = [(old, path) for path in paths if old is not None]
    blobs = records.repository.blob_ids(places) if places else [None] * len(paths)
    before = dict(zip(paths, blobs, strict=True))
    told = _told(records, {path: after[path] or before[path] for path in paths})
    origins = _origins(told, [path for path in paths if after[path] is None], before)
    for path in sorted(after.keys() - set(origins.values())):
        action = _action(before[path], after[path])
        yield _change(path, told, origins.get(path), action)


def _change(
    path: str, told: Mapping[str, Entry | None], old: str | None, action: Action
) -> RecordChange:
    """What became of one document; ``old`` is where it was moved from."""
    entry = told[path]
    if entry is None:
        return RecordChange(path, action)
    moving = action if old is None else _moving(entry, told[old])
    return RecordChange(path, moving, entry.id, entry.title, old)


def _told(records: Records, shown: Mapping[str, str | None]) -> dict[str, Entry | None]:
    """The documents of these blobs, by path; None where one cannot be understood."""
    seen = {Place(path, blob) for path, blob in shown.items() if blob is not None}
    found = entries_of(records, seen)
    return {path: entry_at(found, path, blob) for path, blob in shown.items()}


def _moving(entry: Entry, earlier: Entry | None) -> Action:
    return "moved" if earlier is not None and earlier.id == entry.id else "renamed"


def _origins(
    told: Mapping[str, Entry | None], gone: Sequence[str], before: Mapping[str, str | None]
) -> dict[str, str]:
    """Where records that are new at a path were: by their id, or by one that they had before."""
    left = {entry.id: path for path in gone if (entry := told[path]) and entry.id is not None}
    found: dict[str, str] = {}
    for path, entry in told.items():
        if entry is None or entry.record is None or before[path] is not None or path in gone:
            continue
        names = (entry.id, *fields.aliases(entry.record))
        name = next((each for each in names if each in left), None)
        if name is not None:
            found[path] = left.pop(name)
    return found


def _after(records: Records, old: str | None, new: str) -> dict[str, str | None]:
    """What a commit has of the documents that another one has otherwise: blobs by path."""
    roots, repository = records.settings.roots, records.repository
    found: dict[str, TreeEntry | None]
    if old is None:
        found = {each.path: each for each in repository.list_tree(new, roots.prefixes)}
    else:
        found = repository.tree_changes(old, new, roots.prefixes)
    documents = {path: each for path, each in found.items() if roots.root_of(path) is not None}
    return {path: None if each is None else each.oid for path, each in documents.items()}


def _action(before: str | None, after: str | None) -> Action:
    if before is None:
        return "added"
    return "removed" if after is None else "changed"
