"""Merges of documents: what the merge of their records gives, spliced into ours (DESIGN section 9).

What people have to choose stands between conflict markers, as small as it can be.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.document.choices import Choices, Starts
from sgm_git.document.hunks import hunks_of
from sgm_git.document.markers import both_sides
from sgm_git.document.marking import Marks, marked
from sgm_git.document.read import read
from sgm_git.document.splice import update
from sgm_git.record.merge import Conflict, merge_over
from sgm_git.record.text_merge import sides

if TYPE_CHECKING:
    from sgm_git.document.document import Document
    from sgm_git.record.merge import Merged

__all__ = ["Conflict", "Marks", "MergedDocument", "merge_documents"]

_PLAIN = Marks()


@dataclass(frozen=True, slots=True)
class MergedDocument:
    """A merged document; where there are conflicts, markers are in it (rule F106)."""

    data: bytes
    conflicts: tuple[Conflict, ...] = ()


def merge_documents(
    base: bytes | None, ours: bytes, theirs: bytes, marks: Marks = _PLAIN
) -> MergedDocument | None:
    """Merge two states of a document over the one that they came from.

    Without conflicts, ``data`` reads as what ``record.merge`` gives, and what it need not change
    is as in ours; comments and the like that only theirs changed are as in theirs where lines
    merge. With conflicts, each of them, and each hunk of a text, can be settled for itself by
    deleting lines.

    ``base`` None, empty or not to be read: both began the document. One with conflict markers (a
    merge of several bases) stands for both its readings. None where ours or theirs is not the
    document of one record without faults, or the merged one would be over the limits.
    """
    mine, yours = _faultless(ours), _faultless(theirs)
    if mine is None or yours is None:
        return None
    if theirs in (ours, base):
        return MergedDocument(ours)
    if ours == base:
        return MergedDocument(theirs)
    bases = _bases(base or b"")
    merged = merge_over([each.record for each in bases], mine.record, yours.record)
    try:
        return _settled(_starts(bases, mine, yours), merged, marks)
    except ValueError:
        return None


def _settled(starts: Starts, merged: Merged, marks: Marks) -> MergedDocument:
    if not merged.conflicts:
        return MergedDocument(update(starts.ours, merged.value))
    choices = Choices(starts, merged, with_base=marks.base is not None)
    return MergedDocument(marked(choices, hunks_of(choices), marks), merged.conflicts)


def _faultless(data: bytes) -> Document | None:
    reading = read(data)
    return None if reading.faults else reading.document


def _bases(data: bytes) -> list[Document]:
    """The documents that a base stands for: itself, or both sides of its conflicts, or none."""
    whole = _faultless(data)
    if whole is not None:
        return [whole]
    try:
        texts = both_sides(data.decode())
    except UnicodeDecodeError:
        return []
    readings = [_faultless(text.encode()) for text in dict.fromkeys(texts)]
    return [each for each in readings if each is not None]


def _starts(bases: list[Document], ours: Document, theirs: Document) -> Starts:
    """Ours with what only theirs changed in the lines of the front matter, where that reads.

    Nothing rests on it: comments, order and quotes come from both sides that way, the record is
    made right afterwards.
    """
    whole = _bytes(ours, ours.text)
    if _with_front(ours, _front(ours)) != whole:
        return Starts(whole)  # its line ends are mixed
    base = _front(bases[0]) if bases else ""
    fronts = sides(base, _front(ours), _front(theirs))
    mine, yours = (_with_front(ours, front) for front in fronts)
    return Starts(mine if _faultless(mine) else whole, yours if _faultless(yours) else None)


def _front(document: Document) -> str:
    return document.text[slice(*document.front_span)].replace(document.eol, "\n")


def _with_front(document: Document, front: str) -> bytes:
    start, end = document.front_span
    lines = front.replace("\n", document.eol)
    return _bytes(document, document.text[:start] + lines + document.text[end:])


def _bytes(document: Document, text: str) -> bytes:
    return ("\ufeff" * document.bom + text).encode()
