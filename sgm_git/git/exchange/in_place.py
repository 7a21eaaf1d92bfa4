"""Merge and rebase in the work tree, so that a conflict leaves what git and people know."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sgm_git.errors import CannotRun, Refused, SgmError
from sgm_git.git.command import git_error, split_nul
from sgm_git.git.exchange.driving import driven
from sgm_git.git.exchange.giving_up import edited, refuse_losses
from sgm_git.git.exchange.obstacles import in_the_way, refuse_untracked
from sgm_git.git.exchange.unfinishing import own_git
from sgm_git.git.exchange.values import Stopped, Unmerged
from sgm_git.git.lock import lock_descriptors, repository_lock
from sgm_git.git.run import LOCAL_SECONDS, TimeIsOver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.git.cli import GitRepository
    from sgm_git.git.exchange.values import Driver, UnmergedKind
    from sgm_git.git.run import Done

    What = Literal["merge", "rebase"]

SECONDS = 600.0
"""How long a merge or rebase may take, the repository's hooks included."""

_MERGE = ("merge", "--no-edit", "--no-autostash", "--no-stat", "--commit", "--no-squash")
_REBASE = (
    *("-c", "rebase.updateRefs=false", "-c", "rebase.rebaseMerges=false"),
    *("-c", "rebase.missingCommitsCheck=ignore", "rebase", "--merge", "--no-autostash"),
    *("--no-autosquash", "--no-fork-point", "--no-stat", "--empty=drop"),
)
_LISTED, _HINT = b"\t", "hint: "
_KINDS: dict[tuple[int, ...], UnmergedKind] = {
    (1,): "both-deleted",
    (2,): "added-here",
    (3,): "added-there",
    (1, 2): "deleted-there",
    (1, 3): "deleted-here",
    (2, 3): "both-added",
    (1, 2, 3): "both-changed",
}


