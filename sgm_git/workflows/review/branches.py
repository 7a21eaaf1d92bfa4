"""Which branches somebody means by names and patterns (DESIGN section 11)."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.errors import CannotRun, UsageError
from sgm_git.record.spoken import quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.review.model import Ends

_PATTERN = re.compile(r"[*?\[]")  # no name of a ref holds one of these
_HEADS, _REMOTES = "refs/heads/", "refs/remotes/"


class Branch(NamedTuple):
    """A branch by the name that people use, and the commit that it is at."""

    name: str
    oid: str


class Found(NamedTuple):
    """The branches that are meant, and what is to be said of names and patterns."""

    branches: list[Branch]
    notes: list[str]


def meant_branches(repository: Repository, ends: Ends, wanted: Sequence[str]) -> Found:
    """Give the branches in the order asked for, those of a pattern by name; each commit once.

    ``*`` stands for any text, slashes too. Neither end is among them. Raises UsageError for a name
    that nothing has.
    """
    refs = {name: ref.oid for name, ref in repository.refs().items() if ref.target is None}
    commits = _commits(repository, refs)
    own = _own_names(repository, ends, refs)
    found: dict[str, Branch] = {}
    notes: list[str] = []
    for each in dict.fromkeys(wanted):
        is_pattern = bool(_PATTERN.search(each))
        branches = (
            _matching(each, commits, own) if is_pattern else [_named(repository, each, commits)]
        )
        if not branches:
            notes.append(f"no branch matches {quoted(each)}")
        for branch in branches:
            found.setdefault(branch.oid, branch)
    return Found(
        [each for each in found.values() if each.oid not in (ends.trusted, ends.tip)], notes
    )


def _commits(repository: Repository, refs: Mapping[str, str]) -> dict[str, str]:
    """The commit of every ref that leads to one that is here, by its full name."""
    peeled = repository.peeled(sorted({*refs.values()}))
    return {
        name: peeled[oid].oid
        for name, oid in sorted(refs.items())
        if oid in peeled and peeled[oid].kind == "commit"
    }


def _matching(pattern: str, commits: Mapping[str, str], own: set[str]) -> list[Branch]:
    """Branches whose short or full name is like that, but for either end by whatever remote."""
    found = [
        Branch(short, oid)
        for name, oid in commits.items()
        if (fnmatchcase(short := _short(name), pattern) and _is_branch(name))
        or fnmatchcase(name, pattern)
        if name not in own
    ]
    return sorted(found)


def _named(repository: Repository, name: str, commits: Mapping[str, str]) -> Branch:
    """The branch of that name: one here, one of a remote, or whatever git knows by it."""
    for full in (f"{_HEADS}{name}", f"{_REMOTES}{name}", name):
        if full in commits:
            return Branch(_short(full), commits[full])
    try:
        return Branch(name, repository.resolve(name))
    except CannotRun as error:
        hint = "git branch --all lists what there is; a pattern needs quotes: 'origin/feature/*'"
        raise UsageError(f"there is no branch {quoted(name)} here", hint=hint) from error


def _own_names(repository: Repository, ends: Ends, refs: Mapping[str, str]) -> set[str]:
    """The full names of both ends, and of what remotes have of a branch with that name."""
    head = repository.head().ref
    named = {ends.trusted_name, ends.tip_name}
    if head is not None and "HEAD" in named:
        named.add(_short(head))
    bare = {name.removeprefix(_HEADS) for name in named}
    bare |= {_without_remote(f"{_REMOTES}{name}") for name in bare if f"{_REMOTES}{name}" in refs}
    return {
        name
        for name in refs
        if name in named or _short(name) in bare or _without_remote(name) in bare
    }


def _short(name: str) -> str:
    return name.removeprefix(_HEADS).removeprefix(_REMOTES)


def _without_remote(name: str) -> str:
    """The name that a remote's branch has there; a branch of ours keeps its own."""
    if not name.startswith(_REMOTES):
        return _short(name)
    return name.removeprefix(_REMOTES).partition("/")[2]


def _is_branch(name: str) -> bool:
    return name.startswith((_HEADS, _REMOTES))
