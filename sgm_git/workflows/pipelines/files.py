"""The files that make a forge review what is proposed there (DESIGN section 11, ``sgm init --ci``).

Ours are written and brought up to date; what somebody wrote or edited is left alone, and said.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.resources import pipeline_text
from sgm_git.store.files import naming, refuse_link
from sgm_git.workflows.hooks.installing import Changes
from sgm_git.workflows.pipelines.owned import WHY, naming_owners, without_owner
from sgm_git.workflows.pipelines.stamps import stamped, state_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.pipelines.stamps import State

Forge: TypeAlias = Literal["github", "gitlab"]

FILES: Mapping[Forge, Mapping[str, str]] = {
    "github": {
        ".github/workflows/sgm.yml": "github-workflow.yml",
        ".github/actions/sgm/action.yml": "github-action.yml",
    },
    "gitlab": {".gitlab/sgm.yml": "gitlab.yml"},
}
"""What each forge reads, with the names of our templates for it."""

GITLAB_CI = ".gitlab-ci.yml"
_INCLUDED = ".gitlab/sgm.yml"
_INCLUDE = f"include:\n  - local: {_INCLUDED}\n"
_BRANCHES = re.compile(r'^    branches: \["(.+)"\]$', re.MULTILINE)
_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]*")
_MAIN = "main"
LEFT: Mapping[State, str] = {
    "edited": "was edited since sgm wrote it, and is left alone",
    "foreign": "is not by sgm, and is left alone",
    "newer": "is by a newer sgm, and is left alone",
}
"""What is said of a file that is not written."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be written, by path from the top, and what is left for a person to do."""

    files: tuple[tuple[str, str], ...] = ()
    to_do: tuple[str, ...] = ()


def plan(repository: Repository, top: Path, forge: Forge) -> Plan:
    """Say what makes a forge review what is proposed; nothing where all is there.

    Raises CannotRun where something would be written through a link.
    """
    files, to_do = _ours(repository, top, forge)
    is_new = any(not (top / path).exists() for path in files)
    if forge == "gitlab":
        data = _read(top, GITLAB_CI)
        if data is None:
            files[GITLAB_CI] = _INCLUDE
        elif _INCLUDED.encode() not in data:
            to_do.append(f"{GITLAB_CI} is not by sgm: add to its include: - local: {_INCLUDED}")
    bare = without_owner(top, forge, files)
    if is_new and bare:
        to_do.append(f"{naming_owners(forge, bare)}: {WHY}")
    return Plan(tuple(files.items()), tuple(to_do))


def _ours(repository: Repository, top: Path, forge: Forge) -> tuple[dict[str, str], list[str]]:
    files, left = {}, []
    for path in FILES[forge]:
        state, wanted = look(repository, top, path)
        if state in ("absent", "older"):
            files[path] = wanted
        elif state != "current":
            again = f"for a new one remove it, then sgm init --ci {forge}"
            left.append(f"{path} {LEFT[state]}: {again}")
    return files, left


def write(top: Path, planned: Plan) -> Changes:
    """Write what was planned; raises OSError, with the file that cannot be written."""
    done = []
    for path, text in planned.files:
        target = top / path
        word = "brought up to date" if target.exists() else "wrote"
        with naming(target):
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode())
        done.append(f"{word} {path}")
    return Changes(tuple(done), planned.to_do)


def look(repository: Repository, top: Path, path: str) -> tuple[State, str]:
    """Say what stands at a path of ``FILES``, and what we would write there.

    The branches that our file names stay. Raises CannotRun where it is a link.
    """
    data = _read(top, path)
    text = pipeline_text(next(each[path] for each in FILES.values() if path in each))
    named = _BRANCHES.search((data or b"").decode("utf-8", "replace").replace("\r\n", "\n"))
    wanted = stamped(text.replace("@BRANCH@", named[1] if named else _branch(repository)))
    return ("absent" if data is None else state_of(data, wanted)), wanted


def _branch(repository: Repository) -> str:
    """The branch that is pushed to once something is reviewed, if a pattern can name it plainly."""
    ref = repository.trusted_ref() or repository.head().ref or _MAIN
    if ref.startswith("refs/remotes/"):
        ref = ref.split("/", 3)[-1]
    name = ref.removeprefix("refs/heads/").removeprefix("origin/")
    return name if _PLAIN.fullmatch(name) else _MAIN


def _read(top: Path, path: str) -> bytes | None:
    target = top / path
    refuse_link(target, top)
    return target.read_bytes() if target.exists() else None
