"""The id of a blob, computed without git (gitformat: ``blob SIZE NUL content``)."""

from __future__ import annotations

import hashlib


def blob_id(data: bytes, object_format: str) -> str:
    """Give the hex id of the blob with exactly this content, in ``sha1`` or ``sha256``."""
    digest = hashlib.new(object_format, b"blob %d\0" % len(data), usedforsecurity=False)
    digest.update(data)
    return digest.hexdigest()
