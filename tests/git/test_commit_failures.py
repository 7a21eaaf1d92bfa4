"""A commit that cannot be made leaves HEAD, index and files as they were, and says why."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun, Refused
from sgm_git.git import cli_commit, cli_commit_object, cli_install, embedded_commit
from sgm_git.git.embedded_write import write_objects
from sgm_git.git.engine import open_repository
from sgm_git.git.protocol import CommitRequest
from tests.git.support import assert_sound, commit, hook, program

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dulwich.objects import ShaFile
    from dulwich.repo import Repo

    from sgm_git.git.protocol import Repository
    from tests.support import GitSandbox

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture
def with_git(sandbox: GitSandbox) -> Repository:
    """The sandbox, opened with the git engine: for what only that engine does."""
    return open_repository(sandbox.path, "git")


@pytest.fixture
def without_git(sandbox: GitSandbox) -> Repository:
    """The sandbox, opened with the embedded engine."""
    return open_repository(sandbox.path, "dulwich")


class Unchanged:
    """Other staged work, a changed file of ours and a new one; and a look at all of it."""

    def __init__(self, sandbox: GitSandbox) -> None:
        self.sandbox = sandbox
        sandbox.write("ours", "1")
        sandbox.write("other", "1")
        sandbox.commit()
        sandbox.write("other", "staged")
        sandbox.run("add", "other")
        sandbox.write("other", "not staged")
        sandbox.write("ours", "2")
        sandbox.write("new", "2")
        self.before = self.look()

    def look(self) -> tuple[str, str, bytes]:
        box = self.sandbox
        return box.head(), box.status(), box.run("ls-files", "--stage")

    def check(self) -> None:
        assert self.look() == self.before
        assert_sound(self.sandbox)


@pytest.fixture
def unchanged(sandbox: GitSandbox) -> Unchanged:
    """A repository in which nothing may change."""
    return Unchanged(sandbox)


class TestHooks:
    def test_they_run_as_git_runs_them(self, sandbox: GitSandbox, with_git: Repository) -> None:
        hook(sandbox, "pre-commit", 'git diff --cached --name-only > "$PWD/.git/seen"')
        hook(sandbox, "commit-msg", 'echo "Checked-by: hook" >> "$1"')
        hook(sandbox, "post-commit", "pwd > .git/where")
        sandbox.write("ours", "1")
        sandbox.write("other", "1")
        sandbox.run("add", "other")
        result = with_git.commit_paths(CommitRequest(("ours",), "memory: add"))
        assert result.oid == sandbox.head()
        assert result.hooks_skipped == ()
        assert (sandbox.path / ".git/seen").read_text() == "ours\n"
        assert (sandbox.path / ".git/where").read_text().strip() == str(sandbox.path)
        told = sandbox.run("log", "-1", "--format=%B").decode()
        assert told.strip() == "memory: add\nChecked-by: hook"

    def test_those_of_core_hookspath_run_too(
        self, sandbox: GitSandbox, with_git: Repository
    ) -> None:
        (sandbox.path / "team").mkdir()
        program(sandbox.path / "team/pre-commit", "echo no >&2; exit 1")
        sandbox.run("config", "core.hooksPath", "team")
        sandbox.write("ours", "1")
        with pytest.raises(Refused, match="the pre-commit hook refused the commit: no"):
            commit(with_git, "ours")

    @pytest.mark.parametrize("name", ["pre-commit", "prepare-commit-msg", "commit-msg"])
    def test_a_refusal_is_passed_on_and_changes_nothing(
        self, sandbox: GitSandbox, with_git: Repository, unchanged: Unchanged, name: str
    ) -> None:
        hook(sandbox, name, "echo 'title is too long' >&2; echo 'see the rules' >&2; exit 1")
        with pytest.raises(Refused, match="title is too long\nsee the rules"):
            commit(with_git, "ours", "new")
        unchanged.check()

    def test_a_silent_refusal_is_named(
        self, sandbox: GitSandbox, with_git: Repository, unchanged: Unchanged
    ) -> None:
        hook(sandbox, "commit-msg", "exit 1")
        with pytest.raises(Refused, match=r"the commit-msg hook .* status 1 without a word"):
            commit(with_git, "ours")
        unchanged.check()

    def test_one_that_leaves_no_message_is_a_refusal(
        self, sandbox: GitSandbox, with_git: Repository, unchanged: Unchanged
    ) -> None:
        hook(sandbox, "prepare-commit-msg", ': > "$1"')
        with pytest.raises(Refused, match="left nothing of the commit message"):
            commit(with_git, "ours")
        unchanged.check()

    def test_one_that_hangs_is_ended(
        self, sandbox: GitSandbox, with_git: Repository, unchanged: Unchanged
    ) -> None:
        hook(sandbox, "pre-commit", "sleep 60")
        begun = time.monotonic()
        with pytest.raises(CannotRun, match=r"the pre-commit hook did not end within 0\.\d+ s"):
            commit(with_git, "ours", "new", time_limit=0.5)
        assert time.monotonic() - begun < 20
        unchanged.check()

    def test_a_commit_that_stands_is_a_success_though_a_later_hook_hangs(
        self, sandbox: GitSandbox, with_git: Repository
    ) -> None:
        hook(sandbox, "post-commit", "sleep 60")
        sandbox.write("ours", "1")
        assert commit(with_git, "ours", time_limit=1) == sandbox.head()
        assert sandbox.status() == ""

    def test_one_left_in_the_background_keeps_nobody_waiting(
        self, sandbox: GitSandbox, with_git: Repository
    ) -> None:
        hook(sandbox, "post-commit", "sleep 30 &")
        sandbox.write("ours", "1")
        begun = time.monotonic()
        commit(with_git, "ours")
        assert time.monotonic() - begun < 20

    def test_one_may_take_longer_than_locks_are_waited_for(
        self, sandbox: GitSandbox, with_git: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(cli_commit, "WAIT_SECONDS", 0.2)
        hook(sandbox, "pre-commit", "sleep 0.5")
        sandbox.write("ours", "1")
        assert commit(with_git, "ours") == sandbox.head()

    def test_without_git_the_result_says_that_they_did_not_run(
        self, sandbox: GitSandbox, without_git: Repository
    ) -> None:
        hook(sandbox, "pre-commit", "exit 1")
        hook(sandbox, "post-commit", "exit 0")
        hook(sandbox, "pre-push", "exit 0")
        (sandbox.path / ".git/hooks/commit-msg").write_text("#!/bin/sh\nexit 1\n")
        sandbox.write("ours", "1")
        result = without_git.commit_paths(CommitRequest(("ours",), "memory: add"))
        assert result.oid == sandbox.head()
        assert result.hooks_skipped == ("pre-commit", "post-commit")


class TestUpkeep:
    @pytest.mark.parametrize(("setting", "packed"), [("true", True), ("false", False)])
    def test_git_may_pack_what_has_piled_up(
        self, sandbox: GitSandbox, with_git: Repository, setting: str, *, packed: bool
    ) -> None:
        for key, value in (("maintenance.auto", setting), ("gc.auto", "1"), ("gc.autoDetach", "0")):
            sandbox.run("config", key, value)
        piled_up = [b"%d" % n for n in range(2000) if with_git.blob_id(b"%d" % n)[:2] == "17"]
        for data in piled_up:
            sandbox.run("hash-object", "-w", "--stdin", stdin=data)
        sandbox.write("ours", "1")
        commit(with_git, "ours")
        assert bool(list((sandbox.path / ".git/objects/pack").glob("*.pack"))) is packed
        assert_sound(sandbox)


class TestSigning:
    def sign_with(self, sandbox: GitSandbox, tmp_path: Path, script: str) -> None:
        gpg = program(tmp_path / "gpg", script)
        sandbox.run("config", "commit.gpgSign", "true")
        sandbox.run("config", "gpg.program", str(gpg))

    @pytest.mark.skipif(not shutil.which("ssh-keygen"), reason="ssh-keygen is not installed")
    def test_a_commit_is_signed_where_git_would_sign_it(
        self, sandbox: GitSandbox, with_git: Repository, tmp_path: Path
    ) -> None:
        key = tmp_path / "key"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
        signers = tmp_path / "signers"
        signers.write_text(f"ada@example.org {key.with_suffix('.pub').read_text()}")
        for name, value in (
            ("commit.gpgSign", "true"),
            ("gpg.format", "ssh"),
            ("user.signingKey", str(key)),
            ("gpg.ssh.allowedSignersFile", str(signers)),
        ):
            sandbox.run("config", name, value)
        sandbox.write("ours", "1")
        oid = commit(with_git, "ours")
        assert sandbox.run("log", "-1", "--format=%G? %H", oid).decode().strip() == f"G {oid}"

    def test_a_key_that_waits_is_given_up_and_nothing_is_half_done(
        self, sandbox: GitSandbox, with_git: Repository, unchanged: Unchanged, tmp_path: Path
    ) -> None:
        self.sign_with(sandbox, tmp_path, "sleep 60")
        begun = time.monotonic()
        with pytest.raises(CannotRun, match=r"signing \(commit.gpgSign\)") as caught:
            commit(with_git, "ours", "new", time_limit=1)
        assert time.monotonic() - begun < 20
        assert caught.value.exit_status == 3
        assert "unlock the signing key" in str(caught.value.hint)
        unchanged.check()

    def test_a_program_that_ignores_the_first_signal_is_ended_too(
        self, sandbox: GitSandbox, with_git: Repository, unchanged: Unchanged, tmp_path: Path
    ) -> None:
        mark = tmp_path / "mark"
        self.sign_with(sandbox, tmp_path, f"trap '' TERM; sleep 8; touch {mark}")
        with pytest.raises(CannotRun):
            commit(with_git, "ours", time_limit=0.5)
        time.sleep(0.2)
        assert not mark.exists()
        unchanged.check()

    def test_a_key_that_fails_makes_no_unsigned_commit(
        self, sandbox: GitSandbox, with_git: Repository, unchanged: Unchanged, tmp_path: Path
    ) -> None:
        self.sign_with(sandbox, tmp_path, "echo no key >&2; exit 2")
        with pytest.raises(CannotRun, match="failed to sign"):
            commit(with_git, "ours", "new")
        unchanged.check()

    def test_signing_has_a_shorter_limit_than_hooks(self) -> None:
        assert cli_commit_object.SIGNING_SECONDS == 60
        assert cli_commit.HOOK_SECONDS > cli_commit_object.SIGNING_SECONDS

    def test_without_git_it_is_refused(
        self, sandbox: GitSandbox, without_git: Repository, unchanged: Unchanged
    ) -> None:
        sandbox.run("config", "commit.gpgSign", "true")
        with pytest.raises(CannotRun, match="only git can do"):
            commit(without_git, "ours", "new")
        unchanged.check()


class TestLocks:
    @pytest.fixture(autouse=True)
    def _short_wait(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(cli_commit, "WAIT_SECONDS", 0.5)
        monkeypatch.setattr(embedded_commit, "WAIT_SECONDS", 0.5)

    @pytest.mark.parametrize("name", ["index.lock", "HEAD.lock", "refs/heads/main.lock"])
    def test_one_that_stays_is_named_and_left_where_it_is(
        self, sandbox: GitSandbox, repository: Repository, unchanged: Unchanged, name: str
    ) -> None:
        if name == "HEAD.lock":
            sandbox.run("checkout", "-q", "--detach")
            unchanged.before = unchanged.look()
        lock = sandbox.path / ".git" / name
        lock.touch()
        with pytest.raises(CannotRun, match=name) as caught:
            commit(repository, "ours", "new")
        assert "remove" in str(caught.value.hint)
        assert lock.exists()
        lock.unlink()
        if name != "index.lock" or repository.engine == "dulwich":
            unchanged.check()

    @pytest.mark.parametrize("name", ["index.lock", "refs/heads/main.lock"])
    def test_one_that_goes_is_waited_for(
        self,
        sandbox: GitSandbox,
        repository: Repository,
        monkeypatch: pytest.MonkeyPatch,
        name: str,
    ) -> None:
        monkeypatch.setattr(cli_commit, "WAIT_SECONDS", 20)
        monkeypatch.setattr(embedded_commit, "WAIT_SECONDS", 20)
        sandbox.write("ours", "1")
        lock = sandbox.path / ".git" / name
        lock.touch()
        timer = threading.Timer(0.4, lock.unlink)
        timer.start()
        assert commit(repository, "ours") == sandbox.head()
        timer.join()
        assert_sound(sandbox)

    def test_an_interrupt_changes_nothing(
        self, repository: Repository, unchanged: Unchanged, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupt(*_: object) -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(cli_install, "_move", interrupt)
        monkeypatch.setattr(embedded_commit, "move", interrupt)
        with pytest.raises(KeyboardInterrupt):
            repository.commit_paths(CommitRequest(("ours", "new"), "memory: change"))
        unchanged.check()


class TestAPersonBeside:
    def test_a_message_in_the_making_stays_theirs(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        """`git commit` of our own would write over what a person's editor has open."""
        sandbox.write("theirs", "1")
        sandbox.run("add", "theirs")
        sandbox.write("ours", "1")
        call = (
            "import pathlib, sys;"
            "from sgm_git.git.engine import open_repository as o;"
            "from sgm_git.git.protocol import CommitRequest as r;"
            "o(sys.argv[1], sys.argv[2]).commit_paths(r(('ours',), 'memory: ours'));"
            "pathlib.Path(sys.argv[3]).write_text(pathlib.Path(sys.argv[3]).read_text() + 'theirs')"
        )
        editor = sandbox.path.parent / "editor"
        command = f'"{sys.executable}" -c "{call}" "{sandbox.path}" {repository.engine} "$1"'
        program(editor, f"unset GIT_INDEX_FILE\nPYTHONPATH={CHECKOUT} {command}")
        sandbox.environment["GIT_EDITOR"] = str(editor)
        sandbox.run("commit", "-q", check=False)
        told = sandbox.run("log", "--format=%s", "--all").decode().split()
        assert told == ["memory:", "ours"]
        message = (sandbox.path / ".git/COMMIT_EDITMSG").read_text()
        assert "theirs" in message
        assert "memory: ours" not in message
        sandbox.run("commit", "-q", "-m", "theirs")
        assert sandbox.run("ls-files").split() == [b"ours", b"theirs"]
        assert_sound(sandbox)

    def test_what_they_add_while_our_hooks_run_stays_added(
        self, sandbox: GitSandbox, with_git: Repository
    ) -> None:
        sandbox.write("ours", "1")
        sandbox.write("theirs", "1")
        hook(sandbox, "pre-commit", "unset GIT_INDEX_FILE; git add theirs")
        commit(with_git, "ours")
        assert sandbox.status().startswith("1 A. ")
        assert sandbox.run("ls-tree", "--name-only", "HEAD").split() == [b"ours"]
        assert_sound(sandbox)

    def test_what_a_hook_adds_to_the_commit_is_in_it(
        self, sandbox: GitSandbox, with_git: Repository
    ) -> None:
        sandbox.write("ours", "1")
        sandbox.write("log", "1")
        hook(sandbox, "pre-commit", "echo stamped > ours; git add ours log")
        commit(with_git, "ours")
        assert sandbox.run("ls-tree", "--name-only", "HEAD").split() == [b"log", b"ours"]
        assert sandbox.run("cat-file", "blob", "HEAD:ours") == b"stamped\n"
        assert sandbox.run("diff", "--name-only", "--", "ours") == b""
        assert sandbox.run("diff", "--cached", "--name-only", "--", "ours") == b""


