"""What the doctor says of readers: what counts as reviewed, and whether what was read is kept."""

from __future__ import annotations

from contextlib import closing
from shlex import quote
from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.errors import SgmError
from sgm_git.store.index.database import FAILURES, connect, is_lasting
from sgm_git.store.index.shelf_words import is_able
from sgm_git.witness.review import Side
from sgm_git.workflows.diagnosis import Diagnosis
from sgm_git.workflows.reading.sides import TRUST_KEY, side_config, side_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.protocol import Repository
    from sgm_git.policy.config import Config
    from sgm_git.workflows.reading.sides import TrustedSide

_TRACKED = "refs/remotes/"
_MAIN = ("main", "master")


def diagnose_reading(repository: Repository, here: Config) -> Iterator[Diagnosis]:
    """What a work tree's readers go by; ``here`` is the configuration that is checked out."""
    yield from _trusted(repository, here)
    yield from _index(repository)


def _trusted(repository: Repository, here: Config) -> Iterator[Diagnosis]:
    try:
        head = repository.head().oid
        side = side_of(repository, head)
        notes = side_config(repository, side, here)[1] if side.oid != head else ()
    except SgmError as error:
        yield Diagnosis("problem", error.message, error.hint)
        return
    yield _side(repository, side)
    yield from (Diagnosis("warning", note, "mend it there, or name another ref") for note in notes)


def _side(repository: Repository, side: TrustedSide) -> Diagnosis:
    if side.lost is not None:
        is_set_up = len(side.trail) > 1
        hint = side.lost.way_out if is_set_up else _way_out(repository)
        return Diagnosis("warning", f"no rule binds: {side.lost.why}", hint)
    if side.kind is Side.NO_REMOTE or side.oid is None:
        return Diagnosis("ok", "no remote: a rule binds once it is committed, reviewed or not")
    name = side.trail[-1][0].removeprefix(_TRACKED)
    return Diagnosis("ok", f"what {name} has counts as reviewed ({short(side.oid)})")


def _way_out(repository: Repository) -> str:
    """What makes a branch count: of those that are here, the one that most likely should."""
    refs = [name.removeprefix(_TRACKED) for name in repository.refs(_TRACKED)]
    branches = [name for name in refs if not name.endswith("/HEAD")]
    if not branches:
        return "git fetch; or git push, where the remote has nothing yet"
    branch = min(branches, key=_likely)
    remotes = {name.partition("/")[0] for name in branches}
    remote = "origin" if "origin" in remotes else min(remotes)
    if remote != "origin" and len(remotes) > 1:
        return _setting(quote(branch))
    return f"git remote set-head {quote(remote)} --auto, or {_setting(quote(branch))}"


def _likely(branch: str) -> tuple[bool, bool, str]:
    remote, _, name = branch.partition("/")
    return remote != "origin", name not in _MAIN, branch


def _setting(name: str) -> str:
    return f"git config {TRUST_KEY} {name}"


def _index(repository: Repository) -> Iterator[Diagnosis]:
    """Whether it is there and can be written to; it is made where it is not."""
    folder = repository.common_dir / "sgm"
    try:
        with closing(connect(repository.common_dir)) as connection:
            connection.execute("BEGIN IMMEDIATE")
            connection.rollback()
            is_kept, can_search, why = is_lasting(connection), is_able(connection), ""
    except FAILURES as error:
        is_kept, can_search, why = False, True, f" ({error})"
    if is_kept:
        yield Diagnosis("ok", f"what was read is kept in {folder}")
    else:
        what = f"what was read cannot be kept in {folder}: each time all is read{why}"
        yield Diagnosis("warning", what, "see who may write there, and that the disk is not full")
    if not can_search:
        hint = "use a Python whose SQLite has FTS5"
        yield Diagnosis("warning", "this SQLite cannot search: sgm search does not work", hint)
