"""What a person may have done to one record, and what must become of it in a commit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.matrix.support import NEW, PLAIN, PLAIN_BEFORE, STAMPED, STAMPED_BEFORE

if TYPE_CHECKING:
    from collections.abc import Callable

_FRESH = re.compile(rb'"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ"')
_OLD = (b'"2026-10-10T18:21:47Z"', b'"2026-10-11T08:00:00Z"')


@dataclass(frozen=True)
class Situation:
    """A record as somebody left it in the work tree, at ``path``.

    ``committed`` is what a commit must hold of it; None: the commit must be refused, with all as
    it was, but for what the hook puts ``back`` into the record.
    """

    path: str
    typed: bytes
    committed: Callable[[bytes], bool] | None
    back: bytes | None = None


def _reads(data: bytes) -> Callable[[bytes], bool]:
    """Say whether a record is this one, in which NOW stands for each time that is new."""
    return lambda found: _FRESH.sub(_timeless, found) == data


def _timeless(time: re.Match[bytes]) -> bytes:
    return time[0] if time[0] in _OLD else b"NOW"


_EDITED = PLAIN_BEFORE.replace(b"A title", b"Another title")
_RESTAMPED = STAMPED_BEFORE.replace(b"Stamped", b"Stamped again")
_TYPED = b"---\ntitle: By hand\n---\n\nWords.\n"
_LOST = _EDITED.replace(b"x_review: 42\n", b"")


def put_back(lossy: bytes) -> bytes:
    """Give a record to which its unknown field was added again, where it stood."""
    return lossy.replace(b"provenance:\n", b"x_review: 42\nprovenance:\n")


_COMPLETED = b"""---
title: By hand
id: fact-n
type: fact
provenance:
  agent: Ada
  origin: editor
  scope: {}
  created_at: NOW
---

Words.
"""

SITUATIONS = {
    "good": Situation(PLAIN, _EDITED, _reads(_EDITED)),
    "stamped": Situation(STAMPED, _RESTAMPED, _reads(_RESTAMPED.replace(_OLD[1], b"NOW"))),
    "new": Situation(NEW, _TYPED, _reads(_COMPLETED)),
    "lost": Situation(PLAIN, _LOST, None, back=put_back(_LOST)),
    "faulty": Situation(PLAIN, _EDITED.replace(b"type: fact", b"type: [fact"), None),
}
