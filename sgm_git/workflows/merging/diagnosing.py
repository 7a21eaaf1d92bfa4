"""What the doctor says of merging: whether git would merge records by our driver."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.git.cli import installed_git
from sgm_git.git.merge_attribute import merge_drivers
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.policy.globs import fixed_part
from sgm_git.workflows.diagnosis import Diagnosis
from sgm_git.workflows.merging.joining import FOREIGN, FOREIGN_HINT
from sgm_git.workflows.merging.registering import finds_program, registration

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sgm_git.git.protocol import Repository
    from sgm_git.policy.config import Config
    from sgm_git.workflows.merging.registering import Registration

_MERGES_TREES = (2, 38)
_INIT = "sgm init"
_COMMIT = "sgm init && git add .gitattributes && git commit"
_DRIVER = "sgm"
_UNWELL: Mapping[Registration, tuple[str, str]] = {
    "absent": ("git knows no merge driver for records: it merges them as text here", _INIT),
    "older": ("the merge driver is registered as by an older version", _INIT),
    "foreign": (FOREIGN, FOREIGN_HINT),
}


def diagnose_merging(
    repository: Repository, config: Config, paths: Sequence[str]
) -> Iterator[Diagnosis]:
    """Whether git merges the records at these paths by our driver, and those that are to come.

    Nothing where there is no git, and so nothing that merges, and where nothing was begun.
    """
    if repository.engine == "git" and _is_begun(repository):
        yield from _version(installed_git())
        yield _registered(repository)
        yield from _named(repository, config, paths)


def _is_begun(repository: Repository) -> bool:
    top = repository.work_tree
    is_configured = top is not None and (top / CONFIG_PATH).exists()
    return is_configured or registration(repository) != "absent"


def _version(version: tuple[int, ...] | None) -> Iterator[Diagnosis]:
    if version is None:
        return
    told = f"git {'.'.join(map(str, version))}"
    if version >= _MERGES_TREES:
        yield Diagnosis("ok", told)
    else:
        what = f"{told} merges in the work tree alone: sync works there, and sgm merge cannot"
        yield Diagnosis("warning", what, "install git 2.38 or newer")


def _registered(repository: Repository) -> Diagnosis:
    how = registration(repository)
    if how != "ours":
        return Diagnosis("warning", *_UNWELL[how])
    if not finds_program(repository):
        what = "the merge driver finds no sgm: git merges records as text"
        return Diagnosis("warning", what, f"{_INIT}, with the sgm that is to merge them")
    return Diagnosis("ok", "git's configuration has the merge driver")


def _named(repository: Repository, config: Config, paths: Sequence[str]) -> Iterator[Diagnosis]:
    """Whether the attributes name the driver for every record."""
    to_come = [
        f"{root.path}/x.md".removeprefix("./")
        for root in config.roots
        if fixed_part(root.path) == root.path
    ]
    drivers = merge_drivers(repository, [*paths, *to_come])
    others = [path for path, driver in drivers.items() if driver != _DRIVER]
    if others:
        more = f", and {len(others) - 1:,} more" if len(others) > 1 else ""
        what = f".gitattributes does not name the merge driver for {others[0]}{more}"
        yield Diagnosis("warning", what, _COMMIT)
