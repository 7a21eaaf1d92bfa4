"""The names that people have in a repository, so that no program goes by one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.policy.namesakes import names_of_people
from sgm_git.store.trusted import load_trusted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.commits import Identity
    from sgm_git.git.protocol import Repository
    from sgm_git.store.records import Records


def known_people(records: Records) -> frozenset[str]:
    """Give the names, addresses and logins of whoever made a commit here or stands in a table.

    Counted are HEAD and the trusted ref with their mailmaps, the configuration, and who writes
    here. What git cannot tell is left out.
    """
    repository = records.repository
    config = records.settings.config
    found = frozenset[str]()
    tips: tuple[str | None, ...] = tips_of(repository)
    identities = {*_here(repository), *(each for tip in tips for each in _of(repository, tip))}
    for tip in tips or (None,):
        mailmap = load_trusted(repository, tip, despite_faults=True).mailmap
        found |= names_of_people(config, mailmap, identities)
    return found


def tips_of(repository: Repository) -> tuple[str, ...]:
    """Give the commits whose authors count: HEAD, and the trusted ref where it is another one."""
    return tuple(dict.fromkeys(_tips(repository)))


def _tips(repository: Repository) -> Iterator[str]:
    head, trusted = repository.head().oid, repository.trusted_ref()
    if head is not None:
        yield head
    if trusted is not None:
        try:
            yield repository.resolve(trusted)
        except CannotRun:
            return


def _here(repository: Repository) -> Iterator[Identity]:
    try:
        yield repository.identity()
    except CannotRun:
        return


def _of(repository: Repository, tip: str | None) -> frozenset[Identity]:
    try:
        return frozenset() if tip is None else repository.people(tip)
    except CannotRun:
        return frozenset()
