"""Checks what a range of commits brings, by the state that it is brought to (DESIGN 2, 6, 7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.brief import brief_of
from sgm_git.checks.claims_signed import signature_missing, trust_file_changed
from sgm_git.checks.losses import record_deleted
from sgm_git.checks.run import apply_policy, check_config, check_stock, finding_of
from sgm_git.checks.stock import Stock
from sgm_git.errors import CannotRun, UsageError
from sgm_git.record.consent import consents
from sgm_git.record.pointer import parse
from sgm_git.record.value import same
from sgm_git.store.records import Records
from sgm_git.store.scan import revision_blobs
from sgm_git.store.settings import settings_at
from sgm_git.store.subjects import subject_of
from sgm_git.witness.facts import facts_of
from sgm_git.workflows.check import CheckReport
from sgm_git.workflows.crosscheck import EVERYWHERE, by_record, settled, whole_run
from sgm_git.workflows.judging import signing
from sgm_git.workflows.side import Side
from sgm_git.workflows.survey import State, survey
from sgm_git.workflows.witnessing import Asked, ask_since

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import Subject
    from sgm_git.commits import Commit
    from sgm_git.findings import Finding
    from sgm_git.git.protocol import Repository
    from sgm_git.record.consent import Consent
    from sgm_git.record.value import JsonValue
    from sgm_git.store.entry import Entry
    from sgm_git.witness.testimony import Testimony
    from sgm_git.workflows.check import Selection
    from sgm_git.workflows.survey import Survey
    from sgm_git.workflows.witnessing import Witnessed


def parse_range(text: str) -> tuple[str, str]:
    """Give both ends of ``A..B``; one that is left out is HEAD. Raises UsageError."""
    base, dots, tip = text.partition("..")
    if not dots or tip.startswith("."):
        raise UsageError(f"{text} is no range", hint="write A..B: what B has and A has not")
    return base or "HEAD", tip or "HEAD"


def check_range(
    repository: Repository, ends: tuple[str, str], now: int, selection: Selection
) -> CheckReport:
    """Check what the second end has and the first has not; of it what is selected.

    The first end is trusted: its configuration, schemas, mailmap, signers and acceptances judge.
    Nothing older than the commits of the range and the trees of the first end and of the merge
    base is asked for. ``now`` is in seconds since the epoch. Raises CannotRun where git cannot
    tell, UsageError for an end that is no name of a commit.
    """
    base, tip = (repository.resolve(end) for end in ends)
    settings = settings_at(repository, base, tip)
    records = Records(repository, settings, lambda: float(now))
    judges_history = settings.written is not None
    commits = tuple(repository.history(tip, (base,))) if judges_history else ()
    state = _arriving(records, base, tip, commits)
    policy = settings.policy(now)
    found = survey(state, policy, lambda path: state.is_changed(path) and selection.holds(path))
    findings = [*found.findings, *_together(state, found.stock)]
    findings += check_config(settings.problems, policy)
    accepted, notes = 0, (*settings.notes, *state.notes)
    if judges_history:
        told, accepted, more = _history(state, base, found, now, selection)
        findings, notes = findings + told, notes + more
    chosen = [f for f in findings if f.path == EVERYWHERE or selection.holds(f.path)]
    ordered = tuple(sorted(set(chosen), key=lambda finding: finding.sort_key))
    number = sum(state.is_changed(path) and selection.holds(path) for path in found.blobs)
    return CheckReport(ordered, number, accepted, notes)


@dataclass(frozen=True, slots=True)
class _Arriving(State):
    """The documents at the end of a range, beside those of the merge base.

    ``before`` is None where there is no merge base here: then all is taken for changed, and what
    was lost cannot be told. ``commits`` are those of the range, ``consents`` what they say.
    """

    before: Side | None = None
    commits: tuple[Commit, ...] = ()
    consents: tuple[Consent, ...] = ()
    notes: tuple[str, ...] = ()

    def is_changed(self, path: str) -> bool:
        """Whether the range brings the document at a path, or changes it."""
        return self.before is None or not self.before.has(path)

    def subjects(self) -> Iterator[tuple[Entry, Subject]]:
        """Give them as the checks take them, with what they were before."""
        for entry in self.entries():
            if self.before is None or self.before.has(entry.path):
                yield entry, subject_of(entry)
                continue
            previous = self.before.before(entry)
            allowed = tuple(parse(each.pointer) for each in self.consents if _is_for(each, entry))
            yield (
                entry,
                subject_of(entry, is_new=previous is None, previous=previous, allowed=allowed),
            )


def _is_for(consent: Consent, entry: Entry) -> bool:
    return consent.id == entry.id and consent.root in (None, entry.root.path)


def _arriving(records: Records, base: str, tip: str, commits: tuple[Commit, ...]) -> _Arriving:
    given = tuple(consent for commit in commits for consent in consents(commit.message))
    try:
        bases = records.repository.merge_bases(base, tip)
    except CannotRun:  # history is cut before the ends meet
        bases = []
    if not bases:
        note = "what was lost (K) cannot be told: the ends have no merge base here"
        return _Arriving(records, rev=tip, commits=commits, consents=given, notes=(note,))
    judged = revision_blobs(records.repository, records.settings.roots, tip)
    before = Side(records, bases[0], judged)
    return _Arriving(records, rev=tip, before=before, commits=commits, consents=given)


def _together(state: _Arriving, stock: Stock) -> list[Finding]:
    """What can be said only of all documents together, if it could not be said before."""
    found = check_stock(stock)
    if state.before is None:
        return found
    entries = {entry.path: entry for entry in state.before.differing}
    old = [brief_of(subject_of(entry)) for entry in entries.values()]
    same = [brief for brief in stock.briefs if state.before.has(brief.path)]

    def load(paths: Collection[str]) -> Iterator[Subject]:
        yield from (subject_of(entries[path]) for path in paths if path in entries)
        yield from state.again([path for path in paths if path not in entries])

    known = {each.fingerprint for each in check_stock(Stock([*old, *same], stock.policy, load))}
    gone = [finding_of(b.path, fault, b.id) for b, fault in record_deleted(old, stock)]
    config = state.records.settings.config
    new = [finding for finding in found if finding.fingerprint not in known]
    return [*new, *apply_policy(gone, config)]


def _history(
    state: _Arriving, base: str, found: Survey, now: int, selection: Selection
) -> tuple[list[Finding], int, tuple[str, ...]]:
    """What the commits of the range say: of records, of signatures, of trust files."""
    records = state.records
    asked = Asked(found.blobs, found.facts, state.rev)
    seen = ask_since(records, base, state.commits, asked, now)
    trusted = Side(records, base, found.blobs)
    chosen = {
        path: replace(each, held=_held(each, trusted, state.before, found.stock.by_path[path]))
        for path, each in seen.testimonies.items()
        if state.is_changed(path) and selection.holds(path)
    }
    findings = [*by_record(records, seen, found.stock, chosen), *_of_commits(records, seen)]
    standing, accepted = settled(state.again, findings, seen)
    cut = sum(each.life.is_cut for each in chosen.values()) if seen.is_cut else 0
    told = whole_run(records, seen, cut, allow_shallow=selection.allow_shallow)
    return [*standing, *told], len(accepted), seen.notes


def _held(
    testimony: Testimony, trusted: Side, before: Side | None, brief: Brief
) -> Mapping[str, JsonValue] | None:
    """What the trusted side's record declares, in those fields that the range changed.

    None where it has no such record. A field that is as the merge base has it was changed on the
    trusted side alone, which a merge keeps.
    """
    held = _claims(trusted, brief) or _at_the_border(testimony)
    base = {} if before is None else _claims(before, brief) or {}
    now = testimony.facts.claims
    if held is None:
        return None
    return {
        name: value
        for name, value in held.items()
        if not (name in base and name in now and same(base[name], now[name]))
    }


def _claims(side: Side, brief: Brief) -> Mapping[str, JsonValue] | None:
    """What a side's record of that id declares, or of one that the record had before."""
    names = (brief.id, *brief.aliases)
    found = (side.named(brief.root.path, name) for name in names)
    record = next((each for each in found if each is not None), None)
    return None if record is None else facts_of(record).claims


def _at_the_border(testimony: Testimony) -> Mapping[str, JsonValue] | None:
    """What the record declared where the range began, whatever it was called there."""
    events = testimony.life.events
    if not testimony.life.is_cut or not events or not events[-1].before:
        return None
    return testimony.claims(events[-1].before[0])


def _of_commits(records: Records, seen: Witnessed) -> list[Finding]:
    """P312 of every commit of the range where signatures are required, and P314."""
    config = records.settings.config
    if not (config.checks.require_signed or config.trust.admins):
        return []
    commits = list(seen.history.commits.values())
    signed = signing(records, seen, [commit.oid for commit in commits])
    required = commits if config.checks.require_signed else []
    found = [finding_of(EVERYWHERE, fault) for fault in signature_missing(required, signed)]
    found += [finding_of(path, fault) for path, fault in trust_file_changed(commits, signed)]
    return apply_policy(found, config)
