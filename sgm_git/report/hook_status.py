"""How the hooks of a repository stand, as lines and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.report.escape import visible
from sgm_git.report.style import PLAIN, Style
from sgm_git.workflows.hooks.status import WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sgm_git.record.value import JsonObject
    from sgm_git.workflows.hooks.status import HooksStatus, HookStatus

_COLOURS = {"live": "green", "older": "yellow", "shadowed": "red", "absent": "yellow"}
_WIDTH = max(map(len, WORDS.values()))


def hooks_lines(status: HooksStatus, style: Style = PLAIN) -> Iterator[str]:
    """Give a line for each hook, and one for the program that they would start."""
    width = max(len(hook.name) for hook in status.hooks)
    for hook in status.hooks:
        word = f"{WORDS[hook.state]:{_WIDTH}}"
        details = "  ".join(_details(hook))
        line = f"{hook.name:{width}}  {style.paint(word, _COLOURS[hook.state])}  {details}"
        yield line.rstrip()
    if status.passed_over is not None:
        yield f"git config sgm.path names {visible(status.passed_over)}, which cannot be started"
    if status.program is None:
        yield "they find no sgm: put it on PATH, or say where it is: git config sgm.path FILE"
    elif status.program.path is None:
        yield f"they start the sgm that {status.program.named_by} installs"
    else:
        yield f"they start {visible(str(status.program.path))} ({status.program.named_by})"


def hooks_object(status: HooksStatus) -> JsonObject:
    """Give ``{hooks: [{name, state, runs, note}], program: {path, named_by} or null}``.

    ``path`` is null where the framework installs the program, as ``named_by`` says then.
    """
    program: JsonObject | None = None
    if status.program is not None:
        path = None if status.program.path is None else str(status.program.path)
        program = {"path": path, "named_by": status.program.named_by}
    return {
        "hooks": [
            {"name": hook.name, "state": hook.state, "runs": hook.runs, "note": hook.note}
            for hook in status.hooks
        ],
        "program": program,
    }


def _details(hook: HookStatus) -> Iterator[str]:
    if hook.runs is not None:
        yield visible(hook.runs)
    if hook.note is not None:
        yield visible(f"({hook.note})")
