"""What a merge has left for a person to settle, as lines for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.record import pointer
from sgm_git.report.escape import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from sgm_git.record.merge import Conflict


def conflict_lines(
    path: str, record_id: str | None, conflicts: Sequence[Conflict]
) -> Iterator[str]:
    """Give a line for each field that both sides changed otherwise: path, id, pointer."""
    whose = f"{path}: {record_id}" if record_id else path
    for conflict in conflicts:
        yield visible(f"{whose}: conflict in {pointer.render(conflict.pointer) or '/'}")


def text_conflict_lines(path: str, conflicts: int) -> Iterator[str]:
    """Give a line for a file that is no record on one side; none where its text merged."""
    if conflicts:
        number = "1 conflict" if conflicts == 1 else f"{conflicts} conflicts"
        yield visible(f"{path}: no record on one side, merged as text: {number}")
