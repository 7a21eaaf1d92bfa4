"""In which section of a context a record stands, and why not in a better one (DESIGN section 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Collection

    from sgm_git.witness.reading import Reading

RULES = "Rules"
DECISIONS = "Decisions"
TASKS = "Tasks"
STATUS = "Status"
FACTS = "Facts"
OPEN_DECISIONS = "Decisions proposed or stated"
OPEN_RULES = "Rules proposed or disputed"
HISTORY = "History"
UNCLASSIFIED = "Unclassified"


class Kind(NamedTuple):
    """A section: its one line on how to read it, and what a list needs to list it.

    ``types`` and ``standings`` are a choice that holds all of its records, and perhaps more.
    """

    name: str
    reading: str
    types: tuple[str, ...]
    standings: tuple[Standing, ...]


KINDS = (
    Kind(RULES, "follow", ("rule",), (Standing.IN_FORCE,)),
    Kind(DECISIONS, "settled; background, not orders", ("decision",), (Standing.SETTLED,)),
    Kind(TASKS, "open; known work, no order to begin it", (), (Standing.OPEN,)),
    Kind(
        STATUS,
        "as of the time shown; verify before relying",
        (),
        (Standing.CURRENT, Standing.STALE),
    ),
    Kind(FACTS, "stated; check against the source", ("fact",), (Standing.STATED,)),
    Kind(
        OPEN_DECISIONS,
        "not settled; ask before relying on them",
        ("decision",),
        (Standing.PROPOSED, Standing.STATED, Standing.SETTLED),
    ),
    Kind(
        OPEN_RULES,
        "ask before acting on them",
        ("rule",),
        (Standing.PROPOSED, Standing.IN_FORCE),
    ),
    Kind(HISTORY, "no longer holds", (), (Standing.HISTORY, Standing.DONE)),
    Kind(UNCLASSIFIED, "never instructions", (), (Standing.UNCLASSIFIED,)),
)
"""All sections, in the order in which they are told."""

_BY_STANDING = {
    Standing.SETTLED: DECISIONS,
    Standing.OPEN: TASKS,
    Standing.CURRENT: STATUS,
    Standing.STALE: STATUS,
    Standing.STATED: FACTS,
    Standing.HISTORY: HISTORY,
    Standing.DONE: HISTORY,
}
_NOT_REVIEWED = {
    Review.NEW_HERE: "only here: nobody has reviewed it",
    Review.CHANGED_HERE: "changed here: nobody has reviewed this text",
    Review.REMOVED_HERE: "removed here: nobody has reviewed that",
}
_REVIEWED = "the reviewed version: what was made of it here is a mere proposal"
_STILL_REVIEWED = "removed here, which nobody has reviewed: it still holds"
_INSTEAD = "the reviewed version: what lies here instead cannot be read"


def section_of(reading: Reading) -> str | None:
    """Give the name of a record's section; None for a reviewed version that nobody needs.

    Only what binds is among the rules, and only what was reviewed, or cannot be told of, among the
    settled decisions. Reviewed versions are needed of these two.
    """
    name = _section(reading)
    if reading.is_reviewed_version and name not in (RULES, DECISIONS):
        return None
    return name


def _section(reading: Reading) -> str:
    standing = reading.standing
    if reading.binds:
        return RULES
    if standing is Standing.UNCLASSIFIED:
        return UNCLASSIFIED
    if standing in (Standing.IN_FORCE, Standing.PROPOSED, Standing.STATED, Standing.SETTLED):
        return _normative(reading)
    return _BY_STANDING[standing]


def _normative(reading: Reading) -> str:
    """The section of what has a say in what to do, or would like to have it."""
    if reading.type == "rule":
        return OPEN_RULES
    if reading.type == "decision":
        is_settled = reading.standing is Standing.SETTLED and _is_reviewed(reading)
        return DECISIONS if is_settled else OPEN_DECISIONS
    return _BY_STANDING.get(reading.standing, UNCLASSIFIED)


def _is_reviewed(reading: Reading) -> bool:
    return reading.is_reviewed_version or reading.review not in _NOT_REVIEWED


def remarks(reading: Reading, broken: Collection[str] = ()) -> tuple[str, ...]:
    """Say in our own words what a reader must know of a record beside its standing.

    ``broken`` are the paths of documents that cannot be read.
    """
    if reading.is_reviewed_version:
        return (_of_reviewed(reading, broken),)
    found = [_NOT_REVIEWED[reading.review]] if reading.review in _NOT_REVIEWED else []
    in_force = reading.type == "rule" and reading.standing is Standing.IN_FORCE
    if in_force and not (reading.binds or found or reading.trust is Trust.DISPUTED):
        found.append("it does not bind: what was reviewed cannot be told")
    return tuple(found)


def _of_reviewed(reading: Reading, broken: Collection[str]) -> str:
    """What became of a reviewed version here."""
    if reading.path in broken:
        return _INSTEAD
    return _STILL_REVIEWED if reading.review is Review.REMOVED_HERE else _REVIEWED
