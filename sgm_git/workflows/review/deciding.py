"""Files that are no records and yet decide: what trust rests on, and what steers a tool.

They are read at the merge base and at the tip, as objects of git alone: nothing that they name is
run, fetched or followed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sgm_git.checks.claims_signed import is_trust_file
from sgm_git.git.protocol import MODE_FILE, MODE_LINK, MODE_SUBMODULE
from sgm_git.store.odd_trust import oddity
from sgm_git.workflows.review.model import FileReview
from sgm_git.workflows.review.steering import as_opened, orders_above, steering
from sgm_git.workflows.review.tool_effects import leads_out, tool_effects
from sgm_git.workflows.review.trust_effects import trust_effects
from sgm_git.workflows.review.versions import Versions, version

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sgm_git.git.protocol import Repository, TreeEntry
    from sgm_git.workflows.review.model import Change

_MOST_EFFECTS = 200
_BOTH = "the other side has changed it since, too: what is told is the change, not what comes of it"
_NO_BASE = "where both sides part is not known here: it is compared with the trusted side"


@dataclass(frozen=True, slots=True)
class _Range:
    """What differs between two trees, by path."""

    repository: Repository
    base: str
    tip: str
    old: Mapping[str, TreeEntry]
    new: Mapping[str, TreeEntry]

    @property
    def moves(self) -> dict[str, str]:
        """Where a file that has come lay before: the one that went with the same content.

        A file that trust rests on counts where it lies, and nowhere else: it does not move.
        """
        gone, come = self.old.keys() - self.new.keys(), self.new.keys() - self.old.keys()
        before, after = (
            _by_content(entries, {path for path in paths if _may_move(path)})
            for entries, paths in ((self.old, gone), (self.new, come))
        )
        return {after[oid]: before[oid] for oid in before.keys() & after.keys()}


@dataclass(frozen=True, slots=True)
class _Remarks:
    """What is to be said of every file, and of those that the other side has changed."""

    always: tuple[str, ...]
    changed: frozenset[str]

    def on(self, *paths: str | None) -> tuple[str, ...]:
        """What is to be said of a file that lies, or lay, at these paths."""
        return (*self.always, *((_BOTH,) if self.changed.intersection(paths) else ()))


def file_reviews(
    repository: Repository, base: str | None, tip: str, trusted: str
) -> tuple[FileReview, ...]:
    """Give each file that decides and that the commit ``tip`` has otherwise than ``base``.

    Those that trust rests on come first, then by path. ``trusted`` is the side that the change is
    to be merged into; without a base, it is compared with that. Links out of the tree and
    submodules decide wherever they lie. Raises CannotRun where git cannot tell which files differ;
    of a file that cannot be read it is said.
    """
    between = _range(repository, base or trusted, tip)
    meanwhile = repository.tree_changes(base, trusted) if base is not None else {}
    found = list(_reviews(between, _remarks(base, meanwhile)))
    return tuple(sorted(found, key=lambda each: (each.kind != "trust", each.path)))


def _remarks(base: str | None, meanwhile: Mapping[str, object]) -> _Remarks:
    return _Remarks((_NO_BASE,) if base is None else (), frozenset(meanwhile))


def _range(repository: Repository, base: str, tip: str) -> _Range:
    changed = repository.tree_changes(base, tip)
    before = repository.list_tree(base) if changed else []
    old = {entry.path: entry for entry in before if entry.path in changed}
    new = {path: entry for path, entry in changed.items() if entry is not None}
    return _Range(repository, base, tip, old, new)


def _by_content(entries: Mapping[str, TreeEntry], paths: set[str]) -> dict[str, str]:
    """Paths by the object that lies there alone."""
    count = Counter(entries[path].oid for path in paths)
    return {entries[path].oid: path for path in paths if count[entries[path].oid] == 1}


def _reviews(between: _Range, remarks: _Remarks) -> Iterator[FileReview]:
    moves = between.moves
    went = set(moves.values())
    for path in sorted(between.old.keys() | between.new.keys()):
        if path in went:
            continue  # it is told where it lies now
        former = moves.get(path)
        if decides(path) or _is_always_told(between, path):
            yield _review(between, path, former, remarks)


def decides(path: str) -> bool:
    """Whether trust rests on a file that lies there, or a tool looks for it."""
    return is_trusted(path) or steering(path) is not None or orders_above(path) is not None


def _may_move(path: str) -> bool:
    return steering(path) is not None and not is_trusted(path)


def is_trusted(path: str) -> bool:
    """Whether trust rests on it; also where only some file system takes it for such a file."""
    return any(is_trust_file(each) or oddity(each, MODE_FILE) for each in (path, as_opened(path)))


def _is_always_told(between: _Range, path: str) -> bool:
    """Whether it is a submodule, or a link that leads out of the tree."""
    sides = [each for each in (between.old.get(path), between.new.get(path)) if each is not None]
    if any(entry.mode == MODE_SUBMODULE for entry in sides):
        return True
    entry = between.new.get(path)
    if entry is None or entry.mode != MODE_LINK:
        return False
    return leads_out(path, version(between.repository, entry).data)


def _review(between: _Range, path: str, former: str | None, remarks: _Remarks) -> FileReview:
    repository = between.repository
    before = version(repository, between.old.get(former or path))
    after = version(repository, between.new.get(path))
    versions = Versions(path, before, after, former)
    if is_trusted(path):
        effects = list(trust_effects(repository, between.tip, versions))
    else:
        effects = list(tool_effects(versions))
    if effects:
        effects += remarks.on(path, former)
    return FileReview(
        path, "trust" if is_trusted(path) else "tool", _change(versions), _few(effects), former
    )


def _change(versions: Versions) -> Change:
    if versions.after.entry is None:
        return "removed"
    return "added" if versions.before.entry is None else "changed"


def _few(effects: list[str]) -> tuple[str, ...]:
    more = len(effects) - _MOST_EFFECTS
    if more <= 0:
        return tuple(effects)
    return (*effects[:_MOST_EFFECTS], f"and {more:,} more effects, which are not listed")
