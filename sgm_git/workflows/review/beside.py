"""Compares what a range does with what one other branch does, or the trusted end (DESIGN 11)."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.record.spoken import quoted
from sgm_git.store.scan import stored_entries
from sgm_git.witness.references import Among, Claims
from sgm_git.workflows.diffing import compared
from sgm_git.workflows.review.colliding import Sides, colliding
from sgm_git.workflows.review.naming import claims_in
from sgm_git.workflows.review.partings import parting

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from sgm_git.git.protocol import TreeEntry
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.workflows.diffing import RecordDiff
    from sgm_git.workflows.review.branches import Branch
    from sgm_git.workflows.review.model import Collision, Ends
    from sgm_git.workflows.review.partings import Parting

MOST_RECORDS = 2_000
"""Documents of one branch that are compared: those that go, then those with the first paths."""
MOST_PAIRS = 200_000
"""Pairs of rules of one branch and of the range that are compared."""


class _Chosen(NamedTuple):
    """The documents of a branch that are compared; ``is_whole``: they are all that it touches."""

    name: str
    paths: Collection[str]
    is_whole: bool


class Beside:
    """One range, to be compared with many branches."""

    def __init__(self, records: Records, ends: Ends, ours: Sequence[RecordDiff]) -> None:
        self.notes: list[str] = []
        self._records, self._ends, self._diffs = records, ends, ours
        self._trees: dict[str, dict[str, TreeEntry]] = {}

    def gained(self) -> list[Collision]:
        """Give what collides with what the trusted end has and the merge base has not.

        What both sides do to one document is left out. Raises CannotRun where git cannot tell.
        """
        base, trusted = self._ends.base, self._ends.trusted
        if base in (None, trusted) or not self._diffs:
            return []
        changes = self._records.repository.tree_changes(base, trusted, self._prefixes)
        chosen = self._chosen(self._ends.trusted_name, changes, changes)
        sides = self._sides(chosen, self._between(base, trusted, chosen))
        return list(colliding(sides._replace(is_trusted=True)))

    def collisions(self, branch: Branch) -> list[Collision]:
        """Give what collides with a branch; raises CannotRun where git cannot tell."""
        repository, ends = self._records.repository, self._ends
        bases = repository.merge_bases(ends.trusted, branch.oid)
        if not bases:
            self.notes.append(f"{quoted(branch.name)} has nothing in common with the trusted end")
            return []
        base = bases[0]
        if branch.oid in bases:
            return []
        changes = repository.tree_changes(base, branch.oid, self._prefixes)
        chosen = self._chosen(branch.name, self._open_paths(changes, base), changes)
        sides = self._sides(chosen, self._between(base, branch.oid, chosen))
        found = list(colliding(sides._replace(base_is_ours=self._is_ours(base))))
        return self._over_what_is_shared(branch, chosen, found) if found else []

    def _over_what_is_shared(
        self, branch: Branch, chosen: _Chosen, found: list[Collision]
    ) -> list[Collision]:
        """What of it is left if the range and the branch have commits in common that are open."""
        repository, tip = self._records.repository, self._ends.tip
        bases = repository.merge_bases(tip, branch.oid)
        if tip in bases or branch.oid in bases:
            return []
        if not bases or repository.is_ancestor(bases[0], self._ends.trusted):
            return found
        own = {e.path for each in self._diffs for e in (each.before, each.after) if e is not None}
        ours = self._between(bases[0], tip, _Chosen(branch.name, own, is_whole=True))
        theirs = self._between(bases[0], branch.oid, chosen)
        return list(colliding(self._sides(chosen, theirs)._replace(ours=parting(ours))))

    def _sides(self, chosen: _Chosen, theirs: Sequence[RecordDiff]) -> Sides:
        other = parting(theirs)
        most = MOST_PAIRS // max(1, len(self._ours.rules))
        if len(other.rules) > most:
            left = f"{len(other.rules) - most} more rules of {quoted(chosen.name)}"
            self.notes.append(f"{left} were not compared with the rules here")
            other = replace(other, rules=dict(islice(other.rules.items(), most)))
        return Sides(chosen.name, self._ours, other, known=self._known)

    @cached_property
    def _ours(self) -> Parting:
        return parting(self._diffs)

    @property
    def _prefixes(self) -> Sequence[str]:
        return self._records.settings.roots.prefixes

    def _between(self, old: str, new: str, chosen: _Chosen) -> list[RecordDiff]:
        """What the second commit has otherwise at those paths; links are no records.

        Of what is not compared whole nothing is said to be gone: it may have moved.
        """
        changes = self._records.repository.tree_changes(old, new, self._prefixes)
        paths = sorted(path for path in changes if path in chosen.paths)
        tree = self._tree(old)
        before = self._entries(tree[path] for path in paths if path in tree)
        after = self._entries(each for path in paths if (each := changes[path]) is not None)
        found = compared(before, after)
        return found if chosen.is_whole else [each for each in found if each.after is not None]

    def _chosen(
        self, name: str, paths: Iterable[str], changes: Mapping[str, TreeEntry | None]
    ) -> _Chosen:
        known = filter(self._records.settings.roots.root_of, paths)
        every = sorted(known, key=lambda path: (changes[path] is not None, path))
        if len(every) <= MOST_RECORDS:
            return _Chosen(name, frozenset(every), is_whole=True)
        left = f"{len(every) - MOST_RECORDS} more documents of {quoted(name)}"
        self.notes.append(f"{left} were not compared")
        return _Chosen(name, frozenset(every[:MOST_RECORDS]), is_whole=False)

    def _open_paths(self, changes: Mapping[str, TreeEntry | None], base: str) -> list[str]:
        """The documents that are not so on the trusted side already.

        A branch that was squashed into that side brings nothing new, whatever its history.
        """
        if base == self._ends.trusted:
            return list(changes)
        there = self._tree(self._ends.trusted)
        return [path for path, each in changes.items() if there.get(path) != each]

    def _known(self, names: Collection[str]) -> Iterable[Claims]:
        """As ``naming.Known``: the records of the trusted end."""
        return self._trusted.named(names)

    @cached_property
    def _trusted(self) -> Among:
        entries = self._entries(self._tree(self._ends.trusted).values())
        return Among(each for each in map(claims_in, entries.values()) if each is not None)

    def _tree(self, oid: str) -> dict[str, TreeEntry]:
        """What lies below the roots in a commit that many branches may have left."""
        if oid not in self._trees:
            listed = self._records.repository.list_tree(oid, self._prefixes)
            self._trees[oid] = {each.path: each for each in listed}
        return self._trees[oid]

    def _entries(self, listed: Iterable[TreeEntry]) -> dict[str, Entry]:
        found = stored_entries(self._records.repository, self._records.settings.roots, listed)
        return {each.path: each for each in found if not each.is_link}

    def _is_ours(self, base: str) -> bool:
        """Whether a record of both is to be merged over what it was where the range parted.

        That is the older of both places: only what came before either is common to them.
        """
        ours = self._ends.base
        return ours is not None and self._records.repository.is_ancestor(ours, base)
