"""Who stands behind a commit's signature (DESIGN section 6, P312, and section 1, "trust").

Names, addresses and words in a commit are claims of whoever made it; only what a good signature
names, by the trusted side's list of signers, is proof.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.commits import Identity, SignatureState

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sgm_git.commits import Commit, Signature
    from sgm_git.policy.people import People

_IN_BRACKETS = re.compile(r"<([^<>]*)>\s*\Z")


def is_signed_by_author(signature: Signature | None, commit: Commit, people: People) -> bool:
    """Whether a good signature is that of the one whom the commit gives as its author.

    The author's address has to be the signer's: a name can be written by anybody.
    """
    emails = (commit.author.email, people.real(commit.author).email)
    return any(
        people.bears(name, Identity("", email)) for name in _signers(signature) for email in emails
    )


def is_vouched(signature: Signature | None, hosts: Collection[str]) -> bool:
    """Whether a good signature is that of a host: an SSH principal or a full GPG fingerprint."""
    if signature is None or signature.state is not SignatureState.GOOD:
        return False
    given = {_plain(signature.signer), _plain(signature.key)} - {""}
    return any(_plain(host) in given for host in hosts)


def is_signed_by(signature: Signature | None, names: Collection[str], people: People) -> bool:
    """Whether a good signature is that of one of those people.

    Each is named by principal, fingerprint or address, or as ``[identities]`` names them.
    """
    if is_vouched(signature, names):
        return True
    signers = [Identity("", name) for name in _signers(signature)]
    return any(people.bears(name, signer) for name in names for signer in signers)


def _signers(signature: Signature | None) -> Iterator[str]:
    """What a good signature calls its signer: an SSH principal, the address of a GPG user id."""
    if signature is None or signature.state is not SignatureState.GOOD:
        return
    address = _IN_BRACKETS.search(signature.signer)
    signer = signature.signer if address is None else address[1]
    if signer:
        yield signer


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()