@dataclass(frozen=True, slots=True)
class InPlace:
    """Operations that move HEAD, index and work tree of one repository."""

    repository: GitRepository

    def merge(
        self, theirs: str, message: str, driver: Driver | None, *, ff: bool
    ) -> Stopped | None:
        """Merge a commit; see ``exchange.Exchange.merge``."""
        call = (*_MERGE, "--ff" if ff else "--no-ff", "-m", message, theirs)
        with repository_lock(self.repository.common_dir):
            self._refuse(theirs)
            return self._begin("merge", call, driver)

    def rebase(self, onto: str, driver: Driver | None) -> Stopped | None:
        """Rebase the branch; see ``exchange.Exchange.rebase``."""
        with repository_lock(self.repository.common_dir):
            self.try_begin("rebase", onto)
            return self._begin("rebase", (*_REBASE, onto), driver)

    def try_begin(self, what: What, other: str) -> None:
        """Refuse edits that git would not begin beside; see ``exchange.Exchange.try_begin``."""
        self._refuse(other)
        found = edited(self.repository)
        if what == "merge":
            touched = self.repository.tree_changes(self.repository.head().oid or "", other)
            found = [(path, how) for path, how in found if path in touched or how[0] != " "]
        if found:
            raise in_the_way([path for path, _ in found], "edited here")

    def go_on(self, driver: Driver | None) -> Stopped | None:
        """Go on with what stopped; see ``exchange.Exchange.go_on``."""
        with repository_lock(self.repository.common_dir):
            what = self._under_way()
            if waiting := self._paths():
                raise Refused(
                    f"not resolved yet: {', '.join(map(repr, waiting))}",
                    hint="edit them, and `git add` them",
                )
            done = self._run((what, "--continue"), driver)
            stopped = self._stopped(what)
            if stopped is None and (done.status or self.repository.unfinished()):
                raise _refusal(done, f"the {what} does not go on")
            return stopped

    def give_up(self) -> None:
        """Abort; see ``exchange.Exchange.give_up``."""
        with repository_lock(self.repository.common_dir):
            what = self._under_way()
            refuse_losses(self.repository, what)
            done = self._run((what, "--abort"), None)
            if done.status:
                raise git_error(done.err)

    def unmerged(self) -> tuple[Unmerged, ...]:
        """Give the paths in conflict; see ``exchange.Exchange.unmerged``."""
        told = own_git(self.repository).read("ls-files", "--unmerged", "-z")
        stages: dict[str, tuple[int, ...]] = {}
        for line in split_nul(told):
            meta, _, name = line.partition(b"\t")
            path = os.fsdecode(name)
            stages[path] = (*stages.get(path, ()), int(meta[-1:]))
        return tuple(Unmerged(path, _KINDS[found]) for path, found in sorted(stages.items()))

    def _refuse(self, other: str) -> None:
        """Refuse what cannot be begun here, or would write over files that git does not keep."""
        self.repository.refuse_unfinished()
        self.repository.recover()
        head = self.repository.head().oid
        if head is None:
            raise CannotRun("there is no commit here yet")
        changes = self.repository.tree_changes(head, other)
        refuse_untracked(self.repository, own_git(self.repository), changes)

    def _under_way(self) -> What:
        what = self.repository.unfinished()
        if what == "merge":
            return "merge"
        if what == "rebase":
            return "rebase"
        if what is None:
            raise CannotRun("no merge or rebase is under way here")
        raise CannotRun(f"a {what} is under way here", hint=f"end it with `git {what}`")

    def _begin(self, what: What, call: Sequence[str], driver: Driver | None) -> Stopped | None:
        """Run it to its end or to a conflict; whatever else stops it, it is taken back."""
        try:
            done = self._run(call, driver)
        except TimeIsOver as error:
            self._take_back(what)
            raise CannotRun(
                f"the {what} did not end within {SECONDS:g} s and was taken back",
                hint="see what it waits for: a hook, a key for signing, a merge driver",
            ) from error
        stopped = self._stopped(what)
        if stopped is None and (done.status or self.repository.unfinished()):
            self._take_back(what)
            raise _refusal(done, f"the {what} was taken back")
        return stopped

    def _take_back(self, what: What) -> None:
        """Abort it; raises Refused where somebody has edited other files meanwhile."""
        if self.repository.unfinished():
            refuse_losses(self.repository, what)
            self._run((what, "--abort"), None, LOCAL_SECONDS)

    def _stopped(self, what: What) -> Stopped | None:
        paths = self._paths()
        if not paths or self.repository.unfinished() is None:
            return None
        if what == "merge":
            return Stopped(what, paths)
        return Stopped(what, paths, self._number("msgnum"), self._number("end"))

    def _number(self, name: str) -> int:
        try:
            return int((self.repository.git_dir / "rebase-merge" / name).read_text("ascii"))
        except (OSError, ValueError):
            return 1

    def _paths(self) -> tuple[str, ...]:
        return tuple(each.path for each in self.unmerged())

    def _run(
        self, call: Sequence[str], driver: Driver | None, seconds: float | None = None
    ) -> Done:
        keep_open = lock_descriptors(self.repository.common_dir)
        with driven(self.repository, driver) as switches:
            git = self.repository.git
            return git.write(*switches, *call, seconds=seconds or SECONDS, keep_open=keep_open)


def _refusal(done: Done, what: str) -> SgmError:
    """Say why git would not: files in the way by name, or its own and its hooks' words."""
    lines = done.err.splitlines()
    if listed := [os.fsdecode(line[1:]) for line in lines if line.startswith(_LISTED)]:
        return in_the_way(listed, "edited or not tracked here and changed there")
    told = [line.decode("utf-8", "replace").rstrip() for line in lines if line.strip()]
    words = [line for line in told if not line.startswith(_HINT)]
    if len(words) > 1:
        return Refused(f"{what}:", words=words)
    return Refused(f"{what}: {git_error(done.err).message}")
