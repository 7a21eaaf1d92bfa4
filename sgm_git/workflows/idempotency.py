"""A call that is repeated under the same key is done once, and answered as it was the first time.

What a call came to is kept in the derived folder of the repository, a file for each key, for a week
and for the last thousand keys. Before a write is made a note of its plan is kept there: whoever
asks again after a crash looks whether that very plan has landed, in a commit since or in the files,
and only otherwise makes it. No commit has to carry the key for that.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.errors import CannotRun, Refused, UsageError
from sgm_git.git.lock import repository_lock
from sgm_git.record.value import canonical, dumps, loads
from sgm_git.store.below import Below
from sgm_git.store.files import write_temporary
from sgm_git.store.scan import blob_of
from sgm_git.store.writing import Writer
from sgm_git.workflows.proposal_branch import PROPOSALS

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from pathlib import Path

    from sgm_git.record.value import JsonObject, JsonValue
    from sgm_git.store.records import Records
    from sgm_git.store.transaction import Transaction

KEYS, SECONDS = 1_000, 7 * 86_400
"""How many keys are remembered, and for how long."""

_LONGEST_KEY = 256
_LARGEST = 256 * 1024  # bytes of what is remembered of one call
_COMMITS = 2_000  # that are looked at for a plan
_BRANCHES = "refs/heads/"
_FEW = 500


@dataclass
class Once:
    """One call under a key. ``result`` is there if it was done before: then do nothing.

    Else call ``planned`` at the end of the transaction's block, and ``done`` after the block.
    """

    result: JsonObject | None = None
    _plan: Callable[[JsonObject], None] = field(default=lambda _: None, repr=False)
    _records: Records | None = field(default=None, repr=False)

    def planned(self, transaction: Transaction, answer: JsonObject) -> None:
        """Keep what is about to be written, and the answer as far as it is known before that."""
        if self._records is None:
            return
        stored = transaction.drafts.blob_of
        changes: JsonObject = {
            change.path: None if change.after is None else stored(change.path, change.after)
            for change in transaction.drafts.changes()
        }
        tips: list[JsonValue] = [*sorted(_tips(self._records))]
        self._plan({"changes": changes, "tips": tips, "answer": answer})

    def done(self, answer: JsonObject) -> JsonObject:
        """Take the whole answer, which is remembered when the block ends; give it back."""
        self.result = answer
        return answer


class Idempotency:
    """What the calls of agents in one repository came to, by their keys."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._folder = records.repository.common_dir / "sgm" / "keys"

    @contextmanager
    def once(self, key: str | None, arguments: JsonObject, *, agent: str = "") -> Iterator[Once]:
        """Hold a block that is one call; ``agent`` has its keys for itself. None: no key.

        The repository's lock is held meanwhile: of two processes with one key the second one gets
        what the first one's call came to. A call that fails is not remembered. Raises Refused where
        the key was used with other arguments, UsageError for a key that is none.
        """
        if key is None:
            yield Once()
            return
        if not key or len(key) > _LONGEST_KEY:
            raise UsageError(f"an idempotency key has 1 to {_LONGEST_KEY} characters")
        file = self._folder / f"{_hash(agent, key)}.json"
        asked = _hash(canonical(arguments))
        with repository_lock(self._records.repository.common_dir):
            told = self._told(file, asked)
            if told is not None:
                yield Once(told)
                return
            once = Once(
                None, lambda plan: self._keep(file, {"asked": asked, "plan": plan}), self._records
            )
            try:
                yield once
            except Exception:  # an answer of ours; who is killed leaves the note
                if self._told(file, asked) is None:
                    file.unlink(missing_ok=True)
                raise
            if once.result is not None:
                self._keep(file, {"asked": asked, "answer": once.result})
                self._forget_old()

    def _told(self, file: Path, asked: str) -> JsonObject | None:
        """What the call came to; None where it was not made, or nobody can tell."""
        kept = self._read(file)
        if kept is None:
            return None
        if kept.get("asked") != asked:
            raise Refused(
                "this idempotency key was used for another call",
                hint="a key stands for one call with all its arguments: take a new one",
            )
        answer, plan = kept.get("answer"), kept.get("plan")
        if isinstance(answer, dict):
            return answer
        landed = _landed(self._records, plan) if isinstance(plan, dict) else None
        if landed is not None:
            self._keep(file, {"asked": asked, "answer": landed})
        return landed

    def _read(self, file: Path) -> JsonObject | None:
        try:
            if self._now() - file.stat().st_mtime > SECONDS:
                return None
            kept = loads(file.read_bytes())
        except (OSError, ValueError):
            return None
        return kept if isinstance(kept, dict) and isinstance(kept.get("asked"), str) else None

    def _keep(self, file: Path, told: JsonObject) -> None:
        """Keep it, whole or not at all; what is too large or cannot be written is not kept."""
        data = dumps(told).encode("utf-8", "surrogatepass")
        if len(data) > _LARGEST:
            return
        with suppress(OSError):
            fresh = write_temporary(file, secrets.token_hex(4), data, durable=True)
            fresh.chmod(0o600)
            os.utime(fresh, (self._now(), self._now()))
            fresh.replace(file)

    def _forget_old(self) -> None:
        with suppress(OSError):
            found = sorted((each.stat().st_mtime, each) for each in self._folder.iterdir())
            oldest = self._now() - SECONDS
            kept = [each for each in found[-KEYS:] if each[0] >= oldest]
            for _, file in found[: len(found) - len(kept)]:
                file.unlink(missing_ok=True)

    def _now(self) -> int:
        return self._records.now()


