"""Which commits are being merged: after a conflict, and while the merge's own hook runs."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from sgm_git.git.engine import open_repository

if TYPE_CHECKING:
    import pytest

    from sgm_git.git.engine import Engine
    from tests.support import GitSandbox


def forked(box: GitSandbox, ours: str, theirs: str) -> str:
    """Two branches from one commit; gives the other one's tip."""
    box.commit("base")
    box.run("checkout", "-q", "-b", "side")
    box.write(theirs, "theirs\n")
    tip = box.commit("theirs")
    box.run("checkout", "-q", "main")
    box.write(ours, "ours\n")
    box.commit("ours")
    return tip


def test_none_without_a_merge(sandbox: GitSandbox, engine: Engine) -> None:
    sandbox.commit()
    assert open_repository(sandbox.path, engine).merge_heads() == ()


def test_after_a_conflict_git_has_written_it_down(sandbox: GitSandbox, engine: Engine) -> None:
    tip = forked(sandbox, "same", "same")
    sandbox.run("merge", "side", check=False)
    assert open_repository(sandbox.path, engine).merge_heads() == (tip,)


def test_the_hook_of_a_clean_merge_knows_it_too(sandbox: GitSandbox, engine: Engine) -> None:
    tip = forked(sandbox, "ours", "theirs")
    opens = f"from sgm_git.git.engine import open_repository; r = open_repository('.', {engine!r})"
    asks = f"{opens}; print(r.merge_heads())"
    hook = sandbox.write(
        ".git/hooks/pre-merge-commit", f'#!/bin/sh\n"{sys.executable}" -c "{asks}" > told\n'
    )
    hook.chmod(0o755)
    sandbox.run("merge", "--no-edit", "side")
    assert (sandbox.path / "told").read_text() == f"{(tip,)!r}\n"


def test_what_leaked_from_another_merge_is_none(
    sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    head = sandbox.commit()
    monkeypatch.setenv(f"GITHEAD_{head}", "merged already")
    monkeypatch.setenv(f"GITHEAD_{'1' * 40}", "of another repository")
    monkeypatch.setenv("GITHEAD_main", "no id")
    assert open_repository(sandbox.path, engine).merge_heads() == ()
