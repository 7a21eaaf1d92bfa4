"""A server's own policy: a file beside its repository that only tightens (DESIGN section 7).

It has the form of ``.sgm/config.toml`` and stands where nobody can push to. Of ``[checks]`` count
``severity`` (also per path), ``ignore``, ``tolerance``, ``require_signed`` and
``identities_strict``; of ``[trust]`` ``admins`` and ``hosts``; of ``[secrets]`` ``allow``; and all
of ``[policy]``, which judges beside the repository's and cannot be ignored. Nothing else could
tighten anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.findings import Severity
from sgm_git.policy.config_file import parse_config
from sgm_git.policy.governance import OFF, Governance
from sgm_git.policy.toml_file import read_toml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.policy.config import ChecksConfig, Config, Loosening

_EVERYWHERE = "**"


@dataclass(frozen=True, slots=True)
class ServerPolicy:
    """What a server insists on; None and what is empty insist on nothing.

    ``floors`` maps patterns of paths to codes, and these to what they weigh at least: such a code
    cannot be ignored. ``ignorable`` are the codes and families that may be ignored at all,
    ``tolerance`` is the most in seconds, ``allow`` the hashes that may be allowed at all.
    """

    floors: Mapping[str, Mapping[str, Severity]] = field(default_factory=dict, hash=False)
    ignorable: tuple[str, ...] | None = None
    tolerance: int | None = None
    require_signed: bool = False
    identities_strict: bool = False
    admins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    allow: tuple[str, ...] | None = None
    governance: Governance = OFF

    @property
    def is_about_commits(self) -> bool:
        """Whether it asks of commits what a repository may not ask: who made and signed them."""
        is_about_signatures = self.require_signed or bool(self.admins)
        return is_about_signatures or self.governance.is_about_commits


NO_POLICY = ServerPolicy()
"""That of a server which leaves everything to its repositories."""


def parse_policy(data: bytes, bundled: Mapping[str, str], *, path: str) -> ServerPolicy:
    """Read a server's policy; ``bundled`` are the texts of the bundled schemas.

    Raises CannotRun, with line and column, for what cannot be understood. An unknown key is that,
    too: what it was to forbid would be let through.
    """
    config, faults = parse_config(data, bundled, path=path)
    for fault in faults:
        place = "" if fault.span is None else f":{fault.span.line}:{fault.span.column}"
        raise CannotRun(
            f"{path}{place}: {fault.message}",
            hint="a policy that is not understood lets nothing in",
        )
    _, table = read_toml(data, path)
    written, checks = table.get("checks", {}), config.checks
    return ServerPolicy(
        floors=_floors(checks, config.policy),
        ignorable=checks.everywhere.ignore if "ignore" in written else None,
        tolerance=checks.tolerance if "tolerance" in written else None,
        require_signed=checks.require_signed,
        identities_strict=checks.identities_strict,
        admins=config.trust.admins,
        hosts=config.trust.hosts,
        allow=config.secrets_allow if "allow" in table.get("secrets", {}) else None,
        governance=config.policy,
    )


def tightened(config: Config, policy: ServerPolicy) -> Config:
    """Give the configuration under which at least as much is found, and weighs as much.

    Admins and hosts that the policy names take the place of the repository's.
    """
    trust = replace(
        config.trust,
        admins=policy.admins or config.trust.admins,
        hosts=policy.hosts or config.trust.hosts,
    )
    allowed = config.secrets_allow
    if policy.allow is not None:
        allowed = tuple(each for each in allowed if each in policy.allow)
    return replace(
        config,
        checks=_checks(config.checks, policy),
        trust=trust,
        secrets_allow=allowed,
        server_policy=policy.governance,
    )


def _checks(old: ChecksConfig, policy: ServerPolicy) -> ChecksConfig:
    most = old.tolerance if policy.tolerance is None else policy.tolerance
    return replace(
        old,
        everywhere=_restricted(old.everywhere, policy),
        per_path={path: _restricted(each, policy) for path, each in old.per_path.items()},
        tolerance=min(old.tolerance, most),
        require_signed=old.require_signed or policy.require_signed,
        identities_strict=old.identities_strict or policy.identities_strict,
        floors=policy.floors,
    )


def _floors(checks: ChecksConfig, policy: Governance) -> dict[str, Mapping[str, Severity]]:
    floors: dict[str, Mapping[str, Severity]] = {
        _EVERYWHERE: {**dict.fromkeys(policy.codes, Severity.ERROR), **checks.everywhere.severity}
    }
    floors |= {pattern: each.severity for pattern, each in checks.per_path.items()}
    return {pattern: severities for pattern, severities in floors.items() if severities}


def _restricted(loosening: Loosening, policy: ServerPolicy) -> Loosening:
    if policy.ignorable is None:
        return loosening
    ignore = dict.fromkeys(_common(loosening.ignore, policy.ignorable))
    return replace(loosening, ignore=tuple(ignore))


def _common(ones: tuple[str, ...], others: tuple[str, ...]) -> Iterator[str]:
    """What two lists of codes and families have in common; a family is all of its codes."""
    for one in ones:
        for other in others:
            if one.startswith(other):
                yield one
            elif other.startswith(one):
                yield other
