"""Rules P312-P314: what is said of commits and of a whole run, not of one record (DESIGN 6).

They take what they judge as values; which commits these are depends on what is checked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sgm_git.checks.claims import named
from sgm_git.commits import Identity, Signature, SignatureState
from sgm_git.findings import Fault, Severity
from sgm_git.record.spoken import quoted
from sgm_git.witness.signing import is_signed_by, is_signed_by_author, is_vouched

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

    from sgm_git.commits import Commit
    from sgm_git.policy.people import People

_UNSIGNED = Signature(SignatureState.UNSIGNED)
_REMEDY = "let its author sign it with a key that is in .sgm/allowed_signers"
_NONE_OF_THEM = "none of them: [identities] says whose address that is"
_TRUST_FOLDER = ".sgm/"
_TRUST_FILES = (".mailmap", ".gitattributes")


@dataclass(frozen=True)
class Signing:
    """What commits are signed with, and by whom that is enough.

    ``signatures`` are by object id; one that is not there is none. ``has_signers``: the trusted
    side lists signers, so that a signature can be good at all.
    """

    people: People
    signatures: Mapping[str, Signature] = field(default_factory=dict)
    hosts: Collection[str] = ()
    admins: Collection[str] = ()
    has_signers: bool = True


def signature_missing(commits: Iterable[Commit], signing: Signing) -> Iterator[Fault]:
    """A commit has no good signature of its author, where signatures are required (P312).

    Why: the name and the address in a commit are claims. Where ``checks.require_signed`` is set,
    only a signature by a listed signer who is the author counts, or that of a host in
    ``trust.hosts``, which vouches for the merges and squashes that it makes.

    Bad:
        commit by Ada <ada@example.org>, unsigned

    Good:
        commit by Ada <ada@example.org>, good signature of ada@example.org

    Fix: sign the commit: ``git commit --amend -S``, or ``git rebase --exec`` for several. The
    signer's key stands in ``.sgm/allowed_signers``.
    """
    for commit in commits:
        signature = signing.signatures.get(commit.oid, _UNSIGNED)
        is_good = is_signed_by_author(signature, commit, signing.people)
        if not is_good and not is_vouched(signature, signing.hosts):
            author = quoted(f"{commit.author.name} <{commit.author.email}>")
            message = f"{named(commit.oid)} by {author} {_state(signature)}; {_REMEDY}"
            yield Fault("P312", message, commit=commit.oid)


def history_cut(records: int, severity: Severity = Severity.ERROR) -> Iterator[Fault]:
    """History is cut, so that of some records the beginning cannot be told (P313).

    Why: in a shallow clone every record seems to begin with the oldest commit that is there.
    What cannot be seen is neither right nor wrong, and is not passed over in silence. Records
    that begin in the part that is there are judged in full.

    Bad:
        git clone --depth 1 URL; sgm check

    Good:
        git clone URL; sgm check

    Fix: ``git fetch --unshallow``, or in GitHub Actions ``fetch-depth: 0``. With
    ``--allow-shallow`` it is an info.
    """
    if records:
        these = "1 record begins" if records == 1 else f"{records} records begin"
        message = (
            f"history is cut: {these} where it cannot be seen, and what provenance says of"
            " that is not checked; git fetch --unshallow"
        )
        yield Fault("P313", message, severity=severity)


def trust_file_changed(commits: Iterable[Commit], signing: Signing) -> Iterator[tuple[str, Fault]]:
    """A trust file was changed by somebody who is not in ``trust.admins`` (P314).

    Why: ``.sgm/``, ``.mailmap`` and ``.gitattributes`` say who is who, what is checked and what
    is excused. Who may change them could grant anything. Only a good signature of an admin
    counts, or that of a host for a commit of an admin's. Where nobody's signature could be good,
    because ``.sgm/allowed_signers`` is not there, it is a warning. A merge or a rewind that brings
    an older state back changes it as much as a commit.

    Bad:
        commit by Eve <eve@evil.example>, good signature of eve@evil.example: .mailmap

    Good:
        commit by Ada <ada@example.org>, good signature of ada@example.org: .mailmap

    Fix: let an admin commit the change, signed.
    """
    if not signing.admins:
        return
    severity = None if signing.has_signers else Severity.WARNING
    for commit in commits:
        paths = _trust_files(commit)
        if not paths or is_by(signing.admins, commit, signing):
            continue
        author = quoted(f"{commit.author.name} <{commit.author.email}>")
        state = _state(signing.signatures.get(commit.oid, _UNSIGNED), "no admin by that name")
        for path in paths:
            message = (
                f"{named(commit.oid)} by {author} changed {path}, but no admin signed it"
                f" (it {state}); let one of trust.admins commit that"
            )
            yield path, Fault("P314", message, commit=commit.oid, severity=severity)


def trust_file_put_back(
    found: Iterable[tuple[str, str, Collection[str]]],
    commits: Mapping[str, Commit],
    signing: Signing,
) -> Iterator[tuple[str, Fault]]:
    """P314 of an older state of trust files that no commit makes: a merge or a rewind brings it.

    ``found`` are the path, the commit that has it so, and those of which one must be an admin's:
    the merge itself, or whatever made that state since.
    """
    if not signing.admins:
        return
    severity = None if signing.has_signers else Severity.WARNING
    for path, oid, makers in found:
        if any(is_by(signing.admins, commits[each], signing) for each in makers):
            continue
        message = (
            f"{named(oid)} brings back an older state of {path}, and no admin signed that;"
            " let one of trust.admins commit it"
        )
        yield path, Fault("P314", message, commit=oid, severity=severity)


def is_by(names: Collection[str], commit: Commit, signing: Signing) -> bool:
    """Whether a commit is proved to be that of one of those people.

    They signed it, or a host vouches for it and its author has an address of theirs.
    """
    signature = signing.signatures.get(commit.oid)
    if is_signed_by(signature, names, signing.people):
        return True
    author = Identity("", commit.author.email)
    is_theirs = any(signing.people.bears(name, author) for name in names)
    return is_theirs and is_vouched(signature, signing.hosts)


def signature_told(commit: Commit, signing: Signing) -> str:
    """What is to be said of a commit's signature, which is not that of whom it should be."""
    said = _state(signing.signatures.get(commit.oid, _UNSIGNED), _NONE_OF_THEM)
    return f"it {said}"


def _trust_files(commit: Commit) -> list[str]:
    """The trust files that a commit has otherwise than each of its parents."""
    changed = [
        {change.path for change in changes if is_trust_file(change.path)}
        for changes in commit.changes
    ]
    return sorted(set.intersection(*changed)) if changed else []


def is_trust_file(path: str) -> bool:
    """Whether trust rests on a file; also in another case, which some systems take for the same."""
    plain = path.casefold()
    if plain.startswith(_TRUST_FOLDER) or plain == _TRUST_FILES[0]:
        return True
    return plain.rpartition("/")[2] == _TRUST_FILES[1]


def _state(signature: Signature, is_not: str = "not its author") -> str:
    """What is to be said of a signature that is not enough; ``is_not``: what its signer is not."""
    by, why = quoted(signature.signer), f": {signature.reason}" if signature.reason else ""
    return {
        SignatureState.GOOD: f"is signed by {by}, who is {is_not}",
        SignatureState.BAD: f"has a bad signature{why}",
        SignatureState.UNKNOWN_KEY: f"is signed with a key that nobody here knows{why}",
        SignatureState.UNSIGNED: "is not signed",
        SignatureState.UNVERIFIABLE: f"is signed, but that cannot be verified here{why}",
    }[signature.state]
