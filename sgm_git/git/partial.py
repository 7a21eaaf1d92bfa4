"""Whether objects may be missing because nobody fetched them (partial clone)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def is_partial(common_dir: Path) -> bool:
    """Whether the repository is a partial clone, or was one before it lost its remote."""
    return any((common_dir / "objects" / "pack").glob("*.promisor"))
