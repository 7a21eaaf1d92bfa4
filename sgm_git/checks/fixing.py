"""Fixes made by splicing: values set in a document without touching anything else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.checks.brief import Brief
from sgm_git.checks.edits import edits_between
from sgm_git.document.read import read
from sgm_git.document.splice import splice
from sgm_git.findings import Fix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.checks.case import Case
    from sgm_git.document.splice import Remove, Set

_BOM = "\ufeff"


def splice_fix(case: Case | Brief, changes: Sequence[Set | Remove]) -> Fix | None:
    """The fix that makes these changes; none where the document does not take them.

    None too where the document is held in short only: it is read again for its fixes.
    """
    if isinstance(case, Brief):
        return None
    data = case.subject.data
    try:
        mended = splice(data, changes)
    except ValueError:
        return None
    return text_fix(data.decode(), mended.decode())


def text_fix(old: str, new: str) -> Fix | None:
    """The fix that makes one text of another; none where nothing would change or be readable."""
    if old == new or read(new.encode()).document is None:
        return None
    return Fix(edits_between(old.removeprefix(_BOM), new.removeprefix(_BOM)))
