"""Tells what somebody saved from what was there before, and from what git itself put there.

git tells nobody that it writes a file, but most that does so (a stash that is applied, a file that
is restored or checked out) locks the index, too, and its text is then one that git has. Either
alone proves little: ``git status`` locks the index, and who undoes a change saves an old text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from sgm_git.git.protocol import Repository
    from sgm_git.store.entry import Entry
    from sgm_git.workflows.watching.settling import Look

_Stamp: TypeAlias = tuple[int, int, int]

SWITCHED = "the branch was switched since it was saved"
PUT_THERE = "git has this text already and may have put it there (a stash, another commit)"


class Origins:
    """What is known of where the files of one work tree have their content from."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._stamp = self._index()
        self._there: dict[str, str | None] = {}
        self._before: dict[str, _Stamp | None] = {}
        self._suspect: set[str] = set()
        self._strayed: set[str] = set()

    def begin(self, looks: Mapping[str, Look | None]) -> None:
        """Take in what was there from the beginning: nobody saw who saved it, or when."""
        self._there = {path: None if look is None else look.blob for path, look in looks.items()}

    def heard(self, paths: Collection[str]) -> None:
        """Take in what was touched since this was told last, to be told in every step."""
        for path in paths:
            self._before.setdefault(path, self._stamp)
        self._strayed.difference_update(paths)
        # what is heard next may have happened from now on
        self._stamp = self._index()

    def found(self, paths: Iterable[str]) -> None:
        """Take in what nobody has heard of, but may have changed."""
        for path in paths:
            self._before.setdefault(path, None)

    def switched(self, paths: Iterable[str]) -> None:
        """Take in that another branch is checked out, with what was saved before it was."""
        self._strayed.update(paths)

    def settled(self, paths: Iterable[str]) -> None:
        """Take in what has settled: what git wrote, it has written by now."""
        stamp = self._index()
        for path in paths:
            is_suspect = self._before.pop(path, stamp) != stamp
            (self._suspect.add if is_suspect else self._suspect.discard)(path)

    def was_there(self, looks: Mapping[str, Look | None]) -> set[str]:
        """Give the paths at which there is what was there from the beginning."""
        nothing = object()
        return {
            path
            for path, look in looks.items()
            if self._there.get(path, nothing) == (None if look is None else look.blob)
        }

    def doubts(self, entries: Mapping[str, Entry | None]) -> dict[str, str]:
        """Say what speaks against a save of this branch, by path; raises CannotRun."""
        strayed = dict.fromkeys(self._strayed.intersection(entries), SWITCHED)
        return strayed | dict.fromkeys(self._put_there(entries), PUT_THERE)

    def _put_there(self, entries: Mapping[str, Entry | None]) -> set[str]:
        """The files that git may have written itself."""
        blobs = {path: entry.blob for path, entry in entries.items() if entry is not None}
        asked = {path: blob for path, blob in blobs.items() if path in self._suspect}
        known = self._repository.present_blobs(sorted(set(asked.values()))) if asked else set()
        return {path for path, blob in asked.items() if blob in known}

    def _index(self) -> _Stamp:
        """What tells one state of the index from another.

        ``git restore`` locks it and does not write it: of a lock that came and went, the folder
        tells.
        """
        folder = self._repository.git_dir
        try:
            seen, around = (folder / "index").stat(), folder.stat()
        except OSError:
            return (0, 0, 0)
        return seen.st_mtime_ns, seen.st_ino, around.st_mtime_ns
