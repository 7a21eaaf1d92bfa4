"""Commit chosen paths with the git command, so that nobody else's work comes along or is lost.

New files are announced with ``git add --intent-to-add`` and then everything is taken from the
work tree by ``git commit --only``. Announced entries hold nothing: a person's plain
``git commit`` in between takes nothing of ours along, and a killed process leaves nothing staged.
``commit --only`` itself changes the index only when it succeeds.
"""

from __future__ import annotations

import os
import re
import tempfile
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.cli_index import intent_to_add, states
from sgm_git.git.cli_refs import head
from sgm_git.git.command import fits_command_line, git_error
from sgm_git.git.guard import refuse_foreign
from sgm_git.git.identity import clean_identity, find_identity, identity_variables
from sgm_git.git.lock import WAIT_SECONDS, backoff, repository_lock
from sgm_git.git.message import message_bytes
from sgm_git.git.protocol import Committed
from sgm_git.git.recovery import recover
from sgm_git.git.run import TimeIsOver

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.errors import SgmError
    from sgm_git.git.base import BaseRepository
    from sgm_git.git.command import Git
    from sgm_git.git.protocol import CommitRequest, Head, PathState
    from sgm_git.git.run import Done

SIGNED_SECONDS = 60.0
"""How long a commit may take where it is signed, for a key may wait for a person for ever."""

UNSIGNED_SECONDS = 600.0
"""How long a commit may take otherwise; the repository's hooks may have much to do."""

_PUT_BACK_SECONDS = 10.0
_HOOK_LINES = 10
_COMMIT = (
    "-c",
    "i18n.commitEncoding=UTF-8",
    "commit",
    "--only",
    "--quiet",
    "--untracked-files=no",
    "--cleanup=verbatim",  # nothing in the message is a comment, a trailer or a space too much
    "--file=-",
    "--pathspec-file-nul",
)
_ANNOUNCE = ("add", "--intent-to-add", "--pathspec-from-file=-", "--pathspec-file-nul")
_IGNORED = ("ls-files", "-z", "--others", "--ignored", "--exclude-standard")
_BUSY = re.compile(
    rb"\.lock': File exists|cannot lock ref '[^\n]*': (?:is at|reference already exists)"
)
_VANISHED = b"error: pathspec '"
_DIED = 128


class _Busy(Exception):
    """Another git is at work; the whole unit must be tried again."""


@dataclass(frozen=True, slots=True)
class _Attempt:
    """All that one commit needs and no retry changes."""

    repository: BaseRepository
    git: Git
    request: CommitRequest
    variables: dict[str, str]
    limit: float
    deadline: float


def commit_paths(repository: BaseRepository, git: Git, request: CommitRequest) -> Committed:
    """Commit exactly these paths on the checked-out branch; see ``protocol.Repository``."""
    with repository_lock(repository.common_dir):
        refuse_foreign(repository.need_work_tree(), request.paths)
        repository.refuse_unfinished()
        recover(repository.git_dir)
        attempt = _prepare(repository, git, request)
        while True:
            try:
                return _try(attempt)
            except _Busy as busy:
                if not backoff(attempt.deadline):
                    raise _still_busy(busy) from None


