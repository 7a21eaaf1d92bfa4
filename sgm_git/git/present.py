"""What the rest of the package may ask of git about what is not committed yet (DESIGN 10, 13).

Forms are those of ``protocol``, which takes these promises into ``Repository``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self

if TYPE_CHECKING:
    from collections.abc import Sequence


class Present(Protocol):
    """The half of a repository that looks at what there is now. Both engines keep it."""

    def steady(self) -> Self:
        """Give this repository with its configuration as it is now, whatever becomes of it.

        For one who asks much of it in a moment: reading the configuration takes git a process.
        """
        ...

    def changed_paths(self, prefixes: Sequence[str] = ("",)) -> list[str] | None:
        """List the paths below the prefixes at which the work tree may not have what HEAD has.

        These are the files of ``list_files`` and of HEAD's commit of which the other has not the
        same, and whatever the index holds otherwise: changed, staged, deleted, untracked, unmerged
        and announced paths, and those that git does not look at; sorted. Some may be as in HEAD
        after all, but none is missing. No program runs that a configuration names: what goes
        through a filter, an encoding or keywords counts as changed. A file that the index knows
        counts as stored there even where settings of line ends changed since. None where it
        cannot be told so; raises CannotRun in a bare repository.
        """
        ...
