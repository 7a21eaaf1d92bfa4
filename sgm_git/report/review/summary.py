"""What the head of a review says, and what of it is told in a line instead of many (DESIGN 11)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeAlias

from sgm_git.findings import Severity
from sgm_git.report.findings import counted
from sgm_git.report.review import wording
from sgm_git.report.review.phrase import Phrase, Quoted, joined, numbered
from sgm_git.report.review.wording import COLLISIONS, FILES, FIRST, WRONG
from sgm_git.workflows.review.model import ConcernKind, what_became_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sgm_git.findings import Finding
    from sgm_git.workflows.review.model import RecordReview, Review

_NAMED = 3  # records, files or branches in a line
_MANY = 5  # findings of one code, or new records of one type: more are a line, or a line each
_BRIEF = ("added", "removed")
Sort: TypeAlias = tuple[str, Severity]
_GRAVE = frozenset(("P314",))  # whoever may do it: it is about what is trusted


def bullets(review: Review) -> Iterator[Phrase]:
    """Give what merging would do that somebody should look at, the gravest first, with names."""
    yield from of_the_rest(review, WRONG)
    yield from of_the_rest(review, FIRST)
    for kind, said in zip(_kinds(review), wording.consequences(review), strict=True):
        chosen = [e for e in review.records if any(c.kind is kind for c in e.concerns)]
        yield (said, ": ", *_record_names(chosen))
    yield from of_the_rest(review, FILES)
    yield from of_the_rest(review, COLLISIONS)


def of_the_rest(review: Review, section: str) -> list[Phrase]:
    """Give what the head says of a section that is about no records, by its name; one at most."""
    return [said for said in [_REST[section](review)] if said]


def _wrong(review: Review) -> Phrase:
    wrong = grave_elsewhere(review)
    return (f"beside the records: {counted(wrong)}, {_codes(wrong)}",) if wrong else ()


def _broken(review: Review) -> Phrase:
    """Of records with new errors that no concern tells of."""
    found = [e for e in review.records if wording.has_error(e) and not e.concerns]
    said = numbered(len(found), "record breaks a rule of sgm", "records break a rule of sgm")
    return (said, ": ", *_record_names(found)) if found else ()


def _files(review: Review) -> Phrase:
    files = [each.path for each in review.files if each.kind == "trust" and each.effects]
    many = "files that trust rests on say something else"
    said = numbered(len(files), "file that trust rests on says something else", many)
    return (said, ": ", *_names(files)) if files else ()


def _collisions(review: Review) -> Phrase:
    found = [each for each in review.collisions if not wording.goes_together(each)]
    number = numbered(len(found), "collision")
    branches = dict.fromkeys(each.branch for each in found)
    return (f"{number} with what others do: ", *_names(branches)) if branches else ()


_REST = {WRONG: _wrong, FIRST: _broken, FILES: _files, COLLISIONS: _collisions}


def heaps(review: Review) -> list[Phrase]:
    """Give a line for each code that is found newly more than a few times."""
    found = review.new
    return [_heap([f for f in found if _sort(f) == sort]) for sort in sorted(heaped(review))]


def heaped(review: Review) -> frozenset[Sort]:
    """Give the codes, with their weight, of which ``heaps`` tells."""
    return frozenset(
        sort for sort, number in Counter(map(_sort, review.new)).items() if number > _MANY
    )


def told_apart(findings: Iterable[Finding], sorts: frozenset[Sort]) -> tuple[Finding, ...]:
    """Give those of the findings that are of none of these sorts."""
    return tuple(finding for finding in findings if _sort(finding) not in sorts)


def grave_elsewhere(review: Review) -> list[Finding]:
    """Give the findings about none of the records which come before these."""
    return [finding for finding in review.elsewhere if _is_grave(finding)]


def elsewhere_but(review: Review) -> list[Finding]:
    """Give the other findings about none of the records."""
    return [finding for finding in review.elsewhere if not _is_grave(finding)]


def other_elsewhere(review: Review) -> tuple[Finding, ...]:
    """Give them, but for heaps."""
    return told_apart(elsewhere_but(review), heaped(review))


def brief(review: Review) -> frozenset[str]:
    """Give the paths of records of which a line says enough.

    They came or went, there are many of their type, and nobody need look at them first: an import.
    """
    sorts = heaped(review)
    chosen = [(e, (what_became_of(e), e.type)) for e in wording.others(review)]
    kinds = Counter(kind for _, kind in chosen if kind[0] in _BRIEF)
    return frozenset(
        each.diff.entry.path
        for each, kind in chosen
        if kinds[kind] > _MANY and not told_apart(each.new, sorts)
    )


def brief_words(each: RecordReview) -> Phrase:
    """Give a record in a line, with its title."""
    title = wording.record_title(each)
    return (*wording.record_name(each), *((": ", Quoted(title)) if title else ()))


def _kinds(review: Review) -> list[ConcernKind]:
    found = {concern.kind for each in review.records for concern in each.concerns}
    return [kind for kind in ConcernKind if kind in found]


def _record_names(records: Iterable[RecordReview]) -> Phrase:
    return _names(each.diff.entry.id or each.diff.entry.path for each in records)


def _names(names: Iterable[str]) -> Phrase:
    found = list(names)
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    return (*joined((Quoted(name),) for name in found[:_NAMED]), more)


def _codes(findings: Sequence[Finding]) -> str:
    return ", ".join(dict.fromkeys(finding.code for finding in findings))


def _is_grave(finding: Finding) -> bool:
    return finding.severity is Severity.ERROR or finding.code in _GRAVE


def _sort(finding: Finding) -> Sort:
    return finding.code, finding.severity


def _heap(findings: Sequence[Finding]) -> Phrase:
    first = findings[0]
    places = _names(dict.fromkeys(finding.path for finding in findings))
    return (f"{counted(findings)} {first.code}: ", Quoted(first.message), "; in ", *places)
