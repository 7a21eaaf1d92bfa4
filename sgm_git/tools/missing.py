"""What a tool says of a record that is not there: perhaps it is proposed, and not merged yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import NoSuchRecord
from sgm_git.workflows.proposed import branch_with

if TYPE_CHECKING:
    from sgm_git.api import Store


def missing(store: Store, ref: str, error: NoSuchRecord) -> NoSuchRecord:
    """Give the error that is told of a record that nothing here has the name of.

    It is ``error`` itself where no branch proposes the record, or something else is wrong with it.
    """
    is_unknown = error.message.endswith(f"there is no record {ref}")
    branch = branch_with(store.records, ref) if is_unknown else None
    if branch is None:
        return error
    return NoSuchRecord(
        f"{ref} is not here: it is proposed on the branch {branch}",
        hint=f"read it with rev {branch}; it is here once a person has merged that",
    )
