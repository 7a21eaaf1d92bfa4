"""What the trusted side says of people, signers and accepted findings (DESIGN 2, 4, 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.findings import Fault
from sgm_git.git.signers import unreadable_line
from sgm_git.policy.accepted import Accepted, parse_accepted
from sgm_git.policy.config import ACCEPTED_PATH, SIGNERS_PATH
from sgm_git.policy.mailmap import MAILMAP_PATH, Mailmap, parse_mailmap

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository

TRUST_PATHS = (MAILMAP_PATH, SIGNERS_PATH, ACCEPTED_PATH)
MAX_TRUST_BYTES = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Trusted:
    """Read at one commit, and as plain files only: what arrives with a change vouches for nothing.

    ``signers`` are the bytes of git's own format, None where there is no such file. ``problems``
    are what cannot be understood, each with its path.
    """

    mailmap: Mailmap
    signers: bytes | None
    accepted: tuple[Accepted, ...]
    problems: tuple[tuple[str, Fault], ...]


def load_trusted(
    repository: Repository, rev_oid: str | None, *, despite_faults: bool = False
) -> Trusted:
    """Read it at a commit; None: there is none yet, and nobody vouches for anybody.

    Raises CannotRun for a file that cannot be used; ``despite_faults``: that file says nothing
    then, which is a problem, and excuses nobody.
    """
    found: dict[str, bytes | None] = {}
    problems: list[tuple[str, Fault]] = []
    for path in TRUST_PATHS:
        data = None if rev_oid is None else repository.read_path(rev_oid, path, MAX_TRUST_BYTES)
        why = None if data is None or path == SIGNERS_PATH else unusable(path, data)
        if why is not None:
            if not despite_faults:
                raise why
            problems.append((path, Fault("C801", f"it says nothing here: {why.message}")))
        found[path] = data if why is None else None
    accepted, faults = parse_accepted(found[ACCEPTED_PATH])
    problems += [(ACCEPTED_PATH, fault) for fault in faults]
    mailmap = parse_mailmap(found[MAILMAP_PATH])
    return Trusted(mailmap, found[SIGNERS_PATH], accepted, tuple(problems))


def unusable(path: str, data: bytes) -> CannotRun | None:
    """Say why a file of ``TRUST_PATHS`` could not be used; of data over the limit, a part will do.

    None where it can.
    """
    if len(data) > MAX_TRUST_BYTES:
        return CannotRun(f"{path} is over the limit of {MAX_TRUST_BYTES:,} bytes")
    try:
        _use(path, data)
    except CannotRun as error:
        return error
    return None


def _use(path: str, data: bytes) -> None:
    if path == ACCEPTED_PATH:
        parse_accepted(data)
    line = unreadable_line(data) if path == SIGNERS_PATH else None
    if line is not None:
        raise CannotRun(
            f"{path}:{line}:1: this line names no signer and key",
            hint="an address, perhaps options, and a public key: man ssh-keygen",
        )
