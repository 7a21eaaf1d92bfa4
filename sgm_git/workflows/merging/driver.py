"""What git's merge driver does with one file that both sides changed (DESIGN section 9)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sgm_git.document.merging import Marks, merge_documents
from sgm_git.document.read import read
from sgm_git.git.merge_file import Labels, conflict_style, git_of_driver, merge_text_files
from sgm_git.record import fields

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.document.merging import MergedDocument
    from sgm_git.record.merge import Conflict

    _Sides = tuple[bytes, bytes, bytes]

_LABELS = Labels()
_WITH_BASE = ("diff3", "zdiff3")
_BESIDE = ".sgm"


@dataclass(frozen=True, slots=True)
class Asked:
    """What git asks for: three files, the length of markers, and whose file it is that is merged.

    The merged file is to stand in ``ours``. An empty ``base``: both sides have added it.
    """

    base: Path
    ours: Path
    theirs: Path
    size: int
    path: str


@dataclass(frozen=True, slots=True)
class Driven:
    """How a file was merged: what is left for a person to settle in it.

    ``texts``: it is no record on one side, so git has merged its text, with so many conflicts;
    None of a record. ``record_id`` is known where there are conflicts, if the record has an id.
    """

    conflicts: tuple[Conflict, ...] = ()
    texts: int | None = None
    record_id: str | None = None

    @property
    def is_clean(self) -> bool:
        """Whether nothing is left."""
        return not (self.conflicts or self.texts)


def drive(asked: Asked) -> Driven:
    """Merge the file and write what comes of it over ``ours``; nothing else is written.

    Records are merged field by field, what is none on one side as git merges any text. Raises
    OSError and CannotRun, with ``ours`` as it was, where files cannot be read or written or git
    cannot be asked.
    """
    sides = asked.base.read_bytes(), asked.ours.read_bytes(), asked.theirs.read_bytes()
    _, ours, _ = sides
    marks = Marks(size=asked.size, ours=_LABELS.ours, theirs=_LABELS.theirs)
    merged = merge_documents(*sides, marks)
    if merged is None:
        return _merge_texts(asked, sides)
    if not merged.conflicts:
        _write(asked.ours, ours, merged.data)
        return Driven()
    _write(asked.ours, ours, _in_style(merged, sides, marks).data)
    return Driven(merged.conflicts, record_id=_id_of(ours))


def _in_style(merged: MergedDocument, sides: _Sides, marks: Marks) -> MergedDocument:
    """The merged file with the base between its markers, too, where that is configured."""
    if conflict_style(git_of_driver()) not in _WITH_BASE:
        return merged
    return merge_documents(*sides, replace(marks, base=_LABELS.base)) or merged


def _merge_texts(asked: Asked, sides: _Sides) -> Driven:
    """Merge what is no record; what is no text to git either stays ours, and is a conflict."""
    _, ours, _ = sides
    merged = merge_text_files(git_of_driver(), *sides, labels=_LABELS, size=asked.size)
    if merged is None:
        return Driven(texts=1)
    _write(asked.ours, ours, merged.data)
    return Driven(texts=merged.conflicts)


def _id_of(ours: bytes) -> str | None:
    document = read(ours).document
    return fields.record_id(document.record) if document is not None else None


def _write(place: Path, before: bytes, data: bytes) -> None:
    """Let the file hold the data, all of it or nothing of it; git's line of sh clears the rest."""
    if data == before:
        return
    beside = place.with_name(place.name + _BESIDE)
    with beside.open("xb") as file:
        file.write(data)
    beside.replace(place)
