"""What one branch does to records, by the names that another branch knows them by (DESIGN 8)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sgm_git.record import fields
from sgm_git.record.spoken import listed, quoted
from sgm_git.witness.reading import Standing
from sgm_git.witness.references import Among, Claims
from sgm_git.witness.standing import base_standing
from sgm_git.workflows.review.naming import claims_in, name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from sgm_git.store.entry import Entry
    from sgm_git.workflows.diffing import RecordDiff
    from sgm_git.workflows.review.naming import Name, Names

_T = TypeVar("_T")

REMOVED = "removed"
"""How a record ends whose file goes."""


class Ending(NamedTuple):
    """How a record holds no more: in words that follow it, and the path of what says so."""

    text: str
    path: str


class Succession(NamedTuple):
    """That one record replaces another: both as written in a root, by the document at a path."""

    root: str
    old: str
    new: str
    path: str


@dataclass(frozen=True)
class Parting:
    """The records that a branch touches.

    ``edits`` say something else and hold still, ``ended`` are those that do not, both by the name
    from before. ``brought`` have an id that they had not; ``formerly`` are by an id that they say
    since that they had once. ``rules`` are in force, are new or say something else.
    ``successions`` are new words; what they mean is in ``successors``, once it is ``settled``: the
    ids of what supersedes a record now, with paths.
    """

    edits: Mapping[Name, RecordDiff]
    ended: Mapping[Name, Ending]
    brought: Mapping[Name, Entry]
    formerly: Mapping[Name, Entry]
    rules: Mapping[Name, Entry]
    successions: tuple[Succession, ...]
    successors: Mapping[Name, Mapping[str, str]]
    claims: tuple[tuple[Claims, ...], tuple[Claims, ...]]

    @cached_property
    def looks(self) -> tuple[Among, Among]:
        """Where what is touched is found, as it was before, and as it is since."""
        old, new = self.claims
        return Among(old), Among(new)


def parting(diffs: Sequence[RecordDiff]) -> Parting:
    """Give what a branch does, by all that it has otherwise; no reference is looked up yet."""
    brought = _by_name(map(_brought, diffs))
    ended = _ended(diffs, dict(_former_names(brought)))
    changed = [each for each in diffs if each.status in ("added", "changed")]
    edits = {name_of(each.before): each for each in changed if each.before is not None}
    rules = _by_name(map(_binding, changed))
    return Parting(
        _but(edits, ended),
        ended,
        brought,
        dict(chain.from_iterable(map(_since_formerly, diffs))),
        _but(rules, ended),
        tuple(chain.from_iterable(map(_new_successions, diffs))),
        {},
        (_claims(each.before for each in diffs), _claims(each.after for each in diffs)),
    )


def _by_name(entries: Iterable[Entry | None]) -> dict[Name, Entry]:
    return {name_of(each): each for each in entries if each is not None}


def _claims(entries: Iterable[Entry | None]) -> tuple[Claims, ...]:
    return tuple(each for each in map(claims_in, entries) if each is not None)


def settled(one: Parting, names: Names) -> Parting:
    """Give the same with what its references mean: what is superseded has ended."""
    successors: dict[Name, dict[str, str]] = defaultdict(dict)
    for said in one.successions:
        for old in names.of(said.root, said.old):
            successors[old] |= {new: said.path for _, new in names.of(said.root, said.new)}
    if not successors:
        return one
    ended = {**one.ended, **{name: _superseded(each) for name, each in successors.items()}}
    return replace(
        one,
        edits=_but(one.edits, ended),
        ended=ended,
        rules=_but(one.rules, ended),
        successors=dict(successors),
    )


def _superseded(successors: Mapping[str, str]) -> Ending:
    said = listed([quoted(each) for each in successors])
    return Ending(f"superseded by {said}", next(iter(successors.values())))


def _but(named: Mapping[Name, _T], ended: Mapping[Name, Ending]) -> dict[Name, _T]:
    """Those that have not ended."""
    return {name: each for name, each in named.items() if name not in ended}


def _ended(diffs: Iterable[RecordDiff], called: Mapping[Name, str]) -> dict[Name, Ending]:
    found: dict[Name, Ending] = {}
    for each in diffs:
        ending = _ending(each, called)
        if each.before is not None and ending is not None:
            found.setdefault(name_of(each.before), Ending(ending, each.entry.path))
    return found


def _brought(each: RecordDiff) -> Entry | None:
    """The record after, if it has an id that it had not."""
    has_it = each.before is not None and each.after is not None and each.before.id == each.after.id
    return None if has_it else each.after


def _former_names(brought: Mapping[Name, Entry]) -> Iterator[tuple[Name, str]]:
    """What each name from before has become."""
    for (root, new), entry in brought.items():
        for alias in fields.aliases(entry.record or {}):
            yield (root, alias), new


def _since_formerly(each: RecordDiff) -> Iterator[tuple[Name, Entry]]:
    """The former ids that a record did not have before, in no sense."""
    before, after = claims_in(each.before), claims_in(each.after)
    if after is not None and each.after is not None:
        had = {after.id, *(() if before is None else before.names)}
        yield from (((after.root, name), each.after) for name in after.aliases if name not in had)


def _new_successions(each: RecordDiff) -> Iterator[Succession]:
    """What is superseded by words that a record had not before, or that did not count."""
    after = claims_in(each.after)
    if after is None or after.id is None:
        return
    old = claims_in(each.before) or Claims(after.path, after.root)
    for successor in after.superseded_by:
        if successor not in old.superseded_by:
            yield Succession(after.root, after.id, successor, after.path)
    for name in sorted(_counting(after) - _counting(old)):
        yield Succession(after.root, name, after.id, after.path)


def _counting(claims: Claims) -> frozenset[str]:
    """What a record supersedes by words that count."""
    return claims.supersedes if claims.holds else frozenset()


def _ending(each: RecordDiff, called: Mapping[Name, str]) -> str | None:
    before, after = each.before, each.after
    if before is None:
        return None
    name = name_of(before)
    if after is None:
        return f"renamed to {quoted(called[name])}" if name in called else REMOVED
    if after.id is not None and before.id is not None and before.id != after.id:
        return f"renamed to {quoted(after.id)}"
    return None if _history(before) else _history(after)


def _history(entry: Entry) -> str | None:
    """How a record says that it is no more than history; None where it does not."""
    if entry.record is None:
        return None
    standing, word = base_standing(entry.record)
    if standing is not Standing.HISTORY:
        return None
    return "ended" if word is None else f"set to {quoted(word)}"


def _binding(each: RecordDiff) -> Entry | None:
    """The record after, if it is a rule that binds once it is reviewed, by its own words."""
    record = None if each.after is None else each.after.record
    if record is None or fields.record_type(record) != "rule":
        return None
    return each.after if base_standing(record)[0] is Standing.IN_FORCE else None
