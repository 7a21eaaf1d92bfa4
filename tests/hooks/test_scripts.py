"""What the scripts decide in sh, whatever ``sgm`` does: whether it is started, and how."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from sgm_git.workflows.hooks.scripts import SERVER_HOOKS, WORK_TREE_HOOKS, script, version_of
from tests.hooks.support import Recorder, attempt, commits, put_script, shells
from tests.support import CHECKOUT, GitSandbox

RECORD = "memory/rule/rule-x.md"
CONFIG = 'format = 1\n\n[[root]]\npath = "memory"\n'
SCRIPTS = (*WORK_TREE_HOOKS, *SERVER_HOOKS, "managed")
PRE_COMMIT = "<hooks><run><pre-commit>"


@pytest.fixture(params=shells())
def shell(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def begun(sandbox: GitSandbox) -> GitSandbox:
    sandbox.write(".sgm/config.toml", CONFIG)
    sandbox.write(RECORD, "one\n")
    sandbox.write("main.py", "one\n")
    sandbox.commit("begin")
    return sandbox


@pytest.fixture
def hooked(begun: GitSandbox, recorder: Recorder, shell: str) -> GitSandbox:
    """A repository with our hooks and a commit; a recording ``sgm`` is on PATH."""
    for name in WORK_TREE_HOOKS:
        put_script(begun.path / ".git/hooks", name, shell)
    return recorder.on_path(begun)


def change(box: GitSandbox, *names: str) -> None:
    for name in names:
        box.write(name, f"{name} again\n")
        box.run("add", "-f", "--", name)


@pytest.mark.parametrize("name", SCRIPTS)
def test_an_installed_hook_needs_no_other_file_and_says_whose_it_is(name: str) -> None:
    text = script(name)
    assert b'. "${0' not in text
    assert version_of(text) == (1 if name == "managed" else 2)
    assert f": {name}\n".encode() in text.partition(b"version")[2][:40]


@pytest.mark.parametrize("text", [b"", b"#!/bin/sh\n", b"# sgm-git hook, version 1: x\n", b"\xff"])
def test_what_is_not_ours_has_no_version(text: bytes) -> None:
    assert version_of(text) is None


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_shell_reader_finds_nothing_in_them(name: str, tmp_path: Path) -> None:
    reader = shutil.which("shellcheck")
    if reader is None:
        pytest.skip("shellcheck is not here")
    done = subprocess.run(
        [reader, "--external-sources", "--source-path=SCRIPTDIR", CHECKOUT / "hooks" / name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_every_record_that_is_staged_starts_sgm(hooked: GitSandbox, recorder: Recorder) -> None:
    change(hooked, RECORD)
    hooked.run("commit", "-q", "-m", "x")
    assert recorder.calls() == [PRE_COMMIT]


@pytest.mark.parametrize("name", ["main.py", "docs/guide.md", "memory/data.json", "x/memory/a.md"])
def test_other_work_does_not(hooked: GitSandbox, recorder: Recorder, name: str) -> None:
    change(hooked, name)
    hooked.run("commit", "-q", "-m", "x")
    assert (recorder.calls(), commits(hooked)) == ([], 2)


@pytest.mark.parametrize("name", [".sgm/config.toml", ".sgm/schemas/a.json", ".mailmap"])
def test_what_records_are_judged_by_does(hooked: GitSandbox, recorder: Recorder, name: str) -> None:
    change(hooked, name)
    hooked.run("commit", "-q", "-m", "x")
    assert recorder.calls() == [PRE_COMMIT]


@pytest.mark.parametrize("how", [("rm", "-q"), ("mv", "-f")])
def test_a_record_that_goes_does(
    hooked: GitSandbox, recorder: Recorder, how: tuple[str, ...]
) -> None:
    hooked.run(*how, RECORD, *(["gone.txt"] if how[0] == "mv" else []))
    hooked.run("commit", "-q", "-m", "x")
    assert recorder.calls() == [PRE_COMMIT]


def test_the_status_of_sgm_decides(hooked: GitSandbox) -> None:
    change(hooked, RECORD)
    assert attempt(hooked, "commit", "-q", "-m", "x", SGM_TEST_STATUS="1").status == 1
    assert attempt(hooked, "commit", "-q", "-m", "x", SGM_TEST_STATUS="3").status == 1
    assert commits(hooked) == 1


def test_what_is_only_in_the_work_tree_does_not_count(
    hooked: GitSandbox, recorder: Recorder
) -> None:
    hooked.write(RECORD, "not staged\n")
    hooked.write(".sgm/config.toml", CONFIG.replace("memory", "elsewhere"))
    change(hooked, "elsewhere/a.md")
    hooked.run("commit", "-q", "-m", "x")
    assert recorder.calls() == []


def test_roots_are_those_that_are_staged(hooked: GitSandbox, recorder: Recorder) -> None:
    hooked.write(".sgm/config.toml", CONFIG.replace("memory", "elsewhere"))
    change(hooked, RECORD)
    hooked.run("commit", "-q", "-m", "x")
    assert recorder.calls() == [PRE_COMMIT]


def test_commit_with_an_index_of_its_own(hooked: GitSandbox, recorder: Recorder) -> None:
    change(hooked, RECORD)
    hooked.write("main.py", "two\n")
    hooked.run("commit", "-q", "-m", "x", "main.py")
    assert recorder.calls() == []
    hooked.run("commit", "-q", "-m", "x", RECORD)
    assert recorder.calls() == [PRE_COMMIT]


@pytest.mark.parametrize("switch", ["--literal-pathspecs", "--noglob-pathspecs"])
def test_a_client_that_takes_paths_literally_opens_no_gate(
    hooked: GitSandbox, recorder: Recorder, switch: str
) -> None:
    change(hooked, RECORD)
    hooked.run(switch, "commit", "-q", "-m", "x")
    assert recorder.calls() == [PRE_COMMIT]


def test_diff_settings_of_a_person_open_no_gate(hooked: GitSandbox, recorder: Recorder) -> None:
    hooked.write(".git/info/attributes", "*.md diff=same\n")
    hooked.run("config", "diff.same.textconv", "true")
    hooked.run("config", "diff.external", "true")
    change(hooked, RECORD)
    hooked.run("commit", "-q", "-m", "x")
    assert recorder.calls() == [PRE_COMMIT]


def test_an_unborn_branch(sandbox: GitSandbox, recorder: Recorder, shell: str) -> None:
    put_script(sandbox.path / ".git/hooks", "pre-commit", shell)
    box = recorder.on_path(sandbox)
    change(box, "main.py")
    box.run("commit", "-q", "-m", "x")
    assert recorder.calls() == []
    box.run("update-ref", "-d", "HEAD")
    change(box, RECORD)
    box.run("commit", "-q", "-m", "x")
    assert recorder.calls() == [PRE_COMMIT]


def test_a_linked_work_tree_and_a_folder_with_odd_characters(
    hooked: GitSandbox, recorder: Recorder, tmp_path: Path
) -> None:
    place = tmp_path / 'it\'s "a" $(tree)\n*'
    hooked.run("worktree", "add", "-q", str(place), "-b", "side")
    there = GitSandbox(place, hooked.environment)
    change(there, "docs/a.md")
    there.run("commit", "-q", "-m", "x")
    assert recorder.calls() == []
    change(there, RECORD)
    there.run("commit", "-q", "-m", "x")
    assert recorder.calls() == [PRE_COMMIT]


def test_from_a_folder_and_with_git_dir_in_the_environment(
    hooked: GitSandbox, recorder: Recorder
) -> None:
    change(hooked, RECORD)
    folder = GitSandbox(hooked.path / "memory", hooked.environment)
    attempt(folder, "commit", "-q", "-m", "x", GIT_DIR="../.git", GIT_WORK_TREE="..")
    assert (recorder.calls(), commits(hooked)) == ([PRE_COMMIT], 2)


def test_a_merge_that_meets_no_conflict(hooked: GitSandbox, recorder: Recorder) -> None:
    hooked.run("checkout", "-q", "-b", "side")
    change(hooked, RECORD)
    hooked.commit("side")
    hooked.run("checkout", "-q", "main")
    change(hooked, "main.py")
    hooked.commit("main")
    hooked.run("merge", "-q", "--no-edit", "side")
    assert recorder.calls() == ["<hooks><run><pre-merge-commit>"]


def test_a_commit_that_sgm_has_judged_is_not_judged_again(
    hooked: GitSandbox, recorder: Recorder
) -> None:
    change(hooked, RECORD)
    tree = hooked.run("write-tree").decode().strip()
    assert attempt(hooked, "commit", "-q", "-m", "x", SGM_JUDGED=tree).status == 0
    assert recorder.calls() == []
    change(hooked, "memory/rule/another.md")
    attempt(hooked, "commit", "-q", "-m", "x", SGM_JUDGED=tree)
    assert recorder.calls() == [PRE_COMMIT]


@pytest.mark.parametrize(
    ("kept", "file", "asked"),
    [
        (
            "consents",
            RECORD,
            ["<pre-commit>", "<prepare-commit-msg><.git/COMMIT_EDITMSG><message>", "<commit-msg>"],
        ),
        ("consents", "main.py", []),
        ("stamps", "main.py", ["<post-commit>"]),
    ],
)
def test_the_other_hooks_start_sgm_only_where_something_is_kept_for_them(
    hooked: GitSandbox, recorder: Recorder, kept: str, file: str, asked: list[str]
) -> None:
    hooked.write(f".git/sgm/{kept}", "")
    change(hooked, "main.py")
    hooked.run("commit", "-q", "-m", "x")
    assert recorder.calls() == []
    hooked.write(f".git/sgm/{kept}", "something\n")
    hooked.write(file, "two\n")
    hooked.run("add", file)
    hooked.run("commit", "-q", "-m", "y")
    calls = recorder.calls()
    assert len(calls) == len(asked)
    assert all(
        call.startswith(f"<hooks><run>{each}") for call, each in zip(calls, asked, strict=True)
    )


def test_consent_waits_for_a_change_and_is_forgotten_with_it(
    hooked: GitSandbox, recorder: Recorder
) -> None:
    change(hooked, RECORD)
    hooked.run("commit", "-q", "-m", "x")
    recorder.calls()
    consents = hooked.write(".git/sgm/consents", "something\n")
    hooked.write(RECORD, "changed")
    change(hooked, "main.py")
    hooked.run("commit", "-q", "-m", "y")
    assert consents.exists()
    hooked.run("checkout", "-q", RECORD)
    change(hooked, "other.py")
    hooked.run("commit", "-q", "-m", "z")
    assert not consents.exists()
    assert recorder.calls() == []


CONSENT = "SGM-Allow: rule-x /x_review"
MESSAGE_HOOKS = ["prepare-commit-msg", "commit-msg"]


def started(recorder: Recorder) -> list[str]:
    """The hooks that started sgm."""
    return [call.split("><")[2].rstrip(">") for call in recorder.calls()]


@pytest.mark.parametrize("name", ["SQUASH_MSG", "MERGE_MSG"])
@pytest.mark.parametrize(("text", "expected"), [(f"    {CONSENT}", MESSAGE_HOOKS), ("x\n", [])])
def test_consent_in_a_message_that_git_prepared_starts_sgm(
    hooked: GitSandbox, recorder: Recorder, name: str, text: str, expected: list[str]
) -> None:
    change(hooked, "main.py")
    hooked.write(f".git/{name}", text)
    hooked.run("commit", "-q", "-m", "x")
    assert started(recorder) == expected


def test_consent_in_the_message_of_head_starts_sgm_once_there_is_some(
    hooked: GitSandbox, recorder: Recorder
) -> None:
    change(hooked, "main.py")
    hooked.run("commit", "-q", "--no-verify", "-m", f"x\n\n{CONSENT}")
    recorder.calls()
    hooked.run("commit", "-q", "--amend", "-m", "other")
    assert started(recorder) == []
    hooked.run("commit", "-q", "--no-verify", "--amend", "-m", f"x\n\n{CONSENT}")
    recorder.calls()
    hooked.write(".git/sgm/consented", "yes\n")
    hooked.run("commit", "-q", "--amend", "-m", "other")
    assert started(recorder) == MESSAGE_HOOKS
    recorder.calls()
    hooked.run("commit", "-q", "--amend", "-m", "again")
    assert started(recorder) == [], "HEAD says none by now"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (f"x\n\n{CONSENT}", MESSAGE_HOOKS),
        (f"x\n# ------------------------ >8 ------------------------\n+{CONSENT}", []),
    ],
)
def test_consent_that_is_typed_starts_sgm_but_not_what_is_only_shown(
    hooked: GitSandbox, recorder: Recorder, message: str, expected: list[str]
) -> None:
    change(hooked, "main.py")
    hooked.run("commit", "-q", "-m", message)
    assert started(recorder) == expected


def test_a_commit_of_ours_says_itself_what_is_consented_to(
    hooked: GitSandbox, recorder: Recorder
) -> None:
    change(hooked, "main.py")
    ours = GitSandbox(hooked.path, hooked.environment | {"SGM_JUDGED": "0" * 40})
    ours.run("commit", "-q", "-m", f"x\n\n{CONSENT}")
    assert recorder.calls() == []


def test_what_is_kept_is_kept_for_one_work_tree(
    hooked: GitSandbox, recorder: Recorder, tmp_path: Path
) -> None:
    hooked.run("worktree", "add", "-q", str(tmp_path / "linked tree"), "-b", "side")
    there = GitSandbox(tmp_path / "linked tree", hooked.environment)
    hooked.write(".git/sgm/stamps", "something\n")
    change(there, "main.py")
    there.run("commit", "-q", "-m", "x")
    assert recorder.calls() == []
    kept = Path(there.run("rev-parse", "--absolute-git-dir").decode().strip()) / "sgm/stamps"
    kept.parent.mkdir()
    kept.write_text("something\n")
    change(there, "other.py")
    there.run("commit", "-q", "-m", "x")
    assert recorder.calls() == ["<hooks><run><post-commit>"]


def test_a_submodule_keeps_its_own(hooked: GitSandbox, recorder: Recorder, tmp_path: Path) -> None:
    outer = GitSandbox(tmp_path / "outer", hooked.environment)
    outer.path.mkdir()
    outer.run("init", "-q")
    outer.run(
        "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(hooked.path), "s"
    )
    for name in WORK_TREE_HOOKS:
        shutil.copy(hooked.path / ".git/hooks" / name, outer.path / ".git/modules/s/hooks" / name)
    inner = GitSandbox(outer.path / "s", hooked.environment)
    change(inner, RECORD)
    outer.write(".git/modules/s/sgm/stamps", "something\n")
    inner.run("commit", "-q", "-m", "x")
    assert recorder.calls() == [PRE_COMMIT, "<hooks><run><post-commit>"]


CONFIGURATIONS = {
    "none": ("", ["memory/a.md"], ["docs/a.md"]),
    "another root": ('[[root]]\npath = "docs/memory"\n', ["docs/memory/a.md"], ["memory/a.md"]),
    "a pattern": (
        '[[root]]\npath = "packages/*/memory"\n',
        ["packages/x/memory/y/a.md"],
        ["packages/memory/a.md", "packages/x/y/memory/a.md"],
    ),
    "two roots and other sections": (
        (
            '# x\n[store]\nignore = [\n  "a.md",\n  "b.md",\n]\n  [[root]]\n  path = "one two"\n'
            '  layout = "{id}.md"\n[[root]]\nstrict = false\npath = "日本"\n[checks]\nignore = []\n'
        ),
        ["one two/a.md", "日本/a.md"],
        ["memory/a.md", "one/a.md", "docs/x.md"],
    ),
    "the whole repository": ('[[root]]\npath = "."\n', ["a.md", "x/a.md"], ["a.txt"]),
    "a root without a path": ("[[root]]\nstrict = false\n", ["memory/a.md"], []),
    "single quotes": ("[[root]]\npath = 'docs'\n", ["docs/a.md"], []),
    "other blanks": ('[[root]]\npath="docs"\n', ["docs/a.md"], []),
    "a comment": ('[[root]]\npath = "docs" # "x"\n', ["docs/a.md"], []),
    "an escape": ('[[root]]\npath = "do\\u0063s"\n', ["docs/a.md"], []),
    "an inline table": ('root = [{ path = "docs" }]\n', ["docs/a.md"], []),
    "a quoted key": ('"root" = [{ path = "docs" }]\n', ["docs/a.md"], []),
    "a quoted header": ('[["root"]]\npath = "docs"\n', ["docs/a.md"], []),
    "blanks in the header": ('[[ root ]]\npath = "docs"\n', ["docs/a.md"], []),
    "dots": ('[[root]]\npath = "./docs/"\n', ["docs/a.md"], []),
    "a character class": ('[[root]]\npath = "doc[s]"\n', ["docs/a.md"], []),
    "line ends of Windows": ('[[root]]\r\npath = "docs"\r\n', ["docs/a.md"], []),
    "a root in a text": (
        'x = """\n[[root]]\npath = "memory"\n"""\n[[root]]\npath = "docs"\n',
        ["docs/a.md"],
        [],
    ),
    "arrays of arrays": (
        '[[root]]\nx = [\n["y"],\n]\npath = "docs"\n',
        ["docs/a.md"],
        [],
    ),
    "no line end": ('[[root]]\npath = "docs"', ["docs/a.md"], ["memory/a.md"]),
}


@pytest.mark.parametrize("case", CONFIGURATIONS)
def test_no_spelling_of_the_roots_hides_a_record(
    hooked: GitSandbox, recorder: Recorder, case: str
) -> None:
    config, records, others = CONFIGURATIONS[case]
    hooked.write(".sgm/config.toml", config)
    hooked.commit("configure")
    for name in records:
        change(hooked, name)
        hooked.run("commit", "-q", "-m", "x")
        assert (name, recorder.calls()) == (name, [PRE_COMMIT])
    change(hooked, "notes.txt", *others)
    hooked.run("commit", "-q", "-m", "x")
    assert recorder.calls() == []


@pytest.mark.usefixtures("path_without_sgm")
class TestWithoutSgm:
    def plain(self, box: GitSandbox, recorder: Recorder) -> GitSandbox:
        recorder.place.rename(recorder.place.with_name("elsewhere"))
        return box

    def test_records_pass_with_a_word(self, hooked: GitSandbox, recorder: Recorder) -> None:
        box = self.plain(hooked, recorder)
        change(box, RECORD)
        done = attempt(box, "commit", "-q", "-m", "x")
        assert "sgm: not found, so the pre-commit hook let records pass unchecked" in done.err
        assert (done.status, commits(box)) == (0, 2)

    def test_other_work_passes_without_one(self, hooked: GitSandbox, recorder: Recorder) -> None:
        box = self.plain(hooked, recorder)
        change(box, "main.py", "README.md")
        assert attempt(box, "commit", "-q", "-m", "x").err == ""

    @pytest.mark.parametrize("policy", ["block", "blok"])
    def test_records_do_not_pass_where_that_is_wanted(
        self, hooked: GitSandbox, recorder: Recorder, policy: str
    ) -> None:
        box = self.plain(hooked, recorder)
        box.run("config", "sgm.hooksMissing", policy)
        change(box, RECORD)
        done = attempt(box, "commit", "-q", "-m", "x")
        assert "hint: put sgm on PATH (pip install sgm-git), or say where it is" in done.err
        assert (done.status, commits(box)) == (1, 1)

    @pytest.mark.parametrize("name", ["prepare-commit-msg", "commit-msg"])
    def test_a_consent_that_was_left_alone_stops_no_other_work(
        self, hooked: GitSandbox, recorder: Recorder, name: str
    ) -> None:
        for other in set(WORK_TREE_HOOKS) - {name}:
            (hooked.path / ".git/hooks" / other).unlink()
        box = self.plain(hooked, recorder)
        box.run("config", "sgm.hooksMissing", "block")
        change(box, "main.py", "README.md")
        box.write(".git/sgm/consents", "something\n")
        done = attempt(box, "commit", "-q", "-m", "x")
        assert (done.status, done.err, commits(box)) == (0, "", 2)
        box.write(".git/sgm/consents", "something\n")
        change(box, RECORD)
        done = attempt(box, "commit", "-q", "-m", "x")
        assert f"the {name} hook lets no records pass" in done.err
        assert (done.status, commits(box)) == (1, 2)

    def test_a_place_in_the_configuration_is_used(
        self, hooked: GitSandbox, recorder: Recorder
    ) -> None:
        box = self.plain(hooked, recorder)
        box.run("config", "sgm.path", str(recorder.place.with_name("elsewhere")))
        change(box, RECORD)
        box.run("commit", "-q", "-m", "x")
        assert Recorder(recorder.place.with_name("elsewhere")).calls() == [PRE_COMMIT]

    @pytest.mark.parametrize(
        "first",
        [
            "#!/nonexistent/bin/python3\n",
            "#!/usr/bin/env python-that-is-gone\n",
            "#!/usr/bin/env -S A=b python-that-is-gone -I\n",
            None,
        ],
    )
    def test_a_program_whose_python_is_gone_is_not_there(
        self, hooked: GitSandbox, recorder: Recorder, first: str | None
    ) -> None:
        if first is None:
            recorder.place.unlink()
            recorder.place.mkdir()
        else:
            recorder.place.write_text(first)
        change(hooked, RECORD)
        done = attempt(hooked, "commit", "-q", "-m", "x")
        assert "sgm: not found" in done.err
        assert commits(hooked) == 2


def test_a_place_in_the_configuration_that_is_gone_is_passed_over(
    hooked: GitSandbox, recorder: Recorder
) -> None:
    hooked.run("config", "sgm.path", "/nonexistent/sgm")
    change(hooked, RECORD)
    hooked.run("commit", "-q", "-m", "x")
    assert recorder.calls() == [PRE_COMMIT]


def previous(box: GitSandbox, name: str, text: str, *, mode: int = 0o755) -> Path:
    place = box.write(f".git/hooks/{name}.before-sgm", f"#!/bin/sh\n{text}\n")
    place.chmod(mode)
    return place


def test_the_hook_that_was_there_goes_first(hooked: GitSandbox, recorder: Recorder) -> None:
    for name in WORK_TREE_HOOKS[2:5]:
        previous(hooked, name, f'echo "{name} $#" >>"$PWD/order"')
    previous(hooked, "pre-commit", f"git add -f {RECORD}; echo first >>order")
    hooked.write(RECORD, "staged by a hook\n")
    change(hooked, "main.py")
    hooked.run("commit", "-q", "-m", "x")
    order = (hooked.path / "order").read_text().splitlines()
    assert order == ["first", "prepare-commit-msg 2", "commit-msg 1", "post-commit 0"]
    assert recorder.calls() == [PRE_COMMIT]


def test_its_failure_is_the_failure_of_the_hook(hooked: GitSandbox, recorder: Recorder) -> None:
    previous(hooked, "pre-commit", "exit 7")
    change(hooked, RECORD)
    done = subprocess.run(
        [hooked.path / ".git/hooks/pre-commit"], cwd=hooked.path, check=False
    ).returncode
    assert (done, recorder.calls()) == (7, [])


def test_git_ran_no_hook_that_is_not_executable_and_neither_do_we(hooked: GitSandbox) -> None:
    previous(hooked, "pre-commit", "exit 7", mode=0o644)
    change(hooked, RECORD)
    assert attempt(hooked, "commit", "-q", "-m", "x").status == 0


def test_the_scripts_run_in_their_folder_as_they_stand(
    begun: GitSandbox, recorder: Recorder
) -> None:
    box = recorder.on_path(begun)
    box.run("config", "core.hooksPath", str(CHECKOUT / "hooks"))
    change(box, RECORD)
    box.run("commit", "-q", "-m", "x")
    assert recorder.calls() == [PRE_COMMIT]


def test_another_hook_may_have_moved_ours_aside(hooked: GitSandbox, recorder: Recorder) -> None:
    hooks = hooked.path / ".git/hooks"
    (hooks / "pre-commit").rename(hooks / "pre-commit.legacy")
    hooked.write(".git/hooks/pre-commit", '#!/bin/sh\n"$0.legacy" "$@"\n').chmod(0o755)
    previous(hooked, "pre-commit", "echo was here >>seen")
    change(hooked, RECORD)
    hooked.run("commit", "-q", "-m", "x")
    assert recorder.calls() == [PRE_COMMIT]
    assert (hooked.path / "seen").is_file()


def test_nothing_is_left_behind(hooked: GitSandbox) -> None:
    change(hooked, RECORD)
    hooked.run("commit", "-q", "-m", "x")
    assert hooked.status() == ""
    assert hooked.run("fsck", "--strict") == b""
