"""A commit on a branch that nobody has checked out moves that branch and nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.commits import Identity
from sgm_git.errors import CannotRun, Refused, SgmError, UsageError
from sgm_git.git import cli_branching, embedded_branching
from sgm_git.git.branching import BranchCommit, RefMoved
from sgm_git.git.engine import open_repository
from sgm_git.git.protocol import CommitRequest
from tests.git.support import ODD_PATHS, assert_sound, hook, index, program
from tests.support import GitSandbox

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sgm_git.git.engine import Engine
    from sgm_git.git.protocol import Repository

CHECKOUT = Path(__file__).resolve().parents[2]
REF = "refs/heads/sgm/agent/rule-x"


@pytest.fixture
def tip(sandbox: GitSandbox) -> str:
    sandbox.write("memory/a.md", "1\n")
    sandbox.write("memory/deep/b.md", "1\n")
    sandbox.write("other", "x")
    return sandbox.commit()


def put(
    repository: Repository,
    parent: str | None,
    files: Mapping[str, bytes | None],
    *,
    ref: str = REF,
    expected: str | None = None,
) -> str:
    """Make a commit on a branch; one must come of it."""
    made = repository.commit_on_ref(BranchCommit(ref, parent, files, "memory: propose", expected))
    assert made.oid is not None
    return made.oid


def files_of(sandbox: GitSandbox, rev: str) -> dict[str, bytes]:
    names = sandbox.run("ls-tree", "-r", "-z", "--name-only", rev).split(b"\0")[:-1]
    return {
        os.fsdecode(n): sandbox.run("cat-file", "blob", f"{rev}:{os.fsdecode(n)}") for n in names
    }


def refs(sandbox: GitSandbox) -> bytes:
    return sandbox.run("for-each-ref")


class TestWhatIsCommitted:
    def test_files_come_change_and_go(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        before = index(sandbox)
        changes = {"memory/a.md": b"2\r\n", "memory/deep/b.md": None, "memory/new/c.md": b"\xff"}
        oid = put(repository, tip, changes)
        assert sandbox.run("rev-parse", REF, f"{REF}^").decode().split() == [oid, tip]
        assert files_of(sandbox, REF) == {
            "memory/a.md": b"2\r\n",
            "memory/new/c.md": b"\xff",
            "other": b"x",
        }
        assert (sandbox.head(), sandbox.status(), index(sandbox)) == (tip, "", before)
        assert_sound(sandbox)

    def test_the_next_one_follows_the_branch(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        first = put(repository, tip, {"memory/n.md": b"1"})
        second = put(repository, first, {"memory/n.md": b"2"}, expected=first)
        assert sandbox.run("rev-list", REF).decode().split() == [second, first, tip]
        logged = sandbox.run("reflog", "--format=%gs", REF).decode().splitlines()
        assert logged == ["commit: memory: propose"] * 2

    def test_nothing_new_is_no_commit_and_no_branch(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        for files in ({}, {"memory/a.md": b"1\n"}, {"memory/never.md": None}):
            request = BranchCommit(REF, tip, files, "memory: nothing", None)
            assert repository.commit_on_ref(request).oid is None
        assert REF not in refs(sandbox).decode()

    def test_the_first_commit_of_all(self, sandbox: GitSandbox, repository: Repository) -> None:
        oid = put(repository, None, {"memory/a.md": b"1\n"})
        assert sandbox.run("rev-list", REF).decode().split() == [oid]
        assert sandbox.run("rev-parse", "-q", "--verify", "HEAD", check=False) == b""
        assert sandbox.status() == ""

    def test_a_file_keeps_its_mode(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        sandbox.run("update-index", "--chmod=+x", "memory/a.md")
        sandbox.run("commit", "-qm", "run it")
        assert sandbox.head() != tip
        put(repository, sandbox.head(), {"memory/a.md": b"2"})
        assert sandbox.run("ls-tree", REF, "memory/a.md").startswith(b"100755")

    def test_odd_names(self, sandbox: GitSandbox, repository: Repository, tip: str) -> None:
        oid = put(repository, tip, {path: os.fsencode(path) for path in ODD_PATHS})
        assert {p: d for p, d in files_of(sandbox, oid).items() if p in ODD_PATHS} == {
            path: os.fsencode(path) for path in ODD_PATHS
        }
        gone = put(repository, oid, dict.fromkeys(ODD_PATHS), expected=oid)
        assert sandbox.run("diff", "--name-only", tip, gone) == b""

    def test_a_file_may_give_way_to_a_folder(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        oid = put(repository, tip, {"other": None, "other/x.md": b"1"})
        put(repository, oid, {"other/x.md": None, "other": b"2"}, expected=oid)
        assert files_of(sandbox, REF)["other"] == b"2"
        for files in ({"other/y.md": b""}, {"memory": b""}, {"n": b"", "n/m": b""}):
            with pytest.raises(Refused, match="both a file and as a directory"):
                put(repository, tip, files, ref="refs/heads/odd")
        assert_sound(sandbox)

    @pytest.mark.parametrize(
        "path", ["", "/a", "a//b", "../a", "a/../b", "./a", ".git/config", "x/.GIT/y", "a/"]
    )
    def test_no_other_place_is_reached(
        self, sandbox: GitSandbox, repository: Repository, tip: str, path: str
    ) -> None:
        before = refs(sandbox)
        with pytest.raises(Refused, match="no path that git can store"):
            put(repository, tip, {path: b"1"})
        assert refs(sandbox) == before

    def test_nothing_is_written_through_a_link(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        (sandbox.path / "link").symlink_to("memory")
        linked = sandbox.commit()
        assert linked != tip
        for path in ("link", "link/a.md"):
            with pytest.raises(Refused):
                put(repository, linked, {path: b"1"})

    def test_author_and_time_are_as_asked_for(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        grace = Identity("Grace", "grace@example.org")
        request = BranchCommit(REF, tip, {"n": b"1"}, "memory: x\n", None, author=grace, when=5)
        repository.commit_on_ref(request)
        told = sandbox.run("log", "-1", "--format=%an|%ae|%at|%cn|%ct|%B", REF).decode()
        assert told.strip() == "Grace|grace@example.org|5|Ada|5|memory: x"

    def test_in_a_sha256_repository(self, tmp_path: Path, engine: Engine) -> None:
        sandbox = GitSandbox(tmp_path)
        sandbox.run("init", "-q", "--object-format=sha256")
        sandbox.write("a", "1")
        tip = sandbox.commit()
        oid = put(open_repository(tmp_path, engine), tip, {"memory/b.md": b"1"})
        assert len(oid) == 64
        assert files_of(sandbox, REF) == {"a": b"1", "memory/b.md": b"1"}
        assert_sound(sandbox)

    def test_in_a_bare_repository(
        self, sandbox: GitSandbox, tip: str, tmp_path: Path, engine: Engine
    ) -> None:
        bare = GitSandbox(tmp_path / "bare")
        sandbox.run("clone", "-q", "--bare", str(sandbox.path), str(bare.path))
        put(open_repository(bare.path, engine), tip, {"memory/b.md": b"1"})
        assert files_of(bare, REF)["memory/b.md"] == b"1"
        assert_sound(bare)


class TestTheBranch:
    @pytest.mark.parametrize(
        "ref",
        [
            *("main", "refs/tags/x", "HEAD", "refs/heads/", "refs/heads/HEAD", "refs/heads/@"),
            *("refs/heads/-d", "refs/heads/a..b", "refs/heads/a/.b", "refs/heads/a.lock/b"),
            *("refs/heads/a b", "refs/heads/a\nb", "refs/heads/a~1", "refs/heads/a^", "--force"),
            *(
                "refs/heads/a//b",
                "refs/heads/a/",
                "refs/heads/a.",
                "refs/heads/a@{b",
                "refs/heads/*",
            ),
            *("refs/heads/a:b", "refs/heads/a\\b", "refs/heads/../../config", "refs/heads/a\x7f"),
        ],
    )
    def test_it_has_a_name_that_git_takes(
        self, repository: Repository, sandbox: GitSandbox, tip: str, ref: str
    ) -> None:
        with pytest.raises(UsageError, match="no name of a branch"):
            put(repository, tip, {"n": b"1"}, ref=ref)
        assert sandbox.run("check-ref-format", "--branch", ref[11:], check=False) in (
            b"",
            *(f"{name}\n".encode() for name in ("HEAD", "@", "main")),
        ) or not ref.startswith("refs/heads/")

    def test_it_is_the_one_that_was_expected(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        first = put(repository, tip, {"n": b"1"})
        for expected in (None, tip):
            with pytest.raises(RefMoved, match="moved meanwhile"):
                put(repository, first, {"n": b"2"}, expected=expected)
        with pytest.raises(RefMoved):
            put(repository, tip, {"n": b"2"}, ref="refs/heads/none", expected=tip)
        assert sandbox.run("rev-parse", REF).decode().strip() == first
        assert_sound(sandbox)

    def test_it_is_checked_out_nowhere(
        self, sandbox: GitSandbox, repository: Repository, tip: str, tmp_path: Path
    ) -> None:
        sandbox.run("worktree", "add", "-q", "-b", "linked", str(tmp_path / "linked"))
        there = open_repository(tmp_path / "linked", repository.engine)  # type: ignore[arg-type]
        for each in (repository, there):
            for name in ("main", "linked", "Main"):
                with pytest.raises(Refused, match="is checked out"):
                    put(each, tip, {"n": b"1"}, ref=f"refs/heads/{name}", expected=tip)
        put(there, tip, {"n": b"1"})
        assert sandbox.run("rev-parse", "main", "linked").decode().split() == [tip, tip]
        assert_sound(sandbox)

    def test_an_unborn_branch_is_checked_out_too(
        self, sandbox: GitSandbox, repository: Repository
    ) -> None:
        with pytest.raises(Refused, match="is checked out"):
            put(repository, None, {"n": b"1"}, ref="refs/heads/main")
        assert refs(sandbox) == b""

    def test_so_is_one_that_is_being_rebased(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        sandbox.run("checkout", "-q", "-b", "side")
        sandbox.run("commit", "-q", "--allow-empty", "-m", "x")
        sandbox.environment["GIT_SEQUENCE_EDITOR"] = "echo break >"
        sandbox.run("rebase", "-q", "-i", tip)
        assert sandbox.run("symbolic-ref", "-q", "HEAD", check=False) == b""
        side = sandbox.run("rev-parse", "side").decode().strip()
        with pytest.raises(Refused, match="is checked out"):
            put(repository, side, {"n": b"1"}, ref="refs/heads/side", expected=side)

    def test_it_is_no_other_name_of_one(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        sandbox.run("symbolic-ref", REF, "refs/heads/main")
        for expected in (tip, None):
            with pytest.raises(CannotRun, match="symbolic"):
                put(repository, tip, {"n": b"1"}, expected=expected)
        assert sandbox.head() == tip

    @pytest.mark.parametrize("packed", [False, True])
    def test_it_stands_in_nobodys_way(
        self, sandbox: GitSandbox, repository: Repository, tip: str, packed: bool
    ) -> None:
        sandbox.run("branch", "sgm")
        sandbox.run("branch", "team/side")
        if packed:
            sandbox.run("pack-refs", "--all")
        before = refs(sandbox)
        for name in ("sgm/agent/x", "team"):
            with pytest.raises(Refused, match="cannot be beside"):
                put(repository, tip, {"n": b"1"}, ref=f"refs/heads/{name}")
        assert refs(sandbox) == before
        assert_sound(sandbox)

    def test_empty_folders_of_branches_that_went_are_no_obstacle(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        (sandbox.path / ".git" / REF / "empty").mkdir(parents=True)
        put(repository, tip, {"n": b"1"})
        assert_sound(sandbox)

    def test_a_packed_branch_goes_on(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        first = put(repository, tip, {"n": b"1"})
        sandbox.run("pack-refs", "--all")
        second = put(repository, first, {"n": b"2"}, expected=first)
        assert sandbox.run("rev-parse", REF).decode().strip() == second
        assert_sound(sandbox)


class TestWhatGitWouldDoBesides:
    def test_hooks_are_named_and_not_run(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        for name in ("pre-commit", "commit-msg", "post-commit", "post-index-change"):
            hook(sandbox, name, 'touch "$(git rev-parse --git-common-dir)/ran"; exit 1')
        made = repository.commit_on_ref(BranchCommit(REF, tip, {"n": b"1"}, "memory: x", None))
        assert made.hooks_skipped == ("pre-commit", "commit-msg", "post-commit")
        assert not (sandbox.path / ".git" / "ran").exists()

    def test_a_signature_is_made_or_the_commit_is_not(
        self, sandbox: GitSandbox, repository: Repository, tip: str, tmp_path: Path
    ) -> None:
        key = tmp_path / "key"
        subprocess.run(["ssh-keygen", "-qt", "ed25519", "-N", "", "-f", str(key)], check=True)
        for name, value in {"gpg.format": "ssh", "commit.gpgSign": "true"}.items():
            sandbox.run("config", name, value)
        sandbox.run("config", "user.signingKey", str(key))
        if repository.engine == "dulwich":
            with pytest.raises(CannotRun, match="only git can do"):
                put(repository, tip, {"n": b"1"})
            assert REF not in refs(sandbox).decode()
            return
        put(repository, tip, {"n": b"1"})
        assert b"gpgsig -----BEGIN SSH SIGNATURE-----" in sandbox.run("cat-file", "commit", REF)
        program(tmp_path / "slow", "sleep 20")
        sandbox.run("config", "gpg.ssh.program", str(tmp_path / "slow"))
        with pytest.raises(CannotRun, match="signing"):
            repository.commit_on_ref(
                BranchCommit("refs/heads/n", tip, {"n": b"1"}, "x", None, time_limit=0.2)
            )
        assert b"refs/heads/n" not in refs(sandbox)

    def test_a_person_that_git_does_not_know_commits_nothing(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        sandbox.run("config", "user.useConfigOnly", "true")
        sandbox.run("config", "user.name", "")
        with pytest.raises(CannotRun, match="does not know your name"):
            put(repository, tip, {"n": b"1"})
        assert REF not in refs(sandbox).decode()


class TestSeveralAtOnce:
    def test_each_of_many_lands(
        self, sandbox: GitSandbox, repository: Repository, tip: str
    ) -> None:
        """Who comes second is told so, looks again, and loses nothing."""
        tries: list[int] = []

        def propose(number: int) -> None:
            mine = open_repository(sandbox.path, repository.engine)  # type: ignore[arg-type]
            for attempt in range(50):
                there = mine.refs("refs/heads/sgm/").get(REF)
                at = None if there is None else there.oid
                try:
                    put(mine, at or tip, {f"memory/{number}.md": b"1"}, expected=at)
                except RefMoved:
                    continue
                tries.append(attempt)
                return

        threads = [threading.Thread(target=propose, args=(number,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(tries) == 6
        assert {f"memory/{number}.md" for number in range(6)} <= files_of(sandbox, REF).keys()
        assert sandbox.run("rev-list", "--count", f"{tip}..{REF}").strip() == b"6"
        assert_sound(sandbox)

    def test_a_foreign_git_that_is_faster_is_not_overruled(
        self,
        sandbox: GitSandbox,
        repository: Repository,
        tip: str,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        engine = cli_branching if repository.engine == "git" else embedded_branching
        real = engine._move  # noqa: SLF001 - the moment before the branch moves

        def late(*arguments: object) -> None:
            sandbox.run("update-ref", REF, tip)
            real(*arguments)

        monkeypatch.setattr(engine, "_move", late)
        with pytest.raises(RefMoved):
            put(repository, tip, {"n": b"1"})
        assert sandbox.run("rev-parse", REF).decode().strip() == tip
        assert_sound(sandbox)

    @pytest.mark.parametrize("moment", ["before", "after"])
    def test_killed_in_the_middle_nothing_is_in_the_way(
        self, sandbox: GitSandbox, engine: Engine, tip: str, moment: str
    ) -> None:
        """SIGKILL when the branch's lock is held, or when the branch has just moved."""
        kill = "os.kill(os.getpid(), 9)"
        script = f"""
import os, sys
from sgm_git.git import cli_branching, embedded_branching
from sgm_git.git.branching import BranchCommit
from sgm_git.git.engine import open_repository
from sgm_git.git.held import Held
moment, real, install = {moment!r}, cli_branching._move, Held.install
def dying(*arguments):
    if moment == "after":
        real(*arguments)
    {kill}
def install_and_die(held):
    if moment == "after":
        install(held)
    {kill}
cli_branching._move, Held.install = dying, install_and_die
request = BranchCommit({REF!r}, {tip!r}, {{"memory/n.md": b"1"}}, "memory: x", None)
open_repository({str(sandbox.path)!r}, {engine!r}).commit_on_ref(request)
"""
        done = subprocess.run([sys.executable, "-c", script], cwd=CHECKOUT, check=False)
        assert done.returncode == -signal.SIGKILL
        repository = open_repository(sandbox.path, engine)
        repository.commit_paths(CommitRequest(("nothing",), "memory: nothing"))
        assert_sound(sandbox)
        there = repository.refs("refs/heads/sgm/").get(REF)
        assert (there is not None) == (moment == "after")
        at = None if there is None else there.oid
        put(repository, at or tip, {"memory/m.md": b"1"}, expected=at)
        assert sandbox.status() == ""
        assert_sound(sandbox)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_an_unwritable_repository_is_named(
    sandbox: GitSandbox, repository: Repository, tip: str
) -> None:
    (sandbox.path / ".git").chmod(0o500)
    with pytest.raises(SgmError, match="cannot write"):
        put(repository, tip, {"n": b"1"})
    (sandbox.path / ".git").chmod(0o700)
