"""Writing records: every write is judged, made and committed as one (DESIGN section 7)."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.errors import CannotRun, Refused
from sgm_git.git.lock import repository_lock
from sgm_git.git.protocol import CommitRequest
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.store.announcing import announced, to_announce
from sgm_git.store.below import Below
from sgm_git.store.consents import consents_to_come, note_said
from sgm_git.store.files import refuse_link
from sgm_git.store.journal import Journal
from sgm_git.store.planning import Ground, begun, message_of
from sgm_git.store.transaction import WriteResult
from sgm_git.store.unfinished import ways_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.git.protocol import Committed
    from sgm_git.record.provenance import Actor
    from sgm_git.store.drafts import Drafts
    from sgm_git.store.files import FileChange
    from sgm_git.store.records import Records
    from sgm_git.store.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Writing:
    """How a transaction is kept.

    ``commit`` None follows the store's policy; ``with_edits`` takes uncommitted edits of the same
    files along; ``subject`` replaces the message's first line; ``home`` is the folder, relative
    to the top, that a new record's root is chosen by; ``dry_run`` plans and judges only.
    """

    commit: bool | None = None
    with_edits: bool = False
    subject: str | None = None
    home: str = ""
    dry_run: bool = False


class Writer:
    """Writes the records of one repository; see ``Records.transaction``."""

    def __init__(self, records: Records) -> None:
        self._records = records

    @contextmanager
    def transaction(self, actor: Actor, writing: Writing | None = None) -> Iterator[Transaction]:
        """Hold the store's lock for a block of writes; judge, make and commit them at its end.

        After an exception, in the block or at its end, every file, the index and HEAD are as
        they were. Raises CannotRun where the lock is held, an operation of git is unfinished or
        git cannot commit; Refused where the writes may not be made.
        """
        how = writing or Writing()
        with repository_lock(self._records.repository.common_dir):
            journal, undone = self._recovered_journal()
            self._refuse_unfinished()
            ground, now = Ground.of_work_tree(self._records), self._records.now()
            transaction = begun(self._records.settings, ground, actor, now, how.home)
            yield transaction
            transaction.result = self._finish(transaction.drafts, actor, how, journal)
            if not how.dry_run:
                self._records.settings = transaction.settings
            if undone:
                notes = (f"undid a write that had died: {', '.join(sorted(undone))}",)
                transaction.result = transaction.result.noting(*notes)

    def write_files(self, changes: Sequence[FileChange]) -> list[str]:
        """Change files of the work tree as one, under the lock, without a commit.

        For mending what is there: nothing is judged. Gives the files that the index announces now,
        since others went for them. Raises CannotRun as a transaction does, Refused where a file
        is no longer what the change was made for; then every file is as it was.
        """
        with repository_lock(self._records.repository.common_dir):
            journal, _ = self._recovered_journal()
            self._refuse_unfinished()
            self._refuse_unfit(changes, commits=False, with_edits=True)
            coming = to_announce(self._records.repository, changes)
            self._write(journal, changes)
            try:
                new = self._records.repository.announce(coming)
            except BaseException:
                journal.roll_back()
                raise
            journal.close()
            return new

    def recover(self) -> list[str]:
        """Undo a write that had died; give the paths that were put back.

        Raises CannotRun where the lock is held.
        """
        with repository_lock(self._records.repository.common_dir):
            return self._recovered_journal()[1]

    def _finish(self, drafts: Drafts, actor: Actor, how: Writing, journal: Journal) -> WriteResult:
        findings = drafts.judge()
        changes = drafts.changes()
        commits = self._commits(actor, how)
        if not changes or how.dry_run:
            notes = () if how.dry_run else self._consented_alone(drafts, commits=commits)
            return WriteResult(None, drafts.written(), findings, tuple(notes))
        self._refuse_unfit(changes, commits=commits, with_edits=how.with_edits)
        stood = self._records.repository.head().oid
        coming = [] if commits else to_announce(self._records.repository, changes)
        self._write(journal, changes)
        try:
            committed = self._commit(drafts, changes, actor, how) if commits else None
            new = self._records.repository.announce(coming)
        except BaseException:
            self._settle(journal, changes, stood)
            raise
        journal.close()
        oid = None if committed is None else committed.oid
        result = WriteResult(oid, drafts.written(), findings)
        if not commits:
            return result.noting(*announced(new), *self._consents_to_come(drafts))
        if committed is not None and committed.hooks_skipped:
            skipped = ", ".join(committed.hooks_skipped)
            return result.noting(f"hooks that only git runs were not run: {skipped}")
        return result

    def _consents_to_come(self, drafts: Drafts) -> list[str]:
        return consents_to_come(
            self._records.repository,
            drafts.consents,
            self._records.committed,
            self._records.has,
        )

    def _consented_alone(self, drafts: Drafts, *, commits: bool) -> Iterator[str]:
        """Keep consent to what files have lost already; give what to say of it."""
        if not drafts.consents:
            return
        if commits:
            yield "the edit is not committed yet: with --no-commit your consent waits for that"
            return
        yield "your consent waits for the commit"
        yield from self._consents_to_come(drafts)

    def _settle(self, journal: Journal, changes: Sequence[FileChange], stood: str | None) -> None:
        """After a failure: keep the files if the commit stands all the same, else undo them.

        Only git can tell: an interrupt or a late hook may come when the branch has moved already
        from where it ``stood``. Where even asking fails, the journal stays and the next writer
        settles it.
        """
        self._records.repository.recover()
        has_moved = self._records.repository.head().oid != stood
        if has_moved and len(self._landed([change.path for change in changes])) == len(changes):
            journal.close()
        else:
            journal.roll_back()

    def _recovered_journal(self) -> tuple[Journal, list[str]]:
        """The journal, and the paths of a write that had died and is undone now."""
        journal = Journal(self._records.repository.git_dir / "sgm" / "journal", self._records.top())
        self._records.repository.recover()
        return journal, journal.recover(self._landed)

    def _landed(self, paths: Sequence[str]) -> set[str]:
        states = self._records.repository.states(paths)
        return {path for path, state in states.items() if not state.differs_from_head}

    def _refuse_unfinished(self) -> None:
        under_way = self._records.repository.unfinished()
        if under_way is not None:
            raise CannotRun(f"a {under_way} is not finished", hint=ways_out(under_way))

    def _commits(self, actor: Actor, how: Writing) -> bool:
        if how.commit is not None:
            return how.commit
        policy = self._records.settings.config.store.commit
        if policy == "agents":
            return actor.agent != self._records.repository.identity().name
        return policy == "always"

    def _refuse_unfit(
        self, changes: Sequence[FileChange], *, commits: bool, with_edits: bool
    ) -> None:
        """Refuse what would go through a link, over a file, or along with undone work."""
        for change in changes:
            refuse_link(self._records.top() / change.path, self._records.top())
            if change.before is None and self._records.has(change.path):
                raise Refused(
                    f"{change.path} is there already",
                    hint="nothing is written over it",
                )
        for path in self._records.repository.ignored([c.path for c in changes if c.before is None]):
            raise Refused(
                f"{path} is ignored by git, which would hide the record",
                hint="git check-ignore -v PATH says by which rule",
            )
        self._refuse_overlooked([change.path for change in changes])
        if commits:
            self._records.repository.identity()
            self._refuse_undone([change.path for change in changes], with_edits=with_edits)

    def _refuse_overlooked(self, paths: Sequence[str]) -> None:
        """Refuse what git was told not to look at: it would be lost or overwritten unseen."""
        for path, state in self._records.repository.states(paths).items():
            if state.overlooked:
                raise Refused(
                    f"git does not look at {path} here (sparse checkout, or assumed unchanged)",
                    hint="git sparse-checkout disable, or git update-index --no-assume-unchanged",
                )

    def _refuse_undone(self, paths: Sequence[str], *, with_edits: bool) -> None:
        for path, state in self._records.repository.states(paths).items():
            if state.unmerged:
                raise CannotRun(f"{path} holds an unresolved conflict", hint="resolve it first")
            is_ours_alone = path == CONFIG_PATH and state.head is None
            if state.differs_from_head and not (with_edits or is_ours_alone):
                raise Refused(
                    f"{path} has edits that are not committed",
                    hint="commit them first, or take them along: --with-edits",
                )

    def _write(self, journal: Journal, changes: Sequence[FileChange]) -> None:
        """Make all changes or none; refuse where a file is not what its change was planned for."""
        with Below(self._records.top()) as tree:
            for change in changes:
                if _bytes_at(tree, change.path) != change.before:
                    raise Refused(f"{change.path} has changed meanwhile", hint="run it again")
        try:
            journal.apply(changes)
        except OSError as error:
            what = f"cannot write {error.filename}" if error.filename else "cannot write"
            raise CannotRun(f"{what}: {error.strerror}") from error

    def _commit(
        self, drafts: Drafts, changes: Sequence[FileChange], actor: Actor, how: Writing
    ) -> Committed:
        author = self._records.repository.identity().name
        message = message_of(drafts, actor, author, how.subject)
        paths = tuple(change.path for change in changes)
        if drafts.consents:
            note_said(self._records.repository)
        return self._records.repository.commit_paths(CommitRequest(paths, message))


def _bytes_at(tree: Below, path: str) -> bytes | None:
    """The bytes of a file that is to change, None where there is none to be changed by us."""
    try:
        return tree.read(path, STANDARD.document)
    except OSError:
        return None
