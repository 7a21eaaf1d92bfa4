"""Tells who brings an allowance along with what it is to allow that it comes too late."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.server import tightened
from sgm_git.resources import schema_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.findings import Finding
    from sgm_git.policy.server import ServerPolicy
    from sgm_git.store.records import Records

_SECRETS = "X"
_LATE = (
    f"what [secrets] allow of {CONFIG_PATH} says counts only once it stands where the commits go,"
    " and these bring it themselves: push the commit that allows it first, then the others"
)


def allowed_too_late(
    records: Records, tip: str, policy: ServerPolicy, findings: Iterable[Finding]
) -> Iterator[str]:
    """Say so where the commit ``tip`` allows a secret that was found, and what is trusted not.

    What a server's ``policy`` forbids to allow is not meant.
    """
    told = [finding.message for finding in findings if finding.code[0] == _SECRETS]
    if told and any(digest in message for digest in _new(records, tip, policy) for message in told):
        yield _LATE


def _new(records: Records, tip: str, policy: ServerPolicy) -> list[str]:
    """What a commit allows and what is trusted does not; nothing of what cannot be read."""
    try:
        brought, _ = parse_config(records.repository.read_path(tip, CONFIG_PATH), schema_texts())
    except CannotRun:
        return []
    return sorted(
        set(tightened(brought, policy).secrets_allow) - set(records.settings.config.secrets_allow)
    )
