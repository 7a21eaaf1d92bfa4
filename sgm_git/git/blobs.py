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
    return object_id(b"blob", data, object_format)


def object_id(kind: bytes, data: bytes, object_format: str) -> str:
    """Give the hex id of an object of this kind (``blob tree commit tag``) and content."""
    header = b"%s %d\0" % (kind, len(data))
    digest = hashlib.new(object_format, header, usedforsecurity=False)
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
