from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from sgm_git.workflows.hooks.scripts import WORK_TREE_HOOKS
from tests.cli.runner import Outcome, run
from tests.hooks.support import Recorder
from tests.support import GitSandbox

pytestmark = pytest.mark.usefixtures("sgm_on_path")
INSTALLED = "installed 6 hooks in .git/hooks\n"
DRIVER = "registered the merge driver in git's configuration\n"
NO_DRIVER = "removed the merge driver from git's configuration\n"


@pytest.mark.usefixtures("here")
def test_installing_and_taking_away_say_what_was_done() -> None:
    assert run("hooks", "install") == Outcome(0, INSTALLED + DRIVER, "")
    assert run("hooks", "install") == Outcome(0, "", "nothing to do: the hooks are there\n")
    removed = f"removed 6 hooks from .git/hooks\n{NO_DRIVER}"
    assert run("hooks", "uninstall") == Outcome(0, removed, "")
    none = "nothing to do: there are no hooks of sgm here\n"
    assert run("hooks", "uninstall") == Outcome(0, "", none)


def test_the_status_ends_with_1_where_a_hook_is_not_live(
    here: GitSandbox, sgm_on_path: Path
) -> None:
    absent = run("hooks", "status")
    assert (absent.status, absent.err) == (1, "")
    assert absent.out.splitlines()[0] == "pre-commit          not installed"
    run("hooks", "install")
    live = run("hooks", "status", "--json")
    assert (live.status, live.err) == (0, "")
    assert json.loads(live.out) == {
        "hooks": [
            {"name": name, "state": "live", "runs": f".git/hooks/{name}", "note": None}
            for name in WORK_TREE_HOOKS
        ],
        "program": {"path": str(sgm_on_path), "named_by": "PATH"},
    }
    (here.path / ".git/hooks/commit-msg").write_text("#!/bin/sh\n")
    assert run("hooks", "status").status == 1


def test_what_is_refused_is_one_line_and_a_hint(here: GitSandbox) -> None:
    here.run("config", "core.hooksPath", "/dev/null")
    outcome = run("hooks", "install")
    assert (outcome.status, outcome.out) == (3, "")
    assert outcome.err.splitlines() == [
        "sgm: error: git looks for hooks in /dev/null, which is no folder",
        "hint: git config --unset core.hooksPath",
    ]


@pytest.mark.usefixtures("here")
def test_a_memory_begins_with_hooks_unless_they_are_not_wanted() -> None:
    assert INSTALLED not in run("init", "--no-hooks").out
    assert run("init") == Outcome(0, INSTALLED, "")
    assert run("init") == Outcome(0, "", "nothing to do: the memory is there\n")


def test_what_stands_in_the_way_of_hooks_does_not_stop_a_memory(here: GitSandbox) -> None:
    here.run("config", "core.hooksPath", "/dev/null")
    outcome = run("init")
    assert outcome.status == 0
    assert "wrote .sgm/config.toml" in outcome.out
    assert outcome.err.splitlines() == [
        "the hooks are not installed: git looks for hooks in /dev/null, which is no folder",
        "hint: git config --unset core.hooksPath",
    ]


def test_a_git_that_reads_hooks_from_its_configuration_gets_them_there(
    here: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newer = tmp_path / "newer/git"
    newer.parent.mkdir()
    newer.write_text(
        "#!/bin/sh\n"
        'case "$*" in *--version*) echo git version 2.54.0 ;; '
        f'*) exec "{shutil.which("git")}" "$@" ;; esac\n'
    )
    newer.chmod(0o755)
    monkeypatch.setenv("PATH", f"{newer.parent}{os.pathsep}{os.environ['PATH']}")
    assert run("hooks", "install").out == f"installed 6 hooks in git's configuration\n{DRIVER}"
    assert run("hooks", "status").status == 0
    assert run("hooks", "install").out == ""
    assert here.run("config", "--get-all", "hook.sgm-pre-push.event") == b"pre-push\n"
    assert run("hooks", "uninstall").out == f"removed 6 hooks from git's configuration\n{NO_DRIVER}"


@pytest.mark.usefixtures("here")
def test_a_commit_of_sgm_itself_is_not_judged_twice(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "programs/sgm")
    run("init")
    run("hooks", "install")
    GitSandbox(Path()).run("config", "sgm.path", str(recorder.place))
    for title in "AB":
        assert run("add", "--type", "rule", "--title", title, "--content", "x").status == 0
    assert run("unset", "rule-a", "content").status == 0
    assert recorder.calls() == []


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("arguments", [("hooks",), ("hooks", "run"), ("hooks", "nope")])
def test_without_a_use_it_says_how_it_is_used(arguments: tuple[str, ...]) -> None:
    outcome = run(*arguments)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err


def test_the_demo_has_no_hooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("demo", "x").status == 0
    hooks = tmp_path / "x/.git/hooks"
    assert not hooks.is_dir() or all(path.suffix == ".sample" for path in hooks.iterdir())
