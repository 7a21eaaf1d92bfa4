"""Read many blobs through one ``git cat-file --batch``."""

from __future__ import annotations

import tempfile
from typing import IO, TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.blobs import check_oids, oversize
from sgm_git.git.command import git_error
from sgm_git.git.partial import missing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.git.command import Git


def read_blobs(
    git: Git, oids: Sequence[str], limit: int | None = None
) -> Iterator[tuple[str, bytes]]:
    """Give each blob with its id, in the order asked for; one blob is in memory at a time.

    What is larger than ``limit`` is not asked for at all; see the protocol. Raises CannotRun for
    an object that is no blob or is not here: in a partial clone nothing is fetched meanwhile.
    """
    check_oids(oids)
    if not oids:
        return
    large = set() if limit is None else _larger(git, oids, limit)
    wanted = [oid for oid in oids if oid not in large]
    with tempfile.TemporaryFile() as file:
        _ask(git, "--batch", wanted, file)
        for oid in oids:
            if limit is not None and oid in large:
                yield oid, oversize(limit)
            else:
                yield oid, _next_blob(file, oid)


def _larger(git: Git, oids: Sequence[str], limit: int) -> set[str]:
    """Give those blobs that have more than ``limit`` bytes."""
    with tempfile.TemporaryFile() as file:
        _ask(git, "--batch-check", oids, file)
        return {oid for oid in oids if _size(file, oid) > limit}


def _ask(git: Git, how: str, oids: Sequence[str], output: IO[bytes]) -> None:
    asked = "".join(f"{oid}\n" for oid in oids).encode("ascii")
    done = git.ask("cat-file", how, "--buffer", stdin=asked, output=output)
    if done.status:
        raise git_error(done.err)


def _size(file: IO[bytes], oid: str) -> int:
    """Read the line that comes before a blob and give the blob's size."""
    header = file.readline().split()
    if header[1:2] == [b"missing"] or len(header) < 3:  # noqa: PLR2004 - oid, type, size
        raise missing(oid)
    if header[1] != b"blob":
        raise CannotRun(f"object {oid} is a {header[1].decode('ascii')}, not a blob")
    return int(header[2])


def _next_blob(file: IO[bytes], oid: str) -> bytes:
    size = _size(file, oid)
    data = file.read(size)
    if len(data) != size or file.read(1) != b"\n":
        raise CannotRun(f"git ended in the middle of object {oid}")
    return data
