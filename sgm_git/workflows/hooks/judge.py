"""Judges what is about to be committed, and plans what the hook mends in it (DESIGN 6 and 7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.checks.brief import brief_of
from sgm_git.checks.case import Case
from sgm_git.checks.completing import is_incomplete
from sgm_git.checks.putting_back import placed
from sgm_git.checks.run import apply_policy, check_document, finding_of, stopping_loss
from sgm_git.findings import Severity
from sgm_git.store.subjects import subject_of
from sgm_git.workflows.hooks.amending import Amending, as_amended, restoring
from sgm_git.workflows.hooks.claims import IS_OPEN, Claims
from sgm_git.workflows.hooks.commands import dropping, staging
from sgm_git.workflows.hooks.gather import Gathering
from sgm_git.workflows.hooks.keeping import Keeping
from sgm_git.workflows.hooks.plan import Part, Verdict
from sgm_git.workflows.hooks.setup import setup_findings
from sgm_git.workflows.hooks.together import Pending, pending_together

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from sgm_git.checks.brief import Brief
    from sgm_git.checks.case import Subject
    from sgm_git.findings import Finding
    from sgm_git.store.records import Records
    from sgm_git.workflows.hooks.gather import Staged
    from sgm_git.workflows.hooks.keeping import Loss
    from sgm_git.workflows.hooks.plan import Amendment


def judge_staged(
    records: Records,
    now: int,
    *,
    amends: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Verdict:
    """Judge the documents that the index has otherwise than HEAD, and plan what is mended.

    The settings of ``records`` are those of ``staged_settings``; ``now`` is in seconds since the
    epoch. Nothing is written. Without ``amends`` nothing is planned, and what would have been
    completed is told. ``progress`` is told how many of how many documents are judged. Raises
    CannotRun where git cannot tell, or a file below ``.sgm`` cannot be understood.
    """
    judge = _Judge(records, Gathering(records), now, amends=amends)
    judge.take(progress)
    return judge.verdict()


def judge_each(records: Records, gathering: Gathering, now: int) -> tuple[list[Part], list[str]]:
    """Judge gathered documents as if each were committed by itself; with notes for a reader.

    They are in the order of their paths. Nothing is written. Raises as ``judge_staged``.
    """
    judge = _Judge(records, gathering, now, amends=True)
    judge.take(None)
    return judge.parts()


@dataclass(frozen=True, slots=True)
class _Told:
    """What is told of one document: as it is, and with what is amended in it.

    Infos are not told. ``command`` loses on purpose what stops the commit.
    """

    plain: tuple[Finding, ...] = ()
    amended: tuple[Finding, ...] = ()
    amendment: Amendment | None = None
    command: str | None = None

    @property
    def passes(self) -> bool:
        """Whether it may be committed, as it is amended."""
        return not any(map(_is_error, self.amended))


class _Judge:
    """Goes once over what is staged; of each document only what is to be told is kept."""

    def __init__(self, records: Records, gathering: Gathering, now: int, *, amends: bool) -> None:
        self._records = records
        self._gathering = gathering
        self._keeping = Keeping(records, self._gathering)
        self._claims = Claims(records, self._gathering, self._keeping, now)
        author = self._claims.author.name
        self._policy = replace(records.settings.policy(now), author=author or None)
        self._amending = Amending(records, self._policy, self._keeping, self._claims)
        self._amends = amends
        self._told: dict[str, _Told] = {}
        self._briefs: dict[str, Brief] = {}

    def take(self, progress: Callable[[int, int], None] | None) -> None:
        """Judge all documents, each by itself."""
        for number, staged in enumerate(self._gathering.documents(), 1):
            told = self._kept(staged) if staged.is_kept else self._brought(staged)
            self._told[staged.entry.path] = told
            if progress is not None:
                progress(min(number, self._gathering.number), self._gathering.number)

    def verdict(self) -> Verdict:
        """Judge them together, and say what is to be done."""
        common, notes = self._together()
        told = self._told.values()
        blocks = any(map(_is_error, common)) or not all(each.passes for each in told)
        findings = {f for each in told for f in (each.plain if blocks else each.amended)}
        made = [each.amendment for each in told if each.amendment is not None]
        return Verdict(
            tuple(sorted({*common, *findings}, key=lambda each: each.sort_key)),
            tuple(each for each in made if blocks is ("restore" in each.reasons)),
            blocks,
            tuple(self._commands()),
            (*self._records.settings.notes, *notes),
            self._gathering.number,
            self._records.repository.unfinished() if blocks else None,
        )

    def parts(self) -> tuple[list[Part], list[str]]:
        """Say of each document what a commit of it alone would be told."""
        common, notes = self._together()
        beside: dict[str, list[Finding]] = {}
        for finding in common:
            beside.setdefault(finding.path, []).append(finding)
        found = []
        for path, told in sorted(self._told.items()):
            near = beside.get(path, [])
            passes = told.passes and not any(map(_is_error, near))
            said = {*near, *(told.amended if passes else told.plain)}
            made = told.amendment if passes else None
            ordered = sorted(said, key=lambda each: each.sort_key)
            found.append(Part(path, tuple(ordered), made, told.command, passes=passes))
        return found, [*notes]

    def _together(self) -> tuple[list[Finding], tuple[str, ...]]:
        """What is said of files below ``.sgm``, and of documents beside all others; with notes."""
        setup = setup_findings(self._records, self._gathering.setup)
        pending = Pending(list(self._briefs.values()), self._gathering.removed, self._again)
        head = self._gathering.head
        near, notes = pending_together(self._records, self._policy, pending, head)
        told = [each for each in (*setup, *near) if each.severity is not Severity.INFO]
        return told, (*self._amending.notes, *notes)

    def _brought(self, staged: Staged) -> _Told:
        """Judge a document that the commit brings in or changes."""
        subject = self._begun(staged)
        lost, stopping = self._losses(staged, subject)
        made = self._amending.amended(staged, subject) if self._amends and not stopping else None
        final = as_amended(subject, made)
        self._briefs[subject.path] = brief_of(final)
        after = self._findings(staged, final)
        before = after if made is None or not after else self._findings(staged, subject)
        plain = (*lost, *_still(before, after))
        if stopping:
            return self._restored(staged, plain, stopping)
        amended = (*lost, *after)
        return _Told(plain, amended, None if any(map(_is_error, after)) else made)

    def _begun(self, staged: Staged) -> Subject:
        """The subject; one that began in a HEAD which is not published may still be completed."""
        subject, record = _subject(staged), staged.entry.record
        if staged.is_new or record is None or not is_incomplete(record):
            return subject
        return replace(subject, is_new=self._keeping.is_new_in_head(staged))

    def _kept(self, staged: Staged) -> _Told:
        """Judge a document of which a merge drops what the other side did."""
        lost, stopping = self._losses(staged, _subject(staged))
        return self._restored(staged, tuple(lost), stopping) if stopping else _Told(lost, lost)

    def _losses(self, staged: Staged, subject: Subject) -> tuple[tuple[Finding, ...], list[Loss]]:
        """What is told of losses, and those that stop the commit: all that weigh anything."""
        case, config = Case(subject, self._policy), self._records.settings.config
        told: list[Finding] = []
        stopping: list[Loss] = []
        for loss in self._keeping.losses(staged):
            (fault,) = placed(case, [loss.fault])
            for finding in apply_policy([finding_of(case.path, fault, case.id)], config):
                if finding.severity is Severity.INFO:
                    continue
                if loss.is_against_head_alone:
                    message = f"{finding.message}; {IS_OPEN}"
                    told.append(replace(finding, severity=Severity.WARNING, message=message))
                else:
                    told.append(stopping_loss(finding))
                    stopping.append(loss)
        return tuple(told), stopping

    def _restored(
        self, staged: Staged, told: tuple[Finding, ...], stopping: Sequence[Loss]
    ) -> _Told:
        """Plan to put back what stops the commit, if the document is no worse then."""
        vocabulary = self._policy.schemas.vocabulary
        made = restoring(staged, stopping, vocabulary) if self._amends else None
        subject = self._begun(staged)
        final = as_amended(subject, made)
        if made is not None and not staged.is_kept:
            errors = filter(_is_error, self._findings(staged, final))
            made = made if {*map(_key, errors)} <= {*map(_key, told)} else None
        document = (final if made is not None else subject).reading.document
        record = {} if document is None else document.record
        line = dropping(staged.entry, stopping, record, by_root=self._has_roots)
        return _Told(told, told, made, line)

    def _findings(self, staged: Staged, subject: Subject) -> list[Finding]:
        """What a document says by itself, and before history; infos left out."""
        found = check_document(subject, self._policy)
        found += self._claims.findings(staged, subject, self._policy)
        return [each for each in found if each.severity is not Severity.INFO]

    def _commands(self) -> Iterator[str]:
        """The lines that lose on purpose; they stage the file where nothing else waits in it."""
        lines = {path: told.command for path, told in self._told.items() if told.command}
        states = self._records.repository.states(sorted(lines)) if lines else {}
        for path in sorted(lines):
            line = lines[path] or ""
            yield line if states[path].changed_in_work_tree else staging(line, path)

    @property
    def _has_roots(self) -> bool:
        """Whether ids may repeat between roots."""
        roots = self._records.settings.config.roots
        return len(roots) > 1 or any("*" in root.path or "?" in root.path for root in roots)

    def _again(self, paths: Collection[str]) -> Iterator[Subject]:
        """Read some of the documents a second time, as they are amended."""
        listed = [each for each in self._gathering.brought if each.path in paths]
        for entry in self._gathering.read(listed):
            told = self._told[entry.path]
            yield as_amended(subject_of(entry), told.amendment)


def _subject(staged: Staged) -> Subject:
    parent = next((each for each in staged.parents if each is not None), None)
    return subject_of(staged.entry, is_new=staged.is_new, before=parent)


def _still(before: Sequence[Finding], after: Sequence[Finding]) -> list[Finding]:
    """What remains to be told after an amendment, at the places that it has before."""
    remaining, known = {*map(_key, after)}, {*map(_key, before)}
    found = [each for each in before if _key(each) in remaining]
    return found + [each for each in after if _key(each) not in known]


def _key(finding: Finding) -> tuple[str, str | None]:
    return finding.code, finding.pointer


def _is_error(finding: Finding) -> bool:
    return finding.severity is Severity.ERROR
