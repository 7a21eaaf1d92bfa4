"""git's own merge of one text, as it makes it of a file that is no record."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from sgm_git.git.command import Git, git_error

_STYLE = "merge.conflictStyle"
_OURS = ("GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE")
_MOST_CONFLICTS = 127
"""What git says of more conflicts, too; a higher status is an error."""

_BINARY = b"Cannot merge binary files"


class Labels(NamedTuple):
    """What stands behind the markers of a conflict."""

    ours: str = "ours"
    base: str = "base"
    theirs: str = "theirs"


@dataclass(frozen=True, slots=True)
class TextMerge:
    """A merged text, with markers of its ``conflicts``: how many, 127 for more than that."""

    data: bytes
    conflicts: int


def git_of_driver() -> Git:
    """Give the git that a merge driver asks: of the repository whose git has started it."""
    given = {name: os.environ[name] for name in _OURS if os.environ.get(name)}
    return Git(Path.cwd(), given)


def conflict_style(git: Git) -> str:
    """Give how conflicts are to be shown, as git's configuration has it: ``merge`` by default."""
    said = git.ask("config", "--get", _STYLE).out
    return os.fsdecode(said).strip() or "merge"


def merge_text_files(
    git: Git, base: bytes, ours: bytes, theirs: bytes, *, labels: Labels, size: int
) -> TextMerge | None:
    """Merge two texts over a third as ``git merge-file`` does, with markers of that ``size``.

    None where one of them is no text to git. Conflicts are shown in the style that is configured.
    Raises CannotRun where git cannot be asked.
    """
    named = (word for label in labels for word in ("-L", label))
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("ours", "base", "theirs")]
        for file, data in zip(files, (ours, base, theirs), strict=True):
            file.write_bytes(data)
        call = ("merge-file", "-p", f"--marker-size={size}", *named, *map(str, files))
        done = git.ask(*call)
    if 0 <= done.status <= _MOST_CONFLICTS:
        return TextMerge(done.out, done.status)
    if _BINARY in done.err:
        return None
    raise git_error(done.err)
