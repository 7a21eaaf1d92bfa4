"""Whether somebody must agree to the change of a pipeline, and of what trust rests on.

What is proposed brings its own version of the pipeline, and could leave the review out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.policy.config import CONFIG_PATH
from sgm_git.store.files import beginning
from sgm_git.workflows.pipelines.owners import owners

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

WHY = "what is proposed brings its own version of the pipeline, and could leave the review out"

_LIMIT = 1 << 18  # bytes: no list of owners is larger
_LISTS: Mapping[str, tuple[str, ...]] = {
    "github": (".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"),
    "gitlab": ("CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"),
}


def without_owner(top: Path, forge: str, paths: Iterable[str]) -> list[str]:
    """Give those of the paths, and of the configuration, that a forge asks nobody about."""
    places = [top / place for place in _LISTS[forge]]
    data = next((beginning(place, _LIMIT) for place in places if place.is_file()), b"")
    text = data.decode("utf-8", "replace")
    return [path for path in dict.fromkeys((*paths, CONFIG_PATH)) if not owners(text, path)]


def naming_owners(forge: str, bare: Iterable[str]) -> str:
    """Say what to do about the paths that have none."""
    named = ", ".join(f"/{path}" for path in bare)
    return f"name owners of {named} in {_LISTS[forge][0]}, and require their review"
