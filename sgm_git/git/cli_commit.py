"""Commit chosen paths with the git command, so that nobody else's work comes along or is lost.

`git commit` is not used for it: two of them at once share ``COMMIT_EDITMSG`` and can swap their
messages, a person who is just typing one has it overwritten, and ``--only`` reads the index
before it locks it, so that what is added in between is dropped. So the commit is made of an index
of our own, and ``index.lock`` is held only for the moment in which branch and index are moved.
"""

from __future__ import annotations

import time
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun, Refused
from sgm_git.git.cli_commit_object import SIGNING_SECONDS, people_of, store_commit
from sgm_git.git.cli_hooks import HookRunner
from sgm_git.git.cli_index import EMPTY_TREES, entries_of, ignored
from sgm_git.git.cli_install import Made, Moved, install
from sgm_git.git.cli_refs import head_with_tree
from sgm_git.git.cli_tree import NextIndex
from sgm_git.git.guard import refuse_foreign
from sgm_git.git.held import held
from sgm_git.git.lock import WAIT_SECONDS, backoff, lock_descriptors, repository_lock
from sgm_git.git.message import message_bytes
from sgm_git.git.place import index_path
from sgm_git.git.protocol import Committed
from sgm_git.git.recovery import clear_scratch, index_lock, scratch_files
from sgm_git.git.sharing import make_folders

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sgm_git.git.base import BaseRepository
    from sgm_git.git.command import Git
    from sgm_git.git.protocol import CommitRequest, Head
    from sgm_git.git.settings import Settings

HOOK_SECONDS = 600.0
"""How long one hook may take; the repository's hooks may have much to do."""

JUDGED = "SGM_JUDGED"
"""The variable that tells a hook of ours which tree the writer of this commit has judged."""


@dataclass(frozen=True, slots=True)
class _Job:
    """All that one commit needs and no retry changes."""

    repository: BaseRepository
    git: Git
    request: CommitRequest
    settings: Settings
    people: dict[str, str]
    begun: float

    def limit(self, default: float) -> float:
        """Give the seconds that a step may take: its own, or what is left of the request's."""
        whole = self.request.time_limit
        return default if whole is None else max(0.05, self.begun + whole - time.monotonic())


def commit_paths(repository: BaseRepository, git: Git, request: CommitRequest) -> Committed:
    """Commit exactly these paths on the checked-out branch; see ``protocol.Repository``."""
    with repository_lock(repository.common_dir):
        refuse_foreign(repository.need_work_tree(), request.paths)
        repository.refuse_unfinished()
        repository.recover()
        job = _job(repository, git, request)
        return Committed(_until_it_stands(job) if request.paths else None)


def _job(repository: BaseRepository, git: Git, request: CommitRequest) -> _Job:
    settings = repository.settings()
    people = people_of(request, settings)
    return _Job(repository, git, request, settings, people, time.monotonic())


def _until_it_stands(job: _Job) -> str | None:
    """Try with the index unlocked, so that nobody waits for hooks; from then on locked."""
    lock_early = False
    while True:
        try:
            return _commit(job, lock_early=lock_early)
        except Moved as moved:
            if lock_early and not backoff(job.begun + WAIT_SECONDS):
                raise CannotRun(
                    f"another git is at work here; waited {WAIT_SECONDS:g} s ({moved})",
                    hint="if none is running, a crashed one left its lock file behind: remove it",
                ) from None
            lock_early = True


def _commit(job: _Job, *, lock_early: bool) -> str | None:
    """Make the commit and give its id; None if HEAD holds all this already."""
    git_dir = job.repository.git_dir
    with _scratch(git_dir), ExitStack() as stack:
        lock = index_lock(git_dir, index_path(git_dir, job.git.own))
        if lock_early:
            stack.enter_context(held(lock, time.monotonic() + WAIT_SECONDS))
        made = _make(job, lock.target)
        if made is None:
            return None
        if not lock_early:
            stack.enter_context(held(lock, time.monotonic() + WAIT_SECONDS))
        install(job.git, made, lock, git_dir, lock_descriptors(job.repository.common_dir))
    _afterwards(job)
    return made.oid


def _make(job: _Job, real_index: Path) -> Made | None:
    """Make the commit object, of which no branch knows yet; None if there is nothing to commit."""
    _refuse(job)
    git, paths, message = job.git, job.request.paths, message_bytes(job.request.message)
    index_file, message_file = scratch_files(job.repository.git_dir)
    parent, before = head_with_tree(git)
    index = NextIndex(git, index_file)
    index.fill(real_index, parent, paths)
    if job.request.expected:
        job.request.refuse_other({each.path: each.oid for each in index.entries(paths)})
    tree = index.write_tree()
    if tree == before or (before is None and tree in EMPTY_TREES.values()):
        return None
    hooks = _hooks(job, index_file, tree)
    if hooks.run("pre-commit", seconds=job.limit(HOOK_SECONDS)):
        tree = index.write_tree()
    message = hooks.edit(message_file, message, seconds=job.limit(HOOK_SECONDS))
    oid = _store(job, tree, parent, message)
    ref = job.repository.ref_file(parent)
    return Made(oid, parent, ref, message, paths, tuple(index.entries(paths)))


def _refuse(job: _Job) -> None:
    """Raise CannotRun for unresolved conflicts and Refused for ignored paths."""
    paths = job.request.paths
    entries = entries_of(job.git, paths)
    for entry in entries:
        if entry.stage:
            raise CannotRun(
                f"{entry.path!r} holds an unresolved conflict", hint="resolve it and `git add` it"
            )
    known = {entry.path for entry in entries}
    for path in ignored(job.git, [path for path in paths if path not in known]):
        raise Refused(
            f"{path!r} is ignored by git", hint="`git check-ignore -v PATH` says by which rule"
        )


def _hooks(job: _Job, index: Path, tree: str) -> HookRunner:
    """Give the hooks of a commit of the index; ours need not judge the tree that we judged."""
    installed = job.repository.installed_hooks(job.settings)
    variables = {"GIT_INDEX_FILE": str(index), JUDGED: tree}
    return HookRunner(job.git, installed, job.people | variables)


def _store(job: _Job, tree: str, parent: Head, message: bytes) -> str:
    """Make the commit object, signed where the configuration asks for it, and give its id."""
    content, signs = (tree, parent.oid, message), job.settings.flag("commit.gpgSign")
    limit = job.limit(SIGNING_SECONDS)
    return store_commit(job.git, content, job.people, signs=signs, limit=limit)


def _afterwards(job: _Job) -> None:
    """Do what git does after a commit that stands; nothing of it can undo the commit."""
    installed = job.repository.installed_hooks(job.settings)
    with suppress(CannotRun, Refused):
        HookRunner(job.git, installed, job.people).run(
            "post-commit", seconds=job.limit(HOOK_SECONDS)
        )
    if job.settings.flag("maintenance.auto", default=True) and _many_loose_objects(job):
        job.git.write("maintenance", "run", "--auto", "--quiet")


def _many_loose_objects(job: _Job) -> bool:
    """Whether git would find it worth while to pack; estimated from one folder, as git does."""
    limit = job.settings.get("gc.auto") or "6700"
    folder = job.repository.common_dir / "objects" / "17"
    found = len(list(folder.iterdir())) if folder.is_dir() else 0
    return limit.isdigit() and 0 < int(limit) < found * 256


@contextmanager
def _scratch(git_dir: Path) -> Iterator[None]:
    """Let index and message file of a commit in the making be gone afterwards."""
    make_folders(scratch_files(git_dir)[0].parent)
    try:
        yield
    finally:
        clear_scratch(git_dir)
