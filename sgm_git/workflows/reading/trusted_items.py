"""What the trusted side has of records that were changed or removed here, as items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record import fields
from sgm_git.store.index.shelf_item import Item
from sgm_git.witness import standing
from sgm_git.witness.reading import PROVENANCE
from sgm_git.witness.trust import Trust
from sgm_git.workflows.reading.bases import told_of_own
from sgm_git.workflows.reading.verdicts import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.workflows.reading.gather import Document
    from sgm_git.workflows.reading.reviews import Apart, Compared
    from sgm_git.workflows.reading.state import State


def trusted_items(state: State, beside: Apart, compared: Compared) -> list[Item]:
    """Give them by themselves, before others have their say.

    History is not asked about them: they are as little disputed as their own text is, and trust
    in them is ``unknown``.
    """
    limits = state.records.settings.config.stale_after
    documents = beside.trusted.documents
    return [_item(documents[path], limits) for path in sorted(compared.of_reviewed)]


def _item(document: Document, limits: Mapping[str, int]) -> Item:
    record = document.record
    taken, word = standing.base_standing(record)
    wrong = words(document.wrong)
    trust = Trust.DISPUTED if wrong else Trust.UNKNOWN
    return Item(
        document.path,
        document.root,
        document.blob,
        record,
        meaning=document.meaning,
        standing=taken,
        word=word,
        as_of=standing.as_of(record, None),
        stale_after=standing.stale_after(record, limits),
        trust=trust,
        wrong=wrong,
        effective=_declared(record),
        is_reviewed_version=True,
        told=told_of_own(trust, wrong),
    )


def _declared(record: JsonObject) -> dict[str, JsonValue]:
    provenance = fields.provenance(record)
    return {name: provenance[name] for name in PROVENANCE if name in provenance}