def _hash(*words: str) -> str:
    told = "\0".join(words).encode("utf-8", "surrogatepass")
    return hashlib.sha256(told).hexdigest()


def _tips(records: Records) -> set[str]:
    """The commits that HEAD and the branches are at; of very many branches, those of proposals."""
    head = records.repository.head().oid
    refs = records.repository.refs(_BRANCHES)
    few = len(refs) <= _FEW
    found = {at.oid for ref, at in refs.items() if few or ref.startswith(PROPOSALS)}
    return found | ({head} if head else set())


def _landed(records: Records, plan: JsonObject) -> JsonObject | None:
    """The answer of a call that died, if its plan stands in a commit since or in the files."""
    Writer(records).recover()
    changes, tips, answer = (plan.get(name) for name in ("changes", "tips", "answer"))
    if not (isinstance(changes, dict) and isinstance(tips, list) and isinstance(answer, dict)):
        return None
    if not changes:
        return answer
    known = {tip for tip in tips if isinstance(tip, str)}
    oid = _commit_with(records, changes, known)
    if oid is not None:
        return answer | {"commit": oid} | _branch_at(records, oid)
    return answer | {"commit": None} if _lies_there(records, changes) else None


def _branch_at(records: Records, oid: str) -> JsonObject:
    """The branch that a proposal went to, if it is still at that commit."""
    repository = records.repository
    here = repository.head().ref
    refs = repository.refs(_BRANCHES)
    found = [ref for ref, at in refs.items() if at.oid == oid and ref != here]
    on_head = refs[here].oid if here in refs else None
    return {} if not found or on_head == oid else {"branch": found[0].removeprefix(_BRANCHES)}


def _commit_with(records: Records, changes: JsonObject, known: Collection[str]) -> str | None:
    """The oldest commit since that has exactly these blobs at these paths."""
    repository = records.repository
    try:
        since = repository.commits_beyond(_tips(records), known)
    except CannotRun:  # what was known is gone, as after a rewritten history
        return None
    paths = list(changes)
    for oid in islice(reversed(since), _COMMITS):
        blobs = repository.blob_ids([(oid, path) for path in paths])
        if blobs == [changes[path] for path in paths]:
            return oid
    return None


def _lies_there(records: Records, changes: JsonObject) -> bool:
    """Whether the files are as planned: of a write that was not to be committed."""
    repository = records.repository
    if repository.work_tree is None:
        return False
    with Below(repository.work_tree) as tree:
        return all(_blob_at(records, tree, path) == blob for path, blob in changes.items())


def _blob_at(records: Records, tree: Below, path: str) -> str | None:
    try:
        return blob_of(records.repository, path, tree.read(path, STANDARD.document))
    except OSError:
        return None
