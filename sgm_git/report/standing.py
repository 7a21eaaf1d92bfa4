"""How one record must be read, on one line for a person (DESIGN sections 8 and 11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.report.escape import visible
from sgm_git.report.moments import ago, moment
from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.witness.reading import Reading

_OF_TIME = frozenset((Standing.CURRENT, Standing.STALE))
_SAID_ALREADY = frozenset((Standing.IN_FORCE, Standing.SETTLED))  # whatever the word for it

_OF_FORCE = (None, "accepted", "active")  # a rule's words, by which it would be in force


def standing_line(reading: Reading) -> str:
    """Give standing, review, trust and successors of a record, and what disputes it.

    Such as ``rule in force · reviewed · consistent``.
    """
    return " · ".join(_parts(reading))


def standing_lines(reading: Reading) -> Iterator[str]:
    """Give the line, and on lines of their own what else its reader should know."""
    yield standing_line(reading)
    yield from map(visible, reading.notes)


def time_words(reading: Reading) -> str:
    """Give the time that a status speaks of, how long ago that was, and whether it may be stale."""
    as_of, age = reading.taken.as_of, reading.taken.age
    if as_of is None or age is None:
        return "as of a time that nobody knows"
    if age < 0:
        return f"as of {moment(as_of.seconds)}, in the future: not believed"
    shown = f"as of {moment(as_of.seconds)}, {ago(-age, 0)}"
    return f"{shown}, may be stale" if reading.standing is Standing.CURRENT else shown


def _parts(reading: Reading) -> Iterator[str]:
    yield f"{visible(reading.type or 'record')} {_standing(reading)}"
    review, trust = reading.review, reading.trust
    yield _unknown(reading) if review is Review.UNKNOWN else review.value
    if trust is Trust.DISPUTED and reading.wrong:
        yield f"disputed: {'; '.join(map(visible, reading.wrong))}"
    else:
        yield "trust unknown" if trust is Trust.UNKNOWN else trust.value
    if reading.successors:
        yield f"superseded by {', '.join(map(visible, reading.successors))}"


def _unknown(reading: Reading) -> str:
    """Nobody knows its review; where that alone keeps a rule from binding, it is said."""
    is_kept_back = reading.type == "rule" and reading.standing is Standing.PROPOSED
    if is_kept_back and reading.trust is not Trust.DISPUTED and reading.taken.word in _OF_FORCE:
        return "review unknown, so it binds nobody"
    return "review unknown"


def _standing(reading: Reading) -> str:
    taken = reading.taken
    said = taken.standing.value.replace("-", " ")
    if taken.standing in _OF_TIME:
        return f"{said}, {time_words(reading)}"
    word = taken.word
    if word is None or word == said or taken.standing in _SAID_ALREADY:
        return said
    return f"{said} ({visible(word)})"
