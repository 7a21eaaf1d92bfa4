"""Rules L502, L506 and L507: what records say of each other (spec/provenance.md, ``links``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.cycles import on_cycles
from sgm_git.record.spoken import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.stock import Stock
    from sgm_git.findings import Fault
    from sgm_git.record.pointer import Pointer

_SHOWN = 5


def link_to_nothing(stock: Stock) -> Iterator[tuple[Brief, Fault]]:
    """A link leads to no record (L502).

    Why: who follows it finds nothing. The record may have been renamed, removed, or misspelled.

    Bad:
        provenance: {agent: a, ..., links: [dec-no-such-record]}

    Good:
        provenance: {agent: a, ..., links: [dec-keep-datastore]}

    Fix: correct the id, or remove the link. A record that was renamed with ``sgm rename`` is
    still found by its old id; one of another root is ``root:id``.
    """
    for brief in stock.readable:
        for reference in (*brief.links, *brief.superseded_by, *brief.supersedes):
            if stock.find(brief, reference.id) is None and not stock.may_exist(reference.id):
                message = f"no record has the id {quoted(reference.id)}"
                yield brief, brief.fault("L502", message, reference.pointer)


def superseded_by_nothing(stock: Stock) -> Iterator[tuple[Brief, Fault]]:
    """A record is superseded, but no successor is named (L506).

    Why: a reader learns that the words no longer hold, and not which ones do.

    Bad:
        annotations: [{kind: status, value: superseded}]

    Good:
        annotations: [{kind: status, value: superseded}, {kind: superseded_by, value: dec-y}]

    Fix: ``sgm annotate ID superseded_by=NEW``, or ``supersedes`` on the new record.
    """
    replaced = {old for _, old in _successions(stock)}
    for brief in stock.readable:
        if brief.superseded and not brief.superseded_by and brief not in replaced:
            message = "superseded, but by which record is not said; add superseded_by"
            yield brief, brief.fault("L506", message, brief.superseded)


def supersession_in_circle(stock: Stock) -> Iterator[tuple[Brief, Fault]]:
    """Records supersede each other in a circle (L507).

    Why: each says that another one holds, so none does.

    Bad:
        dec-x: annotations: [{kind: superseded_by, value: dec-y}]
        dec-y: annotations: [{kind: superseded_by, value: dec-x}]

    Good:
        dec-x: annotations: [{kind: superseded_by, value: dec-y}]

    Fix: remove the annotation of the record that holds.
    """
    numbers = {brief: number for number, brief in enumerate(stock.briefs)}
    after: dict[int, set[int]] = {}
    for new, old in _successions(stock):
        after.setdefault(numbers[old], set()).add(numbers[new])
    for circle in on_cycles(after):
        names = [quoted(stock.briefs[number].id) for number in circle[:_SHOWN]]
        more = ", ..." if len(circle) > _SHOWN else ""
        for number in circle:
            brief = stock.briefs[number]
            message = f"supersession in a circle: {', '.join(names)}{more}"
            yield brief, brief.fault("L507", message, _first_succession(brief))


def _successions(stock: Stock) -> Iterator[tuple[Brief, Brief]]:
    """Pairs of a new record and the old one that it replaces, by either's word."""
    for brief in stock.readable:
        for reference in brief.superseded_by:
            other = stock.find(brief, reference.id)
            if other is not None:
                yield other, brief
        for reference in brief.supersedes:
            other = stock.find(brief, reference.id)
            if other is not None:
                yield brief, other


def _first_succession(brief: Brief) -> Pointer:
    found = (*brief.superseded_by, *brief.supersedes)
    return found[0].pointer if found else ("annotations",)