def test_a_person_who_commits_meanwhile_is_not_lost(
    sandbox: GitSandbox, repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A branch that moves between reading HEAD and writing it: git's own message, or a retry."""
    sandbox.write("ours", "1")
    sandbox.commit()
    sandbox.write("ours", "2")
    tree = sandbox.run("write-tree").decode().strip()
    theirs = sandbox.run("commit-tree", "-p", "HEAD", "-m", "theirs", tree).decode().strip()
    if repository.engine == "git":
        hook(sandbox, "pre-commit", f"rm -f $0; git update-ref refs/heads/main {theirs}")
    else:

        def move_first(repo: Repo, objects: Sequence[ShaFile]) -> None:
            sandbox.run("update-ref", "refs/heads/main", theirs)
            write_objects(repo, objects)

        monkeypatch.setattr(embedded_commit, "write_objects", move_first)
    oid = commit(repository, "ours")
    assert sandbox.run("rev-list", "HEAD").decode().split()[:2] == [oid, theirs]
    assert sandbox.status() == ""
    assert_sound(sandbox)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_unwritable_repository_is_named(sandbox: GitSandbox, repository: Repository) -> None:
    sandbox.write("ours", "1")
    (sandbox.path / ".git").chmod(0o500)
    with pytest.raises(CannotRun, match="cannot write"):
        commit(repository, "ours")
    (sandbox.path / ".git").chmod(0o700)
