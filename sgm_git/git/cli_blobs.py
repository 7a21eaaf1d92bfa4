"""Read many blobs through one ``git cat-file --batch``."""

from __future__ import annotations

import tempfile
from typing import IO, TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.git.blobs import check_oids
from sgm_git.git.command import git_error

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.git.command import Git


def read_blobs(git: Git, oids: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Give each blob with its id, in the order asked for; one blob is in memory at a time.

    Raises CannotRun for an object that is no blob or is not here: in a partial clone nothing is
    fetched meanwhile.
    """
    check_oids(oids)
    if not oids:
        return
    with tempfile.TemporaryFile() as file:
        asked = "".join(f"{oid}\n" for oid in oids).encode("ascii")
        done = git.ask("cat-file", "--batch", "--buffer", stdin=asked, output=file)
        if done.status:
            raise git_error(done.err)
        for oid in oids:
            yield oid, _next_blob(file, oid)


def _next_blob(file: IO[bytes], oid: str) -> bytes:
    header = file.readline().split()
    if header[1:2] == [b"missing"] or len(header) < 3:  # noqa: PLR2004 - oid, type, size
        raise CannotRun(
            f"object {oid} is not in this repository",
            hint="in a partial or damaged clone, fetch it first: `git fetch --refetch`",
        )
    if header[1] != b"blob":
        raise CannotRun(f"object {oid} is a {header[1].decode('ascii')}, not a blob")
    size = int(header[2])
    data = file.read(size)
    if len(data) != size or file.read(1) != b"\n":
        raise CannotRun(f"git ended in the middle of object {oid}")
    return data
