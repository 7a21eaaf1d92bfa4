"""One file of a store, as it stands in the work tree, in the index or at a revision."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from sgm_git.document import Reading, read
from sgm_git.errors import Refused
from sgm_git.record import fields

if TYPE_CHECKING:
    from sgm_git.findings import Fault
    from sgm_git.policy.paths import Root
    from sgm_git.record.value import JsonObject


_SHORTEST = 7  # hex digits of an object id, as git itself shows them


def refuse_absence(expected: str | None, what: str) -> None:
    """Raise Refused where somebody has seen a blob of a record that is not there.

    All zeros, and the empty text, expect that nothing is there, as ``git update-ref`` has it;
    None expects nothing at all. ``what`` names the record in the refusal.
    """
    if expected and (len(expected) < _SHORTEST or expected.strip("0")):
        raise Refused(
            f"{what} is not there, and so not the blob {expected}",
            hint="expect all zeros (or nothing) of a record that is to be new",
        )


@dataclass(frozen=True)
class Entry:
    """A document's file; it is parsed when it is first asked about.

    ``path`` is relative to the top of the work tree with forward slashes, ``blob`` the hex object
    id that git has or would give these bytes. The target of a link is never read. ``refusal`` is
    why a file was not read at all; then there are no bytes.
    """

    root: Root
    path: str
    blob: str
    data: bytes
    is_link: bool = False
    refusal: Fault | None = None

    @cached_property
    def reading(self) -> Reading:
        """What reading gave: a document, faults, or both; of a link neither."""
        if self.refusal is not None:
            return Reading(None, (self.refusal,))
        return Reading(None, ()) if self.is_link else read(self.data)

    @property
    def record(self) -> JsonObject | None:
        """The record, None where the document cannot be read."""
        document = self.reading.document
        return None if document is None else document.record

    @property
    def is_spoilt(self) -> bool:
        """Whether it is a file that was read whole, and is no record."""
        return self.record is None and self.refusal is None and not self.is_link

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong with the document as a file."""
        return self.reading.faults

    @property
    def id(self) -> str | None:
        """The record's id, None where it cannot be read or has none."""
        return None if self.record is None else fields.record_id(self.record)

    @property
    def type(self) -> str | None:
        """The record's type, None where it cannot be read or has none."""
        return None if self.record is None else fields.record_type(self.record)

    @property
    def title(self) -> str | None:
        """The record's title, None where it cannot be read or has none."""
        return None if self.record is None else fields.text_field(self.record, "title")

    def refuse_other(self, expected: str) -> None:
        """Raise Refused where the file is not the blob that somebody has seen.

        ``expected`` is a hex object id, or at least seven digits that it begins with.
        """
        is_short = len(expected) >= _SHORTEST and self.blob.startswith(expected.lower())
        if self.blob != expected and not is_short:
            raise Refused(
                f"{self.path} has changed: it is blob {self.blob}, not {expected}",
                hint=f"look at it again (sgm show {self.id}) and repeat the change",
            )

    @property
    def ref(self) -> str:
        """The one way to name it whatever other roots hold: ``root:id``."""
        return f"{self.root.path}:{self.id}"
