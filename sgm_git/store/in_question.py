"""The documents that a look at a few records is about: what is kept, and what is committed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.store.beside import first_parents
from sgm_git.witness.delta import Documents
from sgm_git.witness.facts import UNFETCHED

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from sgm_git.commits import Commit
    from sgm_git.store.index.facts import FactsStore
    from sgm_git.store.index.folds import Folds
    from sgm_git.store.looking import Looking
    from sgm_git.witness.delta import Key
    from sgm_git.witness.life import Life


class InQuestion:
    """Documents by path, at the commit that was looked at last and at the new one, ``tip``.

    ``kept`` are the lives at the former with the blobs there; ``committed`` the blobs at the new
    one; ``lives`` those that are kept of documents that are the same at both.
    """

    def __init__(self, looking: Looking, folds: Folds, facts: FactsStore, tip: str) -> None:
        self.kept: dict[str, tuple[str, Life]] = {}
        self.committed: dict[str, str] = {}
        self.lives: dict[str, Life] = {}
        self._looking, self._folds, self._facts, self._tip = looking, folds, facts, tip
        self._documents = Documents(facts, looking.root_of)

    def learn(self, rows: Sequence[Commit], paths: Collection[str]) -> bool:
        """Find out about some more; false where something is missing of what should be kept.

        ``rows`` lead from the former commit to the new one. A document that these do not touch and
        of which nothing is kept cannot be read, or is not there.
        """
        new = {*paths} - self.committed.keys()
        newest = {path: blob for path, blob in _newest(rows) if path in new}
        kept = self._folds.lives(new)
        self.kept |= kept
        unread = self._unread(new - kept.keys() - newest.keys())
        told: dict[str, str | None] = {path: blob for path, (blob, _) in kept.items()}
        here = {path: blob for path, blob in (told | newest).items() if blob is not None} | unread
        self.committed |= here
        self._facts.load([*here.values()])
        self.lives |= {path: life for path, (blob, life) in kept.items() if here.get(path) == blob}
        return not any(self._is_readable(blob) for blob in unread.values())

    def keys(self, states: Iterable[tuple[str, str]]) -> set[Key]:
        """Whose states these are; each is a path and a blob."""
        return {self._documents.doc(path, blob).key for path, blob in states}

    def chosen(
        self, documents: Mapping[str, str], paths: Collection[str], keys: Collection[Key]
    ) -> dict[str, str]:
        """Those of the documents that lie at some paths or share a key with them."""
        return {
            path: blob
            for path, blob in documents.items()
            if path in paths or self._documents.doc(path, blob).key in keys
        }

    def kept_life(self, path: str, blob: str) -> Life | None:
        """The life of a document at the former commit, None where there is no such one."""
        found = self.kept.get(path) or self._folds.lives([path]).get(path)
        return found[1] if found is not None and found[0] == blob else None

    def _unread(self, paths: Collection[str]) -> dict[str, str]:
        """What the new commit has at paths where nothing that can be read should be."""
        asked = sorted(paths)
        found = self._looking.repository.blob_ids([(self._tip, path) for path in asked])
        return {path: blob for path, blob in zip(asked, found, strict=True) if blob is not None}

    def _is_readable(self, blob: str) -> bool:
        return self._facts.facts(blob) not in (None, UNFETCHED)


def _newest(rows: Sequence[Commit]) -> Iterator[tuple[str, str | None]]:
    """What the newest commit has where the line of its first parents says so; None: nothing.

    What comes last is the newest.
    """
    for row in reversed(first_parents(rows)):
        for change in (change for changes in row.changes for change in changes):
            yield change.path, change.new
