"""Signatures that were found good: each is looked at once (DESIGN section 10).

Kept is only what cannot become otherwise: a good SSH signature is good for as long as the list of
signers is the same. A GPG key may be revoked, and an unknown key become known.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sgm_git.commits import Signature, SignatureState
from sgm_git.store.index.database import select_among, with_index

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from sgm_git.git.protocol import Repository

_SSH = "SHA256:"  # how the fingerprint of an SSH key begins


def signatures(
    repository: Repository, oids: Sequence[str], signers: bytes | None
) -> dict[str, Signature]:
    """Give the signatures of commits by a list of signers; see ``git.past.Past.signatures``."""
    if not oids:
        return {}
    judge = hashlib.sha256(signers or b"").hexdigest()
    common_dir = repository.common_dir
    kept = with_index(common_dir, lambda index: _kept(index, oids, judge))
    found = repository.signatures([oid for oid in oids if oid not in kept], signers)
    rows = [
        (oid, judge, each.signer, each.key)
        for oid, each in found.items()
        if each.state is SignatureState.GOOD and each.key.startswith(_SSH)
    ]
    statement = "INSERT OR REPLACE INTO signatures VALUES(?, ?, ?, ?)"
    if rows:
        with_index(common_dir, lambda index: index.executemany(statement, rows))
    return kept | found


def _kept(index: sqlite3.Connection, oids: Sequence[str], judge: str) -> dict[str, Signature]:
    wanted = "SELECT oid, judge, signer, key FROM signatures WHERE oid IN"
    return {
        oid: Signature(SignatureState.GOOD, signer, key)
        for oid, by, signer, key in select_among(index, wanted, oids)
        if by == judge
    }
