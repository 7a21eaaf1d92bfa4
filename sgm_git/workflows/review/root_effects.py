"""What other ``[[root]]`` and ``[store]`` do: which files are records, and how they are written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record.spoken import quoted
from sgm_git.record.value import canonical
from sgm_git.workflows.review.coming import Words, came_and_gone, switched

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.policy.config import Config, RootConfig

_IGNORES = Words(
    "files that match {} are no records any more", "files that match {} are records again"
)
_ROOTS = Words("what lies below {} is records now", "what lies below {} is no records any more")
_STAMP = "writes stamp who changed a record {} now, {} before"
_COMMIT = "which writes of sgm make a commit: {} now, {} before"


def root_effects(before: Config, after: Config) -> Iterator[str]:
    """Say what they do, a sentence for each effect; none where both are the same."""
    old, new = ({root.path: root for root in each.roots} for each in (before, after))
    yield from (_ROOTS.gone.format(quoted(path)) for path in old if path not in new)
    yield from came_and_gone(before.store.ignore, after.store.ignore, _IGNORES)
    for path, root in new.items():
        if path not in old:
            yield _ROOTS.came.format(quoted(path))
            if not root.strict:
                yield f"below {quoted(path)}, a file that is no record is only a warning"
        else:
            yield from _root(old[path], root)
    yield from switched(before.store.stamp, after.store.stamp, _STAMP)
    yield from switched(before.store.commit, after.store.commit, _COMMIT)


def _root(before: RootConfig, after: RootConfig) -> Iterator[str]:
    where = f"below {quoted(after.path)}"
    if before.strict != after.strict:
        weight = "an error" if after.strict else "only a warning"
        yield f"{where}, a file that is no record is {weight} now"
    if before.layout != after.layout:
        laid = f"{quoted(after.layout)} now, {quoted(before.layout)} before"
        yield f"{where}, records lie at {laid}"
    if before.scope != after.scope:
        scopes = (quoted(canonical(each.scope)) for each in (after, before))
        yield "{}, new records get the scope {} now, {} before".format(where, *scopes)
