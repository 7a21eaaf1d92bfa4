"""How large an object is, found out without unpacking it (gitformat-pack, loose objects)."""

from __future__ import annotations

import zlib
from contextlib import suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from dulwich.object_store import DiskObjectStore
from dulwich.pack import DELTA_TYPES, OFS_DELTA

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dulwich.object_store import BaseObjectStore
    from dulwich.objects import ObjectID

_HEADER = 64  # more than the header of a loose object, or the two sizes of a delta, can take
_COMPRESSED = 512
_MORE = 0x80  # the highest bit: another byte follows


def object_size(store: BaseObjectStore, oid: ObjectID) -> int:
    """Give the size in bytes that the object claims to have.

    Raises KeyError if it is not here, ValueError or ``zlib.error`` if it is damaged.
    """
    for pack in store.packs:
        try:
            offset = pack.index.object_offset(oid)
        except KeyError:
            continue
        with Path(pack.data.path).open("rb") as file:
            file.seek(offset)
            return _packed_size(file, store)
    if isinstance(store, DiskObjectStore):
        with suppress(FileNotFoundError):
            return _loose_size(Path(store.path), oid.decode("ascii"))
        for alternate in store.alternates:
            with suppress(KeyError):
                return object_size(alternate, oid)
    raise KeyError(oid)


def _loose_size(folder: Path, name: str) -> int:
    with (folder / name[:2] / name[2:]).open("rb") as file:
        data = file.read(_COMPRESSED)
    header, _, _ = _beginning(data).partition(b"\0")
    return int(header.partition(b" ")[2])


def _packed_size(file: IO[bytes], store: BaseObjectStore) -> int:
    """Read the size from the header of a pack's entry; of a delta, from within."""
    first, *rest = _groups(file)
    kind, size = first >> 4 & 7, first & 15
    if kind not in DELTA_TYPES:
        return size + sum(group << 4 + 7 * place for place, group in enumerate(rest))
    if kind == OFS_DELTA:
        list(_groups(file))
    else:
        file.read(store.object_format.oid_length)
    sizes = iter(_beginning(file.read(_COMPRESSED)))
    _number(sizes)  # of the base
    return _number(sizes)


def _beginning(data: bytes) -> bytes:
    return zlib.decompressobj().decompress(data, _HEADER)


def _groups(file: IO[bytes]) -> Iterator[int]:
    """Give bytes, the last of which has no highest bit; of the others without that bit."""
    while byte := file.read(1):
        yield byte[0] & 0x7F
        if byte[0] < _MORE:
            return
    raise ValueError("the pack ends in the middle of an object")


def _number(numbers: Iterator[int]) -> int:
    """Read a number of which each byte holds seven bits, the lowest first."""
    value = shift = 0
    for byte in numbers:
        value |= (byte & 0x7F) << shift
        if byte < _MORE:
            return value
        shift += 7
    raise ValueError("a delta is cut off")
