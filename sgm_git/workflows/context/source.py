"""Where a context is made from: the records of one state, as a reader must take them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.store.query import Filters
    from sgm_git.store.window import Page, Window
    from sgm_git.witness.reading import Reading


class FoundReading(Protocol):
    """A record that a search found, and how well."""

    @property
    def reading(self) -> Reading:
        """The record."""
        ...

    @property
    def score(self) -> float:
        """The more the better."""
        ...


class Source(Protocol):
    """The records as a reader must take them (``workflows.reading``)."""

    @property
    def now(self) -> int:
        """The moment that ages are counted to, in seconds since the epoch."""
        ...

    @property
    def notes(self) -> Sequence[str]:
        """What a person should know beside the records."""
        ...

    @property
    def broken(self) -> Sequence[tuple[str, str]]:
        """The paths of documents that cannot be read, each with the reason."""
        ...

    def page(self, filters: Filters, window: Window) -> Page[Reading]:
        """A page of what passes."""
        ...

    def newest(self, kinds: Sequence[tuple[Filters, int]]) -> Sequence[Page[Reading]]:
        """For each of the filters so many that pass, the last changed first, without a cursor."""
        ...

    def each(self, filters: Filters = ...) -> Iterator[Reading]:
        """All that passes, by path."""
        ...

    def search(self, words: str, filters: Filters, window: Window) -> Page[FoundReading]:
        """A page of what passes and holds the words, best first."""
        ...

    def reviewed_versions(self) -> Sequence[Reading]:
        """What the trusted ref has of records that were changed or removed here."""
        ...
