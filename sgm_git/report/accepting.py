"""What ``sgm accept`` did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.commits import short
from sgm_git.policy.config import ACCEPTED_PATH
from sgm_git.report.escape import visible
from sgm_git.report.results import committed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.policy.accepted import Accepted
    from sgm_git.record.value import JsonObject
    from sgm_git.store.transaction import WriteResult


def accepted_line(line: Accepted) -> str:
    """Give ``accept ID CODE COMMIT``."""
    return visible(f"accept {line.id} {line.code} {short(line.commit or '')}".rstrip())


def accepted_notes(result: WriteResult) -> Iterator[str]:
    """Give what a person wants to know besides: the commit, or that there is none yet."""
    yield from committed(result.commit) or [f"it counts once {ACCEPTED_PATH} is committed"]
    yield from result.notes


def accepted_object(line: Accepted, commit: str | None) -> JsonObject:
    """Give ``{commit, accepted: {id, root, code, pointer, commit, value, reason, by, at}}``."""
    return {
        "commit": commit,
        "accepted": {
            "id": line.id,
            "root": line.root,
            "code": line.code,
            "pointer": line.pointer,
            "commit": line.commit,
            "value": line.value,
            "reason": line.reason,
            "by": line.by,
            "at": line.at,
        },
    }
