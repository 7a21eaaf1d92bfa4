"""What ``.sgm/config.toml`` says, as frozen values; the defaults are those of DESIGN section 4."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from sgm_git.policy.governance import OFF, Governance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.findings import Severity
    from sgm_git.record.provenance import StampPolicy
    from sgm_git.record.value import JsonObject

CONFIG_PATH = ".sgm/config.toml"
ACCEPTED_PATH = ".sgm/accepted.toml"
SIGNERS_PATH = ".sgm/allowed_signers"
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
    """``[checks]``; ``per_path`` maps patterns of paths, ``tolerance`` is in seconds.

    ``floors`` are a server's, and in no file of a repository: by pattern of paths and code what a
    finding weighs at least, whatever is ignored.
    """

    everywhere: Loosening = Loosening()
    per_path: Mapping[str, Loosening] = field(default_factory=dict)
    tolerance: int = 600
    baseline: str = ""
    require_signed: bool = False
    identities_strict: bool = False
    floors: Mapping[str, Mapping[str, Severity]] = field(default_factory=dict)


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
    """The whole configuration; ``stale_after`` maps types to seconds.

    ``server_policy`` is a server's, in no file of a repository, and judges beside ``policy``.
    """

    store: StoreConfig = StoreConfig()
    roots: tuple[RootConfig, ...] = (RootConfig(),)
    identities: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    agents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    checks: ChecksConfig = ChecksConfig()
    trust: TrustConfig = TrustConfig()
    secrets_allow: tuple[str, ...] = ()
    sync_mode: Literal["rebase", "merge"] = "rebase"
    mcp: McpConfig = McpConfig()
    policy: Governance = OFF
    server_policy: Governance = OFF
    stale_after: Mapping[str, int] = field(default_factory=lambda: {"status": 7 * 86_400})

    @property
    def policies(self) -> tuple[Governance, ...]:
        """Those by which it is judged who may write what, each for itself."""
        return tuple(each for each in (self.policy, self.server_policy) if each != OFF)


def judged_by(work_tree: Config, committed: Config | None) -> tuple[Config, tuple[str, ...]]:
    """The configuration that counts, and a sentence for each part in which the two differ.

    Roots and what they ignore are the work tree's; whatever loosens a check or grants an identity
    is the trusted side's (DESIGN section 2, "trusted side"). A root that the trusted side does
    not have is strict. Where it has no configuration, defaults are trusted.
    """
    trusted = committed or Config()
    strict = {_folder(root.path): root.strict for root in trusted.roots}
    roots = tuple(
        replace(root, strict=strict.get(_folder(root.path), True)) for root in work_tree.roots
    )
    guarded = {name: getattr(trusted, name) for name in _GUARDED}
    return replace(work_tree, **guarded, roots=roots), (
        *(_counting_already(work_tree, trusted) if committed is not None else ()),
        *_not_counting_yet(work_tree, trusted, roots),
    )


def _counting_already(work_tree: Config, trusted: Config) -> Iterator[str]:
    here, there = ([_folder(root.path) for root in each.roots] for each in (work_tree, trusted))
    if here != there:
        yield "its roots are not those of HEAD, and count already"
    if work_tree.store.ignore != trusted.store.ignore:
        yield "its ignore is not that of HEAD, and counts already"


def _not_counting_yet(
    work_tree: Config, trusted: Config, roots: tuple[RootConfig, ...]
) -> Iterator[str]:
    names = [n for n in _GUARDED if getattr(work_tree, n) != getattr(trusted, n)]
    for written, counting in zip(work_tree.roots, roots, strict=True):
        if written.strict != counting.strict:
            names.append(f"strict in the root {written.path}")
    yield from (f"what it says of {name} counts once it is committed" for name in names)


def _folder(path: str) -> str:
    """A root's path in the one form that all its spellings have."""
    return "/".join(part for part in path.split("/") if part not in ("", "."))
