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
    """Give the trusted ref; see ``past.Past.trusted_ref``.

    ``existing_refs`` maps those of the refs that are there to what they lead to.
    """
    configured = settings.get(_KEY)
    remote = _main_remote(remotes(settings))
    if configured or remote is None:
        return configured or None
    head, *mains = [f"refs/remotes/{remote}/{name}" for name in ("HEAD", *_MAIN)]
    refs = existing_refs([head, *mains])
    found = [name for name in mains if name in refs]
    return refs.get(head) or (found[0] if len(found) == 1 else None)


def _main_remote(names: list[str]) -> str | None:
    if "origin" in names:
        return "origin"
    return names[0] if len(names) == 1 else None


def remotes(settings: Settings) -> list[str]:
    """Give the names of the remotes that have an address."""
    keys = [key.removeprefix("remote.") for key in settings.values if key.startswith("remote.")]
    return sorted({key.removesuffix(".url") for key in keys if key.endswith(".url")})
