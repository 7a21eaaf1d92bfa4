"""How a record must be taken before and after a change, and what that means, in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.report.context_item import KNOWN_TYPES
from sgm_git.report.review.phrase import Phrase, Quoted, joined
from sgm_git.report.standing import time_words
from sgm_git.witness.reading import Standing
from sgm_git.witness.standing import base_standing
from sgm_git.witness.trust import Trust

if TYPE_CHECKING:
    from sgm_git.store.entry import Entry
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.review.model import RecordReview

_MEANINGS = {
    Standing.IN_FORCE: "would be an order, but does not bind",
    Standing.PROPOSED: "a proposal: binds nobody",
    Standing.SETTLED: "background that readers rely on",
    Standing.HISTORY: "kept as history: nobody is to follow it",
    Standing.CURRENT: "readers are told how old it is",
    Standing.STALE: "too old to rely on",
    Standing.OPEN: "work to be done",
    Standing.DONE: "work that is done",
    Standing.STATED: "what its author states, not an order",
    Standing.UNCLASSIFIED: "cannot be classified: never an instruction",
}
_BY_ITSELF = "its own text is wrong"
_OF_TEXT = re.compile(r"[FSLX][0-9]{3}\b")
_UNSIGNED = "a signature that is required is missing"
_OF_SIGNATURES = "P312 "
_BINDS = "binds everybody who reads it"
_HELD_BACK = "binds nobody while it is disputed"
_TRUST = {
    Trust.SIGNED: "signed by those who are given as its authors",
    Trust.VOUCHED: "signed, in part by a forge that is trusted to vouch",
    Trust.CONSISTENT: "history agrees with it; who wrote it is only claimed",
    Trust.UNKNOWN: "nobody can tell how far git bears it out",
    Trust.DISPUTED: "git does not bear it out",
}
_NOT_THERE: Phrase = ("not there",)
_UNREADABLE: Phrase = ("a file that nobody can read",)


def standing_change(each: RecordReview) -> tuple[Phrase, Phrase]:
    """Give how the record is to be taken at the merge base, and once the change is merged."""
    before, after = each.diff.before, each.diff.after
    stays: Phrase = ("no record any more: its file lies in ", Quoted(each.left_at or ""))
    gone = _side(after, each.after) if each.left_at is None else stays
    return _side(before, each.before), gone


def is_taken_as_before(each: RecordReview) -> bool:
    """Whether its readers are told the same of it before and after."""
    before, after = standing_change(each)
    return before == after and _binds(each.before) == _binds(each.after)


def standing(reading: Reading) -> Phrase:
    """Give what it is and how it stands: ``rule in force``, ``decision history (superseded)``."""
    return (*type_name(reading.type), " ", *_taken(reading))


def meaning(reading: Reading) -> str:
    """Give what its standing means for whoever reads it."""
    if reading.binds:
        return _BINDS
    return _HELD_BACK if _is_held_back(reading) else _MEANINGS[reading.standing]


def _is_held_back(reading: Reading) -> bool:
    """Whether it is a rule in force by its own words, that binds nobody for what disputes it.

    Its readers are given it as a proposal, which nobody has made it.
    """
    if reading.binds or reading.type != "rule" or reading.trust is not Trust.DISPUTED:
        return False
    return not reading.successors and base_standing(reading.record)[0] is Standing.IN_FORCE


def trust_words(reading: Reading) -> Phrase:
    """Give how far git bears it out, and what disputes it."""
    if reading.trust is not Trust.DISPUTED or not reading.wrong:
        return (_TRUST[reading.trust],)
    unsigned = [word for word in reading.wrong if word.startswith(_OF_SIGNATURES)]
    others = [word for word in reading.wrong if word not in unsigned]
    if any(map(_is_of_history, others)):
        said = _TRUST[reading.trust]
    else:
        said = _BY_ITSELF if others else _UNSIGNED
    return (said, ": ", *joined(((Quoted(word),) for word in reading.wrong), "; "))


def _is_of_history(wrong: str) -> bool:
    """Whether it is told of what git has, not of the text alone; a code stands first in it."""
    return _OF_TEXT.match(wrong) is None


def type_name(kind: str | None) -> Phrase:
    """Give the name of a type: one of the standard's as our own word."""
    if not kind:
        return ("record",)
    return (kind,) if kind in KNOWN_TYPES else (Quoted(kind),)


def _side(entry: Entry | None, reading: Reading | None) -> Phrase:
    if entry is None:
        return _NOT_THERE
    return _UNREADABLE if reading is None else (*standing(reading), ", ", meaning(reading))


def _binds(reading: Reading | None) -> bool:
    return reading is not None and reading.binds


def _taken(reading: Reading) -> Phrase:
    taken = reading.taken
    stands = Standing.IN_FORCE if _is_held_back(reading) else taken.standing
    said = stands.value.replace("-", " ")
    if taken.standing in {Standing.CURRENT, Standing.STALE}:
        return (f"{said}, {time_words(reading)}",)
    successors = joined((Quoted(each),) for each in reading.successors)
    by: Phrase = (", superseded by ", *successors) if successors else ()
    is_plain = taken.word is None or taken.word == said
    return (said, *by) if is_plain else (said, " (", Quoted(taken.word or ""), ")", *by)