def _prepare(repository: BaseRepository, git: Git, request: CommitRequest) -> _Attempt:
    settings = repository.settings()
    author = request.author or find_identity("author", settings, os.environ)
    limit = request.time_limit
    if limit is None:
        limit = SIGNED_SECONDS if settings.flag("commit.gpgSign") else UNSIGNED_SECONDS
    variables = identity_variables("AUTHOR", clean_identity(author)) | identity_variables(
        "COMMITTER", find_identity("committer", settings, os.environ)
    )
    if request.when is not None:
        date = f"{request.when} +0000"
        variables |= {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    return _Attempt(repository, git, request, variables, limit, time.monotonic() + WAIT_SECONDS)


def _try(attempt: _Attempt) -> Committed:
    """Announce and commit as one unit; after any failure the index is as it was."""
    states = _states(attempt)
    paths = [path for path, state in states.items() if state.differs_from_head]
    if not paths:
        return Committed(None)
    before = head(attempt.git)
    new = [path for path in paths if states[path].untracked]
    with _put_back_on_failure(attempt, new):
        _announce(attempt.git, new)
        return _commit(attempt, paths, before)


def _states(attempt: _Attempt) -> dict[str, PathState]:
    """Give the states of the paths; raises CannotRun if a conflict is unresolved."""
    found = states(attempt.git, attempt.repository.need_work_tree(), attempt.request.paths)
    for path, state in found.items():
        if state.unmerged:
            raise CannotRun(
                f"{path!r} holds an unresolved conflict", hint="resolve it and `git add` it"
            )
    return found


def _announce(git: Git, new: Sequence[str]) -> None:
    """Let the index know of new files, without their content."""
    if not new:
        return
    done = git.write(*_ANNOUNCE, stdin=_pathspecs(new))
    if not done.status:
        return
    _raise_if_busy(done)
    ignored = list(git.read_paths(*_IGNORED, paths=new))
    if ignored:
        raise Refused(
            f"{os.fsdecode(ignored[0])!r} is ignored by git",
            hint="`git check-ignore -v PATH` says by which rule",
        )
    raise git_error(done.err)


def _commit(attempt: _Attempt, paths: Sequence[str], before: Head) -> Committed:
    with tempfile.TemporaryDirectory(prefix="sgm-") as folder:
        listing = Path(folder, "paths")
        listing.write_bytes(_pathspecs(paths))
        try:
            done = attempt.git.write(
                *_COMMIT,
                f"--pathspec-from-file={listing}",
                stdin=message_bytes(attempt.request.message),
                seconds=attempt.limit,
                variables=attempt.variables,
            )
        except TimeIsOver as error:
            if not _landed(attempt, before):
                raise _too_slow(attempt) from error
            return Committed(_made(attempt, before))
    if not done.status:
        return Committed(_made(attempt, before))
    _raise_if_busy(done)
    if before.oid and _nothing_differs(attempt.git, paths):
        return Committed(None)
    raise _failure(attempt, done)


def _landed(attempt: _Attempt, before: Head) -> bool:
    """Whether the commit was made all the same, and only a later hook took too long."""
    moved = head(attempt.git).oid != before.oid
    return moved and not any(state.differs_from_head for state in _states(attempt).values())


def _made(attempt: _Attempt, before: Head) -> str:
    """Find our commit: a person may have committed just before or after it."""
    since = f"{before.oid}..HEAD" if before.oid else "HEAD"
    said = attempt.git.read("log", "-z", "--reverse", "--encoding=UTF-8", "--format=%H%n%B", since)
    message = message_bytes(attempt.request.message).strip()
    commits = [
        (oid, body.strip()) for oid, _, body in (c.partition(b"\n") for c in said.split(b"\0"))
    ]
    ours = [oid for oid, body in commits if body == message] or [oid for oid, _ in commits]
    if not ours[0]:
        raise CannotRun("the commit was made, but the branch was at once moved away from it")
    return ours[0].decode("ascii")


def _nothing_differs(git: Git, paths: Sequence[str]) -> bool:
    quiet = ("diff", "--quiet", "--no-ext-diff", "--no-textconv", "HEAD")
    return fits_command_line(paths) and git.ask(*quiet, "--", *paths).status == 0


@contextmanager
def _put_back_on_failure(attempt: _Attempt, new: Sequence[str]) -> Iterator[None]:
    """Take announced files out of the index again if anything goes wrong, interrupts included."""
    try:
        yield
    except BaseException:
        deadline = max(attempt.deadline, time.monotonic() + _PUT_BACK_SECONDS)
        while new and not withdraw(attempt.git, new) and backoff(deadline):
            pass
        raise


def withdraw(git: Git, new: Sequence[str]) -> bool:
    """Remove the entries that still only announce a file; a person may have added it since.

    Gives whether it is done; not if another git holds the index.
    """
    announced = intent_to_add(git, new)
    lines = b"".join(b"0 %s\t%s\0" % (b"0" * 40, os.fsencode(path)) for path in announced)
    return not lines or git.write("update-index", "-z", "--index-info", stdin=lines).status == 0


def _raise_if_busy(done: Done) -> None:
    """Raise _Busy if another git was in the way, or took an announced entry along with it."""
    if (done.status == _DIED and _BUSY.search(done.err)) or done.err.startswith(_VANISHED):
        raise _Busy(git_error(done.err).message)


def _failure(attempt: _Attempt, done: Done) -> SgmError:
    """Tell a hook's refusal from git's own."""
    hooks = attempt.repository.installed_hooks(attempt.repository.settings())
    if done.status == _DIED or not hooks:
        return git_error(done.err)
    lines = [line for line in done.err.decode("utf-8", "replace").splitlines() if line.strip()]
    said = "; ".join(lines[-_HOOK_LINES:]) or f"without a word ({', '.join(hooks)})"
    return Refused(f"a hook of this repository refused the commit: {said}")


def _too_slow(attempt: _Attempt) -> CannotRun:
    signing = attempt.repository.settings().flag("commit.gpgSign")
    return CannotRun(
        f"the commit did not end within {attempt.limit:g} s and was given up: "
        + ("signing (commit.gpgSign) or a hook waits" if signing else "a hook takes too long"),
        hint="unlock the signing key and try again" if signing else "try `git commit` by hand",
    )


def _still_busy(busy: _Busy) -> CannotRun:
    return CannotRun(
        f"another git is at work in this repository; waited {WAIT_SECONDS:g} s ({busy})",
        hint="if none is running, a crashed one left its lock file behind: remove it",
    )


def _pathspecs(paths: Sequence[str]) -> bytes:
    return b"".join(b":(top,literal)%s\0" % os.fsencode(path) for path in paths)
