"""Find the remote branch that the checked-out one is kept in step with. Remotes by name only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, UsageError
from sgm_git.git.exchange.values import Upstream
from sgm_git.git.tracked import follower
from sgm_git.git.trusted import remotes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.git.cli import GitRepository
    from sgm_git.git.protocol import Head
    from sgm_git.git.settings import Settings

_BRANCHES = "refs/heads/"
_NAME_IT = "name the one to use: `sgm sync REMOTE`"


def find_upstream(settings: Settings, head: Head, named: str | None) -> Upstream:
    """Give the upstream of the branch that HEAD is on; see ``exchange.Exchange.upstream``."""
    branch = _branch(head)
    known = remotes(settings)
    remote = _configured_remote(settings, branch, known) if named is None else named
    if named is not None:
        _refuse_stranger(named, known)
    if remote is None:
        remote = _only(known)
    if named is None:
        _refuse_other_way(settings, branch, remote)
    there = _there(settings, branch, remote)
    name = there or _BRANCHES + branch
    return Upstream(remote, name, follower(settings, remote, name), there is not None)


def _branch(head: Head) -> str:
    if head.ref is None:
        raise CannotRun(
            "HEAD is detached: there is no branch to keep in step with a remote's",
            hint="`git switch BRANCH`, or `git switch -c NAME` to keep what was committed here",
        )
    if not head.ref.startswith(_BRANCHES):
        raise CannotRun(f"HEAD is on {head.ref}, which is no branch", hint="`git switch BRANCH`")
    return head.ref.removeprefix(_BRANCHES)


def _refuse_stranger(named: str, known: Sequence[str]) -> None:
    if named in known:
        return
    there_are = f"there are: {', '.join(known)}" if known else "there is none here"
    raise UsageError(
        f"{named!r} is no remote of this repository; {there_are}",
        hint="`git remote add NAME ADDRESS` makes one; an address alone is not taken",
    )


def _configured_remote(settings: Settings, branch: str, known: Sequence[str]) -> str | None:
    remote = settings.get(f"branch.{branch}.remote")
    if remote == ".":
        raise CannotRun(f"the branch {branch} follows a branch of this repository", hint=_NAME_IT)
    if remote is not None and remote not in known:
        raise CannotRun(
            f"the branch {branch} follows {remote!r}, which is no remote of this repository",
            hint=f"`git branch --set-upstream-to=REMOTE/BRANCH {branch}`",
        )
    return remote


def _only(known: Sequence[str]) -> str:
    if not known:
        raise CannotRun(
            "this repository has no remote", hint="`git remote add origin ADDRESS` makes one"
        )
    if len(known) > 1:
        raise CannotRun(f"there are several remotes: {', '.join(known)}", hint=_NAME_IT)
    return known[0]


def _refuse_other_way(settings: Settings, branch: str, remote: str) -> None:
    """Refuse where git would push elsewhere than it fetches from, and nobody chose."""
    for key in (f"branch.{branch}.pushRemote", "remote.pushDefault"):
        other = settings.get(key)
        if other is not None:
            if other == remote:
                return
            raise CannotRun(
                f"{branch} follows {remote}, and {key} pushes it to {other}: "
                "sync takes from and gives to one remote",
                hint=_NAME_IT,
            )


def _there(settings: Settings, branch: str, remote: str) -> str | None:
    """The branch there that git knows as upstream, None where that is not of this remote."""
    if settings.get(f"branch.{branch}.remote") != remote:
        return None
    found = settings.all(f"branch.{branch}.merge")
    if len(found) > 1:
        raise CannotRun(
            f"the branch {branch} follows several: {', '.join(found)}",
            hint=f"`git branch --set-upstream-to={remote}/BRANCH {branch}`",
        )
    if found and not found[0].startswith(_BRANCHES):
        raise CannotRun(
            f"the branch {branch} follows {found[0]}, which is no branch",
            hint=f"`git branch --set-upstream-to={remote}/BRANCH {branch}`",
        )
    return found[0] if found else None


def set_upstream(repository: GitRepository, upstream: Upstream) -> None:
    """Let git know this as the upstream of the checked-out branch."""
    branch = _branch(repository.head())
    repository.set_config(f"branch.{branch}.remote", upstream.remote)
    repository.set_config(f"branch.{branch}.merge", upstream.branch)
