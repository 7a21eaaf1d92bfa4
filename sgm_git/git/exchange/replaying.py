"""Make commits anew on top of others, as a rebase does, but in no work tree (DESIGN 11, sync)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from sgm_git.git.exchange.driving import driven
from sgm_git.git.exchange.remaking import Remaking, originals
from sgm_git.git.exchange.tree_merging import TreeMerger
from sgm_git.git.exchange.values import Clash, Replayed

if TYPE_CHECKING:
    from sgm_git.git.cli import GitRepository
    from sgm_git.git.exchange.remaking import Original
    from sgm_git.git.exchange.values import Driver

_NOBODY = b"sgm <sgm@localhost> 0 +0000"


def replay(
    repository: GitRepository, onto: str, commits: tuple[str, str], driver: Driver
) -> Replayed | Clash | None:
    """Make ``commits``, base and tip, anew; see ``exchange.Exchange.replay``."""
    base, tip = commits
    beyond = repository.commits_beyond([tip], [base])
    found = originals(repository.git, [base, *reversed(beyond)])
    pairs = list(pairwise(found))
    if any(commit.parents != (before.oid,) for before, commit in pairs):
        return None
    with driven(repository, driver) as switches:
        work = _Replay(Remaking.by(repository), TreeMerger(repository.git, switches))
        return work.all(pairs, originals(repository.git, [onto])[0])


@dataclass(frozen=True, slots=True)
class _Replay:
    remaking: Remaking
    merger: TreeMerger

    def all(
        self, pairs: list[tuple[Original, Original]], onto: Original
    ) -> Replayed | Clash | None:
        """Make one commit after the other; ``onto`` is the one below the next."""
        tip, tree = onto.oid, onto.tree
        made: list[tuple[str, str | None]] = []
        for before, commit in pairs:
            if before.oid == tip:
                new: str | None = commit.oid
                tree = commit.tree
            else:
                merged = self._tree(before, commit, tree)
                if merged is None or isinstance(merged, Clash):
                    return merged
                is_empty = merged == tree and commit.tree != before.tree
                new = None if is_empty else self.remaking.make(commit, merged, [tip])
                tree = merged
            made.append((commit.oid, new))
            tip = new or tip
        return Replayed(tip, tuple(made))

    def _tree(self, before: Original, commit: Original, tree: str) -> str | Clash | None:
        """What the commit changes, done to the tree.

        A scratch commit stands for the tree beside the commit, so that the parent of both is the
        base: older gits can be told no other one.
        """
        if tree == before.tree:
            return commit.tree
        scratch = self.remaking.store(
            b"tree %b\nparent %b\nauthor %b\ncommitter %b\n\nscratch\n"
            % (tree.encode("ascii"), before.oid.encode("ascii"), _NOBODY, _NOBODY)
        )
        merged = self.merger.merge(scratch, commit.oid)
        if merged is None:
            return None
        if merged.conflicted:
            return Clash(commit.oid, merged.conflicted)
        return merged.tree
