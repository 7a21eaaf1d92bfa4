from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git import resources
from sgm_git.errors import CannotRun, UsageError
from tests.support import CHECKOUT

if TYPE_CHECKING:
    from pathlib import Path

NAMES = [
    *("annotation", "config", "effective", "finding", "history", "provenance", "record", "scope"),
]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package folder as a wheel would leave it, still without its data."""
    package = tmp_path / "site-packages" / "sgm_git"
    package.mkdir(parents=True)
    monkeypatch.setattr(resources, "_PACKAGE", package)
    return package


def test_a_checkout_has_its_schemas_at_its_top() -> None:
    assert set(NAMES) <= set(resources.schema_names())
    text = (CHECKOUT / "schemas" / "record.schema.json").read_text(encoding="utf-8")
    assert resources.schema_text("record") == text
    assert resources.schema_texts()["record"] == text


def test_a_wheel_has_them_in_the_package(installed: Path) -> None:
    for kind, name in (("schemas", "record.schema.json"), ("hooks", "pre-commit")):
        folder = installed / "_data" / kind
        folder.mkdir(parents=True)
        (folder / name).write_text(f"the {kind}")
    assert resources.schema_names() == ["record"]
    assert resources.schema_text("record") == "the schemas"
    assert resources.hook_text("pre-commit") == "the hooks"


def test_a_wheel_prefers_its_own_files_to_those_of_a_neighbour(installed: Path) -> None:
    for folder, text in ((installed / "_data" / "hooks", "mine"), (installed.parent / "hooks", "")):
        folder.mkdir(parents=True)
        (folder / "pre-push").write_text(text)
    assert resources.hook_text("pre-push") == "mine"


@pytest.mark.parametrize("name", ["nope", "", "../schemas/record", "record.schema.json"])
def test_an_unknown_name_is_a_usage_error_that_lists_the_known(name: str) -> None:
    with pytest.raises(UsageError) as raised:
        resources.schema_text(name)
    assert raised.value.hint is not None
    assert "provenance, record, review, scope" in raised.value.hint


def test_an_unknown_hook_is_a_usage_error(installed: Path) -> None:
    (installed / "_data" / "hooks").mkdir(parents=True)
    with pytest.raises(UsageError, match="there is no hook"):
        resources.hook_text("../../../etc/passwd")


@pytest.mark.parametrize("name", ["gitlab", "../pre-commit", ""])
def test_an_unknown_pipeline_is_a_usage_error(name: str) -> None:
    with pytest.raises(UsageError, match="there is no pipeline") as raised:
        resources.pipeline_text(name)
    assert raised.value.hint == "there are github-action.yml, github-workflow.yml, gitlab.yml"


def test_an_installation_without_its_files_says_so(installed: Path) -> None:
    assert installed.is_dir()
    with pytest.raises(CannotRun, match="lacks its schemas"):
        resources.schema_names()
    with pytest.raises(CannotRun, match="lacks its hooks"):
        resources.hook_text("pre-commit")


def test_the_stamp_of_the_code_changes_with_any_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "_PACKAGE", tmp_path)
    (tmp_path / "room").mkdir()
    stamps = []
    for text in ("", "x = 1\n", "x = 12\n"):
        (tmp_path / "room" / "module.py").write_text(text)
        stamps += [resources.code_stamp()] * 2
    (tmp_path / "room" / "notes.txt").write_text("no module")
    assert [resources.code_stamp(), *stamps].count(stamps[-1]) == 3
    assert len({*stamps}) == 3
