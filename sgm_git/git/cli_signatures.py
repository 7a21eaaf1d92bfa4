"""Signatures of commits, judged by git with gpg and ssh-keygen (DESIGN 1, "trust has levels").

Which programs judge is never taken from a configuration, for the repository's own could name any:
``-c`` overrides every ``gpg.*.program`` with git's default, found on PATH. Which SSH keys are
whose comes from the caller alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import TYPE_CHECKING

from sgm_git.commits import Signature, SignatureState
from sgm_git.git.blobs import check_oids
from sgm_git.git.cli_objects import contents, fetch
from sgm_git.git.command import git_error
from sgm_git.git.commit_objects import signature_of
from sgm_git.git.revisions import no_commit
from sgm_git.git.signers import all_principals

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.git.command import Git

_PROGRAMS = (
    *("-c", "gpg.program=gpg"),
    *("-c", "gpg.openpgp.program=gpg"),
    *("-c", "gpg.x509.program=gpgsm"),
    *("-c", "gpg.ssh.program=ssh-keygen"),
)
_KINDS = (
    b"-----BEGIN SSH SIGNATURE-----",
    b"-----BEGIN PGP SIGNATURE-----",
    b"-----BEGIN PGP MESSAGE-----",
    b"-----BEGIN SIGNED MESSAGE-----",
)
_FIELDS = ("%H", "%G?", "%GS", "%GF", "%GP", "%GG")
_LOG = ("log", "-z", "--no-walk=unsorted", "--stdin", f"--format={'%x00'.join(_FIELDS)}")
_AT_ONCE = 200  # each takes about 30 ms, and a call has its time limit

_OVER = {  # by keys that were somebody's once
    b"R": (SignatureState.BAD, "its key was revoked"),
    b"Y": (SignatureState.UNKNOWN_KEY, "its key has expired"),
    b"X": (SignatureState.UNVERIFIABLE, "it has expired"),
}
_NO_KEY = b"No public key"
_SSH_KEY = "SHA256:"
_UNSIGNED = Signature(SignatureState.UNSIGNED)
_TO_BE_JUDGED = Signature(SignatureState.UNVERIFIABLE, reason="git did not judge it")
_STRANGE = Signature(SignatureState.UNVERIFIABLE, reason="git knows no such kind of signature")


def signatures(
    git: Git, oids: Sequence[str], signers: bytes | None, object_format: str
) -> dict[str, Signature]:
    """Judge the signature of each commit; see ``past.Past.signatures``."""
    check_oids(oids)
    found = dict(_at_first_sight(git, oids, object_format))
    signed = [oid for oid, signature in found.items() if signature is _TO_BE_JUDGED]
    with TemporaryDirectory() as folder:
        judge = _Judge(git, Path(folder, "allowed_signers"), signers or b"")
        for start in range(0, len(signed), _AT_ONCE):
            found |= judge.judge(signed[start : start + _AT_ONCE])
    return found


def _at_first_sight(
    git: Git, oids: Sequence[str], object_format: str
) -> Iterator[tuple[str, Signature]]:
    """Tell unsigned commits, and signatures that git cannot even begin to check, by themselves."""
    with TemporaryFile() as file:
        for oid, kind, raw in contents(fetch(git, [oid.encode("ascii") for oid in oids], file)):
            name = oid.decode("ascii")
            if kind != b"commit":
                raise no_commit(name)
            signature = signature_of(raw, object_format)
            if signature is None:
                yield name, _UNSIGNED
            else:
                yield name, _TO_BE_JUDGED if signature.startswith(_KINDS) else _STRANGE


@dataclass(frozen=True, slots=True)
class _Judge:
    git: Git
    allowed: Path
    signers: bytes

    def judge(self, oids: list[str]) -> dict[str, Signature]:
        """Ask git for its judgement of signed commits."""
        self.allowed.write_bytes(self.signers)
        done = self.git.ask(
            *_PROGRAMS,
            "-c",
            f"gpg.ssh.allowedSignersFile={self.allowed}",
            *_LOG,
            stdin="".join(f"{oid}\n" for oid in oids).encode("ascii"),
        )
        if done.status == 0:
            answers = iter(done.out.split(b"\0")[:-1])
            records = zip(*[answers] * len(_FIELDS), strict=True)
            return {oid.decode("ascii"): self._signature(*told) for oid, *told in records}
        if len(oids) > 1:  # git gave up at one of them
            return {oid: each for one in oids for oid, each in self.judge([one]).items()}
        why = str(git_error(done.err))
        return {oids[0]: Signature(SignatureState.UNVERIFIABLE, reason=why)}

    def _signature(
        self, letter: bytes, who: bytes, key: bytes, owner_key: bytes, said: bytes
    ) -> Signature:
        """Put in our words what git says; a key is named only where the signature is intact."""
        signer, fingerprint = _text(who), _text(owner_key or key)
        is_ssh = fingerprint.startswith(_SSH_KEY)
        if letter == b"G":
            everyone = all_principals(self.signers, signer, fingerprint) if is_ssh else signer
            return Signature(SignatureState.GOOD, everyone, fingerprint)
        if letter == b"U":
            reason = "its key is no allowed signer's" if is_ssh else "its key is not certified"
            return Signature(SignatureState.UNKNOWN_KEY, "", fingerprint, reason)
        if letter in _OVER:
            state, reason = _OVER[letter]
            return Signature(state, "", "" if letter == b"R" else fingerprint, reason)
        return Signature(_state(letter, said), reason=self._reason(said))

    def _reason(self, said: bytes) -> str:
        """Give the last thing that the program said."""
        lines = _text(said).replace(str(self.allowed), self.allowed.name).splitlines()
        told = [line for line in lines if line.strip()]
        return told[-1] if told else "the program that checks it could not be run"


def _state(letter: bytes, said: bytes) -> SignatureState:
    """Give the state of a signature that is not intact."""
    if not said.strip():  # git says "bad" also where there is no program to tell
        return SignatureState.UNVERIFIABLE
    if letter == b"E" and _NO_KEY in said:
        return SignatureState.UNKNOWN_KEY
    return SignatureState.BAD if letter == b"B" else SignatureState.UNVERIFIABLE


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")
