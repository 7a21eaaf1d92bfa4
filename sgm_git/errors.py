"""Why a run cannot go on. Faults in data are findings (``sgm_git.findings``), never exceptions.

Every class states the exit status that a command ends with (DESIGN section 11).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sgm_git.findings import Finding


class SgmError(Exception):
    """The root of all errors of this package: one line of message, and what to do next."""

    exit_status: ClassVar[int] = 3

    def __init__(self, message: str, *, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(SgmError):
    """The caller asked for something that has no meaning (exit status 2)."""

    exit_status = 2


class CannotRun(SgmError):
    """The environment does not allow it: no repository, a lock, cut history (exit status 3)."""


class NoSuchRecord(CannotRun):
    """No record has that id, or several have it and the root must be named (exit status 3)."""


class Refused(SgmError):
    """A write that would break a promise; nothing was changed (exit status 1).

    ``words`` are lines of whoever refused it, such as a hook, that go on from the message.
    """

    exit_status = 1

    def __init__(
        self,
        message: str,
        *,
        findings: Sequence[Finding] = (),
        words: Sequence[str] = (),
        hint: str | None = None,
    ) -> None:
        super().__init__(message, hint=hint)
        self.findings = tuple(findings)
        self.words = tuple(words)

    def __str__(self) -> str:
        """Give the message, and on lines of their own the words that go on from it."""
        return "\n".join((self.message, *self.words))
