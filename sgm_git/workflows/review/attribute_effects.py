"""What the change of a file of attributes does: which files git treats otherwise."""

from __future__ import annotations

import os
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from sgm_git.errors import CannotRun
from sgm_git.git.attributes import parse, resolve
from sgm_git.policy.config import Config
from sgm_git.policy.paths import Roots
from sgm_git.record.spoken import quoted
from sgm_git.store.settings_at import roots_at
from sgm_git.workflows.review.coming import Words, came_and_gone
from sgm_git.workflows.review.versions import MAX_BYTES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.attributes import Rule
    from sgm_git.git.eol import AttributeValue
    from sgm_git.git.protocol import Repository

_LINES = Words("its line {} is new", "its line {} is gone")
_MOST_RECORDS = 20_000
_NAME = ".gitattributes"


class _Told(NamedTuple):
    """What git does to a file by a value of an attribute, set, unset, and where nothing is said."""

    value: str
    is_set: str
    is_unset: str
    unsaid: str


_TOLD = {
    b"merge": _Told(
        "git merges it by {}",
        "git merges it line by line",
        "git does not merge it: one side is taken whole",
        "git merges it as any other file",
    ),
    b"text": _Told(
        "its line ends are text: {}",
        "git stores its line ends as line feeds",
        "git leaves its line ends as they are",
        "its line ends are up to each person's settings",
    ),
    b"eol": _Told(
        "its line ends in the work tree are {}",
        "its line ends in the work tree are set",
        "its line ends in the work tree are up to each person's settings",
        "its line ends in the work tree are up to each person's settings",
    ),
    b"filter": _Told(
        "git stores it through the filter {}",
        "git stores it through a filter without a name",
        "git stores it through no filter",
        "git stores it through no filter",
    ),
    b"diff": _Told(
        "git shows its changes by {}",
        "git shows its changes as text",
        "git shows no changes of it, only that it differs",
        "git shows its changes as those of any other file",
    ),
    b"working-tree-encoding": _Told(
        "its encoding in the work tree is {}",
        "its encoding in the work tree is set",
        "its encoding in the work tree is as stored",
        "its encoding in the work tree is as stored",
    ),
    b"ident": _Told(
        "git writes an id into it",
        "git writes an id into it",
        "git writes no id into it",
        "git writes no id into it",
    ),
    b"export-ignore": _Told(
        "archives leave it out",
        "archives leave it out",
        "archives hold it",
        "archives hold it",
    ),
    **dict.fromkeys(
        (b"linguist-generated", b"gitlab-generated"),
        _Told(
            "a forge may fold its changes away",
            "a forge folds its changes away",
            "a forge shows its changes",
            "a forge shows its changes",
        ),
    ),
}
"""What decides about records."""


def attribute_effects(
    repository: Repository, tip: str, path: str, sides: tuple[bytes | None, bytes | None]
) -> Iterator[str]:
    """Say what the file at a path does to records, and which of its lines came and went.

    ``sides`` are its bytes before and after. Of attributes in other folders those of ``tip`` count.
    """
    before, after = (_lines(each) for each in sides)
    if before == after:
        return
    try:
        yield from _to_records(repository, tip, path, sides)
    except CannotRun as error:
        yield f"what it does to records cannot be told: {error.message}"
    yield from came_and_gone(before, after, _LINES)
    if sorted(before) == sorted(after):
        yield "the order of its lines changed, and the last one that matches counts"


def _lines(data: bytes | None) -> list[str]:
    text = (data or b"").decode("utf-8", "replace").removeprefix("\ufeff")
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return [line for line in lines if line and not line.startswith("#")]


def _to_records(
    repository: Repository, tip: str, path: str, sides: tuple[bytes | None, bytes | None]
) -> Iterator[str]:
    """Say which attributes of records change, and of how many."""
    tree = [entry.path for entry in repository.list_tree(tip)]
    records = _records(repository, tip, tree, path.removesuffix(_NAME))
    others = _others(repository, tip, tree)
    before, after = ({**others, path: parse_at(path, data)} for data in sides)
    found: dict[str, list[str]] = defaultdict(list)
    for record in records[:_MOST_RECORDS]:
        for change in _changes(record, before, after):
            found[change].append(record)
    for said, paths in found.items():
        more = f" and {len(paths) - 1:,} more" if len(paths) > 1 else ""
        yield f"{quoted(paths[0])}{more}: {said} now"
    if len(records) > _MOST_RECORDS:
        yield f"only the first {_MOST_RECORDS:,} files of records were asked about it"


def _changes(
    record: str, before: dict[str, list[Rule]], after: dict[str, list[Rule]]
) -> Iterator[str]:
    """What git does to a record that it did not do before."""
    old, new = (resolve(os.fsencode(record), _above(record, each)) for each in (before, after))
    yield from (_said(name, new.get(name)) for name in _TOLD if old.get(name) != new.get(name))


def _records(repository: Repository, tip: str, tree: list[str], folder: str) -> list[str]:
    """The documents of the tip below a folder, in the order of the tree."""
    default = Config()
    roots = roots_at(repository, tip) or Roots(default.roots, default.store.ignore)
    return [path for path in tree if path.startswith(folder) and roots.root_of(path) is not None]


def _others(repository: Repository, tip: str, tree: list[str]) -> dict[str, list[Rule]]:
    """All that files of attributes say in the tip, by their paths."""
    paths = [path for path in tree if path.rpartition("/")[2] == _NAME]
    return {path: parse_at(path, repository.read_path(tip, path, MAX_BYTES)) for path in paths}


def parse_at(path: str, data: bytes | None) -> list[Rule]:
    """Read a file of attributes by where it stands; None: there is none."""
    folder = path.removesuffix(_NAME).rstrip("/")
    return parse(data or b"", os.fsencode(folder), macros=not folder)


def _above(record: str, sources: dict[str, list[Rule]]) -> list[list[Rule]]:
    """What the folders above a record say, the nearest last."""
    folders = record.split("/")[:-1]
    paths = ["/".join((*folders[:n], _NAME)) for n in range(len(folders) + 1)]
    return [sources[path] for path in paths if path in sources]


def _said(name: bytes, value: AttributeValue) -> str:
    """What git does to a file by the value of an attribute; None: nothing is said of it."""
    told = _TOLD[name]
    if value is None:
        return told.unsaid
    if isinstance(value, bool):
        return told.is_set if value else told.is_unset
    return told.value.format(quoted(value.decode("utf-8", "replace")))
