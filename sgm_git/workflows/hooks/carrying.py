"""Carries what a hook changed in a temporary index into the work tree's own (DESIGN section 7).

``git commit PATH`` commits a temporary index, and has written the next state of the own one before
the hooks run. What pre-commit restages would be lost there: the files would seem to be changed
back. So it leaves a note, and post-commit does the rest.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from sgm_git.git.staging import Restaged
from sgm_git.store.files import write_temporary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from sgm_git.git.protocol import Repository

_PLACE = ("sgm", "stamps")
_LINE = re.compile(rb"([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) (.+)\Z", re.DOTALL)


def promise(repository: Repository, entries: Sequence[Restaged]) -> None:
    """Note what is to be restaged once it is committed. Raises OSError where it cannot be noted.

    A note that nothing comes of is harmless: the next one takes its place.
    """
    lines = (f"{each.old} {each.new} ".encode() + os.fsencode(each.path) for each in entries)
    place = _place(repository)
    temporary = write_temporary(place, str(os.getpid()), b"\0".join(lines), durable=False)
    try:
        temporary.replace(place)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def carry(repository: Repository) -> list[str]:
    """Restage in the own index what was noted and has been committed; give the paths, sorted.

    The note is forgotten. Raises CannotRun where the index is locked or cannot be written: then the
    note stays for the next time.
    """
    place = _place(repository)
    entries = [*_noted(place)]
    head = repository.head().oid if entries else None
    carried: list[str] = []
    if head is not None:
        committed = {
            each.path: each.oid for each in repository.list_tree(head, [e.path for e in entries])
        }
        carried = repository.restage_own([e for e in entries if committed.get(e.path) == e.new])
    with suppress(OSError):
        place.unlink(missing_ok=True)
    return carried


def carry_what_is_left(repository: Repository) -> None:
    """Do the same where post-commit could not, before what is staged is judged.

    Otherwise the next commit would take back what the last one has completed. Raises as ``carry``.
    """
    if repository.index_in_use() == "own" and _place(repository).exists():
        carry(repository)


def _noted(place: Path) -> Iterator[Restaged]:
    """What is noted, but for what is not in the form."""
    try:
        lines = place.read_bytes().split(b"\0")
    except OSError:
        return
    for match in filter(None, map(_LINE.match, lines)):
        old, new, path = match.groups()
        yield Restaged(os.fsdecode(path), old.decode(), new.decode())


def _place(repository: Repository) -> Path:
    return repository.git_dir.joinpath(*_PLACE)
