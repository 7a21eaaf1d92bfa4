"""What git says of records, in few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sgm_git.witness.effective import effective_object
from sgm_git.workflows.knowing import know_if_possible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.api import Store
    from sgm_git.record.value import JsonObject
    from sgm_git.witness.effective import Effective
    from sgm_git.witness.reading import Reading


def witnesses(
    store: Store, rev: str | None, readings: Iterable[Reading], now: int
) -> dict[str, JsonObject]:
    """Give what history down from ``rev`` says of records, by path.

    That is ``{created, modified, versions, extent}``, where ``versions`` is how many there are
    (``sgm_history`` tells them). Empty where git cannot tell.
    """
    paths = {each.path for each in readings}
    if not paths:
        return {}
    entries = list(store.records.entries(rev=rev))
    known = know_if_possible(store.records, entries, now, rev=rev)
    return {path: _small(known.by_path[path]) for path in paths & known.by_path.keys()}


def _small(known: Effective) -> JsonObject:
    witness = cast("JsonObject", effective_object({}, known)["witness"])
    return {**witness, "versions": len(known.witness.versions)}
