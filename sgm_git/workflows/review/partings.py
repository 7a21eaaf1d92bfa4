"""What one branch does to records, by the names that another branch knows them by (DESIGN 8)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from sgm_git.record import fields
from sgm_git.record.spoken import listed, quoted
from sgm_git.witness.reading import Standing
from sgm_git.witness.references import Claims, claims_of
from sgm_git.witness.standing import base_standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sgm_git.store.entry import Entry
    from sgm_git.workflows.diffing import RecordDiff

_T = TypeVar("_T")

Name: TypeAlias = "tuple[str, str]"
"""The path of a root, and the id of a record there; its path where it has no id."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a record holds no more: in words that follow it, and the path of what says so."""

    text: str
    path: str


@dataclass(frozen=True)
class Parting:
    """The records that a branch touches.

    ``edits`` say something else and hold still, ``ended`` are those that do not, both by the name
    from before. ``successors`` are the ids of what supersedes a record now. ``brought`` have an id
    that they had not. ``rules`` are in force, are new or say something else.
    """

    edits: Mapping[Name, RecordDiff]
    ended: Mapping[Name, Ending]
    successors: Mapping[Name, Mapping[str, str]]
    brought: Mapping[Name, Entry]
    rules: Mapping[Name, Entry]


def parting(diffs: Sequence[RecordDiff]) -> Parting:
    """Give what a branch does, by all that it has otherwise."""
    successors = _successors(diffs)
    brought = {name_of(each): each for each in map(_brought, diffs) if each is not None}
    ended = _ended(diffs, successors, dict(_former_names(brought)))
    changed = [each for each in diffs if each.status in ("added", "changed")]
    edits = {name_of(each.before): each for each in changed if each.before is not None}
    rules = {name_of(each): each for each in map(_binding, changed) if each is not None}
    return Parting(_but(edits, ended), ended, successors, brought, _but(rules, ended))


def _but(named: Mapping[Name, _T], ended: Mapping[Name, Ending]) -> dict[Name, _T]:
    """Those that have not ended."""
    return {name: each for name, each in named.items() if name not in ended}


def _ended(
    diffs: Iterable[RecordDiff],
    successors: Mapping[Name, Mapping[str, str]],
    called: Mapping[Name, str],
) -> dict[Name, Ending]:
    found = {
        name: Ending(f"superseded by {_names(each)}", next(iter(each.values())))
        for name, each in successors.items()
    }
    for each in diffs:
        ending = _ending(each, called)
        if each.before is not None and ending is not None:
            found.setdefault(name_of(each.before), Ending(ending, each.entry.path))
    return found


def name_of(entry: Entry) -> Name:
    """What others call the record of a file."""
    return entry.root.path, entry.id or entry.path


def named(root: str, reference: str) -> Name:
    """The record that a reference in that root means: ``id``, or ``root:id`` of another one."""
    place, colon, name = reference.partition(":")
    if not colon or not name:
        return root, reference
    return "" if place == "." else place, name


def _brought(each: RecordDiff) -> Entry | None:
    """The record after, if it has an id that it had not."""
    has_it = each.before is not None and each.after is not None and each.before.id == each.after.id
    return None if has_it else each.after


def _former_names(brought: Mapping[Name, Entry]) -> Iterator[tuple[Name, str]]:
    """What each name from before has become."""
    for (root, new), entry in brought.items():
        for alias in fields.aliases(entry.record or {}):
            yield (root, alias), new


def _successors(diffs: Iterable[RecordDiff]) -> dict[Name, dict[str, str]]:
    """What supersedes which record since, with the path of what says so."""
    found: dict[Name, dict[str, str]] = defaultdict(dict)
    for each in diffs:
        before, after = (None if e is None else _claims(e) for e in (each.before, each.after))
        if after is not None:
            for old, new in _new_successions(before or Claims(after.path, after.root), after):
                found[old][new] = after.path
    return dict(found)


def _claims(entry: Entry) -> Claims | None:
    record = entry.record
    return None if record is None else claims_of(record, entry.path, entry.root.path)


def _new_successions(before: Claims, after: Claims) -> Iterator[tuple[Name, str]]:
    """What is superseded, and by which id, by words that a record had not before."""
    if after.id is None:
        return
    for successor in after.superseded_by:
        if successor not in before.superseded_by:
            yield (after.root, after.id), successor
    if after.holds:
        for old in sorted(after.supersedes - before.supersedes):
            yield named(after.root, old), after.id


def _names(successors: Iterable[str]) -> str:
    return listed([quoted(each) for each in successors])


def _ending(each: RecordDiff, called: Mapping[Name, str]) -> str | None:
    before, after = each.before, each.after
    if before is None:
        return None
    name = name_of(before)
    if after is None:
        return f"renamed to {quoted(called[name])}" if name in called else "removed"
    if after.id is not None and before.id is not None and before.id != after.id:
        return f"renamed to {quoted(after.id)}"
    return "history" if _is_history(after) and not _is_history(before) else None


def _is_history(entry: Entry) -> bool:
    return entry.record is not None and base_standing(entry.record)[0] is Standing.HISTORY


def _binding(each: RecordDiff) -> Entry | None:
    """The record after, if it is a rule that binds once it is reviewed, by its own words."""
    record = None if each.after is None else each.after.record
    if record is None or fields.record_type(record) != "rule":
        return None
    return each.after if base_standing(record)[0] is Standing.IN_FORCE else None
