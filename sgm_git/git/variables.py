"""Which environment git sees: a hook's variables must not reach another repository (DESIGN 13).

Git exports ``GIT_DIR``, ``GIT_INDEX_FILE`` and more to its hooks. They are meant for the
repository of that hook alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sgm_git.git.place import find_place, is_git_directory

if TYPE_CHECKING:
    from collections.abc import Mapping

_PERSONAL = frozenset(
    {
        "GIT_CEILING_DIRECTORIES",  # limits of discovery
        "GIT_DISCOVERY_ACROSS_FILESYSTEM",
        "GIT_EXEC_PATH",  # a git installed in an unusual place
        "GIT_ATTR_NOSYSTEM",
        "GIT_SSH",  # how this user reaches servers
        "GIT_SSH_COMMAND",
        "GIT_SSL_CAINFO",
        "GIT_SSL_CAPATH",
        "GIT_TEST_ASSUME_DIFFERENT_OWNER",  # git's own switch to try its ownership check
    }
)
_PERSONAL_FAMILIES = ("GIT_CONFIG_", "GIT_AUTHOR_", "GIT_COMMITTER_")
_OBJECTS = ("GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_QUARANTINE_PATH")


def personal_variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Give the environment without those ``GIT_*`` variables that belong to one repository."""
    return {
        name: value
        for name, value in environ.items()
        if not name.startswith("GIT_") or name in _PERSONAL or name.startswith(_PERSONAL_FAMILIES)
    }


def own_variables(
    git_dir: Path, work_tree: Path | None, environ: Mapping[str, str]
) -> dict[str, str]:
    """Give the variables that a hook of this very repository was started with.

    These are the index that git is about to commit and the quarantine of a push. The index file
    is absolute. Nothing is given where the variables mean another repository.
    """
    ours = "GIT_DIR" in environ and _same(Path(environ["GIT_DIR"]), git_dir)
    own = {name: environ[name] for name in _OBJECTS if ours and name in environ}
    index = Path(work_tree or git_dir, environ.get("GIT_INDEX_FILE", ""))
    if index.is_file() and (ours or _index_belongs(index, git_dir, environ)):
        own["GIT_INDEX_FILE"] = str(index)
    return own


def _index_belongs(index: Path, git_dir: Path, environ: Mapping[str, str]) -> bool:
    """Whether an index is the repository's own, or nobody's and set where we were started."""
    owner = next(filter(is_git_directory, index.parents), None)
    if owner or environ.get("GIT_DIR"):
        return owner is not None and _same(owner, git_dir)
    here = find_place(Path.cwd(), environ)
    return here is not None and _same(here.git_dir, git_dir)


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False
