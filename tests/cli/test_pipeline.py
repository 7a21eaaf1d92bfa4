"""Which two states are meant where nobody names them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from sgm_git.cli.pipeline import Meant, ends_meant
from sgm_git.commits import short
from sgm_git.errors import CannotRun, UsageError
from sgm_git.git.engine import open_repository

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from sgm_git.record.value import JsonValue
    from tests.support import GitSandbox

ZERO, ABSENT = "0" * 40, "7" * 40
HOSTILE = "main'; touch $(x) --upload-pack=y"


@dataclass(frozen=True)
class Box:
    """A branch with two commits beside the remote's main branch."""

    sandbox: GitSandbox
    events: Path
    patch: pytest.MonkeyPatch
    base: str
    tip: str

    def meant(self, named: str | None = None, engine: str = "git") -> Meant:
        return ends_meant(open_repository(self.sandbox.path, engine), named)  # type: ignore[arg-type]  # any engine

    def github(self, name: str, event: JsonValue, **variables: str) -> Meant:
        self.events.write_text(json.dumps(event))
        set_all = {"ACTIONS": "true", "EVENT_NAME": name, "EVENT_PATH": str(self.events)}
        self.set({f"GITHUB_{key}": value for key, value in (set_all | variables).items()})
        return self.meant()

    def gitlab(self, **variables: str) -> Meant:
        self.set({"GITLAB_CI": "true"} | {f"CI_{key}": v for key, v in variables.items()})
        return self.meant()

    def set(self, variables: Mapping[str, str]) -> None:
        for name, value in variables.items():
            self.patch.setenv(name, value)


