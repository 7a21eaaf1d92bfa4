"""What dulwich raises on a damaged repository, said in one line of ours."""

from __future__ import annotations

import struct
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dulwich.errors import (
    ApplyDeltaError,
    ChecksumMismatch,
    FileFormatException,
    MissingCommitError,
    NotGitRepository,
    ObjectMissing,
    RefFormatError,
    WrongObjectException,
)
from dulwich.index import UnsupportedIndexFormat
from dulwich.object_store import MaxTreeDepthExceeded
from dulwich.pack import PackFileDisappeared, UnresolvedDeltas
from dulwich.refs import SymrefLoop

from sgm_git.errors import CannotRun

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DAMAGE = (
    ApplyDeltaError,
    ChecksumMismatch,
    FileFormatException,
    MaxTreeDepthExceeded,
    MissingCommitError,
    NotGitRepository,
    ObjectMissing,
    PackFileDisappeared,
    RefFormatError,
    SymrefLoop,
    UnresolvedDeltas,
    UnsupportedIndexFormat,
    WrongObjectException,
    # what its parsers raise where they did not expect such bytes
    AssertionError,
    EOFError,
    LookupError,
    OverflowError,
    RecursionError,
    StopIteration,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)


@contextmanager
def told_plainly(place: Path) -> Iterator[None]:
    """Raise CannotRun for damage that dulwich meets in ``place``; our own errors pass."""
    try:
        yield
    except DAMAGE as error:
        words = str(error).partition("\n")[0]
        kind = type(error).__name__
        raise CannotRun(
            f"{place} is damaged ({kind}: {words})" if words else f"{place} is damaged ({kind})",
            hint="`git fsck` says more; what is lost, a fresh clone or a backup has",
        ) from error
    except OSError as error:
        file = error.filename or place
        raise CannotRun(f"cannot read or write {file}: {error.strerror or error}") from error
