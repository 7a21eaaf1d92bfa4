"""Every line that the doctor can say, and that it says it only where it is so."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sgm_git.document.events import pure_engine
from sgm_git.errors import CannotRun
from sgm_git.git.cli import installed_git
from sgm_git.git.engine import open_repository
from sgm_git.store.records import Records
from sgm_git.workflows import doctor
from sgm_git.workflows.diagnosis import Diagnosis
from sgm_git.workflows.doctor import diagnose
from sgm_git.workflows.hooks.installing import install, uninstall
from sgm_git.workflows.hooks.scripts import WORK_TREE_HOOKS
from sgm_git.workflows.merging.joining import join
from tests.store.support import BASE, NOW
from tests.support import GitSandbox
from tests.workflows import support

if TYPE_CHECKING:
    from pathlib import Path

    from sgm_git.git.engine import Engine


pytestmark = pytest.mark.usefixtures("sgm_on_path")


def begin(sandbox: GitSandbox, config: str = support.CONFIG) -> None:
    support.begin(sandbox, config=config)
    sandbox.write(".gitattributes", "*.md text eol=lf merge=sgm\n")
    sandbox.commit("attributes")
    hook(sandbox)


def hook(sandbox: GitSandbox) -> None:
    join(open_repository(sandbox.path))


def found(folder: Path, engine: Engine = "git") -> tuple[Diagnosis, ...]:
    return diagnose(folder, engine, lambda: NOW)


def unwell(folder: Path, engine: Engine = "git") -> list[tuple[str, str, str | None]]:
    return [(d.status, d.what, d.hint) for d in found(folder, engine) if d.status != "ok"]


def test_where_all_is_well_nothing_else_is_said(sandbox: GitSandbox, sgm_on_path: Path) -> None:
    begin(sandbox)
    sandbox.write("memory/x.md", BASE)
    version = ".".join(map(str, installed_git() or ()))
    assert found(sandbox.path) == (
        Diagnosis("ok", "YAML is read by libyaml"),
        Diagnosis("ok", "schemas are judged by jsonschema-rs"),
        Diagnosis("ok", f"repository {sandbox.path}, opened with git"),
        Diagnosis("ok", "you are Ada <ada@example.org>"),
        Diagnosis("ok", f"live hooks: {', '.join(WORK_TREE_HOOKS)}"),
        Diagnosis("ok", f"the hooks start {sgm_on_path} (PATH)"),
        Diagnosis("ok", f"git {version}"),
        Diagnosis("ok", "git's configuration has the merge driver"),
        Diagnosis("ok", "no remote: a rule binds once it is committed, reviewed or not"),
        Diagnosis("ok", f"what was read is kept in {sandbox.path}/.git/sgm"),
        Diagnosis("ok", "1 record, all readable"),
    )


def test_slow_engines(sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(sandbox)

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(doctor, "load_engine", missing)
    monkeypatch.setattr(doctor, "best_engine", pure_engine)
    told = unwell(sandbox.path)
    assert [status for status, _, _ in told] == ["warning", "warning"]
    assert "64 KiB" in told[0][1]
    assert [hint.split(",")[0] for _, _, hint in told if hint] == [
        "pip install ruamel.yaml.clib",
        "pip install jsonschema-rs",
    ]


def test_no_git(sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(sandbox)
    monkeypatch.setenv("PATH", "")
    (told,) = unwell(sandbox.path, "auto")
    assert told[0] == "warning"
    assert "hooks are not run" in told[1]
    assert told[2] == "install git 2.30 or newer"


def test_no_repository(tmp_path: Path, engine: Engine) -> None:
    (told,) = unwell(tmp_path, engine)
    assert told[0] == "problem"


def test_somebody_elses_repository(
    sandbox: GitSandbox, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    (told,) = unwell(sandbox.path, engine)
    assert told[0] == "problem"
    assert "dubious ownership" in told[1]


def test_nobody_is_named(
    sandbox: GitSandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(sandbox)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "none"))
    (told,) = unwell(sandbox.path)
    assert told[0] == "problem"
    assert "user.name" in f"{told[1]} {told[2]}"


def test_cut_history(sandbox: GitSandbox, tmp_path: Path) -> None:
    begin(sandbox)
    sandbox.commit("more")
    url = sandbox.path.as_uri()
    sandbox.run("clone", "-q", "--depth=1", url, str(tmp_path / "cut"))
    hook(GitSandbox(tmp_path / "cut"))
    assert unwell(tmp_path / "cut") == [
        ("warning", "history is cut: what came before cannot be told", "git fetch --unshallow")
    ]


def test_an_unfinished_merge(sandbox: GitSandbox) -> None:
    begin(sandbox)
    sandbox.write(".git/MERGE_HEAD", sandbox.head() + "\n")
    assert unwell(sandbox.path) == [
        ("warning", "a merge is not finished: writes wait", "finish or abort it with git")
    ]


def test_settings_that_do_not_count_yet(sandbox: GitSandbox) -> None:
    begin(sandbox)
    sandbox.write(".sgm/config.toml", '[checks]\nignore = ["S"]\n')
    (told,) = unwell(sandbox.path)
    assert told[0] == "warning"
    assert "counts once it is committed" in told[1]
    assert told[2] == "git add .sgm && git commit"


def test_a_configuration_that_cannot_be_read(sandbox: GitSandbox) -> None:
    hook(sandbox)
    sandbox.write(".sgm/config.toml", "format =\n")
    (told,) = unwell(sandbox.path)
    assert told[0] == "problem"
    assert ".sgm/config.toml:1:" in told[1]


def test_a_configuration_that_is_mended_in_the_work_tree_alone(sandbox: GitSandbox) -> None:
    hook(sandbox)
    sandbox.write(".gitattributes", "*.md merge=sgm\n")
    sandbox.write(".sgm/config.toml", "format =\n")
    sandbox.commit()
    sandbox.write(".sgm/config.toml", "format = 1\n")
    sandbox.write("memory/a.md", "---\nid: [\n---\n")
    problem, warning, broken = unwell(sandbox.path)
    assert problem[0] == "problem"
    assert problem[1].startswith("HEAD:.sgm/config.toml:1:")
    assert (problem[2] or "").endswith("git commit .sgm/config.toml")
    assert "defaults count in place of HEAD's" in warning[1]
    assert broken[1] == "1 of 1 files cannot be read"


def test_a_setting_that_there_is_not(sandbox: GitSandbox) -> None:
    begin(sandbox, config="fromat = 1\n")
    (told,) = unwell(sandbox.path)
    assert told[0] == "warning"
    assert "format" in told[1]


def test_no_memory(sandbox: GitSandbox) -> None:
    assert unwell(sandbox.path) == [("warning", "there is no memory here yet", "sgm init")]


def test_a_memory_that_needs_no_configuration(sandbox: GitSandbox) -> None:
    sandbox.write("memory/x.md", BASE)
    assert unwell(sandbox.path) == []


def test_broken_files(sandbox: GitSandbox) -> None:
    begin(sandbox)
    sandbox.write("memory/a.md", BASE)
    sandbox.write("memory/b.md", "no record\n")
    (sandbox.path / "memory/c.md").symlink_to("a.md")
    assert unwell(sandbox.path) == [("problem", "1 of 2 files cannot be read", "sgm check")]


def test_records_that_nothing_can_name(sandbox: GitSandbox) -> None:
    begin(sandbox)
    sandbox.write("memory/a.md", BASE)
    sandbox.write("memory/b.md", "---\ntype: fact\n---\n")
    what = "1 of 2 records without an id: no command can name what has none"
    hint = "sgm fix gives ids; so does the hook of a commit"
    assert unwell(sandbox.path) == [("warning", what, hint)]


def test_files_that_the_system_does_not_give(
    sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(sandbox)

    def denied(_records: Records) -> None:
        raise CannotRun("cannot read memory/a.md: Permission denied")

    monkeypatch.setattr(Records, "entries", denied)
    assert unwell(sandbox.path) == [("problem", "cannot read memory/a.md: Permission denied", None)]


def test_a_folder_that_is_too_large(sandbox: GitSandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    begin(sandbox)
    monkeypatch.setattr(doctor, "_FLAT", 3)
    for number in range(7):
        name = f"{'few' if number < 3 else 'many'}/{number}"
        sandbox.write(f"memory/{name}.md", BASE)
    (told,) = unwell(sandbox.path)
    assert told[:2] == ("warning", "memory/many/ holds 4 records: history gets slow beyond 3")
    assert told[2] is not None
    assert told[2].endswith("then sgm mv --layout")


def test_a_bare_repository(sandbox: GitSandbox, tmp_path: Path, engine: Engine) -> None:
    begin(sandbox)
    sandbox.run("clone", "-q", "--bare", ".", str(tmp_path / "bare.git"))
    assert [d.status for d in found(tmp_path / "bare.git", engine)][-1] == "ok"
    assert "bare" in found(tmp_path / "bare.git", engine)[-1].what


def test_a_large_memory_is_just_a_memory(sandbox: GitSandbox) -> None:
    begin(sandbox)
    for number in range(30):
        sandbox.write(f"memory/rule/{number}.md", BASE)
    assert unwell(sandbox.path) == []


class TestHooks:
    def test_none(self, sandbox: GitSandbox) -> None:
        begin(sandbox)
        uninstall(open_repository(sandbox.path))
        assert unwell(sandbox.path) == [
            ("warning", "no hook judges what is committed here", "sgm hooks install")
        ]

    def test_without_a_memory_they_are_not_missed(self, sandbox: GitSandbox) -> None:
        (told,) = unwell(sandbox.path)
        assert told[2] == "sgm init"

    def test_one_that_is_shadowed(self, sandbox: GitSandbox) -> None:
        begin(sandbox)
        sandbox.write(".git/hooks/pre-push", "#!/bin/sh\n").chmod(0o755)
        what = "the pre-push hook: shadowed, git runs .git/hooks/pre-push (it does not start sgm)"
        assert unwell(sandbox.path) == [("warning", what, "sgm hooks install")]

    def test_one_that_is_gone(self, sandbox: GitSandbox) -> None:
        begin(sandbox)
        (sandbox.path / ".git/hooks/pre-push").unlink()
        what = "the pre-push hook: not installed"
        assert unwell(sandbox.path) == [("warning", what, "sgm hooks install")]

    def test_no_program(self, sandbox: GitSandbox, sgm_on_path: Path) -> None:
        begin(sandbox)
        sgm_on_path.write_text("#!/nonexistent/python\n")
        (told,) = unwell(sandbox.path)
        assert told[1] == "the hooks find no sgm: records pass unchecked"

    def test_a_server_without_its_gate_is_none(self, sandbox: GitSandbox, tmp_path: Path) -> None:
        sandbox.run("init", "-q", "--bare", str(tmp_path / "bare.git"))
        assert unwell(tmp_path / "bare.git") == []
        install(open_repository(tmp_path / "bare.git"))
        assert Diagnosis("ok", "live hooks: pre-receive") in found(tmp_path / "bare.git")


def test_a_policy_that_nobody_can_meet_or_that_anybody_can_drop(sandbox: GitSandbox) -> None:
    begin(sandbox, f"{support.CONFIG}\n[policy]\napprovers = ['Ada']\n")
    said = [what for _, what, _ in unwell(sandbox.path)]
    assert "[policy] approvers are named, and no signature can be good: nobody can approve" in said
    assert "whoever may commit can change or drop [policy]" in said
    sandbox.write(".sgm/allowed_signers", "ada@example.org ssh-ed25519 AAAA\n")
    sandbox.write(
        ".sgm/config.toml",
        f"{support.CONFIG}\n[policy]\napprovers = ['Ada']\n[trust]\nadmins = ['ada@example.org']\n",
    )
    sandbox.commit("admins")
    assert not any("polic" in what or "approv" in what for _, what, _ in unwell(sandbox.path))
