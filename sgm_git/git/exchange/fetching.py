"""See what a remote's branch is at, and what became of it, without moving any ref of the user's."""

from __future__ import annotations

import secrets
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.command import git_error
from sgm_git.git.exchange.values import Fetched, Upstream

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.cli import GitRepository
    from sgm_git.git.exchange.remote_calls import RemoteGit

_OURS = "refs/sgm/sync/"
_STALE_SECONDS = 3600
_NO_SUCH_BRANCH = b"couldn't find remote ref"
_OBJECTS_ONLY = (
    "--quiet",
    "--no-write-fetch-head",
    "--refmap=",
    "--no-tags",
    "--no-prune",
    "--no-auto-gc",
    "--no-recurse-submodules",
    "--no-show-forced-updates",
)
_SWITCHES = ("-c", "fetch.writeCommitGraph=false", "-c", "fetch.output=full")
_FEW = 64
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Fetching:
    """Fetches into one repository."""

    repository: GitRepository

    def fetch(self, remote: RemoteGit, upstream: Upstream, seconds: float) -> Fetched:
        """Bring the objects of a remote's branch; see ``exchange.Exchange.fetch``."""
        before = self._position(upstream.tracking)
        with self._own_ref() as ref:
            refspec = f"+{upstream.branch}:{ref}"
            call = (*_SWITCHES, "fetch", *_OBJECTS_ONLY, "--", upstream.remote, refspec)
            done = remote.call(*call, seconds=seconds)
            if done.status and _NO_SUCH_BRANCH in done.err:
                return Fetched(None, before)
            if done.status:
                raise remote.failure(done)
            tip = self._position(ref)
            if tip is None:
                raise CannotRun(f"the remote {upstream.remote} sent nothing for {upstream.branch}")
            return Fetched(tip, before, self._gone(upstream, before, tip))

    def follow(self, upstream: Upstream, tip: str) -> None:
        """Let the tracking ref be at what was fetched, unless it is further already."""
        ref = upstream.tracking
        for _ in range(_TRIES if ref else 0):
            now = self._position(ref)
            if now == tip:
                return
            call = ("update-ref", "-m", "sgm sync: fetch", str(ref), tip, now or "0" * len(tip))
            done = self.repository.git.write(*call)
            if not done.status:
                return
            if self._position(ref) == now:
                raise git_error(done.err)

    def _gone(self, upstream: Upstream, before: str | None, tip: str) -> tuple[str, ...]:
        """Commits that were there once, and are not reachable from what is there now.

        What the tracking ref was at counts for itself, what it was at before as far as the
        checked-out branch still has it: the user's own fetch may have moved the ref.
        """
        known = {before} if before else set()
        known |= self._formerly(upstream.tracking) if upstream.tracking else set()
        beyond = set(self.repository.commits_beyond(known, [tip])) if known else set()
        lost = [oid for oid in sorted(known & beyond) if oid == before or self._has(oid)]
        return tuple(self.repository.commits_beyond(lost, [tip])) if lost else ()

    def _formerly(self, tracking: str) -> set[str]:
        call = ("rev-list", "--walk-reflogs", f"--max-count={_FEW}", tracking, "--")
        done = self.repository.git.ask(*call)
        return set() if done.status else set(done.out.decode("ascii").split())

    def _has(self, oid: str) -> bool:
        head = self.repository.head().oid
        return head is not None and self.repository.is_ancestor(oid, head)

    def _position(self, ref: str | None) -> str | None:
        if ref is None:
            return None
        done = self.repository.git.ask("show-ref", "--verify", "--hash", "--", ref)
        return None if done.status else done.out.decode("ascii").strip()

    @contextmanager
    def _own_ref(self) -> Iterator[str]:
        """A ref of our own, for this once; those that killed runs have left go, too."""
        git = self.repository.git
        now = int(time.time())
        for old in self.repository.refs(_OURS):
            born = old.removeprefix(_OURS).partition("-")[0]
            if not born.isdigit() or now - int(born) > _STALE_SECONDS:
                git.write("update-ref", "-d", old)
        ref = f"{_OURS}{now}-{secrets.token_hex(6)}"
        try:
            yield ref
        finally:
            git.write("update-ref", "-d", ref)
