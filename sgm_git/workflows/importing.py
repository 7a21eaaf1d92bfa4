"""Brings records in from elsewhere: one plan, one commit, the same source twice changes nothing.

A record that came from a foreign format carries ``source`` (where from) and ``source_digest`` (what
it was then) in its provenance. The digest tells a change at the source from an edit made here:
what was edited here is reported and never overwritten.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from sgm_git.errors import Refused, UsageError
from sgm_git.record import fields
from sgm_git.record.meaning import same_meaning
from sgm_git.record.times import render_utc
from sgm_git.record.value import canonical
from sgm_git.store.naming import root_for
from sgm_git.store.records import Writing
from sgm_git.workflows.importers import IMPORTERS, Skipped, detect
from sgm_git.workflows.sources import created_times, read_source

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sgm_git.findings import Finding
    from sgm_git.record.provenance import Actor
    from sgm_git.record.value import JsonObject
    from sgm_git.store.records import Records
    from sgm_git.store.transaction import Transaction
    from sgm_git.workflows.importers import Draft

Outcome = Literal["added", "changed", "same", "edited here"]
_DIGEST = "source_digest"
_FLAT = 2_000  # more than that in one folder make history slow (DESIGN section 4)
# What a transaction fills in, and what therefore no digest of a draft can speak of.
_OWN_FORMATS = ("json", "jsonl")


@dataclass(frozen=True, slots=True)
class ImportedRecord:
    """What became of one record of the source."""

    id: str
    path: str
    source_path: str
    outcome: Outcome
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did, or would do: each record, what was left out and why, the commit.

    ``refused`` are records that may not be written, with the reason; they make exit status 1.
    ``sharded``: there were so many that the root got folders by shard, in the same commit.
    """

    format: str
    records: tuple[ImportedRecord, ...]
    skipped: tuple[Skipped, ...]
    refused: tuple[Skipped, ...]
    findings: tuple[Finding, ...]
    commit: str | None
    sharded: bool = False

    def count(self, outcome: Outcome) -> int:
        """How many records had that outcome."""
        return sum(record.outcome == outcome for record in self.records)


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """``format`` names an importer or is ``auto``; ``progress`` is told (done, total)."""

    format: str = "auto"
    dry_run: bool = False
    commit: bool | None = None
    progress: Callable[[int, int], None] | None = None


@dataclass
class _Run:
    """One import under way."""

    transaction: Transaction
    format: str
    source_name: str
    created: Mapping[str, int]
    records: list[ImportedRecord] = field(default_factory=list)
    refused: list[Skipped] = field(default_factory=list)
    sharded: bool = False


def import_source(
    records: Records, place: Path, actor: Actor, options: ImportOptions
) -> ImportReport:
    """Import a file or folder into the store as one commit; see ``ImportReport``.

    Raises CannotRun where the source cannot be read, UsageError for a format that is none.
    One bad file or record never stops the others.
    """
    source = read_source(place)
    name = detect(source.files) if options.format == "auto" else options.format
    if name not in IMPORTERS:
        raise UsageError(
            f"there is no format {name}", hint=f"one of auto {' '.join(sorted(IMPORTERS))}"
        )
    imported = IMPORTERS[name].read(source.files)
    drafts = imported.drafts
    created = {} if name in _OWN_FORMATS else created_times(place)
    writing = Writing(
        commit=options.commit,
        subject=f"import {source.name}",
        dry_run=options.dry_run,
    )
    with records.transaction(replace(actor, origin="import"), writing) as transaction:
        run = _Run(transaction, name, source.name, created)
        if len(drafts) > _FLAT:
            run.sharded = transaction.shard(root_for(transaction.settings.roots, None, ""))
        for done, draft in enumerate(drafts, 1):
            _take(run, draft)
            if options.progress is not None:
                options.progress(done, len(drafts))
    result = transaction.result
    return ImportReport(
        name,
        tuple(run.records),
        (*source.skipped, *imported.skipped),
        tuple(run.refused),
        result.findings,
        result.commit,
        run.sharded,
    )


def _take(run: _Run, draft: Draft) -> None:
    """Plan one record, or note why not."""
    try:
        outcome, path = _plan(run, draft)
    except Refused as refusal:
        run.refused.append(Skipped(draft.source_path, _reason(refusal), draft.line))
        return
    record_id = fields.record_id(draft.record) or ""
    run.records.append(ImportedRecord(record_id, path, draft.source_path, outcome, draft.notes))


def _plan(run: _Run, draft: Draft) -> tuple[Outcome, str]:
    transaction = run.transaction
    record_id = fields.record_id(draft.record)
    foreign = run.format not in _OWN_FORMATS and not _is_whole(draft.record)
    record = _claimed(run, draft) if foreign else draft.record
    if record_id is None or not transaction.catalog.holds(record_id):
        return "added", transaction.attempt(lambda: transaction.add(record)).path
    entry = transaction.get(record_id)
    here = entry.record or {}
    if not foreign:
        if same_meaning(here, record):
            return "same", entry.path
        return "changed", transaction.attempt(lambda: transaction.put(record)).path
    return _update(transaction, entry.path, here, record)


def _update(
    transaction: Transaction, path: str, here: JsonObject, record: JsonObject
) -> tuple[Outcome, str]:
    """Bring in a later state of a foreign source, unless the record was edited here."""
    came, comes = fields.provenance(here), fields.provenance(record)
    if came.get("source") != comes["source"]:
        raise Refused(f"the id {here.get('id')} is that of another record ({path})")
    if came.get(_DIGEST) == comes[_DIGEST]:
        return "same", path
    if came.get(_DIGEST) != _digest(here):
        return "edited here", path
    whole = record | {"provenance": came | comes}
    return "changed", transaction.attempt(
        lambda: transaction.put(whole, drop=[(name,) for name in here])
    ).path


def _claimed(run: _Run, draft: Draft) -> JsonObject:
    """The draft with where it comes from, and when it began, in its provenance."""
    declared = fields.provenance(draft.record)
    seconds = run.created.get(draft.source_path)
    created = draft.created or (None if seconds is None else render_utc(seconds))
    place = draft.source_path
    origin: JsonObject = {
        "source": place if place == run.source_name else f"{run.source_name}/{place}",
        _DIGEST: _digest(draft.record),
    }
    times: JsonObject = {} if created is None else {"created_at": created}
    return draft.record | {"provenance": times | declared | origin}


def _digest(record: JsonObject) -> str:
    """What a record says beside its provenance, as sixteen hex digits."""
    said: JsonObject = {
        name: value for name, value in record.items() if name not in ("provenance", "scope")
    }
    said["links"] = list(fields.links(record))
    text = canonical(said)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _is_whole(record: JsonObject) -> bool:
    """Whether a source is an SGM record already, whatever format it came in."""
    return {"agent", "created_at"} <= fields.provenance(record).keys()


def _reason(refusal: Refused) -> str:
    return "; ".join(f"{f.code} {f.message}" for f in refusal.findings) or refusal.message
