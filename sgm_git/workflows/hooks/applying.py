"""Carries out what a hook has decided: two appliers of one plan, the file's and the index's.

Files come first, then the index in one step. Whoever is killed between the two has at most saved
a file; after any error or signal, files and index are as they were (DESIGN sections 7 and 15).
"""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from sgm_git.document.limits import STANDARD
from sgm_git.errors import CannotRun, Refused, SgmError
from sgm_git.git.interrupts import uninterrupted
from sgm_git.git.staging import Restaged
from sgm_git.store.below import Below
from sgm_git.store.files import FileChange
from sgm_git.store.swap import swapped
from sgm_git.workflows.hooks.carrying import promise
from sgm_git.workflows.hooks.mirroring import is_foreign, mirrored
from sgm_git.workflows.hooks.plan import Applied

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from sgm_git.git.protocol import Repository
    from sgm_git.store.records import Records
    from sgm_git.workflows.hooks.plan import Amendment

_OTHER = "its file holds other edits at the same place"
_GONE = "it has no plain file here"


def apply(
    records: Records,
    amendments: Sequence[Amendment],
    *,
    index: bool,
    settle: Callable[[], None] | None = None,
) -> Applied:
    """Change the files of staged documents as planned and, with ``index``, what is staged.

    A file that holds other edits keeps them: where it says something else at the same place it is
    left as it is, and a note says so. What is restaged in a temporary index is noted for
    post-commit. ``settle`` is called when all is done, and if it raises all is undone. Raises
    CannotRun or Refused with everything as it was: a full disk, a lock that another process holds,
    an index that was changed meanwhile. Needs no lock of ours.
    """
    repository, top = records.repository, records.repository.work_tree
    if not amendments or top is None:
        return Applied()
    changes, left = _file_changes(top, amendments)
    with _said(), swapped(top, repository.git_dir / "sgm", changes) as made:
        if index:
            _restage(repository, amendments, settle)
        elif settle:
            settle()
    left |= {change.path: _OTHER for change in changes if change.path not in made}
    only = "only what is staged was changed" if index else "nothing was changed"
    notes = tuple(f"{path}: {why}; {only}" for path, why in sorted(left.items()))
    return Applied(tuple(made), notes)


def _file_changes(
    top: Path, amendments: Sequence[Amendment]
) -> tuple[list[FileChange], dict[str, str]]:
    """What each file is to become, and why some are left as they are, by path."""
    changes: list[FileChange] = []
    left: dict[str, str] = {}
    with Below(top) as tree:
        for amendment in amendments:
            data = _read(tree, amendment.path)
            after = None if data is None else _after(data, amendment)
            if data is None or after is None:
                left[amendment.path] = _GONE if data is None else _OTHER
            elif after != data:
                changes.append(FileChange(amendment.path, data, after))
    return changes, left


def _after(data: bytes, amendment: Amendment) -> bytes | None:
    """What a file is to become; raises Refused for one that only git can write."""
    after = mirrored(data, amendment)
    if after is None and is_foreign(data):
        raise Refused(
            f"{amendment.path} is staged in UTF-8, but its file is in an encoding in which it"
            " cannot be amended",
            hint="take it out of working-tree-encoding in .gitattributes, and save it in UTF-8",
        )
    return after


def _read(tree: Below, path: str) -> bytes | None:
    try:
        return tree.read(path, STANDARD.document)
    except OSError:
        return None  # gone, a link or a folder: no file of ours to write


def _restage(
    repository: Repository, amendments: Sequence[Amendment], settle: Callable[[], None] | None
) -> None:
    stored = repository.store_blobs([each.after for each in amendments])
    entries = [
        Restaged(each.path, each.blob, blob)
        for each, blob in zip(amendments, stored, strict=True)
        if each.blob != blob
    ]
    if repository.index_in_use() == "temporary":
        promise(repository, entries)
    try:
        repository.restage(entries, settle)
    except SgmError:
        raise
    except BaseException:
        with uninterrupted():
            _take_back(repository, entries)
        raise


def _take_back(repository: Repository, entries: Sequence[Restaged]) -> None:
    """Undo what an interrupt came too late for, when git had said already that all is done."""
    back = [Restaged(each.path, each.new, each.old) for each in entries]
    with suppress(SgmError):
        repository.restage(back)  # refused, and needless, where the index is as it was


@contextmanager
def _said() -> Iterator[None]:
    """Say an error of the disk in our words."""
    try:
        yield
    except OSError as error:
        what = f"cannot write {error.filename}" if error.filename else "cannot write"
        raise CannotRun(
            f"{what}: {error.strerror}", hint="nothing was changed: mend that and commit again"
        ) from error
