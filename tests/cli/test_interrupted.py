"""Ctrl-C while a run is still being imported ends it without a word."""

from __future__ import annotations

import pytest

from sgm_git import cli


@pytest.mark.parametrize("arguments", [["hooks", "run", "pre-commit"], ["list"]])
def test_an_early_interrupt_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    def interrupted(_name: str) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "import_module", interrupted)
    assert cli.main(arguments) == 130
    assert capfd.readouterr() == ("", "")
