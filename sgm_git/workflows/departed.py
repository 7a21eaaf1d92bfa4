"""Finds the record that is asked about, and where it is gone, the state that had it last."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from posixpath import basename
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED, Commit, Identity, short
from sgm_git.errors import CannotRun, NoSuchRecord
from sgm_git.store.catalog import Catalog, unreadable
from sgm_git.store.departed import departure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.protocol import Repository
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records

_ELSEWHERE = "git log --all -S ID looks through all branches"


@dataclass(frozen=True, slots=True)
class Found:
    """A record among the ``entries`` of one state: the work tree, or with ``rev`` a commit.

    ``departure`` is the commit that took it away since.
    """

    entry: Entry
    entries: tuple[Entry, ...]
    rev: str | None
    departure: Commit | None = None


def find(records: Records, ref: str, rev: str | None, now: int) -> Found:
    """Find the record that ``id`` or ``root:id`` names, there or in history.

    ``now`` is in seconds since the epoch. Raises NoSuchRecord where there never was one, or
    several are meant.
    """
    entries = tuple(records.entries(rev=rev))
    try:
        return Found(Catalog(entries).get(ref), entries, rev)
    except NoSuchRecord as error:
        found = None if _is_there(entries, ref) else _find_gone(records, ref, rev, now)
        broken = _unreadable(entries, ref, found)
        if broken is not None:
            raise _refusal(broken, ref, found) from None
        if found is None:
            raise NoSuchRecord(error.message, hint=f"{error.hint}; {_ELSEWHERE}") from None
        return found


def _is_there(entries: tuple[Entry, ...], ref: str) -> bool:
    """Whether it is not that nothing has the name, but that too much has."""
    catalog = Catalog(entries)
    return any(
        root in (None, entry.root.path)
        for root, name in _names(ref)
        for entry in catalog.named(name)
    )


def _unreadable(entries: tuple[Entry, ...], ref: str, found: Found | None) -> Entry | None:
    """The file for which a record only seems to be gone: nobody can read it now."""
    broken = [entry for entry in entries if entry.record is None and not entry.is_link]
    its = [entry for entry in broken if found is not None and entry.path == found.entry.path]
    named = [entry for entry in broken if basename(entry.path) == f"{ref}.md"]
    return next(iter(its or named), None)


def _refusal(broken: Entry, ref: str, found: Found | None) -> NoSuchRecord:
    refusal = unreadable(broken)
    if found is not None and found.entry.path == broken.path and found.departure is not None:
        has_it = found.departure.oid == UNCOMMITTED
        rev = "HEAD" if has_it else short(found.rev or "")
        refusal.hint = f"{refusal.hint}; {shlex.join(['sgm', 'history', ref, '--rev', rev])}"
        refusal.hint += " tells of it as it was committed last"
    return refusal


def _find_gone(records: Records, ref: str, rev: str | None, now: int) -> Found | None:
    repository = records.repository
    tip = repository.head().oid if rev is None else repository.resolve(rev)
    if tip is None:
        return None
    if rev is None:
        committed = _found_at(records, ref, tip)
        if committed is not None:
            return Found(*committed, tip, _pending(repository, tip, now))
    gone = departure(repository, records.settings.roots, tip, tuple(_names(ref)))
    if gone is None:
        return None
    entries = tuple(records.entries(rev=gone.last.commit))
    entry = next((each for each in entries if each.path == gone.last.path), None)
    return None if entry is None else Found(entry, entries, gone.last.commit, gone.commit)


def _found_at(records: Records, ref: str, oid: str) -> tuple[Entry, tuple[Entry, ...]] | None:
    entries = tuple(records.entries(rev=oid))
    try:
        return Catalog(entries).get(ref), entries
    except NoSuchRecord:
        return None


def _pending(repository: Repository, tip: str, now: int) -> Commit:
    """The deletion that nobody has committed yet."""
    try:
        author = repository.identity()
    except CannotRun:
        author = Identity("", "")
    return Commit(UNCOMMITTED, (tip,), author, now, author, now, "", ())


def _names(ref: str) -> Iterator[tuple[str | None, str]]:
    """What a reference may mean: an id in any root, or ``root:id``; either may hold colons."""
    yield None, ref
    for place in (number for number, character in enumerate(ref) if character == ":"):
        root = ref[:place]
        yield ("" if root == "." else root.strip("/")), ref[place + 1 :]
