"""What the doctor says of the hooks: what is live, what is shadowed, and what would run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.errors import SgmError
from sgm_git.policy.config import CONFIG_PATH
from sgm_git.workflows.diagnosis import Diagnosis
from sgm_git.workflows.hooks.status import WORDS, hooks_status

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.hooks.status import HooksStatus

_INSTALL = "sgm hooks install"


def diagnose_hooks(repository: Repository) -> Iterator[Diagnosis]:
    """What git would run here; nothing where there is no git to run it, or nothing to be said."""
    if repository.engine != "git":
        return
    try:
        status = hooks_status(repository)
    except SgmError as error:
        yield Diagnosis("problem", error.message, error.hint)
        return
    if not status.are_absent:
        yield from _hooks(status)
        yield from _program(status)
    elif repository.work_tree is not None and (repository.work_tree / CONFIG_PATH).exists():
        yield Diagnosis("warning", "no hook judges what is committed here", _INSTALL)


def _hooks(status: HooksStatus) -> Iterator[Diagnosis]:
    live = [hook.name for hook in status.hooks if hook.state == "live"]
    if live:
        yield Diagnosis("ok", f"live hooks: {', '.join(live)}")
    for hook in status.hooks:
        if hook.state != "live":
            instead = f", git runs {hook.runs}" if hook.runs and hook.state != "older" else ""
            note = f" ({hook.note})" if hook.note else ""
            what = f"the {hook.name} hook: {WORDS[hook.state]}{instead}{note}"
            yield Diagnosis("warning", what, hook.remedy)


def _program(status: HooksStatus) -> Iterator[Diagnosis]:
    program = status.program
    if status.passed_over is not None:
        what = f"git config sgm.path names {status.passed_over}, which cannot be started"
        hint = "git config --unset sgm.path && sgm hooks install"
        yield Diagnosis("warning", what, hint)
    if program is None:
        hint = "put sgm on PATH, or say where it is: git config sgm.path FILE"
        yield Diagnosis("warning", "the hooks find no sgm: records pass unchecked", hint)
    elif program.path is None:
        yield Diagnosis("ok", f"the hooks start the sgm that {program.named_by} installs")
    else:
        yield Diagnosis("ok", f"the hooks start {program.path} ({program.named_by})")
