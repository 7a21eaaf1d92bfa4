"""Mends in the work tree what a range of commits let in where no hook ran (DESIGN section 7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.run import check_document, check_store
from sgm_git.commits import UNCOMMITTED
from sgm_git.errors import CannotRun
from sgm_git.record.times import Instant
from sgm_git.store.announcing import announced
from sgm_git.store.consents import remembered
from sgm_git.store.records import Records
from sgm_git.store.scan import revision_blobs
from sgm_git.store.settings_at import settings_at
from sgm_git.store.subjects import subject_of
from sgm_git.witness.maker import maker
from sgm_git.workflows.arriving import beside
from sgm_git.workflows.check import is_below, refuse_strangers
from sgm_git.workflows.consented import Consented
from sgm_git.workflows.fix import FixReport, as_mended, file_fixes, write_fixes
from sgm_git.workflows.founded import founded_as_trusted
from sgm_git.workflows.rounds import mended
from sgm_git.workflows.side import Side
from sgm_git.workflows.stamping import Standing, restamped, standing_claims
from sgm_git.workflows.witnessing import Asked, ask_since

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.checks.case import CheckPolicy, Subject
    from sgm_git.commits import Commit
    from sgm_git.findings import Finding
    from sgm_git.git.protocol import Repository
    from sgm_git.record.consent import Consent
    from sgm_git.store.entry import Entry


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be mended: what the second end has and the first has not, below ``paths``.

    ``author`` completes what is not committed yet.
    """

    ends: tuple[str, str]
    author: str
    paths: Sequence[str] = ()


def fix_range(repository: Repository, wish: Wish, now: int, *, write: bool) -> FixReport:
    """Mend the records that a range brought, by the rules of its first end; commits nothing.

    What they lost since the merge base is put back, but for what the range's messages consent
    to, and so is what the first end says of how they began. New ones are completed as of the
    commit that added them, and stamps made true as the configuration wants them. The second end
    must be what is checked out; edits that are not committed count as a part of it. ``now`` is in
    seconds since the epoch. Raises UsageError for what names no commit or no record, CannotRun
    where another commit is checked out or git cannot tell, Refused where a file was edited
    meanwhile.
    """
    base, tip = (repository.resolve(end) for end in wish.ends)
    _refuse_elsewhere(repository, wish.ends[1], tip)
    records = Records(repository, settings_at(repository, base, tip), lambda: float(now))
    brought = _Brought(records, base, tip, tuple(repository.history(tip, (base,))))
    entries = [*records.entries()]
    refuse_strangers(wish.paths, records, [entry.path for entry in entries])
    before, notes = brought.standing(entries, wish.paths)
    policy = replace(records.settings.policy(now), author=wish.author or None)
    stands = mended(
        records, before.subjects, before.chosen, policy, brought.completing(before, policy)
    )
    after = as_mended(records, before, stands)
    if brought.judges_history:
        after = as_mended(records, after, brought.founded(after, policy))
        since = {UNCOMMITTED, *(commit.oid for commit in brought.commits)}
        after = as_mended(records, after, restamped(records, after, policy, now, since))
    files = tuple(file_fixes(before.subjects, after.subjects))
    new = write_fixes(records, files) if write else []
    left = brought.remaining(after, policy)
    return FixReport(files, left, (*records.settings.notes, *notes, *announced(new)))


def _refuse_elsewhere(repository: Repository, named: str, tip: str) -> None:
    if repository.head().oid != tip:
        raise CannotRun(
            f"{named} is not what is checked out, and only that can be mended",
            hint=f"git switch {named}, or end the range with HEAD",
        )


@dataclass(frozen=True, slots=True)
class _Brought:
    """What a range brings, by what is trusted at its first end."""

    records: Records
    base: str
    tip: str
    commits: tuple[Commit, ...]

    @property
    def judges_history(self) -> bool:
        """Whether anything is trusted at the first end: else records are judged by themselves."""
        return self.records.settings.written is not None

    def standing(
        self, entries: Sequence[Entry], paths: Sequence[str]
    ) -> tuple[Standing, tuple[str, ...]]:
        """The documents of the work tree beside those of the merge base, and what to note."""
        asked = [is_below(entry.path, paths) for entry in entries]
        blobs = [entry.blob for entry in entries]
        bases = self._merge_bases()
        if not bases:
            note = "what was lost (K) cannot be told: the ends have no merge base here"
            return Standing([subject_of(entry) for entry in entries], blobs, asked), (note,)
        side = Side(self.records, bases[0], {entry.path: entry.blob for entry in entries})
        given = Consented(self.records, self.commits, self._here())
        found = [(entry, not side.has(entry.path)) for entry in entries]
        subjects = [beside(side, each, given) if new else subject_of(each) for each, new in found]
        chosen = [new and is_asked for (_, new), is_asked in zip(found, asked, strict=True)]
        return Standing(subjects, blobs, chosen), ()

    def _merge_bases(self) -> Sequence[str]:
        try:
            return self.records.repository.merge_bases(self.base, self.tip)
        except CannotRun:  # history is cut before the ends meet
            return ()

    def _here(self) -> tuple[Consent, ...]:
        """This work tree's own consents, which stand in no commit yet."""
        here = remembered(self.records.repository).values()
        return tuple(consent for given in here for consent in given)

    def founded(self, state: Standing, policy: CheckPolicy) -> list[Subject]:
        """The documents with how they began as the range's first end has it."""
        judged = {
            subject.path: blob for subject, blob in zip(state.subjects, state.blobs, strict=True)
        }
        trusted = Side(self.records, self.base, judged)
        return founded_as_trusted(self.records, state, policy, trusted)

    def completing(self, state: Standing, policy: CheckPolicy) -> dict[str, CheckPolicy]:
        """What completes each new document: the maker and the time of the commit that added it."""
        new = [subject.path for subject in state.to_mend().values() if subject.is_new]
        return dict(self._births(new, policy)) if new else {}

    def _births(
        self, paths: Sequence[str], policy: CheckPolicy
    ) -> Iterator[tuple[str, CheckPolicy]]:
        repository, roots = self.records.repository, self.records.settings.roots
        asked = Asked(revision_blobs(repository, roots, self.tip), {}, self.tip)
        seen = ask_since(self.records, self.base, self.commits, asked, policy.now.seconds)
        for path in paths:
            testimony = seen.testimonies.get(path)
            births = () if testimony is None else testimony.births
            if testimony is not None and births:
                commit = testimony.commit(births[-1])
                times = (commit.author_time, commit.commit_time, policy.now.seconds)
                when = min(time for time in times if time is not None)
                who = maker(seen.history, commit.oid) or policy.author
                yield path, replace(policy, author=who, now=Instant(when))

    def remaining(self, state: Standing, policy: CheckPolicy) -> tuple[Finding, ...]:
        """What is left to a person of the documents that were to be mended."""
        chosen = state.to_mend()
        found = [each for subject in chosen.values() for each in check_document(subject, policy)]
        found += [each for each in check_store(state.subjects, policy) if each.path in chosen]
        if self.judges_history:
            found += standing_claims(self.records, state, policy, policy.now.seconds)
        return tuple(sorted(set(found), key=lambda finding: finding.sort_key))