@pytest.fixture
def box(sandbox: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Box:
    base = sandbox.commit("Begin")
    sandbox.run("remote", "add", "origin", "../nowhere")
    sandbox.run("update-ref", "refs/remotes/origin/main", base)
    sandbox.run("switch", "-qc", "feature")
    return Box(sandbox, tmp_path / "event.json", monkeypatch, base, sandbox.commit("Go on"))


def pull(base: str, head: str) -> dict[str, JsonValue]:
    return {"pull_request": {"base": {"sha": base}, "head": {"sha": head, "ref": HOSTILE}}}


@pytest.mark.parametrize(
    ("named", "ends"),
    [
        ("a..b", ("a", "b")),
        ("a..", ("a", "HEAD")),
        ("..b", ("HEAD", "b")),
        ("a...b", ("a", "b")),
    ],
)
def test_what_is_named_counts_in_a_pipeline_too(
    box: Box, named: str, ends: tuple[str, str]
) -> None:
    box.set({"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "pull_request"})
    assert box.meant(named) == Meant(*ends)


@pytest.mark.parametrize("named", ["main", "a....b"])
def test_what_is_no_range_is_refused(box: Box, named: str) -> None:
    with pytest.raises(UsageError, match="is no range"):
        box.meant(named)


@pytest.mark.parametrize("event", ["pull_request", "pull_request_target"])
def test_a_pull_request_is_its_head_beside_its_base(box: Box, event: str) -> None:
    meant = box.github(event, pull(box.base, box.tip))
    assert (meant.trusted, meant.tip) == (box.base, box.tip)
    assert meant.note == f"reviewed is this pull request: {short(box.base)}..{short(box.tip)}"


def test_the_branch_stands_for_a_base_that_is_not_here(box: Box) -> None:
    meant = box.github("pull_request", pull(ABSENT, box.tip), BASE_REF="main")
    assert (meant.trusted, meant.tip) == ("origin/main", box.tip)


def test_a_merge_group_is_its_head_beside_its_base(box: Box) -> None:
    meant = box.github("merge_group", {"merge_group": {"base_sha": box.base, "head_sha": box.tip}})
    assert (meant.trusted, meant.tip) == (box.base, box.tip)


def test_a_push_is_what_came_to_the_branch(box: Box) -> None:
    event: dict[str, JsonValue] = {"after": box.tip, "repository": {"default_branch": "main"}}
    assert box.github("push", event | {"before": box.base}).trusted == box.base
    assert box.github("push", event | {"before": ZERO}).trusted == "origin/main"


def test_an_event_without_a_range_is_as_none(box: Box) -> None:
    meant = box.github("schedule", {})
    assert (meant.trusted, meant.tip) == ("origin/main", "HEAD")


@pytest.mark.parametrize(
    ("event", "said", "hint"),
    [
        (pull(ABSENT, ABSENT), "the base of this pull request", f"git fetch origin {ABSENT}"),
        ({"pull_request": {}}, "does not tell the base of this pull request", "name both ends"),
        (pull(HOSTILE, "-x"), "does not tell the base of this pull request", "name both ends"),
        ([], "does not tell the base of this pull request", "name both ends"),
    ],
)
def test_what_is_not_here_or_not_told_ends_the_run(
    box: Box, event: JsonValue, said: str, hint: str
) -> None:
    with pytest.raises(CannotRun, match=said) as caught:
        box.github("pull_request", event)
    assert hint in str(caught.value.hint)


def test_the_tip_must_be_here_too(box: Box) -> None:
    with pytest.raises(CannotRun, match=f"{ABSENT}, the tip of this pull request, is not here"):
        box.github("pull_request", pull(box.base, ABSENT))


def test_a_branch_that_is_not_here_is_fetched_by_a_command_that_is_quoted(box: Box) -> None:
    with pytest.raises(CannotRun) as caught:
        box.gitlab(MERGE_REQUEST_TARGET_BRANCH_NAME="a;b", COMMIT_SHA=box.tip)
    wanted = "git fetch origin '+refs/heads/a;b:refs/remotes/origin/a;b'"
    assert caught.value.hint == wanted


def test_a_clone_that_is_cut_needs_the_rest_of_it(box: Box) -> None:
    (box.sandbox.path / ".git/shallow").write_text(f"{box.base}\n")
    with pytest.raises(CannotRun) as caught:
        box.github("pull_request", pull(ABSENT, box.tip))
    hint = f"git fetch --unshallow origin {ABSENT}; actions/checkout takes fetch-depth: 0"
    assert caught.value.hint == hint


def test_a_deleted_branch_has_nothing_to_review(box: Box) -> None:
    with pytest.raises(CannotRun, match="deleted"):
        box.github("push", {"before": box.base, "after": ZERO})


@pytest.mark.parametrize(("text", "said"), [(None, "cannot read"), ("{", "is no JSON")])
def test_an_event_that_cannot_be_read_ends_the_run(box: Box, text: str | None, said: str) -> None:
    if text is not None:
        box.events.write_text(text)
    names = {"ACTIONS": "true", "EVENT_NAME": "push", "EVENT_PATH": str(box.events)}
    box.set({f"GITHUB_{key}": value for key, value in names.items()})
    with pytest.raises(CannotRun, match=f"{said}|GITHUB_EVENT_PATH") as caught:
        box.meant()
    assert said in str(caught.value)


def test_a_merge_request_is_its_head_beside_the_target_as_it_is_now(box: Box) -> None:
    told = {"MERGE_REQUEST_DIFF_BASE_SHA": box.base, "COMMIT_SHA": box.tip}
    target = {"MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
    assert box.gitlab(**told, **target).trusted == "origin/main"
    merged = box.sandbox.commit("Merge")
    ends = {"TARGET_BRANCH": box.base, "SOURCE_BRANCH": box.tip}
    more = {f"MERGE_REQUEST_{end}_SHA": oid for end, oid in ends.items()}
    meant = box.gitlab(**told | {"COMMIT_SHA": merged}, **target, **more)
    assert (meant.trusted, meant.tip) == (box.base, box.tip)


def test_where_its_target_is_not_here_the_place_where_it_parted_judges(box: Box) -> None:
    told = {"MERGE_REQUEST_DIFF_BASE_SHA": box.base, "COMMIT_SHA": box.tip}
    meant = box.gitlab(**told, MERGE_REQUEST_TARGET_BRANCH_NAME="gone")
    assert (meant.trusted, meant.tip) == (box.base, box.tip)


def test_gitlab_tells_a_push_by_the_commit_before(box: Box) -> None:
    told = {"COMMIT_SHA": box.tip, "DEFAULT_BRANCH": "main"}
    assert box.gitlab(**told, COMMIT_BEFORE_SHA=box.base).trusted == box.base
    assert box.gitlab(**told, COMMIT_BEFORE_SHA=ZERO).trusted == "origin/main"


def test_variables_of_a_pipeline_mean_nothing_outside_of_one(box: Box) -> None:
    box.set({"GITHUB_EVENT_NAME": "push", "CI_COMMIT_BEFORE_SHA": box.base})
    assert box.meant().trusted == "origin/main"


@pytest.mark.parametrize("engine", ["git", "dulwich"])
def test_a_branch_is_beside_its_upstream(box: Box, engine: str) -> None:
    box.sandbox.run("update-ref", "refs/remotes/origin/other", box.base)
    box.sandbox.run("branch", "-q", "--set-upstream-to=origin/other")
    assert box.meant(engine=engine) == Meant(
        "origin/other",
        "HEAD",
        "reviewed is what HEAD has and origin/other has not, the upstream of this branch",
    )


def test_an_upstream_may_be_a_branch_here(box: Box) -> None:
    box.sandbox.run("branch", "-q", "--set-upstream-to=main")
    assert box.meant().trusted == "main"


@pytest.mark.parametrize("detached", [True, False])
def test_what_has_no_upstream_is_beside_the_trusted_ref(box: Box, *, detached: bool) -> None:
    if detached:
        box.sandbox.run("checkout", "-q", "--detach")
    assert box.meant() == Meant(
        "origin/main",
        "HEAD",
        "reviewed is what HEAD has and origin/main has not, the trusted ref",
    )


def test_an_upstream_that_is_gone_is_none(box: Box) -> None:
    for key, value in (("remote", "origin"), ("merge", "refs/heads/gone")):
        box.sandbox.run("config", f"branch.feature.{key}", value)
    assert box.meant().trusted == "origin/main"


def test_where_nothing_tells_both_ends_must_be_named(sandbox: GitSandbox) -> None:
    sandbox.commit("Begin")
    with pytest.raises(UsageError, match="nothing tells") as caught:
        ends_meant(open_repository(sandbox.path, "git"))
    assert caught.value.hint == "name both ends: sgm review main..HEAD"


def test_an_event_whose_path_is_not_set_is_told_so(box: Box) -> None:
    box.set({"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push", "GITHUB_EVENT_PATH": ""})
    with pytest.raises(CannotRun, match="GITHUB_EVENT_PATH is not set"):
        box.meant()
