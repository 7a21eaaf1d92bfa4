"""What one commit changed against one parent, by record (DESIGN section 2, "version").

A document's *key* says whose state it is: root and id of its record. What cannot be read, or has
no id, is known by its path alone. A document outside all roots has no root; it counts only as
what a record was before it came into one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from sgm_git.commits import Change
    from sgm_git.witness.facts import Facts

Key: TypeAlias = tuple[str | None, str]
"""The root's path (None: outside all) and the id, or a NUL and the path."""


def nameless(path: str) -> str:
    """What stands for the id of a document that is known by its path alone."""
    return f"\0{path}"


def is_nameless(key: Key) -> bool:
    """Whether a key is that of a path alone."""
    return key[1].startswith("\0")


class FactsReader(Protocol):
    """Gives the facts of blobs."""

    def load(self, blobs: Collection[str]) -> None:
        """Be ready for these blobs: many at once are cheaper than one by one."""
        ...

    def facts(self, blob: str) -> Facts | None:
        """The facts of a blob; None where it is no record that can be read."""
        ...


@dataclass(frozen=True, slots=True)
class Doc:
    """A document in one commit's tree."""

    path: str
    blob: str
    key: Key
    facts: Facts | None

    @property
    def is_nameless(self) -> bool:
        """Whether it is known by its path alone."""
        return is_nameless(self.key)


class Documents:
    """Makes documents of paths and blobs."""

    def __init__(self, reader: FactsReader, root_of: Callable[[str], str | None]) -> None:
        """``root_of`` gives the root of a record's path, None for what is no record's."""
        self._reader = reader
        self._root_of = root_of
        self._roots: dict[str, str | None] = {}

    def root(self, path: str) -> str | None:
        """The root of a path, None outside all roots."""
        if path not in self._roots:
            self._roots[path] = self._root_of(path)
        return self._roots[path]

    def load(self, blobs: Collection[str]) -> None:
        """Be ready for these blobs."""
        self._reader.load(blobs)

    def doc(self, path: str, blob: str) -> Doc:
        """The document of a blob at a path."""
        facts = self._reader.facts(blob)
        name = facts.id if facts is not None else None
        if name is None or name.startswith("\0"):  # no id may pass for a path
            name = nameless(path)
        return Doc(path, blob, (self.root(path), name), facts)


Docs: TypeAlias = dict[str, Doc]
"""Documents by path."""


class Delta:
    """The documents that a parent has and the commit has not, or otherwise, and the reverse."""

    def __init__(
        self, changes: Iterable[Change], documents: Documents, *, outside: bool = False
    ) -> None:
        """With ``outside``, documents outside all roots are among them from the beginning."""
        self.gone: dict[Key, Docs] = {}
        self.come: dict[Key, Docs] = {}
        self.gone_at: Docs = {}
        self._documents = documents
        self._outside: list[Change] = []
        self._by_name: dict[str, list[Doc]] | None = None
        for change in changes:
            if change.old == change.new:  # only the mode differs
                continue
            if documents.root(change.path) is not None:
                self._take(change)
            elif change.path.lower().endswith(".md"):
                self._outside.append(change)
        if outside:
            self._take_outside()

    @property
    def keys(self) -> set[Key]:
        """Whose states differ."""
        return self.gone.keys() | self.come.keys()

    def before(self, key: Key, docs: Docs) -> Docs:
        """What a key's documents were in the parent, where ``docs`` are the commit's."""
        come = self.come.get(key, {})
        kept = {path: doc for path, doc in docs.items() if path not in come}
        return kept | self.gone.get(key, {})

    def gone_named(self, name: str) -> list[Doc]:
        """The documents with that id which the parent has, inside and outside all roots."""
        return self._index().get(name, [])

    def gone_unread(self, blob: str) -> list[Doc]:
        """The documents without a name that the parent has with exactly these bytes."""
        return self._index().get(_bytes(blob), [])

    def _index(self) -> dict[str, list[Doc]]:
        if self._by_name is None:
            if any(change.old is not None for change in self._outside):
                self._take_outside()
            self._by_name = {}
            for doc in self.gone_at.values():
                name = _bytes(doc.blob) if doc.is_nameless else doc.key[1]
                self._by_name.setdefault(name, []).append(doc)
        return self._by_name

    def _take_outside(self) -> None:
        sides = [blob for change in self._outside for blob in (change.old, change.new)]
        self._documents.load([blob for blob in sides if blob is not None])
        for change in self._outside:
            self._take(change)
        self._outside = []

    def _take(self, change: Change) -> None:
        if change.old is not None:
            doc = self._documents.doc(change.path, change.old)
            self.gone.setdefault(doc.key, {})[change.path] = doc
            self.gone_at[change.path] = doc
        if change.new is not None:
            doc = self._documents.doc(change.path, change.new)
            self.come.setdefault(doc.key, {})[change.path] = doc


def _bytes(blob: str) -> str:
    """What stands for the id of documents that are known by their bytes."""
    return f"\0{blob}"
