"""Where the work tree differs from HEAD, told by looking at every file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.git.protocol import MODE_SUBMODULE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.git.protocol import Repository


def changed_paths(repository: Repository, prefixes: Sequence[str]) -> list[str]:
    """List the paths; see ``present.Present.changed_paths``."""
    files = set(repository.list_files(prefixes))
    head = repository.head().oid
    listed = [] if head is None else repository.list_tree(head, prefixes)
    committed = {entry.path for entry in listed if entry.mode != MODE_SUBMODULE}
    staged = {e.path for e in repository.list_index(prefixes) if e.mode != MODE_SUBMODULE}
    states = repository.states(sorted(committed | files | staged))
    changed = {path for path, state in states.items() if state.differs_from_head}
    overlooked = {path for path, state in states.items() if state.overlooked}
    return sorted(changed | overlooked | (committed ^ files))
