"""Says where a policy asks for what nobody can give, or where anybody can take it away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.store.trusted import load_trusted
from sgm_git.workflows.diagnosis import Diagnosis

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.protocol import Repository
    from sgm_git.policy.config import Config

_ADMINS = "name [trust] admins, whose signature changes of .sgm/ need then"
_SIGNERS = (
    "list the keys of the approvers in .sgm/allowed_signers, and whose they are in [identities]"
)


def diagnose_policy(repository: Repository, config: Config) -> Iterator[Diagnosis]:
    """Give what is not well with ``[policy]``, by what HEAD has; nothing where it is off.

    Raises CannotRun where git cannot tell.
    """
    if not any(policy.is_about_commits for policy in config.policies):
        return
    has_approvers = any(policy.approvers for policy in config.policies)
    trusted = load_trusted(repository, repository.head().oid, despite_faults=True)
    if has_approvers and trusted.signers is None:
        what = "[policy] approvers are named, and no signature can be good: nobody can approve"
        yield Diagnosis("warning", what, _SIGNERS)
    if not config.trust.admins:
        yield Diagnosis("warning", "whoever may commit can change or drop [policy]", _ADMINS)
