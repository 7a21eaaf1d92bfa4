"""What the trusted side has of records that were changed or removed here, as items."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from sgm_git.checks.stock import Stock
from sgm_git.workflows.reading.bases import Own, base_item
from sgm_git.workflows.reading.verdicts import Verdict, by_text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sgm_git.checks.case import Subject
    from sgm_git.store.index.shelf_item import Item
    from sgm_git.workflows.reading.bases import Bench
    from sgm_git.workflows.reading.gather import Document
    from sgm_git.workflows.reading.reviews import Apart, Compared

_NOTHING: Mapping[str, Item] = {}


def trusted_items(
    bench: Bench, beside: Apart, compared: Compared, known: Mapping[str, Item] = _NOTHING
) -> list[Item]:
    """Give them by themselves, before others have their say.

    History is asked by way of what became of them here, and trust is ``unknown`` where that does
    not tell. ``known`` are those, by path, of which nothing can have changed. Raises CannotRun
    where git cannot tell.
    """
    documents = [beside.trusted.documents[path] for path in sorted(compared.of_reviewed)]
    judged = {path: _known(item) for path, item in known.items()}
    fresh = [document for document in documents if document.path not in judged]
    judged |= _judged(bench, beside, compared, fresh)
    return [_item(document, judged.get(document.path), bench.limits) for document in documents]


def _judged(
    bench: Bench, beside: Apart, compared: Compared, documents: Iterable[Document]
) -> dict[str, Verdict]:
    held = [
        (document, bench.seen.testimonies.get(compared.became.get(document.path, "")))
        for document in documents
    ]
    pairs = [(document, testimony) for document, testimony in held if testimony is not None]
    if bench.past is None or not pairs:
        return {}

    def again(paths: Collection[str]) -> Iterator[Subject]:
        """Read some of them anew."""
        return beside.subjects(bench.records, paths)

    stock = Stock(beside.trusted.briefs, bench.stock.policy, again)
    return bench.past.verdicts(stock, again, pairs)


def _known(item: Item) -> Verdict:
    own = Own.of(item)
    return Verdict(own.trust, own.wrong, item.effective)


def _item(document: Document, judged: Verdict | None, limits: Mapping[str, int]) -> Item:
    item = base_item(document, judged or by_text(document), (None, None), limits)
    return replace(item, is_reviewed_version=True)
