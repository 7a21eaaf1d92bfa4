"""What other signers, accepted findings and a mailmap do: whose word counts, and for what."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.errors import CannotRun
from sgm_git.git.signers import signers_in, unreadable_line
from sgm_git.policy.accepted import parse_accepted
from sgm_git.policy.mailmap import parse_mailmap
from sgm_git.record.spoken import quoted
from sgm_git.workflows.review.coming import Words, former, set_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.commits import Identity
    from sgm_git.policy.accepted import Accepted

_OPTION = re.compile(r"""(?:"[^"]*"|[^,"])+""")
_PATTERN = re.compile(r"[*?]")
_LISTED = Words(
    "signatures can be good now: signers are listed",
    "no signature can be good any more: there is no list of signers",
)


def signer_changes(before: bytes | None, after: bytes | None) -> Iterator[str]:
    """Say whose keys came and went in a list of allowed signers; None: there is none."""
    line = unreadable_line(after or b"")
    if line is not None:
        yield f"git finds no signer at all: line {line} names no signer and key"
    yield from set_in(before is not None, after is not None, _LISTED)
    old, new = (dict.fromkeys(_signers(each or b"")) for each in (before, after))
    yield from (f"{_signs(each)} now{each[2]}" for each in new if each not in old)
    yield from (f"{_signs(each)} no more{each[2]}" for each in old if each not in new)


def _signers(data: bytes) -> Iterator[tuple[str, str, str, bool]]:
    """Each principal with each key, the options that stand with it, and if it issues others."""
    for signer in signers_in(data):
        told = signer.options.decode("utf-8", "replace")
        options = f", with {quoted(told)}" if told else ""
        issues = any(each.lower() == "cert-authority" for each in _OPTION.findall(told))
        yield from ((name, signer.fingerprint, options, issues) for name in signer.principals)


def _signs(signer: tuple[str, str, str, bool]) -> str:
    name, key, _, is_authority = signer
    does = "lets other keys sign, by certificates that it issues," if is_authority else "signs"
    return f"the key {key} {does} {_as(name)}"


def _as(principal: str) -> str:
    """Say for whom a principal stands: it may be a pattern, or keep somebody out."""
    if principal.startswith("!"):
        return f"not {_as(principal[1:])}"
    local, _, host = principal.rpartition("@")
    if principal and not principal.strip("*"):
        return "as everybody"
    if local and not local.strip("*") and host and not _PATTERN.search(host):
        return f"as every address of {quoted(host)}"
    every = "all that are named like " if _PATTERN.search(principal) else ""
    return f"as {every}{quoted(principal)}"


def accepted_changes(before: bytes | None, after: bytes | None) -> Iterator[str]:
    """Say which findings are accepted now, and which no more; None: there is no such file."""
    try:
        new, faults = parse_accepted(after)
    except CannotRun as error:
        yield f"nothing is accepted any more, because it cannot be read: {error.message}"
        return
    (old, _), unread = former(parse_accepted, before)
    yield from unread
    for each in dict.fromkeys(new):
        if each not in old:
            yield f"{_finding(each)} is accepted now: {quoted(each.reason)}"
    yield from (f"{_finding(each)} is accepted no more" for each in old if each not in new)
    yield from (fault.message for fault in faults)


def _finding(each: Accepted) -> str:
    where = "" if each.root is None else f" in {quoted(each.root)}"
    at = f" at {quoted(each.pointer)}" if each.pointer else ""
    commit = f" of commit {quoted(short(each.commit))}" if each.commit else ""
    return f"{quoted(each.code)} about {quoted(each.id)}{where}{at}{commit}"


def mailmap_changes(before: bytes | None, after: bytes | None) -> Iterator[str]:
    """Say who is taken for whom otherwise than before; None: there is no mailmap."""
    old, new = parse_mailmap(before), parse_mailmap(after)
    for each in sorted(old.named | new.named, key=lambda who: (who.email, who.name)):
        was, becomes = old.real(each), new.real(each)
        if was == becomes:
            continue
        if becomes == each:
            yield f"{_who(each)} is taken for {_who(was)} no more"
        else:
            instead = "" if was == each else f", for {_who(was)} before"
            yield f"{_who(each)} is taken for {_who(becomes)} now{instead}"


def _who(identity: Identity) -> str:
    named = f"{identity.name} " if identity.name else ""
    return quoted(f"{named}<{identity.email}>")
