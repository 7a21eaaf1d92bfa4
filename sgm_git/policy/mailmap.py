"""Who is who by ``.mailmap``, by git's own rules (gitmailmap(5); DESIGN section 5).

It is read as git reads one from a commit: up to the first NUL, with lines of any length.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.commits import Identity

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MAILMAP_PATH = ".mailmap"

_BLANK = " \t\r\n"
_LOWER = {letter: letter + 32 for letter in range(ord("A"), ord("Z") + 1)}


class _Part(NamedTuple):
    """A name, empty where there is none, and an address, None where there is none."""

    name: str
    email: str | None
    rest: str = ""


@dataclass(slots=True)
class _Entry:
    """Who is meant by an address: on its own, and together with some names."""

    proper: Identity
    by_name: dict[str, Identity] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Mailmap:
    """A mailmap; ``named`` are all who stand in it, an empty name being none."""

    named: frozenset[Identity] = frozenset()
    _entries: Mapping[str, _Entry] = field(default_factory=dict)

    def real(self, identity: Identity) -> Identity:
        """Give the proper name and address of an identity; itself where nothing is said of it."""
        entry = self._entries.get(lower(identity.email))
        if entry is None:
            return identity
        proper = entry.by_name.get(lower(identity.name), entry.proper)
        return Identity(proper.name or identity.name, proper.email or identity.email)


def parse_mailmap(data: bytes | None) -> Mailmap:
    """Read a mailmap; None is an absent one. Nothing is raised: git passes over what it is not."""
    named: set[Identity] = set()
    entries: dict[str, _Entry] = {}
    for proper, former in _pairs(data or b""):
        entry = entries.setdefault(lower(former.email), _Entry(Identity("", "")))
        if former.name:
            entry.by_name[lower(former.name)] = proper
        else:
            name, email = proper.name or entry.proper.name, proper.email or entry.proper.email
            entry.proper = Identity(name, email)
        named |= {Identity(proper.name, proper.email or former.email), former}
    return Mailmap(frozenset(named), entries)


def lower(text: str) -> str:
    """A name or an address as git compares them: without the case of ASCII letters."""
    return text.translate(_LOWER)


def _pairs(data: bytes) -> Iterator[tuple[Identity, Identity]]:
    """The proper and the former identity of each line, empty where a line does not say."""
    for line in data.partition(b"\0")[0].decode("utf-8", "replace").split("\n"):
        first = _part(line, may_be_empty=False)
        if line.startswith("#") or first.email is None:
            continue
        second = _part(first.rest, may_be_empty=True)
        if second.email is None:
            yield Identity(first.name, ""), Identity("", first.email)
        else:
            yield Identity(first.name, first.email), Identity(second.name, second.email)


def _part(text: str, *, may_be_empty: bool) -> _Part:
    """The first name and address of a text, and what follows them."""
    name, opened, after = text.partition("<")
    email, closed, rest = after.partition(">")
    if not (opened and closed) or not (email or may_be_empty):
        return _Part("", None)
    return _Part(name.strip(_BLANK), email, rest)
