"""Rules L502, L506 and L507: what records say of each other (spec/provenance.md, ``links``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.cycles import on_cycles
from sgm_git.record import fields
from sgm_git.record.spoken import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.checks.case import Case
    from sgm_git.checks.stock import Stock
    from sgm_git.findings import Fault
    from sgm_git.record.fields import Reference

_SHOWN = 5


def link_to_nothing(stock: Stock) -> Iterator[tuple[Case, Fault]]:
    """A link leads to no record (L502).

    Why: who follows it finds nothing. The record may have been renamed, removed, or misspelled.

    Bad:
        provenance: {agent: a, ..., links: [dec-no-such-record]}

    Good:
        provenance: {agent: a, ..., links: [dec-keep-datastore]}

    Fix: correct the id, or remove the link. A record that was renamed with ``sgm rename`` is
    still found by its old id; one of another root is ``root:id``.
    """
    for case in stock.readable:
        for reference in _references(case):
            if stock.find(case, reference.id) is None and not stock.may_exist(reference.id):
                message = f"no record has the id {quoted(reference.id)}"
                yield case, case.fault("L502", message, reference.pointer)


def superseded_by_nothing(stock: Stock) -> Iterator[tuple[Case, Fault]]:
    """A record is superseded, but no successor is named (L506).

    Why: a reader learns that the words no longer hold, and not which ones do.

    Bad:
        annotations: [{kind: status, value: superseded}]

    Good:
        annotations: [{kind: status, value: superseded}, {kind: superseded_by, value: dec-y}]

    Fix: ``sgm annotate ID superseded_by=NEW``, or ``supersedes`` on the new record.
    """
    replaced = {id(old) for _, old in _successions(stock)}
    for case in stock.readable:
        statuses = fields.annotations_of(case.record, "status")
        status = next((each for each in statuses if each.value == "superseded"), None)
        named = fields.annotated_references(case.record, "superseded_by")
        if status is not None and not named and id(case) not in replaced:
            place = ("annotations", str(status.position), "value")
            message = "superseded, but by which record is not said; add superseded_by"
            yield case, case.fault("L506", message, place)


def supersession_in_circle(stock: Stock) -> Iterator[tuple[Case, Fault]]:
    """Records supersede each other in a circle (L507).

    Why: each says that another one holds, so none does.

    Bad:
        dec-x: annotations: [{kind: superseded_by, value: dec-y}]
        dec-y: annotations: [{kind: superseded_by, value: dec-x}]

    Good:
        dec-x: annotations: [{kind: superseded_by, value: dec-y}]

    Fix: remove the annotation of the record that holds.
    """
    numbers = {id(case): number for number, case in enumerate(stock.cases)}
    after: dict[int, set[int]] = {}
    for new, old in _successions(stock):
        after.setdefault(numbers[id(old)], set()).add(numbers[id(new)])
    for circle in on_cycles(after):
        names = [quoted(stock.cases[number].id) for number in circle[:_SHOWN]]
        more = ", ..." if len(circle) > _SHOWN else ""
        for number in circle:
            case = stock.cases[number]
            message = f"supersession in a circle: {', '.join(names)}{more}"
            yield case, case.fault("L507", message, _first_succession(case))


def _references(case: Case) -> Iterator[Reference]:
    yield from fields.link_references(case.record)
    for kind in ("superseded_by", "supersedes"):
        yield from fields.annotated_references(case.record, kind)


def _successions(stock: Stock) -> Iterator[tuple[Case, Case]]:
    """Pairs of a new record and the old one that it replaces, by either's word."""
    for case in stock.readable:
        for kind in ("superseded_by", "supersedes"):
            for reference in fields.annotated_references(case.record, kind):
                other = stock.find(case, reference.id)
                if other is not None:
                    yield (other, case) if kind == "superseded_by" else (case, other)


def _first_succession(case: Case) -> tuple[str, ...]:
    found = [
        reference.pointer
        for kind in ("superseded_by", "supersedes")
        for reference in fields.annotated_references(case.record, kind)
    ]
    return found[0] if found else ("annotations",)
