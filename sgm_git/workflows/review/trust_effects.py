"""What the change of a file that trust rests on does, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.policy.config import ACCEPTED_PATH, CONFIG_PATH, SIGNERS_PATH
from sgm_git.policy.mailmap import MAILMAP_PATH
from sgm_git.record.spoken import quoted
from sgm_git.store.odd_trust import oddity
from sgm_git.store.settings import SCHEMAS_PATH
from sgm_git.workflows.review import people_effects
from sgm_git.workflows.review.attribute_effects import attribute_effects
from sgm_git.workflows.review.config_effects import config_changes
from sgm_git.workflows.review.schema_effects import schema_changes
from sgm_git.workflows.review.steering import as_opened
from sgm_git.workflows.review.tool_effects import kinds, spelling

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.review.versions import Versions

_ATTRIBUTES = ".gitattributes"
_READERS = {
    CONFIG_PATH: config_changes,
    SIGNERS_PATH: people_effects.signer_changes,
    ACCEPTED_PATH: people_effects.accepted_changes,
    MAILMAP_PATH: people_effects.mailmap_changes,
}
_OTHERS = {".sgm/hook": "it says how the hooks of people's clones find sgm"}


def trust_effects(repository: Repository, tip: str, versions: Versions) -> Iterator[str]:
    """Say what the change does that the commit ``tip`` brings; nothing: it changes no meaning."""
    yield from _kinds(versions)
    entry = versions.after.entry
    odd = oddity(entry.path, entry.mode) if entry is not None else None
    if odd is not None:
        yield odd
    path, before, after = versions.path, versions.before.plain, versions.after.plain
    if versions.before.unread or versions.after.unread:
        if not versions.after.unread:
            yield f"what it said before cannot be told: {versions.before.unread}"
        return
    if path in _READERS:
        yield from _READERS[path](before, after)
    elif path.startswith(f"{SCHEMAS_PATH}/"):
        yield from schema_changes(path, before, after)
    elif path.rpartition("/")[2] == _ATTRIBUTES:
        yield from attribute_effects(repository, tip, path, (before, after))
    elif odd is None:
        yield from _unread(path)


def _unread(path: str) -> Iterator[str]:
    plain = as_opened(path)
    if plain != path:
        yield f"where case does not count, it takes the place of {quoted(plain)}"
    else:
        yield _OTHERS.get(path, "it lies where trust files do, and sgm-git does not read it")


def _kinds(versions: Versions) -> Iterator[str]:
    yield from spelling(versions.path)
    yield from kinds(versions)
    if versions.after.is_link or versions.after.is_submodule:
        yield "nothing is read through it: what stood there counts no more"
