"""What the job for GitLab does, in a shell of our own."""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
import yaml

from sgm_git.version import __version__
from tests.ci.programs import fails
from tests.support import GitSandbox

if TYPE_CHECKING:
    from pathlib import Path

    from tests.ci.origin import Origin
    from tests.ci.programs import Programs

ZEROS = "0" * 40
HOSTILE = "$(touch trap)`touch trap`;touch trap #'\"\\"


@dataclass
class Lab:
    """GitLab with one project in it, and a runner that checks nothing out."""

    origin: Origin
    programs: Programs
    place: Path
    log: str = ""

    @property
    def box(self) -> GitSandbox:
        """Where the runner keeps the project."""
        return GitSandbox(self.place / "build")

    def job(self) -> dict[str, object]:
        """The only job of the pipeline."""
        ((_, job),) = yaml.safe_load((self.origin.path / ".gitlab/sgm.yml").read_text()).items()
        assert isinstance(job, dict)
        return job

    def run(self, tip: str, **told: str) -> int:
        """Run the job for a commit, with what GitLab says of it; give the exit status."""
        job = self.job()
        script, given = job["script"], job["variables"]
        assert isinstance(script, list)
        assert isinstance(given, dict)
        assert (given["GIT_STRATEGY"], given["GIT_DEPTH"]) == ("fetch", "0")
        assert (given["GIT_CHECKOUT"], given["GIT_SUBMODULE_STRATEGY"]) == ("false", "none")
        self.fetch(tip)
        done = subprocess.run(
            ["sh", "-e", "-c", "\n".join(script)],
            cwd=self.box.path,
            env=os.environ | given | self.gitlab(tip) | told,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=120,
        )
        self.log = done.stdout
        return done.returncode

    def fetch(self, tip: str) -> None:
        """Take along what a runner does: all branches, and the commit of the pipeline."""
        self.box.path.mkdir(exist_ok=True)
        self.box.run("init", "-q")
        self.box.run("remote", "add", "origin", f"file://{self.origin.path}", check=False)
        specs = ("+refs/heads/*:refs/remotes/origin/*", f"+{tip}:refs/pipelines/1")
        self.box.run("fetch", "-q", "origin", *specs)

    def gitlab(self, tip: str) -> dict[str, str]:
        """What GitLab sets for every job."""
        return {
            "GITLAB_CI": "true",
            "CI_COMMIT_BEFORE_SHA": ZEROS,
            "CI_COMMIT_SHA": tip,
            "CI_DEFAULT_BRANCH": "main",
            "CI_PROJECT_ID": "1",
            "CI_COMMIT_MESSAGE": HOSTILE,
            "PATH": f"{self.programs.place}{os.pathsep}{os.environ['PATH']}",
        }

    def merge_request(self, base: str, tip: str, **more: str) -> int:
        """Run it for a merge request."""
        told = {
            "CI_PIPELINE_SOURCE": "merge_request_event",
            "CI_MERGE_REQUEST_DIFF_BASE_SHA": base,
            "CI_MERGE_REQUEST_PROJECT_ID": "1",
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
            "CI_MERGE_REQUEST_SOURCE_BRANCH_NAME": HOSTILE,
            "CI_MERGE_REQUEST_TITLE": HOSTILE,
        }
        return self.run(tip, **told | more)


@pytest.fixture
def lab(origin: Origin, programs: Programs, tmp_path: Path) -> Lab:
    return Lab(origin, programs, tmp_path)


def proposed(lab: Lab) -> tuple[str, str, str]:
    """Where both part, the target as it is now, and the change."""
    base = lab.origin.begin()
    tip = lab.origin.propose(base, "refs/merge-requests/7/head")
    lab.origin.box.write("x", "x")
    return base, lab.origin.box.commit("target moves on"), tip


def test_a_merge_request_is_held_against_its_target(lab: Lab) -> None:
    base, target, tip = proposed(lab)
    assert lab.merge_request(base, tip) == 0
    assert lab.programs.range == (target, tip)
    assert {each.name for each in lab.box.path.iterdir()} == {".git", "sgm"}
    assert lab.programs.installed.endswith(f" sgm-git=={__version__}\n")
    assert lab.programs.reviewed[2:] == [
        *("--format", "text", "--allow-shallow"),
        *("--save", "markdown=sgm/review.md", "--save", "html=sgm/review.html"),
        *("--save", "gitlab=sgm/codequality.json", "--save", "junit=sgm/junit.xml"),
    ]


def test_what_another_job_left_behind_is_not_run(lab: Lab) -> None:
    base, target, tip = proposed(lab)
    lab.fetch(tip)
    lab.origin.lay_traps(lab.box)
    assert lab.merge_request(base, tip) == 0
    assert lab.programs.range == (target, tip)


def test_with_merged_results_gitlab_names_both_ends(lab: Lab) -> None:
    base, target, tip = proposed(lab)
    lab.origin.move("merged", lab.origin.lose(tip))
    merged = lab.origin.lose(tip)
    ends = {"CI_MERGE_REQUEST_TARGET_BRANCH_SHA": target, "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": tip}
    assert lab.merge_request(base, merged, **ends) == 0
    assert lab.programs.range == (target, tip)


def test_in_a_fork_it_is_held_against_where_both_part(lab: Lab) -> None:
    base, _, tip = proposed(lab)
    assert lab.merge_request(base, tip, CI_MERGE_REQUEST_PROJECT_ID="2") == 0
    assert lab.programs.range == (base, tip)


def test_a_push_is_held_against_what_was_there_before(lab: Lab) -> None:
    base, target, _ = proposed(lab)
    assert lab.run(target, CI_PIPELINE_SOURCE="push", CI_COMMIT_BEFORE_SHA=base) == 0
    assert lab.programs.range == (base, target)


def test_a_push_that_was_forced_is_held_against_what_it_threw_away(lab: Lab) -> None:
    base, target, _ = proposed(lab)
    lost = lab.origin.lose(base)
    assert lab.run(target, CI_PIPELINE_SOURCE="push", CI_COMMIT_BEFORE_SHA=lost) == 0
    assert lab.programs.range == (lost, target)


def test_a_branch_that_is_new_has_nothing_before_it(lab: Lab) -> None:
    _, target, _ = proposed(lab)
    assert lab.run(target, CI_PIPELINE_SOURCE="push") == 0
    assert lab.programs.reviewed == []
    assert lab.log == "sgm: not reviewed: there is nothing before this branch to hold it against\n"


@fails
def test_what_fails_is_for_the_team_to_say(
    lab: Lab, fail_on: str, status: int, ends: int, *, strict: bool
) -> None:
    base, _, tip = proposed(lab)
    lab.programs.end(status)
    assert lab.merge_request(base, tip, SGM_FAIL_ON=fail_on) == ends
    assert ("--strict" in lab.programs.reviewed) is strict


def test_open_branches_reach_sgm_as_they_are(lab: Lab) -> None:
    base, _, tip = proposed(lab)
    assert lab.merge_request(base, tip, SGM_AGAINST_OPEN="origin/* .gi?") == 0
    told = lab.programs.reviewed
    opens = [told[n + 1] for n, each in enumerate(told) if each == "--against-open"]
    assert opens == ["origin/*", ".gi?"]


def test_no_name_that_others_chose_is_run(lab: Lab) -> None:
    base, _, tip = proposed(lab)
    assert lab.merge_request(base, tip) == 0
    assert not list(lab.place.rglob("trap"))
