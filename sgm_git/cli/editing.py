"""The loop around the editor: edit, judge, ask, until the text is fit or the person gives up."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from sgm_git.cli import terminal
from sgm_git.errors import CannotRun, Refused
from sgm_git.report.escape import visible
from sgm_git.report.findings import finding_lines
from sgm_git.workflows.edit import Copy, Verdict, consent_commands, kept, new_copy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sgm_git.cli.invocation import Invocation
    from sgm_git.git.protocol import Repository

_NAMED = 3  # commands in one hint


def need_editor() -> list[str]:
    """The editor's command; raises CannotRun where there is none to start."""
    command = terminal.editor()
    if command is None:
        raise CannotRun(
            "there is no editor to open here",
            hint="set $VISUAL or $EDITOR; or change fields by sgm set",
        )
    return command


@contextmanager
def working_copy(
    invocation: Invocation, repository: Repository, stem: str, data: bytes
) -> Iterator[Copy]:
    """Give a copy to edit: a new one, or one that was kept, if the person wants to go on with it.

    It is gone after the block; if the block ends in an error and something was typed, it is kept
    and its place is told.
    """
    copy = _going_on(invocation, repository, stem, data) or new_copy(repository, stem, data)
    try:
        yield copy
    except BaseException:
        if copy.is_untouched:
            copy.discard()
        else:
            invocation.tell([f"your text is kept in {visible(str(copy.path))}"])
        raise
    copy.discard()


def _going_on(
    invocation: Invocation, repository: Repository, stem: str, data: bytes
) -> Copy | None:
    for path in kept(repository, stem):
        place = visible(str(path))
        if not terminal.is_interactive():
            invocation.say(f"the text of an earlier edit is kept in {place}")
            return None
        if terminal.ask(f"Go on with the text of an earlier edit ({place})?", "yn") == "y":
            return Copy(path, data)
    return None


def edited(
    invocation: Invocation, copy: Copy, judge: Callable[[bytes], Verdict]
) -> tuple[bytes, Verdict] | None:
    """Let a person edit until the text is fit to be written; None if they changed nothing.

    Raises Refused where the text is not fit and nobody is there to mend it, or they give up.
    """
    command = need_editor()
    while True:
        terminal.run_editor(command, copy.path)
        data = copy.data()
        if data == copy.original:
            return None
        verdict = judge(data)
        if not verdict.findings and verdict.refusal is None:
            return data, verdict
        invocation.tell(finding_lines(verdict.findings, invocation.error_style))
        if not terminal.is_interactive():
            return data, _accepted(verdict, data)
        answer = _ask(verdict)
        if answer == "s":
            return data, verdict
        if answer == "q":
            raise Refused("nothing was written")


def _accepted(verdict: Verdict, data: bytes) -> Verdict:
    """The verdict, if it is one under which a text may be written without asking anybody."""
    if verdict.drop:
        commands = consent_commands(verdict.findings, data)
        more = "; ..." if len(commands) > _NAMED else ""
        hint = f"to do that on purpose: {'; '.join(commands[:_NAMED])}{more}"
        raise Refused("nothing was written", hint=hint)
    if verdict.has_errors:
        raise Refused("nothing was written", hint="mend the text, or see sgm rule CODE")
    return verdict


def _ask(verdict: Verdict) -> str:
    if verdict.refusal is None:
        return terminal.ask("Edit again, save as it is, or quit?", "esq")
    if verdict.drop:
        return terminal.ask("Edit again, save and drop that on purpose, or quit?", "esq")
    return terminal.ask("Edit again, or quit?", "eq")
