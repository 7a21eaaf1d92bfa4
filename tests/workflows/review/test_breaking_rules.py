"""What breaks the files that judge is told before it is merged, as a server refuses it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.findings import Severity
from sgm_git.git.engine import open_repository
from sgm_git.workflows.check import Selection
from sgm_git.workflows.check_range import check_range
from tests.store.support import NOW
from tests.workflows.review.branch import Branch

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine

_BROKEN = {
    ".sgm/config.toml": ("format = 1\n[checks\n", "C801", 2),
    ".sgm/accepted.toml": ("[[accepted]\n", "C801", 1),
    ".sgm/allowed_signers": ("nobody\n", "C801", 1),
    ".mailmap": ("#\n" * (1 << 19) + "#\n", "C801", None),
    ".sgm/schemas/rule.json": ("{", "S207", 1),
}
_SILENT = '[checks]\nignore = ["C801", "S207"]\n'


def _said(
    branch: Branch, ends: tuple[str, str], engine: Engine = "git"
) -> list[tuple[object, ...]]:
    found = check_range(open_repository(branch.box.path, engine), ends, NOW, Selection()).findings
    errors = [each for each in found if each.severity is Severity.ERROR]
    return [(each.path, each.code, each.span and each.span.line) for each in errors]


@pytest.mark.parametrize("path", _BROKEN)
def test_a_file_that_judges_and_is_broken_is_an_error(
    tmp_sandbox: Path, engine: Engine, path: str
) -> None:
    branch = Branch(tmp_sandbox, {"rule-a": {}}, _SILENT)
    text, code, line = _BROKEN[path]
    branch.box.write(path, text)
    branch.commit()
    assert _said(branch, ("main", "topic"), engine) == [(path, code, line)]
    review = branch.review(engine=engine)
    assert [each.code for each in review.elsewhere] == [code]
    assert review.fails(strict=False)


def test_what_was_broken_before_is_no_fault_of_a_branch(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox)
    branch.box.write(".sgm/allowed_signers", "nobody\n")
    branch.commit("breaks it")
    branch.box.run("branch", "broken")
    branch.put("fact-a")
    branch.commit()
    assert not _said(branch, ("broken", "topic"))
    branch.box.write(".sgm/allowed_signers", "")
    branch.commit("mends it")
    assert not _said(branch, ("broken", "topic"))
    branch.box.run("checkout", "-q", "-b", "late", "broken")
    branch.put("fact-b")
    branch.commit()
    assert not _said(branch, ("topic", "late"))
