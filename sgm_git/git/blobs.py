"""Object ids, computed and checked without git (``blob SIZE NUL content``)."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Iterable

_OID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def blob_id(data: bytes, object_format: str) -> str:
    """Give the hex id of the blob with exactly this content, in ``sha1`` or ``sha256``."""
    digest = hashlib.new(object_format, b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest()


def oversize(limit: int) -> bytes:
    """Give what stands for a blob of more than ``limit`` bytes, which is not read."""
    return bytes(limit + 1)


def check_oids(oids: Iterable[str]) -> None:
    """Raise CannotRun for what is no full object id, before anything reads it as a name."""
    for oid in oids:
        if not _OID.fullmatch(oid):
            raise CannotRun(f"{oid!r} is no object id")
