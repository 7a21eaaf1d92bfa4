"""What ``sgm init --ci`` writes, brings up to date, and leaves alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.version import __version__
from sgm_git.workflows.initialise import InitReport, initialise
from sgm_git.workflows.pipelines import stamps
from tests.cli.runner import run

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.workflows.pipelines.files import Forge
    from tests.support import GitSandbox

WORKFLOW = ".github/workflows/sgm.yml"
ACTION = ".github/actions/sgm/action.yml"
GITLAB = ".gitlab/sgm.yml"
GITLAB_CI = ".gitlab-ci.yml"
AGAIN = "for a new one remove it, then sgm init --ci"


def begin(sandbox: GitSandbox, *forges: Forge) -> InitReport:
    return initialise(sandbox.path, hooks=False, forges=forges)


def text(sandbox: GitSandbox, name: str) -> str:
    return (sandbox.path / name).read_bytes().decode()


def test_github_gets_a_workflow_and_an_action(sandbox: GitSandbox) -> None:
    report = begin(sandbox, "github")
    assert [each for each in report.done if ".github" in each] == [
        f"wrote {WORKFLOW}",
        f"wrote {ACTION}",
    ]
    for name in (WORKFLOW, ACTION):
        second = text(sandbox, name).splitlines()[1]
        assert second.startswith(f"# sgm-git pipeline, version {__version__}, ")
        assert "@" not in second
    assert f'default: "{__version__}"' in text(sandbox, ACTION)
    assert not sandbox.run("ls-files").strip()


def test_gitlab_gets_a_file_and_one_that_includes_it(sandbox: GitSandbox) -> None:
    report = begin(sandbox, "gitlab")
    assert f"wrote {GITLAB}" in report.done
    assert text(sandbox, GITLAB_CI) == "include:\n  - local: .gitlab/sgm.yml\n"
    assert f"SGM_INSTALL: sgm-git=={__version__} " in text(sandbox, GITLAB)


def test_a_pipeline_that_is_there_is_told_what_to_include(sandbox: GitSandbox) -> None:
    sandbox.write(GITLAB_CI, "stages: [test]\n")
    report = begin(sandbox, "gitlab")
    said = f"{GITLAB_CI} is not by sgm: add to its include: - local: {GITLAB}"
    assert report.to_do[0] == said
    assert text(sandbox, GITLAB_CI) == "stages: [test]\n"
    sandbox.write(GITLAB_CI, f"include: ['{GITLAB}']\n")
    assert begin(sandbox, "gitlab") == InitReport(sandbox.path, ())


def test_once_it_is_said_that_a_pipeline_needs_an_owner(sandbox: GitSandbox) -> None:
    (said,) = begin(sandbox, "github").to_do
    named = f"/{WORKFLOW}, /{ACTION}, /.sgm/config.toml"
    assert said.startswith(f"name owners of {named} in .github/CODEOWNERS, and require")
    assert begin(sandbox, "github").to_do == ()
    sandbox.write("CODEOWNERS", "* @ops\n")
    assert begin(sandbox, "gitlab").to_do == ()


def test_again_nothing_is_done(sandbox: GitSandbox) -> None:
    begin(sandbox, "github", "gitlab")
    assert begin(sandbox, "github", "gitlab") == InitReport(sandbox.path, ())


@pytest.mark.parametrize("name", [WORKFLOW, ACTION])
def test_what_somebody_edited_is_left_alone(sandbox: GitSandbox, name: str) -> None:
    begin(sandbox, "github")
    edited = text(sandbox, name).replace("timeout-minutes: 15", "") + "# ours\n"
    sandbox.write(name, edited)
    said = f"{name} was edited since sgm wrote it, and is left alone: {AGAIN} github"
    assert begin(sandbox, "github").to_do == (said,)
    assert text(sandbox, name) == edited


@pytest.mark.parametrize("whole", ["", "x", "name: Ours\n", "\n\n\n", "# one\n# two\n"])
def test_a_file_of_somebody_is_left_alone(sandbox: GitSandbox, whole: str) -> None:
    sandbox.write(GITLAB, whole)
    said = f"{GITLAB} is not by sgm, and is left alone: {AGAIN} gitlab"
    assert begin(sandbox, "gitlab").to_do == (said,)
    assert text(sandbox, GITLAB) == whole


def by(version: str, monkeypatch: pytest.MonkeyPatch, sandbox: GitSandbox) -> None:
    with monkeypatch.context() as other:
        other.setattr(stamps, "__version__", version)
        begin(sandbox, "gitlab")


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_what_an_older_sgm_wrote_is_brought_up_to_date(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch, ends: str
) -> None:
    by("0.0.9", monkeypatch, sandbox)
    sandbox.write(GITLAB, text(sandbox, GITLAB).replace("\n", ends))
    assert begin(sandbox, "gitlab").done == (f"brought up to date {GITLAB}",)
    assert f"sgm-git=={__version__}" in text(sandbox, GITLAB)
    assert begin(sandbox, "gitlab").done == ()


def test_what_a_newer_sgm_wrote_stays(sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    by("10.0.0", monkeypatch, sandbox)
    said = f"{GITLAB} is by a newer sgm, and is left alone: {AGAIN} gitlab"
    assert begin(sandbox, "gitlab") == InitReport(sandbox.path, (), (said,))


@pytest.mark.parametrize(
    ("branch", "named"),
    [("trunk", "trunk"), ("release/1.x", "release/1.x"), ("a+b", "main"), ("!x", "main")],
)
def test_pushes_to_the_branch_that_is_reviewed_are_looked_at(
    sandbox: GitSandbox, branch: str, named: str
) -> None:
    sandbox.run("symbolic-ref", "HEAD", f"refs/heads/{branch}")
    begin(sandbox, "github")
    assert f'    branches: ["{named}"]\n' in text(sandbox, WORKFLOW)


def test_it_is_the_branch_of_the_remote_where_there_is_one(sandbox: GitSandbox) -> None:
    sandbox.write("x", "x")
    oid = sandbox.commit()
    sandbox.run("remote", "add", "origin", "https://git.example/x")
    sandbox.run("update-ref", "refs/remotes/origin/team/trunk", oid)
    sandbox.run("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/team/trunk")
    sandbox.run("switch", "-q", "-c", "topic")
    begin(sandbox, "github")
    assert '    branches: ["team/trunk"]\n' in text(sandbox, WORKFLOW)


def test_the_branches_that_our_file_names_stay(sandbox: GitSandbox) -> None:
    begin(sandbox, "github")
    sandbox.run("symbolic-ref", "HEAD", "refs/heads/topic")
    assert begin(sandbox, "github").done == ()


def test_nothing_is_written_through_a_link(sandbox: GitSandbox, tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (sandbox.path / ".github").symlink_to(tmp_path / "outside")
    with pytest.raises(CannotRun, match="link"):
        begin(sandbox, "github")
    assert not list((tmp_path / "outside").iterdir())
    assert not (sandbox.path / ".sgm").exists()


def test_the_command_line(sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(sandbox.path)
    done = run("init", "--no-hooks", "--ci", "github", "--ci", "gitlab")
    assert done.status == 0
    assert f"wrote {WORKFLOW}\nwrote {ACTION}\nwrote {GITLAB}\nwrote {GITLAB_CI}\n" in done.out
    next_step = "next: commit these files and get them onto the default branch; until then "
    assert done.err.endswith(f"{next_step}nothing is reviewed\n")
    assert run("init", "--no-hooks", "--ci", "github").err == "nothing to do: the memory is there\n"
    assert run("init", "--ci", "jenkins").status == 2
