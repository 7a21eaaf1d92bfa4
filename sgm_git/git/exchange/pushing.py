"""Let a remote's branch be at a commit, if it is still where it was seen; never by force."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.exchange.values import PushOutcome, Upstream

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.git.cli import GitRepository
    from sgm_git.git.exchange.remote_calls import RemoteGit
    from sgm_git.git.run import Done

_STATUS = re.compile(r"(?m)^([ +*=!-])\t[^\t\n]*\t(.*)$")
_BOUNDED = 128  # git itself gave up; a lower status comes of a hook
_RACE = (
    "non-fast-forward",
    "fetch first",
    "stale info",
    "already exists",
    "cannot lock ref",
    "unable to lock",
    "failed to update ref",
    "failed to lock",
    "incorrect old value",
    "remote ref updated",
    "but expected",
)
_DENIED = ("error: 403", " denied to ", "you are not allowed to push", "write access")
_REMOTE = "remote: "
_CHATTER = ("error: failed to push some refs to", "hint: ", "To ", "Done")


@dataclass(frozen=True, slots=True)
class Push:
    """``new`` is to be at an upstream's branch, which is at ``old`` (None: not there)."""

    upstream: Upstream
    old: str | None
    new: str


def push(
    repository: GitRepository, remote: RemoteGit, wanted: Push, seconds: float, *, dry_run: bool
) -> PushOutcome:
    """Push, and say what came of it; see ``exchange.Exchange.push``.

    The lease lets git refuse where the branch is not at ``old`` any more, be it further or rewound.
    As ``new`` has ``old`` in its history, nothing can be forced by it.
    """
    if wanted.old is not None and not repository.is_ancestor(wanted.old, wanted.new):
        raise Refused(f"{wanted.new} has not what the remote has: it is never pushed by force")
    done = remote.call(*_call(remote, wanted, dry_run=dry_run), seconds=seconds)
    return _outcome(remote, done)


def _call(remote: RemoteGit, wanted: Push, *, dry_run: bool) -> tuple[str, ...]:
    branch = wanted.upstream.branch
    options = ["--porcelain", "--no-progress", "--no-follow-tags"]
    options += [f"--force-with-lease={branch}:{wanted.old or ''}"]
    options += ["--dry-run"] if dry_run else []
    if remote.settings.get("push.recurseSubmodules") in ("on-demand", "only"):
        options.append("--recurse-submodules=check")  # other repositories are not ours to push
    return ("push", *options, "--", wanted.upstream.remote, f"{wanted.new}:{branch}")


def _outcome(remote: RemoteGit, done: Done) -> PushOutcome:
    """What became of the branch; of a remote with several addresses, at the one that fared worst.

    Raises CannotRun where that is not known.
    """
    told = _STATUS.findall(done.out.decode("utf-8", "replace"))
    if not told:
        return _without_status(remote, done)
    bad = [summary for flag, summary in told if flag == "!"]
    if any("remote failure" in summary for summary in bad):
        raise CannotRun(
            f"the remote {remote.name} did not say what became of the push",
            hint="nothing is lost: run it again, it looks at what is there",
        )
    words = "\n".join([*_words(done).splitlines(), *bad])
    return PushOutcome(_kind(bad), words)


def _kind(bad: Sequence[str]) -> Literal["done", "race", "refused"]:
    """What the remote's reasons against it mean together."""
    if not bad:
        return "done"
    is_race = all(any(sign in summary.lower() for sign in _RACE) for summary in bad)
    return "race" if is_race else "refused"


def _without_status(remote: RemoteGit, done: Done) -> PushOutcome:
    """No branch was spoken of: the remote could not be reached, or a hook here refused."""
    text = done.err.decode("utf-8", "replace").lower()
    if any(sign in text for sign in _DENIED):
        return PushOutcome("refused", _words(done))
    if done.status >= _BOUNDED or not done.status:
        raise remote.failure(done)
    return PushOutcome("refused", _words(done) or "the pre-push hook refused it without a word")


def _words(done: Done) -> str:
    """What a remote, or a hook, has said, without what git always adds."""
    lines = [line.rstrip() for line in done.err.decode("utf-8", "replace").splitlines()]
    kept = [line.removeprefix(_REMOTE) for line in lines if not line.startswith(_CHATTER)]
    return "\n".join(line for line in kept if line.strip() and line != _REMOTE.strip())
