"""What a push may cost a server, and what it may not leave there; whatever fails, it is refused."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git.engine import open_repository
from sgm_git.policy.server import NO_POLICY
from sgm_git.workflows.arrival import Arrival, judge_arrival
from sgm_git.workflows.hooks.budget import OverBudgetError, modest_git, within
from sgm_git.workflows.hooks.receive import judge_received
from sgm_git.workflows.hooks.server import Budget
from tests.hooks.push_support import (
    BAD,
    attempted,
    codes,
    fact,
    passes,
    refused,
    said,
)
from tests.hooks.support import put_script
from tests.support import GitSandbox

if TYPE_CHECKING:
    from sgm_git.git.protocol import Repository
    from sgm_git.workflows.check import CheckReport, Selection
    from sgm_git.workflows.hooks.updates import PushReport
    from tests.hooks.push_support import Forge

NOW = 1_800_000_000
ZEROS = "0" * 40

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such limits")


class TestBudget:
    """There is an end to it."""

    @posix
    def test_time(self, forge: Forge) -> None:
        """A thousand commits cost git alone no second, but their judgement does."""
        forge.server.run("config", "sgm.pushSeconds", "1")
        stream = []
        for number in range(600):
            text = fact(f"A{number}", f"fact-{number}").encode()
            stream.append(
                b"commit refs/heads/many\ncommitter Ada <ada@example.org> 1715000000 +0000\n"
            )
            stream.append(b"data 1\nx\n")
            if number == 0:
                stream.append(b"from refs/heads/main^0\n")
            for copy in range(20):
                path = f"memory/fact/{number}-{copy}.md".encode()
                stream.append(b"M 644 inline %b\ndata %d\n%b\n" % (path, len(text), text))
        forge.clone.run("fast-import", "--quiet", stdin=b"".join(stream))
        began = time.monotonic()
        lines = said(refused(forge, "many:main"))
        assert time.monotonic() - began < 60
        assert lines[0] == "sgm: error: judging this push takes more than 1 s, so it is refused"

    @posix
    def test_memory(self, forge: Forge) -> None:
        forge.server.run("config", "sgm.pushMegabytes", "1")
        forge.commit(fact("B"))
        refused(forge)

    @pytest.mark.parametrize("key", ["sgm.pushSeconds", "sgm.pushMegabytes"])
    @pytest.mark.parametrize("value", ["0", "-1", "soon", "9999999"])
    def test_what_is_no_number(self, forge: Forge, key: str, value: str) -> None:
        forge.server.run("config", key, value)
        forge.commit(fact("B"))
        assert f"sgm: error: {key} is '{value}', which is no number" in said(refused(forge))

    @posix
    def test_no_handler_of_errors_takes_its_end_for_an_error(self) -> None:
        def busy() -> None:
            try:
                time.sleep(30)
            except Exception:  # noqa: BLE001 - as anything on the way might
                return

        with pytest.raises(OverBudgetError), within(Budget(seconds=1)):
            busy()
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)

    @posix
    def test_it_ends_what_git_is_doing(self) -> None:
        with pytest.raises(OverBudgetError), within(Budget(seconds=1)):
            subprocess.run(["sleep", "30"], check=False)

    def test_git_is_modest_meanwhile(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GIT_CONFIG_COUNT", "1")
        monkeypatch.setenv("GIT_CONFIG_KEY_0", "user.name")
        monkeypatch.setenv("GIT_CONFIG_VALUE_0", "Grace")
        before = dict(os.environ)
        with modest_git():
            told = subprocess.run(["git", "config", "user.name"], capture_output=True, check=True)
            assert told.stdout == b"Grace\n"
            window = ["git", "config", "core.packedGitWindowSize"]
            assert subprocess.run(window, capture_output=True, check=True).stdout == b"32m\n"
        assert dict(os.environ) == before


class TestFaults:
    """Whatever goes wrong refuses."""

    def test_a_broken_sgm(self, forge: Forge) -> None:
        forge.commit(fact("B"))
        sgm = forge.server.path.parent / "programs/sgm"
        sgm.parent.mkdir(exist_ok=True)
        for text in (
            "#!/bin/sh\nexit 3\n",
            "#!/bin/sh\nkill -9 $$\n",
            "#!/bin/sh\nexec /nowhere\n",
        ):
            sgm.write_text(text)
            sgm.chmod(0o755)
            forge.server.run("config", "sgm.path", str(sgm))
            refused(forge)

    def test_a_broken_rule_of_the_main_branch(self, forge: Forge) -> None:
        """Only somebody with the server's disk could have put it there."""
        (forge.server.path / "hooks/pre-receive").chmod(0o644)
        forge.commit("format = [", ".sgm/config.toml")
        passes(forge)
        (forge.server.path / "hooks/pre-receive").chmod(0o755)
        forge.commit("again\n", "notes.txt")
        refused(forge)
        refused(forge, "HEAD:refs/heads/side")

    def test_objects_that_are_not_there(self, forge: Forge) -> None:
        """As where a shallow push was let through."""
        forge.server.run("config", "receive.shallowUpdate", "true")
        forge.commit(BAD, "memory/fact/new.md")
        forge.commit(None, "memory/fact/new.md")
        forge.commit(fact("B"))
        shallow = forge.clone.path.parent / "shallow"
        forge.clone.run("clone", "-q", "--depth", "1", f"file://{forge.clone.path}", str(shallow))
        box = GitSandbox(shallow, forge.clone.environment)
        box.run("remote", "set-url", "origin", str(forge.server.path))
        before = forge.refs()
        outcome = attempted(box, "push", "origin", "HEAD:refs/heads/new")
        assert outcome.status != 0
        assert forge.refs() == before
        assert any(line.startswith("sgm: error: ") for line in said(outcome)), outcome.err

    @pytest.mark.parametrize(
        "lines", [b"x\n", b"\xff \xff refs/heads/main\n", b"%b %b HEAD\n", b"%b  refs/heads/x\n"]
    )
    def test_what_git_would_never_say(self, forge: Forge, lines: bytes) -> None:
        oid = ZEROS.encode()
        with pytest.raises(CannotRun, match="git names no ref"):
            judge(forge, lines % ((oid,) * lines.count(b"%b")))

    @pytest.mark.parametrize("old", [ZEROS, "main~1"])
    def test_a_client_that_lies_about_the_old_tip(self, forge: Forge, old: str) -> None:
        """It names one under which more is allowed; git would notice later."""
        forge.commit("again\n", "notes.txt")
        passes(forge)
        named = old if old == ZEROS else oid_of(forge, "main~1")
        report = receive_of(forge, f"{named} {oid_of(forge, 'main')} refs/heads/main\n")
        assert report.refusals == (
            "refs/heads/main is not what the push takes it for: fetch, and push again",
        )

    def test_an_object_that_is_not_here(self, forge: Forge) -> None:
        with pytest.raises(CannotRun, match="is not here"):
            judge(forge, f"{ZEROS} {'1' * 40} refs/heads/new\n".encode())

    def test_refs_of_a_namespace(self, forge: Forge, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GIT_NAMESPACE", "x")
        with pytest.raises(CannotRun, match="namespace"):
            judge(forge, b"")


class TestPlaces:
    """Wherever the repository lies, and however it is guarded."""

    def test_a_server_that_trusts_no_bare_repository_by_itself(self, forge: Forge) -> None:
        settings = Path(os.environ["GIT_CONFIG_GLOBAL"])
        settings.write_text(f"{settings.read_text()}[safe]\n\tbareRepository = explicit\n")
        forge.commit(fact("B"))
        assert passes(forge) == []
        forge.commit(BAD)
        assert codes(forge.push()) == ["F101"]

    def test_one_with_a_work_tree(self, forge: Forge, tmp_path: Path) -> None:
        place = tmp_path / "work"
        forge.clone.run("clone", "-q", str(forge.server.path), str(place))
        put_script(place / ".git/hooks", "pre-receive")
        forge.clone.run("remote", "set-url", "origin", str(place))
        forge.commit(fact("B"))
        forge.go("-b", "side")
        assert passes(forge, "side") == []
        forge.commit(BAD)
        outcome = forge.push("side")
        assert codes(outcome) == ["F101"]


class TestTraces:
    """A push that is judged leaves nothing behind but what git keeps of it."""

    def test_no_index_is_made(self, forge: Forge) -> None:
        forge.commit(fact("B"))
        passes(forge)
        assert not (forge.server.path / "sgm").exists()

    def test_one_that_is_there_is_left_alone(self, forge: Forge) -> None:
        index = forge.server.path / "sgm/index.sqlite"
        index.parent.mkdir()
        index.write_bytes(b"whatever")
        forge.commit(BAD)
        refused(forge)
        assert index.read_bytes() == b"whatever"

    def test_the_objects_of_a_refused_push_are_gone(self, forge: Forge) -> None:
        oid = forge.commit(BAD)
        refused(forge)
        assert attempted(forge.server, "cat-file", "-e", oid).status != 0


class TestWork:
    """Nothing is judged twice, and nothing for nothing."""

    @pytest.fixture
    def judged(self, monkeypatch: pytest.MonkeyPatch) -> list[Arrival]:
        """What was judged."""
        found: list[Arrival] = []

        def note(
            repository: Repository, arrival: Arrival, now: int, selection: Selection
        ) -> CheckReport:
            found.append(arrival)
            return judge_arrival(repository, arrival, now, selection)

        monkeypatch.setattr("sgm_git.workflows.hooks.receive.judge_arrival", note)
        return found

    def test_each_range_once(self, forge: Forge, judged: list[Arrival]) -> None:
        """Here the clone is the server: all is there, and what refs it has is what it says."""
        old = oid_of(forge, "main")
        new = forge.commit(fact("B"))
        forge.clone.run("update-ref", "refs/heads/main", old)
        forge.clone.run("update-ref", "refs/heads/other", old)
        forge.clone.run("checkout", "-q", "--detach", new)
        names = [f"refs/tags/t{number}" for number in range(50)]
        lines = [f"{old} {new} refs/heads/main", f"{old} {new} refs/heads/other"]
        lines += [f"{ZEROS} {new} {name}" for name in ("refs/heads/third", *names)]
        report = receive_of(forge, "".join(f"{line}\n" for line in lines))
        assert [each.ref for each in report.judged] == ["refs/heads/main", "refs/heads/other"]
        assert [each.is_proposal for each in judged] == [False, True], (
            "each asks for other approvals"
        )
        assert not report.fails

    def test_thousands_of_tags_in_little_time(self, forge: Forge) -> None:
        oids = [forge.commit(f"{number}\n", "notes.txt") for number in range(3)]
        refs = "".join(f"create refs/tags/t{n} {oids[n % 3]}\n" for n in range(3000))
        forge.clone.run("update-ref", "--stdin", stdin=refs.encode())
        assert passes(forge, "HEAD:main", "refs/tags/*:refs/tags/*") == []
        assert len(forge.refs()) == 3001


def judge(forge: Forge, lines: bytes) -> None:
    """Judge in the server's repository."""
    judge_received(open_repository(forge.server.path), lines, NO_POLICY, NOW)


def receive_of(forge: Forge, lines: str) -> PushReport:
    """Judge in the clone, where all objects are."""
    return judge_received(open_repository(forge.clone.path), lines.encode(), NO_POLICY, NOW)


def oid_of(forge: Forge, rev: str) -> str:
    """The commit of a name in the clone."""
    return forge.clone.run("rev-parse", rev).decode().strip()
