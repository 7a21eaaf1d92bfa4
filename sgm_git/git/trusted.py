"""Which ref a repository trusts, and whether it has a remote at all (DESIGN 2, "trusted side")."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sgm_git.git.settings import Settings

    ExistingRefs = Callable[[Iterable[str]], dict[str, str]]

_KEY = "sgm.trustRef"
_MAIN = ("main", "master")


def trusted_ref(settings: Settings, existing_refs: ExistingRefs) -> str | None:
    """Give the trusted ref; see ``protocol.Repository.trusted_ref``.

    ``existing_refs`` maps those of the refs that are there to what they lead to.
    """
    configured = settings.get(_KEY)
    if configured:
        return configured
    names = remotes(settings)
    if "origin" not in names and len(names) != 1:
        return None
    below = f"refs/remotes/{'origin' if 'origin' in names else names[0]}"
    refs = existing_refs([f"{below}/{name}" for name in ("HEAD", *_MAIN)])
    mains = [f"{below}/{name}" for name in _MAIN if f"{below}/{name}" in refs]
    return refs.get(f"{below}/HEAD") or (mains[0] if len(mains) == 1 else None)


def remotes(settings: Settings) -> list[str]:
    """Give the names of the remotes that have an address."""
    keys = [key.removeprefix("remote.") for key in settings.values if key.startswith("remote.")]
    return sorted({key.removesuffix(".url") for key in keys if key.endswith(".url")})
