"""Approval of a document as it is to be, as a line of a commit message (DESIGN section 6, G903).

``SGM-Approve: <id> <blob>``: for exactly these bytes, or with zeros for a record that goes. Who
signs the commit approves; the line alone is nobody's word. Its form is that of ``SGM-Allow``, so
that no id can end the line or begin another.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.record.consent import decoded, encoded_ref, line_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_KEY = "SGM-Approve"
_LINE = line_of(_KEY)
_BLOB = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


@dataclass(frozen=True, slots=True)
class Approval:
    """Approval of the record ``id`` as the blob ``blob`` has it; zeros: of its removal.

    ``blob`` is a whole hex object id. ``root`` names the root where ids repeat between roots.
    """

    id: str
    blob: str
    root: str | None = None

    def line(self) -> str:
        """The trailer line, ASCII, without a line end; nothing in it means anything to a shell."""
        return f"{_KEY}: {encoded_ref(self.root, self.id)} {self.blob}"


def approvals(message: str) -> Iterator[Approval]:
    """Give every approval that a commit message carries, on whichever line.

    A line that names no id or no whole blob approves nothing.
    """
    for match in _LINE.finditer(message):
        root, record_id, blob = match.groups()
        if not _BLOB.fullmatch(blob):
            continue
        try:
            yield Approval(decoded(record_id), blob, None if root is None else decoded(root))
        except ValueError:  # bytes that are no UTF-8 are one
            continue
