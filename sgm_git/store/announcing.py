"""What the index is told of a write whose commit is left to a person (DESIGN section 7).

``git commit -a`` takes along that a tracked file is gone, but not the new file beside it: of a
record that was moved, history would keep the end and not the new beginning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from sgm_git.git.protocol import Repository
    from sgm_git.store.files import FileChange

_NAMED = 3


def to_announce(repository: Repository, changes: Sequence[FileChange]) -> list[str]:
    """Give the files that changes make where they take tracked ones away; none where they do not.

    To be asked before anything is changed.
    """
    gone = [change.path for change in changes if change.before is not None and change.after is None]
    if all(state.untracked for state in repository.states(gone).values()):
        return []
    return [change.path for change in changes if change.before is None]


def announced(paths: Collection[str]) -> list[str]:
    """Give the sentence that tells of files that were announced; nothing where there is none."""
    if not paths:
        return []
    named = ", ".join(sorted(paths)[:_NAMED])
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    be, them = ("is", "it") if len(paths) == 1 else ("are", "them")
    return [f"{named}{more} {be} announced to git (git add -N): git commit -a takes {them} along"]
