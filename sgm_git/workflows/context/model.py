"""What an agent that starts work is told, as a value (DESIGN section 11, ``sgm context``)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from sgm_git.store.query import Filters

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.value import JsonObject
    from sgm_git.witness.reading import Reading

BUDGET = 2_000
"""Tokens that a context may take where nobody says another number."""

BYTES_OF_TOKEN = 4

ESTIMATE = "one token for every 4 bytes of UTF-8, rounded up"
"""How tokens are counted, for whoever reads a count."""


class Nearness(IntEnum):
    """How a record's scope lies to the one that is wanted; the nearest first."""

    OWN = 0
    WITHIN = 1  # a part of it
    PARENT = 2
    GLOBAL = 3
    ELSEWHERE = 4  # of no concern


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for.

    ``scope``: empty where every record is of concern. ``words`` are a query and ``paths`` files
    or folders from the top of the repository: what fits them comes first. ``budget`` is in
    tokens. ``since``: a revision; only what has changed since then is wanted.
    """

    scope: JsonObject = field(default_factory=dict)
    filters: Filters = field(default_factory=Filters)
    words: str = ""
    paths: tuple[str, ...] = ()
    budget: int = BUDGET
    with_history: bool = False
    since: str | None = None


class Gone(NamedTuple):
    """A record that is not there any more: its id and title, where it has them, and its path."""

    id: str | None
    title: str | None
    path: str


class Since(NamedTuple):
    """What has changed since a revision: paths of new and of changed records, and what is gone."""

    rev: str
    new: frozenset[str]
    changed: frozenset[str]
    gone: tuple[Gone, ...] = ()


@dataclass(frozen=True, slots=True)
class Gathered:
    """What there is to choose from.

    ``reviewed`` are reviewed versions of what was changed or removed here. ``found`` says how well
    a query fits, by path, from above 0 to 1. ``beyond`` counts by section what is there, but was
    not looked at, for it cannot find room; ``now`` is in seconds since the epoch; ``broken`` are
    documents that cannot be read.
    """

    readings: tuple[Reading, ...]
    now: int
    reviewed: tuple[Reading, ...] = ()
    found: Mapping[str, float] = field(default_factory=dict)
    beyond: Mapping[str, int] = field(default_factory=dict)
    broken: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    since: Since | None = None


@dataclass(frozen=True, slots=True)
class Item:
    """One record of a context.

    ``remarks`` are our own words on why it stands where it stands; no note of the reading says the
    same. ``text`` is what is given of its content, ``cut`` how many tokens were left out of that.
    """

    reading: Reading
    nearness: Nearness
    relevance: float
    remarks: tuple[str, ...] = ()
    text: str = ""
    cut: int = 0


class Section(NamedTuple):
    """Items that are read in one way, which ``reading`` says in a line."""

    name: str
    reading: str
    items: tuple[Item, ...] = ()


@dataclass(frozen=True, slots=True)
class Call:
    """What gives records: a list, or where it ``is_context`` a context, with these arguments.

    They have the names of options of commands, which are those of tools. The value of one that
    may be given again is a list, of pairs an object, of a flag true.
    """

    arguments: JsonObject
    is_context: bool = False


@dataclass(frozen=True, slots=True)
class LeftOut:
    """How many records of a section found no room, and the call that gives it."""

    name: str
    count: int
    call: Call


@dataclass(frozen=True, slots=True)
class Context:
    """What is told: sections in their order, what of them was left out, and what else to know.

    ``budget`` and ``used`` are in tokens. ``is_terse``: there is too little room to say the rest
    in full; ``rest`` is then one call that gives all that was left out, and perhaps more. ``now``
    is the moment that ages are counted to, in seconds since the epoch.
    """

    sections: tuple[Section, ...]
    left_out: tuple[LeftOut, ...]
    budget: int
    now: int
    scope: JsonObject
    used: int = 0
    notes: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    since: Since | None = None
    is_terse: bool = False
    rest: Call = field(default_factory=lambda: Call({}))


class Sizes(Protocol):
    """How many bytes of UTF-8 the parts of a context take in the form in which it is printed."""

    def frame(self, context: Context) -> int:
        """The bytes of everything but its sections."""
        ...

    def heading(self, section: Section) -> int:
        """The bytes of what stands above a section's items."""
        ...

    def item(self, item: Item, now: int) -> int:
        """The bytes of one item."""
        ...
