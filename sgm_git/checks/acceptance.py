"""Findings that somebody has accepted: they are closed and stay visible (DESIGN section 6).

An acceptance is for one finding: of this record, about this commit, of this very value.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from sgm_git.record.pointer import get, parse
from sgm_git.record.value import canonical

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sgm_git.checks.case import Subject
    from sgm_git.findings import Finding
    from sgm_git.policy.accepted import Accepted
    from sgm_git.record.value import JsonObject


def closed(
    findings: Iterable[Finding], accepted: Collection[Accepted], subjects: Mapping[str, Subject]
) -> tuple[list[Finding], list[Finding]]:
    """Part findings into those that stand and those that were accepted, in their order.

    ``accepted`` is the trusted side's list, ``subjects`` are what was checked, by path. A finding
    about another commit, or a value that was changed since, stands.
    """
    standing: list[Finding] = []
    shut: list[Finding] = []
    for finding in findings:
        subject = subjects.get(finding.path)
        is_shut = subject is not None and any(_is_for(e, finding, subject) for e in accepted)
        (shut if is_shut else standing).append(finding)
    return standing, shut


def is_acceptable(finding: Finding) -> bool:
    """Whether a finding is of the kind that can be accepted.

    It is one of history against a record (family P), about a commit: what is not committed yet
    can be mended.
    """
    return finding.code[0] == "P" and bool(finding.commit) and finding.id is not None


def value_digest(record: JsonObject, pointer: str | None) -> str | None:
    """The digest of the value that a finding is about, with the name of the hash in front.

    None where it is about none (``pointer`` None), or there is no such value.
    """
    if pointer is None:
        return None
    try:
        value = get(record, parse(pointer))
    except KeyError:
        return None
    text = canonical(value).encode("utf-8", "surrogatepass")
    return f"sha256:{hashlib.sha256(text).hexdigest()}"


def _is_for(entry: Accepted, finding: Finding, subject: Subject) -> bool:
    is_named = (entry.id, entry.code, entry.commit) == (finding.id, finding.code, finding.commit)
    if not is_named or not is_acceptable(finding) or entry.pointer != (finding.pointer or ""):
        return False
    if entry.root not in (None, subject.root.path):
        return False
    document = subject.reading.document
    return document is not None and entry.value == value_digest(document.record, finding.pointer)
