"""What one commit changed against one parent, by record (DESIGN section 2, "version").

A document's *key* says whose state it is: root and id of its record. What cannot be read, or has
no id, is known by its path alone. A document outside all roots has no root; it counts only as
what a record was before it came into one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from sgm_git.witness.facts import UNFETCHED

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
        """The facts of a blob; None where it is no record that can be read.

        ``UNFETCHED`` where it is not here (a partial clone).
        """
        ...


class Doc(NamedTuple):
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
    """The documents that a parent has and the commit has not, or otherwise, and the reverse.

    ``hides_something``: the parent has documents among them that were never fetched.
    """

    def __init__(
        self, changes: Iterable[Change], documents: Documents, *, outside: bool = False
    ) -> None:
        """With ``outside``, documents outside all roots are among them from the beginning."""
        self.gone: dict[Key, Docs] = {}
        self.come: dict[Key, Docs] = {}
        self.gone_at: Docs = {}
        self.hides_something = False
        self._documents = documents
        self._outside: list[Change] = []
        self._keys: dict[str, list[Key]] | None = None
        self._unread: dict[str, Docs] | None = None
        self._alike: dict[int, tuple[Docs, dict[str, Docs]]] = {}
        self._before: dict[tuple[Key, int], tuple[Docs, Docs]] = {}
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
        known = self._before.get((key, id(docs)))
        if known is None:  # once for all that share an id
            come = self.come.get(key, {})
            kept = {path: doc for path, doc in docs.items() if path not in come}
            known = (docs, kept | self.gone.get(key, {}))
            self._before[key, id(docs)] = known
        return known[1]

    def gone_named(self, name: str) -> list[Key]:
        """The keys of that id, in roots first, of which the parent has documents."""
        return self._named().get(name, [])

    def gone_unread(self, blob: str) -> Docs:
        """What cannot be read, has exactly these bytes, and lies where nothing such lies now."""
        if self._unread is None:
            self._named()  # what is outside counts too
            self._unread = {}
            for path, doc in self.gone_at.items():
                if doc.facts is None and doc.key not in self.come:
                    self._unread.setdefault(doc.blob, {})[path] = doc
        return self._unread.get(blob, {})

    def alike(self, docs: Docs, facts: Facts | None) -> Docs:
        """Those of the documents that have the same meaning."""
        if facts is None:
            return {}
        known = self._alike.get(id(docs))
        if known is None:
            known = self._alike[id(docs)] = (docs, {})
            for path, doc in docs.items():
                if doc.facts is not None:
                    known[1].setdefault(doc.facts.meaning, {})[path] = doc
        return known[1].get(facts.meaning, {})

    def _named(self) -> dict[str, list[Key]]:
        if self._keys is None:
            if any(change.old is not None for change in self._outside):
                self._take_outside()
            self._keys = {}
            for key in sorted(self.gone, key=lambda each: each[0] is None):
                if not is_nameless(key):
                    self._keys.setdefault(key[1], []).append(key)
        return self._keys

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
            self.hides_something |= doc.facts is UNFETCHED
        if change.new is not None:
            doc = self._documents.doc(change.path, change.new)
            self.come.setdefault(doc.key, {})[change.path] = doc
