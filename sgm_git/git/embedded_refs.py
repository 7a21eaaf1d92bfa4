"""HEAD and names of commits, read with dulwich."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from dulwich.objects import Commit, ObjectID, Tag
from dulwich.refs import HEADREF, Ref, SymrefLoop, refname_is_safe

from sgm_git.errors import CannotRun
from sgm_git.git.embedded_repo import object_of
from sgm_git.git.protocol import Head
from sgm_git.git.revisions import no_commit, refuse_option

if TYPE_CHECKING:
    from dulwich.repo import Repo

_REVISION = re.compile(rb"([^~^:@]+|@)((?:~\d*|\^\d*|\^\{(?:commit)?\})*)", re.DOTALL)
_STEP = re.compile(rb"([~^])(\d*|\{(?:commit)?\})(?=[~^]|$)")
_HEX = re.compile(rb"[0-9a-f]{4,64}")
_PLACES = (
    b"%s",
    b"refs/%s",
    b"refs/tags/%s",
    b"refs/heads/%s",
    b"refs/remotes/%s",
    b"refs/remotes/%s/HEAD",
)
_KNOWN = "without git: names, ids, ~N and ^N are understood, but no @{...} and no :/text"


def head(repo: Repo) -> Head:
    """Give where HEAD stands now; raises CannotRun if it is damaged."""
    try:
        chain, oid = repo.refs.follow(HEADREF)
    except (KeyError, ValueError, SymrefLoop) as error:
        raise CannotRun(f"HEAD is damaged: {error}") from error
    if oid is not None and not _HEX.fullmatch(oid):
        raise CannotRun(f"the branch that HEAD names is damaged: {os.fsdecode(chain[-1])}")
    ref = os.fsdecode(chain[-1]) if len(chain) > 1 else None
    if ref is None and oid is None:
        raise CannotRun("HEAD is damaged: it names neither a branch nor a commit")
    return Head(ref, oid.decode("ascii") if oid else None)


def resolve(repo: Repo, rev: str) -> str:
    """Give the id of the commit that ``rev`` names; see the protocol."""
    refuse_option(rev)
    match = _REVISION.fullmatch(os.fsencode(rev))
    if not match:
        raise no_commit(rev, _KNOWN)
    base, steps = match.groups()
    oid = _named(repo, b"HEAD" if base == b"@" else base)
    if oid is None:
        raise no_commit(rev)
    commit = _commit(repo, oid, rev)
    for kind, count in _STEP.findall(steps):
        commit = _step(repo, commit, kind, count, rev)
    return commit.id.decode("ascii")


def _step(repo: Repo, commit: Commit, kind: bytes, count: bytes, rev: str) -> Commit:
    """Go to a parent as ``~N`` and ``^N`` say."""
    number = int(count) if count.isdigit() else int(not count.startswith(b"{"))
    if kind == b"^":
        return _parent(repo, commit, number, rev) if number else commit
    for _ in range(number):
        commit = _parent(repo, commit, 1, rev)
    return commit


def _parent(repo: Repo, commit: Commit, number: int, rev: str) -> Commit:
    if number > len(commit.parents):
        raise no_commit(rev)
    return _commit(repo, commit.parents[number - 1], rev)


def _named(repo: Repo, name: bytes) -> ObjectID | None:
    """Find an id by git's order: full id, then refs, then the beginning of an id."""
    is_hex = _HEX.fullmatch(name.lower())
    if is_hex and len(name) == repo.object_format.hex_length:
        return ObjectID(name.lower())
    for place in _PLACES:
        ref = Ref(place % name)
        if refname_is_safe(ref):
            _, oid = repo.refs.follow(ref)
            if oid:
                return oid
    return _abbreviated(repo, name.lower()) if is_hex else None


def _abbreviated(repo: Repo, prefix: bytes) -> ObjectID | None:
    found = {
        oid
        for oid in repo.object_store.iter_prefix(prefix)
        if isinstance(object_of(repo, oid), Commit | Tag)
    }
    if len(found) > 1:
        raise CannotRun(f"{prefix.decode('ascii')!r} names several commits")
    return next(iter(found), None)


def _commit(repo: Repo, oid: ObjectID, rev: str) -> Commit:
    """Give the commit with that id, or that a tag with that id leads to."""
    found = object_of(repo, oid)
    while isinstance(found, Tag):
        found = object_of(repo, found.object[1])
    if not isinstance(found, Commit):
        raise no_commit(rev)
    return found
