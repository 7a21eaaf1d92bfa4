"""Commits as history shows them: values that git gives and the witness judges (DESIGN 5, 13).

Object ids are lower-case hex ``str``; times are seconds since the epoch, UTC. Names, addresses and
messages are ``str`` decoded as the commit says, what cannot be decoded replaced by U+FFFD; they are
claims of whoever made the commit, and may hold anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

UNCOMMITTED = ""
"""The object id of the commit that is not made yet: the edits of a work tree or an index."""

_SHORT = 10  # hex digits of an object id that are enough for a person


def short(oid: str) -> str:
    """Give the beginning of an object id, as a person is shown it."""
    return oid[:_SHORT]


@dataclass(frozen=True, slots=True)
class Identity:
    """A person or program as commits name it."""

    name: str
    email: str

    def to_bytes(self) -> bytes:
        """Give it as a commit stores it: ``Name <address>`` in UTF-8."""
        return f"{self.name} <{self.email}>".encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Change:
    """One path that a commit's tree has otherwise than a parent's.

    ``old`` and ``new`` are the blob ids of plain files in parent and commit; None where there is
    nothing, or a link or a submodule.
    """

    path: str
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit with what it changed.

    ``changes`` has one item for each parent, in their order, and for a root commit one against
    nothing. ``is_cut``: its parents are not here (a shallow border, objects that were never
    fetched), so it has no changes and what it holds may be older than it. A time that git cannot
    read is None.
    """

    oid: str
    parents: tuple[str, ...]
    author: Identity
    author_time: int | None
    committer: Identity
    commit_time: int | None
    message: str
    changes: tuple[tuple[Change, ...], ...]
    is_cut: bool = False


class SignatureState(StrEnum):
    """What a look at a commit's signature found; each kept apart from all others."""

    GOOD = "good"
    BAD = "bad"
    UNKNOWN_KEY = "unknown key"
    UNSIGNED = "unsigned"
    UNVERIFIABLE = "unverifiable"


@dataclass(frozen=True, slots=True)
class Signature:
    """A commit's signature.

    ``signer`` is who signed where that could be told: the SSH principal or the GPG user id;
    ``key`` its fingerprint. ``reason`` says in a few words why it is not good.
    """

    state: SignatureState
    signer: str = ""
    key: str = ""
    reason: str = ""
