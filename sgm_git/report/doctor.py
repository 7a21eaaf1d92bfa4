"""What ``sgm doctor`` found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sgm_git.report.escape import visible
from sgm_git.report.style import PLAIN, Style

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from sgm_git.record.value import JsonValue
    from sgm_git.workflows.diagnosis import Diagnosis

_COLOURS = {"ok": "green", "warning": "yellow", "problem": "red"}
_WIDTH = max(map(len, _COLOURS))


def diagnosis_lines(found: Iterable[Diagnosis], style: Style = PLAIN) -> Iterator[str]:
    """Give a line each, and one more where there is something to do."""
    for each in found:
        gap = " " * (_WIDTH - len(each.status))
        yield f"{style.paint(each.status, _COLOURS[each.status])}{gap}  {visible(each.what)}"
        if each.hint:
            yield f"{'':{_WIDTH}}  {style.paint('hint:', 'cyan')} {visible(each.hint)}"


def diagnosis_objects(found: Iterable[Diagnosis]) -> list[JsonValue]:
    """Give ``{status, what, hint}`` each."""
    return [{"status": each.status, "what": each.what, "hint": each.hint} for each in found]
