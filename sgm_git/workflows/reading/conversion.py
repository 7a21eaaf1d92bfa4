"""What decides which blob git makes of a file, besides what is committed: line ends (DESIGN 10).

Git compares a file that it has seen before by its time and size alone, so it does not tell that
the same file would be another blob by now.
"""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sgm_git.git.protocol import Repository
    from sgm_git.record.value import JsonValue

_ATTRIBUTES = ".gitattributes"


def attribute_paths(prefixes: Iterable[str]) -> set[str]:
    """Give where attributes may stand that count below some folders, besides in these."""
    paths = (PurePosixPath(prefix, _ATTRIBUTES) for prefix in prefixes)
    return {str(above / _ATTRIBUTES) for path in paths for above in path.parents}


def says_of_conversion(path: str) -> bool:
    """Whether a file of the work tree says how others are converted."""
    return path.rpartition("/")[2] == _ATTRIBUTES


def conversion_ground(repository: Repository) -> list[JsonValue]:
    """Give what stands in configuration, and in files that are the user's own."""
    named = repository.config("core.attributesFile")
    return [
        repository.config("core.autocrlf"),
        named,
        file_stamp(repository.common_dir / "info" / "attributes"),
        file_stamp(_of_user(named)),
    ]


def attributes_seen(repository: Repository, changed: Iterable[str]) -> list[JsonValue]:
    """Give what tells the attributes of the work tree from HEAD's; ``changed`` are paths there."""
    top = repository.work_tree
    paths = [path for path in changed if says_of_conversion(path)]
    return [] if top is None else [[path, file_stamp(top / path)] for path in sorted(paths)]


def _of_user(named: str | None) -> Path:
    home = os.environ.get("XDG_CONFIG_HOME") or "~/.config"
    told = named or f"{home}/git/attributes"
    return Path(os.path.expanduser(told))  # noqa: PTH111  # Path's fails where there is no home


def file_stamp(file: Path) -> list[JsonValue] | None:
    """What is another whenever a file is written; None where there is none."""
    try:
        seen = file.stat()
    except OSError:
        return None
    return [seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns]


def newest_of(stamp: JsonValue) -> int:
    """When the file of a stamp changed last, in nanoseconds; zero where there is none."""
    if not isinstance(stamp, list):
        return 0
    return max(time for time in stamp[2:] if isinstance(time, int))
