"""A remote that cannot be used is told in one line with a hint, soon, and without a question."""

from __future__ import annotations

import os
import socket
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING

import pytest

from sgm_git.errors import CannotRun
from sgm_git.git import command
from tests.git.exchange.support import exchange, push, told
from tests.git.support import program

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.git.exchange.support import Team

_TALKING = 'for last; do :; done; eval "$last"'  # ssh's last argument is the command to run there


def fails(team: Team, seconds: float = 20) -> CannotRun:
    """Fetch and push fail alike, in bounded time; give the error of the fetch."""
    begun = time.monotonic()
    there = exchange(team.here)
    with pytest.raises(CannotRun) as caught:
        there.fetch(there.upstream(), seconds)
    with pytest.raises(CannotRun) as also:
        there.push(there.upstream(), team.here.head(), team.here.head(), seconds=seconds)
    assert time.monotonic() - begun < 2 * seconds + 20
    assert also.value.message == caught.value.message
    assert "\n" not in caught.value.message
    assert caught.value.hint
    return caught.value


def address(team: Team, url: str) -> None:
    """Give the remote of the clone here another address."""
    team.here.run("remote", "set-url", "origin", url)


def ssh(team: Team, tmp_path: Path, script: str) -> Path:
    """Let a script stand in for ssh, and the remote be reached by it."""
    address(team, f"ssh://git@example.invalid{team.hub.path}")
    return program(tmp_path / "ssh", script)


