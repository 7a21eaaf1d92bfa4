"""What ``.sgm/config.toml`` says, as frozen values; the defaults are those of DESIGN section 4."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.findings import Severity
    from sgm_git.record.provenance import StampPolicy
    from sgm_git.record.value import JsonObject

CONFIG_PATH = ".sgm/config.toml"
DEFAULT_LAYOUT = "{type}/{id}.md"
SHARDED_LAYOUT = "{type}/{shard}/{id}.md"
FORMAT = 1

CommitPolicy = Literal["always", "agents", "never"]
_GUARDED = (
    *("identities", "agents", "checks", "trust", "secrets_allow", "mcp", "policy", "stale_after"),
)


@dataclass(frozen=True, slots=True)
class StoreConfig:
    """``[store]``: what is no record, and what our writes do beside writing."""

    ignore: tuple[str, ...] = (
        *("README.md", "CHANGELOG.md", "AGENTS.md", "CLAUDE.md"),
        *("template*.md", "_*.md"),
    )
    stamp: StampPolicy = "declared"
    commit: CommitPolicy = "always"


@dataclass(frozen=True, slots=True)
class RootConfig:
    """One ``[[root]]``: a folder, or a pattern of folders, that holds records."""

    path: str = "memory"
    layout: str = DEFAULT_LAYOUT
    scope: JsonObject = field(default_factory=dict)
    strict: bool = True


@dataclass(frozen=True, slots=True)
class Loosening:
    """Codes or families that say nothing, and codes with another severity than their own."""

    ignore: tuple[str, ...] = ()
    severity: Mapping[str, Severity] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChecksConfig:
    """``[checks]``; ``per_path`` maps patterns of paths, ``tolerance`` is in seconds."""

    everywhere: Loosening = Loosening()
    per_path: Mapping[str, Loosening] = field(default_factory=dict)
    tolerance: int = 600
    baseline: str = ""
    require_signed: bool = False
    identities_strict: bool = False


@dataclass(frozen=True, slots=True)
class TrustConfig:
    """``[trust]``: what counts as reviewed, and who may change what trust rests on."""

    ref: str = ""
    admins: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class McpConfig:
    """``[mcp]``: the agent's pinned name, and what an agent may do to rules."""

    agent: str = ""
    rules: Literal["propose", "allow", "deny"] = "propose"


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration; ``stale_after`` maps types to seconds."""

    store: StoreConfig = StoreConfig()
    roots: tuple[RootConfig, ...] = (RootConfig(),)
    identities: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    agents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    checks: ChecksConfig = ChecksConfig()
    trust: TrustConfig = TrustConfig()
    secrets_allow: tuple[str, ...] = ()
    sync_mode: Literal["rebase", "merge"] = "rebase"
    mcp: McpConfig = McpConfig()
    policy: JsonObject = field(default_factory=dict)
    stale_after: Mapping[str, int] = field(default_factory=lambda: {"status": 7 * 86_400})


def judged_by(work_tree: Config, trusted: Config) -> tuple[Config, tuple[str, ...]]:
    """The configuration that counts, and which parts of the work tree's do not count yet.

    Roots and what they ignore are the work tree's; whatever loosens a check or grants an identity
    is the trusted side's (DESIGN section 2, "trusted side").
    """
    differing = tuple(
        name for name in _GUARDED if getattr(work_tree, name) != getattr(trusted, name)
    )
    return replace(work_tree, **{name: getattr(trusted, name) for name in _GUARDED}), differing
