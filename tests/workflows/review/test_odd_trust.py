"""What lies where a file that judges belongs and is none is named, and an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.findings import Severity
from sgm_git.git.engine import open_repository
from sgm_git.workflows.check import Selection
from sgm_git.workflows.check_range import check_range
from sgm_git.workflows.review.assembling import EVERYTHING, review_range
from tests.store.support import NOW
from tests.workflows.review.branch import Branch

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine

STOPS = "nothing can be checked once it is merged"
LINK, GITLINK, FILE = "120000", "160000", "100644"


def laid(branch: Branch, mode: str, path: str, at: str) -> None:
    """Commit an entry of that kind at a path in place of all that lies at another one."""
    run = branch.box.run
    blob = branch.base
    if mode != GITLINK:
        branch.box.write("target", "real")
        blob = run("hash-object", "-w", "target").decode().strip()
    run("rm", "-rq", "--cached", "--ignore-unmatch", at)
    run("update-index", "--add", "--cacheinfo", f"{mode},{blob},{path}")
    run("commit", "-q", "-m", "lays it")


@pytest.mark.parametrize(
    ("mode", "path", "at", "said"),
    [
        (LINK, ".sgm", ".sgm", f"a link lies where the folder .sgm belongs: {STOPS}"),
        (FILE, ".sgm", ".sgm", "a plain file lies where the folder .sgm belongs: no"),
        (GITLINK, ".sgm", ".sgm", "another repository lies where the folder .sgm belongs"),
        (LINK, ".sgm/config.toml", ".sgm", "a link lies where the file .sgm/config.toml be"),
        (FILE, ".sgm/config.toml/x", ".sgm", "a folder lies where the file .sgm/config.toml be"),
        (LINK, ".sgm/schemas", ".sgm/schemas", "a link lies where the folder .sgm/schemas be"),
        (LINK, ".mailmap", ".mailmap", "a link lies where the file .mailmap belongs: nothing is"),
        (FILE, ".mailmap/x", ".mailmap", "a folder lies where the file .mailmap belongs: nothing"),
        (GITLINK, ".sgm/accepted.toml", ".x", "another repository lies where the file .sgm/acc"),
        (LINK, ".gitattributes", ".x", "a link lies where the file .gitattributes belongs: git"),
        (FILE, ".gitattributes/x", ".x", "a folder lies where the file .gitattributes belongs"),
    ],
)
def test_what_is_no_file_where_one_judges_is_an_error(
    tmp_sandbox: Path, engine: Engine, mode: str, path: str, at: str, said: str
) -> None:
    branch = Branch(tmp_sandbox)
    laid(branch, mode, path, at)
    repository = open_repository(branch.box.path, engine)
    found = check_range(repository, ("main", "topic"), NOW, Selection()).findings
    errors = [each for each in found if each.severity is Severity.ERROR]
    assert [(each.path, each.code) for each in errors] == [(path, "C801")]
    assert errors[0].message.startswith(said)
    review = review_range(repository, ("main", "topic"), NOW, EVERYTHING)
    assert review.fails(strict=False)
    (named,) = [each for each in review.files if each.path == path]
    assert named.kind == "trust"
    assert errors[0].message in named.effects
    branch.box.run("branch", "odd")
    branch.box.run("commit", "-q", "--allow-empty", "-m", "goes on")
    assert not check_range(repository, ("odd", "topic"), NOW, Selection()).findings


@pytest.mark.parametrize(("mode", "path"), [(LINK, "AGENTS.md"), (FILE, "docs/AGENTS.md/x")])
def test_orders_that_are_no_file_are_named_and_no_error(
    tmp_sandbox: Path, mode: str, path: str
) -> None:
    branch = Branch(tmp_sandbox)
    laid(branch, mode, path, ".x")
    repository = open_repository(branch.box.path, "git")
    review = review_range(repository, ("main", "topic"), NOW, EVERYTHING)
    assert [(each.path, each.kind) for each in review.files] == [(path, "tool")]
    assert any("link to" in each or "a folder lies" in each for each in review.files[0].effects)
    assert not review.fails(strict=True)


def test_folders_that_only_sound_like_a_file_are_none(tmp_sandbox: Path) -> None:
    branch = Branch(tmp_sandbox)
    for path in ("src/hooks/update/a.py", "a/.sgm/x", "docs/.mailmap/x", "rules.md/x"):
        branch.box.write(path, "x\n")
    branch.commit()
    assert not branch.review().files
