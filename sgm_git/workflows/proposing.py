"""Propose: the writes of a transaction on a branch of their own, for a person to merge (DESIGN 11).

The plan is that of any write and is judged as any is; what applies it makes a commit on a branch
that nobody has checked out. Nothing of HEAD, index and work tree changes.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import NoSuchRecord, Refused
from sgm_git.git.branching import BranchCommit, RefMoved
from sgm_git.git.lock import repository_lock
from sgm_git.store.planning import Ground, begun, message_of
from sgm_git.store.settings_at import settings_at
from sgm_git.workflows.proposal_branch import chosen_line, named_after, remote_of
from sgm_git.workflows.proposed import findings_of, proposed_before, together
from sgm_git.workflows.pull_request import PullRequest, inert, pull_request

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sgm_git.findings import Finding
    from sgm_git.git.protocol import Repository
    from sgm_git.record.provenance import Actor
    from sgm_git.store.drafts import Drafts, Written
    from sgm_git.store.files import FileChange
    from sgm_git.store.records import Records
    from sgm_git.store.transaction import Transaction
    from sgm_git.workflows.proposal_branch import Line

_TRIES = 5  # somebody's own git may move the branch while we plan on it
_BELOW = "refs/heads/"


@dataclass(frozen=True, slots=True)
class Proposal:
    """What was proposed.

    ``branch`` is the branch's name without ``refs/heads/``, ``commit`` its new commit: None, and
    the branch empty, where the records are such already. ``base`` is the name of the branch that
    it asks to be merged into. ``push`` is the command that brings it to the remote, empty without
    one.
    """

    branch: str
    commit: str | None
    base: str
    written: tuple[Written, ...]
    findings: tuple[Finding, ...]
    pull_request: PullRequest
    push: str
    notes: tuple[str, ...] = ()


def propose(
    records: Records,
    actor: Actor,
    work: Callable[[Transaction], object],
    *,
    branch: str | None = None,
    title: str | None = None,
) -> Proposal:
    """Do the writes of ``work`` on top of the trusted state, and commit them to a branch.

    ``branch`` names it; one that is there goes on. Without a name it is ``sgm/AGENT/WHAT-DIGITS``,
    or the one that the actor's session has begun, until that is merged. ``title`` is the first line
    of the commit, and of the request where the branch holds nothing else. ``work`` may be called
    again where somebody moves the branch meanwhile. Raises Refused where the writes may not be
    made or the branch is checked out, UsageError for what is no name of a branch, and CannotRun
    where there is no commit yet, the lock is held or git cannot commit; then nothing has changed.
    """
    wish = _Wish(records, actor, work, branch, None if title is None else inert(title))
    with repository_lock(records.repository.common_dir):
        for _ in range(_TRIES - 1):
            try:
                return _proposed(wish)
            except RefMoved:
                continue
        return _proposed(wish)


@dataclass(frozen=True, slots=True)
class _Wish:
    """What was asked for."""

    records: Records
    actor: Actor
    work: Callable[[Transaction], object]
    branch: str | None
    title: str | None


def _proposed(wish: _Wish) -> Proposal:
    records, repository = wish.records, wish.records.repository
    line = chosen_line(repository, wish.actor, wish.branch)
    settings = settings_at(repository, line.trusted, line.start)
    ground = Ground.of_commit(repository, settings, line.start)
    transaction = begun(settings, ground, wish.actor, records.now())
    _do(wish.work, transaction, line)
    drafts = transaction.drafts
    findings, written, changes = drafts.judge(), drafts.written(), drafts.changes()
    asked = _request(wish, line, transaction, findings)
    if not changes:
        return Proposal("", None, line.base, written, findings, asked, "")
    _refuse_ignored(repository, changes)
    ref = line.ref or named_after(repository, wish.actor, line, written)
    made = repository.commit_on_ref(_commit(wish, drafts, changes, line, ref))
    skipped = ", ".join(made.hooks_skipped)
    notes = (f"hooks not run: {skipped}",) if skipped else ()
    name = ref.removeprefix(_BELOW)
    push = _push(repository, line.base, name)
    return Proposal(name, made.oid, line.base, written, findings, asked, push, notes)


def _request(
    wish: _Wish, line: Line, transaction: Transaction, findings: Sequence[Finding]
) -> PullRequest:
    """Ask for all that the branch holds to be merged, as it will be after this write."""
    drafts, catalog, roots = transaction.drafts, transaction.catalog, transaction.settings.roots
    before = proposed_before(wish.records.repository, roots, line.trusted, line.start)
    whole, title = drafts.written(), wish.title
    if before:
        whole, title = together(before, whole, catalog), None
        findings = findings_of(whole, catalog, drafts.policy)
    return pull_request(whole, catalog, wish.actor, findings=findings, title=title)


def _do(work: Callable[[Transaction], object], transaction: Transaction, line: Line) -> None:
    try:
        work(transaction)
    except NoSuchRecord as error:
        raise NoSuchRecord(f"at {line.base} {error.message}", hint=error.hint) from None


def _commit(
    wish: _Wish, drafts: Drafts, changes: Sequence[FileChange], line: Line, ref: str
) -> BranchCommit:
    author = wish.records.repository.identity().name
    message = message_of(drafts, wish.actor, author, wish.title)
    files = {change.path: change.after for change in changes}
    return BranchCommit(ref, line.start, files, message, line.expected)


def _refuse_ignored(repository: Repository, changes: Sequence[FileChange]) -> None:
    new = [change.path for change in changes if change.before is None]
    for path in repository.ignored(new) if repository.work_tree is not None else ():
        raise Refused(
            f"{path} is ignored by git, which would hide the record",
            hint="git check-ignore -v PATH says by which rule",
        )


def _push(repository: Repository, base: str, name: str) -> str:
    if not repository.has_remote():
        return ""
    remotes = {ref.split("/")[2] for ref in repository.refs("refs/remotes/")}
    return f"git push -u {shlex.quote(remote_of(base, remotes))} {shlex.quote(name)}"
