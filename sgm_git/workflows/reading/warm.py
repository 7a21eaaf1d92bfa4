"""Tells that nothing changed since a shelf was brought up, without reading a single record.

Every command that reads waits for this: nothing is imported for it but what git needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.keyring import keyring_stamp
from sgm_git.git.place import shallow_border
from sgm_git.resources import code_stamp
from sgm_git.store.author import author_to_be
from sgm_git.workflows.reading.conversion import attribute_paths, conversion_ground, file_stamp

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.git.protocol import Repository
    from sgm_git.record.value import JsonValue
    from sgm_git.workflows.reading.about import About, Ground

_PLACES = ("refs/remotes/", "refs/heads/")

TRUST_PREFIXES = (".sgm", ".mailmap")
"""What says who is who, and what a record is, in the work tree."""


def lasting_ground(repository: Repository) -> Ground:
    """Give what verdicts rest on that stands in no commit."""
    return {
        "code": code_stamp(),
        "engine": repository.engine,
        "border": [*sorted(shallow_border(repository.common_dir))],
        "conversion": conversion_ground(repository),
        "unfinished": [repository.unfinished(), *repository.merge_heads()],
    }


def changed_paths(repository: Repository, prefixes: Iterable[str]) -> list[str] | None:
    """Give the paths at which anything may have changed that readers go by."""
    folders = tuple(prefixes)
    return repository.changed_paths((*folders, *TRUST_PREFIXES, *attribute_paths(folders)))


def checkout_stamp(repository: Repository) -> list[JsonValue]:
    """Give what is another whenever git has checked something out, or anything was staged."""
    return [file_stamp(repository.git_dir / name) for name in ("HEAD", "index")]


def changes_seen(repository: Repository, changed: Iterable[str]) -> list[JsonValue]:
    """Give what tells the state of files; ``changed`` are paths of the work tree."""
    top = repository.work_tree
    return [] if top is None else [[path, file_stamp(top / path)] for path in changed]


def author_seen(repository: Repository) -> str:
    """Give who would commit what is not committed, as one text."""
    return repr(author_to_be(repository))


def is_warm(about: About, repository: Repository, now: int) -> bool:
    """Whether all that was kept holds as it is; ``now`` is in seconds since the epoch.

    Raises CannotRun where git cannot tell.
    """
    return (
        about.changed is not None
        and not about.volatile
        and repository.head().oid == about.tip
        and (about.keyring is None or about.keyring == keyring_stamp(now))
        and _is_same_ground(about, repository)
        and _is_same_side(about, repository)
        and _is_same_work(about, repository)
    )


def _is_same_ground(about: About, repository: Repository) -> bool:
    ground = lasting_ground(repository).items()
    return all(about.ground.get(name) == told for name, told in ground)


def _is_same_work(about: About, repository: Repository) -> bool:
    """Whether what is not committed is the same, and would be by the same author."""
    if about.dirty and about.author != author_seen(repository):
        return False
    changed = changed_paths(repository, about.prefixes)
    return changed is not None and changes_seen(repository, changed) == about.changed


def _is_same_side(about: About, repository: Repository) -> bool:
    begin, refs = trail_begin(repository), about.trail[1:]
    return begin == about.trail[0] and all(commit_of(repository, name) == oid for name, oid in refs)


def trail_begin(repository: Repository) -> tuple[str, str | None]:
    """Give what git's configuration says of the trusted side, as one text, and the ref itself."""
    ref = repository.trusted_ref()
    said = [repository.config("sgm.trustRef"), ref or repository.has_remote()]
    return repr(said), ref


def commit_of(repository: Repository, name: str) -> str | None:
    """Give the commit that a name leads to, None where it leads to none.

    In short ``origin/main`` is the remote's branch, and ``main`` the one that is here: git itself
    would take a tag before either, and tags come along from anybody who may push.
    """
    refs = () if name.startswith("refs/") else (f"{place}{name}" for place in _PLACES)
    found = next((ref for ref in refs if ref in repository.refs(ref)), name)
    try:
        return repository.resolve(found)
    except CannotRun:
        return None
