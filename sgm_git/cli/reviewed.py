"""Says what is reviewed of a record that was changed or removed here, and how to see it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from sgm_git.errors import CannotRun
from sgm_git.record import fields
from sgm_git.report.standing import standing_line
from sgm_git.witness.reading import Review

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.api import Store
    from sgm_git.git.protocol import Repository
    from sgm_git.witness.reading import Reading
    from sgm_git.workflows.reading.reader import Reader

_SHORT = ("refs/remotes/", "refs/heads/")


def trusted_name(store: Store, reader: Reader) -> str:
    """Give what --rev takes for what is reviewed; as short as git takes it for the same."""
    return short_name(store.repository, reader.trusted or "HEAD")


def short_name(repository: Repository, name: str) -> str:
    """Give a ref's name as short as git takes it for the same."""
    place = next((each for each in _SHORT if name.startswith(each)), "")
    short = name.removeprefix(place)
    try:
        is_same = repository.resolve(short) == repository.resolve(name)
    except CannotRun:
        return name
    return short if is_same else name


def removed(reader: Reader, ref: str) -> list[Reading]:
    """Give the reviewed versions of what was removed here and had this name, maybe ``root:id``."""
    return [
        each
        for each in reader.reviewed_versions()
        if each.review is Review.REMOVED_HERE and ref in _names(each)
    ]


def removed_lines(reading: Reading, name: str) -> Iterator[str]:
    """Say whether what was removed here binds still, and by what it is reviewed."""
    yield f"it still binds, as {name} has it" if reading.binds else f"that is what {name} has"


def former_versions(reader: Reader, reading: Reading) -> list[Reading]:
    """Give the reviewed versions of a record that was changed here, maybe in its id."""
    names = {reading.id, *fields.aliases(reading.record)}
    return [
        each
        for each in reader.reviewed_versions()
        if each.review is not Review.REMOVED_HERE
        if each.root == reading.root and each.id in names
    ]


def former_lines(reading: Reading, name: str) -> Iterator[str]:
    """Say how the reviewed version must be read, and which command shows it."""
    done = "committed" if reading.review is Review.UNKNOWN else "reviewed"
    yield f"as {done}: {standing_line(reading)}"
    yield f"sgm show {shlex.quote(reading.id or '')} --rev {shlex.quote(name)} shows that text"


def _names(reading: Reading) -> set[str | None]:
    names = {reading.id, *fields.aliases(reading.record)}
    return names | {f"{reading.root or '.'}:{name}" for name in names}
