"""What the trusted side says of people, signers and accepted findings (DESIGN 2, 4, 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.policy.accepted import Accepted, parse_accepted
from sgm_git.policy.config import ACCEPTED_PATH
from sgm_git.policy.mailmap import MAILMAP_PATH, Mailmap, parse_mailmap

if TYPE_CHECKING:
    from sgm_git.findings import Fault
    from sgm_git.git.protocol import Repository

SIGNERS_PATH = ".sgm/allowed_signers"


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


def load_trusted(repository: Repository, rev_oid: str | None) -> Trusted:
    """Read it at a commit; None: there is none yet, and nobody vouches for anybody."""
    mailmap = signers = told = None
    if rev_oid is not None:
        mailmap = repository.read_path(rev_oid, MAILMAP_PATH)
        signers = repository.read_path(rev_oid, SIGNERS_PATH)
        told = repository.read_path(rev_oid, ACCEPTED_PATH)
    accepted, faults = parse_accepted(told)
    problems = tuple((ACCEPTED_PATH, fault) for fault in faults)
    return Trusted(parse_mailmap(mailmap), signers, accepted, problems)
