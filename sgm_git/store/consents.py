"""Consents that were given by a write which left its commit to a person (DESIGN section 7).

They lie in this work tree's git directory, each beside the blob that HEAD had of the record's
file, and so are over when that file is committed.
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from sgm_git.record.consent import consents

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

    from sgm_git.git.protocol import Repository
    from sgm_git.record.consent import Consent

_HOOK = "prepare-commit-msg"
_OURS = b"sgm-git hook"  # each of ours says so in its first lines
_MARK_BYTES = 200
_PLACE = ("sgm", "consents")
_LINE = re.compile(r"[0-9a-f]{40,64} [0-9a-f]{40,64} \S")


def remember(
    repository: Repository, given: Iterable[tuple[str, Consent]], committed: Collection[str]
) -> None:
    """Keep consents, each with the hex id of the blob that it is about, and where HEAD is now.

    ``committed`` are the blobs that HEAD has; consents about others are forgotten.
    """
    place = repository.git_dir.joinpath(*_PLACE)
    head = repository.head().oid or ""
    lines = _lines(place) + [f"{head} {blob} {consent.line()}" for blob, consent in given]
    still = [line for line in dict.fromkeys(lines) if line.split(" ", 2)[1] in committed]
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("".join(f"{line}\n" for line in still), encoding="ascii")


def remembered(repository: Repository) -> dict[str, list[Consent]]:
    """The consents that were given in this work tree and not used yet, by blob.

    One is used up by the first commit since that replaces its blob, even if that comes back.
    """
    lines = _lines(repository.git_dir.joinpath(*_PLACE))
    head = repository.head().oid if lines else None
    found: dict[str, list[Consent]] = {}
    replaced: dict[str, set[str | None]] = {}
    if head is None:
        return found
    for line in lines:
        since, blob, text = line.split(" ", 2)
        if since not in replaced:
            replaced[since] = set(_replaced(repository, head, since))
        if blob not in replaced[since]:
            found.setdefault(blob, []).extend(consents(text))
    return found


def are_added(repository: Repository) -> bool:
    """Whether git runs a hook of ours here that writes these consents into the message.

    One that a manager of hooks runs is not seen: who then writes the line too, writes it once.
    """
    hook = repository.hooks_folder() / _HOOK
    try:
        with hook.open("rb") as file:
            return _OURS in file.read(_MARK_BYTES) and os.access(hook, os.X_OK)
    except OSError:
        return False


def _replaced(repository: Repository, head: str, since: str) -> Iterator[str | None]:
    """The blobs that commits since one have replaced."""
    for commit in repository.history(head, (since,)) if since != head else ():
        yield from (change.old for changes in commit.changes for change in changes)


def _lines(place: Path) -> list[str]:
    """What is kept, but for lines that are not in the form."""
    try:
        lines = place.read_text(encoding="ascii", errors="replace").splitlines()
    except FileNotFoundError:
        return []
    return [line for line in lines if _LINE.match(line)]
