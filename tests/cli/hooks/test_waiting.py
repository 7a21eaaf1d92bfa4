"""A person who waits at a terminal sees how far it is; nobody else sees anything."""

from __future__ import annotations

import io
import sys

import pytest

from sgm_git.cli.hooks import waiting


class _Terminal(io.StringIO):
    def __init__(self, *, watched: bool) -> None:
        super().__init__()
        self._watched = watched

    def isatty(self) -> bool:
        return self._watched


@pytest.mark.parametrize(
    ("watched", "patience", "shown"), [(True, 0, True), (False, 0, False), (True, 60, False)]
)
def test_a_bar_is_shown_after_a_while_and_to_a_terminal(
    monkeypatch: pytest.MonkeyPatch, watched: bool, patience: float, shown: bool
) -> None:
    stream = _Terminal(watched=watched)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(waiting, "_PATIENCE", patience)
    monkeypatch.setattr("sgm_git.report.progress._PATIENCE", 0)
    with waiting.waiting() as progress:
        for done in range(3):
            progress(done, 3)
    assert ("judging" in stream.getvalue()) == shown
