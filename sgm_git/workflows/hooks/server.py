"""What a server says of its own, in its git configuration (DESIGN sections 4 and 7)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.checks.configuration import unknown_codes
from sgm_git.checks.registry import RULES, suggest
from sgm_git.errors import CannotRun
from sgm_git.policy.config import ChecksConfig, Config, Loosening
from sgm_git.policy.server import NO_POLICY, parse_policy
from sgm_git.resources import schema_texts

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from sgm_git.policy.server import ServerPolicy

POLICY = "sgm.policy"
SECONDS = "sgm.pushSeconds"
MEGABYTES = "sgm.pushMegabytes"
_MAX_BYTES = 1024 * 1024
_NUMBER = re.compile(r"[1-9][0-9]{0,5}")


@dataclass(frozen=True, slots=True)
class Budget:
    """What a push may cost: seconds, and megabytes of address space."""

    seconds: int = 60
    megabytes: int = 2048


def server_budget(repository: Repository) -> Budget:
    """Read it; raises CannotRun for what is no number."""
    default = Budget()
    return Budget(
        _number(repository, SECONDS, default.seconds),
        _number(repository, MEGABYTES, default.megabytes),
    )


def server_policy(repository: Repository) -> ServerPolicy:
    """Read the policy that ``sgm.policy`` names, a path from the git directory.

    Raises CannotRun where it names a file that cannot be read or understood.
    """
    named = repository.config(POLICY)
    if not named:
        return NO_POLICY
    file = repository.git_dir / Path(named).expanduser()
    try:
        with file.open("rb") as source:
            data = source.read(_MAX_BYTES + 1)
    except OSError as error:
        raise CannotRun(
            f"{POLICY} cannot be read: {error.strerror}", hint="nothing is let in without it"
        ) from error
    if len(data) > _MAX_BYTES:
        raise CannotRun(f"{POLICY} is over the limit of {_MAX_BYTES:,} bytes")
    policy = parse_policy(data, schema_texts(), path=POLICY)
    for why in _unknown(policy):
        raise CannotRun(f"{POLICY}: {why}", hint="sgm rule lists the codes")
    return policy


def _unknown(policy: ServerPolicy) -> list[str]:
    """What is said of codes that there are not: they would be let through."""
    named = {code for severities in policy.floors.values() for code in severities}
    naming = ChecksConfig(Loosening(ignore=(*sorted(named), *(policy.ignorable or ()))))
    codes = {rule.code for rule in RULES}
    return [fault.message for _, fault in unknown_codes(Config(checks=naming), codes, suggest)]


def _number(repository: Repository, key: str, default: int) -> int:
    said = repository.config(key)
    if said is None:
        return default
    if not _NUMBER.fullmatch(said):
        raise CannotRun(
            f"{key} is {said!r}, which is no number", hint=f"git config {key} {default}"
        )
    return int(said)
