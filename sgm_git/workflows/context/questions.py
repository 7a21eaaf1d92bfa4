"""What is asked of the records to fill each section: few questions, each with few answers.

A store may hold a hundred thousand records, and a context has room for a few dozen. So each kind
of record is asked for by itself, the newest first, and what binds is never crowded out by what
does not.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sgm_git.store.query import Filters
from sgm_git.witness.reading import Review, Standing
from sgm_git.witness.trust import Trust
from sgm_git.workflows.context.sections import (
    DECISIONS,
    FACTS,
    HISTORY,
    OPEN_DECISIONS,
    OPEN_RULES,
    RULES,
    STATUS,
    TASKS,
    UNCLASSIFIED,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

_T = TypeVar("_T")

_S = Standing
_KNOWN = frozenset((Review.REVIEWED, Review.UNKNOWN))
_STRANGE = frozenset(Review) - _KNOWN
_UNDISPUTED = frozenset(Trust) - {Trust.DISPUTED}
_RULE, _DECISION = frozenset(("rule",)), frozenset(("decision",))


class Question(NamedTuple):
    """Filters, and the section in which what passes them stands."""

    section: str
    filters: Filters


def _asked(section: str, *standings: Standing, types: frozenset[str] = frozenset()) -> Question:
    return Question(section, Filters(types=types, standings=frozenset(standings)))


def _of(question: Question, reviews: frozenset[Review], trusts: frozenset[Trust]) -> Question:
    return question._replace(filters=replace(question.filters, reviews=reviews, trusts=trusts))


_NONE: frozenset[Trust] = frozenset()
IN_FORCE = _of(_asked(RULES, _S.IN_FORCE, types=_RULE), _KNOWN, _UNDISPUTED)
"""The rules that bind, if anything does here."""

QUESTIONS = (
    IN_FORCE,
    _of(_asked(DECISIONS, _S.SETTLED, types=_DECISION), _KNOWN, _NONE),
    _asked(TASKS, _S.OPEN),
    _asked(STATUS, _S.CURRENT, _S.STALE),
    _asked(FACTS, _S.STATED, types=frozenset(("fact",))),
    _of(_asked(OPEN_DECISIONS, _S.SETTLED, types=_DECISION), _STRANGE, _NONE),
    _asked(OPEN_DECISIONS, _S.PROPOSED, _S.STATED, types=_DECISION),
    _of(_asked(OPEN_RULES, _S.IN_FORCE, types=_RULE), _KNOWN, frozenset((Trust.DISPUTED,))),
    _of(_asked(OPEN_RULES, _S.IN_FORCE, types=_RULE), _STRANGE, _NONE),
    _asked(OPEN_RULES, _S.PROPOSED, types=_RULE),
    _asked(HISTORY, _S.HISTORY, _S.DONE),
    _asked(UNCLASSIFIED, _S.UNCLASSIFIED),
)
"""Every record passes one of them and no more."""


def questions(wanted: Filters, *, with_history: bool) -> Iterator[Question]:
    """Give the questions, each narrowed to what is wanted; those that ask for nothing are left out.

    What a reader wants narrows each; it never makes one wider.
    """
    for question in QUESTIONS:
        if question.section == HISTORY and not with_history:
            continue
        own = question.filters
        both = replace(
            wanted,
            types=_both(own.types, wanted.types),
            standings=_both(own.standings, wanted.standings),
            reviews=_both(own.reviews, wanted.reviews),
            trusts=_both(own.trusts, wanted.trusts),
        )
        if all(
            getattr(both, name) or not (getattr(own, name) or getattr(wanted, name))
            for name in ("types", "standings", "reviews", "trusts")
        ):
            yield question._replace(filters=both)


def _both(own: frozenset[_T], wanted: frozenset[_T]) -> frozenset[_T]:
    """What both choose; an empty set chooses everything."""
    return own & wanted if own and wanted else own | wanted
