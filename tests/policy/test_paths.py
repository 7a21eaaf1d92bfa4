from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.policy.config import RootConfig, StoreConfig
from sgm_git.policy.globs import matches
from sgm_git.policy.layout import is_numbered, read_path, render_path, shard
from sgm_git.policy.names import is_administrative
from sgm_git.policy.paths import Roots
from tests.policy.support import ADMINISTRATIVE

if TYPE_CHECKING:
    from sgm_git.record.value import JsonObject

IGNORE = StoreConfig().ignore
RECORD: JsonObject = {
    "id": "dec-x",
    "type": "decision",
    "scope": {"project": "a/b"},
    "provenance": {"created_at": "2026-10-10T23:30:00-05:00"},
}


def roots(*paths: str, scope: JsonObject | None = None) -> Roots:
    return Roots(tuple(RootConfig(path, scope=scope or {}) for path in paths), IGNORE)


@pytest.mark.parametrize("folder", ADMINISTRATIVE)
@pytest.mark.parametrize("pattern", [".", "**", "*", "*/*"])
def test_no_pattern_reaches_into_folders_of_git_or_ours(pattern: str, folder: str) -> None:
    found = roots(pattern)
    assert found.root_of(f"{folder}/x.md") is None
    root = found.nearest(folder)
    place = None if root is None else root.place(RECORD)
    assert place is None or not is_administrative(place)


@pytest.mark.parametrize(
    ("path", "is_record"),
    [
        ("memory/decision/dec-x.md", True),
        ("memory/dec-x.md", True),
        ("docs/dec-x.md", False),
        ("memory.md", False),
        ("memory/dec-x.txt", False),
        ("memory/index.md", False),
        ("memory/decision/log.md", False),
        ("memory/README.md", False),
        ("memory/decision/README.md", False),
        ("memory/template-decision.md", False),
        ("memory/_draft.md", False),
        ("memory/.obsidian/x.md", False),
        ("memory/.x.md", False),
        ("memory/日本.md", True),
    ],
)
def test_which_files_are_records(path: str, is_record: bool) -> None:
    assert (roots("memory").root_of(path) is not None) is is_record


def test_a_pattern_makes_a_root_of_each_folder_and_fills_the_scope() -> None:
    found = roots("packages/*/memory", scope={"package": "{1}"}).root_of(
        "packages/api/memory/rule/r.md"
    )
    assert found is not None
    assert (found.path, found.scope) == ("packages/api/memory", {"package": "api"})
    assert found.below("packages/api/memory/rule/r.md") == "rule/r.md"


def test_a_star_stays_within_a_folder() -> None:
    assert roots("packages/*/memory").root_of("packages/a/b/memory/r.md") is None
    assert roots("**/memory").root_of("packages/a/b/memory/r.md") is not None


def test_the_whole_repository_can_be_a_root() -> None:
    found = roots(".").root_of("rule/r.md")
    assert found is not None
    assert found.path == ""
    assert roots(".").root_of(".sgm/r.md") is None


def test_prefixes_are_the_fixed_folders_of_all_roots() -> None:
    assert roots("memory", "packages/*/memory").prefixes == ("memory", "packages")
    assert roots("*/memory", "memory").prefixes == ("",)


@pytest.mark.parametrize(
    ("layout", "path"),
    [
        ("{type}/{id}.md", "decision/dec-x.md"),
        ("{type}/{shard}/{id}.md", f"decision/{shard('dec-x')}/dec-x.md"),
        ("{created:%Y/%m}/{id}.md", "2026/10/dec-x.md"),
        ("{created:%Y-%m-%d}-{id}.md", "2026-10-11-dec-x.md"),
        ("{scope.project}/{id}.md", "a-b/dec-x.md"),
        ("{scope.team}/{id}.md", "none/dec-x.md"),
        ("adr/{id}.md", "adr/dec-x.md"),
    ],
)
def test_layouts_give_paths_and_recognise_them(layout: str, path: str) -> None:
    assert render_path(layout, RECORD) == path
    assert is_numbered(path, render_path(layout, RECORD))
    assert is_numbered(path.replace("dec-x", "dec-x-2"), render_path(layout, RECORD))
    assert not is_numbered(f"other/{path}", render_path(layout, RECORD))


@pytest.mark.parametrize(
    "layout", ["../{id}.md", "/{id}.md", "{id}", "{type}//{id}.md", "{name}.md"]
)
def test_a_layout_that_leads_nowhere_safe_is_refused(layout: str) -> None:
    with pytest.raises(CannotRun, match="layout"):
        render_path(layout, RECORD)


def test_no_value_leads_out_of_the_root() -> None:
    hostile: JsonObject = {"id": "../../x", "type": "..", "scope": {"project": "../.."}}
    assert render_path("{scope.project}/{type}/{id}.md", hostile) == "untitled/untitled/x.md"


def test_a_path_says_what_its_layout_names() -> None:
    assert read_path("{type}/{id}.md", "rule/r.md") == {"type": "rule", "id": "r"}
    assert read_path("{scope.team}/{created:%Y/%m}/{id}.md", "ops/2026/10/r.md") == {
        "scope.team": "ops",
        "id": "r",
    }
    assert read_path("{type}/{id}.md", "r.md") == {}


@pytest.mark.parametrize(
    ("pattern", "path", "wanted"),
    [
        ("README.md", "README.md", True),
        ("README.md", "a/b/README.md", True),
        ("template*.md", "a/template-x.md", True),
        ("drafts/*", "drafts/a.md", True),
        ("drafts/*", "drafts/a/b.md", False),
        ("drafts/**", "drafts/a/b.md", True),
        ("**/old/*.md", "a/b/old/x.md", True),
        ("**/old/*.md", "old/x.md", True),
        ("a?.md", "ab.md", True),
        ("[ab].md", "b.md", True),
        ("[!ab].md", "b.md", False),
        ("a+b.md", "aab.md", False),
    ],
)
def test_patterns_mean_what_they_mean_in_git(pattern: str, path: str, wanted: bool) -> None:
    assert matches(pattern, path) is wanted


@pytest.mark.parametrize(
    ("home", "path"),
    [
        ("", "memory"),
        ("docs", "memory"),
        ("packages", "memory"),
        ("packages/api", "packages/api/memory"),
        ("packages/api/src/deep", "packages/api/memory"),
        ("packages/api/memory/rule", "packages/api/memory"),
    ],
)
def test_a_new_record_goes_to_the_nearest_root(home: str, path: str) -> None:
    found = roots("memory", "packages/*/memory").nearest(home)
    assert found is not None
    assert found.path == path


def test_a_pattern_alone_needs_a_folder_to_choose_from() -> None:
    assert roots("packages/*/memory").nearest("docs") is None


@pytest.mark.parametrize(
    "time", ["0000-01-01T00:00:00+05:00", "9999-12-31T23:59:59-05:00", "soon", 5]
)
def test_a_time_without_a_year_in_utc_gives_zeros(time: str | int) -> None:
    record = RECORD | {"provenance": {"created_at": time}}
    assert render_path("{created:%Y/%m}/{id}.md", record) == "0000/00/dec-x.md"
