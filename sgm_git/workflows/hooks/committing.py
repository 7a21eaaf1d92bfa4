"""What pre-commit and pre-merge-commit do: judge what is staged, then carry out the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from sgm_git.workflows.hooks import parts
from sgm_git.workflows.hooks.judge import judge_staged
from sgm_git.workflows.hooks.plan import Applied

if TYPE_CHECKING:
    from collections.abc import Callable

    from sgm_git.git.protocol import Repository
    from sgm_git.store.records import Records
    from sgm_git.workflows.hooks.plan import Verdict

Writes: TypeAlias = Literal["index", "files", "nothing"]
"""Where a verdict is carried out: in index and files, in files alone, or nowhere."""


@dataclass(frozen=True, slots=True)
class Gate:
    """What was said of a commit, and what was done about it; ``in_index``: there, too."""

    verdict: Verdict
    applied: Applied
    in_index: bool

    @property
    def is_open(self) -> bool:
        """Whether the commit may go on."""
        return not self.verdict.blocks


def gate(
    records: Records,
    now: int,
    writes: Writes,
    progress: Callable[[int, int], None] | None = None,
    settle: Callable[[], None] | None = None,
) -> Gate:
    """Judge the staged documents and complete, stamp or put back what is to be.

    ``now`` is in seconds since the epoch. ``settle`` is called when something was changed and the
    commit may go on. Raises CannotRun or Refused with everything as it was.
    """
    verdict = judge_staged(records, now, amends=writes != "nothing", progress=progress)
    in_index = writes == "index" and _outlives(records.repository, verdict)
    last = None if verdict.blocks else settle
    made = verdict.amendments
    applied = (
        parts.applying.apply(records, made, index=in_index, settle=last) if made else Applied()
    )
    return Gate(verdict, applied, in_index)


def _outlives(repository: Repository, verdict: Verdict) -> bool:
    """Whether anybody sees what is changed in the index: one made for this commit ends with it."""
    return not verdict.blocks or repository.index_in_use() == "own"
