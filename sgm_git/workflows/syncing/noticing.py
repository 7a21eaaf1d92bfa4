"""What else a person should know of a sync: what stays here, and what goes along."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.store.records import Records
    from sgm_git.workflows.syncing.model import Traffic


def notes_of(records: Records, going: Traffic) -> tuple[str, ...]:
    """Say which edits are not committed, and which commits touch no record."""
    return (*_staying(records), *_others(going))


def _staying(records: Records) -> Iterator[str]:
    if records.repository.unfinished() is not None:
        return  # what differs is what is being brought together
    roots = records.settings.roots
    changed = records.repository.changed_paths(roots.prefixes)
    if changed is None:
        return
    paths = [path for path in changed if roots.root_of(path) is not None]
    states = records.repository.states(paths)
    number = sum(state.differs_from_head for state in states.values())
    if number == 1:
        yield "1 record has edits that are not committed: they stay here"
    elif number:
        yield f"{number} records have edits that are not committed: they stay here"


def _others(going: Traffic) -> Iterator[str]:
    number = going.other_commits
    if number == 1:
        yield "1 other commit, which touches no record, goes with the branch"
    elif number:
        yield f"{number} other commits, which touch no record, go with the branch"
