"""Exchange commits with another repository: take, integrate, give (DESIGN 13; git engine only)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Self

from sgm_git.errors import CannotRun
from sgm_git.git.cli import GitRepository
from sgm_git.git.exchange import advancing, in_place, pushing, recommitting, replaying, upstreams
from sgm_git.git.exchange.driving import driven
from sgm_git.git.exchange.fetching import Fetching
from sgm_git.git.exchange.remote_calls import SECONDS, RemoteGit
from sgm_git.git.exchange.tree_merging import TreeMerger, too_old

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sgm_git.git.exchange.values import (
        Clash,
        Driver,
        Fetched,
        PushOutcome,
        Replayed,
        Stopped,
        TreeMerge,
        Unmerged,
        Upstream,
    )
    from sgm_git.git.protocol import Repository


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a repository does with others. Remotes are never asked for more than is said.

    Everything raises CannotRun where git cannot do it; calls that reach a remote also where it
    does not answer within their ``seconds``, the network is down, or somebody would have to be
    asked for a password. Nothing ever asks.
    """

    repository: GitRepository

    @classmethod
    def of(cls, repository: Repository) -> Self:
        """Exchange for this repository; raises CannotRun for the embedded engine."""
        if not isinstance(repository, GitRepository):
            raise CannotRun("to exchange with others needs git", hint="install git 2.30 or newer")
        return cls(repository)

    def upstream(self, remote: str | None = None) -> Upstream:
        """Give the branch that the checked-out one is kept in step with.

        With ``remote`` that is the branch of the same name there, unless git knows another one as
        the upstream. Raises CannotRun with a hint on a detached HEAD, without a remote, where there
        are several and none is chosen, and where git would push elsewhere than it fetches from;
        UsageError for anything but the name of a remote.
        """
        repository = self.repository
        return upstreams.find_upstream(repository.settings(), repository.head(), remote)

    def fetch(self, upstream: Upstream, seconds: float = SECONDS) -> Fetched:
        """Bring what the remote's branch has, and say what became of it; no ref is moved."""
        return Fetching(self.repository).fetch(self._remote(upstream), upstream, seconds)

    def follow(self, upstream: Upstream, tip: str) -> None:
        """Let the tracking ref be at ``tip``, if there is one."""
        Fetching(self.repository).follow(upstream, tip)

    def push(
        self,
        upstream: Upstream,
        old: str | None,
        new: str,
        *,
        seconds: float = SECONDS,
        set_upstream: bool = False,
        dry_run: bool = False,
    ) -> PushOutcome:
        """Let the remote's branch be at ``new`` if it is at ``old`` (None: not there) still.

        Runs the pre-push hook; pushes no tags. ``set_upstream``: git is to know it as the upstream,
        once it is there. Raises Refused, before anything is sent, where ``new`` has not ``old``
        in its history.
        """
        wanted = pushing.Push(upstream, old, new)
        remote = self._remote(upstream)
        said = pushing.push(self.repository, remote, wanted, seconds, dry_run=dry_run)
        if set_upstream and said.kind == "done" and not dry_run:
            upstreams.set_upstream(self.repository, upstream)
        return said

    def replay(self, onto: str, base: str, tip: str, driver: Driver) -> Replayed | Clash | None:
        """Make the commits ``base..tip`` anew on top of ``onto``; no ref or file is touched.

        ``base`` is an ancestor of ``tip``. Author, their date, message and encoding stay to the
        byte; the committer is whoever is here, and signs if commit.gpgSign says so. What becomes
        empty is left out. Gives None for a range with merges, and where git is older than 2.38.
        """
        return replaying.replay(self.repository, onto, (base, tip), driver)

    def advance(self, old: str | None, new: str, why: str) -> None:
        """Let HEAD's branch (at ``old``; None: unborn), index and work tree be at ``new``.

        Other edits, staged or not, and untracked files stay as they are. Raises Refused, with
        nothing done, where one of them is in the way; RefMoved where the branch is not at ``old``.
        ``why`` is for the reflog. Takes the repository's lock. Killed half-way, the next writer
        finishes or undoes it. No hooks run but those of the ref.
        """
        advancing.advance(self.repository, old, new, why)

    def try_advance(self, old: str | None, new: str) -> None:
        """Raise Refused where ``advance`` would, because of files in the way; nothing is moved."""
        advancing.try_advance(self.repository, old, new)

    def try_begin(self, what: Literal["merge", "rebase"], other: str) -> None:
        """Raise what ``merge`` or ``rebase`` would before it begins, for the sake of edits."""
        in_place.InPlace(self.repository).try_begin(what, other)

    def merge(
        self, theirs: str, message: str, *, driver: Driver | None = None, ff: bool = True
    ) -> Stopped | None:
        """Merge a commit into the checked-out branch, as ``git merge`` does, with its hooks.

        Raises Refused where edits are in the way, nothing being changed.
        """
        return in_place.InPlace(self.repository).merge(theirs, message, driver, ff=ff)

    def rebase(self, onto: str, *, driver: Driver | None = None) -> Stopped | None:
        """Rebase the checked-out branch, as ``git rebase`` does, with its hooks.

        Raises Refused where tracked files have edits, nothing being changed.
        """
        return in_place.InPlace(self.repository).rebase(onto, driver)

    def go_on(self, *, driver: Driver | None = None) -> Stopped | None:
        """Go on with a merge or rebase that stopped; raises CannotRun where there is none."""
        return in_place.InPlace(self.repository).go_on(driver)

    def give_up(self) -> None:
        """Abort a merge or rebase, as git does; raises CannotRun where there is none.

        Raises Refused where edits would go that are none of the conflict's.
        """
        in_place.InPlace(self.repository).give_up()

    def unmerged(self) -> tuple[Unmerged, ...]:
        """Give the paths in conflict, sorted."""
        return in_place.InPlace(self.repository).unmerged()

    def recommit(self, oid: str, parent: str, files: Mapping[str, bytes]) -> str:
        """Make a commit anew on another parent, with its tree, but for these files.

        They are stored as they are; one that is there keeps its mode. All else is as for
        ``replay``.
        """
        return recommitting.recommit(self.repository, oid, parent, files)

    def merge_trees(self, ours: str, theirs: str, driver: Driver) -> TreeMerge:
        """Merge two commits into a tree; raises CannotRun where git is older than 2.38."""
        with driven(self.repository, driver) as switches:
            merged = TreeMerger(self.repository.git, switches).merge(ours, theirs)
        if merged is None:
            raise too_old()
        return merged

    def merge_commit(self, tree: str, parents: Sequence[str], message: str) -> str:
        """Make a commit of a tree with these parents, by whoever is here; no ref knows of it."""
        return recommitting.merge_commit(self.repository, tree, parents, message)

    def _remote(self, upstream: Upstream) -> RemoteGit:
        return RemoteGit(self.repository.git, self.repository.settings(), upstream.remote)
