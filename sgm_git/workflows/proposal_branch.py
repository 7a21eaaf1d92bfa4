"""Where a proposal goes: a branch of its own, begun where the records that are trusted stand."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.branching import refuse_bad_name
from sgm_git.policy.names import slug

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from sgm_git.git.protocol import Repository
    from sgm_git.record.provenance import Actor
    from sgm_git.store.drafts import Written

_BELOW = "refs/heads/"
_REMOTES = "refs/remotes/"
PROPOSALS = f"{_BELOW}sgm/"
"""Where the branches are that are named after what they propose."""

_AGENT, _SLUG = 30, 40
_DIGITS = 7


@dataclass(frozen=True, slots=True)
class Line:
    """A branch to go on with, or to begin.

    ``ref`` is its full name, None where that follows from what is proposed; ``expected`` the commit
    it is at, None where it is to begin. ``start`` is the commit that the proposal goes on top of,
    ``trusted`` the one that judges it, and ``base`` the name of what that one is the tip of.
    """

    ref: str | None
    expected: str | None
    start: str
    trusted: str
    base: str


def chosen_line(repository: Repository, actor: Actor, branch: str | None) -> Line:
    """Choose it: the branch of that name, else the one that the actor's session has begun.

    What is merged already goes on from the trusted side. Raises CannotRun where there is no commit
    yet, UsageError for what is no name of a branch.
    """
    trusted, base = trusted_tip(repository)
    if branch is not None:
        ref = branch if branch.startswith(_BELOW) else _BELOW + branch
        refuse_bad_name(ref)
        there = repository.refs(_BELOW).get(ref)
        tip = None if there is None else there.oid
        start = _start(repository, tip or _remote_tip(repository, ref), trusted)
        return Line(ref, tip, start, trusted, base)
    for ref, tip in _of_session(repository, actor):
        if not repository.is_ancestor(tip, trusted):
            return Line(ref, tip, tip, trusted, base)
    return Line(None, None, trusted, trusted, base)


def named_after(
    repository: Repository, actor: Actor, line: Line, written: Iterable[Written]
) -> str:
    """The full name of a new branch: who proposes, what, and digits that no other has.

    The digits are those of the session, by which it finds its branch again.
    """
    each = next(iter(written))
    unique = _digits(actor) if actor.session else _hash(line.start, each.id, each.blob or "")
    stem = f"{_folder(actor)}{_short(each.id, _SLUG) or 'record'}"
    taken = {ref.casefold() for ref in repository.refs(_BELOW)}
    names = (f"{stem}-{unique}" if n == 1 else f"{stem}-{n}-{unique}" for n in count(1))
    return next(name for name in names if name.casefold() not in taken)


def trusted_tip(repository: Repository) -> tuple[str, str]:
    """The commit that counts as reviewed, or HEAD where none does, and its name.

    Raises CannotRun where there is no commit yet.
    """
    ref = repository.trusted_ref()
    if ref is not None:
        try:
            return repository.resolve(ref), ref.removeprefix(_REMOTES).removeprefix(_BELOW)
        except CannotRun:
            pass  # it is not here: then HEAD is what others can be asked to merge into
    head = repository.head()
    if head.oid is None:
        raise CannotRun(
            "there is no commit yet that a proposal could begin at",
            hint="commit what there is first",
        )
    return head.oid, (head.ref or head.oid).removeprefix(_BELOW)


def _start(repository: Repository, tip: str | None, trusted: str) -> str:
    return trusted if tip is None or repository.is_ancestor(tip, trusted) else tip


def _remote_tip(repository: Repository, ref: str) -> str | None:
    """Where the one remote that has this branch has it."""
    name = ref.removeprefix(_BELOW)
    found = [
        there.oid
        for other, there in repository.refs(_REMOTES).items()
        if other.removeprefix(_REMOTES).partition("/")[2] == name
    ]
    return found[0] if len(found) == 1 else None


def _of_session(repository: Repository, actor: Actor) -> list[tuple[str, str]]:
    if not actor.session:
        return []
    found = repository.refs(_folder(actor))
    end = f"-{_digits(actor)}"
    return [(ref, found[ref].oid) for ref in sorted(found) if ref.endswith(end)]


def _folder(actor: Actor) -> str:
    return f"{PROPOSALS}{_short(actor.agent, _AGENT) or 'agent'}/"


def _short(text: str, length: int) -> str:
    return slug(text)[:length].strip("-")


def _digits(actor: Actor) -> str:
    return _hash(actor.agent, actor.session or "")


def _hash(*words: str) -> str:
    told = "\0".join(words).encode("utf-8", "surrogatepass")
    return hashlib.sha256(told).hexdigest()[:_DIGITS]


def remote_of(base: str, names: Collection[str]) -> str:
    """The remote that a proposal is pushed to: that of the branch it begins at, else origin."""
    remote = base.partition("/")[0]
    return remote if remote in names else "origin"
