"""Tells what of a change does not go together with other branches that are open (DESIGN 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sgm_git.errors import CannotRun
from sgm_git.record.spoken import quoted
from sgm_git.store.scan import stored_entries
from sgm_git.workflows.diffing import compared
from sgm_git.workflows.review.branches import meant_branches
from sgm_git.workflows.review.colliding import Sides, colliding
from sgm_git.workflows.review.partings import parting

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from sgm_git.git.protocol import TreeEntry
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.workflows.diffing import RecordDiff
    from sgm_git.workflows.review.branches import Branch
    from sgm_git.workflows.review.model import Collision, Ends
    from sgm_git.workflows.review.partings import Parting

MOST = 1_000
"""Collisions that are told: nobody reads more."""
MOST_BRANCHES = 500
"""Branches that are compared; what there is beyond is left out, and said."""
MOST_RECORDS = 2_000
"""Documents of one branch that are compared: those that go, then those with the first paths."""


class Collisions(NamedTuple):
    """What collides, in the order of the branches, and what is to be said of the comparison."""

    found: tuple[Collision, ...]
    notes: tuple[str, ...]


def collisions(
    records: Records, ends: Ends, ours: Sequence[RecordDiff], branches: Sequence[str]
) -> Collisions:
    """Compare what a range does with what each of the branches does since it left the trusted end.

    ``branches`` are names and patterns. Those that are merged already, that the range goes on from
    or that go on from it collide with nothing. What cannot be told is a note. Raises UsageError
    for a name that nothing has.
    """
    if not branches:
        return Collisions((), ())
    meant = meant_branches(records.repository, ends, branches)
    notes = list(meant.notes)
    if len(meant.branches) > MOST_BRANCHES:
        left = len(meant.branches) - MOST_BRANCHES
        notes.append(f"{left} more branches were not compared: name fewer of them")
    beside = _Beside(records, ends, parting(ours))
    found: list[Collision] = []
    for branch in meant.branches[:MOST_BRANCHES]:
        try:
            found += beside.collisions(branch)
        except CannotRun as error:
            notes.append(f"what {quoted(branch.name)} does cannot be told: {error.message}")
    if len(found) > MOST:
        notes.append(f"{len(found) - MOST} more collisions are left out: name fewer branches")
    return Collisions(tuple(found[:MOST]), (*notes, *beside.notes))


class _Beside:
    """One range, to be compared with many branches."""

    def __init__(self, records: Records, ends: Ends, ours: Parting) -> None:
        self.notes: list[str] = []
        self._records, self._ends, self._ours = records, ends, ours
        self._trees: dict[str, dict[str, TreeEntry]] = {}

    def collisions(self, branch: Branch) -> list[Collision]:
        """Give what collides with one of them; raises CannotRun where git cannot tell."""
        repository, ends = self._records.repository, self._ends
        bases = repository.merge_bases(ends.trusted, branch.oid)
        if not bases:
            self.notes.append(f"{quoted(branch.name)} has nothing in common with the trusted end")
            return []
        if branch.oid in bases:
            return []
        theirs = parting(self._changes(branch, bases[0]))
        found = list(colliding(Sides(branch.name, self._ours, theirs, self._is_ours(bases[0]))))
        return [] if found and self._is_one_line(branch) else found

    def _changes(self, branch: Branch, base: str) -> list[RecordDiff]:
        """What a branch has otherwise than where it left; links are no records.

        Of what is not compared whole nothing is said to be gone: it may have moved.
        """
        prefixes = self._records.settings.roots.prefixes
        changes = self._records.repository.tree_changes(base, branch.oid, prefixes)
        paths = self._open_paths(changes, base)
        chosen = paths[:MOST_RECORDS]
        tree = self._tree(base)
        old = self._entries(tree[path] for path in sorted(chosen) if path in tree)
        new = self._entries(each for path in sorted(chosen) if (each := changes[path]) is not None)
        found = compared(old, new)
        if chosen == paths:
            return found
        left = f"{len(paths) - MOST_RECORDS} more documents of {quoted(branch.name)}"
        self.notes.append(f"{left} were not compared")
        return [each for each in found if each.after is not None]

    def _open_paths(self, changes: Mapping[str, TreeEntry | None], base: str) -> list[str]:
        """The documents that are not so on the trusted side already, those that go first.

        A branch that was squashed into that side brings nothing new, whatever its history.
        """
        if base == self._ends.trusted:
            still = list(changes)
        else:
            there = self._tree(self._ends.trusted)
            still = [path for path, each in changes.items() if there.get(path) != each]
        known = filter(self._records.settings.roots.root_of, still)
        return sorted(known, key=lambda path: (changes[path] is not None, path))

    def _tree(self, base: str) -> dict[str, TreeEntry]:
        """What lies below the roots in a commit that many branches may have left."""
        if base not in self._trees:
            listed = self._records.repository.list_tree(base, self._records.settings.roots.prefixes)
            self._trees[base] = {each.path: each for each in listed}
        return self._trees[base]

    def _entries(self, listed: Iterable[TreeEntry]) -> dict[str, Entry]:
        found = stored_entries(self._records.repository, self._records.settings.roots, listed)
        return {each.path: each for each in found if not each.is_link}

    def _is_ours(self, base: str) -> bool:
        """Whether a record of both is to be merged over what it was where the range parted.

        That is the older of both places: only what came before either is common to them.
        """
        ours = self._ends.base
        return ours is not None and self._records.repository.is_ancestor(ours, base)

    def _is_one_line(self, branch: Branch) -> bool:
        """Whether the branch goes on from the range, or the range from it."""
        ends = (self._ends.tip, branch.oid)
        return any(self._records.repository.is_ancestor(*each) for each in (ends, ends[::-1]))
