"""Consents that were given by a write which left its commit to a person (DESIGN section 7).

They lie in this work tree's git directory, each beside the blob that HEAD had of the record's
file, and so are over when that file is committed.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.document.read import read
from sgm_git.record.consent import consents
from sgm_git.record.fields import record_id
from sgm_git.store.files import write_temporary
from sgm_git.store.message_hook import are_added

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from sgm_git.git.protocol import Repository
    from sgm_git.record.consent import Consent

_PLACE = ("sgm", "consents")
_SAID = ("sgm", "consented")
_LINE = re.compile(r"[0-9a-f]{40,64} [0-9a-f]{40,64} [!-~][ -~]*\Z")


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


def consents_to_come(
    repository: Repository,
    given: Collection[tuple[str, Consent]],
    committed: Callable[[], Mapping[str, str]],
    is_there: Callable[[str], bool],
) -> list[str]:
    """Keep for ``check`` what a write lost on purpose that nobody has committed yet.

    Gives the notes that tell what the commit has to say for it, where no hook of ours does. The
    arguments are those of ``stood``; ``committed`` gives its.
    """
    if not given:
        return []
    blobs = committed()
    remember(repository, stood(repository, given, blobs, is_there), set(blobs.values()))
    if are_added(repository):
        return []
    lines = sorted(consent.line() for _, consent in given)
    return [f"the message of your commit needs the line  {line}" for line in lines]


def stood(
    repository: Repository,
    given: Iterable[tuple[str, Consent]],
    committed: Mapping[str, str],
    is_there: Callable[[str], bool],
) -> list[tuple[str, Consent]]:
    """Give consents, each with a path, with the blobs that HEAD has of what they are about.

    ``committed`` are HEAD's blobs by path. A record whose file was moved has its blob at one of the
    paths at which nothing ``is_there`` any more. What HEAD has not is left out.
    """
    given = list(given)
    is_moved = any(path not in committed for path, _ in given)
    blobs = [b for path, b in committed.items() if is_moved and not is_there(path)]
    contents = repository.read_blobs(blobs, limit=STANDARD.document)
    documents = ((blob, read(data).document) for blob, data in contents)
    moved = {record_id(each.record): blob for blob, each in documents if each is not None}
    found = ((committed.get(path) or moved.get(consent.id), consent) for path, consent in given)
    return [(blob, consent) for blob, consent in found if blob is not None]


def remembered(repository: Repository) -> dict[str, list[Consent]]:
    """The consents that were given in this work tree and not used yet, by blob.

    One is used up by the first commit since that replaces its blob, even if that comes back.
    """
    found: dict[str, list[Consent]] = {}
    for line in _in_force(repository, _lines(repository.git_dir.joinpath(*_PLACE))):
        _, blob, text = line.split(" ", 2)
        found.setdefault(blob, []).extend(consents(text))
    return found


def forget_used(repository: Repository, folders: Sequence[str] = ("",)) -> None:
    """Keep only the consents that can still be used, so that no hook starts for the others.

    Those are used up that a commit made use of; of those that wait for a change of a file below
    ``folders``, the ones go whose file is in index and work tree as HEAD has it: it was taken back.
    """
    place = repository.git_dir.joinpath(*_PLACE)
    lines = _lines(place)
    if not lines or repository.head().oid is None:
        return
    still = [*_in_force(repository, lines)]
    waiting = {line.split(" ", 2)[1] for line in still}
    waiting -= _taken_back(repository, waiting, folders)
    still = [line for line in still if line.split(" ", 2)[1] in waiting]
    if still != lines:
        data = "".join(f"{line}\n" for line in still).encode("ascii")
        write_temporary(place, str(os.getpid()), data, durable=False).replace(place)


def _taken_back(
    repository: Repository, blobs: Collection[str], folders: Sequence[str]
) -> set[str | None]:
    """Those blobs of HEAD whose file is in index and work tree what it is there, at every path."""
    if not blobs:
        return set()
    listed = repository.list_tree(repository.head().oid or "", folders)
    states = repository.states([each.path for each in listed if each.oid in blobs])
    changed = {
        state.head
        for state in states.values()
        if state.index != state.head or state.changed_in_work_tree or state.unmerged
    }
    return {state.head for state in states.values()} - changed


def note_said(repository: Repository) -> None:
    """Note that a message here says consent, so that hooks look whether a later one keeps it.

    Where that cannot be noted nothing is lost but the look.
    """
    place = repository.git_dir.joinpath(*_SAID)
    with suppress(OSError):
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text("a commit of this work tree says consent\n", encoding="ascii")


def _in_force(repository: Repository, lines: Collection[str]) -> Iterator[str]:
    """Those lines whose blob no commit has replaced since."""
    head = repository.head().oid if lines else None
    replaced: dict[str, set[str | None]] = {}
    if head is None:
        return
    for line in lines:
        since, blob, _ = line.split(" ", 2)
        if since not in replaced:
            replaced[since] = set(_replaced(repository, head, since))
        if blob not in replaced[since]:
            yield line


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
