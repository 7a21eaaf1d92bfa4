"""Loose objects as they lie on disk: dulwich refuses to read a commit whose author line is odd."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from dulwich.object_store import DiskObjectStore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dulwich.object_store import BaseObjectStore

_HEADER = 64  # more than the header of a loose object can take


def loose_object(store: BaseObjectStore, oid: str) -> tuple[bytes, bytes] | None:
    """Give kind and content of a loose object, None if there is none; nothing is checked.

    Raises ValueError or ``zlib.error`` if it is damaged.
    """
    for folder in _folders(store):
        try:
            stored = (folder / oid[:2] / oid[2:]).read_bytes()
        except FileNotFoundError:
            continue
        header, _, _ = zlib.decompressobj().decompress(stored, _HEADER).partition(b"\0")
        kind, _, size = header.partition(b" ")
        length = len(header) + 1
        whole = zlib.decompressobj().decompress(stored, length + int(size))
        return kind, whole[length:]
    return None


def _folders(store: BaseObjectStore) -> Iterator[Path]:
    if isinstance(store, DiskObjectStore):
        yield Path(store.path)
        for alternate in store.alternates:
            yield from _folders(alternate)
