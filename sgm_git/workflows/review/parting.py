"""Parts the findings about the records of a range: new ones, and those that could be made before.

Hidden text is told whatever the configuration silences: a reviewer sees no more of it than others.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sgm_git.checks.run import check_document
from sgm_git.policy.config import Config
from sgm_git.store.subjects import subject_of
from sgm_git.workflows.review.concerns import HIDDEN_CODES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sgm_git.checks.case import CheckPolicy
    from sgm_git.findings import Finding
    from sgm_git.store.entry import Entry
    from sgm_git.workflows.arrival import Judged
    from sgm_git.workflows.diffing import RecordDiff


@dataclass(frozen=True, slots=True)
class Parted:
    """Findings by the path of the record, as it is or was before it went; and about none."""

    new: Mapping[str, tuple[Finding, ...]] = field(default_factory=dict)
    old: Mapping[str, tuple[Finding, ...]] = field(default_factory=dict)
    elsewhere: tuple[Finding, ...] = ()


def parted(judged: Judged, diffs: Iterable[RecordDiff], commits: Collection[str]) -> Parted:
    """Part what was said of a range by records; ``commits`` are the ids of those of the range.

    Old is what is said of the base's version of a record, too, and what is about older commits.
    """
    places = _places(diffs)
    about: defaultdict[str, list[Finding]] = defaultdict(list)
    elsewhere: list[Finding] = []
    for finding in judged.report.findings:
        each = places.get(finding.path)
        (elsewhere if each is None else about[each.entry.path]).append(finding)
    new: defaultdict[str, list[Finding]] = defaultdict(list)
    old: defaultdict[str, list[Finding]] = defaultdict(list)
    for each in {id(each): each for each in places.values()}.values():  # a moved one has two
        path = each.entry.path
        found = [*about[path], *_silenced(judged.policy, each.after, about[path])]
        known = set(map(_key, _said(judged.policy, each.before)))
        for finding in sorted(found, key=lambda finding: finding.sort_key):
            is_older = finding.commit is not None and finding.commit not in commits
            (old if is_older or _key(finding) in known else new)[path].append(finding)
    return Parted(_frozen(new), _frozen(old), tuple(elsewhere))


def _frozen(found: Mapping[str, list[Finding]]) -> dict[str, tuple[Finding, ...]]:
    return {path: tuple(each) for path, each in found.items()}


def _places(diffs: Iterable[RecordDiff]) -> dict[str, RecordDiff]:
    """The records by path: where each lies now, and else where it lay."""
    found = {each.before.path: each for each in diffs if each.before is not None}
    return found | {each.after.path: each for each in diffs if each.after is not None}


def _said(policy: CheckPolicy, entry: Entry | None) -> Iterator[Finding]:
    """What is said of a document by itself, whatever is silenced of hidden text."""
    if entry is None:
        return
    yield from check_document(subject_of(entry), policy)
    yield from _hidden(policy, entry)


def _hidden(policy: CheckPolicy, entry: Entry) -> Iterator[Finding]:
    loud = replace(policy, config=Config())
    yield from (f for f in check_document(subject_of(entry), loud) if f.code in HIDDEN_CODES)


def _silenced(
    policy: CheckPolicy, entry: Entry | None, said: Iterable[Finding]
) -> Iterator[Finding]:
    if entry is None:
        return
    known = set(map(_key, said))
    yield from (each for each in _hidden(policy, entry) if _key(each) not in known)


def _key(finding: Finding) -> tuple[str, str | None, str]:
    return finding.code, finding.pointer, finding.message
