"""Brings records in from elsewhere: one plan, one commit, the same source twice changes nothing.

A record that came from a foreign format carries ``source`` (where from) and ``source_digest`` (what
it was then) in its provenance. The digest tells a change at the source from an edit made here:
what was edited here is reported and never overwritten.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from sgm_git.errors import NoSuchRecord, Refused, UsageError
from sgm_git.record import fields
from sgm_git.record.times import Instant, parse_rfc3339, render_utc
from sgm_git.record.value import canonical, same
from sgm_git.store.naming import root_for
from sgm_git.store.writing import Writing
from sgm_git.workflows.importers import IMPORTERS, Skipped, detect
from sgm_git.workflows.sources import Origin, origin_of, read_source

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from sgm_git.findings import Finding
    from sgm_git.git.engine import Engine
    from sgm_git.record.provenance import Actor
    from sgm_git.record.value import JsonObject
    from sgm_git.store.entry import Entry
    from sgm_git.store.records import Records
    from sgm_git.store.transaction import Transaction
    from sgm_git.workflows.importers import Draft

Outcome = Literal["added", "changed", "same", "edited here"]
_DIGEST = "source_digest"
_FILLED = ("agent", "created_at", "origin", "scope", "session")
_FLAT = 2_000  # more than that in one folder make history slow (DESIGN section 4)
# What a transaction fills in, and what therefore no digest of a draft can speak of.
_OWN_FORMATS = ("json", "jsonl")
_FOREVER = ("agent", "created_at", "origin", "session")


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

    ``refused`` are records that may not be written, with the reason.
    ``sharded``: there were so many that the root got folders by shard, in the same commit.
    ``notes`` are what a person should know besides.
    """

    format: str
    records: tuple[ImportedRecord, ...]
    skipped: tuple[Skipped, ...]
    refused: tuple[Skipped, ...]
    findings: tuple[Finding, ...]
    commit: str | None
    sharded: bool = False
    notes: tuple[str, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether nothing was refused, and nothing was left out because it could not be read."""
        return not self.refused and not any(each.is_fault for each in self.skipped)

    def count(self, outcome: Outcome) -> int:
        """How many records had that outcome."""
        return sum(record.outcome == outcome for record in self.records)


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """``format`` names an importer or is ``auto``; ``progress`` is told (done, total).

    ``origin`` is the way in that records get which name none; ``with_edits`` takes uncommitted
    edits of the same files along; ``home`` is the folder, relative to the top, that the root of
    new records is chosen by.
    """

    format: str = "auto"
    dry_run: bool = False
    origin: str = "import"
    with_edits: bool = False
    commit: bool | None = None
    home: str = ""
    progress: Callable[[int, int], None] | None = None


@dataclass
class _Run:
    """One import under way."""

    transaction: Transaction
    format: str
    origin: Origin
    records: list[ImportedRecord] = field(default_factory=list)
    refused: list[Skipped] = field(default_factory=list)


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
    origin = Origin("", {}) if name in _OWN_FORMATS else _origin(records, place)
    writing = Writing(
        commit=options.commit,
        with_edits=options.with_edits,
        subject=f"import {source.name}",
        home=options.home,
        dry_run=options.dry_run,
    )
    with records.transaction(replace(actor, origin=options.origin), writing) as transaction:
        run = _Run(transaction, name, origin)
        sharded = _shard(transaction, imported.drafts)
        for done, draft in enumerate(imported.drafts, 1):
            _take(run, draft)
            if options.progress is not None:
                options.progress(done, len(imported.drafts))
    result = transaction.result
    return ImportReport(
        name,
        tuple(run.records),
        (*source.skipped, *imported.skipped),
        tuple(run.refused),
        result.findings,
        result.commit,
        sharded,
        result.notes,
    )


def _origin(records: Records, place: Path) -> Origin:
    repository = records.repository
    engine: Engine = "dulwich" if repository.engine == "dulwich" else "auto"
    return origin_of(place, repository.work_tree, engine)


def _shard(transaction: Transaction, drafts: Sequence[Draft]) -> bool:
    """Let the root have folders by shard where so many records are new that it needs them."""
    ids = [fields.record_id(draft.record) for draft in drafts]
    new = sum(each is None or not transaction.catalog.named(each) for each in ids)
    if new <= _FLAT:
        return False
    return transaction.shard(root_for(transaction.settings.roots, None, transaction.home))


def _take(run: _Run, draft: Draft) -> None:
    """Plan one record, or note why not."""
    try:
        run.records.append(_plan(run, draft))
    except (Refused, NoSuchRecord) as refusal:
        run.refused.append(Skipped(draft.source_path, _reason(refusal), draft.line))


def _plan(run: _Run, draft: Draft) -> ImportedRecord:
    transaction = run.transaction
    record_id = fields.record_id(draft.record) or ""
    is_foreign = run.format not in _OWN_FORMATS and not _is_whole(draft.record)
    record, notes = _claimed(run, draft) if is_foreign else (draft.record, ())
    outcome: Outcome = "added"
    if not transaction.catalog.named(record_id):
        path = transaction.attempt(lambda: transaction.add(record)).path
    else:
        entry = transaction.get(record_id)
        path = entry.path
        bring = _update if is_foreign else _put
        outcome, notes = bring(transaction, entry, record)
    return ImportedRecord(record_id, path, draft.source_path, outcome, (*draft.notes, *notes))


def _put(
    transaction: Transaction, entry: Entry, record: JsonObject
) -> tuple[Outcome, tuple[str, ...]]:
    """Bring in a record that says itself all that there is to say, its stamps too."""
    if entry.id != record["id"]:
        raise Refused(f"{record['id']} is called {entry.id} here ({entry.path})")
    whole = _as_filled(entry.record or {}, record)
    if same(entry.record or {}, whole):
        return "same", ()
    transaction.attempt(lambda: transaction.put(whole, stamp=False))
    return "changed", ()


def _as_filled(here: JsonObject, record: JsonObject) -> JsonObject:
    """The record with what its first import filled in because it did not say so itself."""
    declared = record.get("provenance", {})
    if not isinstance(declared, dict):
        return record
    filled = {name: value for name, value in fields.provenance(here).items() if name in _FILLED}
    scope: JsonObject = {"scope": here["scope"]} if "scope" in here else {}
    return scope | record | {"provenance": filled | declared}


def _update(
    transaction: Transaction, entry: Entry, record: JsonObject
) -> tuple[Outcome, tuple[str, ...]]:
    """Bring in a later state of a foreign source, unless the record was edited here."""
    here = entry.record or {}
    came, comes = fields.provenance(here), fields.provenance(record)
    if came.get("source") != comes["source"]:
        raise Refused(f"the id {record['id']} is that of another record ({entry.path})")
    is_changed = came.get(_DIGEST) != comes[_DIGEST]
    if came.get(_DIGEST) != _digest(here):
        return "edited here", ("its source has changed too",) if is_changed else ()
    if not is_changed:
        return "same", ()
    whole = _renewed(here, record)
    drop = [(name,) for name in here]
    transaction.attempt(lambda: transaction.put(whole, drop=drop))
    return "changed", ()


def _renewed(here: JsonObject, record: JsonObject) -> JsonObject:
    """The record as its source states it now, with what only the store says of it."""
    came, comes = fields.provenance(here), fields.provenance(record)
    provenance = {name: value for name, value in came.items() if name != "links"}
    provenance |= {name: value for name, value in comes.items() if name not in _FOREVER}
    scope = {"scope": here["scope"]} if "scope" in here else {}
    return scope | record | {"provenance": provenance}


def _claimed(run: _Run, draft: Draft) -> tuple[JsonObject, tuple[str, ...]]:
    """The draft with where it comes from, and when it began, in its provenance; and notes."""
    declared = fields.provenance(draft.record)
    created, notes = _created(run, draft)
    origin: JsonObject = {
        "source": f"{run.origin.prefix}{draft.source_path}",
        _DIGEST: _digest(draft.record),
    }
    ours: JsonObject = {} if created is None else {"created_at": created}
    if run.transaction.actor.session is not None:
        ours["session"] = run.transaction.actor.session
    return draft.record | {"provenance": ours | declared | origin}, notes


def _created(run: _Run, draft: Draft) -> tuple[str | None, tuple[str, ...]]:
    """When the record began: by its source's date, else by the source's history, if it is past."""
    now = run.transaction.now
    stated = None if draft.created is None else parse_rfc3339(draft.created)
    if stated is not None and stated <= Instant(now):
        return draft.created, ()
    notes = () if stated is None else (f"its date lies in the future: {draft.created}",)
    seconds = run.origin.created.get(draft.source_path)
    is_known = seconds is not None and seconds <= now
    return render_utc(seconds) if seconds is not None and is_known else None, notes


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


def _reason(refusal: Refused | NoSuchRecord) -> str:
    findings = refusal.findings if isinstance(refusal, Refused) else ()
    return "; ".join(f"{f.code} {f.message}" for f in findings) or refusal.message
