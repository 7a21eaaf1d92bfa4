"""Fills a shelf with all records of a state."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.checks.stock import Stock
from sgm_git.errors import CannotRun
from sgm_git.policy.config import Config
from sgm_git.policy.people import build_people
from sgm_git.store.subjects import subject_of
from sgm_git.witness.testimony import History
from sgm_git.workflows.doubts import doubts
from sgm_git.workflows.reading.about import About
from sgm_git.workflows.reading.bases import (
    Bench,
    bases,
    is_volatile,
    rests_on_keyring,
    rests_on_side,
)
from sgm_git.workflows.reading.gather import gather
from sgm_git.workflows.reading.ground import ground_of
from sgm_git.workflows.reading.relations import Relations
from sgm_git.workflows.reading.reviewed_past import ReviewedPast
from sgm_git.workflows.reading.reviews import Compared, apart, compare
from sgm_git.workflows.reading.trusted_items import trusted_items
from sgm_git.workflows.witnessing import Asked, Witnessed, ask

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import Subject
    from sgm_git.store.index.shelf import Item, Shelf
    from sgm_git.workflows.reading.gather import Gathered
    from sgm_git.workflows.reading.reviews import Apart
    from sgm_git.workflows.reading.state import State


class Noted:
    """What is to be remembered of items on their way to the shelf."""

    def __init__(self) -> None:
        self.volatile: set[str] = set()
        self.sided: set[str] = set()
        self.rests_on_keyring = False

    def take(self, items: Iterable[Item]) -> Iterator[Item]:
        """Give them on."""
        for item in items:
            if is_volatile(item):
                self.volatile.add(item.path)
            if rests_on_side(item):
                self.sided.add(item.path)
            self.rests_on_keyring = self.rests_on_keyring or rests_on_keyring(item)
            yield item


def fill(shelf: Shelf, state: State) -> About:
    """Put all records of a state on a shelf, instead of whatever lies there, and say so.

    Raises CannotRun where git cannot tell.
    """
    found = gather(state.entries(), state.policy)
    copies = _copies(state, found)
    seen, silence = _asked(state, found, copies)
    dirty = _dirty(state, found, copies)
    noted = Noted()
    beside = apart(state.records, state.side, (state.head, dirty), state.policy)
    bench = bench_of(state, seen, found, beside)
    items = bases(bench, found.documents.values())
    shelf.begin()
    shelf.clear()
    shelf.put(map(Relations(shelf, Compared(state.side)).alone, noted.take(items)))
    compared = compare(beside, shelf.items)
    relations = Relations(shelf, compared)
    reviewed = trusted_items(bench, beside, compared)
    shelf.put(map(relations.alone, reviewed))
    tied = shelf.items({*beside.paths, *_tied(found)})
    relations.settle([*tied, *shelf.reviewed_versions()])
    about = replace(_about(state, seen, compared), doubts=(*silence, *_doubts(seen)))
    about = replace(about, dirty=frozenset((*dirty, *_edited(state, copies))))
    about = replace(about, volatile=frozenset(noted.volatile))
    about = replace(about, sided=frozenset(noted.sided))
    return replace(about, keyring="" if noted.rests_on_keyring else None)


def _asked(
    state: State, found: Gathered, copies: Mapping[str, str]
) -> tuple[Witnessed, tuple[str, ...]]:
    """Ask history; where git cannot tell, nobody bears anything out, and why is a note."""
    try:
        asked = Asked({**found.blobs, **copies}, found.facts, state.rev)
        seen = ask(state.records, asked, state.now, trusted=state.word, keeps=state.rev is None)
    except CannotRun as error:
        nobody = build_people(Config(), state.word.mailmap, ())
        silent = History({}, found.facts.get, nobody, state.now)
        note = f"history could not be asked: {error.message}"
        return Witnessed({}, silent, state.word), (note,)
    return seen, ()


def bench_of(state: State, seen: Witnessed, found: Gathered, beside: Apart) -> Bench:
    """Give where documents of a state are judged."""

    def again(paths: Collection[str]) -> Iterator[Subject]:
        """Read some of them anew."""
        return map(subject_of, state.entries(frozenset(paths)))

    stock = Stock(found.briefs, state.policy, again)
    records, trusted = state.records, state.side.oid
    past = None if trusted is None else ReviewedPast(records, seen, state.head, trusted)
    limits = records.settings.config.stale_after
    return Bench(records, seen, stock, again, limits, past, beside.paths)


def _about(state: State, seen: Witnessed, compared: Compared) -> About:
    return About(
        ground=ground_of(state),
        tip=state.head,
        side=state.side.kind,
        trusted=state.side.oid,
        trail=state.side.trail,
        prefixes=tuple(state.records.settings.roots.prefixes),
        people=len(seen.shared.people),
        configured=len(seen.shared.configured),
        reviews=compared.of_here,
        notes=state.notes,
    )


def _doubts(seen: Witnessed) -> tuple[str, ...]:
    return (*seen.notes, *doubts(seen.testimonies.values()))


def _dirty(state: State, found: Gathered, copies: Mapping[str, str]) -> dict[str, str | None]:
    """The documents that the work tree has otherwise than HEAD, by path."""
    if state.rev is not None:
        return {}
    committed = state.records.committed()
    here = found.blobs
    paths = state.documents((committed.keys() | here.keys()) - copies.keys())
    return {path: here.get(path) for path in paths if here.get(path) != committed.get(path)}


def _copies(state: State, found: Gathered) -> dict[str, str]:
    """The copies of a sync client that somebody has committed, as HEAD has them, by path."""
    if state.rev is not None:
        return {}
    committed = state.records.committed()
    copies = state.copies(committed.keys() - found.blobs.keys())
    return {path: committed[path] for path in copies}


def _edited(state: State, copies: Mapping[str, str]) -> list[str]:
    """Those copies that are otherwise here than as HEAD has them."""
    found = state.records.entries(among=copies, with_copies=True) if copies else ()
    return [entry.path for entry in found if entry.blob != copies[entry.path]]


def _tied(found: Gathered) -> set[str]:
    """The documents of which others may have something to say."""
    number = Counter((brief.root.path, brief.id) for brief in found.briefs)
    return {brief.path for brief in found.briefs if number[_name(brief)] > 1 or _follows(brief)}


def _name(brief: Brief) -> tuple[str, str | None]:
    return brief.root.path, brief.id


def _follows(brief: Brief) -> bool:
    return bool(brief.supersedes or brief.superseded_by)
