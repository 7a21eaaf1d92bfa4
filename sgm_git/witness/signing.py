"""Who stands behind a commit's signature (DESIGN section 6, P312, and section 1, "trust").

Names, addresses and words in a commit are claims of whoever made it; only what a good signature
names, by the trusted side's list of signers, is proof.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.commits import Identity, SignatureState

if TYPE_CHECKING:
    from collections.abc import Collection

    from sgm_git.commits import Commit, Signature
    from sgm_git.policy.people import People

_IN_BRACKETS = re.compile(r"<([^<>]*)>\s*\Z")
_SSH_KEY = "SHA256:"


def is_signed_by_author(signature: Signature | None, commit: Commit, people: People) -> bool:
    """Whether a good signature is that of the one whom the commit gives as its author.

    The author's address has to be the signer's: a name can be written by anybody.
    """
    emails = (commit.author.email, people.real(commit.author).email)
    authors = [Identity("", email) for email in emails]
    return any(people.bears(name, each) for name in signers(signature) for each in authors)


def is_vouched(signature: Signature | None, hosts: Collection[str]) -> bool:
    """Whether a good signature is that of a host: an SSH principal or a full GPG fingerprint."""
    if signature is None or signature.state is not SignatureState.GOOD:
        return False
    is_ssh = signature.key.startswith(_SSH_KEY)
    given = signers(signature) if is_ssh else (signature.key,)
    plain = {_plain(name) for name in given if name}
    return any(_plain(host) in plain for host in hosts)


def is_signed_by(signature: Signature | None, names: Collection[str], people: People) -> bool:
    """Whether a good signature is that of one of those people.

    Each is named by SSH principal, GPG fingerprint or address, or as ``[identities]`` names them.
    """
    if is_vouched(signature, names):
        return True
    given = [Identity("", name) for name in signers(signature)]
    return any(people.bears(name, signer) for name in names for signer in given)


def signers(signature: Signature | None) -> tuple[str, ...]:
    """What a good signature calls its signer: SSH principals, or the address of a GPG user id."""
    if signature is None or signature.state is not SignatureState.GOOD:
        return ()
    if signature.key.startswith(_SSH_KEY):
        names = signature.signer.split(",")
    else:
        address = _IN_BRACKETS.search(signature.signer)
        names = [signature.signer if address is None else address[1]]
    return tuple(name for name in names if name)


def _plain(text: str) -> str:
    return "".join(text.split()).casefold()
