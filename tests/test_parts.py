"""What is imported only when it is asked for, room by room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.checks import parts as of_checks
from sgm_git.document import parts as of_document
from sgm_git.git import parts as of_git
from sgm_git.policy import parts as of_policy
from sgm_git.record import parts as of_record
from sgm_git.report.formats import parts as of_formats
from sgm_git.store import parts as of_store
from sgm_git.workflows.context import parts as of_context
from sgm_git.workflows.hooks import parts as of_hooks
from sgm_git.workflows.syncing import parts as of_syncing

if TYPE_CHECKING:
    from types import ModuleType


@pytest.mark.parametrize(
    "parts",
    [
        of_checks,
        of_context,
        of_document,
        of_formats,
        of_git,
        of_policy,
        of_record,
        of_store,
        of_hooks,
        of_syncing,
    ],
)
def test_every_part_is_a_module_of_its_room(parts: ModuleType) -> None:
    room = parts.__name__.removesuffix(".parts")
    for name in parts.__all__:
        assert getattr(parts, name).__name__ == f"{room}.{name}"
    assert list(parts.__all__) == sorted(parts.__all__)
    with pytest.raises(AttributeError):
        parts.another  # noqa: B018 - asking is what is tried