@contextmanager
def serving(status: int) -> Iterator[int]:
    """A web server that has one answer for all; give its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.send_header("WWW-Authenticate", 'Basic realm="hub"')
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class TestAddresses:
    def test_a_folder_that_is_gone(self, team: Team) -> None:
        address(team, str(team.hub.path / "gone"))
        assert "does not appear to be a git repository" in fails(team).message

    @pytest.mark.parametrize("url", ["http://127.0.0.1:1/x", "git://127.0.0.1:1/x", "ext::false"])
    def test_only_safe_protocols(self, team: Team, url: str) -> None:
        address(team, url)
        error = fails(team)
        assert "not allowed" in error.message
        assert error.hint == "use an address by https, ssh or a folder"

    def test_nobody_there(self, team: Team) -> None:
        address(team, "https://127.0.0.1:1/x")
        assert "nothing is lost" in str(fails(team).hint)

    def test_a_name_that_nobody_knows(self, team: Team) -> None:
        address(team, "https://nobody.invalid/x")
        error = fails(team)
        assert "nobody.invalid" in error.message
        assert "when the network is there" in str(error.hint)


class TestPasswords:
    @pytest.fixture(autouse=True)
    def _traps(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Programs that would ask are there, and tell on us."""
        trap = str(program(tmp_path / "ask", f"touch {tmp_path}/asked; echo secret"))
        for name in ("GIT_ASKPASS", "SSH_ASKPASS"):
            monkeypatch.setenv(name, trap)
        monkeypatch.setenv("DISPLAY", ":0")

    def test_ssh_is_told_not_to_ask(
        self, team: Team, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        asks = 'case "$*" in *BatchMode=yes*) ;; *) "$SSH_ASKPASS"; sleep 60;; esac'
        say = "echo 'git@example.invalid: Permission denied (publickey).' >&2; exit 255"
        monkeypatch.setenv("GIT_SSH", str(ssh(team, tmp_path, f"{asks}\n{say}")))
        error = fails(team)
        assert "Permission denied (publickey)" in error.message
        assert "`git fetch origin`" in str(error.hint)
        assert not (tmp_path / "asked").exists()

    def test_an_unknown_host_is_not_asked_about(
        self, team: Team, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        script = "echo 'Host key verification failed.' >&2; exit 255"
        monkeypatch.setenv("GIT_SSH_COMMAND", f"'{ssh(team, tmp_path, script)}' -F none")
        assert "Host key verification failed" in fails(team).message

    @pytest.fixture
    def web(self, team: Team, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
        """A server of the web that wants a password.

        It is reached by http, for it has no certificate: that this is not allowed is tried above.
        """
        allowed = {**command._ALWAYS, "GIT_ALLOW_PROTOCOL": "http"}  # noqa: SLF001 - as said
        monkeypatch.setattr(command, "_ALWAYS", allowed)
        with serving(401) as port:
            address(team, f"http://ada:word@127.0.0.1:{port}/hub.git")
            yield port

    def test_the_web_wants_a_password(self, team: Team, tmp_path: Path, web: int) -> None:
        team.here.run("config", "core.askPass", str(tmp_path / "ask"))
        error = fails(team)
        assert f"http://127.0.0.1:{web}/hub.git" in error.message
        assert "word" not in error.message
        assert "lets git ask you" in str(error.hint)
        assert not (tmp_path / "asked").exists()

    def test_a_helper_may_answer(self, team: Team, tmp_path: Path, web: int) -> None:
        helper = program(tmp_path / "helper", f"echo $1 >> {tmp_path}/helped; cat > {os.devnull}")
        team.here.run("config", "credential.helper", str(helper))
        address(team, f"http://127.0.0.1:{web}/hub.git")
        assert "could not read Username" in fails(team).message
        assert (tmp_path / "helped").read_text().startswith("get\n")
        assert not (tmp_path / "asked").exists()


class TestSsh:
    def test_it_is_reached_by_the_users_command(self, team: Team, tmp_path: Path) -> None:
        new = team.publish("a.md", "theirs\n")
        stand_in = ssh(team, tmp_path, f'echo "$@" > {tmp_path}/seen; {_TALKING}')
        team.here.run("config", "core.sshCommand", f"{stand_in} -i key")
        there = exchange(team.here)
        assert there.fetch(there.upstream()).tip == new
        seen = (tmp_path / "seen").read_text()
        assert seen.startswith("-i key -o BatchMode=yes -o ConnectTimeout=15 ")
        team.here.run("pull", "-q", "--rebase")
        team.here.write("own.md", "1\n")
        team.here.commit("own")
        assert push(team.here).kind == "done"
        assert told(team.hub, "rev-parse", "main") == team.here.head()

    @pytest.mark.parametrize("variant", ["simple", "plink"])
    def test_one_that_is_no_openssh_is_left_alone(
        self, team: Team, tmp_path: Path, variant: str
    ) -> None:
        stand_in = ssh(team, tmp_path, f'echo "$@" > {tmp_path}/seen; {_TALKING}')
        team.here.run("config", "core.sshCommand", str(stand_in))
        team.here.run("config", "ssh.variant", variant)
        there = exchange(team.here)
        assert there.fetch(there.upstream()).tip == team.here.head()
        assert "BatchMode" not in (tmp_path / "seen").read_text()

    def test_a_wrapper_is_left_alone(self, team: Team, tmp_path: Path) -> None:
        stand_in = ssh(team, tmp_path, f'echo "$@" > {tmp_path}/seen; {_TALKING}')
        wrapper = tmp_path / "my-ssh"
        stand_in.rename(wrapper)
        team.here.run("config", "core.sshCommand", str(wrapper))
        there = exchange(team.here)
        assert there.fetch(there.upstream()).tip == team.here.head()
        assert "BatchMode" not in (tmp_path / "seen").read_text()

    def test_one_that_hangs_is_ended(
        self, team: Team, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_SSH", str(ssh(team, tmp_path, "sleep 60")))
        begun = time.monotonic()
        error = fails(team, seconds=0.7)
        assert time.monotonic() - begun < 15
        assert "did not answer within 0.7 s" in error.message

    def test_one_that_hangs_up_is_told(
        self, team: Team, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("GIT_SSH", str(ssh(team, tmp_path, "exit 1")))
        assert "Could not read from remote repository" in fails(team).message

    def test_no_right_to_push_is_a_refusal(
        self, team: Team, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        say = "echo 'ERROR: Permission to team/hub.git denied to ada.' >&2; exit 1"
        monkeypatch.setenv("GIT_SSH", str(ssh(team, tmp_path, say)))
        done = push(team.here)
        assert done.kind == "refused"
        assert "denied to ada" in done.said


def test_a_server_that_takes_and_never_answers(team: Team) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address(team, f"https://127.0.0.1:{server.getsockname()[1]}/x")
        error = fails(team, seconds=0.7)
    assert "did not answer" in error.message
    assert os.environ["GIT_TERMINAL_PROMPT"] == "0"
