"""Which two states a review compares where nobody names them: a pipeline's, else the branch's own.

A pipeline tells by environment variables. What it tells may be chosen by a stranger, such as the
name of a branch: only object ids and full names of refs are taken from it.
"""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.cli import pipeline_events
from sgm_git.cli.reviewed import short_name
from sgm_git.commits import short
from sgm_git.errors import CannotRun, UsageError
from sgm_git.workflows.check_range import parse_range

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.protocol import Repository

_HEADS = "refs/heads/"
_OID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Meant:
    """Names of the trusted end and of the tip, which are both here; ``note`` says who says so.

    It is empty where somebody named them.
    """

    trusted: str
    tip: str
    note: str = ""


def ends_meant(repository: Repository, named: str | None = None) -> Meant:
    """Give both ends: those of the range that is named, else of what this pipeline is run for.

    Outside of a pipeline they are the upstream of HEAD, else what counts as reviewed, and HEAD.
    Raises UsageError for what is no range, and where nothing tells what to compare with; CannotRun
    where one of the ends is not here, with the command that fetches it.
    """
    if named is not None:
        return Meant(*parse_range(_with_two_dots(named)))
    asked = pipeline_events.asked_for(os.environ)
    if asked is not None:
        trusted = _first_here(repository, asked.trusted, f"the base of {asked.what}")
        tip = _first_here(repository, asked.tip, f"the tip of {asked.what}")
        shown = "..".join(short(end) if _OID.fullmatch(end) else end for end in (trusted, tip))
        return Meant(trusted, tip, f"reviewed is {asked.what}: {shown}")
    return _of_branch(repository)


def _with_two_dots(named: str) -> str:
    """A range as it is taken: a review begins at the merge base, as three dots ask of git diff."""
    base, dots, tip = named.partition("...")
    return f"{base}..{tip}" if dots else named


def _of_branch(repository: Repository) -> Meant:
    for name, what in _beside(repository):
        try:
            repository.resolve(name)
        except CannotRun:
            continue
        trusted = short_name(repository, name)
        return Meant(trusted, "HEAD", f"reviewed is what HEAD has and {trusted} has not, {what}")
    raise UsageError(
        "nothing tells what to compare with: HEAD has no upstream, and there is no trusted ref",
        hint="name both ends: sgm review main..HEAD",
    )


def _beside(repository: Repository) -> Iterator[tuple[str, str]]:
    """What HEAD may be compared with, and what that is to it."""
    upstream = _upstream(repository)
    if upstream is not None:
        yield upstream, "the upstream of this branch"
    trusted = repository.trusted_ref()
    if trusted is not None:
        yield trusted, "the trusted ref"


def _upstream(repository: Repository) -> str | None:
    """The full name of the ref that follows the upstream of the checked-out branch."""
    ref = repository.head().ref or ""
    if not ref.startswith(_HEADS):
        return None
    section = f"branch.{ref.removeprefix(_HEADS)}"
    remote, name = (repository.config(f"{section}.{key}") for key in ("remote", "merge"))
    if not remote or not name:
        return None
    return name if remote == "." else repository.tracked_refs(remote).get(name)


def _first_here(repository: Repository, names: tuple[str, ...], what: str) -> str:
    """The first of the names that leads to a commit; raises CannotRun where none does."""
    for name in names:
        try:
            repository.resolve(name)
        except CannotRun:
            continue
        return name if _OID.fullmatch(name) else short_name(repository, name)
    if not names:
        raise CannotRun(f"this pipeline does not tell {what}", hint="name both ends: A..B")
    raise CannotRun(f"{names[0]}, {what}, is not here", hint=_fetching(repository, names[0]))


def _fetching(repository: Repository, name: str) -> str:
    """The command that fetches a commit, or the branch that a ref here follows."""
    _, _, branch = name.removeprefix("refs/remotes/").partition("/")
    wanted = name if _OID.fullmatch(name) else f"+{_HEADS}{branch}:{name}"
    if repository.is_shallow:
        fetch, why = "git fetch --unshallow", "; actions/checkout takes fetch-depth: 0"
    else:
        fetch, why = "git fetch", ""
    return f"{fetch} origin {shlex.quote(wanted)}{why}"
