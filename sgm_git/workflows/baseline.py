"""From which commit on claims are held against history (``checks.baseline``, DESIGN section 4)."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from sgm_git.commits import UNCOMMITTED
from sgm_git.errors import CannotRun
from sgm_git.policy.config_file import parse_config
from sgm_git.resources import schema_texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.git.protocol import Repository
    from sgm_git.store.index.folds import Shared
    from sgm_git.store.records import Records

    Ancestry = Callable[[str, str], bool]

_OID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def ancestry(repository: Repository) -> Ancestry:
    """Give a function that tells of two commits whether the first is the second or leads to it.

    What is not committed yet comes after everything.
    """

    @cache
    def is_ancestor(one: str, other: str) -> bool:
        if UNCOMMITTED in (one, other):
            return other == UNCOMMITTED
        return one == other or repository.is_ancestor(one, other)

    return is_ancestor


def baseline(
    records: Records, shared: Shared, tip: str | None, is_ancestor: Ancestry
) -> tuple[Callable[[str], bool], tuple[str, ...]]:
    """Tell which commits' claims nobody judges, or in a note why none are left out.

    They are the baseline, what leads to it, and the commits that set it. A branch's name is no
    baseline: it moves.
    """
    named = records.settings.config.checks.baseline
    if not named or tip is None:
        return _nothing, ()
    if not _OID.fullmatch(named):
        return _nothing, (f"checks.baseline {named} is ignored: write a commit's full id",)
    try:
        if not is_ancestor(named, tip):
            return _nothing, (f"checks.baseline {named} is ignored: it does not lead to this",)
    except CannotRun as error:
        return _nothing, (f"checks.baseline {named} is ignored: {error.message}",)
    setting = frozenset(_setting(records.repository, shared, named))
    return (lambda oid: oid in setting or (oid != UNCOMMITTED and is_ancestor(oid, named))), ()


def _setting(repository: Repository, shared: Shared, named: str) -> list[str]:
    """The commits that set the baseline to what it is."""
    blobs = {blob for _, old, new in shared.configured for blob in (old, new) if blob is not None}
    contents = dict(repository.read_blobs(sorted(blobs)))
    said = {blob: _said(data) for blob, data in contents.items()}
    return [
        oid
        for oid, old, new in shared.configured
        if said.get(new or "") == named and said.get(old or "") != named
    ]


def _said(data: bytes) -> str | None:
    try:
        return parse_config(data, schema_texts())[0].checks.baseline
    except CannotRun:
        return None


def _nothing(_commit: str) -> bool:
    return False
