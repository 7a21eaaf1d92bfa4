"""Which paths of history matter: documents, and the files that trust rests on (DESIGN 4, 6)."""

from __future__ import annotations

import os
import re

from sgm_git.commits import Change

_DOCUMENTS = frozenset({b".md", b".MD", b".Md", b".mD"})
_S = rb"(?:s|\xc5\xbf)"  # a long s is one where a file system makes no difference between cases
_TRUST = re.compile(
    rb"\.%bgm/|(?:.*/)?\.(?:mailmap|gitattribute%b)\Z" % (_S, _S), re.DOTALL | re.IGNORECASE
)


def is_watched(path: bytes) -> bool:
    """Whether changes of the path are rows of history, whatever the case of its letters is."""
    return path[-3:] in _DOCUMENTS or _TRUST.match(path) is not None


class Changes:
    """Makes changes of commits that come before their parents; equal strings are held once."""

    def __init__(self) -> None:
        self._paths: dict[bytes, str] = {}
        self._expected: dict[bytes, str] = {}

    def change(self, path: bytes, old: bytes | None, new: bytes | None) -> Change:
        """Give a change of hex blob ids, None for what is no plain file."""
        name = self._paths.get(path)
        if name is None:
            name = self._paths[path] = os.fsdecode(path)
        expected = self._expected  # what is old here was new in an older commit, which comes later
        return Change(
            name,
            None if old is None else expected.setdefault(old, old.decode("ascii")),
            None if new is None else expected.pop(new, "") or new.decode("ascii"),
        )
