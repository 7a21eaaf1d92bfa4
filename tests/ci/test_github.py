"""What the workflow and the action for GitHub do, step by step, in a bash of our own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from sgm_git.version import __version__
from tests.ci.github import Run
from tests.ci.programs import fails

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.ci.origin import Origin
    from tests.ci.programs import Programs

WORKFLOW = ".github/workflows/sgm.yml"
ZEROS = "0" * 40
MARK = "<!-- sgm review -->"
HOSTILE = "$(touch trap)`touch trap`;touch trap #\n${IFS}::error::x'\"\\"


@dataclass
class Hub:
    """GitHub with one repository in it; ``change`` is what is done to its files before a run."""

    origin: Origin
    programs: Programs
    place: Path
    change: Callable[[str], str] = str

    def run(self, name: str, event: dict[str, object], sha: str) -> Run:
        """Run the workflow of the default branch."""
        event |= {"repository": {"default_branch": "main"}}
        workflow = (self.origin.path / WORKFLOW).read_text()
        run = Run(self.origin.path, self.place / "runner", self.programs, name, event, sha)
        return run.go(self.change(workflow))

    def pull(self, base: str, head: str) -> Run:
        """Run it for a pull request."""
        ends = {"base": {"sha": base, "ref": "main"}, "head": {"sha": head, "ref": HOSTILE}}
        pull = {"number": 7, "title": HOSTILE, "body": HOSTILE, **ends}
        return self.run("pull_request", {"pull_request": pull, "before": ZEROS}, "f" * 40)

    def push(self, before: str, after: str, branch: str = "main") -> Run:
        """Run it for a push."""
        is_new = before == ZEROS
        event: dict[str, object] = {"before": before, "after": after, "created": is_new}
        return self.run("push", event | {"ref": f"refs/heads/{branch}"}, after)

    def edit(self, old: str, new: str) -> None:
        """Let somebody have edited the action, or the inputs that the workflow gives it."""
        for path in (WORKFLOW, ".github/actions/sgm/action.yml"):
            file = self.origin.path / path
            file.write_text(file.read_text().replace(old, new))

    def give(self, name: str, value: str) -> None:
        """Let the workflow give the action an input."""
        line = "          html-file: "
        self.edit(line, f"          {name}: {value}\n{line}")


@pytest.fixture
def hub(origin: Origin, programs: Programs, tmp_path: Path) -> Hub:
    return Hub(origin, programs, tmp_path)


def proposed(hub: Hub) -> tuple[str, str]:
    base = hub.origin.begin()
    return base, hub.origin.propose(base, "refs/pull/7/head")


def test_a_pull_request_from_a_fork_is_held_against_its_base(hub: Hub) -> None:
    base, head = proposed(hub)
    hub.programs.find(3, 1, 2, 0, errors=2, warnings=1)
    run = hub.pull(base, head)
    assert (run.status, hub.programs.range) == (0, (base, head))
    assert run.workspace.run("rev-parse", "HEAD").decode().strip() == base
    assert not (run.workspace.path / "memory/rule-two.md").exists()
    report = run.temp / "sgm/review.md"
    assert run.outputs == {
        "errors": "2",
        "warnings": "1",
        "changed-records": "3",
        "report": str(report),
    }
    assert report.read_text() == "## What it does\n"
    assert run.uploads == [str(run.temp / "memory-review.html")]
    assert run.skipped == ["Say that there is nothing yet that judges"]


def test_what_is_installed_is_the_version_that_wrote_the_files(hub: Hub) -> None:
    hub.pull(*proposed(hub))
    pip = "install --quiet --disable-pip-version-check"
    assert hub.programs.installed == f"{pip} sgm-git=={__version__}\n"


def test_something_else_can_be_installed(hub: Hub) -> None:
    base = hub.origin.begin()
    hub.give("install", "'./dist/sgm git.whl'")
    base = hub.origin.box.commit("install")
    hub.pull(base, hub.origin.propose(base, "refs/pull/7/head"))
    assert hub.programs.installed.endswith("--disable-pip-version-check ./dist/sgm git.whl\n")


def test_a_merge_group_is_held_against_what_goes_before_it(hub: Hub) -> None:
    base, first = proposed(hub)
    second = hub.origin.propose(first, "refs/heads/gh-readonly-queue/main/pr-8", "three")
    event: dict[str, object] = {"merge_group": {"base_sha": base, "head_sha": second}}
    run = hub.run("merge_group", event, second)
    assert (run.status, hub.programs.range) == (0, (base, second))
    assert hub.programs.asked == []


def test_a_push_is_held_against_what_was_there_before(hub: Hub) -> None:
    base, head = proposed(hub)
    hub.origin.move("main", head)
    assert hub.push(base, head).status == 0
    assert hub.programs.range == (base, head)
    assert hub.programs.asked == []


def test_a_branch_that_is_new_is_held_against_the_default_branch(hub: Hub) -> None:
    base = hub.origin.begin()
    head = hub.origin.propose(base, "refs/heads/release/1")
    assert hub.push(ZEROS, head, "release/1").status == 0
    assert hub.programs.range == (base, head)


def test_a_push_that_was_forced_is_held_against_what_it_threw_away(hub: Hub) -> None:
    base, head = proposed(hub)
    lost = hub.origin.lose(base)
    hub.origin.move("main", head)
    assert hub.push(lost, head).status == 0
    assert hub.programs.range == (lost, head)


def test_a_history_that_is_cut_is_fetched_whole(hub: Hub) -> None:
    first = hub.origin.begin()
    hub.origin.box.write("x", "x")
    base = hub.origin.box.commit("second")
    head = hub.origin.propose(first, "refs/pull/7/head")
    hub.change = lambda text: text.replace("fetch-depth: 0", "fetch-depth: 1")
    run = hub.pull(base, head)
    assert run.status == 0
    assert run.workspace.run("rev-parse", "--is-shallow-repository") == b"false\n"
    assert run.workspace.run("merge-base", base, head).decode().strip() == first


def test_where_it_is_cut_at_the_forge_the_review_says_what_it_cannot_tell(hub: Hub) -> None:
    base, head = proposed(hub)
    (hub.origin.path / ".git/shallow").write_text(f"{base}\n")
    assert hub.pull(base, head).status == 0
    assert "--allow-shallow" in hub.programs.reviewed


def test_a_base_that_has_no_action_yet_is_said(hub: Hub) -> None:
    base = hub.origin.begin(pipeline=False)
    hub.origin.propose(base, "refs/pull/6/head")
    hub.origin.begin()
    head = hub.origin.propose(base, "refs/pull/7/head")
    run = hub.pull(base, head)
    assert (run.status, run.skipped) == (0, ["Review", "Keep the review as a page"])
    assert run.log.startswith("::notice title=sgm::not reviewed: the base of this change has no")
    assert hub.programs.reviewed == []


def test_a_change_that_is_checked_out_is_refused_it_would_judge_itself(hub: Hub) -> None:
    base = hub.origin.begin()
    hub.origin.box.write("memory/rule-two.md", "x")
    head = hub.origin.box.commit("change")
    hub.change = lambda text: text.replace(
        "ref: ${{", "ref: ${{ github.event.pull_request.head.sha ||"
    )
    run = hub.pull(base, head)
    assert (run.status, hub.programs.reviewed) == (1, [])
    assert "::error title=sgm::the base of the change must be checked out" in run.log


def test_no_name_that_others_chose_is_run(hub: Hub) -> None:
    base, head = proposed(hub)
    run = hub.pull(base, head)
    assert run.status == 0
    assert not list(hub.place.rglob("trap"))
    assert HOSTILE.split("\n", 1)[0] not in run.log


@fails
def test_what_fails_is_for_the_team_to_say(
    hub: Hub, fail_on: str, status: int, ends: int, *, strict: bool
) -> None:
    hub.origin.begin()
    hub.give("fail-on", fail_on)
    base = hub.origin.box.commit("fail-on")
    hub.programs.end(status)
    run = hub.pull(base, hub.origin.propose(base, "refs/pull/7/head"))
    is_known = fail_on != "nothing"
    assert run.status == ends
    assert ("--strict" in hub.programs.reviewed) is strict
    assert bool(hub.programs.reviewed) is is_known
    assert bool(hub.programs.comment) is is_known


def test_where_no_review_could_be_made_there_is_no_report(hub: Hub) -> None:
    base, head = proposed(hub)
    hub.programs.end(3)
    hub.programs.lose_report()
    run = hub.pull(base, head)
    assert (run.status, run.outputs["report"]) == (3, "")
    assert hub.programs.asked == []
    assert run.uploads == []


def test_inputs_reach_sgm_as_they_are(hub: Hub) -> None:
    hub.origin.begin()
    hub.give("against-open", "'origin/* $(touch trap) ven?.py'")
    hub.give("sarif-file", "'out/a b.sarif'")
    hub.give("format", "text")
    hub.give("summary", "'false'")
    base = hub.origin.box.commit("inputs")
    run = hub.pull(base, hub.origin.propose(base, "refs/pull/7/head"))
    told = hub.programs.reviewed
    opens = [told[n + 1] for n, each in enumerate(told) if each == "--against-open"]
    assert opens == ["origin/*", "$(touch", "trap)", "ven?.py"]
    assert told[2:4] == ["--format", "text"]
    assert "sarif=out/a b.sarif" in told
    assert hub.programs.summary == "none"
    assert run.summary == ""


def test_the_summary_of_the_run_is_left_to_sgm(hub: Hub) -> None:
    run = hub.pull(*proposed(hub))
    assert hub.programs.summary == str(run.temp / "summary.md")


def comment(number: int, kind: str = "Bot", body: str = MARK) -> object:
    return {"id": number, "user": {"type": kind}, "body": body}


def test_a_pull_request_gets_a_comment(hub: Hub) -> None:
    others = [comment(1, "User"), comment(2, "Bot", f"> {MARK}")]
    hub.programs.comments(*others)
    assert hub.pull(*proposed(hub)).status == 0
    assert hub.programs.comment == f"{MARK}\n## What it does\n"
    assert hub.programs.asked[1].startswith(
        "api --silent --method POST repos/acme/memory/issues/7/comments --input "
    )


def test_the_comment_is_kept_up_to_date(hub: Hub) -> None:
    hub.programs.comments(comment(1, "User"), comment(2), comment(3))
    hub.programs.find(0, 0, 0, 0)
    hub.programs.end(1)
    assert hub.pull(*proposed(hub)).status == 1
    assert hub.programs.comment == f"{MARK}\n## What it does\n"
    assert " --method PATCH repos/acme/memory/issues/comments/2 " in hub.programs.asked[1]


def test_there_is_no_comment_where_there_is_nothing_to_say(hub: Hub) -> None:
    hub.programs.find(0, 0, 0, 0)
    assert hub.pull(*proposed(hub)).status == 0
    assert hub.programs.comment == ""


@pytest.mark.parametrize("why", ["the token may not", "no gh"])
def test_where_no_comment_can_be_made_that_is_a_notice(hub: Hub, why: str) -> None:
    base, head = proposed(hub)
    hub.programs.comments(status=1)
    if why == "no gh":
        (hub.programs.place / "gh").unlink()
    run = hub.pull(base, head)
    assert run.status == 0
    assert "::notice title=sgm::no comment here: " in run.log
    assert run.log.count("::") == 4


def test_a_team_can_do_without_a_comment(hub: Hub) -> None:
    hub.origin.begin()
    hub.give("comment", "'false'")
    base = hub.origin.box.commit("comment")
    assert hub.pull(base, hub.origin.propose(base, "refs/pull/7/head")).status == 0
    assert hub.programs.asked == []
