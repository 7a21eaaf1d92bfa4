"""What a commit changes in files that say who is believed, and what is excused (DESIGN 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.policy.accepted import parse_accepted
from sgm_git.policy.config import ACCEPTED_PATH
from sgm_git.store.trusted import MAX_TRUST_BYTES, TRUST_PATHS, unusable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.findings import Fault
    from sgm_git.git.protocol import Repository, TreeEntry


def trust_problems(
    repository: Repository, staged: Mapping[str, TreeEntry | None]
) -> Iterator[tuple[str, Fault]]:
    """Give what means nothing in those that are staged; None: they are taken away.

    Raises CannotRun, with the place, for one that cannot be used.
    """
    entries = {path: staged[path] for path in TRUST_PATHS if path in staged}
    for path, entry in entries.items():
        if entry is None:
            continue
        _, data = next(repository.read_blobs([entry.oid], limit=MAX_TRUST_BYTES))
        why = unusable(path, data)
        if why is not None:
            raise why
        if path == ACCEPTED_PATH:
            yield from ((path, fault) for fault in parse_accepted(data)[1])
