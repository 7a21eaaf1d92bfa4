"""Who must agree to the change of a file, as GitHub and GitLab read ``CODEOWNERS``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from sgm_git.policy.globs import compiled

if TYPE_CHECKING:
    from collections.abc import Iterator

_SECTION = re.compile(r"(\^?)\[([^\]]+)\](?:\[[0-9]+\])?")


@dataclass(frozen=True, slots=True)
class _Line:
    section: str
    pattern: str
    owners: tuple[str, ...]


def owners(text: str, path: str) -> tuple[str, ...]:
    """Give the owners of a path: in each section those of the last line that matches.

    Sections of GitLab whose owners need not agree are left out.
    """
    last = {line.section: line.owners for line in _lines(text) if _covers(line.pattern, path)}
    return tuple(dict.fromkeys(owner for found in last.values() for owner in found))


def _lines(text: str) -> Iterator[_Line]:
    section, inherited, is_optional = "", (), False
    for raw in text.splitlines():
        line = re.split(r"(?:^|\s)#", raw, maxsplit=1)[0].strip()
        head = _SECTION.match(line)
        if head:
            section, is_optional = head[2].casefold(), bool(head[1])
            inherited = tuple(line[head.end() :].split())
        elif line and not is_optional:
            pattern, *named = line.split()
            is_exempt = pattern.startswith("!")
            found = () if is_exempt else (tuple(named) or inherited)
            yield _Line(section, pattern.removeprefix("!"), found)


def _covers(pattern: str, path: str) -> bool:
    """Whether a pattern matches a path, or a folder that it lies in."""
    is_anchored = "/" in pattern.rstrip("/")
    glob = pattern.strip("/") if is_anchored else f"**/{pattern.strip('/')}"
    *folders, whole = accumulate(path.split("/"), "{}/{}".format)
    if pattern.endswith("/*"):  # the files of that folder alone
        folders = []
    tried = folders if pattern.endswith("/") else [*folders, whole]
    return any(compiled(glob).fullmatch(each) for each in tried)
